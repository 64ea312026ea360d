/** Reward > Get Report through n8n's engine: every figure against the rewards of the mock network, added up apart. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import type { Reward } from '../../devnet/world.mts';
import { everyReturn } from '../support/everyReward.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { parseCsv } from '../support/csv.mts';
import { jsonOf, useNode } from '../support/useEngine.mts';
import { notFound, reply, useScript } from '../support/useScript.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);
/** n8n makes the tool of the node. */
const runAsTool = useNode('avalancheDataTool', devnet);

const zone = 'Europe/Berlin';
const seconds = (iso: string) => Date.parse(iso) / 1000;
/** October in Berlin, which has an hour more than 31 days. */
const october = { from: seconds('2026-09-30T22:00Z'), to: seconds('2026-10-31T23:00Z') };

const asked = {
	network: 'mainnet',
	rewardsOf: 'validators',
	validatorsFrom: 'lines',
	nodeIds: ourNodeIds.join(','),
	period: 'custom',
	from: '2026-10-01',
	to: '2026-11-01',
	groupBy: 'validator',
	rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE'],
	return: everyReturn,
	currency: 'usd',
	additionalFields: { timeZone: zone },
};

async function report(parameters: IDataObject = {}, ask = run) {
	const { items, error } = await ask('reward', 'getReport', { ...asked, ...parameters });
	expect(error).toBeUndefined();
	const json = jsonOf(items);
	return { items, total: json.at(-1)!, groups: json.slice(0, -1), files: filesOf(items.at(-1)!) };
}

/** The text of each file by its binary property; its name and type by `name` and `type`. */
const filesOf = ({ binary = {} }: INodeExecutionData) =>
	Object.fromEntries(
		Object.entries(binary).map(([property, { data, fileName, mimeType }]) => [
			property,
			{ text: Buffer.from(data, 'base64').toString(), name: fileName, type: mimeType },
		]),
	);

const scale = 30;
const toFixed = (text: unknown): bigint => {
	const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text))!;
	return BigInt(sign + whole + fraction.padEnd(scale, '0'));
};
const nano = (amount: bigint) => amount * 10n ** BigInt(scale - 9);
const add = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
const addTexts = (texts: unknown[]) => add(texts.map(toFixed));

/** What the mock network paid our validators in a period. */
const paid = (
	{ from, to } = october,
	isOurs = ({ nodeId }: Reward) => ourNodeIds.includes(nodeId),
) =>
	devnet.world.rewards.mainnet.filter(
		(reward) => isOurs(reward) && reward.endTimestamp >= from && reward.endTimestamp < to,
	);
const ofType = (rewards: Reward[], ...types: string[]) =>
	add(
		rewards
			.filter(({ rewardType }) => types.includes(rewardType))
			.map(({ amount }) => nano(amount)),
	);

const exactFields = [
	'amountExact',
	'ownAmountExact',
	'feeAmountExact',
	'delegatorAmountExact',
	'valueAtReceiptExact',
	'amountWithoutPriceExact',
];

test('each figure of each validator is the sum of its rewards; delegators are apart and not in the amount', async () => {
	const { groups, total } = await report();
	expect(groups.map(({ group }) => group).sort()).toEqual([...ourNodeIds].sort());
	for (const row of [...groups, total]) {
		const own = paid().filter(({ nodeId }) => row.isTotal || nodeId === row.group);
		expect(row.rewards).toBe(own.filter(({ rewardType }) => rewardType !== 'DELEGATOR').length);
		expect(toFixed(row.amountExact)).toBe(ofType(own, 'VALIDATOR', 'VALIDATOR_FEE'));
		expect(toFixed(row.ownAmountExact)).toBe(ofType(own, 'VALIDATOR'));
		expect(toFixed(row.feeAmountExact)).toBe(ofType(own, 'VALIDATOR_FEE'));
		expect(toFixed(row.delegatorAmountExact)).toBe(ofType(own, 'DELEGATOR'));
		for (const field of exactFields)
			expect(row[field.replace('Exact', '')]).toBe(Number(row[field]));
	}
	expect(toFixed(total.delegatorAmountExact)).toBeGreaterThan(toFixed(total.amountExact));
	const left = paid().filter(({ rewardType }) => rewardType === 'DELEGATOR').length;
	expect(String(total.notes)).toMatch(
		new RegExp(`The delegators of these validators earned [\\d,.]+ AVAX, in ${left} rewards\\. `),
	);
	expect(String(total.notes)).not.toContain('not counted');
	const { total: ofFees } = await report({ rewardTypes: ['VALIDATOR_FEE'] });
	expect(String(ofFees.notes)).toMatch(
		/The amount and the value count \d+ rewards?\. \d+ others? in this period (is|are) not counted\./,
	);
});

test('the total comes last and is the sum of all rows, however they are grouped', async () => {
	const totals: IDataObject[] = [];
	for (const groupBy of ['validator', 'address', 'type', 'day', 'week', 'month']) {
		const { groups, total } = await report({ groupBy, return: ['items'] });
		expect(total).toMatchObject({ group: 'Total', isTotal: true, timeZone: zone });
		expect(groups.every(({ isTotal }) => isTotal === false)).toBe(true);
		for (const field of exactFields)
			expect([groupBy, field, addTexts(groups.map((row) => row[field]))]).toEqual([
				groupBy,
				field,
				toFixed(total[field]),
			]);
		for (const field of ['rewards', 'rewardsWithoutPrice'])
			expect(groups.reduce((sum, row) => sum + Number(row[field]), 0)).toBe(total[field]);
		totals.push(total);
	}
	for (const total of totals) expect(total).toEqual(totals[0]);
});

describe('the period before', () => {
	const compare = (more: IDataObject = {}) =>
		report({ ...more, additionalFields: { timeZone: zone, comparePrevious: true } });
	const september = { from: seconds('2026-08-31T22:00Z'), to: october.from };

	test('stands beside this one, with difference and percent', async () => {
		const { total, groups, files } = await compare();
		const { total: alone, files: filesAlone } = await report();
		const before = total.previousPeriod as IDataObject;
		const [now, then] = [october, september].map((range) =>
			ofType(paid(range), 'VALIDATOR', 'VALIDATOR_FEE'),
		) as [bigint, bigint];
		expect(then).toBeGreaterThan(0n);
		expect(total.amountExact).toBe(alone.amountExact);
		expect(before).toMatchObject({ from: '2026-08-31T22:00:00Z', to: '2026-09-30T22:00:00Z' });
		expect(toFixed(before.amountExact)).toBe(then);
		expect(toFixed(before.amountDifferenceExact)).toBe(now - then);
		expect(before.amountPercent).toBeCloseTo((Number(now - then) / Number(then)) * 100, 1);
		expect(total.html).toMatch(/Change since September 2026.*[+-]?[\d.]+ %, from [\d,.]+ AVAX/s);
		expect(groups[0]!.amountExact).toBeDefined();
		expect(alone).not.toHaveProperty('previousPeriod');
		expect(files.csv!.text).toBe(filesAlone.csv!.text);
		expect(files.detailCsv!.text).toBe(filesAlone.detailCsv!.text);
	});

	test('is read in one walk', async () => {
		devnet.clearLog();
		await report();
		const alone = devnet.log.length;
		devnet.clearLog();
		await compare({ from: '2026-10-31' });
		expect(devnet.log.length).toBeLessThanOrEqual(alone);
	});

	test('is as many days before other periods', async () => {
		const { total } = await compare({ from: '2026-10-10', to: '2026-10-13' });
		expect(total.previousPeriod).toMatchObject({
			from: '2026-10-06T22:00:00Z',
			to: '2026-10-09T22:00:00Z',
		});
	});

	test('has its amount and no difference while this one is not over', async () => {
		const { total } = await compare({ from: '2026-11-01', to: '2099-12-01' });
		const { amount, amountDifference, amountPercent, valueDifference } =
			total.previousPeriod as IDataObject;
		expect(amount).toBeGreaterThan(0);
		expect([amountDifference, amountPercent, valueDifference]).toEqual([null, null, null]);
		expect(String(total.notes)).toContain(
			'The period before is whole and this one is not over, so their difference is not known yet.',
		);
	});

	test('without a reward is 0, after which a change has no percentage, and a note says why', async () => {
		const note = 'A figure that was 0 in the period before has no change in percent.';
		const { total } = await compare({ from: '2021-02-01', to: '2021-03-01' });
		expect(total.previousPeriod).toMatchObject({ amount: 0, amountPercent: null });
		expect(total.notes).toContain(note);
		expect((await compare()).total.notes).not.toContain(note);
	});

	test('is null without a beginning, and a note says so', async () => {
		const { total } = await compare({ period: 'allTime' });
		expect(total.previousPeriod).toBeNull();
		expect(String(total.notes)).toContain('There is no period before one without a beginning');
	});
});

test('rows without a total say which period they are of', async () => {
	const { total } = await report();
	const { items } = await run('reward', 'getReport', { ...asked, return: ['rows'] });
	const rows = jsonOf(items);
	const { from, to, timeZone } = total;
	expect([from, to]).toEqual(['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z']);
	expect(rows).toHaveLength(ourNodeIds.length);
	for (const row of rows) expect(row).toMatchObject({ from, to, timeZone, network: 'mainnet' });
});

test('rows of months, weeks and days say which part of the period they are of', async () => {
	const cut = { from: '2026-08-10', to: '2026-10-20' };
	const { groups, files, total } = await report({ ...cut, groupBy: 'month' });
	expect(groups.map(({ group, from, to }) => [group, from, to])).toEqual([
		['2026-08', '2026-08-09T22:00:00Z', '2026-08-31T22:00:00Z'],
		['2026-09', '2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'],
		['2026-10', '2026-09-30T22:00:00Z', '2026-10-19T22:00:00Z'],
	]);
	expect(total).toMatchObject({ from: '2026-08-09T22:00:00Z', to: '2026-10-19T22:00:00Z' });
	const [heads, ...rows] = parseCsv(files.csv.text);
	const place = heads.indexOf('From');
	expect(rows.map((cells) => cells.slice(place, place + 2))).toEqual([
		['2026-08-10 00:00', '2026-09-01 00:00'],
		['2026-09-01 00:00', '2026-10-01 00:00'],
		['2026-10-01 00:00', '2026-10-20 00:00'],
	]);
});

test('a month of a period that is not over can be over', async () => {
	const { groups, total } = await report({
		from: '2026-10-01',
		to: '2027-01-01',
		groupBy: 'month',
	});
	expect(total.isPeriodOver).toBe(false);
	expect(groups[0].isPeriodOver).toBe(true);
	// On the first of a month, nothing may have come yet.
	for (const { to, isPeriodOver, upTo } of groups) {
		const isOver = Date.parse(String(to)) <= Date.now();
		expect([isPeriodOver, upTo]).toEqual([isOver, isOver ? to : total.upTo]);
	}
});

test('delegators are in the amount if asked for, and types that are not asked for are not', async () => {
	const { total } = await report({ rewardTypes: ['DELEGATOR', 'VALIDATOR'] });
	expect(toFixed(total.amountExact)).toBe(ofType(paid(), 'DELEGATOR', 'VALIDATOR'));
	expect(String(total.notes)).not.toContain('The delegators of these validators earned');
});

test('the first second of the period is in, its end is not, in the time zone of the report', async () => {
	const [nodeId] = ourNodeIds;
	const { total: before } = await report();
	for (const endTimestamp of [october.from - 1, october.from, october.to - 1, october.to])
		devnet.world.addRewards({ nodeIDs: [nodeId], endTimestamp, amount: '1000000000' });
	const { total } = await report();
	expect(total.rewards).toBe(Number(before.rewards) + 2);
	expect(total).toMatchObject({
		title: 'Staking rewards, October 2026',
		from: '2026-09-30T22:00:00Z',
		to: '2026-10-31T23:00:00Z',
	});
	const { total: utc } = await report({ additionalFields: { timeZone: 'UTC' } });
	expect(utc).toMatchObject({ from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' });
});

test('days are those of the time zone', async () => {
	const { groups } = await report({ groupBy: 'day' });
	const names = groups.map(({ group }) => String(group));
	expect(names).toEqual([...names].sort());
	const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
	const days = paid().map(({ endTimestamp }) => dayOf.format(endTimestamp * 1000));
	expect(names).toEqual([...new Set(days)].sort());
});

describe('files', () => {
	test('the CSV file has a row for each item, money rounded beside exact, and adds up', async () => {
		const { groups, total, files } = await report();
		expect(files.csv).toMatchObject({ name: 'reward-report-2026-10.csv', type: 'text/csv' });
		expect(files.csv.text.startsWith('\uFEFFValidator,Name,Rewards,Amount (AVAX),Own (AVAX)')).toBe(
			true,
		);
		const [heads, ...rows] = parseCsv(files.csv.text);
		// A sum over a column counts nothing twice: there is no row of totals.
		expect(rows.map(([name]) => name)).toEqual(groups.map(({ group }) => group));
		const keys = rows.map((row) => row[heads.indexOf('Key')]);
		expect(keys).toEqual(groups.map(({ key }) => key));
		const sums = {
			Rewards: total.rewards,
			'Amount (AVAX)': total.amountExact,
			'Own (AVAX)': total.ownAmountExact,
			'Fee (AVAX)': total.feeAmountExact,
			'Delegators (Not in Amount) (AVAX)': total.delegatorAmountExact,
			'Exact Value at Receipt (USD)': total.valueAtReceiptExact,
			'Rewards Without Price': total.rewardsWithoutPrice,
			'Amount Without Price (AVAX)': total.amountWithoutPriceExact,
		};
		for (const [head, sum] of Object.entries(sums)) {
			const cells = rows.map((row) => row[heads.indexOf(head)]);
			expect([head, addTexts(cells)]).toEqual([head, toFixed(String(sum))]);
		}
		expect(heads.slice(7, 9)).toEqual(['Value at Receipt (USD)', 'Exact Value at Receipt (USD)']);
		for (const [rounded, exact] of rows.map((row) => row.slice(7, 9))) {
			expect(rounded).toMatch(/^\d+\.\d\d$/);
			expect(Math.abs(Number(rounded) - Number(exact))).toBeLessThanOrEqual(0.005);
		}
	});

	test('the CSV file has names beside the groups', async () => {
		const [first, second] = ourNodeIds;
		const { files } = await report({ nodeIds: `${first} = Frankfurt\n${second}` });
		const [heads, ...rows] = parseCsv(files.csv.text);
		expect(heads.slice(0, 4)).toEqual(['Validator', 'Name', 'Rewards', 'Amount (AVAX)']);
		expect(rows.map(([id, name]) => [id, name]).sort()).toEqual(
			[
				[first, 'Frankfurt'],
				[second, ''],
			].sort(),
		);
	});

	test('the CSV files have the same columns without names, so that rows of all months fit below each other', async () => {
		const [first, second] = ourNodeIds;
		const headsOf = async (nodeIds: string) => {
			const { files } = await report({ nodeIds, return: ['csv', 'detailCsv'] });
			return ['csv', 'detailCsv'].map((file) => parseCsv(files[file].text)[0]);
		};
		expect(await headsOf(`${first}\n${second}`)).toEqual(
			await headsOf(`${first} = Frankfurt\n${second}`),
		);
	});

	test('the CSV file has no names beside months', async () => {
		const nodeIds = `${ourNodeIds[0]} = Frankfurt`;
		const { files, groups } = await report({ nodeIds, groupBy: 'month' });
		expect(parseCsv(files.csv.text)[0].slice(0, 2)).toEqual(['Month', 'Rewards']);
		expect(groups[0]).not.toHaveProperty('name');
	});

	test('the hint says which rewards the detail file has beyond those that matched', async () => {
		const hintOf = async (parameters: IDataObject) => {
			const running = await run('reward', 'getReport', { ...asked, ...parameters });
			return running.run.data.resultData.runData.Node[0].hints![0]!.message;
		};
		const others = paid().filter(({ rewardType }) => rewardType === 'DELEGATOR').length;
		expect(others).toBeGreaterThan(0);
		const said = `The Detail CSV has all ${paid().length} rewards of the period: ${others} of other types, under Not in Amount, without a value.`;
		expect(await hintOf({})).toContain(said);
		expect(await hintOf({ return: ['csv'] })).not.toContain('Detail CSV');
		const all = { rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'] };
		expect(await hintOf(all)).not.toContain('Detail CSV');
	});

	test('the detail file has a line for each reward, with transaction, link and exact value', async () => {
		const { total, files } = await report();
		const [heads, ...rows] = parseCsv(files.detailCsv.text);
		const at = (name: string) => heads.indexOf(name);
		expect(rows).toHaveLength(paid().length);
		const addColumn = (name: string) => addTexts(rows.map((row) => row[at(name)] || '0'));
		expect(addColumn('Amount (AVAX)')).toBe(toFixed(total.amountExact));
		expect(addColumn('Exact Value at Receipt (USD)')).toBe(toFixed(total.valueAtReceiptExact));
		const isFilled = (name: string, row: string[]) => row[at(name)] !== '';
		for (const row of rows)
			expect(isFilled('Amount (AVAX)', row)).not.toBe(isFilled('Not in Amount (AVAX)', row));
		for (const row of rows)
			expect(row[at('Explorer')]).toBe(
				`https://subnets.avax.network/p-chain/tx/${row[at('Reward Transaction')]}`,
			);
		const times = rows.map((row) => row[at('Time')]);
		expect(times).toEqual([...times].sort());
		expect(new Set(rows.map((row) => row[at('Key')])).size).toBe(rows.length);
		expect(rows[0][at('Key')]).toMatch(/^mainnet \w{30,}$/);
	});

	test('Koinly reads the counted rewards, in UTC, with what they were worth', async () => {
		const { total, files } = await report();
		expect(files.koinly.name).toBe('rewards-2026-10-koinly.csv');
		const [heads, ...rows] = parseCsv(files.koinly.text);
		expect(files.koinly.text.startsWith('Koinly Date,Amount,Currency,')).toBe(true);
		expect(heads.slice(3)).toEqual([
			'Net Worth Amount',
			'Net Worth Currency',
			'Label',
			'Description',
			'TxHash',
		]);
		expect(addTexts(rows.map(([, amount]) => amount))).toBe(toFixed(total.amountExact));
		const times = new Set(paid().map(({ endTimestamp }) => endTimestamp - (endTimestamp % 60)));
		for (const [date, , symbol, worth, money, label, , hash] of rows) {
			expect(date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
			expect(times).toContain(seconds(date.replace(' UTC', 'Z')));
			expect([symbol, money, label]).toEqual(['AVAX', worth ? 'USD' : '', 'reward']);
			expect(hash).toMatch(/^\w{40,}$/);
		}
	});

	test('a spreadsheet with decimal commas reads the files for people, and importers their own form', async () => {
		const read = async (csvForm: string) => {
			const { files } = await report({ additionalFields: { csvForm } });
			return Object.entries(files).map(([file, { text }]) => [file, text] as const);
		};
		const [points, commas] = [await read('point'), new Map(await read('comma'))];
		const apart = (text: string) => text.split(';').map((cell) => cell.replace(',', '.'));
		for (const [file, text] of points) {
			if (!['csv', 'detailCsv'].includes(file)) expect(commas.get(file)).toBe(text);
			else {
				const lines = commas.get(file)!.split('\r\n');
				expect(lines.map((line) => apart(line).join())).toEqual(text.split('\r\n'));
				expect(lines[1]).toMatch(/;\d+,\d+;/);
			}
		}
	});

	test('CoinTracking reads the counted rewards, each with an ID of its own', async () => {
		const { total, files } = await report();
		const [columns, ...rows] = parseCsv(files.coinTracking.text);
		expect(columns).toHaveLength(14);
		expect(
			rows.every((row) => row.length === 14 && row[0] === 'Staking' && row[2] === 'AVAX'),
		).toBe(true);
		expect(addTexts(rows.map((row) => row[1]))).toBe(toFixed(total.amountExact));
		expect(new Set(rows.map((row) => row[11])).size).toBe(rows.length);
		const [heads, ...detail] = parseCsv(files.detailCsv.text);
		const place = heads!.indexOf('Reward Transaction');
		const hashes = new Set(detail.map((row) => row[place]));
		for (const row of rows) expect(hashes).toContain(row[9]!.split(', transaction ')[1]);
		expect(files.coinTracking.text.endsWith('\n')).toBe(false);
	});

	test('the page is in the field html and in a file; its figures are those of the total', async () => {
		const { total, files } = await report();
		const html = String(total.html);
		for (const head of ['Amount (AVAX)', 'Value (USD)', 'Own (AVAX)', 'Fee (AVAX)'])
			expect(html).toContain(`>${head}</th>`);
		expect(files.page).toMatchObject({
			name: 'reward-report-2026-10.html',
			type: 'text/html',
			text: html,
		});
		expect(files.chart).toMatchObject({ name: 'reward-report-2026-10.svg', type: 'image/svg+xml' });
		const shown = (amount: unknown) =>
			Number(amount).toLocaleString('en-US', {
				minimumFractionDigits: 2,
				maximumFractionDigits: 2,
			});
		expect(html).toContain(`${shown(total.amount)} AVAX`);
		expect(html).toContain(`${shown(total.valueAtReceipt)} USD`);
		// The days with a reward, one bar each, as the chart's file says; that one has the others too.
		const bars = [...files.chart.text.matchAll(/<title>(2026-10-\d\d): (.*?)<\/title>/g)];
		expect(bars).toHaveLength(31);
		const full = bars.filter(([, , amount]) => amount !== '0').map(([, day]) => `${day}<`);
		expect(full.length).toBeLessThan(31);
		expect(html.match(/2026-10-\d\d</g)).toEqual(full);
		expect(html.indexOf('By validator')).toBeLessThan(html.indexOf('AVAX by day with rewards'));
		for (const nodeId of ourNodeIds)
			expect(html).toContain(`<a href="https://subnets.avax.network/validators/${nodeId}">`);
		expect(html).not.toMatch(/<script|<img|\ssrc=/);
	});

	test('are only those that were asked for', async () => {
		const { items, files, total } = await report({ return: ['csv', 'page'] });
		expect(items).toHaveLength(1);
		expect(Object.keys(files)).toEqual(['csv']);
		expect(String(total.html)).toContain('<!DOCTYPE html>');
		const plain = await report({ return: ['items'] });
		expect(plain.items.length).toBe(ourNodeIds.length + 1);
		expect(plain.files).toEqual({});
		expect(plain.total.html).toMatch(/^<p><strong>Staking rewards, October 2026/);
	});

	test('have the same bytes when they are made again', async () => {
		const [first, second] = [await report(), await report()];
		expect(second.files).toEqual(first.files);
		expect(second.total).toEqual(first.total);
	});
});

test('a reward without a price is counted apart, and its value is not 0', async () => {
	const [nodeId] = ourNodeIds;
	const endTimestamp = Math.floor(Date.now() / 1000) - 60;
	devnet.world.addRewards({ nodeIDs: [nodeId], endTimestamp, amount: '1500000000' });
	const iso = (time: number) => new Date(time * 1000).toISOString();
	const now = { from: iso(endTimestamp), to: iso(endTimestamp + 1), nodeIds: nodeId };
	const { groups, total, files } = await report(now);
	expect(total).toMatchObject({
		rewards: 1,
		amount: 1.5,
		rewardsWithoutPrice: 1,
		amountWithoutPrice: 1.5,
	});
	for (const item of [...groups, total])
		expect(item).toMatchObject({ valueAtReceipt: null, valueAtReceiptExact: null });
	expect(parseCsv(files.csv.text).at(-1)!.slice(7, 11)).toEqual(['', '', '1', '1.5']);
	expect(String(total.notes)).toContain('1 reward without a price (1.50 AVAX)');
	expect(String(total.html)).toContain('No price yet');
});

test('a period without rewards has a row of zeros for each validator', async () => {
	const { groups, total, files } = await report({ from: '1990-01-01', to: '1990-02-01' });
	expect(groups).toHaveLength(ourNodeIds.length);
	for (const row of [...groups, total])
		expect(row).toMatchObject({ rewards: 0, amount: 0, valueAtReceipt: 0, amountExact: '0' });
	expect(parseCsv(files.csv.text)).toHaveLength(ourNodeIds.length + 1);
	expect(parseCsv(files.koinly.text)).toHaveLength(1);
});

test('the page names whose rewards it adds up, unless its rows do', async () => {
	const [first, ...others] = ourNodeIds;
	const nodeIds = [`${first} = Frankfurt-1`, ...others].join('\n');
	const { total } = await report({ nodeIds, groupBy: 'month' });
	expect(total.html).toMatch(/Time zone: [\w/]+\. Of Frankfurt-1, NodeID-\w{4}\.\.\.\w{3}, /);
	const addresses = `P-${ourRewardAddress} = Treasury`;
	const ofAddresses = { rewardsOf: 'addresses', nodeIds: '', addresses, groupBy: 'month' };
	const received = await report(ofAddresses);
	expect(received.total.html).toContain('Of Treasury.');
	const rows = await report({ nodeIds });
	expect(rows.total.html).not.toContain(' Of Frankfurt-1');
});

test('addresses have what they received, under one name with and without P- in front', async () => {
	const { total, groups } = await report({
		rewardsOf: 'addresses',
		nodeIds: '',
		addresses: `P-${ourRewardAddress}`,
		groupBy: 'address',
		rewardTypes: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
	});
	const received = paid(october, ({ owner }) => owner === ourRewardAddress);
	expect(groups.map(({ group }) => group)).toEqual([ourRewardAddress]);
	expect(toFixed(total.amountExact)).toBe(add(received.map(({ amount }) => nano(amount))));
});

test('a validator that restakes its rewards is named', async () => {
	const [first, second] = ourNodeIds;
	const { total: before } = await report();
	expect(String(before.notes)).not.toContain('restake');
	devnet.world.setRenewal({ nodeIDs: [second], nextPeriod: 1_209_600, autoCompoundPercent: 30 });
	const { total } = await report();
	expect(String(total.notes)).toContain(`restake rewards: ${second}: 30 %.`);
	expect(String(total.notes)).not.toContain(first);
	expect(String(total.html)).toContain(`${second}: 30 %`);
});

test('validators carry the names that the user gave them', async () => {
	const [first, ...others] = ourNodeIds;
	const nodeIds = `${first} = Frankfurt <1>\n${others.join()}`;
	const { groups, total, files } = await report({ nodeIds });
	expect(groups.find(({ group }) => group === first)).toMatchObject({ name: 'Frankfurt <1>' });
	expect(groups.filter(({ name }) => name !== null)).toHaveLength(1);
	expect(String(total.html)).toContain(`Frankfurt &lt;1&gt; (${first})`);
	const [heads, ...rows] = parseCsv(files.csv.text);
	const at = heads.indexOf('Name');
	expect(rows.filter((row) => row[at]).map((row) => [row[0], row[at]])).toEqual([
		[first, 'Frankfurt <1>'],
	]);
	expect(files.koinly.text).toContain(`Own Reward of Frankfurt <1> (${first})`);
});

test('a name that begins a formula behind a separator is text in the files', async () => {
	const [first, ...others] = ourNodeIds;
	const { files } = await report({ nodeIds: `${first} = Fra;=1+1\n${others.join()}` });
	expect(files.csv.text).toContain(",Fra;'=1+1");
	expect(files.detailCsv.text).toContain(",Fra;'=1+1,");
	expect(`${files.koinly.text}${files.coinTracking.text}`).not.toContain(';=');
});

test('an agent gets the items alone', async () => {
	const { items, error } = await runAsTool('reward', 'getReport', asked);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(ourNodeIds.length + 1);
	expect(items.every(({ binary }) => binary === undefined)).toBe(true);
	expect(items.at(-1)!.json).not.toHaveProperty('html');
});

describe('a long list', () => {
	const server = useScript();
	const ask = useNode('avalancheData', server);
	const newest = seconds('2026-11-20T00:00Z');
	const count = 10_000;
	const apart = 300;
	const listed = (n: number) => ({
		addresses: [`avax1${n}`],
		txHash: `stake${n}`,
		rewardTxHash: `paid${n}`,
		utxoId: `utxo${n}`,
		outputIndex: 0,
		nodeId: ourNodeIds[n % 4],
		rewardType: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'][n % 3],
		startTimestamp: 1,
		endTimestamp: newest - n * apart,
		amountStaked: '2000000000000',
		reward: {
			assetId: 'avax',
			name: 'Avalanche',
			symbol: 'AVAX',
			denomination: 9,
			type: 'secp256k1',
			amount: String(1_000_000_000n + BigInt(n)),
			historicalPrice: { currencyCode: 'USD', value: 20.123456789 + (n % 7) / 1000 },
		},
	});
	/** Newest first, a hundred to a page; each page begins with the last reward of the one before. */
	const serve = () =>
		server.answer(({ path }) => {
			if (!path.includes('/rewards'))
				return reply({ jsonrpc: '2.0', id: 1, result: { validators: [] } });
			const { searchParams } = new URL(path, 'http://server');
			const from = Number(searchParams.get('pageToken') ?? 0);
			const size = Math.min(100, count - from);
			const historicalRewards = Array.from({ length: size }, (_, i) => listed(from + i));
			return reply({
				historicalRewards,
				...(from + size < count && { nextPageToken: String(from + size - 1) }),
			});
		});
	const isPage = ({ path }: { path: string }) => path.includes('/rewards');

	test('of 10,000 rewards adds up exactly, each once, and leaves rows to the file', async () => {
		serve();
		const { total, groups, files } = await report(
			{ from: '2026-01-01', to: '2027-01-01', groupBy: 'address' },
			ask,
		);
		const counted = Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 < 2);
		expect(total.rewards).toBe(counted.length);
		expect(toFixed(total.amountExact)).toBe(
			add(counted.map((n) => nano(1_000_000_000n + BigInt(n)))),
		);
		const values = counted.map((n) => {
			const { reward } = listed(n);
			const price = toFixed(reward.historicalPrice.value);
			return (price * BigInt(reward.amount)) / 1_000_000_000n;
		});
		expect(toFixed(total.valueAtReceiptExact)).toBe(add(values));
		expect(groups).toHaveLength(count);
		expect(addTexts(groups.map(({ amountExact }) => amountExact))).toBe(toFixed(total.amountExact));
		expect(Buffer.byteLength(String(total.html))).toBeLessThan(90_000);
		expect(String(total.html)).toMatch(
			/9,\d{3} more rows\. The total includes them\. See the CSV file\./,
		);
		expect(parseCsv(files.csv.text)).toHaveLength(count + 1);
		expect(parseCsv(files.detailCsv.text)).toHaveLength(count + 1);
	});

	test('is read no further than to the page that lies before the period', async () => {
		serve();
		const { total } = await report(
			{ from: '2026-11-19', to: '2026-12-01', return: ['items'] },
			ask,
		);
		const inside = (newest - seconds('2026-11-18T23:00Z')) / apart + 1;
		expect(total.rewards).toBe(
			Array.from({ length: inside }, (_, n) => n).filter((n) => n % 3 < 2).length,
		);
		// And one more: a single reward with a false time would say nothing.
		expect(server.received.filter(isPage)).toHaveLength(Math.ceil(inside / 99) + 1);
		expect(
			server.received.every((request) => !isPage(request) || request.path.includes('currency=usd')),
		).toBe(true);
	});

	test('is read while the node does not answer, and the report says what it could not ask', async () => {
		server.answer(({ path }) =>
			isPage({ path })
				? reply({ historicalRewards: [listed(0)] })
				: reply('gone', 404, { 'content-type': 'text/plain' }),
		);
		const { total } = await report({ from: '2026-11-19', to: '2026-12-01' }, ask);
		expect(total.rewards).toBe(1);
		expect(String(total.notes)).toContain('The node did not say which validators restake');
	});

	test.each([
		...[undefined, 0, newest * 1000, newest + 400_000_000].map((endTimestamp): [object, string] => [
			{ ...listed(0), endTimestamp },
			'holds a reward without an amount or a possible time',
		]),
		[
			{ ...listed(0), reward: { ...listed(0).reward, amount: '-5' } },
			'holds a reward without an amount or a possible time',
		],
		[{ ...listed(0), reward: {} }, 'holds a reward without an amount or a possible time'],
	])(
		'with a reward that cannot be counted fails rather than leaving it out',
		async (odd, words) => {
			server.answer(() => reply({ historicalRewards: [odd] }));
			const { error } = await ask('reward', 'getReport', asked);
			expect(error?.message).toContain(words);
		},
	);
});

describe('of a service that', () => {
	const server = useScript();
	const ask = useNode('avalancheData', server);
	const at = seconds('2026-10-10T00:00Z');

	/** Rewards of one AVAX, an hour apart, with a price in each of these currencies. */
	const priced = (...currencies: Array<string | undefined | false>) =>
		currencies.map((currencyCode, n) => ({
			nodeId: ourNodeIds[n % 2],
			rewardType: 'VALIDATOR',
			addresses: ['avax1a'],
			startTimestamp: 1,
			endTimestamp: at - n * 3600,
			amountStaked: '1',
			txHash: `stake${n}`,
			rewardTxHash: `paid${n}`,
			utxoId: `utxo${n}`,
			outputIndex: 0,
			reward: {
				symbol: 'AVAX',
				denomination: 9,
				amount: '1000000000',
				...(currencyCode !== false && { historicalPrice: { currencyCode, value: n + 10 } }),
			},
		}));
	const serve = (historicalRewards: object[], answerNode?: (nodeIDs: string[]) => unknown) =>
		server.answer((request) => {
			if (request.path.includes('/rewards')) return reply({ historicalRewards });
			// Of a node that does not answer, more is asked.
			const { id, params } = request.calls[0];
			const { nodeIDs } = params as { nodeIDs?: string[] };
			const validators = (nodeIDs && answerNode?.(nodeIDs)) ?? [];
			if (!nodeIDs || validators === 'gone') return notFound;
			return reply({ jsonrpc: '2.0', id, result: { validators } });
		});
	const inEuro = { currency: 'eur', nodeIds: ourNodeIds.slice(0, 2).join(',') };

	describe('names another currency than was asked for', () => {
		test('the report has the currency of the records, and says so', async () => {
			serve(priced('usd', 'USD'));
			const { total, groups, files } = await report(inEuro, ask);
			for (const item of [...groups, total]) expect(item.currency).toBe('USD');
			expect(total).toMatchObject({ valueAtReceipt: 21, valueAtReceiptExact: '21' });
			expect(total).not.toHaveProperty('otherValues');
			expect(String(total.notes)).toContain(
				'The service gave values in USD (2 rewards). EUR was asked for.',
			);
			const texts = Object.values(files).map(({ text }) => text);
			for (const text of texts) expect(text).not.toMatch(/\(EUR\)|\d EUR|,EUR/);
			expect(files.csv.text).toContain('Exact Value at Receipt (USD)');
			expect(files.detailCsv.text).toContain('Price (USD)');
			expect(parseCsv(files.koinly.text)[1].slice(3, 5)).toEqual(['11', 'USD']);
			// Its file has no currency: a value is one in the currency of the account.
			expect(parseCsv(files.coinTracking.text)[1][12]).toBe('');
			expect(String(total.notes)).toContain(
				'The file for CoinTracking leaves out values that are not in EUR.',
			);
			expect(String(total.html)).toContain('21.00 USD');
		});

		test('values in several currencies are told apart in items, files and page', async () => {
			serve(priced('eur', 'usd', 'EUR', undefined, false));
			const { total, groups, files } = await report(inEuro, ask);
			expect(total).toMatchObject({
				rewards: 5,
				amount: 5,
				valueAtReceipt: 22,
				currency: 'EUR',
				rewardsWithoutPrice: 1,
				valueAtReceiptExact: '22',
				otherValues: [
					{ currency: 'USD', valueAtReceipt: 11, valueAtReceiptExact: '11' },
					{ currency: 'unknown', valueAtReceipt: 13, valueAtReceiptExact: '13' },
				],
			});
			const second = groups.find(({ group }) => group === ourNodeIds[1])!;
			expect(second.valueAtReceipt).toBeNull();
			expect(second.otherValues).toHaveLength(2);
			const [heads, ...rows] = parseCsv(files.csv.text);
			for (const [currency, exact] of [
				['EUR', '22'],
				['USD', '11'],
				['unknown', '13'],
			]) {
				const place = heads.indexOf(`Exact Value at Receipt (${currency})`);
				const cells = rows.map((row) => row[place]);
				expect(addTexts(cells.map((cell) => cell || '0'))).toBe(toFixed(exact));
			}
			const [detailHeads, ...details] = parseCsv(files.detailCsv.text);
			const valuesIn = (currency: string) => {
				const place = detailHeads.indexOf(`Exact Value at Receipt (${currency})`);
				return details.map((row) => row[place]).filter((cell) => cell !== '');
			};
			expect([valuesIn('EUR'), valuesIn('USD'), valuesIn('unknown')]).toEqual([
				['12', '10'],
				['11'],
				['13'],
			]);
			const worth = parseCsv(files.koinly.text).slice(1);
			expect(worth.map((row) => row.slice(3, 5).join(' ').trim())).toEqual([
				'',
				'',
				'12 EUR',
				'11 USD',
				'10 EUR',
			]);
			const booked = parseCsv(files.coinTracking.text).slice(1);
			expect(booked.map((row) => row[12])).toEqual(['', '', '12', '', '10']);
			expect(String(total.html)).toContain('22.00 EUR + 11.00 USD + 13.00 unknown');
			expect(String(total.notes)).toContain(
				'The service gave values in EUR (2 rewards) and USD (1 reward) and an unknown currency (1 reward). EUR was asked for.',
			);
			expect(String(total.notes)).toContain('Values in different currencies are added up apart.');
		});

		test('without any price, the currency is the one that was asked for', async () => {
			serve(priced(false, false));
			const { total } = await report(inEuro, ask);
			expect(total).toMatchObject({ rewards: 2, currency: 'EUR', rewardsWithoutPrice: 2 });
			expect(String(total.notes)).not.toContain('was asked for');
		});
	});

	test('lists rewards of two assets: no sum has the symbol of one of them', async () => {
		const [one, other] = priced('usd', 'usd');
		serve([one, { ...other, reward: { ...other.reward, symbol: 'OTHER' } }]);
		const { total, files } = await report(inEuro, ask);
		expect(total.symbol).toBe('several assets');
		expect(String(total.notes)).toContain('These rewards are of several assets');
		expect(files.csv.text).not.toContain('AVAX');
		for (const text of [files.koinly.text, files.coinTracking.text])
			expect(text).toMatch(/1,OTHER,[^]*1,AVAX,/);
	});

	describe('has rewards of many validators', () => {
		const many = (count: number) =>
			priced(...Array<string>(count).fill('usd')).map((record, n) => ({
				...record,
				addresses: [ourRewardAddress],
				nodeId: `NodeID-${n}`,
			}));
		const ofAddress = { rewardsOf: 'addresses', addresses: `P-${ourRewardAddress}` };
		const restaking = (nodeID: string) => ({ nodeID, autoCompoundRewardShares: 300_000 });

		test('each is asked whether it restakes, 50 at a time', async () => {
			const groups: string[][] = [];
			serve(many(120), (nodeIDs) => {
				groups.push(nodeIDs);
				return nodeIDs.filter((id) => id.endsWith('19')).map(restaking);
			});
			const { total } = await report(ofAddress, ask);
			expect(groups.map(({ length }) => length)).toEqual([50, 50, 20]);
			expect(new Set(groups.flat()).size).toBe(120);
			expect(String(total.notes)).toContain(
				'These validators restake rewards: NodeID-19: 30 %, NodeID-119: 30 %.',
			);
		});

		test('what the node does not answer is said, with the count', async () => {
			serve(many(120), (nodeIDs) =>
				nodeIDs.includes('NodeID-60') ? 'gone' : nodeIDs.slice(0, 1).map(restaking),
			);
			const { total } = await report(ofAddress, ask);
			expect(String(total.notes)).toContain('These validators restake rewards: NodeID-0: 30 %.');
			expect(String(total.notes)).toContain(
				'The node did not say of 70 of 120 validators whether they restake.',
			);
		});

		test('a node that lists others than were asked about names none of them', async () => {
			serve(many(60), () => ['NodeID-1', 'NodeID-999'].map(restaking));
			const { total } = await report(ofAddress, ask);
			expect(String(total.notes)).toContain('restake rewards: NodeID-1: 30 %.');
		});

		test('more than a page can name are counted', async () => {
			serve(many(130), (nodeIDs) => nodeIDs.map(restaking));
			const { total } = await report(ofAddress, ask);
			expect(String(total.notes)).toContain('NodeID-99: 30 %, and 30 more.');
		});
	});
});
