/** Files with a line for each reward: for people, and for tax programs. */
import { pageOf, pagesOf } from '../shared/avalanche/explorer';
import type { PublicNetwork } from '../shared/avalanche/publicNetworks';
import { nameOf } from '../shared/fields/names';
import { moneyColumns } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { writeLongCsv, type CsvColumn, type CsvForm } from '../shared/report/csv';
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

const explorerLink = (reward: Reward, network: string): string =>
	pageOf(pagesOf(network as PublicNetwork, 'p-chain'), 'tx', hashOf(reward)) ?? '';

/** Oldest first, as in accounting. */
function* inOrder(rewards: Reward[]): Generator<Reward, void> {
	for (let i = rewards.length - 1; i >= 0; i--) yield rewards[i];
}

/** Price and value if they are in this currency. No value if the amount leaves the reward out. */
function moneyIn(currency: string, isCounted: Set<Reward>): Array<CsvColumn<Reward>> {
	const isPriced = (reward: Reward): boolean =>
		reward.currency === currency && reward.price !== undefined && reward.value !== undefined;
	const valueOf = (reward: Reward): string | undefined =>
		isPriced(reward) && isCounted.has(reward) ? reward.value : undefined;
	return [
		[`Price (${currency})`, (reward) => (isPriced(reward) ? reward.price! : '')],
		...moneyColumns(`Value at Receipt (${currency})`, valueOf),
	];
}

/** Tells a reward from every other one, in whichever report it stands. Two rewards can share a transaction. */
const detailKey = (reward: Reward, network: string): string =>
	writeKey(network, reward.utxoId || `${hashOf(reward)} ${reward.type}`);

/** Every reward of the period. Rewards that the amount leaves out have a separate column, so that a sum stays right. */
export function writeDetail(report: Rewards, form: CsvForm): Generator<void, Buffer> {
	const { rewards, counted, network, zone, symbol, currency, names } = report;
	const others = listCurrencies(rewards, currency).filter((of) => of !== currency);
	const isCounted = new Set(counted);
	const nameCell = (id: string): string => (names && nameOf(names, id)) ?? '';
	const clock = new Clock(zone);
	const columns: Array<CsvColumn<Reward>> = [
		['Time', ({ time }) => clock.write(time)],
		['Type', ({ type }) => sayRewardType(type)],
		['Validator Name', ({ nodeId }) => nameCell(nodeId)],
		['Validator', ({ nodeId }) => nodeId],
		['Address Name', ({ address }) => nameCell(address)],
		['Address', ({ address }) => address],
		[`Amount (${symbol})`, (reward) => (isCounted.has(reward) ? reward.amount : '')],
		[`Not in Amount (${symbol})`, (reward) => (isCounted.has(reward) ? '' : reward.amount)],
		...moneyIn(currency, isCounted),
		['Reward Transaction', ({ rewardTxHash }) => rewardTxHash],
		['Staking Transaction', ({ txHash }) => txHash],
		['Explorer', (reward) => explorerLink(reward, network)],
		['Network', () => network],
		['Time Zone', () => zone],
		['Key', (reward) => detailKey(reward, network)],
		...others.flatMap((of) => moneyIn(of, isCounted)),
	];
	return writeLongCsv({ columns, entries: inOrder(rewards), forSheet: form });
}

const describeReward = ({ type, nodeId }: Reward, names: Rewards['names']): string =>
	`${sayRewardType(type)} of ${withName(nodeId, names)}`;

/** Koinly takes no value in a currency it does not know. */
const hasNetWorth = ({ value, currency }: Reward): boolean =>
	value !== undefined && currency !== undefined && currency !== unknownCurrency;

/**
 * The "simple template" of Koinly: support.koinly.io/en/articles/9489976 "How to create a custom CSV file with your
 * data" (read in November 2026): Koinly Date in UTC, Amount, Currency, and the optional columns Net Worth, Label,
 * Description and TxHash. `reward` is Koinly's label for staking. Without a price the net worth stays empty, and Koinly
 * looks one up.
 */
export function writeKoinly({ counted, names }: Rewards): Generator<void, Buffer> {
	const clock = new Clock('utc');
	const columns: Array<CsvColumn<Reward>> = [
		['Koinly Date', ({ time }) => `${clock.write(time, 'minutes')} UTC`],
		['Amount', ({ amount }) => amount],
		['Currency', ({ symbol }) => symbol],
		['Net Worth Amount', (reward) => (hasNetWorth(reward) ? reward.value! : '')],
		['Net Worth Currency', (reward) => (hasNetWorth(reward) ? reward.currency! : '')],
		['Label', () => 'reward'],
		['Description', (reward) => describeReward(reward, names)],
		['TxHash', hashOf],
	];
	return writeLongCsv({ columns, entries: inOrder(counted) });
}

type Cell<T> = CsvColumn<T>[1];

/** What was moved: how much, and of what. */
export interface Moved<T> {
	amount: Cell<T>;
	asset: Cell<T>;
}

interface CoinTrackingCells<T>
	extends Record<'Type' | 'Exchange' | 'Comment' | 'Date' | 'Tx-ID', Cell<T>> {
	Buy: Moved<T>;
	/** Absent if nothing is ever sold. */
	Sell?: Moved<T>;
}

/** The columns of CoinTracking's bulk import, in its order. Value columns may follow. */
export function coinTrackingColumns<T>(cells: CoinTrackingCells<T>): Array<CsvColumn<T>> {
	const empty = () => '';
	const { Buy: bought, Sell: sold = { amount: empty, asset: empty } } = cells;
	return [
		['Type', cells.Type],
		['Buy', bought.amount],
		['Cur.', bought.asset],
		['Sell', sold.amount],
		['Cur.', sold.asset],
		['Fee', empty],
		['Cur.', empty],
		['Exchange', cells.Exchange],
		['Trade-Group', empty],
		['Comment', cells.Comment],
		['Date', cells.Date],
		['Tx-ID', cells['Tx-ID']],
	];
}

/**
 * The bulk import of CoinTracking, with the columns, their order and the time format of cointracking-imports 0.1.0.2
 * (hackage.haskell.org, 2021). The type is `Staking`, and times are in the account's time zone. CoinTracking takes rows
 * with the same Tx-ID for one, but one transaction can pay two rewards. So the Tx-ID is the unique ID of the output,
 * and the comment names the transaction.
 * CoinTracking expects values in the account's currency, so only values in the requested currency are written.
 */
export function writeCoinTracking(report: Rewards): Generator<void, Buffer> {
	const { counted, zone, askedCurrency, names } = report;
	const clock = new Clock(zone);
	const columns: Array<CsvColumn<Reward>> = [
		...coinTrackingColumns<Reward>({
			Type: () => 'Staking',
			Buy: { amount: ({ amount }) => amount, asset: ({ symbol }) => symbol },
			Exchange: () => 'Avalanche P-Chain',
			Comment: (reward) =>
				[describeReward(reward, names), hashOf(reward)].filter(Boolean).join(', transaction '),
			Date: ({ time }) => clock.write(time),
			'Tx-ID': ({ utxoId, rewardTxHash }) => utxoId || rewardTxHash,
		}),
		[
			'Buy Value in your Account Currency',
			({ currency, value }) => (currency === askedCurrency ? (value ?? '') : ''),
		],
		['Sell Value in your Account Currency', () => ''],
	];
	// CoinTracking would read a line end after the last row as an empty row.
	return writeLongCsv({ columns, entries: inOrder(counted), endsWithLine: false });
}
