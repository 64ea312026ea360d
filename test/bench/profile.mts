/** Where the processor time of an EVM call goes, and whose it is: a profile of eth_getBalance of 10,000 items. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { contenders } from './evmCalls.mts';
import { writeRows } from './output.mts';
import { startRpcServer, type RpcCall } from './rpcServer.mts';

/** Steps of ours by a function that does all of each. The last ones of a stack decide, so that a part comes before a whole. */
const stepOf: Record<string, string> = {
	prepareItems: 'reads and checks the parameters',
	exchange: 'sends, and receives the answer',
	readBatch: 'reads the answer, and finds what belongs to each call',
	resolveBatch: 'hands each call its answer',
	sendBatch: 'puts calls into batches',
	alignColumns: 'gives all items the same columns',
	toItems: 'makes records, and simplifies them',
};
const others = 'runs tasks, each of which may fail alone';

interface Place {
	owner: string;
	step: string;
}

const ownerOf = (url: string, name: string): string | undefined => {
	if (name === '(garbage collector)') return "Node.js's garbage collector";
	if (url.includes('/dist/index.js')) return 'this package';
	if (url.includes('node_modules')) return 'n8n, and axios for it';
	return url.startsWith('node:') || name.startsWith('(') || !url ? 'Node.js' : undefined;
};

type Stack = Array<Profiler.ProfileNode['callFrame']>;

function placeOf(stack: Stack): Place | undefined {
	const [top] = stack as [Stack[number]];
	const owner = ownerOf(top.url, top.functionName);
	if (!owner || ['(idle)', '(program)', '(root)'].includes(top.functionName)) return undefined;
	if (owner !== 'this package') return { owner, step: '' };
	const known = stack.find(({ functionName }) => Object.hasOwn(stepOf, functionName));
	return { owner, step: known ? stepOf[known.functionName]! : others };
}

/** Microseconds by owner and step. */
function addUp({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const stackOf = (id: number): Stack => {
		const stack: Stack = [];
		for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
			stack.push(byId.get(at)!.callFrame);
		return stack;
	};
	const times = new Map<string, number>();
	for (const [i, id] of samples.entries()) {
		const place = placeOf(stackOf(id));
		if (!place) continue;
		const key = `${place.owner}\n${place.step}`;
		times.set(key, (times.get(key) ?? 0) + timeDeltas[i]!);
	}
	return times;
}

async function profile(contender: string, url: string, items: number, runs: number) {
	const job = { url, items, latencyMs: 0 };
	const run = await contenders[contender]!();
	await run(job);
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 200 });
	await session.post('Profiler.start');
	for (let i = 0; i < runs; i++) await run(job);
	const { profile: taken } = await session.post('Profiler.stop');
	session.disconnect();
	return addUp(taken);
}

export async function measureSteps(isShort: boolean): Promise<void> {
	const server = fork(fileURLToPath(import.meta.url), {
		execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
	});
	const [url] = (await once(server, 'message')) as [string];
	const [items, runs] = isShort ? [1_000, 1] : [10_000, 10];
	const names = [
		'the same loop as a node',
		'Avalanche EVM Chains',
		'Avalanche EVM Chains, simplified',
	];
	const times: Array<Map<string, number>> = [];
	for (const name of names) times.push(await profile(name, url, items, runs));
	server.kill();
	const keys = [...new Set(times.flatMap((of) => [...of.keys()]))].sort();
	writeRows(
		`Processor time by step, eth_getBalance of ${items.toLocaleString('en')} items, in µs an item`,
		keys.map((key) => {
			const [owner, step] = key.split('\n');
			const spent = times.map((of) => ((of.get(key) ?? 0) / items / runs).toFixed(2));
			return {
				'whose it is': owner,
				step,
				...Object.fromEntries(names.map((name, i) => [name, spent[i]])),
			};
		}),
	);
}

const balanceOf = ({ params: [address] }: RpcCall) => `0x${BigInt(address).toString(16)}`;

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.send!((await startRpcServer(balanceOf, 0)).url);
