import {
	getBalance,
	listAccounts,
	listAllowances,
	listBalances,
	listTokens,
	nextNonce,
} from '../holdings.mts';
import type { Contract, EvmChain } from '../ledger.mts';
import type { Evm } from './anvil.mts';

/**
 * ERC-20 tokens as bytecode: a contract answers all that EIP-20 lets one ask, and has transfers and an owner. There is no
 * function that approves.
 */

export interface TokenFacts {
	name: string;
	symbol: string;
	/** Collectibles have none. */
	decimals?: number;
	totalSupply: bigint;
}

export const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
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

/** Stands before all else: to jump there ends a call in vain. */
const revert = '6009565b60006000fd5b';
const revertIf = '600357';

/** The owner stands in the last slot. */
const slotOfOwner = 2n ** 256n - 1n;
const readOwner = '60001954';
const ownerTopic = '8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0';
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Moves an amount from the caller, who must hold it. */
const transfer = [
	'602435',
	'3354',
	'818110',
	revertIf,
	'8190033355',
	'600435',
	'818154018155',
	'90600052',
	`337f${transferTopic}`,
	'60206000a3',
	`6001${giveNumber}`,
].join('');
/** Hands the contract over; the caller must be its owner. */
const transferOwnership = [
	readOwner,
	'80331415',
	revertIf,
	'600435',
	'8060001955',
	'90',
	`7f${ownerTopic}`,
	'60006000a3',
	'00',
].join('');

/** The code of the contract. */
export function writeTokenCode({ name, symbol, decimals, totalSupply }: TokenFacts): string {
	/** By selector, in the order of EIP-20. */
	const functions = Object.entries({
		'06fdde03': giveText(name),
		'95d89b41': giveText(symbol),
		...(decimals !== undefined && { '313ce567': pushWord(word(decimals)) + giveNumber }),
		'18160ddd': pushWord(word(totalSupply)) + giveNumber,
		'70a08231': `60043554${giveNumber}`,
		a9059cbb: transfer,
		dd62ed3e: `60043560601b6024351854${giveNumber}`,
		'8da5cb5b': readOwner + giveNumber,
		f2fde38b: transferOwnership,
	});
	const start = `${revert}60003560e01c`;
	const unknown = `6001${revertIf}`;
	let at = (start + unknown).length / 2 + functions.length * 11;
	const places = functions.map(([, body]) => {
		const place = at;
		at += 1 + body.length / 2;
		return place.toString(16).padStart(4, '0');
	});
	const jumps = functions.map(([selector], i) => `8063${selector}1461${places[i]}57`);
	return ['0x', start, ...jumps, unknown, ...functions.map(([, body]) => `5b${body}`)].join('');
}

/** What creates a contract of this code, with these numbers in its slots. */
export function writeCreation(code: string, slots: Array<[slot: bigint, value: bigint]>): string {
	const stores = slots.map(([slot, value]) => `7f${word(value)}7f${word(slot)}55`).join('');
	const size = (code.length / 2 - 1).toString(16).padStart(4, '0');
	const start = (stores.length / 2 + 13).toString(16).padStart(4, '0');
	return `0x${stores}61${size}8061${start}6000396000f3${code.slice(2)}`;
}

/** The contracts that the data service tells of and that have code. */
const listCoded = (chain: EvmChain): Contract[] => [
	...listTokens(chain),
	...listTokens(chain, 'ERC-721'),
];

/** The code of a token that the data service tells of, and what stands in its slots after a block. */
function writeToken(chain: EvmChain, contract: Contract, at = Infinity) {
	const balances = listBalances(chain, contract, at);
	const totalSupply = balances.reduce((sum, [, balance]) => sum + balance, 0n);
	const decimals = contract.ercType === 'ERC-20' ? contract.decimals : undefined;
	const slots: Array<[bigint, bigint]> = [
		...balances.map(([owner, balance]): [bigint, bigint] => [BigInt(owner), balance]),
		...listAllowances(chain, contract, at).map(({ owner, spender, value }): [bigint, bigint] => [
			slotOfAllowance(owner, spender),
			value,
		]),
		[slotOfOwner, BigInt(contract.deployer)],
	];
	const code = writeTokenCode({ ...contract, decimals, totalSupply });
	return { address: contract.address, code, slots };
}

/** Puts the tokens that the data service knows on the chain, with the balances that it tells of, where they are not there yet. */
export async function putTokens(evm: Evm, chain: EvmChain): Promise<void> {
	const put = async (contract: Contract) => {
		if ((await evm.request('eth_getCode', [contract.address, 'latest'])) !== '0x') return;
		const { address, code, slots } = writeToken(chain, contract);
		await Promise.all([
			evm.request('anvil_setCode', [address, code]),
			...slots.map(([slot, value]) =>
				evm.request('anvil_setStorageAt', [address, `0x${word(slot)}`, `0x${word(value)}`]),
			),
		]);
	};
	await Promise.all(listCoded(chain).map(put));
}

/** All tokens as they were after a block, as what a call puts in the place of the state. */
export function writeOverrides(chain: EvmChain, at: number) {
	const write = (contract: Contract) => {
		const { address, code, slots } = writeToken(chain, contract, at);
		const state = slots.map(([slot, value]) => [`0x${word(slot)}`, `0x${word(value)}`]);
		return [address, { code, state: Object.fromEntries(state) }];
	};
	return Object.fromEntries(listCoded(chain).map(write));
}

/** An account has sent what the ledger says, and what it sent since. */
export async function raiseNonce(evm: Evm, chain: EvmChain, account: string): Promise<void> {
	const next = nextNonce(chain, account);
	const sent = Number(await evm.request('eth_getTransactionCount', [account, 'latest']));
	if (next > sent) await evm.request('anvil_setNonce', [account, `0x${next.toString(16)}`]);
}

/** Gives accounts the native balances and nonces that the data service tells of; a chain that goes on has its own by now. */
export async function fillAccounts(evm: Evm, chain: EvmChain): Promise<void> {
	const fill = async (account: string) => {
		const balance = getBalance(chain, account, Infinity);
		const held = BigInt(await evm.request('eth_getBalance', [account, 'latest']));
		if (balance > 0n && held === 0n)
			await evm.request('anvil_setBalance', [account, `0x${balance.toString(16)}`]);
		await raiseNonce(evm, chain, account);
	};
	await Promise.all(listAccounts(chain).map(fill));
}
