/** The admin APIs of a node and of its chains, on nodes of several kinds. */
import { listRows } from '../../tools/groups.mts';
import { makeItems, useNode, saidBy } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	notFound,
	refuse,
	reply,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

const server = useScript(eachCall(() => ({ result: {} })));
const run = useNode('avalancheAdmin', server);

// As the document has it, and as avalanchego v1.14.2 does.
test.each([{}, { loggerLevels: { C: { logLevel: 'INFO', displayLevel: 'WARN' } } }])(
	'setting a level gives one output for the answer %j',
	async (result) => {
		server.answerCalls(() => ({ result }));
		const { items } = await run('logger', 'setLoggerLevel', {
			additionalFields: { loggerName: 'C', displayLevel: 'WARN' },
		});
		expect(items.map(({ json }) => json)).toEqual([{ success: true }]);
		expect(server.calls).toEqual([
			{
				path: '/ext/admin',
				method: 'admin.setLoggerLevel',
				params: { loggerName: 'C', displayLevel: 'WARN' },
			},
		]);
	},
);

test('levels are items with the name of their logger', async () => {
	const level = { logLevel: 'INFO', displayLevel: 'OFF' };
	server.answerCalls(() => ({ result: { loggerLevels: { main: level, C: level } } }));
	const { items } = await run('logger', 'getLoggerLevel', { returnAll: true });
	expect(items.map(({ json }) => json)).toEqual([
		{ loggerName: 'main', ...level },
		{ loggerName: 'C', ...level },
	]);
	expect(server.calls[0].params).toEqual({});
});

test.each([
	[['C', 'evm', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'], 3],
	[null, 0],
])('the aliases %j are %i items', async (aliases, count) => {
	server.answerCalls(() => ({ result: { aliases } }));
	const { items, error } = await run('alias', 'getChainAliases', {
		blockchainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual((aliases ?? []).map((alias) => ({ alias })));
	expect(items).toHaveLength(count);
});

test('the aliases of a chain by its name on the node: the node is asked for its blockchain ID', async () => {
	const id = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
	server.answerCalls(({ method }) =>
		method === 'info.getBlockchainID'
			? { result: { blockchainID: id } }
			: { result: { aliases: ['X', id] } },
	);
	const { items } = await run('alias', 'getChainAliases', { blockchainId: 'X-Chain' });
	expect(items.map(({ json }) => json)).toEqual([{ alias: 'X' }, { alias: id }]);
	expect(server.calls.map(({ method, params }) => [method, params])).toEqual([
		['info.getBlockchainID', { alias: 'X' }],
		['admin.getChainAliases', { chain: id }],
	]);
});

test('a chain that the node has no alias for is named', async () => {
	server.answerCalls(() => ({ error: { code: -32000, message: 'there is no ID with alias: q' } }));
	const { error } = await run('alias', 'getChainAliases', { blockchainId: 'q' });
	expect(saidBy(error)).toContain('there is no ID with alias: q');
});

test.each([
	['alias', 'alias', { endpoint: 'bc/X', alias: '={{ "" }}' }, 'Fill in Alias'],
	[
		'alias',
		'alias',
		{ endpoint: 'bc/X', alias: 'é'.repeat(257) },
		'Alias must be an alias of 1 to 512 bytes',
	],
	['alias', 'alias', { endpoint: '={{ "" }}', alias: 'x' }, 'Fill in Endpoint'],
	[
		'alias',
		'alias',
		{ endpoint: '/ext/bc/P', alias: 'x' },
		'Endpoint must be the part of a path after /ext/',
	],
	['alias', 'aliasChain', { chain: 'X', alias: ' ' }, 'Fill in Alias'],
	['alias', 'getChainAliases', { blockchainId: '../info' }, 'Chain must be a chain'],
	[
		'logger',
		'setLoggerLevel',
		{ additionalFields: { loggerName: 'C' } },
		'Fill in Log Level, Display Level, or both',
	],
	[
		'logger',
		'setLoggerLevel',
		{ additionalFields: { logLevel: 'LOUD' } },
		'Log Level must be one of DEBUG, ERROR, FATAL',
	],
	['chain', 'setLogLevel', { chain: 'C', level: 'loud' }, 'Level must be one of crit, debug'],
	['chain', 'getVMConfig', { chain: '../info' }, 'Chain must be a chain'],
])('%s %s refuses %j before anything is sent', async (resource, operation, parameters, words) => {
	const { error } = await run(resource, operation, parameters);
	expect(saidBy(error)).toContain(words);
	expect(server.received).toEqual([]);
});

test('512 bytes are not too many', async () => {
	const alias = 'é'.repeat(256);
	const { items } = await run('alias', 'alias', { endpoint: 'bc/X', alias });
	expect(items.map(({ json }) => json)).toEqual([{ success: true }]);
	expect(server.calls[0].params).toEqual({ endpoint: 'bc/X', alias });
});

const illFormed = ({ method }: RpcCall): CallReply =>
	method.includes('_')
		? refuse(`rpc: service/method request ill-formed: "${method}"`)
		: { result: {} };

test('a chain is asked by the name of the document first, and by that of the node after, once a run', async () => {
	server.answerCalls(illFormed);
	const { items } = await run(
		'chain',
		'setLogLevel',
		{ chain: 'C', level: '={{ $json.level }}' },
		{ items: ['warn', 'crit', 'trace'].map((level) => ({ json: { level } })) },
	);
	expect(items.map(({ json }) => json)).toEqual([
		{ success: true },
		{ success: true },
		{ success: true },
	]);
	expect(server.calls.map(({ path, method, params }) => [path, method, params])).toEqual([
		['/ext/bc/C/admin', 'admin_setLogLevel', [{ level: 'warn' }]],
		['/ext/bc/C/admin', 'admin.setLogLevel', [{ level: 'warn' }]],
		['/ext/bc/C/admin', 'admin.setLogLevel', [{ level: 'crit' }]],
		['/ext/bc/C/admin', 'admin.setLogLevel', [{ level: 'trace' }]],
	]);
});

test('a chain without parameters gets an empty list', async () => {
	await run('chain', 'memoryProfile', { chain: 'demo' });
	expect(server.calls).toEqual([
		{ path: '/ext/bc/demo/admin', method: 'admin_memoryProfile', params: [] },
	]);
});

test('the configuration of a VM comes as it is', async () => {
	const config = {
		'eth-apis': ['eth'],
		'log-level': 'info',
		'rpc-gas-cap': 50000000,
		'batch-request-limit': null,
	};
	server.answerCalls(() => ({ result: { config } }));
	const { items } = await run('chain', 'getVMConfig', { chain: 'C' });
	expect(items.map(({ json }) => json)).toEqual([config]);
});

/** A node that answers for its version, and for nothing else. */
const bare =
	(version: string) =>
	({ method }: RpcCall): CallReply =>
		method === 'info.getNodeVersion' ? { result: { version } } : notFound;

test.each([
	['profile', 'lockProfile', {}, '--api-admin-enabled=true'],
	['profile', 'lockProfile', {}, 'The node responds (avalanchego/1.15.2), but not for this API'],
	['chain', 'lockProfile', { chain: 'C' }, '"admin-api-enabled": true'],
	[
		'chain',
		'lockProfile',
		{ chain: 'C' },
		'Removed for the C-Chain in avalanchego 1.15; use Profile',
	],
	['chain', 'lockProfile', { chain: 'C' }, 'This node (avalanchego/1.15.2) serves'],
])('a 404 of %s %s explains itself', async (resource, operation, parameters, words) => {
	server.answerCalls(bare('avalanchego/1.15.2'));
	const { error } = await run(resource, operation, parameters);
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404' });
	expect(error?.description).toContain(words);
});

test.each([
	['vm', 'loadVMs', {}],
	['logger', 'getLoggerLevel', {}],
	['alias', 'alias', { endpoint: 'bc/X', alias: 'x' }],
])(
	'where no node answers, %s %s does not say that the Admin API is off',
	async (resource, operation, parameters) => {
		server.answer(() => notFound);
		const { error } = await run(resource, operation, parameters);
		expect(error?.description).toContain('Neither this API nor the Info API responds');
		expect(error?.description).not.toContain('--api-admin-enabled');
	},
);

test('a chain that the node does not know is not taken for one whose Admin API is off', async () => {
	server.answerCalls(({ path, params }) => {
		if (path !== '/ext/info') return notFound;
		return params?.chain === 'P'
			? { result: { isBootstrapped: true } }
			: refuse(`there is no chain with alias/ID '${params?.chain}'`);
	});
	const { error } = await run('chain', 'memoryProfile', { chain: 'nope' });
	expect(error?.message).toContain('does not know the chain "nope"');
	expect(error?.description).not.toContain('admin-api-enabled');
});

test('the version of the node is asked once a run', async () => {
	server.answerCalls(bare('avalanchego/1.14.2'));
	const { items: failed } = await run(
		'vm',
		'loadVMs',
		{},
		{ items: makeItems(30), onError: 'continueRegularOutput' },
	);
	expect(failed).toHaveLength(30);
	expect(server.calls.filter(({ method }) => method === 'info.getNodeVersion')).toHaveLength(1);
});

/** From the least to the most; what is logged grows with each. */
const orders: Array<[resource: string, operation: string, parameter: string, levels: string]> = [
	['logger', 'setLoggerLevel', 'logLevel', 'fatal error warn info trace debug'],
	['logger', 'setLoggerLevel', 'displayLevel', 'fatal error warn info trace debug'],
	['chain', 'setLogLevel', 'level', 'crit error warn info debug'],
];
test.each(orders)(
	'%s %s: each %s names all that is logged, in a list sorted by name',
	(resource, operation, parameter, levels) => {
		const row = listRows().find((one) => one.resource === resource && one.operation === operation)!;
		const field = row.fields.find(({ name }) => name === parameter)!;
		const options = field.options as Array<{ value: string; description: string }>;
		expect(options.map(({ value }) => value)).toEqual(options.map(({ value }) => value).sort());
		for (const [index, level] of levels.split(' ').entries()) {
			const { description } = options.find(({ value }) => value.toLowerCase() === level)!;
			const [listed] = description.toLowerCase().split(/:| only/);
			expect(listed.split(/, | and /)).toEqual(levels.split(' ').slice(0, index + 1));
		}
		expect(JSON.stringify(field)).not.toMatch(/above|graver/);
	},
);

test('an unknown chain is not taken for an API that is switched off', async () => {
	server.answerCalls(() => refuse('there is no ID with alias: nope'));
	const { error } = await run('alias', 'aliasChain', { chain: 'nope', alias: 'x' });
	expect(error?.message).toContain('there is no ID with alias: nope');
	expect(error?.description).not.toContain('--api-admin-enabled');
});

test.each([
	[
		'profile',
		'startCPUProfiler',
		{},
		'cpu profiler already running',
		'Stop the CPU profiler first',
	],
	['profile', 'stopCPUProfiler', {}, "cpu profiler doesn't exist", 'Start the CPU profiler first'],
	[
		'chain',
		'startCPUProfiler',
		{ chain: 'C' },
		'cpu profiler already running',
		'Stop the CPU profiler first',
	],
	[
		'alias',
		'aliasChain',
		{ chain: 'X', alias: 'P' },
		'alias already mapped to an ID: 2oY',
		'alias is already taken',
	],
	[
		'alias',
		'alias',
		{ endpoint: 'bc/X', alias: 'P' },
		'route is either already aliased or already maps to a handle: /ext/P',
		'alias is already taken',
	],
	[
		'logger',
		'getLoggerLevel',
		{ filters: { loggerName: 'x' } },
		'logger with name "x" not found',
		'Get Many Levels with an empty logger name',
	],
	['vm', 'loadVMs', {}, 'invalid vmID: "not-an-id"', 'plugin folder'],
])('%s %s %j: "%s" is explained', async (resource, operation, parameters, words, hint) => {
	server.answerCalls(() => refuse(words));
	const { error } = await run(resource, operation, parameters);
	expect(saidBy(error)).toContain(words);
	expect(error?.description).toContain(hint);
});

test.each([
	['alias', 'alias', { endpoint: 'bc/X', alias: 'x' }, 1],
	['alias', 'aliasChain', { chain: 'X', alias: 'x' }, 1],
	['profile', 'startCPUProfiler', {}, 1],
	['profile', 'stopCPUProfiler', {}, 1],
	['profile', 'lockProfile', {}, 1],
	['profile', 'memoryProfile', {}, 1],
	['vm', 'loadVMs', {}, 1],
	['chain', 'startCPUProfiler', { chain: 'C' }, 1],
	['logger', 'getLoggerLevel', {}, 2],
	['logger', 'setLoggerLevel', { additionalFields: { logLevel: 'INFO' } }, 2],
	['chain', 'setLogLevel', { chain: 'C', level: 'info' }, 2],
])(
	'%s %s %j is sent %s times where the node fails for a moment',
	async (resource, operation, parameters, times) => {
		server.answer(() => reply('a moment, please', 503));
		await run(resource, operation, parameters, { limits: { retries: 1 } });
		expect(server.received).toHaveLength(times);
	},
);
