/** Puts a contract on an EVM chain of the mock network, from the account of the node; gives its address. */
import { setTimeout as wait } from 'node:timers/promises';
import { id } from 'ethers';
import { nodeAccount } from '../../devnet/devnet.mts';
import type { Evm } from '../../devnet/evm/anvil.mts';

/** The code that creates a contract which emits so many logs at each call, with the value sent as their topic. */
export function writeEmitter(logs = 1): string {
	return writeContract('345f5fa1'.repeat(logs));
}

/** The same for transfers of a token: from the caller, to the value sent as an address, of nothing. */
export function writeTransfers(logs: number): string {
	const topic = id('Transfer(address,address,uint256)').slice(2);
	return writeContract(`7f${topic}${'34338260205fa3'.repeat(logs)}`);
}

function writeContract(code: string): string {
	const size = (code.length / 2).toString(16).padStart(4, '0');
	return `0x61${size}80600a3d393df3${code}`;
}

export async function deploy(evm: Evm, data: string): Promise<string> {
	const fields = { from: nodeAccount, gas: '0x989680', data };
	const hash = await evm.request('eth_sendTransaction', [fields]);
	for (;;) {
		const receipt = await evm.request('eth_getTransactionReceipt', [hash]);
		if (receipt) return receipt.contractAddress;
		await wait(5);
	}
}
