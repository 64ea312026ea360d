/** The contenders of the eth_getBalance benchmark. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import type { Engine } from '../support/engine.mts';
import type { IWorkflowBase } from 'n8n-workflow';
import { compete } from './contender.mts';

interface Job {
	url: string;
	items: number;
}

const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;
const makeItems = (items: number) =>
	Array.from({ length: items }, (_, index) => ({ json: { address: addressOf(index) } }));
const balanceCall = (id: number) => ({
	jsonrpc: '2.0',
	id,
	method: 'eth_getBalance',
	params: [addressOf(id), 'latest'],
});

/** The least that has to be done: batches of 40, five under way, answers taken by their id. */
async function sendBatches(_engine: Engine, { url, items }: Job): Promise<number> {
	const balances = new Array<string>(items);
	const starts = Array.from({ length: Math.ceil(items / 40) }, (_, batch) => batch * 40).reverse();
	const worker = async () => {
		for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
			const ids = Array.from(
				{ length: Math.min(40, items - start) },
				(_, offset) => start + offset,
			);
			const { data } = await axios.post(`${url}/ext/bc/C/rpc`, ids.map(balanceCall));
			for (const { id, result } of data) balances[id] = BigInt(result).toString();
		}
	};
	await Promise.all([1, 2, 3, 4, 5].map(worker));
	return balances.length;
}

async function runOurs(engine: Engine, { url, items }: Job): Promise<number> {
	const run = await engine.runNode(
		'avalancheEvm',
		{
			resource: 'account',
			operation: 'getBalance',
			chain: 'C',
			address: '={{ $json.address }}',
			block: 'latest',
		},
		{
			items: makeItems(items),
			credentials: {
				avalancheApi: { network: 'ownNode', nodeUrl: url, dataUrl: url, metricsUrl: url },
			},
		},
	);
	if (run.error) throw run.error;
	const right = run.items.filter(({ json }, index) => json.balance === (index + 1) / 1e18);
	return right.length;
}

async function runHttpRequest(engine: Engine, { url, items }: Job): Promise<number> {
	const body =
		'={{ { jsonrpc: "2.0", id: 1, method: "eth_getBalance", params: [$json.address, "latest"] } }}';
	const node = {
		id: '1',
		name: 'HTTP Request',
		type: 'httpRequest',
		typeVersion: 4.2,
		position: [0, 0] as [number, number],
		parameters: {
			method: 'POST',
			url: `${url}/ext/bc/C/rpc`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: body,
			options: {},
		},
	};
	const workflow = { nodes: [node], connections: {} } as unknown as IWorkflowBase;
	const run = await engine.runWorkflow(workflow, node.name, { items: makeItems(items) });
	if (run.error) throw run.error;
	return run.items.length;
}

/** What n8n takes for evaluating the expression of one parameter: no node that reads it can be quicker. */
async function readParameter(engine: Engine, { items }: Job): Promise<number> {
	const run = await engine.runNode(
		'reader',
		{ address: '={{ $json.address }}' },
		{ items: makeItems(items) },
	);
	if (run.error) throw run.error;
	return run.items.length;
}

/** A package of one node: all of n8n's own would take half a minute to load. */
function pack(name: string, source: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	writeFileSync(join(folder, `${name}.node.js`), source);
	const manifest = {
		name: 'n8n-nodes-bench',
		version: '1.0.0',
		n8n: { nodes: [`${name}.node.js`] },
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	return folder;
}

const readerSource = `exports.Reader = class {
	description = {
		displayName: 'Reader', name: 'reader', group: ['transform'], version: 1, description: 'Reads', defaults: { name: 'Reader' },
		inputs: ['main'], outputs: ['main'],
		properties: [{ displayName: 'Address', name: 'address', type: 'string', default: '' }],
	};
	async execute() {
		return [this.getInputData().map((_, item) => ({ json: { address: this.getNodeParameter('address', item) }, pairedItem: { item } }))];
	}
};`;

const httpRequest = join(
	process.cwd(),
	'tools/n8n/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

await compete<Job>(
	{
		'bare floor: batches of 40, 5 in flight': sendBatches,
		'Avalanche EVM Chains': runOurs,
		"n8n's HTTP Request": runHttpRequest,
		"n8n's reading of the address": readParameter,
	},
	(contender) =>
		contender === "n8n's HTTP Request"
			? pack('HttpRequest', `module.exports = require(${JSON.stringify(httpRequest)});`)
			: contender.startsWith('n8n')
				? pack('Reader', readerSource)
				: undefined,
	// The first items of a process pay for its start.
	async (run, job) => void (await run({ url: `${job.url}/warm-up`, items: 400 })),
);
