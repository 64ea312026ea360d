/** Periods of rewards through n8n's engine: day after day and month after month, each reward is in exactly one report. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const hour = 3600;
const seconds = (iso: string) => Date.parse(iso) / 1000;
/** A reward an hour, on the hour, from the end of 2025 to the end of 2026. */
const first = seconds('2025-12-01T00:00Z');
const count = 9600;
const server = useScript(({ path }) => {
	if (!path.includes('/rewards'))
		return reply({ jsonrpc: '2.0', id: 1, result: { validators: [] } });
	const from = Number(new URL(path, 'http://service').searchParams.get('pageToken') ?? 0);
	const newest = first + (count - 1) * hour;
	const now = Math.floor(Date.now() / 1000);
	const begin = Math.max(0, Math.ceil((newest - now) / hour)) + from;
	const size = Math.max(0, Math.min(100, count - begin));
	return reply({
		historicalRewards: Array.from({ length: size }, (_, i) => ({
			addresses: ['avax1a'],
			nodeId: ourNodeIds[0],
			rewardType: 'VALIDATOR',
			startTimestamp: 1,
			endTimestamp: newest - (begin + i) * hour,
			txHash: 'stake',
			rewardTxHash: `paid${begin + i}`,
			utxoId: `utxo${begin + i}`,
			outputIndex: 0,
			amountStaked: '1',
			reward: { amount: '1', denomination: 9 },
		})),
		...(begin + size < count && { nextPageToken: String(from + size) }),
	});
});
const run = useNode('avalancheData', server);
const clock = useClock('2026-03-05T00:00Z');
const goTo = (iso: string) => clock.advance(seconds(iso) - Date.now() / 1000);

async function report(parameters: object, workflowZone: string, timeZone?: string) {
	const { items, error } = await run(
		'reward',
		'getReport',
		{
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds[0],
			return: ['items'],
			additionalFields: timeZone ? { timeZone } : {},
			...parameters,
		},
		{ settings: { timezone: workflowZone } },
	);
	expect(error).toBeUndefined();
	return jsonOf(items).at(-1)!;
}

test.each([
	['UTC', 'America/Los_Angeles', '00:30Z'],
	['America/Los_Angeles', 'Asia/Kolkata', '00:30Z'],
	['Pacific/Auckland', 'America/Havana', '13:00Z'],
	['Asia/Kolkata', undefined, '19:00Z'],
])(
	'Yesterday each day, with the workflow in %s and the report in %s',
	async (workflow, zone, at) => {
		// Clocks in the United States and in Havana go forward on 8 March 2026.
		const days = ['06', '07', '08', '09', '10'];
		const totals: IDataObject[] = [];
		for (const day of days) {
			goTo(`2026-03-${day}T${at}`);
			totals.push(await report({ period: 'yesterday' }, workflow, zone));
		}
		totals.slice(1).forEach(({ from }, i) => expect(from).toBe(totals[i].to));
		const [begin, end] = [totals[0].from, totals.at(-1)!.to].map((iso) => seconds(String(iso)));
		const rewards = totals.reduce((sum, total) => sum + Number(total.rewards), 0);
		expect(rewards).toBe(Math.ceil(end / hour) - Math.ceil(begin / hour));
		const start = DateTime.fromSeconds(begin, { zone: zone ?? workflow });
		expect(start.toFormat('HH:mm')).toBe('00:00');
		expect(start.plus({ days: 1 }).toISODate()).toBe(
			DateTime.fromISO(`2026-03-06T${at}`, { zone: zone ?? workflow }).toISODate(),
		);
	},
);

test.each([
	['UTC', 'Asia/Kolkata', '2026-06-30T18:40Z', 'June 2026', '2026-05-31T18:30:00Z'],
	['Asia/Kolkata', 'UTC', '2026-06-30T18:40Z', 'May 2026', '2026-05-01T00:00:00Z'],
	// In Havana the clock shows midnight of 1 November 2026 twice.
	['UTC', 'America/Havana', '2026-12-01T06:00Z', 'November 2026', '2026-11-01T04:00:00Z'],
	['UTC', 'America/Havana', '2026-11-01T06:00Z', 'October 2026', '2026-10-01T04:00:00Z'],
])('Last Month with the workflow in %s and the report in %s at %s is %s', async (...row) => {
	const [workflow, zone, now, month, from] = row;
	goTo(now);
	const total = await report({ period: 'lastMonth' }, workflow, zone);
	expect(total).toMatchObject({ title: `Staking rewards, ${month}`, from });
});

test.each([
	['2026-05-01T06:00:00Z', '2026-05-01T06:00:00Z'],
	['2026-05-01T06:00:00+05:30', '2026-05-01T00:30:00Z'],
	['={{ DateTime.fromISO("2026-05-01T06:00:00Z") }}', '2026-05-01T06:00:00Z'],
	['={{ $now.set({ year: 2026, month: 5, day: 1 }).startOf("day") }}', '2026-05-01T00:00:00Z'],
	['={{ new Date("2026-05-01T06:00:00Z") }}', '2026-05-01T06:00:00Z'],
	[1777615200, '2026-05-01T06:00:00Z'],
	['1777615200', '2026-05-01T06:00:00Z'],
	['2026-05-01', '2026-05-01T07:00:00Z'],
	['2026-05-01T06:00', '2026-05-01T13:00:00Z'],
])('From %s is one moment, and only without a zone it is in that of the report', async (...row) => {
	const [from, expected] = row;
	goTo('2026-06-01T00:00Z');
	const to = '2026-05-03T00:00:00Z';
	const total = await report({ period: 'custom', from, to }, 'UTC', 'America/Los_Angeles');
	expect(total).toMatchObject({ from: expected, to });
	expect(total.rewards).toBe(Math.floor((seconds(to) - seconds(expected)) / hour));
});

test('a time that clocks show twice is refused if those of the report do', async () => {
	const of = (timeZone: string) => ({
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds[0],
		return: ['items'],
		period: 'custom',
		from: '2026-10-25 02:30',
		to: '2026-11-01T00:00Z',
		additionalFields: { timeZone },
	});
	goTo('2026-12-02T00:00Z');
	const inBerlin = { settings: { timezone: 'Europe/Berlin' } };
	const utc = await run('reward', 'getReport', of('UTC'), inBerlin);
	expect(jsonOf(utc.items).at(-1)).toMatchObject({ from: '2026-10-25T02:30:00Z' });
	const { error } = await run('reward', 'getReport', of('Europe/Berlin'));
	expect(saidBy(error)).toMatch(
		/^Check From: .*exists twice in Europe\/Berlin.*2026-10-25T02:30:00\+02:00 for the first, or 2026-10-25T02:30:00\+01:00/s,
	);
});

test('two moments in the wrong order are named with their zones', async () => {
	const { error } = await run('reward', 'getReport', {
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds[0],
		period: 'custom',
		from: '2026-05-01T06:00:00+05:30',
		to: '2026-05-01T00:00:00Z',
	});
	expect(saidBy(error)).toContain(
		'From must be before To. From is 2026-05-01 06:00 +05:30 and To is 2026-05-01 00:00 +00:00.',
	);
});
