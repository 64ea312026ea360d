import { isEvmAddress } from '../../shared/values/checksum';
import { collection, text } from '../../shared/fields/kinds';
import { isId } from '../../shared/values/ids';
import { isHash } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { addressField, exampleAddress } from './addresses';
import { evmAmount, toWei, unit } from './amounts';
import { bytes, exampleHash, hash } from './bytes';
import { json } from '../../shared/fields/json';
import { quantity } from './quantities';

export const transactionHash = hash({
	displayName: 'Transaction Hash',
	name: 'transactionHash',
	placeholder: `e.g. ${exampleHash}`,
	description: 'Hash of the transaction (0x...)',
});

/** An EVM transaction by its hash, or an atomic one by its ID. */
export const anyTransaction = text(
	{
		displayName: 'Transaction',
		name: 'transaction',
		holds: 'hash',
		placeholder: `e.g. ${exampleHash}`,
		description:
			'Transaction hash (0x...), or the ID of an atomic C-Chain transaction (import or export)',
	},
	'a transaction hash (0x and 64 hexadecimal digits) or the ID of an atomic transaction',
	(id) => isHash(id) || isId(id),
);

export const value = evmAmount(
	'value',
	'Value',
	'Amount of the native token to send',
	'Value Unit',
);
export const valueUnit = unit('valueUnit', 'Value Unit', 'the value', 'native');
export const gasPrice = evmAmount(
	'gasPrice',
	'Gas Price',
	'Fee per unit of gas, for a legacy transaction',
	'Fee Unit',
);
export const feeUnit = unit('feeUnit', 'Fee Unit', 'the gas price and fee caps', 'gwei');
export const from = addressField('from', 'From', 'Address of the sender');
export const gas = quantity({
	displayName: 'Gas',
	name: 'gas',
	description: 'Maximum gas that may be used',
});

const fees: Array<[name: string, displayName: string]> = [
	['gasPrice', 'Gas Price'],
	['maxFeePerGas', 'Max Fee per Gas'],
	['maxPriorityFeePerGas', 'Max Priority Fee per Gas'],
];

/** A transaction as the methods take it (TransactionArgs), with amounts in wei. */
export const transactionArgs = collection(
	{ displayName: 'Transaction', name: 'transaction', description: 'The transaction or call' },
	[
		from,
		addressField('to', 'To', 'Recipient or contract; empty to deploy a contract'),
		value,
		valueUnit,
		bytes({
			displayName: 'Data',
			name: 'data',
			placeholder: 'e.g. 0x18160ddd',
			description: 'Encoded function call, or code to deploy',
		}),
		gas,
		gasPrice,
		evmAmount(
			'maxFeePerGas',
			'Max Fee per Gas',
			'Maximum per unit of gas, both fees together',
			'Fee Unit',
		),
		evmAmount(
			'maxPriorityFeePerGas',
			'Max Priority Fee per Gas',
			'Maximum per unit of gas on top of the base fee',
			'Fee Unit',
		),
		feeUnit,
		quantity({
			displayName: 'Nonce',
			name: 'nonce',
			description: 'Number of transactions sent before',
		}),
		quantity(
			{
				displayName: 'Chain ID',
				name: 'chainId',
				placeholder: 'e.g. 43114',
				description: 'EVM chain ID to sign for',
			},
			256,
		),
		json(
			{
				displayName: 'Access List',
				name: 'accessList',
				placeholder: `e.g. [{"address": "${exampleAddress}", "storageKeys": ["${exampleHash}"]}]`,
				description: 'Addresses and storage keys to touch',
			},
			'a JSON list of objects with an address and a list of 32-byte storageKeys',
			(list) =>
				Array.isArray(list) &&
				list.every(
					(entry) =>
						isRecord(entry) &&
						isEvmAddress(entry.address) &&
						Array.isArray(entry.storageKeys) &&
						entry.storageKeys.every(isHash),
				),
		),
	],
	({ valueUnit: ofValue, feeUnit: ofFees, ...values }) => {
		const sent = { ...values };
		if (values.value !== undefined) sent.value = toWei(values.value, ofValue, 'native', 'Value');
		for (const [name, displayName] of fees) {
			if (values[name] !== undefined) sent[name] = toWei(values[name], ofFees, 'gwei', displayName);
		}
		return sent;
	},
);
