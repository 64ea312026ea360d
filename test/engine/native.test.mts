/** UTXOs and atomic transactions, on nodes of several kinds. */
import type { INodeParameters } from 'n8n-workflow';
import { encodeBech32, makeBytes } from '../../devnet/ids.mts';
import { makeItems, useNode, saidBy } from '../support/useEngine.mts';
import {
	type CallReply,
	notFound,
	refuse,
	reply,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const alice = 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const bob = 'C-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p';
const txId = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
const noUtxo = '11111111111111111111111111111111LpoYY';
const endOfList = '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG';

interface Params {
	limit?: number;
	startIndex?: { address: string; utxo: string };
}
/** A node that knows UTXOs by their place; gives at most `most` a page. */
type Lister = (params: Params, count: number, most: number) => unknown;

const pageOf = (from: number, to: number, endIndex: object) => ({
	numFetched: String(to - from),
	utxos: Array.from(
		{ length: to - from },
		(_, i) => `0x${(from + i).toString(16).padStart(8, '0')}`,
	),
	endIndex,
	encoding: 'hex',
});
const place = (startIndex?: { utxo: string }) =>
	startIndex ? Number(startIndex.utxo.replace('utxo', '')) : 0;

const largest = 1024;

/** Up to 1.14: the start is inclusive, the end is the last that was given. */
const listInclusive: Lister = ({ limit = largest, startIndex }, count, most) => {
	const from = place(startIndex);
	const to = Math.min(from + Math.min(limit, most), count);
	if (to <= from) return pageOf(from, from, { address: alice, utxo: noUtxo });
	return pageOf(from, to, { address: alice, utxo: `utxo${to - 1}` });
};
/** From 1.15: the end is the next start, and a sign at the end of the list. */
const listToSign: Lister = ({ limit = largest, startIndex }, count, most) => {
	const from = place(startIndex);
	const to = Math.min(from + Math.min(limit, most), count);
	return pageOf(from, to, { address: alice, utxo: to < count ? `utxo${to}` : endOfList });
};

const server = useScript();
const run = useNode('avalancheNative', server, { chain: 'C' });
const runEvm = useNode('avalancheEvm', server);
const getUtxos = async (parameters: INodeParameters) =>
	await run('utxo', 'getUTXOs', { addresses: alice, sourceChain: 'P', ...parameters });
const limits = () => server.calls.map(({ params }) => params[0].limit);

describe.each<[string, Lister]>([
	['up to 1.14', listInclusive],
	['from 1.15', listToSign],
])('a node %s', (_version, list) => {
	const play = (count: number, most = 1024) => {
		server.answerCalls(({ params }) => ({ result: list(params[0], count, most) }));
	};

	test.each([
		[0, 1024],
		[1, 1024],
		[1023, 1024],
		[1024, 1024],
		[1025, 1024],
		[2500, 1024],
		[25, 10],
	])('gives all of %i UTXOs, of which a page holds at most %i', async (count, most) => {
		play(count, most);
		const { items, error } = await getUtxos({ returnAll: true });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(
			(pageOf(0, count, {}).utxos as string[]).map((utxo) => ({ utxo, encoding: 'hex' })),
		);
		expect(server.received.length).toBeLessThanOrEqual(Math.ceil(count / (most - 1)) + 1);
	});

	test.each([1, 2, 3, 1024, 1025])('stops as soon as a limit of %i is met', async (limit) => {
		play(3000);
		const { items } = await getUtxos({ limit });
		expect(items.map(({ json }) => json.utxo)).toEqual(pageOf(0, limit, {}).utxos);
		expect(limits()[0]).toBe(Math.min(limit, 1024));
		expect(limits()).toHaveLength(limit > 1024 ? 2 : 1);
	});

	test('turns pages of two', async () => {
		play(5);
		const { items } = await getUtxos({ returnAll: true, additionalFields: { pageSize: 2 } });
		expect(items).toHaveLength(5);
		expect(new Set(limits())).toEqual(new Set([2]));
	});
});

test('a UTXO of two addresses is given once, and a page of such alone ends nothing', async () => {
	const pages: Array<[string[], string]> = [
		[['0x01', '0x02'], 'a'],
		[['0x01', '0x02'], 'b'],
		[['0x03'], 'c'],
		[['0x03'], 'c'],
	];
	server.answerCalls(() => {
		const [utxos, utxo] = pages[server.received.length - 1];
		return {
			result: {
				numFetched: String(utxos.length),
				utxos,
				endIndex: { address: alice, utxo },
				encoding: 'hex',
			},
		};
	});
	const { items } = await getUtxos({ returnAll: true });
	expect(items.map(({ json }) => json.utxo)).toEqual(['0x01', '0x02', '0x03']);
});

test('a server that gives the same full page for ever makes no complete list', async () => {
	server.answerCalls(() => ({ result: pageOf(0, 4, { address: alice, utxo: 'utxo3' }) }));
	const { items, error } = await getUtxos({ returnAll: true, additionalFields: { pageSize: 4 } });
	expect(items).toEqual([]);
	expect(saidBy(error)).toContain('its next page starts where this one did');
});

test('nothing in place of a UTXO is none', async () => {
	const page = pageOf(0, 2, { address: alice, utxo: endOfList });
	server.answerCalls(() => ({ result: { ...page, utxos: [...page.utxos, null] } }));
	const { error } = await getUtxos({ returnAll: true });
	expect(saidBy(error)).toContain('it holds nothing where an entry of a list is expected');
});

describe('a page that does not say where the next one starts', () => {
	const play = (count: number, endIndex?: unknown) => {
		server.answerCalls(() => ({ result: { ...pageOf(0, count, {}), endIndex } }));
	};
	const getAll = async () => await getUtxos({ returnAll: true, additionalFields: { pageSize: 4 } });

	test.each([[undefined], [null], [{}], [{ address: alice }], ['utxo3']])(
		'fails if it is full: %j',
		async (endIndex) => {
			play(4, endIndex);
			const { error } = await getAll();
			expect(saidBy(error)).toContain('does not say where its next page starts');
		},
	);

	test('is the last if it is shorter than was asked for', async () => {
		play(3);
		const { items, error } = await getAll();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});
});

test('the whole response is one page, and its end is the start of the next', async () => {
	server.answerCalls(({ params }) => ({ result: listInclusive(params[0], 10, 4) }));
	const { items } = await getUtxos({ options: { wholeResponse: true } });
	expect(items.map(({ json }) => json)).toEqual([
		{
			numFetched: 4,
			utxos: ['0x00000000', '0x00000001', '0x00000002', '0x00000003'],
			endIndex: { address: alice, utxo: 'utxo3' },
			encoding: 'hex',
		},
	]);
	expect(server.calls[0].params).toEqual([{ addresses: [alice], sourceChain: 'P' }]);
});

test('all that can be said stands in one object of the document', async () => {
	server.answerCalls(() => ({
		result: {
			utxos: [],
			numFetched: 0,
			encoding: 'hexnc',
			endIndex: { address: alice, utxo: txId },
		},
	}));
	const { items, error } = await getUtxos({
		addresses: `${alice},${bob}`,
		sourceChain: 'X',
		returnAll: true,
		additionalFields: { encoding: 'hexnc', pageSize: 100, startAddress: bob, startUtxo: txId },
	});
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
	const startIndex = { address: bob, utxo: txId };
	const params = [
		{ addresses: [alice, bob], sourceChain: 'X', startIndex, limit: 100, encoding: 'hexnc' },
	];
	expect(server.calls).toEqual([{ path: '/ext/bc/C/native', method: 'native.getUTXOs', params }]);
});

test('a node that knows avax.* alone is asked by the name of the document first, once a run', async () => {
	server.answerCalls(({ path }) =>
		path === '/ext/bc/C/avax' ? { result: { status: 'Accepted', blockHeight: '41' } } : notFound,
	);
	const { items } = await run(
		'transaction',
		'getAtomicTxStatus',
		{ txId },
		{ items: makeItems(3) },
	);
	expect(items.map(({ json }) => json)).toEqual(
		Array(3).fill({ txHash: txId, chain: 'C-Chain', status: 'Accepted', blockHeight: 41 }),
	);
	expect(server.calls.map(({ path, method }) => `${path} ${method}`)).toEqual([
		'/ext/bc/C/native native.getAtomicTxStatus',
		...Array<string>(3).fill('/ext/bc/C/avax avax.getAtomicTxStatus'),
	]);
});

test.each(['41', 41])('a height of %j is a number', async (blockHeight) => {
	const block = { number: '0x29', timestamp: '0x65f2b3c0' };
	server.answerCalls(({ method }) => ({
		result:
			method === 'eth_getBlockByNumber' ? block : { tx: '0x00', encoding: 'hex', blockHeight },
	}));
	const { items } = await run('transaction', 'getAtomicTx', {
		txId,
		additionalFields: { encoding: 'hexc' },
	});
	expect(items.map(({ json }) => json)).toEqual([
		{
			txHash: txId,
			chain: 'C-Chain',
			time: '2024-03-14T08:22:24Z',
			status: 'Accepted',
			blockHeight: 41,
			encoding: 'hex',
			tx: '0x00',
		},
	]);
	expect(server.calls[1]).toMatchObject({ path: '/ext/bc/C/rpc', params: ['0x29', false] });
	expect(server.calls[0].params).toEqual([{ txID: txId, encoding: 'hexc' }]);
});

test.each([
	['is in no block', {}, null, null, 1],
	['is in a block that the node does not tell', { blockHeight: '41' }, null, 'Accepted', 2],
])('a transaction that %s', async (_, more, time, status, calls) => {
	server.answerCalls(({ method }) => ({
		result: method === 'eth_getBlockByNumber' ? null : { tx: '0x00', encoding: 'hex', ...more },
	}));
	const { items } = await run('transaction', 'getAtomicTx', { txId });
	expect(items[0]!.json).toMatchObject({ time, status });
	expect(server.calls).toHaveLength(calls);
});

test('a transaction is issued once, even where the node fails for a moment', async () => {
	server.answer(() => reply('a moment, please', 503));
	const { error } = await run('transaction', 'issueTx', { tx: '0x0102' });
	expect(error?.message).toContain('503');
	expect(server.calls).toEqual([
		{ path: '/ext/bc/C/native', method: 'native.issueTx', params: [{ tx: '0x0102' }] },
	]);
});

test.each([
	['utxo', 'getUTXOs', { addresses: '={{ "" }}', sourceChain: 'P' }, 'Fill in Addresses'],
	[
		'utxo',
		'getUTXOs',
		{ addresses: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', sourceChain: 'P' },
		'Addresses must be a list of addresses such as C-avax1',
	],
	['utxo', 'getUTXOs', { addresses: `${alice}x`, sourceChain: 'P' }, 'Addresses must be'],
	[
		'utxo',
		'getUTXOs',
		{
			addresses: Array.from(
				{ length: 1025 },
				(_, n) => `C-${encodeBech32('avax', makeBytes(20, `address ${n}`))}`,
			).join(),
			sourceChain: 'P',
		},
		'Addresses must contain at most 1,024 addresses',
	],
	['utxo', 'getUTXOs', { addresses: alice, sourceChain: '={{ "" }}' }, 'Fill in Source Chain'],
	[
		'utxo',
		'getUTXOs',
		{ addresses: alice, sourceChain: 'P', additionalFields: { startUtxo: txId } },
		'Start Address and Start UTXO',
	],
	[
		'utxo',
		'getUTXOs',
		{ addresses: alice, sourceChain: 'P', additionalFields: { startAddress: bob } },
		'Start Address and Start UTXO',
	],
	[
		'utxo',
		'getUTXOs',
		{ addresses: alice, sourceChain: 'P', additionalFields: { pageSize: 1 } },
		'Page Size must be a whole number from 2 to 1024',
	],
	[
		'utxo',
		'getUTXOs',
		{ addresses: alice, sourceChain: 'P', additionalFields: { pageSize: 1025 } },
		'Page Size must be',
	],
	[
		'utxo',
		'getUTXOs',
		{ addresses: alice, sourceChain: 'P', additionalFields: { encoding: 'json' } },
		'Encoding must be one of hex, hexc, hexnc',
	],
	['transaction', 'issueTx', { tx: '0102' }, 'Transaction must be hexadecimal bytes'],
	['transaction', 'issueTx', { tx: '0x010' }, 'Transaction must be hexadecimal bytes'],
	['transaction', 'getAtomicTx', { txId: `${txId}x` }, 'Transaction ID must be a transaction ID'],
	['transaction', 'getAtomicTxStatus', { txId, chain: 'C/../../info' }, 'Chain must be'],
])('%s %s refuses %j before anything is sent', async (resource, operation, parameters, words) => {
	const { error } = await run(resource, operation, parameters);
	expect(saidBy(error)).toContain(words);
	expect(server.received).toEqual([]);
});

describe('a node since avalanchego 1.15.2, which tells no status', () => {
	const asNode =
		(find: () => CallReply) =>
		({ path, method }: RpcCall): CallReply => {
			if (path === '/ext/info') return { result: { isBootstrapped: true } };
			if (path !== '/ext/bc/C/avax') return notFound;
			return method === 'avax.getAtomicTx' ? find() : refuse(`rpc: can't find method "${method}"`);
		};
	const found = { result: { tx: '0x00', encoding: 'hex', blockHeight: '41' } };

	test('makes the status fail with what to use instead', async () => {
		server.answerCalls(asNode(() => found));
		const { error } = await run('transaction', 'getAtomicTxStatus', { txId });
		expect(error?.message).toContain(`can't find method "avax·getAtomicTxStatus"`);
		expect(error?.description).toMatch(/Removed in avalanchego 1\.15\.2; use Get\./);
	});

	const waitFor = (transaction: string) =>
		runEvm('transaction', 'wait', { transaction, timeLimit: 20 });

	test('is asked for the transaction itself by who waits for it', async () => {
		let looks = 0;
		server.answerCalls(
			asNode(() => (++looks < 3 ? refuse('fetching tx: reading tx: not found') : found)),
		);
		const { items, error } = await waitFor(txId);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{ chain: 'C-Chain', txHash: txId, status: 'success', blockHeight: 41, time: null },
		]);
		expect(looks).toBe(3);
	});

	test('fails the waiting with any other refusal', async () => {
		server.answerCalls(asNode(() => refuse('fetching tx: database closed')));
		const { error } = await waitFor(txId);
		expect(error?.message).toContain('database closed');
	});
});

test.each([
	['getAtomicTx', `could not find tx ${txId}`, 'no atomic transaction with this ID'],
	['getAtomicTx', 'fetching tx: reading tx: not found', 'no atomic transaction with this ID'],
	[
		'getUTXOs',
		`couldn't parse address "${bob}": expected hrp "avax" but got "custom"`,
		'another network',
	],
	['issueTx', 'problem decoding transaction: invalid input checksum', 'hexnc'],
])('%s: "%s" is explained', async (operation, words, hint) => {
	server.answerCalls(() => refuse(words));
	const resource = operation === 'getUTXOs' ? 'utxo' : 'transaction';
	const { error } = await run(resource, operation, {
		txId,
		tx: '0x01',
		addresses: alice,
		sourceChain: 'P',
	});
	expect(saidBy(error)).toContain(words);
	expect(error?.description).toContain(hint);
});
