/** What a server leaves unsaid in the middle of an answer is unknown, and says nothing of what stands beside it. */
import type { IDataObject } from 'n8n-workflow';
import { address } from '../support/hex.mts';
import { jsonOf, outputOf, useNode } from '../support/useEngine.mts';
import { refuse, reply, useScript } from '../support/useScript.mts';

const server = useScript();
const evm = useNode('avalancheEvm', server);
const advanced = useNode('avalancheEvmAdvanced', server);
const native = useNode('avalancheNative', server);
const info = useNode('avalancheInfo', server);
const data = useNode('avalancheData', server);
const metrics = useNode('avalancheMetrics', server);
const validators = useNode('avalancheValidators', server);

const internal = {
	from: { address: address(1) },
	to: { address: address(2) },
	txHash: `0x${'1'.repeat(64)}`,
	blockNumber: '1',
	blockTimestamp: 1_700_000_000,
	internalTxType: 'CALL',
	value: '1',
};

test('one base fee that is null leaves the others in gwei', async () => {
	const baseFeePerGas = ['0x3b9aca00', null, { a: 1 }, '0x77359400'];
	server.answerCalls(() => ({ result: { oldestBlock: '0x1', baseFeePerGas, gasUsedRatio: [] } }));
	const parameters = { chain: 'C', blockCount: '4', lastBlock: 'latest' };
	const [history] = await outputOf(evm('fee', 'getHistory', parameters));
	expect(history).toMatchObject({
		baseFeePerGas: [1, null, null, 2],
		baseFeePerGasExact: ['1', null, null, '2'],
	});
});

test.each([null, undefined, true, [7], 'word', 1.5])(
	'a value of a metric whose time is %p is no value of 1970',
	async (timestamp) => {
		server.answer(() => reply({ results: [{ value: 5, timestamp }] }));
		const parameters = { metric: 'txCount', chainId: '43114', timeInterval: 'day' };
		const { error } = await metrics('metric', 'getMany', parameters);
		expect(error?.message).toContain('a value without its time');
	},
);

test('a transfer that does not name the address has no direction', async () => {
	const [owner, other] = [address(1), address(2)];
	const parties = [
		{ from: { address: owner }, to: { address: other } },
		{ from: { address: other }, to: { address: owner } },
		{ from: { address: owner }, to: { address: owner } },
		{ from: { address: other }, to: 5 },
	];
	const transactions = parties.map((between, i) => ({
		...between,
		txHash: `0x${String(i).repeat(64)}`,
		blockNumber: '1',
		blockTimestamp: 1_700_000_000,
		internalTxType: 'CALL',
		isReverted: false,
		value: '1',
	}));
	server.answer(() => reply({ transactions }));
	const parameters = { chainId: '43114', address: owner };
	const items = await outputOf(data('transaction', 'getManyInternal', parameters));
	expect(items.map(({ direction }) => direction)).toEqual(['outgoing', 'incoming', 'self', null]);
});

test.each([undefined, null, ''])(
	'a validator with the ID %p makes no other one missing',
	async (nodeID) => {
		server.answerCalls(() => ({ result: { validators: [{ weight: '1', nodeID }] } }));
		const nodeIds = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const { error } = await validators('primaryValidator', 'getReport', {
			validatorsFrom: 'lines',
			nodeIds,
		});
		expect(error?.message).toContain('a validator without its node ID');

		const listed = await validators('primaryValidator', 'getMany', {
			validatorsFrom: 'lines',
			nodeIds,
		});
		expect(jsonOf(listed.items).filter(({ found }) => found === false)).toEqual([]);
	},
);

describe('what stands in the place of a truth or of one value is none', () => {
	test.each([null, 'word', [7], { a: 1 }, 5])(
		'isReverted %p says nothing of a transaction',
		async (isReverted) => {
			const transactions = [
				{ ...internal, isReverted },
				{ ...internal, isReverted: true },
			];
			server.answer(() => reply({ transactions }));
			const parameters = { chainId: '43114', address: address(1) };
			const items = await outputOf(data('transaction', 'getManyInternal', parameters));
			expect(items.map(({ status }) => status)).toEqual([null, 'failed']);
		},
	);

	test.each(['false', 'true', 0, 1, null, [true]])(
		'%p is neither connected nor active, of a test network or bootstrapped',
		async (value) => {
			const nodeIds = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
			const chosen = { validatorsFrom: 'lines', nodeIds };
			const flags = { connected: value, isConnected: value, isActive: value, isL1Validator: value };
			const stake = { weight: '2000000000000', potentialReward: '1', delegatorWeight: '0' };
			const record = { nodeID: nodeIds, startTime: '1700000000', ...stake, ...flags };
			server.answerCalls(() => ({ result: { validators: [record], isBootstrapped: value } }));
			const [validator] = await outputOf(validators('primaryValidator', 'getMany', chosen));
			expect(validator.connected).toBeNull();

			const { items, error } = await validators('primaryValidator', 'getReport', chosen);
			expect(error?.message).toBeUndefined();
			expect(items.at(-1)!.json).toMatchObject({
				disconnected: 0,
				html: expect.stringContaining('not reported: connection'),
			});

			const [chain] = await outputOf(info('chain', 'isBootstrapped', { chain: 'C' }));
			expect(chain.isBootstrapped).toBeNull();

			server.answer(() => reply({ chains: [{ chainId: '43114', isTestnet: value }] }));
			const [listed] = await outputOf(data('chain', 'getMany', {}));
			expect(listed.isTestnet).toBeNull();
		},
	);

	test.each([[[7]], [['0x67a0b400']], [[]]])(
		'a list %p in the place of a time is no time',
		async (timestamp) => {
			const odd = { number: '0x1', timestamp, gasUsed: ['0x5'], transactions: [] };
			server.answerCalls(() => ({ result: odd }));
			const [block] = await outputOf(evm('block', 'getByNumber', { chain: 'C', block: '1' }));
			expect(block).toMatchObject({ timestamp, gasUsed: ['0x5'] });
			expect(block).not.toHaveProperty('time');
		},
	);

	test.each([5, true, ['2026-11-24T00:00:00Z']])('a peer that was heard at %p', async (time) => {
		const peer = { nodeID: 'NodeID-1', lastSent: time, lastReceived: '2026-11-24T00:00:00Z' };
		server.answerCalls(() => ({ result: { numPeers: '1', peers: [peer] } }));
		const [item] = await outputOf(info('peer', 'peers', {}));
		expect(item!.lastReceived).toBe('2026-11-24T00:00:00Z');
		expect(item!.lastSent ?? null).toBeNull();
	});
});

describe('the check of the connection', () => {
	const facts: Record<string, IDataObject> = {
		'info.getNetworkName': { networkName: 'mainnet' },
		'info.getNodeVersion': { version: 'avalanchego/1.15.2' },
		'info.getNetworkID': { networkID: '1' },
	};
	type Told = ReturnType<Parameters<typeof server.answerCalls>[0]>;
	const check = async (odd: string, answer: Told) => {
		server.answerCalls(({ method }) => (method === odd ? answer : { result: facts[method] }));
		const [report] = await outputOf(info('connection', 'check', {}, { limits: { retries: 0 } }));
		return report!;
	};

	test.each([null, true, [], '', 0])('takes the network ID %p for unknown', async (networkID) => {
		const report = await check('info.getNetworkID', { result: { networkID } });
		const node = { status: 'failed', reason: 'The node did not say its network' };
		expect(report).toMatchObject({ networkID: null, node });
	});

	test.each(['info.getNodeVersion', 'info.getNetworkID'])(
		'says that the node does not answer %p for now',
		async (method) => {
			const report = await check(method, { body: 'resting', status: 503 });
			expect(report).toMatchObject({ node: { status: 'failed' }, networkID: null, version: null });
		},
	);

	test('lets a node keep its version to itself', async () => {
		const report = await check(
			'info.getNodeVersion',
			refuse('rpc: can\'t find method "info.getNodeVersion"'),
		);
		expect(report).toMatchObject({ node: { status: 'ok' }, networkID: 1, version: null });
	});
});

describe('a validator of which the node does not say all', () => {
	const nodeID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const day = 86_400;
	const now = Math.floor(Date.now() / 1000);
	const record = {
		nodeID,
		weight: '2000000000000',
		delegatorWeight: '1000000000',
		potentialReward: '1',
		uptime: '99.0000',
		connected: true,
		startTime: String(now - 30 * day),
		endTime: String(now + 3 * day),
	};
	const renewal = { nextPeriod: '1209600', autoCompoundRewardShares: '300000' };
	const answer = (validator: IDataObject) =>
		server.answerCalls(({ method }) => ({
			result:
				method === 'info.upgrades'
					? { heliconTime: '2026-01-01T00:00:00Z' }
					: { validators: [validator] },
		}));
	const get = async (validator: IDataObject) => {
		answer(validator);
		const [item] = await outputOf(validators('primaryValidator', 'get', { nodeId: nodeID }));
		return item!;
	};
	const report = async (validator: IDataObject) => {
		answer(validator);
		return await validators('primaryValidator', 'getReport', {
			validatorsFrom: 'lines',
			nodeIds: nodeID,
			endingDays: 14,
			return: ['items'],
		});
	};
	const unknowns = [undefined, null, '', true, [7], { a: 1 }];

	test.each(unknowns)('its delegated stake %p makes no total', async (delegatorWeight) => {
		const item = await get({ ...record, delegatorWeight } as IDataObject);
		expect(item.stake).toBe(2000);
		expect(item.totalStake ?? null).toBeNull();
		const { error } = await report({ ...record, delegatorWeight } as IDataObject);
		expect(error?.message).toContain('a validator without its delegatedStake');
	});

	test.each([...unknowns, { addresses: [] }, { addresses: [7] }])(
		'its payout to %p goes to nobody known, and is not 0',
		async (unknown) => {
			const unsaid = {
				validationRewardOwner: unknown,
				delegationRewardOwner: unknown,
				accruedDelegateeReward: unknown,
			};
			const item = await get({ ...record, ...unsaid } as IDataObject);
			expect(item).toMatchObject({
				rewardAddresses: null,
				accruedFees: null,
				feeAddresses: null,
				accruedFeesExact: null,
			});
		},
	);

	test('several addresses of an owner are one text, to split a sum by', async () => {
		const addresses = ['P-avax1one', 'P-avax1two'];
		const item = await get({ ...record, validationRewardOwner: { addresses } } as IDataObject);
		expect(item.rewardAddresses).toBe('P-avax1one, P-avax1two');
	});

	test.each(['connected', 'uptime', 'startTime', 'endTime'])(
		'the report does not call it well without %p',
		async (field) => {
			for (const value of unknowns.filter((one) => field !== 'connected' || one !== true)) {
				const { items } = await report({
					...record,
					endTime: String(now + 90 * day),
					[field]: value,
				} as IDataObject);
				const [row, total] = items.map(({ json }) => json);
				expect(row).toMatchObject({
					status: 'unknown',
					attention: expect.stringContaining('not reported: '),
				});
				expect(total).toMatchObject({ needAttention: 1, endingSoon: 0 });
				expect((total!.notes as string[])[0]).toContain('does not say all of 1 validator');
			}
		},
	);

	test.each(unknowns)('a renewal whose period is %p is no end', async (nextPeriod) => {
		const renewing = { ...record, ...renewal };
		expect(await get(renewing)).toMatchObject({ renews: true });
		const odd = { ...renewing, nextPeriod } as IDataObject;
		expect((await get(odd)).renews ?? null).toBeNull();
		const [row] = (await report(odd)).items.map(({ json }) => json);
		expect(row).toMatchObject({ status: 'unknown', attention: 'not reported: renewal' });
		expect(await get(record)).toMatchObject({ renews: false });
	});
});

test.each([true, null, 'word', [7], {}])(
	'%p in the place of a waiting transaction fails its item',
	async (entry) => {
		const waiting = { [address(1)]: { 7: entry } };
		server.answerCalls(() => ({ result: { pending: {}, queued: waiting } }));
		const { items, error } = await advanced('transactionPool', 'getMany', { chain: 'C' });
		expect(items).toEqual([]);
		expect(error?.message).toContain('could not be read');
	},
);

test.each([5, true, [7], { a: 1 }])('a page token %p ends no list', async (nextPageToken) => {
	server.answer(() => reply({ transactions: [{ ...internal, isReverted: false }], nextPageToken }));
	const parameters = { chainId: '43114', address: address(1), returnAll: true };
	const { items, error } = await data('transaction', 'getManyInternal', parameters);
	expect(items).toEqual([]);
	expect(error?.message).toContain('its token for the next page is no text');
});

test.each(['word', 5, true, [7]])('a place %p ends no list of UTXOs', async (endIndex) => {
	server.answerCalls(() => ({ result: { numFetched: '1', utxos: ['0x01'], endIndex } }));
	const addresses = 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	const parameters = { addresses, sourceChain: 'P', returnAll: true };
	const { items, error } = await native('utxo', 'getUTXOs', parameters);
	expect(items).toEqual([]);
	expect(error?.message).toContain('where its next page starts');
});

test('a chain that a list holds twice comes once', async () => {
	const chain = { chainId: '43114', chainName: 'C-Chain' };
	server.answer(() => reply({ chains: [chain, { ...chain, chainId: '1' }, chain] }));
	const items = await outputOf(data('chain', 'getMany', {}));
	expect(items.map(({ chainId }) => chainId)).toEqual(['43114', '1']);
});

test('an empty record among rewards fails its item', async () => {
	server.answer(() => reply({ historicalRewards: [{}] }));
	const addresses = 'P-avax1fau6hlf6rzxmc94lshpmes7uxdp5uz3pnjega5';
	const parameters = { rewardsOf: 'addresses', addresses };
	const { items, error } = await data('reward', 'getMany', parameters);
	expect(items).toEqual([]);
	expect(error?.message).toContain('an empty record in a list');
});

test.each(['soon', '18446744073709551616', '2025', null, 7])(
	'an upgrade at %p requires no less: no uptime of the report counts as enough',
	async (heliconTime) => {
		server.answerCalls(({ method }) => ({
			result: method === 'info.upgrades' ? { heliconTime } : { validators: [] },
		}));
		const nodeIds = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const parameters = { validatorsFrom: 'lines', nodeIds };
		const { items, error } = await validators('primaryValidator', 'getReport', parameters);
		expect(error).toBeUndefined();
		expect(String(items.at(-1)!.json.notes)).toContain(
			'could not be read, so no uptime counts as low',
		);
	},
);
