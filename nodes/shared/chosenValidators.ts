/** Several validators: chosen from a list, each with a name, or pasted as lines. */
import { choice, InvalidField, optional, show, toProperty, type Field } from './fields';
import { isNodeId } from './ids';
import { located, locator } from './locator';
import { collect, listNamed, names, type Named, type Names, type Reading } from './names';
import { isRecord } from './records';

/** Validators, each once and in their order, with the names that some of them have. */
export interface NamedValidators {
	nodeIds: string[];
	names?: Names;
}

const ofValidators: Reading = {
	rule: 'node IDs (NodeID-... with a valid checksum), each with "= name" behind it or not, or a list of rows with a node ID',
	needsNames: false,
	takes: isNodeId,
	called: 'node ID',
};

const toValidators = (entries: Named[]): NamedValidators | undefined => {
	const { ids, names } = collect(entries, ofValidators);
	return ids.length ? { nodeIds: [...new Set(ids)], ...(names && { names }) } : undefined;
};

/** Several validators, entered as text, or given by an expression as IDs or rows; encoded as {@link NamedValidators}. */
const nodeIdLines: Field = {
	displayName: 'Node IDs',
	name: 'nodeIds',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	isMerged: true,
	holds: 'nodeId',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	description:
		'One per line, with "= name" behind it if you like, or separated by commas. An expression can return rows with an ID and a name.',
	rule: ofValidators.rule,
	encode: (value) => toValidators(listNamed(value, ofValidators)),
};

/** Several validators as rows of a locator and a name; encoded as {@link NamedValidators}. */
export const validatorRows = (listMethod: string): Field => {
	const validator = locator(
		{
			...nodeIdLines,
			displayName: 'Node ID',
			name: 'validator',
			description: 'Validator to choose from the list, or its node ID',
		},
		{ list: listMethod },
	);
	return {
		displayName: 'Your Validators',
		name: 'validators',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Validator',
		// One empty row: the list of validators is one click away.
		default: { rows: [{ validator: validator.default, name: '' }] },
		required: true,
		notSent: true,
		isMerged: true,
		holds: 'nodeId',
		options: [
			{
				displayName: 'Validator',
				name: 'rows',
				values: [
					toProperty(validator),
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Frankfurt-1',
						description: 'Your name for this validator, for items, messages and reports',
					},
				],
			},
		],
		description: 'Validators and your names for them',
		rule: 'rows with a validator',
		encode: (value) => {
			const { rows = [] } = isRecord(value) ? value : { rows: undefined };
			if (!isRecord(value) || !Array.isArray(rows))
				throw new InvalidField(`must be rows with a validator, not ${show(value)}`);
			const entries = rows.map((row: unknown, i): Named => {
				const { validator: chosen, name } = isRecord(row) ? row : {};
				return { place: `row ${i + 1}`, id: String(located(chosen) ?? '').trim(), name };
			});
			return toValidators(entries.filter(({ id, name }) => id !== '' || (name ?? '') !== ''));
		},
	};
};

/** Which validators; the values are the same wherever validators are chosen. */
const validatorsFrom = (withAll: boolean, preset: 'all' | 'list'): Field =>
	choice(
		{
			displayName: 'Validators',
			name: 'validatorsFrom',
			default: preset,
			notSent: true,
			description: 'How to choose the validators',
		},
		[
			...(withAll ? [{ name: 'All', value: 'all' }] : []),
			{
				name: 'Selected',
				value: 'list',
				description: 'One by one, each from a list or by node ID',
			},
			{ name: 'Pasted Node IDs', value: 'lines', description: 'As text, or from an expression' },
		],
	);

interface Choosing extends Pick<Field, 'showFor' | 'apiName'> {
	/** Whether all validators can be chosen. */
	withAll?: boolean;
	/** What is chosen at first; all, where they can be. */
	preset?: 'all' | 'list';
}

/**
 * The fields that choose validators: encoded, they are the values `nodeIds` (absent for all) and `names`. With `withAll`,
 * names can be given to those of all.
 */
export const chooseValidators = (
	listMethod: string,
	{
		withAll = false,
		preset = withAll ? 'all' : 'list',
		showFor = {},
		apiName = 'nodeIDs',
	}: Choosing = {},
): Field[] => [
	{ ...validatorsFrom(withAll, preset), ...(Object.keys(showFor).length && { showFor }) },
	{ ...validatorRows(listMethod), showFor: { ...showFor, validatorsFrom: ['list'] } },
	{ ...nodeIdLines, apiName, showFor: { ...showFor, validatorsFrom: ['lines'] } },
	...(withAll ? [{ ...optional(names), showFor: { ...showFor, validatorsFrom: ['all'] } }] : []),
];
