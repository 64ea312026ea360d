/** Operations as tools of an AI agent, through n8n's own way from the agent to the node, called as models call them. */
import { readFileSync } from 'node:fs';
import { keccak256 } from 'ethers';
import { NodeHelpers, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { toToolAnswer } from '../../nodes/shared/operation/tool.ts';
import { listRows, makeExample, type Row } from '../../tools/groups.mts';
import type { Shape } from '../support/golden.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { reply, useScript } from '../support/useScript.mts';
import { outputOf, useNode, useRows, useTool } from '../support/useEngine.mts';

const server = useScript();
const callEvm = useTool('avalancheEvm', server);
const callScript = useTool('avalancheData', server);
const callValidators = useTool('avalancheValidators', server);
const callByEngine = useTool('avalancheData', server, true);
const runRow = useRows(server);
const devnet = useDevnet();
const callData = useTool('avalancheData', devnet);
const callInfo = useTool('avalancheInfo', devnet);
const callBlocks = useTool('avalancheEvm', devnet);
const callMetrics = useTool('avalancheMetrics', devnet);
const runData = useNode('avalancheData', devnet);
const runScript = useNode('avalancheData', server);

const address = `0x${'1'.repeat(40)}`;
const rows = listRows();
const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;

/** What the editor writes where the user leaves a field to the model. */
const byModel = (key: string, type = 'string') => `={{ $fromAI('${key}', '', '${type}') }}`;

/** The properties of an operation that a tool shows, or the node itself. */
const shownOf = ({ description, resource, operation }: Row, isTool: boolean) =>
	description.properties.filter(({ displayOptions }: INodeProperties) => {
		const { show = {} } = displayOptions ?? {};
		const isOne = (name: string, value: unknown) =>
			(show[name] as unknown[] | undefined)?.includes(value) ?? true;
		return isOne('resource', resource) && isOne('operation', operation) && isOne('@tool', isTool);
	});

const namesOf = (at: Row, isTool: boolean) => shownOf(at, isTool).map(({ name }) => name);

/** Operations that write, sign, send, use up, or handle keys: each is named so in its row. */
const changing = rows.filter((at) => namesOf(at, true).includes('allowChanges'));

test('money is rounded to cents, amounts are not, and an address or a balance is said once', () => {
	const answer = toToolAnswer(
		[
			{
				address: 'P-avax1',
				addresses: 'P-avax1',
				balance: 1.123456789,
				amount: 1.123456789,
				amountExact: '1.123456789',
				value: 23.12345678901,
				price: 20.5829,
				currency: 'USD',
			},
			{ address: null, addresses: 'P-avax1,P-avax2', value: 0.00123, currency: 'USD' },
			{ balance: 2, amount: 1 },
			{ amount: 1 },
			{ value: 23.12345678901 },
		],
		{},
		{ output: 'simplified', fields: [] },
	);
	expect(answer).toEqual({
		ok: true,
		result: [
			{ address: 'P-avax1', balance: 1.123456789, value: 23.12, price: 20.5829, currency: 'USD' },
			{ addresses: 'P-avax1,P-avax2', value: 0.00123, currency: 'USD' },
			{ balance: 2, amount: 1 },
			{ amount: 1 },
			{ value: 23.12345678901 },
		],
	});
});

describe('what a tool shows', () => {
	test('Allow Changes stands on every operation that changes something, and Output on every other', () => {
		const changes =
			/^(personal \w+|alias alias\w*|\w+ set\w+|\w+ (lock|memory|start|stop|record|write|load|import|export|free|create(Logs|Blocks|Pending))\w*|keystore (send\w*|sign\w*|resend\w*)|transaction (sendRaw|issueTx)|filter (getChanges|remove)|debug trace\w+ToFile|method call)$/;
		for (const at of rows)
			expect([nameOf(at), namesOf(at, true)]).toEqual([
				nameOf(at),
				expect.arrayContaining(changes.test(nameOf(at)) ? ['allowChanges'] : ['output']),
			]);
		expect(changing.filter((at) => !changes.test(nameOf(at))).map(nameOf)).toEqual([]);
		expect(changing.length).toBeGreaterThan(50);
	});

	test('the node itself shows neither, and one limit', () => {
		for (const at of rows) {
			expect(namesOf(at, false).filter((name) => name === 'limit')).toHaveLength(at.isList ? 1 : 0);
			for (const name of ['output', 'outputFields', 'allowChanges'])
				expect(namesOf(at, false)).not.toContain(name);
		}
	});

	test('the editor disables none of it', () => {
		for (const at of rows) {
			const { resource, operation } = at;
			const description = { ...at.description, name: `${at.description.name}Tool` };
			const disabled = shownOf(at, true).filter(
				(property) =>
					property.disabledOptions &&
					NodeHelpers.displayParameter(
						{ resource, operation },
						property,
						{ typeVersion: 1 },
						description,
						undefined,
						'disabledOptions',
					),
			);
			expect(disabled.map(({ name }) => name)).toEqual([]);
		}
	});

	test('a limit is 10 in a tool', () => {
		const defaults = rows
			.filter(({ isList }) => isList)
			.flatMap((at) => shownOf(at, true).filter(({ name }) => name === 'limit'));
		expect(new Set(defaults.map((limit) => limit.default))).toEqual(new Set([10]));
	});
});

describe('an operation that changes something', () => {
	test.each(changing.map((at) => [`${at.description.name} ${nameOf(at)}`, at] as const))(
		'%s is refused before anything is sent, and the refusal names the switch',
		async (_name, at) => {
			const tool = {
				...at,
				description: { ...at.description, name: `${at.description.name}Tool` },
			};
			const { error } = await runRow(tool, makeExample(at).entered);
			expect(error?.message).toContain('Allow Changes');
			expect(server.received).toEqual([]);
		},
	);

	const sent = { chain: 'C', rawTransaction: byModel('Raw_Transaction') };
	const args = { Raw_Transaction: '0x02' };

	test('is sent with the switch on', async () => {
		server.answerCalls(() => ({ result: keccak256('0x02') }));
		const { answer } = await callEvm(
			'transaction',
			'sendRaw',
			{ ...sent, allowChanges: true },
			args,
		);
		expect(answer).toEqual([{ txHash: keccak256('0x02') }]);
	});

	test('is not sent where the model turns the switch on', async () => {
		const allowChanges = byModel('Allow_Changes', 'boolean');
		const { error } = await callEvm(
			'transaction',
			'sendRaw',
			{ ...sent, allowChanges },
			{ ...args, Allow_Changes: true },
		);
		expect(error?.message).toContain('Turn on Allow Changes');
		expect(server.received).toEqual([]);
	});

	test('runs in a workflow as ever', async () => {
		server.answerCalls(() => ({ result: keccak256('0x02') }));
		const sendRaw = rows.find((at) => nameOf(at) === 'transaction sendRaw')!;
		const running = runRow(sendRaw, { chain: 'C', rawTransaction: '0x02' });
		expect(await outputOf(running)).toEqual([{ txHash: keccak256('0x02') }]);
	});
});

describe('an answer', () => {
	const asked = { chain: 'C', address: byModel('Address') };
	const ask = (more: IDataObject = {}) => {
		server.answerCalls(() => ({ result: '0xde0b6b3a7640001' }));
		return callEvm('account', 'getBalance', { ...asked, ...more }, { Address: address });
	};

	test('is compact, with units: the tool says what it does, and which arguments it takes', async () => {
		expect(await ask()).toEqual({
			name: 'Node',
			description: 'Get native token balance of account in Avalanche EVM Chains',
			arguments: ['Address'],
			answer: [{ address, chain: 'C-Chain', block: 'latest', balance: 1, symbol: 'AVAX' }],
		});
	});

	test('is raw where the user wants that', async () => {
		const { answer } = await ask({ output: 'raw' });
		expect(answer).toEqual([{ balance: '0xde0b6b3a7640001' }]);
	});

	test('has the selected fields, exact ones too', async () => {
		const { answer } = await ask({ output: 'fields', outputFields: 'balanceExact, symbol' });
		expect(answer).toEqual([{ balanceExact: '1.000000000000000001', symbol: 'AVAX' }]);
	});

	test('names its fields where none of the selected is there', async () => {
		const { error } = await ask({ output: 'fields', outputFields: 'amount' });
		expect(error?.message).toBe(
			'The answer has no field amount. Choose among its fields: address, balance, symbol, chain, block, balanceExact.',
		);
	});

	test('says which of the selected fields is not there', async () => {
		const { answer } = await ask({ output: 'fields', outputFields: 'balance, amount' });
		expect(answer).toEqual([
			{ balance: 1, balanceUnit: 'AVAX' },
			{
				note: expect.stringMatching(/^The answer has no field amount\. Choose among its fields: /),
			},
		]);
	});

	test('has the first of all balances', async () => {
		const token = { ercType: 'ERC-20', chainId: '43114', decimals: 6, balance: '1' };
		const native = { nativeTokenBalance: { ...token, name: 'Avalanche', symbol: 'AVAX' } };
		const tokens = Array.from({ length: 30 }, (_, n) => ({
			...token,
			symbol: `T${n}`,
			address: `0x${String(n).padStart(40, '0')}`,
		}));
		server.answer(({ path }) =>
			reply(path.includes('getNative') ? native : { erc20TokenBalances: tokens }),
		);
		const { answer } = await callScript('balance', 'getAll', { chainId: '43114', address });
		expect(answer!.map(({ symbol, note }) => note ?? symbol)).toEqual([
			'AVAX',
			...Array.from({ length: 9 }, (_, n) => `T${n}`),
			'Only the first 10 are here. There are more.',
			'10 of 10 balances have no value, so a sum of value is incomplete.',
		]);
		const asked = { chainId: '43114', address };
		for (const [limit, notes] of [
			[12, 2],
			[40, 1],
		] as const) {
			const more = await callScript('balance', 'getAll', { ...asked, limit });
			expect(more.answer).toHaveLength(Math.min(limit, 31) + notes);
		}
		const people = await outputOf(runScript('balance', 'getAll', { ...asked, limit: 12 }));
		expect(people).toHaveLength(31);
		server.answer(() => reply({ message: 'moved', erc20TokenBalances: [] }));
		const broken = await callScript('balance', 'getAll', { chainId: '43114', address });
		expect(broken.error?.message).toContain('The answer holds no "nativeTokenBalance"');
	});

	test('has notes for the model that are no records: the panel and the note count alike', async () => {
		const transactions = Array.from({ length: 11 }, (_, n) => ({
			txHash: `0x${n}`,
			txStatus: n ? '1' : '0',
		}));
		server.answer(() => reply({ transactions, nextPageToken: 'more' }));
		const { answer, hints } = await callByEngine('transaction', 'getManyLatest', {
			chainId: '43114',
		});
		const failed = answer!.flatMap(({ note }) => (/ failed /.test(String(note)) ? [note] : []));
		expect(answer).toHaveLength(12);
		expect(failed).toEqual([expect.stringMatching(/^1 of 10 transactions failed/)]);
		expect(hints!.filter((hint) => hint.includes('failed'))).toEqual(failed);
	});

	test('says that nothing was found', async () => {
		const nobody = `0x${'9'.repeat(40)}`;
		const { answer } = await callData('balance', 'getManyErc20', {
			chainId: '43114',
			address: nobody,
		});
		expect(answer).toEqual([{ note: 'Nothing was found for these parameters.' }]);
	});

	test('has the unit beside a number that has no symbol', async () => {
		server.answerCalls(() => ({ result: '0x5d21dba00' }));
		const { answer } = await callEvm('fee', 'getGasPrice', { chain: 'C' });
		expect(answer).toEqual([{ chain: 'C-Chain', gasPrice: 25, unit: 'gwei' }]);
	});

	test('says the unit of an amount once, also where its symbol is not selected', () => {
		const simplify = { stake: { path: 'weight', unit: 'AVAX' } };
		const said = (fields: string[]) => {
			const output = fields.length ? 'fields' : 'simplified';
			return toToolAnswer([{ stake: 1, symbol: 'AVAX' }], { simplify }, { output, fields });
		};
		const withSymbol = { ok: true, result: [{ stake: 1, symbol: 'AVAX' }] };
		expect(said([])).toEqual(withSymbol);
		expect(said(['stake', 'symbol'])).toEqual(withSymbol);
		expect(said(['stake'])).toEqual({ ok: true, result: [{ stake: 1, stakeUnit: 'AVAX' }] });
	});

	test('has the beginning of long lists and texts, and says how long they are', async () => {
		const transactions = Array.from({ length: 200 }, (_, n) => `0x${String(n).padStart(64, '0')}`);
		const result = { number: '0x10', extra: 'f'.repeat(5000), transactions };
		server.answerCalls(() => ({ result }));
		const read = async (more: IDataObject) => {
			const block = { chain: 'C', block: '16', fullTransactions: false, ...more };
			return (await callEvm('block', 'getByNumber', block)).answer![0]!;
		};
		const short = await read({});
		expect(short).toMatchObject({ number: 16, transactionsCount: 200 });
		expect(short.transactions).toEqual(transactions.slice(0, 10));
		expect(short.extra).toBe(`${'f'.repeat(1000)}... (5000 characters)`);
		expect(await read({ output: 'fields', outputFields: 'transactions' })).toEqual({
			transactions,
		});
	});

	test('says what the hints say of its items, without words about the editor', async () => {
		const token = { ercType: 'ERC-20', chainId: '43114', decimals: 6, balance: '1', symbol: 'T' };
		const priced = { ...token, balanceValue: { currencyCode: 'usd', value: 2 } };
		const listed = [priced, { ...token, address: `0x${'2'.repeat(40)}` }];
		server.answer(() => reply({ erc20TokenBalances: listed }));
		const ask = async (parameters: IDataObject) => {
			const { answer } = await callScript('balance', 'getManyErc20', {
				chainId: '43114',
				address,
				...parameters,
			});
			return answer!.flatMap(({ note }) => note ?? []);
		};
		const said = '1 of 2 balances has no value, so a sum of value is incomplete.';
		expect(await ask({})).toEqual([said]);
		const other = `0x${'3'.repeat(40)}`;
		const both = `${address} = Operations\n${other} = Payroll`;
		expect(await ask({ address: both })).toEqual([`Operations: ${said} Payroll: ${said}`]);
		expect(await ask({ output: 'raw' })).toEqual([
			'Amounts are text here, and nearly all times are UNIX seconds.',
		]);
	});

	test('names what is unknown where its field is left out, and nothing that is known', async () => {
		const nodeId = 'NodeID-A6onFGyJjA37EZ7kYHANMR1PFRT8NmXrF';
		const validator = { nodeID: nodeId, weight: '20', startTime: '1', endTime: '4102444800' };
		const ask = async (more: object, parameters: IDataObject = {}) => {
			server.answerCalls(({ method }) =>
				method === 'platform.getCurrentValidators'
					? { result: { validators: [{ ...validator, ...more }] } }
					: { error: { code: -32000, message: `rpc: can't find method` } },
			);
			const { answer } = await callValidators('primaryValidator', 'get', { nodeId, ...parameters });
			return answer!.flatMap(({ note }) => note ?? []);
		};
		const unknown =
			'Unknown where it is left out: connected, uptime, requiredUptime, canBeOfflineHours.';
		expect(await ask({})).toContain(unknown);
		const notes = await ask({ connected: true, uptime: '99.5' });
		expect(notes.join()).toMatch(/Unknown where it is left out: (?!.*connected)(?!.*uptime)/);
		expect((await ask({}, { output: 'raw' })).join()).not.toContain('Unknown where');
	});

	test('holds 10 items unless the model asks for more, in a number or in text', async () => {
		const count = async (limit?: unknown, args: IDataObject = {}) => {
			const parameters = { chainId: '43114', ...(limit !== undefined && { limit }) };
			const { answer, error } = await callData('transaction', 'getManyLatest', parameters, args);
			expect(error).toBeUndefined();
			return answer!.filter((item) => !('note' in item)).length;
		};
		const { answer } = await callData('transaction', 'getManyLatest', { chainId: '43114' });
		expect(answer!.slice(10)).toContainEqual({
			note: 'Only the first 10 are here. There are more.',
		});
		expect(await count()).toBe(10);
		expect(await count('')).toBe(10);
		expect(await count(byModel('Limit', 'number'), { Limit: 12 })).toBe(12);
		expect(await count(byModel('Limit'), { Limit: '12' })).toBe(12);
		const nodes = await outputOf(runData('transaction', 'getManyLatest', { chainId: '43114' }));
		expect(nodes.length).toBeGreaterThan(12);
	});

	test('says what is wrong with what a model gave, and how to mend it', async () => {
		const { error } = await callEvm('account', 'getBalance', asked, { Address: 'vitalik.eth' });
		expect(error?.message).toMatch(/^Check Address.*0x and 40 hexadecimal digits/s);
		expect(server.received).toEqual([]);
	});

	test('needs no option', async () => {
		const { answer } = await callInfo('network', 'getNetworkName');
		expect(answer).toEqual([{ networkName: 'mainnet' }]);
	});
});

describe('a chain as models write it', () => {
	const ask: Record<string, (chain: unknown) => ReturnType<typeof callEvm>> = {
		EVM: (Chain) =>
			callBlocks('block', 'getLatestNumber', { chain: byModel('Chain') }, { Chain } as IDataObject),
		Data: (Chain) =>
			callData('transaction', 'getManyLatest', { chainId: byModel('Chain'), limit: 1 }, {
				Chain,
			} as IDataObject),
		Metrics: (Chain) =>
			callMetrics('metric', 'getMany', { chainId: byModel('Chain'), limit: 1 }, {
				Chain,
			} as IDataObject),
	};
	const cChains = [
		'C',
		'c-chain',
		'C-Chain ',
		'c chain',
		'Avalanche C-Chain',
		'AVALANCHE_C_CHAIN',
		'Avalanche',
		'C-Chain (Avalanche)',
		'avax',
		'AVAX C-Chain',
		'43114',
		'eip155:43114',
		'0xa86a',
		'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	];
	const nodes = Object.keys(ask);

	test.each(nodes.flatMap((node) => cChains.map((chain) => [node, chain] as const)))(
		'%s takes "%s"',
		async (node, chain) => {
			const { answer, error } = await ask[node]!(chain);
			expect(error).toBeUndefined();
			expect(answer!.filter((item) => !('note' in item))).toHaveLength(1);
			expect(devnet.log.map(({ url }) => url).join()).toMatch(
				node === 'EVM' ? /\/ext\/bc\/(C|2q9e\w+)\/rpc/ : /\/chains\/(43114|2q9e\w+)\//,
			);
		},
	);

	test.each(nodes)('%s takes an EVM chain ID as a number', async (node) => {
		const byNumber = { chain: '={{ 43114 }}', chainId: '={{ 43114 }}', limit: 1 };
		const calls: Record<string, () => ReturnType<typeof callEvm>> = {
			EVM: () => callBlocks('block', 'getLatestNumber', byNumber),
			Data: () => callData('transaction', 'getManyLatest', byNumber),
			Metrics: () => callMetrics('metric', 'getMany', byNumber),
		};
		const { answer, error } = await calls[node]!();
		expect(error).toBeUndefined();
		expect(answer!.filter((item) => !('note' in item))).toHaveLength(1);
	});

	test.each([
		['EVM', 'mainnet', /is a network, and no chain.*Enter C for the C-Chain/],
		['EVM', 'Polygon', /is no chain of Avalanche. Enter C for the C-Chain\./],
		['EVM', 'Avalanche Mainnet', /no Avalanche chain\. If it is one, enter its ID/],
		['Data', 'mainnet', /is a network, and no chain.*Enter C for the C-Chain/],
		['Data', 'P-Chain', /the P-Chain is not an EVM chain/],
		['Data', 'solana', /no Avalanche chain\. If it is one, enter its ID/],
		['Metrics', 'P', /the P-Chain is not an EVM chain/],
		['Metrics', 'dfk', /no Avalanche chain\. If it is one, enter its ID/],
		...nodes.map(
			(node) =>
				[
					node,
					'https://avax.network',
					/address of a page\. Enter its name or ID, such as C/,
				] as const,
		),
	] as const)('%s refuses "%s" with what to write', async (node, chain, words) => {
		const { error } = await ask[node]!(chain);
		expect(error?.message).toMatch(words);
		expect(error?.message).not.toContain('from the list');
	});
});

/** A record with the samples of the golden fields. */
const sampleOf = ({ sample, fields, items }: Shape): unknown =>
	fields
		? Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, sampleOf(of)]))
		: items
			? [sampleOf(items)]
			: sample;

/** Numbers that count nothing: shares of a whole, and what a chain is tuned with. */
const unitless = ['weight', 'excessBlobGas', 'minDelayExcess', 'baseFeeChangeDenominator'];

test('every amount of every operation has a unit beside it', () => {
	for (const at of rows) {
		const file = readFileSync(`test/golden/items/${at.description.name}.json`, 'utf8');
		const items = JSON.parse(file) as Record<string, Record<string, Shape>>;
		const fields = items[nameOf(at)];
		if (!fields) continue;
		const record = sampleOf({ type: 'object', fields }) as IDataObject;
		const asked = { output: 'simplified' as const, fields: [] };
		const answer = toToolAnswer([record], at.row, asked);
		const [item] = answer.ok ? answer.result : [];
		const said = Object.keys(item!);
		expect(said.filter((name) => name.endsWith('Exact'))).toEqual([]);
		const amounts = Object.keys(record).filter((name) => `${name}Exact` in record);
		const alone = amounts.filter(
			(name) =>
				!unitless.includes(name) &&
				![`${name}Unit`, 'symbol', 'unit', 'currency'].some((unit) => said.includes(unit)),
		);
		expect([nameOf(at), alone]).toEqual([nameOf(at), []]);
	}
});
