import { fullVersions } from '../info.mts';
import { coinbase } from './anvil.mts';
import type { EvmChain } from './chain.mts';
import { readChainConfig, readFeeConfig, readPrecompiles, readRules } from './config.mts';
import {
	dropFilter,
	makeFilter,
	makePendingFilter,
	readFilterChanges,
	readFilterLogs,
	readLogs,
} from './logs.mts';
import {
	hex,
	hidePending,
	orNull,
	worstBaseFee,
	writeBlock,
	writeHeader,
	writeReceipt,
	writeTransaction,
} from './records.mts';
import type { Json } from './records.mts';
import {
	call,
	callDetailed,
	estimate,
	listAccess,
	readBaseFee,
	readFees,
	readProof,
	readStorage,
	suggestPrices,
} from './state.mts';
import { traceCall, traceHash, traceNumber, traceTransaction } from './traces.mts';
import {
	fill,
	readOwnPool,
	readPoolOf,
	readPools,
	resend,
	send,
	sendRaw,
	sign,
	writePools,
	writeSummary,
} from './transactions.mts';

/**
 * The methods of the EVM endpoints: what each takes, and how anvil's answer becomes a node's (seen on avalanchego
 * v1.14.2). What is always answered alike stands in the contract (contracts.mts), and what anvil cannot answer honestly
 * in provenOnNodeOnly.mts.
 */

/** The result of a call. Throws an RpcError. */
export type Answer = (chain: EvmChain, args: any[], method: string) => unknown;
/** A signature, types as in arguments.mts, and the answer to arguments that fit it. */
export type Row = [signature: string, answer: Answer];

/** Asks anvil the same, and writes its answer as a node does. */
const forward =
	(write: (value: any, chain: EvmChain) => unknown = (value) => value): Answer =>
	async (chain, args, method) =>
		write(await chain.ask(method, args), chain);
const constant =
	(value: unknown): Answer =>
	() =>
		value;

const noUncles: Answer = async (chain, [block], method) => {
	const isHash = method.includes('Hash');
	const found = await chain.ask(isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [
		block,
		false,
	]);
	return found && method.includes('Count') ? '0x0' : null;
};
const orEmpty = forward((value) => value ?? '0x');
const block = async (chain: EvmChain, args: any[], method: string) =>
	writeBlock(await chain.ask(method, args), chain);
const header =
	(method: string): Answer =>
	async (chain, [at]) =>
		writeHeader(await chain.ask(method, [at, false]), chain);
/** Since Helicon a node answers for a transaction of an accepted block when it is executed. */
const readReceipt: Answer = async (chain, args, method) => {
	const receipt: Json | null = await chain.ask(method, args);
	if (receipt) await chain.untilExecuted(receipt.blockNumber);
	return receipt && writeReceipt(receipt);
};
const transaction: Answer = async (chain, args, method) => {
	const tx: Json | null = await chain.ask(method, args);
	if (!tx || !chain.isHelicon || !tx.blockHash) return tx && writeTransaction(tx);
	return writeTransaction(
		tx,
		worstBaseFee(await chain.ask('eth_getBlockByHash', [tx.blockHash, false])),
	);
};

/** What every EVM chain here serves. */
export const methods: Record<string, Row> = {
	rpc_modules: [
		'',
		({ namespaces }) => Object.fromEntries(namespaces.map((name) => [name, '1.0'])),
	],
	web3_clientVersion: [
		'',
		({ isHelicon, version }) =>
			isHelicon
				? `avalanchego/${fullVersions[version]} [database=v1.4.5, rpcchainvm=45, go=1.25.10]`
				: `v${fullVersions['1.14']}`,
	],
	web3_sha3: ['data', forward()],
	net_version: ['', ({ isReal, id }) => (isReal ? id : '1')],

	eth_gasPrice: ['', forward()],
	eth_baseFee: ['', readBaseFee],
	eth_maxPriorityFeePerGas: ['', forward()],
	eth_feeHistory: ['count askedBlock percentiles', readFees],

	eth_chainId: ['', forward()],
	eth_blockNumber: ['', async (chain) => hex(await chain.head())],
	eth_getBalance: ['address blockOrHash', forward()],
	eth_getProof: ['address slots blockToProve', readProof],
	eth_getHeaderByNumber: ['block', header('eth_getBlockByNumber')],
	eth_getHeaderByHash: ['hash', header('eth_getBlockByHash')],
	eth_getBlockByNumber: [
		'askedBlock bool',
		async (chain, [asked, isFull], method) => {
			const found = await block(chain, [await chain.resolve(asked), Boolean(isFull)], method);
			return hidePending(found, chain, asked);
		},
	],
	eth_getBlockByHash: [
		'hash bool',
		(chain, [hash, isFull], method) => block(chain, [hash, Boolean(isFull)], method),
	],
	eth_getUncleByBlockNumberAndIndex: ['block index', noUncles],
	eth_getUncleByBlockHashAndIndex: ['hash index', noUncles],
	eth_getUncleCountByBlockNumber: ['blockOrNull', noUncles],
	eth_getUncleCountByBlockHash: ['hash', noUncles],
	eth_getCode: ['address blockOrHash', forward()],
	eth_getStorageAt: ['address text blockOrHash', readStorage],
	eth_getBlockReceipts: [
		'blockOrHashOrNull',
		forward(orNull((list: Json[]) => list.map(writeReceipt))),
	],
	eth_call: ['transaction blockOrHash? overrides? blockOverrides?', call],
	eth_estimateGas: ['transaction blockOrHash? overrides?', estimate],
	eth_createAccessList: ['transaction blockOrHash?', listAccess],
	eth_getChainConfig: ['', readChainConfig],
	eth_callDetailed: ['transaction blockOrHash overrides?', callDetailed],

	eth_getBlockTransactionCountByNumber: ['blockOrNull', forward()],
	eth_getBlockTransactionCountByHash: ['hash', forward()],
	eth_getTransactionByBlockNumberAndIndex: ['blockOrNull index', transaction],
	eth_getTransactionByBlockHashAndIndex: ['hash index', transaction],
	eth_getRawTransactionByBlockNumberAndIndex: ['blockOrEmpty index', orEmpty],
	eth_getRawTransactionByBlockHashAndIndex: ['hash index', orEmpty],
	eth_getTransactionCount: ['address blockOrPool', forward()],
	eth_getTransactionByHash: ['hash', transaction],
	eth_getRawTransactionByHash: ['hash', orEmpty],
	eth_getTransactionReceipt: ['hash', readReceipt],
	eth_sendRawTransaction: ['data', sendRaw],
	eth_sendTransaction: ['transaction', send],
	eth_fillTransaction: ['transaction', fill],
	eth_sign: ['address data', forward()],
	eth_signTransaction: ['transaction', sign],
	eth_pendingTransactions: ['', readOwnPool],
	eth_resend: ['transaction quantity? gas?', resend],

	eth_etherbase: ['', constant(coinbase)],
	eth_coinbase: ['', constant(coinbase)],
	eth_accounts: ['', forward()],

	eth_newPendingTransactionFilter: ['bool?', makePendingFilter],
	eth_newBlockFilter: ['', forward()],
	eth_newFilter: ['criteria', makeFilter],
	eth_getFilterChanges: ['filterId', readFilterChanges],
	eth_getFilterLogs: ['filterId', readFilterLogs],
	eth_uninstallFilter: ['filterId', dropFilter],
	eth_getLogs: ['criteria', readLogs],

	txpool_content: ['', readPools],
	txpool_contentFrom: ['address', readPoolOf],
	txpool_inspect: ['', writePools(writeSummary)],
	txpool_status: ['', forward()],

	debug_getRawTransaction: ['hash', orEmpty],
	debug_traceTransaction: ['hash config?', traceTransaction],
	debug_traceBlockByNumber: ['block config?', traceNumber],
	debug_traceBlockByHash: ['hash config?', traceHash],
	debug_traceCall: ['transaction blockToTrace callConfig?', traceCall],
};

/** What the C-Chain has alone, and what chains of the subnet EVM have alone. */
export const cChainMethods: Record<string, Row> = { eth_suggestPriceOptions: ['', suggestPrices] };
export const subnetMethods: Record<string, Row> = {
	eth_feeConfig: ['blockOrHash?', readFeeConfig],
	eth_getActivePrecompilesAt: ['number?', readPrecompiles],
	eth_getActiveRulesAt: ['number?', readRules],
};
