/** Finds blocks by time on a node, and narrows log searches to a period. Nodes filter logs by block only. */
import { blockCall, readBlockHead } from '../shared/chains/blockHead';
import { searchOf, type BlockSource, type TimedBlock } from '../shared/chains/blockSearch';
import { fail, nothing, type Answer } from '../shared/errors';
import { toQuantity } from '../shared/values/hex';
import type { OpenRange } from '../shared/chains/blockRange';
import { byBlocks } from '../shared/operation/listPeriod';
import type { Client } from '../shared/network/client';
import type { ListRequest, Values } from '../shared/operation/operations';
import { otherServer } from '../shared/operation/pipeline';
import { noPeriod } from './fields/logs';
import { behindText } from './logRefusals';
import { findNumber } from './readLogs';

function toTimed(block: unknown): Answer<TimedBlock> {
	const { number, time } = readBlockHead(block);
	if (number !== undefined && time !== undefined) return { ok: true, result: { number, time } };
	return fail('not-understood', 'The node returned a block without its number and time', {
		hint: otherServer,
	});
}

const openBlocks = (client: Client, path: string): BlockSource => {
	const ask = async (block: string) => await client.rpc(blockCall(path, block));
	return {
		newest: async () => {
			const answer = await ask('latest');
			return answer.ok ? toTimed(answer.result) : answer;
		},
		read: async (number) => {
			const answer = await ask(toQuantity(number));
			const isBehind = !answer.ok && behindText.test(answer.failure.detail ?? '');
			if (isBehind) return nothing;
			if (!answer.ok) return answer;
			return answer.result === null ? nothing : toTimed(answer.result);
		},
	};
};

export const searchNodeBlocks = searchOf(openBlocks);

/** From Block and To Block as a range with an exclusive end. "latest" needs no number: the range stays open. */
async function readRange({
	client,
	call: { path },
	values,
}: ListRequest): Promise<Answer<OpenRange>> {
	const numberOf = async (block: unknown): Promise<Answer<number | undefined>> =>
		block === undefined ? nothing : await findNumber(client, path, block);
	const { fromBlock, toBlock } = values;
	const [first, last] = await Promise.all([
		numberOf(fromBlock),
		numberOf(toBlock === 'latest' ? undefined : toBlock),
	]);
	if (!first.ok) return first;
	if (!last.ok) return last;
	const to = last.result === undefined ? undefined : last.result + 1;
	return { ok: true, result: { from: first.result, to } };
}

/** Without a beginning the range starts at block 0. Without an end it stays open. */
const withRange = (values: Values, { from = 0, to }: OpenRange): Values => ({
	...values,
	fromBlock: toQuantity(from),
	toBlock: to === undefined ? 'latest' : toQuantity(to - 1),
});

export const logPeriod = byBlocks({
	labels: 'From and To Block',
	open: noPeriod,
	searchOf: ({ client, call: { path } }) => searchNodeBlocks(client, path),
	readRange,
	withRange,
});
