/** Changes to the state and the block for one call only. */
import { isEvmAddress } from '../../shared/values/checksum';
import { InvalidField } from '../../shared/fields/invalid';
import {
	optional,
	type EncodeContext,
	type Field,
	type FieldWords,
} from '../../shared/fields/fields';
import { isBytes, isHash, toQuantity } from '../../shared/values/hex';
import { timestamp } from '../../shared/fields/moments';
import { isRecord } from '../../shared/values/records';
import { exampleAddress } from './addresses';
import { json } from '../../shared/fields/json';
import { isWhole } from './quantities';

/** Encodes a value in an override. Undefined for a wrong value: the error states the rule of the whole override. */
type Encode = (value: unknown, context: EncodeContext) => unknown;

const textThat =
	(test: (value: string) => boolean): Encode =>
	(value) =>
		typeof value === 'string' && test(value) ? value : undefined;

const quantityOf =
	(bits: number): Encode =>
	(value) => {
		const digits = Number.isSafeInteger(value) ? String(value) : value;
		return typeof digits === 'string' && isWhole(digits, bits) ? toQuantity(digits) : undefined;
	};

const moment = timestamp({ displayName: 'Time', name: 'time' });
const nameTime = ({ message, entered, description }: InvalidField): InvalidField =>
	new InvalidField(`the time ${message}`, entered, description);

/** A time, or seconds in hexadecimal, which are not checked: a private chain may have any time. */
const time: Encode = (value, context) => {
	if (/^0x/i.test(String(value))) return quantityOf(64)(value, context);
	try {
		return toQuantity(String(moment.encode(value, context)));
	} catch (error) {
		// This error already explains itself.
		if ((error as InvalidField).description) throw nameTime(error as InvalidField);
		return undefined;
	}
};

/** Encodes each entry of an object as its key demands. */
const objectOf =
	(encodeFor: (key: string) => Encode | undefined): Encode =>
	(value, context) => {
		if (!isRecord(value)) return undefined;
		const entries = Object.entries(value).map(([key, entry]) => [
			key,
			encodeFor(key)?.(entry, context),
		]);
		return entries.some(([, entry]) => entry === undefined)
			? undefined
			: Object.fromEntries(entries);
	};

const storage = objectOf((key) => (isHash(key) ? textThat(isHash) : undefined));

/** StateOverrides of avalanchego v1.14.2, for one account. */
const accountEntries = new Map<string, Encode>([
	['nonce', quantityOf(64)],
	['code', textThat(isBytes)],
	['balance', quantityOf(256)],
	['state', storage],
	['stateDiff', storage],
]);
const accountOverride = objectOf((key) => accountEntries.get(key));

/** BlockOverrides of avalanchego v1.14.2. */
const blockEntries = new Map<string, Encode>([
	['number', quantityOf(256)],
	['difficulty', quantityOf(256)],
	['time', time],
	['gasLimit', quantityOf(64)],
	['coinbase', textThat(isEvmAddress)],
	['random', textThat(isHash)],
	['baseFee', quantityOf(256)],
	['blobBaseFee', quantityOf(256)],
]);

const override = (look: FieldWords, rule: string, encode: Encode): Field => {
	const field = json(look, rule, isRecord);
	return optional({
		...field,
		encode: (value, context) => {
			const encoded = encode(field.encode(value, context), context);
			if (encoded === undefined) throw new InvalidField(`must be ${rule}`);
			return encoded;
		},
	});
};

export const stateOverrides = override(
	{
		displayName: 'State Overrides',
		name: 'stateOverrides',
		placeholder: `e.g. {"${exampleAddress}": {"balance": "0x0"}}`,
		description:
			'Accounts to change for this call only, by address. Enter nonce and balance (in wei) in decimal or hexadecimal, and code, state and stateDiff in hexadecimal.',
	},
	'a JSON object keyed by address; each entry may hold nonce and balance (decimal or hexadecimal), code, state and stateDiff (hexadecimal)',
	objectOf((key) => (isEvmAddress(key) ? accountOverride : undefined)),
);

export const blockOverrides = override(
	{
		displayName: 'Block Overrides',
		name: 'blockOverrides',
		placeholder: 'e.g. {"time": "2026-01-01T00:00:00Z"}',
		description:
			'Block values to change for this call only. Enter number, difficulty, time (UNIX seconds or ISO 8601), gasLimit, baseFee and blobBaseFee (in wei) in decimal or hexadecimal. Enter coinbase and random in hexadecimal.',
	},
	'a JSON object with number, difficulty, gasLimit, baseFee, blobBaseFee (decimal or hexadecimal), time (ISO 8601 too), coinbase and random (hexadecimal)',
	objectOf((key) => blockEntries.get(key)),
);
