/** What the error of a method that a chain does not serve tells its operator to write, for the version that answered. */
import type { IDataObject } from 'n8n-workflow';
import { apiOf, listRows, makeExample, type Row } from '../../tools/groups.mts';
import { evmMethods } from '../../spec/evmMethods.mts';
import type { Credentials } from '../support/engine.mts';
import { useDevnet, useDevnets } from '../support/useDevnet.mts';
import { isEvm, makeItems, useNode, useRows } from '../support/useEngine.mts';
import { type CallReply, refuse, type RpcCall, useScript } from '../support/useScript.mts';

const server = useScript();
/** A node whose configuration lists one API alone. */
const bare = useDevnet({ version: '1.15.2', apis: ['web3'], validators: 10, rewards: 0 });
const startDevnet = useDevnets();
const runRow = useRows(server, { retries: 0 });
const call = useNode('avalancheEvm', server, { chain: 'C' });

const rows = listRows().filter(({ description, isOffline }) => isEvm(description) && !isOffline);
const findRow = (method: string): Row => rows.find((row) => row.method === method)!;

/** Runs a method on the C-Chain, of the scripted server unless another node is named. */
const ask = (method: string, { credentials }: { credentials: Credentials } = server, count = 1) => {
	const at = findRow(method);
	const entered = { ...makeExample(at).entered, chain: 'C' };
	return runRow(at, entered, {
		credentials,
		items: makeItems(count),
		onError: 'continueRegularOutput',
	});
};
const hintOf = ({ json }: { json: IDataObject }) => String(json.error);

describe('every method of the C-Chain', () => {
	const served = evmMethods.filter(
		({ only, method }) => only !== 'subnet-EVM' && method !== 'rpc_modules',
	);

	test.each(served.map(({ method }) => method).filter((method) => !method.startsWith('web3_')))(
		'%s: where 1.15.2 lists it, or that nothing switches it on',
		async (method) => {
			const { items } = await ask(method, bare);
			const { api } = apiOf(method)!;
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
			server.answerCalls((call) =>
				call.method === 'web3_clientVersion' && method !== call.method
					? { result: 'v1.14.2' }
					: refuse(`the method ${call.method} does not exist/is not available`),
			);
			const { items } = await ask(method);
			const hint = hintOf(items[0]);
			const [, ethApi] = /if the chain config lists "([a-z0-9-]+)" in eth-apis/.exec(hint)!;
			expect(ethApi).toBe(apiOf(method)!.ethApi);
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
		expect((await ask('eth_gasPrice', devnet)).items).toMatchObject([
			{
				json: {
					gasPrice: expect.any(Number),
					gasPriceExact: expect.stringMatching(/^\d+(\.\d+)?$/),
				},
			},
		]);
	});
});

const unknown = ({ method }: RpcCall): CallReply =>
	refuse(`the method ${method} does not exist/is not available`);
const withVersion =
	(version: string) =>
	(call: RpcCall): CallReply =>
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
	server.answerCalls(withVersion(version));
	const { items } = await ask('debug_memStats');
	expect(hintOf(items[0])).toContain(words);
	expect(hintOf(items[0]).split('C-Chain nodes since')[0]).not.toContain(absent);
});

test.each([
	['a node that does not tell its version', unknown],
	['a server of another make', withVersion('Geth/v1.13.14-stable/linux-amd64/go1.22')],
])('%s gets both settings', async (_who, reply) => {
	server.answerCalls(reply);
	const { items } = await ask('debug_getRawBlock');
	expect(hintOf(items[0])).toContain('lists "internal-debug" in eth-apis');
	expect(hintOf(items[0])).toContain('lists "db" in apis');
});

test('the version is asked once a run, however many items fail', async () => {
	server.answerCalls(withVersion('avalanchego/1.15.2'));
	const run = await ask('debug_memStats', server, 120);
	expect(run.items.filter((item) => hintOf(item).includes('"profile" in apis'))).toHaveLength(120);
	expect(server.calls.filter(({ method }) => method === 'web3_clientVersion')).toHaveLength(1);
});

test('a method that no node knows is no matter of settings', async () => {
	server.answerCalls(withVersion('avalanchego/1.15.2'));
	const { error } = await call('method', 'call', { method: 'eth_getBalnce' });
	expect(error?.description).not.toMatch(/apis/);
	expect(server.received).toHaveLength(1);
});

test('a method called by its name is explained alike', async () => {
	server.answerCalls(withVersion('avalanchego/1.15.2'));
	const { error } = await call('method', 'call', { method: 'eth_getLogs' });
	expect(error?.description).toContain('lists "subscriptions" in apis');
});

test.each([
	['debug_dumpBlock', 'firewood triedb scheme does not yet support this operation'],
	['debug_accountRange', 'firewood triedb scheme does not yet support this operation'],
	['debug_storageRangeAt', 'firewood triedb scheme does not yet support this operation'],
])('%s on a node with Firewood is explained', async (method, words) => {
	server.answerCalls(() => refuse(words));
	const { items } = await ask(method);
	expect(hintOf(items[0])).toContain('Firewood, which cannot answer this');
});
