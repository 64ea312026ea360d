import type { IDataObject } from 'n8n-workflow';
import {
	count,
	exact,
	inUnits,
	isScheduled,
	putExactLast,
	toColumns,
	type Column,
	type Columns,
} from '../../shared/operation/columns';
import { isRecord } from '../../shared/values/records';
import { bytes } from '../fields/bytes';
import { single, number, type EvmResource } from '../rows';
import { readable, toTime } from '../readable';

/** Numbers of a fee config. They can exceed 2^53. */
export const feeConfigFields = [
	'gasLimit',
	'minBaseFee',
	'targetGas',
	'baseFeeChangeDenominator',
	'minBlockGasCost',
	'maxBlockGasCost',
	'blockGasCostStep',
];

const inGas = (path: string): Column => ({ ...exact(path), unit: 'gas' });

/** The columns of a fee config. `at` is its path in the record, ending with a dot. */
export const feeColumns = (at = ''): Columns => ({
	gasLimit: inGas(`${at}gasLimit`),
	targetBlockRate: count(`${at}targetBlockRate`),
	minBaseFee: { ...inUnits(`${at}minBaseFee`, 9), unit: 'gwei' },
	targetGas: inGas(`${at}targetGas`),
	baseFeeChangeDenominator: exact(`${at}baseFeeChangeDenominator`),
	minBlockGasCost: inGas(`${at}minBlockGasCost`),
	maxBlockGasCost: inGas(`${at}maxBlockGasCost`),
	blockGasCostStep: inGas(`${at}blockGasCostStep`),
});

/** A config with the time of each upgrade, such as durangoTime, and fees in gwei. No column needs the request. */
function readConfig({ feeConfig, ...config }: IDataObject): IDataObject {
	const entries = Object.entries(config).map(([key, value]) => {
		const [, upgrade] = /^(.+?)(?:BlockTimestamp|Timestamp|Time)$/.exec(key) ?? [];
		const moment = upgrade === undefined ? undefined : toTime(value);
		if (moment === undefined) return [key, value];
		return [`${upgrade}Time`, isScheduled(moment) ? moment : null];
	});
	return putExactLast({
		...readable()(Object.fromEntries(entries) as IDataObject),
		...(isRecord(feeConfig) && { feeConfig: toColumns(feeConfig, feeColumns(), {}) }),
	});
}

export const chainResource: EvmResource = {
	name: 'Chain',
	operations: {
		getId: {
			name: 'Get ID',
			action: 'Get EVM chain ID',
			description:
				'Get the chain ID that transactions are signed for (C-Chain: 43114, on Fuji: 43113)',
			method: 'eth_chainId',
			api: 'chain',
			...number('chainId'),
		},
		getNetworkVersion: {
			name: 'Get Network ID',
			action: 'Get EVM network ID',
			description: 'Get the EVM network ID, which equals the chain ID on Avalanche',
			method: 'net_version',
			api: 'net',
			...single('networkId'),
		},
		getClientVersion: {
			name: 'Get Client Version',
			action: 'Get client version',
			description: 'Get the version of the software that runs the chain',
			method: 'web3_clientVersion',
			api: 'web3',
			...single('clientVersion'),
		},
		getConfig: {
			name: 'Get Config',
			action: 'Get chain config',
			description:
				'Get the chain ID and upgrade schedule, plus fees and precompiles on subnet-EVM chains',
			method: 'eth_getChainConfig',
			api: 'avalancheCalls',
			exact: feeConfigFields,
			simplify: readConfig,
		},
		hashData: {
			name: 'Hash Data',
			action: 'Hash data with Keccak-256',
			description: 'Compute the Keccak-256 hash of bytes, as the EVM does',
			method: 'web3_sha3',
			api: 'web3',
			params: [
				bytes({
					displayName: 'Data',
					name: 'data',
					placeholder: 'e.g. 0x68656c6c6f',
					description: 'Bytes to hash, in hexadecimal',
				}),
			],
			...single('hash'),
		},
	},
};
