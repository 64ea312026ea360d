import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { fieldValue } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import type { RpcCall } from '../shared/network/rpcCall';
import type { Made, Values } from '../shared/operation/operations';
import {
	decodeLog,
	encodeEmptyLog,
	encodeTopics,
	parseEvent,
	parseEvents,
	withStandards,
	type AbiEvent,
} from './abi';
import { problemOf, readAnswer } from './declared';
import { eventDeclarations, eventName } from './fields/declarations';
import { toCriteria } from './fields/logs';
import { readLogs, type ConvertLog, type Criteria } from './readLogs';

export function eventsOf(values: Values): AbiEvent[] {
	const source = fieldValue(values, eventDeclarations);
	const name = fieldValue(values, eventName);
	return name === undefined ? parseEvents(source) : [parseEvent(source, name)];
}

/** Topics that match any of the events. With a single event, they match its arguments too. */
function topicsOf(values: Values): Array<string | string[] | null> {
	const events = eventsOf(values);
	if (events.length === 1) return encodeTopics(events[0], values.arguments);
	const topics = events.map(({ topic }) => topic);
	return topics.every((topic) => topic !== undefined) ? [topics] : [];
}

export const checkEvents = (values: Values): InvalidField | undefined =>
	problemOf('Events', () => {
		const { length } = eventsOf(values);
		if (length === 0) throw new InvalidField('must hold at least one event');
		if (length > 1 && values.arguments !== undefined)
			throw new InvalidField(
				`holds ${length} events; Event Name must name the one that the arguments belong to`,
			);
	}) ?? problemOf('Arguments', () => topicsOf(values));

export function toEventCriteria(values: Values): Criteria {
	const topics = topicsOf(values);
	return toCriteria({ ...values, topics: topics.length ? topics : undefined });
}

/** Makes a decoder of logs into {event, signature, args, ...log}. It gives undefined if no declaration fits. */
export function openDecoder(values: Values): ConvertLog {
	const events = eventsOf(values).flatMap(withStandards);
	return async (log) => {
		const decoded = await decodeLog(events, log);
		return decoded && { ...decoded, ...log };
	};
}

/** Makes a test for logs whose first topic is one of the events. Logs of anonymous events have no such topic. */
export function openRecognizer(values: Values): (log: IDataObject) => boolean {
	const named = new Set(eventsOf(values).flatMap(({ topic }) => topic ?? []));
	return ({ topics }) => Array.isArray(topics) && named.has(String(topics[0]));
}

/** An empty log of the first event, with the fields of a real one. */
export const makeEmptyLog = (values: Values): IDataObject => encodeEmptyLog(eventsOf(values)[0]);

/** The decoded logs of the events. Logs that fit no declaration are left out and counted as `unfit`. */
export async function readEvents(
	client: Client,
	{ path }: RpcCall,
	values: Values,
	most: number,
): Promise<Made> {
	const [decode, isNamed] = [openDecoder(values), openRecognizer(values)];
	let unfit = 0;
	const convert: ConvertLog = async (log) => {
		const decoded = await decode(log);
		if (!decoded && isNamed(log)) unfit++;
		return decoded;
	};
	const answer = await readAnswer(
		'Try again, or use another node.',
		async () => await readLogs({ client, path, criteria: toEventCriteria(values), most, convert }),
	);
	return { ...answer, unfit };
}
