/** Refuses watches that can never work. */
import { NodeOperationError, type INode } from 'n8n-workflow';
import { refuse } from '../../feeds/parameters';
import { refuseBlockchain } from '../../shared/chains/listed';
import { toNodeError } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import { isPublic } from '../../shared/network/hosts';
import type { WatchSettings } from './model';
import type { Observation } from './observation';
import type { Reading } from './readings';

/** The error if nobody is listed. The ID may be that of a blockchain, which looks the same. */
export const refuseEmpty = (
	node: INode,
	{ source, subnetId }: WatchSettings,
): NodeOperationError =>
	source === 'balances' || source === 'l1Balance'
		? new NodeOperationError(node, 'Check Subnet: it has no L1 validators', {
				description: `The node lists no L1 validators of ${subnetId}. Choose the subnet from the list, or enter its ID: a blockchain ID is another one.`,
			})
		: new NodeOperationError(node, 'There are no validators to watch', {
				description:
					'The node lists none. Check which validators are chosen, and the network of the credential.',
			});

/** The public node serves no health, so it is refused before a request is sent. */
export function refusePublicNode(node: INode, client: Client): void {
	const host = client.nameOf('node');
	if (isPublic(host, ['node']))
		throw refuse(
			node,
			`Node Health needs your own node: ${host} serves no health`,
			'Put the URL of your own node into the credential. To watch validators from the public node, use Validator Down or at Risk.',
		);
}

/** The queried node must not vote twice: one sick node would count as two. */
export function refuseOwnNode(node: INode, client: Client, { observers }: WatchSettings): void {
	const same = observers?.list.find(({ url }) => url !== undefined && client.isNode(url));
	if (!same) return;
	throw refuse(
		node,
		`Further Observers has the node of your credential, as "${same.name}"`,
		'That node is asked anyway. Enter the URL of another node, or remove the line.',
	);
}

/** Throws if the subnet ID is a blockchain ID. Such a watch would stay silent for ever. */
export async function demandSubnet(
	node: INode,
	client: Client,
	{ source, subnetId }: WatchSettings,
	{ validators }: Reading,
): Promise<void> {
	if (source !== 'balances' || validators?.size !== 0) return;
	const failure = await refuseBlockchain(client, subnetId);
	if (failure) throw toNodeError(node, failure);
}

/** The first poll of a watch fails if its source can never be read. */
export async function demandFirst(
	node: INode,
	client: Client,
	{ hearing: { reading }, settings }: Observation,
): Promise<void> {
	if (reading.failure && !reading.failure.passing) throw toNodeError(node, reading.failure);
	await demandSubnet(node, client, settings, reading);
}
