/** Balance Below or Above on a real node: AVAX and a token of the C-Chain at one block, and AVAX on the P-Chain. */
import { rmSync } from 'node:fs';
import {
	addTxSignatures,
	Context,
	pvm,
	secp256k1,
	TransferableOutput,
	utils,
} from '@avalabs/avalanchejs';
import { getCreateAddress, Wallet } from 'ethers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { writeCreation, writeTokenCode } from '../../devnet/evm/token.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { sendOnC } from './moves.mts';
import {
	call,
	createFolder,
	fundedKey,
	launchNode,
	localNetwork,
	type Node,
	waitFor,
} from './nodes.mts';

let engine: Engine;
let folder: string;
let node: Node;

const funded = new Wallet(fundedKey);
const [hot, cold] = [Wallet.createRandom(), Wallet.createRandom()];
const token = getCreateAddress({ from: funded.address, nonce: 0 });
const coin = { name: 'Test Coin', symbol: 'TST', decimals: 6, totalSupply: 8_000_000n };
const avax = 10n ** 18n;
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const ownerOf = (key: string) =>
	secp256k1.publicKeyBytesToAddress(
		secp256k1.getPublicKey(Buffer.from(key.replace(/^0x/, ''), 'hex')),
	);
const onP = (key: string) => utils.format('P', 'local', ownerOf(key));

const ask = async (method: string, ...params: unknown[]) =>
	await call(`${node.url}/ext/bc/C/rpc`, method, params);

const send = async (from: Parameters<typeof sendOnC>[1], fields: object): Promise<string> =>
	await sendOnC(node, from, { gasLimit: 300_000, ...fields });

/** Sends AVAX of one key on the P-Chain to that of another. */
async function sendOnP(from: string, to: string, nano: bigint): Promise<void> {
	const context = await Context.getContextFromURI(node.url);
	const api = new pvm.PVMApi(node.url);
	const { utxos } = await api.getUTXOs({ addresses: [onP(from)] });
	const tx = pvm.newBaseTx(
		{
			feeState: { ...(await api.getFeeState()), capacity: 1_000_000n },
			fromAddressesBytes: [ownerOf(from)],
			outputs: [TransferableOutput.fromNative(context.avaxAssetID, nano, [ownerOf(to)])],
			utxos,
		},
		context,
	);
	await addTxSignatures({
		unsignedTx: tx,
		privateKeys: [Buffer.from(from.replace(/^0x/, ''), 'hex')],
	});
	const { txID } = await api.issueSignedTx(tx.getSignedTx());
	await waitFor(`${txID} is accepted`, 30, async () => {
		const { status } = await call(`${node.url}/ext/bc/P`, 'platform.getTxStatus', { txID });
		return status === 'Committed';
	});
}

beforeAll(async () => {
	folder = createFolder();
	[engine, node] = await Promise.all([loadEngine(), launchNode(folder, localNetwork)]);
	const creation = writeCreation(writeTokenCode(coin), [[BigInt(funded.address), 5_000_000n]]);
	await send(funded, { to: null, data: creation });
});
afterAll(async () => {
	engine?.close();
	await node?.stop();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const watch = (parameters: INodeParameters) =>
	engine.createPoll(
		'avalancheTrigger',
		{ event: 'balance', chain: 'C', ...parameters, options: { goodChecks: 1 } },
		{ credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl: node.url } } },
	);
const jsonOf = (items: INodeExecutionData[] | null): IDataObject[] =>
	(items ?? []).map(({ json }) => json);

test('AVAX of two wallets, all readings at one block', async () => {
	await send(funded, { to: hot.address, value: 10n * avax });
	const trigger = watch({
		source: 'native',
		below: '10',
		addresses: `${hot.address} = Hot wallet\n${cold.address} = Cold wallet`,
	});
	const [empty, ...more] = jsonOf(await trigger.activate());
	expect(more).toEqual([]);
	expect(empty).toMatchObject({
		event: 'balanceBelow',
		severity: 'critical',
		addressName: 'Cold wallet',
		balanceExact: '0',
		address: cold.address,
		symbol: 'AVAX',
		previousState: 'unknown',
	});
	await send(hot, { to: cold.address, value: 1n });
	const [low] = jsonOf(await trigger.poll());
	const block = `0x${Number(low!.blockNumber).toString(16)}`;
	const held = BigInt(await ask('eth_getBalance', hot.address, block));
	expect(low).toMatchObject({ event: 'balanceBelow', addressName: 'Hot wallet' });
	expect(BigInt(Math.round(Number(low!.balance) * 1e6))).toBeLessThan(10_000_000n);
	expect(low!.balanceExact).toBe(
		`${held / avax}.${String(held % avax).padStart(18, '0')}`.replace(/0+$/, ''),
	);
	await send(funded, { to: hot.address, value: avax });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'balanceNoLongerBelow', addressName: 'Hot wallet', alertId: low!.alertId },
	]);
});

test('a token, and an address that is none of a token', async () => {
	const trigger = watch({
		source: 'erc20',
		token,
		above: '0.5',
		below: '',
		addresses: cold.address,
	});
	expect(await trigger.activate()).toBeNull();
	const data = `0xa9059cbb${word(BigInt(cold.address))}${word(500_001n)}`;
	await send(funded, { to: token, data });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'balanceAbove', balanceExact: '0.500001', symbol: 'TST', limitExact: '0.5', token },
	]);
	const none = watch({ source: 'erc20', token: cold.address, below: '1', addresses: cold.address });
	const error = await none.activate().catch((failure: Error) => failure);
	expect((error as Error).message).toContain('is not an ERC-20 token');
});

test('AVAX on the P-Chain', async () => {
	const trigger = watch({ source: 'pChain', below: '2', addresses: onP(hot.privateKey) });
	expect(jsonOf(await trigger.activate())).toMatchObject([
		{ event: 'balanceBelow', balance: 0, address: onP(hot.privateKey) },
	]);
	await sendOnP(fundedKey, hot.privateKey, 2_100_000_000n);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'balanceNoLongerBelow', balanceExact: '2.1', symbol: 'AVAX' },
	]);
	await sendOnP(hot.privateKey, fundedKey, 1_000_000_000n);
	const [low] = jsonOf(await trigger.poll());
	expect(low).toMatchObject({ event: 'balanceBelow', severity: 'warning' });
	const { unlocked } = await call(`${node.url}/ext/bc/P`, 'platform.getBalance', {
		addresses: [onP(hot.privateKey)],
	});
	expect(BigInt(String(low!.balanceExact).replace('.', ''))).toBe(BigInt(unlocked));
});

test('an address of another network is refused in words', async () => {
	const foreign = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	const trigger = watch({ source: 'pChain', below: '2', addresses: foreign });
	const error = await trigger.activate().catch((failure: Error) => failure);
	expect(error).toBeInstanceOf(Error);
	process.stdout.write(`${(error as Error).message}\n`);
});
