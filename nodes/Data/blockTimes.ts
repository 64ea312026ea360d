/** Finds blocks by time in the Data API, and narrows lists to a period that the service filters by block only. */
import type { IDataObject } from 'n8n-workflow';
import {
	mostProbes,
	searchOf,
	type BlockSource,
	type TimedBlock,
} from '../shared/chains/blockSearch';
import { fail, nothing, type Answer } from '../shared/errors';
import { fieldValue, optional, type Field } from '../shared/fields/fields';
import { outOfOrder } from '../shared/fields/invalid';
import { openInteger } from '../shared/fields/kinds';
import type { Client } from '../shared/network/client';
import type { RestCall } from '../shared/network/rest';
import {
	blockTimeFields,
	checkAskedTime,
	findBlock,
	writeAskedTime,
} from '../shared/operation/blockOfTime';
import {
	asked,
	askedEvmChain,
	count,
	time,
	toColumns,
	type Columns,
} from '../shared/operation/columns';
import { toRestCall } from '../shared/operation/groups';
import { byBlocks } from '../shared/operation/listPeriod';
import type { LocalOperation, Made, Values } from '../shared/operation/operations';
import { demand } from '../shared/operation/pipeline';
import { sayNotFound } from '../shared/operation/remarks';
import { otherService } from '../shared/report/reading';
import { readNumber } from '../shared/values/numbers';
import { isRecord, valueAt } from '../shared/values/records';
import { unlisted } from './statementRows';

const notUnderstood = (): Answer<never> =>
	fail('not-understood', 'The answer holds a block without its number and time', {
		hint: otherService,
	});

/** A block of the service, which writes its number as decimal text. */
function toTimed(block: unknown): Answer<TimedBlock> {
	const { blockNumber, blockTimestamp } = (isRecord(block) ? block : {}) as IDataObject;
	const [number, time] = [blockNumber, blockTimestamp].map(readNumber);
	const isWhole = [number, time].every((each) => Number.isSafeInteger(each) && Number(each) >= 0);
	return isWhole ? { ok: true, result: { number: number!, time: time! } } : notUnderstood();
}

const newestCall = (chainId: unknown): RestCall => ({
	...toRestCall('data', unlisted.newestBlocks, { chainId }),
	query: { pageSize: 1 },
});

const blockCall = (chainId: unknown, blockId: number): RestCall =>
	toRestCall('data', unlisted.block, { chainId, blockId });

const openBlocks = (client: Client, chainId: string): BlockSource => ({
	newest: async () => {
		const answer = await client.rest(newestCall(chainId));
		if (!answer.ok) return answer;
		const blocks = valueAt(answer.result, 'blocks');
		return toTimed(Array.isArray(blocks) ? blocks[0] : undefined);
	},
	read: async (number) => {
		const answer = await client.rest(blockCall(chainId, number));
		if (answer.ok) return toTimed(answer.result);
		return answer.failure.httpStatus === 404 ? nothing : answer;
	},
});

export const searchIndexedBlocks = searchOf(openBlocks);

const startBlock = optional(
	openInteger(
		{
			displayName: 'Start Block',
			name: 'startBlock',
			placeholder: 'e.g. 70999900',
			description: 'First block to include. Without End Block, the range runs to the latest block.',
		},
		0,
	),
);

const endBlock = optional(
	openInteger(
		{
			displayName: 'End Block',
			name: 'endBlock',
			placeholder: 'e.g. 71000000',
			description:
				'The range ends before this block. Without Start Block, the range begins at genesis.',
		},
		0,
	),
);

/** The block range of a list. `endBlock` is exclusive. */
export const blockRange = [startBlock, endBlock];

export const checkBlocks = ({ startBlock: start, endBlock: end }: Values) =>
	start !== undefined && end !== undefined && Number(start) >= Number(end)
		? outOfOrder(
				'Start Block must be below End Block',
				['Start Block', String(start)],
				['End Block', String(end)],
				'End Block is not part of the range.',
			)
		: undefined;

/** Applies a period to lists with Start Block and End Block. */
export const blockPeriod = byBlocks({
	labels: 'Start and End Block',
	searchOf: ({ client, values }) => searchIndexedBlocks(client, String(values.chainId)),
	readRange: ({ values }) =>
		Promise.resolve({
			ok: true,
			result: { from: fieldValue(values, startBlock), to: fieldValue(values, endBlock) },
		}),
	withRange: (values, { from, to }) => ({ ...values, startBlock: from, endBlock: to }),
});

async function readByTime(client: Client, values: Values): Promise<Made> {
	const { chainId } = values;
	const number = await findBlock(searchIndexedBlocks(client, String(chainId)), values);
	if (!number.ok) return number;
	if (number.result === undefined) return { ok: true, result: [{ found: false }] };
	const answer = await client.rest(blockCall(chainId, number.result));
	if (!answer.ok) return answer;
	return { ok: true, result: [demand(answer.result, isRecord, 'block')] };
}

const columns: Columns = {
	time: time('blockTimestamp'),
	blockNumber: count('blockNumber'),
	txCount: count('txCount'),
	gasUsed: count('gasUsed'),
	blockHash: 'blockHash',
	parentHash: 'parentHash',
	askedTime: { ...asked('askedTime'), read: (_time, _block, values) => writeAskedTime(values) },
	...askedEvmChain,
};

/** If no block was found, only the request fields are shown. */
function simplify(block: IDataObject, values: Values): IDataObject {
	const shown = toColumns(block, columns, values);
	if (block.found !== false) return shown;
	const { askedTime, chain, chainId } = shown;
	return { found: false, askedTime, chain, chainId };
}

export const blockByTime = (chainId: Field): LocalOperation => ({
	name: 'Get by Time',
	action: 'Get block of chain by time',
	description: 'The last block at or before a time, or the first at or after it',
	details: `Takes ${mostProbes + 1} requests at most for each time`,
	params: [chainId, ...blockTimeFields],
	check: checkAskedTime,
	run: readByTime,
	remarks: [sayNotFound],
	gives: 'One item: the block, or `found`, which is false.',
	composes: [],
	asksBesides: [unlisted.newestBlocks, unlisted.block],
	simplify,
	counts: { gasUsed: 'gas' },
	returns: [
		'blockNumber',
		'blockTimestamp',
		'blockHash',
		'txCount',
		'baseFee',
		'gasUsed',
		'gasLimit',
		'blockTimestampMilliseconds',
		'gasCost',
		'parentHash',
		'feesSpent',
		'cumulativeTransactions',
		'chainId',
		'found',
	],
});
