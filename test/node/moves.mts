/** What the tests of several files do on a node with keys that hold AVAX. */
import {
	addTxSignatures,
	Context,
	evm,
	pvm,
	secp256k1,
	TransferableOutput,
	utils,
} from '@avalabs/avalanchejs';
import { Transaction, type Wallet } from 'ethers';
import { call, fundedKey, type Node, waitFor } from './nodes.mts';

/** A wallet of a key, or one that was made at random. */
type Signer = Pick<Wallet, 'address' | 'signTransaction'>;

/** Sends a transaction on the C-Chain and waits for its block; gives its hash. */
export async function sendOnC(node: Node, from: Signer, fields: object): Promise<string> {
	const ask = async (method: string, ...params: unknown[]) =>
		await call(`${node.url}/ext/bc/C/rpc`, method, params);
	const nonce = Number(await ask('eth_getTransactionCount', from.address, 'latest'));
	const raw = await from.signTransaction(
		Transaction.from({
			type: 2,
			chainId: 43_112,
			nonce,
			gasLimit: 100_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
			...fields,
		}),
	);
	const hash: string = await ask('eth_sendRawTransaction', raw);
	await waitFor(`${hash} is in a block`, 30, async () =>
		Boolean(await ask('eth_getTransactionReceipt', hash)),
	);
	return hash;
}

const key = Buffer.from(fundedKey, 'hex');

/** The address of the funded key on the P-Chain, in bytes. */
export const fundedOwner = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));

/** Signs with the funded key. */
export const signFunded = async (
	unsignedTx: Parameters<typeof addTxSignatures>[0]['unsignedTx'],
): Promise<void> => await addTxSignatures({ unsignedTx, privateKeys: [key] });

/** Exports AVAX of the funded key from the P-Chain, and waits until the C-Chain can import it. */
export async function exportToC(node: Node, nano: bigint) {
	const context = await Context.getContextFromURI(node.url);
	const api = new pvm.PVMApi(node.url);
	const { utxos } = await api.getUTXOs({
		addresses: [utils.format('P', context.hrp, fundedOwner)],
	});
	const exportTx = pvm.newExportTx(
		{
			destinationChainId: context.cBlockchainID,
			feeState: { ...(await api.getFeeState()), capacity: 1_000_000n },
			fromAddressesBytes: [fundedOwner],
			outputs: [TransferableOutput.fromNative(context.avaxAssetID, nano, [fundedOwner])],
			utxos,
		},
		context,
	);
	await signFunded(exportTx);
	await api.issueSignedTx(exportTx.getSignedTx());
	const shared = new evm.EVMApi(node.url);
	const owner = utils.format('C', context.hrp, fundedOwner);
	let exported: Awaited<ReturnType<typeof shared.getUTXOs>>['utxos'] = [];
	await waitFor('the export is accepted', 20, async () => {
		({ utxos: exported } = await shared.getUTXOs({ sourceChain: 'P', addresses: [owner] }));
		return exported.length > 0;
	});
	return { context, shared, exported, owner };
}

/** The import of it by an address of the C-Chain, signed. */
export async function importOnC(
	{ context, exported }: Awaited<ReturnType<typeof exportToC>>,
	address: string,
) {
	const importTx = evm.newImportTx(
		context,
		utils.hexToBuffer(address),
		[fundedOwner],
		exported,
		context.pBlockchainID,
		1_000_000n,
	);
	await signFunded(importTx);
	return importTx;
}
