/** What the wallets of a treasury did in the year before the indexed blocks of three chains: payments of every kind. */
import { identify, makeRecordedTx } from './atomicTx.mts';
import { makeAddress, makeHex, throwDice, type Dice } from './ids.mts';
import { tokenMethods, zeroAddress } from './ledger.mts';
import type { Atomic, Block, Contract, EvmChain, Transaction, Transfer } from './ledger.mts';

/** Ten wallets with transactions in past months alone, the same for every seed. */
const allWallets = Array.from({ length: 10 }, (_, i) => makeAddress('treasury wallet', i));
/** Those on the C-Chain. */
export const treasuryWallets = allWallets.slice(0, 3);
/** As the examples call them. */
export const treasuryNames = ['Operations', 'Payroll', 'Reserve'];
const walletsOf: Record<string, string[]> = {
	'43114': treasuryWallets,
	'1': allWallets.slice(3, 7),
	'432204': allWallets.slice(7),
};

const days = 400;
const daySeconds = 86_400;
const wei = 10n ** 18n;

const makeToken = (
	name: string,
	symbol: string,
	decimals: number,
	ercType: Contract['ercType'],
) => ({
	name,
	symbol,
	decimals,
	ercType,
	address: makeAddress('treasury token', symbol),
	deployer: makeAddress('treasury token deployer'),
	txHash: makeHex(32, 'treasury token', symbol),
	isDescribed: false,
});
const euro = makeToken('Demo Euro', 'DEUR', 6, 'ERC-20');
/** Its balances grow each day, and no transfer says so. */
const yielding: Contract = { ...makeToken('Demo Yield', 'DYLD', 18, 'ERC-20'), growsDaily: true };
const ticket = makeToken('Demo Ticket', 'TICK', 0, 'ERC-721');

/** When a block was made that holds nothing: blocks lie evenly between the beginning and those that are indexed. */
export function timeOfBlock(chain: EvmChain, number: number): number {
	const [first] = chain.blocks;
	if (!first) return chain.genesis;
	const share = (first.timestamp - chain.genesis) * (number / first.number);
	return chain.genesis + Math.floor(share);
}

/** A block without a transaction, from before those that are indexed. */
export const makeEmptyBlock = (chain: EvmChain, number: number): Block => ({
	number,
	hash: makeHex(32, chain.chainId, 'empty block', number),
	parentHash: makeHex(32, chain.chainId, 'empty block', number - 1),
	timestamp: timeOfBlock(chain, number),
	transactions: [],
});

const quietHash = ({ chainId }: EvmChain, number: number): string =>
	`${makeHex(24, chainId, 'quiet transaction', number)}${number.toString(16).padStart(16, '0')}`;

/** A block of strangers, from before those that are indexed. Nobody makes a block without a transaction. */
export function makeQuietBlock(chain: EvmChain, number: number): Block {
	const block = makeEmptyBlock(chain, number);
	if (number < 1) return block;
	const [from, to] = ['sender', 'contract'].map((who) => makeAddress('stranger', who));
	block.transactions.push({
		block,
		from: from!,
		to: to!,
		nonce: number,
		value: 0n,
		success: true,
		type: 2,
		index: 0,
		hash: quietHash(chain, number),
		gasLimit: 100_000n,
		gasUsed: 48_000n,
		gasPrice: 25_000_000_000n,
		transfers: [],
		internals: [],
	});
	return block;
}

/** The transaction of such a block by its hash, which ends with the block's number. */
export function findQuiet(chain: EvmChain, hash: string): Transaction | undefined {
	const number = Number(`0x${hash.slice(-16)}`);
	const isBefore = number > 0 && number < (chain.blocks[0]?.number ?? 0);
	const isKnown = isBefore && quietHash(chain, number) === hash.toLowerCase();
	return isKnown ? makeQuietBlock(chain, number).transactions[0] : undefined;
}

const numberAt = (chain: EvmChain, time: number): number => {
	const first = chain.blocks[0]!;
	return Math.floor((first.number * (time - chain.genesis)) / (first.timestamp - chain.genesis));
};

class Past {
	private readonly dice: Dice;
	private readonly others: string[];
	private readonly nonces = new Map<string, number>();

	private readonly chain: EvmChain;
	private readonly seed: number;
	private readonly wallets: string[];
	/** What tells the draws of this chain from those of another one. */
	private readonly key: Array<string | number>;

	constructor(chain: EvmChain, seed: number, wallets: string[]) {
		this.chain = chain;
		this.seed = seed;
		this.wallets = wallets;
		this.key = chain.chainId === '43114' ? [seed, 'past'] : [seed, 'past', chain.chainId];
		this.dice = throwDice(...this.key);
		this.others = Array.from({ length: 6 }, (_, i) => makeAddress('past account', i));
	}

	/** Something new every few days; each kind comes in each quarter of a year. */
	draw(until: number): void {
		const deeds = [
			this.receive,
			this.spend,
			this.moveBetween,
			this.receiveToken,
			this.spendToken,
			this.callWithRefund,
			this.fail,
			this.paySelf,
			this.create,
			...(this.chain.chainId === '43114' ? [this.exportAvax, this.importAvax] : []),
			this.receiveNft,
			this.receiveYield,
			this.moveTokenBetween,
		];
		let time = until - days * daySeconds;
		for (let i = 0; time < until - daySeconds; i++) {
			deeds[i % deeds.length]!.call(this, this.addBlock(time), this.turn(i));
			time += this.dice.between(1, 3) * daySeconds + this.dice.between(0, 80_000);
		}
	}

	/** The wallet whose turn it is. */
	private turn = (i: number): string => this.wallets[i % this.wallets.length]!;

	private after = (wallet: string, places: number): string =>
		this.turn(this.wallets.indexOf(wallet) + places);

	private addBlock(time: number): Block {
		const block = makeEmptyBlock(this.chain, numberAt(this.chain, time));
		this.chain.past.push(block);
		return block;
	}

	private other = (): string => this.dice.pick(this.others);

	private amount = (): bigint =>
		BigInt(this.dice.between(1, 90_000)) * 10n ** 15n + BigInt(this.dice.between(0, 10 ** 9));

	private send(block: Block, from: string, fields: Partial<Transaction>): Transaction {
		const nonce = this.nonces.get(from) ?? 0;
		this.nonces.set(from, nonce + 1);
		const transaction: Transaction = {
			block,
			from,
			nonce,
			to: this.other(),
			value: 0n,
			success: true,
			type: 2,
			index: block.transactions.length,
			hash: makeHex(32, ...this.key, block.number, block.transactions.length),
			gasLimit: 100_000n,
			gasUsed: 21_000n,
			gasPrice: 25_000_000_000n + BigInt(this.dice.between(0, 1_500_000_000)),
			transfers: [],
			internals: [],
			...fields,
		};
		block.transactions.push(transaction);
		return transaction;
	}

	private receive(block: Block, to: string): void {
		this.send(block, this.other(), { to, value: this.amount() });
	}

	private spend(block: Block, from: string): void {
		this.send(block, from, { value: this.amount() });
	}

	private moveBetween(block: Block, from: string): void {
		this.send(block, from, { to: this.after(from, 1), value: this.amount() });
	}

	private paySelf(block: Block, from: string): void {
		this.send(block, from, { to: from, value: this.amount() });
	}

	private fail(block: Block, from: string): void {
		this.send(block, from, { value: this.amount(), success: false, gasUsed: 48_211n });
	}

	/** A new contract gets money; the service tells the creation as an internal transaction too. */
	private create(block: Block, from: string): void {
		const to = makeAddress(this.seed, 'created', block.number);
		const gas = { gasLimit: 500_000n, gasUsed: 400_000n };
		const transaction = this.send(block, from, { to, value: this.amount(), ...gas });
		transaction.method = { callType: 'CONTRACT_CREATION', hash: '' };
		const { value } = transaction;
		transaction.internals.push({ transaction, type: 'CREATE', from, to, value, isReverted: false });
	}

	/** A contract sends a part back, tries to send more, and runs code of another one with the value of its caller. */
	private callWithRefund(block: Block, from: string): void {
		const value = this.amount();
		const transaction = this.send(block, from, { value, gasUsed: 71_904n });
		const { to } = transaction;
		transaction.method = { callType: 'CONTRACT_CALL', hash: '0x7b1a4909', name: 'buy()' };
		transaction.approvals = [
			{ logIndex: 0, contract: euro, owner: from, spender: to, value: 10_000n * 10n ** 6n },
		];
		const back = { transaction, from: to, to: from, isReverted: false };
		transaction.internals.push(
			{ ...back, type: 'CALL', value: value / 3n },
			{ ...back, type: 'CALL', value: value / 5n, isReverted: true },
			{ ...back, type: 'DELEGATECALL', value },
		);
	}

	private transfer(transaction: Transaction, fields: Omit<Transfer, 'transaction' | 'logIndex'>) {
		const { transactions } = transaction.block;
		const logIndex = transactions.flatMap(({ transfers }) => transfers).length;
		transaction.transfers.push({ transaction, logIndex, ...fields });
	}

	private mint(
		block: Block,
		contract: Contract,
		to: string,
		value: bigint,
		tokenId?: string,
	): void {
		const transaction = this.send(block, this.other(), { to: contract.address, gasUsed: 52_310n });
		if (contract.ercType === 'ERC-20') transaction.method = tokenMethods.mint;
		this.transfer(transaction, { contract, from: zeroAddress, to, value, tokenId });
	}

	private receiveToken(block: Block, to: string): void {
		this.mint(block, euro, to, BigInt(this.dice.between(10_000, 900_000)) * 10_000n + 1n);
	}

	private receiveYield(block: Block, to: string): void {
		this.mint(block, yielding, to, BigInt(this.dice.between(1, 90)) * wei + 7n);
	}

	private receiveNft(block: Block, to: string): void {
		this.mint(block, ticket, to, 1n, String(block.number));
	}

	private sendToken(block: Block, from: string, to: string): void {
		this.mint(block, euro, from, 5_000_000_000n);
		const transaction = this.send(block, from, { to: euro.address, gasUsed: 52_310n });
		transaction.method = tokenMethods.transfer;
		const value = BigInt(this.dice.between(1, 400_000)) * 10_000n;
		this.transfer(transaction, { contract: euro, from, to, value });
	}

	private spendToken(block: Block, from: string): void {
		this.sendToken(block, from, this.other());
	}

	private moveTokenBetween(block: Block, from: string): void {
		this.sendToken(block, from, this.after(from, 2));
	}

	private moveOver(block: Block, wallet: string, type: Atomic['type']): void {
		const hash = identify(makeRecordedTx(this.seed, block.number, type));
		const amount = BigInt(this.dice.between(1, 50_000)) * 10n ** 7n + 3n;
		this.chain.atomics.push({ block, hash, type, wallet, amount, fee: 1_234_567n, peer: 'P' });
	}

	private exportAvax(block: Block, wallet: string): void {
		this.moveOver(block, wallet, 'ExportTx');
	}

	private importAvax(block: Block, wallet: string): void {
		this.moveOver(block, wallet, 'ImportTx');
	}
}

/** The wallets that the treasury has on a chain. */
export const listWallets = ({ chainId }: Pick<EvmChain, 'chainId'>): string[] =>
	walletsOf[chainId] ?? [];

/** Draws what happened before the indexed blocks of a chain, where the treasury has wallets on it. */
export function drawPast(chain: EvmChain, seed: number): EvmChain {
	const wallets = listWallets(chain);
	if (wallets.length > 0) new Past(chain, seed, wallets).draw(chain.blocks[0]!.timestamp);
	return chain;
}
