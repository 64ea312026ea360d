/** A validator that is entered by the name that Names gives it, and by nothing else. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ourNodeIds, treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheValidators', devnet);
const [ours, other] = ourNodeIds as [string, string];

const get = async (nodeId: string, names?: string, options = {}) =>
	await run(
		'primaryValidator',
		'get',
		{ nodeId: { __rl: true, mode: 'id', value: nodeId }, additionalFields: names ? { names } : {} },
		options,
	);

test.each(['Frankfurt-1', 'frankfurt-1', ' FRANKFURT-1 ', 'Frankfurt-1 [fra]'])(
	'%j is the validator of this name',
	async (entered) => {
		const { items, error } = await get(entered, `${ours} = Frankfurt-1 [fra]\n${other} = Zurich-1`);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ nodeId: ours, name: 'Frankfurt-1', group: 'fra' }]);
	},
);

test.each(['Frankfurt 1', 'frankfurt1', 'FRANKFURT_1', 'Frankfurt – 1', 'frankfurt 1 [fra]'])(
	'%j is the only validator that is called nearly so',
	async (entered) => {
		const { items, error } = await get(entered, `${ours} = Frankfurt-1 [fra]\n${other} = Zurich-1`);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ nodeId: ours, name: 'Frankfurt-1' }]);
	},
);

test('with two that are called nearly so, only the name as it is written counts', async () => {
	const names = `${ours} = Frankfurt-1\n${other} = Frankfurt 1`;
	const found = await Promise.all(['frankfurt-1', 'FRANKFURT 1'].map((each) => get(each, names)));
	expect(found.map(({ items }) => jsonOf(items)[0]?.nodeId)).toEqual([ours, other]);
	expect(saidBy((await get('Frankfurt1', names)).error)).toMatch(
		/no validator is called "Frankfurt1".*Names that you gave: "Frankfurt-1", "Frankfurt 1"\./s,
	);
});

test('a name as it is written goes before a group, and a group before a name that is nearly so', async () => {
	const names = `${ours} = Frankfurt-1\n${other} = Zurich [frankfurt 1]`;
	expect(saidBy((await get('Frankfurt 1', names)).error)).toMatch(/is the name of a group/);
	expect(jsonOf((await get('frankfurt-1', names)).items)).toMatchObject([{ nodeId: ours }]);
});

test('each item has the validator of its name', async () => {
	const items = ['Zurich-1', other, 'Frankfurt-1'].map((node) => ({ json: { node } }));
	const names = `${ours} = Frankfurt-1\n${other} = Zurich-1`;
	const found = await get('={{ $json.node }}', names, { items });
	expect(jsonOf(found.items).map(({ nodeId }) => nodeId)).toEqual([other, other, ours]);
});

test.each<[string, string, string | undefined, RegExp]>([
	[
		'no name is given',
		'Frankfurt-1',
		undefined,
		/Check Validator: this looks like a name\. This field takes it once Names, under Additional Fields or Filters, has a line for it\. Or enter the node ID/s,
	],
	['what is no name', 'NodeID-nobody', undefined, /checksum does not match/],
	[
		'another name is given',
		'Frankfurt-9',
		`${ours} = Frankfurt-1 [fra]`,
		/Validator: no validator is called "Frankfurt-9".*Names that you gave: "Frankfurt-1"\./s,
	],
	['only a part is entered', 'Frankfurt', `${ours} = Frankfurt-1`, /no validator is called/],
	[
		'two validators have it',
		'frankfurt-1',
		`${ours} = Frankfurt-1\n${other} = FRANKFURT-1`,
		/Names: "Frankfurt-1" in line 1 and "FRANKFURT-1" in line 2 are the same name/,
	],
	[
		'it is that of a group',
		'FRA',
		`${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`,
		/"FRA" is the name of a group.*Enter one of its validators: "Frankfurt-1", "Frankfurt-2"\./s,
	],
	['an address has it', 'Treasury', `0x${'1'.repeat(40)} = Treasury`, /no validator is called/],
])('a name is refused before anything is sent where %s', async (_where, entered, names, says) => {
	devnet.clearLog();
	const { error } = await get(entered, names);
	expect(saidBy(error)).toMatch(says);
	expect(devnet.log).toEqual([]);
});

test('names stand for validators that are chosen from a list, too', async () => {
	const parameters: INodeParameters = {
		validatorsFrom: 'several',
		chosenNodeIds: ['Zurich-1', ours],
		filters: { names: `${ours} = Frankfurt-1\n${other} = Zurich-1` },
		returnAll: true,
	};
	const { items, error } = await run('primaryValidator', 'getMany', parameters);
	expect(error).toBeUndefined();
	expect(new Set(jsonOf(items).map(({ name }) => name))).toEqual(
		new Set(['Frankfurt-1', 'Zurich-1']),
	);
});

describe('a wallet by its name', () => {
	const runData = useNode('avalancheData', devnet);
	const runTool = useNode('avalancheDataTool', devnet);
	const [operations, payroll, reserve] = treasuryWallets as [string, string, string];
	const walletNames = `${operations} = Operations [main]\n${payroll} = Pay roll [main]\n${reserve} = Reserve`;
	const balanceOf = async (address: unknown, more: INodeParameters = {}, run = runData) =>
		await run('balance', 'getNative', {
			chainId: '43114',
			address: address as string,
			additionalFields: { walletNames },
			...more,
		});
	const called = async (address: unknown, operation = 'getNative') => {
		const { items, error } = await runData('balance', operation, {
			chainId: '43114',
			address: address as string,
			returnAll: true,
			additionalFields: { walletNames },
			filters: { walletNames },
		});
		expect(error).toBeUndefined();
		return [...new Set(jsonOf(items).map((item) => `${item.address} ${item.addressName}`))];
	};
	const [first, second, third] = [
		`${operations} Operations`,
		`${payroll} Pay roll`,
		`${reserve} Reserve`,
	];

	test.each<[unknown, string[]]>([
		['operations', [first]],
		[' Pay Roll ', [second]],
		['pay-roll', [second]],
		['payroll, OPERATIONS', [second, first]],
		['Reserve, Pay roll', [third, second]],
		[`Reserve\n${operations}`, [third, first]],
		[
			['Reserve', 'Operations'],
			[third, first],
		],
		['main', [first, second]],
		[operations, [first]],
	])('%j is its address', async (entered, expected) => {
		expect(await called(entered)).toEqual(expected);
	});

	test.each(['getAll', 'getManyErc20'])('%s takes names, too', async (operation) => {
		const all = (await called('Operations', operation)).map((one) => one.split(' ')[1]);
		expect(all).not.toEqual([]);
		if (operation === 'getAll') expect(all).toEqual(['Operations']);
	});

	test.each([
		['transaction', 'getManyNative'],
		['transaction', 'getManyInternal'],
		['transfer', 'getManyErc20OfAddress'],
	])('%s %s takes names, too', async (resource, operation) => {
		devnet.clearLog();
		const { error } = await runData(resource, operation, {
			chainId: '43114',
			address: 'Operations',
			filters: { walletNames },
		});
		expect(error).toBeUndefined();
		expect(devnet.log.map(({ url }) => url).join()).toContain(`/addresses/${operations}/`);
	});

	test.each([
		['transaction', 'getManyNative'],
		['transaction', 'getManyInternal'],
		['transfer', 'getManyErc20OfAddress'],
	])('%s %s names the other side of each', async (resource, operation) => {
		const list = async (others: string) => {
			const filters = { walletNames: `${operations} = Operations${others}` };
			const parameters = { chainId: '43114', address: operations, filters };
			return jsonOf((await runData(resource, operation, parameters)).items);
		};
		const otherOf = ({ direction, from, to }: IDataObject) =>
			direction === 'incoming' ? from : to;
		const before = await list('');
		const [acme] = before.map(otherOf).filter((other) => other !== operations);
		expect(acme).toMatch(/^0x/);
		for (const item of before)
			expect(item.counterpartyName).toBe(otherOf(item) === operations ? 'Operations' : null);
		for (const item of await list(`\n${String(acme)} = ACME`))
			if (otherOf(item) === acme) expect(item.counterpartyName).toBe('ACME');
	});

	test('a tool is asked for it', async () => {
		const { items, error } = await balanceOf('Operations', {}, runTool);
		expect(error).toBeUndefined();
		expect(JSON.stringify(jsonOf(items))).toContain(operations);
	});

	test('a statement takes the names of its other field', async () => {
		const { items, error } = await runData('payments', 'getStatement', {
			chainId: '43114',
			addresses: 'Operations, Reserve',
			period: 'custom',
			from: '2026-04-01T00:00:00Z',
			to: '2026-04-08T00:00:00Z',
			return: ['balances'],
			additionalFields: { otherNames: walletNames },
		});
		expect(error).toBeUndefined();
		expect(new Set(jsonOf(items).map(({ addressName }) => addressName))).toEqual(
			new Set(['Operations', 'Reserve']),
		);
	});

	test.each([
		['Marketing', /Address: no address is called "Marketing".*Names and groups that you gave/s],
		['Reserve, Marketing', /no address is called "Marketing"/],
	])('%j is refused before anything is sent', async (entered, says) => {
		devnet.clearLog();
		const { error } = await balanceOf(entered);
		expect(saidBy(error)).toMatch(says);
		expect(devnet.log).toEqual([]);
	});
});
