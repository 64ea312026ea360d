import type { Type } from '../spec/grammar.mts';
import { demoAccount, demoDeployer, demoL1Chain } from './ledger.mts';
import { makeId } from './ids.mts';
import { makeAtomicTx } from './atomicTx.mts';
import { acceptedAtomicTxId, utxoAddresses, writeChecked } from './native.mts';
import { ourNodeIds, ourRewardAddress } from './world.mts';
import type { World } from './world.mts';

/** Values that the mock network knows, for each kind of parameter in spec/. */

/** The values of the parameters that others depend on: `network` and `chainId`. */
export type Chosen = Record<string, unknown>;

let aliases = 0;

function listByKind({ ledger, rewards, l1 }: World, { network, chainId }: Chosen) {
	const name = network === undefined || network === 'mainnet' ? 'mainnet' : 'fuji';
	const { owners, assets, xChainId, cChainId } = ledger.primary[name];
	const chain = ledger.chains.find((one) => one.chainId === (chainId ?? '43114'));
	const { blocks = [], contracts = [] } = chain ?? {};
	const contractsOf = (type: string) =>
		contracts.filter(({ ercType }) => ercType === type).map(({ address }) => address);
	const block = blocks.findLast(({ transactions }) => transactions.length);
	const ownAddresses = name === 'mainnet' ? [`P-${ourRewardAddress}`] : [];
	const rewarded = new Set(rewards[name].map(({ nodeId }) => nodeId));
	const chainIds = ledger.chains
		.filter(({ status }) => status === 'OK')
		.map((one) => one.chainId)
		.filter((id) => !['43114', '43113'].includes(id));
	const lists: Record<string, unknown[]> = {
		blockchain: ['X', 'C'],
		blockchainId: [xChainId, cChainId],
		subnetId: [demoL1Chain.subnetId],
		validationId: [l1[0]!.validationID, l1[1]!.validationID],
		alias: ['X', 'P'],
		newAlias: [`alias-${++aliases}`],
		endpointPath: ['bc/X', 'bc/C/rpc'],
		loggerName: ['C'],
		logLevel: ['WARN', 'DEBUG'],
		evmLogLevel: ['warn', 'trace'],
		nodeId: ourNodeIds.slice(0, 2),
		nodeIds: name === 'mainnet' ? [ourNodeIds.join(), ourNodeIds[0]] : [[...rewarded].join()],
		network: ['mainnet', 'fuji', 'testnet'],
		chainId: ['43114', '43113', ...chainIds],
		evmChainId: ['43114', '43113'],
		measuredChain: ['43114', 'total'],
		primaryChainId: ['p-chain', 'x-chain', 'c-chain'],
		xChainId: ['x-chain', xChainId],
		cChainId: ['c-chain', cChainId],
		assetId: assets.map(({ assetId }) => assetId),
		account: [demoAccount, demoDeployer],
		accounts: [demoAccount, [demoAccount, demoDeployer].join()],
		evmTxHash: [block?.transactions[0]?.hash],
		deployer: [demoDeployer, demoAccount],
		token: contracts.map(({ address }) => address),
		tokens: [contractsOf('ERC-20').join(), contractsOf('ERC-20')[0]],
		collectible: contractsOf('ERC-721'),
		multiToken: contractsOf('ERC-1155'),
		addresses: [
			[...ownAddresses, ...owners.filter((owner) => !ownAddresses.includes(`P-${owner}`))].join(),
			`X-${owners[0]}`,
		],
		block: [String(block?.number), block?.hash],
		blockNumber: [String(blocks.at(-1)?.number)],
		blockTag: ['latest', '0x0'],
		metric: ['gasUsed', 'avgTps'],
		timeInterval: ['day', 'week'],
		time: [1_767_225_600],
		flag: [true, false],
		count: [100],
		utxoAddress: [...utxoAddresses],
		utxoId: [makeId('a UTXO')],
		sourceChain: ['P', 'X'],
		encoding: ['hex', 'hexnc'],
		atomicTxId: [acceptedAtomicTxId],
		atomicTx: ['one', 'another'].map((which) => writeChecked(makeAtomicTx(which))),
	};
	return lists;
}

/** Values of a type that mean something to this network, at least one. */
export function listExamples(type: Type, world: World, chosen: Chosen = {}): unknown[] {
	if (type.kind === 'range') return [1_760_000_000];
	if (type.kind === 'list') {
		const [first, second = first] = listExamples(type.of, world, chosen);
		return [[first], [first, second]];
	}
	const name = 'name' in type ? type.name : type.kind;
	const found = listByKind(world, chosen)[name] ?? (type.kind === 'values' ? type.values : []);
	if (!found.length) throw new Error(`devnet/examples.mts has no example of ${name}`);
	return found;
}
