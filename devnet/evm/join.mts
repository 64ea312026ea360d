import { getBalance, isSame, listBalances, listTokens } from '../holdings.mts';
import { writeAddress } from '../ids.mts';
import { tokenMethods } from '../ledger.mts';
import type { Block, Contract, EvmChain, Transaction, Transfer } from '../ledger.mts';
import type { Evm } from './anvil.mts';
import { hex } from './records.mts';
import type { Json } from './records.mts';
import { raiseNonce, transferTopic, word } from './token.mts';

/**
 * Joins the EVM of a chain and its ledger, so that there is one history: what the EVM mines comes to the ledger, and
 * what the ledger is given changes the state of the EVM.
 */

/** Most blocks of an EVM that was kept which the ledger is told of. */
const mostBlocks = 2_000;
/** Blocks that are read at a time. */
const atOnce = 200;
const daySeconds = 86_400;

const toAddress = (digits: string) => writeAddress(Buffer.from(digits.slice(-40), 'hex'));

/** The transfer that a log tells of, of a token that the data service knows. */
function readTransfer(log: Json, transaction: Transaction, tokens: Contract[]): Transfer[] {
	const [topic, from, to] = log.topics as string[];
	const contract = tokens.find(({ address }) => isSame(address, log.address));
	if (!contract || topic !== `0x${transferTopic}` || !from || !to) return [];
	const value = BigInt(log.data);
	const parties = { from: toAddress(from), to: toAddress(to) };
	return [{ transaction, logIndex: Number(log.logIndex), contract, ...parties, value }];
}

const nameMethod = (input: string): Transaction['method'] => {
	if (input === '0x') return undefined;
	const hash = input.slice(0, 10);
	const { transfer } = tokenMethods;
	return hash === transfer.hash ? transfer : { callType: 'CONTRACT_CALL', hash };
};

function readTransaction(tx: Json, receipt: Json, block: Block, tokens: Contract[]): Transaction {
	const to: string = tx.to ?? receipt.contractAddress;
	const method = tx.to
		? nameMethod(tx.input)
		: ({ callType: 'CONTRACT_CREATION', hash: '' } as const);
	const transaction: Transaction = {
		block,
		index: Number(tx.transactionIndex),
		hash: tx.hash,
		success: receipt.status === '0x1',
		type: Number(tx.type),
		gasLimit: BigInt(tx.gas),
		gasUsed: BigInt(receipt.gasUsed),
		gasPrice: BigInt(receipt.effectiveGasPrice),
		nonce: Number(tx.nonce),
		from: toAddress(tx.from),
		to: toAddress(to),
		value: BigInt(tx.value),
		method,
		transfers: [],
		internals: [],
	};
	transaction.transfers = receipt.logs.flatMap((log: Json) =>
		readTransfer(log, transaction, tokens),
	);
	return transaction;
}

/** A block of the EVM as the ledger has it; of old ones the EVM forgets the transactions. */
function readBlock(mined: Json, receipts: Json[], tokens: Contract[]): Block {
	const block: Block = {
		number: Number(mined.number),
		hash: mined.hash,
		parentHash: mined.parentHash,
		timestamp: Number(mined.timestamp),
		transactions: [],
		isMined: true,
		fees: { baseFee: BigInt(mined.baseFeePerGas), gasLimit: BigInt(mined.gasLimit) },
	};
	const told = (mined.transactions as Json[]).filter((tx) => typeof tx === 'object');
	block.transactions = told.flatMap((tx) => {
		const receipt = receipts.find(({ transactionHash }) => transactionHash === tx.hash);
		return receipt ? [readTransaction(tx, receipt, block, tokens)] : [];
	});
	return block;
}

/** Tells the ledger of the blocks that the EVM made since. */
async function pull(evm: Evm, chain: EvmChain): Promise<void> {
	const head = Number(await evm.request('eth_blockNumber'));
	const tokens = listTokens(chain);
	const read = async (number: number) => {
		const [mined, receipts] = await Promise.all([
			evm.request('eth_getBlockByNumber', [hex(number), true]),
			evm.request('eth_getBlockReceipts', [hex(number)]),
		]);
		return readBlock(mined, receipts ?? [], tokens);
	};
	const last = chain.blocks.at(-1)!.number;
	for (let from = Math.max(last, head - mostBlocks) + 1; from <= head; from += atOnce) {
		const count = Math.min(atOnce, head + 1 - from);
		const blocks = await Promise.all(Array.from({ length: count }, (_, i) => read(from + i)));
		for (const block of blocks) if (!chain.recall?.(block.number)) chain.blocks.push(block);
	}
	// What the EVM had not kept by the last start is not recalled later, in the place of new blocks.
	chain.recall = undefined;
}

async function changeToken(evm: Evm, { contract, from, to, value }: Transfer): Promise<void> {
	const add = async (owner: string, amount: bigint) => {
		const slot = `0x${word(BigInt(owner))}`;
		const held = BigInt(await evm.request('eth_getStorageAt', [contract.address, slot, 'latest']));
		const sum = held + amount > 0n ? held + amount : 0n;
		await evm.request('anvil_setStorageAt', [contract.address, slot, `0x${word(sum)}`]);
	};
	await add(from, -value);
	await add(to, value);
}

/** The change of a native balance by a block; one that the EVM did not have yet is set as a whole. */
async function changeNative(evm: Evm, chain: EvmChain, account: string, number: number) {
	const held = BigInt(await evm.request('eth_getBalance', [account, 'latest']));
	const after = getBalance(chain, account, number);
	const sum = held === 0n ? after : held + after - getBalance(chain, account, number - 1);
	await evm.request('anvil_setBalance', [account, hex(sum > 0n ? sum : 0n)]);
}

/** Does on the EVM what blocks of the ledger did that it has not made; each has one there that holds nothing. */
async function push(evm: Evm, chain: EvmChain): Promise<void> {
	const head = Number(await evm.request('eth_blockNumber'));
	for (const { number, transactions } of chain.blocks.filter((block) => block.number > head)) {
		await evm.request('evm_mine');
		const accounts = new Set(transactions.flatMap(({ from, to }) => [from, to]));
		for (const account of accounts) await changeNative(evm, chain, account, number);
		for (const { from } of transactions) await raiseNonce(evm, chain, from);
		for (const transfer of transactions.flatMap(({ transfers }) => transfers))
			await changeToken(evm, transfer);
	}
}

/** Sets what is held of tokens that grow each day, as no transaction does. */
async function grow(evm: Evm, chain: EvmChain): Promise<void> {
	const growing = listTokens(chain).filter(({ growsDaily }) => growsDaily);
	for (const contract of growing)
		for (const [owner, balance] of listBalances(chain, contract)) {
			const slot = `0x${word(BigInt(owner))}`;
			await evm.request('anvil_setStorageAt', [contract.address, slot, `0x${word(balance)}`]);
		}
}

/** Lets both know the same; one call waits for those before it. */
export function createJoin(chain: EvmChain) {
	let grownOn: number | undefined;
	let done: Promise<unknown> = Promise.resolve();
	const join = async (evm: Evm) => {
		await pull(evm, chain);
		await push(evm, chain);
		const [from, until] = [chain.past[0], chain.blocks.at(-1)!];
		const day = Math.floor((until.timestamp - (from?.timestamp ?? 0)) / daySeconds);
		if (day !== grownOn) await grow(evm, chain);
		grownOn = day;
	};
	return async (evm: Evm): Promise<void> => {
		const next = done.then(() => join(evm));
		done = next.catch(() => {});
		await next;
	};
}

/** What an account holds by the EVM: the native token, or a token. */
export const readHeld = async (evm: Evm, account: string, token?: string): Promise<bigint> =>
	BigInt(
		token
			? await evm.request('eth_getStorageAt', [token, `0x${word(BigInt(account))}`, 'latest'])
			: await evm.request('eth_getBalance', [account, 'latest']),
	);
