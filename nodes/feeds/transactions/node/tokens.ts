/** What tokens say of themselves: decimals() and symbol(), read from their contracts. */
import type { IDataObject } from 'n8n-workflow';
import { readSymbol } from '../../../Evm/readTokens';
import { fail, type Answer, type Failure } from '../../../shared/errors';
import { hosts } from '../../../shared/network/hosts';
import { isMissing, notYet, type Chain } from '../../node/chain';
import { blockOf } from '../../node/logs';
import type { Token } from './chainRecords';

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

interface Asking {
	/** Fields of the call besides. */
	call: IDataObject;
	/** Whether the contract has no answer, which only the contract itself can say. */
	isNone: (failure: Failure) => boolean;
}
const ofChosen: Asking = { call: {}, isNone: isRevert };
/** Any contract can name a wallet in its logs: neither a loop without end nor an odd error stops the watch. */
const ofAny: Asking = { call: { gas: mostGas }, isNone: mayBeOfContract };

/** decimals() and symbol() of the token, without what it does not have. */
export async function readToken(
	chain: Chain,
	address: unknown,
	asking = ofChosen,
): Promise<Answer<Token>> {
	const [decimals, symbol] = await Promise.all([
		readDecimals(chain, address, asking),
		callToken(chain, address, symbolCall, asking),
	]);
	if (!decimals.ok) return decimals;
	if (!symbol.ok) return symbol;
	return {
		ok: true,
		result: { decimals: decimals.result, symbol: await readSymbol(symbol.result) },
	};
}

/** What a function of the token returns; undefined where it has none. */
async function callToken(
	chain: Chain,
	to: unknown,
	selector: string,
	{ call, isNone }: Asking,
): Promise<Answer<unknown>> {
	const answer = await chain.ask('eth_call', [{ to, data: selector, ...call }, 'latest']);
	return answer.ok || !isNone(answer.failure) ? answer : { ok: true, result: undefined };
}

async function readDecimals(
	chain: Chain,
	address: unknown,
	asking: Asking,
): Promise<Answer<number | undefined>> {
	const answer = await callToken(chain, address, decimalsCall, asking);
	if (!answer.ok || answer.result === undefined) return answer as Answer<undefined>;
	if (typeof answer.result !== 'string' || !/^0x[\da-f]*$/i.test(answer.result))
		return fail('not-understood', "The node returned no valid answer to the token's decimals()");
	const places = answer.result.length === 66 ? Number(answer.result) : NaN;
	return { ok: true, result: places <= 255 ? places : undefined };
}

/** Two calls for each token, and a block beside them. */
const tokensAtOnce = Math.floor((hosts.node.mostBatched - 1) / 2);
/** So many new tokens end a page: anybody can send a wallet thousands of them. */
const mostTokens = 5 * tokensAtOnce;

/** The tokens of one poll, each asked once. */
export class Tokens {
	private readonly known = new Map<string, Token>();

	constructor(private readonly chain: Chain) {}

	of({ address }: IDataObject): Token {
		return this.known.get(String(address)) ?? {};
	}

	/** Reads those of these logs, which are in their order; the first block of which one is left for the next poll. */
	async read(logs: IDataObject[]): Promise<Answer<number | undefined>> {
		const fresh = new Map<string, number>();
		for (const log of logs) {
			const contract = String(log.address);
			if (!this.known.has(contract) && !fresh.has(contract)) fresh.set(contract, blockOf(log));
		}
		const all = [...fresh];
		const leftAt = all.slice(mostTokens).find(([, block]) => block > blockOf(logs[0]))?.[1];
		const wanted = all.filter(([, block]) => block < (leftAt ?? Infinity));
		for (let i = 0; i < wanted.length; i += tokensAtOnce) {
			const failed = await this.readSome(wanted.slice(i, i + tokensAtOnce));
			if (failed) return failed;
		}
		return { ok: true, result: leftAt };
	}

	private async readSome(wanted: Array<[string, number]>): Promise<Answer<never> | undefined> {
		const [, newest] = wanted.at(-1)!;
		const reading = wanted.map(async ([contract]) => await readToken(this.chain, contract, ofAny));
		// So that a server which does not have the contracts yet is seen.
		const [block] = await this.chain.together([this.chain.readBlock(newest)]);
		const tokens = await Promise.all(reading);
		if (!block.ok) return block;
		if (!block.result) return notYet(newest);
		for (const [i, token] of tokens.entries()) {
			if (!token.ok) return token;
			this.known.set(wanted[i][0], token.result);
		}
		return undefined;
	}
}
