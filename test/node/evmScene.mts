/** A node with all its APIs on, with what is on its chains before the operations of EVM, Native and Admin run. */
import { rmSync } from 'node:fs';
import { utils } from '@avalabs/avalanchejs';
import { getCreateAddress, keccak256, toUtf8Bytes, Transaction, Wallet } from 'ethers';
import { slotOfAllowance, writeCreation, writeTokenCode } from '../../devnet/evm/token.mts';
import type { Ground } from '../../spec/ground.mts';
import { exportToC, importOnC } from './moves.mts';
import { createChain } from './network.mts';
import { call, createFolder, fundedKey, type Node, startNode, waitFor } from './nodes.mts';

export let node: Node;
/** Where the node writes the files that it is told to write. */
export let folder: string;

export const wallet = new Wallet(fundedKey);
export const funded = wallet.address;
export const recipient = '0x00000000000000000000000000000000000000AA';
export const contract = getCreateAddress({ from: wallet.address, nonce: 0 });
export const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true; 42 stands in slot 0. */
export const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x602a600055603a8060106000396000f3${runtime}`;
/** An ERC-20 token, of which the funded account has 5, and lets the recipient spend 0.000007. */
export const token = getCreateAddress({ from: wallet.address, nonce: 3 });
export const coin = { name: 'Test Coin', symbol: 'TST', decimals: 6, totalSupply: 8_000_000n };
const tokenCreation = writeCreation(writeTokenCode(coin), [
	[BigInt(funded), 5_000_000n],
	[slotOfAllowance(funded, recipient), 7n],
]);
export const amount = 123_456_789_012_345_678_901_234_567_890n;
export const word = (value: bigint) => value.toString(16).padStart(64, '0');
export const transferData = `0xa9059cbb${word(BigInt(recipient))}${word(amount)}`;
export const transferCall = { from: funded, to: contract, data: transferData };
export const password = 'correct horse';
export const greeting = '0x68656c6c6f';
/** The precompile that makes Warp messages, and its call sendWarpMessage(bytes). */
const warp = '0x0200000000000000000000000000000000000005';
const warpData = `0xee5b48eb${word(32n)}${word(5n)}${greeting.slice(2).padEnd(64, '0')}`;
/** Of a transaction that waits for ever: so many of its sender have to come before it. */
export const farNonce = 1_000;

/** What is there before the operations run. */
export const made = {
	/** Hash of the call of the contract, and the number and hash of its block, in which it is alone. */
	transfer: '',
	block: 0,
	blockHash: '',
	/** Blockchain ID of a subnet-EVM chain. */
	chainID: '',
	/** An import to the C-Chain, signed and not yet sent. */
	importTx: '',
	/** The funded account in the form of the C-Chain's native API. */
	owner: '',
	/** IDs of the block of a Warp message and of the message. */
	warpBlock: '',
	warpMessage: '',
};
/** What the examples of contracts may name, on this node. */
export const groundOf = (): Ground => ({
	account: funded,
	contract,
	transactionHash: made.transfer,
	block: `0x${made.block.toString(16)}`,
	blockHash: made.blockHash,
});

const askEvm = async (method: string, ...params: unknown[]) =>
	await call(`${node.url}/ext/bc/C/rpc`, method, params);

export const sign = async (
	nonce: number,
	to: string | null,
	data = '0x',
	gasLimit = 200_000,
): Promise<string> =>
	await wallet.signTransaction(
		Transaction.from({
			type: 2,
			chainId: 43_112,
			nonce,
			to,
			data,
			gasLimit,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
		}),
	);

interface Receipt {
	blockNumber: string;
	blockHash: string;
	status: string;
	logs: Array<{ topics: string[] }>;
}

async function readReceipt(hash: string): Promise<Receipt> {
	let receipt: Receipt | undefined;
	await waitFor(`${hash} is in a block`, 30, async () => {
		receipt = await askEvm('eth_getTransactionReceipt', hash);
		return Boolean(receipt);
	});
	expect(receipt!.status).toBe('0x1');
	return receipt!;
}

export const gasPrice = 2_000_000_000;

/** The nonce of the next transaction of the funded account. */
export const readNonce = async () =>
	Number(await askEvm('eth_getTransactionCount', funded, 'pending'));

/** Pays 1 wei from the funded account, which the node must hold unlocked; gives the nonce. */
export async function pay(): Promise<number> {
	const nonce = await readNonce();
	await askEvm('eth_sendTransaction', {
		from: funded,
		to: recipient,
		value: '0x1',
		gas: '0x5208',
		gasPrice: `0x${gasPrice.toString(16)}`,
		nonce: `0x${nonce.toString(16)}`,
	});
	return nonce;
}

const toId = (hexadecimal: string) => utils.base58check.encode(utils.hexToBuffer(hexadecimal));

/** Exports 1 AVAX of the funded key from the P-Chain to the C-Chain, and makes the import of it. */
async function prepareImport(): Promise<void> {
	const moved = await exportToC(node, 1_000_000_000n);
	made.owner = moved.owner;
	const importTx = await importOnC(moved, funded);
	made.importTx = utils.bufferToHex(utils.addChecksum(importTx.getSignedTx().toBytes()));
}

/** Starts the node before the tests of a file, and stops it after them. */
export function useScene(): void {
	beforeAll(async () => {
		folder = createFolder();
		node = await startNode('all');
		const deployment = await askEvm('eth_sendRawTransaction', await sign(0, null, creation));
		made.chainID = (await createChain(node.url)).chainID;
		await prepareImport();
		await readReceipt(deployment);
		made.transfer = await askEvm('eth_sendRawTransaction', await sign(1, contract, transferData));
		const transfer = await readReceipt(made.transfer);
		made.block = Number(transfer.blockNumber);
		made.blockHash = transfer.blockHash;
		const message = await readReceipt(
			await askEvm('eth_sendRawTransaction', await sign(2, warp, warpData)),
		);
		made.warpBlock = toId(message.blockHash);
		made.warpMessage = toId(message.logs[0].topics[2]);
		await readReceipt(
			await askEvm('eth_sendRawTransaction', await sign(3, null, tokenCreation, 500_000)),
		);
		await askEvm('eth_sendRawTransaction', await sign(farNonce, recipient));
		await waitFor('the chain of the subnet is created', 30, async () => {
			return Boolean(await call(`${node.url}/ext/bc/${made.chainID}/rpc`, 'eth_chainId', []));
		});
	});
	afterAll(async () => {
		await node?.stop();
		if (folder) rmSync(folder, { recursive: true, force: true });
	});
}
