/** The user's names and groups for validators and addresses, one per line: `NodeID-... = Frankfurt-1 [fra]`. */
import type { IDataObject } from 'n8n-workflow';
import { paced, spend, workOf } from '../pace';
import { isEvmAddress } from '../values/checksum';
import { lookOf } from '../values/foreign';
import { isBech32Address, isNodeId } from '../values/ids';
import { isEmpty, keyOfCalled, readCalled, type Called, type Named } from './called';
import { takeOnce, toOneForm } from './entries';
import { Faults } from './faults';
import { fieldValue, type Field, type FieldWords } from './fields';
import type { Identifier } from './identifiers';
import { InvalidField, show } from './invalid';
import { idIn, isLikeId, listNamed, nounOf, type IdRule } from './namedEntries';

/** By node ID or address, in the one form that {@link nameOf} looks up. */
export type Names = Record<string, Called>;

/** The names among the values of an item, if it has any: those of the field {@link names}, and those beside IDs. */
export const namesIn = (values: Record<string, unknown>): Names | undefined =>
	fieldValue(values, names);

const canBeNamed = (id: string): boolean => isNodeId(id) || isEvmAddress(id) || isBech32Address(id);

function find(names: Names | undefined, id: string): Called | undefined {
	const key = toOneForm(id);
	return names && Object.hasOwn(names, key) ? names[key] : undefined;
}

/** The name the user gave to a node ID or an address, if any. */
export const nameOf = (names: Names | undefined, id: string): string | undefined =>
	find(names, id)?.name;

export const groupOf = (names: Names | undefined, id: string): string | undefined =>
	find(names, id)?.group;

const known = new WeakMap<Names, boolean>();

/** True if any name has a group. Remembered, because every record asks. */
export function haveGroups(names: Names | undefined): boolean {
	if (!names) return false;
	const has = known.get(names) ?? Object.values(names).some(({ group }) => group !== undefined);
	known.set(names, has);
	return has;
}

/** The column of a validator's group. It exists only if any name has a group. */
export const groupColumn = (names: Names | undefined, id: string | null): IDataObject =>
	haveGroups(names) ? { group: (id && groupOf(names, id)) || null } : {};

const ofNames: IdRule = {
	rule: 'lines "ID = name" or "ID = name [group]", a list of rows with an ID and a name, or an object of names by ID',
	needsNames: true,
	takes: canBeNamed,
	called: 'node ID or address',
};

const twiceAdvice = {
	id: 'Remove one of the two.',
	name: 'Give each validator a name of its own: messages and silences could not tell them apart.',
};

/** The IDs in order, with the names that some have. An InvalidField tells the lines or rows of faults. */
export function* collect(
	entries: Named[],
	{ needsNames, takes, called }: IdRule,
	faults = new Faults(),
): Generator<void, { ids: string[]; names?: Names }> {
	const ids: string[] = [];
	const names: Names = {};
	const claimed = new Map<string, { text: string; place: string }>();
	const claim = (of: 'id' | 'name', text: string, what: string, place: string): void => {
		const first = claimed.get(what);
		if (first)
			throw new InvalidField(
				lookOf(first.text) === lookOf(text)
					? `${show(text)} stands twice: in ${first.place} and in ${place}`
					: `${show(first.text)} in ${first.place} and ${show(text)} in ${place} are the same ${of === 'id' ? nounOf(text) : 'name'}`,
				undefined,
				twiceAdvice[of],
			);
		claimed.set(what, { text, place });
	};
	const take = (entry: Named): void => {
		const { place } = entry;
		const id = idIn(entry.id, takes);
		if (id === '')
			throw new InvalidField(
				`no ${called} stands in ${place}`,
				undefined,
				'Enter it there. If there is an expression, it gave nothing: check the name of the field that it reads.',
			);
		if (!takes(id)) {
			const fault = `has no valid ${called} in ${place}: ${show(id)}`;
			throw new InvalidField(fault, id, undefined, place);
		}
		ids.push(id);
		if (!needsNames && isEmpty(entry.name) && isEmpty(entry.group)) return;
		const named = readCalled(entry);
		claim('id', id, toOneForm(id), withName(place, named));
		// Two validators with one name would look the same in a message, and a silence of one would cover both. Addresses may share their owner's name.
		const { name } = named;
		if (name !== undefined && isNodeId(id)) claim('name', name, `name ${keyOfCalled(name)}`, place);
		names[toOneForm(id)] = named;
	};
	for (const entry of entries) {
		yield* spend(workOf.checkedEntry);
		faults.check(entry.place, () => take(entry));
	}
	faults.throwFirst();
	return { ids, names: Object.keys(names).length ? names : undefined };
}

/** The place with the name that stands there, for two lines of one ID. */
const withName = (place: string, { name }: Called): string =>
	name === undefined ? place : `${place} (${show(name)})`;

function* readList(value: unknown, reading: IdRule): ReturnType<typeof collect> {
	const faults = new Faults();
	return yield* collect(yield* listNamed(value, reading, faults), reading, faults);
}

interface NamedKind {
	rule: string;
	takes: (id: string) => boolean;
}

/** The IDs of an entered list, each once and as it was written, with the names that some have. */
export function* readNamed(
	entered: unknown,
	{ rule, takes }: NamedKind,
): Generator<void, { ids: string[]; names?: Names }> {
	const reading: IdRule = { rule, takes, needsNames: false, called: 'address or ID' };
	const { ids, names: given } = yield* readList(entered, reading);
	return { ids: yield* takeOnce(ids), names: given };
}

/** Plain words are meant as names, and not as IDs. */
function kindOf(entered: string): Identifier | undefined {
	if (/^0x/i.test(entered)) return 'evmAddress';
	if (/^(?:[PXC]-)?(?:avax|fuji)1/i.test(entered)) return 'primaryAddress';
	return isLikeId(entered) ? 'nodeId' : undefined;
}

/** The field Names; encoded as {@link Names}. */
export const names: Field<Names | undefined> = {
	displayName: 'Names',
	name: 'names',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg = Frankfurt-1',
	description:
		'Your names for validators and addresses: one "ID = name" per line, or an expression that returns rows with an ID and a name',
	optional: true,
	notSent: true,
	givesNames: true,
	kindOf,
	rule: ofNames.rule,
	encode: paced(function* (value) {
		return (yield* readList(value, ofNames)).names;
	}),
};

/** The field for names of those that the own wallets deal with. */
export const otherNames: Field<Names | undefined> = {
	...names,
	displayName: 'Names of Others',
	name: 'otherNames',
	holds: 'evmAddress',
	placeholder: 'e.g. 0x5087f5B95B91826E7a16779A1f43F567f4E04bd9 = Customer',
	description:
		'Your names for counterparties: one "ID = name" per line, or an expression that returns rows',
};

/** The names of both fields. Of two names for one ID, the own one counts. */
export const joinNames = (own?: Names, others?: Names): Names | undefined =>
	own || others ? { ...others, ...own } : undefined;

/** Where the parameters of a node can have it. */
export const placesOfNames = ['filters', 'additionalFields'].map(
	(collection) => `${collection}.${names.name}`,
);

/** A field of IDs, one per line, each with or without a name. */
export const namedLines = <T>(
	look: FieldWords,
	reading: IdRule,
	toValue: (found: { ids: string[]; names?: Names }) => T,
): Field<T> => ({
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	isMerged: true,
	...look,
	rule: reading.rule,
	encode: paced(function* (value) {
		return toValue(yield* readList(value, reading));
	}),
});
