/** One item for everything of one poll. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../feeds/identity';
import { toIso } from '../../feeds/items/words';
import { countOf } from '../../shared/values/writing';
import { rankOf } from './byUrgency';
import { alertShownBy } from './laterEvents';
import { calledOf } from './members';
import {
	hasItem,
	isOfAddresses,
	ownKey,
	sourceKey,
	type Alert,
	type Subject,
	type WatchSettings,
} from './model';
import type { LastingAlerts, Reading } from './readings';
import { joinMessages } from './sayAlert';
import { listShort } from './sayNames';
import { isSilenced } from './silences';

/** Keys of those whose reported alerts last, by event. Who is silenced does not count. */
export function listLasting(
	subjects: ReadonlyMap<string, Subject>,
	at: number,
	settings: WatchSettings,
): LastingAlerts {
	const found = [...subjects]
		.filter(([key]) => key !== sourceKey && key !== ownKey)
		.flatMap(([key, { states, reported }]) =>
			Object.entries(states)
				.filter(([event, { phase }]) => phase === 'confirmed' && hasItem(reported[event]))
				.filter(([event]) => !isSilenced(key, event, at, settings))
				.map(([event]) => ({ event, key })),
		);
	return new Map(
		[...Map.groupBy(found, ({ event }) => event)].map(([event, those]) => [
			event,
			those.map(({ key }) => key).sort(),
		]),
	);
}

/** An item about several counts once for each of them. */
const countIn = ({ validatorCount }: IDataObject): number => Number(validatorCount ?? 1);

/** " (and 2 more alerts, 1 end)". If all are ends, " (and 2 more ends)". */
function sayMore(others: IDataObject[], severity: unknown): string {
	const [ends, lasting] = [true, false].map((isEnd) =>
		others
			.filter((item) => isEnd === (item.severity === 'resolved'))
			.reduce((sum, item) => sum + countIn(item), 0),
	);
	const said = [
		...(lasting ? [countOf(lasting, 'more alert')] : []),
		...(ends ? [countOf(ends, severity === 'resolved' ? 'more end' : 'end')] : []),
	];
	return said.length ? ` (and ${said.join(', ')})` : '';
}

/** " Still Down: Zurich-1." for each alert that ends for others. */
function sayStill(items: IDataObject[], settings: WatchSettings, lasting: LastingAlerts): string {
	const ended = new Set(
		items.filter(({ severity }) => severity === 'resolved').map((item) => alertShownBy(item)),
	);
	return [...ended]
		.filter((alert): alert is Alert => alert !== undefined && lasting.has(alert.event))
		.map(
			({ event, option }) => `Still ${option.name}: ${listShort(lasting.get(event)!, settings)}.`,
		)
		.join(' ');
}

/** The highest reminder in it, so that who waits for the third one need not look into the items. */
function showReminder(items: IDataObject[]): IDataObject {
	const numbers = items.flatMap(({ reminder }) => (typeof reminder === 'number' ? reminder : []));
	return numbers.length ? { reminder: Math.max(...numbers) } : {};
}

/** Its title is that of the most urgent item. If all is about ends, it also says for whom there is none yet. */
export function renderDigest(
	items: IDataObject[],
	settings: WatchSettings,
	{ at, node, network, silencedCount = 0, lasting = new Map() }: Reading,
): IDataObject {
	const listed = items.flatMap(
		({ nodeId, nodeIds, address }) => (nodeIds as string[] | undefined) ?? nodeId ?? address ?? [],
	);
	const nodeIds = [...new Set(listed as string[])];
	const [first, ...others] = [...items].sort((a, b) => rankOf(a) - rankOf(b));
	const { severity } = first;
	const still = sayStill(items, settings, lasting);
	const isOver = severity === 'resolved' && still;
	return {
		event: 'digest',
		title: `${first.title as string}${sayMore(others, severity)}${isOver ? `. ${still.replace(/\.$/, '')}` : ''}`,
		severity,
		message: joinMessages(still ? [...items, { message: still }] : items),
		observedAt: toIso(at),
		events: items.map(({ event }) => event as string),
		...showReminder(items),
		silencedCount,
		source: settings.source,
		...(node && { queriedNode: node, network: network ?? null }),
		...calledOf(nodeIds, settings),
		...(isOfAddresses(settings.source) ? { addresses: nodeIds } : { nodeIds }),
		items,
		eventId: `digest-${fingerprint(...items.map(({ eventId }) => eventId))}`,
	};
}
