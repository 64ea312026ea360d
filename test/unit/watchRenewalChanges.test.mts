/** Who stops to renew itself, and whose auto-renewal was changed (ACP-236). */
import type { IDataObject } from 'n8n-workflow';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import { primaryRecord, Watcher } from './watchSeries.mts';

const day = 86_400;
const onPrimary = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };
const owner = (address: string) => ({ locktime: '0', threshold: '1', addresses: [address] });

/** `r` renews for 14 days, `s` for 2, `0` ends, `h` restakes half, `o` has another authority, `-` never renewed itself. */
const renewals: Record<string, IDataObject> = {
	r: { nextPeriod: String(14 * day) },
	s: { nextPeriod: String(2 * day) },
	0: { nextPeriod: '0' },
	h: { nextPeriod: String(14 * day), autoCompoundRewardShares: '500000' },
	o: { nextPeriod: String(14 * day), validatorAuthority: owner('P-avax1thief') },
	n: { nextPeriod: String(2 * day), txID: 'the next tx' },
};
const recordOf = (sign: string): IDataObject =>
	primaryRecord('NodeID-a', {
		...(renewals[sign] && {
			autoCompoundRewardShares: '300000',
			validatorAuthority: owner('P-avax1owner'),
			...renewals[sign],
		}),
	});

async function watch(line: string, settings: Partial<WatchSettings>) {
	const watcher = new Watcher({ ...onPrimary, ...settings });
	const items: IDataObject[] = [];
	const told: string[] = [];
	for (const [poll, sign] of [...line].entries()) {
		const seen = sign === '?' ? await watcher.fail() : await watcher.see([recordOf(sign)]);
		items.push(...seen);
		told.push(...seen.map(({ event }) => `${poll} ${event as string}`));
	}
	return { items, told };
}

describe('an auto-renewed validator that will stop renewing is reported [U30]', () => {
	test.each<[string, string, string[], Partial<WatchSettings>?]>([
		[
			'once its next period is 0, and once it is not any more',
			'rr000rr',
			['2 exiting', '5 renewing'],
		],
		['already at the start', '00', ['0 exiting']],
		['not if that is switched off', '00r0', ['3 exiting'], { reportExisting: false }],
		['not one that never renewed itself', '---', []],
		['after as many polls as wished', 'r00r000', ['6 exiting'], { badPolls: 3 }],
	])('%s', async (_what, line, told, more = {}) => {
		expect((await watch(line, { conditions: ['exiting'], ...more })).told).toEqual(told);
	});

	test('with the time of its end, and what to do', async () => {
		const { items } = await watch('r0', { conditions: ['exiting'] });
		expect(items).toMatchObject([
			{
				event: 'exiting',
				state: 'exiting',
				previousState: 'renewing',
				renews: false,
				nextPeriodSeconds: 0,
				endsAt: '2026-12-21T00:00:00Z',
				message:
					"NodeID-a: no longer renews itself: its validation ends on 21 Dec 00:00 UTC, in 29 d 23 h. If you did not order this, check the owner's key.\nNode ID: NodeID-a",
			},
		]);
	});
});

describe("a change of an auto-renewed validator's configuration is reported [U31]", () => {
	const conditions = ['configChanged'];
	test.each<[string, string, string[], Partial<WatchSettings>?]>([
		['of its period', 'rrsss', ['2 configChanged']],
		['of the share that it restakes', 'rrhhh', ['2 configChanged']],
		['of its authority', 'rrooo', ['2 configChanged']],
		[
			'each time',
			'rsrso',
			['1 configChanged', '2 configChanged', '3 configChanged', '4 configChanged'],
		],
		['not what was so at the start', 'sss', []],
		['not for one poll of two', 'rsrsr', [], { badPolls: 2 }],
		['behind an unreadable source', 'r??s', ['3 configChanged']],
		['not of the next validation, which is another', 'rrnn', []],
		['not of one that never renewed itself', '---', []],
		['also where ends are not reported', 'rs', ['1 configChanged'], { reportEnds: false }],
		['after quiet hours, once', 'rsrsss', ['4 configChanged'], { quiet: { from: 1, to: 4 } }],
		['and never reminded of', 'rsssss', ['1 configChanged'], { reminderSeconds: 60 }],
	])('%s', async (_what, line, told, more = {}) => {
		expect((await watch(line, { conditions, ...more })).told).toEqual(told);
	});

	test('with what it is now', async () => {
		const { items } = await watch('rs', { conditions });
		expect(items).toMatchObject([
			{
				event: 'configChanged',
				state: 'configChanged',
				previousState: 'configUnchanged',
				nextPeriodSeconds: 2 * day,
				autoCompoundPercent: 30,
			},
		]);
	});
});
