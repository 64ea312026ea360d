/** Amounts of ERC-20 events in whole tokens: of Log > Get Many, and of both triggers' contract events. */
import { id } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { address, asText, hashOf, hex, word } from '../support/hex.mts';
import { jsonOf, useNode, useTrigger } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	refuse,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const transfer = 'Transfer(address indexed from, address indexed to, uint256 value)';
const nft = 'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)';
const approval = 'Approval(address indexed owner, address indexed spender, uint256 value)';
const [dollar, euro, collectible, liar, odd] = [5, 6, 7, 8, 9].map(address);

type Log = { address: string; topics: string[]; data: string };
const parties = [word(1), word(2)].map((party) => `0x${party}`);
const moved = (of: string, value: bigint | number): Log => ({
	address: of,
	topics: [transferTopic, ...parties],
	data: `0x${word(value)}`,
});
const collected = (of: string, id: number): Log => ({
	address: of,
	topics: [transferTopic, ...parties, `0x${word(id)}`],
	data: '0x',
});

/** What the tokens answer to decimals() and symbol(). */
let tokens: Record<string, [decimals: CallReply, symbol: CallReply]>;
let blocks: Log[][];

const answers: Record<string, (params: any[]) => CallReply> = {
	eth_blockNumber: () => ({ result: hex(blocks.length - 1) }),
	eth_getBlockByNumber: ([text]) => {
		const number = text === 'latest' ? blocks.length - 1 : Number(text);
		const timestamp = hex(1_700_000_000 + 2 * number);
		const block = { number: hex(number), hash: hashOf(number), timestamp };
		return { result: number < blocks.length ? block : null };
	},
	eth_getLogs: ([{ fromBlock, toBlock }]) => ({
		result: blocks.flatMap((logs, number) =>
			number < Number(fromBlock) || number > Number(toBlock)
				? []
				: logs.map((log, i) => ({
						...log,
						blockNumber: hex(number),
						transactionHash: hashOf(number + 1),
						logIndex: hex(i),
						removed: false,
					})),
		),
	}),
	eth_call: ([{ to, data }]) => {
		const [decimals, symbol] = tokens[String(to).toLowerCase()]!;
		return data.startsWith('0x313ce567') ? decimals : symbol;
	},
};
const server = useScript(eachCall(({ method, params }: RpcCall) => answers[method]!(params)));
const run = useNode('avalancheEvm', server, { chain: 'C' });
const create = useTrigger(server, { event: 'contractEvent', chain: 'C', findBy: 'declaration' });

const reverted = refuse('execution reverted', 3);
beforeEach(() => {
	blocks = Array.from({ length: 20 }, () => []);
	tokens = {
		[dollar]: [{ result: `0x${word(6)}` }, { result: asText('USDC') }],
		[euro]: [{ result: `0x${word(2)}` }, { result: asText('EURC') }],
		[collectible]: [reverted, { result: asText('NFT') }],
		[liar]: [{ result: `0x${word(2n ** 200n)}` }, { result: asText('x'.repeat(500)) }],
		[odd]: [refuse('stack underflow'), reverted],
	};
});

const amountsOf = (items: IDataObject[]) =>
	items.map(({ amount, symbol, amountExact }) => [amount, symbol, amountExact]);
const getMany = async (more: INodeParameters = {}, options = {}) =>
	await run(
		'log',
		'getMany',
		{ events: transfer, filters: { fromBlock: 1, toBlock: 19 }, returnAll: true, ...more },
		options,
	);
const calls = () => server.calls.filter(({ method }) => method === 'eth_call');

describe('Get Many of Log', () => {
	test('gives amount and symbol of a transfer, each token asked once', async () => {
		blocks[3] = [moved(dollar, 1_500_001), moved(euro, 250)];
		blocks[4] = [moved(dollar, 2n ** 70n)];
		const { items, run: done } = await getMany();
		const [first] = jsonOf(items);
		expect(amountsOf(jsonOf(items))).toEqual([
			[1.500001, 'USDC', '1.500001'],
			[2.5, 'EURC', '2.5'],
			[Number(2n ** 70n) / 1e6, 'USDC', '1180591620717411.303424'],
		]);
		expect(Object.keys(first!)).toEqual([
			...'event blockNumber address args amount symbol logIndex removed signature'.split(' '),
			...'txHash chain amountExact'.split(' '),
		]);
		expect((first!.args as IDataObject).value).toBe('1500001');
		expect(calls()).toHaveLength(4);
		// No contract spends more than a few bytes are worth.
		expect(calls()[0]!.params[0].gas).toBe('0x30d40');
		expect(done.data.resultData.runData.Node![0]!.hints?.map(({ message }) => message)).toEqual([
			'amount is in whole tokens: use it for sums. The whole number beside it is exact text, in the smallest unit.',
		]);
	});

	test('never guesses: null for an NFT, for a token that is odd and for one that lies', async () => {
		blocks[3] = [collected(collectible, 4), moved(liar, 7), moved(odd, 7), moved(dollar, 7)];
		const { items, run: done } = await getMany({ events: `${transfer}\n${nft}` });
		expect(amountsOf(jsonOf(items))).toEqual([
			[null, null, null],
			[null, null, null],
			[null, null, null],
			[0.000007, 'USDC', '0.000007'],
		]);
		// An NFT's ID is no amount: its contract is not asked.
		expect(calls().map(({ params }) => params[0].to)).not.toContain(collectible);
		expect(done.data.resultData.runData.Node![0]!.hints?.[0]!.message).toBe(
			'amount is in whole tokens: use it for sums. It is null for NFTs, for contracts that do not say their decimals, and beyond the first 100 contracts.',
		);
	});

	test('gives the amount of an approval', async () => {
		blocks[3] = [{ ...moved(dollar, 3_000_000), topics: [approvalTopic, ...parties] }];
		const { items } = await getMany({ events: approval });
		expect(amountsOf(jsonOf(items))).toEqual([[3, 'USDC', '3']]);
	});

	test.each([
		['the largest number', 2n ** 256n - 1n, true],
		['one that was counted down', 2n ** 256n - 10n ** 30n, true],
		['half of the largest number', 2n ** 255n - 1n, true],
		['the largest number of 96 bits', 2n ** 96n - 1n, true],
		['one less than that', 2n ** 96n - 2n, false],
		['a usual amount', 3_000_000n, false],
	])('says of an approval of %s whether it is unlimited', async (_, base, unlimited) => {
		blocks[3] = [{ ...moved(dollar, base), topics: [approvalTopic, ...parties] }];
		const { items } = await getMany({ events: approval });
		const digits = String(base).padStart(7, '0');
		expect(jsonOf(items)).toMatchObject([{ unlimited, args: { value: String(base) } }]);
		expect(jsonOf(items)[0]!.amountExact).toContain(digits.slice(0, -6));
	});

	test('says nothing of limits where no token is approved', async () => {
		blocks[3] = [
			{ ...collected(collectible, 4), topics: [approvalTopic, ...parties, `0x${word(4)}`] },
		];
		const nftApproval = approval.replace('uint256', 'uint256 indexed');
		const [approved] = jsonOf((await getMany({ events: nftApproval })).items);
		expect(approved).toMatchObject({ unlimited: null });
		blocks[3] = [moved(dollar, 2n ** 256n - 1n)];
		expect(jsonOf((await getMany()).items)[0]).not.toHaveProperty('unlimited');
	});

	test('asks no more than 100 tokens of a run', async () => {
		const many = Array.from({ length: 130 }, (_, i) => address(1000 + i));
		for (const token of many) tokens[token] = tokens[dollar]!;
		blocks[3] = many.map((token) => moved(token, 1_000_000));
		const { items } = await getMany();
		const amounts = jsonOf(items).map(({ amount }) => amount);
		expect(amounts).toEqual(many.map((_, i) => (i < 100 ? 1 : null)));
		expect(calls()).toHaveLength(200);
	});

	test('asks no token of what is not shown', async () => {
		blocks[3] = [moved(dollar, 1), moved(euro, 1)];
		expect((await getMany({ returnAll: false, limit: 1 })).items).toHaveLength(1);
		expect(new Set(calls().map(({ params }) => params[0].to))).toEqual(new Set([dollar]));
	});

	const paused = { address: dollar, topics: [id('Paused(address)')], data: `0x${word(1)}` };
	test.each<[string, Log, INodeParameters]>([
		['Simplify is off', moved(dollar, 1), { simplify: false }],
		['the event has no amount', paused, { events: 'Paused(address account)' }],
	])('asks no token where %s', async (_where, log, more) => {
		blocks[3] = [log];
		const { items, error } = await getMany(more);
		expect(error).toBeUndefined();
		for (const json of jsonOf(items)) expect(json).not.toHaveProperty('amount');
		expect(calls()).toEqual([]);
	});

	test('a node without eth_call gives logs without amounts, and one that is down an error', async () => {
		blocks[3] = [moved(dollar, 1)];
		tokens[dollar] = [
			refuse('the method eth_call does not exist/is not available', -32601),
			refuse('the method eth_call does not exist/is not available', -32601),
		];
		expect(amountsOf(jsonOf((await getMany()).items))).toEqual([[null, null, null]]);
		const down: CallReply = { body: 'down', status: 503 };
		tokens[dollar] = [down, down];
		const { error } = await getMany({}, { limits: { retries: 0 } });
		expect(error?.message).toContain('503');
	});
});

describe('the trigger', () => {
	const poll = async (parameters: INodeParameters, ...logs: Log[]) => {
		const trigger = create({ events: transfer, ...parameters });
		expect(await trigger.activate()).toBeNull();
		blocks.push(logs);
		return jsonOf(await trigger.poll());
	};

	test('gives the amounts that Get Many gives', async () => {
		const items = await poll({}, moved(dollar, 1_500_001), moved(euro, 250));
		expect(amountsOf(items)).toEqual([
			[1.500001, 'USDC', '1.500001'],
			[2.5, 'EURC', '2.5'],
		]);
	});

	test.each([
		['Transfer', transfer, {}],
		['Approval', approval, { topics: [approvalTopic, ...parties] }],
		['Transfer', 'Transfer(address indexed, address indexed, uint256)', {}],
	])('says the amount of a %s in title and message', async (event, events, more) => {
		const log = { ...moved(dollar, 1_500_001), ...more };
		const [{ title, message }] = await poll({ events }, log);
		expect(title).toContain(`${event} of 1.500001 USDC on 0x`);
		expect(message).toContain(`${event} of 1.500001 USDC on 0x`);
		expect(message).not.toContain('1500001');
	});

	test.each([
		[dollar, 'Approval of unlimited USDC on 0x'],
		[odd, 'Approval of an unlimited amount on 0x'],
	])('says that an approval is unlimited, and no 60 digits', async (token, says) => {
		const log = { ...moved(token, 2n ** 256n - 1n), topics: [approvalTopic, ...parties] };
		const [{ title, message, unlimited, args }] = await poll({ events: approval }, log);
		expect(title).toContain(says);
		expect(message).toContain(says);
		expect(`${title} ${message}`).not.toContain('115792');
		expect({ unlimited, args }).toMatchObject({
			unlimited: true,
			args: { value: String(2n ** 256n - 1n) },
		});
	});

	test('says the whole number of a token without decimals', async () => {
		const [{ message }] = await poll({}, moved(odd, 1_500_001));
		expect(message).toContain('value 1500001');
	});

	test('goes on without the amount of an odd token', async () => {
		const items = await poll({}, moved(odd, 1), moved(liar, 1), collected(collectible, 1));
		expect(amountsOf(items.slice(0, 2))).toEqual([
			[null, null, null],
			[null, null, null],
		]);
	});

	test('asks no token with Simplify off', async () => {
		const [item] = await poll({ options: { simplify: false } }, moved(dollar, 1));
		expect(item).not.toHaveProperty('amount');
		expect(calls()).toEqual([]);
	});

	test('a temporary error loses no amount: the next poll has it', async () => {
		const trigger = create({ events: transfer, addresses: dollar });
		await trigger.activate();
		const known = tokens[dollar]!;
		tokens[dollar] = [
			{ body: '', status: 503 },
			{ body: '', status: 503 },
		];
		blocks.push([moved(dollar, 1_000_000)]);
		await expect(trigger.poll()).rejects.toThrow('503');
		tokens[dollar] = known;
		expect(amountsOf(jsonOf(await trigger.poll()))).toEqual([[1, 'USDC', '1']]);
	});
});
