/**
 * The native-namespace API, /ext/bc/C/native (Node JSON-RPC document, Native-namespace API). Nodes up to avalanchego
 * 1.15 know its methods as avax.* on /ext/bc/C/avax. Encodings as seen on v1.14.2.
 */
import type { IDataObject } from 'n8n-workflow';
import { asked, askedChain, count, time } from '../shared/operation/columns';
import { nodeChain } from '../shared/chains/fields';
import { choice, integer, text } from '../shared/fields/kinds';
import { fieldValue, optional } from '../shared/fields/fields';
import { textList, withNames } from '../shared/fields/listFields';
import { isBech32Address, isHexAddress, isId } from '../shared/values/ids';
import { jsonRpcGroup } from '../shared/operation/groups';
import { same, type RpcPages, type Values } from '../shared/operation/operations';
import { OddAnswer } from '../shared/operation/pipeline';
import { isRecord, valueAt } from '../shared/values/records';
import { onceEach } from '../shared/fields/entries';
import { addAcceptance } from './outcome';

const avax = (method: string) => [{ path: '/ext/bc/{chain}/avax', method }];

const cChain = {
	...nodeChain('searchCChain'),
	description: 'C for the C-Chain, or its blockchain ID',
};

const isAddress = (value: string): boolean => value.startsWith('C-') && isBech32Address(value);
const addressRule = 'addresses such as C-avax1... with a valid checksum';
const addressExample = 'e.g. C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

/** Advice on an address of another kind. People enter that of their wallet. */
function fixAddress(entered: string): string | undefined {
	if (isHexAddress(entered))
		return 'This looks like an EVM address: enter the one for transfers between chains, which begins with C-avax1 (Fuji: C-fuji1).';
	return !entered.startsWith('C-') && isBech32Address(entered)
		? 'This address is not marked as one of the C-Chain: enter one that begins with C-avax1 (Fuji: C-fuji1).'
		: undefined;
}

const encoding = optional(
	choice(
		{
			displayName: 'Encoding',
			name: 'encoding',
			default: 'hex',
			description: 'Text format of the bytes. Defaults to hex.',
		},
		[
			{ name: 'Hex with Checksum (Hex)', value: 'hex' },
			{ name: 'Hex with Checksum (Hexc)', value: 'hexc' },
			{ name: 'Hex Without Checksum (Hexnc)', value: 'hexnc' },
		],
	),
);

const txId = text(
	{
		displayName: 'Transaction ID',
		name: 'txId',
		apiName: 'txID',
		placeholder: 'e.g. 2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
		description: 'ID of the atomic transaction (letters and digits, no 0x)',
	},
	'a transaction ID (cb58 with a valid checksum)',
	isId,
);

/** Most UTXOs that a node returns at once. */
const largestPage = 1024;

const addresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		fixOf: fixAddress,
		placeholder: addressExample,
		description: 'C-Chain addresses in bech32 format, separated by commas. Accepts up to 1,024.',
	},
	addressRule,
	isAddress,
	onceEach,
);

const pageSize = optional(
	integer(
		{
			displayName: 'Page Size',
			name: 'pageSize',
			apiName: 'limit',
			default: largestPage,
			description:
				'Max number of UTXOs per request. Minimum 2, because each page repeats the last UTXO of the previous page.',
		},
		2,
		largestPage,
	),
);

/** The start of the next page that newer nodes (1.15) report if there is none. */
const endOfList = '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG';

interface UtxoPage {
	utxos?: unknown[];
	endIndex?: unknown;
}

/** The start of the next page. Fails if a full page has none, so that a broken list does not look complete. */
function readPlace({ utxos = [], endIndex }: UtxoPage, pageSize: number): IDataObject {
	const place = endIndex ?? {};
	const isOdd = !isRecord(place) || (place.utxo === undefined && utxos.length >= pageSize);
	if (isOdd) throw new OddAnswer('it does not say where its next page starts');
	return place;
}

const sizeOf = (values: Values): number => fieldValue(values, pageSize) ?? largestPage;

/**
 * A page begins with the last UTXO of the page before. After the end, a page has only that one. A UTXO is listed under
 * each of its addresses.
 */
const utxoPages: RpcPages = {
	ask: (values, left) => {
		const overlap = values.startUtxo === undefined ? 0 : 1;
		return { ...values, pageSize: Math.min(sizeOf(values), left + overlap) };
	},
	next: (answer, values) => {
		const page = answer as UtxoPage;
		const { address: startAddress, utxo: startUtxo } = readPlace(page, sizeOf(values));
		const isSame = startAddress === values.startAddress && startUtxo === values.startUtxo;
		// The last page holds only the UTXO that it starts with.
		if (isSame && (page.utxos?.length ?? 0) >= sizeOf(values))
			throw new OddAnswer('its next page starts where this one did');
		return isSame || startUtxo === undefined || startUtxo === endOfList || !page.utxos?.length
			? undefined
			: { ...values, startAddress, startUtxo };
	},
};

const askedTransaction = {
	txHash: asked('txId'),
	chain: askedChain('chain'),
};

export const native = jsonRpcGroup(
	{ path: '/ext/bc/{chain}/native', params: 'wrapped', common: [cChain] },
	{
		transaction: {
			name: 'Atomic Transaction',
			operations: {
				getAtomicTx: {
					name: 'Get',
					action: 'Get atomic transaction',
					description: 'Bytes of a C-Chain import or export, its block and the time',
					details:
						'Since Helicon, the block may not be executed yet. Simplify takes a call more, for the time',
					isWarning: true,
					method: 'native.getAtomicTx',
					params: [txId, encoding],
					complete: addAcceptance,
					numeric: ['blockHeight'],
					simplify: {
						...askedTransaction,
						time: time('blockTimestamp'),
						status: 'status',
						blockHeight: count('blockHeight'),
						...same('encoding', 'tx'),
					},
					alternatives: avax('avax.getAtomicTx'),
					safe: true,
				},
				getAtomicTxStatus: {
					name: 'Get Status',
					action: 'Get atomic transaction status',
					description: 'Status of a C-Chain import or export',
					method: 'native.getAtomicTxStatus',
					params: [txId],
					numeric: ['blockHeight'],
					simplify: {
						...askedTransaction,
						status: 'status',
						blockHeight: count('blockHeight'),
					},
					details:
						'Since Helicon, the status is only Unknown or Accepted, which can precede execution',
					removed: 'Removed in avalanchego 1.15.2; use Get',
					alternatives: avax('avax.getAtomicTxStatus'),
					safe: true,
				},
				issueTx: {
					name: 'Issue',
					action: 'Issue atomic transaction',
					description: 'Send a signed atomic transaction and return its ID',
					details:
						'Avalanche EVM Chains: Transaction > Wait for Transaction follows the transaction',
					method: 'native.issueTx',
					params: [
						text(
							{
								displayName: 'Transaction',
								name: 'tx',
								placeholder: 'e.g. 0x0000000000003039',
								description: 'Bytes of the signed transaction in the selected encoding',
							},
							'hexadecimal bytes that start with 0x',
							(tx) => /^0x([0-9a-fA-F]{2})+$/.test(tx),
						),
						encoding,
					],
					output: { kind: 'record', field: 'txID', as: 'txHash' },
					alternatives: avax('avax.issueTx'),
				},
			},
		},
		utxo: {
			name: 'UTXO',
			operations: {
				getUTXOs: {
					name: 'Get Many',
					action: 'Get many UTXOs of addresses',
					description:
						'UTXOs (funds) exported to the C-Chain that these addresses have not imported yet',
					method: 'native.getUTXOs',
					params: [
						withNames(addresses, isAddress),
						{
							...nodeChain('searchSourceChains', 'P'),
							displayName: 'Source Chain',
							name: 'sourceChain',
							placeholder: 'e.g. X',
							description: 'Chain that the UTXOs were exported from: P, X or a blockchain ID',
						},
						encoding,
						pageSize,
						optional(
							text(
								{
									displayName: 'Start Address',
									name: 'startAddress',
									apiName: 'startIndex.address',
									fixOf: fixAddress,
									placeholder: addressExample,
									description:
										'Address to start at: endIndex.address of a previous whole response. Also set Start UTXO.',
								},
								'an address such as C-avax1... with a valid checksum',
								isAddress,
							),
						),
						optional(
							text(
								{
									displayName: 'Start UTXO',
									name: 'startUtxo',
									apiName: 'startIndex.utxo',
									placeholder: 'e.g. 2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
									description:
										'UTXO to start at: endIndex.utxo of a previous whole response. Also set Start Address.',
								},
								'a UTXO ID (cb58 with a valid checksum)',
								isId,
							),
						),
					],
					check: (values) => {
						const { startAddress, startUtxo } = values;
						if (fieldValue(values, addresses)!.length > 1024)
							return 'Addresses must contain at most 1,024 addresses';
						return (startAddress === undefined) !== (startUtxo === undefined)
							? 'Start Address and Start UTXO must be set together'
							: undefined;
					},
					noFilters: true,
					output: {
						kind: 'list',
						field: 'utxos',
						of: (page) =>
							(valueAt(page, 'utxos') as unknown[]).map((utxo) =>
								utxo === null ? utxo : { utxo, encoding: valueAt(page, 'encoding') },
							),
						as: 'utxo',
					},
					returns: ['encoding'],
					pages: utxoPages,
					identity: ['utxo'],
					numeric: ['numFetched'],
					alternatives: avax('avax.getUTXOs'),
					safe: true,
				},
			},
		},
	},
);
