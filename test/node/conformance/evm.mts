/** The EVM endpoint of the C-Chain, method by method. */
import { provenOnNodeOnly } from '../../../devnet/evm/provenOnNodeOnly.mts';
import { evmMethods } from '../../../spec/evmMethods.mts';
import { fillExample } from '../../../spec/ground.mts';
import { askFilters, askPool, askSender } from './evmState.mts';
import {
	transferTopic,
	emitterCreation,
	transferData,
	failures,
	prepareGround,
	toGround,
	type Ground,
} from './ground.mts';
import {
	rpcPath,
	word,
	recipient,
	unknownHash,
	type Session,
	type ChainTarget,
} from './session.mts';

/** The examples of the contracts of all methods that no case by hand has asked. */
async function askContracts(session: Session<ChainTarget>, ground: Ground): Promise<void> {
	const rpc = session.call(rpcPath);
	const asked = new Set([...session.asked.values()].map(({ method }) => method));
	const left = evmMethods.filter(
		({ method, only }) =>
			only !== 'subnet-EVM' && !asked.has(method) && !(method in provenOnNodeOnly),
	);
	for (const { method, example } of left)
		if (example) await rpc(method, fillExample(example, toGround(ground)));
}

/** Every method of the C-Chain's EVM endpoint, with what it gives and how it refuses. */
export async function askCChain(session: Session<ChainTarget>): Promise<void> {
	const rpc = session.call(rpcPath);
	const { ownAccount } = session.target;
	const ground = await prepareGround(session);
	const { funded, contract, reverter, hashes, number, hash, index } = ground;
	const beyond = '0xffffff';
	const transfer = { from: funded, to: contract, data: transferData };

	await rpc('web3_sha3', ['0x'], { as: 'of nothing' });

	// blocks
	const asBlock: Record<string, unknown> = {
		'a number': number,
		latest: 'latest',
		pending: 'pending',
		earliest: 'earliest',
		safe: 'safe',
		finalized: 'finalized',
		accepted: 'accepted',
		'a number beyond the head': beyond,
		'a hash': hash,
		'an unknown hash': unknownHash,
		'an object': { blockNumber: number },
		'an object with a hash': { blockHash: hash },
		'an empty object': {},
		both: { blockNumber: number, blockHash: hash },
		'a leading zero': '0x01',
		'no prefix': '17',
		'too large a number': '0xffffffffffffffff',
		'a canonical hash': { blockHash: hash, requireCanonical: true },
	};
	for (const [as, block] of Object.entries(asBlock)) {
		await rpc('eth_getBlockReceipts', [block], { as });
		await rpc('eth_getBalance', [funded, block], { as });
		await rpc('eth_getTransactionCount', [funded, block], { as });
		await rpc('eth_getCode', [contract, block], { as });
		await rpc('eth_getStorageAt', [contract, '0x0', block], { as });
		await rpc('eth_getProof', [contract, ['0x0'], block], { as });
		await rpc('eth_call', [transfer, block], { as });
		await rpc('eth_estimateGas', [transfer, block], { as });
		await rpc('eth_callDetailed', [transfer, block], { as });
		await rpc('debug_traceCall', [transfer, block], { as });
		// what it costs at the genesis differs from network to network
		if (block !== 'earliest') await rpc('eth_createAccessList', [transfer, block], { as });
		// a hash is too large a number or begins with a zero, which is another error
		if (block === hash) continue;
		await rpc('eth_getBlockByNumber', [block, false], { as });
		await rpc('eth_getBlockByNumber', [block, true], { as: `${as}, in full` });
		await rpc('eth_getHeaderByNumber', [block], { as });
		await rpc('eth_getBlockTransactionCountByNumber', [block], { as });
		await rpc('eth_getUncleCountByBlockNumber', [block], { as });
		await rpc('eth_getUncleByBlockNumberAndIndex', [block, '0x0'], { as });
		await rpc('eth_getTransactionByBlockNumberAndIndex', [block, index], { as });
		await rpc('eth_getRawTransactionByBlockNumberAndIndex', [block, index], { as });
		await rpc('eth_feeHistory', ['0x2', block, [50]], { as });
		await rpc('eth_getLogs', [{ fromBlock: block, toBlock: block }], { as });
		await rpc('eth_newFilter', [{ fromBlock: block, toBlock: block }], { as });
		await rpc('debug_traceBlockByNumber', [block, { tracer: 'callTracer' }], { as });
	}
	for (const [as, one] of Object.entries({ 'a block': hash, 'an unknown block': unknownHash })) {
		await rpc('eth_getBlockByHash', [one, false], { as });
		await rpc('eth_getBlockByHash', [one, true], { as: `${as}, in full` });
		await rpc('eth_getHeaderByHash', [one], { as });
		await rpc('eth_getBlockTransactionCountByHash', [one], { as });
		await rpc('eth_getUncleCountByBlockHash', [one], { as });
		await rpc('eth_getUncleByBlockHashAndIndex', [one, '0x0'], { as });
		await rpc('eth_getTransactionByBlockHashAndIndex', [one, index], { as });
		await rpc('eth_getTransactionByBlockHashAndIndex', [one, '0x63'], {
			as: `${as}, beyond its last`,
		});
		await rpc('eth_getRawTransactionByBlockHashAndIndex', [one, index], { as });
		await rpc('eth_getRawTransactionByBlockHashAndIndex', [one, '0x63'], {
			as: `${as}, beyond its last`,
		});
		await rpc('eth_getLogs', [{ blockHash: one }], { as: `of ${as}` });
		await rpc('debug_traceBlockByHash', [one, { tracer: 'callTracer' }], { as });
		await rpc('debug_traceBlockByHash', [one], { as: `${as}, step by step` });
	}
	await rpc('debug_traceBlockByNumber', [number], { as: 'step by step' });

	// transactions
	for (const [as, one] of Object.entries({ ...hashes, unknown: unknownHash })) {
		await rpc('eth_getTransactionByHash', [one], { as });
		await rpc('eth_getTransactionReceipt', [one], { as });
		await rpc('eth_getRawTransactionByHash', [one], { as });
		await rpc('debug_getRawTransaction', [one], { as });
		await rpc('debug_traceTransaction', [one, { tracer: 'callTracer' }], { as });
		await rpc('debug_traceTransaction', [one], { as: `${as}, step by step` });
	}
	const ofTransfer = (config: object) => [hashes.transfer, config];
	for (const [as, config] of Object.entries<object>({
		'logs in the calls': { tracer: 'callTracer', tracerConfig: { withLog: true } },
		'the top call alone': { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } },
		'the state before': { tracer: 'prestateTracer' },
		'the change of the state': { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
		nothing: { tracer: 'noopTracer' },
		'an unknown tracer': { tracer: 'nope' },
		memory: { enableMemory: true },
		'what calls give': { enableReturnData: true },
		'no stack': { disableStack: true, disableStorage: true },
		'two steps': { limit: 2 },
		'a malformed time limit': { timeout: 'soon' },
	})) {
		await rpc('debug_traceTransaction', ofTransfer(config), { as });
		await rpc('debug_traceCall', [transfer, 'latest', config], { as });
	}
	for (const [as, block] of Object.entries({ genesis: 'earliest', number }))
		await rpc('debug_traceBlockByNumber', [block, {}], { as: `of ${as}` });

	// calls
	const calls: Record<string, unknown[]> = {
		'a call': [transfer],
		'an input': [{ from: funded, to: contract, input: transferData }],
		'data and another input': [{ ...transfer, input: '0x' }],
		'no sender': [{ to: contract, data: transferData }],
		'no code there': [{ to: recipient, data: transferData }],
		'a creation': [{ from: funded, data: emitterCreation }],
		'an empty call': [{}],
		'a payment': [{ from: funded, to: recipient, value: '0x1' }],
		'too much value': [{ from: recipient, to: funded, value: '0xde0b6b3a7640000' }],
		'too much value with gas': [
			{ from: recipient, to: funded, value: '0xde0b6b3a7640000', gas: '0x5208' },
		],
		'too little gas': [{ ...transfer, gas: '0x5208' }],
		'far too little gas': [{ ...transfer, gas: '0x1' }],
		'enough gas': [{ ...transfer, gas: '0x30d40' }],
		'a gas price': [{ ...transfer, gasPrice: '0x2e90edd000' }],
		fees: [{ ...transfer, maxFeePerGas: '0x2e90edd000', maxPriorityFeePerGas: '0x1' }],
		'both kinds of fees': [{ ...transfer, gasPrice: '0x1', maxFeePerGas: '0x1' }],
		'a tip above the fee': [{ ...transfer, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
		'a fee below the base fee': [{ ...transfer, maxFeePerGas: '0x0' }],
		'fees that cannot be paid': [
			{ from: recipient, to: contract, data: transferData, gasPrice: '0x2e90edd000' },
		],
		'an access list': [
			{ ...transfer, accessList: [{ address: contract, storageKeys: [`0x${word(0n)}`] }] },
		],
		'a reverting contract': [{ from: funded, to: reverter }],
		'another balance': [transfer, 'latest', { [funded]: { balance: '0x0' } }],
		'a balance made up': [
			{ from: recipient, to: funded, value: '0xde0b6b3a7640000' },
			'latest',
			{ [recipient]: { balance: '0xffffffffffffffffff' } },
		],
		'another state': [
			transfer,
			'latest',
			{ [contract]: { stateDiff: { [`0x${word(0n)}`]: `0x${word(1n)}` } } },
		],
		'state and its change': [transfer, 'latest', { [contract]: { state: {}, stateDiff: {} } }],
	};
	for (const [as, code] of Object.entries(failures)) {
		calls[`a call that ends with ${as}`] = [
			{ from: funded, to: recipient, gas: '0x186a0' },
			'latest',
			{ [recipient]: { code: `0x${code}` } },
		];
	}
	for (const [as, params] of Object.entries(calls)) {
		await rpc('eth_call', params, { as });
		await rpc('eth_estimateGas', params, { as });
		const [tx, block = 'latest', overrides] = params;
		await rpc('eth_callDetailed', [tx, block, ...(overrides ? [overrides] : [])], { as });
		if (!overrides) await rpc('eth_createAccessList', params, { as });
		await rpc(
			'debug_traceCall',
			[tx, block, { tracer: 'callTracer', ...(overrides ? { stateOverrides: overrides } : {}) }],
			{ as },
		);
	}
	await rpc(
		'eth_call',
		[transfer, 'latest', null, { number: '0x1', time: '0x1', coinbase: recipient }],
		{
			as: 'another block',
		},
	);

	// accounts
	await rpc('eth_getCode', [recipient, 'latest'], { as: 'of no contract' });
	await rpc('eth_getStorageAt', [contract, '0x7', 'latest'], { as: 'an empty slot' });
	for (const [as, slot] of Object.entries({
		'a short slot': '0',
		'no hex': 'xyz',
		'too long a slot': `0x${'1'.repeat(66)}`,
		'a whole slot': `0x${word(0n)}`,
		nothing: '',
	})) {
		await rpc('eth_getStorageAt', [contract, slot, 'latest'], { as });
		await rpc('eth_getProof', [contract, [slot], 'latest'], { as });
	}
	await rpc('eth_getProof', [contract, [], 'latest'], { as: 'without slots' });
	await rpc('eth_getProof', [contract, ['0x0', '0x7', `0x${word(0n)}`], 'latest'], {
		as: 'of three slots',
	});
	await rpc('eth_getProof', [recipient, [], 'latest'], { as: 'of a plain account' });
	await rpc('eth_getProof', ['0x00000000000000000000000000000000000000ab', ['0x0'], 'latest'], {
		as: 'of nobody',
	});

	// fees
	for (const [as, params] of Object.entries({
		'no percentiles': ['0x2', 'latest', []],
		'null for percentiles': ['0x2', 'latest', null],
		'a number of blocks': [2, 'latest', [25, 75]],
		'a decimal number of blocks': ['2', 'latest', [25]],
		'no blocks': ['0x0', 'latest', [25]],
		'more blocks than there are': ['0x400', 'latest', [25]],
		'a percentile beyond 100': ['0x2', 'latest', [101]],
		'a percentile below 0': ['0x2', 'latest', [-1]],
		'falling percentiles': ['0x2', 'latest', [75, 25]],
		'a malformed number of blocks': ['two', 'latest', []],
	}))
		await rpc('eth_feeHistory', params, { as });

	// logs
	const range = { fromBlock: number, toBlock: 'latest' };
	for (const [as, criteria] of Object.entries({
		'a range': range,
		'nothing given': {},
		'an address': { ...range, address: contract },
		addresses: { ...range, address: [contract, recipient] },
		'another address': { ...range, address: recipient },
		'a topic': { ...range, topics: [transferTopic] },
		'one of two topics': { ...range, topics: [[transferTopic, unknownHash]] },
		'any first topic': { ...range, topics: [null, `0x${word(BigInt(funded))}`] },
		'another topic': { ...range, topics: [unknownHash] },
		'five topics': { ...range, topics: [null, null, null, null, null] },
		'a falling range': { fromBlock: '0x2', toBlock: '0x1' },
		'a range beyond the head': { fromBlock: beyond },
		'an end beyond the head': { fromBlock: '0x0', toBlock: beyond },
		'a hash and a range': { blockHash: hash, fromBlock: '0x0' },
		'a malformed address': { address: '0x12' },
		'a malformed address in a list': { address: [contract, '0xzz'] },
		'a number for an address': { address: 5 },
		'a number in a list of addresses': { address: [5] },
		'a malformed topic': { topics: ['0x12'] },
		'a number for a topic': { topics: [5] },
		'a number in a list of topics': { topics: [[5]] },
		'a malformed block': { fromBlock: 'soon' },
		'a number for a block': { fromBlock: 1 },
		'from the genesis': { fromBlock: 'earliest', toBlock: 'latest' },
		'1001 addresses': { address: Array.from({ length: 1001 }, () => contract) },
		'text for topics': { topics: 'x' },
	})) {
		await rpc('eth_getLogs', [criteria], { as });
		const filter = await rpc('eth_newFilter', [criteria], { as: `of ${as}` });
		if (filter) await rpc('eth_getFilterLogs', [filter], { as });
	}

	await askFilters(session, ground);
	await askPool(session, ground);
	await askSender(session, ground);

	// signing by the node
	const payment = { from: ownAccount, to: recipient, value: '0x1', gas: '0x5208' };
	const fees = { maxFeePerGas: '0x2e90edd000', maxPriorityFeePerGas: '0x3b9aca00' };
	const price = { gasPrice: '0x2e90edd000' };
	await rpc('eth_sign', [ownAccount, '0x68656c6c6f']);
	await rpc('eth_sign', [recipient, '0x68656c6c6f'], { as: 'of another' });
	for (const [as, tx] of Object.entries({
		fees: { ...payment, ...fees, nonce: '0x63' },
		'a price': { ...payment, ...price, nonce: '0x63' },
		'an access list': { ...payment, ...fees, nonce: '0x63', accessList: [] },
		'a price and an access list': {
			...payment,
			...price,
			nonce: '0x63',
			accessList: [{ address: contract, storageKeys: [] }],
		},
		data: { ...payment, ...fees, gas: '0x30d40', nonce: '0x63', to: contract, data: transferData },
		'a creation': {
			from: ownAccount,
			data: emitterCreation,
			gas: '0x30d40',
			...fees,
			nonce: '0x63',
		},
		'nothing to send': { from: ownAccount, gas: '0x5208', ...fees, nonce: '0x63' },
		'no gas': { from: ownAccount, to: recipient, ...fees, nonce: '0x63' },
		'no fees': { ...payment, nonce: '0x63' },
		'no nonce': { ...payment, ...fees },
		'another account': { ...payment, ...fees, nonce: '0x63', from: recipient },
		'another chain': { ...payment, ...fees, nonce: '0x63', chainId: '0x1' },
		'both kinds of fees': { ...payment, ...fees, ...price, nonce: '0x63' },
		'a tip above the fee': {
			...payment,
			maxFeePerGas: '0x1',
			maxPriorityFeePerGas: '0x2',
			nonce: '0x63',
		},
		'data and another input': { ...payment, ...fees, data: '0x12', input: '0x34', nonce: '0x63' },
		'only a fee': { ...payment, maxFeePerGas: '0x2e90edd000', nonce: '0x63' },
		'a fee of zero': {
			...payment,
			maxFeePerGas: '0x0',
			maxPriorityFeePerGas: '0x0',
			nonce: '0x63',
		},
	})) {
		await rpc('eth_signTransaction', [tx], { as });
		await rpc('eth_fillTransaction', [tx], { as });
	}
	await rpc('eth_sendTransaction', [{ ...payment, ...fees, from: recipient }], {
		as: 'of another account',
	});
	await rpc('eth_sendTransaction', [{ ...payment, ...fees, nonce: '0x0' }], {
		as: 'with a nonce that is used',
	});
	await rpc('eth_sendTransaction', [{ ...payment, ...fees, value: '0xffffffffffffffffffff' }], {
		as: 'of too much',
	});
	await rpc('eth_sendTransaction', [{ ...payment, ...fees, data: '0x12', input: '0x34' }], {
		as: 'with data and another input',
	});
	await rpc('eth_resend', [{ ...payment, ...fees }, '0x1', '0x5208'], { as: 'without a nonce' });
	await rpc('eth_resend', [{ ...payment, ...fees, nonce: '0x63' }, '0x1', '0x5208'], {
		as: 'of none that waits',
	});

	await askContracts(session, ground);

	// what is not served
	await rpc('eth_nope', []);
	await rpc('nope', []);
	for (const method of [
		'eth_subscribe',
		'debug_subscribe',
		'eth_simulateV1',
		'eth_getWork',
		'eth_feeConfig',
	])
		await rpc(method, method.endsWith('subscribe') ? ['newHeads'] : []);
	await rpc('eth_unsubscribe', ['0x1']);
}
