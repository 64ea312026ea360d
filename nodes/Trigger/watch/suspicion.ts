/** While the queried node is the likely cause of many Downs, PagerDuty gets one incident about it for all it may be wrong about. */
import { groupAlertIdOf } from './alertIds';
import { disconnected } from './conditions/disconnected';
import { doubtsNodeOfGroup, followsNode } from './doubt';
import type { Holds } from './hold';
import { alertsOfConnections } from './inhibition';
import type { Advanced } from './machine';
import {
	hasItem,
	sourceKey,
	type Alert,
	type GroupNotice,
	type Notice,
	type Subject,
	type WatchSettings,
} from './model';
import { isHeardTwice } from './observers/count';
import { exceedsShare, isNodeSuspect } from './overview';
import { nobody, type Past, type WatchCursor } from './past';
import type { Reading, Suspicion } from './readings';
import { countSent, noteSent } from './reminders';

/** Without the ends of alerts, the incident would never be over. */
export const tellsAsOne = ({ payloads = [], reportEnds }: WatchSettings): boolean =>
	reportEnds && payloads.includes('pagerDuty');

/** What a poll delivers, and what it is made of. */
interface Delivery {
	notices: Array<Notice | GroupNotice>;
	subjects: ReadonlyMap<string, Subject>;
	advanced: Advanced[];
	holds: Holds;
	past: Past;
	settings: WatchSettings;
	reading: Reading;
}

interface Followed {
	suspicion?: Suspicion;
	/** Lasting alerts that the incident about the node stood for, so far unsaid in this poll. Each gets its own now. */
	released: Notice[];
	/** The incident, if it is over and no item about a Down can say so: all of them left the list, for example. */
	closed?: string;
}

const listAll = (notices: Delivery['notices']): Notice[] =>
	notices.flatMap((each) => ('notices' in each ? each.notices : each));

/** The incident that an item opens which blames the node for several. */
function findOpened({ notices, settings, reading }: Delivery): Suspicion | undefined {
	const opened = notices.find(
		(each): each is GroupNotice =>
			'notices' in each &&
			each.notices[0].alert === disconnected &&
			doubtsNodeOfGroup(each, reading, settings),
	);
	if (!opened) return undefined;
	const since = Math.min(...opened.notices.map((notice) => notice.since));
	return { alertId: groupAlertIdOf(opened, since, settings, reading), state: 'lasts', since };
}

/** The incident of earlier polls. */
function recall({ past: { cursor } }: Delivery): Suspicion | undefined {
	const { suspected, suspectedSince: since = 0 } = cursor ?? {};
	return suspected === undefined ? undefined : { alertId: suspected, state: 'lasts', since };
}

export const rememberSuspicion = (
	suspicion: Suspicion | undefined,
): Pick<WatchCursor, 'suspected' | 'suspectedSince'> =>
	suspicion?.state === 'lasts'
		? { suspected: suspicion.alertId, suspectedSince: suspicion.since }
		: {};

/** A lasting alert that an item told of. */
interface Told extends Advanced {
	alert: Alert;
	since: number;
	isRecovering: boolean;
}

/** All Downs, and what began of the other alerts since the node is in doubt. */
function listTold({ advanced, subjects }: Delivery, suspicion: Suspicion): Told[] {
	return alertsOfConnections.flatMap((alert) =>
		advanced.flatMap((each): Told[] => {
			const { states, reported } = subjects.get(each.key) ?? nobody;
			if (!hasItem(reported[alert.event])) return [];
			const { since, phase } = states[alert.event];
			const isMeant = alert === disconnected || since >= suspicion.since;
			return isMeant ? [{ ...each, alert, since, isRecovering: phase === 'recovering' }] : [];
		}),
	);
}

/** Who is connected again is told soon. Until then, nobody gets an incident that would end at once. */
function isDoubted(told: Told[], { subjects, settings, reading }: Delivery): boolean {
	const { validators, isPartial } = reading;
	if (!validators || isPartial) return true;
	if (!told.length) return false;
	if (reading.unfit || told.some(({ isRecovering }) => isRecovering)) return true;
	const down = told.filter(
		({ alert, validator }) => alert === disconnected && !isHeardTwice(validator),
	);
	const watched = [...subjects.keys()].filter((key) => key !== sourceKey).length;
	return isNodeSuspect(reading, settings) ?? exceedsShare(down.length, watched, settings);
}

const countNext = (
	{ alert: { event }, key, since }: Notice,
	{ subjects, past, settings, reading }: Delivery,
) => 1 + countSent(key, { event, since }, subjects.get(key)!, { past, settings, at: reading.at });

function noteReminder(
	{ alert: { event }, key, since, reminder = 1 }: Notice,
	delivery: Delivery,
): void {
	const { subjects, past, settings, reading, holds } = delivery;
	const basis = { past, settings, at: reading.at, sent: reminder, isQuiet: holds.isQuiet };
	noteSent(key, { event, since }, subjects.get(key)!, basis);
}

/** A reminder of each that no other notice of this poll is about. */
function release(told: Told[], said: Notice[], delivery: Delivery): Notice[] {
	const isSaid = ({ alert, key }: Told): boolean =>
		said.some((notice) => notice.alert === alert && notice.key === key);
	return told
		.filter((each) => !isSaid(each))
		.map(({ alert, key, validator, context, since }): Notice => {
			const failing = delivery.holds.failing({ alert, key, turned: 'lasts' });
			return { alert, turned: 'lasts', key, validator, context, since, failing };
		})
		.map((notice) => ({ ...notice, reminder: countNext(notice, delivery) }));
}

export function followSuspicion(delivery: Delivery): Followed {
	const { notices, holds, settings } = delivery;
	if (!tellsAsOne(settings)) return { released: [] };
	const before = recall(delivery);
	const opened = findOpened(delivery);
	const suspicion = before ?? opened;
	if (!suspicion) return { released: [] };
	const lasting: Followed = { suspicion, released: [] };
	const told = listTold(delivery, suspicion);
	if (opened || isDoubted(told, delivery)) return lasting;
	const said = listAll(notices).filter(({ alert }) => alertsOfConnections.includes(alert));
	const released = release(told, said, delivery);
	const isUnsaid = !told.length && !said.length;
	if (isUnsaid && notices.length) return { released, closed: suspicion.alertId };
	const mustWait = released.some((notice) => holds.of(notice) === 'quiet');
	const canTell = said.length + released.length > 0;
	if (mustWait || !canTell) return lasting;
	for (const notice of released) noteReminder(notice, delivery);
	return { suspicion: { ...suspicion, state: 'over' }, released };
}

/** The fields by which a payload finds the incident. An end that leaves the node in doubt needs none. */
export function showSuspicion(
	notices: Notice[],
	reading: Reading,
	blamed?: string,
): Partial<Record<'suspect' | 'suspectAlertId' | 'suspectState', string>> {
	const [{ alert, turned }] = notices;
	const { alertId, state } = reading.suspicion ?? { alertId: blamed, state: 'lasts' };
	if (!alertsOfConnections.includes(alert) || alertId === undefined) return {};
	const shown = { suspectAlertId: alertId, suspectState: state };
	if (state === 'over') return shown;
	const isLater = turned === 'lasts' || turned === 'grew';
	if (alert === disconnected) return blamed !== undefined || isLater ? shown : {};
	const follows = notices.some((notice) => followsNode(notice, reading));
	return follows ? { suspect: 'watchingNode', ...shown } : {};
}
