/** A connection of the stream trigger, with a listener that keeps what it hears. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
	openConnection,
	type ConnectionSettings,
	type Listener,
} from '../../nodes/Stream/connection';
import type { AvalancheCredential } from '../../nodes/shared/network/credential';
import type { Failure } from '../../nodes/shared/errors';
import { Client } from '../../nodes/shared/network/client';
import { defaultSettings } from '../../nodes/shared/network/requests';
import type { Send } from '../../nodes/shared/network/transport';

export const chain = '/ext/bc/C/ws';

/** One HTTP request, as n8n's helper sends it. */
const send: Send = async ({ method, url, headers, body }) => {
	const response = await fetch(url, {
		method,
		headers: headers as Record<string, string>,
		body: JSON.stringify(body),
		redirect: 'manual',
	});
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		body: Readable.fromWeb(response.body as ReadableStream),
	};
};

type Heard =
	| { event: 'opened' }
	| { event: 'notified'; subscription: number; result: unknown }
	| { event: 'lost'; failure: Failure }
	| { event: 'ended'; failure: Failure }
	| { event: 'dropped'; reason: string };
type Name = Heard['event'];

/** Waits so briefly that a test need not; a wait for an answer only ends where the test is about it. */
const brisk = { answerMs: 30_000, quietMs: 60_000, firstPauseMs: 1, longestPauseMs: 4 };

const opened: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map(async (connection) => await connection.close()));
});

export interface Options extends Partial<ConnectionSettings> {
	/** Of requests over HTTP, in ms. */
	timeoutMs?: number;
	credential?: Partial<AvalancheCredential>;
}

/** A connection, what its listener heard, and the wait until it heard something. */
export function connect({ credential, limits, timeoutMs = 30_000, ...settings }: Options = {}) {
	const heard: Heard[] = [];
	let wake = () => {};
	const hear = (one: Heard) => {
		heard.push(one);
		wake();
	};
	const listener: Listener = {
		opened: () => hear({ event: 'opened' }),
		notified: (subscription, result) => hear({ event: 'notified', subscription, result }),
		lost: (failure) => hear({ event: 'lost', failure }),
		dropped: (reason) => hear({ event: 'dropped', reason }),
		ended: (failure) => hear({ event: 'ended', failure }),
	};
	const client = new Client(send, { network: 'ownNode', ...credential } as AvalancheCredential, {
		...defaultSettings,
		timeoutMs,
	});
	const connection = openConnection(
		{
			client,
			path: chain,
			subscriptions: [{ kind: 'newHeads', params: [] }],
			...settings,
			limits: { ...brisk, ...limits },
		},
		listener,
	);
	opened.push(connection);
	const of = <N extends Name>(event: N) =>
		heard.filter((one): one is Extract<Heard, { event: N }> => one.event === event);
	/** The nth of an event, once it is heard. */
	const wait = async <N extends Name>(event: N, nth = 1): Promise<Extract<Heard, { event: N }>> => {
		while (of(event).length < nth) await new Promise<void>((resolve) => (wake = resolve));
		return of(event)[nth - 1];
	};
	const { first } = connection;
	return { first, close: async () => await connection.close(), heard, of, wait };
}

export const until = async (isThere: () => unknown): Promise<void> => {
	while (!isThere()) await new Promise(setImmediate);
};
/** The header of a block, as far as its height. */
export const head = (number: number) => ({ number: `0x${number.toString(16)}` });
