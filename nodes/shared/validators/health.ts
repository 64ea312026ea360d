/**
 * What a node says of its own health at /ext/health: the last result of each of its checks, which it makes every 30
 * seconds. A sick node answers 503 with the same body. No document of the APIs describes it: avalanchego, api/health.
 */
import type { IDataObject } from 'n8n-workflow';
import type { RestCall } from '../network/rest';
import { writeTime } from '../operation/columns';
import { sayName, sayText } from '../values/foreign';
import { readNumber } from '../values/numbers';
import { isRecord, valueAt } from '../values/records';
import { readTime } from '../values/times';

/** The three reports of a node: all its checks, whether it has caught up, and whether it answers at all. */
export const healthPaths = {
	health: '/ext/health',
	readiness: '/ext/health/readiness',
	liveness: '/ext/health/liveness',
} as const;
export type HealthReport = keyof typeof healthPaths;

/** The error of a check: null of one that passed; undefined of what is no result of a check. */
function errorOf(check: unknown): string | null | undefined {
	const error = valueAt(check, 'error') ?? null;
	const isResult = error !== null || valueAt(check, 'timestamp') !== undefined;
	return isResult && (error === null || typeof error === 'string') ? error : undefined;
}

/** Whether the body of an answer is a report on the health of a node: one is healthy if all its checks passed, and only then. */
export function isHealth(body: unknown): body is IDataObject {
	if (!isRecord(body) || !(isRecord(body.checks) || body.checks === null)) return false;
	const errors = Object.values(body.checks ?? {}).map(errorOf);
	return !errors.includes(undefined) && body.healthy === errors.every((error) => error === null);
}

/** The GET of a report, whose answer says by itself whether the node is healthy. */
export const healthCall = (report: HealthReport): RestCall => ({
	host: 'node',
	path: healthPaths[report],
	query: {},
	isAnswer: isHealth,
});

export type CheckState = 'passed' | 'failed' | 'notYetRun';

export interface HealthCheck {
	/** `network`, `diskspace` or another part of the node, or the alias or ID of a chain. */
	name: string;
	state: CheckState;
	/** The node's words for what is wrong. */
	error?: string;
	/** UNIX seconds of the first failure in a row, and how many there were. */
	since?: number;
	failures?: number;
	/** What the check found, whether it passed or not. */
	details?: unknown;
}

/** The error of a check that the node has not made since its start, or since the chain came. */
const notYetRun = 'not yet run';

function readCheck(name: string, result: unknown): HealthCheck {
	const error = errorOf(result);
	const details = valueAt(result, 'message');
	if (typeof error !== 'string') return { name, state: 'passed', details };
	return {
		name,
		state: error === notYetRun ? 'notYetRun' : 'failed',
		error,
		since: readTime(valueAt(result, 'timeOfFirstFailure')),
		failures: readNumber(valueAt(result, 'contiguousFailures')),
		details,
	};
}

/** The checks of a report, by name. */
export const readChecks = (report: IDataObject): HealthCheck[] =>
	Object.entries(isRecord(report.checks) ? report.checks : {})
		.map(([name, result]) => readCheck(name, result))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** A check that fails as items show it. */
export const showCheck = ({ name, error, since, failures }: HealthCheck): IDataObject => ({
	name,
	message: error ?? null,
	since: since === undefined ? null : (writeTime(Math.floor(since)) ?? null),
	failures: failures ?? null,
});

/** A check that fails, in words: network: no messages received from network. */
export const sayFailing = ({ name, error }: HealthCheck): string => {
	const words = sayText(error);
	return words ? `${sayName(name)}: ${words.replace(/[.]+$/, '')}` : sayName(name);
};
