/** A watch of the queried node itself: which node that is, and what the user says of it by its ID. */
import type { IDataObject } from 'n8n-workflow';
import { networkOf } from '../../shared/chains/network';
import { toPublicNetwork } from '../../shared/chains/publicNetworks';
import type { Client } from '../../shared/network/client';
import { isNodeId } from '../../shared/values/ids';
import { markNode } from './alertIds';
import { isOfQueriedNode, ownKey, sourceKey, type WatchSettings } from './model';
import type { WatchCursor } from './past';
import type { Reading } from './readings';

/** Whether a subject is the queried node, which is its own source. */
export const isOwnNode = (key: string, { source }: Pick<WatchSettings, 'source'>): boolean =>
	isOfQueriedNode(source) && (key === ownKey || key === sourceKey);

/**
 * The reading with the ID and the network of its node. What this reading does not say is as the same node last said it,
 * or asked for: in the first poll, and where there are items to say it.
 */
export async function recognizeNode(
	client: Client,
	reading: Reading,
	cursor: WatchCursor | undefined,
	foresee: () => IDataObject[] | undefined,
): Promise<Reading> {
	const last = cursor?.views?.at(-1);
	const isSame = last?.node === markNode(reading);
	const nodeId = reading.nodeId ?? (isSame ? cursor?.nodeId : undefined);
	const network = reading.network ?? (isSame ? last?.network : undefined);
	const mayAsk = !network && reading.validators !== undefined;
	if (!mayAsk || (isSame && foresee()?.length === 0)) return { ...reading, nodeId, network };
	const answer = await networkOf(client);
	return { ...reading, nodeId, network: answer.ok ? toPublicNetwork(answer.result) : undefined };
}

/** What the next poll knows of the node. */
export const rememberNodeId = ({ nodeId }: Reading): string | undefined =>
	nodeId !== undefined && isNodeId(nodeId) ? nodeId : undefined;

/** The settings whose silences of the node's ID cover it, and that it cannot be read. */
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
