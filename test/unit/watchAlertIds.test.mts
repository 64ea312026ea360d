/** What alerts are recognized by: the same for all who watch, from the beginning to the end, and over an update. */
import type { Reading } from '../../nodes/Trigger/watch/readings';
import type { WatchSettings } from '../../nodes/Trigger/watch/model';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import { step } from '../../nodes/Trigger/watch/step';
import { readValidator } from '../../nodes/shared/validators/validators';
import { fail } from '../../nodes/shared/errors';
import { fingerprint } from '../../nodes/feeds/identity';
import { play, primaryRecord, settingsFor, start } from './watchSeries.mts';

const nodeId = 'NodeID-a';
const settings = settingsFor({ source: 'primaryNetwork', blockchainId: '', badPolls: 1 });

/** Polls of a watch one minute apart, with what is stored in between. */
class Polls {
	stored: WatchCursor | undefined;
	at = start;
	constructor(readonly chosen: WatchSettings = settings) {}

	see(connected: boolean | undefined, about: Partial<Reading> = {}) {
		const record = readValidator(primaryRecord(nodeId, { connected }));
		const reading: Reading = {
			at: this.at,
			node: 'https://one.example',
			network: 'mainnet',
			...(connected === undefined
				? { failure: fail('unreachable', 'nobody answers').failure }
				: { validators: new Map([[nodeId, record]]) }),
			...about,
		};
		this.at += 60;
		const { items, cursor } = step(this.stored, reading, this.chosen);
		this.stored = JSON.parse(JSON.stringify(cursor)) as WatchCursor;
		return items;
	}

	/** One outage: the item that begins it and the one that ends it. */
	outage(about?: Partial<Reading>, later = about) {
		this.see(true, about);
		const [began] = this.see(false, about);
		const [ended] = this.see(true, later);
		expect([began!.event, ended!.event]).toEqual(['disconnected', 'reconnected']);
		return { began: began!, ended: ended! };
	}
}

test('one condition of one validator has one alertId, whoever watches and from wherever [U13]', () => {
	const mine = new Polls().outage();
	const others = [
		new Polls({ ...settings, scope: 'another:trigger' }).outage(),
		new Polls({
			...settings,
			nodeIds: [nodeId],
			names: { [nodeId]: { name: 'Zurich-2' } },
		}).outage(),
		new Polls().outage({ node: 'https://another.example' }),
	];
	for (const { began, ended } of others)
		expect([began.alertId, ended.alertId]).toEqual([mine.began.alertId, mine.began.alertId]);
	expect(others[0]!.began.eventId).not.toBe(mine.began.eventId);
});

test('another network, chain, validator or condition is another alert [U13]', async () => {
	const mine = new Polls().outage().began.alertId;
	const ids = [
		new Polls().outage({ network: 'fuji' }).began.alertId,
		...(await play({ a: '.xx', b: '.xx', c: '.ll' })).map(({ item }) => item.alertId),
		...(await play({ a: '.xx' }, { blockchainId: 'another' })).map(({ item }) => item.alertId),
	];
	expect(new Set([mine, ...ids]).size).toBe(1 + ids.length);
});

test('the next outage has the same alertId and another eventId [U8, U13]', () => {
	const polls = new Polls();
	const [first, second] = [polls.outage(), polls.outage()];
	expect(second.began.alertId).toBe(first.began.alertId);
	const { eventId: began } = first.began;
	expect(new Set([began, first.ended.eventId, second.began.eventId]).size).toBe(3);
});

test('all who ask one node in vain report one alert [U13]', () => {
	const unread = (chosen: WatchSettings, node = 'https://one.example') => {
		const polls = new Polls(chosen);
		polls.see(true);
		return polls.see(undefined, { node })[0]!.alertId;
	};
	const mine = unread(settings);
	expect(unread({ ...settings, scope: 'another:trigger', nodeIds: [nodeId] })).toBe(mine);
	expect(unread(settings, 'https://another.example')).not.toBe(mine);
});

test('a network that is learnt late, or another credential, leaves a standing alert its alertId [U13]', () => {
	const late = new Polls().outage({ network: undefined }, { network: 'mainnet' });
	expect(late.ended.alertId).toBe(late.began.alertId);
	const polls = new Polls({ ...settings, conditions: ['unreachable'] });
	polls.see(true);
	const [began] = polls.see(undefined);
	const [ended] = polls.see(true, { node: 'https://another.example' });
	expect([ended!.event, ended!.alertId]).toEqual(['reachable', began!.alertId]);
	polls.see(undefined, { node: 'https://another.example' });
	expect(polls.stored!.views).toHaveLength(2);
});

test('an alert that an older version reported keeps its alertId to its end [U13, U19]', () => {
	const polls = new Polls();
	polls.see(true);
	const [before] = polls.see(false);
	const since = Date.parse(before!.since as string) / 1000;
	// As stored before alerts were named by network, chain, validator and condition.
	delete polls.stored!.views;
	const [ended] = polls.see(true);
	const old = fingerprint(settings.scope, 'primaryNetwork', '', 'disconnected', nodeId, since);
	expect([ended!.event, ended!.alertId]).toEqual(['reconnected', old]);
	const next = polls.outage();
	expect(next.began.alertId).toBe(before!.alertId);
});
