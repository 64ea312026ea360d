/**
 * How long n8n takes to load this package: at its start, where it reads descriptions and makes the credential, and after an
 * install, where it makes every node; beside single nodes of n8n's own.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as N8nCore from 'n8n-core';
import { requireInServer } from './n8nNodes.mts';
import { writeRows } from './output.mts';
import {
	addedMiB,
	longestTurn,
	medianOf,
	race,
	secondsOf,
	threadOf,
	turnLabel,
	type Contenders,
	type Goal,
	type Run,
} from './race.mts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
	n8n: Record<'nodes' | 'credentials', string[]>;
};
const requireHere = createRequire(join(process.cwd(), 'package.json'));
const atStart = "this package at n8n's start";
const afterInstall = 'this package after an install: all nodes';
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

/** What n8n does with an installed package when it starts. */
const starting = async () => {
	requireHere('luxon');
	const { LazyPackageDirectoryLoader } = requireHere('n8n-core') as typeof N8nCore;
	// The first loader makes n8n's logger, which n8n has before it loads any package.
	new LazyPackageDirectoryLoader(process.cwd());
	await setTimeout(500);
	return async () => {
		const loader = new LazyPackageDirectoryLoader(process.cwd());
		await loader.loadAll();
		const credentials = Object.keys(loader.known.credentials);
		for (const name of credentials) loader.getCredential(name);
		return credentials.length;
	};
};

export const contenders: Contenders<object> = {
	[atStart]: starting,
	[afterInstall]: loading(requireHere, ourFiles),
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
		file: import.meta.url,
		contenders: names,
		jobs: [job],
		rounds: isShort ? 1 : 9,
		isFresh: true,
	});
	const msOf = (name: string, figure: (run: Run) => number) =>
		medianOf(runsOf(name, job), figure) * 1000;
	writeRows(
		'Loading the package in a fresh process that has n8n loaded',
		names.map((name) => ({
			'what is loaded': name,
			files: runsOf(name, job)[0]!.records,
			'time (ms)': msOf(name, secondsOf).toFixed(0),
			'processor time (ms)': msOf(name, threadOf).toFixed(0),
			'memory (MiB)': medianOf(runsOf(name, job), addedMiB).toFixed(1),
			[turnLabel]: Math.round(longestTurn(runsOf(name, job))),
		})),
	);
	return [
		{
			goal: "Loading the package at n8n's start: processor time (ms)",
			atMost: 20,
			measured: msOf(atStart, threadOf),
		},
	];
}
