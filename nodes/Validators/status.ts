/** The current status of Primary Network validators. The ones that need attention come first. */
import { Clock } from '../shared/report/clock';
import type { IDataObject } from 'n8n-workflow';
import type { Mark } from '../shared/report/page';
import { isYoung, requiredUptime, type UpgradeTimes } from '../shared/validators/upgrades';
import { projectUptime, showProjection } from '../shared/validators/projection';
import { doesRenew, readValidator } from '../shared/validators/validators';

/** Worst first: an outage costs as long as it lasts. `unknown` means that the node does not tell enough. `ok` needs no attention. */
const statuses = [
	'disconnected',
	'notValidator',
	'lowUptime',
	'endingSoon',
	'unknown',
	'ok',
] as const;
export type Status = (typeof statuses)[number];

export interface Rules {
	/** UNIX seconds. */
	at: number;
	zone: string;
	/** A validation that ends within this time ends soon, unless it renews itself. */
	endingSeconds: number;
	/** Undefined if the node does not report them. Then the required uptime is unknown. */
	upgrades?: UpgradeTimes;
	/** True if they could not be read now. Then each validator needs attention: its uptime may be too low. */
	isRequiredUnread?: boolean;
	/** Undefined if neither the credential nor the node tells it. */
	network?: string;
}

export interface Standing {
	nodeId: string;
	/** The node's record. Undefined if the node is not a validator. */
	record?: IDataObject;
	/** Everything that needs attention, worst first. */
	found: Array<{ status: Status; words: string }>;
	/** Percent, like `required`. */
	uptime?: number;
	required?: number;
	/** Null if unknown. */
	canBeOfflineHours: number | null;
	/** UNIX seconds. */
	endsAt?: number;
}

const toDate = (seconds: number, zone: string): string => new Clock(zone).write(seconds, 'minutes');

/** Names the facts that the node does not report but the judgement needs. */
function listUnsaid(validator: ReturnType<typeof readValidator>): string[] {
	const { connected, uptime, startedAt, endsAt } = validator;
	const said = { connection: connected, uptime, start: startedAt, end: endsAt };
	const all = Object.entries({ ...said, renewal: doesRenew(validator) });
	return all.flatMap(([name, value]) => (value === undefined ? [name] : []));
}

function judge(nodeId: string, record: IDataObject | undefined, rules: Rules): Standing {
	if (!record)
		return {
			nodeId,
			found: [{ status: 'notValidator', words: 'not a current validator' }],
			canBeOfflineHours: null,
		};
	const { at, zone, endingSeconds, upgrades, isRequiredUnread } = rules;
	const validator = readValidator(record);
	const { connected, uptime, endsAt } = validator;
	const renews = doesRenew(validator);
	const required = requiredUptime(validator, upgrades);
	const found: Standing['found'] = [];
	if (connected === false) found.push({ status: 'disconnected', words: 'not connected now' });
	if (
		uptime !== undefined &&
		required !== undefined &&
		uptime < required &&
		!isYoung(validator, at)
	)
		found.push({ status: 'lowUptime', words: `uptime ${uptime} %, below ${required} %` });
	if (endsAt !== undefined && endsAt - at <= endingSeconds && renews === false)
		found.push({ status: 'endingSoon', words: `ends ${toDate(endsAt, zone)}` });
	const unsaid = listUnsaid(validator);
	if (unsaid.length) found.push({ status: 'unknown', words: `not reported: ${unsaid.join(', ')}` });
	if (isRequiredUnread) found.push({ status: 'unknown', words: 'required uptime not read' });
	const { canBeOfflineHours } = showProjection(projectUptime(validator, rules));
	return { nodeId, record, found, uptime, required, canBeOfflineHours, endsAt };
}

export const statusOf = ({ found }: Standing): Status => found[0]?.status ?? 'ok';

/** What can cost the reward now is bad. The rest is to be planned for or looked into. */
const badStatuses: Status[] = ['disconnected', 'notValidator', 'lowUptime'];

export function rowMarkOf(standing: Standing): Mark | undefined {
	const status = statusOf(standing);
	if (status === 'ok') return undefined;
	return badStatuses.includes(status) ? 'bad' : 'soon';
}

/** Everything that needs attention, in words. Empty if nothing does. */
export const sayFound = ({ found }: Standing): string => found.map(({ words }) => words).join('; ');

/** The requested validators, worst status first. Within a status, in the order asked for, which no new reading changes. */
export function listStandings(nodeIds: string[], records: IDataObject[], rules: Rules): Standing[] {
	const recordOf = new Map(records.map((record) => [record.nodeID, record]));
	const rank = (standing: Standing): number => statuses.indexOf(statusOf(standing));
	return [...new Set(nodeIds)]
		.map((nodeId) => judge(nodeId, recordOf.get(nodeId), rules))
		.sort((a, b) => rank(a) - rank(b));
}
