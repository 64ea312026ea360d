/** Adds block times to logs. Most nodes give the time with the block only. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { flag } from '../shared/fields/kinds';
import type { Client } from '../shared/network/client';
import type { RpcOperation } from '../shared/operation/operations';
import { isUntimed, numberOfBlock, readBlockTime } from '../shared/chains/timesOfBlocks';

export const addTimeField = flag({
	displayName: 'Add Time',
	name: 'addTime',
	description: 'Whether to add the time of its block to each log, with a call for each block',
});

type Read = NonNullable<RpcOperation['run']>;

/** Reads logs, with times if the user wants them. Logs beyond `most` are only counted and get none. */
export const withTimes =
	(read: Read): Read =>
	async (client, call, values, most) => {
		const logs = await read(client, call, values, most);
		if (!logs.ok || !values.addTime) return logs;
		const timed = await addTimes(client, call.path, logs.result.slice(0, most));
		return timed.ok ? { ...logs, result: timed.result.concat(logs.result.slice(most)) } : timed;
	};

/** The logs with `blockTimestamp`, in hexadecimal as nodes write it. Logs that have one keep it. */
async function addTimes(
	client: Client,
	path: string,
	logs: IDataObject[],
): Promise<Answer<IDataObject[]>> {
	const numbers = [...new Set(logs.filter(isUntimed).map(numberOfBlock))];
	const times = new Map<number, GenericValue>();
	const answers = await Promise.all(
		numbers.map(async (number) => await readBlockTime(client, path, number)),
	);
	for (const [i, answer] of answers.entries()) {
		if (!answer.ok) return answer;
		if (answer.result === undefined)
			return fail('server', `The node did not return block ${numbers[i]}, whose time is wanted`, {
				passing: true,
				hint: 'Try again, or turn off Add Time.',
			});
		times.set(numbers[i], answer.result);
	}
	const result = logs.map((log) =>
		isUntimed(log) ? { ...log, blockTimestamp: times.get(numberOfBlock(log)) } : log,
	);
	return { ok: true, result };
}
