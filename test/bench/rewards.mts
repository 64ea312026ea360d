/** The contenders of the rewards benchmark. */
import axios from 'axios';
import { everyReward } from '../support/everyReward.mts';
import type { Engine } from '../support/engine.mts';
import { compete } from './contender.mts';

interface Job {
	url: string;
	nodeIds: string;
}

/** The least that has to be done: ask for page after page and keep the records. */
async function loopWithAxios(_engine: Engine, { url, nodeIds }: Job): Promise<number> {
	const records: unknown[] = [];
	let pageToken: string | undefined;
	do {
		const params = { nodeIds, pageSize: 100, pageToken };
		const { data } = await axios.get(`${url}/v1/networks/mainnet/rewards`, { params });
		records.push(...data.historicalRewards);
		pageToken = data.nextPageToken;
	} while (pageToken);
	return records.length;
}

const returnAll = (simplify: boolean) =>
	async function (engine: Engine, { url, nodeIds }: Job): Promise<number> {
		const { items, error } = await engine.runNode(
			'avalancheData',
			{
				resource: 'reward',
				operation: 'getMany',
				network: 'mainnet',
				returnAll: true,
				simplify,
				nodeIds,
				...everyReward,
			},
			{
				credentials: {
					avalancheApi: { network: 'ownNode', nodeUrl: url, dataUrl: url, metricsUrl: url },
				},
			},
		);
		if (error) throw error;
		return items.length;
	};

/** The whole report: totals by day, all files and the page. */
async function report(engine: Engine, { url, nodeIds }: Job): Promise<number> {
	const { items, error } = await engine.runNode(
		'avalancheData',
		{
			...{ resource: 'reward', operation: 'getReport', network: 'mainnet' },
			...{ validatorsFrom: 'lines', nodeIds },
			...{ groupBy: 'day', return: ['csv', 'detailCsv', 'page', 'chart'], currency: 'usd' },
			...everyReward,
		},
		{
			credentials: {
				avalancheApi: { network: 'ownNode', nodeUrl: url, dataUrl: url, metricsUrl: url },
			},
		},
	);
	if (error) throw error;
	return items.at(-1)!.json.rewards as number;
}

await compete<Job>({
	'bare loop with axios': loopWithAxios,
	'Avalanche Wallet & Reward Data': returnAll(false),
	'Avalanche Wallet & Reward Data, simplified': returnAll(true),
	'Avalanche Wallet & Reward Data, report': report,
});
