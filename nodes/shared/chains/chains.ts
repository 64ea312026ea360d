/** One meaning of a chain: `C`, `C-Chain`, its EVM chain ID, its blockchain ID and its name are one, on the network of the credential. */
import { fail, type Answer, type Failure } from '../errors';
import { asText, InvalidField, show, textual, type Field } from '../fields/fields';
import { sayId, sayName } from '../values/foreign';
import { toDecimal } from '../values/hex';
import { isId } from '../values/ids';
import { isLocator, located, locator } from '../fields/locator';
import type { Client } from '../network/client';
import { hosts } from '../network/hosts';
import { oncePerRun } from '../network/oncePerRun';
import type { RpcCall } from '../network/jsonRpc';
import { readNumber } from '../values/numbers';
import { toPublicNetwork, type PublicNetwork } from './publicNetworks';
import { byTruth, isRecord, valueAt } from '../values/records';
import { platformPath } from '../validators/validators';

export { toPublicNetwork, type PublicNetwork };

/** A public network, or the ID of another one. */
export type Network = PublicNetwork | number;
export type Letter = 'P' | 'X' | 'C';

interface NetworkFacts {
	id: number;
	name: string;
	cChainId: string;
	/** What its addresses of the P-Chain and the X-Chain begin with. */
	prefix: string;
	/** Its block explorer. */
	explorer: string;
}

const networks: Record<PublicNetwork, NetworkFacts> = {
	mainnet: {
		id: 1,
		name: 'Mainnet',
		cChainId: '43114',
		prefix: 'avax',
		explorer: 'https://subnets.avax.network',
	},
	fuji: {
		id: 5,
		name: 'Fuji',
		cChainId: '43113',
		prefix: 'fuji',
		explorer: 'https://subnets-test.avax.network',
	},
};

/** The public network of which this is so. */
export const networkWith = (facts: Partial<NetworkFacts>): PublicNetwork | undefined =>
	(Object.keys(networks) as PublicNetwork[]).find((network) =>
		Object.entries(facts).every(
			([name, fact]) => networks[network][name as keyof NetworkFacts] === fact,
		),
	);

export const explorerOf = (network: PublicNetwork): string => networks[network].explorer;

/** What people call a network; one that a node calls otherwise keeps its name. */
export function nameNetwork(network: string | number): string {
	if (typeof network === 'number') return `network ${network}`;
	return Object.hasOwn(networks, network) ? networks[network as PublicNetwork].name : network;
}

/** The EVM chain ID of the C-Chain of a public network. */
export const cChainIdOf = (network: Network): string | undefined =>
	typeof network === 'number' ? undefined : networks[network].cChainId;

/** The blockchain IDs of the Primary Network; that of the P-Chain is the same on every network. */
const primaryIds: Record<string, { letter: Letter; network?: PublicNetwork }> = {
	'11111111111111111111111111111111LpoYY': { letter: 'P' },
	'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM': { letter: 'X', network: 'mainnet' },
	'2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm': { letter: 'X', network: 'fuji' },
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5': { letter: 'C', network: 'mainnet' },
	yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp: { letter: 'C', network: 'fuji' },
};

/** A chain of the Primary Network by its blockchain ID, if it is one. */
export const findPrimary = (blockchainId: string): (typeof primaryIds)[string] | undefined =>
	Object.hasOwn(primaryIds, blockchainId) ? primaryIds[blockchainId] : undefined;

/** `C` for C, c, C-Chain, "Avalanche C-Chain" and the like, and for Avalanche, as wallets call it. */
function letterOf(entered: string): Letter | undefined {
	const plainly = entered.toLowerCase().replace(/[\s()_-]/g, '');
	if (plainly === 'avalanche' || plainly === 'avax') return 'C';
	const [, letter] =
		/^(?:the|avalanche|avax|network)*([pxc])(?:chain)?(?:avalanche|avax)?$/.exec(plainly) ?? [];
	return letter?.toUpperCase() as Letter | undefined;
}

/** The EVM chain ID of a C-Chain beside whose name its network stands, as in "Avalanche C-Chain Mainnet". */
function cChainIdIn(entered: string): string | undefined {
	const network = /\b(?:mainnet|fuji(?: testnet)?|testnet)\b/i.exec(entered)?.[0];
	if (!network || !/\bc\b/i.test(entered)) return undefined;
	if (letterOf(entered.replace(network, '')) !== 'C') return undefined;
	return networks[/mainnet/i.test(network) ? 'mainnet' : 'fuji'].cChainId;
}

/**
 * An EVM chain ID in decimal digits: of eip155:43114 (CAIP-2), 0xa86a, "chain ID 43114" and "43114 (C-Chain)"; other text
 * as it is.
 */
function plainId(entered: string): string {
	const [, id] =
		/^(?:eip155:|chain(?: ?id)?[ :]+)?(0x[\da-f]{1,16}|\d{1,78})(?: *\(.*\))?$/i.exec(entered) ??
		[];
	return id?.startsWith('0') ? String(BigInt(id.toLowerCase())) : (id ?? entered);
}

const cChains = new Set<unknown>([
	'C',
	'evm',
	...Object.values(networks).map(({ cChainId }) => cChainId),
	...Object.keys(primaryIds).filter((id) => primaryIds[id].letter === 'C'),
]);

/** Whether this is known to be the C-Chain, whose token is AVAX: by its aliases on every node, and by its IDs. */
export const isCChain = (asked: unknown): boolean => cChains.has(asked);

/** A chain of the Primary Network by its name, such as C-Chain, whichever way it was given; another one as it was. */
export function nameChain(chain: unknown): unknown {
	if (typeof chain !== 'string') return chain;
	const letter = isCChain(chain) ? 'C' : (findPrimary(chain)?.letter ?? letterOf(chain));
	return letter ? `${letter}-Chain` : chain;
}

/** A chain as it was entered; a name, where the user said that it is one or it can be nothing else. */
type Entered = string | { name: string };

/** How an API calls chains. */
type Form =
	/** By blockchain ID or alias, as a node. */
	| 'node'
	/** By EVM chain ID or blockchain ID, as the data service. */
	| 'data'
	/** By EVM chain ID, or a word for many chains together, as the metrics service. */
	| 'metrics';

const isEvmId = (entered: string): boolean => /^\d{1,20}$/.test(entered);
const isAlias = (entered: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,511}$/.test(entered);
const isName = (entered: string): boolean => /^[\p{L}\d][\p{L}\d '()&+._-]{0,80}$/u.test(entered);

const ofMany = ['mainnet', 'testnet', 'total'];

const rules: Record<Form, string> = {
	node: 'a chain: C, a blockchain ID, an EVM chain ID, an alias or a name',
	data: 'an EVM chain: C, an EVM chain ID, a blockchain ID or a name',
	metrics:
		'an EVM chain (C, an EVM chain ID, a blockchain ID or a name), mainnet, testnet or total',
};

/** What to say of P or X where only an EVM chain will do. */
const notEvm = (letter: Letter): InvalidField =>
	new InvalidField(
		`the ${letter}-Chain is not an EVM chain`,
		undefined,
		`For the ${letter}-Chain, use ${letter === 'P' ? 'Avalanche Validators, or ' : ''}Balance > Get Many on Primary Network of Avalanche Data API.`,
	);

/** What of the text is known without asking anybody. */
function readChain(entered: unknown, form: Form): Entered {
	const given = asText(located(entered));
	const isNamed = isLocator(entered) && entered.mode === 'name';
	const value = isNamed ? given : (cChainIdIn(given) ?? plainId(given));
	if (ofMany.includes(value.toLowerCase()) && !isNamed) {
		if (form === 'metrics') return value.toLowerCase();
		throw new InvalidField(
			`must be one chain, such as C or an ID; ${show(value)} stands for many chains and is for Avalanche Chain Metrics alone`,
		);
	}
	if (/^(avalanche )?fuji( testnet)?$/i.test(value) && !isNamed)
		throw new InvalidField(
			`must be one chain, such as C or an ID; ${show(value)} is a network, and the credential says which`,
		);
	const letter = letterOf(value);
	if (letter === 'C' || (letter && form === 'node')) return letter;
	if (letter) throw notEvm(letter);
	if (isNamed && isName(value)) return { name: value };
	if (isEvmId(value) || (value.length > 40 && isId(value))) return value;
	// A mistyped ID is no name: nobody calls a chain by so long a word.
	const isLikeId = /^(0x[\da-f]*|[\da-z]{30,})$/i.test(value);
	if (form === 'node' && foreignChains.test(value))
		throw new InvalidField(
			`${show(value)} is no chain of Avalanche`,
			undefined,
			'Choose Chain from the list, or enter C for the C-Chain. For other networks, use a node of theirs.',
		);
	if (form === 'node' && isAlias(value)) return value;
	if (isName(value) && !isLikeId && !isEvmId(value)) return { name: value };
	throw new InvalidField(`must be ${rules[form]}, not ${show(value)}`);
}

// ---- what the services and the node say

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

/** The network of the credential, where no request is needed to know it. */
export function networkByCredential(client: Client): PublicNetwork | undefined {
	const chosen = toPublicNetwork(client.credential.network);
	if (chosen) return chosen;
	const { publicUrls } = hosts.node;
	return (Object.keys(networks) as PublicNetwork[]).find(
		(network) => publicUrls[network] === client.nameOf('node'),
	);
}

/** The network that the credential is for. The node is asked only where the credential does not say it. */
export async function networkOf(client: Client): Promise<Answer<Network>> {
	const chosen = networkByCredential(client);
	return chosen ? { ok: true, result: chosen } : await askNetwork(client);
}

async function askNetwork(client: Client): Promise<Answer<Network>> {
	const answer = await askNetworkId(client);
	if (!answer.ok) return answer;
	const { result: id } = answer;
	return { ok: true, result: networkWith({ id }) ?? id };
}

export const networkIdCall: RpcCall = {
	path: '/ext/info',
	method: 'info.getNetworkID',
	params: {},
	safe: true,
};

/** The ID of the network that the node belongs to. */
export const askNetworkId = oncePerRun(async (client): Promise<Answer<number>> => {
	const answer = await client.rpc(networkIdCall);
	if (!answer.ok) return answer;
	const id = readNumber(valueAt(answer.result, 'networkID'));
	return Number.isSafeInteger(id) && id! > 0
		? { ok: true, result: id! }
		: fail('not-understood', 'The node did not say its network');
});

/** The EVM chain ID of the C-Chain on the network of the credential. */
async function findCChainId(client: Client): Promise<Answer<string>> {
	const network = await networkOf(client);
	if (!network.ok) return network;
	const id = cChainIdOf(network.result);
	return id === undefined ? await askCChainId(client) : { ok: true, result: id };
}

const askCChainId = oncePerRun(async (client): Promise<Answer<string>> => {
	const call = { path: '/ext/bc/C/rpc', method: 'eth_chainId', params: [], safe: true };
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const id = toDecimal(answer.result);
	return id !== undefined
		? { ok: true, result: id }
		: fail('not-understood', 'The node did not say the EVM chain ID of its C-Chain');
});

/** All chains that the data service lists, on every network; without a service, those of the node's P-Chain. */
export const listChains = oncePerRun(
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

const nameHint = 'Choose the chain from the list, or enter its ID. The C-Chain is C.';

/** The one listed chain that fits; those of the credential's network go before others. */
async function findListed(
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
			hint: hintFor(what, list.result),
		});
	if (other)
		return fail(
			'not-found',
			`Several chains fit ${what}: ${fitting.map(({ name, evmChainId, blockchainId }) => `${sayName(name)} (${sayId(evmChainId ?? blockchainId)})`).join(', ')}`,
			{ hint: nameHint },
		);
	return { ok: true, result: found };
}

/** The chain that was meant, where one is called almost so; else how to find it. */
function hintFor(what: string, chains: ListedChain[]): string {
	const word = plain(what);
	const alike = chains.filter(({ name }) => isAlike(word, plain(name)));
	const { name, evmChainId } = alike.length === 1 ? alike[0] : {};
	return name
		? `Did you mean ${sayName(name)}${evmChainId ? ` (${sayId(evmChainId)})` : ''}? Its name or its ID must be whole.`
		: nameHint;
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

const listerOf = (client: Client): string =>
	client.nameOf(client.hasService('data') ? 'data' : 'node');

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const findNamed = (client: Client, name: string): Promise<Answer<ListedChain>> =>
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

const missing = (what: string, { name }: ListedChain): Answer<never> =>
	fail('not-found', `The chain ${sayName(name)} has no ${what} that the service knows`, {
		hint: nameHint,
	});

/** The chain as a node knows it. */
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
	const found =
		typeof entered === 'string'
			? await findListed(client, entered, ({ evmChainId }) => evmChainId === entered)
			: await findNamed(client, entered.name);
	if (!found.ok) return found;
	const { blockchainId } = found.result;
	return blockchainId ? { ok: true, result: blockchainId } : missing('blockchain ID', found.result);
}

/** The EVM chain ID, as the services know a chain. */
async function forService(client: Client, entered: Entered): Promise<Answer<string>> {
	if (entered === 'C') return await findCChainId(client);
	const primary = typeof entered === 'string' ? findPrimary(entered) : undefined;
	if (primary?.network) return { ok: true, result: networks[primary.network].cChainId };
	const found =
		typeof entered === 'string'
			? await findListed(client, entered, ({ blockchainId }) => blockchainId === entered)
			: await findNamed(client, entered.name);
	if (!found.ok) return found;
	const { evmChainId } = found.result;
	return evmChainId ? { ok: true, result: evmChainId } : missing('EVM chain ID', found.result);
}

/** Whether the API takes the chain as it was entered. */
function isTaken(entered: Entered, form: Form): boolean {
	if (typeof entered !== 'string') return false;
	if (form === 'node') return !isEvmId(entered);
	return isEvmId(entered) || ofMany.includes(entered) || (form === 'data' && isId(entered));
}

const resolvers: Record<Form, typeof forNode> = {
	node: forNode,
	data: forService,
	metrics: forService,
};

const resolve = oncePerRun(
	async (client, form: Form, entered: Entered) => await resolvers[form](client, entered),
);

/** What to say of a chain that the node does not track, where the service lists it. */
async function explainUntracked(
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

/** What to say of a chain that a service does not have. */
async function explainUnlisted(
	{ kind, message }: Failure,
	value: unknown,
	client: Client,
): Promise<string | undefined> {
	const chain = String(value);
	const isUnknown = kind === 'not-found' && new RegExp(`chain "?${chain}\\b`, 'i').test(message);
	return isUnknown && isEvmId(chain)
		? `Chain is ${chain}, which ${listerOf(client)} does not have. Choose Chain from the list, or enter C for the C-Chain.`
		: undefined;
}

/** Chains that people know and Avalanche does not have, as their node would be asked for an alias. */
const foreignChains =
	/^(?:ethereum|eth|bitcoin|btc|solana|polygon|arbitrum|optimism|bnb ?chain|bsc)$/i;

// ---- the fields

/** A chain in the form of an API, from the list or by ID or name. */
const chainField = (form: Form, list: string, first: Letter = 'C'): Field => ({
	...locator(
		textual(
			{
				displayName: 'Chain',
				name: 'chain',
				placeholder: form === 'node' ? 'e.g. C' : 'e.g. 43114',
				description: 'EVM chain ID, blockchain ID, alias or name',
			},
			rules[form],
			(entered) => readChain(entered, form),
		),
		{
			list,
			first: { value: first, name: `${first}-Chain` },
			byName: { placeholder: 'e.g. Dexalot' },
		},
	),
	resolve: (entered, client) =>
		isTaken(entered as Entered, form) ? undefined : resolve(client, form, entered as Entered),
	explain: form === 'node' ? explainUntracked : explainUnlisted,
});

/** A chain without a preset. */
export const unset = (field: Field): Field => ({ ...field, default: { mode: 'list', value: '' } });

/** A chain of a node. */
export const nodeChain = (list: string, first?: Letter): Field => chainField('node', list, first);

export const chain = nodeChain('searchChains');

/** The blockchain ID of an alias, as the node gives it. */
const askBlockchainId = oncePerRun(async (client, alias: string): Promise<Answer<string>> => {
	const params = { alias };
	const call = { path: '/ext/info', method: 'info.getBlockchainID', params, safe: true };
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const id = (answer.result as { blockchainID?: unknown } | null)?.blockchainID;
	return typeof id === 'string'
		? { ok: true, result: id }
		: fail('not-understood', `The node did not say the blockchain ID of ${alias}`);
});

/** A chain of a node, for a method that takes no alias. */
export const chainById: Field = {
	...chain,
	placeholder: 'e.g. 2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	resolve: async (entered, client) => {
		const found = await chain.resolve?.(entered, client);
		if (found?.ok === false) return found;
		const known = String(found?.result ?? entered);
		return isId(known) ? { ok: true, result: known } : await askBlockchainId(client, known);
	},
};

const anyEvmChain = nodeChain('searchEvmChains');

/** An EVM chain of a node. */
export const evmChain: Field = {
	...anyEvmChain,
	encode: (entered, context) => {
		const encoded = anyEvmChain.encode(entered, context);
		const letter = findPrimary(String(encoded))?.letter ?? encoded;
		if (letter === 'P' || letter === 'X') throw notEvm(letter);
		return encoded;
	},
};

/** The chain of an L1 or subnet, on a node. */
export const l1Chain = unset({ ...nodeChain('searchL1Chains'), name: 'blockchainId' });

/** An EVM chain of the data service. */
export const dataChain: Field = { ...chainField('data', 'searchDataChains'), name: 'chainId' };

/** An EVM chain of the metrics service, or many together. */
export const metricsChain: Field = {
	...chainField('metrics', 'searchMetricsChains'),
	name: 'chainId',
};

/** More bars than these beside each other are no chart that a person reads. */
const mostCompared = 4;

const comparedRule = `a list of at most ${mostCompared} chains, each by its ID`;

/** Further chains of the metrics service, chosen at once. */
export const comparedChains: Field = {
	displayName: 'Compare With Names or IDs',
	name: 'compareWith',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'searchMetricsChains' },
	default: [],
	optional: true,
	notSent: true,
	description:
		'Further chains for the same report and chart. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	rule: comparedRule,
	encode: (value) => {
		const entries: unknown[] = Array.isArray(value) ? value : asText(value).split(/[,\n]/);
		const given = entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
		if (given.length > mostCompared)
			throw new InvalidField(`can hold at most ${mostCompared} chains, not ${given.length}`);
		const chains = given.map((entry) => {
			const chain = readChain(entry, 'metrics');
			if (typeof chain !== 'string') throw new InvalidField(`must be ${comparedRule}`, chain.name);
			return chain;
		});
		return chains.length ? chains : undefined;
	},
	resolve: async (entered, client) => {
		const ids: string[] = [];
		for (const chain of entered as string[]) {
			const found = isTaken(chain, 'metrics')
				? { ok: true as const, result: chain }
				: await resolve(client, 'metrics', chain);
			if (!found.ok) return found;
			ids.push(found.result);
		}
		return { ok: true, result: ids };
	},
};

/** A chain of the Primary Network: `c-chain` and the like, as the data service calls it, or the blockchain ID. */
export const primaryChain = (letters: Letter[], first: Letter, list: string): Field => {
	const rule = `one of ${letters.map((letter) => `${letter}-Chain`).join(', ')}, or its blockchain ID`;
	return locator(
		textual(
			{
				displayName: 'Blockchain',
				name: 'blockchainId',
				placeholder: `e.g. ${first}-Chain`,
				description: 'Chain of the Primary Network',
			},
			rule,
			(entered) => {
				const value = asText(entered);
				const letter = letterOf(value) ?? findPrimary(value)?.letter;
				if (!letter || !letters.includes(letter))
					throw new InvalidField(`must be ${rule}, not ${show(entered)}`);
				return findPrimary(value) ? value : `${letter.toLowerCase()}-chain`;
			},
		),
		{ list, first: { value: `${first.toLowerCase()}-chain`, name: `${first}-Chain` } },
	);
};
