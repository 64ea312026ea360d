import type { Approval, Contract, ErcType, EvmChain, Internal } from './ledger.mts';
import { timeOfBlock } from './past.mts';

/** What the ledger of an EVM chain says of an address: its transactions, balances and tokens. */

/** Addresses are the same in any case of letters. */
export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const listTransactions = (chain: EvmChain) =>
	chain.blocks.flatMap(({ transactions }) => transactions);
export const listTransfers = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ transfers }) => transfers);
export const listInternals = (chain: EvmChain) =>
	listTransactions(chain).flatMap(({ internals }) => internals);

/** Those before the indexed blocks, too. */
export const listEveryTransaction = (chain: EvmChain) =>
	[...chain.past, ...chain.blocks].flatMap(({ transactions }) => transactions);
export const listEveryTransfer = (chain: EvmChain) =>
	listEveryTransaction(chain).flatMap(({ transfers }) => transfers);
export const listEveryInternal = (chain: EvmChain) =>
	listEveryTransaction(chain).flatMap(({ internals }) => internals);

/** Of the next transaction of an address. */
export const nextNonce = (chain: EvmChain, address: string): number =>
	listEveryTransaction(chain).reduce(
		(next, { from, nonce }) => (isSame(from, address) ? Math.max(next, nonce + 1) : next),
		0,
	);

const firstBalance = 10n ** 24n;
const weiOfNano = 10n ** 9n;

/** Whether it moves money of its own: a creation by an account is its transaction once more. */
const moves = ({ transaction, type, from, isReverted }: Internal): boolean =>
	transaction.success &&
	!isReverted &&
	!['DELEGATECALL', 'CALLCODE'].includes(type) &&
	!isSame(from, transaction.from);

/** Addresses that a chain can tell a native balance of. */
export function listAccounts(chain: EvmChain): string[] {
	const transactions = listEveryTransaction(chain);
	const named = transactions.flatMap(({ from, to, internals }) => [
		from,
		to,
		...internals.map((internal) => internal.to),
	]);
	const wallets = chain.atomics.map(({ wallet }) => wallet);
	return [...new Set([...Object.keys(chain.endowed), ...named, ...wallets])];
}

/** Smallest units of the native token an address held after block `at`. */
export function getBalance(chain: EvmChain, address: string, at: number): bigint {
	const change = (from: string, to: string, value: bigint) =>
		(isSame(to, address) ? value : 0n) - (isSame(from, address) ? value : 0n);
	const endowment = Object.entries(chain.endowed).find(([owner]) => isSame(owner, address));
	let balance = endowment?.[1] ?? 0n;
	let known = false;
	for (const transaction of listEveryTransaction(chain)) {
		known ||= isSame(transaction.from, address);
		if (transaction.block.number > at) continue;
		if (transaction.success) balance += change(transaction.from, transaction.to, transaction.value);
		if (isSame(transaction.from, address)) balance -= transaction.gasUsed * transaction.gasPrice;
		for (const { from, to, value } of transaction.internals.filter(moves))
			balance += change(from, to, value);
	}
	for (const { block, type, wallet, amount, fee } of chain.atomics) {
		if (block.number > at || !isSame(wallet, address)) continue;
		balance += (type === 'ImportTx' ? amount : -amount - fee) * weiOfNano;
	}
	return known && !endowment ? balance + firstBalance : balance;
}

export interface Holding {
	contract: Contract;
	tokenId: string;
	amount: bigint;
}

/** The tokens of one kind that an address held after block `at`, with their amounts. */
export function listHoldings(chain: EvmChain, ercType: ErcType, address: string, at = Infinity) {
	const held = new Map<string, Holding>();
	for (const transfer of listEveryTransfer(chain)) {
		const { contract, tokenId = '', from, to, value, transaction } = transfer;
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
	const grown = [...held.values()].map((holding) => grow(holding, chain, at));
	return grown.filter(({ amount }) => amount > 0n);
}

/** What a token that grows has grown to by a block. */
function grow<T extends Pick<Holding, 'contract' | 'amount'>>(
	holding: T,
	chain: EvmChain,
	at: number,
): T {
	if (!holding.contract.growsDaily) return holding;
	const time = Number.isFinite(at) ? timeOfBlock(chain, at) : chain.blocks.at(-1)!.timestamp;
	const days = BigInt(Math.floor((time - chain.past[0]!.timestamp) / 86_400));
	return { ...holding, amount: (holding.amount * (10_000n + days)) / 10_000n };
}

/** The contracts of a kind that the data service tells of. */
export const listTokens = (chain: EvmChain, type: ErcType = 'ERC-20'): Contract[] => {
	const moved = listEveryTransfer(chain).map(({ contract }) => contract);
	return [...new Set([...chain.contracts, ...moved])].filter(({ ercType }) => ercType === type);
};

/** The accounts that hold a token of a contract after a block, by default the last one, with what they hold. */
export const listBalances = (
	chain: EvmChain,
	contract: Contract,
	at = Infinity,
): Array<[string, bigint]> => {
	const balances = new Map<string, bigint>();
	for (const { contract: moved, from, to, value, transaction } of listEveryTransfer(chain)) {
		if (moved !== contract || transaction.block.number > at) continue;
		balances.set(from, (balances.get(from) ?? 0n) - value);
		balances.set(to, (balances.get(to) ?? 0n) + value);
	}
	return [...balances]
		.filter(([, balance]) => balance > 0n)
		.map(([owner, amount]) => [owner, grow({ contract, amount }, chain, at).amount]);
};

/** What owners let others spend of a token after a block, the last word of each. */
export const listAllowances = (chain: EvmChain, contract: Contract, at = Infinity): Approval[] => {
	const approvals = listEveryTransaction(chain)
		.filter(({ block }) => block.number <= at)
		.flatMap(({ approvals: own = [] }) => own)
		.filter((approval) => approval.contract === contract);
	const keyed = approvals.map((one): [string, Approval] => [`${one.owner}/${one.spender}`, one]);
	return [...new Map(keyed).values()];
};
