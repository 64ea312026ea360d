/** Nodes of the mock network whose clock runs, and how their JSON-RPC is asked. */
import { type Devnet, type DevnetOptions, demoL1Chain } from '../../../devnet/devnet.mts';
import { call, send as sendTo, start } from './devnetScene.mts';

export const cChain = '/ext/bc/C/rpc';
export const l1 = `/ext/bc/${demoL1Chain.blockchainId}/rpc`;

export const startNode = (options: DevnetOptions = {}) =>
	start({ now: Date.now, validators: 10, rewards: 10, ...options });

/** A node in each profile for all tests of a file, and how the C-Chain of the real one is asked. */
export function useNodes() {
	const real = {} as Devnet;
	const document = {} as Devnet;
	beforeAll(async () => {
		Object.assign(real, await startNode());
		Object.assign(document, await startNode({ profile: 'document' }));
	});
	const eth = (method: string, ...params: unknown[]) => call(real, cChain, method, params);
	return {
		real,
		document,
		eth,
		result: async (method: string, ...params: unknown[]) => (await eth(method, ...params)).result,
		error: async (method: string, ...params: unknown[]) => (await eth(method, ...params)).error,
	};
}

/** The answer to whatever is posted. */
export async function send(
	devnet: Devnet,
	path: string,
	body: string,
	headers: Record<string, string> = {},
) {
	const { status, text } = await sendTo(devnet.nodeUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});
	return { status, text };
}
