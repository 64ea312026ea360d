/** Lists the tokens that a transaction moved, by the logs of its receipt. Anybody may have written their contracts. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { completeRecord } from '../shared/operation/complete';
import { takeTurn, workOf } from '../shared/pace';
import { toChecksumAddress } from '../shared/values/checksum';
import { toInteger } from '../shared/values/hex';
import { readNumber, toUnits } from '../shared/values/numbers';
import { isRecord } from '../shared/values/records';
import { readUnits } from './logAmounts';
import { askReceipt, isPending } from './outcomes';
import type { TokenUnit } from './tokenUnits';
import { readTransfers, type Transfer } from './transferLogs';

/** An airdrop moves thousands. A longer list would be too much for one item. */
export const mostTransfers = 500;

interface Moved extends Transfer {
	log: IDataObject;
}

/** The logs of a transaction that was executed. Undefined if the node does not return all of them. */
async function readOwnLogs(
	client: Client,
	path: string,
	record: IDataObject,
): Promise<IDataObject[] | undefined> {
	if (isPending(record)) return undefined;
	const receipt = await askReceipt(client, path, record.hash);
	const logs = receipt.ok && isRecord(receipt.result) ? receipt.result.logs : undefined;
	return Array.isArray(logs) && logs.every(isRecord) ? logs : undefined;
}

async function listMoved(logs: IDataObject[]): Promise<Moved[]> {
	const moved: Moved[] = [];
	for (const log of logs) {
		await takeTurn(workOf.transferLog);
		for (const transfer of readTransfers(log)) moved.push({ ...transfer, log });
		if (moved.length >= mostTransfers) break;
	}
	return moved.slice(0, mostTransfers);
}

/** Pieces of an ERC-1155 are counted. A single ERC-721 has no amount. */
function toAmount({ ercType, value }: Transfer, { decimals }: TokenUnit): string | undefined {
	if (value === undefined) return undefined;
	return ercType === 'ERC-1155' ? value : toUnits(value, decimals);
}

function describe(moved: Moved, unit: TokenUnit): IDataObject {
	const { from, to, ercType, value, tokenId, log } = moved;
	const exact = toAmount(moved, unit);
	return {
		amount: readNumber(exact) ?? null,
		symbol: unit.symbol ?? null,
		from,
		to,
		ercType,
		tokenId: tokenId ?? null,
		token: toChecksumAddress(log.address),
		amountInSmallestUnit: value ?? null,
		logIndex: toInteger(log.logIndex) ?? null,
		amountExact: exact ?? null,
	} as IDataObject;
}

async function readMoved(
	client: Client,
	path: string,
	logs: IDataObject[],
): Promise<Answer<IDataObject[]>> {
	const moved = await listMoved(logs);
	const contracts = new Set(moved.map(({ log }) => String(log.address)));
	const units = await readUnits(client, path, contracts);
	if (!units.ok) return units;
	const described = moved.map((one) =>
		describe(one, units.result.get(String(one.log.address)) ?? {}),
	);
	return { ok: true, result: described };
}

/** Adds the tokens that moved. Null if the node does not return the logs. */
export const addTokenTransfers = completeRecord(async (record, { client, call: { path } }) => {
	if (record.found === false) return { ok: true, result: record };
	const logs = await readOwnLogs(client, path, record);
	if (!logs) return { ok: true, result: { ...record, tokenTransfers: null } };
	const tokenTransfers = await readMoved(client, path, logs);
	if (!tokenTransfers.ok) return tokenTransfers;
	return { ok: true, result: { ...record, tokenTransfers: tokenTransfers.result } };
});
