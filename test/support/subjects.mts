/** Answers about what was asked for, about something else, and about the same in another form. */
import { keccak256 } from 'ethers';
import { encodeBech32, makeBytes, makeId } from '../../devnet/ids.mts';
import { toChecksumAddress } from '../../nodes/shared/values/checksum.ts';
import { decodeCb58 } from '../../nodes/shared/values/ids.ts';
import type { FormName } from '../../nodes/shared/network/subjects/forms.ts';
import { valuesAt } from '../../nodes/shared/network/subjects/index.ts';
import type { Naming } from '../../nodes/shared/network/subjects/table.ts';

/** Bytes of a transaction, and the hash that it is asked for by. */
export const rawTransaction = '0x02f86c01';
export const hashOfRaw = keccak256(rawTransaction);

const toHex = (value: unknown): string => BigInt(value as string).toString(16);
const bump = (text: string): string => text.slice(0, -1) + (text.endsWith('1') ? '2' : '1');
const next = (value: unknown) => `0x${(BigInt(value as string) + 1n).toString(16)}`;
const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;
const idInHex = (id: string) => `0x${decodeCb58(id)!.toString('hex')}`;
const numberForms = (value: unknown) => [
	`0x0${toHex(value)}`,
	Number(value),
	String(Number(value)),
];

const chainIds: Record<string, string> = {
	'p-chain': '11111111111111111111111111111111LpoYY',
	'x-chain': '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
};

interface Written {
	/** Another subject of the form. */
	other: (asked: string) => unknown;
	/** The same subject as it may be written elsewhere. */
	alike: (asked: string) => unknown[];
}

const hashForm: Written = { other: bump, alike: (hash) => [upper(hash), hash.toLowerCase()] };
const numberForm: Written = { other: next, alike: numberForms };
const idForm: Written = { other: () => makeId('another one'), alike: (id) => [idInHex(id)] };
const wordForm: Written = {
	other: next,
	alike: (word) => [`0x${toHex(word).padStart(64, '0')}`, `0x${toHex(word)}`],
};

export const written: Record<FormName, Written> = {
	block: numberForm,
	index: numberForm,
	nonce: numberForm,
	blockHash: hashForm,
	transaction: hashForm,
	topic: hashForm,
	signedTransaction: {
		other: () => '0x02f86c02',
		alike: () => [upper(rawTransaction)],
	},
	atomicTransaction: idForm,
	validation: idForm,
	asset: idForm,
	word: wordForm,
	amount: wordForm,
	address: {
		other: (address) => bump(address.toLowerCase()),
		alike: (address) => [address.toLowerCase(), upper(address), toChecksumAddress(address)],
	},
	primaryAddress: {
		other: () => encodeBech32('avax', makeBytes(20, 'another')),
		alike: (address) => [address.replace(/^\w-/, ''), `P-${address.replace(/^\w-/, '')}`],
	},
	nodeId: {
		other: () => 'NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN',
		alike: (nodeId) => [nodeId.replace('NodeID-', '')],
	},
	primaryChain: {
		other: (chain) => (/^(X|x-chain)$/.test(chain) ? 'p-chain' : 'x-chain'),
		alike: (chain) => [
			chain.slice(0, 1).toUpperCase(),
			chainIds[`${chain.slice(0, 1).toLowerCase()}-chain`],
		],
	},
	evmChain: {
		other: () => '43113',
		alike: () => [43114, '0xa86a', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5', 'C'],
	},
	network: {
		other: (network) => (network === 'mainnet' ? 'fuji' : 'mainnet'),
		alike: (network) => [network.toUpperCase(), ...(network === 'fuji' ? ['testnet'] : [])],
	},
	currency: { other: () => 'EUR', alike: (code) => [code.toUpperCase(), code.toLowerCase()] },
	logger: { other: (name) => `${name}2`, alike: () => [] },
};

/** What an answer says where it means the subject that was asked for. */
export function sayAsked({ form, at }: Naming, asked: string): unknown {
	if (form === 'signedTransaction') return rawTransaction;
	return at[0] === 'isTestnet' ? asked !== 'mainnet' : asked;
}

export function sayOther({ form, at, bound }: Naming, asked: string): unknown {
	if (at[0] === 'isTestnet') return asked === 'mainnet';
	if (bound === 'first') return `0x${(BigInt(asked) - 1n).toString(16)}`;
	return written[form].other(asked);
}

export const sayAlike = ({ form, at }: Naming, asked: string): unknown[] =>
	at[0] === 'isTestnet' ? [] : written[form].alike(asked);

/** The answer in which each record says this where the naming looks for it. */
export function withSubject(answer: unknown, { records = '', at }: Naming, said: unknown): unknown {
	if (records === '' && at[0] === '') return said;
	for (const record of valuesAt(answer, records)) {
		const there = at.filter((path) => valuesAt(record, path).length);
		for (const path of there.length ? there : at.slice(0, 1)) put(record, path.split('.'), said);
	}
	return answer;
}

function put(holder: unknown, [step, ...rest]: string[], said: unknown): void {
	if (typeof holder !== 'object' || holder === null) return;
	const entries = holder as Record<string, unknown>;
	if (step === '**') {
		if (rest[0] in entries) put(entries, rest, said);
		for (const entry of Object.values(entries)) put(entry, [step, ...rest], said);
	} else if (step === '*') {
		for (const key of Object.keys(entries))
			if (rest.length) put(entries[key], rest, said);
			else entries[key] = said;
	} else if (step === '#') {
		const [first] = Object.values(entries);
		for (const key of Object.keys(entries)) delete entries[key];
		if (said !== null) entries[String(said)] = first;
	} else if (rest.length) put((entries[step] ??= /^\d+$/.test(rest[0]) ? [] : {}), rest, said);
	else entries[step] = said;
}
