/** Calls of contracts and their logs by signature, for people. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { fail, type Answer, type Failure } from '../shared/errors';
import { InvalidField } from '../shared/fields';
import type { Call, Values } from '../shared/operations';
import {
	decodeLog,
	decodeReason,
	decodeResult,
	decodeRevert,
	encodeCall,
	encodeTopics,
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	UnreadableData,
	type AbiError,
	type AbiEvent,
	type AbiSource,
} from './abi';
import { toCriteria, toWei } from './fields';
import { readLogs, type Criteria } from './logs';

/** What is wrong with a value, as a sentence that begins with its field; undefined when nothing is. */
function problemOf(displayName: string, read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return `${displayName} ${error instanceof InvalidField ? error.message : 'could not be read'}`;
	}
}

const functionOf = ({ function: source, functionName }: Values) =>
	parseFunction(source as AbiSource, functionName as string | undefined);

/** The rules over a function and its arguments. */
export const checkCall = (values: Values): string | undefined =>
	problemOf('Function', () => functionOf(values)) ??
	problemOf('Arguments', () => encodeCall(functionOf(values), values.arguments));

/** The data of the call of a function. */
export const toCallData = (values: Values): string =>
	encodeCall(functionOf(values), values.arguments);

/** The parameters of eth_call for a function. */
export function toCallParams(values: Values): unknown[] {
	const { contract: to, block, from, value, valueUnit, gas } = values;
	const wei = toWei(value, valueUnit, 'native', 'Value');
	const optional = Object.entries({ from, value: wei, gas }).filter(
		([, entry]) => entry !== undefined,
	);
	return [{ to, data: toCallData(values), ...Object.fromEntries(optional) }, block];
}

/** The custom errors that stand beside the function in its ABI. */
function errorsOf(source: AbiSource): AbiError[] {
	const isAbi = typeof source !== 'string' || /^\s*[[{]/.test(source);
	try {
		return isAbi ? parseErrors(source) : [];
	} catch {
		return [];
	}
}

/** What the decoding gives, or why the data do not fit. */
const readAnswer = async <T>(hint: string, decode: () => Promise<Answer<T>>): Promise<Answer<T>> =>
	await decode().catch((error: unknown) => {
		if (error instanceof UnreadableData) return fail('not-understood', error.message, { hint });
		throw error;
	});

/** The outputs of a function, by name; a call that is reverted fails with its reason. */
export async function callFunction(
	client: Client,
	values: Values,
	_most: number,
	call: Call,
): Promise<Answer<IDataObject[]>> {
	const answer = await client.rpc(call as Extract<Call, { kind: 'rpc' }>);
	const fn = functionOf(values);
	if (!answer.ok) {
		const { rpcData, ...failure } = answer.failure;
		const custom =
			hasReason(rpcData) && (await decodeRevert(rpcData, errorsOf(values.function as AbiSource)));
		const reason = custom ? custom.message : readRevert(failure);
		if (reason === undefined) return answer;
		const message = `The contract rejected ${fn.signature}: ${reason}`;
		const hint = 'Check the arguments, the sender and the value of the call.';
		return { ok: false, failure: { ...answer.failure, message, hint } };
	}
	return await readAnswer(
		'Check the address, the chain and the block, and whether the function returns what is declared.',
		async () => ({ ok: true, result: [await decodeResult(fn, answer.result)] }),
	);
}

const machineErrors =
	/revert|out of gas|invalid opcode|invalid jump|stack (under|over)flow|write protection|max (init)?code size/;

/** Whether the data of a failed call say more than that there are none. */
const hasReason = (rpcData: unknown): boolean => rpcData !== '0x';

/** Why a call failed in the machine, without the custom errors of its contract; undefined when it failed for another cause. */
export function readRevert({ rpcCode, rpcData, detail = '' }: Failure): string | undefined {
	const reason = hasReason(rpcData) ? decodeReason(rpcData) : undefined;
	return (
		reason?.message ?? (rpcCode !== undefined && machineErrors.test(detail) ? detail : undefined)
	);
}

/** For rows whose calls can be reverted. */
export const explainRevert = (failure: Failure): string | undefined => {
	const reason = readRevert(failure);
	return reason && `The call was rejected: ${reason}.`;
};

const eventsOf = ({ events: source, eventName }: Values): AbiEvent[] =>
	eventName === undefined
		? parseEvents(source as AbiSource)
		: [parseEvent(source as AbiSource, eventName as string)];

/** Topics of the logs of any of the events, and where it is only one, of those with the arguments. */
function topicsOf(values: Values): Array<string | string[] | null> {
	const events = eventsOf(values);
	if (events.length === 1) return encodeTopics(events[0], values.arguments);
	const topics = events.map(({ topic }) => topic);
	return topics.every((topic) => topic !== undefined) ? [topics] : [];
}

/** The rules over events and the arguments they are searched by. */
export const checkEvents = (values: Values): string | undefined =>
	problemOf('Events', () => {
		const { length } = eventsOf(values);
		if (length === 0) throw new InvalidField('must hold at least one event');
		if (length > 1 && values.arguments !== undefined)
			throw new InvalidField(
				`holds ${length} events; Arguments belong to one, which Event Name can choose`,
			);
	}) ?? problemOf('Arguments', () => topicsOf(values));

/** FilterCriteria for the logs of events. */
export function toEventCriteria(values: Values): Criteria {
	const topics = topicsOf(values);
	return toCriteria({ ...values, topics: topics.length ? topics : undefined });
}

/** The logs of events, decoded: {event, signature, args, ...log}. What fits none of the declarations is left out. */
export async function readEvents(
	client: Client,
	values: Values,
	most: number,
	call: Call,
): Promise<Answer<IDataObject[]>> {
	const { path, params } = call as Extract<Call, { kind: 'rpc' }>;
	const events = eventsOf(values);
	return await readAnswer(
		'Try again, or use another node.',
		async () =>
			await readLogs(client, path, (params as Criteria[])[0], most, async (log) => {
				const decoded = await decodeLog(events, log);
				return decoded && { ...decoded, ...log };
			}),
	);
}
