import type { EvmChain } from './chain.mts';
import { heliconTimes, upgradeTimes } from '../info.mts';
import { fundedAccount } from '../ledger.mts';
import { toNumber } from '../json.mts';

/** What the chains say of their configuration: the C-Chain of mainnet, and the demo L1 on the subnet EVM. */

const seconds = (time: string) => Date.parse(time) / 1000;
const zeroBlocks = (names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [`${name}Block`, 0]));
const oldBlocks = zeroBlocks(
	'homestead eip150 eip155 eip158 byzantium constantinople petersburg istanbul muirGlacier',
);
const eip150Hash = '0x2086799aeebeae135c246c65021c82b4e15a2c451340993aacfd2751886514f0';
const sortFields = (fields: object) =>
	Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Its dates beside those that info.upgrades tells. */
const cChainForks = (helicon: string) => {
	const { apricotPhase4MinPChainHeight: _, cortinaXChainStopVertexID: __, ...times } = upgradeTimes;
	const names = Object.entries(times).map(([name, time]): [string, number] => {
		const isNew = /^(etna|fortuna|granite)/.test(name);
		return [name.replace('Time', isNew ? 'Timestamp' : 'BlockTimestamp'), seconds(time as string)];
	});
	return {
		...Object.fromEntries(names),
		heliconTimestamp: seconds(helicon),
		shanghaiTime: seconds(upgradeTimes.durangoTime),
		cancunTime: seconds(upgradeTimes.etnaTime),
		berlinBlock: 1_640_340,
		londonBlock: 3_308_552,
		daoForkBlock: 0,
		daoForkSupport: true,
	};
};

/** All the fee does is fill blocks: so many L1s set a target that is never reached. */
const feeConfig = {
	gasLimit: 12_000_000,
	targetBlockRate: 2,
	minBaseFee: 1_000_000_000,
	targetGas: 18_446_744_073_709_551_615n,
	baseFeeChangeDenominator: 36,
	minBlockGasCost: 0,
	maxBlockGasCost: 1_000_000,
	blockGasCostStep: 200_000,
};
const genesis = seconds('2025-02-03T00:00:00Z');
const durango = genesis + 86_400;
const upgraded = seconds('2025-09-01T12:00:00Z');
const admins = [fundedAccount.toLowerCase()];

type Precompile = { blockTimestamp: number; disable?: boolean; [setting: string]: unknown };
const genesisPrecompiles: Record<string, Precompile> = {
	contractDeployerAllowListConfig: { blockTimestamp: genesis, adminAddresses: admins },
	contractNativeMinterConfig: { blockTimestamp: genesis, adminAddresses: admins },
	feeManagerConfig: { blockTimestamp: genesis, adminAddresses: admins },
};
const warp: Record<string, Precompile> = {
	warpConfig: { blockTimestamp: genesis, quorumNumerator: 67, requirePrimaryNetworkSigners: false },
};
/** The document knows fewer precompiles than a node, and says of those without admins that there are none. */
const genesisOf = (isReal: boolean) =>
	isReal ? { ...genesisPrecompiles, ...warp } : genesisPrecompiles;
const upgradesOf = (isReal: boolean): Array<Record<string, Precompile>> => [
	{
		contractNativeMinterConfig: {
			blockTimestamp: upgraded,
			disable: true,
			...(!isReal && { adminAddresses: null }),
		},
	},
	{ txAllowListConfig: { blockTimestamp: upgraded + 3600, adminAddresses: admins } },
];

export const readChainConfig = ({ isSubnet, isReal, version, id }: EvmChain) => {
	const chainId = Number(id);
	if (!isSubnet && !isReal) return { chainId, ...oldBlocks, eip150Hash };
	if (!isSubnet)
		return sortFields({ chainId, ...oldBlocks, ...cChainForks(heliconTimes[version]) });
	const forks = { berlinBlock: 0, londonBlock: 0, shanghaiTime: durango, cancunTime: durango };
	const own = { durangoTimestamp: durango, etnaTimestamp: durango, graniteTimestamp: upgraded };
	const last = { heliconTimestamp: seconds(heliconTimes['1.14']) };
	return {
		...sortFields({
			chainId,
			...oldBlocks,
			feeConfig,
			subnetEVMTimestamp: 0,
			...genesisOf(isReal),
			...(isReal ? { ...forks, ...own, ...last } : { eip150Hash, allowFeeRecipients: false }),
		}),
		upgrades: { precompileUpgrades: upgradesOf(isReal) },
	};
};

export const readFeeConfig = () => ({ feeConfig, lastChangedAt: 0 });

/** Seconds since 1970 that were given, or those of the latest block. */
async function readTime(chain: EvmChain, given: unknown): Promise<number> {
	if (given !== undefined && given !== null) return toNumber(given) as number;
	return Number((await chain.ask('eth_getBlockByNumber', ['latest', false])).timestamp);
}

const findPrecompiles = (time: number, isReal: boolean): Record<string, Precompile> => {
	const changes = [genesisOf(isReal), ...upgradesOf(isReal)].flatMap((change) =>
		Object.entries(change),
	);
	const active = new Map<string, Precompile>();
	for (const [name, config] of changes.filter(([, { blockTimestamp }]) => blockTimestamp <= time)) {
		if (config.disable) active.delete(name);
		else active.set(name, config);
	}
	return Object.fromEntries(active);
};

export const readPrecompiles = async (chain: EvmChain, [timestamp]: unknown[]) =>
	findPrecompiles(await readTime(chain, timestamp), chain.isReal);

const oldRules = 'Homestead EIP150 EIP155 EIP158 Byzantium Constantinople Petersburg Istanbul';
export const readRules = async (chain: EvmChain, [timestamp]: unknown[]) => {
	const { isReal, id } = chain;
	const time = await readTime(chain, timestamp);
	const rules = (names: string, isOn: boolean) =>
		Object.fromEntries(names.split(' ').map((name) => [`Is${name}`, isOn]));
	const isDurango = time >= durango;
	const active = Object.entries(findPrecompiles(time, isReal));
	const precompiles = Object.fromEntries(
		active.map(([name, { blockTimestamp }]) => [name, { timestamp: blockTimestamp }]),
	);
	const cancun = rules('Cancun', isDurango);
	const subnet = { ...rules('SubnetEVM', true), ...rules('Durango Etna', isDurango) };
	if (!isReal)
		return {
			ethRules: { ...rules(oldRules, true), ...cancun },
			avalancheRules: subnet,
			precompiles,
		};
	return {
		ethRules: {
			ChainID: Number(id),
			...rules(`${oldRules} Berlin London Merge`, true),
			...rules('Shanghai', isDurango),
			...cancun,
			...rules('Prague Verkle', false),
		},
		avalancheRules: {
			...subnet,
			...rules('Fortuna', false),
			...rules('Granite', time >= upgraded),
			...rules('Helicon', false),
		},
		precompiles,
	};
};
