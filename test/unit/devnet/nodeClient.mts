/** Nodes of the mock network, and how the tests of this folder ask them. */
import { type Devnet, demoL1Chain, startDevnet } from '../../../devnet/devnet.mts';

export const cChain = '/ext/bc/C/rpc';
export const l1 = `/ext/bc/${demoL1Chain.blockchainId}/rpc`;

const running: Devnet[] = [];
export async function startNode(options: Parameters<typeof startDevnet>[0] = {}) {
	const devnet = await startDevnet({ validators: 10, rewards: 10, ...options });
	running.push(devnet);
	return devnet;
}
afterAll(async () => {
	await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

export async function send(
	devnet: Devnet,
	path: string,
	body: string,
	headers: Record<string, string> = {},
) {
	const response = await fetch(devnet.nodeUrl + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	});
	return { status: response.status, text: await response.text() };
}

export async function call(
	devnet: Devnet,
	path: string,
	method: string,
	params?: unknown,
): Promise<any> {
	const { text } = await send(
		devnet,
		path,
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	);
	return JSON.parse(text);
}
