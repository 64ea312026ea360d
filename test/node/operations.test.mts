/** Every operation of Info and Validators through n8n's engine, on a single node and on one of an L1. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { methods, nodeGets } from '../../spec/index.mts';
import { check } from '../../spec/check.mts';
import { findProblems, typeOfItem } from '../../spec/items.mts';
import { listRows } from '../../tools/groups.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { noteSighting } from '../support/sightings.mts';
import { createChain, type L1Network, startL1Network } from './network.mts';
import { type Node, startNode, waitFor } from './nodes.mts';

let engine: Engine;
let single: Node;
let network: L1Network;

beforeAll(async () => {
	[engine, single, network] = await Promise.all([loadEngine(), startNode('all'), startL1Network()]);
});
afterAll(async () => {
	engine?.close();
	await Promise.all([single?.stop(), network?.stop()]);
});

/** Nothing listens there, so a fault that is found in a parameter was found before anything was sent. */
const nowhere = 'http://127.0.0.1:9';

/** The operations that cases by hand have run. */
const ran = new Set<string>();

/** Runs an operation, `resource.operation`, and gives its records as the node sent them. */
async function run(nodeUrl: string, type: string, name: string, parameters: INodeParameters = {}) {
	const [resource, operation] = name.split('.');
	ran.add(`${type} ${name}`);
	const { items, error } = await engine.runNode(
		type,
		{
			resource,
			operation,
			simplify: false,
			returnAll: true,
			...parameters,
		},
		{
			credentials: {
				avalancheNodesApi: { network: 'ownNode', nodeUrl, dataUrl: nowhere, metricsUrl: nowhere },
			},
			limits: { retries: 0 },
		},
	);
	if (!error) noteSighting({ type, operation: name });
	return { records: items.map(({ json }) => json), error };
}

const runInfo = async (nodeUrl: string, name: string, parameters?: INodeParameters) =>
	await run(nodeUrl, 'avalancheInfo', name, parameters);

const runValidators = async (nodeUrl: string, blockchainId: string, chosen: INodeParameters = {}) =>
	await run(nodeUrl, 'avalancheValidators', 'validator.getCurrentValidators', {
		blockchainId,
		simplify: true,
		...chosen,
	});

const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,50}$/);
const nodeID = expect.stringMatching(/^NodeID-[1-9A-HJ-NP-Za-km-z]{32,34}$/);
const address = expect.stringMatching(/^127\.0\.0\.1:\d+$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const version = expect.stringMatching(/^avalanchego\/\d+\.\d+\.\d+$/);
const number = expect.any(Number);

const fee = (name: string, nAvax: string, avax: string) => ({
	[name]: nAvax,
	[`${name}Decimal`]: avax,
});

describe('Info, on the single node and on a validator of an L1', () => {
	const cases: Array<[name: string, records: Array<Record<string, unknown>>]> = [
		[
			'node.getNodeVersion',
			[
				{
					version,
					databaseVersion: expect.stringMatching(/^v\d/),
					rpcProtocolVersion: expect.stringMatching(/^\d+$/),
					gitCommit: expect.any(String),
					vmVersions: expect.objectContaining({
						avm: version,
						platform: version,
						evm: expect.stringMatching(/^v\d/),
					}),
				},
			],
		],
		[
			'node.getNodeID',
			[
				{
					nodeID,
					nodePOP: {
						publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
						proofOfPossession: expect.stringMatching(/^0x[0-9a-f]{192}$/),
					},
				},
			],
		],
		['node.getNodeIP', [{ ip: address }]],
		[
			'node.getHealth',
			[
				{
					healthy: expect.any(Boolean),
					checks: expect.objectContaining({
						C: expect.objectContaining({ timestamp: expect.any(String) }),
						bootstrapped: expect.objectContaining({ message: [] }),
						database: expect.any(Object),
						diskspace: expect.any(Object),
						futureupgrade: expect.any(Object),
						network: expect.any(Object),
					}),
				},
			],
		],
		[
			'node.getMetrics',
			expect.arrayContaining([
				{
					metric: 'avalanche_network_peers',
					value: expect.stringMatching(/^\d+$/),
					labels: {},
					family: 'avalanche_network_peers',
					type: 'gauge',
					help: 'Number of network peers',
				},
				expect.objectContaining({
					metric: 'avalanche_platformvm_active_l1_validators',
					labels: { chain: 'P' },
				}),
			]),
		],
		[
			'node.getVMs',
			expect.arrayContaining([
				{ vmId: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6', names: ['evm'] },
				{ vmId: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy', names: [] },
			]),
		],
		['node.uptime', [{ rewardingStakePercentage: number, weightedAveragePercentage: number }]],
		[
			'network.getTxFee',
			[
				{
					...fee('txFee', '1000000', '0.001'),
					...fee('createAssetTxFee', '1000000', '0.001'),
					...fee('createSubnetTxFee', '100000000', '0.1'),
					...fee('transformSubnetTxFee', '100000000', '0.1'),
					...fee('createBlockchainTxFee', '100000000', '0.1'),
					...fee('addPrimaryNetworkValidatorFee', '0', '0'),
					...fee('addPrimaryNetworkDelegatorFee', '0', '0'),
					...fee('addSubnetValidatorFee', '1000000', '0.001'),
					...fee('addSubnetDelegatorFee', '1000000', '0.001'),
				},
			],
		],
		// a node lists only proposals that its own release puts to the vote: none in this one
		['network.acps', []],
		[
			'network.upgrades',
			[
				{
					apricotPhase1Time: time,
					apricotPhase2Time: time,
					apricotPhase3Time: time,
					apricotPhase4Time: time,
					apricotPhase4MinPChainHeight: 0,
					apricotPhase5Time: time,
					apricotPhasePre6Time: time,
					apricotPhase6Time: time,
					apricotPhasePost6Time: time,
					banffTime: time,
					cortinaTime: time,
					cortinaXChainStopVertexID: '11111111111111111111111111111111LpoYY',
					durangoTime: time,
					etnaTime: time,
					fortunaTime: time,
					graniteTime: time,
					graniteEpochDuration: 30_000_000_000,
					heliconTime: time,
				},
			],
		],
	];
	test.each(cases)('%s', async (name, expected) => {
		for (const url of [single.url, network.url]) {
			const { records, error } = await runInfo(url, name);
			expect(error).toBeUndefined();
			expect(records).toEqual(expected);
		}
	});

	test('the network by its ID and name', async () => {
		expect((await runInfo(single.url, 'network.getNetworkID')).records).toEqual([
			{ networkID: 12345 },
		]);
		expect((await runInfo(single.url, 'network.getNetworkName')).records).toEqual([
			{ networkName: 'local' },
		]);
		expect((await runInfo(network.url, 'network.getNetworkID')).records).toEqual([
			{ networkID: 1337 },
		]);
		expect((await runInfo(network.url, 'network.getNetworkName')).records).toEqual([
			{ networkName: 'network-1337' },
		]);
	});

	test('a chain by its alias, and whether it is bootstrapped', async () => {
		const { records } = await runInfo(single.url, 'chain.getBlockchainID', { alias: 'C' });
		expect(records).toEqual([{ blockchainID: id }]);
		for (const chain of ['P', 'X', 'C', records[0].blockchainID as string]) {
			expect((await runInfo(single.url, 'chain.isBootstrapped', { chain })).records).toEqual([
				{ isBootstrapped: true },
			]);
		}
		expect(
			(await runInfo(network.url, 'chain.isBootstrapped', { chain: network.chainID })).records,
		).toEqual([{ isBootstrapped: true }]);
	});

	test('the peers', async () => {
		const { watched, neverRan } = network.nodeIDs;
		const peer = {
			ip: address,
			publicIP: address,
			nodeID: watched,
			version,
			upgradeTime: number,
			lastSent: time,
			lastReceived: time,
			observedUptime: number,
			trackedSubnets: expect.arrayContaining([
				'11111111111111111111111111111111LpoYY',
				network.subnetID,
			]),
			supportedACPs: [],
			objectedACPs: [],
			benched: [],
		};
		const read = async (nodeUrl: string, parameters: INodeParameters) =>
			(await runInfo(nodeUrl, 'peer.peers', parameters)).records;
		expect(await read(network.url, {})).toEqual([peer]);
		const none = { nodeID: neverRan, found: false };
		expect(await read(network.url, { filters: { nodeIds: [watched, neverRan].join() } })).toEqual([
			peer,
			none,
		]);
		expect(await read(network.url, { filters: { nodeIds: neverRan } })).toEqual([none]);
		expect(await read(network.url, { options: { wholeResponse: true } })).toEqual([
			{ numPeers: 1, peers: [peer] },
		]);
		expect(await read(single.url, {})).toEqual([]);
	});

	test('the connection check says which host answers', async () => {
		const failed = (url: string) => ({
			url,
			status: 'failed',
			reason: `${url} could not be reached: nothing listens at that address`,
			hint: expect.any(String),
		});
		expect((await runInfo(single.url, 'connection.check')).records).toEqual([
			{
				node: { url: single.url, status: 'ok', network: 'local', version },
				data: failed(nowhere),
				metrics: failed(nowhere),
				apiKey: { status: 'none' },
				network: 'local',
				networkID: 12345,
				version,
				limits: expect.any(Object),
			},
		]);
	});

	test.each(nodeGets.map((entry) => [entry.path, entry] as const))(
		'%s answers as its entry says',
		async (path, { answer, isText }) => {
			const response = await fetch(single.url + path);
			const body: unknown = isText ? await response.text() : await response.json();
			expect(check(body, answer.real).misfits).toEqual([]);
		},
	);

	test.each<[string, INodeParameters, string]>([
		['chain.getBlockchainID', { alias: 'nope' }, 'there is no ID with alias: nope'],
		['chain.isBootstrapped', { chain: 'nope' }, "there is no chain with alias/ID 'nope'"],
	])('%s of an unknown chain says so and what to check', async (name, parameters, reason) => {
		const { error } = await runInfo(single.url, name, parameters);
		expect(error).toMatchObject({
			message: expect.stringContaining(reason),
			description:
				'Check the chain. Use a blockchain ID or an alias that this node knows, such as P, X or C.',
		});
	});

	test.each<[string, INodeParameters, string]>([
		[
			'peer.peers',
			{ filters: { nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh' } },
			'Check Node IDs',
		],
		['node.uptime', { additionalFields: { subnetId: 'nope' } }, 'Check Subnet'],
		['chain.getBlockchainID', { alias: '={{ "" }}' }, 'Fill in Alias'],
		['chain.isBootstrapped', { chain: '../admin' }, 'Check Chain'],
	])(
		'%s refuses a malformed parameter before it sends anything',
		async (name, parameters, message) => {
			const { error } = await runInfo(nowhere, name, parameters);
			expect(error?.message).toContain(message);
		},
	);
});

describe('validators by the P-Chain', () => {
	const wholeNumber = expect.stringMatching(/^\d+$/);
	const decimal = expect.stringMatching(/^\d+(\.\d+)?$/);
	const owner = { locktime: '0', threshold: '1', addresses: [expect.stringMatching(/^P-custom1/)] };
	const primary = {
		txID: id,
		nodeID,
		startTime: wholeNumber,
		endTime: wholeNumber,
		weight: wholeNumber,
		potentialReward: wholeNumber,
		accruedDelegateeReward: wholeNumber,
		delegatorWeight: wholeNumber,
		validationRewardOwner: owner,
		delegationRewardOwner: owner,
		delegationFee: decimal,
		uptime: decimal,
		connected: expect.any(Boolean),
		signer: { publicKey: expect.any(String), proofOfPossession: expect.any(String) },
		delegatorCount: wholeNumber,
	};
	const ofL1 = {
		nodeID,
		weight: '100',
		startTime: wholeNumber,
		validationID: id,
		publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
		remainingBalanceOwner: expect.any(Object),
		deactivationOwner: expect.any(Object),
		minNonce: wholeNumber,
		balance: wholeNumber,
		secondsRemaining: number,
		paidUntil: number,
		feePerMonth: number,
		topUpFor90Days: number,
	};
	const read = async (name: string, parameters: INodeParameters) =>
		await run(network.url, 'avalancheValidators', name, parameters);

	test('the validators of the Primary Network, all and by filters', async () => {
		const { watching, watched, neverRan } = network.nodeIDs;
		const { records } = await read('primaryValidator.getMany', {});
		expect(records.map((record) => record.nodeID).sort()).toEqual([watching, watched].sort());
		expect(records).toEqual([primary, primary]);
		const named = [watching, watched, neverRan].join();
		const counted = await read('primaryValidator.getMany', { filters: { nodeIds: named } });
		expect(counted.records).toEqual([primary, primary]);
		const none = await read('primaryValidator.getMany', {
			filters: { endingBefore: '2026-01-01' },
		});
		expect(none.records).toEqual([]);
	});

	test('one of the Primary Network, with the list of its delegators', async () => {
		const { watching, neverRan } = network.nodeIDs;
		const { records } = await read('primaryValidator.get', { nodeId: watching });
		expect(records).toEqual([
			{
				...primary,
				delegators: [expect.objectContaining({ weight: wholeNumber, rewardOwner: owner })],
			},
		]);
		const { error } = await read('primaryValidator.get', { nodeId: neverRan });
		expect(error?.message).toContain(`${neverRan} is not a validator of the Primary Network`);
	});

	test('a report of how they stand, without one that is no validator', async () => {
		const { watching, neverRan } = network.nodeIDs;
		const { records, error } = await read('primaryValidator.getReport', {
			validatorsFrom: 'lines',
			nodeIds: [watching, neverRan].join(),
			endingDays: 0,
			return: ['items', 'page'],
		});
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({ nodeId: neverRan, status: 'notValidator' }),
			expect.objectContaining({ nodeId: watching, requiredUptime: 80, stakeExact: decimal }),
			expect.objectContaining({
				isTotal: true,
				validators: 1,
				notValidator: 1,
				html: expect.stringContaining(watching),
			}),
		]);
	});

	test('those of an L1 with their balances, and one by its validation', async () => {
		const { watching, watched, neverRan, inactive } = network.nodeIDs;
		const { records } = await read('l1Validator.getMany', { subnetId: network.subnetID });
		expect(records.map((record) => record.nodeID).sort()).toEqual(
			[watching, watched, neverRan, inactive].sort(),
		);
		const weighty = { ...ofL1, nodeID: watching, weight: '1152921504606846976' };
		expect(records).toContainEqual(weighty);
		// The shortest time left comes first.
		const [empty] = records;
		expect(empty.nodeID).toBe(inactive);
		expect(empty).toMatchObject({ balance: '0', secondsRemaining: 0 });
		expect(empty).not.toHaveProperty('paidUntil');
		const [paid] = records.filter((record) => record.nodeID === neverRan);
		const one = await read('l1Validator.get', { validationId: paid.validationID as string });
		expect(one.records).toEqual([
			{ ...ofL1, nodeID: neverRan, subnetID: network.subnetID, height: wholeNumber },
		]);
		// The fee is 1 nAVAX a second here.
		expect(one.records[0].secondsRemaining).toBe(Number(one.records[0].balance));
		const { error } = await read('l1Validator.get', { validationId: network.subnetID });
		expect(error?.message).toContain('Check Validation ID: no L1 validator has');
		expect(error?.description).toContain('L1 Validator > Get Many lists those of an L1');
	});
});

describe('Validators', () => {
	const validator = {
		blockchainId: id,
		name: null,
		nodeId: nodeID,
		connected: true,
		uptime: number,
		weight: 100,
		active: true,
		start: time,
		uptimeSeconds: number,
		isL1Validator: true,
		validationId: id,
		weightExact: '100',
	};
	const sorted = (records: IDataObject[]) =>
		[...records].sort((a, b) => (a.nodeId! < b.nodeId! ? -1 : 1));

	test('the validators of an L1, the weight of 2^60 exact', async () => {
		const { watching, watched, neverRan, inactive } = network.nodeIDs;
		const { records } = await runValidators(network.url, network.chainID);
		expect(sorted(records)).toEqual(
			sorted([
				{ ...validator, nodeId: watching, weight: 2 ** 60, weightExact: '1152921504606846976' },
				{ ...validator, nodeId: watched },
				{ ...validator, nodeId: neverRan, connected: false },
				{ ...validator, nodeId: inactive, connected: false, active: false },
			]),
		);
	});

	test('only the validators asked for, and of an unknown one that it was not found', async () => {
		const { watching, watched } = network.nodeIDs;
		const unknown = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const chosen = { validatorsFrom: 'lines', nodeIds: [watched, watching, unknown].join() };
		const { records } = await runValidators(network.url, network.chainID, chosen);
		const found = records.map(({ nodeId, found = true }) => [nodeId, found]);
		expect(Object.fromEntries(found)).toEqual({
			[watched]: true,
			[watching]: true,
			[unknown]: false,
		});
		expect(records).toHaveLength(3);
	});

	test('a chain that its node has not created', async () => {
		const { chainID } = await createChain(network.url);
		const { error } = await runValidators(network.url, chainID);
		expect(error?.message).toContain(`does not know the chain "${chainID}"`);
		expect(error?.description).toContain('that this node tracks the chain');
	});

	test('a chain without validators', async () => {
		const { chainID } = await createChain(single.url);
		await waitFor(
			'the chain is created',
			20,
			async () => !(await runValidators(single.url, chainID)).error,
		);
		expect((await runValidators(single.url, chainID)).records).toEqual([]);
	});

	test.each([
		['of an unknown alias', () => 'nope'],
		['of another network', () => network.chainID],
	])('a chain %s is not found, with what may be the reason', async (_what, chain) => {
		const { error } = await runValidators(single.url, chain());
		expect(error?.message).toBe(`This node does not know the chain "${chain()}"`);
		expect(error?.description).toContain(`/ext/bc/${chain()}/validators`);
	});

	test.each<[string, string, INodeParameters, string]>([
		['chain', 'C/../../admin', {}, 'Check Chain'],
		[
			'node ID',
			'C',
			{ validatorsFrom: 'lines', nodeIds: '7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' },
			'Check Node IDs',
		],
	])(
		'a malformed %s is refused before anything is sent',
		async (_what, chain, filters, message) => {
			const { error } = await runValidators(nowhere, chain, filters);
			expect(error?.message).toContain(message);
		},
	);
});

/** Those that no case by hand has run: what comes is what the contract describes. */
test('the other operations, by their contracts', async () => {
	const others = listRows().filter(
		({ description: { name }, resource, operation }) =>
			['avalancheInfo', 'avalancheValidators'].includes(name) &&
			!ran.has(`${name} ${resource}.${operation}`),
	);
	for (const { description, resource, operation, method, output } of others) {
		const contract = methods.find((entry) => entry.method === method);
		if (!contract || contract.answer === 'success')
			throw new Error(`Write a case for ${method}: its contract in spec/ describes no answer`);
		const { name } = description;
		const { records, error } = await run(network.url, name, `${resource}.${operation}`);
		expect(error).toBeUndefined();
		const type = typeOfItem(output ?? { kind: 'record' }, contract.answer.real);
		expect(records.flatMap((record) => findProblems(record, type, true))).toEqual([]);
	}
});
