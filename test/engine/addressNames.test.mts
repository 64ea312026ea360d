/** Names of addresses, "0x... = name" in lines or by an expression, wherever several addresses can be entered. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, demoDeployer, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import { listRows, makeExample, nameRow, toParameters } from '../../tools/groups.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useEngine } from '../support/useEngine.mts';
import { makeScene, type Scene } from './evmScene.mts';
import { enterKnown } from './knownValues.mts';

const devnet = useDevnet({ separate: true });
const engine = useEngine(devnet);
let scene: Scene;
beforeAll(async () => void (scene = await makeScene(devnet)));

const other = `0x${'1'.repeat(40)}`;
const rows = listRows();
const several = rows.flatMap((at) =>
	at.fields.filter(({ isSeveral }) => isSeveral).map((field) => ({ at, field })),
);
const cases = several.map(
	({ at, field }) =>
		[`${at.description.name} ${nameRow(at)}`, field.displayName, at, field] as const,
);

test('most operations with addresses take several', () => expect(cases.length).toBeGreaterThan(15));

describe.each(cases)('%s with names in %s', (_name, _label, at, field) => {
	const run = async (value: unknown, isKept = false) => {
		const parameters = enterKnown(scene, at, toParameters(at, makeExample(at).entered));
		const own = at.operation === 'getManyDeployed' ? demoDeployer : parameters[field.name];
		const address = String((own as IDataObject)?.value ?? own);
		const given = typeof value === 'function' ? (value as (of: string) => unknown)(address) : value;
		const entered =
			field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: given } : given;
		const { items, error } = await engine.runNode(
			at.description.name,
			{
				...parameters,
				...(at.operation.endsWith('OfAddress') && { address: demoAccount }),
				[field.name]: entered as string,
			},
			{ onError: isKept ? 'continueRegularOutput' : undefined },
		);
		return { items: jsonOf(items), error };
	};
	const firstField = (item: IDataObject) => Object.entries(item)[0];

	test.each([
		['a line', (of: string) => `${of} = Treasury main`],
		['an object of an expression', (of: string) => `={{ ({ "${of}": "Treasury main" }) }}`],
		[
			'rows of an expression',
			(of: string) => `={{ [{ wallet: "${of}", name: "Treasury main" }] }}`,
		],
	])('the name of %s is first in each item', async (_how, value) => {
		const { items, error } = await run(value);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const item of items)
			expect(firstField(item)).toEqual([`${field.name}Name`, 'Treasury main']);
	});

	test('one with a name and one without are two values', async () => {
		const { items } = await run((of: string) => `${of} = Treasury main\n${other}`, true);
		expect(items.length).toBeGreaterThan(1);
		const called = new Set(items.map((item) => item[`${field.name}Name`]));
		expect(called.has('Treasury main')).toBe(true);
	});

	test('a wrong address is named with its line, before anything is sent', async () => {
		devnet.clearLog();
		const { error } = await run((of: string) => `${of} = Treasury main\n0x12 = Cold`);
		expect(saidBy(error)).toContain(field.displayName);
		expect(saidBy(error)).toContain('line 2');
		expect(devnet.log).toEqual([]);
	});

	test('two with names on one line are as those of two lines', async () => {
		const on = async (between: string) =>
			await run((of: string) => `${of} = Treasury main${between}${other} = Cold`, true);
		const { items } = await on(', ');
		expect(firstField(items[0]!)).toEqual([`${field.name}Name`, 'Treasury main']);
		expect(items).toEqual((await on('\n')).items);
	});

	test('a comma separates an address with a name from one without', async () => {
		const on = async (between: string) =>
			await run((of: string) => `${of} = Treasury main, Inc.${between}${other}`, true);
		const { items } = await on(', ');
		expect(firstField(items[0]!)).toEqual([`${field.name}Name`, 'Treasury main, Inc.']);
		expect(items).toEqual((await on('\n')).items);
	});

	test('one with a name behind a comma, as in a CSV file, is one value', async () => {
		const { items } = await run((of: string) => `${of},Treasury main`);
		const called = new Set(items.map((item) => item[`${field.name}Name`]));
		expect([...called]).toEqual(['Treasury main']);
	});

	test('two names in one line without a comma are refused with the lines to enter', async () => {
		const { error } = await run((of: string) => `${of} = Treasury main ${other} = Cold`);
		expect(saidBy(error)).toContain('two addresses in line 1');
		expect(saidBy(error)).toContain(`= Treasury main and below it ${other} = Cold`);
	});
});

/** Lists that a request takes together: what is entered, and the name that the first item begins with. */
const together: Array<
	[
		node: string,
		resource: string,
		operation: string,
		parameters: () => IDataObject,
		first: [string, string],
	]
> = [
	[
		'avalancheEvm',
		'log',
		'getManyRaw',
		() => ({
			chain: 'C',
			filters: { addresses: `${scene.contract} = Dollar\n${other}`, fromBlock: '0' },
		}),
		['addressName', 'Dollar'],
	],
	[
		'avalancheEvm',
		'log',
		'getMany',
		() => ({
			chain: 'C',
			events: 'Transfer(address indexed from, address indexed to, uint256 value)',
			filters: { addresses: `${scene.contract} = Dollar`, fromBlock: '0' },
		}),
		['addressName', 'Dollar'],
	],
	[
		'avalancheInfo',
		'peer',
		'peers',
		() => ({ filters: { nodeIds: `${ourNodeIds[0]} = Frankfurt-1` } }),
		['name', 'Frankfurt-1'],
	],
	[
		'avalancheData',
		'reward',
		'getMany',
		() => ({
			network: 'mainnet',
			period: 'allTime',
			rewardsOf: 'addresses',
			addresses: `${ourRewardAddress} = Rewards`,
		}),
		['addressName', 'Rewards'],
	],
	[
		'avalancheData',
		'balance',
		'getPrimaryNetwork',
		() => ({
			network: 'mainnet',
			blockchainId: 'p-chain',
			addresses: `${ourRewardAddress} = Rewards`,
		}),
		['addressName', 'Rewards'],
	],
	[
		'avalancheData',
		'balance',
		'getManyErc20',
		() => {
			const token = devnet.world.ledger.chains[0]!.contracts[0]!.address;
			return {
				chainId: '43114',
				address: demoAccount,
				filters: { contractAddresses: { __rl: true, mode: 'id', value: `${token} = Dollar` } },
			};
		},
		['tokenName', 'Dollar'],
	],
];
test.each(together)('%s %s %s names what is asked for together', async (...row) => {
	const [node, resource, operation, parameters, first] = row;
	const { items, error } = await engine.runNode(node, {
		resource,
		operation,
		...parameters(),
	} as INodeParameters);
	expect(error).toBeUndefined();
	const [item] = jsonOf(items);
	// The node ID that a name is for goes before it, with the name of the validator before that of an address.
	const { nodeId: _, name, ...others } = item!;
	const columns = first[0] === 'name' ? { name, ...others } : others;
	expect(Object.entries(columns)[0]).toEqual(first);
	expect([first[0], name]).not.toEqual(['addressName', first[1]]);
	// What came stays as it came.
	const raw = await engine.runNode(node, {
		resource,
		operation,
		...parameters(),
		simplify: false,
	} as INodeParameters);
	expect(Object.keys(jsonOf(raw.items)[0]!)).not.toContain(first[0]);
});

test('a balance of several addresses on the P-Chain has all their names, and that of none', async () => {
	const other = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	const of = async (addresses: string) => {
		const { items } = await engine.runNode('avalancheData', {
			resource: 'balance',
			operation: 'getPrimaryNetwork',
			network: 'mainnet',
			blockchainId: 'p-chain',
			addresses,
		} as INodeParameters);
		const [{ address, addressName, addressNames }] = jsonOf(items) as [IDataObject];
		return { address, addressName, addressNames };
	};
	expect(await of(`${ourRewardAddress} = Rewards`)).toEqual({
		address: expect.any(String),
		addressName: 'Rewards',
		addressNames: 'Rewards',
	});
	expect(await of(`${ourRewardAddress} = Rewards\n${other} = Reserve`)).toEqual({
		address: null,
		addressName: null,
		addressNames: 'Rewards, Reserve',
	});
});

/** UTXOs and a new filter do not say whose they are, reports have groups, and a statement has tests of its own. */
const withoutOwners = [
	'utxo getUTXOs',
	'filter createLogs',
	'reward getReport',
	'payments getStatement',
];

test('every list that takes named addresses together stands above', () => {
	const isNamed = ({ isMerged, isSeveral, holds }: (typeof rows)[number]['fields'][number]) =>
		isMerged && !isSeveral && (holds === 'evmAddress' || holds === 'primaryAddress');
	const named = rows
		.filter(({ fields }) => fields.some(isNamed))
		.map(({ resource, operation }) => `${resource} ${operation}`)
		.filter((name) => !withoutOwners.includes(name));
	const held = together.map(([, resource, operation]) => `${resource} ${operation}`);
	expect(named.filter((name) => !held.includes(name))).toEqual([]);
	expect(named).toContain('reward getMany');
});

test('the names beside addresses and those of Names are one address book', async () => {
	const { items } = await engine.runNode('avalancheData', {
		resource: 'reward',
		operation: 'getMany',
		network: 'mainnet',
		period: 'allTime',
		rewardsOf: 'addresses',
		addresses: `${ourRewardAddress} = Rewards`,
		filters: { names: `${ourNodeIds[0]} = Frankfurt-1` },
	} as INodeParameters);
	const called = (key: string) => new Set(jsonOf(items).map((item) => item[key]));
	expect(called('name')).toEqual(new Set(['Frankfurt-1', null]));
	expect(called('addressName')).toEqual(new Set(['Rewards']));
});

test('the query of a pasted page is no name', async () => {
	const { items, error } = await engine.runNode('avalancheEvm', {
		resource: 'account',
		operation: 'getBalance',
		chain: 'C',
		block: 'latest',
		address: `https://snowtrace.io/address/${demoAccount}?chainid=43114\n${other}`,
	});
	expect(error).toBeUndefined();
	expect(jsonOf(items)[0]).not.toHaveProperty('addressName');
});
