/** What a token says of its amounts: decimals() and symbol(), of contracts that anybody may have written. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer, type Failure } from '../shared/errors';
import { isMissing } from './logRefusals';
import { readSymbol } from './readTokens';

/** What turns base units of a token into whole ones, and what these are called; absent where it does not say it. */
export interface TokenUnit {
	decimals?: number;
	symbol?: string;
}

/** What the EVM itself says of a call that a contract does not take. */
const revertText = /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow/i;
/** The selectors of decimals() and symbol(). */
const decimalsCall = '0x313ce567';
const symbolCall = '0x95d89b41';

/** Whether the contract itself refuses a call. */
const isRevert = ({ rpcCode, detail = '' }: Failure): boolean =>
	rpcCode === 3 || (rpcCode !== undefined && revertText.test(detail));

/** Whether it may be the contract that refuses: of a contract that anybody chose, whatever the EVM makes of its code. */
const mayBeOfContract = (failure: Failure): boolean =>
	failure.rpcCode !== undefined &&
	!isMissing(failure) &&
	!['rate-limited', 'method-unknown', 'key-refused'].includes(failure.kind);

/** What a token may do with the gas of a call that asks for a few bytes. */
const mostGas = '0x30d40';

export interface Asking {
	/** Fields of the call besides. */
	call: IDataObject;
	/** Whether the contract has no answer, which only the contract itself can say. */
	isNone: (failure: Failure) => boolean;
}
export const ofChosen: Asking = { call: {}, isNone: isRevert };
/** Any contract can name a wallet in its logs: neither a loop without end nor an odd error stops the watch. */
export const ofAny: Asking = { call: { gas: mostGas }, isNone: mayBeOfContract };
/** A log is what was asked for, and stands without its amount where no later answer would tell it. */
export const ofLog: Asking = {
	call: { gas: mostGas },
	isNone: (failure) => !failure.passing || mayBeOfContract(failure),
};

/** Sends a method with its parameters to the chain of the token. */
export type AskChain = (method: string, params: unknown[]) => Promise<Answer>;

/** decimals() and symbol() of the token, without what it does not have. */
export async function readToken(
	ask: AskChain,
	address: unknown,
	asking: Asking,
): Promise<Answer<TokenUnit>> {
	const callToken = async (selector: string): Promise<Answer<unknown>> => {
		const call = { to: address, data: selector, ...asking.call };
		return orNone(await ask('eth_call', [call, 'latest']), asking);
	};
	const [decimals, symbol] = await Promise.all([callToken(decimalsCall), callToken(symbolCall)]);
	const places = decimals.ok ? orNone(readDecimals(decimals.result), asking) : decimals;
	if (!places.ok) return places;
	if (!symbol.ok) return symbol;
	return {
		ok: true,
		result: { decimals: places.result, symbol: await readSymbol(symbol.result) },
	};
}

/** The answer, without a result where the contract has none. */
const orNone = <T>(answer: Answer<T>, { isNone }: Asking): Answer<T | undefined> =>
	answer.ok || !isNone(answer.failure) ? answer : { ok: true, result: undefined };

function readDecimals(data: unknown): Answer<number | undefined> {
	if (data === undefined) return { ok: true, result: undefined };
	if (typeof data !== 'string' || !/^0x[\da-f]*$/i.test(data))
		return fail('not-understood', "The node returned no valid answer to the token's decimals()");
	const places = data.length === 66 ? Number(data) : NaN;
	return { ok: true, result: places <= 255 ? places : undefined };
}
