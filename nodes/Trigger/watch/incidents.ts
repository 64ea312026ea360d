/** Alerts that share an item can be one incident in PagerDuty, until the last of them is over. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../feeds/identity';
import { groupAlertIdOf } from './alertIds';
import { disconnected } from './conditions/disconnected';
import { doubtsNodeOfGroup } from './doubt';
import { left } from './left';
import { hasItem, type GroupNotice, type Notice, type Subject, type WatchSettings } from './model';
import type { Past } from './past';
import type { Incident, PackedIncident, Reading } from './readings';
import { tellsAsOne } from './suspicion';

/** As an item shows it, and so as it comes again after a restart. */
export interface ShownIncident extends IDataObject {
	incidentId: string;
	isOver: boolean;
	/** Those of the item that belong to it. Empty if it ended without an item of its own. */
	nodeIds: string[];
}

/** More at a time than this have an incident each, as without the option. */
const mostIncidents = 30;

/** With One for Each Item, or if the item blames the queried node. Downs are then of the incident about that node. */
function sharesIncident(group: GroupNotice, settings: WatchSettings, reading: Reading): boolean {
	if (!tellsAsOne(settings)) return false;
	if (!doubtsNodeOfGroup(group, reading, settings)) return !!settings.incidentsByItem;
	return group.notices[0].alert !== disconnected;
}

function packBits(keys: string[], members: ReadonlySet<string>): string {
	const bytes = Buffer.alloc(Math.ceil(keys.length / 8));
	keys.forEach((key, i) => {
		if (members.has(key)) bytes[i >> 3] |= 1 << (i & 7);
	});
	return bytes.toString('base64url');
}

function unpackBits(keys: string[], bits: string): string[] {
	const bytes = Buffer.from(bits, 'base64url');
	return keys.filter((_key, i) => ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1);
}

const recall = ({ cursor, subjects }: Past): Incident[] =>
	(cursor?.incidents ?? []).map(([id, event, bits]) => {
		const members = unpackBits([...(subjects?.keys() ?? [])], bits);
		return { id, event, members, lasting: members };
	});

/** `keys` are those of all subjects in the order in which they are stored. */
export function packIncidents(
	incidents: Incident[] = [],
	keys: Iterable<string>,
): PackedIncident[] | undefined {
	const kept = incidents.filter(({ isKept }) => isKept);
	const order = [...keys];
	const packed = kept.map(({ id, event, lasting }): PackedIncident => {
		return [id, event, packBits(order, new Set(lasting))];
	});
	return packed.length ? packed : undefined;
}

interface Delivery {
	notices: Array<Notice | GroupNotice>;
	subjects: ReadonlyMap<string, Subject>;
	past: Past;
	settings: WatchSettings;
	reading: Reading;
}

/** A validator that left may be forgotten, so its alert has an incident of its own. So has one that has no end. */
const opens = (each: Notice | GroupNotice, { settings, reading }: Delivery): each is GroupNotice =>
	'notices' in each &&
	each.notices[0].turned === 'began' &&
	each.notices[0].alert !== left &&
	!!each.notices[0].alert.endEvent &&
	sharesIncident(each, settings, reading);

/** Another one about the same validators, while the first lasts, is another incident. Those of one poll share nobody. */
function nameIncident(
	group: GroupNotice,
	taken: ReadonlySet<string>,
	settings: WatchSettings,
	reading: Reading,
): string {
	const began = Math.min(...group.notices.map(({ since }) => since));
	const ofGroup = groupAlertIdOf(group, began, settings, reading);
	const id = fingerprint('incident', ofGroup);
	if (!taken.has(id)) return id;
	return fingerprint('incident', ofGroup, began, reading.at, group.notices[0].key);
}

function open(delivery: Delivery, before: Incident[]): Incident[] {
	const { notices, settings, reading } = delivery;
	const all = [...before];
	for (const each of notices) {
		if (all.length >= mostIncidents || !opens(each, delivery)) continue;
		const id = nameIncident(each, new Set(all.map((known) => known.id)), settings, reading);
		const members = each.notices.map(({ key }) => key);
		all.push({ id, event: each.notices[0].alert.event, members, lasting: members });
	}
	return all;
}

const listEnded = (notices: Delivery['notices'], event: string): Set<string> =>
	new Set(
		notices
			.flatMap((each) => ('notices' in each ? each.notices : each))
			.filter(({ alert, turned }) => turned === 'ended' && alert.event === event)
			.map(({ key }) => key),
	);

/** The open incidents, with those that this poll opens or ends. `closed` is another one that ends. Undefined if there are none. */
export function followIncidents(delivery: Delivery, closed?: string): Incident[] | undefined {
	const { notices, subjects, past, reading } = delivery;
	const all = open(delivery, recall(past));
	const lasts = (key: string, event: string): boolean => {
		const { states = {}, reported = {} } = subjects.get(key) ?? {};
		return states[event] !== undefined && hasItem(reported[event]);
	};
	const followed = all.map(({ id, event, members }): Incident => {
		const lasting = reading.validators ? members.filter((key) => lasts(key, event)) : members;
		const ended = listEnded(notices, event);
		const isUnsaid = !lasting.length && !members.some((key) => ended.has(key));
		const isKept = lasting.length > 0 || (isUnsaid && !notices.length);
		return { id, event, members, lasting, isUnsaid, isKept };
	});
	if (closed) followed.push({ id: closed, event: '', members: [], lasting: [], isUnsaid: true });
	return followed.length ? followed : undefined;
}

/** The incident of a sample, which ends with the sample of the end. */
export function sampleIncidents(
	group: GroupNotice,
	settings: WatchSettings,
	reading: Reading,
): Incident[] | undefined {
	const { notices } = group;
	const [{ alert, turned }] = notices;
	const asBegun = notices.map((notice): Notice => ({ ...notice, turned: 'began' }));
	if (!sharesIncident({ ...group, notices: asBegun }, settings, reading)) return undefined;
	const id = nameIncident(group, new Set(), settings, reading);
	const members = notices.map(({ key }) => key);
	return [{ id, event: alert.event, members, lasting: turned === 'ended' ? [] : members }];
}

export const renameIncidents = (
	incidents: unknown,
	rename: (id: string) => string,
): IDataObject[] =>
	(incidents as ShownIncident[]).map((each) => ({ ...each, incidentId: rename(each.incidentId) }));

/** The incidents of these notices. */
export function showIncidents(notices: Notice[], { incidents = [] }: Reading): IDataObject {
	const { event } = notices[0].alert;
	const keys = new Set(notices.map(({ key }) => key));
	const shown = incidents
		.filter((incident) => incident.event === event)
		.map(({ id, members, lasting }): ShownIncident => {
			const nodeIds = members.filter((key) => keys.has(key)).sort();
			return { incidentId: id, isOver: !lasting.length, nodeIds };
		})
		.filter(({ nodeIds }) => nodeIds.length);
	return shown.length ? { incidents: shown } : {};
}

/** What ended without an item of its own, as with a validator that left, ends with the first item of any kind. */
export function endUnsaid(items: IDataObject[], { incidents = [] }: Reading): IDataObject[] {
	const unsaid = incidents
		.filter(({ isUnsaid }) => isUnsaid)
		.map(({ id }): ShownIncident => ({ incidentId: id, isOver: true, nodeIds: [] }));
	const [first, ...rest] = items;
	if (!first || !unsaid.length) return items;
	const own = (first.incidents ?? []) as ShownIncident[];
	return [{ ...first, incidents: [...own, ...unsaid] }, ...rest];
}

/** An incident that is over must not open again with an item that comes again. Its alerts then have one each. */
export function dropClosed(
	{ incidents, ...item }: IDataObject,
	{ incidents: open = [] }: { incidents?: PackedIncident[] },
): IDataObject {
	if (!incidents) return item;
	const lasting = new Set(open.map(([id]) => id));
	const kept = (incidents as ShownIncident[]).filter(
		({ incidentId, isOver }) => isOver || lasting.has(incidentId),
	);
	return kept.length ? { ...item, incidents: kept } : item;
}
