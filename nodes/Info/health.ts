/** Simplifies the health report of a node. */
import type { IDataObject } from 'n8n-workflow';
import {
	readChecks,
	readDiskBytes,
	readDiskFree,
	sayFailing,
	sayGibibytes,
	showCheck,
	type HealthCheck,
	type CheckState,
} from '../shared/validators/health';
import { fieldValue } from '../shared/fields/fields';
import { choice } from '../shared/fields/kinds';
import type { Answer } from '../shared/errors';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toIsoTime } from '../shared/operation/columns';
import type { AskedRun, Values } from '../shared/operation/operations';
import { readOwnId } from '../shared/validators/ownId';
import { countOf } from '../shared/values/writing';

export const healthReport = choice(
	{
		displayName: 'Report',
		name: 'report',
		description: 'Which of its checks the node reports',
		notSent: true,
	},
	[
		{ name: 'Health', value: 'health', description: 'All checks' },
		{ name: 'Liveness', value: 'liveness', description: 'Whether the node answers at all' },
		{
			name: 'Readiness',
			value: 'readiness',
			description: 'Whether the node has caught up with the network since its start',
		},
	],
);

/** A starting node is unhealthy until it has run every check once. */
type HealthState = 'healthy' | 'unhealthy' | 'starting';

function judge(isHealthy: boolean, failed: HealthCheck[], notYetRun: HealthCheck[]): HealthState {
	if (isHealthy) return 'healthy';
	return notYetRun.length && !failed.length ? 'starting' : 'unhealthy';
}

/** A full disk stops the node, so a reader wants to know it before the check fails. */
function sayDisk(checks: HealthCheck[]): string | false {
	const free = readDiskFree(checks);
	const bytes = readDiskBytes(checks);
	const size = bytes === undefined ? '' : ` (${sayGibibytes(bytes)})`;
	return free !== undefined && `${Number(free.toFixed(1))} % of the disk${size} is free.`;
}

function say(checks: HealthCheck[], failed: HealthCheck[], notYetRun: HealthCheck[]): string {
	if (!checks.length) return 'The node answers. This report has no checks.';
	const all = countOf(checks.length, 'check');
	const waiting =
		notYetRun.length > 0 &&
		`${notYetRun.length} of ${all} not yet run. A node runs each within 30 seconds after its start.`;
	const failing =
		failed.length > 0 && `${failed.length} of ${all} failed. ${failed.map(sayFailing).join('. ')}.`;
	const passed = !failing && !waiting && `${all} passed.`;
	return [passed, failing, waiting, sayDisk(checks)].filter(Boolean).join(' ');
}

const askOwnId = oncePerClient(
	// Whoever asks how a node stands does not wait for its ID.
	async (client) => await readOwnId(client, { worth: () => 0 }),
);

/** Adds the node and the time of the report. A node that does not tell its ID has none, and its report stays. */
export async function addNode(
	reports: IDataObject[],
	{ client }: Pick<AskedRun, 'client'>,
): Promise<Answer<IDataObject[]>> {
	const at = Math.floor(Date.now() / 1000);
	const own = {
		queriedNode: client.nameOf('node'),
		nodeId: (await askOwnId(client)) ?? null,
		at: toIsoTime(at),
	};
	return { ok: true, result: reports.map((report) => ({ ...report, ...own })) };
}

/** The columns of a report that names its node. */
export function simplifyNamedHealth(report: IDataObject, values: Values): IDataObject {
	const { queriedNode, nodeId, at } = report;
	return { queriedNode, nodeId, at, ...simplifyHealth(report, values) };
}

/** One column for each fact about a node's health. `failingChecks` has each failing check. */
export function simplifyHealth(report: IDataObject, values: Values): IDataObject {
	const checks = readChecks(report);
	const by = (state: CheckState) => checks.filter((check) => check.state === state);
	const [failed, notYetRun] = [by('failed'), by('notYetRun')];
	const namesOf = (of: HealthCheck[]) => of.map(({ name }) => name);
	return {
		report: fieldValue(values, healthReport),
		healthy: report.healthy,
		state: judge(report.healthy === true, failed, notYetRun),
		failing: namesOf(failed),
		notYetRun: namesOf(notYetRun),
		checks: checks.length,
		diskFreePercent: readDiskFree(checks) ?? null,
		message: say(checks, failed, notYetRun),
		failingChecks: failed.map(showCheck),
	};
}
