/** Fields that hold a list: an operation runs for its values one by one, or a request takes them together. */
import { paced, piecesOf, spend, workOf } from '../pace';
import { isEvmAddress } from '../values/checksum';
import { isBech32Address, isNodeId } from '../values/ids';
import { findEntries, findSeveral, takeOnce } from './entries';
import { Faults } from './faults';
import type { EncodeContext, Field, FieldWords } from './fields';
import { identifierOf } from './identifiers';
import { InvalidField, show } from './invalid';
import { asText, textual } from './kinds';
import { located } from './located';
import { readNamed, type Names } from './names';
import { demandSigns, hasMarks, rowsIn } from './namedEntries';
import { readPasted } from './pasted';

/** Encodes the first of several values, and checks all. */
function encodeFirst(field: Field): Field['encode'] {
	const { encode } = field;
	return paced(function* (value: unknown, context: EncodeContext) {
		// Most users enter one, which needs no search.
		if (isOneEntry(value)) return encode(value, context);
		const { values } = yield* severalOf(value, field);
		const faults = new Faults();
		const encoded: unknown[] = [];
		for (const [i, one] of values.entries()) {
			yield* spend(workOf.checkedEntry);
			const place = values.length > 1 ? `entry ${i + 1}` : undefined;
			encoded.push(faults.check(place ?? '', () => placing(place, () => encode(one, context))));
		}
		faults.throwFirst();
		return encoded[0];
	});
}

/** Adds the place in a list to the refusal of one value. */
function placing<T>(place: string | undefined, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw withPlace(error, place);
	}
}

function withPlace(error: unknown, place: string | undefined): unknown {
	if (!(error instanceof InvalidField)) return error;
	const { message, entered, description } = error;
	return new InvalidField(message, entered, description, place);
}

/** A field of a reading operation that runs for each of several values. `encode` gets one of them. */
export const forEachOf = (field: Field): Field => ({
	...field,
	isSeveral: true,
	// Lines with names need more than one row.
	...(field.type === 'string' && { typeOptions: { rows: 2 } }),
	encode: encodeFirst(field),
	rule: `${field.rule}; several are separated by commas or lines, or are a list; each line may have "= name"`,
	description: `${field.description}. Separate several by commas, or enter lines such as "0x... = name".`,
});

/** Longer texts are searched in pieces. */
const longestEntry = 100;

/** True if a text is a single entry or empty, as most are. */
export const isOneEntry = (given: unknown): given is string =>
	typeof given === 'string' && given.length <= longestEntry && !/[,;|\s={]/.test(given);

interface NamedValues {
	values: unknown[];
	names?: Names;
}

/** The values entered into a field of several. */
export function* severalOf(
	given: unknown,
	{ holds, rule = '' }: Field,
): Generator<void, NamedValues> {
	const entered = rowsIn(located(given));
	if (holds !== 'evmAddress') return { values: yield* takeOnce(yield* findSeveral(entered)) };
	if (!hasMarks(entered)) {
		demandSigns(entered, isEvmAddress);
		return { values: yield* takeOnce(yield* findSeveral(entered)) };
	}
	const { ids, names } = yield* readNamed(entered, { rule, takes: isEvmAddress });
	return { values: ids, names };
}

/** A list of IDs that also takes names. It encodes to its own value and the value `names`. */
export const withNames = (field: Field, takes: (id: string) => boolean): Field => ({
	...field,
	isMerged: true,
	typeOptions: { rows: 2 },
	rule: `${field.rule}, each with "= name" behind it in a line of its own or not`,
	encode: paced(function* (given: unknown, context: EncodeContext) {
		const value = rowsIn(given);
		const { rule = '' } = field;
		const hasLines = hasMarks(value);
		if (!hasLines) demandSigns(value, takes);
		const { ids, names }: { ids: unknown; names?: Names } = hasLines
			? yield* readNamed(value, { rule, takes })
			: { ids: value };
		const encoded = yield* piecesOf(field.encode, ids, context);
		if (encoded === undefined) return undefined;
		return names ? { [field.name]: encoded, names } : { [field.name]: encoded };
	}),
});

/** Several texts, with commas or as an array from an expression. `join` makes the value to send. An ID counts once. */
export const textList = <T = string[]>(
	look: FieldWords,
	rule: string,
	test: (value: string) => boolean,
	join = (values: string[]) => values as T,
): Field<T | undefined> => {
	const field = textual(
		{ holds: identifierOf(test), ...look },
		`a list of ${rule}`,
		() => undefined,
	);
	const { displayName, holds } = field;
	// "1 000" is one number, not a list of two.
	const kind = holds ? 'word' : 'text';
	const encode = paced(function* (value: unknown) {
		const values = yield* findTexts(value, kind);
		const faults = new Faults();
		const demand = (i: number): void => {
			const entry = values[i];
			if (holds) values[i] = readPasted(entry, { displayName, holds, takes: test });
			if (test(values[i])) return;
			const fault = `must be a list of ${rule}; ${show(entry)} is not one`;
			const place = values.length > 1 ? `entry ${i + 1}` : undefined;
			throw new InvalidField(fault, entry, undefined, place);
		};
		for (const [i, entry] of values.entries()) {
			yield* spend(workOf.checkedEntry + entry.length * workOf.character);
			faults.check(`entry ${i + 1}`, () => demand(i));
		}
		faults.throwFirst();
		const once = holds ? yield* takeOnce(values) : values;
		return once.length ? join(once) : undefined;
	});
	return { ...field, encode };
};

function* findTexts(value: unknown, kind: 'word' | 'text'): Generator<void, string[]> {
	if (!Array.isArray(value)) return yield* findEntries(asText(value), kind);
	const texts: string[] = [];
	for (const entry of value) {
		yield* spend(workOf.entry);
		const text = asText(entry);
		if (text !== '') texts.push(text);
	}
	return texts;
}

const nodeIdsLook = {
	displayName: 'Node IDs',
	name: 'nodeIds',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	description: 'Node IDs (NodeID-...), separated by commas, or an expression that returns a list',
};
const nodeIdsRule = 'node IDs (NodeID-... with a valid checksum)';

/** Node IDs as an array, the form that a node takes. */
export const nodeIds = textList({ ...nodeIdsLook, apiName: 'nodeIDs' }, nodeIdsRule, isNodeId);

const joined = (values: string[]): string => values.join(',');

const isPrimaryAddress = (address: string): boolean =>
	/^([PX]-)?(avax|fuji)1/.test(address) && isBech32Address(address);

/** Joined by commas, as the data service takes them. */
export const joinedAddresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		holds: 'primaryAddress',
		placeholder: 'e.g. P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		description:
			'Addresses that begin with avax1 or fuji1, separated by commas, or in lines such as "P-avax1... = name"',
	},
	'addresses such as P-avax1... with a valid checksum',
	isPrimaryAddress,
	joined,
);

export const primaryAddresses = withNames(joinedAddresses, isPrimaryAddress);
