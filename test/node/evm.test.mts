/** Every operation of EVM, Native and Admin through n8n's engine, on one node with all its APIs on. */
import { rmSync } from 'node:fs';
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
import { getCreateAddress, keccak256, toUtf8Bytes, Transaction, Wallet } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listRows, toParameters } from '../../tools/groups.mts';
import { provenOnNodeOnly } from '../../devnet/evm/provenOnNodeOnly.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { noteSighting } from '../support/sightings.mts';
import { createChain } from './network.mts';
import { call, createFolder, fundedKey, type Node, pause, startNode, waitFor } from './nodes.mts';

/** What an operation is given, and what a user then gets: all its items, or the node's own words. */
type Entry = { parameters?: Record<string, unknown>; passing?: boolean } & (
	| { expect: unknown }
	| { refusal: string }
);
/**
 * The entries in the order they run in. Each is made when it is its turn, of what the ones before gave. Where
 * what it needs is `passing`, because the next block ends it, it is made again and tried again for some time.
 */
type Table = Record<string, () => Entry | Promise<Entry>>;

let engine: Engine;
let node: Node;
/** Where the node writes the files that it is told to write. */
let folder: string;

const wallet = new Wallet(fundedKey);
const funded = wallet.address.toLowerCase();
const recipient = '0x00000000000000000000000000000000000000aa';
const contract = getCreateAddress({ from: wallet.address, nonce: 0 }).toLowerCase();
const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true; 42 stands in slot 0. */
const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x602a600055603a8060106000396000f3${runtime}`;
const amount = 123_456_789_012_345_678_901_234_567_890n;
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const transferData = `0xa9059cbb${word(BigInt(recipient))}${word(amount)}`;
const transferCall = { from: funded, to: contract, data: transferData };
const password = 'correct horse';
const greeting = '0x68656c6c6f';
/** The precompile that makes Warp messages, and its call sendWarpMessage(bytes). */
const warp = '0x0200000000000000000000000000000000000005';
const warpData = `0xee5b48eb${word(32n)}${word(5n)}${greeting.slice(2).padEnd(64, '0')}`;
/** Of a transaction that waits for ever: so many of its sender have to come before it. */
const farNonce = 1_000;

/** What is there before the operations run. */
const made = {
	/** Hash of the call of the contract, and the number and hash of its block, in which it is alone. */
	transfer: '',
	block: 0,
	blockHash: '',
	/** Blockchain ID of a subnet-EVM chain. */
	chainID: '',
	/** An import to the C-Chain, signed and not yet sent. */
	importTx: '',
	/** The funded account in the form of the C-Chain's native API. */
	owner: '',
	/** IDs of the block of a Warp message and of the message. */
	warpBlock: '',
	warpMessage: '',
};
/** The items of the operations that have run, by name. */
const seen: Record<string, IDataObject[]> = {};

const askEvm = async (method: string, ...params: unknown[]) =>
	await call(`${node.url}/ext/bc/C/rpc`, method, params);

const sign = async (nonce: number, to: string | null, data = '0x') =>
	await wallet.signTransaction(
		Transaction.from({
			type: 2,
			chainId: 43_112,
			nonce,
			to,
			data,
			gasLimit: 200_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
		}),
	);

interface Receipt {
	blockNumber: string;
	blockHash: string;
	status: string;
	logs: Array<{ topics: string[] }>;
}

async function readReceipt(hash: string): Promise<Receipt> {
	let receipt: Receipt | undefined;
	await waitFor(`${hash} is in a block`, 30, async () => {
		receipt = await askEvm('eth_getTransactionReceipt', hash);
		return Boolean(receipt);
	});
	expect(receipt!.status).toBe('0x1');
	return receipt!;
}

const gasPrice = 2_000_000_000;

/** The nonce of the next transaction of the funded account. */
const readNonce = async () => Number(await askEvm('eth_getTransactionCount', funded, 'pending'));

/** Pays 1 wei from the funded account, which the node must hold unlocked; gives the nonce. */
async function pay(): Promise<number> {
	const nonce = await readNonce();
	await askEvm('eth_sendTransaction', {
		from: funded,
		to: recipient,
		value: '0x1',
		gas: '0x5208',
		gasPrice: `0x${gasPrice.toString(16)}`,
		nonce: `0x${nonce.toString(16)}`,
	});
	return nonce;
}

const toId = (hexadecimal: string) => utils.base58check.encode(utils.hexToBuffer(hexadecimal));

/** Exports 1 AVAX of the funded key from the P-Chain to the C-Chain, and makes the import of it. */
async function prepareImport(): Promise<void> {
	const key = Buffer.from(fundedKey, 'hex');
	const owner = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));
	const context = await Context.getContextFromURI(node.url);
	const api = new pvm.PVMApi(node.url);
	made.owner = utils.format('C', context.hrp, owner);
	const { utxos } = await api.getUTXOs({ addresses: [utils.format('P', context.hrp, owner)] });
	const exportTx = pvm.newExportTx(
		{
			destinationChainId: context.cBlockchainID,
			feeState: { ...(await api.getFeeState()), capacity: 1_000_000n },
			fromAddressesBytes: [owner],
			outputs: [TransferableOutput.fromNative(context.avaxAssetID, 1_000_000_000n, [owner])],
			utxos,
		},
		context,
	);
	await addTxSignatures({ unsignedTx: exportTx, privateKeys: [key] });
	await api.issueSignedTx(exportTx.getSignedTx());
	const sharedMemory = new evm.EVMApi(node.url);
	let exported: Awaited<ReturnType<typeof sharedMemory.getUTXOs>>['utxos'] = [];
	await waitFor('the export is accepted', 20, async () => {
		({ utxos: exported } = await sharedMemory.getUTXOs({
			sourceChain: 'P',
			addresses: [made.owner],
		}));
		return exported.length > 0;
	});
	const importTx = evm.newImportTx(
		context,
		utils.hexToBuffer(funded),
		[owner],
		exported,
		context.pBlockchainID,
		1_000_000n,
	);
	await addTxSignatures({ unsignedTx: importTx, privateKeys: [key] });
	made.importTx = utils.bufferToHex(utils.addChecksum(importTx.getSignedTx().toBytes()));
}

beforeAll(async () => {
	folder = createFolder();
	[engine, node] = await Promise.all([loadEngine(), startNode('all')]);
	const deployment = await askEvm('eth_sendRawTransaction', await sign(0, null, creation));
	made.chainID = (await createChain(node.url)).chainID;
	await prepareImport();
	await readReceipt(deployment);
	made.transfer = await askEvm('eth_sendRawTransaction', await sign(1, contract, transferData));
	const transfer = await readReceipt(made.transfer);
	made.block = Number(transfer.blockNumber);
	made.blockHash = transfer.blockHash;
	const message = await readReceipt(
		await askEvm('eth_sendRawTransaction', await sign(2, warp, warpData)),
	);
	made.warpBlock = toId(message.blockHash);
	made.warpMessage = toId(message.logs[0].topics[2]);
	await askEvm('eth_sendRawTransaction', await sign(farNonce, recipient));
	await waitFor('the chain of the subnet is created', 30, async () => {
		return Boolean(await call(`${node.url}/ext/bc/${made.chainID}/rpc`, 'eth_chainId', []));
	});
});
afterAll(async () => {
	engine?.close();
	await node?.stop();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const one = (fields: object) => [expect.objectContaining(fields)];
const some = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);
const text = expect.any(String);
const number = expect.any(Number);
const digits = expect.stringMatching(/^\d+$/);
const bytes = expect.stringMatching(/^0x[0-9a-f]+$/);
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,50}$/);
const done = [{ success: true }];
const any = expect.any(Array);

const file = (name: string) => join(folder, name);
const byHash = () => ({ blockHash: made.blockHash });
const byNumber = () => ({ block: String(made.block) });
const byTransaction = () => ({ transactionHash: made.transfer });
/** What the tracer callTracer tells of the transfer. */
const callTrace = { type: 'CALL', from: funded, to: contract, input: transferData };
const blockTrace = () => [{ txHash: made.transfer, result: expect.objectContaining(callTrace) }];
const noBadBlock = () => `bad block ${made.blockHash} not found`;
/** The accounts that the call of the contract changed: who paid, and where fees are burnt. */
const modified = () =>
	expect.arrayContaining([{ address: funded }, { address: `0x01${'00'.repeat(19)}` }]);
const callTracer = { tracer: 'callTracer' };
const fees = { maxFeePerGas: '200', maxPriorityFeePerGas: '1', feeUnit: 'gwei' };
const payment = (nonce?: number) => ({
	from: funded,
	to: recipient,
	value: '1',
	valueUnit: 'wei',
	gas: '21000',
	...fees,
	...(nonce !== undefined && { nonce: String(nonce) }),
});
/** The keystore of the node as a wallet; it is no hardware wallet. */
const keystoreUrl = () => String((seen['personal.listWallets'][0] as { url: string }).url);

const tables: Record<string, Table> = {
	avalancheEvm: {
		'personal.newAccount': () => ({ parameters: { password }, expect: [{ address }] }),
		'personal.importRawKey': () => ({
			parameters: { privateKey: fundedKey, password },
			expect: [{ address: funded }],
		}),
		'personal.listAccounts': () => ({ expect: some({ address: funded }) }),
		'personal.listWallets': () => ({ expect: some({ url: expect.stringMatching(/^keystore:/) }) }),
		'personal.sign': () => ({
			parameters: { data: greeting, address: funded, password },
			expect: [{ signature: bytes }],
		}),
		'personal.recover': () => ({
			parameters: { data: greeting, signature: seen['personal.sign'][0].signature },
			expect: [{ address: funded }],
		}),
		'personal.signTransaction': () => ({
			parameters: { transaction: payment(2), password },
			expect: one({ raw: bytes }),
		}),
		'personal.sendTransaction': () => ({
			parameters: { transaction: payment(), password },
			expect: [{ transactionHash: hash }],
		}),
		'personal.unlockAccount': () => ({
			parameters: { address: funded, password },
			expect: [{ unlocked: true }],
		}),
		'account.sign': () => ({
			parameters: { address: funded, data: greeting },
			expect: [{ signature: bytes }],
		}),
		'transaction.sign': () => ({
			parameters: { transaction: payment(2) },
			expect: one({ raw: bytes }),
		}),
		'transaction.send': () => ({
			parameters: { transaction: payment() },
			expect: [{ transactionHash: hash }],
		}),
		'filter.createLogs': () => ({
			parameters: { fromBlock: String(made.block), toBlock: String(made.block) },
			expect: [{ filterId: bytes }],
		}),
		'filter.createBlocks': () => ({ expect: [{ filterId: bytes }] }),
		'filter.createPendingTransactions': () => ({ expect: [{ filterId: bytes }] }),
		'filter.getLogs': () => ({
			parameters: seen['filter.createLogs'][0],
			expect: one({ address: contract, transactionHash: made.transfer }),
		}),
		'filter.getChanges': async () => {
			await pay();
			return {
				parameters: seen['filter.createPendingTransactions'][0],
				expect: some({ hash }),
				passing: true,
			};
		},
		'filter.remove': () => ({
			parameters: seen['filter.createBlocks'][0],
			expect: [{ deleted: true }],
		}),
		'transaction.getPending': async () => ({
			expect: some({ from: funded, nonce: String(await pay()) }),
			passing: true,
		}),
		'transaction.resend': async () => ({
			parameters: {
				transaction: {
					...{ from: funded, to: recipient, value: '1', valueUnit: 'wei', gas: '21000' },
					...{ gasPrice: String(gasPrice), feeUnit: 'wei', nonce: String(await pay()) },
				},
				...{ gasPrice: String(2 * gasPrice), feeUnit: 'wei' },
			},
			expect: [{ transactionHash: hash }],
			passing: true,
		}),
		'transaction.wait': () => ({
			parameters: { transaction: seen['transaction.send'][0].transactionHash, timeLimit: 60 },
			expect: one({ success: true, from: funded, to: recipient }),
		}),
		'personal.lockAccount': () => ({ parameters: { address: funded }, expect: [{ locked: true }] }),
		'personal.openWallet': () => ({ parameters: { url: keystoreUrl() }, expect: done }),
		'personal.deriveAccount': () => ({
			parameters: { url: keystoreUrl(), path: "m/44'/60'/0'/0/0" },
			refusal: 'not supported',
		}),
		'personal.initializeWallet': () => ({
			parameters: { url: keystoreUrl() },
			refusal: 'specified wallet does not support initialization',
		}),
		'personal.unpair': () => ({
			parameters: { url: keystoreUrl(), pin: '123456' },
			refusal: 'specified wallet does not support pairing',
		}),
		'account.getBalance': () => ({
			parameters: { address: funded },
			expect: one({ balance: digits, balanceDecimal: text }),
		}),
		'account.getTransactionCount': () => ({
			parameters: { address: funded },
			expect: [{ transactionCount: digits }],
		}),
		'account.getProof': () => ({
			parameters: { address: contract, slots: '0' },
			expect: one({ address: contract, storageProof: one({ value: '42', proof: any }) }),
		}),
		'account.getMany': () => ({ expect: some({ address: funded }) }),
		'block.getByNumber': () => ({
			parameters: byNumber(),
			expect: one({
				number: String(made.block),
				hash: made.blockHash,
				transactions: [made.transfer],
			}),
		}),
		'block.getByHash': () => ({
			parameters: { ...byHash(), fullTransactions: true },
			expect: one({ transactions: one({ hash: made.transfer, from: funded }) }),
		}),
		'block.getLatestNumber': () => ({ expect: [{ blockNumber: digits }] }),
		'block.getHeaderByNumber': () => ({
			parameters: byNumber(),
			expect: one({ hash: made.blockHash }),
		}),
		'block.getHeaderByHash': () => ({
			parameters: byHash(),
			expect: one({ number: String(made.block) }),
		}),
		'block.getReceipts': () => ({
			parameters: byNumber(),
			expect: one({
				transactionHash: made.transfer,
				success: true,
				logs: one({ address: contract }),
			}),
		}),
		'block.getTransactionCountByNumber': () => ({
			parameters: byNumber(),
			expect: [{ transactionCount: '1' }],
		}),
		'block.getTransactionCountByHash': () => ({
			parameters: byHash(),
			expect: [{ transactionCount: '1' }],
		}),
		'block.getUncleByNumber': () => ({
			parameters: { ...byNumber(), index: '0' },
			expect: [{ found: false }],
		}),
		'block.getUncleByHash': () => ({
			parameters: { ...byHash(), index: '0' },
			expect: [{ found: false }],
		}),
		'block.getUncleCountByNumber': () => ({
			parameters: byNumber(),
			expect: [{ uncleCount: '0' }],
		}),
		'block.getUncleCountByHash': () => ({ parameters: byHash(), expect: [{ uncleCount: '0' }] }),
		'block.getBad': () => ({ expect: [] }),
		'transaction.get': () => ({
			parameters: byTransaction(),
			expect: one({ hash: made.transfer, from: funded, to: contract, nonce: '1' }),
		}),
		'transaction.getReceipt': () => ({
			parameters: byTransaction(),
			expect: one({ success: true, blockNumber: String(made.block), gasUsed: digits, fee: digits }),
		}),
		'transaction.getByBlockNumber': () => ({
			parameters: { ...byNumber(), index: '0' },
			expect: one({ hash: made.transfer }),
		}),
		'transaction.getByBlockHash': () => ({
			parameters: { ...byHash(), index: '0' },
			expect: one({ hash: made.transfer }),
		}),
		'transaction.getRaw': () => ({
			parameters: byTransaction(),
			expect: [{ rawTransaction: bytes }],
		}),
		'transaction.getRawByBlockNumber': () => ({
			parameters: { ...byNumber(), index: '0' },
			expect: seen['transaction.getRaw'],
		}),
		'transaction.getRawByBlockHash': () => ({
			parameters: { ...byHash(), index: '0' },
			expect: seen['transaction.getRaw'],
		}),
		'transaction.sendRaw': async () => ({
			parameters: { rawTransaction: await sign(await readNonce(), recipient) },
			expect: [{ transactionHash: hash }],
		}),
		'transaction.estimateGas': () => ({
			parameters: { transaction: transferCall },
			expect: [{ gas: digits }],
		}),
		'transaction.createAccessList': () => ({
			parameters: { transaction: transferCall },
			expect: one({ accessList: [], gasUsed: digits }),
		}),
		'transaction.fill': () => ({
			parameters: { transaction: payment() },
			expect: one({ raw: bytes, tx: expect.objectContaining({ to: recipient, value: '1' }) }),
		}),
		'contract.callFunction': () => ({
			parameters: {
				contract,
				function: 'transfer(address to, uint256 value) returns (bool ok)',
				arguments: JSON.stringify([recipient, String(amount)]),
			},
			expect: one({ ok: true }),
		}),
		'contract.encodeCall': () => ({
			parameters: {
				function: 'transfer(address to, uint256 value) returns (bool ok)',
				arguments: JSON.stringify([recipient, String(amount)]),
			},
			expect: [{ data: transferData }],
		}),
		'contract.call': () => ({
			parameters: { transaction: transferCall },
			expect: [{ data: `0x${word(1n)}` }],
		}),
		'contract.callDetailed': () => ({
			parameters: { transaction: transferCall },
			expect: one({ returnData: `0x${word(1n)}`, errCode: 0 }),
		}),
		'contract.getCode': () => ({ parameters: { contract }, expect: [{ code: `0x${runtime}` }] }),
		'contract.getStorage': () => ({
			parameters: { contract, slot: '0' },
			expect: [{ value: `0x${word(42n)}` }],
		}),
		'log.getMany': () => ({
			parameters: {
				events: 'Transfer(address indexed from, address indexed to, uint256 value)',
				fromBlock: String(made.block),
				toBlock: String(made.block),
			},
			expect: one({
				event: 'Transfer',
				transactionHash: made.transfer,
				args: expect.objectContaining({ value: String(amount) }),
			}),
		}),
		'log.getManyRaw': () => ({
			parameters: byHash(),
			expect: one({ address: contract, topics: expect.arrayContaining([transferTopic]) }),
		}),
		'fee.getGasPrice': () => ({ expect: one({ gasPrice: digits, gasPriceDecimal: text }) }),
		'fee.getBaseFee': () => ({ expect: one({ baseFee: digits }) }),
		'fee.getMaxPriorityFee': () => ({ expect: one({ maxPriorityFeePerGas: digits }) }),
		'fee.getHistory': () => ({
			parameters: { blockCount: '2', lastBlock: String(made.block), percentiles: '50' },
			expect: one({
				oldestBlock: String(made.block - 1),
				gasUsedRatio: [number, number],
				reward: any,
			}),
		}),
		'fee.suggestPrices': () => ({
			expect: one({ normal: expect.objectContaining({ maxFeePerGas: digits }) }),
		}),
		'chain.getId': () => ({ expect: [{ chainId: '43112' }] }),
		'chain.getNetworkVersion': () => ({ expect: [{ networkId: '43112' }] }),
		'chain.getClientVersion': () => ({
			expect: [{ clientVersion: expect.stringMatching(/^v\d/) }],
		}),
		'chain.getConfig': () => ({ expect: one({ chainId: 43_112 }) }),
		'chain.isListening': () => ({ expect: [{ listening: true }] }),
		'chain.getPeerCount': () => ({ expect: [{ peerCount: '0' }] }),
		'chain.getSyncing': () => ({ expect: [{ syncing: false }] }),
		'chain.getModules': () => ({ expect: some({ namespace: 'personal', version: '1.0' }) }),
		'chain.hashData': () => ({
			parameters: { data: greeting },
			expect: [{ hash: keccak256(greeting) }],
		}),
		'chain.getCoinbase': () => ({
			expect: [{ address: '0x0100000000000000000000000000000000000000' }],
		}),
		'chain.getEtherbase': () => ({
			expect: [{ address: '0x0100000000000000000000000000000000000000' }],
		}),
		'chain.exportChain': () => ({
			parameters: { file: file('block.rlp'), first: made.block, last: made.block },
			expect: [{ exported: true }],
		}),
		'chain.importChain': () => ({
			parameters: { file: file('block.rlp') },
			expect: [{ imported: true }],
		}),
		'debug.traceTransaction': () => ({
			parameters: { ...byTransaction(), ...callTracer },
			expect: one(callTrace),
		}),
		'debug.traceCall': () => ({
			parameters: { transaction: transferCall, ...callTracer },
			expect: one(callTrace),
		}),
		'debug.traceBlockByNumber': () => ({
			parameters: { ...byNumber(), ...callTracer },
			expect: blockTrace(),
		}),
		'debug.traceBlockByHash': () => ({
			parameters: { ...byHash(), ...callTracer },
			expect: blockTrace(),
		}),
		'debug.getRawBlock': () => ({ parameters: byNumber(), expect: [{ rawBlock: bytes }] }),
		'debug.traceBlock': () => ({
			parameters: { ...seen['debug.getRawBlock'][0], ...callTracer },
			expect: blockTrace(),
		}),
		'debug.traceBlockFromFile': () => ({
			parameters: { file: file('block.rlp'), ...callTracer },
			expect: blockTrace(),
		}),
		'debug.traceBlockToFile': () => ({
			parameters: { ...byHash(), limit: 1 },
			expect: [{ file: text }],
		}),
		'debug.getIntermediateRoots': () => ({ parameters: byHash(), expect: [{ root: hash }] }),
		'debug.traceBadBlock': () => ({ parameters: byHash(), refusal: noBadBlock() }),
		'debug.traceBadBlockToFile': () => ({ parameters: byHash(), refusal: noBadBlock() }),
		'debug.getBadBlocks': () => ({ expect: [] }),
		'debug.getRawHeader': () => ({ parameters: byNumber(), expect: [{ rawHeader: bytes }] }),
		'debug.getRawReceipts': () => ({ parameters: byNumber(), expect: [{ rawReceipt: bytes }] }),
		'debug.getRawTransaction': () => ({
			parameters: byTransaction(),
			expect: seen['transaction.getRaw'],
		}),
		'debug.printBlock': () => ({
			parameters: { block: made.block },
			expect: [{ text: expect.stringContaining('Transaction') }],
		}),
		'debug.dumpBlock': () => ({
			parameters: byNumber(),
			expect: one({
				root: text,
				accounts: expect.objectContaining({ [wallet.address]: expect.any(Object) }),
			}),
		}),
		'debug.getAccountRange': () => ({
			parameters: { ...byNumber(), start: '0x', maxResults: 3, incompletes: true },
			expect: one({ root: text, accounts: expect.any(Object) }),
		}),
		'debug.getStorageRange': () => ({
			parameters: { block: made.blockHash, index: 0, contract, start: '0x', maxResults: 3 },
			expect: [
				{
					storage: {
						[keccak256(`0x${word(0n)}`)]: { key: `0x${word(0n)}`, value: `0x${word(42n)}` },
					},
					nextKey: null,
				},
			],
		}),
		'debug.getModifiedByNumber': () => ({ parameters: { start: made.block }, expect: modified() }),
		'debug.getModifiedByHash': () => ({
			parameters: { start: made.blockHash },
			expect: modified(),
		}),
		'debug.getAccessibleState': () => ({
			parameters: { from: String(made.block), to: '0' },
			expect: [{ blockNumber: made.block }],
		}),
		'debug.getPreimage': () => ({
			parameters: { hash: keccak256(funded) },
			expect: [{ preimage: funded }],
		}),
		'debug.setVerbosity': () => ({ parameters: { level: 3 }, expect: done }),
		'debug.setVmodule': () => ({ parameters: { pattern: 'eth/*=3' }, expect: done }),
		'debug.getMemoryStats': () => ({ expect: one({ Alloc: number }) }),
		'debug.getGcStats': () => ({ expect: one({ NumGC: number }) }),
		'debug.getStacks': () => ({ expect: [{ stacks: expect.stringContaining('goroutine') }] }),
		'debug.recordCpuProfile': () => ({
			parameters: { file: file('cpu1'), seconds: 1 },
			expect: done,
		}),
		'debug.startCpuProfile': () => ({ parameters: { file: file('cpu2') }, expect: done }),
		'debug.stopCpuProfile': () => ({ expect: done }),
		'debug.recordGoTrace': () => ({ parameters: { file: file('go1'), seconds: 1 }, expect: done }),
		'debug.startGoTrace': () => ({ parameters: { file: file('go2') }, expect: done }),
		'debug.stopGoTrace': () => ({ expect: done }),
		'debug.recordBlockProfile': () => ({
			parameters: { file: file('block1'), seconds: 1 },
			expect: done,
		}),
		'debug.setBlockProfileRate': () => ({ parameters: { rate: 0 }, expect: done }),
		'debug.writeBlockProfile': () => ({ parameters: { file: file('block2') }, expect: done }),
		'debug.recordMutexProfile': () => ({
			parameters: { file: file('mutex1'), seconds: 1 },
			expect: done,
		}),
		'debug.setMutexProfileFraction': () => ({ parameters: { rate: 0 }, expect: done }),
		'debug.writeMutexProfile': () => ({ parameters: { file: file('mutex2') }, expect: done }),
		'debug.writeMemoryProfile': () => ({ parameters: { file: file('memory') }, expect: done }),
		'debug.freeMemory': () => ({ expect: done }),
		'debug.setGcPercent': () => ({
			parameters: { percent: 100 },
			expect: [{ formerPercent: number }],
		}),
		'transactionPool.getMany': () => ({ expect: some({ nonce: String(farNonce) }) }),
		'transactionPool.getManyOfAccount': () => ({
			parameters: { address: funded },
			expect: some({ nonce: String(farNonce) }),
		}),
		'transactionPool.getStatus': () => ({ expect: [{ pending: digits, queued: '1' }] }),
		'transactionPool.inspect': () => ({ expect: some({ nonce: String(farNonce), summary: text }) }),
		'subnetEvm.getFeeConfig': () => ({
			parameters: { chain: made.chainID },
			expect: one({ feeConfig: expect.objectContaining({ gasLimit: '12000000' }) }),
		}),
		'subnetEvm.getActiveRules': () => ({
			parameters: { chain: made.chainID },
			expect: one({ ethRules: expect.any(Object), precompiles: expect.any(Object) }),
		}),
		'subnetEvm.getActivePrecompiles': () => ({
			parameters: { chain: made.chainID },
			expect: one({ warpConfig: expect.any(Object) }),
		}),
		'method.call': () => ({
			parameters: {
				method: 'eth_getBlockByNumber',
				parameters: `["0x${made.block.toString(16)}", false]`,
			},
			expect: one({ hash: made.blockHash }),
		}),
	},
	avalancheNative: {
		'utxo.getUTXOs': () => ({
			parameters: { addresses: made.owner, sourceChain: 'P' },
			expect: one({ utxo: bytes, encoding: 'hex' }),
		}),
		'transaction.issueTx': () => ({ parameters: { tx: made.importTx }, expect: [{ txID: id }] }),
		'transaction.getAtomicTxStatus': () => ({
			parameters: { txId: seen['transaction.issueTx'][0].txID },
			expect: [{ status: 'Accepted', blockHeight: number }],
			passing: true,
		}),
		'transaction.getAtomicTx': () => ({
			parameters: { txId: seen['transaction.issueTx'][0].txID },
			expect: one({ tx: made.importTx, encoding: 'hex', blockHeight: number }),
		}),
	},
	avalancheAdmin: {
		'alias.alias': () => ({ parameters: { endpoint: 'bc/X', alias: 'myX' }, expect: done }),
		'alias.aliasChain': () => ({
			parameters: { chain: made.chainID, alias: 'myChain' },
			expect: done,
		}),
		'alias.getChainAliases': () => ({
			parameters: { blockchainId: made.chainID },
			expect: expect.arrayContaining([{ alias: made.chainID }, { alias: 'myChain' }]),
		}),
		'chain.getVMConfig': () => ({ expect: one({ 'admin-api-enabled': true }) }),
		'chain.setLogLevel': () => ({ parameters: { level: 'info' }, expect: done }),
		'chain.startCPUProfiler': () => ({ expect: done }),
		'chain.stopCPUProfiler': () => ({ expect: done }),
		'chain.lockProfile': () => ({ expect: done }),
		'chain.memoryProfile': () => ({ expect: done }),
		'logger.setLoggerLevel': () => ({
			parameters: { loggerName: 'C', logLevel: 'ERROR' },
			expect: done,
		}),
		'logger.getLoggerLevel': () => ({
			parameters: { loggerName: 'C' },
			expect: one({ loggerName: 'C', logLevel: 'ERROR' }),
		}),
		'profile.startCPUProfiler': () => ({ expect: done }),
		'profile.stopCPUProfiler': () => ({ expect: done }),
		'profile.lockProfile': () => ({ expect: done }),
		'profile.memoryProfile': () => ({ expect: done }),
		'vm.loadVMs': () => ({ expect: one({ newVMs: {} }) }),
	},
};

const rows = listRows();

/** Runs one operation with its parameters by name, simplified, and all of a list. */
async function run(type: string, name: string, entered: Record<string, unknown> = {}) {
	const row = rows.find(
		({ description, resource, operation }) =>
			description.name === type && `${resource}.${operation}` === name,
	)!;
	const { items, error } = await engine.runNode(
		type,
		{ ...toParameters(row, { chain: 'C', ...entered }), returnAll: true } as INodeParameters,
		{ credentials: { avalancheApi: { nodeUrl: node.url } } },
	);
	return { records: items.map(({ json }) => json), error };
}

describe.each(Object.entries(tables))('%s', (type, table) => {
	test('has an entry for each operation, and no other', () => {
		const names = rows
			.filter(({ description }) => description.name === type)
			.map(({ resource, operation }) => `${resource}.${operation}`);
		expect(Object.keys(table).sort()).toEqual(names.sort());
	});

	test.each(Object.entries(table))('%s', async (name, makeEntry) => {
		const end = Date.now() + 30_000;
		for (;;) {
			const entry = await makeEntry();
			try {
				const { records, error } = await run(type, name, entry.parameters);
				seen[name] = records;
				if ('refusal' in entry) {
					expect(error?.message).toContain(entry.refusal);
				} else {
					expect(error).toBeUndefined();
					expect(records).toEqual(entry.expect);
				}
				// the page shall not change with the hashes of a run
				const refusal =
					'refusal' in entry ? entry.refusal.replace(/0x[0-9a-f]{64}/, '0x…') : undefined;
				noteSighting({ type, operation: name, refusal });
				return;
			} catch (error) {
				if (!entry.passing || Date.now() > end) throw error;
				await pause(0.2);
			}
		}
	});
});

const selectors = { '0xa9059cbb-64': 1 };
const readTransfer = expect.objectContaining(callTrace);
/** What further tracers tell of the transfer. */
const tracers: Record<string, { tracerConfig?: string; expect: unknown }> = {
	'4byteTracer': { expect: [selectors] },
	flatCallTracer: {
		expect: [{ result: one({ type: 'call', action: expect.objectContaining({ to: contract }) }) }],
	},
	muxTracer: {
		tracerConfig: '{"callTracer": {}, "4byteTracer": {}}',
		expect: [{ callTracer: readTransfer, '4byteTracer': selectors }],
	},
	noopTracer: { expect: done },
	opcountTracer: { expect: [{ result: number }] },
	prestateTracer: {
		expect: one({ [contract]: expect.objectContaining({ code: `0x${runtime}`, balance: '0' }) }),
	},
};
test.each(Object.entries(tracers))('%s', async (tracer, { tracerConfig, expect: expected }) => {
	const { records, error } = await run('avalancheEvm', 'debug.traceTransaction', {
		...byTransaction(),
		tracer,
		...(tracerConfig && { tracerConfig }),
	});
	expect(error).toBeUndefined();
	expect(records).toEqual(expected);
});

const blsSignature = expect.stringMatching(/^0x[0-9a-f]{192}$/);
const noValidators = 'cannot retrieve validator set';
/** Methods without an operation of their own. */
const methods: Record<string, () => { parameters: unknown[]; expect?: unknown; refusal?: string }> =
	{
		warp_getMessage: () => ({
			parameters: [made.warpMessage],
			expect: expect.stringContaining(greeting.slice(2)),
		}),
		warp_getMessageSignature: () => ({ parameters: [made.warpMessage], expect: blsSignature }),
		warp_getBlockSignature: () => ({ parameters: [made.warpBlock], expect: blsSignature }),
		warp_getMessageAggregateSignature: () => ({
			parameters: [made.warpMessage, 67, ''],
			refusal: noValidators,
		}),
		warp_getBlockAggregateSignature: () => ({
			parameters: [made.warpBlock, 67, ''],
			refusal: noValidators,
		}),
	};
test.each(Object.entries(methods))('%s by its name', async (method, makeCase) => {
	const { parameters, expect: expected, refusal } = makeCase();
	const { records, error } = await run('avalancheEvm', 'method.call', {
		method,
		parameters: JSON.stringify(parameters),
	});
	if (refusal) expect(error?.message).toContain(refusal);
	else expect(records).toEqual([{ result: expected }]);
});

test('whatever is proven on a node alone is proven here', () => {
	const proven = [
		...rows.map(({ method }) => method),
		...Object.keys(tracers),
		...Object.keys(methods),
	];
	expect(proven).toEqual(expect.arrayContaining(Object.keys(provenOnNodeOnly)));
});
