/** Payments > Get Statement of addresses of a real node, whose own balances it has to explain to the last wei. */
import { evm, utils } from '@avalabs/avalanchejs';
import { Transaction, Wallet } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import { writeCreation, writeTokenCode } from '../../devnet/evm/token.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { noteSighting } from '../support/sightings.mts';
import { startService, type Service } from './dataService.mts';
import { exportToC, fundedOwner, importOnC, signFunded } from './moves.mts';
import { createChain } from './network.mts';
import { call, fundedKey, type Node, startNode, waitFor } from './nodes.mts';

let engine: Engine;
let node: Node;
const services: Service[] = [];

const funded = new Wallet(fundedKey);
const [own, stranger] = [1, 2].map((digit) => new Wallet(`0x${String(digit).repeat(64)}`));
const avax = 10n ** 18n;
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const rpcOf = (chain: string) => `${node.url}/ext/bc/${chain}/rpc`;

interface Sending {
	chain: string;
	chainId: number;
}
const onC: Sending = { chain: 'C', chainId: 43_112 };

type Step = [from: Wallet, fields: object, status?: string];

/** Sends transactions, of which a block can hold several, and waits for their blocks; gives their receipts. */
async function sendAll(steps: Step[], { chain, chainId } = onC): Promise<IDataObject[]> {
	const rpc = rpcOf(chain);
	const nonces = new Map<Wallet, number>();
	const hashes: string[] = [];
	for (const [from, fields] of steps) {
		const known = nonces.get(from);
		const nonce =
			known ?? Number(await call(rpc, 'eth_getTransactionCount', [from.address, 'latest']));
		nonces.set(from, nonce + 1);
		const raw = await from.signTransaction(
			Transaction.from({
				type: 2,
				chainId,
				nonce,
				gasLimit: 500_000,
				...('gasPrice' in fields
					? {}
					: { maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }),
				...fields,
			}),
		);
		hashes.push(await call(rpc, 'eth_sendRawTransaction', [raw]));
	}
	const receipts: IDataObject[] = [];
	for (const [i, hash] of hashes.entries()) {
		await waitFor(`${hash} is in a block`, 30, async () => {
			const receipt = await call(rpc, 'eth_getTransactionReceipt', [hash]);
			if (receipt) receipts.push(receipt);
			return receipt !== null;
		});
		const [, fields, status = '0x1'] = steps[i];
		expect([receipts[i].status, fields]).toEqual([status, fields]);
	}
	return receipts;
}

async function send(from: Wallet, fields: object, where = onC): Promise<IDataObject> {
	const [receipt] = await sendAll([[from, fields]], where);
	return receipt;
}

/** What creates a contract of this code. */
const creationOf = (code: string) => {
	const size = (code.length / 2).toString(16).padStart(4, '0');
	return `0x61${size}80600c6000396000f3${code}`;
};
async function deploy(code: string, fields: object = {}): Promise<string> {
	const receipt = await send(funded, { to: null, data: creationOf(code), ...fields });
	return String(receipt.contractAddress);
}

const noData = '60006000'.repeat(2);
const halfOfValue = '60023404';
/** Pays half of what came: to the caller (33), or to the account that began (32). */
const payHalfTo = (receiver: '33' | '32') => `${noData}${halfOfValue}${receiver}5af150`;
const passOn = (address: string) => `${noData}3473${address.slice(2)}5af150`;
const runCodeOf = (address: string) => `${noData}73${address.slice(2)}5af450`;
const [stop, revert] = ['00', '60006000fd'];
/** Whoever calls it gets all that it has, and it is no more. */
const selfDestruct = '33ff';
/** Makes an empty contract with what came. */
const createEmpty = '600060' + '0034f050';
/**
 * A token that is worth more with each block: balanceOf is what was given times the block's number; any longer call gives
 * its second argument to its first, and logs a transfer.
 */
const growing = [
	'36602414',
	'604357',
	'602435',
	'600435',
	'54',
	'8101',
	'60043555',
	'600052',
	'600435',
	'6000',
	`7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef`,
	'6020',
	'6000',
	'a3',
	'00',
	'5b',
	'600435',
	'54',
	'43',
	'02',
	'60005260206000f3',
].join('');

const tokenFacts = { name: 'Test Coin', symbol: 'TST', decimals: 6, totalSupply: 8_000_000n };
const tokenCreation = writeCreation(writeTokenCode(tokenFacts), [
	[BigInt(funded.address), 8_000_000n],
]);
const transferCall = (to: string, value: bigint) => `0xa9059cbb${word(to)}${word(value)}`;

const isAccepted = async (txID: string) =>
	(await call(`${node.url}/ext/bc/C/avax`, 'avax.getAtomicTxStatus', { txID })).status ===
	'Accepted';

/** Moves AVAX from the P-Chain to the own address on the C-Chain, and other AVAX back. */
async function moveBetweenChains(): Promise<void> {
	const moved = await exportToC(node, 3_000_000_001n);
	const { context, shared } = moved;
	const importTx = await importOnC(moved, own.address);
	const imported = await shared.issueSignedTx(importTx.getSignedTx());
	await waitFor('the import is accepted', 20, async () => await isAccepted(imported.txID));

	const nonce = BigInt(
		await call(rpcOf('C'), 'eth_getTransactionCount', [funded.address, 'latest']),
	);
	const from = utils.hexToBuffer(funded.address);
	const exportTx = evm.newExportTx(
		context,
		2_000_000_007n,
		context.pBlockchainID,
		from,
		[fundedOwner],
		1_234_567n,
		nonce,
	);
	await signFunded(exportTx);
	const back = await shared.issueSignedTx(exportTx.getSignedTx());
	await waitFor('the export back is accepted', 20, async () => await isAccepted(back.txID));
}

/** When the period of the statement begins: after payments that are before it. */
let from = 0;
let tokens: string[] = [];
const timeOf = async (block: unknown) =>
	Number((await call(rpcOf('C'), 'eth_getBlockByNumber', [block, false])).timestamp);

beforeAll(async () => {
	[engine, node] = await Promise.all([loadEngine(), startNode('all')]);
	await send(funded, { to: own.address, value: 100n * avax });
	await send(funded, { to: stranger.address, value: 50n * avax });
	const token = String((await send(funded, { to: null, data: tokenCreation })).contractAddress);
	const grown = await deploy(growing);
	tokens = [token, grown];
	await send(funded, { to: token, data: transferCall(own.address, 1_000_000n) });
	await send(funded, { to: grown, data: transferCall(own.address, 70n) });
	const splitter = await deploy(payHalfTo('33') + stop);
	const reverting = await deploy(payHalfTo('32') + revert);
	const middle = await deploy(passOn(reverting) + stop);
	const proxy = await deploy(runCodeOf(splitter) + stop);
	const factory = await deploy(createEmpty + stop);
	const before = await send(own, { to: stranger.address, value: avax });

	// The first second of the period: what is before it shall not count, and what is in it once.
	await waitFor(
		'a second passed',
		5,
		async () => Date.now() / 1000 > (await timeOf(before.blockNumber)) + 1,
	);
	const first = await send(own, { to: stranger.address, value: avax / 3n });
	from = await timeOf(first.blockNumber);

	const dying = await deploy(selfDestruct, { value: avax / 2n });
	await sendAll([
		[funded, { to: own.address, value: 2n * avax + 1n }],
		[stranger, { to: own.address, value: avax + 7n }],
		[own, { to: own.address, value: avax }],
		[own, { to: stranger.address, value: 5n, type: 0, gasPrice: 60_000_000_000n }],
		[own, { to: splitter, value: avax + 3n }],
		[own, { to: reverting, value: avax }, '0x0'],
		[own, { to: middle, value: avax / 7n }],
		[own, { to: proxy, value: avax / 5n }],
		[own, { to: factory, value: avax / 11n }],
		[own, { to: null, data: creationOf(stop), value: 9n }],
		[own, { to: null, data: '0x', value: 4n * avax }],
		[own, { to: stranger.address, value: avax, gasLimit: 21_000 }],
		[own, { to: splitter, value: avax, gasLimit: 21_100 }, '0x0'],
		[own, { to: token, data: transferCall(stranger.address, 250_001n) }],
		[own, { to: token, data: transferCall(own.address, 11n) }],
		[stranger, { to: token, data: transferCall(own.address, 1n) }],
		[own, { to: token, data: transferCall(funded.address, 3n) }],
		[own, { to: token, data: transferCall(funded.address, 10n ** 12n) }, '0x0'],
		[funded, { to: grown, data: transferCall(own.address, 5n) }],
		[own, { to: dying, value: 0n }],
	]);
	await moveBetweenChains();
});
afterAll(async () => {
	engine?.close();
	for (const service of services) await service.close();
	await node?.stop();
});

async function read(service: Service, parameters: IDataObject) {
	const { items, error } = await engine.runNode(
		'avalancheData',
		{
			resource: 'payments',
			operation: 'getStatement',
			return: ['items'],
			additionalFields: { withValues: false },
			...parameters,
		},
		{
			credentials: {
				avalancheNodesApi: { network: 'ownNode', nodeUrl: node.url, dataUrl: service.url },
			},
		},
	);
	expect(error).toBeUndefined();
	expect(service.unknown).toEqual([]);
	noteSighting({ type: 'avalancheData', operation: 'payments.getStatement' });
	const all = items.map(({ json }) => json);
	return { movements: all.slice(0, -1), total: all.at(-1)! };
}

test('a statement of the C-Chain closes to the last wei with the balances of the node [P1]', async () => {
	const service = await startService({
		rpc: rpcOf('C'),
		chainId: '43114',
		symbol: 'AVAX',
		tokens: [
			{ address: tokens[0], symbol: 'TST', decimals: 6 },
			{ address: tokens[1], symbol: 'GRW', decimals: 0 },
		],
	});
	services.push(service);
	await service.index();
	const { movements, total } = await read(service, {
		chainId: '43114',
		addresses: `${own.address} = Own\n${funded.address} = Funded`,
		period: 'custom',
		from,
		to: Math.ceil(Date.now() / 1000) + 60,
	});

	const balances = total.balances as IDataObject[];
	const known = balances.filter(({ symbol }) => symbol !== 'GRW');
	expect(
		known.map(({ addressName, symbol }) => `${String(addressName)} ${String(symbol)}`).sort(),
	).toEqual(['Funded AVAX', 'Funded TST', 'Own AVAX', 'Own TST']);
	for (const balance of known)
		expect(balance).toMatchObject({ differenceExact: '0', closes: 'yes' });
	const grown = balances.filter(({ symbol }) => symbol === 'GRW');
	expect(grown).toHaveLength(1);
	expect(grown[0]).toMatchObject({ addressName: 'Own', incomingExact: '5', closes: 'no' });

	for (const { address, token, openingExact, closingExact } of balances.filter(
		(one) => one.token === null,
	)) {
		expect(token).toBeNull();
		for (const [block, exact] of [
			[total.openingBlock, openingExact],
			[total.closingBlock, closingExact],
		]) {
			const held = await call(rpcOf('C'), 'eth_getBalance', [
				address,
				`0x${Number(block).toString(16)}`,
			]);
			const [whole, part = ''] = String(exact).split('.');
			expect(BigInt(whole + part.padEnd(18, '0'))).toBe(BigInt(held));
		}
	}
	expect(await timeOf(`0x${Number(total.openingBlock).toString(16)}`)).toBeLessThan(from);

	const kinds = new Set(movements.map(({ kind }) => kind));
	expect([...kinds].sort()).toEqual(
		['creation', 'export', 'fee', 'import', 'internal', 'payment', 'token'].sort(),
	);
	expect(movements.filter(({ isOfFailed }) => isOfFailed).length).toBeGreaterThanOrEqual(3);
	expect(movements.filter(({ direction }) => direction === 'self')).toHaveLength(2);
});

test('Block > Get by Time finds the block of a moment, as the node has it', async () => {
	const [service] = services;
	const newest = Number(await call(rpcOf('C'), 'eth_blockNumber', []));
	const asked = await timeOf(`0x${(newest - 3).toString(16)}`);
	const { items, error } = await engine.runNode(
		'avalancheData',
		{ resource: 'block', operation: 'getByTime', chainId: '43114', askedTime: asked },
		{
			credentials: {
				avalancheNodesApi: { network: 'ownNode', nodeUrl: node.url, dataUrl: service!.url },
			},
		},
	);
	expect(error).toBeUndefined();
	const found = Number(items[0]!.json.blockNumber);
	expect(await timeOf(`0x${found.toString(16)}`)).toBe(asked);
	expect(await timeOf(`0x${(found + 1).toString(16)}`)).toBeGreaterThan(asked);
	noteSighting({ type: 'avalancheData', operation: 'block.getByTime' });
});

test('what a precompile mints is a difference, and no movement [P1]', async () => {
	const { chainID } = await createChain(node.url, {
		contractNativeMinterConfig: { blockTimestamp: 0, adminAddresses: [funded.address] },
	});
	await waitFor('the chain of the subnet is created', 30, async () =>
		Boolean(await call(rpcOf(chainID), 'eth_chainId', [])),
	);
	const there = { chain: chainID, chainId: 99_999 };
	await send(funded, { to: own.address, value: 3n * avax }, there);
	const minter = '0x0200000000000000000000000000000000000001';
	await send(
		funded,
		{ to: minter, data: `0x4f5aaaba${word(own.address)}${word(2n * avax + 1n)}` },
		there,
	);
	await send(own, { to: stranger.address, value: avax }, there);

	const service = await startService({
		rpc: rpcOf(chainID),
		chainId: '99999',
		symbol: 'TOKEN',
		tokens: [],
		hasTraces: false,
	});
	services.push(service);
	await service.index();
	const { movements, total } = await read(service, {
		chainId: '99999',
		addresses: own.address,
		period: 'allTime',
	});
	expect(total.balances).toMatchObject([
		{ openingExact: '0', incomingExact: '3', outgoingExact: '1', closes: 'no' },
	]);
	expect((total.balances as IDataObject[])[0].differenceExact).toBe('2.000000000000000001');
	expect(movements.map(({ kind }) => kind)).toEqual(['payment', 'fee', 'payment']);
});
