/** Minimum Amounts by Token: several wallets, and a minimum of its own for some of what they move. */
import type { INodeParameters } from 'n8n-workflow';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { chain } from './feedScene.mts';
import {
	contractOf,
	hashesOf,
	hot,
	pay,
	stranger,
	transfer,
	wallet,
	watchOnNode,
	watchWallets,
} from './walletScene.mts';

const avax = 10n ** 18n;
const dollar = () => contractOf('ERC-20');
/** Another contract, which may call itself as it likes. */
function another(symbol: string, n: number) {
	const contract = { ...dollar(), address: wallet(600_000 + n), symbol };
	chain.contracts.push(contract);
	return contract;
}

describe.each([
	['the Data API', watchWallets],
	['a node', watchOnNode],
])('from %s', (_from, watch) => {
	const activate = async (options: INodeParameters) => {
		const trigger = watch({ options });
		expect(await trigger.activate()).toBeNull();
		return trigger;
	};

	test('each asset has its minimum, by its symbol in any letter case', async () => {
		const trigger = await activate({ minimumAmounts: 'avax = 5\nDUSD = 1000' });
		pay(stranger, hot, 4n * avax);
		const paid = pay(stranger, hot, 5n * avax);
		transfer(stranger, hot);
		// What no line names has no minimum.
		const other = transfer(stranger, hot, another('EURX', 1));
		expect(hashesOf(await trigger.poll()).sort()).toEqual([paid, other].sort());
	});

	test('what no line names follows Minimum Amount', async () => {
		const trigger = await activate({ minimumAmount: '4', minimumAmounts: 'DUSD = 3' });
		pay(stranger, hot, 3n * avax);
		const paid = pay(stranger, hot, 4n * avax);
		const moved = transfer(stranger, hot);
		transfer(stranger, hot, another('EURX', 2));
		expect(hashesOf(await trigger.poll()).sort()).toEqual([paid, moved].sort());
	});

	test('a contract goes before a symbol, and is no other contract of the same symbol', async () => {
		const { address } = dollar();
		const trigger = await activate({
			minimumAmounts: `DUSD = 1000\n${address} = 3\nnative = 1000`,
		});
		const moved = transfer(stranger, hot);
		transfer(stranger, hot, another('DUSD', 3));
		pay(stranger, hot);
		expect(hashesOf(await trigger.poll())).toEqual([moved]);
	});
});

test.each<[INodeParameters, RegExp]>([
	[{ minimumAmounts: '100 AVAX' }, /must have "token = amount" in line 1/],
	[
		{ minimumAmounts: 'AVAX = 100, USDC = 1000' },
		/one "token = amount" in line 1.*line of its own/s,
	],
	[{ minimumAmounts: 'AVAX = 100\nUSDC = many' }, /a number of whole tokens in line 2/],
	[{ minimumAmounts: 'USDC = 1\nusdc = 2' }, /"usdc" stands twice/],
	[
		{ minimumAmounts: '0x50E721E49C013F00c62Cf59f2163542a9D8Df0 = 5' },
		/line 1: the value is 2 digits too short/,
	],
	[
		{ minimumAmount: '100 AVAX, 1000 USDC' },
		/several amounts.*one number.*Minimum Amounts by Token takes a line for each/s,
	],
])('%j is refused in words', async (options, says) => {
	const refused = await watchWallets({ options })
		.activate()
		.catch((error: unknown) => error);
	expect(saidBy(refused as Error)).toMatch(says);
});

const wei = `5${'0'.repeat(18)}`;
test.each([
	['Minimum Amount', { kinds: ['address'], options: { minimumAmount: wei } }],
	['Minimum Amounts by Token', { options: { minimumAmounts: `DUSD = 3\navax = ${wei}` } }],
])('an amount of wei in %s is refused with that in AVAX', async (field, parameters) => {
	const { error } = await watchWallets(parameters as INodeParameters).testRun();
	expect(saidBy(error)).toMatch(
		new RegExp(`${field} (is|has) more AVAX than there is.*counts wei, enter 5\\.`, 's'),
	);
});

test('tokens can have more units than there is AVAX', async () => {
	const options = { minimumAmount: wei, minimumAmounts: `DUSD = ${wei}\nnative = 1` };
	const { error } = await watchWallets({ options }).testRun();
	expect(error).toBeUndefined();
});

describe.each([
	['the Data API', watchWallets],
	['a node', watchOnNode],
])('a test run from %s', (_from, watch) => {
	const remarksOf = async (minimumAmounts: string, more: INodeParameters = {}) => {
		const { items } = await watch({ ...more, options: { minimumAmounts } }).testRun();
		return [...new Set(jsonOf(items).map(({ remarks }) => JSON.stringify(remarks)))];
	};
	const said = (tokens: string) =>
		JSON.stringify([
			`Minimum Amounts by Token: no payment read so far had ${tokens}. A line with a wrong symbol or contract has no effect.`,
		]);

	test('names the lines that fit no asset that it read', async () => {
		pay(stranger, hot);
		transfer(stranger, hot);
		expect(await remarksOf('AVX = 5\nDUSDC = 1')).toEqual([said('"avx", "dusdc"')]);
	});

	test('says nothing of what it read, though less than the minimum, or of the native token', async () => {
		transfer(stranger, hot);
		const { address } = dollar();
		expect(await remarksOf(`AVAX = 5\nDUSD = 1000\n${address} = 999`)).toEqual([undefined]);
		expect(await remarksOf('AVAX = 5', { kinds: ['erc20'] })).toEqual([said('"avax"')]);
	});
});
