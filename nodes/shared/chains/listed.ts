/** The chains that the data service or the node lists, and the search for one of them. */
import { fail, type Answer, type Failure } from '../errors';
import { show } from '../fields/invalid';
import type { Client } from '../network/client';
import { hosts } from '../network/hosts';
import { oncePerClient } from '../network/oncePerClient';
import { platformPath } from '../avalanche/paths';
import { sayId, sayName, sayWord } from '../values/foreign';
import { byTruth, isRecord, valueAt } from '../values/records';
import { isNearName, plainName } from '../values/nearNames';
import { nameChain, nameOnNetwork } from '../avalanche/chains';
import { ofMany } from './entered';
import { networkByCredential } from './network';
import type { PublicNetwork } from '../avalanche/publicNetworks';

export interface ListedChain {
	name: string;
	/** Absent if only the node was asked. */
	evmChainId?: string;
	/** Absent for chains outside Avalanche. */
	blockchainId?: string;
	subnetId?: string;
	/** Of its own token. Absent if only the node was asked. */
	symbol?: string;
	/** Absent if the list is that of the node's own network. */
	network?: PublicNetwork;
}

/** The data service's chains, on every network. Without that service, the chains that the node's P-Chain lists. */
export const listChains = oncePerClient(
	async (client) => await (client.hasService('data') ? askService(client) : askPlatform(client)),
);

const readText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** The first of these that is text: the name, or else the ID. */
const nameOfListed = (...said: unknown[]): string => said.map(readText).find(Boolean) ?? 'unknown';

async function askService(client: Client): Promise<Answer<ListedChain[]>> {
	const answer = await client.rest({ host: 'data', ...hosts.data.probe });
	if (!answer.ok) return answer;
	const chains = isRecord(answer.result) ? answer.result.chains : undefined;
	if (!Array.isArray(chains))
		return fail('not-understood', 'The data service gave no list of chains');
	return {
		ok: true,
		result: chains.filter(isRecord).map((chain) => ({
			name: nameOfListed(chain.chainName, chain.chainId),
			evmChainId: readText(chain.chainId),
			blockchainId: readText(chain.platformChainId),
			subnetId: readText(chain.subnetId),
			symbol: readText(valueAt(chain.networkToken, 'symbol')),
			network: byTruth(chain.isTestnet, 'fuji', 'mainnet'),
		})),
	};
}

async function askPlatform(client: Client): Promise<Answer<ListedChain[]>> {
	const method = 'platform.getBlockchains';
	const answer = await client.rpc({ path: platformPath, method, params: {}, safe: true });
	if (!answer.ok) return answer;
	const chains = isRecord(answer.result) ? answer.result.blockchains : undefined;
	if (!Array.isArray(chains)) return fail('not-understood', 'The node gave no list of blockchains');
	return {
		ok: true,
		result: chains.filter(isRecord).map(({ name, id, subnetID }) => ({
			name: nameOfListed(name, id),
			blockchainId: readText(id),
			subnetId: readText(subnetID),
		})),
	};
}

/** True if a listed chain is on the credential's network, or if one of the two networks is unknown. */
export function isOfNetwork(client: Client): (chain: ListedChain) => boolean {
	const here = networkByCredential(client);
	return ({ network = here }) => here === undefined || network === here;
}

/** Most names that are not listed are those of other networks, whose chain IDs would not help. A chain of Avalanche can have another name. */
const unlistedName =
	'It may be no Avalanche chain. If it is one, choose the chain from the list, or enter its ID. The C-Chain is C.';

export const nameHint = 'Choose the chain from the list, or enter its ID. The C-Chain is C.';

/** The one listed chain that fits. Those on the credential's network go first. */
export async function findListed(
	client: Client,
	what: string,
	fits: (chain: ListedChain) => boolean,
	unlisted = nameHint,
): Promise<Answer<ListedChain>> {
	const list = await listChains(client);
	if (!list.ok) {
		const { failure } = list;
		const message = `The chain ${what} could not be looked up: ${failure.message}`;
		return { ok: false, failure: { ...failure, message } };
	}
	const fitting = list.result.filter(fits);
	const here = fitting.filter(isOfNetwork(client));
	const [found, other] = here.length ? here : fitting;
	if (!found)
		return fail('not-found', `No chain ${what} is listed by ${listerOf(client)}`, {
			hint: hintFor(what, list.result, isOfNetwork(client)) ?? unlisted,
		});
	if (other)
		return fail(
			'not-found',
			`Several chains fit ${what}: ${fitting.map(({ name, evmChainId, blockchainId }) => `${sayName(name)} (${sayId(evmChainId ?? blockchainId)})`).join(', ')}`,
			{ hint: nameHint },
		);
	return { ok: true, result: found };
}

/** More suggestions help nobody. */
const mostMeant = 3;

/** Suggests chains with almost this name, if they are few. Undefined if no name is near. */
function hintFor(
	what: string,
	chains: ListedChain[],
	isHere: (chain: ListedChain) => boolean,
): string | undefined {
	const alike = chains.filter(({ name }) => isNearName(what, name));
	const here = alike.filter(isHere);
	const meant = here.length ? here : alike;
	if (!meant.length) return undefined;
	if (meant.length > mostMeant) return nameHint;
	const said = meant.map(
		({ name, evmChainId }) => `${sayName(name)}${evmChainId ? ` (${sayId(evmChainId)})` : ''}`,
	);
	return `Did you mean ${said.join(' or ')}? The name or the ID must be whole.`;
}

export const listerOf = (client: Client): string =>
	client.nameOf(client.hasService('data') ? 'data' : 'node');

const byIdHint =
	'This looks like an EVM chain ID: switch the field to By ID, or choose the chain from the list.';

export async function findNamed(client: Client, name: string): Promise<Answer<ListedChain>> {
	const found = await findListed(
		client,
		show(name),
		(chain) => plainName(chain.name) === plainName(name),
		unlistedName,
	);
	const isLikeId = /^\d+$/.test(name);
	return found.ok || !isLikeId || found.failure.kind !== 'not-found'
		? found
		: { ok: false, failure: { ...found.failure, hint: byIdHint } };
}

/** The failure if an ID of a subnet is really that of a blockchain; undefined otherwise. */
export async function refuseBlockchain(
	client: Client,
	entered: string,
): Promise<Failure | undefined> {
	const list = await listChains(client);
	const found = list.ok
		? list.result.find(({ blockchainId }) => blockchainId === entered)
		: undefined;
	if (!found?.subnetId || found.subnetId === entered) return undefined;
	return {
		kind: 'refused',
		passing: false,
		message: `Check Subnet: this is the blockchain ID of ${sayName(found.name)}`,
		hint: `Its subnet has an ID of its own. Enter ${sayId(found.subnetId)}, or choose Subnet from the list.`,
	};
}

/** The name of an EVM chain: that of the Primary Network, the service's, or else its ID. */
export async function nameListedChain(client: Client, evmChainId: string): Promise<string> {
	const known = nameChain(evmChainId);
	if (known !== evmChainId || !client.hasService('data')) return String(known);
	if (ofMany.includes(evmChainId)) return evmChainId;
	return await nameFromList(client, evmChainId);
}

/** The name of a chain by one of its IDs, or else the ID. */
export async function nameFromList(client: Client, id: string): Promise<string> {
	const found = await findById(client, id);
	return found ? nameOnNetwork(found.name, found.network) : id;
}

/** The symbol of an EVM chain's own token, safe for sentences. Undefined if the service does not say it. */
export async function nativeSymbolOf(
	client: Client,
	evmChainId: string,
): Promise<string | undefined> {
	if (!client.hasService('data') || ofMany.includes(evmChainId)) return undefined;
	return sayWord((await findById(client, evmChainId))?.symbol) || undefined;
}

/** The only chain with one of these IDs. Undefined without a list, too. */
async function findById(client: Client, id: string): Promise<ListedChain | undefined> {
	const list = await listChains(client);
	const found = list.ok
		? list.result.filter(({ evmChainId, blockchainId }) => [evmChainId, blockchainId].includes(id))
		: [];
	return found.length === 1 ? found[0] : undefined;
}
