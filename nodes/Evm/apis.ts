/**
 * The APIs of a chain's configuration, of which each row names the one that serves its method. Chains of coreth and
 * subnet-EVM list APIs in `eth-apis` (avalanchego v1.14.2); the C-Chain since Helicon in `apis`, which avalanchego 1.15.2
 * brought (vms/saevm/cchain/config.md of avalanchego, September 2026; not seen on a real node).
 */
import { sayVersion } from '../shared/values/foreign';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import type { Operation } from '../shared/operation/operations';

interface Api {
	/** Its name in `eth-apis`. */
	ethApi: string;
	/** Its name in `apis`; none where the C-Chain has its methods no more since Helicon. */
	api?: string;
	/** Whether the C-Chain since Helicon serves it where the configuration lists nothing. */
	isOn?: true;
}

const apis = {
	web3: { ethApi: 'web3', api: 'web3', isOn: true },
	net: { ethApi: 'net', api: 'net', isOn: true },
	chain: { ethApi: 'internal-blockchain', api: 'chain', isOn: true },
	transactions: { ethApi: 'internal-transaction', api: 'transactions', isOn: true },
	logs: { ethApi: 'eth-filter', api: 'subscriptions', isOn: true },
	gas: { ethApi: 'internal-eth', api: 'gas', isOn: true },
	avalancheFees: { ethApi: 'internal-eth', api: 'avalanche', isOn: true },
	avalancheCalls: { ethApi: 'internal-blockchain', api: 'avalanche', isOn: true },
	pool: { ethApi: 'internal-tx-pool', api: 'txpool', isOn: true },
	tracer: { ethApi: 'debug-tracer', api: 'trace', isOn: true },
	fileTracer: { ethApi: 'debug-file-tracer', api: 'trace', isOn: true },
	database: { ethApi: 'internal-debug', api: 'db' },
	profile: { ethApi: 'debug-handler', api: 'profile' },
	debug: { ethApi: 'debug' },
	badBlocks: { ethApi: 'internal-blockchain' },
	coinbase: { ethApi: 'eth' },
	accounts: { ethApi: 'internal-account' },
	personal: { ethApi: 'internal-personal' },
	admin: { ethApi: 'admin' },
} satisfies Record<string, Api>;
export type ApiName = keyof typeof apis;

/** The APIs by the methods of the rows. */
const apiByMethod = new Map<string, Api>();

/** Keeps what a row says of its method. */
export function noteApi(method: string, name: ApiName | null): void {
	if (name) apiByMethod.set(method, apis[name]);
}

/** Namespaces that belong to one API as a whole, for methods that have no row. */
const namespaces: Partial<Record<string, Api>> = {
	web3: apis.web3,
	net: apis.net,
	txpool: apis.pool,
	personal: apis.personal,
	admin: apis.admin,
};

/** The API of a method; undefined where every node serves it, and where nobody knows. */
export const apiOf = (method: string): Api | undefined =>
	apiByMethod.get(method) ?? namespaces[method.split('_')[0]!];

const inEthApis = ({ ethApi }: Api) => `the chain config lists "${ethApi}" in eth-apis`;

/** What `eth-apis` lists where the configuration of a chain lists nothing (avalanchego v1.14.2). */
export const defaultEthApis = [
	'eth',
	'eth-filter',
	'net',
	'web3',
	'internal-eth',
	'internal-blockchain',
	'internal-transaction',
];

/** Which nodes serve an API by default, and what to use `instead` where the C-Chain since Helicon does not. */
export function describeAvailability(
	name: ApiName | null,
	instead = 'there is no replacement',
): Pick<Operation, 'notPublic' | 'removed' | 'note'> {
	if (!name) return {};
	const api: Api = apis[name];
	const ownNode = defaultEthApis.includes(api.ethApi) ? undefined : inOwnNode(api);
	if (api.isOn)
		return ownNode ? { notPublic: ownNode, note: 'On for the C-Chain since Helicon' } : {};
	return api.api
		? {
				notPublic: ownNode,
				removed: `Off by default for the C-Chain since avalanchego 1.15 (Helicon); ${instead}`,
				note: ownNode ? 'Own node only; off since Helicon' : 'Off for the C-Chain since Helicon',
			}
		: {
				notPublic: ownNode,
				removed: `Removed for the C-Chain in avalanchego 1.15 (Helicon); ${instead}`,
				note: ownNode ? 'Own node only; removed in Helicon' : 'Removed for the C-Chain in Helicon',
			};
}

/** Who serves a method of an API that is off by default. */
function inOwnNode({ ethApi, api, isOn }: Api): string {
	if (isOn)
		return `On for the C-Chain since avalanchego 1.15 (Helicon); elsewhere needs "${ethApi}" in eth-apis of the chain config`;
	const since = api ? `; for the C-Chain since avalanchego 1.15.2, "${api}" in apis` : '';
	return `Needs your own node with "${ethApi}" in eth-apis of the chain config${since}`;
}

/** What web3_clientVersion tells: the C-Chain since Helicon, and other chains of coreth and subnet-EVM. */
const heliconVersion = /^avalanchego\/(\d+)\.(\d+)\.(\d+)/;
const formerVersion = /^v\d+\./;

/** What runs a chain, such as `avalanchego/1.15.2 [...]` or `v1.14.2`, asked once a run; undefined where it is neither. */
const readClientVersion = oncePerClient(async (client, path: string) => {
	const method = 'web3_clientVersion';
	const answer = await client.rpc({ path, method, params: [], safe: true });
	const version = answer.ok ? String(answer.result) : '';
	return heliconVersion.test(version) || formerVersion.test(version) ? version : undefined;
});

/** What serves a method that this node does not know, in the terms of the version that runs the chain. */
function describeSetting(api: Api, version: string | undefined): string | undefined {
	const onHelicon = `the C-Chain config lists "${api.api}" in apis`;
	if (version === undefined) {
		const since = api.api ? ` For the C-Chain since avalanchego 1.15.2, ${onHelicon}.` : '';
		return `Nodes serve this if ${inEthApis(api)}.${since}`;
	}
	const [name, ...numbers] = heliconVersion.exec(version) ?? [];
	if (!name)
		return `This node (${sayVersion(version)}) serves it if ${inEthApis(api)}. This list replaces the default list.`;
	if (!api.api) return `This node (${name}) has no setting to switch it on.`;
	const [major, minor, patch] = numbers.map(Number);
	if (major > 1 || minor > 15 || patch >= 2)
		return `This node (${name}) serves it if ${onHelicon}. This list replaces the default list, so name every API you need.`;
	// Before 1.15.2 there is no list, and what is on is on.
	return api.isOn
		? undefined
		: `This node (${name}) has no setting to switch it on. Since avalanchego 1.15.2, ${onHelicon}.`;
}

/** What the operator of a node that does not know the method must configure; undefined for a method of no known API. */
export async function explainUnknownMethod(
	client: Client,
	chain: string,
	method: string,
): Promise<string | undefined> {
	const api = apiOf(method);
	if (!api) return undefined;
	const path = `/ext/bc/${encodeURIComponent(chain)}/rpc`;
	return describeSetting(api, await readClientVersion(client, path));
}
