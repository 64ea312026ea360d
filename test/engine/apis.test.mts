/** What the error of a method that a chain does not serve tells its operator to write, for the version that answered. */
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { type Devnet, startDevnet } from '../../devnet/devnet.mts';
import { apisOfCChain } from '../../spec/apis.mts';
import { evmMethods } from '../../spec/evmMethods.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { type RpcReply, type RpcRequest, startScript } from './script.mts';

let engine: Engine;
let server: Awaited<ReturnType<typeof startScript>>;
let answer: (request: RpcRequest) => RpcReply;
/** A node whose configuration lists one API alone. */
let bare: Devnet;
beforeAll(async () => {
	[engine, server, bare] = await Promise.all([
		loadEngine(),
		startScript((request) => answer(request)),
		startDevnet({ version: '1.15.2', apis: ['web3'], validators: 10, rewards: 0 }),
	]);
});
afterAll(async () => {
	server.close();
	engine.close();
	await bare.close();
});
beforeEach(() => {
	server.received.length = 0;
});

const rows = listRows().filter(
	({ description, isOffline }) => description.name === 'avalancheEvm' && !isOffline,
);
const findRow = (method: string): Row => rows.find((row) => row.method === method)!;

async function ask(at: Row, credentials: Record<string, any>, chain = 'C', items = [{ json: {} }]) {
	const parameters = toParameters(at, { ...makeExample(at).entered, chain });
	return await engine.runNode(
		'avalancheEvm',
		{ ...parameters, options: { retries: 0 } },
		{ credentials, items, onError: 'continueRegularOutput' },
	);
}
const hintOf = (item: { error?: unknown }) =>
	(item.error as { description?: string } | undefined)?.description;

describe('every method of the C-Chain', () => {
	const served = evmMethods.filter(
		({ only, method }) => only !== 'subnet-EVM' && method !== 'rpc_modules',
	);
	const listed = Object.entries(apisOfCChain);

	test.each(served.map(({ method }) => method).filter((method) => !method.startsWith('web3_')))(
		'%s: where 1.15.2 lists it, or that nothing switches it on',
		async (method) => {
			const { items } = await ask(findRow(method), { avalancheApi: { nodeUrl: bare.nodeUrl } });
			const [api] = listed.find(([, { methods }]) => methods.includes(method)) ?? [];
			const hint = hintOf(items[0]);
			expect(hint).not.toContain('eth-apis');
			expect(hint).toContain(
				api
					? `This node (avalanchego/1.15.2) serves it if the C-Chain config lists "${api}" in apis`
					: 'This node (avalanchego/1.15.2) has no setting to switch it on',
			);
		},
	);

	test.each(served.map(({ method }) => method))(
		'%s: under which name a node before Helicon lists it',
		async (method) => {
			answer = (call) =>
				call.method === 'web3_clientVersion' && method !== call.method
					? { result: 'v1.14.2' }
					: { error: `the method ${call.method} does not exist/is not available` };
			const { items } = await ask(findRow(method), server.credentials);
			const hint = hintOf(items[0]);
			expect(hint).toMatch(/if the chain config lists "[a-z0-9-]+" in eth-apis/);
			const [, ethApi] = /lists "([a-z0-9-]+)" in eth-apis/.exec(hint!)!;
			const [, entry] = listed.find(([, { methods }]) => methods.includes(method)) ?? [];
			if (entry) expect(entry.formerly).toContain(ethApi);
			if (method !== 'web3_clientVersion') expect(hint).not.toContain('in apis');
		},
	);

	test('is served once its API is listed, and no other', async () => {
		const devnet = await startDevnet({
			version: '1.15.2',
			apis: ['web3', 'gas'],
			validators: 10,
			rewards: 0,
		});
		try {
			const credentials = { avalancheApi: { nodeUrl: devnet.nodeUrl } };
			expect((await ask(findRow('eth_gasPrice'), credentials)).items).toMatchObject([
				{ json: { gasPrice: expect.stringMatching(/^\d+$/) } },
			]);
		} finally {
			await devnet.close();
		}
	});
});

const unknown = ({ method }: RpcRequest): RpcReply => ({
	error: `the method ${method} does not exist/is not available`,
});
const withVersion =
	(version: string) =>
	(call: RpcRequest): RpcReply =>
		call.method === 'web3_clientVersion' ? { result: version } : unknown(call);

test.each([
	['v1.14.2', 'lists "debug-handler" in eth-apis', 'in apis'],
	['v0.8.0', 'lists "debug-handler" in eth-apis', 'in apis'],
	[
		'avalanchego/1.15.0 [database=v1.4.5]',
		'This node (avalanchego/1.15.0) has no setting to switch it on',
		'eth-apis',
	],
	[
		'avalanchego/1.15.1',
		'Since avalanchego 1.15.2, the C-Chain config lists "profile" in apis',
		'eth-apis',
	],
	[
		'avalanchego/1.15.2',
		'This node (avalanchego/1.15.2) serves it if the C-Chain config lists',
		'eth-apis',
	],
	[
		'avalanchego/1.16.0',
		'This node (avalanchego/1.16.0) serves it if the C-Chain config lists',
		'eth-apis',
	],
	[
		'avalanchego/2.0.0',
		'This node (avalanchego/2.0.0) serves it if the C-Chain config lists',
		'eth-apis',
	],
])('a profile on %s: %s', async (version, words, absent) => {
	answer = withVersion(version);
	const { items } = await ask(findRow('debug_memStats'), server.credentials);
	expect(hintOf(items[0])).toContain(words);
	expect(hintOf(items[0])!.split('C-Chain nodes since')[0]).not.toContain(absent);
});

test.each([
	['a node that does not tell its version', unknown],
	['a server of another make', withVersion('Geth/v1.13.14-stable/linux-amd64/go1.22')],
])('%s gets both settings', async (_who, reply) => {
	answer = reply;
	const { items } = await ask(findRow('debug_getRawBlock'), server.credentials);
	expect(hintOf(items[0])).toContain('lists "internal-debug" in eth-apis');
	expect(hintOf(items[0])).toContain('lists "db" in apis');
});

test('the version is asked once a run, however many items fail', async () => {
	answer = withVersion('avalanchego/1.15.2');
	const items = Array.from({ length: 120 }, () => ({ json: {} }));
	const run = await ask(findRow('debug_memStats'), server.credentials, 'C', items);
	expect(run.items.filter((item) => hintOf(item)?.includes('"profile" in apis'))).toHaveLength(120);
	expect(server.received.filter(({ method }) => method === 'web3_clientVersion')).toHaveLength(1);
});

test('a method that no node knows is no matter of settings', async () => {
	answer = withVersion('avalanchego/1.15.2');
	const call = { resource: 'method', operation: 'call', chain: 'C', method: 'eth_getBalnce' };
	const { error } = await engine.runNode('avalancheEvm', call, { credentials: server.credentials });
	expect(error?.description).not.toMatch(/apis/);
	expect(server.received).toHaveLength(1);
});

test('a method called by its name is explained alike', async () => {
	answer = withVersion('avalanchego/1.15.2');
	const call = { resource: 'method', operation: 'call', chain: 'C', method: 'eth_getLogs' };
	const { error } = await engine.runNode('avalancheEvm', call, { credentials: server.credentials });
	expect(error?.description).toContain('lists "subscriptions" in apis');
});

test.each([
	['debug_dumpBlock', 'firewood triedb scheme does not yet support this operation'],
	['debug_accountRange', 'firewood triedb scheme does not yet support this operation'],
	['debug_storageRangeAt', 'firewood triedb scheme does not yet support this operation'],
])('%s on a node with Firewood is explained', async (method, words) => {
	answer = () => ({ error: words });
	const { items } = await ask(findRow(method), server.credentials);
	expect(hintOf(items[0])).toContain('Firewood, which cannot answer this');
});
