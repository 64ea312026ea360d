/** Several validators: chosen from a list, each with a name, or pasted as lines. */
import { paced } from '../pace';
import { isNodeId } from '../values/ids';
import { isRecord } from '../values/records';
import type { Named } from './called';
import { mergedValues, optional, toProperty, type Field } from './fields';
import { InvalidField, show } from './invalid';
import { choice } from './kinds';
import { located } from './located';
import { locator } from './locator';
import { collect, namedLines, names, placesOfNames, type Names } from './names';
import type { IdRule } from './namedEntries';

/** Each validator once and in order, with the names that some have. */
interface NamedValidators {
	nodeIds: string[];
	names?: Names;
}

const ofValidators: IdRule = {
	rule: 'node IDs (NodeID-... with a valid checksum), each with "= name" behind it or not, or a list of rows with a node ID',
	needsNames: false,
	takes: isNodeId,
	called: 'node ID',
};

const toValidators = ({
	ids,
	names,
}: {
	ids: string[];
	names?: Names;
}): NamedValidators | undefined =>
	ids.length ? { nodeIds: [...new Set(ids)], ...(names && { names }) } : undefined;

/** Entered as text, or given by an expression as IDs or rows; encoded as {@link NamedValidators}. */
const nodeIdLines = namedLines(
	{
		displayName: 'Node IDs',
		name: 'nodeIds',
		holds: 'nodeId',
		placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg = Frankfurt-1 [fra]',
		description:
			'One per line, with "= name" behind it if you like, or separated by commas. An expression can return rows with an ID and a name.',
	},
	ofValidators,
	toValidators,
);

/** The chosen validators among the values of an item. Undefined if all are meant. */
export const nodeIdsIn = (values: Record<string, unknown>): string[] | undefined =>
	mergedValues(values, nodeIdLines).nodeIds;

/** Rows of a locator and a name; encoded as {@link NamedValidators}. */
const validatorRows = (listMethod: string): Field => {
	const validator = locator(
		{
			...nodeIdLines,
			displayName: 'Node ID',
			name: 'validator',
			placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
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
		// Begins with one empty row, so that the list of validators is one click away.
		default: { rows: [{ validator: validator.default, name: '' }] },
		required: true,
		notSent: true,
		isMerged: true,
		holds: 'nodeId',
		ifSeveral: 'For several, add a row for each, or choose Pasted Node IDs under Validators.',
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
						placeholder: 'e.g. Frankfurt-1 [fra]',
						description:
							'Your name for this validator, for items, messages and reports, with "[group]" behind it if you like',
					},
				],
			},
		],
		description: 'Validators and your names for them',
		rule: 'rows with a validator',
		encode: paced(function* (value) {
			const { rows = [] } = isRecord(value) ? value : { rows: undefined };
			if (!isRecord(value) || !Array.isArray(rows))
				throw new InvalidField(`must be rows with a validator, not ${show(value)}`);
			const entries = rows.map((row: unknown, i): Named => {
				const { validator: chosen, name } = isRecord(row) ? row : {};
				return { place: `row ${i + 1}`, id: String(located(chosen) ?? '').trim(), name };
			});
			const filled = entries.filter(({ id, name }) => id !== '' || (name ?? '') !== '');
			return toValidators(yield* collect(filled, ofValidators));
		}),
	};
};

/** Validators ticked in a list; encoded as {@link NamedValidators}. */
const severalOf = (listMethod: string): Field => ({
	...nodeIdLines,
	...choiceOf(listMethod),
	takesNames: true,
});

const choiceOf = (listMethod: string): Omit<Field, 'encode'> => ({
	displayName: 'Validator Names or IDs',
	name: 'chosenNodeIds',
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: listMethod,
		loadOptionsDependsOn: [...(dependsOn[listMethod] ?? []), ...placesOfNames],
	},
	default: [],
	placeholder: undefined,
	notSent: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The fields that these lists depend on. n8n loads a list again when they change. */
const dependsOn: Record<string, string[]> = {
	searchL1Validators: ['subnetId.value'],
	searchChainValidators: ['blockchainId.value'],
};

/** The values are the same in all nodes that choose validators. */
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
				name: 'One by One',
				value: 'list',
				description: 'Each from a list or by node ID, with your name for it',
			},
			{ name: 'Pasted Node IDs', value: 'lines', description: 'As text, or from an expression' },
			{ name: 'Several From List', value: 'several', description: 'As many as you tick in a list' },
		],
	);

const namesGoTo =
	'To choose validators by name, use Several From List, with a line "NodeID-... = name" for each under Names.';

interface Choosing extends Pick<Field, 'showFor' | 'apiName'> {
	/** True if all validators can be chosen. */
	withAll?: boolean;
	/** The default. Without it all validators, if they can be chosen. */
	preset?: 'all' | 'list';
}

/**
 * The fields that choose validators. They encode to the values `nodeIds` (absent for all) and `names`. With All or
 * Several From List, the names come from the field Names.
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
	{ ...nodeIdLines, namesGoTo, apiName, showFor: { ...showFor, validatorsFrom: ['lines'] } },
	{ ...severalOf(listMethod), showFor: { ...showFor, validatorsFrom: ['several'] } },
	{
		...optional(names),
		showFor: { ...showFor, validatorsFrom: [...(withAll ? ['all'] : []), 'several'] },
	},
];

/** The same for a trigger, whose Several From List takes no names. Its silences do. */
export const chooseWatched: typeof chooseValidators = (listMethod, choosing) =>
	chooseValidators(listMethod, choosing).map((field) => ({
		...field,
		takesNames: undefined,
		namesGoTo: 'Silences takes names and groups.',
	}));
