/** Accounts and storage after a block, and other data in the node's database. */
import { flag, integer } from '../../shared/fields/kinds';
import { optional } from '../../shared/fields/fields';
import { contract } from '../../Evm/fields/addresses';
import { block, blockHash, blockNumberOrTag } from '../../Evm/fields/blocks';
import { bytes } from '../../Evm/fields/bytes';
import { plainBlock, plainNumber } from '../../Evm/fields/quantities';
import { readable, readAccounts } from '../../Evm/readable';
import { list, single, number, type EvmRows } from '../../Evm/rows';

const preimages = 'Needs the chain setting preimages-enabled';

const maxResults = (description: string) =>
	integer({ displayName: 'Max Results', name: 'maxResults', default: 100, description }, 1);

export const stateOfBlocks: EvmRows = {
	dumpBlock: {
		name: 'Dump Accounts of Block',
		action: 'Dump all accounts of block',
		description: 'Get all accounts after a block',
		notPublic: `${preimages}, or the list is empty`,
		method: 'debug_dumpBlock',
		api: 'debug',
		heavy: true,
		params: [blockNumberOrTag()],
		simplify: readAccounts,
	},
	getAccountRange: {
		name: 'Get Account Range',
		action: 'Get account range of block',
		description: 'Get some of the accounts after a block, by key',
		notPublic: `${preimages}, or Include Incomplete`,
		method: 'debug_accountRange',
		api: 'debug',
		heavy: true,
		params: [
			block(),
			bytes({
				displayName: 'Start',
				name: 'start',
				default: '0x',
				description:
					'Hashed address to start from: 0x for the first page, then the field next of the previous answer, converted from base64 to hexadecimal',
			}),
			maxResults('Maximum number of accounts to return; the node returns no more than 256'),
			flag({
				displayName: 'Exclude Code',
				name: 'noCode',
				default: true,
				description: 'Whether to leave out contract code',
			}),
			flag({
				displayName: 'Exclude Storage',
				name: 'noStorage',
				default: true,
				description: 'Whether to leave out contract storage',
			}),
			flag({
				displayName: 'Include Incomplete',
				name: 'incompletes',
				description: 'Whether to include accounts whose addresses the node does not know',
			}),
		],
		simplify: readAccounts,
	},
	getStorageRange: {
		name: 'Get Storage Range',
		action: 'Get storage range of contract',
		description: "Get a contract's storage within a block",
		method: 'debug_storageRangeAt',
		api: 'debug',
		heavy: true,
		params: [
			block(),
			plainNumber(
				'index',
				'Transaction Index',
				'Position of a transaction in the block, starting at 0; storage is read before this transaction',
			),
			contract,
			bytes({
				displayName: 'Start',
				name: 'start',
				default: '0x',
				description:
					'Hashed slot to start from: 0x for the first page, then the field nextKey of the previous answer',
			}),
			maxResults('Maximum number of slots to return'),
		],
		instead: 'use Avalanche EVM Chains: Contract > Get Storage for each slot',
	},
	getModifiedByNumber: {
		name: 'Get Many Modified Accounts by Number',
		action: 'Get many changed accounts by number',
		description: 'Get accounts that blocks changed',
		notPublic: preimages,
		method: 'debug_getModifiedAccountsByNumber',
		api: 'debug',
		heavy: true,
		params: [
			plainBlock(
				'start',
				'Start Block',
				'Number of the block or, with an End Block, of the block before the range',
			),
			optional(plainBlock('end', 'End Block', 'Number of the last block in the range')),
		],
		noFilters: true,
		...list('address'),
		simplify: readable(),
		instead: 'use Debug > Trace Block by Number with prestateTracer in diffMode',
	},
	getModifiedByHash: {
		name: 'Get Many Modified Accounts by Hash',
		action: 'Get many changed accounts by hash',
		description: 'Get accounts that blocks changed',
		notPublic: preimages,
		method: 'debug_getModifiedAccountsByHash',
		api: 'debug',
		heavy: true,
		params: [
			{
				...blockHash,
				name: 'start',
				displayName: 'Start Block Hash',
				description: 'Hash of the block or, with an End Block Hash, of the block before the range',
			},
			optional({
				...blockHash,
				name: 'end',
				displayName: 'End Block Hash',
				description: 'Hash of the last block in the range',
			}),
		],
		noFilters: true,
		...list('address'),
		simplify: readable(),
		instead: 'use Debug > Trace Block by Hash with prestateTracer in diffMode',
	},
	getAccessibleState: {
		name: 'Get Accessible State',
		action: 'Get first block with accessible state',
		description: 'Get the first block whose state the node holds',
		method: 'debug_getAccessibleState',
		api: 'debug',
		heavy: true,
		params: [
			blockNumberOrTag({ name: 'from', displayName: 'From Block', default: 'earliest' }),
			blockNumberOrTag({ name: 'to', displayName: 'To Block' }),
		],
		...number('blockNumber'),
	},
	getPreimage: {
		name: 'Get Preimage',
		action: 'Get preimage of hash',
		description: 'Get the bytes behind a hash',
		notPublic: `${preimages}, and finds only bytes that the node kept`,
		method: 'debug_preimage',
		api: 'debug',
		params: [{ ...blockHash, name: 'hash', displayName: 'Hash', description: 'Keccak-256 hash' }],
		...single('preimage'),
	},
	getBadBlocks: {
		name: 'Get Many Bad Blocks',
		action: 'Get many bad blocks from debugger',
		description: 'Get recent invalid blocks, with the reason',
		method: 'debug_getBadBlocks',
		api: 'debug',
		output: { kind: 'list' },
		simplify: readable('rlp'),
	},
};
