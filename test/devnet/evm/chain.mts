import { fundedAccount, startAnvil } from './anvil.mts';
import type { Evm } from './anvil.mts';
import { blockTags, checkArguments } from './arguments.mts';
import { readAnswer, unknownMethod } from './errors.mts';
import { cChainMethods, goneSinceHelicon, methods, subnetMethods } from './methods.mts';
import { fail, RpcError } from '../gorilla.mts';
import type { Version } from '../gorilla.mts';
import { demoAccount } from '../ledger.mts';
import { provenOnNodeOnly } from './provenOnNodeOnly.mts';

/** One EVM chain of the node: the C-Chain or one of the subnet EVM. */

export interface EvmChainOptions {
	/** The EVM chain ID, in decimal. */
	id: string;
	isSubnet: boolean;
	isReal: boolean;
	version: Version;
	/** Most blocks of one eth_getLogs; 0 for any number. */
	maxLogBlocks: number;
}

interface Filter {
	/** Of a filter of logs. */
	criteria?: Record<string, any>;
	/** Of one of waiting transactions: whether it tells the whole of them. */
	isFull?: boolean;
}

export interface EvmChain extends EvmChainOptions {
	isHelicon: boolean;
	namespaces: string[];
	/** What anvil forgets of its filters, by their ID. */
	filters: Map<string, Filter>;
	/** Asks anvil; a node's error is thrown. */
	ask(method: string, params?: unknown[]): Promise<any>;
	/** Height of the last accepted block. */
	head(): Promise<number>;
	/** The height that a tag or a hexadecimal number means, whether there is such a block or not. */
	findNumber(block: string): Promise<number>;
	/** Block, tag or hash in the words of anvil. Throws -32000 where there is none. */
	resolve(block: unknown): Promise<unknown>;
}

const noBlock = 'invalid arguments; neither block nor hash specified';
const unknownHash = 'header for hash not found';
/** The hash of a block that is asked for by it, alone or in an object. */
const hashOf = (block: unknown) => (block as { blockHash?: string } | null)?.blockHash ?? block;

/** Its calls, and the process behind it, which starts with the first call that needs it. */
export function createEvmChain(options: EvmChainOptions) {
	const { id, isSubnet, version } = options;
	let started: Promise<Evm> | undefined;
	const start = (): Promise<Evm> =>
		(started ??= startAnvil({ chainId: Number(id), funded: [fundedAccount, demoAccount] }));
	const isHelicon = version === '1.15' && !isSubnet;
	const served = { ...methods, ...(isSubnet ? subnetMethods : cChainMethods) };
	if (isHelicon) for (const name of goneSinceHelicon) delete served[name];
	const namespaces = [...new Set(Object.keys(served).map((name) => name.split('_')[0]!))].sort();

	const ask = async (method: string, params: unknown[] = []) =>
		readAnswer(await (await start()).ask(method, params), method);
	const head = async () => Number(await ask('eth_blockNumber'));
	const findNumber = async (block: string) => {
		if (!blockTags.includes(block)) return Number(block);
		if (block === 'earliest') return 0;
		const isSettled = isHelicon && ['safe', 'finalized'].includes(block);
		return Math.max(0, (await head()) - (isSettled ? 1 : 0));
	};
	const resolve = async (block: unknown): Promise<unknown> => {
		if (typeof block === 'object' && block !== null) {
			const { blockNumber, blockHash } = block as Record<string, string | undefined>;
			return await resolve(blockNumber ?? blockHash);
		}
		if (typeof block !== 'string') throw fail(noBlock);
		if (block.length === 66) {
			if (!(await ask('eth_getBlockByHash', [block, false]))) throw fail(unknownHash);
			return { blockHash: block };
		}
		const isLatest = ['latest', 'pending', 'accepted'].includes(block);
		if (isLatest) return 'latest';
		const number = await findNumber(block);
		if (number > (await head())) throw fail('cannot query unfinalized data');
		return `0x${number.toString(16)}`;
	};
	const chain: EvmChain = {
		...options,
		isHelicon,
		namespaces,
		filters: new Map(),
		ask,
		head,
		findNumber,
		resolve,
	};

	/** What a call gives whose block is not there, by the type of the argument; the others fail. */
	const absent: Record<string, unknown> = { blockOrNull: null, blockOrHashOrNull: null, blockOrEmpty: '0x' };
	/** What others say of a block that is not there, instead of what most say. */
	const refusals: Record<string, Array<[said: string, write: (block: unknown) => string]>> = {
		blockToProve: [
			[unknownHash, (hash) => `historical proof query not allowed: block from hash ${hash} doesn't exist`],
			[noBlock, () => 'historical proof query not allowed: block number or hash not provided'],
		],
		blockToTrace: [[unknownHash, (hash) => `block ${hash} not found`]],
	};

	/** The result of a call. Throws an RpcError. */
	async function call(method: string, params: unknown): Promise<unknown> {
		if (/_subscribe$/.test(method)) throw new RpcError(-32601, 'notifications not supported');
		if (/_unsubscribe$/.test(method)) {
			checkArguments(params, 'filterId');
			throw fail('subscription not found');
		}
		const row = Object.hasOwn(served, method) ? served[method] : undefined;
		if (!row || method in provenOnNodeOnly) throw unknownMethod(method);
		const [signature, answer] = row;
		const given = checkArguments(params, signature);
		const args: unknown[] = [];
		for (const [i, type] of signature.split(' ').filter(Boolean).entries()) {
			const value = given[i];
			const plain = type.replace('?', '');
			const tracer = /config$/i.test(plain) && (value as { tracer?: string } | null)?.tracer;
			if (tracer && tracer in provenOnNodeOnly) throw unknownMethod(method);
			const isUnset = value === undefined || value === null;
			try {
				if (plain === 'blockToTrace' && value === 'pending')
					throw fail('tracing on top of pending is not supported');
				if (plain === 'blockOrPool' && value === 'pending') args.push(value);
				else if (plain.startsWith('block') && plain !== 'blockOverrides')
					args.push(await resolve(isUnset && type.endsWith('?') ? 'latest' : value));
				else args.push(value);
			} catch (error) {
				if (plain in absent) return absent[plain];
				const { message } = error as Error;
				const found = refusals[plain]?.find(([said]) => said === message);
				throw found ? fail(found[1](hashOf(value))) : error;
			}
		}
		while (args.length && (args.at(-1) === undefined || args.at(-1) === null)) args.pop();
		return await answer(chain, args, method);
	}

	const close = async () => await (await started?.catch(() => undefined))?.close();
	return { call, start, close };
}
