/**
 * What a node is asked, so that its answers can be held against those of another: the same requests, on equal
 * ground. What stands in a chain may differ from node to node; what an answer is made of may not.
 */
import { waitFor } from '../nodes.mts';
import type { Answer } from './answers.mts';

/** A server with a C-Chain of its own. */
export interface ChainTarget {
	url: string;
	/** A private key that holds native tokens on every EVM chain. */
	fundedKey: string;
	/** An account of the C-Chain whose key the server itself keeps and uses. */
	ownAccount: string;
	/** Lets no block be made on the C-Chain for a second at least, or until what it gives is called. */
	holdBlocks: () => Promise<() => Promise<void>>;
	/** Puts a virtual machine and one that does not start among the plugins. */
	addPlugins: () => Promise<void>;
	/** An import to the C-Chain that was not sent yet, and the address whose UTXOs it spends. */
	atomic: { tx: string; address: string; sourceChain: string };
}
/** A server of a network with validators. */
export interface NetworkTarget {
	url: string;
	/** IDs of a chain of the subnet EVM and of its subnet. */
	subnet: { chainID: string; subnetID: string };
	/**
	 * Node IDs of validators that the server is connected to: of the Primary Network, without delegators and with
	 * some, and of the L1.
	 */
	validators: { primary: string; delegated: string; l1: string };
	/** Gives the L1 one more validator, which its chain does not know of for some seconds; returns its node ID. */
	addValidator: () => Promise<string>;
}

export type Init = { method?: string; contentType?: string; body?: string };
type Options = {
	/** What tells this case from others of its method. */
	as?: string;
	/** Asks again until the result is so, for some seconds. */
	until?: (result: any) => boolean;
};

/** Asks one server, and keeps each answer by the name of its case. */
export function createSession<Target extends { url: string }>(target: Target) {
	const answers = new Map<string, Answer>();
	/** By path and method, the arguments of its first case. */
	const asked = new Map<string, { path: string; place: string; method: string; params: unknown }>();

	/** A request. The name of its case leads to the same on every server. */
	const send = async (name: string, path: string, init: Init = {}): Promise<Answer> => {
		if (answers.has(name)) throw new Error(`There are two cases by the name ${name}`);
		const { method = 'POST', contentType = 'application/json', body } = init;
		const response = await fetch(target.url + path, {
			method,
			headers: contentType ? { 'content-type': contentType } : {},
			// of bytes, nobody guesses the type
			body: body === undefined ? undefined : Buffer.from(body),
		});
		const answer = {
			status: response.status,
			contentType: response.headers.get('content-type'),
			text: await response.text(),
		};
		answers.set(name, answer);
		return answer;
	};
	/** A JSON-RPC call to a path, which may have a name that is the same on every server; gives its result. */
	const call =
		(path: string, place = path) =>
		async (method: string, params?: unknown, { as, until }: Options = {}): Promise<any> => {
			const title = `${place} ${method}`;
			if (!asked.has(title)) asked.set(title, { path, place, method, params });
			const name = as ? `${title}, ${as}` : title;
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
			let result: unknown;
			await waitFor(name, 20, async () => {
				answers.delete(name);
				const { text } = await send(name, path, { body });
				result = text && text.startsWith('{') ? JSON.parse(text).result : undefined;
				return !until || until(result);
			});
			return result;
		};
	return { target, answers, asked, send, call };
}
export type Session<Target extends { url: string }> = ReturnType<typeof createSession<Target>>;
export type AnySession = Session<{ url: string }>;

export const rpcPath = '/ext/bc/C/rpc';
export const word = (value: bigint) => value.toString(16).padStart(64, '0');

export const recipient = '0x00000000000000000000000000000000000000aa';
export const unknownHash = `0x${'4f'.repeat(32)}`;
export const unknownId = '2CmKhGgPRNHRbmQ3LTzDhdMgiNzYKKAwMxaVxkMbNn1w3KBuXo';
