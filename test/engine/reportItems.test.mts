/** What the items of every report give to the next node, whatever is chosen under Return. */
import { DateTime } from 'luxon';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { ourNodeIds, treasuryWallets } from '../../devnet/devnet.mts';
import { listRows } from '../../tools/groups.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const parametersOf: Record<string, IDataObject> = {
	'avalancheData payments': {
		chainId: '43114',
		period: 'last30Days',
		addresses: treasuryWallets.map((wallet, i) => `${wallet} = Wallet ${i}`).join('\n'),
	},
	'avalancheData reward': {
		network: 'mainnet',
		rewardsOf: 'validators',
		validatorsFrom: 'lines',
		nodeIds: `${ourNodeIds[0]} = Frankfurt-1\n${ourNodeIds[1]}`,
		groupBy: 'validator',
		rewardTypes: ['VALIDATOR'],
		currency: 'usd',
		period: 'lastMonth',
	},
	'avalancheMetrics metric': {
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		period: 'lastMonth',
	},
	'avalancheValidators primaryValidator': {
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.slice(0, 2).join(),
		endingDays: 14,
	},
};

const reports = listRows()
	.filter(({ operation }) => ['getReport', 'getStatement'].includes(operation))
	.map(({ resource, operation, description }) => {
		const field = description.properties.find(
			({ name, displayOptions }) =>
				name === 'return' && displayOptions?.show?.resource?.includes(resource),
		)!;
		const choices = (field.options as INodePropertyOptions[]).map(({ value }) => String(value));
		return { type: description.name, resource, operation, choices };
	});

type Asked = Pick<(typeof reports)[number], 'type' | 'resource' | 'operation'>;

async function report({ type, resource, operation }: Asked, returned: string[]) {
	const { items, error } = await engine.runNode(type, {
		resource,
		operation,
		...parametersOf[`${type} ${resource}`],
		return: returned,
	});
	return { items, error, json: jsonOf(items) };
}

test('there are three reports and a statement', () => {
	expect(reports.map(({ type, resource }) => `${type} ${resource}`).sort()).toEqual(
		Object.keys(parametersOf).sort(),
	);
});

/** A movement is the same in every period that holds it; a row of a report belongs to its own. */
const keyForms: Record<string, RegExp> = {
	getReport: /\d{4}-\d\d/,
	getStatement: /^C-Chain \S+ (?:0x\w{40} [\w ]+|\d+ \(\w{12}\) Total America\/New_York)$/,
};

describe.each(reports)('the $operation of $type, $resource', ({ choices, ...at }) => {
	const withoutRows = choices.filter(
		(choice) => !['rows', 'balances', 'counterparties'].includes(choice),
	);

	const forMail = choices.filter((choice) => choice !== 'rows');

	test.each([...forMail.map((choice) => [choice]), ['items', 'page'], withoutRows])(
		'has a subject and a text for an e-mail in each item of %s %s',
		async (...returned) => {
			const { items } = await report(
				at,
				returned.filter((one) => choices.includes(one)),
			);
			expect(items.length).toBeGreaterThan(0);
			for (const { json, binary = {} } of items) {
				expect(json.title).toMatch(/\w/);
				expect(json.html).toMatch(/^<!DOCTYPE html>|^<p>/);
				expect(`${String(json.title)}${String(json.html)}`).not.toMatch(/undefined|NaN/);
				const attached = String(json.attachments ?? '')
					.split(',')
					.filter(Boolean);
				expect(attached).toEqual(Object.keys(binary));
			}
		},
	);

	test('has rows without a total to add to a sheet, each with a key that stays', async () => {
		const { json: rows } = await report(at, ['rows']);
		const { json: all } = await report(at, ['items']);
		// The second run may fall into the next second.
		const untimed = (row: IDataObject) => ({ ...row, at: undefined, html: undefined });
		for (const row of rows) expect(row).not.toHaveProperty('html');
		expect(rows.map(untimed)).toEqual(all.slice(0, -1).map(untimed));
		expect(rows.map(({ isTotal }) => isTotal)).toEqual(rows.map(() => false));
		const keys = all.map(({ key }) => key);
		expect(new Set(keys).size).toBe(all.length);
		for (const key of keys) expect(key).toMatch(keyForms[at.operation]);
	});

	test('refuses files beside rows without a total, before anything is sent', async () => {
		devnet.clearLog();
		const { error } = await report(at, ['rows', 'csv']);
		expect(error?.message).toMatch(/^Choose Items Without Total alone in Return/);
		expect(devnet.log).toEqual([]);
	});
});

describe('a reward without a price', () => {
	const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400;
	const iso = (time: number) => new Date(time * 1000).toISOString();

	/** The report of the validator's rewards about so many days ago, of which the newest has no price. */
	async function reportOf(days: number, operation = 'getReport') {
		const time = daysAgo(days);
		const amount = '1500000000';
		for (const endTimestamp of [time, time - 86_400])
			devnet.world.addRewards({ nodeIDs: [ourNodeIds[0]], endTimestamp, amount });
		devnet.world.rewards.mainnet
			.filter((reward) => reward.endTimestamp > time - 86_400)
			.forEach((reward) => (reward.priced = false));
		const { items, run } = await engine.runNode('avalancheData', {
			resource: 'reward',
			operation,
			...parametersOf['avalancheData reward'],
			returnAll: true,
			period: 'custom',
			from: iso(time - 86_400),
			to: iso(time + 1),
			return: ['page'],
		});
		const inZone = DateTime.fromSeconds(time, { zone: 'America/New_York' });
		const unpriced = `Frankfurt-1 at ${inZone.toFormat('yyyy-MM-dd HH:mm')}`;
		const { hints } = run.data.resultData.runData.Node[0];
		return { json: items[0].json, hints: JSON.stringify(hints), unpriced };
	}

	test('of long ago is named, marks the value, and is not said to get a price', async () => {
		const { json, hints, unpriced } = await reportOf(100);
		expect(json.rewardsWithoutPrice).toBeGreaterThan(0);
		const note = (json.notes as string[]).find((one) => one.includes('without a price'))!;
		expect(note).toMatch(/^\* The value leaves out/);
		expect(note).toContain(unpriced);
		expect(`${String(json.html)}${note}${hints}`).not.toContain('24 hours');
		expect(json.html).toMatch(/>[\d,.]+ USD \*</);
		expect(hints).toContain('The service has none for that time.');
	});

	test('of today gets its price after a day, as report and list say', async () => {
		const { json, hints } = await reportOf(0.5);
		expect(String(json.notes)).toContain('A price comes about 24 hours after a reward.');
		expect(hints).toContain('after about 24 hours');
	});

	test('of long ago is not said to get a price by the list of rewards', async () => {
		const { hints } = await reportOf(50, 'getMany');
		expect(hints).toContain('The service has none for that time.');
		expect(hints).not.toContain('24 hours');
	});
});
