import { startAnvil } from './anvil.mts';
import type { Evm } from './anvil.mts';
import { blockTags, checkArguments } from './arguments.mts';
import { readAnswer, unknownMethod } from './errors.mts';
import { listContracts } from './contracts.mts';
import { cChainMethods, methods, subnetMethods } from './methods.mts';
import { fail, isAfterHelicon, RpcError } from '../jsonRpc.mts';
import type { Version } from '../jsonRpc.mts';
import type * as Ledger from '../ledger.mts';
import { createRecorded } from './recorded.mts';
import { createJoin } from './join.mts';
import { provenOnNodeOnly } from './provenOnNodeOnly.mts';
import { hex } from './records.mts';
import { isListed, isOnSinceHelicon } from './served.mts';
import { createSubscriptions } from './subscriptions.mts';
import { fillAccounts, putTokens } from './token.mts';

/** One EVM chain of the node: the C-Chain or one of the subnet EVM. */

export interface EvmChainOptions {
	/** The EVM chain ID, in decimal. */
	id: string;
	isSubnet: boolean;
	isReal: boolean;
	version: Version;
	/** Most blocks of one eth_getLogs; 0 for any number. */
	maxLogBlocks: number;
	/** What the configuration lists in `apis`; read by the C-Chain since 1.15.2. */
	apis?: string[];
	/** What the data service tells of the chain. */
	ledger: Ledger.EvmChain;
	/** Whether the EVM goes on where the ledger ends, and both know what comes then; if not, it begins at block 0. */
	isJoined: boolean;
	/** Keeps the chain from one start to the next; by default it begins anew. */
	file?: string;
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
	/** Number of the first block of anvil. */
	first: number;
	/** Logs of a range of blocks that anvil did not make. */
	listRecordedLogs(criteria: Record<string, any>): Array<Record<string, any>>;
	/** What anvil forgets of its filters, by their ID. */
	filters: Map<string, Filter>;
	/** Asks anvil; a node's error is thrown. */
	ask(method: string, params?: unknown[]): Promise<any>;
	/** Height of the last block that is accepted and, since Helicon, executed. */
	head(): Promise<number>;
	/** Waits, since Helicon, until the block is executed. */
	untilExecuted(block: string | number): Promise<void>;
	/** The height that a tag or a hexadecimal number means, whether there is such a block or not. */
	findNumber(block: string): Promise<number>;
	/** Block, tag or hash in the words of anvil. Throws -32000 where there is none. */
	resolve(block: unknown): Promise<unknown>;
}

/** Whether a method needs what a block did; the others read it as it was accepted. */
const readsState = (signature: string, method: string) =>
	/\bblock(OrHash|OrPool|To)/.test(signature) || method.startsWith('debug_trace');

const noBlock = 'invalid arguments; neither block nor hash specified';
const unknownHash = 'header for hash not found';
/** The hash of a block that is asked for by it, alone or in an object. */
const hashOf = (block: unknown) => (block as { blockHash?: string } | null)?.blockHash ?? block;

/** Its calls, and the process behind it, which starts with the first call that needs it. */
export function createEvmChain(options: EvmChainOptions) {
	const { id, isSubnet, version, file, ledger, isJoined } = options;
	const first = isJoined ? ledger.blocks.at(-1)!.number + 1 : undefined;
	let started: Promise<Evm> | undefined;
	const start = (): Promise<Evm> => (started ??= launch());
	const launch = async () => {
		const evm = await startAnvil({ chainId: Number(id), first, file });
		await putTokens(evm, ledger);
		await fillAccounts(evm, ledger);
		return evm;
	};
	const isHelicon = isAfterHelicon(version) && !isSubnet;
	const served = {
		...listContracts(isSubnet),
		...methods,
		...(isSubnet ? subnetMethods : cChainMethods),
	};
	for (const name of Object.keys(provenOnNodeOnly)) delete served[name];
	const isServed = (name: string) =>
		!isHelicon || (version === '1.15.2' ? isListed(name, options.apis) : isOnSinceHelicon(name));
	for (const name of Object.keys(served)) if (!isServed(name)) delete served[name];
	const namespaces = [...new Set(Object.keys(served).map((name) => name.split('_')[0]!))].sort();

	const recorded = createRecorded(ledger, first);
	const ask = async (method: string, params: unknown[] = []) => {
		const known = recorded.answer(method, params);
		if (known !== undefined) return known;
		const evm = await start();
		return readAnswer(await evm.ask(method, recorded.replay(method, params)), method);
	};
	/** While execution is held: the last executed block, and what ends the waiting of the others. */
	let held: { last: number; done: Promise<void>; resume: () => void } | undefined;
	const acceptedHead = async () => Number(await ask('eth_blockNumber'));
	const head = async () => held?.last ?? (await acceptedHead());
	const holdExecution = async () => {
		if (!isHelicon) throw new Error('Before Helicon a block is executed before it is accepted');
		const { promise, resolve: resume } = Promise.withResolvers<void>();
		held ??= { last: await acceptedHead(), done: promise, resume };
	};
	const resumeExecution = () => {
		held?.resume();
		held = undefined;
	};
	const untilExecuted = async (block: string | number) => {
		if (held && Number(block) > held.last && !recorded.findBlock(hex(Number(block))))
			await held.done;
	};
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
			const old = recorded.findBlock(block);
			return old && recorded.hasState(old) ? hex(old.number) : { blockHash: block };
		}
		const isLatest = ['latest', 'pending', 'accepted'].includes(block);
		if (isLatest && isJoined) return hex(await head());
		if (isLatest) return held ? hex(held.last) : 'latest';
		const number = await findNumber(block);
		if (recorded.findBlock(hex(number))) return hex(number);
		if (number > (await acceptedHead())) throw fail('cannot query unfinalized data');
		return hex(number);
	};
	const chain: EvmChain = {
		...options,
		isHelicon,
		namespaces,
		first: first ?? 0,
		listRecordedLogs: recorded.listLogs,
		filters: new Map(),
		ask,
		head,
		findNumber,
		resolve,
		untilExecuted,
	};

	/** What a call gives whose block is not there, by the type of the argument; the others fail. */
	const absent: Record<string, unknown> = {
		blockOrNull: null,
		blockOrHashOrNull: null,
		blockOrEmpty: '0x',
	};
	/** What others say of a block that is not there, instead of what most say. */
	const refusals: Record<string, Array<[said: string, write: (block: unknown) => string]>> = {
		blockToProve: [
			[
				unknownHash,
				(hash) => `historical proof query not allowed: block from hash ${hash} doesn't exist`,
			],
			[noBlock, () => 'historical proof query not allowed: block number or hash not provided'],
		],
		blockToTrace: [[unknownHash, (hash) => `block ${hash} not found`]],
	};

	/** The height of a resolved block; 0 for what is none. */
	const numberOf = async (block: unknown): Promise<number> => {
		const { blockHash } = (block ?? {}) as { blockHash?: string };
		const found = blockHash && (await ask('eth_getBlockByHash', [blockHash, false]));
		if (found) return Number(found.number);
		return typeof block === 'string' && /^0x[0-9a-f]{1,16}$/.test(block) ? Number(block) : 0;
	};

	/** The result of a call. Throws an RpcError. */
	async function call(method: string, params: unknown): Promise<unknown> {
		if (/_subscribe$/.test(method)) throw new RpcError(-32601, 'notifications not supported');
		if (/_unsubscribe$/.test(method)) {
			checkArguments(params, 'filterId');
			throw fail('subscription not found');
		}
		const row = Object.hasOwn(served, method) ? served[method] : undefined;
		if (!row) throw unknownMethod(method);
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
		if (held && readsState(signature, method))
			for (const block of args) await untilExecuted(await numberOf(block));
		while (args.length && (args.at(-1) === undefined || args.at(-1) === null)) args.pop();
		return await answer(chain, args, method);
	}

	const join = createJoin(ledger);
	/** Lets the ledger and an EVM that runs know the same, where they are joined. */
	const catchUp = async (): Promise<Evm | undefined> => {
		const evm = isJoined ? await started : undefined;
		if (evm) await join(evm);
		return evm;
	};

	const { subscribe, close: closeSubscriptions } = createSubscriptions(chain, start);
	const close = async () => {
		await closeSubscriptions();
		await (await started?.catch(() => undefined))?.close();
	};
	return { id, call, subscribe, start, catchUp, close, holdExecution, resumeExecution };
}
