/** The ID of the queried node. A public node does not tell its ID, and a reading is useful without one. */
import type { Client } from '../network/client';
import { infoCall, type RpcCall } from '../network/rpcCall';
import { valueAt } from '../values/records';
import { readString } from './validators';

export async function readOwnId(
	node: Pick<Client, 'rpc'>,
	how: Pick<RpcCall, 'worth'> = {},
): Promise<string | undefined> {
	const answer = await node.rpc({ ...infoCall('info.getNodeID'), ...how });
	return answer.ok ? readString(valueAt(answer.result, 'nodeID')) : undefined;
}
