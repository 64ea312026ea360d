import type { Contract, ErcType, EvmChain } from './ledger.mts';

/** What the ledger of an EVM chain says of an address: its transactions, balances and tokens. */

/** Addresses are the same in any case of letters. */
export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const listTransactions = (chain: EvmChain) =>
	chain.blocks.flatMap(({ transactions }) => transactions);
export const listTransfers = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ transfers }) => transfers);
export const listInternals = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ internals }) => internals);

const firstBalance = 10n ** 24n;

/** Smallest units of the native token an address held after block `at`. */
export function getBalance(chain: EvmChain, address: string, at: number): bigint {
	const change = (from: string, to: string, value: bigint) =>
		(isSame(to, address) ? value : 0n) - (isSame(from, address) ? value : 0n);
	let balance = 0n;
	let known = false;
	for (const transaction of listTransactions(chain)) {
		known ||= isSame(transaction.from, address);
		if (transaction.block.number > at) continue;
		if (transaction.success) balance += change(transaction.from, transaction.to, transaction.value);
		if (isSame(transaction.from, address)) balance -= transaction.gasUsed * transaction.gasPrice;
		for (const { from, to, value } of transaction.internals) balance += change(from, to, value);
	}
	return known ? balance + firstBalance : balance;
}

export interface Holding {
	contract: Contract;
	tokenId: string;
	amount: bigint;
}

/** The tokens of one kind that an address held after block `at`, with their amounts. */
export function listHoldings(chain: EvmChain, ercType: ErcType, address: string, at = Infinity) {
	const held = new Map<string, Holding>();
	for (const { contract, tokenId = '', from, to, value, transaction } of listTransfers(chain)) {
		if (contract.ercType !== ercType || transaction.block.number > at) continue;
		if (!isSame(from, address) && !isSame(to, address)) continue;
		const key = `${contract.address}/${tokenId}`;
		const before = held.get(key)?.amount ?? 0n;
		held.set(key, {
			contract,
			tokenId,
			amount: before + (isSame(to, address) ? value : 0n) - (isSame(from, address) ? value : 0n),
		});
	}
	return [...held.values()].filter(({ amount }) => amount > 0n);
}

/** The accounts that ever held a token of an ERC-20 contract, with what they hold. */
export const listBalances = (chain: EvmChain, contract: Contract): Array<[string, bigint]> => {
	const own = listTransfers(chain).filter((transfer) => transfer.contract === contract);
	const balances = new Map<string, bigint>();
	for (const { from, to, value } of own) {
		balances.set(from, (balances.get(from) ?? 0n) - value);
		balances.set(to, (balances.get(to) ?? 0n) + value);
	}
	return [...balances].filter(([, balance]) => balance > 0n);
};
