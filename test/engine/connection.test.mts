/** Which hosts a credential leads to, whether they answer, and what is said where they do not. */
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { useDevnet, useDevnets } from '../support/useDevnet.mts';
import { reply, useScript } from '../support/useScript.mts';
import { outputOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet({ separate: true });
const startDevnet = useDevnets();
/** Answers with JSON that holds nothing. */
const empty = useScript(() => reply({}));
const engine = useEngine();

const credential = (changes: Record<string, string> = {}) => ({
	...devnet.credentials.avalancheNodesApi,
	apiKey: '',
	...changes,
});
const testWith = async (changes: Record<string, string>) =>
	await engine.testCredential('avalancheNodesApi', credential(changes));
const check = async (changes: Record<string, string> = {}) => {
	const parameters = { resource: 'connection', operation: 'check' };
	const credentials = { avalancheNodesApi: credential(changes) };
	const [report] = await outputOf(engine.runNode('avalancheInfo', parameters, { credentials }));
	return report;
};

/** A port that nothing listens on any more. */
async function closedUrl(): Promise<string> {
	const server = createHttpServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}

/** A web server that has no such page. */
async function startPage() {
	const server = createHttpServer((_, response) => response.writeHead(404).end('<p>No such page'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('the test of the credential', () => {
	test('passes with a node, with and without a key', async () => {
		expect(await testWith({})).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(await testWith({ apiKey: 'key-for-tests-1' })).toMatchObject({ status: 'OK' });
	});

	test('asks each host and sends the key to the data and metrics services alone', async () => {
		await testWith({ apiKey: 'key-for-tests-1' });
		const keys = devnet.log.map(({ host, rpcMethod, headers }) => [
			rpcMethod ?? host,
			headers['x-data-api-key'],
			headers['x-glacier-api-key'],
		]);
		expect(keys.sort()).toEqual([
			['data', 'key-for-tests-1', 'key-for-tests-1'],
			['info.getNetworkID', undefined, undefined],
			['info.getNetworkName', undefined, undefined],
			['info.getNodeVersion', undefined, undefined],
			['metrics', 'key-for-tests-1', 'key-for-tests-1'],
		]);
	});

	test.each<Record<string, string>>([{ dataUrl: '', metricsUrl: ' ' }, { services: 'none' }])(
		'asks no host that the network does not have: %j',
		async (changes) => {
			expect(await testWith(changes)).toMatchObject({ status: 'OK' });
			expect(new Set(devnet.log.map(({ host }) => host))).toEqual(new Set(['node']));
		},
	);

	test('takes a token with the word Bearer in front', async () => {
		await testWith({ nodeAuthentication: 'bearer', nodeToken: 'Bearer token-of-tests' });
		const sent = devnet.log.find(({ host }) => host === 'node')?.headers.authorization;
		expect(sent).toBe('Bearer token-of-tests');
	});

	test('names each host that fails', async () => {
		const closed = await closedUrl();
		const [node, data, metrics] = [
			await testWith({ nodeUrl: closed }),
			await testWith({ dataUrl: closed }),
			await testWith({ metricsUrl: closed }),
		].map(({ status, message }) => [status, message.split('\n')[0]]);
		const words = `${closed} could not be reached: nothing listens at that address.`;
		expect(node).toEqual(['Error', `Node URL: ${words}`]);
		expect(data).toEqual([
			'Error',
			expect.stringMatching(/^The node answers at http:\S+: Mainnet, avalanchego/),
		]);
		expect(metrics).toEqual(data);

		const all = await testWith({ nodeUrl: closed, dataUrl: closed, metricsUrl: closed });
		expect(all.message.match(/\w+ URL: http/g)).toEqual([
			'Node URL: http',
			'Data URL: http',
			'Metrics URL: http',
		]);
		expect((await testWith({ nodeUrl: '' })).message).toMatch(/^The credential has no Node URL/);
	});

	test('says first that the node answers, and then what does not, for a node without internet', async () => {
		const closed = await closedUrl();
		const { message } = await testWith({ dataUrl: closed, metricsUrl: closed });
		expect(message.split('\n')).toEqual([
			expect.stringMatching(/^The node answers at http:\S+: Mainnet, avalanchego\/\S+\.$/),
			'To use the node alone, choose None under Data and Metrics APIs. What fails:',
			`Data URL: ${closed} could not be reached: nothing listens at that address.`,
			expect.stringMatching(/^Check the Data URL in the credential: the public one is https:/),
			`Metrics URL: ${closed} could not be reached: nothing listens at that address.`,
			expect.stringMatching(/^Check the Metrics URL in the credential: the public one is https:/),
		]);
		const none = await testWith({ nodeUrl: closed });
		expect(none.message).not.toContain('The node answers');
	});

	test('shows the URL of the node as it is used: without user, path and ws://', async () => {
		const nodeUrl = devnet.nodeUrl.replace('http://', 'ws://me:secret-1@') + '/ext/bc/C/ws';
		const { message } = await testWith({ nodeUrl, dataUrl: await closedUrl() });
		expect(message).toContain(`The node answers at ${devnet.nodeUrl}: Mainnet`);
		expect(message).not.toMatch(/secret-1|me:|ws:/);
	});

	test('says what else may serve the URL of a node', async () => {
		const page = await startPage();
		const [other, missing] = [
			await testWith({ nodeUrl: empty.url }),
			await testWith({ nodeUrl: page.url }),
		].map(({ message }) => message);
		page.close();
		expect(other).toContain('It is a server of another kind. The Node URL must lead');
		expect(other).not.toContain('C-Chain');
		expect(missing).toContain('another kind, or it serves the C-Chain alone.');
	});

	test('names the path of an API only where one was entered', async () => {
		const [bare, withPath] = [
			await testWith({ nodeUrl: empty.url }),
			await testWith({ nodeUrl: `${empty.url}/ext/bc/C/rpc` }),
		].map(({ message }) => message);
		expect(bare).toContain('answers, but not as an Avalanche node');
		expect(bare).not.toContain('path');
		expect(withPath).toContain('The path of an API behind it is ignored.');
	});

	test('refuses URLs that lead elsewhere', async () => {
		const data = await testWith({ dataUrl: devnet.nodeUrl });
		expect(data).toMatchObject({ status: 'Error' });
		expect(data.message).toContain(`Data URL: ${devnet.nodeUrl} answers, but not as the Data API`);
		const metrics = await testWith({ metricsUrl: devnet.dataUrl });
		expect(metrics.message).toContain(
			`Metrics URL: ${devnet.dataUrl} answers, but not as the Metrics API`,
		);
		expect(metrics.message).not.toContain('Data URL');
		// JSON, and no list in it.
		const other = await testWith({ dataUrl: empty.url, metricsUrl: empty.url });
		expect(other.message).toContain(`${empty.url} answers, but not as the Data API`);
		expect(other.message).toContain(`${empty.url} answers, but not as the Metrics API`);
	});

	test.each([
		[{ nodeAuthentication: 'header', nodeHeaderSecret: 'value' }, 'Header Name'],
		[
			{ nodeAuthentication: 'header', nodeHeaderName: 'x-key', nodeHeaderSecret: ' ' },
			'Header Value',
		],
		[{ nodeAuthentication: 'bearer' }, 'Token'],
		[{ nodeAuthentication: 'basic', nodePassword: 'pass' }, 'User'],
		[{ nodeAuthentication: 'basic', nodeUser: 'me' }, 'Password'],
	])('refuses an authentication that lacks a part: %j', async (changes, label) => {
		for (const network of ['ownNode', 'hosted'])
			expect(await testWith({ ...changes, network })).toEqual({
				status: 'Error',
				message: `The node authentication has no ${label}. Enter it, or set Node Authentication to None.`,
			});
		expect(devnet.log).toEqual([]);
	});

	test('says that a header has no such name', async () => {
		const header = { nodeHeaderName: 'x api key', nodeHeaderSecret: 'value-of-tests' };
		const { status, message } = await testWith({ ...header, nodeAuthentication: 'header' });
		expect(status).toBe('Error');
		expect(message).toContain("The credential's Header Name is not the name of a header");
		expect(message).not.toContain('value-of');
		expect(devnet.log).toEqual([]);
	});

	const byHeader = { nodeAuthentication: 'header', nodeHeaderName: 'x-key' };
	test.each<[string, (value: string) => Record<string, string>]>([
		['API Key', (apiKey) => ({ apiKey })],
		['Token', (nodeToken) => ({ nodeAuthentication: 'bearer', nodeToken })],
		['Header Value', (nodeHeaderSecret) => ({ ...byHeader, nodeHeaderSecret })],
	])('refuses what no header carries as %s, as every node does', async (label, enter) => {
		const blank = label === 'Header Value' ? 'key-of\ntests' : 'key-of tests';
		for (const [value, what] of [
			[blank, 'a space or a line break'],
			['key-of\r\ntests', 'a space or a line break'],
			['key-of…tests', 'a character that no header can have'],
			['key-of\u200btests', 'a character that no header can have'],
		]) {
			const { status, message } = await testWith(enter(value));
			const words = `The credential's ${label} holds ${what}`;
			expect([status, message]).toEqual(['Error', expect.stringContaining(`${words}. Copy it`)]);
			const { error } = await engine.runNode(
				'avalancheInfo',
				{ resource: 'node', operation: 'getNodeVersion' },
				{ credentials: { avalancheNodesApi: credential(enter(value)) } },
			);
			expect(error?.message).toBe(words);
			expect(message + error?.message + error?.description).not.toMatch(/key-of|tests/);
		}
		expect(devnet.log).toEqual([]);
		expect(await testWith(enter(' key-of-tests \n'))).toMatchObject({ status: 'OK' });
	});

	test.each([
		['#key-of-tests', 'end before "#"'],
		['/#key-of-tests', 'end before "#"'],
		['/ext/info\n/key-of-tests', 'have no space and no line break'],
		['/key-of tests', 'have no space and no line break'],
	])('asks no host at a URL that goes on with %j', async (more, flaw) => {
		for (const host of ['node', 'data', 'metrics'] as const) {
			devnet.clearLog();
			const url = devnet[`${host}Url`];
			const { status, message } = await testWith({ [`${host}Url`]: url + more });
			const label = `${host[0].toUpperCase()}${host.slice(1)} URL`;
			expect(status).toBe('Error');
			expect(message).toContain(`The credential's ${label} is not a valid URL`);
			expect(message).toContain(`The URL must ${flaw}.`);
			expect(message).not.toContain('key-of');
			expect(devnet.log.filter((asked) => asked.host === host)).toEqual([]);
		}
	});

	test('refuses a URL that was copied in two lines, although a URL parser joins them', async () => {
		const { message } = await testWith({ nodeUrl: devnet.nodeUrl.replace(/\d$/, '\n$&') });
		expect(message).toContain('The URL must have no space and no line break.');
	});

	test('refuses a limit that cannot be', async () => {
		const { status, message } = await testWith({ limits: 'custom', retries: '-1' });
		expect([status, message]).toEqual(['Error', expect.stringContaining('Retries must be')]);
		expect(devnet.log).toEqual([]);
	});

	test('says in plain words what is wrong', async () => {
		const unreachable = await testWith({ nodeUrl: await closedUrl() });
		expect(unreachable).toMatchObject({ status: 'Error' });
		expect(unreachable.message).toContain('could not be reached: nothing listens at that address');

		const tls = await testWith({ nodeUrl: devnet.nodeUrl.replace('http:', 'https:') });
		expect(tls.message).toContain('No secure connection');
		expect(tls.message).toContain('Enter http:// in place of https:// in the Node URL.');

		const socket = await testWith({ nodeUrl: devnet.nodeUrl.replace('http:', 'wss:') });
		expect(socket.message).toContain('Enter ws:// in place of wss:// in the Node URL.');

		const notNode = await testWith({ nodeUrl: devnet.dataUrl });
		expect(notNode.message).toContain('answers, but not as an Avalanche node');

		const noUrl = await testWith({ nodeUrl: 'api.avax.network' });
		expect(noUrl.message).toContain('not a valid URL');

		const remove = 'The URL has a path after the host. Remove it';
		for (const [name, url] of [
			['nodeUrl', devnet.nodeUrl],
			['dataUrl', devnet.dataUrl],
		] as const) {
			const { message } = await testWith({ [name]: `${url}/key-or-path-1` });
			expect(message).toContain(remove);
			expect(message).not.toContain('key-or-path-1');
		}
		expect(notNode.message).not.toContain(remove);

		devnet.faults([{ host: 'data', requireKey: 'another-key' }]);
		const refused = await testWith({ apiKey: 'wrong-key-of-tests' });
		expect(refused.message).toContain('refused the API key (403)');
		expect(refused.message).not.toContain('wrong-key-of-tests');

		const { host } = new URL(devnet.dataUrl);
		expect((await testWith({})).message).toContain(`${host} requires an API key (`);
	});
});

describe('on a Node.js that is too old', () => {
	const { withResolvers } = Promise;
	beforeAll(() => {
		// Node.js 22 brought it.
		Reflect.deleteProperty(Promise, 'withResolvers');
	});
	afterAll(() => {
		Promise.withResolvers = withResolvers;
	});

	test('the test of the credential refuses in the words of every node, and sends nothing', async () => {
		const { items, error } = await engine.runNode(
			'avalancheInfo',
			{ resource: 'connection', operation: 'check' },
			{ credentials: { avalancheNodesApi: credential() } },
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe('This node needs Node.js 22 or newer');
		for (const apiKey of ['', 'key-for-tests-1']) {
			const result = await engine.testCredential('avalancheNodesApi', credential({ apiKey }));
			expect(result).toEqual({
				status: 'Error',
				message: `${error!.message}. ${error!.description}`,
			});
		}
		expect(devnet.log).toEqual([]);
	});
});

describe('Check Connection', () => {
	test('asks each host once for a run of 1,000 items, and gives each item its record', async () => {
		const { items, error } = await engine.runNode(
			'avalancheInfo',
			{ resource: 'connection', operation: 'check' },
			{
				credentials: { avalancheNodesApi: credential() },
				items: Array.from({ length: 1000 }, (_, n) => ({ json: { n } })),
			},
		);
		expect(error).toBeUndefined();
		expect(devnet.log.map(({ host, rpcMethod }) => rpcMethod ?? host).sort()).toEqual([
			'data',
			'info.getNetworkID',
			'info.getNetworkName',
			'info.getNodeVersion',
			'metrics',
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_item, n) => ({ item: n })),
		);
		expect(items.every(({ json }) => (json.node as { status: string }).status === 'ok')).toBe(true);
		expect(items[0].json).not.toBe(items[1].json);
		expect(items[0].json.node).not.toBe(items[1].json.node);
		await check();
		expect(devnet.log).toHaveLength(10);
	});

	test('reports on all three hosts and on the key', async () => {
		const report = await check();
		expect(Object.keys(report).slice(0, 4)).toEqual(['network', 'networkID', 'version', 'limits']);
		expect(report).toEqual({
			network: 'Mainnet',
			networkID: 1,
			version: expect.stringContaining('avalanchego/'),
			limits: {
				inUse: {
					retries: 5,
					timeLimit: 30,
					batchSize: 40,
					parallelRequests: 5,
					largestAnswer: 64,
				},
				announced: {},
			},
			node: {
				url: devnet.nodeUrl,
				status: 'ok',
				network: 'mainnet',
				version: expect.stringContaining('avalanchego/'),
			},
			data: { url: devnet.dataUrl, status: 'ok' },
			metrics: { url: devnet.metricsUrl, status: 'ok' },
			apiKey: { status: 'none' },
		});
		expect(await check({ apiKey: 'key-for-tests-1' })).toMatchObject({
			apiKey: { status: 'accepted' },
		});
	});

	test('says which limits are in use, and which the hosts announce', async () => {
		const key = { apiKey: 'key-for-tests-1' };
		const { limits } = await check({ ...key, limits: 'custom', parallelRequests: '2' });
		expect(limits).toMatchObject({
			inUse: { parallelRequests: 2, retries: 5 },
			announced: { data: { limit: 8000, remaining: expect.any(Number), windowSeconds: 60 } },
		});
	});

	test('says none of a host that the credential leaves out, and null of a node that does not respond', async () => {
		expect(await check({ dataUrl: '', nodeUrl: await closedUrl() })).toMatchObject({
			network: null,
			networkID: null,
			version: null,
			node: { status: 'failed' },
			data: { url: null, status: 'none' },
			metrics: { status: 'ok' },
		});
	});

	test('names each host that fails, with its reason', async () => {
		devnet.faults([{ host: 'data', requireKey: 'another-key' }]);
		const report = await check({ apiKey: 'wrong-key-of-tests', metricsUrl: await closedUrl() });
		expect(report).toMatchObject({
			node: { status: 'ok' },
			data: { status: 'failed', reason: expect.stringContaining('refused the API key') },
			metrics: { status: 'failed', reason: expect.stringContaining('nothing listens') },
			apiKey: { status: 'refused' },
		});
	});
});

describe('node authentication goes to the node alone', () => {
	test.each([
		[
			{
				nodeAuthentication: 'header',
				nodeHeaderName: 'x-token',
				nodeHeaderSecret: 'value-of-header',
			},
			'x-token',
			'value-of-header',
		],
		[
			{ nodeAuthentication: 'bearer', nodeToken: 'bearer-of-tests' },
			'authorization',
			'Bearer bearer-of-tests',
		],
		[
			{ nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: 'pass' },
			'authorization',
			'Basic bWU6cGFzcw==',
		],
	])('%j', async (changes, header, value) => {
		// One origin for all three: only the path tells them apart.
		const shared = await startDevnet();
		await engine.runNode(
			'avalancheInfo',
			{ resource: 'connection', operation: 'check' },
			{
				credentials: {
					avalancheNodesApi: credential({
						...changes,
						...shared.credentials.avalancheNodesApi,
						apiKey: 'key-for-tests-1',
					}),
				},
			},
		);
		expect(
			shared.log
				.map(({ host, headers }) => [host, headers[header], headers['x-data-api-key']])
				.sort(),
		).toEqual([
			['data', undefined, 'key-for-tests-1'],
			['metrics', undefined, 'key-for-tests-1'],
			['node', value, undefined],
			['node', value, undefined],
			['node', value, undefined],
		]);
	});
});

describe('an operation whose host the credential leaves out', () => {
	test.each([
		['Data URL', 'avalancheData', { resource: 'chain', operation: 'getMany' }],
		['Metrics URL', 'avalancheMetrics', { resource: 'metric', operation: 'getMany' }],
	])('says that there is no %s, before anything is sent', async (label, type, parameters) => {
		const credentials = { avalancheNodesApi: credential({ dataUrl: '', metricsUrl: '' }) };
		const { error } = await engine.runNode(type, parameters, { credentials });
		expect(error?.message).toBe(`The credential has no ${label}`);
		expect(error?.description).toContain('Data and Metrics APIs must be At These URLs');
		expect(devnet.log).toEqual([]);
	});
});

describe('what providers hand out is cut to what is wanted', () => {
	const version = { resource: 'node', operation: 'getNodeVersion' };
	const secret = 'value-of-header';

	test.each([
		'/',
		'/ext',
		'/ext/',
		'/ext/info',
		'/ext/bc/C/rpc',
		'/ext/bc/C/rpc/',
		'/ext/bc/C/ws',
		'/ext/bc/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM/rpc',
		'/ext/bc/P',
		'/ext/P',
		'/ext/bc/C/rpc?network=x',
	])('a node URL that ends in %s', async (path) => {
		for (const nodeUrl of [devnet.nodeUrl + path, `  ${devnet.nodeUrl}${path}\n`, toSocket(path)]) {
			devnet.clearLog();
			const avalancheNodesApi = credential({
				nodeUrl,
				nodeAuthentication: 'header',
				nodeHeaderName: 'x-token',
				nodeHeaderSecret: secret,
			});
			const { items, error } = await engine.runNode('avalancheInfo', version, {
				credentials: { avalancheNodesApi },
			});
			expect(error).toBeUndefined();
			expect(items[0].json.version).toContain('avalanchego/');
			const [{ url, headers }] = devnet.log;
			expect([url.replace(/\?.*/, ''), headers['x-token']]).toEqual(['/ext/info', secret]);
			expect(await engine.testCredential('avalancheNodesApi', avalancheNodesApi)).toMatchObject({
				status: 'OK',
			});
		}
	});
	const toSocket = (path: string) => devnet.nodeUrl.replace('http:', 'ws:') + path;

	test.each(['/', '/v1', '/v1/', '/v2', '/v2//'])(
		'a data and a metrics URL that end in %s',
		async (path) => {
			const avalancheNodesApi = credential({
				dataUrl: devnet.dataUrl + path,
				metricsUrl: devnet.metricsUrl + path,
				apiKey: 'key-for-tests-1',
			});
			expect(await engine.testCredential('avalancheNodesApi', avalancheNodesApi)).toMatchObject({
				status: 'OK',
			});
			const seen = devnet.log
				.filter(({ host }) => host !== 'node')
				.map(({ url, headers }) => [url.slice(0, 4), headers['x-data-api-key']]);
			expect(seen.sort()).toEqual([
				['/v1/', 'key-for-tests-1'],
				['/v2/', 'key-for-tests-1'],
			]);
		},
	);

	test('and a blockchain ID in what is cut is no secret', async () => {
		const { items } = await engine.runNode(
			'avalancheInfo',
			{ resource: 'chain', operation: 'getBlockchainID', alias: 'X' },
			{
				credentials: {
					avalancheNodesApi: credential({
						nodeUrl: `${devnet.nodeUrl}/ext/bc/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM/rpc`,
					}),
				},
			},
		);
		expect(items[0].json.blockchainId).toBe('2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM');
	});

	test('and what follows an API is not cut, as it may be a key', async () => {
		const { message } = await testWith({ nodeUrl: `${devnet.nodeUrl}/ext/bc/C/rpc/key1234567890` });
		expect(message).toContain('answers, but not as an Avalanche node');
		expect(message).toContain('a path after the host. Remove it, unless your provider gave it');
		expect(message).not.toContain('key1234567890');
	});
});

describe('the public networks', () => {
	const { AvalancheNodesApi } = createRequire(join(process.cwd(), 'package.json'))(
		'./dist/credentials/AvalancheNodesApi.credentials.js',
	) as typeof import('../../credentials/AvalancheNodesApi.credentials.ts');
	const left = {
		nodeUrl: 'https://former.example',
		dataUrl: 'https://former.example',
		metricsUrl: 'https://former.example',
		nodeAuthentication: 'bearer',
		nodeToken: 'former-token',
		apiKey: 'key-for-tests-1',
	};
	const headersOf = async (network: string, url: string) => {
		const { headers } = await new AvalancheNodesApi().authenticate({ ...left, network }, { url });
		return headers;
	};
	const keys = { 'x-data-api-key': 'key-for-tests-1', 'x-glacier-api-key': 'key-for-tests-1' };

	test.each([
		['mainnet', 'https://api.avax.network'],
		['fuji', 'https://api.avax-test.network'],
	])(
		'%s gets the key at its data and metrics hosts, and nothing of another network',
		async (network, node) => {
			expect(await headersOf(network, `${node}/ext/info`)).toEqual({});
			expect(await headersOf(network, 'https://data-api.avax.network/v1/chains')).toEqual(keys);
			expect(await headersOf(network, 'https://metrics.avax.network/v2/chains')).toEqual(keys);
			for (const url of ['https://former.example/ext/info', 'https://former.example/v1/chains'])
				expect(await headersOf(network, url)).toEqual({});
		},
	);
});
