/** One poll of a watch of validators or nodes: what comes again, what is new, what is stored. */
import { deepCopy, NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import type { Client } from '../../shared/network/client';
import { toNodeError } from '../../shared/errors';
import * as memory from '../memory';
import { unpackSubjects } from './cursor';
import type { Reading, WatchSettings } from './model';
import { ownCursor, type WatchCursor } from './past';
import { makeSamples } from './samples';
import { findNetwork } from './showValidator';
import { addHeliconTime, readSource } from './sources';
import { step } from './step';

export type Stored = memory.Stored<WatchCursor>;

/** One poll of a published workflow, or of a test run, which shows samples and leaves the stored data alone. */
export async function pollWatch(
	context: IPollFunctions,
	settings: WatchSettings,
	client: Client,
): Promise<IDataObject[]> {
	const node = context.getNode();
	const poll = memory.beginPoll(context);
	const isTest = context.getMode() === 'manual';
	const stored: Stored = memory.staticDataOf(context);
	// A test run rests on nothing that is stored: a newer version may have left that.
	const known = isTest ? undefined : ownCursor(stored.cursor, settings);
	const read = await readSource(client, settings, Math.floor(Date.now() / 1000), known);
	const hasItems = () => isTest || step(stored.cursor, read, settings).items.length > 0;
	const reading = await completeReading(client, settings, read, hasItems, known);
	if (isTest) {
		if (reading.failure) throw toNodeError(node, reading.failure);
		const samples = makeSamples(reading, settings);
		if (!samples.length) throw new NodeOperationError(node, 'The source lists no validators');
		return samples;
	}
	// Taken up after the reading, without a pause in between: polls that overlap see each other's results.
	const isFirst = !ownCursor(stored.cursor, settings);
	if (isFirst && reading.failure && !reading.failure.passing)
		throw toNodeError(node, reading.failure);
	return pollStored(stored, reading, settings, poll);
}

/**
 * A reading with what its items say besides: the network, and when Helicon begins, which decides for how long a validator
 * may be offline. That is asked for where there are items, so that other polls send no request for it.
 */
async function completeReading(
	client: Client,
	settings: WatchSettings,
	reading: Reading,
	hasItems: () => boolean,
	known: WatchCursor | undefined,
): Promise<Reading> {
	const { validators, upgrades } = reading;
	if (settings.source !== 'primaryNetwork') return reading;
	const network = findNetwork(client.nameOf('node'), reading);
	const completed =
		validators && !upgrades && hasItems()
			? await addHeliconTime(client, reading, known?.upgrades)
			: reading;
	return { ...completed, network };
}

/** Takes a reading into account. With redelivery on, the first poll after a start brings the last items once more. */
export function pollStored(
	stored: Stored,
	reading: Reading,
	settings: WatchSettings,
	poll?: memory.Poll,
): IDataObject[] {
	const held = new memory.Memory(stored, settings.redeliver, poll);
	if (held.isOvertaken) return [];
	const last = settings.redeliver ? deepCopy(ownCursor(held.cursor, settings)?.last ?? []) : [];
	const again = held.redelivers ? last : [];
	const { items, cursor } = step(held.cursor, reading, settings);
	held.store(
		keepLast({ ...cursor, last: undefined }, items.length ? [...again, ...items] : last, settings),
	);
	return [...again, ...items];
}

/** A cursor has so many bytes for each watched validator, and so many besides. */
const bytesOfValidator = 64;
const bytesBesides = 8192;
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A cursor with the last items, as far as they fit in: if need be without what can be looked up again. */
function keepLast(
	cursor: WatchCursor,
	items: IDataObject[],
	{ redeliver }: WatchSettings,
): WatchCursor {
	if (!redeliver || !items.length) return cursor;
	const { watched, at } = cursor;
	const count = watched ? unpackSubjects(watched.states, at).size : 0;
	let room = bytesBesides + bytesOfValidator * count - sizeOf({ ...cursor, last: [] });
	if (sizeOf(items) <= room) return { ...cursor, last: items };
	const last = items.map(dropRecord).filter((item) => (room -= sizeOf(item) + 1) >= 0);
	return last.length ? { ...cursor, last } : cursor;
}

/** Without the record of its validator and the link to it; one item for many has their messages once. */
function dropRecord(item: IDataObject): IDataObject {
	const kept = { ...item };
	delete kept.explorerUrl;
	if (!('items' in kept)) return { ...kept, validator: null };
	const items = (kept.items as IDataObject[]).map(dropRecord);
	for (const part of items) delete part.message;
	return { ...kept, items };
}
