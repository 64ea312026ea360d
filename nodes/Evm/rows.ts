/** What a row of the EVM tables can say, and how it becomes an operation. */
import { evmChain } from '../shared/chains/fields';
import { toChecksumAddress } from '../shared/values/checksum';
import {
	asked,
	askedChain,
	putBetween,
	toColumns,
	type Column,
	type Columns,
} from '../shared/operation/columns';
import type { Failure } from '../shared/errors';
import type { Field } from '../shared/fields/fields';
import { isHash, toDecimal } from '../shared/values/hex';
import {
	isLocal,
	mapRows,
	type LocalOperation,
	type Output,
	type RpcOperation,
	type Values,
} from '../shared/operation/operations';
import { jsonRpcGroup } from '../shared/operation/groups';
import { describeAvailability, explainUnknownMethod, noteApi, type ApiName } from './apis';
import { readable, readableUnits } from './readable';

/** An operation that, unless the row says more, reads something at little cost to the node. */
export interface EvmRow extends Omit<RpcOperation, 'safe' | 'effect' | 'removed'> {
	/** Changes something, or uses up what it reads: never batched, never sent twice. */
	effect?: true;
	/**
	 * Costs the node much: never batched, never sent twice, since the node goes on with what a client has given up
	 * (seen on avalanchego v1.14.2).
	 */
	heavy?: true;
	/** The API of the chain's configuration that serves the method; null where every node does, or where it depends. */
	api: ApiName | null;
	/** What to use where the C-Chain serves the method no more or not by default. */
	instead?: string;
	/**
	 * The fields of the question with which Simplify begins the record. Where a row says nothing, the chain alone; its
	 * own columns say all themselves.
	 */
	about?: string[];
}

export type EvmRows = Record<string, EvmRow | LocalOperation>;

export interface EvmResource {
	name: string;
	operations: EvmRows;
}

/** The row as the engine and the editor know it. */
function toOperation(declared: EvmRow | LocalOperation): RpcOperation | LocalOperation {
	if (isLocal(declared)) return declared;
	const { effect, heavy, api, instead, about, simplify, ...row } = declared;
	const safe = !effect && !heavy;
	noteApi(row.method, api);
	const availability = describeAvailability(api, instead);
	const { note = row.note, removed } = availability;
	const notPublic = joinSentences(row.notPublic, availability.notPublic);
	return {
		...row,
		simplify: withMissing(
			row.params ?? [],
			withAsked(about ?? (typeof simplify === 'function' ? ['chain'] : []), simplify),
		),
		safe,
		effect: effect ?? false,
		counts: row.counts ?? (typeof simplify === 'function' ? readableUnits : undefined),
		timeLimit: row.timeLimit ?? (heavy && { seconds: 300 }),
		notPublic,
		removed,
		note,
		explain: async (failure, values, client) =>
			(await row.explain?.(failure, values, client)) ??
			(failure.kind === 'method-unknown'
				? await explainUnknownMethod(
						client,
						String(values.chain),
						String(values.method ?? row.method),
					)
				: undefined),
	};
}

/** A table of the EVM API: its methods stand below the chain that is asked. */
export const evmGroup = (resources: Record<string, EvmResource>) =>
	jsonRpcGroup(
		{ path: '/ext/bc/{chain}/rpc', params: 'positional', batches: true, common: [evmChain] },
		mapRows(resources, toOperation),
	);

/** The record of columns that all say what was asked. */
const nothing = {};

/** A block as it was asked for: its number in decimal, its hash, or a tag such as latest. */
const readBlock = (block: unknown): unknown =>
	isHash(String(block)) ? block : (toDecimal(block) ?? block);

/** What was asked for, as a column. */
function toAsked(field: string): [name: string, column: Column] {
	if (field === 'block') return [field, { ...asked(field), read: readBlock }];
	if (field === 'transactionHash') return ['txHash', asked(field)];
	if (field === 'index') return [field, { ...asked(field), read: toDecimal }];
	if (field === 'chain') return [field, askedChain(field)];
	if (field !== 'address' && field !== 'contract') return [field, asked(field)];
	return ['address', { ...asked(field), read: toChecksumAddress }];
}

/**
 * Simplify, with what was asked for: first of whom, and last where and when, which is the same in most items. A field of
 * the record's own with such a name stays.
 */
function withAsked(about: string[], simplify: EvmRow['simplify']): EvmRow['simplify'] {
	if (!about.length) return simplify;
	const isPlace = (field: string) => field === 'chain' || field === 'block';
	const [places, subjects] = [about.filter(isPlace), about.filter((field) => !isPlace(field))].map(
		(fields): Columns => Object.fromEntries(fields.map(toAsked)),
	);
	if (typeof simplify === 'object') return { ...subjects, ...simplify, ...places, ...simplify };
	return (record, values) => {
		const own = simplify ? simplify(record, values) : record;
		return putBetween(
			toColumns(nothing, subjects, values),
			own,
			toColumns(nothing, places, values),
		);
	};
}

/** What names a transaction or a block in a question. */
const lookedUp = ['transactionHash', 'blockHash', 'block', 'index'];

/** Simplify, with what was looked up where it was not found: a record that was found says it itself. */
function withMissing(params: Field[], simplify: EvmRow['simplify']): EvmRow['simplify'] {
	const names = params.map(({ name }) => name).filter((name) => lookedUp.includes(name));
	if (typeof simplify !== 'function' || !names.length) return simplify;
	const columns: Columns = Object.fromEntries(names.map(toAsked));
	return (record, values) => {
		const shown = simplify(record, values);
		return record.found === false ? { ...toColumns({}, columns, values), ...shown } : shown;
	};
}

const joinSentences = (...sentences: Array<string | undefined>): string | undefined =>
	sentences.filter(Boolean).join('. ') || undefined;

type Result = Pick<EvmRow, 'output' | 'simplify' | 'about'>;

/** The answer is one text, named so. */
export const named = (as: string): Result => ({ output: { kind: 'record', as } });

/** The answer is one number or amount in hexadecimal, named so; `about` as in the row. */
export const number = (as: string, ...about: string[]): Result => ({
	...named(as),
	simplify: readable(),
	about: about.length ? about : undefined,
});

/** The answer is a list; elements that are no objects are named so. */
export const list = (as: string): Result => ({ output: { kind: 'list', as } });

/** The same of a node that writes an empty list as null. */
export const listOrNull = (as: string): Result => ({
	output: { kind: 'list', as, mayBeNull: true },
});

const missing = { found: false };

/** The answer is an object or, where nothing is found, null. */
export const found = (simplify?: EvmRow['simplify']): Result => ({
	output: { kind: 'record', none: missing },
	simplify,
});

/** The answer is a list or, where nothing is found, null. */
export const foundList = (simplify?: EvmRow['simplify']): Result => ({
	output: { kind: 'list', none: missing },
	simplify,
});

/** The answer is a number or, where nothing is found, null. */
export const foundNumber = (as: string, ...about: string[]): Result => ({
	...number(as, ...about),
	output: { kind: 'record', as, none: missing },
});

/** The answer is bytes, `0x` where nothing is found. */
export const foundBytes = (as: string): Pick<EvmRow, 'output'> => ({
	output: { kind: 'record', as, none: missing, nothing: '0x' },
});

/** The answer says nothing. */
export const done: { output: Output } = { output: { kind: 'success' } };

/** Who serves the method, for the node that does not know it; `isElsewhere` says whether another one was asked. */
export const servedBy = (
	who: string,
	isElsewhere: (values: Values) => boolean = () => true,
): Pick<EvmRow, 'explain'> => ({
	explain: ({ kind }: Failure, values: Values) =>
		kind === 'method-unknown' && isElsewhere(values) ? who : undefined,
});
