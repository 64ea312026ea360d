/** The Avalanche Data API as an observer: it says which validators answered in its last polling, and not when that was. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../../feeds/identity';
import { Lately } from '../../../feeds/lately';
import type { PublicNetwork } from '../../../shared/chains/publicNetworks';
import type { Client } from '../../../shared/network/client';
import type { ReportedValidator } from '../../../shared/validators/validators';
import { readNumber } from '../../../shared/values/numbers';
import { isRecord, valueAt } from '../../../shared/values/records';
import type { Heard } from './ask';

/** A page; of more suspects at once the rest has no vote of the Data API. */
const mostAsked = 100;
const computeUnits = 20;

/** For so long after it changed a record is taken for one of now. */
const freshSeconds = 600;

/** A validator's record since the first bad poll. */
interface Traced {
	mark: string;
	/** When it was first seen to differ from that of the first bad poll, or from a later one. */
	changedAt?: number;
}

/** By trigger: the records of those that are bad now, by node ID. After a start of n8n there are none, and no votes. */
const traces = new Lately<ReadonlyMap<string, Traced>>(3600_000);

/** Nobody is bad any more. */
export const forgetRecords = (scope: string): void => traces.delete(scope);

/** What moves in a record with each polling of the service. */
const markRecord = ({ validatorHealth, uptimePerformance }: IDataObject): string =>
	markOf(JSON.stringify([validatorHealth, uptimePerformance]), 12);

/** Without a time of its own, a record is younger than the first bad poll only where it has changed since. */
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

/** Down where nothing answered; what it does not say is unknown. */
function readConnected(record: IDataObject): boolean | undefined {
	const percent = readNumber(valueAt(record, 'validatorHealth.reachabilityPercent'));
	return percent === undefined || percent < 0 || percent > 100 ? undefined : percent > 0;
}

export interface AskedAbout {
	nodeIds: string[];
	/** Those of them that are bad in the view of the queried node. */
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
