import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Ethers from 'ethers';
import type { EvmAnswer } from './anvil.mts';
import { coinbase } from './anvil.mts';
import { readChainConfig, readFeeConfig, readPrecompiles, readRules } from './evmConfig.mts';
import type { EvmChain } from './evmChain.mts';
import { fail, RpcError } from './gorilla.mts';
import { writeAddress } from './ids.mts';
import { fullVersions } from './info.mts';
import { toNumber } from './wire.mts';

/**
 * The methods of the EVM endpoints: what each takes, and how anvil's answer becomes a node's (seen on avalanchego
 * v1.14.2). What anvil cannot answer honestly is not here: see provenOnNodeOnly.mts.
 */

type Json = Record<string, any>;
type Answer = (chain: EvmChain, args: any[], method: string) => unknown;
/** A signature, types as in evmArguments, and the answer to arguments that fit it. */
export type Row = [signature: string, answer: Answer];

// ---- writing what a node writes

const hex = (value: number | bigint) => `0x${BigInt(value).toString(16)}`;
const pick = (source: Json, names: string): Json =>
	Object.fromEntries(
		names
			.split(' ')
			.filter((name) => source[name] !== undefined)
			.map((name) => [name, source[name]]),
	);

const transactionFields =
	'blockHash blockNumber from gas gasPrice maxFeePerGas maxPriorityFeePerGas hash input nonce to transactionIndex value type accessList chainId v r s yParity';
/** A transaction that waits names the most it would pay. */
const writeTransaction = (tx: Json): Json => ({
	...pick(tx, transactionFields),
	...(tx.blockHash === null && tx.maxFeePerGas && { gasPrice: tx.maxFeePerGas }),
});
const logFields = 'address topics data blockNumber transactionHash transactionIndex blockHash logIndex removed';
const writeLog = (log: Json) => pick(log, logFields);
const receiptFields =
	'blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom status to transactionHash transactionIndex type';
const writeReceipt = (receipt: Json) => pick({ ...receipt, logs: receipt.logs.map(writeLog) }, receiptFields);

const unknownToNodes = ['withdrawals', 'withdrawalsRoot', 'requestsHash'];
const emptyExtDataHash = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
/** Header fields of Avalanche, of the C-Chain alone, and of the C-Chain since Helicon. */
const extraFields = ({ number, timestamp }: Json, { isSubnet, isHelicon }: EvmChain): Json => ({
	blockGasCost: '0x0',
	minDelayExcess: '0x799d4c',
	timestampMilliseconds: hex(BigInt(timestamp) * 1000n),
	difficulty: hex(number === '0x0' ? 0 : 1),
	totalDifficulty: isHelicon ? '0x0' : number,
	mixHash: `0x${'0'.repeat(64)}`,
	...(!isSubnet && { extDataHash: emptyExtDataHash, extDataGasUsed: '0x0' }),
	...(isHelicon && {
		settledHeight: hex(BigInt(number) && BigInt(number) - 1n),
		settledExcess: '0x0',
		settledGasNumerator: '0x0',
		settledGasUnix: timestamp,
		targetExponent: '0x0',
		minPriceExponent: '0x0',
	}),
});
const sortFields = (fields: Json) =>
	Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

const writeHeader = (block: Json | null, chain: EvmChain): Json | null => {
	if (!block) return null;
	const left = ['transactions', 'uncles', 'size', ...unknownToNodes];
	const own = Object.entries(block).filter(([name]) => !left.includes(name));
	return sortFields({ ...Object.fromEntries(own), ...extraFields(block, chain) });
};
const writeBlock = (block: Json | null, chain: EvmChain): Json | null =>
	block &&
	sortFields({
		...writeHeader(block, chain),
		size: block.size,
		uncles: [],
		transactions: block.transactions.map((tx: Json | string) => (typeof tx === 'string' ? tx : writeTransaction(tx))),
		...(!chain.isSubnet && { blockExtraData: '0x' }),
	});
/** Since Helicon the block that is accepted but not settled has no identity yet. */
const hidePending = (block: Json | null, chain: EvmChain, asked: unknown) =>
	block && chain.isHelicon && asked === 'pending' ? { ...block, hash: null, miner: null, nonce: null } : block;

const orNull =
	<T, R>(write: (value: T, chain: EvmChain) => R) =>
	(value: T | null, chain: EvmChain): R | null =>
		value === null ? null : write(value, chain);

// ---- errors

/** Texts of Solidity's panics, as a node gives them. */
const panics: Record<number, string> = {
	0x00: 'generic panic',
	0x01: 'assert(false)',
	0x11: 'arithmetic underflow or overflow',
	0x12: 'division or modulo by zero',
	0x21: 'enum overflow',
	0x22: 'invalid encoded storage byte array accessed',
	0x31: 'out-of-bounds array access; popping on an empty array',
	0x32: 'out-of-bounds access of an array or bytesN',
	0x41: 'out of memory',
	0x51: 'uninitialized function',
};
/** What revert data of the two standard kinds say: Error(string) and Panic(uint256). */
function readReason(data: string): string | undefined {
	const bytes = Buffer.from(data.slice(10), 'hex');
	if (data.startsWith('0x08c379a0') && bytes.length >= 64) {
		return bytes.subarray(64, 64 + Number(BigInt(`0x${bytes.toString('hex', 32, 64)}`))).toString();
	}
	if (!data.startsWith('0x4e487b71') || bytes.length !== 32) return undefined;
	const code = Number(BigInt(`0x${bytes.toString('hex')}`));
	return panics[code] ?? `unknown panic code: 0x${code.toString(16)}`;
}
const writeReverted = (data: string) => {
	const reason = readReason(data);
	return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
};

/** Anvil's texts and a node's; what stands nowhere here is passed on. */
const errorTexts: Array<[RegExp, string]> = [
	[/already imported/, 'already known'],
	[/^Insufficient funds for gas \* price \+ value/, 'insufficient funds for gas * price + value'],
	[/^.*gas required exceeds allowance: (\d+)/, 'gas required exceeds allowance ($1)'],
	[/^No Signer available/, 'unknown account'],
	[/^.*CallGasCostMoreThanGasLimit/, 'intrinsic gas too low'],
	[/^intrinsic gas too high.*/, 'exceeds block gas limit'],
	[/^EVM error (OutOfGas|MemoryOOG|MemoryLimitOOG|PrecompileOOG|ReentrancySentryOOG)/, 'out of gas'],
	[/^EVM error InvalidFEOpcode/, 'invalid opcode: INVALID'],
	[/^EVM error OpcodeNotFound/, 'invalid opcode'],
	[/^EVM error StackUnderflow/, 'stack underflow'],
	[/^EVM error StackOverflow/, 'stack limit reached 1024 (1023)'],
	[/^EVM error InvalidJump/, 'invalid jump destination'],
	[/^EVM error (CreateContractSizeLimit)/, 'max code size exceeded'],
	[/^EVM error (\w+)/, '$1'],
	[/^failed to evaluate JS code: ([^\n]*)(.|\n)*/, '$1 at <eval>:1:2(0)'],
	[/^BlockOutOfRange/, 'cannot query unfinalized data'],
];

/** The result of an answer of anvil's, or its error as a node has it. */
export function readAnswer({ result, error }: EvmAnswer, method: string): any {
	if (!error) return result;
	const code = Number(toNumber(error.code));
	if (code === -32601) throw unknownMethod(method);
	if (code === 3) {
		const data = String(error.data ?? '0x');
		throw data === '0x' ? fail('execution reverted') : new RpcError(3, writeReverted(data), data);
	}
	const found = errorTexts.find(([pattern]) => pattern.test(error.message));
	const message = found ? error.message.replace(...found) : error.message;
	throw new RpcError(code === -32602 && !found ? code : -32000, message);
}
export const unknownMethod = (method: string) =>
	new RpcError(-32601, `the method ${method} does not exist/is not available`);

// ---- answers

/** Asks anvil the same, and writes its answer as a node does. */
const forward =
	(write: (value: any, chain: EvmChain) => unknown = (value) => value): Answer =>
	async (chain, args, method) =>
		write(await chain.ask(method, args), chain);
const constant =
	(value: unknown): Answer =>
	() =>
		value;

const isEqual = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const suggestPrices: Answer = async (chain) => {
	const [tip, baseFee] = [BigInt(await chain.ask('eth_maxPriorityFeePerGas')), BigInt(await readBaseFee(chain))];
	const price = (percent: bigint) => {
		const own = (tip * percent) / 100n || 1n;
		return { maxPriorityFeePerGas: hex(own), maxFeePerGas: hex(2n * baseFee + own) };
	};
	return { slow: price(95n), normal: price(100n), fast: price(105n) };
};
const readBaseFee = async (chain: EvmChain): Promise<string> =>
	(await chain.ask('eth_feeHistory', ['0x1', 'latest', []])).baseFeePerGas.at(-1);

const readFees: Answer = async (chain, [count, last, percentiles]) => {
	const given: number[] = (percentiles ?? []).map(toNumber);
	given.forEach((share, i) => {
		if (share < 0 || share > 100) throw fail(`invalid reward percentile: ${share.toFixed(6)}`);
		const before = given[i - 1];
		if (i && share <= before!)
			throw fail(`invalid reward percentile: #${i - 1}:${before!.toFixed(6)} >= #${i}:${share.toFixed(6)}`);
	});
	const [head, asked] = [await chain.head(), await chain.findNumber(last)];
	if (asked > head) throw fail(`request beyond head block: requested ${asked}, head ${head}`);
	const blocks = Math.min(Number(toNumber(count)), asked + 1);
	if (!blocks) return { oldestBlock: '0x0', gasUsedRatio: null };
	const found = await chain.ask('eth_feeHistory', [hex(blocks), hex(asked), given]);
	const { oldestBlock, reward, baseFeePerGas, gasUsedRatio } = found;
	return {
		oldestBlock,
		...(given.length && { reward }),
		// One for each block; other clients add that of the next one.
		baseFeePerGas: baseFeePerGas.slice(0, gasUsedRatio.length),
		gasUsedRatio: gasUsedRatio.map((ratio: unknown) => toNumber(ratio)),
	};
};

const readSlot = (text: string) => {
	const digits = text.replace(/^0x/i, '');
	if (!/^[0-9a-f]*$/i.test(digits)) return 'hex string invalid';
	return digits.length > 64 ? 'hex string too long, want at most 32 bytes' : undefined;
};
const padSlot = (text: string) => `0x${text.replace(/^0x/i, '').padStart(64, '0')}`;

const readStorage: Answer = async (chain, [address, slot, at]) => {
	const flaw = readSlot(slot);
	if (flaw) throw fail(`unable to decode storage key: ${flaw}`);
	return await chain.ask('eth_getStorageAt', [address, padSlot(slot), at]);
};
const readProof: Answer = async (chain, [address, slots, at]) => {
	const asked: string[] = slots ?? [];
	const flaw = asked.map(readSlot).find(Boolean);
	if (flaw) throw fail(flaw);
	const proof = await chain.ask('eth_getProof', [address, asked.map(padSlot), at]);
	const fields = pick(proof, 'address accountProof balance codeHash nonce storageHash storageProof');
	// A key that was shorter than 32 bytes comes back as a number.
	const writeKey = (slot: string) => (padSlot(slot).length === slot.length ? slot : hex(BigInt(padSlot(slot))));
	return {
		...fields,
		storageProof: fields.storageProof.map((entry: Json, i: number) => ({
			...{ key: writeKey(asked[i]!), value: entry.value, proof: entry.proof.filter((node: string) => node !== '0x80') },
		})),
	};
};

/** A call whose sender cannot pay what it sends along. */
async function checkFunds(chain: EvmChain, tx: Json | null, at: unknown, write: (reason: string) => string) {
	const { from = `0x${'0'.repeat(40)}`, value = '0x0' } = tx ?? {};
	if (!BigInt(value ?? 0)) return;
	const balance = BigInt(await chain.ask('eth_getBalance', [from, at]));
	if (balance >= BigInt(value)) return;
	const whose = `address ${writeAddress(Buffer.from(from.slice(2), 'hex'))} have ${balance} want ${BigInt(value)}`;
	throw fail(write(`insufficient funds for gas * price + value: ${whose}`));
}
const mostGas = 50_000_000n;
const gasOf = (tx: Json | null) => (tx?.gas ? BigInt(tx.gas) : mostGas);
/** Of data and input, input is meant. */
const preferInput = (tx: Json | null) => (tx?.input === undefined ? (tx ?? {}) : { ...tx, data: undefined });

const call: Answer = async (chain, [tx, at, ...overrides]) => {
	if (!overrides[0]) await checkFunds(chain, tx, at, (reason) => `err: ${reason} (supplied gas ${gasOf(tx)})`);
	return await chain.ask('eth_call', [preferInput(tx), at, ...overrides]);
};
const estimate: Answer = async (chain, [tx, at, ...overrides]) => {
	if (!overrides[0]) await checkFunds(chain, tx, at, (reason) => `failed with ${tx.gas ? gasOf(tx) : 10_000_000} gas: ${reason}`);
	return await chain.ask('eth_estimateGas', [preferInput(tx), at, ...overrides]);
};
const callDetailed: Answer = async (chain, [tx, at, stateOverrides]) => {
	if (!stateOverrides) await checkFunds(chain, tx, at, (reason) => `err: ${reason} (supplied gas ${gasOf(tx)})`);
	const config = { tracer: 'callTracer', ...(stateOverrides && { stateOverrides }) };
	const trace = await chain.ask('debug_traceCall', [preferInput(tx), at, config]);
	const { gasUsed, error = '', output = '0x' } = trace;
	const isReverted = error === 'execution reverted' && output !== '0x';
	return {
		gas: Number(gasUsed),
		errCode: isReverted ? 3 : 0,
		err: isReverted ? writeReverted(output) : error,
		returnData: output,
	};
};

/** Since both would be signed, they must say the same. */
const checkInput = (tx: Json) => {
	if (tx?.data !== undefined && tx.input !== undefined && !isEqual(tx.data, tx.input))
		throw fail('both "data" and "input" are set and not equal. Please use "input" to pass transaction call data');
};

let ethers: typeof Ethers | undefined;
/** A signed transaction in its parts. */
function decodeTransaction(raw: string): Ethers.Transaction {
	ethers ??= createRequire(join(process.cwd(), 'package.json'))('ethers') as typeof Ethers;
	return ethers.Transaction.from(raw);
}
const intrinsicGas = ({ data, to, accessList }: Ethers.Transaction) => {
	const bytes = Buffer.from(data.slice(2), 'hex');
	const zeros = bytes.filter((byte) => byte === 0).length;
	const creation = to === null ? 32_000 + 2 * Math.ceil(bytes.length / 32) : 0;
	const listed = (accessList ?? []).reduce((sum, { storageKeys }) => sum + 2_400 + 1_900 * storageKeys.length, 0);
	return 21_000 + 4 * zeros + 16 * (bytes.length - zeros) + creation + listed;
};
const typeNames = ['types.LegacyTx', 'types.AccessListTx', 'types.DynamicFeeTx'];

/** What Go's decoder says of bytes that are no transaction. */
function findFlaw(raw: string): string | undefined {
	const bytes = Buffer.from(raw.slice(2), 'hex');
	const isTyped = bytes.length > 0 && bytes[0]! < 0x80;
	if (bytes.length < 2 && (isTyped || !bytes.length)) return 'typed transaction too short';
	const type = typeNames[isTyped ? bytes[0]! : 0];
	if (!type || (isTyped && bytes[0] === 0)) return 'transaction type not supported';
	const list = bytes.subarray(isTyped ? 1 : 0);
	if (list[0]! < 0xc0) return `rlp: expected input list for ${type}`;
	const isLong = list[0]! > 0xf7;
	const sizeBytes = isLong ? list[0]! - 0xf7 : 0;
	const size = isLong ? Number.parseInt(list.toString('hex', 1, 1 + sizeBytes) || 'ff', 16) : list[0]! - 0xc0;
	if (list.length < 1 + sizeBytes + size) return 'rlp: value size exceeds available input length';
	try {
		decodeTransaction(raw);
	} catch {
		return `rlp: too few elements for ${type}`;
	}
	return undefined;
}
const blockGasLimit = 10_000_000n;

/** Why a node would not take a signed transaction; undefined where it would. */
async function findRefusal(chain: EvmChain, raw: string): Promise<string | undefined> {
	const flaw = findFlaw(raw);
	if (flaw) return flaw;
	const tx = decodeTransaction(raw);
	const { gasLimit, nonce, value, from, chainId, hash } = tx;
	const price = tx.maxFeePerGas ?? tx.gasPrice!;
	const fee = gasLimit * price;
	const writeFee = (amount: bigint) => (Number(amount / 10n ** 14n) / 1e4).toFixed(2);
	if (fee > 100n * 10n ** 18n) return `tx fee (${writeFee(fee)} ether) exceeds the configured cap (100.00 ether)`;
	if (chainId === 0n) return 'only replay-protected (EIP-155) transactions allowed over RPC';
	if (String(chainId) !== chain.id || !from) return 'invalid sender';
	const [known, confirmed, balance] = await Promise.all([
		chain.ask('eth_getTransactionByHash', [hash]),
		chain.ask('eth_getTransactionCount', [from, 'latest']),
		chain.ask('eth_getBalance', [from, 'latest']),
	]);
	if (known && known.blockHash === null) return 'already known';
	if (gasLimit > blockGasLimit) return `exceeds block gas limit: tx gas (${gasLimit}) > current max gas (${blockGasLimit})`;
	if (price < 1n) return `transaction underpriced: address ${from} have gas fee cap (${price}) < pool minimum fee cap (1)`;
	const least = intrinsicGas(tx);
	if (gasLimit < least) return `intrinsic gas too low: address ${from} tx gas (${gasLimit}), minimum needed ${least}`;
	if (nonce < Number(confirmed)) return `nonce too low: next nonce ${Number(confirmed)}, tx nonce ${nonce}`;
	const [cost, owned] = [fee + value, BigInt(balance)];
	return owned < cost
		? `insufficient funds for gas * price + value: balance ${owned}, tx cost ${cost}, overshot ${cost - owned}`
		: undefined;
}

const sendRaw: Answer = async (chain, [raw]) => {
	const refusal = await findRefusal(chain, raw);
	if (refusal) throw fail(refusal);
	return await chain.ask('eth_sendRawTransaction', [raw]);
};
const send: Answer = async (chain, [tx]) => {
	checkInput(tx);
	return await chain.ask('eth_sendTransaction', [preferInput(tx)]);
};

/** A transaction outside of any chain, unsigned or signed. */
const writeOffline = (tx: Json) => ({
	...pick(tx, 'type chainId nonce to gas'),
	gasPrice: tx.type === '0x2' ? null : (tx.gasPrice ?? null),
	maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? null,
	maxFeePerGas: tx.maxFeePerGas ?? null,
	...pick(tx, 'value input accessList v r s yParity hash'),
});
const fill: Answer = async (chain, [tx]) => {
	checkInput(tx);
	const { raw, tx: filled } = await chain.ask('eth_fillTransaction', [preferInput(tx)]);
	// Nothing in an old transaction names the chain before it is signed.
	return { raw, tx: writeOffline(filled.type === '0x0' ? { ...filled, chainId: undefined } : filled) };
};
const sign: Answer = async (chain, [tx]) => {
	checkInput(tx);
	if (!tx?.gas) throw fail('gas not specified');
	if (!tx.gasPrice && !tx.maxFeePerGas) throw fail('missing gasPrice or maxFeePerGas/maxPriorityFeePerGas');
	if (!tx.nonce) throw fail('nonce not specified');
	const raw: string = await chain.ask('eth_signTransaction', [preferInput(tx)]);
	const signed = decodeTransaction(raw);
	const { signature, type } = signed;
	const price = (value: bigint | null) => (value === null ? null : hex(value));
	return {
		raw,
		tx: writeOffline({
			type: hex(type!),
			chainId: hex(signed.chainId),
			nonce: hex(signed.nonce),
			to: signed.to?.toLowerCase() ?? null,
			gas: hex(signed.gasLimit),
			gasPrice: type === 2 ? null : price(signed.gasPrice),
			maxPriorityFeePerGas: price(signed.maxPriorityFeePerGas),
			maxFeePerGas: price(signed.maxFeePerGas),
			value: hex(signed.value),
			input: signed.data,
			...(type && { accessList: signed.accessList, yParity: hex(signature!.yParity) }),
			v: hex(type ? signature!.yParity : signature!.legacyChainId! * 2n + 35n + BigInt(signature!.yParity)),
			r: hex(BigInt(signature!.r)),
			s: hex(BigInt(signature!.s)),
			hash: signed.hash,
		}),
	};
};
/** Sends a waiting transaction of the node's own account again, with other fees. */
const resend: Answer = async (chain, [tx, gasPrice, gasLimit]) => {
	if (!tx?.nonce) throw fail('missing transaction nonce in transaction spec');
	const { tx: filled } = await chain.ask('eth_fillTransaction', [preferInput(tx)]);
	const isSame = (one: Json) =>
		isEqual(one.from, tx.from) && ['nonce', 'to', 'value', 'input', 'gas'].every((name) => one[name] === filled[name]);
	if (!(await readPool(chain)).some(isSame)) throw fail(`transaction ${filled.hash} not found`);
	const { maxFeePerGas, maxPriorityFeePerGas, ...rest } = preferInput(tx);
	const fees = gasPrice ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas };
	return await chain.ask('eth_sendTransaction', [{ ...rest, ...fees, ...(gasLimit && { gas: gasLimit }) }]);
};
/** The transactions that can go into the next block. */
const readPool = async (chain: EvmChain): Promise<Json[]> => {
	const { pending } = await chain.ask('txpool_content');
	return Object.values(pending).flatMap((byNonce) => Object.values(byNonce as Json));
};
const readOwnPool: Answer = async (chain) => {
	const own: string[] = await chain.ask('eth_accounts');
	return (await readPool(chain)).filter(({ from }) => own.some((one) => isEqual(one, from))).map(writeTransaction);
};

// ---- logs and filters

const readLogs: Answer = async (chain, [criteria]) => {
	const { fromBlock = 'latest', toBlock = 'latest', blockHash, address, topics = [] } = criteria ?? {};
	if (topics?.length > 4) throw fail('exceed max topics');
	if (Array.isArray(address) && address.length > 1000) throw fail('exceed max addresses');
	const what = { ...(address && { address }), topics };
	if (blockHash) {
		if (!(await chain.ask('eth_getBlockByHash', [blockHash, false]))) throw fail('unknown block');
		return (await chain.ask('eth_getLogs', [{ ...what, blockHash }])).map(writeLog);
	}
	const head = await chain.head();
	const [from, to] = [await chain.findNumber(fromBlock), await chain.findNumber(toBlock)];
	const isNumber = (block: unknown) => String(block).startsWith('0x');
	if (isNumber(fromBlock) && isNumber(toBlock) && from > to && from > 0 && to > 0) throw fail('invalid block range params');
	if (from > head) throw fail(`requested from block ${from} after last accepted block ${head}`);
	if (to > head) throw fail(`requested to block ${to} after last accepted block ${head}`);
	if (from > to) throw fail(`begin block ${from} is greater than end block ${to}`);
	const { maxLogBlocks } = chain;
	if (maxLogBlocks && to - from >= maxLogBlocks)
		throw fail(`requested too many blocks from ${from} to ${to}, maximum is set to ${maxLogBlocks}`);
	return (await chain.ask('eth_getLogs', [{ ...what, fromBlock: hex(from), toBlock: hex(to) }])).map(writeLog);
};
const makeFilter: Answer = async (chain, [criteria]) => {
	const { address, topics = [] } = criteria ?? {};
	const id: string = await chain.ask('eth_newFilter', [{ ...(address && { address }), topics }]);
	chain.filters.set(id, { criteria: criteria ?? {} });
	return id;
};
const makePendingFilter: Answer = async (chain, [isFull]) => {
	const id: string = await chain.ask('eth_newPendingTransactionFilter');
	chain.filters.set(id, { isFull: Boolean(isFull) });
	return id;
};
const readFilterChanges: Answer = async (chain, [id]) => {
	const found: Array<string | Json> = await chain.ask('eth_getFilterChanges', [id]);
	if (!chain.filters.get(id)?.isFull) return found.map((one) => (typeof one === 'string' ? one : writeLog(one)));
	const txs = await Promise.all(found.map((hash) => chain.ask('eth_getTransactionByHash', [hash])));
	return txs.filter(Boolean).map(writeTransaction);
};
const readFilterLogs: Answer = (chain, [id], method) => {
	const criteria = chain.filters.get(id)?.criteria;
	if (!criteria) throw fail('filter not found');
	return readLogs(chain, [criteria], method);
};
const dropFilter: Answer = async (chain, [id], method) => {
	chain.filters.delete(id);
	return await chain.ask(method, [id]);
};

// ---- the pool and the tracer

/** Both pools, what each address or nonce leads to written anew; addresses in the mixed case of EIP-55. */
const writePools =
	(write: (entry: any) => unknown): Answer =>
	async (chain, _, method) => {
		const pools: Json = await chain.ask(method);
		const mapValues = (map: Json, change: (value: any) => unknown) =>
			Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
		const writeKey = (address: string) => writeAddress(Buffer.from(address.slice(2), 'hex'));
		return mapValues(pools, (pool: Json) =>
			Object.fromEntries(Object.entries(pool).map(([address, txs]) => [writeKey(address), mapValues(txs, write)])),
		);
	};
const readPools = writePools(writeTransaction);
const readPoolOf: Answer = async (chain, [address]) => {
	const pools = (await readPools(chain, [], 'txpool_content')) as Json;
	const find = (pool: Json) => Object.entries(pool).find(([one]) => isEqual(one, address))?.[1] ?? {};
	return { pending: find(pools.pending), queued: find(pools.queued) };
};
const writeSummary = (text: string) =>
	text.replace(/^0x[0-9a-f]{40}/i, (address) => writeAddress(Buffer.from(address.slice(2), 'hex')));

const without0x = (text: string) => text.replace(/^0x/, '');
/** A trace in a node's words: anvil's leaves the cost of the transaction itself out of the gas. */
const writeTrace = (trace: any, gas: string, config: Json | null): unknown => {
	if (config?.tracer === 'callTracer') return { ...trace, gas };
	if (config?.tracer) return trace;
	const structLogs = trace.structLogs.map((step: Json) => ({
		...pick(step, 'pc op gas gasCost depth error stack'),
		...(step.memory && { memory: step.memory.map(without0x) }),
		...(step.storage && {
			storage: Object.fromEntries(Object.entries(step.storage).map(([slot, word]) => [without0x(slot), without0x(word as string)])),
		}),
		...(Number(toNumber(step.refund)) && { refund: step.refund }),
	}));
	const { gas: used, failed, returnValue } = trace;
	return { gas: used, failed, returnValue: without0x(returnValue), structLogs };
};
const given = (config: unknown) => (config ? [config] : []);
const traceCall: Answer = async (chain, [tx, at, config]) =>
	writeTrace(await chain.ask('debug_traceCall', [preferInput(tx), at, ...given(config)]), hex(gasOf(tx)), config);
const traceTransaction: Answer = async (chain, [hash, config]) => {
	const tx = await chain.ask('eth_getTransactionByHash', [hash]);
	if (!tx?.blockHash) throw fail('transaction not found');
	return writeTrace(await chain.ask('debug_traceTransaction', [hash, ...given(config)]), tx.gas, config);
};
const traceTransactions = async (chain: EvmChain, block: Json, config: Json | null) => {
	if (block.number === '0x0') throw fail('genesis is not traceable');
	const trace = async ({ hash, gas }: Json) => ({
		txHash: hash,
		result: writeTrace(await chain.ask('debug_traceTransaction', [hash, ...given(config)]), gas, config),
	});
	return await Promise.all(block.transactions.map(trace));
};
const traceNumber: Answer = async (chain, [at, config]) =>
	await traceTransactions(chain, await chain.ask('eth_getBlockByNumber', [at, true]), config);
const traceHash: Answer = async (chain, [hash, config]) => {
	const block = await chain.ask('eth_getBlockByHash', [hash, true]);
	if (!block) throw fail(`block ${hash} not found`);
	return await traceTransactions(chain, block, config);
};

// ---- the tables

const noUncles: Answer = async (chain, [block], method) => {
	const isHash = method.includes('Hash');
	const found = await chain.ask(isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber', [block, false]);
	return found && method.includes('Count') ? '0x0' : null;
};
const orEmpty = forward((value) => value ?? '0x');
const block = async (chain: EvmChain, args: any[], method: string) => writeBlock(await chain.ask(method, args), chain);
const header =
	(method: string): Answer =>
	async (chain, [at]) =>
		writeHeader(await chain.ask(method, [at, false]), chain);
const transaction = forward(orNull(writeTransaction));

/** What every EVM chain here serves. */
export const methods: Record<string, Row> = {
	rpc_modules: ['', ({ namespaces }) => Object.fromEntries(namespaces.map((name) => [name, '1.0']))],
	web3_clientVersion: [
		'',
		({ isHelicon, version }) =>
			isHelicon
				? `avalanchego/${fullVersions[version]} [database=v1.4.5, rpcchainvm=45, go=1.25.10]`
				: `v${fullVersions['1.14']}`,
	],
	web3_sha3: ['data', forward()],
	net_listening: ['', constant(true)],
	net_peerCount: ['', constant('0x0')],
	net_version: ['', ({ isReal, id }) => (isReal ? id : '1')],

	eth_gasPrice: ['', forward()],
	eth_baseFee: ['', readBaseFee],
	eth_maxPriorityFeePerGas: ['', forward()],
	eth_feeHistory: ['count askedBlock percentiles', readFees],
	eth_syncing: ['', constant(false)],

	eth_chainId: ['', forward()],
	eth_blockNumber: ['', forward()],
	eth_getBalance: ['address blockOrHash', forward()],
	eth_getProof: ['address slots blockOrHash', readProof],
	eth_getHeaderByNumber: ['block', header('eth_getBlockByNumber')],
	eth_getHeaderByHash: ['hash', header('eth_getBlockByHash')],
	eth_getBlockByNumber: ['askedBlock bool', async (chain, [asked, isFull], method) => {
		const found = await block(chain, [await chain.resolve(asked), Boolean(isFull)], method);
		return hidePending(found, chain, asked);
	}],
	eth_getBlockByHash: ['hash bool', (chain, [hash, isFull], method) => block(chain, [hash, Boolean(isFull)], method)],
	eth_getUncleByBlockNumberAndIndex: ['blockOrNull index', noUncles],
	eth_getUncleByBlockHashAndIndex: ['hash index', noUncles],
	eth_getUncleCountByBlockNumber: ['blockOrNull', noUncles],
	eth_getUncleCountByBlockHash: ['hash', noUncles],
	eth_getCode: ['address blockOrHash', forward()],
	eth_getStorageAt: ['address text blockOrHash', readStorage],
	eth_getBlockReceipts: ['blockOrHashOrNull', forward(orNull((list: Json[]) => list.map(writeReceipt)))],
	eth_call: ['transaction blockOrHash? overrides? blockOverrides?', call],
	eth_estimateGas: ['transaction blockOrHash? overrides?', estimate],
	eth_createAccessList: ['transaction blockOrHash?', (chain, [tx, at], method) => chain.ask(method, [preferInput(tx), at])],
	eth_getChainConfig: ['', readChainConfig],
	eth_callDetailed: ['transaction blockOrHash overrides?', callDetailed],
	eth_getBadBlocks: ['', constant([])],

	eth_getBlockTransactionCountByNumber: ['blockOrNull', forward()],
	eth_getBlockTransactionCountByHash: ['hash', forward()],
	eth_getTransactionByBlockNumberAndIndex: ['blockOrNull index', transaction],
	eth_getTransactionByBlockHashAndIndex: ['hash index', transaction],
	eth_getRawTransactionByBlockNumberAndIndex: ['blockOrEmpty index', orEmpty],
	eth_getRawTransactionByBlockHashAndIndex: ['hash index', orEmpty],
	eth_getTransactionCount: ['address blockOrPool', forward()],
	eth_getTransactionByHash: ['hash', transaction],
	eth_getRawTransactionByHash: ['hash', orEmpty],
	eth_getTransactionReceipt: ['hash', forward(orNull(writeReceipt))],
	eth_sendRawTransaction: ['data', sendRaw],
	eth_sendTransaction: ['transaction', send],
	eth_fillTransaction: ['transaction', fill],
	eth_sign: ['address data', forward()],
	eth_signTransaction: ['transaction', sign],
	eth_pendingTransactions: ['', readOwnPool],
	eth_resend: ['transaction quantity? quantity?', resend],

	eth_etherbase: ['', constant(coinbase)],
	eth_coinbase: ['', constant(coinbase)],
	eth_accounts: ['', forward()],

	eth_newPendingTransactionFilter: ['bool?', makePendingFilter],
	eth_newBlockFilter: ['', forward()],
	eth_newFilter: ['criteria', makeFilter],
	eth_getFilterChanges: ['filterId', readFilterChanges],
	eth_getFilterLogs: ['filterId', readFilterLogs],
	eth_uninstallFilter: ['filterId', dropFilter],
	eth_getLogs: ['criteria', readLogs],

	txpool_content: ['', readPools],
	txpool_contentFrom: ['address', readPoolOf],
	txpool_inspect: ['', writePools(writeSummary)],
	txpool_status: ['', forward()],

	debug_getRawTransaction: ['hash', orEmpty],
	debug_traceTransaction: ['hash config?', traceTransaction],
	debug_traceBlockByNumber: ['block config?', traceNumber],
	debug_traceBlockByHash: ['hash config?', traceHash],
	debug_traceCall: ['transaction blockOrHash callConfig?', traceCall],
};

/** What the C-Chain has alone, and what chains of the subnet EVM have alone. */
export const cChainMethods: Record<string, Row> = { eth_suggestPriceOptions: ['', suggestPrices] };
export const subnetMethods: Record<string, Row> = {
	eth_feeConfig: ['blockOrHash?', readFeeConfig],
	eth_getActivePrecompilesAt: ['number?', readPrecompiles],
	eth_getActiveRulesAt: ['number?', readRules],
};

/** What a C-Chain serves no more since Helicon, of what is served here. */
export const goneSinceHelicon = ['eth_accounts', 'eth_coinbase', 'eth_etherbase', 'eth_getBadBlocks', 'debug_getRawTransaction'];
