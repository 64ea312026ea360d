/** The engine of the tests does what n8n's server does; tried on a package of a few lines, so that a broken node cannot hide it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, loadEngine } from '../support/engine.mts';
import { until } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const files = {
	'package.json': JSON.stringify({
		name: 'n8n-nodes-toy',
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			credentials: ['FunctionApi.credentials.js', 'GenericApi.credentials.js'],
			nodes: ['Toy.node.js', 'ToyTrigger.node.js'],
		},
	}),
	'FunctionApi.credentials.js': `exports.FunctionApi = class {
		name = 'functionApi';
		displayName = 'Function API';
		properties = [
			{ displayName: 'Key', name: 'key', type: 'string', default: 'default-key' },
		];
		authenticate = async (credentials, options) => ({ ...options, headers: { ...options.headers, 'x-key': credentials.key } });
	}`,
	'GenericApi.credentials.js': `exports.GenericApi = class {
		name = 'genericApi';
		displayName = 'Generic API';
		properties = [{ displayName: 'Key', name: 'key', type: 'string', default: '' }];
		authenticate = { type: 'generic', properties: { headers: { 'x-key': '={{"generic " + $credentials.key}}' } } };
	}`,
	'Toy.node.js': `exports.Toy = class {
		description = {
			displayName: 'Toy', name: 'toy', group: ['transform'], version: 1, description: '', defaults: { name: 'Toy' },
			inputs: ['main'], outputs: ['main'],
			credentials: [{ name: 'functionApi' }, { name: 'genericApi', testedBy: 'tryKey' }],
			properties: [
				{ displayName: 'Credential', name: 'credential', type: 'string', default: '' },
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			],
		};
		methods = { credentialTest: { tryKey: async ({ data }) =>
			data.key ? { status: 'OK', message: 'Fine' } : { status: 'Error', message: 'No key' } } };
		async execute() {
			const url = this.getNodeParameter('url', 0);
			return [[{ json: await this.helpers.httpRequestWithAuthentication.call(this, this.getNodeParameter('credential', 0), { url }), pairedItem: { item: 0 } }]];
		}
	}`,
	'ToyTrigger.node.js': `exports.ToyTrigger = class {
		description = {
			displayName: 'Toy Trigger', name: 'toyTrigger', group: ['trigger'], version: 1, description: '', polling: true,
			defaults: { name: 'Toy Trigger' }, inputs: [], outputs: ['main'],
			properties: [{ displayName: 'Fail', name: 'fail', type: 'boolean', default: false }],
		};
		async poll() {
			if (this.getMode() === 'manual') return [[{ json: { sample: true } }]];
			const data = this.getWorkflowStaticData('node');
			data.count = (data.count ?? 0) + 1;
			if (this.getNodeParameter('fail')) throw new Error('no luck');
			return data.count % 2 ? null : [[{ json: { count: data.count } }]];
		}
	}`,
};

const packageDir = mkdtempSync(join(tmpdir(), 'n8n-toy-'));
const server = useScript(({ path, headers }) =>
	path === '/never' ? undefined : reply({ key: headers['x-key'] }),
);
let engine: Engine;

beforeAll(async () => {
	mkdirSync(packageDir, { recursive: true });
	for (const [file, text] of Object.entries(files)) writeFileSync(join(packageDir, file), text);
	engine = await loadEngine({ packageDir });
});

afterAll(() => {
	rmSync(packageDir, { recursive: true });
	engine.close();
});

test.each([
	['functionApi', { key: 'secret' }, 'secret'],
	['functionApi', {}, 'default-key'],
	['genericApi', { key: 'secret' }, 'generic secret'],
])('authenticates with %s %j', async (credential, data, key) => {
	const { items, error } = await engine.runNode(
		'toy',
		{ credential, url: server.url },
		{ credentials: { [credential]: data } },
	);
	expect(error).toBeUndefined();
	expect(items).toEqual([{ json: { key }, pairedItem: { item: 0 } }]);
});

test.each([
	['good', 'OK', 'Fine'],
	['', 'Error', 'No key'],
])('tests a credential with the key "%s"', async (key, status, message) => {
	expect(await engine.testCredential('genericApi', { key })).toEqual({ status, message });
});

test('cancels a request under way', async () => {
	const running = engine.runNode(
		'toy',
		{ credential: 'genericApi', url: `${server.url}/never` },
		{
			credentials: { genericApi: { key: 'k' } },
		},
	);
	await until(() => server.received.length > 0);
	running.cancel();
	expect((await running).run.status).toBe('canceled');
});

test('keeps what a poll stored only where n8n does', async () => {
	const trigger = engine.createPoll('toyTrigger', {});
	expect(await trigger.activate()).toBeNull();
	expect(trigger.stored).toEqual({ count: 1 });
	expect((await trigger.testRun()).items).toEqual([
		{ json: { sample: true }, pairedItem: { item: 0 } },
	]);
	expect(await trigger.poll()).toEqual([{ json: { count: 2 } }]);
	expect(await trigger.poll()).toBeNull();
	expect(trigger.stored).toEqual({ count: 2 });
	trigger.restart();
	expect(await trigger.poll()).toBeNull();
	expect(await trigger.poll()).toEqual([{ json: { count: 4 } }]);
});

test('keeps a durable cursor with each poll that succeeds, and drops that of one that throws', async () => {
	if (!engine.isRecent) return;
	const trigger = engine.createPoll('toyTrigger', {}, { durable: true });
	expect(await trigger.poll()).toBeNull();
	expect(trigger.stored).toEqual({ count: 1 });
	const failing = engine.createPoll(
		'toyTrigger',
		{ fail: true },
		{ durable: true, staticData: trigger.stored },
	);
	await expect(failing.poll()).rejects.toThrow('no luck');
	await expect(failing.activate()).rejects.toThrow('no luck');
	expect(failing.stored).toEqual({ count: 1 });
});

test('hears what n8n logs', () => {
	expect(
		engine.logLines.some((line) =>
			line.includes('Loaded all credentials and nodes from n8n-nodes-toy'),
		),
	).toBe(true);
});
