/** The request that lists the validators of a source, and the records of its answer. */
import type { IDataObject } from 'n8n-workflow';
import { chainPath, platformPath } from '../../../shared/avalanche/paths';
import { maximumKeyLength, nodeIdPrefix } from '../cursor';
import type { WatchSettings } from '../model';

/** Maximum of node IDs to ask for by name. On the Primary Network such an answer also has the delegators. */
const maximumNamed = 50;

export function nameList({ source, blockchainId, subnetId }: WatchSettings) {
	const platform = { path: platformPath, method: 'platform.getCurrentValidators' };
	if (source === 'primaryNetwork') return { ...platform, params: {}, maximumNamed };
	if (source === 'balances' || source === 'l1Balance')
		return { ...platform, params: { subnetID: subnetId }, maximumNamed: Infinity };
	const path = chainPath(blockchainId, 'validators');
	return { path, method: 'validators.getCurrentValidators', params: {}, maximumNamed: Infinity };
}

/** Leaves out records without a node ID, which are about nobody. Undefined if the list has only such records. */
export function listRecords(result: unknown, field: string): IDataObject[] | undefined {
	const list = (result as Record<string, unknown> | null)?.[field];
	if (!Array.isArray(list)) return undefined;
	const records = (list as Array<IDataObject | null>).filter((record) =>
		isNodeName(record?.nodeID),
	);
	return records.length || !list.length ? (records as IDataObject[]) : undefined;
}

const isNodeName = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith(nodeIdPrefix) && value.length <= maximumKeyLength;
