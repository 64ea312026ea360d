/** Several addresses in one field: the operation runs for each of them. */
import type { INodeParameters } from 'n8n-workflow';
import type { NodeOptions } from '../support/engine.mts';
import { makeItems, useNode, saidBy } from '../support/useEngine.mts';
import { refuse, useScript } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);
const runAdvanced = useNode('avalancheEvmAdvanced', server);

const addressOf = (n: number) => `0x${String(n).padStart(40, '0')}`;
const [first, second, third] = [1, 2, 3].map(addressOf);

const getBalance = (address: INodeParameters['string'], options: NodeOptions = {}) =>
	run('account', 'getBalance', { chain: 'C', address }, options);

/** The balance of an address is its number, in wei. */
const answerBalances = (refused?: string) =>
	server.answerCalls(({ params: [address] }) =>
		address === refused
			? refuse('stack limit reached')
			: { result: `0x${Number(address).toString(16)}` },
	);

describe('several addresses in one field', () => {
	test.each([
		['commas', `${first}, ${second},${third}`],
		['spaces and semicolons', `${first} ${second}; ${third}`],
		['lines', `${first}\n${second}\r\n\n${third}\n`],
		['a list that an expression gives', `={{ ["${first}", "${second}", "${third}"] }}`],
	])('separated by %s give an item each, in one batch', async (_how, address) => {
		answerBalances();
		const { items } = await getBalance(address);
		expect(items.map(({ json }) => json.balanceExact)).toEqual(
			[1, 2, 3].map((n) => `0.00000000000000000${n}`),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 0 },
		]);
		expect(server.received.length).toBe(1);
	});

	test('a wrong one ends the run before anything is sent, and names the one', async () => {
		answerBalances();
		const { error } = await getBalance(`${first}, 0x12, ${third}`);
		expect(saidBy(error)).toContain('Address must be an EVM address');
		expect(saidBy(error)).toContain('"0x12"');
		expect(server.received.length).toBe(0);
	});

	test('a fault of the credential is that of no address', async () => {
		const credentials = {
			avalancheNodesApi: { ...server.credentials.avalancheNodesApi, nodeUrl: '' },
		};
		const { error } = await getBalance(`${first}, ${second}`, { credentials });
		expect(error?.message).toBe('The credential has no Node URL');
	});

	test.each([502, 503])(
		'a host that fails as a whole (%i) is no fault of an address',
		async (status) => {
			server.answer(() => ({ status, body: 'The service is resting' }));
			const { error } = await getBalance(`${first}, ${second}`);
			expect(error?.message).toMatch(/failed \(50[23]\)/);
			expect(error?.message).not.toMatch(/0x0{30}/);
			const kept = await getBalance(`${first}, ${second}`, { onError: 'continueRegularOutput' });
			expect(kept.items.map(({ json }) => json.error)).toEqual([
				expect.stringContaining(`${first}: `),
				expect.stringContaining(`${second}: `),
			]);
		},
	);

	test('a refusal that ends the run names the one', async () => {
		answerBalances(second);
		const { error } = await getBalance(`${first}, ${second}`);
		expect(error?.message).toContain(`${second}: The node refused`);
	});

	test('under continue on fail, wrong and refused ones fail alone and say which they are', async () => {
		answerBalances(second);
		const { items } = await getBalance(`${first}, ${second}, 0x12, ${third}`, {
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{ balanceExact: '0.000000000000000001' },
			{
				error: expect.stringContaining(
					`${second}: The node refused eth_getBalance: stack limit reached`,
				),
			},
			{ error: expect.stringContaining('must be an EVM address') },
			{ balanceExact: '0.000000000000000003' },
		]);
	});

	test('of several items stay with their item', async () => {
		answerBalances();
		const items = makeItems(2, (n) => ({ list: n ? `${third}` : `${first},${second}` }));
		const { items: given } = await getBalance('={{ $json.list }}', { items });
		expect(given.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
		]);
	});

	test('are refused where something is signed', async () => {
		const { error } = await runAdvanced('keystore', 'sign', {
			chain: 'C',
			address: `${first},${second}`,
			data: '0x00',
		});
		expect(saidBy(error)).toContain('Address must be an EVM address');
		expect(server.received.length).toBe(0);
	});
});
