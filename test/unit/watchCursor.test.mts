/** What the event Uptime Drop stores between polls: every later version must read it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alerts } from '../../nodes/Trigger/watch/conditions';
import { disconnected } from '../../nodes/Trigger/watch/conditions/disconnected';
import { alertCodeCount, packSubjects, unpackSubjects } from '../../nodes/Trigger/watch/cursor';
import {
	sourceKey,
	type AlertState,
	type Reported,
	type Subject,
	type WatchSource,
} from '../../nodes/Trigger/watch/model';
import {
	isAfterGap,
	recallWatch,
	watchCursorVersion,
	type WatchCursor,
} from '../../nodes/Trigger/watch/past';
import { step } from '../../nodes/Trigger/watch/step';
import { makeNodeId } from '../../devnet/ids.mts';
import { nameOf, settingsFor, start } from './watchSeries.mts';

interface Golden {
	cursor: WatchCursor;
	remembered: Record<string, Subject>;
}
/** The code of each event, which cursors store. */
const codesOfEvents: Record<string, number> = {
	disconnected: 0,
	belowThreshold: 1,
	inactive: 2,
	left: 3,
	unreachable: 4,
	fell: 5,
	requirementAtRisk: 6,
	endingSoon: 7,
	balanceLow: 8,
	outdated: 9,
	exiting: 10,
	configChanged: 11,
	balanceUsedUp: 12,
	bootstrapping: 13,
	balanceBelow: 14,
	balanceAbove: 15,
	balanceUnreadable: 16,
	unhealthy: 17,
	upgradeNeeded: 18,
	headNotMoving: 370,
	pollsFailing: 371,
	diskLow: 372,
	badBlocks: 373,
	stakeDisconnected: 374,
	blocksUndecided: 375,
	validatorsBenched: 376,
	noValidators: 377,
	nodeBehind: 378,
};
/** Those of events that are gone. No other event may take one. */
const retiredCodes: number[] = [];

const files = [
	'watch-1.json',
	'watch-1-grown.json',
	'watch-1-joined.json',
	'watch-1-judged.json',
	'watch-1-gap.json',
];
const readGolden = (name: string) =>
	JSON.parse(readFileSync(join(process.cwd(), 'test', 'golden', name), 'utf8')) as Golden;
const day = 86_400;

function expectGolden(name: string): void {
	const { cursor, remembered } = readGolden(name);
	const subjects = unpackSubjects(cursor.watched!.states, cursor.at);
	expect(JSON.parse(JSON.stringify(Object.fromEntries(subjects)))).toEqual(remembered);
	expect(packSubjects(subjects, cursor.at)).toBe(cursor.watched!.states);
}

describe('every later version reads the cursor of a released version [U19]', () => {
	test.each(files)('%s', (name) => {
		expect(readGolden(name).cursor.version).toBeLessThanOrEqual(watchCursorVersion);
		expectGolden(name);
	});

	test.each(files)('%s, when one more condition is in the list', (name) => {
		const codes = alerts.map(({ code }) => code);
		for (const code of [Math.max(...codes) + 1, alertCodeCount - 1]) {
			const more = { ...disconnected, code, event: 'oneMore' };
			try {
				alerts.push(more);
				expectGolden(name);
				alerts.unshift(alerts.pop()!);
				expectGolden(name);
			} finally {
				alerts.splice(alerts.indexOf(more), 1);
			}
		}
	});

	test('what was first seen after a gap is still known as such [U32]', () => {
		const { cursor } = readGolden('watch-1-gap.json');
		const past = recallWatch(cursor, cursor.at + 60, settingsFor({ blockchainId: 'demo' }));
		const isLate = (key: string, time: number) => isAfterGap(key, time, past);
		expect(isLate('NodeID-a', 1_795_219_800)).toBe(true);
		expect(isLate('NodeID-a', 1_795_219_200)).toBe(false);
		expect(isLate(sourceKey, 1_795_219_200)).toBe(true);
		expect(isLate(sourceKey, 1_795_219_800)).toBe(false);
	});

	test('each alert has a code of its own that no other ever had, and all fit', () => {
		expect(Object.fromEntries(alerts.map(({ event, code }) => [event, code]))).toEqual(
			codesOfEvents,
		);
		const all = [...Object.values(codesOfEvents), ...retiredCodes];
		expect(new Set(all).size).toBe(all.length);
		expect(Math.max(...all)).toBeLessThan(alertCodeCount);
		expect(new Set(alerts.map(({ event }) => event)).size).toBe(alerts.length);
	});

	test('every state of every alert comes back as it was', () => {
		const since = start - day;
		const ways: Reported[] = ['alone', 'inGroup', 'silently', 'waiting'];
		const states: Array<[AlertState, Reported?]> = [
			...[false, true].map((isDoubtful): [AlertState] => [
				{ phase: 'unconfirmed', since, count: 3, isDoubtful },
			]),
			...ways.map((how): [AlertState, Reported] => [{ phase: 'confirmed', since, count: 0 }, how]),
			...ways.map((how): [AlertState, Reported] => [
				{ phase: 'recovering', since, count: 2, goodSince: start - 60 },
				how,
			]),
		];
		const all = alerts.flatMap(({ event }, i) =>
			states.map(([state, how], j): [string, Subject] => [
				makeNodeId('state', i, j),
				{
					validation: 'abc',
					states: { [event]: state },
					reported: how ? { [event]: how } : {},
					...(j % 2 && { fingerprints: { [event]: 2 ** 28 - 1 - j } }),
				},
			]),
		);
		const others = ['self', '', 'NodeID-not one', 'NodeID-111111111111111111116DBWJs'];
		const joined = (['new', 'renewed'] as const).map((reason, i): [string, Subject] => [
			makeNodeId('joined', i),
			{ validation: 'abc', states: {}, reported: {}, joined: { since, reason } },
		]);
		const everything: Subject = {
			validation: 'abc',
			states: Object.fromEntries(alerts.map(({ event }) => [event, states[2]![0]])),
			reported: Object.fromEntries(alerts.map(({ event }) => [event, 'alone'])),
			joined: { since, reason: 'new' },
		};
		const subjects = new Map<string, Subject>([
			...all,
			...joined,
			[makeNodeId('everything', 1), everything],
			...others.map((key): [string, Subject] => [
				key,
				{ validation: '', states: {}, reported: {} },
			]),
		]);
		expect(unpackSubjects(packSubjects(subjects, start), start)).toEqual(subjects);
	});

	test.each(files)('%s: what was watched before is no baseline anew', (name) => {
		const { cursor } = readGolden(name);
		const [source, blockchainId] = cursor.source.split(':') as [WatchSource, string];
		const keys = [...unpackSubjects(cursor.watched!.states, cursor.at).keys()];
		const down = (nodeId: string) => [nodeId, { nodeId, connected: false, record: {} }] as const;
		const validators = new Map([...keys, nameOf('new')].map(down));
		const chosen = {
			source,
			blockchainId,
			nodeIds: cursor.watched!.choice === 'all' ? [] : keys,
			conditions: ['disconnected'],
			badPolls: 1,
			reportExisting: false,
		};
		const { items } = step(cursor, { at: cursor.at + 60, validators }, settingsFor(chosen));
		expect(items.length).toBeGreaterThan(0);
		for (const { event, previousState } of items)
			expect([event, previousState]).toEqual(['disconnected', 'connected']);
	});
});
