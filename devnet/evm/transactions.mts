import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Ethers from 'ethers';
import { fail } from '../jsonRpc.mts';
import { writeAddress } from '../ids.mts';
import { blockGasLimit } from './anvil.mts';
import type { EvmChain } from './chain.mts';
import type { Answer } from './methods.mts';
import { hex, pick, writeTransaction } from './records.mts';
import type { Json } from './records.mts';
import { checkTransaction, intrinsicGas, preferInput } from './state.mts';

/** Transactions that are sent, signed, filled in, and wait. */

const isEqual = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

let ethers: typeof Ethers | undefined;
/** A signed transaction in its parts. */
function decodeTransaction(raw: string): Ethers.Transaction {
	ethers ??= createRequire(join(process.cwd(), 'package.json'))('ethers') as typeof Ethers;
	return ethers.Transaction.from(raw);
}
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
	const size = isLong
		? Number.parseInt(list.toString('hex', 1, 1 + sizeBytes) || 'ff', 16)
		: list[0]! - 0xc0;
	if (list.length < 1 + sizeBytes + size) return 'rlp: value size exceeds available input length';
	try {
		if (decodeTransaction(raw).signature) return undefined;
	} catch {
		// An element is missing here, too.
	}
	return `rlp: too few elements for ${type}`;
}

/** Why a node would not take a signed transaction; undefined where it would. */
async function findRefusal(chain: EvmChain, raw: string): Promise<string | undefined> {
	const flaw = findFlaw(raw);
	if (flaw) return flaw;
	const tx = decodeTransaction(raw);
	const { gasLimit, nonce, value, from, chainId, hash } = tx;
	const price = tx.maxFeePerGas ?? tx.gasPrice!;
	const fee = gasLimit * price;
	const writeFee = (amount: bigint) => (Number(amount / 10n ** 14n) / 1e4).toFixed(2);
	if (fee > 100n * 10n ** 18n)
		return `tx fee (${writeFee(fee)} ether) exceeds the configured cap (100.00 ether)`;
	if (chainId === 0n) return 'only replay-protected (EIP-155) transactions allowed over RPC';
	if (String(chainId) !== chain.id || !from) return 'invalid sender';
	const [known, confirmed, balance] = await Promise.all([
		chain.ask('eth_getTransactionByHash', [hash]),
		chain.ask('eth_getTransactionCount', [from, 'latest']),
		chain.ask('eth_getBalance', [from, 'latest']),
	]);
	if (known && known.blockHash === null) return 'already known';
	if (gasLimit > blockGasLimit)
		return `exceeds block gas limit: tx gas (${gasLimit}) > current max gas (${blockGasLimit})`;
	if (price < 1n)
		return `transaction underpriced: address ${from} have gas fee cap (${price}) < pool minimum fee cap (1)`;
	const least = intrinsicGas(tx);
	if (gasLimit < least)
		return `intrinsic gas too low: address ${from} tx gas (${gasLimit}), minimum needed ${least}`;
	if (nonce < Number(confirmed))
		return `nonce too low: next nonce ${Number(confirmed)}, tx nonce ${nonce}`;
	const [cost, owned] = [fee + value, BigInt(balance)];
	return owned < cost
		? `insufficient funds for gas * price + value: balance ${owned}, tx cost ${cost}, overshot ${cost - owned}`
		: undefined;
}

/**
 * Anvil mines a moment after it took a transaction; who asks at once shall find it, unless mining is switched off or
 * it waits for others before it.
 */
async function settle(chain: EvmChain, hash: string): Promise<string> {
	const isMining = await chain.ask('anvil_getAutomine');
	const isNext = async () => (await readPool(chain)).some((one) => one.hash === hash);
	for (let looks = 0; isMining && looks < 2_000 && (await isNext()); looks++);
	return hash;
}
async function checkSender(chain: EvmChain, tx: Json | null): Promise<void> {
	const own = await readOwn(chain);
	if (!own.some((one) => isEqual(one, tx?.from ?? ''))) throw fail('unknown account');
}
export const sendRaw: Answer = async (chain, [raw]) => {
	const refusal = await findRefusal(chain, raw);
	if (refusal) throw fail(refusal);
	return await settle(chain, await chain.ask('eth_sendRawTransaction', [raw]));
};
export const send: Answer = async (chain, [tx], method) => {
	await checkSender(chain, tx);
	await checkTransaction(tx, chain);
	const { tx: filled } = await chain.ask('eth_fillTransaction', [preferInput(tx)]);
	return await sendRaw(
		chain,
		[await chain.ask('eth_signTransaction', [{ ...filled, from: tx.from }])],
		method,
	);
};

const lowerAddress = ({ address, storageKeys }: { address: string; storageKeys: string[] }) => ({
	address: address.toLowerCase(),
	storageKeys,
});
/** A transaction outside of any chain, unsigned or signed. */
const writeOffline = (tx: Json) => ({
	...pick(tx, 'type chainId nonce to gas'),
	gasPrice: tx.type === '0x2' ? null : (tx.gasPrice ?? null),
	maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? null,
	maxFeePerGas: tx.maxFeePerGas ?? null,
	...pick(tx, 'value input accessList v r s yParity hash'),
});
export const fill: Answer = async (chain, [tx]) => {
	await checkTransaction(tx, chain);
	const { raw, tx: filled } = await chain.ask('eth_fillTransaction', [preferInput(tx)]);
	// Nothing in an old transaction names the chain before it is signed.
	return {
		raw,
		tx: writeOffline(filled.type === '0x0' ? { ...filled, chainId: undefined } : filled),
	};
};
export const sign: Answer = async (chain, [tx]) => {
	if (!tx?.gas) throw fail('gas not specified');
	if (!tx.gasPrice && !(tx.maxFeePerGas && tx.maxPriorityFeePerGas))
		throw fail('missing gasPrice or maxFeePerGas/maxPriorityFeePerGas');
	if (!tx.nonce) throw fail('nonce not specified');
	await checkTransaction(tx, chain);
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
			...(type && {
				accessList: signed.accessList!.map(lowerAddress),
				yParity: hex(signature!.yParity),
			}),
			v: hex(
				type
					? signature!.yParity
					: signature!.legacyChainId! * 2n + 35n + BigInt(signature!.yParity),
			),
			r: hex(BigInt(signature!.r)),
			s: hex(BigInt(signature!.s)),
			hash: signed.hash,
		}),
	};
};
/** Sends a waiting transaction of the node's own account again, with other fees. */
export const resend: Answer = async (chain, [tx, gasPrice, gasLimit]) => {
	if (!tx?.nonce) throw fail('missing transaction nonce in transaction spec');
	const { tx: filled } = await chain.ask('eth_fillTransaction', [preferInput(tx)]);
	const isSame = (one: Json) =>
		isEqual(one.from, tx.from) &&
		['nonce', 'to', 'value', 'input', 'gas'].every((name) => one[name] === filled[name]);
	if (!(await readPool(chain)).some(isSame)) throw fail(`transaction ${filled.hash} not found`);
	const { maxFeePerGas, maxPriorityFeePerGas, ...rest } = preferInput(tx);
	const fees = gasPrice ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas };
	return await chain.ask('eth_sendTransaction', [
		{ ...rest, ...fees, ...(gasLimit && { gas: gasLimit }) },
	]);
};
/** The transactions that can go into the next block. */
const readPool = async (chain: EvmChain): Promise<Json[]> => {
	const { pending } = await chain.ask('txpool_content');
	return Object.values(pending).flatMap((byNonce) => Object.values(byNonce as Json));
};
const readOwn = async (chain: EvmChain): Promise<string[]> => await chain.ask('eth_accounts');
export const readOwnPool: Answer = async (chain) => {
	const own = await readOwn(chain);
	return (await readPool(chain))
		.filter(({ from }) => own.some((one) => isEqual(one, from)))
		.map((tx) => writeTransaction(tx));
};

/** Both pools, what each address or nonce leads to written anew; addresses in the mixed case of EIP-55. */
export const writePools =
	(write: (entry: any) => unknown): Answer =>
	async (chain, _, method) => {
		const pools: Json = await chain.ask(method);
		const mapValues = (map: Json, change: (value: any) => unknown) =>
			Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
		const writeKey = (address: string) => writeAddress(Buffer.from(address.slice(2), 'hex'));
		return mapValues(pools, (pool: Json) =>
			Object.fromEntries(
				Object.entries(pool).map(([address, txs]) => [writeKey(address), mapValues(txs, write)]),
			),
		);
	};
export const readPools = writePools(writeTransaction);
export const readPoolOf: Answer = async (chain, [address]) => {
	const pools = (await readPools(chain, [], 'txpool_content')) as Json;
	const find = (pool: Json) =>
		Object.entries(pool).find(([one]) => isEqual(one, address))?.[1] ?? {};
	return { pending: find(pools.pending), queued: find(pools.queued) };
};
export const writeSummary = (text: string) =>
	text.replace(/^0x[0-9a-f]{40}/i, (address) => writeAddress(Buffer.from(address.slice(2), 'hex')));
