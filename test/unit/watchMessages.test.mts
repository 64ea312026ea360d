/** Each message of the event Uptime Drop, as a telephone shows it. */
import { alerts } from '../../nodes/Trigger/watch/conditions';
import { left } from '../../nodes/Trigger/watch/left';
import {
	sourceKey,
	type Alert,
	type Context,
	type GroupNotice,
	type Notice,
	type Reason,
	type WatchSource,
} from '../../nodes/Trigger/watch/model';
import type { Past, PollBasis } from '../../nodes/Trigger/watch/past';
import type { Validator } from '../../nodes/Trigger/watch/readings';
import { isReminderDue } from '../../nodes/Trigger/watch/reminders';
import { render } from '../../nodes/Trigger/watch/render';
import { findNetwork } from '../../nodes/Trigger/watch/showValidator';
import { sayDuration, sayTimeLeft } from '../../nodes/shared/values/durations';
import { shortenNodeId } from '../../nodes/shared/values/ids';
import { fail } from '../../nodes/shared/errors';
import { countWords, sentencesOf } from '../../tools/texts.mts';
import { day, knownContext, knownValidator, settingsFor, start } from './watchSeries.mts';

const nodeId = 'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ';
/** 22:05 of the day in the time zone. */
const at = start + 21 * 3600 + 5 * 60;
const limit = { limit: '1234.5', margin: 5 };
const settings = settingsFor({
	timezone: 'Europe/Zurich',
	source: 'primaryNetwork',
	suspectShare: 30,
	rules: { balanceBelow: limit, balanceAbove: limit },
});
const validator = knownValidator(nodeId);
const context = knownContext(at);
const failure = fail('unreachable', 'Nobody answers').failure;
const alertOf = (event: string): Alert => alerts.find((alert) => alert.event === event)!;

function makeNotice(
	event: string,
	turned: Notice['turned'],
	more: { reason?: Reason; validator?: Partial<Validator>; wasFound?: boolean } = {},
): Notice {
	return {
		alert: alertOf(event),
		turned,
		key: event === 'unreachable' ? sourceKey : nodeId,
		since: at - 3600,
		goodSince: turned === 'ended' ? at - 60 : undefined,
		context: { ...context, failure: event === 'unreachable' ? failure : undefined },
		reason:
			more.reason ?? (event === 'left' ? (turned === 'ended' ? 'returned' : 'removed') : undefined),
		wasFound: more.wasFound,
		...(event !== 'unreachable' &&
			event !== 'left' && { validator: { ...validator, ...more.validator } }),
	};
}

function say(notice: Notice | GroupNotice): string {
	const [{ message }] = render([notice], undefined, settings, { at, failure });
	const [sentence, ...where] = (message as string).split('\n');
	const isOfOne = 'key' in notice && notice.key !== sourceKey;
	const ofMany =
		'notices' in notice ? notice.notices.map(() => expect.stringContaining(nodeId)) : [];
	const shortId = shortenNodeId(nodeId);
	expect(where.map((line) => line.replace(shortId, 'N'))).toEqual(
		isOfOne ? [`Node ID: ${nodeId}`] : ofMany,
	);
	return sentence.replaceAll(shortId, 'N');
}

const messages: Array<[event: string, began: string, ended: string, more?: object]> = [
	[
		'disconnected',
		'N: no connection since 21:05 CET. Check that its avalanchego runs and that port 9651 is open. No time offline is left without losing its reward.',
		'N: connected again since 22:04 CET, after 59 min.',
	],
	[
		'belowThreshold',
		'N: uptime 79.5 %, below 80 %, since 21:05 CET. Check that the validator stays online. No time offline is left without losing its reward.',
		'N: uptime 79.5 %, no longer below 80 %, since 22:04 CET, after 59 min.',
	],
	[
		'belowThreshold',
		'N: uptime 79.5 %, below 80 %, since 21:05 CET. Check that the validator stays online. Its reward is not lost yet: it can be offline for 2 d 20 h more.',
		'N: uptime 79.5 %, no longer below 80 %, since 22:04 CET, after 59 min.',
		{ validator: { startedAt: at - 30 * day, endsAt: at + 60 * day } },
	],
	[
		'inactive',
		'N: inactive since 21:05 CET. It does not validate until it is active again. It was disabled, or its balance for the fee ran out; check its balance.',
		'N: active again since 22:04 CET, after 59 min.',
	],
	[
		'left',
		'N: no longer in the list of validators since 21:05 CET. Its validation was not over. Nobody ends one by hand, so the queried node may be behind: check the explorer.',
		'N: in the list of validators again since 22:04 CET, after 59 min.',
	],
	[
		'unreachable',
		'The Avalanche node: cannot be read since 21:05 CET. Nobody answers. Check that the node runs, and that the credential leads to it. No validator is checked until the node answers.',
		'The Avalanche node: can be read again since 22:04 CET, after 59 min.',
	],
	[
		'fell',
		'N: uptime down 19.5 points within 24 h, from 99 % to 79.5 %. Check whether the validator is online. No time offline is left without losing its reward.',
		'N: uptime steady again at 79.5 %, after 59 min.',
	],
	[
		'requirementAtRisk',
		'N: misses the required uptime of 90 %: 85.733 % at best by 1 Dec 01:00 CET, in 9 d 2 h. The reward is lost, and the network removes the validator at its end. Plan its next validation.',
		'N: the required uptime of 90 % is safe again, after 59 min.',
	],
	[
		'requirementAtRisk',
		'N: only 9 h 21 min offline left until 1 Dec 01:00 CET, in 9 d 2 h. Below 90 % of uptime it loses its reward; keep it online.',
		'N: the required uptime of 90 % is safe again, after 59 min.',
		{ validator: { uptime: 87.5, nextPeriod: undefined } },
	],
	[
		'endingSoon',
		'N: validation ends on 1 Dec 01:00 CET, in 9 d 2 h. Plan its next validation.',
		'N: validation renews itself on 1 Dec 01:00 CET, in 9 d 2 h. The alert lasted 59 min.',
	],
	[
		'exiting',
		"N: no longer renews itself: its validation ends on 1 Dec 01:00 CET, in 9 d 2 h. If you did not order this, check the owner's key.",
		'N: renews itself again on 1 Dec 01:00 CET, in 9 d 2 h. The alert lasted 59 min.',
	],
	[
		'configChanged',
		"N: auto-renewal set to 14 d, with 30 % of the reward restaked, since 21:05 CET. If you did not order this, check the owner's key.",
		'',
	],
	[
		'balanceLow',
		'N: balance for the fee lasts until 26 Nov 22:05 CET, in 5 d. The balance is 0.000000005 AVAX, and 30 days cost 1.33 AVAX now. Top up 3.99 AVAX to last 90 days. Without a balance, the validator becomes inactive.',
		'N: balance lasts until 26 Nov 22:05 CET, in 5 d. The alert lasted 59 min.',
	],
	[
		'balanceLow',
		'N: no balance left for the fee. Top up 3.99 AVAX to last 90 days. The validator becomes active again with a balance.',
		'N: balance lasts until 26 Nov 22:05 CET, in 5 d. The alert lasted 59 min.',
		{ validator: { balance: 0n } },
	],
	[
		'balanceUsedUp',
		'N: balance for the fee used up since 21:05 CET. Top up 3.99 AVAX to last 90 days. The validator becomes active again with a balance.',
		'N: has 0.000000005 AVAX for the fee again, for less than a day, since 22:04 CET, after 59 min.',
	],
	[
		'outdated',
		'N: runs avalanchego/1.14.2, older than 1.15.0. Update the node.',
		'N: runs avalanchego/1.14.2, which is new enough.',
	],
	[
		'balanceBelow',
		'N: balance 0.000000005 AVAX, below 1,234.5 AVAX, since 21:05 CET. Top it up: the alert ends at 1,296.225 AVAX.',
		'N: balance 0.000000005 AVAX, no longer below 1,234.5 AVAX, since 22:04 CET, after 59 min.',
	],
	[
		'balanceAbove',
		'N: balance 0.000000005 AVAX, above 1,234.5 AVAX, since 21:05 CET. Move what is too much: the alert ends at 1,172.775 AVAX.',
		'N: balance 0.000000005 AVAX, no longer above 1,234.5 AVAX, since 22:04 CET, after 59 min.',
	],
	[
		'balanceUnreadable',
		'N: balance cannot be read since 21:05 CET. Check the address, and that the node serves this chain. It is neither below nor above a limit until it can be read.',
		'N: balance can be read again since 22:04 CET, after 59 min.',
	],
	[
		'bootstrapping',
		'N: still catches up with the network since 21:05 CET. It does not validate until it has caught up. If that lasts longer than usual, look into its log.',
		'N: has caught up with the network since 22:04 CET, after 59 min.',
	],
	[
		'unhealthy',
		'N: unhealthy by its own checks since 21:05 CET. What fails is not known now. Look into the log of the node.',
		'N: healthy again since 22:04 CET, after 59 min.',
	],
	[
		'headNotMoving',
		'N: does not move on the C-Chain since 21:05 CET or earlier. Look into the log of the node. Restart it if that stays so.',
		'N: moves again on the C-Chain since 22:04 CET, after 59 min.',
	],
	[
		'nodeBehind',
		'N: behind on the C-Chain since 21:05 CET or earlier. Until it has caught up, send no requests to it. Check its disk, CPU and network.',
		'N: has caught up on the C-Chain since 22:04 CET, after 59 min.',
	],
	[
		'pollsFailing',
		'N: too many of its polls fail since 21:05 CET. Validators do not answer, or its network is bad. Check its connections, and which validators are down.',
		'N: its polls succeed again since 22:04 CET, after 59 min.',
	],
	[
		'diskLow',
		'N: its disk is nearly full since 21:05 CET. Add space, or prune its database: a node whose disk is full stops.',
		'N: its disk has room again since 22:04 CET, after 59 min.',
	],
	[
		'badBlocks',
		'N: refused blocks as bad since 21:05 CET. It may differ from the network. Check its version and its database.',
		'N: refuses no blocks any more since 22:04 CET, after 59 min.',
	],
	[
		'stakeDisconnected',
		'N: connected to too little of the stake since 21:05 CET. Check its network, and that port 9651 is open.',
		'N: connected to enough of the stake again since 22:04 CET, after 59 min.',
	],
	[
		'blocksUndecided',
		'N: too many blocks not decided yet since 21:05 CET. Consensus is slow or stands. Check the polls and the connected stake of the node.',
		'N: its blocks are decided again since 22:04 CET, after 59 min.',
	],
	[
		'validatorsBenched',
		'N: benched too many validators since 21:05 CET. They did not answer it, and its metrics do not name them. If others see them well, check the network of this node.',
		'N: no more than one validator is benched since 22:04 CET, after 59 min.',
	],
	[
		'noValidators',
		'N: sees no validators since 21:05 CET. Check that its P-Chain has caught up, and the validators of the L1.',
		'N: sees validators again since 22:04 CET, after 59 min.',
	],
	[
		'upgradeNeeded',
		'N: does not know the next network upgrade. Update the node before: an older version stops with the upgrade.',
		'N: knows the next network upgrade, after 59 min.',
	],
];

describe('a title says it in one line, and how urgent it is [U32]', () => {
	const show = (notice: Notice | GroupNotice) => {
		const [item] = render([notice], undefined, settings, { at, failure });
		const { title, severity } = item as { title: string; severity: string };
		return `${severity}: ${title.replace(shortenNodeId(nodeId), 'N')}`;
	};
	test.each<[string, began: string, ended: string, more?: object]>([
		['disconnected', 'critical: N: no connection', 'N: connected again'],
		[
			'belowThreshold',
			'critical: N: uptime 79.5 %, below 80 %',
			'N: uptime 79.5 %, no longer below 80 %',
		],
		['inactive', 'critical: N: inactive', 'N: active again'],
		[
			'left',
			'critical: N: no longer in the list of validators',
			'N: in the list of validators again',
		],
		[
			'unreachable',
			'critical: The Avalanche node: cannot be read',
			'The Avalanche node: can be read again',
		],
		[
			'fell',
			'critical: N: uptime down 19.5 points within 24 h',
			'N: uptime steady again at 79.5 %',
		],
		[
			'requirementAtRisk',
			'critical: N: misses the required uptime of 90 %',
			'N: the required uptime of 90 % is safe again',
		],
		[
			'requirementAtRisk',
			'warning: N: only 9 h 21 min offline left',
			'N: the required uptime of 90 % is safe again',
			{ validator: { uptime: 87.5 } },
		],
		[
			'endingSoon',
			'warning: N: validation ends on 1 Dec 01:00 CET, in 9 d 2 h',
			'N: validation renews itself on 1 Dec 01:00 CET, in 9 d 2 h',
		],
		[
			'exiting',
			'warning: N: no longer renews itself',
			'N: renews itself again on 1 Dec 01:00 CET, in 9 d 2 h',
		],
		['configChanged', 'warning: N: auto-renewal changed', ''],
		[
			'balanceLow',
			'warning: N: balance for the fee lasts until 26 Nov 22:05 CET, in 5 d, top up 3.99 AVAX',
			'N: balance lasts until 26 Nov 22:05 CET, in 5 d',
		],
		[
			'balanceLow',
			'critical: N: no balance left for the fee',
			'N: balance lasts until 26 Nov 22:05 CET, in 5 d',
			{ validator: { balance: 0n } },
		],
		[
			'balanceUsedUp',
			'critical: N: balance for the fee used up',
			'N: has 0.000000005 AVAX for the fee again, for less than a day',
		],
		[
			'balanceUsedUp',
			'critical: N: balance for the fee used up',
			'N: has 3.98 AVAX for the fee again, for about 90 days',
			{ validator: { balance: 3_981_213_184n } },
		],
		[
			'outdated',
			'warning: N: runs avalanchego/1.14.2, older than 1.15.0',
			'N: runs avalanchego/1.14.2, which is new enough',
		],
	])('%s: %s', (event, began, ended, more = {}) => {
		expect(show(makeNotice(event, 'began', more))).toBe(began);
		if (ended) expect(show(makeNotice(event, 'ended', more))).toBe(`resolved: ${ended}`);
	});

	test('a planned end is no outage, and a reminder says for how long', () => {
		expect(show(makeNotice('left', 'began', { reason: 'ended' }))).toBe(
			'warning: N: validation over',
		);
		expect(show(makeNotice('disconnected', 'lasts'))).toBe(
			'critical: N: no connection, for 1 h now (reminder 1)',
		);
	});

	test('of many, and of one item per poll', () => {
		const notices = [makeNotice('disconnected', 'began'), makeNotice('disconnected', 'began')];
		expect(show({ notices, stillBad: [], watchedCount: 5 })).toBe(
			'critical: 2 of 5 watched validators have no connection',
		);
		const [digest] = render(
			[makeNotice('endingSoon', 'began'), makeNotice('inactive', 'ended'), ...notices.slice(1)],
			undefined,
			{ ...settings, digest: true },
			{ at },
		);
		expect(digest).toMatchObject({
			title: `${shortenNodeId(nodeId)}: no connection (and 1 more alert, 1 end)`,
			severity: 'critical',
		});
	});
});

describe('the page of a validator in the explorer [U32]', () => {
	const linkOf = (
		addresses: string[] | undefined,
		nodeUrl: string,
		source: WatchSource = 'primaryNetwork',
	) => {
		const record = addresses ? { validationRewardOwner: { addresses } } : {};
		const reading = { at, validators: new Map([[nodeId, { ...validator, record }]]) };
		const network = findNetwork(nodeUrl, reading);
		const [item] = render(
			[makeNotice('disconnected', 'began')],
			undefined,
			{ ...settings, source },
			{ ...reading, network },
		);
		const { message, explorerUrl } = item!;
		const last = explorerUrl ? `Explorer: ${String(explorerUrl)}` : `Node ID: ${nodeId}`;
		expect(String(message).split('\n').at(-1)).toBe(last);
		return explorerUrl;
	};
	const own = 'http://127.0.0.1:9650';
	const mainnet = `https://subnets.avax.network/validators/${nodeId}`;
	const fuji = `https://subnets-test.avax.network/validators/${nodeId}`;

	test.each<[string, string[] | undefined, string, string | null]>([
		['of mainnet, by its addresses', ['P-avax1abc'], own, mainnet],
		['of Fuji, by its addresses', ['P-fuji1abc'], own, fuji],
		['of mainnet, by the public node', undefined, 'https://api.avax.network/', mainnet],
		['of Fuji, by the public node', undefined, 'https://api.avax-test.network', fuji],
		['of a local network', ['P-local1abc'], own, null],
		['of a custom network', ['P-custom1abc'], own, null],
		['of a network that nothing tells', undefined, own, null],
		['of a list without addresses', [], own, null],
	])('%s', (_what, addresses, nodeUrl, url) => {
		expect(linkOf(addresses, nodeUrl)).toBe(url);
	});

	test('is that of the Primary Network alone', () => {
		expect(linkOf(['P-avax1abc'], own, 'balances')).toBeUndefined();
	});
});

describe('how long a validator may still be offline [U32]', () => {
	const hoursOf = (
		changes: Partial<Validator>,
		upgrades: Context['upgrades'] = context.upgrades,
	) => {
		const notice = makeNotice('disconnected', 'began', { validator: changes });
		const [item] = render([{ ...notice, context: { ...context, upgrades } }], undefined, settings, {
			at,
		});
		return item!.canBeOfflineHours;
	};

	test('is what is left of a tenth, or of a fifth for those that began before Helicon', () => {
		// Of 30 days 72 h, and of these 1 % of the 500 h and 5 min that are over.
		expect(hoursOf({ uptime: 99 })).toBe(66.9);
		expect(hoursOf({ uptime: 99 }, { helicon: start })).toBe(138.9);
	});

	test('is no more than the rest of the validation, and none where the reward is lost', () => {
		expect(hoursOf({ uptime: 100, endsAt: at + 3600 })).toBe(1);
		expect(hoursOf({ uptime: 60 })).toBe(0);
	});

	test('is null where it is not known', () => {
		for (const changes of [{ uptime: undefined }, { endsAt: undefined }, { startedAt: undefined }])
			expect(hoursOf(changes)).toBeNull();
		expect(hoursOf({ uptime: 99 }, {})).toBeNull();
	});
});

test.each([
	[0, '0 s'],
	[59, '59 s'],
	[60, '1 min'],
	[179, '3 min'],
	[3 * 3600 + 12 * 60 + 9, '3 h 12 min'],
	[86_399, '1 d'],
	[2 * 86_400 + 1800, '2 d 30 min'],
])('%i seconds are %s, as people say it', (seconds, words) => {
	expect(sayDuration(seconds)).toBe(words);
});

test('no message promises more time than is left', () => {
	expect([30, 179, 3599].map(sayTimeLeft)).toEqual(['30 s', '2 min', '59 min']);
});

describe('a message says which validator, what, since when and what to do', () => {
	test('there is one of each alert', () => {
		const said = new Set(messages.map(([event]) => event));
		expect(alerts.map(({ event }) => event).filter((event) => !said.has(event))).toEqual([]);
	});

	test.each(messages)('%s: %s', (event, began, ended, more = {}) => {
		expect(say(makeNotice(event, 'began', more))).toBe(began);
		if (ended) expect(say(makeNotice(event, 'ended', more))).toContain(ended.replace(/\.$/, ''));
	});

	test.each<[Notice['turned'], Reason, string]>([
		[
			'began',
			'ended',
			'N: validation over since 21:05 CET. It reached its planned end: no outage. Stake again if it is to go on.',
		],
		[
			'began',
			'notRenewed',
			'N: validation over and not renewed since 21:05 CET. It probably missed its required uptime. Check why, and stake again.',
		],
		[
			'began',
			'absent',
			'N: not in the list of validators since 21:05 CET. Check the node ID, and whether its validation has begun.',
		],
	])('%s, %s: %s', (turned, reason, message) => {
		expect(say(makeNotice('left', turned, { reason }))).toBe(message);
	});

	test('a validator of an L1 may have been removed by hand', () => {
		const ofL1 = { ...settings, source: 'balances' as const };
		const [{ message }] = render([makeNotice('left', 'began')], undefined, ofL1, { at });
		expect(message).toContain('Check whether it was removed or disabled.');
	});

	test('what was so already in the first reading may be older, and what lasts says for how long', () => {
		expect(say(makeNotice('disconnected', 'began', { wasFound: true }))).toContain(
			'since 21:05 CET or earlier. ',
		);
		expect(say(makeNotice('disconnected', 'lasts'))).toMatch(
			/^N, for 1 h now \(reminder 1\): no connection since/,
		);
	});

	const advice =
		/\b(Add|Check|Find|Free|Keep|Look|Move|Plan|Restart|Stake|Top|Update|check|keep|look|stake)\b/;

	test.each(messages.map(([event, began]) => [event, began]))('%s says what to do', (_, began) => {
		expect(began).toMatch(advice);
	});

	test.each(
		alerts.filter(({ words }) => words.manyBegan).map((alert) => [alert.event, alert] as const),
	)('many of %s say what to do', (_, { words }) => {
		expect(words.manyTodo).toMatch(advice);
	});

	test.each([
		['network', 'Check its connection to the internet, and that port 9651 is open.'],
		['diskspace', 'Free space on its disk.'],
		['C', 'Look into the log of the node.'],
	])('a failing check of %s says what to look at', (name, todo) => {
		const checks = [{ name, state: 'failed' as const, error: 'bad' }];
		expect(say(makeNotice('unhealthy', 'began', { validator: { checks } }))).toContain(
			`What fails: ${name}: bad. ${todo}`,
		);
	});

	test.each([
		[12_884_901_888, ', 12.0 GiB free'],
		['18446744073709551615', ''],
	])('a full disk says %s bytes that are free as "%s"', (availableDiskBytes, free) => {
		const details = { availableDiskBytes, availableDiskPercentage: 2 };
		const checks = [{ name: 'diskspace', state: 'failed' as const, error: 'it is full', details }];
		expect(say(makeNotice('unhealthy', 'began', { validator: { checks } }))).toContain(
			`What fails: diskspace: it is full${free}. Free space on its disk.`,
		);
	});

	test('of many: those with the least time left are named, unknown ones last', () => {
		const uptimes = [99, undefined, 95, 91, 98, 97, 96];
		const notices = uptimes.map((uptime, i) => ({
			...makeNotice('disconnected', 'began', { validator: { uptime, nextPeriod: undefined } }),
			key: `NodeID-${i}`,
		}));
		const named = { ...settings, names: {}, payloads: ['alertmanager' as const] };
		const show = (some: Notice[]) =>
			render([{ notices: some, stillBad: [], watchedCount: 90 }], undefined, named, { at })[0];
		expect(show(notices).message).toContain(
			'They are NodeID-3, NodeID-2, NodeID-6, NodeID-5, NodeID-4, NodeID-0, NodeID-1.',
		);
		const listed = (show(notices).members as Array<{ nodeId: string }>).map(({ nodeId: id }) => id);
		expect(listed).toEqual([3, 2, 6, 5, 4, 0, 1].map((i) => `NodeID-${i}`));
	});

	test('of many: how many, what and since when', () => {
		const group = (turned: Notice['turned'], stillBad: string[] = []): GroupNotice => ({
			notices: Array.from({ length: 5 }, () => makeNotice('disconnected', turned)),
			stillBad,
			watchedCount: 9,
		});
		expect(say(group('began'))).toBe(
			'5 of 9 watched validators have no connection since 21:05 CET. They are N, N, N, N, N. Check the node of your credential first: it is the likely cause.',
		);
		expect(say(group('began', ['NodeID-x']))).toContain(
			' The same is already true of 1 more: NodeID-x. ',
		);
		expect(say({ ...group('began'), watchedCount: 90 })).toBe(
			'5 of 90 watched validators have no connection since 21:05 CET. They are N, N, N, N, N. Check first what they have in common.',
		);
		expect(say(group('lasts'))).toBe(
			'5 of 9 watched validators have no connection, for 1 h now (reminder 1). They are N, N, N, N, N. Check first what they have in common.',
		);
		expect(say(group('ended', ['NodeID-x']))).toBe(
			'5 of 9 watched validators are connected again since 22:04 CET. They are N, N, N, N, N. 1 more is not yet: NodeID-x.',
		);
	});

	test.each<[string, Notice['turned'], string]>([
		['disconnected', 'began', ': It can be offline for '],
		['disconnected', 'ended', ': after 59 min. Its reward allows '],
		['balanceLow', 'began', ': balance for the fee lasts until '],
		['balanceLow', 'began', ' Top up '],
		['endingSoon', 'began', ': validation ends '],
		['inactive', 'began', `: ${nodeId}`],
	])('of several, %s, %s: the figures of each, %s', (event, turned, line) => {
		const seen = { validator: { uptime: 99.9 } };
		const group = {
			group: 'fra',
			notices: [makeNotice(event, turned, seen), makeNotice(event, turned, seen)],
			stillBad: [],
			watchedCount: 2,
		};
		const [{ message }] = render([group], undefined, settings, { at });
		const lines = (message as string).split('\n').slice(1);
		expect(lines).toEqual([expect.stringContaining(line), expect.stringContaining(line)]);
		expect(lines[0]).toContain(nodeId);
	});

	test.each([
		['disconnected', 'critical', true],
		['outdated', 'critical', true],
		['endingSoon', 'warning', false],
	])('with Remind Louder After, %s becomes %s [U60]', (event, severity, isDue) => {
		const louder = { ...settings, louderSeconds: 600 };
		const lasting = makeNotice(event, 'lasts');
		expect(render([lasting], undefined, louder, { at })[0]).toMatchObject({ severity });
		const begun = { event, since: lasting.since };
		const past = { cursor: { watched: { remindedAt: lasting.since } } } as unknown as Past;
		expect(isReminderDue(nodeId, begun, { past, settings: louder, at } as PollBasis)).toBe(isDue);
	});

	test('in the time zone of the workflow, with the date where it is another day', () => {
		const late = { ...makeNotice('disconnected', 'began'), since: at - 2 * day };
		expect(say(late)).toContain('since 19 Nov 22:05 CET. ');
		const items = render([late], undefined, { ...settings, timezone: 'America/New_York' }, { at });
		expect(items[0]!.message).toContain('since 19 Nov 16:05 EST. ');
	});

	test('a disconnect says how long it may last, where that is known', () => {
		expect(say(makeNotice('disconnected', 'began', { validator: { uptime: 99 } }))).toBe(
			'N: no connection since 21:05 CET. Check that its avalanchego runs and that port 9651 is open. It can be offline for 2 d 18 h more without losing its reward.',
		);
	});

	test('a name stands before the short node ID [U32]', () => {
		const named = { ...settings, names: { [nodeId]: { name: 'Frankfurt-1' } } };
		const [item] = render([makeNotice('disconnected', 'began')], undefined, named, { at });
		expect(item).toMatchObject({
			title: 'Frankfurt-1: no connection',
			name: 'Frankfurt-1',
			message: expect.stringMatching(
				/^Frankfurt-1 \(NodeID-MFrZ\.\.\.xXZ\): no connection since 21:05 CET\. /,
			),
		});
	});

	test('in sentences of at most 20 words', () => {
		const all = alerts
			.filter((alert) => alert !== left)
			.flatMap(({ event, endEvent }) => [
				say(makeNotice(event, 'began')),
				...(endEvent ? [say(makeNotice(event, 'ended'))] : []),
			]);
		const long = [...all, ...messages.map(([, began]) => began)]
			.flatMap(sentencesOf)
			.filter((sentence) => countWords(sentence) > 20);
		expect(long).toEqual([]);
	});
});
