import type { IDataObject } from 'n8n-workflow';
import { putExactLast } from '../../shared/operation/columns';
import { InvalidField } from '../../shared/fields/invalid';
import { optional } from '../../shared/fields/fields';
import { textList } from '../../shared/fields/listFields';
import { isRecord } from '../../shared/values/records';
import { capitalize } from '../../shared/values/text';
import { completeHistory, splitBlocks } from '../feeBlocks';
import { blockNumber } from '../fields/blocks';
import { quantity } from '../fields/quantities';
import { readable, type Simplify } from '../readable';
import { found, number, servedBy, type EvmResource, type EvmRow } from '../rows';

/** Percentiles for eth_feeHistory: ascending numbers from 0 to 100. */
const percentiles = textList(
	{
		displayName: 'Reward Percentiles',
		name: 'percentiles',
		placeholder: 'e.g. 25, 50, 75',
		description:
			'Percentiles of the priority fees paid in each block: ascending numbers from 0 to 100, separated by commas',
	},
	'numbers from 0 to 100',
	(entry) => /^\d+(\.\d+)?$/.test(entry) && Number(entry) <= 100,
	(entries) => {
		const numbers = entries.map(Number);
		if (numbers.some((entry, index) => entry < numbers[index - 1]))
			throw new InvalidField('must be in ascending order');
		return numbers;
	},
);

/** Reads fees in gwei and adds the unit. */
const inGwei = (read: Simplify): Pick<EvmRow, 'simplify'> => ({
	simplify: (record, values) =>
		putExactLast({ ...read(record, values), ...(record.found !== false && { unit: 'gwei' }) }),
});

/** A column for each price and speed, such as slowMaxFeePerGas. The caps come first, then the tips. */
function readPrices(options: IDataObject): IDataObject {
	const entries = Object.entries(readable()(options)).flatMap(([speed, prices]) =>
		isRecord(prices)
			? Object.entries(prices).map(
					([name, price]) => [`${speed}${capitalize(name)}`, price] as const,
				)
			: [[speed, prices] as const],
	);
	const isTip = ([name]: readonly [string, unknown]) => name.includes('Priority');
	return Object.fromEntries([
		...entries.filter((entry) => !isTip(entry)),
		...entries.filter(isTip),
	]);
}

export const feeResource: EvmResource = {
	name: 'Fee',
	operations: {
		getGasPrice: {
			name: 'Get Gas Price',
			action: 'Get suggested gas price',
			description:
				'Get the suggested gas price in gwei, tip included, for a legacy (pre-EIP-1559) transaction',
			method: 'eth_gasPrice',
			api: 'gas',
			...number('gasPrice'),
			...inGwei(readable()),
		},
		getBaseFee: {
			name: 'Get Base Fee',
			action: 'Get base fee of next block',
			description: "Get the next block's base fee per unit of gas, in gwei",
			method: 'eth_baseFee',
			api: 'avalancheFees',
			...number('baseFee'),
			...inGwei(readable()),
		},
		getMaxPriorityFee: {
			name: 'Get Max Priority Fee',
			action: 'Get suggested priority fee',
			description:
				'Get the priority fee in gwei per unit of gas that should be enough for the next block',
			method: 'eth_maxPriorityFeePerGas',
			api: 'gas',
			...number('maxPriorityFeePerGas'),
			...inGwei(readable()),
		},
		getHistory: {
			name: 'Get History',
			action: 'Get fee history of recent blocks',
			description:
				'Get base fees, priority fees (gwei) and gas usage of blocks, and the next base fee',
			method: 'eth_feeHistory',
			api: 'gas',
			params: [
				quantity({
					displayName: 'Block Count',
					name: 'blockCount',
					default: '10',
					description: 'Number of blocks; the node may return fewer',
				}),
				blockNumber({ displayName: 'Last Block', name: 'lastBlock' }),
				optional(percentiles),
				splitBlocks,
			],
			toParams: ({ blockCount, lastBlock, percentiles: at = [] }) => [blockCount, lastBlock, at],
			complete: completeHistory,
			gives: 'One item: the answer. With Split Into Blocks and Simplify, one item for each block.',
			...inGwei(readable()),
		},
		suggestPrices: {
			name: 'Get Fee Options',
			action: 'Get fee options by speed',
			description: 'Get fee caps in gwei for slow, normal and fast transactions on the C-Chain',
			method: 'eth_suggestPriceOptions',
			api: 'avalancheFees',
			...found(),
			...inGwei(readPrices),
			counts: Object.fromEntries(
				['slow', 'normal', 'fast'].flatMap((speed) => [
					[`${speed}MaxFeePerGas`, 'gwei'],
					[`${speed}MaxPriorityFeePerGas`, 'gwei'],
				]),
			),
			...servedBy('Only the C-Chain serves this.', ({ chain: asked }) => asked !== 'C'),
		},
	},
};
