/**
 * A node's report on its own health, /ext/health: the last result of each check. Checks run every 30 seconds. A sick
 * node answers 503 with the same body. The API documents do not describe it. Source: avalanchego, api/health.
 */
import type { IDataObject } from 'n8n-workflow';
import type { RestCall } from '../network/rest';
import { sayName, sayText } from '../values/foreign';
import { readNumber } from '../values/numbers';
import { isRecord, valueAt } from '../values/records';
import { readTime, writeTime } from '../values/times';
import { writeNumber } from '../values/writing';

/** `health` covers all checks, `readiness` tells if the node has caught up, `liveness` if it answers at all. */
export const healthPaths = {
	health: '/ext/health',
	readiness: '/ext/health/readiness',
	liveness: '/ext/health/liveness',
} as const;
type HealthReport = keyof typeof healthPaths;

/** The error of a check. Null if it passed, undefined if the value is not a check result. */
function errorOf(check: unknown): string | null | undefined {
	const error = valueAt(check, 'error') ?? null;
	const isResult = error !== null || valueAt(check, 'timestamp') !== undefined;
	return isResult && (error === null || typeof error === 'string') ? error : undefined;
}

/** True for a health report. Its `healthy` must agree with its checks: true if all passed, and only then. */
export function isHealth(body: unknown): body is IDataObject {
	if (!isRecord(body) || !(isRecord(body.checks) || body.checks === null)) return false;
	const errors = Object.values(body.checks ?? {}).map(errorOf);
	return !errors.includes(undefined) && body.healthy === errors.every((error) => error === null);
}

/** The GET of a report. A 503 counts as an answer if its body is a report. */
export const healthCall = (report: HealthReport): RestCall => ({
	host: 'node',
	path: healthPaths[report],
	query: {},
	isAnswer: isHealth,
});

/** The name of the check of the disk. */
export const diskCheck = 'diskspace';

export type CheckState = 'passed' | 'failed' | 'notYetRun';

export interface HealthCheck {
	/** `network`, `diskspace` or another part of the node, or the alias or ID of a chain. */
	name: string;
	state: CheckState;
	/** The node's own words. */
	error?: string;
	/** UNIX seconds of the first consecutive failure, and the number of these failures. */
	since?: number;
	failures?: number;
	/** The findings of the check, passed or not. */
	details?: unknown;
}

/** The node's error for a check that has not run since the node started or the chain was added. */
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

export const readChecks = (report: IDataObject): HealthCheck[] =>
	Object.entries(isRecord(report.checks) ? report.checks : {})
		.map(([name, result]) => readCheck(name, result))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** A share of free space may come out slightly above 100 %. */
export const isPercent = (value: number): boolean => value >= 0 && value < 100.01;

const diskDetail = (checks: HealthCheck[], detail: string): number | undefined => {
	const check = checks.find(({ name }) => name === diskCheck);
	return readNumber(valueAt(check?.details, detail));
};

/** Percent of the disk that is free. Undefined if the report has no such check, as that on readiness has none. */
export function readDiskFree(checks: HealthCheck[]): number | undefined {
	const value = diskDetail(checks, 'availableDiskPercentage');
	return value !== undefined && isPercent(value) ? value : undefined;
}

/** No disk is as large. A node that could not measure its disk reports 2^64 - 1 bytes. */
const unmeasuredBytes = 2 ** 60;

/** Bytes of the disk that are free. */
export function readDiskBytes(checks: HealthCheck[]): number | undefined {
	const value = diskDetail(checks, 'availableDiskBytes');
	return value !== undefined && value >= 0 && value < unmeasuredBytes ? value : undefined;
}

const gibibyte = 2 ** 30;

/** "71.1 GiB", as `df -h` counts, and cut off. */
export const sayGibibytes = (bytes: number): string =>
	`${writeNumber(String(Math.floor((bytes * 10) / gibibyte) / 10), 1)} GiB`;

export const showCheck = ({ name, error, since, failures }: HealthCheck): IDataObject => ({
	name,
	message: error ?? null,
	since: since === undefined ? null : (writeTime(Math.floor(since)) ?? null),
	failures: failures ?? null,
});

/** A failing check in words, such as "network: no messages received from network". */
export const sayFailing = ({ name, error }: HealthCheck): string => {
	const words = sayText(error);
	return words ? `${sayName(name)}: ${words.replace(/[.]+$/, '')}` : sayName(name);
};
