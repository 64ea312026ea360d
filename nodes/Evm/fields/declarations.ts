import { freeText, text } from '../../shared/fields/kinds';
import { InvalidField } from '../../shared/fields/invalid';
import { optional, type Field, type FieldWords } from '../../shared/fields/fields';
import type { AbiSource } from '../abi';
import { isRecord } from '../../shared/values/records';
import { exampleAddress } from './addresses';
import { json } from '../../shared/fields/json';

/** A signature or ABI JSON. It is parsed later, together with the name that chooses from it. */
const declaration = (look: FieldWords, rule: string): Field<AbiSource> => ({
	...freeText(look),
	rule,
	encode: (value) => {
		if (typeof value !== 'string' && (typeof value !== 'object' || value === null))
			throw new InvalidField(`must be ${rule}`);
		return value;
	},
});

const nameField = (what: string): Field<string> =>
	text(
		{
			displayName: `${what} Name`,
			name: `${what.toLowerCase()}Name`,
			description: `${what} to use when several are declared: its name, or its name and types`,
		},
		'a name, or a name with types in brackets',
		(name) => /^[A-Za-z_$][\w$]*(\(.*\))?$/.test(name),
	);

export const functionDeclaration = declaration(
	{
		displayName: 'Function',
		name: 'function',
		placeholder: 'e.g. balanceOf(address owner) returns (uint256)',
		typeOptions: { rows: 2 },
		description:
			'Solidity signature or ABI JSON of the function. Its return types decode the result.',
	},
	'the signature of a function, or ABI JSON',
);

export const functionName = optional(nameField('Function'));

export const callFields = [
	functionDeclaration,
	json(
		{
			displayName: 'Arguments',
			name: 'arguments',
			default: '[]',
			placeholder: `e.g. ["${exampleAddress}"]`,
			description:
				'Arguments as a JSON list in order, or as a JSON object by name. Numbers of any size can be given as text.',
		},
		'a JSON list or object',
		(value) => Array.isArray(value) || isRecord(value),
	),
	functionName,
];

export const eventDeclarations = declaration(
	{
		displayName: 'Events',
		name: 'events',
		placeholder: 'e.g. Transfer(address indexed from, address indexed to, uint256 value)',
		typeOptions: { rows: 2 },
		description:
			'Solidity signatures of the events, each on a new line, or ABI JSON. Logs are decoded as declared here.',
	},
	'event signatures, each on a new line, or ABI JSON',
);

export const eventName = optional(nameField('Event'));

export const eventFilters = [
	eventName,
	optional(
		json(
			{
				displayName: 'Arguments',
				name: 'arguments',
				placeholder: `e.g. {"to": "${exampleAddress}"}`,
				description:
					'Values of indexed arguments to match, as JSON by name; a list matches any of its values',
			},
			'a JSON object or list',
			(value) => Array.isArray(value) || isRecord(value),
		),
	),
];
