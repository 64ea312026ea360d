/** The Data API's list of rewards as a feed. Positions are the UNIX seconds of the rewards. */
import type { IDataObject } from 'n8n-workflow';
import { nodeIdsIn } from '../../shared/fields/chosenValidators';
import { identify, reward as resource } from '../../Data/rewards';
import type { Answer } from '../../shared/errors';
import { finish } from '../../shared/operation/pipeline';
import { zeroId } from '../../shared/values/ids';
import { isAtLeast, isDecimal, multiply } from '../../shared/values/numbers';
import { valueAt } from '../../shared/values/records';
import { believe, listUnread, sayUnknown, type TimedPage } from '../doubts';
import { lackOf, type Fields } from '../fields';
import { readList, readWholeTime, shape, type DataClient, type ServiceList } from '../service';
import type { Descending, FeedRecord } from '../source';
import type { RewardSettings } from './settings';
import { daySeconds } from '../../shared/values/timeUnits';

const row = resource.operations.getMany;

/** Fields that identify a reward, and the type that it is judged by. */
const needed: Fields = [
	['rewardTxHash', 'text'],
	['txHash', 'text'],
	['rewardType', 'text'],
	['utxoId', 'text'],
	['outputIndex', 'integer'],
];

const timeOf = ({ endTimestamp }: IDataObject): number => readWholeTime(endTimestamp);

/** A made-up reward, with the user's choices filled in. */
const emptyReward = ({ values, types, minimumAmount = '0' }: RewardSettings): IDataObject => ({
	addresses: [],
	nodeId: nodeIdsIn(values)?.[0] ?? 'NodeID-111111111111111111116DBWJs',
	rewardType: types?.[0] ?? 'VALIDATOR',
	txHash: zeroId,
	rewardTxHash: zeroId,
	utxoId: zeroId,
	outputIndex: 0,
	amountStaked: '0',
	startTimestamp: Math.floor(Date.now() / 1000) - 14 * daySeconds,
	endTimestamp: Math.floor(Date.now() / 1000),
	reward: { symbol: 'AVAX', denomination: 9, amount: multiply(minimumAmount, '1000000000') },
});

export function openRewards(client: DataClient, settings: RewardSettings): Descending {
	const { values, types, minimumAmount, isSimple } = settings;
	const list: ServiceList = {
		row,
		values: { ...values, sortOrder: 'desc' },
		positionOf: timeOf,
		lackIn: (reward) => lackOf(reward, needed),
		keyOf: (reward) => (lackOf(reward, needed) === undefined ? identify(reward) : undefined),
	};
	const amountOf = (reward: IDataObject) => valueAt(reward, 'reward.amountDecimal');
	/** True if nobody knows the amount, so that it cannot be compared with the minimum. */
	const isUnmeasured = (reward: IDataObject) =>
		minimumAmount !== undefined && !isDecimal(amountOf(reward));
	const isWanted = (reward: IDataObject) =>
		(!types || types.includes(String(reward.rewardType))) &&
		(minimumAmount === undefined ||
			isUnmeasured(reward) ||
			isAtLeast(amountOf(reward), minimumAmount));
	const toRecord = (reward: IDataObject): FeedRecord => ({
		position: timeOf(reward),
		key: identify(reward),
		time: timeOf(reward),
		json: {
			...sayUnknown(isUnmeasured(reward), isSimple && minimumAmount !== undefined),
			...shape(reward, row, values, isSimple),
		},
	});
	async function read(_range: unknown, pageToken?: string): Promise<Answer<TimedPage>> {
		const page = await readList(client, list, { pageSize: 100, pageToken });
		if (!page.ok) return page;
		const { records, unread, next } = page.result;
		const listed = records.map((reward) => ({
			position: timeOf(reward),
			key: identify(reward),
			...(isWanted(reward) && { record: toRecord(reward) }),
		}));
		return { ok: true, result: { listed: listUnread(listed, unread), ...(next && { next }) } };
	}
	return {
		...believe({ read, hostTime: () => client.timeOf?.('data') }),
		way: 'descending',
		positions: 'seconds',
		makeUp: async () => ({
			ok: true,
			result: finish([emptyReward(settings)], row, { values, at: 0 }, 'extend').map(toRecord),
		}),
	};
}
