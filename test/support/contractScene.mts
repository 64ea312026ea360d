/** A contract, calls of it and a waiting transaction on the C-Chain of a mock network. */
import { Wallet } from 'ethers';
import { type Devnet, fundedAccount, fundedKey, nodeAccount } from '../../devnet/devnet.mts';
import type { Ground } from '../../spec/ground.mts';
import { word } from './hex.mts';

/** What there is on the C-Chain of a node. */
export interface Scene {
	devnet: Devnet;
	contract: string;
	/** Hash of the transaction that deployed it, in the first block. */
	deployment: string;
	/** Hash of a call of it. */
	transactionHash: string;
	blockHash: string;
	/** Of a block with one transaction, which logs. */
	block: string;
	/** A transaction that is signed and not yet sent. */
	signed: string;
	/** Nonce of the next transaction of the node's own account. */
	nonce: string;
	/** A filter of logs that finds some. */
	filterId: string;
}

export const recipient = '0x00000000000000000000000000000000000000aa';
export const other = '0x00000000000000000000000000000000000000bb';
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true. */
const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x603a80600b6000396000f3${runtime}`;
export const transferData = `0xa9059cbb${word(recipient)}${word(7)}`;

export async function ask(devnet: Devnet, method: string, ...params: unknown[]): Promise<any> {
	const response = await fetch(`${devnet.nodeUrl}/ext/bc/C/rpc`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const { result, error } = (await response.json()) as {
		result: unknown;
		error?: { message: string };
	};
	if (error) throw new Error(`${method}: ${error.message}`);
	return result;
}

/** Puts a contract, a call of it and a waiting transaction on the C-Chain of a mock network. */
export async function makeScene(devnet: Devnet): Promise<Scene> {
	const wallet = new Wallet(fundedKey);
	const sign = async (nonce: number, to: string | null, data: string) =>
		await wallet.signTransaction({
			type: 2,
			chainId: 43_114,
			nonce,
			to,
			data,
			gasLimit: 200_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
		});
	const send = async (raw: string) => await ask(devnet, 'eth_sendRawTransaction', raw);
	const deployment = await send(await sign(0, null, creation));
	const contract = (await ask(devnet, 'eth_getTransactionReceipt', deployment))
		.contractAddress as string;
	const transactionHash = await send(await sign(1, contract, transferData));
	const { blockHash, blockNumber } = await ask(
		devnet,
		'eth_getTransactionReceipt',
		transactionHash,
	);
	// waits for ever, for those before it
	await send(await sign(1_000, recipient, '0x'));
	const nonce = await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest');
	const filterId = await ask(devnet, 'eth_newFilter', { fromBlock: '0x0' });
	const signed = await sign(2, recipient, '0x');
	return {
		devnet,
		contract,
		deployment,
		transactionHash,
		blockHash,
		signed,
		nonce,
		filterId,
		block: String(Number(blockNumber)),
	};
}

/** What the examples of contracts may name, on this C-Chain. */
export const groundOf = ({ contract, transactionHash, block, blockHash }: Scene): Ground => ({
	account: fundedAccount,
	contract,
	transactionHash,
	block: `0x${Number(block).toString(16)}`,
	blockHash,
});
