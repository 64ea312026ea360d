/** The transfers of a token contract, from its logs. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../../shared/errors';
import { toChecksumAddress } from '../../../shared/checksum';
import { takeTurn } from '../../../shared/pace';
import { refine } from '../../../shared/pipeline';
import type { FeedRecord } from '../../feed/source';
import type { Chain } from '../../node/chain';
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
		const [decimals, blocks] = await Promise.all([asked, chain.readBlocks(numbers)]);
		if (decimals && !decimals.ok) return decimals;
		if (!blocks.ok) return blocks;
		const read = blocks.result;
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOfLog);
			const block = read.get(blockOf(log));
			const transfers = block ? toTransfers(log, block, decimals?.result) : [];
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
