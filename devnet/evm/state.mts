import { fail } from '../jsonRpc.mts';
import { writeAddress } from '../ids.mts';
import { toNumber } from '../json.mts';
import { blockGasLimit, coinbase } from './anvil.mts';
import type { EvmChain } from './chain.mts';
import { writeReverted, writeText } from './errors.mts';
import type { Answer } from './methods.mts';
import { hex, pick } from './records.mts';
import type { Json } from './records.mts';

/** Fees, storage and calls: what is read from the state of a chain. */

export const suggestPrices: Answer = async (chain) => {
	const [tip, baseFee] = [
		BigInt(await chain.ask('eth_maxPriorityFeePerGas')),
		BigInt(await readBaseFee(chain)),
	];
	const price = (percent: bigint) => {
		const own = (tip * percent) / 100n || 1n;
		return { maxPriorityFeePerGas: hex(own), maxFeePerGas: hex(2n * baseFee + own) };
	};
	return { slow: price(95n), normal: price(100n), fast: price(105n) };
};
export const readBaseFee = async (chain: EvmChain): Promise<string> =>
	(await chain.ask('eth_feeHistory', ['0x1', 'latest', []])).baseFeePerGas.at(-1);

export const readFees: Answer = async (chain, [count, last, percentiles]) => {
	const given: number[] = (percentiles ?? []).map(toNumber);
	given.forEach((share, i) => {
		if (share < 0 || share > 100) throw fail(`invalid reward percentile: ${share.toFixed(6)}`);
		const before = given[i - 1];
		if (i && share <= before!)
			throw fail(
				`invalid reward percentile: #${i - 1}:${before!.toFixed(6)} >= #${i}:${share.toFixed(6)}`,
			);
	});
	const [asked, head] = [await chain.findNumber(last), await chain.head()];
	if (asked > head) throw fail(`request beyond head block: requested ${asked}, head ${head}`);
	const blocks = Math.min(Number(toNumber(count)), Math.max(0, asked + 1 - chain.first));
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

export const readStorage: Answer = async (chain, [address, slot, at]) => {
	const flaw = readSlot(slot ?? '');
	if (flaw) throw fail(`unable to decode storage key: ${flaw}`);
	return await chain.ask('eth_getStorageAt', [address, padSlot(slot ?? ''), at]);
};
export const readProof: Answer = async (chain, [address, slots, at]) => {
	const asked: string[] = slots ?? [];
	const flaw = asked.map(readSlot).find(Boolean);
	if (flaw) throw fail(flaw);
	const proof = await chain.ask('eth_getProof', [address, asked.map(padSlot), at]);
	const fields = pick(
		proof,
		'address accountProof balance codeHash nonce storageHash storageProof',
	);
	// A key that was shorter than 32 bytes comes back as a number.
	const writeKey = (slot: string) =>
		padSlot(slot).length === slot.length ? slot : hex(BigInt(padSlot(slot)));
	return {
		...fields,
		storageProof: fields.storageProof.map((entry: Json, i: number) => ({
			key: writeKey(asked[i]!),
			value: entry.value,
			proof: entry.proof.filter((node: string) => node !== '0x80'),
		})),
	};
};

const mostGas = 50_000_000n;
/** Gas of a transaction that does nothing. */
const leastGas = 21_000n;
export const gasOf = (tx: Json | null) => (tx?.gas ? BigInt(tx.gas) : mostGas);
/** Gas that a transaction costs before it does anything. */
export function intrinsicGas({ data, to, accessList }: Json): number {
	const bytes = Buffer.from((data ?? '0x').slice(2), 'hex');
	const zeros = bytes.filter((byte) => byte === 0).length;
	const creation = to ? 0 : 32_000 + 2 * Math.ceil(bytes.length / 32);
	const listed = ((accessList ?? []) as Json[]).reduce(
		(sum, { storageKeys }) => sum + 2_400 + 1_900 * storageKeys.length,
		0,
	);
	return Number(leastGas) + 4 * zeros + 16 * (bytes.length - zeros) + creation + listed;
}

/** What is wrong with a call whatever the chain is like; thrown. */
function checkCall(tx: Json | null, { id }: EvmChain): void {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, chainId } = tx ?? {};
	if (gasPrice && (maxFeePerGas || maxPriorityFeePerGas))
		throw fail('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified');
	if (chainId && String(BigInt(chainId)) !== id)
		throw fail(`chainId does not match node's (have=${BigInt(chainId)}, want=${id})`);
}
/** The same of what shall be sent, and what the node would fill in could not help; thrown. */
export async function checkTransaction(tx: Json | null, chain: EvmChain): Promise<void> {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, data, input, to } = tx ?? {};
	if (!gasPrice && maxFeePerGas) {
		const tip = maxPriorityFeePerGas ?? (await chain.ask('eth_maxPriorityFeePerGas'));
		if (maxPriorityFeePerGas && !BigInt(maxFeePerGas)) throw fail('maxFeePerGas must be non-zero');
		if (BigInt(maxFeePerGas) < BigInt(tip))
			throw fail(
				`maxFeePerGas (${hex(BigInt(maxFeePerGas))}) < maxPriorityFeePerGas (${hex(BigInt(tip))})`,
			);
	}
	// Since both would be signed, they must say the same.
	if (data && input && data.toLowerCase() !== input.toLowerCase())
		throw fail(
			'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
		);
	if (!to && (input ?? data ?? '0x') === '0x')
		throw fail('contract creation without any data provided');
	checkCall(tx, chain);
}

const nameSender = ({ from = `0x${'0'.repeat(40)}` }: Json) =>
	`address ${writeAddress(Buffer.from(from.slice(2), 'hex'))}`;
const feeOf = ({ gasPrice, maxFeePerGas }: Json) => BigInt(maxFeePerGas ?? gasPrice ?? 0);
function findFeeFlaw(tx: Json): string | undefined {
	const [fee, tip] = [feeOf(tx), BigInt(tx.maxPriorityFeePerGas ?? 0)];
	const fees = `maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${fee}`;
	return fee < tip
		? `max priority fee per gas higher than max fee per gas: ${nameSender(tx)}, ${fees}`
		: undefined;
}
async function findFundsFlaw(chain: EvmChain, tx: Json, at: unknown, want: bigint) {
	if (!want) return undefined;
	const have = BigInt(await chain.ask('eth_getBalance', [tx.from ?? `0x${'0'.repeat(40)}`, at]));
	return have < want
		? `insufficient funds for gas * price + value: ${nameSender(tx)} have ${have} want ${want}`
		: undefined;
}
/** Why a call would not begin; undefined where it would. Its sender may have been made rich for it. */
async function findFlaw(chain: EvmChain, tx: Json, at: unknown, isOverridden = false) {
	const flaw = findFeeFlaw(tx);
	if (flaw) return flaw;
	const want = gasOf(tx) * feeOf(tx) + BigInt(tx.value ?? 0);
	const unpaid = isOverridden ? undefined : await findFundsFlaw(chain, tx, at, want);
	if (unpaid) return unpaid;
	const least = intrinsicGas(tx);
	return gasOf(tx) < least ? `intrinsic gas too low: have ${gasOf(tx)}, want ${least}` : undefined;
}
/** Of data and input, input is meant. */
export const preferInput = ({ input, data, ...tx }: Json): Json => ({ ...tx, data: input ?? data });

/** A call as it begins; throws where it does not, with what the method says of the reason. */
export async function beginCall(
	chain: EvmChain,
	[given, at, overrides]: unknown[],
	write: (reason: string, tx: Json) => string,
): Promise<Json> {
	const tx = preferInput(given ?? {});
	checkCall(tx, chain);
	const flaw = await findFlaw(chain, tx, at, Boolean(overrides));
	if (flaw) throw fail(write(flaw, tx));
	return tx;
}
const writeCallFlaw = (reason: string, tx: Json) => `err: ${reason} (supplied gas ${gasOf(tx)})`;

export const call: Answer = async (chain, args) =>
	await chain.ask('eth_call', [await beginCall(chain, args, writeCallFlaw), ...args.slice(1)]);
export const callDetailed: Answer = async (chain, args) => {
	const tx = await beginCall(chain, args, writeCallFlaw);
	const [, at, stateOverrides] = args;
	const config = { tracer: 'callTracer', ...(stateOverrides && { stateOverrides }) };
	const trace = await chain.ask('debug_traceCall', [tx, at, config]);
	const { gasUsed, error = '', output = '0x' } = trace;
	const isReverted = error === 'execution reverted' && output !== '0x';
	return {
		gas: Number(gasUsed),
		errCode: isReverted ? 3 : 0,
		err: isReverted ? writeReverted(output) : writeText(error),
		returnData: output,
	};
};
export const estimate: Answer = async (chain, [given, at, ...overrides]) => {
	const tx = preferInput(given ?? {});
	checkCall(tx, chain);
	// What is too little for any transaction is no limit.
	if (tx.gas && BigInt(tx.gas) < leastGas) delete tx.gas;
	const unpaid = async () => await findFundsFlaw(chain, tx, at, BigInt(tx.value ?? 0));
	const flaw = findFeeFlaw(tx) ?? (overrides[0] ? undefined : await unpaid());
	if (flaw) throw fail(`failed with ${tx.gas ? BigInt(tx.gas) : blockGasLimit} gas: ${flaw}`);
	return await chain.ask('eth_estimateGas', [tx, at, ...overrides]);
};

/** What a call touches, whether it fails or not. */
async function findTouched(chain: EvmChain, tx: Json, at: unknown): Promise<Json[]> {
	const state: Json = await chain.ask('debug_traceCall', [tx, at, { tracer: 'prestateTracer' }]);
	const touched = Object.entries(state).map(([address, { storage = {} }]) => ({
		address,
		storageKeys: Object.keys(storage),
	}));
	const named = [tx.from, tx.to, coinbase].map((address: string | undefined) =>
		address?.toLowerCase(),
	);
	const isFree = (address: string) =>
		named.includes(address.toLowerCase()) || BigInt(address) < 256n;
	return touched.filter(({ address, storageKeys }) => storageKeys.length || !isFree(address));
}
export const listAccess: Answer = async (chain, [given, at], method) => {
	await checkTransaction(given, chain);
	const tx = preferInput(given);
	const tip = async () => BigInt(await chain.ask('eth_maxPriorityFeePerGas'));
	const fee = feeOf(tx) || 2n * BigInt(await readBaseFee(chain)) + (await tip());
	const paid = tx.gasPrice ? tx : { ...tx, maxFeePerGas: hex(fee) };
	const flaw = await findFlaw(chain, paid, at);
	if (flaw) {
		const { tx: filled } = await chain.ask('eth_fillTransaction', [
			{ ...paid, gas: hex(gasOf(tx)) },
		]);
		throw fail(`failed to apply transaction: ${filled.hash} err: ${flaw}`);
	}
	const { error, gasUsed } = await chain.ask('debug_traceCall', [tx, at, { tracer: 'callTracer' }]);
	if (!error) return await chain.ask(method, [tx, at]);
	return { accessList: await findTouched(chain, tx, at), error: writeText(error), gasUsed };
};
