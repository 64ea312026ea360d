/** The endpoints of a statement: rows of other operations, and some that no operation offers. */
import type { Identity } from '../shared/operation/identity';
import type { OperationName, RestOperation } from '../shared/operation/operations';
import type { ListOperation } from '../shared/report/reading';

export interface StatementRows {
	transactions: ListOperation;
	internals: ListOperation;
	transfers: ListOperation;
	blockTransactions: ListOperation;
	nativeBalance: RestOperation;
	tokenBalances: ListOperation;
}

export const composes: OperationName[] = [
	'avalancheData transaction getManyNative',
	'avalancheData transaction getManyInternal',
	'avalancheData transfer getManyErc20OfAddress',
	'avalancheData transaction getManyOfBlock',
	'avalancheData balance getNative',
	'avalancheData balance getManyErc20',
];

const record = (path: string, computeUnits: number): RestOperation => ({
	name: '',
	action: '',
	description: '',
	path,
	computeUnits,
	output: { kind: 'record' },
});

/** A list. The values named in `query` become query parameters. */
const list = (
	path: string,
	computeUnits: number,
	{ identity, query }: { identity: Identity; query: string[] },
): ListOperation => ({
	name: '',
	action: '',
	description: '',
	path,
	computeUnits,
	identity,
	output: { kind: 'list', field: 'transactions' },
	pageSize: { min: 1, max: 100, default: 10 },
	toRequest: (values) => ({
		query: Object.fromEntries(query.map((name) => [name, values[name]])),
	}),
});

const account = '/v1/chains/{chainId}/addresses/{address}';
const ofBlocks = ['startBlock', 'endBlock'];

export const unlisted = {
	chain: record('/v1/chains/{chainId}', 1),
	newestBlocks: record('/v1/chains/{chainId}/blocks', 10),
	block: record('/v1/chains/{chainId}/blocks/{blockId}', 10),
	transaction: record('/v1/chains/{chainId}/transactions/{txHash}', 20),
	erc721: list(`${account}/transactions:listErc721`, 20, {
		identity: ['txHash', 'logIndex'],
		query: ofBlocks,
	}),
	// Entries of a batch share their log and can be alike.
	erc1155: list(`${account}/transactions:listErc1155`, 20, { identity: 'none', query: ofBlocks }),
	/** Imports and exports of the C-Chain, by EVM address. */
	atomic: list('/v1/networks/{network}/blockchains/c-chain/transactions', 100, {
		identity: ['txHash'],
		query: ['addresses', 'startTimestamp', 'endTimestamp'],
	}),
};
