/** A test run in the editor. Shows the first event, or a sample after a while, or the chosen samples at once. */
import type { IDataObject, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { toNodeError } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { Bell } from './bell';
import type { Waiter } from './executions';
import { Stream, type StreamChoice } from './stream';

export function openTestRun(
	context: ITriggerFunctions,
	client: Client,
	chosen: StreamChoice,
): ITriggerResponse {
	const { settings } = chosen;
	const arrived = new Bell();
	const closing = new AbortController();
	let first: IDataObject[] | undefined;
	const take = (items: IDataObject[], _key: string, waiter?: Waiter) => {
		first ??= items;
		arrived.ring();
		waiter?.finished();
	};
	// Its storage is separate, so a test run leaves the stored data alone.
	const stream = new Stream(context, client, chosen, { stored: {}, start: take });
	return {
		manualTriggerFunction: async () => {
			const started = await stream.start();
			if (!started.ok) throw toNodeError(context.getNode(), started.failure);
			const waits = (settings.testEvent ?? 'newest') === 'newest';
			if (waits) await arrived.wait([closing.signal], settings.testMs);
			const came = waits ? first : undefined;
			const items = came ?? (await stream.sample());
			context.emit([items.map((json) => ({ json }))]);
		},
		closeFunction: async () => {
			closing.abort();
			await stream.close();
		},
	};
}
