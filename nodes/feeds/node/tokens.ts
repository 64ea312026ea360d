/** The decimals and symbols of tokens, read from decimals() and symbol() of their contracts. */
import type { IDataObject } from 'n8n-workflow';
import { readToken, type Asking, type TokenUnit } from '../../Evm/tokenUnits';
import type { Answer } from '../../shared/errors';
import { hosts } from '../../shared/network/hosts';
import { oncePerClient } from '../../shared/network/oncePerClient';
import { notYet, type Chain } from './chain';
import { blockOf } from './logs';

/** Two calls for each token, and one for a block beside them. */
const tokensAtOnce = Math.floor((hosts.node.mostBatched - 1) / 2);
/** This many new tokens end a page, because anybody can send a wallet thousands of them. */
const mostTokens = 5 * tokensAtOnce;

/** A stream follows its chain for weeks. Beyond this many tokens, the memory is cleared. */
const mostKnown = 1000;

const knownTokens = oncePerClient<[path: string], Map<string, TokenUnit>>(() => new Map());

/** The tokens of a chain. Each is asked for once per client. */
export class Tokens {
	private readonly known: Map<string, TokenUnit>;

	constructor(
		private readonly chain: Chain,
		private readonly asking: Asking,
	) {
		this.known = knownTokens(chain.client, chain.path);
		if (this.known.size > mostKnown) this.known.clear();
	}

	of({ address }: IDataObject): TokenUnit {
		return this.known.get(String(address)) ?? {};
	}

	/** Reads the tokens of these logs, in order. Returns the first block with a token left for the next poll. */
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
		const ask: Chain['ask'] = async (...call) => await this.chain.ask(...call);
		const reading = wanted.map(async ([contract]) => await readToken(ask, contract, this.asking));
		// This block reveals a server that does not have the contracts yet.
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
