/** Files with a line for each reward: for people, and for tax programs. */
import { explorerOf } from '../shared/avalanche/chains';
import type { PublicNetwork } from '../shared/avalanche/publicNetworks';
import { nameOf } from '../shared/fields/names';
import { moneyCells, moneyHeads } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { writeLongCsv } from '../shared/report/csv';
import { writeKey } from '../shared/report/key';
import { sayRewardType } from './fields';
import {
	listCurrencies,
	unknownCurrency,
	withName,
	type Reward,
	type Rewards,
} from './rewardTotals';

/** The transaction that an explorer finds. */
const hashOf = ({ rewardTxHash, txHash }: Reward): string => rewardTxHash || txHash;

const explorerLink = (reward: Reward, network: string): string => {
	const hash = hashOf(reward);
	return hash ? `${explorerOf(network as PublicNetwork)}/p-chain/tx/${hash}` : '';
};

/** Oldest first, as in accounting. */
function* inOrder(rewards: Reward[]): Generator<Reward, void> {
	for (let i = rewards.length - 1; i >= 0; i--) yield rewards[i];
}

const headsOfMoney = (currency: string): string[] => [
	`Price (${currency})`,
	...moneyHeads(`Value at Receipt (${currency})`),
];

/** Price and value if they are in this currency. No value if the amount leaves the reward out. */
function moneyIn({ currency, price, value }: Reward, of: string, isIn: boolean): string[] {
	if (currency !== of || price === undefined || value === undefined) return ['', '', ''];
	return [price, ...moneyCells(isIn ? value : undefined)];
}

/** Tells a reward from every other one, in whichever report it stands. Two rewards can share a transaction. */
const detailKey = (reward: Reward, network: string): string =>
	writeKey(network, reward.utxoId || `${hashOf(reward)} ${reward.type}`);

/** Every reward of the period. Rewards that the amount leaves out have a separate column, so that a sum stays right. */
export function writeDetail(report: Rewards): Generator<void, Buffer> {
	const { rewards, counted, network, zone, symbol, currency, names } = report;
	const others = listCurrencies(rewards, currency).filter((of) => of !== currency);
	const heads = [
		'Time',
		'Type',
		'Validator',
		'Address',
		`Amount (${symbol})`,
		`Not in Amount (${symbol})`,
		...headsOfMoney(currency),
		'Reward Transaction',
		'Staking Transaction',
		'Explorer',
		'Network',
		'Time Zone',
		'Key',
		'Validator Name',
		'Address Name',
		...others.flatMap(headsOfMoney),
	];
	const isCounted = new Set(counted);
	const nameCell = (id: string): string => (names && nameOf(names, id)) ?? '';
	const clock = new Clock(zone);
	const toCells = (reward: Reward): string[] => {
		const isIn = isCounted.has(reward);
		return [
			clock.write(reward.time),
			sayRewardType(reward.type),
			reward.nodeId,
			reward.address,
			isIn ? reward.amount : '',
			isIn ? '' : reward.amount,
			...moneyIn(reward, currency, isIn),
			reward.rewardTxHash,
			reward.txHash,
			explorerLink(reward, network),
			network,
			zone,
			detailKey(reward, network),
			nameCell(reward.nodeId),
			nameCell(reward.address),
			...others.flatMap((of) => moneyIn(reward, of, isIn)),
		];
	};
	return writeLongCsv({ heads, entries: inOrder(rewards), toCells, isForSpreadsheets: true });
}

const describeReward = ({ type, nodeId }: Reward, names: Rewards['names']): string =>
	`${sayRewardType(type)} of ${withName(nodeId, names)}`;

/** Koinly takes no value in a currency it does not know. */
const netWorth = ({ value, currency }: Reward): string[] =>
	value === undefined || currency === undefined || currency === unknownCurrency
		? ['', '']
		: [value, currency];

/**
 * The "simple template" of Koinly: support.koinly.io/en/articles/9489976 "How to create a custom CSV file with your
 * data" (read in November 2026): Koinly Date in UTC, Amount, Currency, and the optional columns Net Worth, Label,
 * Description and TxHash. `reward` is Koinly's label for staking. Without a price the net worth stays empty, and Koinly
 * looks one up.
 */
export function writeKoinly({ counted, names }: Rewards): Generator<void, Buffer> {
	const heads = ['Koinly Date', 'Amount', 'Currency', 'Net Worth Amount', 'Net Worth Currency'];
	const clock = new Clock('utc');
	const toCells = (reward: Reward): string[] => [
		`${clock.write(reward.time, 'minutes')} UTC`,
		reward.amount,
		reward.symbol,
		...netWorth(reward),
		'reward',
		describeReward(reward, names),
		hashOf(reward),
	];
	return writeLongCsv({
		heads: [...heads, 'Label', 'Description', 'TxHash'],
		entries: inOrder(counted),
		toCells,
	});
}

/** The columns of CoinTracking's bulk import, in its order. Value columns may follow. */
export const coinTrackingColumns = [
	'Type',
	'Buy',
	'Cur.',
	'Sell',
	'Cur.',
	'Fee',
	'Cur.',
	'Exchange',
	'Trade-Group',
	'Comment',
	'Date',
	'Tx-ID',
];

/**
 * The bulk import of CoinTracking, with the columns, their order and the time format of cointracking-imports 0.1.0.2
 * (hackage.haskell.org, 2021). The type is `Staking`, and times are in the account's time zone. CoinTracking takes rows
 * with the same Tx-ID for one, but one transaction can pay two rewards. So the Tx-ID is the unique ID of the output,
 * and the comment names the transaction.
 * CoinTracking expects values in the account's currency, so only values in the requested currency are written.
 */
export function writeCoinTracking(report: Rewards): Generator<void, Buffer> {
	const { counted, zone, askedCurrency, names } = report;
	const heads = [
		...coinTrackingColumns,
		'Buy Value in your Account Currency',
		'Sell Value in your Account Currency',
	];
	const clock = new Clock(zone);
	const toCells = (reward: Reward): string[] => [
		'Staking',
		reward.amount,
		reward.symbol,
		'',
		'',
		'',
		'',
		'Avalanche P-Chain',
		'',
		[describeReward(reward, names), hashOf(reward)].filter(Boolean).join(', transaction '),
		clock.write(reward.time),
		reward.utxoId || reward.rewardTxHash,
		reward.currency === askedCurrency ? (reward.value ?? '') : '',
		'',
	];
	// CoinTracking would read a line end after the last row as an empty row.
	return writeLongCsv({ heads, entries: inOrder(counted), toCells, endsWithLine: false });
}
