/** eth_getBalance of many items: our node beside the bare loop, viem, and n8n's own ways. */
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { createPublicClient, http } from 'viem';
import { declarativeNode, httpRequest, loopNode, ourNodes } from './n8nNodes.mts';
import {
	cpuOfRecord,
	race,
	ratioOf,
	secondsOf,
	writeTable,
	type Contenders,
	type Goal,
} from './race.mts';
import { startRpcServer, type RpcCall } from './rpcServer.mts';

interface Job {
	url: string;
	items: number;
	latencyMs: number;
}

const batchSize = 40;
const inParallel = 5;

const addressOf = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}` as const;
/** What the server says: the balance of an address is its number, in wei. */
const isRight = (wei: bigint, index: number): boolean => wei === BigInt(index + 1);
const makeItems = (items: number) =>
	Array.from({ length: items }, (_, index) => ({ json: { address: addressOf(index) } }));

const countRight = (balances: bigint[]): number => balances.filter(isRight).length;

/** Balances of so many addresses, read in batches, a few in parallel. */
async function readBatches(
	items: number,
	readBatch: (indexes: number[]) => Promise<bigint[]>,
): Promise<bigint[]> {
	const balances: bigint[] = [];
	const starts = Array.from({ length: Math.ceil(items / batchSize) }, (_, i) => i * batchSize);
	const worker = async () => {
		for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
			const length = Math.min(batchSize, items - start);
			const indexes = Array.from({ length }, (_, offset) => start + offset);
			for (const [i, wei] of (await readBatch(indexes)).entries()) balances[indexes[i]!] = wei;
		}
	};
	await Promise.all(Array.from({ length: inParallel }, worker));
	return balances;
}

/** The least that has to be done: asks for batch after batch, and reads the answers. */
const askBatches = async (
	items: ReturnType<typeof makeItems>,
	post: (calls: object[]) => Promise<Array<{ id: number; result: string }>>,
): Promise<bigint[]> =>
	await readBatches(items.length, async (indexes) => {
		const calls = indexes.map((id) => ({
			jsonrpc: '2.0',
			id,
			method: 'eth_getBalance',
			params: [items[id]!.json.address, 'latest'],
		}));
		const byId = new Map((await post(calls)).map(({ id, result }) => [id, BigInt(result)]));
		return indexes.map((id) => byId.get(id)!);
	});

const floor = 'bare loop with axios';
const loop = 'the same loop as a node';
const ours = 'Avalanche EVM Chains';
const oursSimplified = 'Avalanche EVM Chains, simplified';
const ownNodes = ["n8n's HTTP Request", "n8n's declarative routing"] as const;

/** Our node, with Simplify off or on. */
const balances = (simplify: boolean) => async () => {
	const run = await ourNodes();
	const block = { chain: 'C', block: 'latest' };
	const asked = { resource: 'account', operation: 'getBalance', ...block, simplify };
	return async ({ url, items }: Job) => {
		const address = '={{ $json.address }}';
		const found = await run(
			'avalancheEvm',
			url,
			{ ...asked, address },
			{ items: makeItems(items) },
		);
		const toWei = ({ balance }: IDataObject): bigint =>
			simplify ? BigInt(Math.round((balance as number) * 1e18)) : BigInt(balance as string);
		return found.filter(({ json }, index) => isRight(toWei(json), index)).length;
	};
};

export const contenders: Contenders<Job> = {
	[floor]:
		async () =>
		async ({ url, items }) =>
			countRight(
				await askBatches(
					makeItems(items),
					async (calls) => (await axios.post(`${url}/ext/bc/C/rpc`, calls)).data,
				),
			),
	viem:
		async () =>
		async ({ url, items }) => {
			const transport = http(`${url}/ext/bc/C/rpc`, { batch: { batchSize } });
			const client = createPublicClient({ transport });
			return countRight(
				await readBatches(
					items,
					async (indexes) =>
						await Promise.all(
							indexes.map(async (i) => await client.getBalance({ address: addressOf(i) })),
						),
				),
			);
		},
	async [loop]() {
		const run = await loopNode<Job>(async (context, { url }) => {
			const balances = await askBatches(
				context.getInputData() as ReturnType<typeof makeItems>,
				async (body) =>
					await context.helpers.httpRequest({
						method: 'POST',
						url: `${url}/ext/bc/C/rpc`,
						body,
						json: true,
					}),
			);
			return balances.map((wei) => ({ balance: String(wei) }));
		});
		return async (job) => {
			const found = await run(job, { items: makeItems(job.items) });
			return found.filter(({ json }, i) => isRight(BigInt(json.balance as string), i)).length;
		};
	},
	[ours]: balances(false),
	[oursSimplified]: balances(true),
	async [ownNodes[0]]() {
		const run = await httpRequest();
		return async ({ url, items }) => {
			const found = await run(
				{
					method: 'POST',
					url: `${url}/ext/bc/C/rpc`,
					sendBody: true,
					specifyBody: 'json',
					jsonBody:
						'={{ { jsonrpc: "2.0", id: 1, method: "eth_getBalance", params: [$json.address, "latest"] } }}',
					options: {},
				},
				{ items: makeItems(items) },
			);
			return found.filter(({ json }, i) => isRight(BigInt(json.result as string), i)).length;
		};
	},
	async [ownNodes[1]]() {
		const run = await declarativeNode(
			{
				baseURL: '={{ $parameter.url }}',
				url: '/ext/bc/C/rpc',
				method: 'POST',
				body: { jsonrpc: '2.0', id: 1, method: 'eth_getBalance' },
			},
			[
				{ name: 'url' },
				{
					name: 'address',
					routing: {
						send: { type: 'body', property: 'params', value: '={{ [$value, "latest"] }}' },
					},
				},
			],
		);
		return async ({ url, items }) => {
			const found = await run(
				{ url, address: '={{ $json.address }}' },
				{ items: makeItems(items) },
			);
			return found.filter(({ json }, i) => isRight(BigInt(json.result as string), i)).length;
		};
	},
};

const balanceOf = ({ params: [address] }: RpcCall) => `0x${BigInt(address).toString(16)}`;

/** What our node adds to the same loop as a node: processor time, in more rounds and without others between them. */
async function measureShare(isShort: boolean): Promise<Goal[]> {
	const server = await startRpcServer(balanceOf, 0);
	const job = { url: server.url, items: isShort ? 2_000 : 10_000, latencyMs: 0 };
	const names = [loop, ours, oursSimplified];
	const runsOf = await race<Job>({
		file: import.meta.url,
		contenders: names,
		jobs: [job],
		rounds: 9,
		warmUp: { ...job, items: 400 },
		recordsOf: ({ items }) => items,
		takeRequests: () => server.takeRequests(),
	});
	server.close();
	writeTable(`eth_getBalance of ${job.items.toLocaleString('en')} items`, names, [job], runsOf);
	const goalOf = (name: string, what: string, atMost: number): Goal => ({
		goal: `EVM calls, ${what}: processor time, times the same loop as a node`,
		atMost,
		measured: ratioOf(runsOf(name, job), runsOf(loop, job), cpuOfRecord),
	});
	return [goalOf(ours, 'Simplify off', 1.25), goalOf(oursSimplified, 'Simplify on', 1.6)];
}

function sizeOf(isShort: boolean, isOfGoals: boolean): { latencies: number[]; sizes: number[] } {
	if (isShort) return { latencies: [0, 50], sizes: [200] };
	if (isOfGoals) return { latencies: [50], sizes: [1_000] };
	return { latencies: [0, 50, 200], sizes: [1_000, 10_000] };
}

/** `isOfGoals` leaves out what no goal rests on. */
export async function measureEvmCalls(isShort: boolean, isOfGoals: boolean): Promise<Goal[]> {
	const goals = await measureShare(isShort);
	const { latencies, sizes } = sizeOf(isShort, isOfGoals);
	for (const items of sizes) {
		const servers = new Map<Job, Awaited<ReturnType<typeof startRpcServer>>>();
		for (const latencyMs of latencies) {
			const server = await startRpcServer(balanceOf, latencyMs);
			servers.set({ url: server.url, items, latencyMs }, server);
		}
		const jobs = [...servers.keys()];
		const names = Object.keys(contenders);
		const runsOf = await race<Job>({
			file: import.meta.url,
			contenders: names,
			jobs,
			rounds: isShort ? 1 : 5,
			// A request for each item takes up to a minute for 10,000, and no round brings it near the others.
			once: [...ownNodes],
			warmUp: { ...jobs[0]!, items: 400 },
			recordsOf: (job) => job.items,
			takeRequests: (job) => servers.get(job)!.takeRequests(),
		});
		for (const server of servers.values()) server.close();

		const title = `eth_getBalance of ${items.toLocaleString('en')} items`;
		writeTable(title, names, jobs, runsOf);
		const at50 = jobs.find(({ latencyMs }) => latencyMs === 50)!;
		goals.push({
			goal: `${items.toLocaleString('en')} EVM calls at 50 ms: times the bare loop`,
			atMost: 1.25,
			measured: ratioOf(runsOf(ours, at50), runsOf(floor, at50), secondsOf),
		});
	}
	return goals;
}
