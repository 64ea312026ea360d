/**
 * What a node is asked, so that its answers can be held against those of another: the same requests, on equal
 * ground. What stands in a chain may differ from node to node; what an answer is made of may not.
 */
import { getCreateAddress, keccak256, toUtf8Bytes, Transaction, Wallet } from 'ethers';
import { provenOnNodeOnly } from '../../devnet/evm/provenOnNodeOnly.mts';
import { waitFor } from './nodes.mts';
import type { Answer } from './shape.mts';

/** A server with a C-Chain of its own. */
export interface ChainTarget {
	url: string;
	/** A private key that holds native tokens on every EVM chain. */
	fundedKey: string;
	/** An account of the C-Chain whose key the server itself keeps and uses. */
	ownAccount: string;
	/** Lets no block be made on the C-Chain for a second at least, or until what it gives is called. */
	holdBlocks: () => Promise<() => Promise<void>>;
	/** Puts a virtual machine and one that does not start among the plugins. */
	addPlugins: () => Promise<void>;
	/** An import to the C-Chain that was not sent yet, and the address whose UTXOs it spends. */
	atomic: { tx: string; address: string; sourceChain: string };
}
/** A server of a network with validators. */
export interface NetworkTarget {
	url: string;
	/** IDs of a chain of the subnet EVM and of its subnet. */
	subnet: { chainID: string; subnetID: string };
	/**
	 * Node IDs of validators that the server is connected to: of the Primary Network, without delegators and with
	 * some, and of the L1.
	 */
	validators: { primary: string; delegated: string; l1: string };
	/** Gives the L1 one more validator, which its chain does not know of for some seconds; returns its node ID. */
	addValidator: () => Promise<string>;
}

type Init = { method?: string; contentType?: string; body?: string };
type Options = {
	/** What tells this case from others of its method. */
	as?: string;
	/** Asks again until the result is so, for some seconds. */
	until?: (result: any) => boolean;
};

/** Asks one server, and keeps each answer by the name of its case. */
export function createSession<Target extends { url: string }>(target: Target) {
	const answers = new Map<string, Answer>();
	/** By path and method, the arguments of its first case. */
	const asked = new Map<string, { path: string; place: string; method: string; params: unknown }>();

	/** A request. The name of its case leads to the same on every server. */
	const send = async (name: string, path: string, init: Init = {}): Promise<Answer> => {
		if (answers.has(name)) throw new Error(`There are two cases by the name ${name}`);
		const { method = 'POST', contentType = 'application/json', body } = init;
		const response = await fetch(target.url + path, {
			method,
			headers: contentType ? { 'content-type': contentType } : {},
			// of bytes, nobody guesses the type
			body: body === undefined ? undefined : Buffer.from(body),
		});
		const answer = {
			status: response.status,
			contentType: response.headers.get('content-type'),
			text: await response.text(),
		};
		answers.set(name, answer);
		return answer;
	};
	/** A JSON-RPC call to a path, which may have a name that is the same on every server; gives its result. */
	const call =
		(path: string, place = path) =>
		async (method: string, params?: unknown, { as, until }: Options = {}): Promise<any> => {
			const title = `${place} ${method}`;
			if (!asked.has(title)) asked.set(title, { path, place, method, params });
			const name = as ? `${title}, ${as}` : title;
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
			let result: unknown;
			await waitFor(name, 20, async () => {
				answers.delete(name);
				const { text } = await send(name, path, { body });
				result = text && text.startsWith('{') ? JSON.parse(text).result : undefined;
				return !until || until(result);
			});
			return result;
		};
	return { target, answers, asked, send, call };
}
export type Session<Target extends { url: string }> = ReturnType<typeof createSession<Target>>;
type AnySession = Session<{ url: string }>;

const rpcPath = '/ext/bc/C/rpc';
const word = (value: bigint) => value.toString(16).padStart(64, '0');

const recipient = '0x00000000000000000000000000000000000000aa';
const unknownHash = `0x${'4f'.repeat(32)}`;
const unknownId = '2CmKhGgPRNHRbmQ3LTzDhdMgiNzYKKAwMxaVxkMbNn1w3KBuXo';
const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true; 42 stands in slot 0. */
const emitter = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const emitterCreation = `0x602a600055603a8060106000396000f3${emitter}`;
const transferData = `0xa9059cbb${word(BigInt(recipient))}${word(10n ** 20n)}`;
const size = (code: string) => (code.length / 2).toString(16).padStart(2, '0');
/** Code that reverts with these data, and the creation of a contract of it. */
const revert = (data: string) => `60${size(data)}600c60003960${size(data)}6000fd${data}`;
const reason = revert(`08c379a0${word(32n)}${word(2n)}${'6e6f'.padEnd(64, '0')}`);
const reverterCreation = `0x60${size(reason)}80600b6000396000f3${reason}`;
/** How code can fail. */
const failures: Record<string, string> = {
	'a reason': reason,
	'a panic': revert(`4e487b71${word(0x12n)}`),
	'an error of its own': revert('deadbeef'),
	'no reason': '60006000fd',
	'no gas': '5b600056',
	'an invalid opcode': 'fe',
	'an unknown opcode': '0c',
	'an empty stack': '01',
	'a jump to nowhere': '600056',
	'an endless stack': '5b6001600056',
};

/** Sends what the cases look at, and gives where it is. */
async function prepareGround({ target }: Session<ChainTarget>) {
	const wallet = new Wallet(target.fundedKey);
	const ask = createSession(target).call(rpcPath);
	let cases = 0;
	const read = async (method: string, ...params: unknown[]) =>
		await ask(method, params, { as: String(cases++) });
	const chainId = Number(await read('eth_chainId'));
	const release = await target.holdBlocks();
	const first = Number(await read('eth_getTransactionCount', wallet.address, 'latest'));
	const sign = async (fields: object) =>
		await wallet.signTransaction(
			Transaction.from({
				...{ type: 2, chainId, gasLimit: 200_000 },
				...{ maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
				...fields,
			}),
		);
	const [contract, reverter] = [0, 1].map((i) =>
		getCreateAddress({ from: wallet.address, nonce: first + i }).toLowerCase(),
	);
	const old = { maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 200_000_000_000n };
	const accessList = [{ address: contract, storageKeys: [`0x${word(0n)}`] }];
	const transactions = {
		creation: { to: null, data: emitterCreation },
		reverterCreation: { to: null, data: reverterCreation },
		transfer: { to: contract, data: transferData },
		payment: { to: target.ownAccount, value: 10n ** 19n },
		oldPayment: { type: 0, to: recipient, value: 1n, ...old },
		listed: { type: 1, to: contract, data: transferData, accessList, ...old },
		reverted: { to: reverter },
	};
	const raw = await Promise.all(
		Object.values(transactions).map(
			async (fields, i) => await sign({ ...fields, nonce: first + i }),
		),
	);
	const sent = await Promise.all(raw.map(async (one) => await read('eth_sendRawTransaction', one)));
	await release();
	const hashes = Object.fromEntries(
		Object.keys(transactions).map((name, i) => [name, sent[i]]),
	) as Record<keyof typeof transactions, string>;
	const receipts = await Promise.all(
		sent.map(
			async (hash) =>
				await ask('eth_getTransactionReceipt', [hash], { as: String(cases++), until: Boolean }),
		),
	);
	const transfer = receipts[2] as {
		blockNumber: string;
		blockHash: string;
		transactionIndex: string;
	};
	if (receipts.some(({ blockHash }) => blockHash !== transfer.blockHash))
		throw new Error('The transactions are not all in one block');
	const nextNonce = first + Object.keys(transactions).length;
	/** Of a transaction that waits for ever: so many of its sender have to come before it. */
	const farNonce = nextNonce + 1000;
	await read('eth_sendRawTransaction', await sign({ to: recipient, nonce: farNonce }));
	return {
		funded: wallet.address.toLowerCase(),
		...{ chainId, sign, hashes, contract, reverter, nextNonce },
		...{ number: transfer.blockNumber, hash: transfer.blockHash, index: transfer.transactionIndex },
	};
}

/** Every method of the C-Chain's EVM endpoint, with what it gives and how it refuses. */
export async function askCChain(session: Session<ChainTarget>): Promise<void> {
	const rpc = session.call(rpcPath);
	const { ownAccount } = session.target;
	const ground = await prepareGround(session);
	const { funded, contract, reverter, hashes, number, hash, index } = ground;
	const beyond = '0xffffff';
	const transfer = { from: funded, to: contract, data: transferData };

	for (const method of [
		...['rpc_modules', 'web3_clientVersion', 'net_listening', 'net_peerCount', 'net_version'],
		...[
			'eth_gasPrice',
			'eth_baseFee',
			'eth_maxPriorityFeePerGas',
			'eth_syncing',
			'eth_suggestPriceOptions',
		],
		...[
			'eth_chainId',
			'eth_blockNumber',
			'eth_getChainConfig',
			'eth_getBadBlocks',
			'eth_etherbase',
		],
		...['eth_coinbase', 'eth_accounts'],
	])
		await rpc(method, []);
	await rpc('web3_sha3', ['0x68656c6c6f']);
	await rpc('web3_sha3', ['0x'], { as: 'of nothing' });

	// blocks
	const asBlock: Record<string, unknown> = {
		...{
			'a number': number,
			latest: 'latest',
			pending: 'pending',
			earliest: 'earliest',
			safe: 'safe',
		},
		...{ finalized: 'finalized', accepted: 'accepted', 'a number beyond the head': beyond },
		...{ 'a hash': hash, 'an unknown hash': unknownHash, 'an object': { blockNumber: number } },
		...{
			'an object with a hash': { blockHash: hash },
			'an empty object': {},
			both: { blockNumber: number, blockHash: hash },
		},
		...{
			'a leading zero': '0x01',
			'no prefix': '17',
			'too large a number': '0xffffffffffffffff',
			'a canonical hash': { blockHash: hash, requireCanonical: true },
		},
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

type Ground = Awaited<ReturnType<typeof prepareGround>>;

/** Filters, and what they tell of the transactions of a block. */
async function askFilters(session: Session<ChainTarget>, { contract, sign, nextNonce }: Ground) {
	const rpc = session.call(rpcPath);
	const filters = {
		blocks: await rpc('eth_newBlockFilter', []),
		hashes: await rpc('eth_newPendingTransactionFilter', []),
		transactions: await rpc('eth_newPendingTransactionFilter', [true], { as: 'in full' }),
		logs: await rpc('eth_newFilter', [{ address: contract }]),
	};
	for (const [as, filter] of Object.entries(filters))
		await rpc('eth_getFilterChanges', [filter], { as: `${as}, at once` });
	const raw = await sign({ to: contract, data: transferData, nonce: nextNonce });
	const hash = await rpc('eth_sendRawTransaction', [raw]);
	await rpc('eth_getTransactionReceipt', [hash], { as: 'at last', until: Boolean });
	for (const [as, filter] of Object.entries(filters))
		await rpc('eth_getFilterChanges', [filter], { as, until: (found) => found.length > 0 });
	for (const [as, filter] of Object.entries(filters)) {
		await rpc('eth_getFilterLogs', [filter], { as: `of ${as}` });
		await rpc('eth_uninstallFilter', [filter], { as });
		await rpc('eth_uninstallFilter', [filter], { as: `${as}, again` });
		await rpc('eth_getFilterChanges', [filter], { as: `${as}, removed` });
	}
}

/** The pool while transactions wait in it. */
async function askPool(session: Session<ChainTarget>, { funded, sign }: Ground) {
	const rpc = session.call(rpcPath);
	const { ownAccount, holdBlocks } = session.target;
	const release = await holdBlocks();
	const nonce = Number(
		await rpc('eth_getTransactionCount', [funded, 'latest'], { as: 'before it waits' }),
	);
	const raw = await sign({ to: recipient, nonce });
	const hash = await rpc('eth_sendRawTransaction', [raw], { as: 'that waits' });
	const own = {
		...{ from: ownAccount, to: recipient, value: '0x1', gas: '0x5208', gasPrice: '0x2e90edd000' },
		nonce: await rpc('eth_getTransactionCount', [ownAccount, 'latest'], {
			as: 'of the own account',
		}),
	};
	const sent = await rpc('eth_sendTransaction', [own]);
	await rpc('eth_pendingTransactions', []);
	await rpc('txpool_content', []);
	await rpc('txpool_contentFrom', [funded]);
	await rpc('txpool_contentFrom', [recipient], { as: 'of nobody' });
	await rpc('txpool_inspect', []);
	await rpc('txpool_status', []);
	await rpc('eth_getTransactionByHash', [hash], { as: 'that waits' });
	await rpc('eth_getTransactionByHash', [sent], { as: 'of the own account, that waits' });
	await rpc('eth_getRawTransactionByHash', [hash], { as: 'that waits' });
	await rpc('eth_getTransactionCount', [funded, 'pending'], { as: 'while it waits' });
	await rpc('eth_sendRawTransaction', [raw], { as: 'that waits, again' });
	await rpc('eth_sendRawTransaction', [await sign({ to: funded, nonce })], {
		as: 'that underbids',
	});
	await rpc('debug_traceTransaction', [hash], { as: 'that waits' });
	await rpc('eth_resend', [own, '0x5d21dba000', '0x5208']);
	await rpc('eth_getTransactionReceipt', [hash], { as: 'that waits' });
	await release();
	await rpc('eth_getTransactionReceipt', [hash], { as: 'that waited', until: Boolean });
	await rpc('eth_sendRawTransaction', [raw], { as: 'that is in a block' });
}

/** Why a signed transaction is not taken. */
async function askSender(
	session: Session<ChainTarget>,
	{ funded, sign, chainId, contract }: Ground,
) {
	const rpc = session.call(rpcPath);
	const nonce = Number(await rpc('eth_getTransactionCount', [funded, 'latest'], { as: 'at last' }));
	const old = { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null };
	const poor = new Wallet(`0x${'11'.repeat(32)}`);
	const signByPoor = async (value: bigint) =>
		await poor.signTransaction({
			type: 2,
			chainId,
			nonce: 0,
			to: recipient,
			value,
			gasLimit: 21_000,
			maxFeePerGas: 200_000_000_000n,
		});
	for (const [as, raw] of Object.entries({
		'a used nonce': await sign({ to: recipient, nonce: 0 }),
		'too much value': await sign({ to: recipient, nonce, value: 10n ** 27n }),
		'an account without funds': await signByPoor(0n),
		'too little gas': await sign({ to: recipient, nonce, gasLimit: 20_999 }),
		'too little gas for its data': await sign({
			to: contract,
			nonce,
			gasLimit: 21_000,
			data: transferData,
		}),
		'too little gas for a creation': await sign({
			to: null,
			nonce,
			gasLimit: 21_000,
			data: emitterCreation,
		}),
		'too much gas': await sign({
			to: recipient,
			nonce,
			gasLimit: 1_000_000_000,
			maxFeePerGas: 2_000_000_000n,
		}),
		'too high a fee': await sign({ to: recipient, nonce, maxFeePerGas: 10n ** 16n }),
		'no fee': await sign({ to: recipient, nonce, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
		'no price': await sign({ ...old, to: recipient, nonce, gasPrice: 0n }),
		'another chain': await sign({ to: recipient, nonce, chainId: 1 }),
		'another chain, of the old type': await sign({
			...old,
			to: recipient,
			nonce,
			chainId: 1,
			gasPrice: 200_000_000_000n,
		}),
		'no chain': await sign({
			...old,
			to: recipient,
			nonce,
			chainId: 0,
			gasPrice: 200_000_000_000n,
		}),
		nothing: '0x',
		'one byte': '0x02',
		'an unknown type': '0x7f01',
		'half of it': (await sign({ to: recipient, nonce })).slice(0, 80),
		'an empty list': '0xc0',
		'an empty list of its type': '0x02c0',
		text: '0x68656c6c6f',
		'no signature': Transaction.from({ type: 2, chainId, nonce, to: recipient, gasLimit: 21_000 })
			.unsignedSerialized,
	}))
		await rpc('eth_sendRawTransaction', [raw], { as: `with ${as}` });
}

/** What is no call, or not one alone, on the EVM endpoint. */
export async function askEvmTransport({ send, target }: Session<ChainTarget>): Promise<void> {
	const message = (id: unknown, method = 'eth_chainId', params: unknown = []) => ({
		jsonrpc: '2.0',
		id,
		method,
		params,
	});
	const { ownAccount } = target;
	const notification = { jsonrpc: '2.0', method: 'eth_chainId' };
	const bodies: Record<string, unknown> = {
		'an id in text': message('a'),
		'a large id': message(2 ** 53),
		'the id null': message(null),
		'a fraction as id': message(1.5),
		'a boolean as id': message(true),
		'an object as id': message({}),
		'a list as id': message([1]),
		'a notification': notification,
		'a notification of an unknown method': { ...notification, method: 'eth_nope' },
		'no call': {},
		'a number': 5,
		text: 'eth_chainId',
		null: null,
		'no version': { id: 1, method: 'eth_chainId' },
		'another version': { ...message(1), jsonrpc: '1.0' },
		'no method': { jsonrpc: '2.0', id: 1 },
		'an empty method': message(1, ''),
		'a number for a method': { jsonrpc: '2.0', id: 1, method: 5 },
		'a response': { jsonrpc: '2.0', id: 1, result: '0x1' },
		'unknown fields': { ...message(1), more: true },
		'an empty batch': [],
		'a batch': [message(1), message('b', 'eth_blockNumber')],
		'a batch of everything': [
			...[message(1), message(2, 'eth_nope'), message(3, 'eth_getBalance', []), notification],
			...[5, {}, message(null), message(1), message(6, 'eth_getBalance', [ownAccount, 'latest'])],
		],
		'a batch of notifications': [notification, notification],
		'a batch of nothing': [null, [], 'x'],
		'40 calls': Array.from({ length: 40 }, (_, i) => message(i)),
		'41 calls': Array.from({ length: 41 }, (_, i) => message(i + 7)),
		'41 notifications': Array.from({ length: 41 }, () => notification),
	};
	for (const [as, body] of Object.entries(bodies))
		await send(`POST ${rpcPath}, ${as}`, rpcPath, { body: JSON.stringify(body) });
	const texts = {
		'no JSON': 'nojson',
		'half of a call': '{"jsonrpc":"2.0",',
		nothing: '',
		'white space': ' \n',
	};
	for (const [as, body] of Object.entries(texts))
		await send(`POST ${rpcPath}, ${as}`, rpcPath, { body });
	await askByHttp(send, rpcPath, JSON.stringify(message(1)));
	await send(`POST ${rpcPath}, too long`, rpcPath, { body: ' '.repeat(5 * 1024 * 1024 + 1) });
	for (const [as, path] of Object.entries({
		'an unknown chain': '/ext/bc/nope/rpc',
		'an unknown blockchain': `/ext/bc/${unknownId}/rpc`,
		'no endpoint': '/ext/bc/C',
		'an unknown endpoint': '/ext/bc/C/nope',
		'the native endpoint': '/ext/bc/C/native',
		'no validators': '/ext/bc/C/validators',
		'a slash at the end': '/ext/bc/C/rpc/',
		'no alias': '/ext/bc',
		'an unknown API': '/ext/nope',
		'the root of all': '/ext',
		'the chain without bc': '/ext/C/rpc',
		'a socket': '/ext/bc/C/ws',
		'a socket of an unknown chain': '/ext/bc/nope/ws',
		'another VM': '/ext/bc/P/rpc',
	})) {
		await send(`POST ${path}, ${as}`, path, { body: JSON.stringify(message(1)) });
		await send(`GET ${path}, ${as}`, path, { method: 'GET', contentType: '' });
	}
}

/** Requests other than a POST of JSON. */
async function askByHttp(
	send: AnySession['send'],
	path: string,
	body: string,
	place = path,
): Promise<void> {
	for (const method of ['GET', 'OPTIONS', 'HEAD', 'DELETE'])
		await send(`${method} ${place}`, path, { method, contentType: '' });
	for (const method of ['PUT', 'DELETE', 'PATCH'])
		await send(`${method} ${place}, with a call`, path, { method, body });
	for (const contentType of [
		'text/plain',
		'application/json; charset=utf-8',
		'APPLICATION/JSON',
		'application/json-rpc',
		'application/x-www-form-urlencoded',
		'',
	])
		await send(`POST ${place}, as ${contentType || 'no type'}`, path, { contentType, body });
	await send(`GET ${place}?x=1`, `${path}?x=1`, { method: 'GET', contentType: '' });
}

/** What is no call on the other endpoints. */
async function askGorillaTransport(
	{ send }: AnySession,
	path: string,
	method: string,
	place = path,
): Promise<void> {
	const message = (fields: object) =>
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {}, ...fields });
	const [service] = method.split('.');
	const bodies: Record<string, string> = {
		'an id in text': message({ id: 'a' }),
		'the id null': message({ id: null }),
		'no id': message({ id: undefined }),
		'an object as id': message({ id: { a: 1 } }),
		'a list as id': message({ id: [1] }),
		'a fraction as id': message({ id: 1.5 }),
		'no version': message({ jsonrpc: undefined }),
		'another version': message({ jsonrpc: '1.0' }),
		'a number for the version': message({ jsonrpc: 2 }),
		'no method': message({ method: undefined }),
		'an empty method': message({ method: '' }),
		'a number for a method': message({ method: 5 }),
		'an unknown method': message({ method: `${service}.nope` }),
		'an unknown service': message({ method: 'nope.nope' }),
		'a method in upper case': message({
			method: method.replace(/\.(.)/, (_, letter) => `.${letter.toUpperCase()}`),
		}),
		'a method without a service': message({ method: 'nope' }),
		'a method of three parts': message({ method: `${service}.a.b` }),
		'a method with an underscore': message({ method: method.replace('.', '_') }),
		'an unknown method without an id': message({ id: undefined, method: `${service}.nope` }),
		'unknown fields': message({ more: true }),
		'unknown arguments': message({ params: { more: true } }),
		'no call': '{}',
		'a batch': `[${message({})}]`,
		'an empty batch': '[]',
		'a number': '5',
		'a text': '"x"',
		true: 'true',
		null: 'null',
		'no JSON': 'nojson',
		'half of a call': '{"jsonrpc":"2.0",',
		nothing: '',
		'white space': ' ',
	};
	for (const [as, body] of Object.entries(bodies))
		await send(`POST ${place}, ${as}`, path, { body });
	await askByHttp(send, path, message({}), place);
}

/** What a node tells of itself. */
export async function askInfo(session: AnySession): Promise<void> {
	const info = session.call('/ext/info');
	for (const name of [
		'acps',
		'getNetworkID',
		'getNetworkName',
		'getNodeID',
		'getNodeIP',
		'getNodeVersion',
		'getTxFee',
		'getVMs',
		'upgrades',
	])
		await info(`info.${name}`, {});
	await info('info.getBlockchainID', { alias: 'C' });
	await info('info.getBlockchainID', { alias: 'nope' }, { as: 'of nothing' });
	await info('info.getBlockchainID', {}, { as: 'without an alias' });
	const { blockchainID } = await info(
		'info.getBlockchainID',
		{ Alias: 'X' },
		{ as: 'with a capital letter' },
	);
	await info('info.isBootstrapped', { chain: 'C' });
	await info('info.isBootstrapped', { chain: blockchainID }, { as: 'by ID' });
	await info('info.isBootstrapped', { chain: 'nope' }, { as: 'of nothing' });
	await info('info.isBootstrapped', { chain: unknownId }, { as: 'of an unknown ID' });
	await info('info.isBootstrapped', { chain: '' }, { as: 'of no name' });
	await info('info.isBootstrapped', {}, { as: 'without a chain' });
	await askGorillaTransport(session, '/ext/info', 'info.getNetworkID');
}

/** The Admin API of the node. */
export async function askAdmin(session: Session<ChainTarget>): Promise<void> {
	const admin = session.call('/ext/admin');
	const info = session.call('/ext/info');
	const { blockchainID: chain } = await info(
		'info.getBlockchainID',
		{ alias: 'X' },
		{ as: 'for an alias' },
	);
	await admin('admin.alias', { endpoint: 'bc/X', alias: 'conformance' });
	await admin('admin.alias', { endpoint: 'bc/X', alias: 'conformance' }, { as: 'again' });
	await admin(
		'admin.alias',
		{ endpoint: 'bc/X', alias: 'info' },
		{ as: 'with the name of an API' },
	);
	await admin(
		'admin.alias',
		{ endpoint: 'bc/X', alias: 'bc/C' },
		{ as: 'with the path of a chain' },
	);
	await admin(
		'admin.alias',
		{ endpoint: 'bc/X', alias: 'x'.repeat(513) },
		{ as: 'that is too long' },
	);
	await admin('admin.aliasChain', { chain, alias: 'conformance' });
	await admin('admin.aliasChain', { chain, alias: 'conformance' }, { as: 'again' });
	await admin('admin.aliasChain', { chain, alias: 'P' }, { as: 'that is taken' });
	await admin('admin.aliasChain', { chain: 'nope', alias: 'a' }, { as: 'of an unknown chain' });
	await admin(
		'admin.aliasChain',
		{ chain: unknownId, alias: 'a' },
		{ as: 'of an unknown blockchain' },
	);
	await admin('admin.aliasChain', { chain, alias: 'x'.repeat(513) }, { as: 'that is too long' });
	await admin('admin.getChainAliases', { chain });
	await admin('admin.getChainAliases', { chain: 'X' }, { as: 'by alias' });
	await admin('admin.getChainAliases', { chain: unknownId }, { as: 'of an unknown blockchain' });
	await admin('admin.getChainAliases', {}, { as: 'of none' });
	await admin('admin.getChainAliases', { chain: 'O0' }, { as: 'of what is no ID' });
	await admin('admin.getLoggerLevel', { loggerName: 'C' });
	await admin('admin.getLoggerLevel', {}, { as: 'of all' });
	await admin('admin.getLoggerLevel', { loggerName: 'nope' }, { as: 'of none' });
	await admin('admin.setLoggerLevel', {
		loggerName: 'C',
		logLevel: 'DEBUG',
		displayLevel: 'ERROR',
	});
	await admin(
		'admin.setLoggerLevel',
		{ loggerName: 'C', logLevel: 'info' },
		{ as: 'of the log alone' },
	);
	await admin('admin.setLoggerLevel', { loggerName: 'C' }, { as: 'without a level' });
	await admin('admin.setLoggerLevel', { loggerName: 'nope', logLevel: 'INFO' }, { as: 'of none' });
	await admin(
		'admin.setLoggerLevel',
		{ loggerName: 'C', logLevel: 'loud' },
		{ as: 'to an unknown level' },
	);
	await session.target.addPlugins();
	await admin('admin.loadVMs', {});
	await admin('admin.loadVMs', {}, { as: 'again' });
	for (const method of ['stopCPUProfiler', 'startCPUProfiler', 'lockProfile', 'memoryProfile'])
		await admin(`admin.${method}`, {});
	await admin('admin.startCPUProfiler', {}, { as: 'again' });
	const chainAdmin = session.call('/ext/bc/C/admin');
	await chainAdmin('admin.startCPUProfiler', {}, { as: 'while the node profiles' });
	await admin('admin.stopCPUProfiler', {}, { as: 'after a start' });
	await askGorillaTransport(session, '/ext/admin', 'admin.getLoggerLevel');

	await chainAdmin('admin.getVMConfig', {});
	await chainAdmin('admin.setLogLevel', { level: 'info' });
	await chainAdmin('admin.setLogLevel', { level: 'loud' }, { as: 'to an unknown level' });
	await chainAdmin('admin.setLogLevel', {}, { as: 'without a level' });
	for (const method of ['stopCPUProfiler', 'startCPUProfiler', 'lockProfile', 'memoryProfile'])
		await chainAdmin(`admin.${method}`, {});
	await chainAdmin('admin.startCPUProfiler', {}, { as: 'again' });
	await admin('admin.startCPUProfiler', {}, { as: 'while the chain profiles' });
	await chainAdmin('admin.stopCPUProfiler', {}, { as: 'after a start' });
	await chainAdmin('admin_getVMConfig', [], { as: 'as documented' });
	await askGorillaTransport(session, '/ext/bc/C/admin', 'admin.getVMConfig');
}

/** UTXOs and atomic transactions of the C-Chain. */
export async function askNative(session: Session<ChainTarget>): Promise<void> {
	const avax = session.call('/ext/bc/C/avax');
	const { atomic, holdBlocks } = session.target;
	const { address, sourceChain, tx } = atomic;
	const own = { addresses: [address], sourceChain };
	const { endIndex } = await avax('avax.getUTXOs', { ...own, limit: 1, encoding: 'hex' });
	for (const [as, params] of Object.entries<object>({
		'the next page': { ...own, startIndex: endIndex },
		'no checksum': { ...own, encoding: 'hexnc' },
		JSON: { ...own, encoding: 'json' },
		'another encoding': { ...own, encoding: 'cb58' },
		'no encoding': { ...own, encoding: '' },
		'another chain': { ...own, sourceChain: 'X' },
		'an unknown chain': { ...own, sourceChain: 'nope' },
		'no source chain': { addresses: [address] },
		'no addresses': { sourceChain },
		'an empty list of addresses': { ...own, addresses: [] },
		'1025 addresses': { ...own, addresses: Array.from({ length: 1025 }, () => address) },
		'an address twice': { ...own, addresses: [address, address] },
		'nonsense for an address': { ...own, addresses: ['nonsense'] },
		'an address of another chain': { ...own, addresses: [address.replace('C-', 'X-')] },
		'an address of an unknown chain': { ...own, addresses: [address.replace('C-', 'nope-')] },
		'an address with a wrong checksum': {
			...own,
			addresses: [address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q')],
		},
		'an address with a letter that none has': {
			...own,
			addresses: [`${address.slice(0, -8)}b${address.slice(-7)}`],
		},
		'an address without 1': { ...own, addresses: ['C-avax'] },
		'a short ID for an address': { ...own, addresses: ['6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV'] },
		'half of a start': { ...own, startIndex: { address } },
		'a malformed start': { ...own, startIndex: { address, utxo: 'O0' } },
		'an unknown start': { ...own, startIndex: { address, utxo: unknownId } },
		'a start at an unknown address': { ...own, startIndex: { address: 'nope', utxo: unknownId } },
		'a limit in text': { ...own, limit: '1' },
		'a negative limit': { ...own, limit: -1 },
		'too large a limit': { ...own, limit: 5000 },
	}))
		await avax('avax.getUTXOs', params, { as });
	for (const [as, params] of Object.entries<object>({
		nothing: {},
		'no bytes': { tx: '0x' },
		'too few bytes': { tx: '0x12' },
		'a wrong checksum': { tx: '0x1234567890' },
		'no prefix': { tx: '1234567890' },
		'an odd length': { tx: '0x123456789' },
		'no hexadecimal digits': { tx: '0xzz34567890' },
		'another version of the codec': { tx: '0x1234567890', encoding: 'hexnc' },
		'a header alone': { tx: '0x000000000000', encoding: 'hexnc' },
		'an unknown type': { tx: `0x0000000000ff${'00'.repeat(80)}`, encoding: 'hexnc' },
		'no version of the codec': { tx: '0x00', encoding: 'hexnc' },
		JSON: { tx: '{}', encoding: 'json' },
	}))
		await avax('avax.issueTx', params, { as: `of ${as}` });
	const release = await holdBlocks();
	const { txID } = await avax('avax.issueTx', { tx, encoding: 'hex' });
	await avax('avax.issueTx', { tx }, { as: 'of one that waits' });
	await avax('avax.getAtomicTx', { txID }, { as: 'that waits' });
	await avax('avax.getAtomicTxStatus', { txID }, { as: 'of one that waits' });
	await release();
	await avax(
		'avax.getAtomicTxStatus',
		{ txID },
		{ until: (found) => found?.status === 'Accepted' },
	);
	await avax('avax.getAtomicTx', { txID, encoding: 'hex' });
	await avax('avax.issueTx', { tx }, { as: 'of one that is accepted' });
	for (const encoding of ['hexnc', 'hexc', 'json', 'nope'])
		await avax('avax.getAtomicTx', { txID, encoding }, { as: encoding });
	for (const method of ['avax.getAtomicTx', 'avax.getAtomicTxStatus']) {
		await avax(method, { txID: unknownId }, { as: 'of none' });
		await avax(method, {}, { as: 'without an ID' });
		await avax(method, { txID: 'O0' }, { as: 'of what is no ID' });
	}
	await askGorillaTransport(session, '/ext/bc/C/avax', 'avax.getAtomicTxStatus');
}

/** The validators of an L1 and of the Primary Network, the peers, and what the subnet EVM has alone. */
export async function askNetwork(session: Session<NetworkTarget>): Promise<void> {
	const { subnet, validators } = session.target;
	const { chainID, subnetID } = subnet;
	const { primary, delegated, l1 } = validators;
	const stranger = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const path = `/ext/bc/${chainID}/validators`;
	const ofL1 = session.call(path, '/ext/bc/L1/validators');
	await ofL1('validators.getCurrentValidators', { nodeIDs: [l1] });
	await ofL1('validators.getCurrentValidators', {}, { as: 'all' });
	await ofL1('validators.getCurrentValidators', { nodeIDs: [] }, { as: 'of an empty list' });
	await ofL1('validators.getCurrentValidators', { nodeIDs: [stranger] }, { as: 'a stranger' });
	await ofL1(
		'validators.getCurrentValidators',
		{ nodeIDs: [l1, stranger] },
		{ as: 'with a stranger' },
	);
	await ofL1(
		'validators.getCurrentValidators',
		{ nodeIDs: [l1.slice(7)] },
		{ as: 'without the prefix' },
	);
	await askGorillaTransport(
		session,
		path,
		'validators.getCurrentValidators',
		'/ext/bc/L1/validators',
	);

	const platform = session.call('/ext/bc/P');
	await platform('platform.getCurrentValidators', { subnetID, nodeIDs: [l1] });
	await platform('platform.getCurrentValidators', {}, { as: 'of the Primary Network' });
	await platform(
		'platform.getCurrentValidators',
		{ nodeIDs: [primary] },
		{ as: 'one of the Primary Network' },
	);
	await platform(
		'platform.getCurrentValidators',
		{ nodeIDs: [delegated] },
		{ as: 'one with delegators' },
	);
	await platform('platform.getCurrentValidators', { nodeIDs: [stranger] }, { as: 'a stranger' });
	await platform('platform.getCurrentValidators', { subnetID }, { as: 'of the L1' });
	await platform(
		'platform.getCurrentValidators',
		{ subnetID, nodeIDs: [stranger] },
		{ as: 'a stranger on the L1' },
	);
	await platform(
		'platform.getCurrentValidators',
		{ subnetID: unknownId },
		{ as: 'of an unknown subnet' },
	);
	await platform('platform.getValidatorFeeConfig', {});
	await platform('platform.getValidatorFeeConfig', undefined, { as: 'without arguments' });
	await platform('platform.getValidatorFeeState', {});
	await platform('platform.getValidatorFeeState', [], { as: 'of an empty list' });
	await platform(
		'platform.getValidatorFeeState',
		{ subnetID },
		{ as: 'with an argument too many' },
	);
	await askGorillaTransport(session, '/ext/bc/P', 'platform.getCurrentValidators');

	const info = session.call('/ext/info');
	await info('info.peers', { nodeIDs: [primary] });
	await info('info.peers', {}, { as: 'all' });
	await info('info.peers', { nodeIDs: [stranger] }, { as: 'a stranger' });
	await info('info.uptime', { subnetID });
	await info('info.uptime', {}, { as: 'of the Primary Network' });
	await info('info.isBootstrapped', { chain: chainID });

	const rpc = session.call(`/ext/bc/${chainID}/rpc`, '/ext/bc/L1/rpc');
	await rpc('eth_feeConfig', ['latest']);
	await rpc('eth_feeConfig', [], { as: 'of the head' });
	await rpc('eth_feeConfig', ['0xffffff'], { as: 'beyond the head' });
	for (const method of ['eth_getActiveRulesAt', 'eth_getActivePrecompilesAt']) {
		await rpc(method, [Math.floor(Date.now() / 1000)]);
		await rpc(method, [], { as: 'now' });
		await rpc(method, [0], { as: 'at the beginning' });
	}
	await rpc('eth_getChainConfig', []);
	await rpc('eth_getBlockByNumber', ['latest', true]);
	await rpc('eth_getHeaderByNumber', ['latest']);
	await rpc('eth_getBlockByNumber', ['earliest', true], { as: 'of the genesis' });
	await rpc('eth_suggestPriceOptions', []);
	for (const method of [
		'eth_chainId',
		'eth_blockNumber',
		'eth_gasPrice',
		'eth_baseFee',
		'eth_maxPriorityFeePerGas',
		'net_version',
		'web3_clientVersion',
	])
		await rpc(method, []);
	for (const [as, endpoint] of Object.entries({
		'no admin': 'admin',
		'no UTXOs': 'avax',
		'no native': 'native',
		nothing: 'nope',
	}))
		await session.send(`POST /ext/bc/L1/${endpoint}, ${as}`, `/ext/bc/${chainID}/${endpoint}`, {
			body: '{}',
		});
}

/** An L1 with a validator that its chain has not taken in yet. */
export async function askJoining({ target, call }: Session<NetworkTarget>): Promise<void> {
	const joining = await target.addValidator();
	const ofL1 = call(`/ext/bc/${target.subnet.chainID}/validators`, '/ext/bc/L1/validators');
	await ofL1('validators.getCurrentValidators', {});
	await ofL1('validators.getCurrentValidators', { nodeIDs: [joining] }, { as: 'the new one' });
	await ofL1(
		'validators.getCurrentValidators',
		{ nodeIDs: [target.validators.l1] },
		{ as: 'another' },
	);
}

/** A node that has not caught up with the network. */
export async function askStarting(session: AnySession): Promise<void> {
	const info = session.call('/ext/info');
	for (const chain of ['P', 'X', 'C']) {
		await info('info.isBootstrapped', { chain }, { as: `of ${chain}` });
		await info('info.getBlockchainID', { alias: chain }, { as: `of ${chain}` });
	}
	await session.call('/ext/bc/P')('platform.getCurrentValidators', {});
	await session.call('/ext/bc/P')('platform.getValidatorFeeState', {});
	await session.call(rpcPath)('eth_chainId', []);
	await info('info.isBootstrapped', { chain: unknownId }, { as: 'of a chain of a subnet' });
	await info('info.uptime', {}, { as: 'of no validator' });
	await session.send('POST /ext/bc/C/avax', '/ext/bc/C/avax', { body: '{}' });
	for (const path of ['/ext/bc/P', rpcPath, '/ext/bc/C/ws', '/ext/bc/C/nope', '/ext/bc/P/nope'])
		await session.send(`GET ${path}`, path, { method: 'GET', contentType: '' });
}

/** A node as it starts by default: no Admin API, and few methods of its EVM. */
export async function askClosed(session: AnySession): Promise<void> {
	const closed = ['/ext/admin', '/ext/bc/C/admin'];
	for (const path of closed) {
		await session.call(path)('admin.lockProfile', {});
		await session.send(`GET ${path}`, path, { method: 'GET', contentType: '' });
	}
	const methods = Object.keys(provenOnNodeOnly).filter((name) => name.includes('_'));
	for (const method of methods) await session.call(rpcPath)(method, []);
}

/** Arguments that do not fit, for each of the methods that were called with some that do. */
export async function askWithWrongArguments(session: AnySession): Promise<void> {
	const wrong = {
		'a number': 5,
		'a fraction': 1.5,
		text: 'x',
		'an object': {},
		'a list': [],
		'a boolean': true,
		null: null,
		'no bytes': '0x',
		'a few bytes': '0x1234',
	};
	for (const { path, place, method, params } of [...session.asked.values()]) {
		const call = session.call(path, place);
		const isEvm = path.endsWith('/rpc');
		if (isEvm) {
			const given = params as unknown[];
			await call(method, {}, { as: 'arguments by name' });
			await call(method, 'x', { as: 'text for arguments' });
			await call(method, [...given, ...Array(9).fill(null)], { as: 'too many arguments' });
			if (!given.length) continue;
			await call(method, undefined, { as: 'no arguments at all' });
			await call(method, [], { as: 'no arguments' });
			for (const i of given.keys())
				for (const [what, value] of Object.entries(wrong))
					await call(method, given.with(i, value), { as: `${what} for argument ${i}` });
		} else {
			const given = params as Record<string, unknown>;
			await call(method, [given], { as: 'arguments in a list' });
			await call(method, [], { as: 'an empty list of arguments' });
			await call(method, undefined, { as: 'no arguments' });
			await call(method, 'x', { as: 'text for arguments' });
			for (const name of Object.keys(given ?? {}))
				for (const [what, value] of Object.entries(wrong))
					await call(method, { ...given, [name]: value }, { as: `${what} for ${name}` });
		}
	}
}

/** A node that takes one call in a batch and two blocks in a query of logs. */
export async function askBounded(
	session: Session<{ url: string; fundedKey: string }>,
): Promise<void> {
	const rpc = session.call(rpcPath);
	const wallet = new Wallet(session.target.fundedKey);
	const chainId = Number(await rpc('eth_chainId', []));
	for (const nonce of [0, 1, 2]) {
		const raw = await wallet.signTransaction({
			...{ type: 2, chainId, nonce, to: recipient, gasLimit: 21_000 },
			...{ maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
		});
		const hash = await rpc('eth_sendRawTransaction', [raw], { as: String(nonce) });
		await rpc('eth_getTransactionReceipt', [hash], { as: String(nonce), until: Boolean });
	}
	for (const [as, toBlock] of Object.entries({ 'two blocks': '0x1', 'three blocks': '0x2' })) {
		await rpc('eth_getLogs', [{ fromBlock: '0x0', toBlock }], { as });
		const filter = await rpc('eth_newFilter', [{ fromBlock: '0x0', toBlock }], { as });
		await rpc('eth_getFilterLogs', [filter], { as });
	}
	const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }));
	await session.send(`POST ${rpcPath}, two calls`, rpcPath, { body: JSON.stringify(calls) });
}
