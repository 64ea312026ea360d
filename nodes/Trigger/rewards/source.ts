/** The rewards list of the Data API as a feed; positions are the UNIX seconds of the rewards. */
import type { IDataObject } from 'n8n-workflow';
import { identify, reward as resource } from '../../Data/rewards';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import { isAtLeast } from '../../shared/numbers';
import { valueAt } from '../../shared/records';
import { readList, shape } from '../feed/service';
import type { Descending, FeedRecord, ListPage } from '../feed/source';
import type { RewardSettings } from './settings';

const row = resource.operations.getMany;

const timeOf = ({ endTimestamp }: IDataObject): number => Number(endTimestamp);

export function openRewards(client: Pick<Client, 'rest'>, settings: RewardSettings): Descending {
	const { values, types, minimumAmount, isSimple } = settings;
	const isWanted = (reward: IDataObject) =>
		(!types || types.includes(String(reward.rewardType))) &&
		(minimumAmount === undefined ||
			isAtLeast(valueAt(reward, 'reward.amountDecimal'), minimumAmount));
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
