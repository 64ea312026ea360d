/** Reads decimals() and symbol() of tokens. Anybody may have written these contracts. */
import type { IDataObject } from 'n8n-workflow';
import { fail, nothing, type Answer, type Failure } from '../shared/errors';
import { isMissing } from './logRefusals';
import { encodeTokenCall, readSymbol } from './readTokens';
import { isOfMachine } from './reverts';

/** Decimals and symbol of a token. Absent if the contract does not tell them. */
export interface TokenUnit {
	decimals?: number;
	symbol?: string;
}

/** True if the contract itself rejects the call. */
const isRevert = (failure: Failure): boolean => failure.rpcCode === 3 || isOfMachine(failure);

/** True if the contract may be the cause. For contracts from logs, which can make the EVM fail in any way. */
const mayBeOfContract = (failure: Failure): boolean =>
	failure.rpcCode !== undefined &&
	!isMissing(failure) &&
	!['rate-limited', 'method-unknown', 'key-refused'].includes(failure.kind);

/** Enough gas for a call that returns a few bytes. */
const mostGas = '0x30d40';

export interface Asking {
	call: IDataObject;
	/** True if the contract has no answer. Only the contract itself can say so. */
	isNone: (failure: Failure) => boolean;
}
export const ofChosen: Asking = { call: {}, isNone: isRevert };
/** For contracts that name a wallet in their logs. Any can, so endless loops and odd errors must not stop the watch. */
export const ofAny: Asking = { call: { gas: mostGas }, isNone: mayBeOfContract };
/** For tokens of logs that the user asked for. A log stays without its amount if no later answer would give it. */
export const ofLog: Asking = {
	call: { gas: mostGas },
	isNone: (failure) => !failure.passing || mayBeOfContract(failure),
};

/** Calls a method on the token's chain. */
type AskChain = (method: string, params: unknown[]) => Promise<Answer>;

/** decimals() and symbol() of the token. A function that the token lacks leaves its field undefined. */
export async function readToken(
	ask: AskChain,
	address: unknown,
	asking: Asking,
): Promise<Answer<TokenUnit>> {
	const callToken = async (name: 'decimals' | 'symbol'): Promise<Answer<unknown>> => {
		const call = { to: address, data: encodeTokenCall(name), ...asking.call };
		return orNone(await ask('eth_call', [call, 'latest']), asking);
	};
	const [decimals, symbol] = await Promise.all([callToken('decimals'), callToken('symbol')]);
	const places = decimals.ok ? orNone(readDecimals(decimals.result), asking) : decimals;
	if (!places.ok) return places;
	if (!symbol.ok) return symbol;
	return {
		ok: true,
		result: { decimals: places.result, symbol: await readSymbol(symbol.result) },
	};
}

/** The answer, with an undefined result if the contract has none. */
const orNone = <T>(answer: Answer<T>, { isNone }: Asking): Answer<T | undefined> =>
	answer.ok || !isNone(answer.failure) ? answer : nothing;

function readDecimals(data: unknown): Answer<number | undefined> {
	if (data === undefined) return nothing;
	if (typeof data !== 'string' || !/^0x[\da-f]*$/i.test(data))
		return fail('not-understood', "The node returned no valid answer to the token's decimals()");
	const places = data.length === 66 ? Number(data) : NaN;
	return { ok: true, result: places <= 255 ? places : undefined };
}
