/** ERC-20 tokens: what they are, balances and allowances, asked of the contracts and of the Data API. */
import type { IDataObject } from 'n8n-workflow';
import { demoAccount, demoL1Chain } from '../../devnet/devnet.mts';
import { slotOfAllowance } from '../../devnet/evm/token.mts';
import type { Contract, EvmChain } from '../../devnet/ledger.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { makeItems, outputOf, useNode } from '../support/useEngine.mts';
import { type CallReply, refuse, type RpcCall, useScript } from '../support/useScript.mts';

const word = (value: bigint | number | string) => BigInt(value).toString(16).padStart(64, '0');
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const bytesOf = (text: string) => Buffer.from(text).toString('hex');
const asString = (text: string) =>
	`0x${word(32)}${word(Buffer.byteLength(text))}${bytesOf(text).padEnd(64, '0')}`;

describe('on the mock network', () => {
	const devnet = useDevnet();
	const askNode = useNode('avalancheEvm', devnet, { chain: 'C' });
	const askData = useNode('avalancheData', devnet, { chainId: '43114' });
	const chainOf = (id: string): EvmChain =>
		devnet.world.ledger.chains.find(({ chainId }) => chainId === id)!;
	const contractOf = (symbol: string, id = '43114'): Contract =>
		chainOf(id).contracts.find((contract) => contract.symbol === symbol)!;
	const others = () =>
		[...new Set(chainOf('43114').blocks.flatMap(({ transactions }) => transactions))]
			.map(({ from }) => from)
			.filter((from) => from !== demoAccount);

	test('a token says what it is', async () => {
		const { address: token } = contractOf('DUSD');
		const [info] = await outputOf(askNode('token', 'getInfo', { token: token.toLowerCase() }));
		expect(Object.keys(info)).toEqual(
			'token symbol name decimals totalSupply chain block totalSupplyExact'.split(' '),
		);
		expect(info).toMatchObject({ chain: 'C-Chain', token, symbol: 'DUSD', name: 'Demo Dollar' });
		// a million for each of 18 accounts
		expect(info).toMatchObject({
			decimals: 6,
			totalSupply: 18_000_000,
			totalSupplyExact: '18000000',
		});
	});

	test('balances of many addresses and tokens are those of the Data API', async () => {
		const owners = [demoAccount, others()[0]];
		const tokens = ['DUSD', 'DSH'].map((symbol) => contractOf(symbol).address);
		const balances = await outputOf(
			askNode('token', 'getBalance', { address: owners.join(', '), token: tokens.join('\n') }),
		);
		const byData = await outputOf(askData('balance', 'getManyErc20', { address: owners.join() }));
		expect(balances).toHaveLength(4);
		expect(balances).toMatchObject(
			byData.map(({ address, token, symbol, balance, balanceExact }) => ({
				address,
				token,
				symbol,
				balance,
				balanceExact,
			})),
		);
		expect(Object.keys(balances[0])).toEqual(
			'address token symbol balance chain block balanceExact'.split(' '),
		);
		expect(typeof balances[0].balance).toBe('number');
	});

	test('an allowance is that of the owner for the spender', async () => {
		const { address: token } = contractOf('DSH');
		const spender = chainOf('43114').contracts.find(({ ercType }) => ercType === 'UNKNOWN')!;
		const allowed = { token, owner: demoAccount, spender: spender.address };
		const read = async (entered: IDataObject) =>
			await outputOf(askNode('token', 'getAllowance', { ...allowed, ...entered }));
		expect(await read({})).toEqual([
			{
				owner: demoAccount,
				spender: spender.address,
				chain: 'C-Chain',
				token,
				block: 'latest',
				symbol: 'DSH',
				allowance: 5,
				unlimited: false,
				allowanceExact: '5',
			},
		]);
		expect(await read({ owner: spender.address, spender: demoAccount })).toMatchObject([
			{ allowance: 0, unlimited: false },
		]);
		const evm = await devnet.evm();
		const slot = slotOfAllowance(others()[0], demoAccount);
		await evm.request('anvil_setStorageAt', [token, `0x${word(slot)}`, `0x${'f'.repeat(64)}`]);
		const [given] = await read({ owner: others()[0], spender: demoAccount });
		expect(given).toMatchObject({
			unlimited: true,
			allowanceExact: `${(2n ** 256n - 1n) / 10n ** 18n}.584007913129639935`,
		});
	});

	test('another chain of the node has tokens of its own', async () => {
		const { address: token } = contractOf('DUSD', demoL1Chain.chainId);
		const chain = demoL1Chain.blockchainId;
		const ask = (on: string) =>
			askNode('token', 'getBalance', { chain: on, address: demoAccount, token });
		expect(await outputOf(ask(chain))).toMatchObject([{ chain, token, symbol: 'DUSD' }]);
		const { error } = await ask('C');
		expect(error?.message).toContain(`${token} is not an ERC-20 token`);
	});

	test('balances by the Data API have a value where the price is known', async () => {
		const ask = async (entered: IDataObject = {}) =>
			await outputOf(askData('balance', 'getManyErc20', { address: demoAccount, ...entered }));
		const [dollar, share] = await ask({ filters: { currency: 'eur' } });
		expect(Object.keys(dollar)).toEqual([
			'address',
			'balance',
			'symbol',
			'value',
			'price',
			'currency',
			'name',
			'tokenReputation',
			'token',
			'chain',
			'chainId',
			'blockNumber',
			'balanceExact',
			'valueExact',
			'priceExact',
		]);
		expect(dollar).toMatchObject({
			address: demoAccount,
			chain: 'C-Chain',
			chainId: '43114',
			token: contractOf('DUSD').address,
			symbol: 'DUSD',
			name: 'Demo Dollar',
			price: 0.86,
			priceExact: '0.86',
			currency: 'EUR',
		});
		expect(dollar.value).toBeCloseTo((dollar.balance as number) * 0.86, 1);
		expect(share!.value).toBeNull();
		expect(share!.currency).toBeNull();

		const { address: token } = contractOf('DSH');
		const before = chainOf('43114').blocks[5].number;
		const filters = { contractAddresses: token, blockNumber: before, filterSpamTokens: false };
		expect(await ask({ filters })).toMatchObject([
			{ token, blockNumber: before, balance: 1_000_000, balanceExact: '1000000' },
		]);
		expect(devnet.log.at(-1)!.url).toContain('filterSpamTokens=false');
		expect(devnet.log.at(-1)!.url).toContain(`contractAddresses=${token}`);
	});

	test('transfers by the Data API add up to the balance', async () => {
		const ask = async (entered: IDataObject = {}) =>
			await outputOf(
				askData('transfer', 'getManyErc20OfAddress', {
					address: demoAccount,
					returnAll: true,
					...entered,
				}),
			);
		const transfers = await ask();
		expect(Object.keys(transfers[0])).toEqual([
			'time',
			'amount',
			'symbol',
			'change',
			'direction',
			'from',
			'to',
			'name',
			'token',
			'blockNumber',
			'logIndex',
			'txHash',
			'counterpartyName',
			'address',
			'chain',
			'chainId',
			'amountExact',
			'changeExact',
		]);
		expect(transfers[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		const { address: token } = contractOf('DUSD');
		const own = transfers.filter((transfer) => transfer.token === token);
		const unitsOf = ({ amountExact, from }: IDataObject) => {
			const [whole, fraction = ''] = String(amountExact).split('.');
			const units = BigInt(whole + fraction.padEnd(6, '0'));
			return from === demoAccount ? -units : units;
		};
		const sum = own.map(unitsOf).reduce((total, units) => total + units, 0n);
		const [raw] = await outputOf(
			askNode('token', 'getBalance', { address: demoAccount, token, simplify: false }),
		);
		expect(raw.balance).toBe(String(sum));
		const [first] = await ask({ simplify: false, returnAll: false, limit: 1 });
		expect(first).toMatchObject({ value: expect.any(String), erc20Token: { ercType: 'ERC-20' } });
	});
});

describe('on a scripted node', () => {
	const server = useScript();
	const run = useNode('avalancheEvm', server, { chain: 'C' }, { retries: 0 });
	const token = addressOf(0x500);

	const selectors: Record<string, string> = {
		'06fdde03': 'name',
		'95d89b41': 'symbol',
		'313ce567': 'decimals',
		'18160ddd': 'totalSupply',
		'70a08231': 'balanceOf',
		dd62ed3e: 'allowance',
	};
	/** The function that a call asks for, and the token. */
	const readCall = ({ params: [{ to, data }] }: Pick<RpcCall, 'params'>) => ({
		to: to as string,
		name: selectors[String(data).slice(2, 10)],
		args: String(data).slice(10),
	});
	/** A token as it should be; its balance is the address of who asks. */
	const usual: Record<string, (args: string) => CallReply> = {
		name: () => ({ result: asString('A Coin') }),
		symbol: () => ({ result: asString('COIN') }),
		decimals: () => ({ result: `0x${word(2)}` }),
		totalSupply: () => ({ result: `0x${word(12_345)}` }),
		balanceOf: (args) => ({ result: `0x${args}` }),
		allowance: () => ({ result: `0x${word(7)}` }),
	};
	const answerAs = (odd: Partial<typeof usual> = {}, at = token) =>
		server.answerCalls((call) => {
			const { to, name, args } = readCall(call);
			return { ...usual, ...(to === at && odd) }[name]!(args);
		});
	const countCalls = () => {
		const counts: Record<string, number> = {};
		for (const call of server.calls) {
			const { name } = readCall(call);
			counts[name] = (counts[name] ?? 0) + 1;
		}
		return counts;
	};
	const empty = () => ({ result: '0x' });
	const revert = () => refuse('execution reverted');

	test('200 items of one token are few requests, and the token is described once', async () => {
		answerAs();
		const items = await outputOf(
			run(
				'token',
				'getBalance',
				{ address: '={{ $json.address }}', token },
				{ items: makeItems(200, (n) => ({ address: addressOf(n + 1) })) },
			),
		);
		expect(items.map(({ balanceExact }) => balanceExact).slice(98, 101)).toEqual([
			'0.99',
			'1',
			'1.01',
		]);
		expect(items).toHaveLength(200);
		expect(countCalls()).toEqual({ balanceOf: 200, decimals: 1, symbol: 1, name: 1 });
		expect(server.received).toHaveLength(6);
	});

	test('each address is asked for each token, in the order they were entered', async () => {
		answerAs();
		const tokens = [token, addressOf(0x501)];
		const { items } = await run('token', 'getBalance', {
			address: `={{ ${JSON.stringify([1, 2, 3].map(addressOf))} }}`,
			token: tokens.join(', '),
		});
		expect(items.map(({ json }) => [json.address, json.token, json.balance])).toEqual(
			[1, 2, 3].flatMap((n) => tokens.map((of) => [addressOf(n), of, n / 100])),
		);
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(server.received).toHaveLength(1);
		expect(countCalls()).toEqual({ balanceOf: 6, decimals: 2, symbol: 2, name: 2 });
	});

	test.each([
		[0, '12345', 12_345],
		[18, '0.000000000000012345', 1.2345e-14],
		[255, `0.${'12345'.padStart(255, '0')}`, 1.2345e-251],
	])('%i decimals', async (decimals, exact, number) => {
		answerAs({ decimals: () => ({ result: `0x${word(decimals)}` }) });
		expect(await outputOf(run('token', 'getInfo', { token }))).toMatchObject([
			{ decimals, totalSupply: number, totalSupplyExact: exact },
		]);
	});

	test('the largest balance is exact', async () => {
		answerAs({ balanceOf: () => ({ result: `0x${'f'.repeat(64)}` }) });
		const [item] = await outputOf(run('token', 'getBalance', { address: addressOf(1), token }));
		const digits = String(2n ** 256n - 1n);
		expect(item.balanceExact).toBe(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
		expect(item.balance).toBe(Number(item.balanceExact));
	});

	test('without Simplify, amounts are base units, and the token is described', async () => {
		answerAs();
		const block = 255;
		expect(
			await outputOf(
				run('token', 'getBalance', { address: addressOf(7), token, block, simplify: false }),
			),
		).toEqual([
			{
				address: addressOf(7),
				chain: 'C',
				block: '0xff',
				token,
				name: 'A Coin',
				symbol: 'COIN',
				decimals: 2,
				balance: '7',
				balanceDecimal: '0.07',
			},
		]);
		const [{ block: asked }] = await outputOf(
			run('token', 'getBalance', { address: addressOf(7), token, block }),
		);
		expect(asked).toBe('255');
		const blocks = server.calls.map(({ params }) => [readCall({ params }).name, params[1]]);
		expect(Object.fromEntries(blocks)).toEqual({
			balanceOf: '0xff',
			decimals: 'latest',
			symbol: 'latest',
			name: 'latest',
		});
	});

	const getInfo = () => run('token', 'getInfo', { token });

	test('an old token returns name and symbol as bytes32', async () => {
		answerAs({
			name: () => ({ result: `0x${bytesOf('Maker').padEnd(64, '0')}` }),
			symbol: () => ({ result: `0x${bytesOf('MKR').padEnd(64, '0')}` }),
		});
		expect(await outputOf(getInfo())).toMatchObject([{ name: 'Maker', symbol: 'MKR' }]);
	});

	test.each([
		['answers nothing', empty],
		['reverts', revert],
		['answers 32 zeros', () => ({ result: `0x${word(0)}` })],
	])('a token whose name and symbol %s has none', async (_what, answer) => {
		answerAs({ name: answer, symbol: answer });
		const [info] = await outputOf(getInfo());
		expect(info).toMatchObject({ name: null, symbol: null, decimals: expect.any(Number) });
	});

	test.each<[string, Partial<typeof usual>, RegExp]>([
		[
			'that is no contract',
			Object.fromEntries(Object.keys(usual).map((name) => [name, empty])),
			/is not an ERC-20 token: the address is not a contract/,
		],
		['without decimals', { decimals: empty }, /has no decimals\(\)/],
		['whose decimals revert', { decimals: revert }, /rejected decimals\(\): execution reverted/],
		['with 256 decimals', { decimals: () => ({ result: `0x${word(256)}` }) }, /decimals\(\)/],
		['that reverts', { totalSupply: revert }, /rejected totalSupply\(\): execution reverted/],
		['of few bytes', { totalSupply: () => ({ result: '0x12' }) }, /totalSupply\(\) does not fit/],
		['of no bytes', { totalSupply: () => ({ result: 'rubbish' }) }, /totalSupply\(\)/],
		['of null', { totalSupply: () => ({ result: null }) }, /totalSupply\(\)/],
		['with an odd symbol', { symbol: () => ({ result: `0x${'f'.repeat(128)}` }) }, /symbol\(\)/],
	])('a token %s is named, and what is wrong', async (_what, odd, words) => {
		answerAs(odd);
		const { error } = await getInfo();
		expect(error?.message).toContain(token);
		expect(error?.message).toMatch(words);
		expect(error?.description).toContain('address of the token');
	});

	test('of many pairs those of one token fail, and each says which it is', async () => {
		answerAs({ balanceOf: revert });
		const { items } = await run(
			'token',
			'getBalance',
			{ address: [1, 2].map(addressOf).join(), token: [token, addressOf(0x501)].join() },
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.balance)).toEqual([undefined, 0.01, undefined, 0.02]);
		for (const [at, owner] of [
			[0, addressOf(1)],
			[2, addressOf(2)],
		] as const) {
			expect(items[at].json.error).toBe(
				`${owner}: Token ${token} rejected balanceOf(address): execution reverted. Check the address of the token, the chain and the block.`,
			);
		}
	});
});
