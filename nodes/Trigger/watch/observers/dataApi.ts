/** The Avalanche Data API as an observer: it says which validators answered its last polling, but not when that was. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../../feeds/identity';
import { Lately } from '../../../feeds/lately';
import type { PublicNetwork } from '../../../shared/avalanche/publicNetworks';
import type { Client } from '../../../shared/network/client';
import type { ReportedValidator } from '../../../shared/validators/validators';
import { readNumber } from '../../../shared/values/numbers';
import { isRecord, valueAt } from '../../../shared/values/records';
import type { Heard } from './ask';
import { hourMs } from '../../../shared/values/timeUnits';

/** One page. With more validators than this, the Data API has no vote on the rest. */
const mostAsked = 100;
const computeUnits = 20;

/** A record counts as current for this long after it changed. */
const freshSeconds = 600;

/** A validator's record since the first bad poll. */
interface Traced {
	mark: string;
	/** Time of the last change since that poll, UNIX seconds. */
	changedAt?: number;
}

/** By trigger and node ID: the records of validators that are bad now. After n8n starts there are none, so no votes. */
const traces = new Lately<ReadonlyMap<string, Traced>>(hourMs);

/** Call it once nobody is bad any more. */
export const forgetRecords = (scope: string): void => traces.delete(scope);

/** Marks the fields that change with each polling of the service. */
const markRecord = ({ validatorHealth, uptimePerformance }: IDataObject): string =>
	markOf(JSON.stringify([validatorHealth, uptimePerformance]), 12);

/** A record has no time of its own. Only a change since the first bad poll shows that it is younger than that poll. */
function trace(
	records: ReadonlyMap<string, IDataObject>,
	suspects: string[],
	scope: string,
	at: number,
): (nodeId: string) => boolean {
	const before = traces.get(scope);
	const now = new Map<string, Traced>();
	for (const nodeId of suspects) {
		const record = records.get(nodeId);
		const known = before?.get(nodeId);
		const mark = record && markRecord(record);
		const isSame = mark === undefined || mark === known?.mark;
		if (!isSame) now.set(nodeId, { mark, ...(known && { changedAt: at }) });
		else if (known) now.set(nodeId, known);
	}
	traces.set(scope, now);
	return (nodeId) => {
		const changedAt = now.get(nodeId)?.changedAt;
		return changedAt !== undefined && Math.abs(at - changedAt) < freshSeconds;
	};
}

/** Down if reachabilityPercent is 0. Undefined if the record does not say. */
function readConnected(record: IDataObject): boolean | undefined {
	const percent = readNumber(valueAt(record, 'validatorHealth.reachabilityPercent'));
	return percent === undefined || percent < 0 || percent > 100 ? undefined : percent > 0;
}

export interface AskedAbout {
	nodeIds: string[];
	/** The ones that the queried node sees down. If it could not be read, all watched ones. */
	suspects: string[];
	scope: string;
	/** UNIX seconds. */
	at: number;
}

/** Asks the Data API of the credential about these validators. Never throws. */
export async function askDataApi(
	client: Client,
	name: string,
	network: PublicNetwork | undefined,
	{ nodeIds, suspects, scope, at }: AskedAbout,
): Promise<Heard & { isFresh?: (nodeId: string) => boolean }> {
	if (!client.hasService('data')) return { name, reason: 'the credential has no Data URL' };
	if (!network) return { name, reason: 'the network is not known' };
	const answer = await client.rest({
		host: 'data',
		path: `/v1/networks/${network}/validators`,
		query: {
			nodeIds: nodeIds.slice(0, mostAsked).join(','),
			validationStatus: 'active',
			pageSize: mostAsked,
		},
		computeUnits,
	});
	if (!answer.ok) {
		const { kind, httpStatus } = answer.failure;
		return { name, reason: httpStatus ? `HTTP ${httpStatus}` : kind };
	}
	const list = valueAt(answer.result, 'validators');
	if (!Array.isArray(list)) return { name, reason: 'gave no list of validators' };
	const records = new Map(
		(list as unknown[])
			.filter(isRecord)
			.filter(({ nodeId }) => nodeIds.includes(nodeId as string))
			.map((record) => [record.nodeId as string, record]),
	);
	const validators = [...records].map(([nodeId, record]): [string, ReportedValidator] => [
		nodeId,
		{ nodeId, connected: readConnected(record), record: { nodeID: nodeId } },
	]);
	return {
		name,
		validators: new Map(validators),
		isFresh: trace(records, suspects, scope, at),
	};
}
