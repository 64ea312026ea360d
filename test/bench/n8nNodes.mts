/** What people use without our nodes: n8n's HTTP Request, and a node in n8n's declarative style, run by its own engine. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { credentialsFor, loadEngine } from '../support/engine.mts';
import type { NodeOptions } from '../support/engine.mts';

type RunNode = (
	parameters: Record<string, unknown>,
	options?: Pick<NodeOptions, 'items' | 'typeVersion'>,
) => Promise<INodeExecutionData[]>;

/** Runs one node of a package in n8n's engine. */
async function runnerOf(type: string, packageDir?: string): Promise<RunNode> {
	const engine = await loadEngine({ packageDir });
	process.on('exit', engine.close);
	return async (parameters, options) => {
		const { items, error } = await engine.runNode(type, parameters, options);
		if (error) throw error;
		return items;
	};
}

/** A package of one node: all of n8n's own would take half a minute to load. */
function writePackage(name: string, source: string): string {
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

/** Finds what the server of n8n has installed. */
export const requireInServer = createRequire(join(process.cwd(), 'tools/n8n/package.json'));

export async function httpRequest(): Promise<RunNode> {
	const path = requireInServer.resolve('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');
	const source = `module.exports = require(${JSON.stringify(path)});`;
	const run = await runnerOf('httpRequest', writePackage('HttpRequest', source));
	return async (parameters, { items } = {}) => await run(parameters, { items, typeVersion: 4.2 });
}

/** A node that consists of its description. */
export async function declarativeNode(
	requestDefaults: INodeTypeDescription['requestDefaults'],
	properties: Array<Pick<INodeProperties, 'name' | 'routing'>>,
): Promise<RunNode> {
	const description = {
		displayName: 'Declarative',
		name: 'declarative',
		group: ['transform'],
		version: 1,
		description: 'Declarative',
		defaults: { name: 'Declarative' },
		inputs: ['main'],
		outputs: ['main'],
		requestDefaults,
		properties: properties.map((property) => ({
			displayName: property.name,
			type: 'string',
			default: '',
			...property,
		})),
	};
	const source = `exports.Declarative = class { description = ${JSON.stringify(description)}; };`;
	return await runnerOf('declarative', writePackage('Declarative', source));
}

/**
 * A node that does this work and nothing else: sends its requests with n8n's helper, and gives an item for each record.
 * The work gets the node's context and what it is run with.
 */
export async function loopNode<Job>(
	work: (context: IExecuteFunctions, job: Job) => Promise<IDataObject[]>,
): Promise<(job: Job, options?: Pick<NodeOptions, 'items'>) => Promise<INodeExecutionData[]>> {
	const description = {
		displayName: 'Loop',
		name: 'loop',
		group: ['transform'],
		version: 1,
		properties: [],
		description: 'Loop',
		defaults: { name: 'Loop' },
		inputs: ['main'],
		outputs: ['main'],
	};
	const works = globalThis as { loop?: (context: IExecuteFunctions) => Promise<IDataObject[]> };
	const source = `exports.Loop = class {
		description = ${JSON.stringify(description)};
		async execute() {
			return [(await globalThis.loop(this)).map((json) => ({ json }))];
		}
	};`;
	const run = await runnerOf('loop', writePackage('Loop', source));
	return async (job, options) => {
		works.loop = async (context) => await work(context, job);
		return await run({}, options);
	};
}

/** Runs a node of ours; all hosts of its credential are at one URL. */
export async function ourNodes(): Promise<
	(
		type: string,
		url: string,
		parameters: Record<string, unknown>,
		options?: Pick<NodeOptions, 'items'>,
	) => Promise<INodeExecutionData[]>
> {
	const engine = await loadEngine();
	process.on('exit', engine.close);
	return async (type, url, parameters, options) => {
		const credentials = credentialsFor(url);
		const { items, error } = await engine.runNode(type, parameters, { ...options, credentials });
		if (error) throw error;
		return items;
	};
}
