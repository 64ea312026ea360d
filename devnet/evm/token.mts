import { listBalances } from '../holdings.mts';
import { demoAccount } from '../ledger.mts';
import type { EvmChain } from '../ledger.mts';
import type { Evm } from './anvil.mts';

/** ERC-20 tokens as bytecode: a contract answers all that EIP-20 lets one ask, and moves nothing. */

export interface TokenFacts {
	name: string;
	symbol: string;
	decimals: number;
	totalSupply: bigint;
}

const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const pushWord = (digits: string) => `7f${digits.padEnd(64, '0')}`;
const giveBack = (bytes: number) => `60${bytes.toString(16).padStart(2, '0')}6000f3`;
/** Returns the number on the stack. */
const giveNumber = `600052${giveBack(32)}`;
/** Returns a text of at most 32 bytes. */
const giveText = (text: string) => {
	const digits = Buffer.from(text).toString('hex');
	const length = pushWord(word(digits.length / 2));
	return `6020600052${length}602052${pushWord(digits)}604052${giveBack(96)}`;
};

/** What an account holds stands in the slot of its address; what another may spend of it stands here. */
export const slotOfAllowance = (owner: string, spender: string): bigint =>
	BigInt.asUintN(256, BigInt(owner) << 96n) ^ BigInt(spender);

/** The code of the contract. */
export function writeTokenCode({ name, symbol, decimals, totalSupply }: TokenFacts): string {
	/** By selector, in the order of EIP-20. */
	const functions = Object.entries({
		'06fdde03': giveText(name),
		'95d89b41': giveText(symbol),
		'313ce567': pushWord(word(decimals)) + giveNumber,
		'18160ddd': pushWord(word(totalSupply)) + giveNumber,
		'70a08231': `60043554${giveNumber}`,
		dd62ed3e: `60043560601b6024351854${giveNumber}`,
	});
	const start = '60003560e01c';
	const revert = '60006000fd';
	let at = (start + revert).length / 2 + functions.length * 11;
	const places = functions.map(([, body]) => {
		const place = at;
		at += 1 + body.length / 2;
		return place.toString(16).padStart(4, '0');
	});
	const jumps = functions.map(([selector], i) => `8063${selector}1461${places[i]}57`);
	return ['0x', start, ...jumps, revert, ...functions.map(([, body]) => `5b${body}`)].join('');
}

/** What creates a contract of this code, with these numbers in its slots. */
export function writeCreation(code: string, slots: Array<[slot: bigint, value: bigint]>): string {
	const stores = slots.map(([slot, value]) => `7f${word(value)}7f${word(slot)}55`).join('');
	const size = (code.length / 2 - 1).toString(16).padStart(4, '0');
	const start = (stores.length / 2 + 13).toString(16).padStart(4, '0');
	return `0x${stores}61${size}8061${start}6000396000f3${code.slice(2)}`;
}

/** Puts the tokens that the data service knows on the chain, with the balances that it tells of. */
export async function putTokens(evm: Evm, chain: EvmChain): Promise<void> {
	const coins = chain.contracts.filter(({ ercType }) => ercType === 'ERC-20');
	const splitter = chain.contracts.find(({ ercType }) => ercType === 'UNKNOWN')!.address;
	const tokens = coins.map((coin) => {
		const balances = listBalances(chain, coin);
		const totalSupply = balances.reduce((sum, [, balance]) => sum + balance, 0n);
		const slots: Array<[bigint, bigint]> = [
			...balances.map(([owner, balance]): [bigint, bigint] => [BigInt(owner), balance]),
			[slotOfAllowance(demoAccount, splitter), 5n * 10n ** BigInt(coin.decimals)],
		];
		return { address: coin.address, code: writeTokenCode({ ...coin, totalSupply }), slots };
	});
	await Promise.all(
		tokens.flatMap(({ address, code, slots }) => [
			evm.request('anvil_setCode', [address, code]),
			...slots.map(([slot, value]) =>
				evm.request('anvil_setStorageAt', [address, `0x${word(slot)}`, `0x${word(value)}`]),
			),
		]),
	);
}
