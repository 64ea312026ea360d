import type { IncomingHttpHeaders } from 'node:http';

/** What passes between the server and the services it plays. */

/** `document`: as the two documents describe the APIs. `real`: as the real services were seen to answer. */
export type Profile = 'document' | 'real';
export type HostKind = 'node' | 'data' | 'metrics';

/** Where the service looks for the API key. */
export const keyHeader = (profile: Profile) =>
	profile === 'real' ? 'x-glacier-api-key' : 'x-data-api-key';

export interface Received {
	method: string;
	/** Path and query as they came. */
	url: URL;
	headers: IncomingHttpHeaders;
	body: string;
}

/** An answer before it is written: a JSON value or a text. */
export interface Reply {
	status: number;
	headers?: Record<string, string>;
	json?: unknown;
	text?: string;
}
