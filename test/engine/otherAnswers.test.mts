/** Answers to another call, answers without what an operation reads, paths that lead elsewhere, and another name of Fuji. */
import { keccak256 } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import { listRows, makeExample, nameRow, type Row } from '../../tools/groups.mts';
import { everyReward } from '../support/everyReward.mts';
import { address, hashOf } from '../support/hex.mts';
import { makeItems, useEngine, useRows, useTool } from '../support/useEngine.mts';
import { reply, type RpcCall, useScript } from '../support/useScript.mts';

const server = useScript();
const runRow = useRows(server);
const engine = useEngine(server);
const callTool = useTool('avalancheData', server);
const rows = listRows();
const rowOf = (node: string, resource: string, operation: string): Row =>
	rows.find(
		(at) => at.description.name === node && at.resource === resource && at.operation === operation,
	)!;
const balance = rowOf('avalancheEvm', 'account', 'getBalance');
const alone = { limits: { batchSize: 1, retries: 0 }, onError: 'continueRegularOutput' } as const;
const runBalances = async (count = 1, retries = 0) =>
	await runRow(
		balance,
		{ chain: 'C', address: '={{ $json.address }}', block: 'latest' },
		{
			...alone,
			limits: { batchSize: 1, retries },
			items: makeItems(count, (i) => ({ address: address(i + 1) })),
		},
	);
const firstNode = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const saidOf = ({ json }: { json: IDataObject }) => String(json.error);

describe('the ID of a single answer', () => {
	const answerWith = (envelope: (call: RpcCall) => object) =>
		server.answer(({ calls: [call] }) => reply({ jsonrpc: '2.0', ...envelope(call) }));

	test('of two calls swapped: neither item gets the balance of the other', async () => {
		answerWith(({ id, params: [of] }) => ({
			id: id + (of === address(1) ? 1 : -1),
			result: of === address(1) ? '0x2' : '0x1',
		}));
		const { items } = await runBalances(2);
		expect(items.map(saidOf)).toEqual([
			expect.stringContaining('answered another call than eth_getBalance'),
			expect.stringContaining('answered another call than eth_getBalance'),
		]);
	});

	test('swapped once: the call is repeated', async () => {
		answerWith(({ id }) => ({ id: server.received.length === 1 ? id + 7 : id, result: '0x1' }));
		const { items } = await runBalances(1, 1);
		expect(items).toMatchObject([{ json: { balanceExact: '0.000000000000000001' } }]);
	});

	test.each([
		['a number', (id: number) => ({ id })],
		['text with the same digits', (id: number) => ({ id: String(id) })],
		['left out', () => ({})],
	])('as %s is taken', async (_what, idOf) => {
		answerWith(({ id }) => ({ ...idOf(id), result: '0x1' }));
		expect((await runBalances()).items).toMatchObject([
			{ json: { balanceExact: '0.000000000000000001' } },
		]);
	});

	test('null keeps the meaning of a refusal, and a rate limit that of its host, whatever its ID is', async () => {
		answerWith(() => ({ id: null, error: { code: -32700, message: 'parse error' } }));
		expect(saidOf((await runBalances()).items[0])).toContain('parse error');
		answerWith(() => ({ id: 0, error: { code: -32005, message: 'rate limit exceeded' } }));
		expect(saidOf((await runBalances()).items[0])).toMatch(/too many requests|rate limit/i);
	});

	test('of another call: its refusal is none of this call', async () => {
		answerWith(({ id }) => ({ id: id + 1, error: { code: 3, message: 'execution reverted' } }));
		expect(saidOf((await runBalances()).items[0])).toContain('answered another call');
	});

	test('or another hash: whether a transaction was sent is unknown, and it is named', async () => {
		const sendRaw = rowOf('avalancheEvm', 'transaction', 'sendRaw');
		for (const envelope of [{ id: 99, result: keccak256('0x02') }, { result: hashOf(5) }]) {
			answerWith(() => envelope);
			const { items } = await runRow(sendRaw, { chain: 'C', rawTransaction: '0x02' }, alone);
			expect(saidOf(items[0])).toMatch(/^It is unknown whether the node carried out the call/);
			expect(saidOf(items[0])).toContain(keccak256('0x02'));
			expect(server.received).toHaveLength(1);
		}
	});
});

describe('an answer without what is read is no empty one', () => {
	/** Rows that read one list or map out of the answer, and may find null in its place. */
	const lists = rows.filter(({ output, row }) => {
		const isList = output && ['list', 'map', 'lists'].includes(output.kind);
		return isList && !('none' in output) && !('mayBeNull' in output) && row;
	});
	const byName = lists.map((at) => [`${at.description.name} ${nameRow(at)}`, at] as const);

	test.each(byName)('%s', async (_name, at) => {
		const field = at.output && 'field' in at.output ? at.output.field : undefined;
		const answers: unknown[] = field === undefined ? [null] : [null, {}, { [field]: null }];
		for (const result of answers) {
			server.answer(({ calls: [call] }) =>
				call ? reply({ jsonrpc: '2.0', id: call.id, result }) : reply(result),
			);
			const { entered } = makeExample(at, everyReward);
			const { items } = await runRow(at, entered, alone, { returnAll: true, allowChanges: true });
			expect([result, items.map(saidOf)]).toEqual([
				result,
				[
					expect.stringMatching(
						/could not be read|holds no|is not a list|does not have the expected form/,
					),
				],
			]);
		}
	});

	// What is waited for may be null until it is there.
	const single = rows.filter(
		({ output, isList, operation }) => output?.kind === 'record' && !isList && operation !== 'wait',
	);
	const read = single.filter(({ output }) => !('none' in output!) && !('isAny' in output!));
	test.each(read.map((at) => [`${at.description.name} ${nameRow(at)}`, at] as const))(
		'%s: null is no value',
		async (_name, at) => {
			server.answer(({ calls }) => {
				const envelopes = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: null }));
				return reply(calls.length ? envelopes[0] : 'null');
			});
			const { entered } = makeExample(at);
			const { items } = await runRow(at, entered, alone, { allowChanges: true });
			expect(items.map(saidOf)).toEqual([expect.not.stringMatching(/^undefined$/)]);
		},
	);

	test.each([
		['hashes alone', [hashOf(1)]],
		['null among them', [{ hash: hashOf(1) }, null]],
		['null', null],
		['nothing', undefined],
	])('a block with %s in place of its whole transactions', async (_what, transactions) => {
		for (const operation of ['getByNumber', 'getByHash']) {
			const at = rowOf('avalancheEvm', 'block', operation);
			const { entered } = makeExample(at);
			server.answerCalls(() => ({ result: { gasUsed: '0x1', transactions } }));
			const { items } = await runRow(at, { ...entered, fullTransactions: true }, alone);
			expect(saidOf(items[0])).toMatch(/could not be read: it .*transactions/);
		}
	});
});

test.each([
	'/v1/..;/x',
	'/v1/.;a=b/x',
	'/v1/x;y',
	'/v1/%2e%2e/x',
	'/v1/%2E/x',
	'/v1/..\\x',
	'/v1\\..\\x',
	'/v1//x',
	'/v1/x//',
	'/v1/./x',
	'/v1/x/..',
	'/v1/...',
	'/v1/a\u0000b',
	'/v1/a\tb',
	'/v1/a\u0085b',
])('Call Any refuses the path %j before anything is sent', async (path) => {
	server.answer(() => reply({}));
	const { error } = await runRow(rowOf('avalancheData', 'endpoint', 'call'), { path });
	expect(error?.message).toMatch(/Path/);
	expect(server.received).toEqual([]);
});

describe('testnet is another name of Fuji', () => {
	const networked = rows.filter(
		({ description, fields }) =>
			description.name === 'avalancheData' && fields.some(({ name }) => name === 'network'),
	);
	const forms = ['fuji', 'testnet'];
	const addressOfFuji = { addresses: 'fuji1qdaw46h5h0exmk47wft2s22dc5k6fr2h039jc3' };

	test.each(networked.map((at) => [nameRow(at), at] as const))('%s', async (_name, at) => {
		server.answer(() => reply({}, 404));
		const asked = await Promise.all(
			forms.map(async (network) => {
				const { entered } = makeExample(at, { ...everyReward, network, ...addressOfFuji });
				const node = { ...alone, items: [{ json: { network } }] };
				await runRow(at, { ...entered, network: '={{ $json.network }}' }, node);
				return server.received.splice(0).map(({ path }) => path)[0];
			}),
		);
		expect(asked[0]).toMatch(/fuji/);
		expect(asked[1]).toBe(asked[0]);
	});

	test('in a tool and in a credential', async () => {
		server.answer(() => reply({ historicalRewards: [] }));
		const network = `={{ $fromAI('Network', '', 'string') }}`;
		const reward = { ...everyReward, rewardsOf: 'validators', nodeIds: firstNode, network };
		await callTool('reward', 'getMany', reward, { Network: 'testnet' });
		expect(server.received[0].path).toMatch(/^\/v1\/networks\/fuji\/rewards/);
		const avalancheNodesApi = { ...server.credentials.avalancheNodesApi, network: 'testnet' };
		const running = engine.runNode(
			'avalancheEvm',
			{ resource: 'account', operation: 'getBalance', chain: '43114', address: address(1) },
			{ credentials: { avalancheNodesApi } },
		);
		expect((await running).error?.message).toContain('the credential is for Fuji');
	});
});
