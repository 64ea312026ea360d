/** The rewards list of the data service as a feed; positions are the UNIX seconds of the rewards. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import { isAtLeast } from '../../shared/numbers';
import { valueAt } from '../../shared/records';
import type { FeedRecord, World } from '../feed/feed';
import { readList, shape, type ListPage } from '../feed/service';
import type { RewardSettings } from './settings';

const row = data.resources.reward.operations.getMany;

/**
 * What makes a reward this one. An auto-renewed validation keeps its staking transaction and may repeat the rest
 * from cycle to cycle, so that the transaction that paid the reward comes first; without one its time stands in.
 */
export const identify = (reward: IDataObject): string =>
	JSON.stringify([
		reward.rewardTxHash || `${String(reward.txHash)}@${String(reward.endTimestamp)}`,
		...['txHash', 'rewardType', 'utxoId', 'outputIndex'].map((field) =>
			String(reward[field] ?? ''),
		),
	]);

const timeOf = ({ endTimestamp }: IDataObject): number => Number(endTimestamp);

export function openRewards(client: Pick<Client, 'rest'>, settings: RewardSettings): World {
	const { values, minimumAmount, isSimple } = settings;
	let first: Promise<Answer<ListPage>> | undefined;
	const read = async (pageToken?: string): Promise<Answer<ListPage>> =>
		await readList(
			client,
			row,
			{ ...values, sortOrder: 'desc' },
			{ pageSize: 100, ...(pageToken && { pageToken }) },
			timeOf,
		);
	const isWanted = (reward: IDataObject) =>
		minimumAmount === undefined ||
		isAtLeast(valueAt(reward, 'reward.amountDecimal'), minimumAmount);
	const toRecord = (reward: IDataObject): FeedRecord => ({
		position: timeOf(reward),
		key: identify(reward),
		json: shape(reward, row, isSimple),
	});
	return {
		span: Number.MAX_SAFE_INTEGER,
		isRanged: false,
		isTimed: true,
		sampleFrom: () => 0,
		async readEnd() {
			first = read();
			const page = await first;
			return page.ok
				? { ok: true, result: Math.max(-1, ...page.result.records.map(timeOf)) + 1 }
				: page;
		},
		async readPage({ from }, token) {
			// The page that told the end serves the first reading too.
			const page = await (token || !first ? read(token) : first);
			if (!token) first = undefined;
			if (!page.ok) return page;
			const { records, next } = page.result;
			const isBelow = records.length > 0 && Math.max(...records.map(timeOf)) < from;
			return {
				ok: true,
				result: {
					records: records.filter(isWanted).map(toRecord),
					lowest: Math.min(...records.map(timeOf)),
					...(next && !isBelow && { next }),
				},
			};
		},
		seek: async (time) => ({ ok: true, result: time }),
	};
}
