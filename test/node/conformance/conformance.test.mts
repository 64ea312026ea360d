/** Avalanchego and its mock are asked the same, and their answers must be made alike, values aside. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
	addTxSignatures,
	Context,
	evm,
	pvm,
	secp256k1,
	TransferableOutput,
	utils,
} from '@avalabs/avalanchejs';
import { Wallet } from 'ethers';
import { type EvmMethod, evmMethods } from '../../../spec/evmMethods.mts';
import { apiOf, defaultEthApis, listRows } from '../../../tools/groups.mts';
import {
	demoL1Chain,
	type Devnet,
	fundedKey,
	makeAtomicTx,
	nodeAccount,
	ourNodeIds,
	startDevnet,
	utxoAddresses,
	writeChecked,
} from '../../../devnet/devnet.mts';
import { makeId } from '../../../devnet/ids.mts';
import { findAvalanchego, subnetEvmId } from '../avalanchego.mts';
import { askCChain } from './evm.mts';
import {
	askAdmin,
	askBounded,
	askClosed,
	askInfo,
	askJoining,
	askNative,
	askNetwork,
	askStarting,
	askWithWrongArguments,
} from './services.mts';
import { type ChainTarget, createSession, type NetworkTarget, type Session } from './session.mts';
import { askEvmTransport } from './transport.mts';
import { createChain, startL1Network } from '../network.mts';
import {
	call,
	chainConfig,
	createFolder,
	launchNode,
	type NodeKind,
	startNode,
	waitFor,
} from '../nodes.mts';
import { type Answer, compareOutlines, describeAnswer } from './answers.mts';

/** Where the two may differ, and why. Everything else that differs is a fault of the mock network. */
const tolerated: Array<{ difference: RegExp; because: string }> = [
	{
		difference:
			/rpc_modules.*: body\.result\.personal: the node said "<decimal>", the mock network said nothing$/,
		because:
			'the node got the key that it keeps by personal_ methods, which the mock network refuses',
	},
	{
		difference: /info\.getNetworkName.*: the node said "local", the mock network said "mainnet"$/,
		because: 'they play different networks',
	},
	{
		difference: /\.gitCommit: the node said "", the mock network said "<commit>"$/,
		because: 'an avalanchego built from its module does not know its commit',
	},
	{
		difference:
			/the node said .*"(invalid opcode): opcode <quantity> not defined", the mock network said .*"\1"$/,
		because: 'anvil does not say which opcode it was',
	},
	{
		difference:
			/the node said .*"(stack underflow) \(<integer> <=> <integer>\)", the mock network said .*"\1"$/,
		because: 'anvil does not say how many values were missing',
	},
	{
		difference:
			/\.[rs]: the node said ("<32 bytes>"|"<quantity>"| or )+, the mock network said ("<32 bytes>"|"<quantity>"| or )+$/,
		because: 'one in sixteen of these numbers of 32 bytes begins with a zero, and is shorter',
	},
	{
		difference:
			/L1\/rpc.*\.(contract\w+|feeManager\w+|txAllowList\w+|precompileUpgrades): the node said nothing, the mock network said (object|list)$/,
		because: 'the chain of the mock network has precompiles that the one of the node has not',
	},
];

/** Node and mock network. */
type Pair<Target> = [node: Target, mock: Target];
let chains: Pair<ChainTarget>;
let networks: Pair<NetworkTarget>;
let starting: Pair<{ url: string }>;
let waiting: Pair<{ url: string }>;
let closed: Pair<{ url: string }>;
let bounded: Pair<{ url: string; fundedKey: string }>;
const ends: Array<() => Promise<void>> = [];

const rpcOf = (url: string) => `${url}/ext/bc/C/rpc`;
const wallet = new Wallet(fundedKey);
/** The first key of anvil, whose account the mock network keeps. */
const ownKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Exports 2 AVAX of the funded key from the P-Chain to the C-Chain, and makes the import of one of them. */
async function prepareImport(url: string): Promise<ChainTarget['atomic']> {
	const key = Buffer.from(fundedKey.slice(2), 'hex');
	const publicKey = secp256k1.getPublicKey(key);
	const owner = secp256k1.publicKeyBytesToAddress(publicKey);
	const context = await Context.getContextFromURI(url);
	const api = new pvm.PVMApi(url);
	const [onP, onC] = ['P', 'C'].map((chain) => utils.format(chain, context.hrp, owner));
	const one = TransferableOutput.fromNative(context.avaxAssetID, 1_000_000_000n, [owner]);
	const exportTx = pvm.newExportTx(
		{
			destinationChainId: context.cBlockchainID,
			feeState: { ...(await api.getFeeState()), capacity: 1_000_000n },
			fromAddressesBytes: [owner],
			outputs: [one, one],
			utxos: (await api.getUTXOs({ addresses: [onP] })).utxos,
		},
		context,
	);
	await addTxSignatures({ unsignedTx: exportTx, privateKeys: [key] });
	await api.issueSignedTx(exportTx.getSignedTx());
	const sharedMemory = new evm.EVMApi(url);
	let exported: Awaited<ReturnType<typeof sharedMemory.getUTXOs>>['utxos'] = [];
	await waitFor('the export is accepted', 20, async () => {
		({ utxos: exported } = await sharedMemory.getUTXOs({ sourceChain: 'P', addresses: [onC] }));
		return exported.length > 0;
	});
	const importTx = evm.newImportTx(
		context,
		secp256k1.publicKeyToEthAddress(publicKey),
		[owner],
		exported.slice(0, 1),
		context.pBlockchainID,
		1_000_000n,
	);
	await addTxSignatures({ unsignedTx: importTx, privateKeys: [key] });
	const tx = utils.bufferToHex(utils.addChecksum(importTx.getSignedTx().toBytes()));
	return { tx, address: onC, sourceChain: 'P' };
}

/** A single node with all that the mock network plays, set up as the mock network says that it is. */
async function startChain(): Promise<ChainTarget> {
	const folder = createFolder();
	const { pluginDir } = (await findAvalanchego(() => {}))!;
	const plugins = join(folder, 'plugins');
	mkdirSync(plugins);
	const plugin = join(pluginDir, subnetEvmId);
	symlinkSync(plugin, join(plugins, subnetEvmId));
	const cChain = {
		'admin-api-enabled': true,
		'admin-api-dir': join(folder, 'profiles'),
		'pruning-enabled': false,
		'eth-apis': [
			'eth',
			'eth-filter',
			'net',
			'web3',
			'internal-eth',
			'internal-blockchain',
			'internal-transaction',
			'internal-tx-pool',
			'internal-account',
			'internal-personal',
			'internal-debug',
			'debug-tracer',
		],
		'keystore-directory': join(folder, 'keystore'),
		'keystore-insecure-unlock-allowed': true,
		'local-txs-enabled': true,
		'batch-request-limit': 40,
	};
	const { url, stop } = await launchNode(folder, {
		'network-id': 'local',
		'sybil-protection-enabled': false,
		'staking-ephemeral-cert-enabled': true,
		'staking-ephemeral-signer-enabled': true,
		'db-type': 'memdb',
		'plugin-dir': plugins,
		'log-level': 'info',
		'log-display-level': 'info',
		'api-admin-enabled': true,
		'chain-config-content': chainConfig({ C: cChain }),
	});
	ends.push(async () => {
		await stop();
		rmSync(folder, { recursive: true, force: true });
	});
	const ask = async (method: string, ...params: unknown[]) =>
		await call(rpcOf(url), method, params);
	await ask('personal_importRawKey', ownKey, 'a password');
	await ask('personal_unlockAccount', nodeAccount, 'a password', 0);
	await createChain(url);
	return {
		url,
		fundedKey,
		ownAccount: nodeAccount,
		atomic: await prepareImport(url),
		// after a block, the next one takes two seconds
		holdBlocks: async () => {
			const hash = await ask(
				'eth_sendRawTransaction',
				await wallet.signTransaction({
					type: 2,
					chainId: 43_112,
					to: wallet.address,
					gasLimit: 21_000,
					maxFeePerGas: 200_000_000_000n,
					maxPriorityFeePerGas: 1_000_000_000n,
					nonce: Number(await ask('eth_getTransactionCount', wallet.address, 'latest')),
				}),
			);
			await waitFor('a block', 20, async () =>
				Boolean(await ask('eth_getTransactionReceipt', hash)),
			);
			return async () => {};
		},
		addPlugins: async () => {
			symlinkSync(plugin, join(plugins, makeId('new VM')));
			writeFileSync(join(plugins, makeId('broken VM')), '#!/bin/sh\n', { mode: 0o755 });
		},
	};
}

async function startMockNetwork(options: Parameters<typeof startDevnet>[0] = {}): Promise<Devnet> {
	const devnet = await startDevnet({ validators: 10, rewards: 10, ...options });
	ends.push(devnet.close);
	return devnet;
}

async function describeChain(devnet: Devnet): Promise<ChainTarget> {
	const { request } = await devnet.evm();
	return {
		url: devnet.nodeUrl,
		fundedKey,
		ownAccount: nodeAccount,
		atomic: {
			tx: writeChecked(makeAtomicTx('conformance')),
			address: utxoAddresses[1],
			sourceChain: 'P',
		},
		holdBlocks: async () => {
			await request('evm_setAutomine', [false]);
			return async () => {
				await request('evm_mine');
				await request('evm_setAutomine', [true]);
			};
		},
		addPlugins: async () => {},
	};
}

/** A node of a kind, and the mock network that plays it. */
async function startPair(kind: NodeKind, options?: Parameters<typeof startDevnet>[0]) {
	const [node, devnet] = await Promise.all([startNode(kind), startMockNetwork(options)]);
	ends.push(node.stop);
	const pair: Pair<{ url: string }> = [{ url: node.url }, { url: devnet.nodeUrl }];
	return { pair, world: devnet.world };
}

beforeAll(async () => {
	const [node, network, mock, peer, stuck, idle, plain, strict] = await Promise.all([
		startChain(),
		startL1Network(),
		startMockNetwork(),
		startMockNetwork(),
		startPair('stuck'),
		startPair('waiting'),
		startPair('plain', { adminApi: false, chainAdminApi: false }),
		startPair('strict', { batchLimit: 1, maxLogBlocks: 2 }),
	]);
	ends.push(network.stop);
	chains = [node, await describeChain(mock)];
	const { watching, watched } = network.nodeIDs;
	const [alone, delegated] = [false, true].map(
		(isDelegated) =>
			peer.world.primary.find(
				({ nodeID, delegators }) =>
					ourNodeIds.includes(nodeID) && delegators.length > 0 === isDelegated,
			)!,
	);
	networks = [
		{
			url: network.url,
			subnet: network,
			validators: { primary: watched, delegated: watching, l1: watched },
			addValidator: network.addValidator,
		},
		{
			url: peer.nodeUrl,
			subnet: { chainID: demoL1Chain.blockchainId, subnetID: demoL1Chain.subnetId },
			validators: { primary: alone.nodeID, delegated: delegated.nodeID, l1: ourNodeIds[0] },
			addValidator: async () => peer.world.addValidators({ on: 'l1', failSeconds: 60 })[0],
		},
	];
	stuck.world.setChain({ chain: 'P', state: 'bootstrapping' });
	for (const chain of ['X', 'C', 'demo']) stuck.world.setChain({ chain, state: 'unknown' });
	starting = stuck.pair;
	for (const chain of ['P', 'X', 'C']) idle.world.setChain({ chain, state: 'bootstrapping' });
	idle.world.setChain({ chain: 'demo', state: 'unknown' });
	waiting = idle.pair;
	for (const { world } of [stuck, idle]) world.setStanding({ isValidator: false });
	closed = plain.pair;
	bounded = strict.pair.map((target) => ({ ...target, fundedKey })) as typeof bounded;
});
afterAll(async () => {
	await Promise.all(ends.map(async (end) => await end()));
});

const asked = new Set<string>();

/** Asks both; gives each difference with its case, but for what is tolerated. */
async function findDifferences<Target extends { url: string }>(
	pair: Pair<Target>,
	asks: Array<(session: Session<Target>) => Promise<void>>,
): Promise<string[]> {
	const sessions = pair.map((target) => createSession(target)) as Pair<Session<Target>>;
	const ends = await Promise.allSettled(
		sessions.map(async (session) => {
			for (const ask of asks) await ask(session);
		}),
	);
	for (const { method } of sessions[0].asked.values()) asked.add(method);
	const [node, mock] = sessions.map(({ answers }) => answers) as Pair<Map<string, Answer>>;
	const cases = [...new Set([...node.keys(), ...mock.keys()])];
	const differences = cases.flatMap((name) => {
		const [answer, other] = [node.get(name), mock.get(name)];
		if (!answer || !other)
			return [`${name}: only the ${answer ? 'node' : 'mock network'} came so far`];
		return compareOutlines(describeAnswer(answer), describeAnswer(other)).map(
			(line) => `${name}: ${line}`,
		);
	});
	const found = differences.filter(
		(line) => !tolerated.some(({ difference }) => difference.test(line)),
	);
	if (!found.length) for (const end of ends) if (end.status === 'rejected') throw end.reason;
	return found;
}

test('every method of the C-Chain', async () => {
	expect(await findDifferences(chains, [askCChain, askWithWrongArguments])).toEqual([]);
});

test('what is no call of the C-Chain', async () => {
	expect(await findDifferences(chains, [askEvmTransport])).toEqual([]);
});

test('Info', async () => {
	expect(await findDifferences(chains, [askInfo, askWithWrongArguments])).toEqual([]);
});

test('Admin, of the node and of its C-Chain', async () => {
	expect(await findDifferences(chains, [askAdmin, askWithWrongArguments])).toEqual([]);
});

test('UTXOs and atomic transactions', async () => {
	expect(await findDifferences(chains, [askNative, askWithWrongArguments])).toEqual([]);
});

test('validators, peers and the subnet EVM', async () => {
	expect(await findDifferences(networks, [askNetwork, askWithWrongArguments])).toEqual([]);
});

test('a validator that the chain of an L1 has not taken in', async () => {
	expect(await findDifferences(networks, [askJoining])).toEqual([]);
});

test('a node that has not caught up', async () => {
	expect(await findDifferences(starting, [askStarting])).toEqual([]);
});

test('a node whose chains have not caught up', async () => {
	expect(await findDifferences(waiting, [askStarting])).toEqual([]);
});

test('a node without the Admin API, and with few methods', async () => {
	expect(await findDifferences(closed, [askClosed])).toEqual([]);
});

test('a node that lists no APIs serves what the rows say that it serves by default, and no more', async () => {
	const isOn = ({ method }: EvmMethod) => {
		const api = apiOf(method);
		return !api || defaultEthApis.includes(api.ethApi);
	};
	const node = createSession(closed[0]);
	const wrong: string[] = [];
	for (const contract of evmMethods.filter(({ only }) => only !== 'subnet-EVM')) {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: contract.method, params: [] });
		const { text } = await node.send(contract.method, '/ext/bc/C/rpc', { body });
		const isServed = !text.includes('does not exist/is not available');
		if (isServed !== isOn(contract)) wrong.push(`${contract.method}: ${text}`);
	}
	expect(wrong).toEqual([]);
});

test('a node that bounds batches and queries of logs', async () => {
	expect(await findDifferences(bounded, [askBounded])).toEqual([]);
});

test('no method is left out', () => {
	const methods = listRows()
		.map(({ method }) =>
			method.replace(/^native\./, 'avax.').replace(/^admin_(?!exp|imp)/, 'admin.'),
		)
		.filter((method) => /^\w+[._]\w+$/.test(method));
	expect(methods.filter((method) => !asked.has(method))).toEqual([]);
});

/** Passes requests on, and changes the answers. */
async function startChanger(
	url: string,
	change: (answer: Answer, body: string) => Answer,
): Promise<string> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => void pass(Buffer.concat(chunks)));
		const pass = async (body: Buffer) => {
			const { method, headers } = request;
			const type = headers['content-type'];
			const passed = await fetch(url + request.url, {
				method,
				headers: type ? { 'content-type': type } : {},
				body: body.length ? new Uint8Array(body) : undefined,
			});
			const { status, contentType, text } = change(
				{
					status: passed.status,
					contentType: passed.headers.get('content-type'),
					text: await passed.text(),
				},
				body.toString(),
			);
			response.writeHead(status, contentType ? { 'content-type': contentType } : {}).end(text);
		};
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	ends.push(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[string, (answer: Answer, body: string) => Answer, string]>([
	[
		'type',
		({ text, ...answer }) => ({ ...answer, text: text.replace(/"txFee":"(\d+)"/, '"txFee":$1') }),
		'/ext/info info.getTxFee: body.result.txFee: the node said "<integer>", the mock network said number',
	],
	[
		'error text',
		({ text, ...answer }) => ({
			...answer,
			text: text.replace("there is no chain with alias/ID 'nope'", 'nope'),
		}),
		`/ext/info info.isBootstrapped, of nothing: body.error: the node said -32000 "there is no chain with alias/ID 'nope'", the mock network said -32000 "nope"`,
	],
	[
		'type of an error code',
		({ text, ...answer }) => ({
			...answer,
			text: text.replace(
				/"code":(-\d+)(?=,"message":"there is no chain with alias\/ID 'nope')/,
				'"code":"$1"',
			),
		}),
		`/ext/info info.isBootstrapped, of nothing: body.error: the node said -32000 "there is no chain with alias/ID 'nope'", the mock network said "-32000" "there is no chain with alias/ID 'nope'"`,
	],
	[
		'version of JSON-RPC',
		({ text, ...answer }, body) => ({
			...answer,
			text: body.includes('info.acps') ? text.replace('"2.0"', '"1.0"') : text,
		}),
		'/ext/info info.acps: body.jsonrpc: the node said "2.0", the mock network said "1.0"',
	],
	[
		'status',
		(answer, body) => (body.includes('info.acps') ? { ...answer, status: 201 } : answer),
		'/ext/info info.acps: status: the node said 200, the mock network said 201',
	],
])('one other %s in an answer of the mock network is found', async (_, change, expected) => {
	const [node, mock] = chains;
	const changed = { ...mock, url: await startChanger(mock.url, change) };
	expect(await findDifferences([node, changed], [askInfo])).toEqual([expected]);
});
