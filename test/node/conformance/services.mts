/** The node's own services, and nodes in states of their own. */
import { Wallet } from 'ethers';
import { provenOnNodeOnly } from '../../../devnet/evm/provenOnNodeOnly.mts';
import { methods } from '../../../spec/index.mts';
import {
	rpcPath,
	recipient,
	unknownId,
	type Session,
	type AnySession,
	type ChainTarget,
	type NetworkTarget,
} from './session.mts';
import { askServiceTransport } from './transport.mts';

/** Two nodes of a network of their own are asked these: whom a node sees is a matter of the network. */
const inNetwork = ['info.peers', 'info.uptime'];

/** The methods of a service that take nothing, or need not, and that no case by hand has asked. */
async function askContracts(session: AnySession, path: string): Promise<void> {
	const asked = new Set([...session.asked.values()].map(({ method }) => method));
	const left = methods.filter(
		(entry) => entry.path === path && !asked.has(entry.method) && !inNetwork.includes(entry.method),
	);
	for (const { method, params } of left)
		if (params.real.fields.every(({ isOptional }) => isOptional))
			await session.call(path)(method, {});
}

/** What a node tells of itself. */
export async function askInfo(session: AnySession): Promise<void> {
	const info = session.call('/ext/info');
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
	await askContracts(session, '/ext/info');
	await askServiceTransport(session, '/ext/info', 'info.getNetworkID');
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
	await askServiceTransport(session, '/ext/admin', 'admin.getLoggerLevel');

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
	await askServiceTransport(session, '/ext/bc/C/admin', 'admin.getVMConfig');
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
	await askServiceTransport(session, '/ext/bc/C/avax', 'avax.getAtomicTxStatus');
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
	await askServiceTransport(
		session,
		path,
		'validators.getCurrentValidators',
		'/ext/bc/L1/validators',
	);

	const platform = session.call('/ext/bc/P');
	const ofOne = { subnetID, nodeIDs: [l1] };
	const { validators: found } = await platform('platform.getCurrentValidators', ofOne);
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
	await platform(
		'platform.getCurrentValidators',
		{ nodeIDs: [primary, delegated] },
		{ as: 'two, whose delegators are counted alone' },
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
	const [{ validationID }] = found;
	await platform('platform.getL1Validator', { validationID });
	await platform('platform.getL1Validator', { validationID: unknownId }, { as: 'of none' });
	await platform('platform.getL1Validator', {}, { as: 'without an ID' });
	await platform('platform.getL1Validator', { validationID: 'O0' }, { as: 'of what is no ID' });
	await platform('platform.getValidatorFeeConfig', {});
	await platform('platform.getValidatorFeeConfig', undefined, { as: 'without arguments' });
	await platform('platform.getValidatorFeeState', {});
	await platform('platform.getValidatorFeeState', [], { as: 'of an empty list' });
	await platform(
		'platform.getValidatorFeeState',
		{ subnetID },
		{ as: 'with an argument too many' },
	);
	await askServiceTransport(session, '/ext/bc/P', 'platform.getCurrentValidators');

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
			type: 2,
			chainId,
			nonce,
			to: recipient,
			gasLimit: 21_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
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
