/** Whatever makes another row of a report is in its key, so that no sheet overwrites one row with another. */
import type { IDataObject } from 'n8n-workflow';
import { ourNodeIds, ourRewardAddress, treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const october = { period: 'custom', from: '2026-10-01', to: '2026-11-01' };

async function keysOf(type: string, parameters: IDataObject): Promise<string[]> {
	const { items, error } = await engine.runNode(type, { return: ['items'], ...parameters });
	expect(error).toBeUndefined();
	return jsonOf(items).map(({ key }) => String(key));
}

/** Each variant has keys that no other has. */
async function expectApart(type: string, usual: IDataObject, variants: IDataObject[]) {
	const seen = new Map<string, string>();
	for (const variant of [{}, ...variants])
		for (const key of await keysOf(type, { ...usual, ...variant })) {
			const found = `${JSON.stringify(variant)}`;
			expect({ key, in: seen.get(key) ?? found }).toEqual({ key, in: found });
			seen.set(key, found);
		}
}

const zoned = (timeZone: string) => ({ additionalFields: { timeZone } });

describe('of rewards', () => {
	const usual = {
		resource: 'reward',
		operation: 'getReport',
		network: 'mainnet',
		rewardsOf: 'validators',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(','),
		groupBy: 'validator',
		rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE'],
		currency: 'usd',
		...october,
		...zoned('UTC'),
	};

	test('are short with the usual choices', async () => {
		const keys = await keysOf('avalancheData', usual);
		expect(keys).toContain(`mainnet 2026-10 ${ourNodeIds[0]}`);
		expect(keys.at(-1)).toMatch(/^mainnet 2026-10 Total of \d+ \(\w{12}\)$/);
	});

	test('hold currency, time zone, types and times of day', async () => {
		await expectApart('avalancheData', usual, [
			{ currency: 'eur' },
			zoned('America/New_York'),
			{ rewardTypes: ['VALIDATOR'] },
			{ from: '2026-10-01T09:00' },
		]);
	});

	test('hold the validators or addresses that a group of days does not name', async () => {
		await expectApart('avalancheData', { ...usual, groupBy: 'month' }, [
			{ nodeIds: ourNodeIds[0] },
			{ rewardsOf: 'addresses', addresses: ourRewardAddress },
		]);
	});

	test('of a whole month or day are the same in each period, and of a part they have the period', async () => {
		const keysIn = (from: string, to: string, more: IDataObject = {}) =>
			keysOf('avalancheData', { ...usual, groupBy: 'month', from, to, ...more });
		const september = (await keysIn('2026-09-01', '2026-10-01'))[0]!;
		expect(september).toMatch(/^mainnet 2026-09 of \d+ \(\w{12}\)$/);
		for (const [from, to] of [
			['2026-07-01', '2026-10-01'],
			['2026-09-01', '2026-11-01'],
			['2026-08-20T09:00', '2026-10-12'],
		])
			expect(await keysIn(from!, to!)).toContain(september);
		expect(await keysIn('2026-09-01', '2026-09-30')).toEqual([
			expect.stringMatching(/^mainnet 2026-09-01-to-2026-09-29 2026-09 of /),
			expect.stringMatching(/^mainnet 2026-09-01-to-2026-09-29 Total of /),
		]);
		const later = await keysIn('2026-09-01T09:00', '2026-10-01');
		expect(later[0]).toMatch(/^mainnet 2026-09-01-to-2026-09-30 2026-09 of .* 09:00:00-$/);
		const days = await keysIn('2026-10-01', '2026-10-05', { groupBy: 'day' });
		const month = await keysIn('2026-10-01', '2026-11-01', { groupBy: 'day' });
		expect(month).toEqual(expect.arrayContaining(days.slice(0, -1)));
	});

	test('of months of Any Time are those of the months, the first one too', async () => {
		const months = await keysOf('avalancheData', { ...usual, groupBy: 'month', period: 'allTime' });
		expect(months.length).toBeGreaterThan(2);
		for (const key of months.slice(0, -1)) expect(key).toMatch(/^mainnet \d{4}-\d\d of /);
		expect(months.at(-1)).toMatch(/^mainnet all-time Total of /);
	});

	test('do not depend on the order of the validators', async () => {
		const back = await keysOf('avalancheData', {
			...usual,
			nodeIds: [...ourNodeIds].reverse().join(','),
		});
		expect(back.at(-1)).toBe((await keysOf('avalancheData', usual)).at(-1));
	});
});

test('of balances and totals of statements hold the time zone and the addresses', async () => {
	const usual = {
		resource: 'payments',
		operation: 'getStatement',
		chainId: '43114',
		addresses: treasuryWallets.join(','),
		...october,
		...zoned('UTC'),
	};
	const more = [zoned('Asia/Tokyo'), { from: '2026-10-01T09:00' }];
	await expectApart('avalancheData', { ...usual, return: ['balances'] }, more);
	await expectApart('avalancheData', { ...usual, return: ['csv'] }, [
		...more,
		{ addresses: treasuryWallets[0] },
	]);
});

test('of metrics hold the interval', async () => {
	const usual = {
		resource: 'metric',
		operation: 'getReport',
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		...october,
	};
	await expectApart('avalancheMetrics', usual, [
		{ timeInterval: 'week' },
		{ timeInterval: 'month' },
	]);
});

test('of the status of validators hold the days of the warning, and the total its validators', async () => {
	const usual = {
		resource: 'primaryValidator',
		operation: 'getReport',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(','),
		endingDays: 14,
	};
	await expectApart('avalancheValidators', usual, [{ endingDays: 30 }]);
	await expectApart('avalancheValidators', { ...usual, return: ['csv'] }, [
		{ nodeIds: ourNodeIds[0] },
	]);
});

describe('of the test network Fuji are not those of the mainnet, nor are titles and names of files', () => {
	/** Titles, keys and names of files, each once. */
	async function identify(type: string, parameters: IDataObject): Promise<string[]> {
		const all = ['items', 'csv', 'page', 'pageFile'];
		const { items, error } = await engine.runNode(type, { return: all, ...parameters });
		expect(error).toBeUndefined();
		const said = items.flatMap(({ json, binary = {} }) => [
			String(json.title),
			String(json.key),
			...Object.values(binary).map(({ fileName }) => String(fileName)),
		]);
		return [...new Set(said)];
	}
	const expectNoneShared = (one: string[], other: string[]) =>
		expect(one.filter((name) => other.includes(name))).toEqual([]);

	test('in statements', async () => {
		const ask = (chainId: string) =>
			identify('avalancheData', {
				resource: 'payments',
				operation: 'getStatement',
				chainId,
				addresses: treasuryWallets[0],
				...october,
				...zoned('UTC'),
			});
		const [mainnet, fuji] = [await ask('43114'), await ask('43113')];
		expectNoneShared(mainnet, fuji);
		expect(mainnet).toContain('statement-c-chain-2026-10.csv');
		expect(fuji).toEqual(
			expect.arrayContaining([
				'Statement of Fuji C-Chain, October 2026',
				'statement-fuji-c-chain-2026-10.csv',
				expect.stringMatching(/^Fuji C-Chain 2026-10 0x/),
			]),
		);
	});

	test('in reports of rewards', async () => {
		const ask = (network: string) =>
			identify('avalancheData', {
				resource: 'reward',
				operation: 'getReport',
				network,
				rewardsOf: 'validators',
				validatorsFrom: 'lines',
				nodeIds: ourNodeIds[0],
				groupBy: 'validator',
				rewardTypes: ['VALIDATOR'],
				currency: 'usd',
				...october,
				...zoned('UTC'),
			});
		const [mainnet, fuji] = [await ask('mainnet'), await ask('fuji')];
		expectNoneShared(mainnet, fuji);
		expect(mainnet).toContain('Staking rewards, October 2026');
		expect(fuji).toContain('Staking rewards on Fuji, October 2026');
	});

	test('in reports of metrics', async () => {
		const ask = (chainId: string) =>
			identify('avalancheMetrics', {
				resource: 'metric',
				operation: 'getReport',
				chainId,
				metric: 'txCount',
				timeInterval: 'day',
				...october,
			});
		const [mainnet, fuji] = [await ask('43114'), await ask('43113')];
		expectNoneShared(mainnet, fuji);
		expect(fuji).toContain('Transactions of Fuji C-Chain, October 2026');
	});

	test('in items of balances', async () => {
		const chains = [];
		for (const chainId of ['43114', '43113']) {
			const asked = { resource: 'balance', operation: 'getAll', chainId, currency: 'usd' };
			const { items } = await engine.runNode('avalancheData', {
				...asked,
				address: treasuryWallets[0],
			});
			chains.push(jsonOf(items)[0]!.chain);
		}
		expect(chains).toEqual(['C-Chain', 'Fuji C-Chain']);
	});
});
