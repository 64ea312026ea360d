import { encodeBech32, makeAddress, makeBytes, makeHex, makeId, throwDice } from './ids.mts';
import type { Dice } from './ids.mts';

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
}

export interface Block {
	number: number;
	hash: string;
	parentHash: string;
	timestamp: number;
	transactions: Transaction[];
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

export interface Internal {
	transaction: Transaction;
	type: 'CALL' | 'CREATE' | 'CREATE2' | 'CALLCODE';
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
	/** Oldest first. */
	blocks: Block[];
	contracts: Contract[];
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
/** Deploys the contracts of the chains. */
export const demoDeployer = makeAddress('demo deployer');
export const demoL1Chain = {
	blockchainId: makeId('demo L1 blockchain'),
	subnetId: makeId('demo L1 subnet'),
	chainId: '836836',
};
export const primarySubnetId = '11111111111111111111111111111111LpoYY';

const zeroAddress = `0x${'0'.repeat(40)}`;
const avax = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 };
const cChains = {
	mainnet: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	fuji: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
};
const allFeatures = ['nftIndexing', 'webhooks', 'teleporter'];
const evm = { vmName: 'EVM', status: 'OK', network: 'mainnet' } as const;
const date = (text: string) => Date.parse(text) / 1000;

type ChainRow = Omit<EvmChain, 'blocks' | 'contracts'> & { head: number; indexed: number };
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

const methodHashes = {
	transfer: '0xa9059cbb',
	safeTransferFrom: '0x42842e0e',
	safeTransferFrom1155: '0xf242432a',
	split: '0x7b1a4909',
};

function drawChain(row: ChainRow, seed: number, until: number): EvmChain {
	const { head, indexed, ...info } = row;
	const key = `${seed}/${info.chainId}`;
	const dice = throwDice(key, 'chain');
	const accounts = [
		demoAccount,
		demoDeployer,
		...Array.from({ length: 16 }, (_, i) => makeAddress(key, 'account', i)),
	];
	const nonces = new Map<string, number>();
	const held = new Map<string, bigint>();
	const chain: EvmChain = { ...info, blocks: [], contracts: [] };

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
		const address = makeAddress(key, 'contract', i);
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
			transaction.method = {
				callType: 'CONTRACT_CALL',
				hash: methodHashes.transfer,
				name: 'transfer(address,uint256)',
			};
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
	return chain;
}

/** Up to some ten thousand tokens of 18 decimals, to the last digit. */
const drawAmount = (dice: Dice) =>
	BigInt(Math.floor(10 ** (dice.share() * 7))) * 10n ** 15n + BigInt(dice.between(0, 10 ** 9));

const cortina = date('2023-04-25T15:00:00Z');

function drawPrimary(network: 'mainnet' | 'fuji', seed: number, until: number): PrimaryLedger {
	const isMain = network === 'mainnet';
	const prefix = isMain ? 'avax' : 'fuji';
	const dice = throwDice(seed, network, 'x-chain');
	const firstTime = date('2021-01-04T00:00:00Z');
	const avaxAsset: Asset = {
		assetId: isMain
			? 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'
			: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
		name: 'Avalanche',
		symbol: 'AVAX',
		denomination: 9,
		type: 'secp256k1',
		cap: 'fixed',
		createdAtTimestamp: firstTime,
	};
	const assets = [avaxAsset];
	const owners = Array.from({ length: 12 }, (_, i) =>
		encodeBech32(
			prefix,
			i === 0 ? makeBytes(20, 'our rewards') : makeBytes(20, seed, network, 'x owner', i),
		),
	);
	const unspent: Utxo[] = [];
	const transactions: XTransaction[] = [];
	const vertices: Vertex[] = [];
	const [early, late] = isMain ? [120, 80] : [30, 20];
	const fee = 1_000_000n;

	for (let i = 0; i < early + late; i++) {
		const linear = i >= early;
		const step = linear ? (until - 3600 - cortina) / late : (cortina - firstTime) / early;
		const timestamp = Math.floor(linear ? cortina + (i - early) * step : firstTime + i * step);
		if (i % 3 === 0 || !vertices.length) {
			vertices.push({
				hash: makeId(seed, network, 'vertex', i),
				parents: vertices.slice(-2).map(({ hash }) => hash),
				height: vertices.length,
				timestamp,
				transactions: [],
			});
		}
		const vertex = vertices.at(-1)!;
		const hash = makeId(seed, network, 'x transaction', i);
		// Vertices and blocks hold the creation of an asset each.
		const known: Record<number, XTransaction['type']> = {
			...{ 0: 'BaseTx', 1: 'CreateAssetTx', 2: 'CreateAssetTx' },
			[early]: 'CreateAssetTx',
		};
		const type =
			known[i] ??
			dice.pick([
				'BaseTx',
				'BaseTx',
				'BaseTx',
				'BaseTx',
				'ImportTx',
				'ExportTx',
				'OperationTx',
			] as const);
		const transaction: XTransaction = {
			hash,
			timestamp,
			type,
			memo: i % 5 ? '0x' : '0x68656c6c6f',
			consumed: [],
			emitted: [],
			vertex,
		};
		if (linear)
			transaction.block = { height: i - early, hash: makeId(seed, network, 'x block', i) };

		const createUtxo = (asset: Asset, amount: bigint, owner: string, chains = 'XX'): Utxo => ({
			id: makeId(hash, transaction.emitted.length, chains),
			asset,
			amount,
			owner,
			type: asset.type === 'nft' ? 'mint' : 'transfer',
			createdOn: chains[0]!,
			consumedOn: chains[1]!,
			createdBy: transaction,
			index: transaction.emitted.length,
			locktime: asset === avaxAsset && dice.share() < 0.05 ? until + 86_400 * 365 : 0,
		});
		const emit = (...fields: Parameters<typeof createUtxo>) => {
			const utxo = createUtxo(...fields);
			transaction.emitted.push(utxo);
			unspent.push(utxo);
		};
		const consume = (asset: Asset): bigint => {
			const spendable = unspent.filter(
				(utxo) =>
					utxo.asset === asset &&
					utxo.consumedOn === 'X' &&
					utxo.createdOn === 'X' &&
					!utxo.locktime &&
					utxo.amount > 2n * fee,
			);
			for (const utxo of spendable.slice(0, dice.between(1, 2))) {
				unspent.splice(unspent.indexOf(utxo), 1);
				utxo.consumedBy = transaction;
				transaction.consumed.push(utxo);
			}
			return transaction.consumed.reduce((sum, { amount }) => sum + amount, 0n);
		};
		/** Pays a part of what was consumed, and gives back the rest. */
		const split = (asset: Asset, chains: string, cost: bigint) => {
			const total = consume(asset);
			const paid = (total * BigInt(dice.between(10, 90))) / 100n;
			emit(asset, paid, dice.pick(owners), chains);
			emit(asset, total - paid - cost, transaction.consumed[0]!.owner);
		};
		const perform: Record<XTransaction['type'], () => void> = {
			BaseTx: () => {
				if (i === 0)
					return owners.forEach((owner) => emit(avaxAsset, 9_007_199_254_740_993n, owner));
				const asset = dice.pick([avaxAsset, avaxAsset, assets[1]!]);
				split(asset, 'XX', asset === avaxAsset ? fee : 0n);
			},
			CreateAssetTx: () => {
				const fungible = i === 1;
				const asset: Asset = {
					assetId: hash,
					name: fungible ? 'Demo Coin' : 'Demo Medal',
					symbol: fungible ? 'DEMO' : 'MEDL',
					denomination: fungible ? 6 : 0,
					type: fungible ? 'secp256k1' : 'nft',
					cap: fungible ? 'fixed' : 'variable',
					createdAtTimestamp: timestamp,
				};
				assets.push(asset);
				transaction.created = asset;
				split(avaxAsset, 'XX', 10n * fee);
				emit(asset, fungible ? 18_446_744_073_709_551_615n : 1n, owners[0]!);
			},
			OperationTx: () => {
				split(avaxAsset, 'XX', fee);
				emit(assets[2]!, 1n, dice.pick(owners));
			},
			ExportTx: () => {
				transaction.peer = dice.pick(['P', 'C']);
				split(avaxAsset, `X${transaction.peer}`, fee);
			},
			ImportTx: () => {
				transaction.peer = dice.pick(['P', 'C']);
				const amount = BigInt(dice.between(1, 90_000)) * 10n ** 9n;
				const arrived = createUtxo(avaxAsset, amount, dice.pick(owners), `${transaction.peer}X`);
				arrived.createdBy = { hash: makeId(hash, 'export'), timestamp: timestamp - 60 };
				arrived.consumedBy = transaction;
				arrived.locktime = 0;
				transaction.consumed.push(arrived);
				emit(avaxAsset, amount - fee, arrived.owner);
			},
		};
		perform[type]();
		vertex.transactions.push(transaction);
		transactions.push(transaction);
	}
	return {
		xChainId: isMain
			? '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
			: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
		cChainId: cChains[network],
		assets,
		transactions,
		vertices,
		owners,
	};
}

/** Draws the history of all chains up to `until`, seconds since 1970. */
export const createLedger = (seed: number, until: number): Ledger => ({
	chains: chainRows.map((row) => drawChain(row, seed, until)),
	primary: { mainnet: drawPrimary('mainnet', seed, until), fuji: drawPrimary('fuji', seed, until) },
});

/** Addresses are the same in any case of letters. */
export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const listTransactions = (chain: EvmChain) =>
	chain.blocks.flatMap(({ transactions }) => transactions);
export const listTransfers = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ transfers }) => transfers);
export const listInternals = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ internals }) => internals);

const firstBalance = 10n ** 24n;

/** Smallest units of the native token an address held after block `at`. */
export function getBalance(chain: EvmChain, address: string, at: number): bigint {
	const change = (from: string, to: string, value: bigint) =>
		(isSame(to, address) ? value : 0n) - (isSame(from, address) ? value : 0n);
	let balance = 0n;
	let known = false;
	for (const transaction of listTransactions(chain)) {
		known ||= isSame(transaction.from, address);
		if (transaction.block.number > at) continue;
		if (transaction.success) balance += change(transaction.from, transaction.to, transaction.value);
		if (isSame(transaction.from, address)) balance -= transaction.gasUsed * transaction.gasPrice;
		for (const { from, to, value } of transaction.internals) balance += change(from, to, value);
	}
	return known ? balance + firstBalance : balance;
}

export interface Holding {
	contract: Contract;
	tokenId: string;
	amount: bigint;
}

/** The tokens of one kind that an address held after block `at`, with their amounts. */
export function listHoldings(chain: EvmChain, ercType: ErcType, address: string, at = Infinity) {
	const held = new Map<string, Holding>();
	for (const { contract, tokenId = '', from, to, value, transaction } of listTransfers(chain)) {
		if (contract.ercType !== ercType || transaction.block.number > at) continue;
		if (!isSame(from, address) && !isSame(to, address)) continue;
		const key = `${contract.address}/${tokenId}`;
		const before = held.get(key)?.amount ?? 0n;
		held.set(key, {
			contract,
			tokenId,
			amount: before + (isSame(to, address) ? value : 0n) - (isSame(from, address) ? value : 0n),
		});
	}
	return [...held.values()].filter(({ amount }) => amount > 0n);
}
