/** The pool in which transactions wait on a node. */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../shared/records';
import { account } from '../../Evm/fields/addresses';
import { readable, readTransaction } from '../../Evm/readable';
import type { EvmResource } from '../../Evm/rows';

const entriesOf = (map: unknown): Array<[string, unknown]> =>
	Object.entries(isRecord(map) ? map : {});

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

export const transactionPoolResource: EvmResource = {
	name: 'Transaction Pool',
	operations: {
		getMany: {
			name: 'Get Many',
			action: 'Get many transactions in pool',
			description: 'Get the transactions that wait on the node',
			details: 'Queued transactions wait for one with an earlier nonce',
			method: 'txpool_content',
			output: { kind: 'list', of: ofPool },
			simplify: readTransaction,
		},
		getManyOfAccount: {
			name: 'Get Many of Account',
			action: 'Get many pool transactions of account',
			description: "Get an account's transactions that wait on the node",
			method: 'txpool_contentFrom',
			params: [account],
			output: { kind: 'list', of: ofAccount },
			simplify: readTransaction,
		},
		inspect: {
			name: 'Get Many Summaries',
			action: 'Get many pool transaction summaries',
			description: 'Get a line of text for each waiting transaction',
			method: 'txpool_inspect',
			output: { kind: 'list', of: ofPool },
			simplify: readable(),
		},
		getStatus: {
			name: 'Get Status',
			action: 'Get number of transactions in pool',
			description: 'Count the pending and queued transactions',
			method: 'txpool_status',
			simplify: readable(),
		},
	},
};
