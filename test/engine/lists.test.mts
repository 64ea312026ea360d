/** The lists from which people choose in the editor, loaded in n8n's own context for them. */
import { demoAccount, demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { lists } from '../../nodes/shared/operation/lists.ts';
import { listRows } from '../../tools/groups.mts';
import { credentialsFor } from '../support/engine.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';
import { notFound, useScript } from '../support/useScript.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
const server = useScript(() => notFound);

const load = async (
	type: string,
	list: string,
	parameters: Record<string, unknown> = {},
	options: object = {},
) => {
	const { results, paginationToken } = await engine.loadList(type, list, parameters, options);
	return { entries: results.map(({ name, value }) => [name, value]), paginationToken };
};

test('EVM chains of a node: the C-Chain first, then L1s with EVM chain ID and network', async () => {
	const { entries } = await load('avalancheEvm', 'searchEvmChains');
	expect(entries[0]).toEqual(['C-Chain · 43114 · Mainnet', 'C']);
	expect(entries).toContainEqual(['Demo L1 · 836836 · Mainnet', demoL1Chain.blockchainId]);
	// Ethereum is no chain of Avalanche, and the C-Chain stands there once.
	expect(entries.flat().join()).not.toMatch(/Ethereum|\(C-Chain\)/);
});

test('chains of the services have EVM chain IDs, of the metrics also all together', async () => {
	const { entries } = await load('avalancheData', 'searchDataChains');
	expect(entries[0]).toEqual(['C-Chain · 43114 · Mainnet', 'C']);
	expect(entries).toContainEqual(['Demo L1 · 836836 · Mainnet', '836836']);
	const { entries: ofMetrics } = await load('avalancheMetrics', 'searchMetricsChains');
	expect(ofMetrics.slice(0, 4).map(([, value]) => value)).toEqual([
		'C',
		'mainnet',
		'testnet',
		'total',
	]);
	// Ethereum has no metrics, though the Data API lists it.
	expect(entries).toContainEqual(['Ethereum · 1 · Mainnet', '1']);
	expect(ofMetrics).toContainEqual(['Demo L1 · 836836 · Mainnet', '836836']);
	expect(ofMetrics.map(([, value]) => value)).not.toContain('1');
});

test('chains that every node has come with no request; what is typed filters', async () => {
	expect((await load('avalancheData', 'searchPrimaryChains')).entries).toEqual([
		['P-Chain', 'p-chain'],
		['X-Chain', 'x-chain'],
		['C-Chain', 'c-chain'],
	]);
	expect(devnet.log).toEqual([]);
	const typed = { filter: 'demo l' };
	const { entries } = await load('avalancheEvm', 'searchEvmChains', {}, typed);
	expect(entries.map(([, value]) => value)).toEqual([demoL1Chain.blockchainId]);
	const byId = { filter: '836836' };
	expect((await load('avalancheEvm', 'searchEvmChains', {}, byId)).entries).toEqual(entries);
});

test('subnets by the chains that they run', async () => {
	const { entries } = await load('avalancheValidators', 'searchSubnets');
	expect(entries).toContainEqual([
		`Demo L1 · ${demoL1Chain.subnetId} · Mainnet`,
		demoL1Chain.subnetId,
	]);
});

test('validators of the Primary Network come by the hundred, largest stake first, and say nothing that soon changes', async () => {
	const first = await load('avalancheValidators', 'searchValidators');
	expect(first.entries).toHaveLength(100);
	// n8n stores the line of the one that was chosen.
	for (const [name] of first.entries)
		expect(name).toMatch(/^NodeID-\w{4}\.\.\.\w{3} · [\d,]+ AVAX$/);
	const ids: unknown[] = [];
	let page: string | undefined;
	do {
		const next = await load('avalancheValidators', 'searchValidators', {}, { page });
		ids.push(...next.entries.map(([, value]) => value));
		page = next.paginationToken;
	} while (page !== undefined);
	expect(ids.sort()).toEqual(devnet.world.primary.map(({ nodeID }) => nodeID).sort());
	const { entries } = await load(
		'avalancheData',
		'searchValidators',
		{},
		{ filter: ourNodeIds[0].slice(7, 20) },
	);
	expect(entries.map(([, value]) => value)).toEqual([ourNodeIds[0]]);
});

describe('a list of validators', () => {
	const names = `${ourNodeIds[0]} = Frankfurt-1 [fra]\n${ourNodeIds[1]} = Berlin`;
	const row = {
		validator: { __rl: true, mode: 'list', value: ourNodeIds[0] },
		name: 'Frankfurt-1',
	};

	test.each([
		['the filters', { filters: { names } }],
		['the additional fields', { additionalFields: { names } }],
		['the rows', { validators: { rows: [row, { validator: '', name: '' }] } }],
	])('is searched by the names of %s, which it does not store', async (_what, beside) => {
		const filter = 'frankfurt';
		const { entries } = await load('avalancheValidators', 'searchValidators', beside, { filter });
		expect(entries.map(([, value]) => value)).toEqual([ourNodeIds[0]]);
		expect(entries[0][0]).not.toMatch(/frankfurt/i);
	});

	test.each([['=' + names], ['no line of names'], [7]])(
		'does without names that are no names: %j',
		async (given) => {
			const beside = { filters: { names: given } };
			expect((await load('avalancheValidators', 'searchValidators', beside)).entries).toHaveLength(
				100,
			);
		},
	);

	test('is searched by what is so now, which it does not store', async () => {
		const filter = 'disconnected';
		devnet.world.disconnect({ nodeIDs: [ourNodeIds[1]] });
		const { entries } = await load('avalancheValidators', 'searchValidators', {}, { filter });
		devnet.world.reconnect({ nodeIDs: [ourNodeIds[1]] });
		expect(entries.map(([, value]) => value)).toContain(ourNodeIds[1]);
		expect(entries.flat().join()).not.toContain('disconnected');
	});

	test('of several begins a line with the name, by which n8n searches', async () => {
		const beside = { filters: { names } };
		const all = await engine.loadOptions('avalancheValidators', 'searchValidators', beside);
		const lines = all.filter(({ value }) => ourNodeIds.slice(0, 2).includes(String(value)));
		expect(lines.map(({ name }) => name).sort()).toEqual([
			`Berlin · ${ourNodeIds[1]}`,
			`Frankfurt-1 · ${ourNodeIds[0]}`,
		]);
	});
});

test('validators of the L1 that was chosen beside the list', async () => {
	const locate = (value: string) => ({ __rl: true, mode: 'list', value });
	const subnetId = locate(demoL1Chain.subnetId);
	const { entries } = await load('avalancheValidators', 'searchL1Validators', { subnetId });
	expect(entries.map(([, value]) => value).sort()).toEqual(
		devnet.world.l1.map(({ nodeID }) => nodeID).sort(),
	);
	const blockchainId = locate(demoL1Chain.blockchainId);
	const ofChain = await load('avalancheValidators', 'searchChainValidators', { blockchainId });
	expect(ofChain.entries.map(([, value]) => value)).toContain(ourNodeIds[0]);
	await expect(load('avalancheValidators', 'searchL1Validators', {})).rejects.toMatchObject({
		message: 'Choose Subnet first',
	});
});

/** What the mock network's Data API says that the account holds. */
async function askHeld(chainId: string, list: string): Promise<Array<Record<string, string>>> {
	const response = await fetch(
		`${devnet.dataUrl}/v1/chains/${chainId}/addresses/${demoAccount}/balances:${list}?pageSize=100`,
	);
	const [held] = Object.values((await response.json()) as object).filter(Array.isArray);
	devnet.clearLog();
	return held;
}

test('tokens that the account beside the list holds, on the chain beside it', async () => {
	const held = await askHeld('43114', 'listErc20');
	expect(held.length).toBeGreaterThan(1);
	const onCChain = { chain: 'C', owner: `${demoAccount}, 0x${'1'.repeat(40)}` };
	const { entries } = await load('avalancheEvm', 'searchTokens', onCChain);
	expect(entries).toEqual(
		held.map(({ symbol, name, address }) => [`${symbol} · ${name} · ${address}`, address]),
	);
	const onL1 = {
		chainId: { __rl: true, mode: 'list', value: '836836' },
		address: demoAccount,
	};
	const ofL1 = await load('avalancheData', 'searchTokens', onL1);
	expect(ofL1.entries.map(([, value]) => value)).toEqual(
		(await askHeld('836836', 'listErc20')).map(({ address }) => address),
	);
	expect(ofL1.entries).not.toEqual(entries);
});

test('collectibles by contract, each once however many the account holds', async () => {
	const { entries } = await load('avalancheData', 'searchCollectibles', { address: demoAccount });
	const held = await askHeld('43114', 'listCollectibles');
	const contracts = [...new Set(held.map(({ address }) => address))];
	expect(held.length).toBeGreaterThan(contracts.length);
	expect(entries.map(([, value]) => value)).toEqual(contracts);
});

test.each([
	[{}, 'Choose the address first'],
	[{ address: '={{ $json.address }}' }, 'Choose the address first'],
	[{ address: 'me' }, '"me" is not an EVM address'],
])('tokens of %j: the list says what is missing, and asks nobody', async (parameters, message) => {
	await expect(load('avalancheData', 'searchTokens', parameters)).rejects.toMatchObject({
		message: expect.stringContaining(message),
	});
	expect(devnet.log).toEqual([]);
});

test('a list that cannot be loaded says why', async () => {
	devnet.faults([{ status: 503 }]);
	await expect(load('avalancheEvm', 'searchEvmChains')).rejects.toMatchObject({
		message: expect.stringMatching(/failed \(503\)/),
	});
	const nobody = { credentials: credentialsFor('http://127.0.0.1:9') };
	await expect(load('avalancheData', 'searchValidators', {}, nobody)).rejects.toMatchObject({
		message: expect.stringContaining('nothing listens at that address'),
	});
});

test('a network of its own, without a service, lists what its P-Chain knows', async () => {
	const chain = { name: 'Mine', id: demoL1Chain.blockchainId, subnetID: demoL1Chain.subnetId };
	server.answerCalls(({ method }) =>
		method === 'info.getNetworkID'
			? { result: { networkID: '12345' } }
			: { result: { blockchains: [chain] } },
	);
	const own = { credentials: credentialsFor(server.url, '', '') };
	expect((await load('avalancheEvm', 'searchEvmChains', {}, own)).entries).toEqual([
		['C-Chain · network 12345', 'C'],
		[`Mine · ${chain.id}`, chain.id],
	]);
});

test('what the node did not name is offered by its ID, and what has none is left out', async () => {
	const { blockchainId: id, subnetId: subnetID } = demoL1Chain;
	const named = { nodeID: ourNodeIds[0], weight: '5' };
	server.answerCalls(({ method }) => {
		if (method === 'info.getNetworkID') return { result: { networkID: '12345' } };
		return method === 'platform.getBlockchains'
			? { result: { blockchains: [{ id, subnetID }] } }
			: { result: { validators: [{ weight: '9' }, { nodeID: [ourNodeIds[0]] }, named] } };
	});
	const own = { credentials: credentialsFor(server.url, '', '') };
	const chains = await load('avalancheEvm', 'searchEvmChains', {}, own);
	expect(chains.entries.at(-1)![1]).toBe(id);
	const validators = await load('avalancheValidators', 'searchValidators', {}, own);
	expect(validators.entries.map(([, value]) => value)).toEqual([ourNodeIds[0]]);
	expect(JSON.stringify([chains, validators])).not.toContain('undefined');
});

test('each list that a field names is there', () => {
	const modes = listRows().flatMap(({ fields }) => fields.flatMap((field) => field.modes ?? []));
	const names = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect(names.length).toBeGreaterThan(100);
	const methods = Object.keys(lists);
	expect(names.filter((name) => !methods.includes(String(name)))).toEqual([]);
});

describe('several validators chosen at once', () => {
	const rows = listRows().filter(({ fields }) =>
		fields.some(({ name }) => name === 'chosenNodeIds'),
	);

	test('each whole list that a field names is there, in a node that can run it', async () => {
		const types = new Set(rows.map(({ description }) => description.name));
		expect([...types].sort()).toEqual(['avalancheData', 'avalancheValidators']);
		const asked = rows.flatMap(({ description, fields }) =>
			fields.flatMap(({ typeOptions }) =>
				typeof typeOptions?.loadOptionsMethod === 'string'
					? [{ type: description.name, method: typeOptions.loadOptionsMethod }]
					: [],
			),
		);
		expect(asked.length).toBeGreaterThan(4);
		const beside = {
			subnetId: { __rl: true, mode: 'list', value: demoL1Chain.subnetId },
			blockchainId: { __rl: true, mode: 'list', value: demoL1Chain.blockchainId },
		};
		for (const { type, method } of [
			...asked,
			{ type: 'avalancheTrigger', method: 'searchValidators' },
		])
			expect((await engine.loadOptions(type, method, beside)).length).toBeGreaterThan(0);
	});

	test('come as a whole list of 1,500 in one request', async () => {
		const ids = Array.from({ length: 1500 }, (_, n) => `NodeID-${n}`);
		server.answerCalls(() => ({
			result: { validators: ids.map((nodeID, n) => ({ nodeID, weight: String(10 ** 12 + n) })) },
		}));
		const own = { credentials: credentialsFor(server.url, '', '') };
		const entries = await engine.loadOptions('avalancheTrigger', 'searchValidators', {}, own);
		expect(entries.map(({ value }) => value).sort()).toEqual([...ids].sort());
		expect(server.received).toHaveLength(1);
	});

	test('are searched by the whole node ID, and say below it what is so now', async () => {
		devnet.world.disconnect({ nodeIDs: [ourNodeIds[0]] });
		const entries = await engine.loadOptions('avalancheTrigger', 'searchValidators');
		devnet.world.reconnect({ nodeIDs: [ourNodeIds[0]] });
		expect(entries.find(({ value }) => value === ourNodeIds[0])).toMatchObject({
			name: ourNodeIds[0],
			description: expect.stringMatching(/^[\d,]+ AVAX · uptime [\d.]+ % · disconnected$/),
		});
	});

	test('stay chosen when the list no longer has them, as after a change of the credential', async () => {
		const gone = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const entries = await engine.loadOptions('avalancheTrigger', 'searchValidators', {
			chosenNodeIds: [ourNodeIds[0], gone],
		});
		expect(entries[0]).toEqual({ name: `${gone} · not in this list`, value: gone });
		expect(entries.filter(({ value }) => value === ourNodeIds[0])).toHaveLength(1);
		expect(entries[1].name).not.toContain('not in this list');
	});

	const asked = {
		resource: 'primaryValidator',
		operation: 'getMany',
		returnAll: true,
		filters: { names: `${ourNodeIds[1]} = Frankfurt-1` },
	};

	test('are read, with the names that were given', async () => {
		const chosenNodeIds = [ourNodeIds[1], ourNodeIds[0]];
		const { items, error } = await engine.runNode('avalancheValidators', {
			...asked,
			validatorsFrom: 'several',
			chosenNodeIds,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.nodeId).sort()).toEqual([...chosenNodeIds].sort());
		expect(items.find(({ json }) => json.name === 'Frankfurt-1')!.json.nodeId).toBe(ourNodeIds[1]);
	});

	test('are asked for if none is chosen, and a wrong one is named', async () => {
		const run = async (chosenNodeIds: unknown) => {
			const parameters = { ...asked, validatorsFrom: 'several', chosenNodeIds };
			return (await engine.runNode('avalancheValidators', parameters)).error?.message;
		};
		for (const none of [[], '={{ [] }}'])
			expect(await run(none)).toBe('Fill in Validator Names or IDs');
		expect(await run(['NodeID-1'])).toMatch(/^Check Validator Names or IDs, row 1: /);
	});

	test('a workflow that was saved with rows reads on', async () => {
		const validator = { __rl: true, mode: 'list', value: ourNodeIds[0] };
		const { items } = await engine.runNode('avalancheValidators', {
			...asked,
			validatorsFrom: 'list',
			filters: {},
			validators: { rows: [{ validator, name: 'Berlin' }] },
		});
		expect(items.map(({ json }) => [json.nodeId, json.name])).toEqual([[ourNodeIds[0], 'Berlin']]);
	});
});
