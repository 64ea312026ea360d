/** The rows of the EVM tables, and how they become operations. */
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
	type Group,
	type LocalOperation,
	type Output,
	type RpcOperation,
	type Values,
} from '../shared/operation/operations';
import { jsonRpcGroup } from '../shared/operation/groups';
import { sayNotFound } from '../shared/operation/remarks';
import { describeAvailability, explainUnknownMethod, noteApi, type ApiName } from './apis';
import { readableUnits, readsNumber } from './readable';

/** An EVM operation. By default it reads something at little cost to the node. */
export interface EvmRow extends Omit<RpcOperation, 'safe' | 'effect' | 'removed'> {
	/** Changes something, or uses up the data it reads. Never batched, never sent twice. */
	effect?: true;
	/**
	 * Costs the node much. Never batched, never sent twice, because the node keeps working on a request that the client
	 * gave up (seen on avalanchego v1.14.2).
	 */
	heavy?: true;
	/** The API of the chain config that serves the method. Null if every node does, or if the request decides. */
	api: ApiName | null;
	/** What to use if the C-Chain no longer serves the method, or not by default. */
	instead?: string;
	/**
	 * The request fields that Simplify adds to the record. By default only the chain. A row whose Simplify is a list of
	 * columns adds none by default, because its columns say everything.
	 */
	about?: string[];
}

export type EvmRows = Record<string, EvmRow | LocalOperation>;

export interface EvmResource {
	name: string;
	operations: EvmRows;
}

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

/** A group of EVM operations. The path of their methods depends on the chain. */
export const evmGroup = (resources: Record<string, EvmResource>): Group => ({
	...jsonRpcGroup(
		{ path: '/ext/bc/{chain}/rpc', params: 'positional', batches: true, common: [evmChain] },
		mapRows(resources, toOperation),
	),
	remarks: [sayNotFound],
});

/** An empty record, for columns that come from the request only. */
const nothing = {};

/** The requested block: its number in decimal, its hash, or a tag such as latest. */
const readBlock = (block: unknown): unknown =>
	isHash(String(block)) ? block : (toDecimal(block) ?? block);

/** The column of a request field. */
function toAsked(field: string): [name: string, column: Column] {
	if (field === 'block') return [field, { ...asked(field), read: readBlock }];
	if (field === 'transactionHash') return ['txHash', asked(field)];
	if (field === 'index') return [field, { ...asked(field), read: toDecimal }];
	if (field === 'chain') return [field, askedChain(field)];
	if (field !== 'address' && field !== 'contract') return [field, asked(field)];
	return ['address', { ...asked(field), read: toChecksumAddress }];
}

const columnsOf = (fields: string[]): Columns => Object.fromEntries(fields.map(toAsked));

/** In this order. Of columns with the same name, the own one wins. */
const joinColumns = (before: Columns, own: Columns, behind: Columns): Columns =>
	Object.fromEntries(
		Object.entries({ ...before, ...own, ...behind }).map(([name, column]) => [
			name,
			own[name] ?? column,
		]),
	);

/**
 * Adds the request fields to Simplify: subjects first, chain and block last, because these are the same in most items.
 * A field of the record with the same name wins.
 */
function withAsked(about: string[], simplify: EvmRow['simplify']): EvmRow['simplify'] {
	if (!about.length) return simplify;
	const isPlace = (field: string) => field === 'chain' || field === 'block';
	const places = columnsOf(about.filter(isPlace));
	const subjects = columnsOf(about.filter((field) => !isPlace(field)));
	if (typeof simplify === 'object') return joinColumns(subjects, simplify, places);
	return (record, values) => {
		const own = simplify ? simplify(record, values) : record;
		return putBetween(
			toColumns(nothing, subjects, values),
			own,
			toColumns(nothing, places, values),
		);
	};
}

/** Request fields that identify a transaction or a block. */
const lookedUp = ['transactionHash', 'blockHash', 'block', 'index'];

/** Adds the requested transaction or block to Simplify if it was not found. A found record names itself. */
function withMissing(params: Field[], simplify: EvmRow['simplify']): EvmRow['simplify'] {
	const names = params.map(({ name }) => name).filter((name) => lookedUp.includes(name));
	if (typeof simplify !== 'function' || !names.length) return simplify;
	const columns = columnsOf(names);
	return (record, values) => {
		const shown = simplify(record, values);
		return record.found === false ? { ...toColumns({}, columns, values), ...shown } : shown;
	};
}

const joinSentences = (...sentences: Array<string | undefined>): string | undefined =>
	sentences.filter(Boolean).join('. ') || undefined;

type Result = Pick<EvmRow, 'output' | 'simplify' | 'about'>;

/** The answer is one value, which stays as it came. It gets this name. */
export const single = (as: string): Result => ({ output: { kind: 'record', as } });

/** The answer is one number in hexadecimal. It gets this name, and the unit of that name. `about` as in {@link EvmRow}. */
export const number = (as: string, ...about: string[]): Result => ({
	...single(as),
	simplify: readsNumber(as),
	about: about.length ? about : undefined,
});

/** The answer is a list. Elements that are not objects get this name. */
export const list = (as: string): Result => ({ output: { kind: 'list', as } });

/** Like `list`, for nodes that write an empty list as null. */
export const listOrNull = (as: string): Result => ({
	output: { kind: 'list', as, mayBeNull: true },
});

const missing = { found: false };

/** The answer is an object, or null if nothing is found. */
export const found = (simplify?: EvmRow['simplify']): Result => ({
	output: { kind: 'record', none: missing },
	simplify,
});

/** The answer is a list, or null if nothing is found. */
export const foundList = (simplify?: EvmRow['simplify']): Result => ({
	output: { kind: 'list', none: missing },
	simplify,
});

/** The answer is a number, or null if nothing is found. */
export const foundNumber = (as: string, ...about: string[]): Result => ({
	...number(as, ...about),
	output: { kind: 'record', as, none: missing },
});

/** The answer is bytes, `0x` if nothing is found. */
export const foundBytes = (as: string): Pick<EvmRow, 'output'> => ({
	output: { kind: 'record', as, none: missing, nothing: '0x' },
});

/** The answer is empty. */
export const done: { output: Output } = { output: { kind: 'success' } };

/** Says who serves a method that the node does not know. `isElsewhere` is true if the request went to another. */
export const servedBy = (
	who: string,
	isElsewhere: (values: Values) => boolean = () => true,
): Pick<EvmRow, 'explain'> => ({
	explain: ({ kind }: Failure, values: Values) =>
		kind === 'method-unknown' && isElsewhere(values) ? who : undefined,
});
