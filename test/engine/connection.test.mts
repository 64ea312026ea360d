import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useDevnet, useDevnets } from '../support/useDevnet.mts';
import { outputOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet({ separate: true });
const startDevnet = useDevnets();
const engine = useEngine();

const credential = (changes: Record<string, string> = {}) => ({
	...devnet.credentials.avalancheApi,
	apiKey: '',
	...changes,
});
const testWith = async (changes: Record<string, string>) =>
	await engine.testCredential('avalancheApi', credential(changes));
const check = async (changes: Record<string, string> = {}) => {
	const parameters = { resource: 'connection', operation: 'check' };
	const credentials = { avalancheApi: credential(changes) };
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

describe('the test of the credential', () => {
	test('passes with a node, with and without a key', async () => {
		expect(await testWith({})).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(await testWith({ apiKey: 'key-for-tests-1' })).toMatchObject({ status: 'OK' });
	});

	test('asks the node for its network and sends the key to the data service alone', async () => {
		await testWith({ apiKey: 'key-for-tests-1' });
		expect(devnet.log.map(({ host, rpcMethod }) => rpcMethod ?? host)).toEqual([
			'info.getNetworkName',
			'info.getNodeVersion',
			'data',
		]);
		const keys = devnet.log.map(({ host, headers }) => [
			host,
			headers['x-data-api-key'],
			headers['x-glacier-api-key'],
		]);
		expect(keys).toEqual([
			['node', undefined, undefined],
			['node', undefined, undefined],
			['data', 'key-for-tests-1', 'key-for-tests-1'],
		]);
	});

	test('says in plain words what is wrong', async () => {
		const unreachable = await testWith({ nodeUrl: await closedUrl() });
		expect(unreachable).toMatchObject({ status: 'Error' });
		expect(unreachable.message).toContain('could not be reached: nothing listens at that address');

		const tls = await testWith({ nodeUrl: devnet.nodeUrl.replace('http:', 'https:') });
		expect(tls.message).toContain('No secure connection');

		const notNode = await testWith({ nodeUrl: devnet.dataUrl });
		expect(notNode.message).toContain('answers, but not as an Avalanche node');

		const noUrl = await testWith({ nodeUrl: 'api.avax.network' });
		expect(noUrl.message).toContain('not a valid URL');

		devnet.faults([{ host: 'data', requireKey: 'another-key' }]);
		const refused = await testWith({ apiKey: 'wrong-key-of-tests' });
		expect(refused.message).toContain('refused the API key (403)');
		expect(refused.message).not.toContain('wrong-key-of-tests');
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
			{ credentials: { avalancheApi: credential() } },
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe('This node needs Node.js 22 or newer');
		for (const apiKey of ['', 'key-for-tests-1']) {
			const result = await engine.testCredential('avalancheApi', credential({ apiKey }));
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
				credentials: { avalancheApi: credential() },
				items: Array.from({ length: 1000 }, (_, n) => ({ json: { n } })),
			},
		);
		expect(error).toBeUndefined();
		expect(devnet.log.map(({ host, rpcMethod }) => rpcMethod ?? host).sort()).toEqual([
			'data',
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
		expect(devnet.log).toHaveLength(8);
	});

	test('reports on all three hosts and on the key', async () => {
		expect(await check()).toEqual({
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
					avalancheApi: credential({
						...changes,
						...shared.credentials.avalancheApi,
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
		]);
	});
});
