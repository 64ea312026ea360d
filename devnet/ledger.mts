import { makeAddress, makeHex, makeId, throwDice } from './ids.mts';
import type { Dice } from './ids.mts';
import { addLater } from './later.mts';

/** What the chains remember: EVM chains with their blocks and tokens, and the X-Chain with its outputs. */

export type ErcType = 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';

export interface Contract {
	address: string;
	ercType: ErcType;
	name: string;
	symbol: string;
	decimals: number;
	deployer: string;
	/** The contract that created it, where it was no account. */
	factory?: string;
	txHash: string;
	/** Whether anybody told the data service about it. */
	isDescribed: boolean;
	/** Balances grow by a ten-thousandth a day, without a transfer. */
	growsDaily?: true;
}

export interface Block {
	number: number;
	hash: string;
	parentHash: string;
	timestamp: number;
	transactions: Transaction[];
	/** Whether the EVM of the node made it, which has the whole of it. */
	isMined?: true;
	/** Where they are not those of all blocks of the ledger. */
	fees?: BlockFees;
}

export interface BlockFees {
	baseFee: bigint;
	gasLimit: bigint;
}

export interface Transfer {
	transaction: Transaction;
	logIndex: number;
	contract: Contract;
	from: string;
	to: string;
	tokenId?: string;
	value: bigint;
}

/** Lets another account spend tokens of the owner. */
export interface Approval {
	logIndex: number;
	contract: Contract;
	owner: string;
	spender: string;
	value: bigint;
}

export interface Internal {
	transaction: Transaction;
	type: 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE' | 'DELEGATECALL';
	from: string;
	to: string;
	value: bigint;
	isReverted: boolean;
}

export interface Transaction {
	block: Block;
	index: number;
	hash: string;
	success: boolean;
	type: number;
	gasLimit: bigint;
	gasUsed: bigint;
	gasPrice: bigint;
	nonce: number;
	from: string;
	to: string;
	value: bigint;
	method?: { callType: 'CONTRACT_CALL' | 'CONTRACT_CREATION'; hash: string; name?: string };
	transfers: Transfer[];
	internals: Internal[];
	/** What it permits beside what it does; its logs come after those of the transfers of its block. */
	approvals?: Approval[];
}

/** An import to the C-Chain or an export from it, in nAVAX. */
export interface Atomic {
	block: Block;
	hash: string;
	type: 'ImportTx' | 'ExportTx';
	wallet: string;
	/** What arrives; the fee is burned beside it. */
	amount: bigint;
	fee: bigint;
	/** The chain on the other side. */
	peer: 'P' | 'X';
}

export interface EvmChain {
	chainId: string;
	name: string;
	description: string;
	network: 'mainnet' | 'fuji';
	blockchainId?: string;
	subnetId?: string;
	vmName: 'EVM' | 'ETHEREUM' | 'BITCOIN';
	status: 'OK' | 'UNAVAILABLE';
	token: { name: string; symbol: string; decimals: number };
	features: string[];
	/** Seconds since 1970 of its first block. */
	genesis: number;
	/** Transactions in an hour. */
	pace: number;
	/** What accounts hold from the first block on, in smallest units, by address. */
	endowed: Record<string, bigint>;
	/** Oldest first. */
	blocks: Block[];
	/** Those before them that hold anything, oldest first; numbers lie between them. */
	past: Block[];
	atomics: Atomic[];
	contracts: Contract[];
	/** Adds the block of this number as the ledger was given it before the last start; false where it was given none. */
	recall?: (number: number) => boolean;
}

export interface Asset {
	assetId: string;
	name: string;
	symbol: string;
	denomination: number;
	type: 'secp256k1' | 'nft';
	cap: 'fixed' | 'variable';
	createdAtTimestamp: number;
}

export interface Utxo {
	id: string;
	asset: Asset;
	amount: bigint;
	owner: string;
	type: 'transfer' | 'mint';
	/** Chains, as the letters X, P and C. */
	createdOn: string;
	consumedOn: string;
	createdBy: { hash: string; timestamp: number };
	consumedBy?: { hash: string; timestamp: number };
	index: number;
	locktime: number;
}

export interface Vertex {
	hash: string;
	parents: string[];
	height: number;
	timestamp: number;
	transactions: XTransaction[];
}

export interface XTransaction {
	hash: string;
	timestamp: number;
	type: 'BaseTx' | 'CreateAssetTx' | 'OperationTx' | 'ImportTx' | 'ExportTx';
	memo: string;
	consumed: Utxo[];
	emitted: Utxo[];
	created?: Asset;
	/** The chain on the other side of an import or export. */
	peer?: string;
	vertex: Vertex;
	/** Since the X-Chain is linear. */
	block?: { height: number; hash: string };
}

export interface PrimaryLedger {
	xChainId: string;
	cChainId: string;
	/** The first is AVAX. */
	assets: Asset[];
	/** Oldest first. */
	transactions: XTransaction[];
	/** Oldest first. */
	vertices: Vertex[];
	owners: string[];
}

export interface Ledger {
	chains: EvmChain[];
	primary: Record<'mainnet' | 'fuji', PrimaryLedger>;
}

/** An account with transactions, tokens and collectibles on every EVM chain here, the same for every seed. */
export const demoAccount = makeAddress('demo account');
/** A public test key, as bytes in hexadecimal, and the account it makes: funded on every EVM chain of the node. */
export const fundedKey = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
export const fundedAccount = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
/** The account whose key the node itself keeps: the first one of anvil. */
export const nodeAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Deploys the contracts of the chains. */
export const demoDeployer = makeAddress('demo deployer');
export const demoL1Chain = {
	blockchainId: makeId('demo L1 blockchain'),
	subnetId: makeId('demo L1 subnet'),
	chainId: '836836',
};
export const primarySubnetId = '11111111111111111111111111111111LpoYY';

export const zeroAddress = `0x${'0'.repeat(40)}`;
const avax = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 };
export const cChains = {
	mainnet: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	fuji: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
};
const allFeatures = ['nftIndexing', 'webhooks', 'teleporter'];
const evm = { vmName: 'EVM', status: 'OK', network: 'mainnet', endowed: {} } as const;
/** On the chains of the node. */
const endowed = { [fundedAccount]: 50_000_000n * 10n ** 18n, [nodeAccount]: 10_000n * 10n ** 18n };
export const date = (text: string) => Date.parse(text) / 1000;

type ChainRow = Omit<EvmChain, 'blocks' | 'past' | 'atomics' | 'contracts'> & {
	head: number;
	indexed: number;
};
const chainRows: ChainRow[] = [
	{
		...evm,
		chainId: '43114',
		name: 'Avalanche (C-Chain)',
		description: 'The contract chain of the Primary Network.',
		blockchainId: cChains.mainnet,
		subnetId: primarySubnetId,
		token: avax,
		features: allFeatures,
		genesis: date('2020-09-23T00:00:00Z'),
		endowed,
		pace: 60_000,
		head: 71_000_000,
		indexed: 420,
	},
	{
		...evm,
		chainId: '43113',
		name: 'Avalanche (C-Chain) Fuji',
		description: 'The contract chain of the test network.',
		network: 'fuji',
		blockchainId: cChains.fuji,
		subnetId: primarySubnetId,
		token: avax,
		features: allFeatures,
		genesis: date('2020-09-17T00:00:00Z'),
		pace: 9_000,
		head: 47_000_000,
		indexed: 150,
	},
	{
		...evm,
		chainId: demoL1Chain.chainId,
		name: 'Demo L1',
		description: 'An L1 of its own validators.',
		blockchainId: demoL1Chain.blockchainId,
		subnetId: demoL1Chain.subnetId,
		token: { name: 'Demo', symbol: 'DEMO', decimals: 18 },
		features: ['nftIndexing', 'teleporter'],
		genesis: date('2025-02-03T00:00:00Z'),
		endowed,
		pace: 700,
		head: 1_200_000,
		indexed: 150,
	},
	{
		...evm,
		chainId: '1',
		name: 'Ethereum',
		description: '',
		vmName: 'ETHEREUM',
		token: { name: 'Ether', symbol: 'ETH', decimals: 18 },
		features: [],
		genesis: date('2015-07-30T00:00:00Z'),
		pace: 50_000,
		head: 23_800_000,
		indexed: 30,
	},
	{
		...evm,
		chainId: '432204',
		name: 'Dexalot',
		description: 'An L1 that the treasury holds a token on.',
		token: { name: 'Dexalot', symbol: 'ALOT', decimals: 18 },
		features: [],
		genesis: date('2023-01-17T00:00:00Z'),
		pace: 900,
		head: 24_000_000,
		indexed: 30,
	},
	{
		...evm,
		chainId: makeId('chain without a number'),
		name: 'Unnumbered',
		description: 'Known by its blockchain ID alone, and resting.',
		status: 'UNAVAILABLE',
		token: { name: 'Rest', symbol: 'REST', decimals: 18 },
		features: ['webhooks'],
		genesis: date('2024-06-01T00:00:00Z'),
		pace: 10,
		head: 0,
		indexed: 0,
	},
];

const contractRows: Array<Pick<Contract, 'ercType' | 'name' | 'symbol' | 'decimals'>> = [
	{ ercType: 'ERC-20', name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
	{ ercType: 'ERC-20', name: 'Demo Share', symbol: 'DSH', decimals: 18 },
	{ ercType: 'ERC-721', name: 'Demo Peaks', symbol: 'PEAK', decimals: 0 },
	{ ercType: 'ERC-1155', name: 'Demo Gear', symbol: 'GEAR', decimals: 0 },
	{ ercType: 'UNKNOWN', name: 'Splitter', symbol: '', decimals: 0 },
];

/** What all blocks of the ledger have in common. */
export const recordedFees: BlockFees = { baseFee: 25_000_000_000n, gasLimit: 32_000_000n };

/** What ERC-20 tokens are called with. */
export const tokenMethods = {
	transfer: { callType: 'CONTRACT_CALL', hash: '0xa9059cbb', name: 'transfer(address,uint256)' },
	mint: { callType: 'CONTRACT_CALL', hash: '0x40c10f19', name: 'mint(address,uint256)' },
} as const;

const methodHashes = {
	safeTransferFrom: '0x42842e0e',
	safeTransferFrom1155: '0xf242432a',
	split: '0x7b1a4909',
};

const keyOf = (seed: number, chainId: string): string => `${seed}/${chainId}`;

/** The contract of each row stands at an address that no draw decides. */
const makeContractAddress = (key: string, row: number): string => makeAddress(key, 'contract', row);

/** The token of the C-Chain that is transferred. */
export function tokenOf(seed: number): Pick<Contract, 'address' | 'name' | 'symbol'> {
	const key = keyOf(seed, chainRows[0]!.chainId);
	return { ...contractRows[0]!, address: makeContractAddress(key, 0) };
}

function drawChain(row: ChainRow, seed: number, until: number): EvmChain {
	const { head, indexed, ...info } = row;
	const key = keyOf(seed, info.chainId);
	const dice = throwDice(key, 'chain');
	const accounts = [
		demoAccount,
		demoDeployer,
		...Array.from({ length: 16 }, (_, i) => makeAddress(key, 'account', i)),
	];
	const nonces = new Map<string, number>();
	const held = new Map<string, bigint>();
	const chain: EvmChain = { ...info, blocks: [], past: [], atomics: [], contracts: [] };

	const addTransaction = (
		block: Block,
		from: string,
		to: string,
		value: bigint,
		gas: number,
	): Transaction => {
		const nonce = nonces.get(from) ?? 0;
		nonces.set(from, nonce + 1);
		const transaction: Transaction = {
			block,
			index: block.transactions.length,
			hash: makeHex(32, key, block.number, block.transactions.length),
			success: true,
			type: dice.pick([2, 2, 2, 0, 1]),
			gasLimit: BigInt(Math.ceil(gas * 1.25)),
			gasUsed: BigInt(gas),
			gasPrice: 25_000_000_000n + BigInt(dice.between(0, 1_500_000_000)),
			nonce,
			from,
			to,
			value,
			transfers: [],
			internals: [],
		};
		block.transactions.push(transaction);
		return transaction;
	};
	const addTransfer = (
		transaction: Transaction,
		fields: Omit<Transfer, 'transaction' | 'logIndex'>,
	) => {
		const earlier = transaction.block.transactions.flatMap(({ transfers }) => transfers);
		transaction.transfers.push({ transaction, logIndex: earlier.length, ...fields });
		const slot = (owner: string) => `${fields.contract.address}/${fields.tokenId ?? ''}/${owner}`;
		held.set(slot(fields.from), (held.get(slot(fields.from)) ?? 0n) - fields.value);
		held.set(slot(fields.to), (held.get(slot(fields.to)) ?? 0n) + fields.value);
	};
	const tokenIds = {
		'ERC-721': ['1', '2', '3', '4', '5', '6', '7', '8', String(2n ** 255n)],
		'ERC-1155': ['1', '7', String(2n ** 256n - 1n)],
	};

	const deploy = (block: Block, row: (typeof contractRows)[number], i: number) => {
		const address = makeContractAddress(key, i);
		const byFactory = row.ercType === 'ERC-721';
		const factory = makeAddress(key, 'factory');
		const transaction = addTransaction(
			block,
			demoDeployer,
			byFactory ? factory : address,
			0n,
			1_800_000 + i * 1000,
		);
		transaction.method = byFactory
			? { callType: 'CONTRACT_CALL', hash: '0x9c4ae2d0', name: 'create(bytes,bytes32)' }
			: { callType: 'CONTRACT_CREATION', hash: '' };
		transaction.internals.push({
			transaction,
			type: byFactory ? 'CREATE2' : 'CREATE',
			from: byFactory ? factory : demoDeployer,
			to: address,
			value: 0n,
			isReverted: false,
		});
		// Every other one on the C-Chain, and the rest elsewhere.
		const isDescribed = (i % 2 === 0) === (chain.chainId === '43114');
		const contract = {
			...row,
			address,
			deployer: demoDeployer,
			txHash: transaction.hash,
			isDescribed,
		};
		chain.contracts.push(byFactory ? { ...contract, factory } : contract);
		const mint = (to: string, value: bigint, tokenId?: string) =>
			addTransfer(transaction, {
				contract: chain.contracts.at(-1)!,
				from: zeroAddress,
				to,
				value,
				tokenId,
			});
		if (row.ercType === 'ERC-20')
			accounts.forEach((account) => mint(account, 10n ** BigInt(row.decimals + 6)));
		if (row.ercType === 'ERC-721')
			tokenIds['ERC-721'].forEach((tokenId, n) =>
				mint(n < 3 ? demoAccount : accounts[n]!, 1n, tokenId),
			);
		if (row.ercType === 'ERC-1155') {
			for (const tokenId of tokenIds['ERC-1155'])
				accounts.slice(0, 6).forEach((account) => mint(account, 1000n, tokenId));
		}
	};

	/** One of the things accounts do: a name decides what. */
	const act: Record<string, (block: Block, from: string, to: string) => void> = {
		pay: (block, from, to) => void addTransaction(block, from, to, drawAmount(dice), 21_000),
		fail: (block, from) => {
			const splitter = chain.contracts[4]!;
			const transaction = addTransaction(block, from, splitter.address, 0n, 48_211);
			transaction.success = false;
			transaction.method = { callType: 'CONTRACT_CALL', hash: methodHashes.split };
		},
		split: (block, from, to) => {
			const splitter = chain.contracts[4]!;
			const value = drawAmount(dice) + 2n;
			const transaction = addTransaction(block, from, splitter.address, value, 71_904);
			transaction.method = {
				callType: 'CONTRACT_CALL',
				hash: methodHashes.split,
				name: 'split(address[])',
			};
			const share = {
				transaction,
				type: 'CALL',
				from: splitter.address,
				isReverted: false,
			} as const;
			transaction.internals.push(
				{ ...share, to, value: value / 2n },
				{ ...share, to: from, value: value - value / 2n },
			);
		},
		sendToken: (block, from, to) => {
			const contract = chain.contracts[dice.between(0, 1)]!;
			const transaction = addTransaction(block, from, contract.address, 0n, 52_310);
			transaction.method = tokenMethods.transfer;
			const value = BigInt(dice.between(1, 900)) * 10n ** BigInt(contract.decimals - 2) + 1n;
			addTransfer(transaction, { contract, from, to, value });
		},
		sendNft: (block, from, to) => {
			const contract = chain.contracts[2]!;
			const isMine = (tokenId: string) => held.get(`${contract.address}/${tokenId}/${from}`) === 1n;
			// The first two stay with the demo account.
			const tokenId = tokenIds['ERC-721'].slice(2).find(isMine);
			if (!tokenId) return act.pay!(block, from, to);
			const transaction = addTransaction(block, from, contract.address, 0n, 63_044);
			transaction.method = {
				callType: 'CONTRACT_CALL',
				hash: methodHashes.safeTransferFrom,
				name: 'safeTransferFrom(address,address,uint256)',
			};
			addTransfer(transaction, { contract, from, to, value: 1n, tokenId });
		},
		sendGear: (block, from, to) => {
			const contract = chain.contracts[3]!;
			const tokenId = dice.pick(tokenIds['ERC-1155']);
			if ((held.get(`${contract.address}/${tokenId}/${from}`) ?? 0n) < 5n)
				return act.pay!(block, from, to);
			const transaction = addTransaction(block, from, contract.address, 0n, 58_760);
			transaction.method = {
				callType: 'CONTRACT_CALL',
				hash: methodHashes.safeTransferFrom1155,
				name: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
			};
			addTransfer(transaction, { contract, from, to, value: BigInt(dice.between(1, 5)), tokenId });
		},
	};
	const habits = [
		'pay',
		'pay',
		'pay',
		'sendToken',
		'sendToken',
		'sendNft',
		'sendGear',
		'split',
		'fail',
	];

	for (let i = 0; i < indexed; i++) {
		const number = head - indexed + i;
		const block: Block = {
			number,
			hash: makeHex(32, key, 'block', number),
			parentHash: makeHex(32, key, 'block', number - 1),
			timestamp: until - (indexed - i) * 30,
			transactions: [],
		};
		chain.blocks.push(block);
		const row = contractRows[i];
		if (row) deploy(block, row, i);
		for (let left = row ? 0 : dice.between(0, 5); left > 0; left--) {
			const from = dice.share() < 0.2 ? demoAccount : dice.pick(accounts);
			act[dice.pick(habits)]!(
				block,
				from,
				dice.pick(accounts.filter((account) => account !== from)),
			);
		}
	}
	permitSplitter(chain);
	return chain;
}

/** The demo account lets the splitter spend five of each token, in a split with no transfer behind it in its block. */
function permitSplitter({ blocks, contracts }: EvmChain): void {
	const splitter = contracts.find(({ ercType }) => ercType === 'UNKNOWN');
	const isSplit = ({ from, method }: Transaction) =>
		from === demoAccount && method?.name === 'split(address[])';
	const isLast = ({ block, index }: Transaction) =>
		!block.transactions.slice(index).some(({ transfers }) => transfers.length);
	const transaction = blocks
		.flatMap(({ transactions }) => transactions)
		.find((one) => isSplit(one) && isLast(one));
	if (!splitter || !transaction) return;
	const logIndex = transaction.block.transactions.flatMap(({ transfers }) => transfers).length;
	transaction.approvals = contracts
		.filter(({ ercType }) => ercType === 'ERC-20')
		.map((contract, i) => ({
			logIndex: logIndex + i,
			contract,
			owner: demoAccount,
			spender: splitter.address,
			value: 5n * 10n ** BigInt(contract.decimals),
		}));
}

/** Up to some ten thousand tokens of 18 decimals, to the last digit. */
const drawAmount = (dice: Dice) =>
	BigInt(Math.floor(10 ** (dice.share() * 7))) * 10n ** 15n + BigInt(dice.between(0, 10 ** 9));

/** A chain of a row whose history is drawn when somebody looks at it. */
function showChain({ head: _, indexed: __, ...info }: ChainRow, draw: () => EvmChain): EvmChain {
	return addLater(info, ['blocks', 'past', 'atomics', 'contracts'], draw);
}

/**
 * All EVM chains, each with its history up to `until`, seconds since 1970.
 *
 * @param addPast adds what happened before the indexed blocks
 */
export const drawChains = (
	seed: number,
	until: number,
	addPast: (chain: EvmChain) => EvmChain,
): EvmChain[] => chainRows.map((row) => showChain(row, () => addPast(drawChain(row, seed, until))));
