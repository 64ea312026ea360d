/** The transfers of a token contract, from its logs. */
import type { IDataObject } from 'n8n-workflow';
import { readSymbol } from '../../../Evm/readTokens';
import { fail, type Answer } from '../../../shared/errors';
import { toChecksumAddress } from '../../../shared/checksum';
import { takeTurn, workOf } from '../../../shared/pace';
import { refine } from '../../../shared/pipeline';
import type { FeedRecord } from '../../feed/source';
import { isOfContract, notAsked } from '../../node/answers';
import type { Chain } from '../../node/chain';
import { blockOf, Logs, type Converted } from '../../node/logs';
import { rowOf, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import { toTransfers, transferTopics, type Token } from './chainRecords';

/** What the EVM itself says of a call that a contract does not take. */
const revertText = /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow/i;
/** The selectors of decimals() and symbol(). */
const decimalsCall = '0x313ce567';
const symbolCall = '0x95d89b41';

export function openTransfers(chain: Chain, settings: TransactionSettings): Logs {
	const { address } = settings.values;
	let asked: Promise<Answer<Token>> | undefined;

	/** A log has no time: its block does. */
	async function convert(logs: IDataObject[]): Promise<Answer<Converted>> {
		const odd = logs.find((log) => !isOfContract(log));
		if (odd) return notAsked(`The node returned an incomplete log of block ${blockOf(odd)}`);
		const numbers = [...new Set(logs.map(blockOf))];
		if (logs.length) asked ??= readToken(chain, address);
		// With a block of the contract's logs, so that a server which does not have the contract yet is seen.
		const [token, blocks] = await Promise.all([asked, chain.readBlocks(numbers)]);
		if (token && !token.ok) return token;
		if (!blocks.ok) return blocks;
		const read = blocks.result;
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOf.transferLog);
			const block = read.get(blockOf(log));
			const transfers = block ? toTransfers(log, block, token?.result ?? {}) : [];
			const refined = transfers.map((transfer) => refine(transfer, rowOf.token));
			records.push(...toRecords(refined, settings));
		}
		return {
			ok: true,
			result: { records, limitedAt: numbers.find((number) => !read.has(number)) },
		};
	}
	return new Logs(chain, { address, topics: [transferTopics] }, convert);
}

/** Refuses an address without a contract, which never has transfers. */
export async function checkToken(chain: Chain, address: unknown): Promise<Answer<void>> {
	const [code] = await chain.together([chain.ask('eth_getCode', [address, 'latest'])]);
	if (!code.ok) return code;
	if (code.result !== '0x') return { ok: true, result: undefined };
	return fail(
		'not-understood',
		`${toChecksumAddress(address)} is not a token: the address is not a contract on this chain`,
		{
			hint: 'Check the address and the chain. For a wallet, use the option From Address or To Address.',
		},
	);
}

/** decimals() and symbol() of the token, without what it does not have. */
async function readToken(chain: Chain, address: unknown): Promise<Answer<Token>> {
	const [decimals, symbol] = await Promise.all([
		readDecimals(chain, address),
		callToken(chain, address, symbolCall),
	]);
	if (!decimals.ok) return decimals;
	if (!symbol.ok) return symbol;
	return {
		ok: true,
		result: { decimals: decimals.result, symbol: await readSymbol(symbol.result) },
	};
}

/** What a function of the token returns; undefined where it has none, which only the contract itself can say. */
async function callToken(chain: Chain, to: unknown, selector: string): Promise<Answer<unknown>> {
	const answer = await chain.ask('eth_call', [{ to, data: selector }, 'latest']);
	if (answer.ok) return answer;
	const { rpcCode, detail = '' } = answer.failure;
	const isRevert = rpcCode === 3 || (rpcCode !== undefined && revertText.test(detail));
	return isRevert ? { ok: true, result: undefined } : answer;
}

async function readDecimals(chain: Chain, address: unknown): Promise<Answer<number | undefined>> {
	const answer = await callToken(chain, address, decimalsCall);
	if (!answer.ok || answer.result === undefined) return answer as Answer<undefined>;
	if (typeof answer.result !== 'string' || !/^0x[\da-f]*$/i.test(answer.result))
		return fail('not-understood', "The node returned no valid answer to the token's decimals()");
	const places = answer.result.length === 66 ? Number(answer.result) : NaN;
	return { ok: true, result: places <= 255 ? places : undefined };
}
