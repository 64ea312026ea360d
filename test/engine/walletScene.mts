/** Wallets of a treasury on the mock network, what they pay and receive, and one trigger for all of them. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { PollOptions } from '../support/engine.mts';
import { LedgerNode } from '../support/ledgerNode.mts';
import { jsonOf } from '../support/useEngine.mts';
import { useScript } from '../support/useScript.mts';
import { addBlock, chain, create } from './feedScene.mts';

export const wallet = (n: number) => `0x${String(n).padStart(40, '0')}`;
export const [hot, cold, payroll] = [wallet(1001), wallet(1002), wallet(1003)] as const;
export const stranger = wallet(7777);
export const lines = `${hot} = Hot wallet\n${cold} = Cold wallet`;
export const linesOf = (count: number) =>
	Array.from({ length: count }, (_, n) => wallet(n + 1)).join('\n');

export const watchWallets = (more: INodeParameters = {}, options: PollOptions = {}) =>
	create(
		{ event: 'newTransaction', watch: 'wallets', chainId: '43114', addresses: lines, ...more },
		options,
	);

/** A node whose chain is the ledger of the same mock network, and the same watch from there. */
export const server = useScript();
export let node: LedgerNode;
beforeEach(() => {
	node = new LedgerNode(chain);
	server.answerCalls(node.answer);
});
export const watchOnNode = (more: INodeParameters = {}, options: PollOptions = {}) =>
	watchWallets(
		{ readFrom: 'node', chain: 'C', ...more },
		{ credentials: server.credentials, ...options },
	);

export const pay = (from: string, to: string, value = 5n * 10n ** 18n) =>
	addBlock({ from, to, value })[0]!;

export const contractOf = (ercType: string) =>
	chain.contracts.find((contract) => contract.ercType === ercType)!;
/** A transfer of a token beside a payment to nobody who is watched. */
export function transfer(from: string, to: string, contract = contractOf('ERC-20')): string {
	const [hash] = addBlock({ from: stranger, to: wallet(8888) });
	const transaction = chain.blocks.at(-1)!.transactions[0]!;
	const value = 3n * 10n ** BigInt(contract.decimals);
	const tokenId = contract.ercType === 'ERC-721' ? { tokenId: '7' } : {};
	transaction.transfers.push({ transaction, contract, logIndex: 0, from, to, value, ...tokenId });
	return hash!;
}

export const hashesOf = (items: INodeExecutionData[] | null) =>
	jsonOf(items).map(({ txHash }) => txHash);
