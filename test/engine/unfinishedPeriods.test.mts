/** A report of a period that is not over says so wherever people look, and one that is over says nothing of it. */
import type { IDataObject } from 'n8n-workflow';
import { ourNodeIds, treasuryWallets } from '../../devnet/devnet.mts';
import { parseCsv } from '../support/csv.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const day = 86_400_000;
const dayAt = (offset: number) =>
	`${new Date(Date.now() + offset * day).toISOString().slice(0, 10)}T00:00:00Z`;

const running = { period: 'custom', from: dayAt(-5), to: dayAt(40) };
const past = { period: 'custom', from: dayAt(-9), to: dayAt(-2) };

const reports = [
	{
		type: 'avalancheData',
		resource: 'payments',
		operation: 'getStatement',
		chainId: '43114',
		addresses: treasuryWallets.join(','),
		additionalFields: { timeZone: 'Europe/Berlin' },
		zone: 'Europe/Berlin',
		files: ['csv', 'detailCsv', 'nftCsv', 'koinly', 'coinTracking', 'pageFile'],
	},
	{
		type: 'avalancheData',
		resource: 'reward',
		operation: 'getReport',
		network: 'mainnet',
		rewardsOf: 'validators',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(','),
		groupBy: 'day',
		rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE'],
		currency: 'usd',
		additionalFields: { timeZone: 'Europe/Berlin' },
		zone: 'Europe/Berlin',
		files: ['csv', 'detailCsv', 'koinly', 'coinTracking', 'pageFile', 'chart'],
	},
	{
		type: 'avalancheMetrics',
		resource: 'metric',
		operation: 'getReport',
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		zone: 'UTC',
		files: ['csv', 'pageFile', 'chart'],
	},
];

describe.each(reports)('the $operation of $resource', ({ type, zone, files, ...parameters }) => {
	const run = async (period: IDataObject, returns: string[]) => {
		const {
			items,
			run: done,
			error,
		} = await engine.runNode(type, {
			...parameters,
			...period,
			return: returns,
		});
		expect(error).toBeUndefined();
		const { hints: given = [] } = done.data.resultData.runData.Node[0];
		const hints = given.map(({ message }) => message);
		return { items, total: jsonOf(items).at(-1)!, hints };
	};

	test('says that the period is not over, and of when the figures are', async () => {
		const { items, total, hints } = await run(running, [...files, 'items', 'page']);
		const words = new RegExp(
			`The period is not over: it ends on \\d{4}-\\d\\d-\\d\\d \\d\\d:00\\. These figures are as of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\(${zone}\\), and still change\\.`,
		);
		expect(total.title).toMatch(/, not over: as of \d+ \w+ 2\d{3} \d\d:\d\d$/);
		expect((total.notes as string[])[0]).toMatch(words);
		expect(total.isPeriodOver).toBe(false);
		expect(total.html).toMatch(words);
		expect(total.html).toContain(String(total.title));
		expect(hints.join(' ')).toMatch(words);
		for (const { json } of items.slice(0, -1)) expect(json.title).toMatch(/not over: as of/);
		const names = Object.values(items.at(-1)!.binary!).map(({ fileName }) => fileName);
		expect(names).toHaveLength(files.length);
		for (const name of names) expect(name).toMatch(/-not-over[.-]/);
	});

	test('says nothing of it if the period is over', async () => {
		const { items, total, hints } = await run(past, [...files, 'items', 'page']);
		expect(total.isPeriodOver).toBe(true);
		expect(JSON.stringify([jsonOf(items), hints])).not.toMatch(/not over: |period is not over/);
		for (const { fileName } of Object.values(items.at(-1)!.binary!))
			expect(fileName).not.toMatch(/not-over/);
	});

	test('says it to an agent', async () => {
		const ask = useNodeAsTool[type];
		const { items } = await ask(parameters.resource, parameters.operation, {
			...parameters,
			...running,
		});
		const said = JSON.stringify(jsonOf(items));
		expect(said).toMatch(/The period is not over: it ends on/);
		expect(said).toMatch(/"isPeriodOver":false/);
	});
});

const useNodeAsTool: Record<string, ReturnType<typeof useNode>> = {
	avalancheData: useNode('avalancheDataTool', devnet),
	avalancheMetrics: useNode('avalancheMetricsTool', devnet),
};

test('figures of a running period run up to now, in files, page and items', async () => {
	const before = Date.now() - 1000;
	const [{ type, zone: _zone, files: _files, ...parameters }] = reports;
	const { items } = await engine.runNode(type, {
		...parameters,
		...running,
		return: ['csv', 'page'],
	});
	const [total] = jsonOf(items);
	const upTo = Date.parse(String(total.upTo));
	expect(upTo).toBeGreaterThanOrEqual(before);
	expect(upTo).toBeLessThanOrEqual(Date.now());
	expect(Date.parse(String(total.to))).toBe(Date.parse(running.to));
	const csv = Buffer.from(items[0].binary!.csv.data, 'base64').toString();
	// The key names the period that was asked for, so that a later run has the same one.
	const [heads, ...lines] = parseCsv(csv);
	const withoutKeys = lines.map((cells) => cells.toSpliced(heads!.indexOf('Key'), 1).join());
	expect(withoutKeys.join('\n')).not.toContain(running.to.slice(0, 10));
	expect(String(total.html).split('<h2')[0]).not.toContain(running.to.slice(0, 10));
	const balances = await engine.runNode(type, {
		...parameters,
		...running,
		return: ['balances'],
	});
	for (const item of jsonOf(balances.items)) {
		expect(item.isPeriodOver).toBe(false);
		expect(item.title).toMatch(/not over: as of/);
	}
});

test('a chart has no bars of days to come', async () => {
	const { type, zone: _zone, files: _files, ...parameters } = reports[1];
	const { items } = await engine.runNode(type, { ...parameters, ...running, return: ['chart'] });
	const svg = Buffer.from(items[0].binary!.chart.data, 'base64').toString();
	expect(svg).toContain(dayAt(-4).slice(0, 10));
	expect(svg).not.toContain(dayAt(3).slice(0, 10));
});

describe.each(reports)(
	'the $operation of $resource without an end',
	({ type, zone: _zone, files: _files, ...parameters }) => {
		test('is not over, and keeps its keys', async () => {
			const { items, error } = await engine.runNode(type, {
				...parameters,
				period: 'allTime',
				return: ['items', 'csv', 'page'],
			});
			expect(error).toBeUndefined();
			const all = jsonOf(items);
			const { csv } = items.at(-1)!.binary!;
			const total = all.at(-1)!;
			expect(total).toMatchObject({ isPeriodOver: false });
			expect(total.title).toContain(', all time, not over: as of ');
			expect((total.notes as string[])[0]).toMatch(
				/^The period is not over: it has no end\. These figures are as of .*, and still change\.$/,
			);
			expect(total.key).toMatch(/ all-time( |$)/);
			expect(csv.fileName).toContain('-all-time-not-over.csv');
		});
	},
);

test('a period without an end has no end in its items, and runs up to now in all of them', async () => {
	const before = Date.now() - 1000;
	for (const { type, zone: _zone, files: _files, ...parameters } of reports.slice(0, 2)) {
		const ofKind = parameters.resource === 'reward' ? { groupBy: 'month' } : {};
		const { items } = await engine.runNode(type, {
			...parameters,
			...ofKind,
			period: 'allTime',
			return: parameters.resource === 'reward' ? ['items'] : ['balances'],
		});
		const all = jsonOf(items).filter(({ to }) => to === null || Date.parse(String(to)) > before);
		// The total, and the running month, in which nothing may have come yet.
		expect(all.length).toBeGreaterThanOrEqual(1);
		for (const { isPeriodOver, upTo } of all) {
			expect(isPeriodOver).toBe(false);
			expect(Date.parse(String(upTo))).toBeGreaterThanOrEqual(before);
			expect(Date.parse(String(upTo))).toBeLessThanOrEqual(Date.now());
		}
	}
});

test('the months of rewards without an end are over, except for the last', async () => {
	const { type, zone: _zone, files: _files, ...parameters } = reports[1];
	const { items } = await engine.runNode(type, {
		...parameters,
		groupBy: 'month',
		period: 'allTime',
		return: ['rows'],
	});
	const months = jsonOf(items);
	for (const { to, upTo, isPeriodOver } of months) {
		const isOver = Date.parse(String(to)) <= Date.now();
		expect(isPeriodOver).toBe(isOver);
		if (isOver) expect(upTo).toBe(to);
	}
});

test('the closing value without an end is at the price of now', async () => {
	const { type, zone: _zone, files: _files, ...parameters } = reports[0];
	const { items } = await engine.runNode(type, {
		...parameters,
		period: 'allTime',
		return: ['page'],
	});
	expect(String(jsonOf(items)[0].notes)).toContain('at the price of now');
});
