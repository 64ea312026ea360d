/** The transfers of a token contract, from its logs. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../../shared/errors';
import { takeTurn } from '../../../shared/pace';
import { refine } from '../../../shared/pipeline';
import type { FeedRecord } from '../../feed/source';
import { beforeLimit, notYet, type Chain } from '../../node/chain';
import { blockOf, Logs, type Converted } from '../../node/logs';
import { rowOf, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import { toTransfers, transferTopics } from './chainRecords';

/** What the EVM itself says of a call that a contract does not take. */
const revertText = /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow/i;
/** Work of a log, in the units of pace.ts. */
const workOfLog = 300;
/** The selector of decimals(). */
const decimalsCall = '0x313ce567';

export function openTransfers(chain: Chain, settings: TransactionSettings): Logs {
	const { address } = settings.values;
	let asked: Promise<Answer<number | undefined>> | undefined;

	/** A log has no time: its block does. */
	async function convert(logs: IDataObject[]): Promise<Answer<Converted>> {
		const numbers = [...new Set(logs.map(blockOf))];
		if (logs.length) asked ??= readDecimals(chain, address);
		// With a block of the contract's logs, so that a server which does not have the contract yet is seen.
		const [decimals, answers] = await Promise.all([
			asked,
			chain.together(numbers.map(async (number) => await chain.readBlock(number))),
		]);
		if (decimals && !decimals.ok) return decimals;
		const blocks = beforeLimit(answers);
		if (!blocks.ok) return blocks;
		const behind = blocks.result.indexOf(undefined);
		if (behind >= 0) return notYet(numbers[behind]);
		const read = new Map(numbers.map((number, i) => [number, blocks.result[i]]));
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOfLog);
			const block = read.get(blockOf(log));
			const transfers = block ? toTransfers(log, block, decimals?.result) : [];
			const refined = transfers.map((transfer) => refine(transfer, rowOf.token));
			records.push(...toRecords(refined, settings));
		}
		return { ok: true, result: { records, limitedAt: numbers[blocks.result.length] } };
	}
	return new Logs(chain, { address, topics: [transferTopics] }, convert);
}

/** decimals() of the token; undefined where it has none, which only the contract itself can say. */
async function readDecimals(chain: Chain, address: unknown): Promise<Answer<number | undefined>> {
	const call = { to: address, data: decimalsCall };
	const answer = await chain.ask('eth_call', [call, 'latest']);
	if (!answer.ok) {
		const { rpcCode, detail = '' } = answer.failure;
		const isRevert = rpcCode === 3 || (rpcCode !== undefined && revertText.test(detail));
		return isRevert ? { ok: true, result: undefined } : answer;
	}
	if (typeof answer.result !== 'string' || !/^0x[\da-f]*$/i.test(answer.result))
		return fail('not-understood', "The node returned no valid answer to the token's decimals()");
	const places = answer.result.length === 66 ? Number(answer.result) : NaN;
	return { ok: true, result: places <= 255 ? places : undefined };
}
