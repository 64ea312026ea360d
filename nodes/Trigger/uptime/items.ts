/** The items of the event: each says on its own what happened to whom, since when, and in whose view. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { conditions, type Condition } from './conditions';
import type { UptimeSettings } from './settings';
import { ownKey, type Reading, type Validator } from './source';

/** Why a validator left or joined. */
export type Reason = 'ended' | 'removed' | 'absent' | 'new' | 'renewed' | 'returned';

/** A condition of one validator (or of the source) that began or ended with a reading. */
export interface Change {
	condition: Condition;
	turned: 'began' | 'ended';
	/** Node ID, {@link ownKey}, or empty for the source. */
	key: string;
	validator?: Validator;
	/** Start of the condition, and of its end: UNIX seconds. */
	since: number;
	goodSince?: number;
	/** Whether it was so already in the first reading. */
	wasFound?: boolean;
	reason?: Reason;
}

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const hash = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** "3 h 12 min": the two largest units. */
function sayDuration(seconds: number): string {
	const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit));
	const parts = [
		[days, 'd'],
		[hours % 24, 'h'],
		[minutes % 60, 'min'],
		[seconds % 60, 's'],
	].filter(([amount]) => amount);
	return (
		parts
			.slice(0, 2)
			.map((part) => part.join(' '))
			.join(' ') || '0 s'
	);
}

const sayPercent = (percent: number | undefined): string =>
	percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))} %`;

type Words = (change: Change, settings: UptimeSettings, reading: Reading) => string;

const sayLeft: Record<string, string> = {
	ended: 'is no validator any more: its validation reached its end, which is no outage',
	removed: 'is no longer in the list of validators',
	absent: 'is not in the list of validators',
};
const sayJoined: Record<string, string> = {
	new: 'is a new validator',
	renewed: 'began a new validation; its uptime counts from the start again',
	returned: 'is in the list of validators again',
};

const sentences: Record<Condition, Record<Change['turned'], Words>> = {
	disconnected: {
		began: () => 'is disconnected: the asked node has no connection to it',
		ended: () => 'is connected again',
	},
	belowThreshold: {
		began: ({ validator }, { threshold }) =>
			`has an uptime of ${sayPercent(validator?.uptime)}, below ${threshold} %`,
		ended: ({ validator }, { threshold }) =>
			`has an uptime of ${sayPercent(validator?.uptime)}, no longer below ${threshold} %`,
	},
	inactive: {
		began: () => 'is inactive: it was disabled, or its balance for the continuous fee ran out',
		ended: () => 'is active again',
	},
	left: {
		began: ({ reason }) => sayLeft[reason!],
		ended: ({ reason }) => sayJoined[reason!],
	},
	unreachable: {
		began: (_change, _settings, { failure }) => `cannot be read: ${failure?.message}`,
		ended: () => 'can be read again',
	},
};

const groupWords: Record<Condition, Record<Change['turned'], string>> = {
	disconnected: { began: 'lost their connection', ended: 'are connected again' },
	belowThreshold: { began: 'fell below the threshold', ended: 'are no longer below the threshold' },
	inactive: { began: 'became inactive', ended: 'are active again' },
	left: { began: 'left the list', ended: 'joined the list' },
	unreachable: { began: '', ended: '' },
};

/** What all items have: identity, time, states, source. */
function describe(
	changes: Change[],
	identity: string,
	settings: UptimeSettings,
	reading: Reading,
): IDataObject {
	const [{ condition, turned, wasFound, reason }] = changes;
	const { end, goodState } = conditions[condition];
	const began = Math.min(...changes.map(({ since }) => since));
	const ended = Math.min(...changes.map(({ goodSince, since }) => goodSince ?? since));
	const isEnd = turned === 'ended';
	const event = isEnd ? end : condition;
	const since = isEnd ? ended : began;
	const about = [settings.scope, settings.source, settings.blockchainId, condition];
	const before = reason === 'new' ? 'absent' : isEnd ? condition : wasFound ? 'unknown' : goodState;
	return {
		eventId: `${event}-${hash(...about, identity, event, since)}`,
		alertId: hash(...about, changes.length > 1 ? 'group' : identity, began),
		event,
		observedAt: toIso(reading.at),
		state: isEnd ? goodState : condition,
		previousState: before,
		since: toIso(since),
		...(isEnd && ended > began && { lastedSeconds: ended - began }),
		source: settings.source,
		...(settings.blockchainId && { blockchainId: settings.blockchainId }),
		...(condition === 'belowThreshold' && { threshold: settings.threshold }),
	};
}

/** The item of one change. */
export function makeItem(change: Change, settings: UptimeSettings, reading: Reading): IDataObject {
	const { key, validator, condition, turned, reason, wasFound, since, goodSince } = change;
	const nodeId = key === ownKey ? (validator?.nodeId ?? reading.nodeId) : key;
	const name = key === '' ? 'The source' : key === ownKey ? 'This node' : `Validator ${nodeId}`;
	const isEnd = turned === 'ended';
	const lasted = isEnd && goodSince && goodSince > since ? `, after ${sayDuration(goodSince - since)}` : '';
	const time = isEnd ? '' : `${wasFound ? ', and was so when the watch began,' : ''} since ${toIso(since)}`;
	return {
		...describe([change], key, settings, reading),
		nodeId: nodeId || null,
		validationId: validator?.validationId ?? null,
		...(reason && { reason }),
		...(condition === 'unreachable' && !isEnd && { hint: reading.failure?.hint ?? null }),
		message: `${name} ${sentences[condition][turned](change, settings, reading)}${time}${lasted}`,
		validator: validator?.record ?? null,
	};
}

/** One item for many changes of one kind: the asked node is the suspect. `stillBad` are those that stay. */
export function makeGroupItem(
	changes: Change[],
	stillBad: string[],
	watched: number,
	settings: UptimeSettings,
	reading: Reading,
): IDataObject {
	const [{ condition, turned }] = changes;
	const keys = changes.map(({ key }) => key).sort();
	const isEnd = turned === 'ended';
	const count = `${keys.length} of ${watched} watched validators ${groupWords[condition][turned]} in one poll`;
	const advice = 'the watching node itself is the suspect, so check it before the validators';
	const rest = stillBad.length ? `; ${stillBad.length} more are still ${condition}` : '';
	return {
		...describe(changes, keys.join(), settings, reading),
		...(!isEnd && { suspect: 'watchingNode' }),
		nodeId: null,
		validationId: null,
		nodeIds: keys,
		validatorCount: keys.length,
		watchedCount: watched,
		...(isEnd && { stillBad }),
		message: isEnd ? `${count}${rest}` : `${count}: ${advice}`,
		validator: null,
	};
}
