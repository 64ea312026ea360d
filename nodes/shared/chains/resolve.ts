/** Asks for the form of a chain that an API takes, and explains a chain that a host does not have. */
import { fail, type Answer, type Failure } from '../errors';
import type { Client } from '../network/client';
import { oncePerClient } from '../network/oncePerClient';
import { sayName } from '../values/foreign';
import { isId } from '../values/ids';
import { findPrimary, nameNetwork, networks, networkWith } from '../avalanche/chains';
import { isEvmId, type Entered, type ChainForm } from './entered';
import { findListed, findNamed, listerOf, nameHint, nameListedChain } from './listed';
import { findCChainId, networkOf } from './network';

const ids = { blockchainId: 'blockchain ID', evmChainId: 'EVM chain ID' };

/** One ID of a listed chain, found by its other ID or by its name. */
async function findId(
	client: Client,
	entered: Entered,
	{ by, wanted }: Record<'by' | 'wanted', keyof typeof ids>,
): Promise<Answer<string>> {
	const found =
		typeof entered === 'string'
			? await findListed(client, entered, (chain) => chain[by] === entered)
			: await findNamed(client, entered.name);
	if (!found.ok) return found;
	const { name, [wanted]: id } = found.result;
	if (id) return { ok: true, result: id };
	return fail(
		'not-found',
		`The chain ${sayName(name)} has no ${ids[wanted]} that the service knows`,
		{
			hint: nameHint,
		},
	);
}

/** The form that a node takes: `C`, or a blockchain ID. */
async function forNode(client: Client, entered: Entered): Promise<Answer<string>> {
	if (typeof entered === 'string') {
		const owner = networkWith({ cChainId: entered });
		const network = await networkOf(client);
		if (!network.ok) return network;
		if (owner && network.result !== owner)
			return fail(
				'refused',
				`The chain ${entered} is the C-Chain of ${nameNetwork(owner)}, and the credential is for ${nameNetwork(network.result)}`,
				{ hint: 'Choose C for the C-Chain of the network that the credential is for.' },
			);
		if (owner) return { ok: true, result: 'C' };
		const own = typeof network.result === 'number' ? await findCChainId(client) : undefined;
		if (own?.ok && own.result === entered) return { ok: true, result: 'C' };
	}
	return await findId(client, entered, { by: 'evmChainId', wanted: 'blockchainId' });
}

/** The form that the services take: an EVM chain ID. */
async function forService(client: Client, entered: Entered): Promise<Answer<string>> {
	if (entered === 'C') return await findCChainId(client);
	const primary = typeof entered === 'string' ? findPrimary(entered) : undefined;
	if (primary?.network) return { ok: true, result: networks[primary.network].cChainId };
	return await findId(client, entered, { by: 'blockchainId', wanted: 'evmChainId' });
}

const resolvers: Record<ChainForm, typeof forNode> = {
	node: forNode,
	data: forService,
	metrics: forService,
};

export const resolve = oncePerClient(
	async (client, form: ChainForm, entered: Entered): Promise<Answer<string>> =>
		typeof entered === 'object' && entered.id !== undefined
			? { ok: true, result: entered.id }
			: await resolvers[form](client, entered),
);

/** Advice on a chain that the node does not track, if the service lists it. */
export async function explainUntracked(
	{ kind, message }: Failure,
	value: unknown,
	client: Client,
): Promise<string | undefined> {
	const chain = String(value);
	const isUnknown = kind === 'not-found' && message.includes(`does not know the chain "${chain}"`);
	if (!isUnknown || !isId(chain) || !client.hasService('data')) return undefined;
	const found = await findListed(client, chain, ({ blockchainId }) => blockchainId === chain);
	return found.ok
		? `${sayName(found.result.name)} is a chain of Avalanche, but this node does not track it. Use a node that does: put its URL into the credential.`
		: undefined;
}

/** Advice on a chain that the metrics service does not have. */
export async function explainUnmeasured(
	failure: Failure,
	value: unknown,
	client: Client,
): Promise<string | undefined> {
	const chain = String(value);
	if (!isUnlisted(failure, chain)) return undefined;
	const name = sayName(await nameListedChain(client, chain));
	const called = name === chain ? chain : `${name} (${chain})`;
	return `The Metrics API has no figures of ${called}. Choose another Chain from the list.`;
}

/** True if a service says that it has no such EVM chain. */
const isUnlisted = ({ kind, message }: Failure, chain: string): boolean =>
	kind === 'not-found' && isEvmId(chain) && new RegExp(`chain "?${chain}\\b`, 'i').test(message);

/** Advice on a chain that the data service does not have. */
export async function explainUnlisted(
	failure: Failure,
	value: unknown,
	client: Client,
): Promise<string | undefined> {
	const chain = String(value);
	return isUnlisted(failure, chain)
		? `Chain is ${chain}, which ${listerOf(client)} does not have. Choose Chain from the list, or enter C for the C-Chain.`
		: undefined;
}
