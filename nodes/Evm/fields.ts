/** The fields of EVM operations: each value checked here, and written as the JSON-RPC methods take it. */
import {
	chain as anyChain,
	choice,
	collection,
	evmAddress,
	flag,
	freeText,
	integer,
	InvalidField,
	optional,
	text,
	textList,
	timestamp,
	type EncodeContext,
	type Field,
} from '../shared/fields';
import { isEvmAddress, isHash, isId } from '../shared/ids';
import { multiply, parseJson } from '../shared/numbers';
import { isRecord } from '../shared/records';
import { checksumAddress } from './abi';

type Look = Parameters<typeof text>[0];

const exampleAddress = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

/** The chain every operation asks: part of its path. */
export const chain: Field = {
	...anyChain,
	default: 'C',
	description: 'C for the C-Chain, or the blockchain ID or alias of another EVM chain on the node',
};

const quantityText = /^(0x[0-9a-fA-F]+|\d+)$/;

const isQuantity = (value: string, bits = 256): boolean =>
	quantityText.test(value) && BigInt(value) < 2n ** BigInt(bits);

/** A decimal or hexadecimal integer in the one form that the methods accept: 0x without leading zeros. */
const toQuantity = (value: string): string => `0x${BigInt(value).toString(16)}`;

const mapped = (field: Field, toWire: (value: string) => unknown): Field => ({
	...field,
	encode: (value, context) => toWire(field.encode(value, context) as string),
});

const wholeNumber = (look: Look, bits: number): Field =>
	text(look, `a whole number of up to ${bits} bits, decimal or hexadecimal with 0x`, (value) =>
		isQuantity(value, bits),
	);

/** An unsigned integer, entered in decimal or hexadecimal. */
export const quantity = (look: Look, bits = 64): Field =>
	mapped(wholeNumber(look, bits), toQuantity);

/** The same for methods that take a JSON number, which is exact up to 2^53. */
export const plainNumber = (name: string, displayName: string, description: string): Field =>
	mapped(wholeNumber({ displayName, name, default: '0', description }, 53), Number);

const isBytes = (value: string): boolean => /^0x([0-9a-fA-F]{2})*$/.test(value);

/** Bytes in hexadecimal. */
export const bytes = (
	look: Look,
	rule = 'bytes in hexadecimal: 0x and an even number of digits',
): Field => text({ placeholder: 'e.g. 0x68656c6c6f', ...look }, rule, isBytes);

const exampleHash = `0x${'4f6d1c3b8a72e905'.repeat(4)}`;

const hash = (look: Look): Field => text(look, 'a hash (0x and 64 hexadecimal digits)', isHash);

/** An address in small letters, in capitals, or with the letter case of its checksum (EIP-55). */
const isAddress = (value: unknown): boolean => {
	if (typeof value !== 'string' || !isEvmAddress(value)) return false;
	const digits = value.slice(2);
	return (
		[digits.toLowerCase(), digits.toUpperCase()].includes(digits) ||
		checksumAddress(value) === value
	);
};
const addressRule = '0x and 40 hexadecimal digits; mixed case needs a valid checksum';

const address = (name: string, displayName: string, description: string): Field =>
	text(
		{ ...evmAddress, name, displayName, description },
		`an EVM address (${addressRule})`,
		isAddress,
	);

export const account = address('address', 'Address', 'Address of the account');

export const contract = address('contract', 'Contract', 'Address of the contract');

export const transactionHash = hash({
	displayName: 'Transaction Hash',
	name: 'transactionHash',
	placeholder: `e.g. ${exampleHash}`,
	description: 'Hash of the transaction',
});

export const blockHash = hash({
	displayName: 'Block Hash',
	name: 'blockHash',
	placeholder: `e.g. ${exampleHash}`,
	description: 'Hash of the block',
});

const tags = ['latest', 'pending', 'earliest', 'safe', 'finalized', 'accepted'];
const isBlockNumber = (value: string): boolean =>
	/^(0x[0-9a-fA-F]{1,16}|\d{1,19})$/.test(value) && BigInt(value) < 2n ** 63n;
const tagHelp =
	'number (decimal or hexadecimal), latest, pending, earliest, safe, finalized or accepted. Accepted blocks are final on Avalanche. Since Helicon (avalanchego 1.15), safe and finalized are some blocks behind latest.';

const blockField = (look: Look, rule: string, takesHash: boolean): Field =>
	mapped(
		text(
			{ default: 'latest', placeholder: 'e.g. latest', ...look },
			`a block number, ${rule}${tags.join(', ')}`,
			(value) => tags.includes(value) || isBlockNumber(value) || (takesHash && isHash(value)),
		),
		(value) => (tags.includes(value) || isHash(value) ? value : toQuantity(value)),
	);

/** A block by number or tag. */
export const blockNumber = (look: Partial<Look> = {}): Field =>
	blockField(
		{ displayName: 'Block', name: 'block', description: `Block ${tagHelp}`, ...look },
		'',
		false,
	);

/** A block by number, tag or hash. */
export const block = (look: Partial<Look> = {}): Field =>
	blockField(
		{ displayName: 'Block', name: 'block', description: `Block hash, ${tagHelp}`, ...look },
		'a block hash, or ',
		true,
	);

export const transactionIndex = quantity({
	displayName: 'Index',
	name: 'index',
	default: '0',
	description: 'Position of the transaction in the block, starting at 0',
});

export const fullTransactions = flag({
	displayName: 'Full Transactions',
	name: 'fullTransactions',
	description: 'Whether to return whole transactions instead of their hashes',
});

/** A place in the storage of a contract: up to 32 bytes, where an odd number of digits is allowed too. */
const isSlot = (value: string): boolean => /^0x[0-9a-fA-F]{1,64}$/.test(value) || isQuantity(value);
const toSlot = (value: string): string => (value.startsWith('0x') ? value : toQuantity(value));

export const slot = mapped(
	text(
		{
			displayName: 'Slot',
			name: 'slot',
			default: '0',
			description: 'Storage slot, decimal or hexadecimal',
		},
		'a storage slot: a number, or up to 32 bytes in hexadecimal',
		isSlot,
	),
	toSlot,
);

export const slots = textList(
	{
		displayName: 'Slots',
		name: 'slots',
		placeholder: 'e.g. 0, 0x10',
		description: 'Storage slots to prove, decimal or hexadecimal, separated by commas',
	},
	'storage slots: numbers, or up to 32 bytes in hexadecimal',
	isSlot,
	(values) => values.map(toSlot),
);

/** A password or a key: goes out as it is, and stands in no error. */
export const secret = (
	look: Look,
	rule = 'any text',
	test?: (value: string) => boolean,
): Field => ({
	...freeText({
		hint: 'n8n stores this value with the workflow and executions. Use an expression that fetches it, and your own node.',
		...look,
		typeOptions: { password: true },
	}),
	rule,
	encode: (value) => {
		if (typeof value !== 'string' || test?.(value) === false)
			throw new InvalidField(`must be ${rule}`);
		return value;
	},
});

export const password = secret({
	displayName: 'Password',
	name: 'password',
	description: "Password of the account in the node's keystore",
});

export const nodeFile = (name: string, displayName: string, description: string): Field =>
	freeText({
		displayName,
		name,
		placeholder: 'e.g. /tmp/file',
		description: `${description} (path on the node's disk)`,
	});

/** What the JSON says; undefined when the text is none. */
function readJson(entered: string): unknown {
	try {
		return parseJson(entered);
	} catch {
		return undefined;
	}
}

/** JSON, or what an expression gives in its place. Integers beyond 2^53 are not rounded but become text. */
export const json = (look: Look, rule: string, test: (value: unknown) => boolean): Field => ({
	type: 'json',
	default: '',
	required: true,
	...look,
	rule,
	encode: (value) => {
		const parsed = typeof value === 'string' ? readJson(value) : value;
		if (parsed === undefined || !test(parsed)) throw new InvalidField(`must be ${rule}`);
		return parsed;
	},
});

const isWord = (value: unknown): boolean => typeof value === 'string' && isHash(value);

/** Writes a part of an override as the methods take it; undefined where it is none. */
type Form = (value: unknown, context: EncodeContext) => unknown;

const unchanged =
	(test: (value: unknown) => boolean): Form =>
	(value) =>
		test(value) ? value : undefined;

/** An object each of whose entries has the form that its key asks for. */
const object =
	(formOf: (key: string) => Form | undefined): Form =>
	(value, context) => {
		if (!isRecord(value)) return undefined;
		const entries = Object.entries(value).map(([key, entry]) => [
			key,
			formOf(key)?.(entry, context),
		]);
		return entries.some(([, entry]) => entry === undefined)
			? undefined
			: Object.fromEntries(entries);
	};

const number =
	(bits = 64): Form =>
	(value) => {
		const digits = Number.isSafeInteger(value) ? String(value) : value;
		return typeof digits === 'string' && isQuantity(digits, bits) ? toQuantity(digits) : undefined;
	};

const isoTime = timestamp({ displayName: 'Time', name: 'time' });
const time: Form = (value, context) => {
	const given = number()(value, context);
	if (given !== undefined || typeof value === 'number') return given;
	try {
		return toQuantity(String(isoTime.encode(value, context)));
	} catch {
		return undefined;
	}
};

const storage = object((key) => (isHash(key) ? unchanged(isWord) : undefined));

/** What can be changed of an account, and of a block (avalanchego v1.14.2, StateOverrides and BlockOverrides). */
const accountForms = new Map<string, Form>([
	['nonce', number()],
	['code', unchanged((value) => typeof value === 'string' && isBytes(value))],
	['balance', number(256)],
	['state', storage],
	['stateDiff', storage],
]);
const blockForms = new Map<string, Form>([
	['number', number(256)],
	['difficulty', number(256)],
	['time', time],
	['gasLimit', number()],
	['coinbase', unchanged(isAddress)],
	['random', unchanged(isWord)],
	['baseFee', number(256)],
	['blobBaseFee', number(256)],
]);
const accountForm = object((key) => accountForms.get(key));

/** JSON of a form. */
const formed = (look: Look, rule: string, form: Form): Field => {
	const field = json(look, rule, isRecord);
	return {
		...field,
		encode: (value, context) => {
			const written = form(field.encode(value, context), context);
			if (written === undefined) throw new InvalidField(`must be ${rule}`);
			return written;
		},
	};
};

const overrides = [
	optional(
		formed(
			{
				displayName: 'State Overrides',
				name: 'stateOverrides',
				placeholder: `e.g. {"${exampleAddress}": {"balance": "0x0"}}`,
				description:
					'Accounts to change for this call only, by address. Enter nonce and balance (in wei) in decimal or hexadecimal, and code, state and stateDiff in hexadecimal.',
			},
			'a JSON object keyed by address; each entry may hold nonce and balance (decimal or hexadecimal), code, state and stateDiff (hexadecimal)',
			object((key) => (isAddress(key) ? accountForm : undefined)),
		),
	),
	optional(
		formed(
			{
				displayName: 'Block Overrides',
				name: 'blockOverrides',
				placeholder: 'e.g. {"time": "2026-01-01T00:00:00Z"}',
				description:
					'Block values to change for this call only. Enter number, difficulty, time (UNIX seconds or ISO 8601), gasLimit, baseFee and blobBaseFee (in wei) in decimal or hexadecimal. Enter coinbase and random in hexadecimal.',
			},
			'a JSON object with number, difficulty, gasLimit, baseFee, blobBaseFee (decimal or hexadecimal), time (ISO 8601 too), coinbase and random (hexadecimal)',
			object((key) => blockForms.get(key)),
		),
	),
];
export const [stateOverrides, blockOverrides] = overrides;

/** Units of amounts: the native token, or its smallest unit, of which it has 10^18. */
const unitOptions = [
	{ name: 'Native Token (e.g. AVAX)', value: 'native' },
	{ name: 'Gwei (nAVAX)', value: 'gwei' },
	{ name: 'Wei (Smallest Unit)', value: 'wei' },
];
const unitDecimals: Record<string, number> = { native: 18, gwei: 9, wei: 0 };

const unit = (name: string, displayName: string, by: string, preset: string): Field =>
	choice(
		{
			displayName,
			name,
			default: preset,
			description: `Unit of ${by}; hexadecimal numbers are always in wei`,
		},
		unitOptions,
	);

const amount = (name: string, displayName: string, description: string): Field =>
	text(
		{ displayName, name, placeholder: 'e.g. 1.5', description },
		'an amount: a decimal number, or wei in hexadecimal with 0x',
		(value) => /^\d+(\.\d+)?$/.test(value) || isQuantity(value),
	);

/** Writes an amount that was entered in a unit as wei; says so when it is finer than that. */
export function toWei(
	value: unknown,
	unitName: unknown,
	preset: string,
	displayName: string,
): string | undefined {
	if (value === undefined) return undefined;
	const entered = String(value);
	const chosen = String(unitName ?? preset);
	const wei = entered.startsWith('0x')
		? entered
		: String(multiply(entered, `1e${unitDecimals[chosen]}`));
	if (!isQuantity(wei))
		throw new InvalidField(
			`${displayName} must be a whole number of wei of up to 256 bits; ${entered} ${chosen} is not`,
		);
	return toQuantity(wei);
}

export const value = amount('value', 'Value', 'Amount of the native token to send');
export const valueUnit = unit('valueUnit', 'Value Unit', 'the value', 'native');
export const gasPrice = amount(
	'gasPrice',
	'Gas Price',
	'Fee per unit of gas, for a legacy (pre-EIP-1559) transaction',
);
export const feeUnit = unit('feeUnit', 'Fee Unit', 'the gas price and fee caps', 'gwei');
export const from = address('from', 'From', 'Address of the sender');
export const gas = quantity({
	displayName: 'Gas',
	name: 'gas',
	description: 'Gas limit: the maximum gas that may be used',
});

const fees: Array<[name: string, displayName: string]> = [
	['gasPrice', 'Gas Price'],
	['maxFeePerGas', 'Max Fee per Gas'],
	['maxPriorityFeePerGas', 'Max Priority Fee per Gas'],
];

/** A transaction as the methods take it (TransactionArgs), amounts in wei. */
export const transaction = collection(
	{ displayName: 'Transaction', name: 'transaction', description: 'The transaction or call' },
	[
		from,
		address(
			'to',
			'To',
			'Address of the recipient or the contract; leave empty to deploy a contract',
		),
		value,
		valueUnit,
		bytes({
			displayName: 'Data',
			name: 'data',
			placeholder: 'e.g. 0x18160ddd',
			description: 'Encoded function call, or the code of a contract to deploy',
		}),
		gas,
		gasPrice,
		amount(
			'maxFeePerGas',
			'Max Fee per Gas',
			'Maximum to pay per unit of gas, base fee and priority fee together',
		),
		amount(
			'maxPriorityFeePerGas',
			'Max Priority Fee per Gas',
			'Maximum to pay per unit of gas on top of the base fee',
		),
		feeUnit,
		quantity({
			displayName: 'Nonce',
			name: 'nonce',
			description: 'Number of transactions the sender has sent before',
		}),
		quantity(
			{
				displayName: 'Chain ID',
				name: 'chainId',
				placeholder: 'e.g. 43114',
				description: 'EVM chain ID that the transaction is for',
			},
			256,
		),
		json(
			{
				displayName: 'Access List',
				name: 'accessList',
				placeholder: `e.g. [{"address": "${exampleAddress}", "storageKeys": ["${exampleHash}"]}]`,
				description: 'Addresses and storage keys that the transaction will touch',
			},
			'a JSON list of objects with an address and a list of 32-byte storageKeys',
			(list) =>
				Array.isArray(list) &&
				list.every(
					(entry) =>
						isRecord(entry) &&
						isAddress(entry.address) &&
						Array.isArray(entry.storageKeys) &&
						entry.storageKeys.every(isWord),
				),
		),
	],
	({ valueUnit: ofValue, feeUnit: ofFees, ...values }) => {
		const wire = { ...values };
		if (values.value !== undefined) wire.value = toWei(values.value, ofValue, 'native', 'Value');
		for (const [name, displayName] of fees) {
			if (values[name] !== undefined) wire[name] = toWei(values[name], ofFees, 'gwei', displayName);
		}
		return wire;
	},
);

const loggerFields = [
	flag({
		displayName: 'Disable Stack',
		name: 'disableStack',
		description: 'Whether to leave out the stack of each step',
	}),
	flag({
		displayName: 'Disable Storage',
		name: 'disableStorage',
		description: 'Whether to leave out the storage that each step touched',
	}),
	flag({
		displayName: 'Enable Memory',
		name: 'enableMemory',
		description: 'Whether to include the memory of each step',
	}),
	flag({
		displayName: 'Enable Return Data',
		name: 'enableReturnData',
		description: 'Whether to include the return data of each step',
	}),
	integer(
		{
			displayName: 'Step Limit',
			name: 'limit',
			description: 'Maximum number of steps to record; 0 for all',
		},
		0,
	),
	flag({
		displayName: 'Debug',
		name: 'debug',
		description: 'Whether to print the trace on the node when it ends',
	}),
];

const reexec = integer(
	{
		displayName: 'Blocks to Re-Execute',
		name: 'reexec',
		default: 128,
		description: 'Maximum number of blocks to re-execute to rebuild a pruned state',
	},
	0,
);

const traceFields = [
	choice(
		{
			displayName: 'Tracer',
			name: 'tracer',
			default: 'callTracer',
			description: 'What to record. Without a tracer, the node records every EVM step.',
		},
		[
			{ name: '4byteTracer (Function Selectors)', value: '4byteTracer' },
			{ name: 'callTracer (Tree of Calls)', value: 'callTracer' },
			{ name: 'flatCallTracer (List of Calls)', value: 'flatCallTracer' },
			{ name: 'muxTracer (Several Tracers)', value: 'muxTracer' },
			{ name: 'noopTracer (Nothing)', value: 'noopTracer' },
			{ name: 'opcountTracer (Number of Steps)', value: 'opcountTracer' },
			{ name: 'prestateTracer (State Before)', value: 'prestateTracer' },
		],
	),
	freeText({
		displayName: 'Tracer Code',
		name: 'tracerCode',
		placeholder:
			'e.g. {count: 0, step: function() { this.count++ }, fault: function() {}, result: function() { return this.count }}',
		typeOptions: { rows: 4 },
		description:
			'Your own tracer in JavaScript, or the name of a tracer that is not in the list; replaces Tracer',
	}),
	json(
		{
			displayName: 'Tracer Config',
			name: 'tracerConfig',
			placeholder: 'e.g. {"onlyTopCall": true}',
			description: 'Settings for the tracer',
		},
		'a JSON object',
		isRecord,
	),
	text(
		{
			displayName: 'Trace Timeout',
			name: 'timeout',
			placeholder: 'e.g. 10s',
			description:
				'How long the node may trace one transaction, such as 500ms, 10s or 1m30s; 5s by default',
		},
		'a duration such as 500ms, 10s or 1m30s',
		(value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value),
	),
	reexec,
	...loggerFields,
];

/** TraceConfig. */
export const traceConfig = traceFields.map(optional);

/** TraceCallConfig: with overrides and the place in the block. */
export const traceCallConfig = [
	...traceConfig,
	...overrides,
	optional(
		quantity({
			displayName: 'Transaction Index',
			name: 'txIndex',
			description:
				'Run the call before the transaction at this position in the block; after all of them when empty',
		}),
	),
];

/** StdTraceConfig: steps only, of one transaction or all. */
export const standardTraceConfig = [
	...loggerFields,
	reexec,
	hash({
		displayName: 'Only Transaction',
		name: 'txHash',
		description: 'Hash of the only transaction in the block to trace',
	}),
].map(optional);

/** The values of the fields of a trace config as one object; undefined where none is set. */
export function toTraceConfig(
	config: Field[],
	values: Record<string, unknown>,
): Record<string, unknown> | undefined {
	const names = config.map(({ name }) => name).filter((name) => values[name] !== undefined);
	const { tracerCode, ...settings } = Object.fromEntries(names.map((name) => [name, values[name]]));
	if (!names.length) return undefined;
	return tracerCode === undefined ? settings : { ...settings, tracer: tracerCode };
}

const addresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		placeholder: 'e.g. 0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		description: 'Contracts whose logs to return, separated by commas; up to 1,000',
	},
	`EVM addresses (${addressRule})`,
	isAddress,
	(values) => {
		if (values.length > 1000) throw new InvalidField('must hold no more than 1,000 addresses');
		return values;
	},
);

const isTopic = (entry: unknown): boolean =>
	entry === null || isWord(entry) || (Array.isArray(entry) && entry.every(isWord));

const topics = json(
	{
		displayName: 'Topics',
		name: 'topics',
		placeholder:
			'e.g. ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", null]',
		description:
			'Up to four topic filters in order: null = any, a hash = exact match, a list = any of these',
	},
	'a JSON list of up to 4 entries: null, a 32-byte hash, or a list of such hashes',
	(value) => Array.isArray(value) && value.length <= 4 && value.every(isTopic),
);

const fromBlock = blockNumber({
	displayName: 'From Block',
	name: 'fromBlock',
	default: '',
	description: `First block (latest when empty): ${tagHelp}`,
});
const toBlock = blockNumber({
	displayName: 'To Block',
	name: 'toBlock',
	default: '',
	description: `Last block, inclusive (latest when empty): ${tagHelp}`,
});

/** Range and contracts of a search for logs. */
export const logRange = [
	fromBlock,
	toBlock,
	{ ...blockHash, description: 'Only return logs of this block, instead of a range' },
	addresses,
].map(optional);

/** All that FilterCriteria knows. */
export const logFilter = [...logRange, optional(topics)];

/** The rules over the fields of a search for logs. */
export function checkLogFilter({
	fromBlock: first,
	toBlock: last,
	blockHash: only,
}: Record<string, unknown>): string | undefined {
	if (only !== undefined && (first !== undefined || last !== undefined))
		return 'Block Hash names one block, so From Block and To Block must be empty';
	const [start, end] = [first, last].map(String);
	return start.startsWith('0x') && end.startsWith('0x') && BigInt(start) > BigInt(end)
		? 'From Block must not be above To Block'
		: undefined;
}

/** FilterCriteria, as the methods take it. */
export const toCriteria = (values: Record<string, unknown>): Record<string, unknown> => {
	const { fromBlock: first, toBlock: last, blockHash: only, addresses: of, topics: at } = values;
	const criteria = { fromBlock: first, toBlock: last, blockHash: only, address: of, topics: at };
	return Object.fromEntries(Object.entries(criteria).filter(([, entry]) => entry !== undefined));
};

export const filterId = text(
	{
		displayName: 'Filter ID',
		name: 'filterId',
		placeholder: 'e.g. 0x7b2f5d1c3b8a72e9',
		description: 'ID returned by a Create filter operation',
	},
	'the ID of a filter (0x and up to 32 hexadecimal digits)',
	(id) => /^0x[0-9a-fA-F]{1,32}$/.test(id),
);

/** An EVM transaction by its hash, or an atomic one by its ID. */
export const anyTransaction = text(
	{
		displayName: 'Transaction',
		name: 'transaction',
		placeholder: `e.g. ${exampleHash}`,
		description:
			'Transaction hash (0x...), or the ID of an atomic C-Chain transaction (import or export)',
	},
	'a transaction hash (0x and 64 hexadecimal digits) or the ID of an atomic transaction',
	(id) => isHash(id) || isId(id),
);

/** A declaration, by signature or as ABI JSON; what it says is read where the name is known that chooses from it. */
const declaration = (look: Look, rule: string): Field => ({
	...freeText(look),
	rule,
	encode: (value) => {
		if (typeof value !== 'string' && (typeof value !== 'object' || value === null))
			throw new InvalidField(`must be ${rule}`);
		return value;
	},
});

const nameOf = (what: string): Field =>
	text(
		{
			displayName: `${what} Name`,
			name: `${what.toLowerCase()}Name`,
			description: `${what} to use when several are declared: its name, or its name and types`,
		},
		'a name, or a name with types in brackets',
		(name) => /^[A-Za-z_$][\w$]*(\(.*\))?$/.test(name),
	);

/** A function by its declaration, and the values it is called with. */
export const callFields = [
	declaration(
		{
			displayName: 'Function',
			name: 'function',
			placeholder: 'e.g. balanceOf(address owner) returns (uint256)',
			typeOptions: { rows: 2 },
			description:
				'Solidity signature or ABI JSON of the function. Its return types decode the result.',
		},
		'the signature of a function, or ABI JSON',
	),
	json(
		{
			displayName: 'Arguments',
			name: 'arguments',
			default: '[]',
			placeholder: `e.g. ["${exampleAddress}"]`,
			description:
				'Arguments as a JSON list in order, or as a JSON object by name. Numbers of any size can be given as text.',
		},
		'a JSON list or object',
		(value) => Array.isArray(value) || isRecord(value),
	),
	optional(nameOf('Function')),
];

/** Events by their declarations. */
export const events = declaration(
	{
		displayName: 'Events',
		name: 'events',
		placeholder: 'e.g. Transfer(address indexed from, address indexed to, uint256 value)',
		typeOptions: { rows: 2 },
		description:
			'Solidity signatures of the events, each on a new line, or ABI JSON. Logs are decoded as declared here.',
	},
	'event signatures, each on a new line, or ABI JSON',
);

/** What is searched for among the logs of an event. */
export const eventFilters = [
	optional(nameOf('Event')),
	optional(
		json(
			{
				displayName: 'Arguments',
				name: 'arguments',
				placeholder: `e.g. {"to": "${exampleAddress}"}`,
				description:
					'Values of indexed arguments to match, as JSON by name; a list matches any of its values',
			},
			'a JSON object or list',
			(value) => Array.isArray(value) || isRecord(value),
		),
	),
];
