import { fail } from '../gorilla.mts';
import { writeAddress } from '../ids.mts';
import { toNumber } from '../wire.mts';
import type { EvmChain } from './chain.mts';
import { writeReverted } from './errors.mts';
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

export const readStorage: Answer = async (chain, [address, slot, at]) => {
	const flaw = readSlot(slot);
	if (flaw) throw fail(`unable to decode storage key: ${flaw}`);
	return await chain.ask('eth_getStorageAt', [address, padSlot(slot), at]);
};
export const readProof: Answer = async (chain, [address, slots, at]) => {
	const asked: string[] = slots ?? [];
	const flaw = asked.map(readSlot).find(Boolean);
	if (flaw) throw fail(flaw);
	const proof = await chain.ask('eth_getProof', [address, asked.map(padSlot), at]);
	const fields = pick(proof, 'address accountProof balance codeHash nonce storageHash storageProof');
	// A key that was shorter than 32 bytes comes back as a number.
	const writeKey = (slot: string) =>
		padSlot(slot).length === slot.length ? slot : hex(BigInt(padSlot(slot)));
	return {
		...fields,
		storageProof: fields.storageProof.map((entry: Json, i: number) => ({
			...{
				key: writeKey(asked[i]!),
				value: entry.value,
				proof: entry.proof.filter((node: string) => node !== '0x80'),
			},
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
export const gasOf = (tx: Json | null) => (tx?.gas ? BigInt(tx.gas) : mostGas);
/** Of data and input, input is meant. */
export const preferInput = (tx: Json | null) =>
	tx?.input === undefined ? (tx ?? {}) : { ...tx, data: undefined };

export const call: Answer = async (chain, [tx, at, ...overrides]) => {
	if (!overrides[0])
		await checkFunds(chain, tx, at, (reason) => `err: ${reason} (supplied gas ${gasOf(tx)})`);
	return await chain.ask('eth_call', [preferInput(tx), at, ...overrides]);
};
export const estimate: Answer = async (chain, [tx, at, ...overrides]) => {
	if (!overrides[0])
		await checkFunds(
			chain,
			tx,
			at,
			(reason) => `failed with ${tx.gas ? gasOf(tx) : 10_000_000} gas: ${reason}`,
		);
	return await chain.ask('eth_estimateGas', [preferInput(tx), at, ...overrides]);
};
export const callDetailed: Answer = async (chain, [tx, at, stateOverrides]) => {
	if (!stateOverrides)
		await checkFunds(chain, tx, at, (reason) => `err: ${reason} (supplied gas ${gasOf(tx)})`);
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
