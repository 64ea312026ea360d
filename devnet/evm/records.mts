import type { EvmChain } from './chain.mts';

/** Blocks, transactions, receipts and logs: how anvil writes them and how a node does. */

export type Json = Record<string, any>;

export const hex = (value: number | bigint) => `0x${BigInt(value).toString(16)}`;
export const pick = (source: Json, names: string): Json =>
	Object.fromEntries(
		names
			.split(' ')
			.filter((name) => source[name] !== undefined)
			.map((name) => [name, source[name]]),
	);

const transactionFields =
	'blockHash blockNumber from gas gasPrice maxFeePerGas maxPriorityFeePerGas hash input nonce to transactionIndex value type accessList chainId v r s yParity';
/** The base fee that a header carries since Helicon: the highest possible when the block was accepted. */
export const worstBaseFee = ({ baseFeePerGas }: Json): bigint =>
	BigInt(baseFeePerGas) + BigInt(baseFeePerGas) / 8n;

/** What a transaction with fee caps pays at a base fee. */
const priceAt = ({ maxFeePerGas, maxPriorityFeePerGas }: Json, baseFee: bigint): string => {
	const [cap, price] = [BigInt(maxFeePerGas), baseFee + BigInt(maxPriorityFeePerGas)];
	return hex(cap < price ? cap : price);
};

/** A transaction that waits names the most it would pay; one of an accepted block the price at the base fee of its header. */
export const writeTransaction = (tx: Json, baseFee?: bigint): Json => ({
	...pick(tx, transactionFields),
	...(tx.blockHash === null && tx.maxFeePerGas && { gasPrice: tx.maxFeePerGas }),
	...(baseFee !== undefined && tx.maxFeePerGas && { gasPrice: priceAt(tx, baseFee) }),
});
const logFields =
	'address topics data blockNumber transactionHash transactionIndex blockHash logIndex removed';
export const writeLog = (log: Json) => pick(log, logFields);
const receiptFields =
	'blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom status to transactionHash transactionIndex type';
export const writeReceipt = (receipt: Json) =>
	pick({ ...receipt, logs: receipt.logs.map(writeLog) }, receiptFields);

const unknownToNodes = ['withdrawals', 'withdrawalsRoot', 'requestsHash'];
const writeNumbers = (numbers: bigint[]) =>
	`0x${numbers.map((number) => number.toString(16).padStart(16, '0')).join('')}`;
/** The fees after a block of the C-Chain: room for gas, the excess of it, and that of the target (ACP-176). */
const writeFeeState = ({ gasLimit, gasUsed }: Json) =>
	writeNumbers([BigInt(gasLimit) - BigInt(gasUsed), 0n, 0n]);
/** The gas of the last ten seconds of a chain of the subnet EVM. */
const writeFeeWindow = ({ gasUsed }: Json) =>
	writeNumbers([...Array<bigint>(9).fill(0n), BigInt(gasUsed)]);
const emptyExtDataHash = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
/** Header fields of Avalanche, of the C-Chain alone, and of the C-Chain since Helicon. */
const extraFields = (block: Json, { isSubnet, isHelicon }: EvmChain): Json => {
	const { number, timestamp } = block;
	const feeData = isSubnet ? writeFeeWindow(block) : writeFeeState(block);
	return {
		extraData: number === '0x0' ? '0x00' : feeData,
		blockGasCost: '0x0',
		minDelayExcess: '0x799d4c',
		timestampMilliseconds: hex(BigInt(timestamp) * 1000n),
		difficulty: hex(number === '0x0' ? 0 : 1),
		totalDifficulty: isHelicon ? '0x0' : number,
		mixHash: `0x${'0'.repeat(64)}`,
		...(!isSubnet && { extDataHash: emptyExtDataHash, extDataGasUsed: '0x0' }),
		...(isHelicon && {
			baseFeePerGas: hex(worstBaseFee(block)),
			settledHeight: hex(BigInt(number) && BigInt(number) - 1n),
			settledExcess: '0x0',
			settledGasNumerator: '0x0',
			settledGasUnix: timestamp,
			targetExponent: '0x0',
			minPriceExponent: '0x0',
		}),
	};
};
const sortFields = (fields: Json) =>
	Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

export const writeHeader = (block: Json | null, chain: EvmChain): Json | null => {
	if (!block) return null;
	const left = ['transactions', 'uncles', 'size', ...unknownToNodes];
	const own = Object.entries(block).filter(([name]) => !left.includes(name));
	return sortFields({ ...Object.fromEntries(own), ...extraFields(block, chain) });
};
/** The header of newHeads. */
export const writeTold = (block: Json, chain: EvmChain): Json => {
	const { hash, totalDifficulty: _, ...header } = writeHeader(block, chain)!;
	return { ...header, hash };
};
export const writeBlock = (block: Json | null, chain: EvmChain): Json | null =>
	block &&
	sortFields({
		...writeHeader(block, chain),
		size: block.size,
		uncles: [],
		transactions: block.transactions.map((tx: Json | string) =>
			typeof tx === 'string'
				? tx
				: writeTransaction(tx, chain.isHelicon ? worstBaseFee(block) : undefined),
		),
		...(!chain.isSubnet && { blockExtraData: '0x' }),
	});
/** Since Helicon the block that is accepted but not settled has no identity yet. */
export const hidePending = (block: Json | null, chain: EvmChain, asked: unknown) =>
	block && chain.isHelicon && asked === 'pending'
		? { ...block, hash: null, miner: null, nonce: null }
		: block;

export const orNull =
	<T, R>(write: (value: T, chain: EvmChain) => R) =>
	(value: T | null, chain: EvmChain): R | null =>
		value === null ? null : write(value, chain);
