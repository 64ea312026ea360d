/** The logs of contracts as a feed, in the shape of the items of Log in the EVM node. */
import type { IDataObject } from 'n8n-workflow';
import { readAnswer } from '../../Evm/declared';
import { toCriteria } from '../../Evm/fields/logs';
import { evm } from '../../Evm/operations';
import { makeEmptyLog, openDecoder, openRecognizer, toEventCriteria } from '../../Evm/readEvents';
import type { Convert, Criteria } from '../../Evm/readLogs';
import type { Client } from '../../shared/network/client';
import type { Values } from '../../shared/operations';
import { takeTurn } from '../../shared/pace';
import { shape } from '../feed/service';
import type { Ascending, FeedRecord } from '../feed/source';
import { Chain } from '../node/chain';
import { blockOf, Logs } from '../node/logs';
import { openBlocks } from '../node/source';
import type { ContractEventSettings } from './settings';

/** Work of a log beside its decoding, in the units of pace.ts. */
const workOfLog = 100;

const noHash = `0x${'0'.repeat(64)}`;
const { getMany, getManyRaw } = evm.resources.log.operations;

const notDecoded =
	'This log does not fit its declaration, and is not decoded. Check which parameters the contract declares as indexed.';

/** What an item shows of a log; undefined where it is of another event than the declared ones. */
function openReader({ values, isSimple }: ContractEventSettings): Convert {
	const showRaw = (log: IDataObject) => shape(log, getManyRaw, values, isSimple);
	if (values.events === undefined) return showRaw;
	const decode = openDecoder(values);
	const isDeclared = openRecognizer(values);
	return async (log) => {
		const decoded = await readAnswer('', async () => ({ ok: true, result: await decode(log) }));
		if (decoded.ok && decoded.result) return shape(decoded.result, getMany, values, isSimple);
		// What is no log, as some servers send, is not lost either.
		return decoded.ok && !isDeclared(log) ? undefined : { ...showRaw(log), message: notDecoded };
	};
}

/** A log that was never emitted. */
function makeUp({ values }: ContractEventSettings): IDataObject {
	const [address = `0x${'0'.repeat(40)}`] = (values.addresses ?? []) as string[];
	const topics = ((values.topics ?? []) as unknown[]).map((wanted) => [wanted].flat()[0] ?? noHash);
	return {
		address,
		blockNumber: '0x0',
		...(values.events === undefined ? { topics, data: '0x' } : makeEmptyLog(values)),
		...{ transactionHash: noHash, transactionIndex: '0x0', blockHash: noHash, logIndex: '0x0' },
		removed: false,
	};
}

/** What the node is asked for, in any blocks. */
export const criteriaOf = (values: Values): Criteria =>
	values.events === undefined ? toCriteria(values) : toEventCriteria(values);

export function openLogs(client: Client, settings: ContractEventSettings): Ascending {
	const { values } = settings;
	const chain = new Chain(client, String(values.chain));
	const read = openReader(settings);
	const toRecords = async (logs: IDataObject[]): Promise<FeedRecord[]> => {
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOfLog);
			const json = await read(log);
			if (!json) continue;
			const { transactionHash, logIndex } = log;
			records.push({
				position: blockOf(log),
				rank: Number(logIndex ?? 0),
				key: JSON.stringify([transactionHash, logIndex]),
				json,
			});
		}
		return records;
	};
	const logs = new Logs(chain, criteriaOf(values), async (found) => ({
		ok: true,
		result: { records: await toRecords(found) },
	}));
	return {
		...openBlocks(chain, logs),
		makeUp: async () => await toRecords([makeUp(settings)]),
	};
}
