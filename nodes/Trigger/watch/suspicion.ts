/** While the queried node is the likely cause of many Downs, PagerDuty gets one incident about it in place of one each. */
import { groupAlertIdOf } from './alertIds';
import { disconnected } from './conditions/disconnected';
import { doubtsNodeOfGroup } from './doubt';
import type { Holds } from './hold';
import type { Advanced } from './machine';
import {
	hasItem,
	sourceKey,
	type GroupNotice,
	type Notice,
	type Subject,
	type WatchSettings,
} from './model';
import { exceedsShare, isNodeSuspect } from './overview';
import type { Past } from './past';
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

const { event } = disconnected;

const listAll = (notices: Delivery['notices']): Notice[] =>
	notices.flatMap((each) => ('notices' in each ? each.notices : each));

/** The alert ID of an item that blames the node for several. */
function findOpened({ notices, settings, reading }: Delivery): string | undefined {
	const opened = notices.find(
		(each): each is GroupNotice =>
			'notices' in each &&
			each.notices[0].alert === disconnected &&
			doubtsNodeOfGroup(each, reading, settings),
	);
	if (!opened) return undefined;
	const began = Math.min(...opened.notices.map(({ since }) => since));
	return groupAlertIdOf(opened, began, settings, reading);
}

const listTold = ({ advanced, subjects }: Delivery): Advanced[] =>
	advanced.filter(({ key }) => hasItem(subjects.get(key)?.reported[event]));

/** Who is connected again is told soon. Until then, nobody gets an incident that would end at once. */
function isDoubted(told: Advanced[], { subjects, settings, reading }: Delivery): boolean {
	const { validators, isPartial } = reading;
	if (!validators || isPartial) return true;
	if (!told.length) return false;
	const isRecovering = ({ key }: Advanced) =>
		subjects.get(key)!.states[event]?.phase === 'recovering';
	if (told.some(isRecovering)) return true;
	const watched = [...subjects.keys()].filter((key) => key !== sourceKey).length;
	return isNodeSuspect(reading, settings) ?? exceedsShare(told.length, watched, settings);
}

const countNext = ({ key, since }: Notice, { subjects, past, settings, reading }: Delivery) =>
	1 + countSent(key, { event, since }, subjects.get(key)!, { past, settings, at: reading.at });

function noteReminder({ key, since, reminder = 1 }: Notice, delivery: Delivery): void {
	const { subjects, past, settings, reading, holds } = delivery;
	const basis = { past, settings, at: reading.at, sent: reminder, isQuiet: holds.isQuiet };
	noteSent(key, { event, since }, subjects.get(key)!, basis);
}

export function followSuspicion(delivery: Delivery): Followed {
	const { notices, subjects, holds, past, settings } = delivery;
	if (!tellsAsOne(settings)) return { released: [] };
	const before = past.cursor?.suspected;
	const alertId = before ?? findOpened(delivery);
	if (alertId === undefined) return { released: [] };
	const lasting: Followed = { suspicion: { alertId, state: 'lasts' }, released: [] };
	const told = listTold(delivery);
	if (before === undefined || findOpened(delivery) || isDoubted(told, delivery)) return lasting;
	const said = listAll(notices).filter(({ alert }) => alert === disconnected);
	const saidKeys = new Set(said.map(({ key }) => key));
	const released = told
		.filter(({ key }) => !saidKeys.has(key))
		.map(({ key, validator, context }): Notice => {
			const { since } = subjects.get(key)!.states[event];
			const failing = holds.failing('lasts');
			return { alert: disconnected, turned: 'lasts', key, validator, context, since, failing };
		})
		.map((notice) => ({ ...notice, reminder: countNext(notice, delivery) }));
	const nobodyDown = !told.length && !said.length;
	if (nobodyDown && notices.length) return { released, closed: alertId };
	const mustWait = released.some((notice) => holds.of(notice) === 'quiet');
	const canTell = said.length + released.length > 0;
	if (mustWait || !canTell) return lasting;
	for (const notice of released) noteReminder(notice, delivery);
	return { suspicion: { alertId, state: 'over' }, released };
}

/** The fields by which a payload finds the incident. An end that leaves the node in doubt needs none. */
export function showSuspicion(
	{ alert, turned }: Notice,
	{ suspicion }: Reading,
	blamed?: string,
): Partial<Record<'suspectAlertId' | 'suspectState', string>> {
	const { alertId, state } = suspicion ?? { alertId: blamed, state: 'lasts' };
	const isLater = turned === 'lasts' || turned === 'grew';
	const isMeant = blamed !== undefined || isLater || state === 'over';
	if (alert !== disconnected || alertId === undefined || !isMeant) return {};
	return { suspectAlertId: alertId, suspectState: state };
}
