/** How long n8n takes to load a package: all our nodes, beside single nodes of n8n's own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { requireInServer } from './n8nNodes.mts';
import {
	addedMiB,
	cpuOf,
	medianOf,
	race,
	secondsOf,
	type Contenders,
	type Goal,
	type Run,
} from './race.mts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
	n8n: Record<'nodes' | 'credentials', string[]>;
};
const requireHere = createRequire(join(process.cwd(), 'package.json'));
const ours = 'this package: all nodes and the credential';
const ownNodes: Record<string, string> = {
	"n8n's HTTP Request": 'HttpRequest/HttpRequest.node.js',
	"n8n's GitHub": 'Github/Github.node.js',
	"n8n's Google Sheets": 'Google/Sheet/GoogleSheets.node.js',
	"n8n's Slack": 'Slack/Slack.node.js',
};

/** Loads the files and makes the nodes, as n8n does when it starts; what n8n has loaded by then is there. */
const loading = (require: NodeJS.Require, files: string[]) => async () => {
	require('n8n-workflow');
	require('luxon');
	return async () => {
		for (const file of files)
			for (const Class of Object.values(require(file) as Record<string, new () => object>))
				new Class();
		return files.length;
	};
};

const ourFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => `./${file}`);

export const contenders: Contenders<object> = {
	[ours]: loading(requireHere, ourFiles),
	...Object.fromEntries(
		Object.entries(ownNodes).map(([name, file]) => [
			name,
			loading(requireInServer, [`n8n-nodes-base/dist/nodes/${file}`]),
		]),
	),
};

export async function measureLoad(isShort: boolean): Promise<Goal[]> {
	const names = Object.keys(contenders);
	const job = {};
	const runsOf = await race({
		...{ file: import.meta.url, contenders: names, jobs: [job], rounds: isShort ? 1 : 9 },
		isFresh: true,
	});
	const msOf = (name: string, figure: (run: Run) => number) =>
		medianOf(runsOf(name, job), figure) * 1000;
	console.log('\nLoading the package in a fresh process that has n8n-workflow loaded');
	console.table(
		names.map((name) => ({
			'what is loaded': name,
			files: runsOf(name, job)[0]!.records,
			'time (ms)': msOf(name, secondsOf).toFixed(0),
			'processor time (ms)': msOf(name, cpuOf).toFixed(0),
			'memory (MiB)': medianOf(runsOf(name, job), addedMiB).toFixed(1),
		})),
	);
	return [
		{
			...{ goal: 'Loading the package: processor time (ms)', atMost: 50 },
			measured: msOf(ours, cpuOf),
		},
	];
}
