/**
 * The APIs that the configuration of a chain can switch on. Each EVM row names the API of its method. Chains of coreth
 * and subnet-EVM list them in `eth-apis` (avalanchego v1.14.2), the C-Chain since Helicon in `apis`, which avalanchego
 * 1.15.2 brought (vms/saevm/cchain/config.md of avalanchego, September 2026; not seen on a real node).
 */
import { sayVersion } from '../shared/values/foreign';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import type { Operation } from '../shared/operation/operations';
import { chainPath } from '../shared/avalanche/paths';

interface Api {
	ethApi: string;
	/** Its name in `apis`. Absent if the C-Chain dropped its methods in Helicon. */
	api?: string;
	/** True if the C-Chain since Helicon serves it by default, without an `apis` list. */
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

const apiByMethod = new Map<string, Api>();

/** Records the API that serves a row's method, for `apiOf`. */
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

/** The API of a method. Undefined if every node serves the method, or if its API is unknown. */
export const apiOf = (method: string): Api | undefined =>
	apiByMethod.get(method) ?? namespaces[method.split('_')[0]!];

const inEthApis = ({ ethApi }: Api) => `the chain config lists "${ethApi}" in eth-apis`;

/** The default of `eth-apis` (avalanchego v1.14.2). */
export const defaultEthApis = [
	'eth',
	'eth-filter',
	'net',
	'web3',
	'internal-eth',
	'internal-blockchain',
	'internal-transaction',
];

/** Which nodes serve an API by default. `instead` says what to use if the C-Chain since Helicon does not. */
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

function inOwnNode({ ethApi, api, isOn }: Api): string {
	if (isOn)
		return `On for the C-Chain since avalanchego 1.15 (Helicon); elsewhere needs "${ethApi}" in eth-apis of the chain config`;
	const since = api ? `; for the C-Chain since avalanchego 1.15.2, "${api}" in apis` : '';
	return `Needs your own node with "${ethApi}" in eth-apis of the chain config${since}`;
}

/** The answers of web3_clientVersion: the C-Chain since Helicon, then other chains of coreth and subnet-EVM. */
const heliconVersion = /^avalanchego\/(\d+)\.(\d+)\.(\d+)/;
const formerVersion = /^v\d+\./;

/** The software of a chain, such as `avalanchego/1.15.2 [...]` or `v1.14.2`, asked once a run. Undefined for others. */
const readClientVersion = oncePerClient(async (client, path: string) => {
	const method = 'web3_clientVersion';
	const answer = await client.rpc({ path, method, params: [], safe: true });
	const version = answer.ok ? String(answer.result) : '';
	return heliconVersion.test(version) || formerVersion.test(version) ? version : undefined;
});

/** The setting that switches on an unknown method, for the version that runs the chain. */
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
	// Before 1.15.2 there is no list, and no API that is on can be switched off.
	return api.isOn
		? undefined
		: `This node (${name}) has no setting to switch it on. Since avalanchego 1.15.2, ${onHelicon}.`;
}

/** Tells the operator of a node that does not know the method what to configure. Undefined if its API is unknown. */
export async function explainUnknownMethod(
	client: Client,
	chain: string,
	method: string,
): Promise<string | undefined> {
	const api = apiOf(method);
	if (!api) return undefined;
	return describeSetting(api, await readClientVersion(client, chainPath(chain, 'rpc')));
}
