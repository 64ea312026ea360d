/** The rewards list of the Data API as a feed; positions are the UNIX seconds of the rewards. */
import type { IDataObject } from 'n8n-workflow';
import { identify, reward as resource } from '../../Data/rewards';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import { zeroId } from '../../shared/ids';
import { isAtLeast } from '../../shared/numbers';
import { finish } from '../../shared/pipeline';
import { valueAt } from '../../shared/records';
import { readList, shape } from '../feed/service';
import type { Descending, FeedRecord, ListPage } from '../feed/source';
import type { RewardSettings } from './settings';

const row = resource.operations.getMany;

const timeOf = ({ endTimestamp }: IDataObject): number => Number(endTimestamp);

/** What a reward that never was holds, beside what the user chose. */
const emptyReward = ({ values, types }: RewardSettings): IDataObject => ({
	addresses: [],
	nodeId: ((values.nodeIds ?? []) as string[])[0] ?? 'NodeID-111111111111111111116DBWJs',
	rewardType: types?.[0] ?? 'VALIDATOR',
	...{ txHash: zeroId, rewardTxHash: zeroId, utxoId: zeroId, outputIndex: 0 },
	...{ amountStaked: '0', startTimestamp: 1, endTimestamp: 1 },
	reward: { symbol: 'AVAX', denomination: 9, amount: '0' },
});

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
		makeUp: async () => ({
			ok: true,
			result: finish([emptyReward(settings)], row, { values, at: 0 }, 'extend').map(toRecord),
		}),
	};
}
