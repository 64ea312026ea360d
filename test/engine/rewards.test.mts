/** Reward > Get Many: whose rewards, of which types and period, filtered here where the service cannot. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { jsonOf, useNode, saidBy } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const zone = 'America/New_York';
const typeNames: Record<string, string> = {
	VALIDATOR: 'Own Reward',
	VALIDATOR_FEE: 'Delegation Fee',
	DELEGATOR: 'Delegator Reward',
};
const types = ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'];
const address = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

/** What the service has: when each reward was paid, in UNIX seconds, and its type. */
let paid: Array<{ at: number; type: string }> = [];
let asked: URLSearchParams[] = [];
const server = useScript(({ path }) => {
	const { searchParams } = new URL(path, 'http://service');
	asked.push(searchParams);
	const size = Number(searchParams.get('pageSize') ?? 10);
	const from = Number(searchParams.get('pageToken') ?? 0);
	const sign = searchParams.get('sortOrder') === 'asc' ? 1 : -1;
	const list = [...paid].sort((a, b) => sign * (a.at - b.at));
	return reply({
		historicalRewards: list.slice(from, from + size).map(({ at, type }) => ({
			nodeId: ourNodeIds[0],
			rewardType: type,
			utxoId: `${type} ${at}`,
			addresses: [address],
			txHash: 't',
			rewardTxHash: 'r',
			outputIndex: 1,
			amountStaked: '2000000000000',
			startTimestamp: at - 86_400,
			endTimestamp: at,
			reward: {
				assetId: 'a',
				name: 'Avalanche',
				symbol: 'AVAX',
				denomination: 9,
				type: 's',
				amount: '1500000001',
				historicalPrice: { currencyCode: 'usd', value: 20.5 },
			},
		})),
		...(from + size < list.length && { nextPageToken: String(from + size) }),
	});
});
const run = useNode('avalancheData', server);
beforeEach(() => {
	[paid, asked] = [[], []];
});

/** Only the first validator has rewards here. */
const noneOfOthers = `No reward of: ${ourNodeIds.slice(1).join(', ')}.`;

const month = DateTime.now().setZone(zone).startOf('month');
const [start, end] = [month.minus({ months: 1 }), month].map((time) => time.toUnixInteger());
const hour = 3600;
/** So many rewards, an hour apart, the last at this second. */
const addHourly = (count: number, last: number, type = 'VALIDATOR') =>
	paid.push(...Array.from({ length: count }, (_, i) => ({ at: last - i * hour, type })));
const secondsOf = (items: IDataObject[]) =>
	items.map(({ receivedAt }) => Date.parse(receivedAt as string) / 1000);

async function getMany(parameters: Record<string, unknown> = {}) {
	const {
		items,
		error,
		run: execution,
	} = await run(
		'reward',
		'getMany',
		{
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds.join(),
			returnAll: true,
			...parameters,
		} as INodeParameters,
		{ settings: { timezone: zone } },
	);
	const hints = execution.data.resultData.runData.Node.at(-1)!.hints ?? [];
	return { items: jsonOf(items), error, hints: hints.map(({ message }) => message) };
}

test('without a choice: own rewards and fees of validators in the last month of the workflow, in US dollars', async () => {
	for (const at of [start - 1, start, end - 1, end])
		paid.push(...types.map((type) => ({ at, type })));
	const { items, error, hints } = await getMany();
	expect(error).toBeUndefined();
	expect(items.map(({ rewardType }) => rewardType)).toEqual([
		'Own Reward',
		'Delegation Fee',
		'Own Reward',
		'Delegation Fee',
	]);
	expect(secondsOf(items)).toEqual([end - 1, end - 1, start, start]);
	expect(items[0]).toEqual({
		receivedAt: items[0].receivedAt,
		nodeId: ourNodeIds[0],
		name: null,
		rewardType: 'Own Reward',
		amount: 1.500000001,
		symbol: 'AVAX',
		valueAtReceipt: 30.7500000205,
		price: 20.5,
		currency: 'USD',
		stakedFrom: expect.stringMatching(/Z$/),
		staked: 2000,
		addresses: [address],
		txHash: 't',
		rewardTxHash: 'r',
		utxoId: `VALIDATOR ${end - 1}`,
		amountExact: '1.500000001',
		valueAtReceiptExact: '30.7500000205',
		priceExact: '20.5',
		stakedExact: '2000',
	});
	expect(Object.fromEntries(asked[0])).toEqual({
		nodeIds: ourNodeIds.join(),
		currency: 'usd',
		sortOrder: 'desc',
		pageSize: '100',
	});
	expect(hints).toEqual([
		`${noneOfOthers} 4 rewards matched Period and Reward Types. To find them, 12 were read, the newest first.`,
	]);
});

test('of addresses, all types; the node IDs, which are not shown, are not read', async () => {
	for (const type of types) paid.push({ at: start, type });
	const { items } = await getMany({
		rewardsOf: 'addresses',
		addresses: address,
		nodeIds: '={{ $json.none.such }}',
		currency: 'chf',
	});
	expect(items.map(({ rewardType }) => rewardType)).toEqual(types.map((type) => typeNames[type]));
	expect(Object.fromEntries(asked[0])).toMatchObject({ addresses: address, currency: 'chf' });
	expect(asked[0].has('nodeIds')).toBe(false);
});

test.each(types)('only the type %s where that is chosen', async (type) => {
	for (const other of types) paid.push({ at: start, type: other });
	const { items } = await getMany({ rewardTypes: [type] });
	expect(items.map(({ rewardType }) => rewardType)).toEqual([typeNames[type]]);
});

test('reading stops at the page in which the period begins, and says how much was read', async () => {
	addHourly(1000, end - 1);
	const from = end - 150 * hour;
	const { items, hints } = await getMany({ period: 'custom', from, to: end });
	expect(items.length).toBe(150);
	expect(asked).toHaveLength(2);
	expect(hints).toEqual([
		`${noneOfOthers} 150 rewards matched Period and Reward Types. To find them, 200 were read, the newest first.`,
	]);
});

test('Limit counts what is left over', async () => {
	addHourly(250, end - 1, 'DELEGATOR');
	addHourly(50, end - 251 * hour);
	const { items } = await getMany({ returnAll: false, limit: 3 });
	expect(secondsOf(items)).toEqual([251, 252, 253].map((hours) => end - hours * hour));
	expect(asked).toHaveLength(3);
});

test('ascending gives the oldest of the period first, and stops at its end', async () => {
	addHourly(500, end + 200 * hour);
	const period = { period: 'custom', from: end - 100 * hour, to: end };
	const filters = { sortOrder: 'asc' };
	const { items } = await getMany({ ...period, filters, returnAll: false, limit: 2 });
	expect(secondsOf(items)).toEqual([end - 100 * hour, end - 99 * hour]);
	asked = [];
	expect((await getMany({ ...period, filters })).items).toHaveLength(100);
	expect(asked.length).toBeLessThan(5);
	expect(new Set(asked.map((query) => query.get('sortOrder')))).toEqual(new Set(['asc']));
});

test('All Time reads everything; days without a zone are those of the workflow', async () => {
	addHourly(230, end);
	expect((await getMany({ period: 'allTime' })).items).toHaveLength(230);
	const day = DateTime.fromSeconds(end, { zone }).minus({ days: 2 });
	const [from, to] = [day, day.plus({ days: 1 })].map((time) => time.toISODate());
	const { items } = await getMany({ period: 'custom', from, to });
	expect(secondsOf(items).every((at) => at >= day.toSeconds())).toBe(true);
	expect(items).toHaveLength(day.plus({ days: 1 }).diff(day, 'hours').hours);
});

test('a reward has the name of its validator in name, and that of its address in addressName', async () => {
	paid.push({ at: start, type: 'VALIDATOR' });
	const ofValidator = await getMany({ nodeIds: `${ourNodeIds[0]} = Frankfurt-1` });
	expect(ofValidator.items[0]).toMatchObject({ name: 'Frankfurt-1' });
	expect(ofValidator.items[0]).not.toHaveProperty('addressName');
	const byAddress = { rewardsOf: 'addresses', addresses: address };
	const ofAddress = await getMany({ ...byAddress, filters: { names: `${address} = Cold` } });
	expect(ofAddress.items[0]).toMatchObject({ name: null, addressName: 'Cold' });
	const ofAnother = await getMany({ ...byAddress, filters: { names: `${ourNodeIds[0]} = One` } });
	expect(ofAnother.items[0]).toMatchObject({ name: 'One', addressName: null });
});

test('raw records are left out alike; a whole response holds the page as it came', async () => {
	for (const type of types) paid.push({ at: start, type });
	const { items } = await getMany({ simplify: false, rewardTypes: ['DELEGATOR'] });
	expect(items).toMatchObject([{ rewardType: 'DELEGATOR', endTimestamp: start }]);
	const { items: whole } = await getMany({ options: { wholeResponse: true } });
	expect(whole[0].historicalRewards).toHaveLength(3);
});

test.each([
	[{ nodeIds: '={{ "" }}' }, 'Fill in Node IDs'],
	[{ rewardsOf: 'addresses', addresses: '={{ [] }}' }, 'Fill in Addresses'],
	[{ rewardsOf: 'nobody' }, 'Rewards Of must be one of'],
	[{ rewardTypes: '={{ [] }}' }, 'Fill in Reward Types'],
	[{ period: 'lastCentury' }, 'Period must be one of'],
	[{ period: 'custom', from: '={{ "" }}', to: '2026-01-01' }, 'Fill in From'],
	[
		{ period: 'custom', from: '2026-01-02', to: '2026-01-02' },
		'From must be before To. From is 2026-01-02 00:00 and To is 2026-01-02 00:00.',
	],
])('%j is refused before anything is sent', async (parameters, words) => {
	const { error } = await getMany(parameters);
	expect(saidBy(error)).toContain(words);
	expect(asked).toEqual([]);
});
