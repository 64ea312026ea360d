/**
 * What operations of EVM, EVM Advanced, Native and Admin are given on the node, and what a user then gets, where that is
 * more than the contract of the method says.
 */
import { join } from 'node:path';
import { keccak256 } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import { fundedKey } from './nodes.mts';
import {
	amount,
	coin,
	contract,
	farNonce,
	folder,
	funded,
	gasPrice,
	greeting,
	made,
	password,
	pay,
	readNonce,
	recipient,
	runtime,
	sign,
	token,
	transferCall,
	transferData,
	transferTopic,
	wallet,
	word,
} from './evmScene.mts';

/** What an operation is given, and what a user then gets: all its items, or the node's own words. */
type Case = { parameters?: Record<string, unknown>; passing?: boolean } & (
	| { expect: unknown }
	| { refusal: string }
);
/**
 * The cases in the order they run in. Each is made when it is its turn, of what those before it gave. Where
 * what it needs is `passing`, because the next block ends it, it is made again and tried again for some time.
 */
type Table = Record<string, () => Case | Promise<Case>>;

/** The items of the operations that have run, by name. */
export const seen: Record<string, IDataObject[]> = {};

export const one = (fields: object) => [expect.objectContaining(fields)];
const some = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);
const text = expect.any(String);
export const number = expect.any(Number);
const bytes = expect.stringMatching(/^0x[0-9a-f]+$/);
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,50}$/);
export const done = [{ success: true }];
const any = expect.any(Array);

const file = (name: string) => join(folder, name);
const byHash = () => ({ blockHash: made.blockHash });
const byNumber = () => ({ block: String(made.block) });
export const byTransaction = () => ({ transactionHash: made.transfer });
/** What the tracer callTracer tells of the transfer. */
export const callTrace = { type: 'CALL', from: funded, to: contract, input: transferData };
const blockTrace = () => one({ txHash: made.transfer, result: expect.objectContaining(callTrace) });
const noBadBlock = () => `bad block ${made.blockHash} not found`;
/** The accounts that the call of the contract changed: who paid, and where fees are burnt. */
const modified = () =>
	expect.arrayContaining([
		{ chain: 'C-Chain', address: funded },
		{ chain: 'C-Chain', address: `0x01${'00'.repeat(19)}` },
	]);
export const callTracer = { tracer: 'callTracer' };
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

export const tables: Record<string, Table> = {
	avalancheEvmAdvanced: {
		'personal.newAccount': () => ({ parameters: { password }, expect: [{ address }] }),
		'personal.importRawKey': () => ({
			parameters: { privateKey: fundedKey, password },
			expect: [{ address: funded.toLowerCase() }],
		}),
		'personal.listAccounts': () => ({ expect: some({ address: funded }) }),
		'personal.listWallets': () => ({ expect: some({ url: expect.stringMatching(/^keystore:/) }) }),
		'personal.sign': () => ({
			parameters: { data: greeting, address: funded, password },
			expect: [{ signature: bytes }],
		}),
		'personal.recover': () => ({
			parameters: { data: greeting, signature: seen['personal.sign'][0].signature },
			expect: one({ address: funded }),
		}),
		'personal.signTransaction': () => ({
			parameters: { transaction: payment(2), password },
			expect: one({ raw: bytes }),
		}),
		'personal.sendTransaction': () => ({
			parameters: { transaction: payment(), password },
			expect: [{ txHash: hash }],
		}),
		'personal.unlockAccount': () => ({
			parameters: { address: funded, password },
			expect: [{ unlocked: true }],
		}),
		'keystore.sign': () => ({
			parameters: { address: funded, data: greeting },
			expect: [{ signature: bytes }],
		}),
		'keystore.signTransaction': () => ({
			parameters: { transaction: payment(2) },
			expect: one({ raw: bytes }),
		}),
		'keystore.sendTransaction': () => ({
			parameters: { transaction: payment() },
			expect: [{ txHash: hash }],
		}),
		'filter.createLogs': () => ({
			parameters: { fromBlock: String(made.block), toBlock: String(made.block) },
			expect: [{ filterId: bytes }],
		}),
		'filter.createBlocks': () => ({ expect: [{ filterId: bytes }] }),
		'filter.createPendingTransactions': () => ({ expect: [{ filterId: bytes }] }),
		'filter.getLogs': () => ({
			parameters: seen['filter.createLogs'][0],
			expect: one({ address: contract, txHash: made.transfer }),
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
		'keystore.getManyPending': async () => ({
			expect: some({ from: funded, nonce: await pay() }),
			passing: true,
		}),
		'keystore.resendTransaction': async () => ({
			parameters: {
				transaction: {
					from: funded,
					to: recipient,
					value: '1',
					valueUnit: 'wei',
					gas: '21000',
					gasPrice: String(gasPrice),
					feeUnit: 'wei',
					nonce: String(await pay()),
				},
				gasPrice: String(2 * gasPrice),
				feeUnit: 'wei',
			},
			expect: [{ txHash: hash }],
			passing: true,
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
		'keystore.getManyAccounts': () => ({ expect: some({ address: funded }) }),
		'block.getUncleCountByNumber': () => ({
			parameters: byNumber(),
			expect: one({ uncleCount: 0 }),
		}),
		'block.getUncleCountByHash': () => ({ parameters: byHash(), expect: one({ uncleCount: 0 }) }),
		'block.getBad': () => ({ expect: [] }),
		'chain.isListening': () => ({ expect: [{ listening: true }] }),
		'chain.getPeerCount': () => ({ expect: one({ peerCount: 0 }) }),
		'chain.getSyncing': () => ({ expect: [{ syncing: false }] }),
		'chain.getModules': () => ({ expect: some({ namespace: 'personal', version: '1.0' }) }),
		'chain.getCoinbase': () => ({
			expect: one({ address: '0x0100000000000000000000000000000000000000' }),
		}),
		'chain.getEtherbase': () => ({
			expect: one({ address: '0x0100000000000000000000000000000000000000' }),
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
		'debug.getIntermediateRoots': () => ({ parameters: byHash(), expect: one({ root: hash }) }),
		'debug.traceBadBlock': () => ({ parameters: byHash(), refusal: noBadBlock() }),
		'debug.traceBadBlockToFile': () => ({ parameters: byHash(), refusal: noBadBlock() }),
		'debug.getBadBlocks': () => ({ expect: [] }),
		'debug.getRawTransaction': () => ({
			parameters: byTransaction(),
			expect: [{ rawTransaction: bytes }],
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
			expect: one({ blockNumber: made.block }),
		}),
		'debug.getPreimage': () => ({
			parameters: { hash: keccak256(funded) },
			expect: [{ preimage: funded.toLowerCase() }],
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
		'debug.setGcPercent': () => ({
			parameters: { percent: 100 },
			expect: [{ formerPercent: number }],
		}),
		'transactionPool.getMany': () => ({ expect: some({ nonce: farNonce }) }),
		'transactionPool.getManyOfAccount': () => ({
			parameters: { address: funded },
			expect: some({ nonce: farNonce }),
		}),
		'transactionPool.getStatus': () => ({ expect: one({ pending: number, queued: 1 }) }),
		'transactionPool.inspect': () => ({ expect: some({ nonce: farNonce, summary: text }) }),
		'subnetEvm.getFeeConfig': () => ({
			parameters: { chain: made.chainID },
			expect: one({ gasLimit: 12_000_000, gasLimitExact: '12000000', minBaseFee: number }),
		}),
		'subnetEvm.getActiveRules': () => ({
			parameters: { chain: made.chainID },
			expect: one({ ethRules: expect.any(Object), precompiles: expect.any(Object) }),
		}),
		'subnetEvm.getActivePrecompiles': () => ({
			parameters: { chain: made.chainID },
			expect: one({ warpConfig: expect.any(Object) }),
		}),
	},
	avalancheEvm: {
		'transaction.wait': () => ({
			parameters: {
				transaction: seen['keystore.sendTransaction'][0].txHash,
				timeLimit: 60,
			},
			expect: one({ status: 'success', from: funded, to: recipient }),
		}),
		'account.getBalance': () => ({
			parameters: { address: funded },
			expect: one({
				address: funded,
				chain: 'C-Chain',
				block: 'latest',
				balance: number,
				symbol: 'AVAX',
				balanceExact: text,
			}),
		}),
		'account.getTransactionCount': () => ({
			parameters: { address: funded },
			expect: one({ address: funded, transactionCount: number }),
		}),
		'account.getProof': () => ({
			parameters: { address: contract, slots: '0' },
			expect: one({ address: contract, storageProof: one({ value: '42', proof: any }) }),
		}),
		'block.getByNumber': () => ({
			parameters: byNumber(),
			expect: one({
				number: made.block,
				hash: made.blockHash,
				transactions: [made.transfer],
			}),
		}),
		'block.getByHash': () => ({
			parameters: { ...byHash(), fullTransactions: true },
			expect: one({ transactions: one({ txHash: made.transfer, from: funded }) }),
		}),
		'block.getByTime': () => ({
			parameters: { askedTime: seen['block.getByNumber'][0].time },
			expect: one({
				time: seen['block.getByNumber'][0].time,
				number,
				askedTime: seen['block.getByNumber'][0].time,
			}),
		}),
		'block.getLatestNumber': () => ({ expect: [{ chain: 'C-Chain', blockNumber: number }] }),
		'block.getHeaderByNumber': () => ({
			parameters: byNumber(),
			expect: one({ hash: made.blockHash }),
		}),
		'block.getHeaderByHash': () => ({
			parameters: byHash(),
			expect: one({ number: made.block }),
		}),
		'block.getReceipts': () => ({
			parameters: byNumber(),
			expect: one({
				txHash: made.transfer,
				status: 'success',
				logs: one({ address: contract }),
			}),
		}),
		'block.getTransactionCountByNumber': () => ({
			parameters: byNumber(),
			expect: one({ transactionCount: 1 }),
		}),
		'block.getTransactionCountByHash': () => ({
			parameters: byHash(),
			expect: one({ transactionCount: 1 }),
		}),
		'transaction.get': () => ({
			parameters: byTransaction(),
			expect: one({ txHash: made.transfer, from: funded, to: contract, nonce: 1 }),
		}),
		'transaction.getReceipt': () => ({
			parameters: byTransaction(),
			expect: one({
				status: 'success',
				blockNumber: made.block,
				gasUsed: number,
				fee: number,
				feeExact: text,
			}),
		}),
		'transaction.getByBlockNumber': () => ({
			parameters: { ...byNumber(), index: '0' },
			expect: one({ txHash: made.transfer }),
		}),
		'transaction.getByBlockHash': () => ({
			parameters: { ...byHash(), index: '0' },
			expect: one({ txHash: made.transfer }),
		}),
		'transaction.getRaw': () => ({
			parameters: byTransaction(),
			expect: seen['debug.getRawTransaction'],
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
			expect: [{ txHash: hash }],
		}),
		'transaction.estimateGas': () => ({
			parameters: { transaction: transferCall },
			expect: one({ gas: number }),
		}),
		'transaction.createAccessList': () => ({
			parameters: { transaction: transferCall },
			expect: one({ accessList: [], gasUsed: number }),
		}),
		'transaction.fill': () => ({
			parameters: { transaction: payment() },
			expect: one({
				raw: bytes,
				tx: expect.objectContaining({ to: recipient, amountExact: '0.000000000000000001' }),
			}),
		}),
		'contract.callFunction': () => ({
			parameters: {
				contract,
				function: 'transfer(address to, uint256 value) returns (bool ok)',
				arguments: JSON.stringify([recipient, String(amount)]),
			},
			expect: one({ address: contract, ok: true }),
		}),
		'contract.encodeCall': () => ({
			parameters: {
				function: 'transfer(address to, uint256 value) returns (bool ok)',
				arguments: JSON.stringify([recipient, String(amount)]),
			},
			expect: [
				{
					args: { to: expect.stringMatching(new RegExp(recipient, 'i')), value: String(amount) },
					data: transferData,
				},
			],
		}),
		'contract.call': () => ({
			parameters: { transaction: transferCall },
			expect: [{ data: `0x${word(1n)}` }],
		}),
		'contract.callDetailed': () => ({
			parameters: { transaction: transferCall },
			expect: one({ returnData: `0x${word(1n)}`, errCode: 0, gas: number }),
		}),
		'contract.getCode': () => ({ parameters: { contract }, expect: one({ code: `0x${runtime}` }) }),
		'contract.getStorage': () => ({
			parameters: { contract, slot: '0' },
			expect: one({ value: `0x${word(42n)}` }),
		}),
		'token.getInfo': () => ({
			parameters: { token },
			expect: [
				{
					chain: 'C-Chain',
					token,
					block: 'latest',
					symbol: coin.symbol,
					name: coin.name,
					decimals: 6,
					totalSupply: 8,
					totalSupplyExact: '8',
				},
			],
		}),
		'token.getBalance': () => ({
			parameters: { address: [wallet.address, recipient].join(), token },
			expect: [
				{
					address: wallet.address,
					chain: 'C-Chain',
					token,
					block: 'latest',
					symbol: coin.symbol,
					balance: 5,
					balanceExact: '5',
				},
				expect.objectContaining({ balance: 0, balanceExact: '0' }),
			],
		}),
		'token.getAllowance': () => ({
			parameters: { token, owner: funded, spender: recipient },
			expect: one({ token, allowance: 7e-6, allowanceExact: '0.000007', unlimited: false }),
		}),
		'log.getMany': () => ({
			parameters: {
				events: 'Transfer(address indexed from, address indexed to, uint256 value)',
				fromBlock: String(made.block),
				toBlock: String(made.block),
			},
			expect: one({
				event: 'Transfer',
				txHash: made.transfer,
				args: expect.objectContaining({ value: String(amount) }),
			}),
		}),
		'log.getManyRaw': () => ({
			parameters: byHash(),
			expect: one({ address: contract, topics: expect.arrayContaining([transferTopic]) }),
		}),
		'fee.getHistory': () => ({
			parameters: { blockCount: '2', lastBlock: String(made.block), percentiles: '50' },
			expect: one({
				oldestBlock: made.block - 1,
				gasUsedRatio: [number, number],
				reward: any,
			}),
		}),
		'chain.getId': () => ({ expect: one({ chainId: '43112' }) }),
		'chain.getNetworkVersion': () => ({ expect: [{ networkId: '43112' }] }),
		'chain.getClientVersion': () => ({
			expect: [{ clientVersion: expect.stringMatching(/^v\d/) }],
		}),
		'chain.getConfig': () => ({ expect: one({ chainId: '43112' }) }),
		'chain.hashData': () => ({
			parameters: { data: greeting },
			expect: [{ hash: keccak256(greeting) }],
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
		'transaction.issueTx': () => ({ parameters: { tx: made.importTx }, expect: [{ txHash: id }] }),
		'transaction.getAtomicTxStatus': () => ({
			parameters: { txId: seen['transaction.issueTx'][0].txHash },
			expect: one({ status: 'Accepted', blockHeight: number }),
			passing: true,
		}),
		'transaction.getAtomicTx': () => ({
			parameters: { txId: seen['transaction.issueTx'][0].txHash },
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
