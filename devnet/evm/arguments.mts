import { RpcError } from '../jsonRpc.mts';
import { kindOf, toNumber, writeJson } from '../json.mts';

/**
 * What the EVM endpoints take as arguments, and what they say of others: the texts of Go's JSON decoder, as a node
 * of avalanchego v1.14.2 was seen to send them.
 */

/** The reason why a value is not of the type, if it is not. */
type Check = (value: any) => string | undefined;

const mismatch = (value: unknown, type: string) =>
	`json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`;

/** What is wrong with hexadecimal text, in the words of Go's hexutil. */
function findHexFlaw(text: unknown, isNumber: boolean): string | undefined {
	if (typeof text !== 'string') return 'non-string';
	if (!/^0x/i.test(text)) return text ? 'hex string without 0x prefix' : 'empty hex string';
	const digits = text.slice(2);
	if (isNumber && !digits) return 'hex string "0x"';
	if (isNumber && /^0./.test(digits)) return 'hex number with leading zero digits';
	if (!isNumber && digits.length % 2) return 'hex string of odd length';
	return /^[0-9a-f]*$/i.test(digits) ? undefined : 'invalid hex string';
}

const into = (flaw: string | undefined, place: string) =>
	flaw && `json: cannot unmarshal ${flaw} into Go ${place}`;

const hexBytes =
	(type: string, length?: number): Check =>
	(value) => {
		const flaw = findHexFlaw(value, false);
		const digits = typeof value === 'string' ? value.length - 2 : 0;
		if (length && (!flaw || flaw === 'invalid hex string') && digits !== 2 * length)
			return `hex string has length ${digits}, want ${2 * length} for ${type}`;
		return into(flaw, `value of type ${type}`);
	};
const hexNumber =
	(type: string): Check =>
	(value) =>
		into(findHexFlaw(value, true), `value of type ${type}`);
const json =
	(kind: string, type: string): Check =>
	(value) =>
		value === null || kindOf(value) === kind ? undefined : mismatch(value, type);

export const blockTags = ['latest', 'pending', 'earliest', 'safe', 'finalized', 'accepted'];
const isHash = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);

const block: Check = (value) => {
	if (blockTags.includes(value)) return undefined;
	const flaw = findHexFlaw(typeof value === 'string' ? value : '-', true);
	if (flaw) return flaw;
	if (value.length > 18) return 'hex number > 64 bits';
	return BigInt(value) >= 2n ** 63n ? 'block number larger than int64' : undefined;
};
const blockOrHash: Check = (value) => {
	if (kindOf(value) === 'object') {
		const { blockNumber, blockHash } = (value ?? {}) as Record<string, unknown>;
		if (blockNumber !== undefined && blockHash !== undefined)
			return 'cannot specify both BlockHash and BlockNumber, choose one or the other';
		if (blockHash !== undefined) return hash(blockHash);
		return blockNumber === undefined ? undefined : block(blockNumber);
	}
	if (typeof value !== 'string') return mismatch(value, 'string');
	return isHash(value)
		? undefined
		: block(value)?.replace('block number larger than int64', 'blocknumber too high');
};
const hash = hexBytes('common.Hash', 32);

const transactionFields: Record<string, [type: string, isNumber: boolean]> = {
	from: ['common.Address', false],
	to: ['common.Address', false],
	gas: ['hexutil.Uint64', true],
	gasPrice: ['*hexutil.Big', true],
	maxFeePerGas: ['*hexutil.Big', true],
	maxPriorityFeePerGas: ['*hexutil.Big', true],
	value: ['*hexutil.Big', true],
	nonce: ['hexutil.Uint64', true],
	data: ['hexutil.Bytes', false],
	input: ['hexutil.Bytes', false],
	chainId: ['*hexutil.Big', true],
};
const transaction: Check = (value) => {
	if (value !== null && kindOf(value) !== 'object')
		return mismatch(value, 'ethapi.TransactionArgs');
	for (const [name, [type, isNumber]] of Object.entries(transactionFields)) {
		const field = (value as Record<string, unknown> | null)?.[name];
		if (field === undefined || field === null) continue;
		const flaw = findHexFlaw(field, isNumber);
		if (flaw) return into(flaw, `struct field TransactionArgs.${name} of type ${type}`);
		const digits = String(field).length - 2;
		if (type === 'common.Address' && digits !== 40)
			return `hex string has length ${digits}, want 40 for common.Address`;
	}
	return undefined;
};

const wrongLength = (value: string, length: number, what: string) =>
	value.length === 2 + 2 * length
		? undefined
		: `hex has invalid length ${(value.length - 2) >> 1} after decoding; expected ${length} for ${what}`;
const hexText = (value: unknown, length: number, what: string): string | undefined => {
	const flaw = findHexFlaw(value, false);
	return flaw ?? wrongLength(value as string, length, what);
};
const criteria: Check = (value) => {
	if (value !== null && kindOf(value) !== 'object') return mismatch(value, 'filters.input');
	const { fromBlock, toBlock, blockHash, address, topics } = (value ?? {}) as Record<string, any>;
	const isGiven = (field: unknown) => field !== undefined && field !== null;
	if (isGiven(topics) && !Array.isArray(topics))
		return `json: cannot unmarshal ${kindOf(topics)} into Go struct field input.topics of type []interface {}`;
	if (isGiven(blockHash)) {
		if (isGiven(fromBlock) || isGiven(toBlock))
			return 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other';
		return hash(blockHash);
	}
	for (const bound of [fromBlock, toBlock].filter(isGiven)) if (block(bound)) return block(bound);
	if (isGiven(address)) {
		if (typeof address !== 'string' && !Array.isArray(address)) return 'invalid addresses in query';
		const list: unknown[] = Array.isArray(address) ? address : [address];
		if (list.length > 1000) return 'exceed max addresses';
		const bad = list.findIndex((one) => typeof one !== 'string' || hexText(one, 20, 'address'));
		if (bad >= 0 && typeof list[bad] !== 'string') return `non-string address at index ${bad}`;
		if (bad >= 0) {
			const at = Array.isArray(address) ? ` at index ${bad}` : '';
			return `invalid address${at}: ${hexText(list[bad], 20, 'address')}`;
		}
	}
	for (const topic of (topics ?? []) as unknown[]) {
		const either = Array.isArray(topic) ? topic : [topic];
		for (const one of either.filter(isGiven)) {
			if (typeof one !== 'string') return 'invalid topic(s)';
			if (hexText(one, 32, 'topic')) return hexText(one, 32, 'topic');
		}
	}
	return undefined;
};

const checks: Record<string, Check> = {
	address: hexBytes('common.Address', 20),
	hash,
	data: hexBytes('hexutil.Bytes'),
	index: hexNumber('hexutil.Uint'),
	quantity: hexNumber('*hexutil.Big'),
	gas: hexNumber('hexutil.Uint64'),
	block,
	blockOrHash,
	/** Blocks that are not there give null or no bytes instead of an error. */
	blockOrNull: block,
	blockOrHashOrNull: blockOrHash,
	blockOrEmpty: block,
	/** What is said of one that is not there depends on what it is for. */
	blockToProve: blockOrHash,
	blockToTrace: blockOrHash,
	/** The block pending counts what waits. */
	blockOrPool: blockOrHash,
	/** Goes to the method as it was asked for. */
	askedBlock: block,
	bool: json('bool', 'bool'),
	number: (value) => {
		if (kindOf(value) !== 'number') return mismatch(value, 'uint64');
		const { rawJSON } = value as { rawJSON: string };
		return /^\d+$/.test(rawJSON)
			? undefined
			: `json: cannot unmarshal number ${rawJSON} into Go value of type uint64`;
	},
	text: json('string', 'string'),
	/** What only the contract describes. */
	any: () => undefined,
	filterId: json('string', 'rpc.ID'),
	transaction,
	criteria,
	config: json('object', 'tracers.TraceConfig'),
	callConfig: json('object', 'tracers.TraceCallConfig'),
	overrides: json('object', 'ethapi.StateOverride'),
	blockOverrides: json('object', 'ethapi.BlockOverrides'),
	count: (value) =>
		/^(\d+|0x[0-9a-f]+)$/i.test(String(toNumber(value)))
			? undefined
			: `invalid hex or decimal integer "${typeof value === 'string' ? value : writeJson(value)}"`,
	percentiles: (value) => {
		if (value !== null && !Array.isArray(value)) return mismatch(value, '[]float64');
		const bad = ((value ?? []) as unknown[]).find((one) => kindOf(one) !== 'number');
		return bad === undefined ? undefined : mismatch(bad, 'float64');
	},
	slots: (value) => {
		if (value !== null && !Array.isArray(value)) return mismatch(value, '[]string');
		const bad = ((value ?? []) as unknown[]).find((one) => typeof one !== 'string');
		return bad === undefined ? undefined : mismatch(bad, 'string');
	},
};

const refuse = (message: string) => new RpcError(-32602, message);

/**
 * Checks positional arguments against a signature: types by name, optional ones ending in `?`. Throws -32602 as a
 * node does.
 */
export function checkArguments(params: unknown, signature: string): unknown[] {
	const types = signature.split(' ').filter(Boolean);
	if (params !== undefined && params !== null && !Array.isArray(params))
		throw refuse('non-array args');
	const given = (params ?? []) as unknown[];
	given.forEach((value, i) => {
		if (i >= types.length) throw refuse(`too many arguments, want at most ${types.length}`);
		const isOptional = types[i]!.endsWith('?');
		const flaw =
			value === null && isOptional ? undefined : checks[types[i]!.replace('?', '')]!(value);
		if (flaw) throw refuse(`invalid argument ${i}: ${flaw}`);
	});
	const missing = types.findIndex((type, i) => i >= given.length && !type.endsWith('?'));
	if (missing >= 0) throw refuse(`missing value for required argument ${missing}`);
	return given;
}
