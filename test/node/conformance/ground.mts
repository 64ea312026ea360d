/** What stands in a chain before it is asked: contracts, and transactions of each kind in one block. */
import { getCreateAddress, keccak256, toUtf8Bytes, Transaction, Wallet } from 'ethers';
import type * as Spec from '../../../spec/ground.mts';
import {
	createSession,
	rpcPath,
	word,
	recipient,
	type Session,
	type ChainTarget,
} from './session.mts';

export const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true; 42 stands in slot 0. */
const emitter = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
export const emitterCreation = `0x602a600055603a8060106000396000f3${emitter}`;
export const transferData = `0xa9059cbb${word(BigInt(recipient))}${word(10n ** 20n)}`;
const size = (code: string) => (code.length / 2).toString(16).padStart(2, '0');
/** Code that reverts with these data, and the creation of a contract of it. */
const revert = (data: string) => `60${size(data)}600c60003960${size(data)}6000fd${data}`;
const reason = revert(`08c379a0${word(32n)}${word(2n)}${'6e6f'.padEnd(64, '0')}`);
const reverterCreation = `0x60${size(reason)}80600b6000396000f3${reason}`;
/** How code can fail. */
export const failures: Record<string, string> = {
	'a reason': reason,
	'a panic': revert(`4e487b71${word(0x12n)}`),
	'an error of its own': revert('deadbeef'),
	'no reason': '60006000fd',
	'no gas': '5b600056',
	'an invalid opcode': 'fe',
	'an unknown opcode': '0c',
	'an empty stack': '01',
	'a jump to nowhere': '600056',
	'an endless stack': '5b6001600056',
};

/** Sends what the cases look at, and gives where it is. */
export async function prepareGround({ target }: Session<ChainTarget>) {
	const wallet = new Wallet(target.fundedKey);
	const ask = createSession(target).call(rpcPath);
	let cases = 0;
	const read = async (method: string, ...params: unknown[]) =>
		await ask(method, params, { as: String(cases++) });
	const chainId = Number(await read('eth_chainId'));
	const release = await target.holdBlocks();
	const first = Number(await read('eth_getTransactionCount', wallet.address, 'latest'));
	const sign = async (fields: object) =>
		await wallet.signTransaction(
			Transaction.from({
				type: 2,
				chainId,
				gasLimit: 200_000,
				maxFeePerGas: 200_000_000_000n,
				maxPriorityFeePerGas: 1_000_000_000n,
				...fields,
			}),
		);
	const [contract, reverter] = [0, 1].map((i) =>
		getCreateAddress({ from: wallet.address, nonce: first + i }).toLowerCase(),
	);
	const old = { maxFeePerGas: null, maxPriorityFeePerGas: null, gasPrice: 200_000_000_000n };
	const accessList = [{ address: contract, storageKeys: [`0x${word(0n)}`] }];
	const transactions = {
		creation: { to: null, data: emitterCreation },
		reverterCreation: { to: null, data: reverterCreation },
		transfer: { to: contract, data: transferData },
		payment: { to: target.ownAccount, value: 10n ** 19n },
		oldPayment: { type: 0, to: recipient, value: 1n, ...old },
		listed: { type: 1, to: contract, data: transferData, accessList, ...old },
		reverted: { to: reverter },
	};
	const raw = await Promise.all(
		Object.values(transactions).map(
			async (fields, i) => await sign({ ...fields, nonce: first + i }),
		),
	);
	const sent = await Promise.all(raw.map(async (one) => await read('eth_sendRawTransaction', one)));
	await release();
	const hashes = Object.fromEntries(
		Object.keys(transactions).map((name, i) => [name, sent[i]]),
	) as Record<keyof typeof transactions, string>;
	const receipts = await Promise.all(
		sent.map(
			async (hash) =>
				await ask('eth_getTransactionReceipt', [hash], { as: String(cases++), until: Boolean }),
		),
	);
	const transfer = receipts[2] as {
		blockNumber: string;
		blockHash: string;
		transactionIndex: string;
	};
	if (receipts.some(({ blockHash }) => blockHash !== transfer.blockHash))
		throw new Error('The transactions are not all in one block');
	const nextNonce = first + Object.keys(transactions).length;
	/** Of a transaction that waits for ever: so many of its sender have to come before it. */
	const farNonce = nextNonce + 1000;
	await read('eth_sendRawTransaction', await sign({ to: recipient, nonce: farNonce }));
	return {
		funded: wallet.address.toLowerCase(),
		chainId,
		sign,
		hashes,
		contract,
		reverter,
		nextNonce,
		number: transfer.blockNumber,
		hash: transfer.blockHash,
		index: transfer.transactionIndex,
	};
}

export type Ground = Awaited<ReturnType<typeof prepareGround>>;

/** What the examples of contracts may name, of this. */
export const toGround = ({ funded, contract, hashes, number, hash }: Ground): Spec.Ground => ({
	account: funded,
	contract,
	transactionHash: hashes.transfer,
	block: number,
	blockHash: hash,
});
