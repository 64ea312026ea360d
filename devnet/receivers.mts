/**
 * Receivers below /receivers that take what PagerDuty's Events API v2 and Alertmanager's API v2 take, and refuse what
 * these refuse. The page shows what is open. A routing key is checked and then forgotten.
 */
import type { Received, Reply } from './http.mts';
import { isObject } from './json.mts';

export type Service = 'PagerDuty' | 'Alertmanager';

/** An incident or an alert, as the page shows it. */
export interface Incident {
	service: Service;
	summary: string;
	severity: string;
	/** Milliseconds since 1970. */
	began: number;
	state: 'open' | 'acknowledged' | 'ended';
	/** How often it was sent. */
	times: number;
	/** Milliseconds since 1970. */
	ended?: number;
}

export interface Refusal {
	service: Service;
	at: number;
	status: number;
	reason: string;
}

/** What one service holds at most, the newest. */
const mostKept = 50;

type Json = Record<string, unknown>;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Why a request is refused, with the status that the service answers. */
class Refused extends Error {
	readonly status: number;
	readonly answer: unknown;
	constructor(status: number, message: string, answer: unknown) {
		super(message);
		this.status = status;
		this.answer = answer;
	}
}

function parse(body: string, status: number): unknown {
	try {
		return JSON.parse(body);
	} catch {
		throw new Refused(status, 'The body is no JSON', { message: 'The body is no JSON' });
	}
}

const actions = ['trigger', 'acknowledge', 'resolve'];
const severities = ['critical', 'error', 'warning', 'info'];
const lengths = { routingKey: 32, dedupKey: 255, summary: 1024 };

const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));

/** Each rule with what PagerDuty says where it does not hold. */
const rulesOfEvent: Array<[holds: (event: Json) => boolean, says: string]> = [
	[({ routing_key: key }) => isText(key), "'routing_key' is missing or blank"],
	[
		({ routing_key: key }) => !isText(key) || key.length === lengths.routingKey,
		"Length of 'routing_key' is incorrect (should be 32 characters)",
	],
	[
		({ event_action: action }) => actions.includes(action as string),
		"'event_action' is invalid (must be one of the following: 'trigger', 'acknowledge' or 'resolve')",
	],
	[
		({ event_action: action, dedup_key: key }) => action === 'trigger' || isText(key),
		"'dedup_key' is missing or blank",
	],
	[
		({ dedup_key: key }) => key === undefined || (isText(key) && key.length <= lengths.dedupKey),
		"'dedup_key' must be a text of at most 255 characters",
	],
];
const rulesOfPayload: typeof rulesOfEvent = [
	[({ summary }) => isText(summary), "'payload.summary' is missing or blank"],
	[
		({ summary }) => !isText(summary) || summary.length <= lengths.summary,
		"'payload.summary' must have at most 1024 characters",
	],
	[({ source }) => isText(source), "'payload.source' is missing or blank"],
	[
		({ severity }) => severities.includes(severity as string),
		"'payload.severity' is invalid (must be one of the following: 'critical', 'warning', 'error' or 'info')",
	],
	[
		({ timestamp }) => timestamp === undefined || isTime(timestamp),
		"'payload.timestamp' is no time of ISO 8601",
	],
];

const listBroken = (rules: typeof rulesOfEvent, value: Json): string[] =>
	rules.filter(([holds]) => !holds(value)).map(([, says]) => says);

function checkEvent(event: unknown): Json {
	if (!isObject(event)) throw refuseEvent(['The event is no object']);
	const { event_action: action, payload, links = [] } = event;
	const isLinks =
		Array.isArray(links) && links.every((each) => isObject(each) && isText(each.href));
	const errors = [
		...listBroken(rulesOfEvent, event),
		...(action === 'trigger' ? listBroken(rulesOfPayload, isObject(payload) ? payload : {}) : []),
		...(isLinks ? [] : ["'links' must be a list of objects with 'href'"]),
	];
	if (errors.length) throw refuseEvent(errors);
	return event;
}

const refuseEvent = (errors: string[]): Refused =>
	new Refused(400, errors.join('; '), {
		status: 'invalid event',
		message: 'Event object is invalid',
		errors,
	});

const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** In Alertmanager, what breaks the description of the API is 422, and what breaks a rule of alerts is 400. */
function checkAlert(alert: unknown, place: number): Json {
	const refuse = (status: number, message: string): Refused =>
		new Refused(status, message, status === 422 ? { code: 602, message } : message);
	const { labels, annotations = {}, startsAt, endsAt } = isObject(alert) ? alert : {};
	if (!isObject(labels)) throw refuse(422, `${place}.labels in body is required`);
	for (const [what, texts] of Object.entries({ labels, annotations }))
		for (const [name, value] of Object.entries(texts as Json)) {
			if (typeof value !== 'string')
				throw refuse(422, `${place}.${what}.${name} in body must be of type string`);
			if (!labelName.test(name)) throw refuse(400, `invalid label name: ${name}`);
		}
	for (const [name, time] of Object.entries({ startsAt, endsAt }))
		if (time !== undefined && !isTime(time))
			throw refuse(422, `${place}.${name} in body must be of type date-time`);
	if (!Object.values(labels).some(Boolean)) throw refuse(400, 'at least one label pair required');
	if (isText(startsAt) && isText(endsAt) && Date.parse(endsAt) < Date.parse(startsAt))
		throw refuse(400, 'start time must be before end time');
	return alert as Json;
}

/** Alertmanager ends an alert without an end after this time. */
const resolveTimeoutMs = 5 * 60_000;

/** Alertmanager tells alerts apart by their labels. */
const keyOfLabels = (labels: Json): string => JSON.stringify(Object.entries(labels).sort());

export function createReceivers(now: () => number) {
	const open = new Map<string, Incident & { endsAt?: number }>();
	const kept: Array<Incident & { endsAt?: number }> = [];
	const refusals: Refusal[] = [];

	const keep = (key: string, incident: Incident & { endsAt?: number }): void => {
		open.set(key, incident);
		kept.unshift(incident);
		kept.splice(mostKept);
	};
	const end = (key: string, at: number): void => {
		const incident = open.get(key);
		if (incident) Object.assign(incident, { state: 'ended', ended: at });
		open.delete(key);
	};

	function takeEvent(body: string): Reply {
		const event = checkEvent(parse(body, 400));
		const key = String(event.dedup_key ?? `without key ${now()}`);
		const known = open.get(`PagerDuty ${key}`);
		if (event.event_action === 'resolve') end(`PagerDuty ${key}`, now());
		else if (event.event_action === 'acknowledge') known && (known.state = 'acknowledged');
		else if (known) known.times++;
		else {
			const { summary, severity, timestamp } = event.payload as Record<string, string>;
			keep(`PagerDuty ${key}`, {
				service: 'PagerDuty',
				summary: summary!,
				severity: severity!,
				began: timestamp ? Date.parse(timestamp) : now(),
				state: 'open',
				times: 1,
			});
		}
		const json = { status: 'success', message: 'Event processed', dedup_key: key };
		return { status: 202, json };
	}

	function takeAlerts(body: string): Reply {
		const alerts = parse(body, 400);
		if (!Array.isArray(alerts))
			throw new Refused(422, 'The body is no list of alerts', {
				code: 602,
				message: 'alerts in body must be of type array',
			});
		for (const { labels, annotations, startsAt, endsAt } of alerts.map(checkAlert)) {
			const { alertname, severity, instance } = labels as Record<string, string>;
			const key = `Alertmanager ${keyOfLabels(labels as Json)}`;
			const until = isText(endsAt) ? Date.parse(endsAt) : now() + resolveTimeoutMs;
			const known = open.get(key);
			if (until <= now()) end(key, until);
			else if (known) Object.assign(known, { endsAt: until, times: known.times + 1 });
			else
				keep(key, {
					service: 'Alertmanager',
					summary: (annotations as Json | undefined)?.summary
						? String((annotations as Json).summary)
						: [alertname, instance].filter(Boolean).join(' '),
					severity: severity ?? '',
					began: isText(startsAt) ? Date.parse(startsAt) : now(),
					state: 'open',
					times: 1,
					endsAt: until,
				});
		}
		return { status: 200, text: '' };
	}

	/** Alerts end by themselves at the time that they came with. */
	const endOverdue = (): void => {
		for (const [key, { endsAt }] of open)
			if (endsAt !== undefined && endsAt <= now()) end(key, endsAt);
	};

	const services: Array<[path: RegExp, service: Service, take: (body: string) => Reply]> = [
		[/^\/receivers\/pagerduty(\/v2\/enqueue)?\/?$/, 'PagerDuty', takeEvent],
		[/^\/receivers\/alertmanager(\/api\/v2\/alerts)?\/?$/, 'Alertmanager', takeAlerts],
	];

	return {
		/** Undefined if the path is that of no receiver. */
		answer({ method, url, body }: Received): Reply | undefined {
			const [, service, take] = services.find(([path]) => path.test(url.pathname)) ?? [];
			if (!service) return undefined;
			if (method !== 'POST') return { status: 405, text: 'Method Not Allowed\n' };
			try {
				return take!(body);
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				const { status, message: reason, answer: json } = error;
				refusals.unshift({ service, at: now(), status, reason });
				refusals.splice(mostKept);
				return { status, headers: { 'content-type': 'application/json' }, json };
			}
		},
		list: (): { incidents: Incident[]; refusals: Refusal[] } => {
			endOverdue();
			return {
				incidents: kept.map(({ endsAt: _, ...incident }) => ({ ...incident })),
				refusals: [...refusals],
			};
		},
	};
}
