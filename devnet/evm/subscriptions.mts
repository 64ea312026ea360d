import { WebSocket } from 'ws';
import { fail, RpcError } from '../jsonRpc.mts';
import { checkArguments } from './arguments.mts';
import type { Evm } from './anvil.mts';
import type { EvmChain } from './chain.mts';
import { isFilterRange, readLogs, writeWaiting } from './logs.mts';
import { hex, writeTold } from './records.mts';
import type { Json } from './records.mts';

/** What a chain tells over WebSockets: eth_subscribe, and the notifications of its new blocks and transactions. */

/** Takes the result of one notification. */
export type Tell = (result: unknown) => void;

/** The arguments of each kind; the first is its name. */
const signatures = {
	newHeads: 'text',
	logs: 'text criteria',
	newPendingTransactions: 'text bool?',
	newAcceptedTransactions: 'text bool?',
};
type Kind = keyof typeof signatures;

interface Subscription {
	kind: Kind;
	/** Of the transactions: whether it tells the whole of them. */
	isFull: boolean;
	criteria: Json;
	/** The head when it began: it is told of what comes later. */
	after: number;
	tell: Tell;
}

function readKind(params: unknown): Kind {
	const list = params ?? [];
	if (!Array.isArray(list)) throw new RpcError(-32602, 'non-array args');
	const [name] = list as unknown[];
	if (typeof name !== 'string')
		throw new RpcError(-32602, 'expected subscription name as first argument');
	if (!Object.hasOwn(signatures, name))
		throw new RpcError(-32601, `no ${JSON.stringify(name)} subscription in eth namespace`);
	return name as Kind;
}

/** The subscriptions of one chain. It listens to anvil from the first of them on. */
export function createSubscriptions(chain: EvmChain, start: () => Promise<Evm>) {
	const subscriptions = new Set<Subscription>();
	const tellAll = async (kind: Kind, block: number, write: (to: Subscription) => unknown) => {
		for (const to of [...subscriptions])
			if (to.kind === kind && block > to.after)
				for (const result of [await write(to)].flat()) to.tell(result);
	};

	const tellExecuted = async (block: number) => {
		await chain.untilExecuted(block);
		const number = hex(block);
		await tellAll('logs', block, async ({ criteria: { address, topics } }) => {
			const range = { fromBlock: number, toBlock: number };
			return topics?.length > 4
				? []
				: await readLogs(chain, [{ address, topics: topics ?? [], ...range }], 'eth_getLogs');
		});
		const header = await chain.ask('eth_getBlockByNumber', [number, false]);
		await tellAll('newHeads', block, () => writeTold(header, chain));
	};
	const tellAccepted = async (block: number) => {
		const { transactions } = await chain.ask('eth_getBlockByNumber', [hex(block), true]);
		await tellAll('newAcceptedTransactions', block, ({ isFull }) =>
			transactions.map((tx: Json) => (isFull ? writeWaiting(tx) : tx.hash)),
		);
	};
	const tellPending = async (hash: string) => {
		const waiting = [...subscriptions].filter(({ kind }) => kind === 'newPendingTransactions');
		const isWanted = waiting.some(({ isFull }) => isFull);
		const tx = isWanted ? await chain.ask('eth_getTransactionByHash', [hash]) : undefined;
		for (const { isFull, tell } of waiting) tell(isFull ? writeWaiting(tx) : hash);
	};

	/** Tells block by block, in their order, up to a head. */
	const createWalk = (last: number, visit: (block: number) => Promise<void>) => {
		let done = Promise.resolve();
		return (head: number) => {
			done = done.then(async () => {
				// Anvil can take blocks back.
				last = Math.min(last, head - 1);
				while (last < head) await visit(++last).catch(() => {});
			});
		};
	};

	let listening: Promise<WebSocket> | undefined;
	const listen = async () => {
		const { url } = await start();
		const head = Number(await chain.ask('eth_blockNumber'));
		// Since Helicon a block is accepted, and told as such, before it is executed.
		const walks = chain.isHelicon
			? [createWalk(head, tellAccepted), createWalk(head, tellExecuted)]
			: [createWalk(head, async (block) => (await tellExecuted(block), await tellAccepted(block)))];
		const anvil = new WebSocket(url.replace('http', 'ws'), { maxPayload: 0 });
		const kinds = ['newHeads', 'newPendingTransactions'];
		const ids = new Map<string, string>();
		const ready = Promise.withResolvers<WebSocket>();
		anvil.on('open', () => {
			for (const [id, kind] of kinds.entries())
				anvil.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: [kind] }));
		});
		anvil.on('message', (data: Buffer) => {
			const { id, result, params } = JSON.parse(data.toString());
			if (id !== undefined) ids.set(result, kinds[id]!);
			if (ids.size === kinds.length) ready.resolve(anvil);
			const kind = ids.get(params?.subscription);
			if (kind === 'newHeads') for (const walk of walks) walk(Number(params.result.number));
			if (kind === 'newPendingTransactions') void tellPending(params.result).catch(() => {});
		});
		anvil.on('error', ready.reject);
		return await ready.promise;
	};

	/** Begins a subscription; what ends it. Throws an RpcError. */
	async function subscribe(params: unknown, tell: Tell): Promise<() => void> {
		const kind = readKind(params);
		const given = checkArguments(params, signatures[kind]);
		const criteria = kind === 'logs' ? ((given[1] ?? {}) as Json) : {};
		const { fromBlock = 'latest', toBlock = 'latest' } = criteria;
		if (!isFilterRange(fromBlock, toBlock))
			throw fail('invalid from and to block combination: from > to');
		await (listening ??= listen());
		const isEarly = kind === 'newAcceptedTransactions';
		const after = isEarly ? Number(await chain.ask('eth_blockNumber')) : await chain.head();
		const subscription = { kind, isFull: given[1] === true, criteria, after, tell };
		subscriptions.add(subscription);
		return () => void subscriptions.delete(subscription);
	}

	const close = async () => (await listening?.catch(() => undefined))?.terminate();
	return { subscribe, close };
}
