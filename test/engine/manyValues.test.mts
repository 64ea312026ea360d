/** Lists of values in fields: how many one item, one run and one call of a tool may ask for, and the same value twice. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { workOf, workOfTurn } from '../../nodes/shared/pace.ts';
import { jsonOf, makeItems, outputOf, saidBy, useNode, useTool } from '../support/useEngine.mts';
import { reply, useScript, type RpcCall } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);
const runData = useNode('avalancheData', server);
const runInfo = useNode('avalancheInfo', server);
const callEvm = useTool('avalancheEvm', server);
const callData = useTool('avalancheData', server);

const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const addresses = (count: number, from = 1) =>
	Array.from({ length: count }, (_, n) => addressOf(from + n));
const listOf = (count: number) => addresses(count).join(',');

/** Each balance is the number of the address, in wei. */
const answerBalances = () =>
	server.answerCalls(({ params: [address] }: RpcCall) => ({
		result: `0x${BigInt(address).toString(16)}`,
	}));
const getBalance = (address: string, items?: INodeExecutionData[]) =>
	run('account', 'getBalance', { chain: 'C', address }, { items });
const getAllowance = (token: string, owner: string, spender = addressOf(1)) =>
	run('token', 'getAllowance', { chain: 'C', token, owner, spender });

describe('lists of several fields', () => {
	test.each([
		[300, 300, '90,000'],
		[700, 700, '490,000'],
		[101, 100, '10,100'],
	])(
		'of %i and %i values are refused with both counts, before anything is sent',
		async (one, other, product) => {
			const { error } = await getAllowance(listOf(one), listOf(other));
			expect(error?.message).toBe(
				`Owner holds ${other} values, and Token holds ${one} values: that makes ${product} combinations`,
			);
			expect(error?.description).toMatch(/^One item can ask for 10,000 combinations at most\. /);
			expect(server.received).toEqual([]);
		},
	);

	test('are refused for their item alone, where the others go on', async () => {
		server.answerCalls(() => ({ result: `0x${'1'.padStart(64, '0')}` }));
		const owners = makeItems(2, (n) => ({ owners: n ? listOf(300) : addressOf(1) }));
		const { items } = await run(
			'token',
			'getAllowance',
			{ chain: 'C', token: listOf(300), owner: '={{ $json.owners }}', spender: addressOf(1) },
			{ items: owners, onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(301);
		expect(items[300].json.error).toContain('that makes 90,000 combinations');
	});

	test('of three fields count together', async () => {
		const { error } = await getAllowance(listOf(30), listOf(30), listOf(30));
		expect(error?.message).toContain('that makes 27,000 combinations');
	});

	test('of 10,000 combinations are taken, each once', async () => {
		const wrong = `${listOf(99)}, 0x12`;
		const { error } = await getAllowance(listOf(100), wrong);
		expect(saidBy(error)).toContain('"0x12"');
		server.answerCalls(() => ({ result: `0x${'1'.padStart(64, '0')}` }));
		const items = await outputOf(getAllowance(listOf(2), listOf(3)));
		const pairs = items.map(({ owner, token }) => [owner, token].map(Number));
		expect(pairs).toEqual([1, 2, 3].flatMap((owner) => [1, 2].map((token) => [owner, token])));
	});
});

describe('one list', () => {
	test('can hold 100,000 values, of which the last one is checked before anything is sent', async () => {
		let [turns, isOver] = [0, false];
		const turn = (): void => {
			turns++;
			if (!isOver) setImmediate(turn);
		};
		setImmediate(turn);
		const { error } = await getBalance(`${listOf(99_999)},0x12`);
		isOver = true;
		expect(saidBy(error)).toContain('Address must be an EVM address');
		expect(server.received).toEqual([]);
		// n8n serves everybody else between the pieces.
		expect(turns).toBeGreaterThan((100_000 * workOf.task) / workOfTurn);
	});

	test.each([
		['a text', listOf],
		['a list', addresses],
	])('of more in %s is refused with its count', async (_as, make) => {
		const items = [{ json: { list: make(100_001) } }];
		const { error } = await getBalance('={{ $json.list }}', items);
		expect(error?.message).toBe('Address holds 100,001 values');
		expect(error?.description).toMatch(/^One field can hold 100,000 values at most\. /);
		expect(server.received).toEqual([]);
	});

	test('counts with those of the other items', async () => {
		const items = makeItems(2, () => ({ list: listOf(60_000) }));
		const { error } = await getBalance('={{ $json.list }}', items);
		expect(error?.message).toBe('The items up to this one hold 120,000 values together');
		expect(server.received).toEqual([]);
	});
});

describe('the same value twice', () => {
	const checksummed = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
	const bech32 = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

	test('in another case is one', async () => {
		answerBalances();
		const given = `${checksummed}, ${checksummed.toLowerCase()}, ${addressOf(1)} ${checksummed}`;
		const items = await outputOf(getBalance(given));
		expect(items.map(({ address }) => address)).toEqual([checksummed, addressOf(1)]);
	});

	test('is one where an expression gives a list', async () => {
		answerBalances();
		const list = JSON.stringify([checksummed, checksummed.toLowerCase()]);
		expect(await outputOf(getBalance(`={{ ${list} }}`))).toHaveLength(1);
	});

	test('is asked for once where a request takes several', async () => {
		server.answer(() => reply({ historicalRewards: [] }));
		await runData('reward', 'getMany', {
			rewardsOf: 'addresses',
			period: 'allTime',
			returnAll: true,
			addresses: `P-${bech32}, ${bech32}, P-${bech32}`,
		});
		const { searchParams } = new URL(server.received[0].path, 'http://service');
		expect(searchParams.get('addresses')).toBe(`P-${bech32}`);
	});

	test('is one among node IDs', async () => {
		const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		server.answerCalls(() => ({ result: { numPeers: '0', peers: [] } }));
		await runInfo('peer', 'peers', { filters: { nodeIds: `${nodeId}, ${nodeId}` } });
		expect(server.calls[0].params).toEqual({ nodeIDs: [nodeId] });
	});
});

describe('a tool', () => {
	const noteOf = (answer: IDataObject[]) => answer.flatMap(({ note }) => note ?? []);

	test('answers ten values of a call, and names those that it left out', async () => {
		answerBalances();
		const { answer } = await callEvm('account', 'getBalance', { chain: 'C', address: listOf(25) });
		const answered = answer!.slice(0, 10).map(({ address }) => String(address).toLowerCase());
		expect(answered).toEqual(addresses(10));
		expect(answer!.slice(10)).toEqual([
			{
				note: `Left out: 15 of 25 values of Address: ${addresses(3, 11).join(', ')}, and 12 more. One call answers 10 at most.`,
			},
		]);
		expect(server.calls).toHaveLength(10);
	});

	test('takes the same value once', async () => {
		answerBalances();
		const address = [addressOf(10), addressOf(10).toUpperCase().replace('0X', '0x')].join(' ');
		const { answer } = await callEvm('account', 'getBalance', { chain: 'C', address });
		expect(answer).toHaveLength(1);
	});

	test('refuses two lists whose product is too large, as a node does', async () => {
		const lists = { chain: 'C', token: listOf(300), address: listOf(300) };
		const { error } = await callEvm('token', 'getBalance', lists);
		expect(error?.message).toContain('that makes 90,000 combinations');
		expect(server.received).toEqual([]);
	});

	/** A list of so many transactions for each address, a page at a time. */
	const answerLists = (lengths: Record<string, number>) =>
		server.answer(({ path }) => {
			const url = new URL(path, 'http://service');
			const [address] = /0x\w{40}/.exec(url.pathname)!;
			const from = Number(url.searchParams.get('pageToken') ?? 0);
			const to = Math.min(from + Number(url.searchParams.get('pageSize')), lengths[address]);
			const transactions = Array.from({ length: to - from }, (_, n) => ({
				txHash: `${address}-${from + n}`,
			}));
			return reply({
				transactions,
				...(to < lengths[address] && { nextPageToken: String(to) }),
			});
		});
	const [a, b, c] = addresses(3);
	const getMany = (parameters: IDataObject) =>
		callData('transaction', 'getManyNative', { chainId: '43114', ...parameters });
	const countsOf = (answer: IDataObject[]) =>
		[a, b, c].map(
			(address) => answer.filter(({ txHash }) => String(txHash).startsWith(address)).length,
		);

	test.each([
		[undefined, 10, [5, 1, 4]],
		[4, 4, [2, 1, 1]],
		[2, 2, [1, 1, 0]],
	])('with the limit %p gives so many of all values together', async (limit, total, counts) => {
		answerLists({ [a]: 30, [b]: 1, [c]: 30 });
		const { answer } = await getMany({ address: [a, b, c].join(), limit });
		expect(countsOf(answer!)).toEqual(counts);
		expect(answer!.filter(({ txHash }) => txHash)).toHaveLength(total);
		const [note, ...others] = noteOf(answer!);
		expect(note).toMatch(`${a}: Only the first ${counts[0]} are here. There are more.`);
		expect(note).not.toContain(`${b}: Only`);
		expect(note).toContain(c);
		expect([others, answer!.at(-1)]).toEqual([[], { note }]);
	});

	test('says once what is left out, also with a field that does not exist', async () => {
		answerLists({ [a]: 30, [b]: 30, [c]: 0 });
		const { answer } = await getMany({
			address: [a, b, c].join(),
			output: 'fields',
			outputFields: 'txHash, foo',
		});
		const cut = noteOf(answer!)
			.join()
			.match(/Only the first/g);
		expect(cut).toHaveLength(2);
	});

	test('says of which value nothing was found', async () => {
		answerLists({ [a]: 1, [b]: 0 });
		const { answer } = await getMany({ address: [a, b].join() });
		expect(noteOf(answer!)).toEqual([`${b}: Nothing was found for these parameters.`]);
	});

	test('sends 100 requests at most, and gives what it has read by then', async () => {
		answerLists({ [a]: 1_000_000 });
		const { answer } = await getMany({ address: a, returnAll: true });
		expect(server.received).toHaveLength(100);
		expect(noteOf(answer!)).toEqual(['Only the first 10000 are here. There are more.']);
	});

	test('says of nothing that it was not found if no request was left to look for it', async () => {
		server.answer(({ path }) => {
			const token = Number(new URL(path, 'http://service').searchParams.get('pageToken') ?? 0);
			const address = addresses(token + 1).at(-1)!;
			const of = { ercType: 'ERC-20', name: 'W', symbol: 'W', chainId: '43114' };
			const found = { ...of, address, decimals: 18, balance: '1' };
			return reply({ erc20TokenBalances: [found], nextPageToken: String(token + 1) });
		});
		const { answer, error } = await callData('balance', 'getManyErc20', {
			chainId: '43114',
			address: a,
			returnAll: true,
			filters: { contractAddresses: listOf(150) },
		});
		expect(error?.message).toBeUndefined();
		expect(JSON.stringify(noteOf(answer!))).not.toContain('Not found');
		expect(JSON.stringify(noteOf(answer!))).toContain('There are more');
	});

	test('names the values for which no request was left', async () => {
		answerLists({ [a]: 1_000_000, [b]: 1_000_000, [c]: 1_000_000 });
		const all = addresses(102);
		server.answer(({ path }) => reply({ transactions: [{ txHash: /0x\w{40}/.exec(path)![0] }] }));
		const { answer } = await getMany({ address: all.join(), limit: 500 });
		expect(server.received).toHaveLength(100);
		expect(answer).toHaveLength(101);
		expect(noteOf(answer!)).toEqual([
			`Left out: 2 of 102 values of Address: ${all.slice(100).join(', ')}. One call answers 100 at most.`,
		]);
	});

	test('that can answer nothing within its requests says so', async () => {
		server.answer(({ path }) => {
			const token = Number(new URL(path, 'http://service').searchParams.get('pageToken') ?? 0);
			const historicalRewards = [
				{
					rewardTxHash: `r${token}`,
					rewardType: 'VALIDATOR',
					endTimestamp: 1_700_000_000,
					reward: { amount: '1', denomination: 9 },
				},
			];
			return reply({ historicalRewards, nextPageToken: String(token + 1) });
		});
		const { error } = await callData('reward', 'getReport', {
			rewardsOf: 'addresses',
			period: 'allTime',
			addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		});
		expect(error?.message).toBe(
			'One call sends 100 requests at most, and this one needs more. Ask for fewer values, a shorter period or a lower limit.',
		);
		expect(server.received).toHaveLength(100);
	});
});

test('the items of a long list are linked and in their order', async () => {
	answerBalances();
	const { items, error } = await getBalance(listOf(3000));
	expect(error).toBeUndefined();
	expect(jsonOf(items).map(({ address }) => String(address).toLowerCase())).toEqual(
		addresses(3000),
	);
	expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem))).size).toBe(1);
});
