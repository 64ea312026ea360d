/** The transfers of a token contract, from its logs. */
import type { IDataObject } from 'n8n-workflow';
import { Search, Span } from '../../../Evm/logLimits';
import { askLogs, unread } from '../../../Evm/readLogs';
import { fail, type Answer } from '../../../shared/errors';
import { toQuantity } from '../../../shared/hex';
import { refine } from '../../../shared/pipeline';
import { isRecord } from '../../../shared/records';
import { halve } from '../../feed/seek';
import type { AscendingPage, Range } from '../../feed/source';
import { rowOf, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import { beforeLimit, isMissing, notYet, type Chain } from './chain';
import { toTransfers, transferTopics } from './chainRecords';
import { explainMissing } from './holes';

/** Blocks of a poll's first range of logs, and at most: the public node takes ranges of 2,048. */
const blocksAtFirst = 125;
const blocksAtOnce = 500;

/** What the EVM itself says of a call that a contract does not take. */
const revertText = /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow/i;
/** The selector of decimals(). */
const decimalsCall = '0x313ce567';

export class Transfers {
	private readonly search = new Search(new Span(blocksAtFirst, blocksAtOnce));
	private decimals: Promise<Answer<number | undefined>> | undefined;

	constructor(
		private readonly chain: Chain,
		private readonly settings: TransactionSettings,
	) {}

	/** One page; `end` is the first block that does not exist yet. */
	async readPage(
		{ from, to }: Range,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>> {
		const { chain, settings } = this;
		const first = token ? Number(token) : from;
		const found = await this.readLogs(first, to);
		if (!found.ok) return found;
		if (!found.result) return await explainMissing(chain, this.isThere, first, end);
		const { last } = found.result;
		const logs = found.result.logs.filter(isRecord).filter(({ blockNumber, removed }) => {
			const number = Number(blockNumber ?? NaN);
			return number >= first && number < last && removed !== true;
		});
		const numbers = [...new Set(logs.map(({ blockNumber }) => Number(blockNumber)))].sort(
			(a, b) => a - b,
		);
		if (logs.length) this.decimals ??= this.readDecimals();
		// With a block of the contract's logs, so that a server which does not have the contract yet is seen.
		const [decimals, answers] = await Promise.all([
			this.decimals,
			chain.together(numbers.map(async (number) => await chain.readBlock(number))),
		]);
		if (decimals && !decimals.ok) return decimals;
		const blocks = beforeLimit(answers);
		if (!blocks.ok) return blocks;
		const behind = blocks.result.indexOf(undefined);
		if (behind >= 0) return notYet(numbers[behind]);
		chain.isLimited ||= blocks.result.length < numbers.length;
		const doneTo = chain.isLimited ? numbers[blocks.result.length] : last;
		const blockOf = new Map(numbers.map((number, i) => [number, blocks.result[i]]));
		const transfers = logs.flatMap((log) => {
			const block = blockOf.get(Number(log.blockNumber));
			return block ? toTransfers(log, block, decimals?.result) : [];
		});
		const records = toRecords(
			transfers.map((transfer) => refine(transfer, rowOf.token)),
			settings,
		);
		// An answer proves itself up to its last log: the server had that block. After it, others may know more.
		const provenTo = Math.max((numbers.at(-1) ?? first - 1) + 1, end - chain.apart);
		return {
			ok: true,
			result: {
				records,
				doneTo,
				...(provenTo < doneTo && { provenTo }),
				...(doneTo < to && !chain.isLimited && { next: String(doneTo) }),
			},
		};
	}

	/** Whether a server has a block with its logs, asked together. */
	private readonly isThere = async (number: number): Promise<Answer<boolean>> => {
		const block = toQuantity(number);
		const criteria = { address: this.settings.values.address, fromBlock: block, toBlock: block };
		const [found, logs] = await Promise.all([
			this.chain.readBlock(number),
			this.chain.askPast('eth_getLogs', [criteria]),
		]);
		if (!found.ok || !found.result) return found.ok ? { ok: true, result: false } : found;
		if (logs.ok) return { ok: true, result: logs.result !== undefined };
		return logs.failure.kind === 'method-unknown' ? { ok: true, result: true } : logs;
	};

	/** decimals() of the token; undefined where it has none, which only the contract itself can say. */
	private async readDecimals(): Promise<Answer<number | undefined>> {
		const call = { to: this.settings.values.address, data: decimalsCall };
		const answer = await this.chain.ask('eth_call', [call, 'latest']);
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

	/** The logs of blocks as far as one server has them, and where that ends; undefined where it lacks the first. */
	private async readLogs(
		first: number,
		to: number,
	): Promise<Answer<{ logs: IDataObject[]; last: number } | undefined>> {
		const { chain, search } = this;
		for (let last = to; last > first; ) {
			last = Math.min(last, first + search.span.size);
			const criteria = {
				address: this.settings.values.address,
				topics: [transferTopics],
				fromBlock: toQuantity(first),
				toBlock: toQuantity(last - 1),
			};
			// A node may say nothing of blocks that it does not have: the bounds, asked together, tell whether it has them.
			const [lowest, highest, logs] = await chain.together([
				chain.readBlock(first),
				chain.readBlock(last - 1),
				askLogs(chain.client, chain.path, criteria, true),
			]);
			if (!lowest.ok) return lowest;
			if (!highest.ok) return highest;
			if (!lowest.result) break;
			if (!highest.result) {
				const edge = await halve(first, last - 1, async (number) => {
					const [block] = await chain.together([chain.readBlock(number)]);
					return block.ok ? { ok: true, result: !block.result } : block;
				});
				if (!edge.ok) return edge;
				last = edge.result;
			} else if (logs.ok) {
				search.succeed(last - first);
				return { ok: true, result: { logs: logs.result, last } };
			} else if (isMissing(logs.failure)) {
				last = first + ((last - first) >> 1);
			} else if (!search.refuse(logs.failure, last - first)) {
				return unread(
					{ first, last: last - 1 },
					logs.failure,
					'Use a node that allows longer ranges or more results.',
				);
			}
		}
		return { ok: true, result: undefined };
	}
}
