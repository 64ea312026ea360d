/** Transactions on their way and in blocks, and the pool they wait in. */
import type { IDataObject } from 'n8n-workflow';
import type { Client, RpcCall } from '../shared/client';
import type { Answer } from '../shared/errors';
import { flag, integer, optional } from '../shared/fields';
import { positionalParams, type Call, type Operation, type Resource, type Values } from '../shared/operations';
import { cutRecords, isRecord } from '../shared/records';
import {
	account,
	anyTransaction,
	block,
	blockHash,
	blockNumber,
	bytes,
	feeUnit,
	gas,
	gasPrice,
	stateOverrides,
	toWei,
	transaction,
	transactionHash,
	transactionIndex,
} from './fields';
import { offByDefault } from './apis';
import { readable, readReceipt, readTransaction, withFee } from './readable';
import { act, found, foundBytes, named, number, read } from './rows';
import { explainRevert } from './contractCalls';
import { waitForTransaction } from './waitForTransaction';

/** Since Helicon a header carries the highest base fee that was possible when its block was accepted. */
const priceOfHeader =
	'Since Helicon the gas price of one with fee caps is the most it can have paid; its receipt says what it paid';

const addFee = flag({
	displayName: 'Add Fee',
	name: 'addFee',
	description:
		'Whether to add what was paid, from the receipt: gasUsed, effectiveGasPrice and fee. Since Helicon the node answers when it has executed the block',
});

/** The transaction; where it is wanted with what was paid, taken from its receipt. Nothing is added to one without. */
async function getWithFee(client: Client, values: Values, _most: number, call: Call): Promise<Answer<IDataObject[]>> {
	const asked = call as RpcCall;
	const [transaction, receipt] = await Promise.all([
		client.rpc(asked),
		values.addFee ? client.rpc({ ...asked, method: 'eth_getTransactionReceipt' }) : undefined,
	]);
	if (!transaction.ok) return transaction;
	if (receipt && !receipt.ok) return receipt;
	const [record] = cutRecords(transaction.result, found().output!);
	const { gasUsed, effectiveGasPrice } = isRecord(receipt?.result) ? receipt.result : {};
	const paid = effectiveGasPrice !== undefined && { gasUsed, effectiveGasPrice };
	return { ok: true, result: [{ ...record, ...paid } as IDataObject] };
}

/** A transaction without its signature; with the fee where the receipt told what was paid. */
const readWithFee = (record: IDataObject): IDataObject => readTransaction(withFee(record));

const keystore = 'The public node keeps no keys, so it refuses';

export const transactionOperations: Resource = {
	name: 'Transaction',
	operations: {
		get: read({
			name: 'Get',
			action: 'Get transaction by hash',
			description: `A transaction, in a block or still waiting on the asked node. Right after it was sent it may not be found for a moment. ${priceOfHeader}`,
			wire: 'eth_getTransactionByHash',
			params: [transactionHash, optional(addFee)],
			toParams: ({ transactionHash: asked }) => [asked],
			run: getWithFee,
			...found(readWithFee),
		}),
		getReceipt: read({
			name: 'Get Receipt',
			action: 'Get transaction receipt',
			description:
				'What a transaction did: success, the fee that was paid, logs, and the address of a contract it made. Not found until it is in a block; since Helicon the node answers when it has executed that block',
			wire: 'eth_getTransactionReceipt',
			params: [transactionHash],
			...found(readReceipt),
		}),
		getByBlockNumber: read({
			name: 'Get by Block Number',
			action: 'Get transaction by block number and index',
			description: `The transaction at a place of a block. ${priceOfHeader}`,
			wire: 'eth_getTransactionByBlockNumberAndIndex',
			params: [blockNumber(), transactionIndex],
			...found(readTransaction),
		}),
		getByBlockHash: read({
			name: 'Get by Block Hash',
			action: 'Get transaction by block hash and index',
			description: `The transaction at a place of a block. ${priceOfHeader}`,
			wire: 'eth_getTransactionByBlockHashAndIndex',
			params: [blockHash, transactionIndex],
			...found(readTransaction),
		}),
		getRaw: read({
			name: 'Get Raw',
			action: 'Get raw transaction by hash',
			description: 'The signed bytes of a transaction',
			wire: 'eth_getRawTransactionByHash',
			params: [transactionHash],
			...foundBytes('rawTransaction'),
		}),
		getRawByBlockNumber: read({
			name: 'Get Raw by Block Number',
			action: 'Get raw transaction by block number and index',
			description: 'The signed bytes of the transaction at a place of a block',
			wire: 'eth_getRawTransactionByBlockNumberAndIndex',
			params: [blockNumber(), transactionIndex],
			...foundBytes('rawTransaction'),
		}),
		getRawByBlockHash: read({
			name: 'Get Raw by Block Hash',
			action: 'Get raw transaction by block hash and index',
			description: 'The signed bytes of the transaction at a place of a block',
			wire: 'eth_getRawTransactionByBlockHashAndIndex',
			params: [blockHash, transactionIndex],
			...foundBytes('rawTransaction'),
		}),
		sendRaw: act({
			name: 'Send Raw',
			action: 'Send signed transaction',
			description:
				'Sends a transaction that is signed already. It is accepted once it has a receipt: see Wait for Transaction',
			wire: 'eth_sendRawTransaction',
			params: [
				bytes({
					displayName: 'Raw Transaction',
					name: 'rawTransaction',
					placeholder: 'e.g. 0x02f86c01',
					description: 'The signed bytes of the transaction, in hexadecimal',
				}),
			],
			...named('transactionHash'),
		}),
		wait: read({
			name: 'Wait for Transaction',
			action: 'Wait for transaction',
			description:
				'Waits until a transaction is accepted and executed, and gives its receipt with the fee that was paid, and the reason where it was reverted. Takes an atomic transaction of the C-Chain (an import or export) too',
			wire: 'eth_getTransactionReceipt',
			params: [
				anyTransaction,
				integer(
					{
						displayName: 'Wait at Most (Seconds)',
						name: 'timeLimit',
						default: 60,
						description:
							'After this time the item fails. The transaction may still be included later, or be in a block that is not executed yet',
					},
					1,
					3600,
				),
				optional(
					integer(
						{
							displayName: 'Confirmations',
							name: 'confirmations',
							description:
								'How many blocks must follow; 0 is enough on Avalanche, where an accepted block is final',
						},
						0,
						1000,
					),
				),
			],
			toParams: ({ transaction }) => [transaction],
			run: waitForTransaction,
			simplify: readReceipt,
		}),
		estimateGas: read({
			name: 'Estimate Gas',
			action: 'Estimate gas of a transaction',
			description: 'How much gas a transaction would use, with the reason where it would be reverted',
			wire: 'eth_estimateGas',
			params: [transaction, block(), optional(stateOverrides)],
			...number('gas'),
			explain: explainRevert,
		}),
		createAccessList: read({
			name: 'Create Access List',
			action: 'Create access list of a transaction',
			description:
				'The addresses and storage slots a transaction would touch, and the gas it would use with them announced',
			wire: 'eth_createAccessList',
			params: [transaction, block()],
			simplify: readable(),
			explain: explainRevert,
		}),
		fill: read({
			name: 'Fill',
			action: 'Fill in missing fields of a transaction',
			description:
				'A transaction with the nonce, gas and fees that the node would choose, ready to be signed',
			wire: 'eth_fillTransaction',
			params: [transaction],
			simplify: readable(),
		}),
		sign: act({
			name: 'Sign',
			action: 'Sign transaction with the keystore',
			description:
				'Signs a transaction with an unlocked account whose key the node keeps. Gas, fees and nonce must be given',
			wire: 'eth_signTransaction',
			params: [transaction],
			simplify: readable(),
			notPublic: keystore,
		}),
		send: act({
			name: 'Send',
			action: 'Send transaction from the keystore',
			description: 'Signs a transaction with an unlocked account whose key the node keeps, and sends it',
			wire: 'eth_sendTransaction',
			params: [transaction],
			...named('transactionHash'),
			notPublic: keystore,
		}),
		resend: act({
			name: 'Resend',
			action: 'Resend transaction from the keystore with another fee',
			description:
				'Sends a waiting transaction of an account whose key the node keeps again, with another price or limit of gas',
			wire: 'eth_resend',
			params: [
				transaction,
				optional(gasPrice),
				optional(feeUnit),
				optional({ ...gas, name: 'gasLimit', displayName: 'Gas Limit' }),
			],
			toParams: (values) =>
				positionalParams([transaction, gasPrice, { name: 'gasLimit' }], {
					...values,
					gasPrice: toWei(values.gasPrice, values.feeUnit, 'gwei', gasPrice.displayName),
				}),
			...named('transactionHash'),
			notPublic: keystore,
		}),
		getPending: read({
			name: 'Get Many Pending',
			action: 'Get many pending transactions of the keystore',
			description:
				'The waiting transactions of the accounts whose keys the node keeps; Transaction Pool lists those of all',
			wire: 'eth_pendingTransactions',
			output: { kind: 'list' },
			simplify: readTransaction,
		}),
	},
};

const inPool = (row: Operation): Operation => offByDefault(read(row));

const entriesOf = (map: unknown): Array<[string, unknown]> => Object.entries(isRecord(map) ? map : {});

/** {pending: {nonce: transaction}, queued: ...} as records, each with the pool it waits in. */
const ofAccount = (pools: unknown): IDataObject[] =>
	entriesOf(pools).flatMap(([pool, byNonce]) =>
		entriesOf(byNonce).map(([, entry]) => ({ pool, ...(entry as IDataObject) })),
	);

/** {pending: {address: {nonce: transaction}}, queued: ...} as records; a summary stands in place of a transaction. */
const ofPool = (pools: unknown): IDataObject[] =>
	entriesOf(pools).flatMap(([pool, accounts]) =>
		entriesOf(accounts).flatMap(([from, byNonce]) =>
			entriesOf(byNonce).map(([nonce, entry]) =>
				isRecord(entry) ? { pool, ...entry } : { pool, from, nonce, summary: entry as string },
			),
		),
	);

export const transactionPoolOperations: Resource = {
	name: 'Transaction Pool',
	operations: {
		getMany: inPool({
			name: 'Get Many',
			action: 'Get many transactions of the pool',
			description:
				'The transactions that wait on the asked node: pending ones can be included now, queued ones wait for an earlier nonce',
			wire: 'txpool_content',
			output: { kind: 'list', of: ofPool },
			simplify: readTransaction,
		}),
		getManyOfAccount: inPool({
			name: 'Get Many of Account',
			action: 'Get many transactions of an account in the pool',
			description: 'The transactions of one account that wait on the asked node',
			wire: 'txpool_contentFrom',
			params: [account],
			output: { kind: 'list', of: ofAccount },
			simplify: readTransaction,
		}),
		inspect: inPool({
			name: 'Get Many Summaries',
			action: 'Get many summaries of transactions in the pool',
			description: 'One line of text for each transaction that waits on the asked node',
			wire: 'txpool_inspect',
			output: { kind: 'list', of: ofPool },
		}),
		getStatus: inPool({
			name: 'Get Status',
			action: 'Get number of transactions in the pool',
			description: 'How many transactions wait on the asked node',
			wire: 'txpool_status',
			simplify: readable(),
		}),
	},
};
