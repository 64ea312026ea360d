/**
 * Fields: each says once how it looks in n8n, what it accepts and how it goes on the wire.
 * `encode` gets what the user entered (or an expression gave) and returns the wire value,
 * or throws an InvalidField that states the rule.
 */
import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isBech32Address, isEvmAddress, isId, isNodeId } from './ids';

export interface EncodeContext {
	/** The workflow's time zone, for dates that carry none. */
	timezone: string;
}

export interface Field extends Omit<INodeProperties, 'displayOptions'> {
	/** The name on the wire, where it differs from the parameter's name. */
	wire?: string;
	/** Shown in the collection of optional fields, and left out of the request while empty. */
	optional?: boolean;
	encode: (value: unknown, context: EncodeContext) => unknown;
}

/** A value that its field does not accept; the message states the rule. */
export class InvalidField extends Error {}

export const optional = <T extends Field>(field: T): T => ({ ...field, optional: true, required: false });

type Look = Pick<INodeProperties, 'displayName' | 'name' | 'description'> &
	Partial<Omit<INodeProperties, 'type'>> & { wire?: string };

const show = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return `"${text.length > 80 ? `${text.slice(0, 77)}...` : text}"`;
};

const asText = (value: unknown): string => {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	throw new InvalidField(`must be text, not ${show(value)}`);
};

/** One value of text that passes the test. */
export const text = (look: Look, rule: string, test: (value: string) => boolean): Field => ({
	type: 'string',
	default: '',
	required: true,
	...look,
	encode: (value) => {
		const entered = asText(value);
		if (!test(entered)) throw new InvalidField(`must be ${rule}, not ${show(entered)}`);
		return entered;
	},
});

/** Several values of text, entered with commas or given as an array by an expression; sent as `join` says. */
export const textList = (
	look: Look,
	rule: string,
	test: (value: string) => boolean,
	join: (values: string[]) => unknown = (values) => values,
): Field => ({
	type: 'string',
	default: '',
	required: true,
	...look,
	encode: (value) => {
		const entries = Array.isArray(value) ? value.map(asText) : asText(value).split(',');
		const values = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
		const wrong = values.find((entry) => !test(entry));
		if (wrong !== undefined) throw new InvalidField(`must be a list of ${rule}; ${show(wrong)} is not one`);
		return values.length ? join(values) : undefined;
	},
});

/** A whole number within its bounds. */
export const integer = (look: Look, min: number, max = Number.MAX_SAFE_INTEGER): Field => ({
	type: 'number',
	default: 0,
	required: true,
	...look,
	typeOptions: { minValue: min, ...(max < Number.MAX_SAFE_INTEGER && { maxValue: max }), numberPrecision: 0 },
	encode: (value) => {
		const number = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min || number > max) {
			const bounds = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`;
			throw new InvalidField(`must be a whole number ${bounds}, not ${show(value)}`);
		}
		return number;
	},
});

const toOptions = (values: readonly (string | INodePropertyOptions)[]): INodePropertyOptions[] =>
	values.map((value) => (typeof value === 'string' ? { name: value, value } : value));

/** One value of a list. */
export const choice = (look: Look, values: readonly (string | INodePropertyOptions)[]): Field => {
	const options = toOptions(values);
	return {
		type: 'options',
		default: options[0].value,
		required: true,
		...look,
		options,
		encode: (value) => {
			if (!options.some((option) => option.value === value))
				throw new InvalidField(
					`must be one of ${options.map((option) => option.value).join(', ')}, not ${show(value)}`,
				);
			return value;
		},
	};
};

/** Any number of values of a list. */
export const choices = (look: Look, values: readonly string[]): Field => ({
	type: 'multiOptions',
	default: [],
	...look,
	options: toOptions(values),
	encode: (value) => {
		const chosen = Array.isArray(value) ? value : asText(value).split(',').map((entry) => entry.trim());
		const wrong = chosen.find((entry) => !values.includes(entry as string));
		if (wrong !== undefined)
			throw new InvalidField(`must be a list of ${values.join(', ')}; ${show(wrong)} is not one`);
		return chosen.length ? chosen : undefined;
	},
});

/** A moment as UNIX seconds; entered as a date, an ISO 8601 text or UNIX seconds. */
export const timestamp = (look: Look): Field => ({
	type: 'dateTime',
	default: '',
	required: true,
	...look,
	encode: (value, { timezone }) => {
		let seconds = Number.NaN;
		if (typeof value === 'number' || (typeof value === 'string' && /^\s*\d+\s*$/.test(value))) {
			seconds = Number(value);
		} else if (typeof value === 'string') {
			seconds = DateTime.fromISO(value.trim(), { zone: timezone }).toSeconds();
		} else if (value instanceof Date || DateTime.isDateTime(value)) {
			seconds = value.valueOf() / 1000;
		}
		seconds = Math.floor(seconds);
		// 253402300800 is the year 10000: anything above was meant as milliseconds.
		if (!(seconds >= 0 && seconds < 253_402_300_800))
			throw new InvalidField(
				`must be a date, an ISO 8601 time or UNIX seconds of at least 0, not ${show(value)}`,
			);
		return seconds;
	},
});

const nodeIdsLook = {
	displayName: 'Node IDs',
	name: 'nodeIds',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	description: 'Node IDs, separated by commas, or an expression that gives a list of them',
};
const nodeIdsRule = 'node IDs (NodeID-... with a valid checksum)';

/** Node IDs as a node takes them: a list. */
export const nodeIds = textList({ ...nodeIdsLook, wire: 'nodeIDs' }, nodeIdsRule, isNodeId);

const joined = (values: string[]): string => values.join(',');

/** Node IDs as the data service takes them: one text with commas. */
export const joinedNodeIds = textList(nodeIdsLook, nodeIdsRule, isNodeId, joined);

export const subnetId = text(
	{
		displayName: 'Subnet ID',
		name: 'subnetId',
		wire: 'subnetID',
		placeholder: 'e.g. 11111111111111111111111111111111LpoYY',
		description: 'ID of a subnet or of the subnet of an L1',
	},
	'a subnet ID (cb58 with a valid checksum)',
	isId,
);

/** A chain as a node knows it: its blockchain ID or an alias, never anything that reaches another path. */
export const isChain = (value: string): boolean => isId(value) || /^[A-Za-z0-9][A-Za-z0-9_.-]{0,511}$/.test(value);

export const chain = text(
	{
		displayName: 'Chain',
		name: 'chain',
		placeholder: 'e.g. C',
		description: 'Blockchain ID, or an alias that the node knows, such as P, X or C',
	},
	'a blockchain ID or an alias of letters, digits, dots, dashes and underscores',
	isChain,
);

export const evmAddress = text(
	{
		displayName: 'Address',
		name: 'address',
		placeholder: 'e.g. 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
		description: 'Address of a wallet or a contract on the chain',
	},
	'an EVM address (0x and 40 hexadecimal digits)',
	isEvmAddress,
);

export const primaryAddresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		placeholder: 'e.g. P-avax1...',
		description:
			'Addresses with a network prefix (avax1..., fuji1...), optionally preceded by P- or X-, separated by commas',
	},
	'addresses such as P-avax1... with a valid checksum',
	isBech32Address,
	joined,
);

