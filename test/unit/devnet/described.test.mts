/** The answers of the mock network, held against spec/. */
import { demoL1Chain, type Devnet } from '../../../devnet/devnet.mts';
import { type Chosen, listExamples } from '../../../devnet/examples.mts';
import { check } from '../../../spec/check.mts';
import { type MethodEntry } from '../../../spec/entry.mts';
import { type FieldType } from '../../../spec/grammar.mts';
import { endpoints, nodeGets } from '../../../spec/index.mts';
import { nodeMethods } from '../../../spec/nodeMethods.mts';
import {
	profiles,
	validatorsPath,
	getValidators,
	start,
	send,
	post,
	call,
	listPlaces,
	writeRequest,
} from './devnetScene.mts';

const methodCases = nodeMethods.map((entry) => [entry.name, entry] as const);
const endpointCases = endpoints.map((entry) => [entry.path, entry] as const);

/** How a real node knows what the document calls otherwise. */
const asNode = (text: string) =>
	text.replace('/native', '/avax').replace('native.', 'avax.').replace('admin_', 'admin.');

/** The arguments that a method needs, and the same with each of the others. */
function listArguments({ params, needs }: MethodEntry, { world }: Devnet): Chosen[] {
	const example = ({ name, type }: FieldType): Chosen =>
		type.kind === 'record'
			? { [name]: Object.assign({}, ...type.fields.map(example)) }
			: { [name]: listExamples(type, world)[0] };
	const isNeeded = ({ name, isOptional }: FieldType) => !isOptional || name === needs;
	const { fields } = params.document;
	const needed: Chosen = Object.assign({}, ...fields.filter(isNeeded).map(example));
	const others = fields.filter((field) => !isNeeded(field));
	return [needed, ...others.map((field) => ({ ...needed, ...example(field) }))];
}

describe.each(profiles)('profile %s', (profile) => {
	let devnet: Devnet;
	const isReal = profile === 'real';
	beforeAll(async () => {
		devnet = await start({ profile });
	});

	test.each(methodCases)('%s answers as its entry says', async (_, entry) => {
		const { answer, style, isEmptyOnRealNode } = entry;
		const { path, method } = isReal
			? { path: asNode(entry.path), method: asNode(entry.method) }
			: entry;
		for (const named of listArguments(entry, devnet)) {
			const params = style === 'wrapped' ? [named] : named;
			const place = path.replace('{blockchainId}', demoL1Chain.blockchainId);
			const response = await call(devnet, place, method, params);
			expect(Object.keys(response)).toEqual(
				isReal ? ['jsonrpc', 'result', 'id'] : ['jsonrpc', 'id', 'result'],
			);
			if (answer === 'success') expect(response.result).toEqual(expect.any(Object));
			else expect(check(response.result, answer[profile]).misfits).toEqual([]);
			if (!isEmptyOnRealNode) continue;
			const [map] = Object.values(response.result) as object[];
			expect(Object.keys(map!).length === 0).toBe(isReal);
		}
	});

	test.each(endpointCases)('%s answers as its entry says', async (_, entry) => {
		const sizes = [];
		for (const place of listPlaces(entry, devnet)) {
			const { status, headers, json } = await send(devnet.url + writeRequest(entry, place));
			expect(status).toBe(200);
			expect(headers.get('content-type')).toContain('application/json');
			expect(check(json, entry.answer[profile]).misfits).toEqual([]);
			sizes.push(Object.values(json).find(Array.isArray)?.length ?? 1);
		}
		expect(Math.max(...sizes)).toBeGreaterThan(0);
	});
});

describe('what a node serves to a GET', () => {
	test.each(nodeGets.map((entry) => [entry.path, entry] as const))(
		'%s answers as its entry says',
		async (_, { path, answer, isText }) => {
			const devnet = await start();
			const cases: Array<Record<string, string>> = [
				{},
				{ network: 'no messages received from network' },
			];
			for (const failing of cases) {
				devnet.setHealth({ failing });
				const { status, text, json } = await send(devnet.url + path);
				expect(status).toBe(!isText && failing.network ? 503 : 200);
				expect(check(isText ? text : json, answer.real).misfits).toEqual([]);
			}
		},
	);
});

test('by GET and by POST a node says the same of its health', async () => {
	const devnet = await start();
	for (const isSick of [true, false]) {
		devnet.setHealth({ failing: isSick ? { network: 'no messages received' } : {} });
		const { json } = await send(`${devnet.url}/ext/health`);
		const { result } = await call(devnet, '/ext/health', 'health.health', {});
		expect([json.healthy, result.healthy]).toEqual([!isSick, !isSick]);
	}
});

test('the same seed and clock give the same answers, another seed gives others', async () => {
	const read = async (seed: number) => {
		const devnet = await start({ seed });
		const texts = [];
		for (const entry of endpoints) {
			const [place] = listPlaces(entry, devnet);
			texts.push((await send(devnet.url + writeRequest(entry, place!))).text);
		}
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: getValidators });
		texts.push((await post(devnet.url + validatorsPath, body)).text);
		return texts;
	};
	const [first, second, other] = [await read(7), await read(7), await read(8)];
	expect(first).toEqual(second);
	const rewards = endpoints.findIndex(({ path }) => path.endsWith('/rewards'));
	expect(first[rewards]).not.toEqual(other[rewards]);
});
