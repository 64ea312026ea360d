/** Messages that are told late, or again: what the node does not say by then is neither zero nor a date. */
import { conditions } from '../../nodes/Trigger/watch/conditions';
import { type Alert, type Notice } from '../../nodes/Trigger/watch/model';
import { render } from '../../nodes/Trigger/watch/render';
import { day, knownContext, knownValidator, settingsFor, start } from './watchSeries.mts';

const nodeId = 'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ';
const at = start + day;
/** Each rule rests on what the network requires. */
const settings = settingsFor({
	source: 'primaryNetwork',
	rules: {
		belowThreshold: { threshold: 'reward' },
		outdated: { minimumVersion: '', upgradeSeconds: 14 * day },
		balanceBelow: { limit: '1234.5', margin: 5 },
		balanceAbove: { limit: '1234.5', margin: 5 },
	},
});

const validator = knownValidator(nodeId);
const context = knownContext(at);

const without = <T extends object>(whole: T, name: string): T =>
	Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)) as T;

/** Nothing is known, or one part of what a message may rest on is not. */
const gaps: Array<[lacks: string, Pick<Notice, 'validator' | 'context'>]> = [
	['everything', { validator: { nodeId, record: {} }, context: { at, source: 'primaryNetwork' } }],
	['balance', { validator: without(validator, 'balance'), context: without(context, 'lastsFor') }],
	...['uptime', 'startedAt', 'endsAt', 'nextPeriod', 'autoCompound', 'version'].map(
		(name): (typeof gaps)[number] => [name, { validator: without(validator, name), context }],
	),
	// Who knows no fee knows not how long a balance lasts.
	['feeRate', { validator, context: without(without(context, 'feeRate'), 'lastsFor') }],
	...['upgrades', 'highest'].map((name): (typeof gaps)[number] => [
		name,
		{ validator, context: without(context, name) },
	]),
];

function say(alert: Alert, turned: Notice['turned'], known: (typeof gaps)[number][1]): string {
	const since = at - 3600;
	const notice = { alert, turned, key: nodeId, since, goodSince: at - 60, ...known };
	const [{ title, message }] = render([notice], undefined, settings, { at });
	return `${title as string}. ${(message as string).split('\n')[0]}`;
}

const subjects = conditions.filter(({ of }) => of !== 'source');
const turns = ['began', 'lasts', 'ended'] as const;

test.each(
	subjects.flatMap((alert) =>
		turns.flatMap((turned) =>
			gaps.map(([lacks, known]) => [alert.event, turned, lacks, alert, known] as const),
		),
	),
)(
	'%s, %s, without %s, says nothing that is not known [U2]',
	(_event, turned, _lacks, alert, known) => {
		if (turned === 'ended' && !alert.endEvent) return;
		expect(say(alert, turned, known)).not.toMatch(
			/null|undefined|NaN|Infinity|far future|\b0 s\b|runs ,|switched off| {2}|at unknown/,
		);
	},
);

const balanceLow = subjects.find(({ event }) => event === 'balanceLow')!;
test.each(['everything', 'balance', 'feeRate'])(
	'a balance that lasts nobody knows how long, for want of %s, is not said to last a year [U2]',
	(lacks) => {
		const [, known] = gaps.find(([name]) => name === lacks)!;
		expect(say(balanceLow, 'ended', known)).not.toContain('year');
	},
);

test('a renewal that the node reports only in part is null [U2]', () => {
	const known = { nodeId, record: { validatorAuthority: { threshold: '1' } } };
	const alert = subjects.find(({ event }) => event === 'disconnected')!;
	const notice: Notice = {
		alert,
		turned: 'began',
		key: nodeId,
		since: at,
		context,
		validator: known,
	};
	const [item] = render([notice], undefined, settings, { at });
	expect(item).toMatchObject({ renews: null, nextPeriodSeconds: null });
});
