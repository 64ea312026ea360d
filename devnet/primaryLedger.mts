import { encodeBech32, makeBytes, makeId, throwDice } from './ids.mts';
import { addLater } from './later.mts';
import { cChains, date } from './ledger.mts';
import type { Asset, Utxo, Vertex, XTransaction, PrimaryLedger } from './ledger.mts';

/** The history of the X-Chain, and who owns what on the Primary Network. */

const xChains = {
	mainnet: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	fuji: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
};
const cortina = date('2023-04-25T15:00:00Z');

type History = Omit<PrimaryLedger, 'xChainId' | 'cChainId'>;

function drawHistory(network: 'mainnet' | 'fuji', seed: number, until: number): History {
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
			0: 'BaseTx',
			1: 'CreateAssetTx',
			2: 'CreateAssetTx',
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
	return { assets, transactions, vertices, owners };
}

/** The X-Chain of a network up to `until`, seconds since 1970. */
export function drawPrimary(
	network: 'mainnet' | 'fuji',
	seed: number,
	until: number,
): PrimaryLedger {
	const chains = { xChainId: xChains[network], cChainId: cChains[network] };
	return addLater(chains, ['assets', 'transactions', 'vertices', 'owners'], () =>
		drawHistory(network, seed, until),
	);
}
