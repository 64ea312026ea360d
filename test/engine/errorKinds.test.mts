/** What kind of failure an item tells of, so that a workflow that goes on can branch: through both settings of On Error. */
import { readFileSync } from 'node:fs';
import type { IWorkflowBase } from 'n8n-workflow';
import { makeItems, useEngine, useNode, useTool } from '../support/useEngine.mts';
import { refuse, reply, useScript, type Reply } from '../support/useScript.mts';

const server = useScript();
const engine = useEngine(server);
const run = useNode('avalancheEvm', server);
const runData = useNode('avalancheData', server);
const callEvm = useTool('avalancheEvm', server);

const address = `0x${'1'.repeat(40)}`;
const asked = { chain: 'C', address };
const limits = { retries: 0 };

/** What a server does, and the kind that this is. */
const faults: Array<[kind: string, answer: () => Reply | void]> = [
	['rate-limited', () => reply({}, 429, { 'retry-after': '3600' })],
	['server', () => reply({}, 503)],
	['key-refused', () => reply({}, 401)],
	['not-found', () => reply({ message: 'no such thing' }, 404)],
	['refused', () => reply({ message: 'not so' }, 400)],
	['not-understood', () => reply({})],
];

describe('an item of a failed request tells its kind', () => {
	test.each(faults)('%s', async (kind, answer) => {
		server.answer(answer);
		const asked = { chainId: '43114', address };
		const options = { onError: 'continueRegularOutput', limits } as const;
		const { items } = await runData('balance', 'getNative', asked, options);
		expect(items[0].json).toEqual({ error: expect.any(String), details: { kind } });
	});

	test('one that a node refuses, among others', async () => {
		server.answerCalls(({ params }) =>
			params[0] === address ? refuse('no state') : { result: '0x1' },
		);
		const others = `0x${'2'.repeat(40)}`;
		const { items } = await run(
			'account',
			'getBalance',
			{ chain: 'C', address: `${address},${others},0x12` },
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.details)).toEqual([
			{ kind: 'refused' },
			undefined,
			{ kind: 'invalid-input' },
		]);
	});

	test('one of values that are too many, and of a credential that lacks something', async () => {
		const onError = 'continueRegularOutput';
		const many = Array.from({ length: 300 }, (_, n) => `0x${String(n).padStart(40, '0')}`).join();
		const tooMany = { chain: 'C', token: many, address: many };
		const refused = await run('token', 'getBalance', tooMany, { onError });
		expect(refused.items[0].json.details).toEqual({ kind: 'invalid-input' });
		const credentials = {
			avalancheNodesApi: { ...server.credentials.avalancheNodesApi, nodeUrl: '' },
		};
		const unset = await run('account', 'getBalance', asked, { onError, credentials });
		expect(unset.items[0].json.details).toEqual({ kind: 'not-configured' });
		const wrong = await run('account', 'getBalance', asked, { onError, limits: { retries: -1 } });
		expect(wrong.items[0].json.details).toEqual({ kind: 'not-configured' });
	});
});

describe('On Error', () => {
	const items = makeItems(3, (n) => ({ n, account: n === 1 ? '0x12' : address }));
	const parameters = { chain: 'C', address: '={{ $json.account }}' };
	beforeEach(() => server.answerCalls(() => ({ result: '0x1' })));
	/** An older n8n would take an item with more than the message for a success. */
	const kept = (kind = 'invalid-input') => (engine.isRecent ? { details: { kind } } : {});

	test('Continue leaves the failed item in its place', async () => {
		const { outputs } = await run('account', 'getBalance', parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(outputs).toHaveLength(1);
		expect(outputs[0].map(({ json }) => json.details)).toEqual([
			undefined,
			{ kind: 'invalid-input' },
			undefined,
		]);
		expect(outputs[0].map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});

	test('Continue Using Error Output sends it there, and the others on', async () => {
		const { outputs } = await run('account', 'getBalance', parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((output) => output.length)).toEqual([2, 1]);
		expect(outputs[1][0].json).toEqual({ error: expect.stringContaining('0x12'), ...kept() });
	});

	test('behind another node, the error output has the fields of the input too, and an IF branches by the kind', async () => {
		const credentials = { avalancheNodesApi: { id: '1', name: 'avalancheNodesApi' } };
		const place = { typeVersion: 1, position: [0, 0] as [number, number] };
		const workflow = {
			id: 'w',
			name: 'W',
			active: false,
			nodes: [
				{ id: 'a', name: 'Start', type: 'start', parameters: {}, ...place },
				{
					id: 'b',
					name: 'Node',
					type: 'avalancheEvm',
					onError: 'continueErrorOutput',
					parameters: { resource: 'account', operation: 'getBalance', ...parameters },
					credentials,
					...place,
				},
			],
			connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		} as unknown as IWorkflowBase;
		const { outputs } = await engine.runWorkflow(workflow, 'Start', { items });
		expect(outputs[1].map(({ json }) => json)).toEqual([
			{ n: 1, account: '0x12', error: expect.any(String), ...kept() },
		]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s with Retry On Fail keeps the kind where no try succeeds, and the answer where one does',
		async (onError) => {
			let refusals = Infinity;
			server.answerCalls(() => (refusals-- > 0 ? refuse('no state') : { result: '0x1' }));
			const retried = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } as const;
			const lost = await run('account', 'getBalance', asked, retried);
			const isRegular = onError === 'continueRegularOutput';
			expect(lost.outputs.at(-1)!.map(({ json }) => json)).toEqual([
				{
					error: expect.any(String),
					...(isRegular ? { details: { kind: 'refused' } } : kept('refused')),
				},
			]);
			expect(server.calls).toHaveLength(2);
			refusals = 1;
			const won = await run('account', 'getBalance', asked, retried);
			expect(won.outputs[0].map(({ json }) => json.details)).toEqual([undefined]);
			expect(won.outputs[0][0].json.balanceExact).toBe('0.000000000000000001');
		},
	);
});

test('an agent reads the message', async () => {
	server.answerCalls(() => refuse('no state'));
	const { error } = await callEvm('account', 'getBalance', asked);
	expect(error?.message).toContain('no state');
});

test('the troubleshooting page lists each kind', () => {
	const source = readFileSync('nodes/shared/errors.ts', 'utf8');
	const [, union] = /FailureKind =([^;]+);/.exec(source)!;
	const kinds = [...union.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind).sort();
	const page = readFileSync('docs/troubleshooting.md', 'utf8');
	const listed = [...page.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, kind]) => kind).sort();
	expect(listed).toEqual(kinds);
});
