/** Files with a line for each reward: for a person, and for tax programs. */
import { DateTime } from 'luxon';
import { explorerOf, type PublicNetwork } from '../shared/chains';
import { nameOf } from '../shared/names';
import { round } from '../shared/numbers';
import { forSpreadsheets, writeCsv } from '../shared/report/csv';
import { rewardTypeNames } from './fields';
import { places, withName, type Reward, type Rewards } from './rewardTotals';

const money = (text: string | undefined, digits = places.money): string =>
	text === undefined ? '' : round(text, digits);

const explorerLink = ({ rewardTxHash, txHash }: Reward, network: string): string => {
	const hash = rewardTxHash || txHash;
	return hash ? `${explorerOf(network as PublicNetwork)}/p-chain/tx/${hash}` : '';
};

const at = ({ time }: Reward, zone: string): DateTime =>
	DateTime.fromSeconds(time, { zone, locale: 'en' });

/** Oldest first, as books are kept. */
const inOrder = (rewards: Reward[]): Reward[] => [...rewards].reverse();

/** Every reward of the period. What the amount leaves out stands in a column of its own, so that a sum is safe. */
export function writeDetail(report: Rewards): string {
	const { rewards, counted, network, zone, symbol, currency, names } = report;
	const heads = [
		'Time',
		'Type',
		'Validator',
		'Address',
		`Amount (${symbol})`,
		`Not in Amount (${symbol})`,
		`Price (${currency})`,
		`Value at Receipt (${currency})`,
		`Exact Value at Receipt (${currency})`,
		'Reward Transaction',
		'Staking Transaction',
		'Explorer',
		'Network',
		'Time Zone',
		...(names ? ['Validator Name', 'Address Name'] : []),
	];
	const isCounted = new Set(counted);
	const lines = inOrder(rewards).map((reward) => {
		const isIn = isCounted.has(reward);
		return [
			at(reward, zone).toFormat('yyyy-MM-dd HH:mm:ss'),
			rewardTypeNames[reward.type] ?? reward.type,
			reward.nodeId,
			reward.address,
			isIn ? reward.amount : '',
			isIn ? '' : reward.amount,
			reward.price ?? '',
			isIn ? money(reward.value) : '',
			isIn ? (reward.value ?? '') : '',
			reward.rewardTxHash,
			reward.txHash,
			explorerLink(reward, network),
			network,
			zone,
			...(names ? [nameOf(names, reward.nodeId) ?? '', nameOf(names, reward.address) ?? ''] : []),
		];
	});
	return forSpreadsheets(writeCsv([heads, ...lines]));
}

/**
 * The "simple template" of Koinly: support.koinly.io/en/articles/9489976 "How to create a custom CSV file with your
 * data" (read in November 2026): Koinly Date in UTC, Amount, Currency, and Net Worth, Label, Description and TxHash as
 * optional columns. `reward` is Koinly's label for staking. Without a price the net worth stays empty, and Koinly
 * looks for one.
 */
export function writeKoinly({ counted, symbol, currency, names }: Rewards): string {
	const heads = ['Koinly Date', 'Amount', 'Currency', 'Net Worth Amount', 'Net Worth Currency'];
	const lines = inOrder(counted).map((reward) => [
		at(reward, 'utc').toFormat("yyyy-MM-dd HH:mm 'UTC'"),
		reward.amount,
		symbol,
		reward.value ?? '',
		reward.value === undefined ? '' : currency,
		'reward',
		`${rewardTypeNames[reward.type]} of ${withName(reward.nodeId, names)}`,
		reward.rewardTxHash || reward.txHash,
	]);
	return writeCsv([[...heads, 'Label', 'Description', 'TxHash'], ...lines]);
}

/**
 * The bulk import of CoinTracking, with the columns, the order and the form of the time as in cointracking-imports
 * 0.1.0.2 (hackage.haskell.org, 2021): the type is `Staking`, the time that of the account's zone. CoinTracking takes
 * two rows with one Tx-ID for the same, and one transaction can pay two rewards: the ID of the output is unique.
 */
export function writeCoinTracking({ counted, zone, symbol, names }: Rewards): string {
	const heads = [
		...['Type', 'Buy', 'Cur.', 'Sell', 'Cur.', 'Fee', 'Cur.', 'Exchange', 'Trade-Group', 'Comment'],
		...['Date', 'Tx-ID'],
		'Buy Value in your Account Currency',
		'Sell Value in your Account Currency',
	];
	const lines = inOrder(counted).map((reward) => [
		...['Staking', reward.amount, symbol, '', '', '', '', 'Avalanche P-Chain', ''],
		`${rewardTypeNames[reward.type]} of ${withName(reward.nodeId, names)}`,
		at(reward, zone).toFormat('yyyy-MM-dd HH:mm:ss'),
		reward.utxoId || reward.rewardTxHash,
		reward.value ?? '',
		'',
	]);
	// A line end after the last row is an empty row to CoinTracking.
	return writeCsv([heads, ...lines]).trimEnd();
}
