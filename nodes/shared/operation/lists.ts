/** The lists to choose from in the editor: `methods.listSearch` and `methods.loadOptions` of the nodes. */
import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { cChainIdOf, isCChain, nameNetwork, type Letter } from '../avalanche/chains';
import { dataChain, evmChain } from '../chains/fields';
import { isOfNetwork, listChains, type ListedChain } from '../chains/listed';
import { networkOf } from '../chains/network';
import { openClient } from '../connection/openClient';
import { fail, toNodeError, type Answer } from '../errors';
import { resolveValues } from '../fields/fields';
import { show } from '../fields/invalid';
import { located } from '../fields/located';
import type { Client } from '../network/client';
import { isEvmAddress } from '../values/checksum';
import { sayId, sayName, sayWord } from '../values/foreign';
import { zeroId } from '../values/ids';
import { isRecord, valueAt } from '../values/records';
import { chooseFirst, line, readBeside, type Entry, type Read } from './listEntries';
import { keepMeasured } from './measured';
import { listChainValidators, listL1Validators, listPrimaryValidators } from './validatorLists';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Entries per page. People read these lists. */
const pageSize = 100;

/** Reads a whole list. A person is waiting, so nothing is retried and no rate limit is waited for. */
async function readEntries(context: ILoadOptionsFunctions, read: Read): Promise<Entry[]> {
	const client = await openClient(context, (settings) => ({
		...settings,
		retries: 0,
		waitUntil: 0,
	}));
	const answer = await read(client, context).finally(() => client.end());
	if (!answer.ok) throw toNodeError(context.getNode(), answer.failure);
	return answer.result;
}

/** A searchable list, filtered and paged here because the hosts return all entries at once. */
const search = (read: Read): Search =>
	async function (filter = '', paginationToken) {
		const entries = await readEntries(this, read);
		const wanted = filter.trim().toLowerCase();
		const fitting = entries.filter(({ name, value, now = '', called = '' }) =>
			[name, value, now, called].some((text) => text.toLowerCase().includes(wanted)),
		);
		const from = Number(paginationToken ?? 0);
		const isLast = from + pageSize >= fitting.length;
		return {
			results: fitting.slice(from, from + pageSize).map(({ name, value }) => ({ name, value })),
			...(!isLast && { paginationToken: String(from + pageSize) }),
		};
	};

const fixed = (...letters: Letter[]): Search =>
	search(async () => ({
		ok: true,
		result: letters.map((letter) => ({
			name: `${letter}-Chain`,
			value: `${letter.toLowerCase()}-chain`,
		})),
	}));

// ---- chains

/** The given chains of the Primary Network. The C-Chain shows its EVM chain ID on the credential's network. */
async function listPrimary(client: Client, letters: Letter[]): Promise<Entry[]> {
	const network = await networkOf(client);
	const where = network.ok ? nameNetwork(network.result) : undefined;
	return letters.map((letter) => ({
		name: line(
			`${letter}-Chain`,
			letter === 'C' && network.ok ? cChainIdOf(network.result) : undefined,
			where,
		),
		value: letter,
	}));
}

/** Only chains on the credential's network. */
async function listChainsHere(client: Client): Promise<Answer<ListedChain[]>> {
	const chains = await listChains(client);
	return chains.ok ? { ok: true, result: chains.result.filter(isOfNetwork(client)) } : chains;
}

/** Chains sorted by name, without the C-Chains, which `listPrimary` adds. */
const toEntries = (
	chains: ListedChain[],
	valueOf: (chain: ListedChain) => string | undefined,
): Entry[] =>
	chains
		.filter(({ evmChainId, blockchainId }) => !isCChain(evmChainId) && !isCChain(blockchainId))
		.flatMap((chain) => {
			const value = valueOf(chain);
			const { evmChainId, network } = chain;
			const name = sayName(chain.name);
			return value === undefined
				? []
				: [
						{
							name: line(name, sayId(evmChainId ?? value), network && nameNetwork(network)),
							value,
						},
					];
		})
		.sort((a, b) => a.name.localeCompare(b.name));

const listed =
	(first: Letter[], valueOf: (chain: ListedChain) => string | undefined) =>
	async (client: Client): Promise<Answer<Entry[]>> => {
		const chains = await listChainsHere(client);
		if (!chains.ok) return chains;
		const primary = await listPrimary(client, first);
		return { ok: true, result: [...primary, ...toEntries(chains.result, valueOf)] };
	};

const blockchainIdOf = ({ blockchainId }: ListedChain) => blockchainId;
const evmChainIdOf = ({ evmChainId }: ListedChain) => evmChainId;

const manyChains: Entry[] = [
	{ name: 'All Chains of Mainnet', value: 'mainnet' },
	{ name: 'All Chains of Fuji', value: 'testnet' },
	{ name: 'All Chains of Both', value: 'total' },
];

/** The chains that have metrics, and the words for many chains together. */
async function listMetricsChains(client: Client): Promise<Answer<Entry[]>> {
	const chains = await listChainsHere(client);
	if (!chains.ok) return chains;
	const measured = await keepMeasured(client, chains.result);
	const primary = await listPrimary(client, ['C']);
	return { ok: true, result: [...primary, ...manyChains, ...toEntries(measured, evmChainIdOf)] };
}

/** Subnets, labeled with the names of their chains. Leaves out the Primary Network. */
async function listSubnets(client: Client): Promise<Answer<Entry[]>> {
	const chains = await listChainsHere(client);
	if (!chains.ok) return chains;
	const bySubnet = new Map<string, ListedChain[]>();
	for (const chain of chains.result)
		if (chain.subnetId && chain.subnetId !== zeroId)
			bySubnet.set(chain.subnetId, [...(bySubnet.get(chain.subnetId) ?? []), chain]);
	return {
		ok: true,
		result: [...bySubnet]
			.map(([value, [first, ...others]]) => ({
				name: line(
					[first, ...others].map(({ name }) => sayName(name)).join(', '),
					sayId(value),
					first.network && nameNetwork(first.network),
				),
				value,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
}

// ---- whole lists

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** The node IDs already chosen in the field whose list is loaded. */
const readChosen = (context: ILoadOptionsFunctions): string[] => {
	const chosen = context.getCurrentNodeParameter('chosenNodeIds');
	return Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'string') : [];
};

/** A whole list, which the editor searches itself. Chosen IDs that are no longer listed stay and say so. */
const loadAll = (read: Read): Load =>
	async function () {
		const entries = await readEntries(this, read);
		const listed = new Set(entries.map(({ value }) => value));
		const others = readChosen(this).filter((id) => !listed.has(id));
		return [
			...others.map((id) => ({
				name: line(sayId(id), 'not in this list'),
				value: id,
			})),
			...entries.map(({ name, whole = name, value, now, called }) => ({
				name: line(called, whole),
				value,
				...(now && { description: now }),
			})),
		];
	};

/** Keyed like `lists`. A field of one entry searches there, a field of several loads the whole list here. */
export const wholeLists = {
	searchChainValidators: loadAll(listChainValidators),
	searchL1Validators: loadAll(listL1Validators),
	searchMetricsChains: loadAll(listMetricsChains),
	searchValidators: loadAll(listPrimaryValidators),
} satisfies Record<string, Load>;

// ---- tokens

/** The first address beside a list of tokens. */
function readHolder(context: ILoadOptionsFunctions): Answer<string> {
	const [owner, address] = ['owner', 'address'].map((name) => readBeside(context, name));
	const [holder] = (owner || address).split(/[\s,;]+/);
	if (!holder) return chooseFirst('the address');
	if (!isEvmAddress(holder)) return fail('refused', `${show(holder)} is not an EVM address`);
	return { ok: true, result: holder };
}

/** The chain beside a list of tokens, as the data service knows it. */
async function readChainId(
	client: Client,
	context: ILoadOptionsFunctions,
): Promise<Answer<string>> {
	const [chain = 'C'] = [dataChain, evmChain].flatMap(
		({ name }) => context.getCurrentNodeParameter(name) ?? [],
	);
	const asked = await resolveValues([dataChain], { chainId: readChain(chain) }, client);
	return asked.ok ? { ok: true, result: String(asked.result.chainId) } : asked;
}

/** One entry for each contract. */
function toTokenEntries(tokens: unknown[]): Entry[] {
	const entries = tokens.filter(isRecord).flatMap(({ address: contract, symbol, name }) => {
		if (typeof contract !== 'string') return [];
		return [{ name: line(sayWord(symbol), sayName(name), sayId(contract)), value: contract }];
	});
	return [...new Map(entries.map((entry) => [entry.value, entry])).values()];
}

/** The tokens that the first address beside the list holds, according to the data service. */
const listTokens =
	(list: 'listErc20' | 'listCollectibles', field: string) =>
	async (client: Client, context: ILoadOptionsFunctions): Promise<Answer<Entry[]>> => {
		const holder = readHolder(context);
		if (!holder.ok) return holder;
		const chainId = await readChainId(client, context);
		if (!chainId.ok) return chainId;
		const chain = encodeURIComponent(chainId.result);
		const path = `/v1/chains/${chain}/addresses/${holder.result}/balances:${list}`;
		const answer = await client.rest({ host: 'data', path, query: { pageSize }, computeUnits: 20 });
		if (!answer.ok) return answer;
		const tokens = valueAt(answer.result, field);
		if (!Array.isArray(tokens)) return fail('not-understood', 'The service gave no list of tokens');
		return { ok: true, result: toTokenEntries(tokens) };
	};

/** The chain beside a token list, encoded for the data service. An invalid value stays as it is. */
function readChain(entered: unknown): unknown {
	try {
		return dataChain.encode(entered, { timezone: 'utc' });
	} catch {
		return located(entered);
	}
}

export const lists = {
	searchCChain: search(async (client) => ({ ok: true, result: await listPrimary(client, ['C']) })),
	searchChains: search(listed(['C', 'P', 'X'], blockchainIdOf)),
	searchDataChains: search(listed(['C'], evmChainIdOf)),
	searchEvmChains: search(listed(['C'], blockchainIdOf)),
	searchL1Chains: search(listed([], blockchainIdOf)),
	searchMetricsChains: search(listMetricsChains),
	searchPrimaryChains: fixed('P', 'X', 'C'),
	searchSourceChains: search(async (client) => ({
		ok: true,
		result: await listPrimary(client, ['P', 'X']),
	})),
	searchSubnets: search(listSubnets),
	searchXChain: fixed('X'),
	searchCollectibles: search(listTokens('listCollectibles', 'collectibleBalances')),
	searchTokens: search(listTokens('listErc20', 'erc20TokenBalances')),
	searchChainValidators: search(listChainValidators),
	searchL1Validators: search(listL1Validators),
	searchValidators: search(listPrimaryValidators),
} satisfies Record<string, Search>;
