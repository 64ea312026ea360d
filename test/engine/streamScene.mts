/** The stream trigger on a mock network for each test, with a token on its C-Chain. */
import { getCreateAddress, Wallet } from 'ethers';
import type { INodeParameters } from 'n8n-workflow';
import { fundedAccount, fundedKey } from '../../devnet/devnet.mts';
import { hex, word } from '../support/hex.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useStream } from '../support/useStream.mts';
import { ask, makeScene, recipient, transferTopic } from './evmScene.mts';

export const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
export const { create, engine } = useStream(devnet);

const transfer = 'Transfer(address indexed from, address indexed to, uint256 value)';
export const token = getCreateAddress({ from: fundedAccount, nonce: 0 });
export const other = '0x00000000000000000000000000000000000000bb';
const wallet = new Wallet(fundedKey);
let nonce: number;
beforeEach(async () => {
	await makeScene(devnet);
	nonce = Number(await ask(devnet, 'eth_getTransactionCount', wallet.address, 'latest'));
});

/** Sends tokens, in a block of its own unless mining is held. */
export async function sendTokens(to = recipient, value: bigint | number = 7): Promise<string> {
	const data = `0xa9059cbb${word(to)}${word(value)}`;
	const raw = await wallet.signTransaction({
		type: 2,
		chainId: 43_114,
		nonce: nonce++,
		to: token,
		data,
		gasLimit: 200_000,
		maxFeePerGas: 200_000_000_000n,
		maxPriorityFeePerGas: 1_000_000_000n,
	});
	return await ask(devnet, 'eth_sendRawTransaction', raw);
}
export const mine = async (blocks: number) =>
	await (await devnet.evm()).request('anvil_mine', [hex(blocks)]);

export const hashesOf = (items: Array<Record<string, unknown>>) =>
	items.map(({ txHash, transactionHash, hash }) => txHash ?? transactionHash ?? hash);

export const watches: Record<
	| 'contractEvent'
	| 'topics'
	| 'tokenTransfer'
	| 'newTransaction'
	| 'newBlock'
	| 'acceptedTransaction'
	| 'pendingTransaction',
	INodeParameters
> = {
	newBlock: { event: 'newBlock' },
	contractEvent: {
		event: 'contractEvent',
		addresses: token,
		findBy: 'declaration',
		events: transfer,
	},
	topics: { event: 'contractEvent', findBy: 'topics', topics: `["${transferTopic}"]` },
	tokenTransfer: { event: 'tokenTransfer', address: token },
	newTransaction: { event: 'newTransaction', address: fundedAccount },
	acceptedTransaction: { event: 'acceptedTransaction', output: 'whole' },
	pendingTransaction: { event: 'pendingTransaction', output: 'whole' },
};
