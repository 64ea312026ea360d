/** A watch of the queried node itself: finds the node's ID, and applies the user's names and silences to it. */
import type { IDataObject } from 'n8n-workflow';
import { networkOf } from '../../shared/chains/network';
import { toPublicNetwork } from '../../shared/avalanche/publicNetworks';
import type { Client } from '../../shared/network/client';
import { isNodeId } from '../../shared/values/ids';
import { markNode } from './alertIds';
import { isOfQueriedNode, ownKey, sourceKey, type WatchSettings } from './model';
import type { WatchCursor } from './past';
import type { Reading } from './readings';

/** True if the subject is the queried node, which is also its own source. */
export const isOwnNode = (key: string, { source }: Pick<WatchSettings, 'source'>): boolean =>
	isOfQueriedNode(source) && (key === ownKey || key === sourceKey);

/**
 * Adds the ID and the network of the queried node to a reading that lacks them. Both are remembered from the same node.
 * An unknown network is asked for in the first poll of a node, and whenever there are items to show it.
 */
export async function recognizeNode(
	client: Client,
	reading: Reading,
	cursor: WatchCursor | undefined,
	foresee: () => IDataObject[] | undefined,
): Promise<Reading> {
	const { isSame, ...remembered } = recallNode(cursor, reading);
	const nodeId = reading.nodeId ?? remembered.nodeId;
	const network = reading.network ?? remembered.network;
	const mayAsk = !network && reading.validators !== undefined;
	if (!mayAsk || (isSame && foresee()?.length === 0)) return { ...reading, nodeId, network };
	const answer = await networkOf(client);
	return { ...reading, nodeId, network: answer.ok ? toPublicNetwork(answer.result) : undefined };
}

/** What the last poll remembered, if it was of the same node. */
function recallNode(
	cursor: WatchCursor | undefined,
	reading: Reading,
): Pick<Reading, 'nodeId' | 'network'> & { isSame: boolean } {
	const last = cursor?.views?.at(-1);
	if (last?.node !== markNode(reading)) return { isSame: false };
	return { isSame: true, nodeId: cursor?.nodeId, network: last?.network };
}

/** The node's ID for the next poll. */
export const rememberNodeId = ({ nodeId }: Reading): string | undefined =>
	nodeId !== undefined && isNodeId(nodeId) ? nodeId : undefined;

/** Silences that name the node's ID cover all alerts of the node, `unreachable` included. */
export function coverOwnNode(settings: WatchSettings, { nodeId }: Reading): WatchSettings {
	const { source, silences } = settings;
	if (!isOfQueriedNode(source) || nodeId === undefined) return settings;
	return {
		...settings,
		silences: silences?.map((silence) =>
			silence.who !== 'all' && silence.who.includes(nodeId)
				? { ...silence, who: [...silence.who, ownKey, sourceKey] }
				: silence,
		),
	};
}
