/**
 * The part of an answer that names its subject, by JSON-RPC method or by path of a GET. An answer that names none has
 * no line: a balance tells neither its owner nor its block.
 */
import { transactionHashOf } from '../transactionHash';
import type { FormName } from './forms';

/** A subject that both the question and its answer name. Paths are those of `valuesAt`. */
export interface Naming {
	/** Path in the question: among a call's parameters, or the values of path and query. */
	of: string | ((question: unknown) => unknown);
	form: FormName;
	/** Path of the records that name it. Defaults to the answer itself. */
	records?: string;
	/** Paths within such a record. One of them has to fit. */
	at: string[];
	/** Judges a record only if all of `at` have a value: a sender without a recipient proves nothing. */
	needsAll?: true;
	/** The question names the first or last of a range instead of a value. */
	bound?: 'first' | 'last';
}

/** The answer has the parameter `of` at these paths. */
const says = (of: Naming['of'], form: FormName, ...at: string[]): Naming => ({ of, form, at });

/** The same in each of these records. */
const eachSays = (records: string, of: Naming['of'], form: FormName, ...at: string[]): Naming => ({
	of,
	form,
	records,
	at,
});

const header = says('0', 'block', 'number');
const headerOfHash = says('0', 'blockHash', 'hash');
const inBlock = [says('0', 'block', 'blockNumber'), says('1', 'index', 'transactionIndex')];
const inBlockHash = [says('0', 'blockHash', 'blockHash'), says('1', 'index', 'transactionIndex')];
const signed = [says('0', 'signedTransaction', '')];
const sent = (method: string) => [
	says(
		(params) => transactionHashOf(method, params as unknown[]),
		method === 'eth_sendRawTransaction' ? 'transaction' : 'atomicTransaction',
		method === 'eth_sendRawTransaction' ? '' : 'txID',
	),
];
/** A node that completes or signs a transaction must return the one it was given. */
const completed = [
	says('0.to', 'address', 'tx.to'),
	says('0.value', 'amount', 'tx.value'),
	says('0.nonce', 'nonce', 'tx.nonce'),
];
const ofNodes = (list: string) => [eachSays(`${list}.*`, 'nodeIDs', 'nodeId', 'nodeID')];

export const methodNamings: Record<string, Naming[]> = {
	eth_getHeaderByNumber: [header],
	eth_getHeaderByHash: [headerOfHash],
	eth_getBlockByNumber: [header, eachSays('transactions.*', '0', 'block', 'blockNumber')],
	eth_getBlockByHash: [headerOfHash, eachSays('transactions.*', '0', 'blockHash', 'blockHash')],
	eth_getBlockReceipts: [
		eachSays('*', '0', 'block', 'blockNumber'),
		eachSays('*', '0', 'blockHash', 'blockHash'),
	],
	eth_getTransactionByHash: [says('0', 'transaction', 'hash')],
	eth_getTransactionReceipt: [
		says('0', 'transaction', 'transactionHash'),
		eachSays('logs.*', '0', 'transaction', 'transactionHash'),
	],
	eth_getTransactionByBlockNumberAndIndex: inBlock,
	eth_getTransactionByBlockHashAndIndex: inBlockHash,
	eth_getRawTransactionByHash: signed,
	debug_getRawTransaction: signed,
	eth_sendRawTransaction: sent('eth_sendRawTransaction'),
	eth_fillTransaction: completed,
	eth_signTransaction: completed,
	personal_signTransaction: completed,
	eth_getProof: [says('0', 'address', 'address'), eachSays('storageProof.*', '1', 'word', 'key')],
	eth_feeHistory: [{ ...says('1', 'block', 'oldestBlock'), bound: 'last' }],
	eth_getLogs: [
		eachSays('*', '0.address', 'address', 'address'),
		eachSays('*', '0.blockHash', 'blockHash', 'blockHash'),
		{ ...eachSays('*', '0.fromBlock', 'block', 'blockNumber'), bound: 'first' },
		{ ...eachSays('*', '0.toBlock', 'block', 'blockNumber'), bound: 'last' },
		...[0, 1, 2, 3].map((place) => eachSays('*', `0.topics.${place}`, 'topic', `topics.${place}`)),
	],
	txpool_contentFrom: [
		eachSays('pending.*', '0', 'address', 'from'),
		eachSays('queued.*', '0', 'address', 'from'),
	],
	'platform.getCurrentValidators': ofNodes('validators'),
	'validators.getCurrentValidators': ofNodes('validators'),
	'info.peers': ofNodes('peers'),
	'platform.getL1Validator': [says('validationID', 'validation', 'validationID')],
	'info.getBlockchainID': [says('alias', 'primaryChain', 'blockchainID')],
	'native.issueTx': sent('native.issueTx'),
	'admin.getLoggerLevel': [says('loggerName', 'logger', 'loggerLevels.#')],
	'admin.setLoggerLevel': [says('loggerName', 'logger', 'loggerLevels.#')],
};

/** What an answer to a call that sends something must name, even if the call leaves it open. */
interface DueName {
	form: FormName;
	at: string;
}

const hashOfSent: DueName = { form: 'transaction', at: '' };
const idOfIssued: DueName = { form: 'atomicTransaction', at: 'txID' };

export const dueNames: Record<string, DueName> = {
	eth_sendRawTransaction: hashOfSent,
	eth_sendTransaction: hashOfSent,
	eth_resend: hashOfSent,
	personal_sendTransaction: hashOfSent,
	'native.issueTx': idOfIssued,
	'avax.issueTx': idOfIssued,
};

const chain = '/v1/chains/{chainId}';
const account = `${chain}/addresses/{address}`;
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

const onPrimary = [
	says('network', 'network', 'chainInfo.network'),
	says('blockchainId', 'primaryChain', 'chainInfo.chainName'),
];
const onChain = (list: string) => eachSays(`${list}.*`, 'chainId', 'evmChain', 'chainId');
/** The address is the sender or the recipient. If there is no recipient, it may be the contract created. */
const between: Naming = {
	...eachSays('transactions.*', 'address', 'address', 'from.address', 'to.address'),
	needsAll: true,
};

export const pathNamings: Record<string, Naming[]> = {
	[`${account}/balances:getNative`]: [
		says('chainId', 'evmChain', 'nativeTokenBalance.chainId'),
		says('currency', 'currency', 'nativeTokenBalance.price.currencyCode'),
		says('currency', 'currency', 'nativeTokenBalance.balanceValue.currencyCode'),
	],
	[`${account}/balances:listErc20`]: [
		onChain('erc20TokenBalances'),
		eachSays('erc20TokenBalances.*', 'contractAddresses', 'address', 'address'),
	],
	[`${account}/balances:listErc721`]: [
		onChain('erc721TokenBalances'),
		eachSays('erc721TokenBalances.*', 'contractAddress', 'address', 'address'),
		eachSays('erc721TokenBalances.*', 'address', 'address', 'ownerAddress'),
	],
	[`${account}/balances:listErc1155`]: [
		onChain('erc1155TokenBalances'),
		eachSays('erc1155TokenBalances.*', 'contractAddress', 'address', 'address'),
	],
	[`${account}/balances:listCollectibles`]: [
		onChain('collectibleBalances'),
		eachSays('collectibleBalances.*', 'contractAddress', 'address', 'address'),
		eachSays('collectibleBalances.*', 'address', 'address', 'ownerAddress'),
	],
	[`${account}/transactions:listNative`]: [onChain('transactions'), between],
	[`${account}/transactions:listInternals`]: [between],
	[`${account}/transactions:listErc20`]: [between],
	[`${account}/transactions:listErc721`]: [between],
	[`${account}/transactions:listErc1155`]: [between],
	[chain]: [says('chainId', 'evmChain', 'chainId')],
	[`${chain}/transactions/{txHash}`]: [
		says('chainId', 'evmChain', 'nativeTransaction.chainId'),
		says('txHash', 'transaction', 'nativeTransaction.txHash'),
	],
	[`${chain}/transactions`]: [onChain('transactions')],
	[`${chain}/blocks`]: [onChain('blocks')],
	[`${chain}/blocks/{blockId}`]: [
		says('chainId', 'evmChain', 'chainId'),
		says('blockId', 'block', 'blockNumber'),
	],
	[`${chain}/blocks/{blockId}/transactions`]: [
		onChain('transactions'),
		eachSays('transactions.*', 'blockId', 'block', 'blockNumber'),
		eachSays('transactions.*', 'blockId', 'blockHash', 'blockHash'),
	],
	[`${chain}/tokens/{address}/transfers`]: [
		eachSays(
			'transfers.*',
			'address',
			'address',
			'erc20Token.address',
			'erc721Token.address',
			'erc1155Token.address',
		),
	],
	[`${chain}/contracts/{address}/deployments`]: [
		eachSays(
			'contracts.*',
			'address',
			'address',
			'deploymentDetails.deployerAddress',
			'deploymentDetails.deployerContractAddress',
		),
	],
	[`${primary}/balances`]: onPrimary,
	[`${primary}/vertices`]: onPrimary,
	[`${primary}/transactions`]: [
		...onPrimary,
		eachSays(
			'transactions.*',
			'addresses',
			'address',
			'evmInputs.*.fromAddress',
			'evmOutputs.*.toAddress',
		),
	],
	[`${primary}/assets/{assetId}/transactions`]: [
		...onPrimary,
		eachSays('transactions.*', 'assetId', 'asset', '**.assetId'),
	],
	'/v1/networks/{network}/rewards': [
		eachSays('historicalRewards.*', 'nodeIds', 'nodeId', 'nodeId'),
		eachSays('historicalRewards.*', 'addresses', 'primaryAddress', 'addresses.*'),
	],
	'/v1/chains': [eachSays('chains.*', 'network', 'network', 'isTestnet')],
};
