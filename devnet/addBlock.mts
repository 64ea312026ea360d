/** Lets something happen on an EVM chain of the mock network. */
import { demoAccount, type Block, type EvmChain, type Transaction } from './ledger.mts';

export const stranger = '0x00000000000000000000000000000000000000aa';

export const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

let added = 0;

/** A block on top of the chain, by default with a payment of 1 AVAX to the demo account; hashes of its transactions. */
export function addBlock(chain: EvmChain, ...transactions: Array<Partial<Transaction>>): string[] {
	const before = chain.blocks.at(-1)!;
	const number = before.number + 1;
	const block: Block = {
		number,
		hash: hashOf(number),
		parentHash: before.hash,
		timestamp: Math.floor(Date.now() / 1000),
		transactions: [],
	};
	for (const fields of transactions.length ? transactions : [{}]) {
		block.transactions.push({
			block,
			index: block.transactions.length,
			hash: hashOf(1_000_000_000 + ++added),
			success: true,
			type: 2,
			gasLimit: 21_000n,
			gasUsed: 21_000n,
			gasPrice: 25_000_000_000n,
			nonce: added,
			from: stranger,
			to: demoAccount,
			value: 10n ** 18n,
			transfers: [],
			internals: [],
			...fields,
		});
	}
	chain.blocks.push(block);
	return block.transactions.map(({ hash }) => hash);
}
