import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../shared/network/client';
import type { RpcCall } from '../../shared/network/rpcCall';
import type { Answer } from '../../shared/errors';
import { flag, integer } from '../../shared/fields/kinds';
import { optional } from '../../shared/fields/fields';
import type { RpcOperation, Values } from '../../shared/operation/operations';
import { cut } from '../../shared/operation/pipeline';
import { isRecord } from '../../shared/values/records';
import { addOutcome, addTime, askReceipt, sayUntimed, sayUntold } from '../outcomes';
import { explainRevert } from '../reverts';
import { block, blockHash, blockNumberOrTag, transactionIndex } from '../fields/blocks';
import { bytes } from '../fields/bytes';
import { stateOverrides } from '../fields/overrides';
import { anyTransaction, transactionArgs, transactionHash } from '../fields/transactions';
import { readable, readReceipt, readTransaction, withFee, type Simplify } from '../readable';
import { sayCalls, sayTransfers } from '../remarks';
import { found, foundBytes, single, number, type EvmResource } from '../rows';
import { addCallAmount, withTokenCall } from '../tokenCalls';
import { addTokenTransfers } from '../tokenTransfers';
import { waitForTransaction } from '../waitForTransaction';
import { hourSeconds } from '../../shared/values/timeUnits';

/** Since Helicon, a header has the highest base fee that was possible when its block was accepted. */
const ofHeader = {
	details:
		'Since Helicon, the gas price can be an upper bound. The receipt has the price paid. Simplify takes two calls more, for time and outcome, and two for each token that moved or is called',
	isWarning: true,
};

const addFee = flag({
	displayName: 'Add Fee',
	name: 'addFee',
	description:
		'Whether to add gasUsed, effectiveGasPrice and fee from the receipt. Since Helicon, the node answers once it has executed the block.',
});

/** The transaction. Adds gas and price from its receipt if the user wants the fee and there is a receipt. */
async function getWithFee(
	client: Client,
	call: RpcCall,
	values: Values,
): Promise<Answer<IDataObject[]>> {
	const [transaction, receipt] = await Promise.all([
		client.rpc(call),
		values.addFee ? askReceipt(client, call.path, values.transactionHash) : undefined,
	]);
	if (!transaction.ok) return transaction;
	if (receipt && !receipt.ok) return receipt;
	const [record] = cut(transaction.result, found().output!);
	const { gasUsed, effectiveGasPrice } = isRecord(receipt?.result) ? receipt.result : {};
	const paid = effectiveGasPrice !== undefined && { gasUsed, effectiveGasPrice };
	return { ok: true, result: [{ ...record, ...paid } as IDataObject] };
}

/** A transaction without its signature, with its fee if the receipt was read. */
const readWithFee: Simplify = (record, values) => readWithCall(withFee(record), values);

/** A transaction without its signature, with the token's function that it calls. */
const readWithCall: Simplify = ({ tokenAmountExact, ...record }, values) => {
	const shown = readTransaction(withTokenCall(record), values);
	return tokenAmountExact === undefined ? shown : { ...shown, tokenAmountExact };
};

/** Adds time, status, the tokens that moved and the amount that a call names. */
const addRest: NonNullable<RpcOperation['complete']> = async (made, asked) =>
	await addCallAmount(await addTokenTransfers(await addOutcome(made, asked), asked), asked);

/** A receipt, or an executed atomic transaction, which gets the status of a receipt. */
const readOutcome: Simplify = (record, values) =>
	readReceipt(record.status === 'Accepted' ? { ...record, status: 'success' } : record, values);

export const transactionResource: EvmResource = {
	name: 'Transaction',
	operations: {
		get: {
			name: 'Get',
			action: 'Get transaction by hash',
			description: 'Get a transaction, its time and status, and the tokens that moved',
			...ofHeader,
			method: 'eth_getTransactionByHash',
			api: 'transactions',
			params: [transactionHash, optional(addFee)],
			toParams: ({ transactionHash: asked }) => [asked],
			run: getWithFee,
			complete: addRest,
			...found(readWithFee),
			remarks: [sayCalls, sayTransfers, sayUntold],
		},
		getReceipt: {
			name: 'Get Receipt',
			action: 'Get transaction receipt',
			description:
				"Get a transaction's success, fee and logs, once accepted (since Helicon: executed)",
			method: 'eth_getTransactionReceipt',
			api: 'transactions',
			params: [transactionHash],
			complete: addTime,
			...found(readReceipt),
			remarks: [sayUntimed],
		},
		getByBlockNumber: {
			name: 'Get by Block Number',
			action: 'Get transaction of block by number',
			description:
				'Get the transaction at a position in a block, its status and the tokens that moved',
			...ofHeader,
			method: 'eth_getTransactionByBlockNumberAndIndex',
			api: 'transactions',
			params: [blockNumberOrTag(), transactionIndex],
			complete: addRest,
			...found(readWithCall),
			remarks: [sayCalls, sayTransfers, sayUntold],
		},
		getByBlockHash: {
			name: 'Get by Block Hash',
			action: 'Get transaction of block by hash',
			description:
				'Get the transaction at a position in a block, its status and the tokens that moved',
			...ofHeader,
			method: 'eth_getTransactionByBlockHashAndIndex',
			api: 'transactions',
			params: [blockHash, transactionIndex],
			complete: addRest,
			...found(readWithCall),
			remarks: [sayCalls, sayTransfers, sayUntold],
		},
		getRaw: {
			name: 'Get Raw',
			action: 'Get raw transaction by hash',
			description: 'Get the signed bytes of a transaction',
			method: 'eth_getRawTransactionByHash',
			api: 'transactions',
			params: [transactionHash],
			...foundBytes('rawTransaction'),
		},
		getRawByBlockNumber: {
			name: 'Get Raw by Block Number',
			action: 'Get raw transaction of block by number',
			description: 'Get the signed bytes of the transaction at a position in a block',
			method: 'eth_getRawTransactionByBlockNumberAndIndex',
			api: 'transactions',
			params: [blockNumberOrTag(), transactionIndex],
			...foundBytes('rawTransaction'),
		},
		getRawByBlockHash: {
			name: 'Get Raw by Block Hash',
			action: 'Get raw transaction of block by hash',
			description: 'Get the signed bytes of the transaction at a position in a block',
			method: 'eth_getRawTransactionByBlockHashAndIndex',
			api: 'transactions',
			params: [blockHash, transactionIndex],
			...foundBytes('rawTransaction'),
		},
		sendRaw: {
			name: 'Send Raw',
			action: 'Send signed transaction',
			description: 'Send a signed transaction; use Wait for Transaction to see when it is accepted',
			method: 'eth_sendRawTransaction',
			api: 'transactions',
			effect: true,
			params: [
				bytes({
					displayName: 'Raw Transaction',
					name: 'rawTransaction',
					placeholder: 'e.g. 0x02f86c01',
					description: 'Signed transaction bytes, in hexadecimal',
				}),
			],
			...single('txHash'),
		},
		wait: {
			name: 'Wait for Transaction',
			action: 'Wait for transaction',
			description:
				'Wait until a transaction is executed; returns receipt, fee and any revert reason',
			details:
				'Also waits for an import or export of the C-Chain, by the ID of the atomic transaction',
			method: 'eth_getTransactionReceipt',
			api: 'transactions',
			params: [
				anyTransaction,
				integer(
					{
						displayName: 'Max Wait (Seconds)',
						name: 'timeLimit',
						notSent: true,
						default: 60,
						description:
							'The item fails after this time, although the transaction may still be included or executed later',
					},
					1,
					hourSeconds,
				),
				optional(
					integer(
						{
							displayName: 'Confirmations',
							name: 'confirmations',
							notSent: true,
							description:
								'Number of blocks that must follow; 0 is enough, because accepted blocks are final on Avalanche',
						},
						0,
						1000,
					),
				),
			],
			toParams: ({ transaction }) => [transaction],
			run: waitForTransaction,
			complete: addTime,
			returns: ['revertReason', 'txHash', 'blockHeight'],
			simplify: readOutcome,
			remarks: [sayUntimed],
		},
		estimateGas: {
			name: 'Estimate Gas',
			action: 'Estimate transaction gas',
			description:
				'Estimate how much gas a transaction would use, or get the reason why it would revert',
			method: 'eth_estimateGas',
			api: 'chain',
			params: [transactionArgs, block(), stateOverrides],
			...number('gas', 'chain', 'block'),
			explain: explainRevert,
		},
		createAccessList: {
			name: 'Create Access List',
			action: 'Create transaction access list',
			description:
				'List the addresses and slots a transaction would touch, and its gas with that access list',
			method: 'eth_createAccessList',
			api: 'chain',
			params: [transactionArgs, block()],
			simplify: readable(),
			about: ['chain', 'block'],
			explain: explainRevert,
		},
		fill: {
			name: 'Fill',
			action: 'Fill in missing transaction fields',
			description:
				'Complete a transaction with the nonce, gas and fees the node would choose, ready to sign',
			method: 'eth_fillTransaction',
			api: 'transactions',
			params: [transactionArgs],
			simplify: readable(),
		},
	},
};
