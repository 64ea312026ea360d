/** The logs of contracts as a feed. Items have the shape of Log in the EVM node. */
import type { IDataObject } from 'n8n-workflow';
import { readAnswer } from '../../Evm/declared';
import { contractsIn, toCriteria, topicFilter } from '../../Evm/fields/logs';
import { evm } from '../../Evm/operations';
import { hasAmount, haveAmounts, putAmount } from '../../Evm/logAmounts';
import { makeEmptyLog, openDecoder, openRecognizer, toEventCriteria } from '../../Evm/readEvents';
import type { Criteria } from '../../Evm/readLogs';
import { ofLog, type TokenUnit } from '../../Evm/tokenUnits';
import { fieldValue } from '../../shared/fields/fields';
import type { Client } from '../../shared/network/client';
import type { Values } from '../../shared/operation/operations';
import { takeTurn, workOf } from '../../shared/pace';
import { toInteger, toQuantity, zeroAddress, zeroHash } from '../../shared/values/hex';
import { notDecoded } from '../items/describe';
import { readBlocksOf } from '../node/blocksOfLogs';
import { Chain } from '../node/chain';
import { blockOf, Logs, type Convert } from '../node/logs';
import { openBlocks } from '../node/source';
import { Tokens } from '../node/tokens';
import { shape } from '../service';
import type { NodeBlocks, FeedRecord } from '../source';
import type { ContractEventSettings } from './settings';

const { getMany, getManyRaw } = evm.resources.log.operations;

/** The item fields of a log of this token. Undefined if the log is not one of the declared events. */
type Read = (
	log: IDataObject,
	token?: TokenUnit,
) => IDataObject | undefined | Promise<IDataObject | undefined>;

const areScaled = ({ values, isSimple }: ContractEventSettings): boolean =>
	isSimple && values.events !== undefined && haveAmounts(values);

function openReader(settings: ContractEventSettings): Read {
	const { values, isSimple } = settings;
	const showRaw = (log: IDataObject) => shape(log, getManyRaw, values, isSimple);
	if (values.events === undefined) return showRaw;
	const decode = openDecoder(values);
	const isDeclared = openRecognizer(values);
	const isScaled = areScaled(settings);
	return async (log, token) => {
		const decoded = await readAnswer('', async () => ({ ok: true, result: await decode(log) }));
		if (decoded.ok && decoded.result) {
			const record = isScaled ? putAmount(decoded.result, token) : decoded.result;
			return shape(record, getMany, values, isSimple);
		}
		// Some servers send entries that are no logs. These cannot be decoded, and are shown rather than lost.
		if (decoded.ok && !isDeclared(log)) return undefined;
		return showUnread(log, settings);
	};
}

/** An undecoded log. The message comes first, and replaces any field of that name. */
const showUnread = (log: IDataObject, { values, isSimple }: ContractEventSettings): IDataObject =>
	Object.assign({ message: notDecoded }, shape(log, getManyRaw, values, isSimple), {
		message: notDecoded,
	});

const isTimed = ({ blockTimestamp }: IDataObject): boolean =>
	toInteger(blockTimestamp) !== undefined;

/** A made-up log for a test run. */
function makeUp({ values, isSimple }: ContractEventSettings): IDataObject {
	const [address = zeroAddress] = contractsIn(values) ?? [];
	const topics = (fieldValue(values, topicFilter) ?? []).map(
		(wanted) => [wanted].flat()[0] ?? zeroHash,
	);
	return {
		address,
		blockNumber: '0x0',
		...(values.events === undefined ? { topics, data: '0x' } : makeEmptyLog(values)),
		transactionHash: zeroHash,
		transactionIndex: '0x0',
		blockHash: zeroHash,
		logIndex: '0x0',
		removed: false,
		...(isSimple && { blockTimestamp: toQuantity(Math.floor(Date.now() / 1000)) }),
	};
}

/** The criteria for the node's logs, without a block range. */
export const criteriaOf = (values: Values): Criteria =>
	values.events === undefined ? toCriteria(values) : toEventCriteria(values);

type ToRecords = (logs: IDataObject[]) => Promise<FeedRecord[]>;

const toRecord = (log: IDataObject, json: IDataObject): FeedRecord => {
	const rank = toInteger(log.logIndex)!;
	return {
		position: blockOf(log),
		rank,
		key: JSON.stringify([log.transactionHash, toQuantity(rank)]),
		json,
		time: toInteger(log.blockTimestamp),
	};
};

function openToRecords(settings: ContractEventSettings, tokens: Tokens): ToRecords {
	const read = openReader(settings);
	return async (logs) => {
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOf.eventLog);
			const json = await read(log, tokens.of(log));
			if (json) records.push(toRecord(log, json));
		}
		return records;
	};
}

/** Gives a log the time of its block, unless it has a time. */
const putTime = (log: IDataObject, blocks: Map<number, IDataObject>): IDataObject =>
	isTimed(log) ? log : { ...log, blockTimestamp: blocks.get(blockOf(log))?.timestamp };

/** Few nodes send a log with the time of its block. The missing times are read from the blocks. */
const openConvert =
	(chain: Chain, tokens: Tokens, toRecords: ToRecords, isScaled: boolean): Convert =>
	async (logs, bounds) => {
		const scaled = isScaled ? logs.filter(hasAmount) : [];
		const untimed = logs.filter((log) => !isTimed(log));
		const readTokens = async () => await tokens.read(scaled);
		const read = await readBlocksOf(chain, untimed, readTokens, bounds);
		if (!read.ok) return read;
		const { blocks, limitedAt } = read.result;
		const timed = logs
			.filter((log) => limitedAt === undefined || blockOf(log) < limitedAt)
			.map((log) => putTime(log, blocks));
		return { ok: true, result: { records: await toRecords(timed), limitedAt } };
	};

const openPlainConvert =
	(toRecords: ToRecords): Convert =>
	async (logs) => ({ ok: true, result: { records: await toRecords(logs) } });

/** A made-up log that could not be decoded, for a test run. */
const makeUpUnread = (settings: ContractEventSettings): FeedRecord => ({
	position: 0,
	key: '',
	json: showUnread(makeUp(settings), settings),
	time: undefined,
});

export function openLogs(client: Client, settings: ContractEventSettings): NodeBlocks {
	const { values, isSimple } = settings;
	const chain = new Chain(client, String(values.chain));
	const tokens = new Tokens(chain, ofLog);
	const toRecords = openToRecords(settings, tokens);
	const convert = isSimple
		? openConvert(chain, tokens, toRecords, areScaled(settings))
		: openPlainConvert(toRecords);
	const blocks = openBlocks(chain, new Logs(chain, [criteriaOf(values)], convert), async () => ({
		ok: true,
		result: await toRecords([makeUp(settings)]),
	}));
	if (values.events === undefined) return blocks;
	return Object.assign(blocks, {
		makeUpUnread: async () => ({ ok: true as const, result: [makeUpUnread(settings)] }),
	});
}
