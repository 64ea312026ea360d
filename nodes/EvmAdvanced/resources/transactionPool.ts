/** The pool of transactions that wait on a node. */
import type { IDataObject } from 'n8n-workflow';
import { demand, toListed } from '../../shared/operation/pipeline';
import { isRecord, valueAt } from '../../shared/values/records';
import { account } from '../../Evm/fields/addresses';
import { readable, readTransaction } from '../../Evm/readable';
import type { EvmResource } from '../../Evm/rows';

const entriesOf = (map: unknown): Array<[string, unknown]> =>
	Object.entries(demand(map, isRecord, 'map'));

/** The two pools by name. Checks that both are there. */
const poolsOf = (pools: unknown): Array<[string, unknown]> => {
	for (const name of ['pending', 'queued']) demand(valueAt(pools, name), isRecord, 'map');
	return entriesOf(pools);
};

/** {pending: {nonce: transaction}, queued: ...} as records with their pool. */
const ofAccount = (pools: unknown): IDataObject[] =>
	poolsOf(pools).flatMap(([pool, byNonce]) =>
		entriesOf(byNonce).map(([, entry]) => ({ pool, ...toListed(entry) })),
	);

const isText = (value: unknown): value is string => typeof value === 'string';

/** {pending: {address: {nonce: transaction}}, queued: ...} as records with their pool. */
const ofPool = (pools: unknown): IDataObject[] =>
	poolsOf(pools).flatMap(([pool, accounts]) =>
		entriesOf(accounts).flatMap(([, byNonce]) => ofAccount({ ...noPools, [pool]: byNonce })),
	);
const noPools = { pending: {}, queued: {} };

/** Like `ofPool`, for an answer that has a line of text for each transaction. */
const summariesOf = (pools: unknown): IDataObject[] =>
	poolsOf(pools).flatMap(([pool, accounts]) =>
		entriesOf(accounts).flatMap(([from, byNonce]) =>
			entriesOf(byNonce).map(([nonce, entry]) => ({
				pool,
				from,
				nonce,
				summary: demand(entry, isText, 'text'),
			})),
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
			api: 'pool',
			output: { kind: 'list', of: ofPool },
			simplify: readTransaction,
		},
		getManyOfAccount: {
			name: 'Get Many of Account',
			action: 'Get many pool transactions of account',
			description: "Get an account's transactions that wait on the node",
			method: 'txpool_contentFrom',
			api: 'pool',
			params: [account],
			output: { kind: 'list', of: ofAccount },
			simplify: readTransaction,
		},
		inspect: {
			name: 'Get Many Summaries',
			action: 'Get many pool transaction summaries',
			description: 'Get a line of text for each waiting transaction',
			method: 'txpool_inspect',
			api: 'pool',
			output: { kind: 'list', of: summariesOf },
			simplify: readable(),
		},
		getStatus: {
			name: 'Get Status',
			action: 'Get number of transactions in pool',
			description: 'Count the pending and queued transactions',
			method: 'txpool_status',
			api: 'pool',
			simplify: readable(),
		},
	},
};
