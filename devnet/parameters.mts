import type { Type } from '../spec/grammar.mts';
import type { KindName } from '../spec/kinds.mts';
import type { Reply } from './http.mts';
import { isBech32, isNodeId } from './ids.mts';

/** What the parameters of the data and metrics services may be, and how they refuse. */

export type Rule = (values: string[], name: string) => unknown;

const errorTexts: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
};

export class HttpError extends Error {
	readonly status: number;
	/** All that is wrong with the parameters; empty where it is something else. */
	readonly list: string[];
	constructor(status: number, message: string, list: string[] = []) {
		super(message);
		this.status = status;
		this.list = list;
	}
}
export class BadValue extends Error {}

/** The error body of both documents. */
export const writeError = (status: number, message: string | string[]): Reply => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	json: { message, error: errorTexts[status] ?? 'Error', statusCode: status },
});

const one =
	(read: (text: string, name: string) => unknown): Rule =>
	(values, name) => {
		if (values.length > 1) throw new BadValue(`${name} must be a string`);
		return read(values[0]!, name);
	};
const oneOf = (allowed: string[]) =>
	one((text, name) => {
		if (!allowed.includes(text))
			throw new BadValue(`${name} must be one of the following values: ${allowed.join(', ')}`);
		return text;
	});
const matching = (pattern: RegExp, problem: string) =>
	one((text, name) => {
		if (!pattern.test(text)) throw new BadValue(`${name} ${problem}`);
		return text;
	});
const integer = (min: number, max: number) =>
	one((text, name) => {
		if (!/^-?\d+$/.test(text)) throw new BadValue(`${name} must be an integer number`);
		if (Number(text) < min) throw new BadValue(`${name} must not be less than ${min}`);
		if (Number(text) > max) throw new BadValue(`${name} must not be greater than ${max}`);
		return Number(text);
	});
const commaSeparated = (isValid: (text: string) => boolean, problem: string) =>
	one((text, name) => {
		const list = text.split(',').map((entry) => entry.trim());
		if (!list.every(isValid)) throw new BadValue(`${name} ${problem}`);
		return list;
	});
/** P-avax1... and avax1...; whether it is of the right network is seen later. */
export const plainAddress = (text: string) => text.replace(/^[PXC]-/, '');
const evmAddressForm = /^0x[0-9a-fA-F]{40}$/;
const evmAddress = matching(evmAddressForm, 'must be a valid address');

const rules: Partial<Record<KindName, Rule>> = {
	account: evmAddress,
	deployer: evmAddress,
	token: evmAddress,
	tokens: commaSeparated((text) => evmAddressForm.test(text), 'must be valid addresses'),
	accounts: commaSeparated((text) => evmAddressForm.test(text), 'must be valid addresses'),
	evmTxHash: matching(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash'),
	collectible: evmAddress,
	multiToken: evmAddress,
	addresses: commaSeparated(
		(text) => ['avax', 'fuji'].some((prefix) => isBech32(prefix, plainAddress(text))),
		'must be valid addresses',
	),
	nodeIds: commaSeparated(isNodeId, 'must be valid node IDs'),
	block: matching(/^(\d+|0x[0-9a-fA-F]{64})$/, 'must be a block number or a block hash'),
	blockNumber: matching(/^\d+$/, 'must be a number string'),
	flag: matching(/^(true|false)$/, 'must be a boolean value'),
};

/** How the values of a parameter are read, by its type in spec/. */
export function ruleOf(type: Type): Rule {
	if (type.kind === 'values') return oneOf(type.values);
	if (type.kind === 'range') return integer(type.min, type.max);
	if (type.kind === 'list') {
		const rule = ruleOf(type.of);
		return (values, name) => values.map((value) => rule([value], name));
	}
	return (type.kind === 'leaf' && rules[type.name]) || one((value) => value);
}
