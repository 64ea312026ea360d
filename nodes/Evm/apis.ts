/**
 * Which API of a chain's configuration serves a method. Chains of coreth and subnet-EVM list APIs in `eth-apis`
 * (avalanchego v1.14.2); the C-Chain since Helicon in `apis`, which avalanchego 1.15.2 brought (vms/saevm/cchain/config.md).
 */
import type { Client } from '../shared/network/client';
import { oncePerRun } from '../shared/network/oncePerRun';
import type { Operation } from '../shared/operations';

interface Api {
	/** Its name in `eth-apis`. */
	ethApi: string;
	/** Its name in `apis`; none where the C-Chain has the method no more since Helicon. */
	api?: string;
	/** Whether the C-Chain since Helicon serves it where the configuration lists nothing. */
	isOn?: true;
}

/** The first pattern that fits a method says where it belongs. */
const apis: Array<[methods: RegExp, api: Api]> = [
	[/^web3_/, { ethApi: 'web3', api: 'web3', isOn: true }],
	[/^net_/, { ethApi: 'net', api: 'net', isOn: true }],
	[/^txpool_/, { ethApi: 'internal-tx-pool', api: 'txpool', isOn: true }],
	[/^personal_/, { ethApi: 'internal-personal' }],
	[/^admin_/, { ethApi: 'admin' }],
	[
		/^debug_(standardTrace|traceBlockFromFile)/,
		{ ethApi: 'debug-file-tracer', api: 'trace', isOn: true },
	],
	[/^debug_(trace|intermediateRoots)/, { ethApi: 'debug-tracer', api: 'trace', isOn: true }],
	[/^debug_(getRaw|printBlock)/, { ethApi: 'internal-debug', api: 'db' }],
	[
		/^debug_(dumpBlock|preimage|getBadBlocks|accountRange|storageRangeAt|getModified|getAccessibleState)/,
		{ ethApi: 'debug' },
	],
	[
		/^debug_(verbosity|vmodule|memStats|gcStats|(cpu|block|mutex)Profile|goTrace|st(art|op)|set|write|stacks|freeOSMemory)/,
		{ ethApi: 'debug-handler', api: 'profile' },
	],
	[/^eth_accounts$/, { ethApi: 'internal-account' }],
	[/^eth_(coinbase|etherbase)$/, { ethApi: 'eth' }],
	[/^eth_getBadBlocks$/, { ethApi: 'internal-blockchain' }],
	[/^eth_(baseFee|suggestPriceOptions)$/, { ethApi: 'internal-eth', api: 'avalanche', isOn: true }],
	[
		/^eth_(callDetailed|getChainConfig)$/,
		{ ethApi: 'internal-blockchain', api: 'avalanche', isOn: true },
	],
	[
		/^eth_(feeHistory|gasPrice|maxPriorityFeePerGas|syncing)$/,
		{ ethApi: 'internal-eth', api: 'gas', isOn: true },
	],
	[
		/^eth_(new\w*Filter|getFilter\w+|uninstallFilter|getLogs)$/,
		{ ethApi: 'eth-filter', api: 'subscriptions', isOn: true },
	],
	[
		/^eth_(fillTransaction|getBlockTransactionCountBy\w+|get(Raw)?TransactionBy\w+|getTransaction(Count|Receipt)|pendingTransactions|resend|send\w*Transaction|sign(Transaction)?)$/,
		{ ethApi: 'internal-transaction', api: 'transactions', isOn: true },
	],
	[
		/^eth_(blockNumber|call|chainId|createAccessList|estimateGas|getBalance|get(Block|Header)By\w+|getBlockReceipts|getCode|getProof|getStorageAt|getUncle\w+)$/,
		{ ethApi: 'internal-blockchain', api: 'chain', isOn: true },
	],
];

const apiOf = (method: string): Api | undefined =>
	apis.find(([methods]) => methods.test(method))?.[1];

const inEthApis = ({ ethApi }: Api) => `the chain config lists "${ethApi}" in eth-apis`;

/** What `eth-apis` lists where the configuration of a chain lists nothing (avalanchego v1.14.2). */
const defaultEthApis = [
	...['eth', 'eth-filter', 'net', 'web3'],
	...['internal-eth', 'internal-blockchain', 'internal-transaction'],
];

/** Which nodes serve a method by default, and what to use `instead` where the C-Chain since Helicon does not. */
export function describeAvailability(
	method: string,
	instead = 'there is no replacement',
): Pick<Operation, 'notPublic' | 'removed' | 'note'> {
	const api = apiOf(method);
	if (!api) return {};
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
const readClientVersion = oncePerRun(async (client, path: string) => {
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
		return `This node (${version}) serves it if ${inEthApis(api)}. This list replaces the default list.`;
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
