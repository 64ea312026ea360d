/** Says of a test run's item that a published watch would hold it back: a test run shows it in spite of silences and quiet hours. */
import type { IDataObject } from 'n8n-workflow';
import { sayMoment, toIso } from '../../feeds/items/words';
import { isEvmAddress } from '../../shared/values/checksum';
import { alertShownBy } from './laterEvents';
import { sourceKey, type Silence, type WatchSettings } from './model';
import { quietFrom, silences as ownSilences, silencesUrl } from './options';
import { isQuietAt } from './quietHours';
import { listShort } from './sayNames';
import { covers } from './silences';
import { unknownUpgradeEvent } from './unknownUpgradeEvent';

/** One alert of one subject that an item is about. */
interface Shown {
	key: string;
	event: string;
}

/** The event that begins the alert of an item, whatever turn it shows. Undefined for an item about no alert. */
const beginningOf = (item: IDataObject): string | undefined =>
	item.event === unknownUpgradeEvent ? unknownUpgradeEvent : alertShownBy(item)?.event;

function keysOf({ nodeIds, nodeId, address }: IDataObject): string[] {
	if (Array.isArray(nodeIds)) return nodeIds as string[];
	const key = (nodeId ?? address ?? sourceKey) as string;
	return [isEvmAddress(key) ? key.toLowerCase() : key];
}

/** What an item shows. One Item per Check has the items of its alerts. */
export function listShown(item: IDataObject): Shown[] {
	if (Array.isArray(item.items)) return (item.items as IDataObject[]).flatMap(listShown);
	const event = beginningOf(item);
	return event === undefined ? [] : keysOf(item).map((key) => ({ key, event }));
}

/** The silence under which it stays longest. */
const silenceOf = ({ key, event }: Shown, silences: Silence[], at: number): Silence | undefined =>
	silences
		.filter((each) => covers(each, key, event, at))
		.sort((a, b) => b.until - a.until)
		.at(0);

function saySilenced(silence: Silence, held: Shown[], isWhole: boolean, about: About): string {
	const { settings, at } = about;
	const { place, until } = silence;
	const field = place === undefined ? silencesUrl : ownSilences;
	const line = place === undefined ? '' : ` (${place})`;
	const when = `silenced until ${sayMoment(toIso(until), { at, timezone: settings.timezone })}${line}`;
	if (isWhole) return `${field.displayName}: ${when}. A published watch would not send this.`;
	const keys = [...new Set(held.map(({ key }) => key))].filter((key) => key !== sourceKey);
	const whom = keys.length ? listShort(keys, settings) : 'alerts about the queried node';
	return `${field.displayName}: ${whom}: ${when}. A published watch would leave this out.`;
}

interface About {
	settings: WatchSettings;
	/** UNIX seconds. */
	at: number;
}

/** In quiet hours, an item waits for their end unless it is critical. */
function remarkQuiet({ severity }: IDataObject, { settings, at }: About): string[] {
	const waits = severity === 'warning' || settings.quiet?.holdsCritical;
	const isHeld = isQuietAt(at, settings) && waits;
	return isHeld
		? [`${quietFrom.displayName}: it is quiet now. A published watch would send this later.`]
		: [];
}

/** `silences` are those of the option and of the URL. */
export function remarkHeld(item: IDataObject, silences: Silence[], about: About): string[] {
	const shown = listShown(item);
	if (!shown.length) return [];
	const held = Map.groupBy(shown, (each) => silenceOf(each, silences, about.at));
	const open = held.get(undefined) ?? [];
	held.delete(undefined);
	const said = [...held].map(([silence, those]) =>
		saySilenced(silence!, those, those.length === shown.length, about),
	);
	return open.length ? [...said, ...remarkQuiet(item, about)] : said;
}
