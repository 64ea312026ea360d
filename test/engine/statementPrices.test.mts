/** Values of a statement's tokens, at prices that the user gave, recomputed by hand. */
import type { IDataObject } from 'n8n-workflow';
import { demoAccount, treasuryWallets } from '../../devnet/devnet.mts';
import { parseCsv } from '../support/csv.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const run = async (more: IDataObject = {}) =>
	await engine.runNode('avalancheData', {
		resource: 'payments',
		operation: 'getStatement',
		chainId: '43114',
		addresses: treasuryWallets.join('\n'),
		period: 'custom',
		from: '2026-04-01T00:00:00Z',
		to: '2026-10-01T00:00:00Z',
		return: ['items', 'page', 'csv'],
		...more,
	});

async function read(more: IDataObject = {}) {
	const { items, error } = await run(more);
	expect(error).toBeUndefined();
	const all = jsonOf(items);
	return { movements: all.slice(0, -1), total: all.at(-1)!, items };
}

/** By symbol. */
const contracts: Record<string, string> = {};
beforeAll(async () => {
	for (const { symbol, token } of rowsOf((await read()).total, 'totals'))
		contracts[String(symbol)] = String(token);
});

const rowsOf = (total: IDataObject, name: string) => total[name] as IDataObject[];

/** In units of 10^-36. */
const scaled = (text: unknown): bigint => {
	const [whole, part = ''] = String(text).split('.');
	return BigInt(whole + part.padEnd(36, '0'));
};

/** The price in units of 10^-6, by token. */
const millionths = { DYLD: 999_800n, DEUR: 1_085_000n };
const decimals = { DYLD: 18n, DEUR: 6n };
type Priced = keyof typeof decimals;
const priced = Object.keys(decimals) as Priced[];
const isPriced = ({ symbol }: IDataObject) => priced.includes(symbol as Priced);
const worth = (symbol: unknown, units: bigint): bigint =>
	units * millionths[symbol as Priced] * 10n ** (36n - 6n - decimals[symbol as Priced]);

const lines = () => `${contracts.DYLD} = 0.9998\n${contracts.DEUR!.toLowerCase()} = 1.085`;
const given = () => ({ additionalFields: { tokenPrices: lines() } });

test('values payments in tokens at the prices that were given, and leaves the others as they were [P1]', async () => {
	const [before, after] = [await read(), await read(given())];
	const changed = after.movements.filter(isPriced);
	expect(new Set(changed.map(({ symbol }) => symbol)).size).toBe(2);
	for (const { symbol, units, valueExact, currency } of changed) {
		expect(scaled(valueExact)).toBe(worth(symbol, BigInt(String(units))));
		expect(currency).toBe('USD');
	}
	const others = ({ movements }: typeof before) =>
		movements
			.filter((row) => !isPriced(row))
			.map(({ key, valueExact, currency }) => [key, valueExact, currency]);
	expect(others(after)).toEqual(others(before));
	const unvalued = after.movements.filter(({ valueExact }) => valueExact === null);
	expect(unvalued.every(({ token }) => token !== null)).toBe(true);
});

test('values both ends, counterparties and the CSV with the same prices [P1]', async () => {
	const { movements, total, items } = await read(given());
	const places = { opening: 'openingValueExact', closing: 'closingValueExact' };
	for (const [end, name] of Object.entries(places)) {
		const own = rowsOf(total, 'totals').filter(isPriced);
		expect(own).toHaveLength(2);
		for (const row of own) {
			const units = scaled(row[`${end}Exact`]) / 10n ** (36n - decimals[row.symbol as Priced]);
			expect(scaled(row[name])).toBe(worth(row.symbol, units));
			expect(row[`${end}Price`]).toBe(row.symbol === 'DYLD' ? 0.9998 : 1.085);
		}
	}
	const dealings = rowsOf(total, 'counterparties').filter(isPriced);
	expect(dealings.length).toBeGreaterThan(1);
	for (const side of ['incoming', 'outgoing']) {
		const ofDealings = dealings.reduce((sum, row) => sum + scaled(row[`${side}ValueExact`]), 0n);
		const paid = movements.filter((row) => isPriced(row) && row.direction === side);
		const ofPayments = paid
			.filter(({ isTransfer }) => !isTransfer)
			.reduce((sum, { symbol, units }) => sum + worth(symbol, BigInt(String(units))), 0n);
		expect(ofDealings).toBe(ofPayments);
	}
	const csv = Buffer.from(items.at(-1)!.binary!.csv.data, 'base64').toString();
	const [heads, ...cells] = parseCsv(csv);
	const column = (name: string) => cells.map((row) => row[heads!.indexOf(name)]!);
	expect(column('Exact Closing Value')).toEqual(
		rowsOf(total, 'balances').map(({ closingValueExact }) => closingValueExact ?? ''),
	);
});

test('adds these values to those of AVAX at the head of the page, and says which prices were given [P1]', async () => {
	const { total } = await read(given());
	const totals = rowsOf(total, 'totals');
	const sum = totals.reduce((all, { closingValueExact: worth }) => all + scaled(worth ?? '0'), 0n);
	const html = String(total.html);
	const tile = html.split('>Closing value</div>')[1]!.split('</td>')[0]!;
	const shown = (Number(sum) / 1e36).toLocaleString('en-US', {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	});
	expect(tile).toContain(`>${shown} USD</div>`);
	expect(tile).toContain('>with 2 tokens</div>');
	const ofOne = { additionalFields: { tokenPrices: `${contracts.DEUR} = 1.085` } };
	const { html: less } = (await read(ofOne)).total;
	expect(less).toContain('>with 1 token, without 1 token of unknown price</div>');
	expect(total.notes).toContainEqual(
		'Values of these tokens are at prices that you entered, the same at all times: DYLD (0.9998 USD), DEUR (1.085 USD).',
	);
	expect(total.notes).toContainEqual(
		expect.stringContaining('Of tokens, only those that you gave a price have one.'),
	);
});

test('says so in the output panel of items without notes, and of a line without effect', async () => {
	const tokenPrices = `${lines()}\n0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1`;
	const { run: done } = await run({ return: ['balances'], additionalFields: { tokenPrices } });
	const { hints = [] } = done.data.resultData.runData.Node[0];
	const said = hints.map(({ message }) => message).join('\n');
	expect(said).toContain('at prices that you entered');
	expect(said).toContain(
		'Prices of Tokens has lines without effect: this statement has no token 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E.',
	);
});

test.each([
	['USDC = 1', 'Enter its contract'],
	['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'Write the contract of the token'],
	['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = one', 'must have a price in digits in line 1'],
	['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1 USD', 'without a currency'],
	[
		'0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1\n0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e = 2',
		'stands twice',
	],
])('refuses the line %s with what to enter', async (tokenPrices, advice) => {
	const { error } = await run({ additionalFields: { tokenPrices } });
	expect(saidBy(error)).toContain('Prices of Tokens');
	expect(saidBy(error)).toContain(advice);
});

test('refuses prices of a statement without values', async () => {
	const { error } = await run({ additionalFields: { tokenPrices: lines(), withValues: false } });
	expect(saidBy(error)).toContain('With Values is off');
});

test('values tokens at the price of now while the period is not over', async () => {
	const addresses = demoAccount;
	const { total } = await read({ addresses, period: 'thisMonth' });
	const dollar = rowsOf(total, 'totals').find(({ symbol }) => symbol === 'DUSD')!;
	expect(dollar.closing).toBeGreaterThan(0);
	expect(dollar).toMatchObject({ closingPrice: 1, closingValueExact: dollar.closingExact });
	expect(dollar.openingPrice).toBeNull();
	expect(total.notes).toContainEqual(
		expect.stringContaining('Tokens have the price of now, where the service has one.'),
	);
	expect(total.html).toMatch(/>with 1 token, without \d+ tokens? of unknown price</);
	const additionalFields = { tokenPrices: `${String(dollar.token)} = 0.5` };
	const { total: own } = await read({ addresses, period: 'thisMonth', additionalFields });
	expect(rowsOf(own, 'totals').find(({ symbol }) => symbol === 'DUSD')).toMatchObject({
		closingPrice: 0.5,
		openingPrice: 0.5,
	});
});
