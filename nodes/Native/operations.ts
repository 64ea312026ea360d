/**
 * The native-namespace API, /ext/bc/C/native (Node JSON-RPC document, Native-namespace API). Nodes up to
 * avalanchego 1.15 know its methods as avax.* on /ext/bc/C/avax; encodings as seen on v1.14.2.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Client, RpcCall } from '../shared/client';
import { fail, type Answer } from '../shared/errors';
import { chain, choice, integer, optional, text, textList } from '../shared/fields';
import { isBech32Address, isId } from '../shared/ids';
import { jsonRpcGroup, type Call, type Values } from '../shared/operations';
import { isRecord, valueAt } from '../shared/records';

const avax = (method: string) => [{ path: '/ext/bc/{chain}/avax', method }];

const evmChain = { ...chain, default: 'C', description: 'C for the C-Chain, or its blockchain ID' };

const isAddress = (value: string): boolean => value.startsWith('C-') && isBech32Address(value);
const addressRule = 'addresses such as C-avax1... with a valid checksum';
const addressExample = 'e.g. C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

const encoding = optional(
	choice({ displayName: 'Encoding', name: 'encoding', default: 'hex', description: 'How bytes are written; hex when not chosen' }, [
		{ name: 'Hex with Checksum (Hex)', value: 'hex' },
		{ name: 'Hex with Checksum (Hexc)', value: 'hexc' },
		{ name: 'Hex Without Checksum (Hexnc)', value: 'hexnc' },
	]),
);

const txId = text(
	{
		displayName: 'Transaction ID',
		name: 'txId',
		wire: 'txID',
		placeholder: 'e.g. 2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
		description: 'ID of an atomic transaction',
	},
	'a transaction ID (cb58 with a valid checksum)',
	isId,
);

/** Most UTXOs a node gives at once. */
const largestPage = 1024;

/** Where newer nodes (1.15) say that the next page starts when there is none. */
const endOfList = '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG';

/**
 * The UTXOs of all pages, as {utxo, encoding}. A page begins with the last UTXO of the one before, and holds
 * nothing else at the end; the same UTXO stands under each of its addresses and is given once.
 */
async function listUtxos(client: Client, values: Values, most: number, call: Call): Promise<Answer<IDataObject[]>> {
	const first = call as RpcCall;
	const [params] = first.params as IDataObject[];
	const pageSize = (values.pageSize as number | undefined) ?? largestPage;
	const utxos = new Map<string, IDataObject>();
	const starts = new Set<string>();
	for (let { startIndex } = params; ; ) {
		starts.add(JSON.stringify(startIndex));
		const overlap = startIndex === undefined ? 0 : 1;
		const limit = Math.min(pageSize, most - utxos.size + overlap);
		const answer = await client.rpc({ ...first, params: [{ ...params, limit, startIndex }] });
		if (!answer.ok) return answer;
		const page = answer.result;
		const found = valueAt(page, 'utxos');
		if (!Array.isArray(found))
			return fail('not-understood', 'The answer holds no "utxos"', {
				hint: 'The server may be of another kind or version than this operation expects.',
			});
		const encoded = valueAt(page, 'encoding');
		for (const utxo of found) utxos.set(String(utxo), { utxo, encoding: encoded } as IDataObject);
		startIndex = valueAt(page, 'endIndex') as IDataObject;
		const isLast = !isRecord(startIndex) || startIndex.utxo === endOfList || starts.has(JSON.stringify(startIndex));
		if (isLast || !found.length || utxos.size >= most) return { ok: true, result: [...utxos.values()] };
	}
}

export const native = jsonRpcGroup(
	{ path: '/ext/bc/{chain}/native', params: 'wrapped', common: [evmChain] },
	{
		transaction: {
			name: 'Atomic Transaction',
			operations: {
				getAtomicTx: {
					name: 'Get',
					action: 'Get atomic transaction',
					description: 'The bytes of an atomic transaction (an import to or export from the C-Chain), and the height of the block that accepted it. Since Helicon (avalanchego 1.15) that block may not be executed yet',
					wire: 'native.getAtomicTx',
					params: [txId, encoding],
					numeric: ['blockHeight'],
					alternatives: avax('avax.getAtomicTx'),
					safe: true,
				},
				getAtomicTxStatus: {
					name: 'Get Status',
					action: 'Get status of atomic transaction',
					description: 'Whether an atomic transaction is Unknown, Processing, Dropped or Accepted, and then in which block. Nodes since Helicon (avalanchego 1.15) tell Unknown and Accepted alone, and may say Accepted before they have executed the block: balances change then',
					wire: 'native.getAtomicTxStatus',
					params: [txId],
					numeric: ['blockHeight'],
					removed: 'Nodes since avalanchego 1.15.2 no longer serve this: use Get, which finds a transaction once it is accepted',
					alternatives: avax('avax.getAtomicTxStatus'),
					safe: true,
				},
				issueTx: {
					name: 'Issue',
					action: 'Issue signed atomic transaction',
					description: 'Sends a signed atomic transaction to the network and gives its ID. Wait for Transaction of Avalanche EVM waits until it is accepted and executed',
					wire: 'native.issueTx',
					params: [
						text(
							{ displayName: 'Transaction', name: 'tx', placeholder: 'e.g. 0x0000000000003039', description: 'Bytes of the signed transaction in the chosen encoding' },
							'hexadecimal bytes that start with 0x',
							(tx) => /^0x([0-9a-fA-F]{2})+$/.test(tx),
						),
						encoding,
					],
					alternatives: avax('avax.issueTx'),
				},
			},
		},
		utxo: {
			name: 'UTXO',
			operations: {
				getUTXOs: {
					name: 'Get Many',
					action: 'Get many UTXOs of addresses in shared memory',
					description: 'What was exported to the C-Chain for these addresses and waits to be imported, one item for each UTXO',
					wire: 'native.getUTXOs',
					params: [
						textList(
							{ displayName: 'Addresses', name: 'addresses', placeholder: addressExample, description: 'Addresses of the C-Chain in bech32 form, separated by commas, up to 1,024' },
							addressRule,
							isAddress,
						),
						{ ...chain, displayName: 'Source Chain', name: 'sourceChain', default: 'P', placeholder: 'e.g. X', description: 'Chain that the UTXOs were exported from: P, X or a blockchain ID' },
						encoding,
						optional(
							integer({ displayName: 'Page Size', name: 'pageSize', wire: 'limit', default: largestPage, description: 'How many UTXOs to ask for in one request; at least 2, because a page begins with the last UTXO of the one before' }, 2, largestPage),
						),
						optional(
							text(
								{ displayName: 'Start Address', name: 'startAddress', wire: 'startIndex.address', placeholder: addressExample, description: 'Address at which to begin: endIndex.address of an earlier whole response, with Start UTXO' },
								'an address such as C-avax1... with a valid checksum',
								isAddress,
							),
						),
						optional(
							text(
								{ displayName: 'Start UTXO', name: 'startUtxo', wire: 'startIndex.utxo', placeholder: 'e.g. 2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD', description: 'UTXO at which to begin: endIndex.utxo of an earlier whole response, with Start Address' },
								'a UTXO ID (cb58 with a valid checksum)',
								isId,
							),
						),
					],
					check: ({ addresses, startAddress, startUtxo }) => {
						if ((addresses as string[]).length > 1024) return 'Addresses must be at most 1,024';
						return (startAddress === undefined) !== (startUtxo === undefined)
							? 'Start Address and Start UTXO go together: both or none'
							: undefined;
					},
					toParams: ({ addresses, sourceChain, encoding: written, pageSize, startAddress, startUtxo }) => [
						{
							addresses,
							sourceChain,
							...(startAddress !== undefined && { startIndex: { address: startAddress, utxo: startUtxo } }),
							...(pageSize !== undefined && { limit: pageSize }),
							...(written !== undefined && { encoding: written }),
						},
					],
					unfiltered: true,
					run: listUtxos,
					output: { kind: 'list', field: 'utxos', as: 'utxo' },
					numeric: ['numFetched'],
					alternatives: avax('avax.getUTXOs'),
					safe: true,
				},
			},
		},
	},
);
