/** The chains that the data service or the node lists, and the one of them that is meant. */
import { fail, type Answer, type Failure } from '../errors';
import { show } from '../fields/invalid';
import type { Client } from '../network/client';
import { hosts } from '../network/hosts';
import { oncePerClient } from '../network/oncePerClient';
import { platformPath } from '../validators/validators';
import { sayId, sayName } from '../values/foreign';
import { byTruth, isRecord } from '../values/records';
import { nameChain } from './chains';
import { ofMany } from './entered';
import { networkByCredential } from './network';
import type { PublicNetwork } from './publicNetworks';

/** A chain as the data service or the node lists it. */
export interface ListedChain {
	name: string;
	/** Absent where only the node was asked. */
	evmChainId?: string;
	/** Absent for chains that are none of Avalanche. */
	blockchainId?: string;
	subnetId?: string;
	/** Undefined where the list is that of the node's own network. */
	network?: PublicNetwork;
}

/** All chains that the data service lists, on every network; without a service, those of the node's P-Chain. */
export const listChains = oncePerClient(
	async (client) => await (client.hasService('data') ? askService(client) : askPlatform(client)),
);

const readText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** The name of a listed chain, or else its ID. */
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

/** Whether a listed chain belongs to the network of the credential, as far as both are known. */
export function isOfNetwork(client: Client): (chain: ListedChain) => boolean {
	const here = networkByCredential(client);
	return ({ network = here }) => here === undefined || network === here;
}

export const nameHint = 'Choose the chain from the list, or enter its ID. The C-Chain is C.';

/** The one listed chain that fits; those of the credential's network go before others. */
export async function findListed(
	client: Client,
	what: string,
	fits: (chain: ListedChain) => boolean,
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
			hint: hintFor(what, list.result, isOfNetwork(client)),
		});
	if (other)
		return fail(
			'not-found',
			`Several chains fit ${what}: ${fitting.map(({ name, evmChainId, blockchainId }) => `${sayName(name)} (${sayId(evmChainId ?? blockchainId)})`).join(', ')}`,
			{ hint: nameHint },
		);
	return { ok: true, result: found };
}

/** More chains that may have been meant help nobody. */
const mostMeant = 3;

/** The chains that may have been meant, which are called almost so; else how to find one. */
function hintFor(
	what: string,
	chains: ListedChain[],
	isHere: (chain: ListedChain) => boolean,
): string {
	const word = plain(what);
	const alike = chains.filter(({ name }) => isAlike(word, plain(name)));
	const here = alike.filter(isHere);
	const meant = here.length ? here : alike;
	if (!meant.length || meant.length > mostMeant) return nameHint;
	const said = meant.map(
		({ name, evmChainId }) => `${sayName(name)}${evmChainId ? ` (${sayId(evmChainId)})` : ''}`,
	);
	return `Did you mean ${said.join(' or ')}? The name or the ID must be whole.`;
}

/** Whether one is the beginning of the other, or differs in one letter. */
function isAlike(one: string, other: string): boolean {
	if (Math.min(one.length, other.length) < 4) return false;
	if (one.startsWith(other) || other.startsWith(one)) return true;
	const [longer, shorter] = one.length < other.length ? [other, one] : [one, other];
	const at = [...longer].findIndex((letter, i) => letter !== shorter[i]);
	const rest = longer.slice(at + 1);
	return rest === shorter.slice(at) || rest === shorter.slice(at + 1);
}

export const listerOf = (client: Client): string =>
	client.nameOf(client.hasService('data') ? 'data' : 'node');

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

export const findNamed = (client: Client, name: string): Promise<Answer<ListedChain>> =>
	findListed(client, show(name), (chain) => plain(chain.name) === plain(name));

/** What to say of a subnet without validators that is in truth a blockchain; undefined for any other. */
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

/** The EVM chain as its service lists it: by the name of the Primary Network, its own, or else its ID. */
export async function nameListedChain(client: Client, evmChainId: string): Promise<string> {
	const known = nameChain(evmChainId);
	if (known !== evmChainId || !client.hasService('data')) return String(known);
	if (ofMany.includes(evmChainId)) return evmChainId;
	const list = await listChains(client);
	const found = list.ok ? list.result.filter((chain) => chain.evmChainId === evmChainId) : [];
	return found.length === 1 ? found[0]!.name : evmChainId;
}
