/** The tokens that a transaction moved, as Transaction > Get of EVM chains lists them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { address, asText, hashOf, hex, word } from '../support/hex.mts';
import { jsonOf, useNode, useTool } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	refuse,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const topics = {
	transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
	single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
	batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
};
const [dollar, euro, collectible, pieces] = [5, 6, 7, 8].map(address);
const [from, to] = [1, 2].map(address);
const parties = [word(1), word(2)].map((party) => `0x${party}`);
type Log = { address: string; topics: string[]; data: string };
const logOf = (
	of: string,
	[topic, ...others]: string[],
	...words: Array<bigint | number>
): Log => ({
	address: of,
	topics: [topic!, ...others],
	data: `0x${words.map((one) => word(one)).join('')}`,
});
const moved = (of: string, value: bigint | number) =>
	logOf(of, [topics.transfer, ...parties], value);

/** What the tokens answer to decimals() and symbol(). */
let tokens: Record<string, [decimals: CallReply, symbol: CallReply]>;
let receipt: CallReply;
let blockNumber: string | null;
const give = (logs: unknown, status = '0x1') => {
	receipt = { result: { transactionHash: hashOf(1), status, logs } as unknown as IDataObject };
};
const transaction = () => ({
	result: { hash: hashOf(1), blockNumber, from, to: dollar, value: '0x0', input: '0x12345678' },
});
const answers: Record<string, (params: any[]) => CallReply> = {
	eth_getTransactionByHash: transaction,
	eth_getTransactionByBlockNumberAndIndex: transaction,
	eth_getTransactionByBlockHashAndIndex: transaction,
	eth_getBlockByNumber: () => ({ result: { number: '0x10', timestamp: '0x65f2b3c0' } }),
	eth_getTransactionReceipt: () => receipt,
	eth_call: ([{ to: of, data }]) => {
		const [decimals, symbol] = tokens[String(of).toLowerCase()] ?? [refuse('none'), refuse('none')];
		return data.startsWith('0x313ce567') ? decimals : symbol;
	},
};
const server = useScript(eachCall(({ method, params }: RpcCall) => answers[method]!(params)));
const run = useNode('avalancheEvm', server, { chain: 'C' });
const reverted = refuse('execution reverted', 3);

beforeEach(() => {
	blockNumber = '0x10';
	give([]);
	tokens = {
		[dollar!]: [{ result: `0x${word(6)}` }, { result: asText('USDC') }],
		[euro!]: [reverted, { result: asText('EURC') }],
		[collectible!]: [reverted, { result: asText('NFT') }],
		[pieces!]: [reverted, reverted],
	};
});

const get = async (more: INodeParameters = {}) => {
	const { items, run: done } = await run('transaction', 'get', {
		transactionHash: hashOf(1),
		...more,
	});
	const hints = done.data.resultData.runData.Node![0]!.hints ?? [];
	return { item: jsonOf(items)[0]!, says: hints.map(({ message }) => message).join('\n') };
};
const listOf = (item: IDataObject) => item.tokenTransfers as IDataObject[];
const calls = () => server.calls.filter(({ method }) => method === 'eth_call');

test('each transfer says how much of which token went from whom to whom, in whole tokens', async () => {
	give([
		{ ...moved(dollar!, 1_500_001), logIndex: '0x3' },
		// Another event, and one that no token standard knows.
		logOf(dollar!, [`0x${word(77)}`, ...parties], 5),
		logOf(dollar!, [topics.transfer], 5),
		{ ...moved(dollar!, 2n ** 70n), logIndex: '0x6' },
	]);
	const { item, says } = await get();
	const shared = { symbol: 'USDC', from, to, ercType: 'ERC-20', tokenId: null, token: dollar };
	expect(listOf(item)).toEqual([
		{
			amount: 1.500001,
			...shared,
			amountInSmallestUnit: '1500001',
			logIndex: 3,
			amountExact: '1.500001',
		},
		{
			amount: Number(2n ** 70n) / 1e6,
			...shared,
			amountInSmallestUnit: String(2n ** 70n),
			logIndex: 6,
			amountExact: '1180591620717411.303424',
		},
	]);
	expect(calls()).toHaveLength(2);
	expect(says).not.toContain('An amount is null');
	expect(says).toContain('tokenTransfers has the tokens that moved, as their contracts say.');
	expect(says).not.toContain('Log > Get Many');
});

test('an amount is unknown where the token does not say its decimals, and never guessed', async () => {
	give([
		moved(euro!, 250),
		logOf(collectible!, [topics.transfer, ...parties, `0x${word(9)}`]),
		logOf(pieces!, [topics.single, `0x${word(3)}`, ...parties], 4, 20),
		logOf(pieces!, [topics.batch, `0x${word(3)}`, ...parties], 64, 160, 2, 7, 8, 2, 1, 30),
	]);
	const { item, says } = await get();
	expect(says).toContain('An amount is null for a token that does not say its decimals');
	const shown = listOf(item).map((one) =>
		['amount', 'symbol', 'tokenId', 'amountInSmallestUnit', 'ercType'].map((name) => one[name]),
	);
	expect(shown).toEqual([
		[null, 'EURC', null, '250', 'ERC-20'],
		[null, 'NFT', '9', null, 'ERC-721'],
		[20, null, '4', '20', 'ERC-1155'],
		[1, null, '7', '1', 'ERC-1155'],
		[30, null, '8', '30', 'ERC-1155'],
	]);
});

test.each([
	['has no receipt', () => (receipt = { result: null })],
	['is pending', () => (blockNumber = null)],
	['has a receipt without logs', () => give(undefined)],
	['has logs of another form', () => give(['0x1'])],
])('what moved is unknown if the transaction %s', async (_, prepare) => {
	give([moved(dollar!, 7)]);
	prepare();
	expect((await get()).item.tokenTransfers).toBeNull();
});

test('a transaction that moved no token, or failed, has an empty list', async () => {
	const { item, says } = await get();
	expect(item.tokenTransfers).toEqual([]);
	expect(says).not.toContain('tokenTransfers');
	give([], '0x0');
	expect((await get()).item).toMatchObject({ status: 'failed', tokenTransfers: [] });
});

test.each([
	['getByBlockNumber', { blockNumber: 16, transactionIndex: 0 }],
	['getByBlockHash', { blockHash: hashOf(2), transactionIndex: 0 }],
])('%s lists them, too', async (operation, parameters) => {
	give([moved(dollar!, 7)]);
	const { items } = await run('transaction', operation, parameters);
	expect(listOf(jsonOf(items)[0]!)).toMatchObject([{ amount: 0.000007, symbol: 'USDC' }]);
});

test('a long list ends, and the node says so', async () => {
	give(Array.from({ length: 501 }, (_, i) => ({ ...moved(dollar!, i), logIndex: hex(i) })));
	const { item, says } = await get();
	expect(listOf(item)).toHaveLength(500);
	expect(says).toContain('The list ends after 500 transfers, and there may be more');
	expect(calls()).toHaveLength(2);
	give([moved(dollar!, 7)]);
	expect((await get()).says).not.toContain('The list ends');
});

test('with Simplify off, nothing is asked but the transaction', async () => {
	give([moved(dollar!, 7)]);
	expect((await get({ simplify: false })).item).not.toHaveProperty('tokenTransfers');
	expect(server.calls.map(({ method }) => method)).toEqual(['eth_getTransactionByHash']);
});

const asTool = useTool('avalancheEvm', server);

test('an agent reads the first of a long list and their number, and no unit that nobody knows', async () => {
	tokens[pieces!] = [{ result: `0x${word(6)}` }, reverted];
	give([moved(pieces!, 7), ...Array.from({ length: 120 }, (_, i) => moved(dollar!, i))]);
	const asked = { chain: 'C', transactionHash: hashOf(1) };
	const { answer } = await asTool('transaction', 'get', asked);
	const [read] = answer as IDataObject[];
	const [nameless, named] = listOf(read!);
	expect(nameless).toMatchObject({ amount: 0.000007, token: pieces });
	expect(nameless).not.toHaveProperty('amountUnit');
	expect(named).toMatchObject({ amount: 0, symbol: 'USDC' });
	expect(listOf(read!).length).toBeLessThan(60);
	expect(read!.tokenTransfersCount).toBe(121);
});
