/** Lists whose service leads from empty page to empty page: a few are legal, and without an end they are an error. */
import type { INodeParameters } from 'n8n-workflow';
import { useNode, useTrigger } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

/** How many empty pages, each with a new token, come before each page that holds something. */
let empty: number;
/** Pages there are, empty ones left out; each holds one record. */
let pages: number;
/** Answers of other lists than the one that is tried. */
let instead: (url: URL) => unknown;

/** What every transaction of the Data API has beside its place. */
const party = { address: `0x${'1'.repeat(40)}` };
const ofTransaction = { blockIndex: 0, txStatus: '1', from: party, to: party };

const newest = 100;
/** The block whose transactions are asked for. */
const blockOf = ({ pathname }: URL): string | undefined => /blocks\/(\d+)/.exec(pathname)?.[1];

const fields: Record<string, string> = {
	rewards: 'historicalRewards',
	transactions: 'transactions',
};
function answer(url: URL): unknown {
	const nth = Number(url.searchParams.get('pageToken')?.slice(1) ?? 0);
	const field = Object.keys(fields).find((name) => url.pathname.includes(name))!;
	const page = Math.floor(nth / (empty + 1));
	const isEmpty = nth % (empty + 1) < empty;
	const lowest = Number(url.searchParams.get('startBlock') ?? 0);
	const ofBlock = blockOf(url);
	if (Number(ofBlock) > newest) return { transactions: [] };
	const record = {
		blockNumber: ofBlock ?? String(Math.max(lowest, newest - page)),
		blockTimestamp: 1_800_000_000,
		txHash: `0x${page}`,
		...ofTransaction,
		endTimestamp: 1_800_000_000 - page,
		rewardTxHash: `reward ${page}`,
		rewardType: 'VALIDATOR',
		utxoId: `utxo ${page}`,
		outputIndex: 0,
	};
	const next = isEmpty || page + 1 < pages ? { nextPageToken: `t${nth + 1}` } : {};
	return { [fields[field]!]: isEmpty ? [] : [record], ...next };
}

const server = useScript(({ path }) => {
	const url = new URL(path, 'http://service');
	return reply(instead(url) ?? answer(url));
});
const run = useNode('avalancheData', server);
const createTrigger = useTrigger(server);
beforeEach(() => {
	[empty, pages] = [0, 3];
	instead = () => undefined;
});

const getMany = (parameters: INodeParameters) =>
	run('transaction', 'getManyLatest', { chainId: '43114', ...parameters });

describe.each([
	['Return All', { returnAll: true }],
	['a limit', { limit: 3 }],
])('a list, with %s', (_what, parameters) => {
	test.each([1, 2])('with %i empty pages before each other one comes whole', async (count) => {
		empty = count;
		const { items, error } = await getMany(parameters);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});

	test('with three empty pages in a row, and new tokens for ever, is an error', async () => {
		empty = Infinity;
		const { error } = await getMany(parameters);
		expect(error?.message).toContain('3 empty pages in a row');
		expect(server.received).toHaveLength(3);
	});
});

test.each([
	['the same token', () => ({ transactions: [], nextPageToken: 't' })],
	[
		'tokens in turn',
		(url: URL) => ({
			transactions: [{ value: '1' }],
			nextPageToken: url.searchParams.get('pageToken') === 'a' ? 'b' : 'a',
		}),
	],
])('%s for ever are an error too', async (_what, reply) => {
	instead = reply;
	const { error } = await getMany({ returnAll: true });
	expect(error?.message).toContain('same page token twice');
	expect(server.received.length).toBeLessThanOrEqual(3);
});

describe.each<[string, INodeParameters]>([
	[
		'rewards',
		{
			event: 'newReward',
			network: 'mainnet',
			validatorsFrom: 'lines',
			nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		},
	],
	[
		'transactions',
		{ event: 'newTransaction', watch: 'address', chainId: '43114', address: `0x${'1'.repeat(40)}` },
	],
	['blocks', { event: 'newTransaction', watch: 'chain', chainId: '43114' }],
])('a feed of %s', (_what, parameters) => {
	const create = () => createTrigger({ ...parameters });

	test('goes on behind one or two empty pages', async () => {
		for (const count of [1, 2]) {
			empty = count;
			const trigger = create();
			await trigger.activate();
			expect(await trigger.poll()).toBeNull();
		}
	});

	test('whose list has nothing but empty pages fails its poll after three of them', async () => {
		const trigger = create();
		await trigger.activate();
		empty = Infinity;
		server.received.length = 0;
		await expect(trigger.poll()).rejects.toThrow('3 empty pages in a row');
		expect(server.received).toHaveLength(3);
	});
});

test('the transactions of one block whose tokens go in turns are an error', async () => {
	const trigger = createTrigger({
		event: 'newTransaction',
		watch: 'chain',
		chainId: '43114',
		startFrom: 'block',
		startBlock: 90,
	});
	instead = (url) => {
		const token = url.searchParams.get('pageToken');
		const ofBlock = blockOf(url);
		if (Number(ofBlock) > newest) return { transactions: [] };
		const record = {
			blockNumber: ofBlock ?? String(newest),
			blockTimestamp: 1_800_000_000,
			txHash: `0x${token}`,
			...ofTransaction,
		};
		// The latest go on and on, so that the trigger reads block by block.
		return {
			transactions: [record],
			nextPageToken: ofBlock ? (token === 'a' ? 'b' : 'a') : `t${server.received.length}`,
		};
	};
	await expect(trigger.activate()).rejects.toThrow('same page token twice');
	expect(server.received.length).toBeLessThan(40);
});
