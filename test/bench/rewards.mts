/** One contender of the rewards benchmark, in a process of its own. */
import axios from 'axios';
import { loadEngine } from '../engine/harness.mts';
import type { Measurement } from './main.mts';

const [contender, job] = process.argv.slice(2);
const { url, nodeIds } = JSON.parse(job) as { url: string; nodeIds: string };

/** The least that has to be done: ask for page after page and keep the records. */
async function loopWithAxios(): Promise<number> {
	const records: unknown[] = [];
	let pageToken: string | undefined;
	do {
		const { data } = await axios.get(`${url}/v1/networks/mainnet/rewards`, { params: { nodeIds, pageSize: 100, pageToken } });
		records.push(...data.historicalRewards);
		pageToken = data.nextPageToken;
	} while (pageToken);
	return records.length;
}

// Both processes load n8n's engine, so that their memory can be compared.
const engine = await loadEngine();

async function returnAll(simplify: boolean): Promise<number> {
	const { items, error } = await engine.runNode(
		'avalancheData',
		{ resource: 'reward', operation: 'getMany', network: 'mainnet', returnAll: true, simplify, filters: { nodeIds } },
		{ credentials: { avalancheApi: { nodeUrl: url, dataUrl: url, metricsUrl: url } } },
	);
	if (error) throw error;
	return items.length;
}

const memoryNow = () => process.memoryUsage().rss / 2 ** 20;
const beforeMiB = memoryNow();
const start = performance.now();
const records = contender === 'axios' ? await loopWithAxios() : await returnAll(contender === 'node, simplified');
const seconds = (performance.now() - start) / 1000;
const result: Measurement = { contender, records, seconds, peakMiB: process.resourceUsage().maxRSS / 1024, beforeMiB };
console.log(JSON.stringify(result));
engine.close();
process.exit(0);
