/** A bad item fails alone, in words that help, and nothing is sent that the run does not need. */
import { ourNodeIds } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { credentialsFor, type NodeOptions } from '../support/engine.mts';
import { makeItems, pass, until, useEngine, useNode, saidBy } from '../support/useEngine.mts';
import { type CallReply, notFound, refuse, reply, useScript } from '../support/useScript.mts';

/** A node ID whose checksum is wrong. */
const badNodeId = `${ourNodeIds[0].slice(0, -1)}${ourNodeIds[0].endsWith('1') ? '2' : '1'}`;

const devnet = useDevnet();
const engine = useEngine(devnet);
const runEvm = useNode('avalancheEvm', devnet);
const server = useScript();
const runOnServer = useNode('avalancheEvm', server);

/** Asks for one peer an item. */
const getPeers = async (ids: string[], options: NodeOptions = {}, limits = {}) =>
	await engine.runNode(
		'avalancheInfo',
		{
			resource: 'peer',
			operation: 'peers',
			filters: { nodeIds: '={{ $json.id }}' },
		},
		{
			items: ids.map((id) => ({ json: { id } })),
			limits: { parallelRequests: 1, retries: 0, ...limits },
			...options,
		},
	);

describe('an item with a bad node ID', () => {
	const expectNamed = (message: unknown) => {
		expect(message).toContain('Node IDs');
		expect(message).toContain(badNodeId);
	};

	test.each<NodeOptions>([{ continueOnFail: true }, { onError: 'continueRegularOutput' }])(
		'stands as an error between the others under %j',
		async (options) => {
			const { items, error } = await getPeers([ourNodeIds[0], badNodeId, ourNodeIds[1]], options);
			expect(error).toBeUndefined();
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
			expect(items[0].json.nodeId).toBe(ourNodeIds[0]);
			expectNamed(items[1].json.error);
			expect(items[2].json.nodeId).toBe(ourNodeIds[1]);
		},
	);

	test('goes to the error output', async () => {
		const { outputs, error } = await getPeers([ourNodeIds[0], badNodeId, ourNodeIds[1]], {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(outputs[0].map(({ json }) => json.nodeId)).toEqual([ourNodeIds[0], ourNodeIds[1]]);
		expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(outputs[1].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expectNamed(outputs[1][0].json.error);
		// n8n adds the fields of the input, but not where the item has an error of its own.
		expect(outputs[1][0]).not.toHaveProperty('error');
	});

	test('a wrong limit of the credential fails every item, none as a success', async () => {
		for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
			const { outputs, error } = await getPeers(
				[ourNodeIds[0], ourNodeIds[1]],
				{ onError },
				{ retries: -1 },
			);
			expect(error).toBeUndefined();
			const [succeeded, failed] = onError === 'continueErrorOutput' ? outputs : [[], outputs[0]];
			expect(succeeded).toEqual([]);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
			for (const { json } of failed) expect(json.error).toContain('Retries');
		}
		expect(devnet.log).toEqual([]);
	});

	test.each([0, 2])('stops the run before anything is sent when it is item %i', async (place) => {
		const ids = [ourNodeIds[0], ourNodeIds[1]];
		ids.splice(place, 0, badNodeId);
		const { error, items } = await getPeers(ids);
		expectNamed(saidBy(error));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: place } });
		expect(items).toEqual([]);
		expect(devnet.log).toEqual([]);
	});
});

describe('an answer that is an error', () => {
	const advice: Record<number, RegExp> = {
		401: /choose Node Authentication, and enter what your provider gave you\.$/,
		404: /that this API is switched on\.$/,
		500: /word of the service\. Check that the node runs, and what its log says\.$/,
		503: /word of the service\. Check that the node runs, and what its log says\.$/,
	};

	test.each([400, 401, 403, 404, 429, 500, 502, 503])('%i fails its item alone', async (status) => {
		devnet.faults([{ host: 'node', skip: 1, times: 1, status, message: 'word of the service' }]);
		const { items, error } = await getPeers(ourNodeIds.slice(0, 3), {
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.nodeId)).toEqual([ourNodeIds[0], undefined, ourNodeIds[2]]);
		expect(items[1].json.error).toContain(devnet.nodeUrl);
		expect(items[1].json.error).toMatch(advice[status] ?? /./);
		if (status !== 404) expect(items[1].json.error).toContain('word of the service');
	});

	test('in JSON-RPC fails its item alone', async () => {
		const rpcError = { code: -32000, message: 'the node is tired' };
		devnet.faults([{ host: 'node', skip: 1, times: 1, rpcError }]);
		const { items } = await getPeers(ourNodeIds.slice(0, 3), { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.nodeId)).toEqual([ourNodeIds[0], undefined, ourNodeIds[2]]);
		expect(items[1].json.error).toContain('the node is tired');
	});

	test.each(['html', 'half', 'empty'] as const)(
		'of which comes %s, fails its item alone',
		async (body) => {
			devnet.faults([{ host: 'node', skip: 1, times: 1, body }]);
			const { items } = await getPeers(ourNodeIds.slice(0, 3), {
				onError: 'continueRegularOutput',
			});
			expect(items.map(({ json }) => json.nodeId)).toEqual([
				ourNodeIds[0],
				undefined,
				ourNodeIds[2],
			]);
			expect(items[1].json.error).toContain('not JSON');
		},
	);

	test('stops the run with its item, its status and what to do', async () => {
		devnet.faults([{ host: 'node', skip: 1, times: 1, status: 401 }]);
		const { error } = await getPeers(ourNodeIds);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			context: { itemIndex: 1 },
		});
		expect(error?.description).toContain('credential');
		expect(devnet.log).toHaveLength(2);
	});

	test('ends the other requests with the run, repeats included', async () => {
		devnet.faults([
			{ host: 'data', path: 'rest', status: 503 },
			{ host: 'data', path: 'bad', status: 400, latencyMs: 100 },
		]);
		const { error } = await engine.runNode(
			'avalancheData',
			{ resource: 'endpoint', operation: 'call', path: '=/v1/{{ $json.path }}' },
			{
				items: ['rest', 'rest', 'bad'].map((path) => ({ json: { path } })),
			},
		);
		expect(error).toMatchObject({ httpCode: '400' });
		// What was sent before the end may arrive after it.
		await pass(300);
		const sent = devnet.log.length;
		await pass(1500);
		expect(devnet.log).toHaveLength(sent);
	});
});

test.each(['api.avax.network', 'not a url', 'http://', 'node.example.com:9650'])(
	'"%s" is named as no URL',
	async (url) => {
		const credentials = credentialsFor(url);
		for (const operation of ['getNodeVersion', 'getNodeID']) {
			const parameters = { resource: 'node', operation };
			const { items, error } = await engine.runNode('avalancheInfo', parameters, {
				credentials,
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			expect(items[0].json.error).toMatch(/Node URL .* not a valid URL/);
		}
		const { items, error } = await engine.runNode(
			'avalancheInfo',
			{ resource: 'connection', operation: 'check' },
			{ credentials },
		);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			node: { status: 'failed', reason: expect.stringContaining('not a valid URL') },
			data: { status: 'failed', reason: expect.stringContaining('not a valid URL') },
			metrics: { status: 'failed', reason: expect.stringContaining('not a valid URL') },
		});
	},
);

test('a message stays as it is where n8n finds the name of a system error in it', async () => {
	server.answerCalls(() => refuse('no ENOENT'));
	const { error } = await runOnServer('transaction', 'createAccessList', {
		chain: 'C',
		transaction: { data: '0x00' },
	});
	expect(error?.message).toBe('The node refused eth_createAccessList: no ENOENT');
});

describe('a chain that answers 503', () => {
	const getId = (retries: number) =>
		runEvm('chain', 'getId', { chain: 'C' }, { limits: { retries } });
	beforeEach(() => devnet.world.setChain({ chain: 'C', state: 'bootstrapping' }));
	afterEach(() => devnet.world.setChain({ chain: 'C', state: 'ready' }));

	test('is named as one that is still catching up', async () => {
		const { error } = await getId(0);
		expect(error?.message).toBe(
			`${devnet.nodeUrl} does not serve the chain "C" yet: it is still catching up with the network`,
		);
		expect(error?.description).toContain('once it has caught up');
		expect(error).toMatchObject({
			httpCode: '503',
			...engine.failureOf({ cause: 'temporarily-unavailable' }),
		});
		expect(devnet.log).toHaveLength(1);
	});

	test('is asked again until it has caught up', async () => {
		const running = getId(5);
		await until(() => devnet.log.length > 0);
		devnet.world.setChain({ chain: 'C', state: 'ready' });
		const { items, error } = await running;
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ chainId: '43114' });
	});
});

describe('a chain that answers 404', () => {
	/** What the node says of a chain when it is asked whether that is bootstrapped. */
	type Standing = boolean | 'unknown' | 'busy';
	const replies: Record<string, CallReply> = {
		true: { result: { isBootstrapped: true } },
		false: { result: { isBootstrapped: false } },
		unknown: refuse("there is no chain with alias/ID 'demo'"),
		busy: reply('come back later', 503),
	};

	test.each<[string, { demo: Standing; P?: Standing }, string, string, string[]]>([
		[
			'of a node that is still starting',
			{ demo: 'unknown', P: false },
			'still catching up',
			'once it',
			['demo', 'P'],
		],
		['and is still starting', { demo: false }, 'still catching up', 'once it', ['demo']],
		[
			'and is not known',
			{ demo: 'unknown', P: true },
			'This node does not know the chain "demo"',
			'has no /ext/bc/demo/rpc',
			['demo', 'P'],
		],
		[
			'and is of another kind',
			{ demo: true },
			'though it knows the chain "demo"',
			'Only EVM',
			['demo'],
		],
		[
			'of a node that is too busy to say more',
			{ demo: 'busy' },
			'come back later',
			'Check that the node runs',
			['demo'],
		],
	])('%s', async (_what, standings, words, advice, asked) => {
		server.answerCalls(({ method, params }) => {
			if (method !== 'info.isBootstrapped') return notFound;
			return replies[String(standings[params.chain as 'demo' | 'P'])];
		});
		const { error } = await runOnServer(
			'chain',
			'getId',
			{ chain: 'demo' },
			{ items: makeItems(2), limits: { retries: 0 } },
		);
		expect(error?.message).toContain(words);
		expect(error?.description).toContain(advice);
		const questions = server.calls.filter(({ method }) => method === 'info.isBootstrapped');
		expect(questions.map(({ params }) => params.chain)).toEqual(asked);
	});

	test('of a server that tells nothing of its chains may have any of the reasons', async () => {
		server.answer(() => notFound);
		const { error } = await runOnServer('chain', 'getId', { chain: 'demo' });
		expect(error?.message).toContain('does not serve /ext/bc/demo/rpc');
		expect(error?.description).toMatch(
			/tracks the chain "demo".* still be starting.* switched off/,
		);
	});
});
