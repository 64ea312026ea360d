/** The rewards list of the Data API as a feed; positions are the UNIX seconds of the rewards. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import { isAtLeast } from '../../shared/numbers';
import { valueAt } from '../../shared/records';
import { readList, shape } from '../feed/service';
import type { Descending, FeedRecord, ListPage } from '../feed/source';
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

export function openRewards(client: Pick<Client, 'rest'>, settings: RewardSettings): Descending {
	const { values, minimumAmount, isSimple } = settings;
	const isWanted = (reward: IDataObject) =>
		minimumAmount === undefined ||
		isAtLeast(valueAt(reward, 'reward.amountDecimal'), minimumAmount);
	const toRecord = (reward: IDataObject): FeedRecord => ({
		position: timeOf(reward),
		key: identify(reward),
		json: shape(reward, row, values, isSimple),
	});
	async function readPage(pageToken?: string): Promise<Answer<ListPage>> {
		const page = await readList(
			client,
			row,
			{ ...values, sortOrder: 'desc' },
			{ pageSize: 100, pageToken },
			timeOf,
		);
		if (!page.ok) return page;
		const { records, next } = page.result;
		const times = records.map(timeOf);
		return {
			ok: true,
			result: {
				records: records.filter(isWanted).map(toRecord),
				...(times.length > 0 && { lowest: Math.min(...times), highest: Math.max(...times) }),
				...(next && { next }),
			},
		};
	}
	return {
		way: 'descending',
		positions: 'seconds',
		async readEnd() {
			const page = await readPage();
			if (!page.ok) return page;
			const { highest = -1 } = page.result;
			return { ok: true, result: { end: Math.max(-1, highest) + 1, newest: page.result } };
		},
		readPage: async (_range, token) => await readPage(token),
	};
}
