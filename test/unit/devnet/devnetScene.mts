/** Mock networks of the tests of this folder, and how they are asked. */
import { type Devnet, demoL1Chain, startDevnet } from '../../../devnet/devnet.mts';
import { type Chosen, listExamples } from '../../../devnet/examples.mts';
import type { Profile } from '../../../devnet/http.mts';
import { type EndpointEntry, fillPath, namesInPath } from '../../../spec/entry.mts';

/** The clock of the tests stands still, and moves only where a test moves it. */
export const noon = Date.UTC(2026, 10, 20, 12);
export const profiles: Profile[] = ['document', 'real'];
export const validatorsPath = `/ext/bc/${demoL1Chain.blockchainId}/validators`;
export const getValidators = 'validators.getCurrentValidators';

const running: Devnet[] = [];
export async function start(options: Parameters<typeof startDevnet>[0] = {}) {
	const devnet = await startDevnet({
		seed: 7,
		validators: 60,
		rewards: 900,
		now: () => noon,
		...options,
	});
	running.push(devnet);
	return devnet;
}
afterAll(async () => {
	await Promise.all(running.splice(0).map((devnet) => devnet.close()));
});

export interface Sent {
	method?: string;
	headers?: Record<string, string>;
	body?: string;
}
function parse(text: string): any {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
export async function send(url: string, init: Sent = {}) {
	const response = await fetch(url, { redirect: 'manual', ...init });
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parse(text) };
}
export const post = (url: string, body: string) =>
	send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
export const call = async (devnet: Devnet, path: string, method: string, params?: unknown) =>
	(await post(devnet.nodeUrl + path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
		.json;
export const get = async (devnet: Devnet, path: string) => (await send(devnet.url + path)).json;
export const control = (devnet: Devnet, name: string, choice: unknown) =>
	post(`${devnet.url}/control/${name}`, JSON.stringify(choice));

/** All pages of a list, and how many records each had. */
export async function readPages(devnet: Devnet, path: string, list: string) {
	const records: any[] = [];
	const sizes: number[] = [];
	let token = '';
	do {
		const page = await get(
			devnet,
			`${path}${path.includes('?') ? '&' : '?'}${token && `pageToken=${token}`}`,
		);
		records.push(...page[list]);
		sizes.push(page[list].length);
		token = page.nextPageToken ?? '';
	} while (token);
	return { records, sizes };
}

/** The parameters of an endpoint that lead to all kinds of its records. */
export function listPlaces({ params, needs }: EndpointEntry, { world }: Devnet): Chosen[] {
	const needed = params.real.fields.filter(({ name, isOptional }) => !isOptional || name === needs);
	return needed.reduce<Chosen[]>(
		(places, { name, type }) =>
			places.flatMap((place) =>
				listExamples(type, world, place).map((value) => ({ ...place, [name]: value })),
			),
		[{}],
	);
}

/** The request of an endpoint with these values; those that do not stand in its path go into its query. */
export function writeRequest({ path }: EndpointEntry, values: Chosen): string {
	const inPath = namesInPath(path);
	const query = Object.entries(values).filter(([name]) => !inPath.includes(name));
	return `${fillPath(path, values)}?${new URLSearchParams(query as Array<[string, string]>)}`;
}
