/** Lists that come in pages, all of them read: our nodes beside the bare loop and n8n's own ways. */
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startDevnet } from '../../devnet/devnet.mts';
import { everyReward } from '../support/everyReward.mts';
import { declarativeNode, httpRequest, loopNode, ourNodes } from './n8nNodes.mts';
import {
	addedMiB,
	cpuOf,
	race,
	ratioOf,
	secondsOf,
	writeTable,
	type Contenders,
	type Goal,
} from './race.mts';

interface Job {
	/** Of the mock network. */
	url: string;
	latencyMs: number;
	/** In the whole list. */
	records: number;
	list: 'rewards' | 'metrics';
	/** Of each request; all else is the page token. */
	query: Record<string, string>;
}

interface List {
	path: string;
	/** Where the records of a page stand. */
	field: string;
	/** What asks for all of it. */
	node: string;
	toParameters: (query: Job['query']) => IDataObject;
}

const lists: Record<Job['list'], List> = {
	rewards: {
		path: '/v1/networks/mainnet/rewards',
		field: 'historicalRewards',
		node: 'avalancheData',
		toParameters: ({ nodeIds }) => ({
			resource: 'reward',
			operation: 'getMany',
			network: 'mainnet',
			nodeIds,
			...everyReward,
		}),
	},
	metrics: {
		path: '/v2/chains/43114/metrics/txCount',
		field: 'results',
		node: 'avalancheMetrics',
		toParameters: ({ timeInterval }) => ({
			resource: 'metric',
			operation: 'getMany',
			chainId: '43114',
			metric: 'txCount',
			timeInterval,
		}),
	},
};

const floor = 'bare loop with axios';
const loop = 'the same loop as a node';
const ours = 'our node';
const simplified = 'our node, simplified';
const report = 'our node, report';
const ownHttp = "n8n's HTTP Request, an item a page";
const declarative = "n8n's declarative routing";

/** Asks a URL for its records. */
export type Get = (url: string, query: IDataObject) => Promise<any>;

/** The least that has to be done: asks for page after page and keeps the records. */
export async function readAllPages(
	get: Get,
	url: string,
	query: IDataObject,
	field: string,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	let pageToken: string | undefined;
	do {
		const data = await get(url, { ...query, pageToken });
		records.push(...data[field]);
		pageToken = data.nextPageToken;
	} while (pageToken);
	return records;
}

async function readPages({ url, list, query }: Omit<Job, 'records'>, get: Get) {
	const { path, field } = lists[list];
	return await readAllPages(get, `${url}${path}`, query, field);
}

export const getWithAxios: Get = async (url, params) => (await axios.get(url, { params })).data;

const returnAll = (simplify: boolean) => async () => {
	const run = await ourNodes();
	return async ({ url, list, query }: Job) => {
		const { node, toParameters } = lists[list];
		return (await run(node, url, { ...toParameters(query), returnAll: true, simplify })).length;
	};
};

export const contenders: Contenders<Job> = {
	async [floor]() {
		// Its memory is compared with that of the others.
		await ourNodes();
		return async (job) => (await readPages(job, getWithAxios)).length;
	},
	async [loop]() {
		const run = await loopNode<Job>(
			async ({ helpers }, job) =>
				await readPages(job, async (url, qs) => await helpers.httpRequest({ url, qs })),
		);
		return async (job) => (await run(job)).length;
	},
	[ours]: returnAll(false),
	[simplified]: returnAll(true),
	/** Totals by day, all files and the page. */
	async [report]() {
		const run = await ourNodes();
		return async ({ url, list, query }) => {
			const items = await run(lists[list].node, url, {
				...lists[list].toParameters(query),
				operation: 'getReport',
				groupBy: 'day',
				currency: 'usd',
				return: ['csv', 'detailCsv', 'page', 'chart'],
			});
			return items.at(-1)!.json.rewards as number;
		};
	},
	async [ownHttp]() {
		const run = await httpRequest();
		return async ({ url, list, query }) => {
			const { path, field } = lists[list];
			const items = await run({
				method: 'GET',
				url: `${url}${path}`,
				sendQuery: true,
				specifyQuery: 'keypair',
				queryParameters: {
					parameters: Object.entries(query).map(([name, value]) => ({ name, value })),
				},
				options: {
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							limitPagesFetched: false,
							parameters: {
								parameters: [
									{ type: 'qs', name: 'pageToken', value: '={{ $response.body.nextPageToken }}' },
								],
							},
							paginationCompleteWhen: 'other',
							requestInterval: 0,
							completeExpression: '={{ !$response.body.nextPageToken }}',
						},
					},
				},
			});
			return items.flatMap(({ json }) => json[field]).length;
		};
	},
	async [declarative]() {
		const runs = new Map<Job['list'], Awaited<ReturnType<typeof declarativeNode>>>();
		for (const [list, { path, field }] of Object.entries(lists)) {
			const run = await declarativeNode({ baseURL: '={{ $parameter.url }}', url: path }, [
				{ name: 'url' },
				{
					name: 'query',
					routing: {
						send: { paginate: true },
						operations: {
							pagination: {
								type: 'generic',
								properties: {
									continue: '={{ !!$response.body.nextPageToken }}',
									request: {
										qs: '={{ ({ ...$parameter.query, pageToken: $response.body?.nextPageToken }) }}' as unknown as IDataObject,
									},
								},
							},
						},
						output: { postReceive: [{ type: 'rootProperty', properties: { property: field } }] },
					},
				},
			]);
			runs.set(list as Job['list'], run);
		}
		return async ({ url, list, query }) => (await runs.get(list)!({ url, query })).length;
	},
};

/** One race: the same list at each latency. */
async function compare(
	title: string,
	{ list, query, rewards = 0 }: { list: Job['list']; query?: Job['query']; rewards?: number },
	names: string[],
	latencies: number[],
	{ rounds, hasMemory = false }: { rounds: number; hasMemory?: boolean },
): Promise<Goal[]> {
	const devnet = await startDevnet({ validators: 10, rewards });
	const nodeIds = devnet.world.primary.map(({ nodeID }) => nodeID).join(',');
	const asked = { url: devnet.url, list, query: query ?? { nodeIds, pageSize: '100' } };
	const { length: records } = await readPages({ ...asked, latencyMs: 0 }, getWithAxios);
	const jobs = latencies.map((latencyMs): Job => ({ ...asked, latencyMs, records }));
	const runsOf = await race<Job>({
		file: import.meta.url,
		contenders: names,
		jobs,
		rounds,
		once: [ownHttp, declarative],
		...(hasMemory ? { isFresh: true } : { warmUp: jobs[0]! }),
		recordsOf: (job) => job.records,
		/** The latency of a job begins before it. */
		takeRequests({ latencyMs }) {
			devnet.faults(latencyMs ? [{ latencyMs }] : []);
			return devnet.log.splice(0).length;
		},
	});
	await devnet.close();
	const heading = `${title}: ${records.toLocaleString('en')} records`;
	writeTable(heading, names, jobs, runsOf, { hasMemory });
	const [job] = jobs;
	const goalOf = (
		what: string,
		atMost: number,
		[name, other]: [name: string, other: string],
		figure: typeof secondsOf,
	): Goal => ({
		goal: `${title}: ${what}`,
		atMost,
		measured: ratioOf(runsOf(name, job!), runsOf(other, job!), figure),
	});
	const time = goalOf('time, times the bare loop', 1.2, [ours, floor], secondsOf);
	if (!hasMemory || !names.includes(report)) return [time];
	return [
		time,
		goalOf('memory added, times the bare loop', 1.35, [ours, floor], addedMiB),
		goalOf('a report adds memory, times the bare loop', 1.5, [report, floor], addedMiB),
		goalOf('processor time of a report, times Return All', 1.3, [report, ours], cpuOf),
	];
}

const withoutReport = Object.keys(contenders).filter((name) => name !== report);

/** `isOfGoals` leaves out what no goal rests on. */
export async function measureRewards(isShort: boolean, isOfGoals: boolean): Promise<Goal[]> {
	const title = 'Return All of rewards, pages of 100';
	const goals = await compare(
		title,
		{ list: 'rewards', rewards: isShort ? 10_000 : 100_000 },
		Object.keys(contenders),
		[0],
		{ rounds: 3, hasMemory: true },
	);
	if (!isShort && !isOfGoals)
		await compare(title, { list: 'rewards', rewards: 10_000 }, withoutReport, [0, 50, 200], {
			rounds: 3,
		});
	return goals;
}

export async function measureMetrics(isShort: boolean): Promise<void> {
	const query = { timeInterval: isShort ? 'day' : 'hour', pageSize: '2160' };
	await compare(
		'Return All of a metric, pages of 2,160',
		{ list: 'metrics', query },
		withoutReport,
		isShort ? [0, 50] : [0, 50, 200],
		{ rounds: isShort ? 1 : 5 },
	);
}
