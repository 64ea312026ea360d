/** Reads ERC-20 tokens (EIP-20) by eth_call: metadata, balances and allowances. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { fail, nothing, type Answer } from '../shared/errors';
import type { RpcCall } from '../shared/network/rpcCall';
import { oncePerClient } from '../shared/network/oncePerClient';
import { lazy } from '../shared/start';
import { decodeResult, encodeCall, parseFunction, type AbiFunction } from './abi';
import { readAnswer } from './declared';
import { isHash } from '../shared/values/hex';
import { readRevert, sayReason } from './reverts';
import type { EvmRow } from './rows';

const functionsOf = lazy(() => ({
	name: parseFunction('name() returns (string)'),
	symbol: parseFunction('symbol() returns (string)'),
	decimals: parseFunction('decimals() returns (uint8)'),
	totalSupply: parseFunction('totalSupply() returns (uint256)'),
	balanceOf: parseFunction('balanceOf(address) returns (uint256)'),
	allowance: parseFunction('allowance(address,address) returns (uint256)'),
}));

type TokenFunction = keyof ReturnType<typeof functionsOf>;

/** The data of a call to a token's function. */
export const encodeTokenCall = (name: TokenFunction, ...args: unknown[]): string =>
	encodeCall(functionsOf()[name], args);

const advice = 'Check the address of the token, the chain and the block.';

const toParams = (fn: AbiFunction, token: unknown, args: unknown[], block: unknown): unknown[] => [
	{ to: token, data: encodeCall(fn, args) },
	block,
];

async function decodeText(token: string, fn: AbiFunction, data: unknown): Promise<Answer<string>> {
	const answer = await readAnswer<Answer<string>>(advice, async () => {
		const { value } = await decodeResult(fn, data);
		return { ok: true, result: String(value) };
	});
	if (answer.ok) return answer;
	const { failure } = answer;
	return { ok: false, failure: { ...failure, message: `Token ${token}: ${failure.message}` } };
}

/** The number that a token's function returns, as decimal text. */
async function readNumber(
	client: Client,
	call: RpcCall,
	token: string,
	fn: AbiFunction,
): Promise<Answer<string>> {
	const answer = await client.rpc(call);
	if (!answer.ok) {
		const reason = readRevert(answer.failure);
		if (reason === undefined) return answer;
		const message = `Token ${token} rejected ${fn.signature}: ${sayReason(reason)}`;
		return { ok: false, failure: { ...answer.failure, message, hint: advice } };
	}
	if (answer.result === '0x')
		return fail(
			'not-understood',
			`${token} is not an ERC-20 token: the address is not a contract, or its contract has no ${fn.signature}`,
			{ hint: advice },
		);
	return await decodeText(token, fn, answer.result);
}

/** A name or symbol, which are optional in EIP-20. Some old tokens return it as bytes32. */
async function readLabel(
	client: Client,
	call: RpcCall,
	token: string,
	fn: AbiFunction,
): Promise<Answer<string | undefined>> {
	const answer = await client.rpc(call);
	if (!answer.ok) return readRevert(answer.failure) === undefined ? answer : nothing;
	return await decodeLabel(token, fn, answer.result);
}

async function decodeLabel(
	token: string,
	fn: AbiFunction,
	data: unknown,
): Promise<Answer<string | undefined>> {
	if (data === '0x') return nothing;
	if (!isHash(data)) return await decodeText(token, fn, data);
	const [text] = Buffer.from(String(data).slice(2), 'hex').toString().split('\0');
	return { ok: true, result: text && !text.includes('\ufffd') ? text : undefined };
}

/** Longer symbols are dropped, because each of many items would carry them. */
const longestSymbol = 64;

/** The result of symbol() as text. Undefined if it is unreadable or too long. */
export async function readSymbol(data: unknown): Promise<string | undefined> {
	const answer = await decodeLabel('', functionsOf().symbol, data);
	return answer.ok && (answer.result?.length ?? 0) <= longestSymbol ? answer.result : undefined;
}

interface Token {
	name?: string;
	symbol?: string;
	decimals: number;
}

async function askToken(client: Client, path: string, token: string): Promise<Answer<Token>> {
	const callOf = (fn: AbiFunction): RpcCall => ({
		path,
		method: 'eth_call',
		params: toParams(fn, token, [], 'latest'),
		safe: true,
		batch: true,
	});
	const readLabelOf = async (fn: AbiFunction) => await readLabel(client, callOf(fn), token, fn);
	const functions = functionsOf();
	const { decimals: fn } = functions;
	const [decimals, name, symbol] = await Promise.all([
		readNumber(client, callOf(fn), token, fn),
		readLabelOf(functions.name),
		readLabelOf(functions.symbol),
	]);
	if (!decimals.ok) return decimals;
	if (!name.ok) return name;
	if (!symbol.ok) return symbol;
	const result = {
		...(name.result !== undefined && { name: name.result }),
		...(symbol.result !== undefined && { symbol: symbol.result }),
		decimals: Number(decimals.result),
	};
	return { ok: true, result };
}

/** Name, symbol and decimals of a token, asked once a run even if its address is written in several ways. */
export const describeToken = oncePerClient(
	askToken,
	(path, token) => `${path} ${token.toLowerCase()}`,
);

/**
 * A row that reads an amount of a token into the field `as`. The function's arguments come from the fields `args`. An
 * item holds these fields, the token's name, symbol and decimals, and the amount in base units.
 */
export const tokenAmount = (
	name: 'totalSupply' | 'balanceOf' | 'allowance',
	as: string,
	args: string[] = [],
) =>
	({
		method: 'eth_call',
		api: 'chain',
		toParams: (values) => {
			const given = args.map((field) => values[field]);
			return toParams(functionsOf()[name], values.token, given, values.block);
		},
		run: async (client, call, { token: address, chain, block, ...others }) => {
			const token = String(address);
			const [amount, described] = await Promise.all([
				readNumber(client, call, token, functionsOf()[name]),
				describeToken(client, call.path, token),
			]);
			if (!amount.ok) return amount;
			if (!described.ok) return described;
			const asked = { ...others, chain, token, block } as IDataObject;
			return { ok: true, result: [{ ...asked, ...described.result, [as]: amount.result }] };
		},
		units: [[as, 'decimals']],
		about: [...args, 'chain', 'token', 'block'],
		returns: [...args, 'chain', 'token', 'block', 'name', 'symbol', 'decimals', as],
	}) satisfies Partial<EvmRow>;

/** The largest allowance of tokens that count in 96 bits, such as UNI. */
const most96Bits = 2n ** 96n - 1n;
/** Half of the largest possible allowance. Some tokens count it down, which nobody lives to see. */
const asGoodAsUnlimited = 2n ** 255n - 1n;

/** True for an allowance in base units that is as good as unlimited. Wallets ask for the largest possible one. */
export function isUnlimited(allowance: unknown): boolean {
	if (typeof allowance !== 'string' || !/^\d{1,78}$/.test(allowance)) return false;
	const base = BigInt(allowance);
	return base === most96Bits || base >= asGoodAsUnlimited;
}
