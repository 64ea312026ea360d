/** No number is rounded on the way from the wire to an item. */
import { type Devnet, startDevnet } from '../devnet/devnet.mts';
import { type Engine, loadEngine } from './harness.mts';

let engine: Engine;
let devnet: Devnet;
beforeAll(async () => {
	[engine, devnet] = await Promise.all([loadEngine(), startDevnet()]);
});
afterAll(async () => {
	await devnet.close();
	engine.close();
});

const run = async (type: string, parameters: Record<string, string | boolean | object>) => {
	const { nodeUrl, dataUrl } = devnet;
	const credentials = { avalancheApi: { nodeUrl, dataUrl } };
	const { items, error } = await engine.runNode(type, parameters as never, { credentials });
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

/** What the wire says, and what stands in the item. */
const cases: Array<[wire: string, item: unknown]> = [
	['18446744073709551615', '18446744073709551615'],
	['-18446744073709551615', '-18446744073709551615'],
	[`1${'0'.repeat(77)}`, `1${'0'.repeat(77)}`],
	['9007199254740993', '9007199254740993'],
	['9007199254740992', '9007199254740992'],
	['-9007199254740993', '-9007199254740993'],
	['9007199254740991', 9007199254740991],
	['-9007199254740991', -9007199254740991],
	['85.71429', 85.71429],
	['0.1234567890123456', 0.1234567890123456],
	['1234567890123456.5', 1234567890123456.5],
	['1e21', 1e21],
	['-1.5E+300', -1.5e300],
	['0', 0],
	['"18446744073709551615"', '18446744073709551615'],
	['"1e21"', '1e21'],
	['"007"', '007'],
	[
		'"say \\"18446744073709551615\\", 18446744073709551615"',
		'say "18446744073709551615", 18446744073709551615',
	],
	['null', null],
	['true', true],
];
const values = cases.map(([, value]) => value);
const fields = Object.fromEntries(values.map((value, i) => [`field${i}`, value]));
const wireList = `[${cases.map(([wire]) => wire)}]`;
const wireFields = `{${cases.map(([wire], i) => `"field${i}":${wire}`)}}`;

/** Fields that no row names: plain, in lists, and deep. */
const wire = `{"field":18446744073709551615,"list":${wireList},"object":${wireFields},"18446744073709551615":{"deep":[[{"deeper":[${wireFields},${wireList}]}]]}}`;
const expected = {
	field: '18446744073709551615',
	list: values,
	object: fields,
	'18446744073709551615': { deep: [[{ deeper: [fields, values] }]] },
};

test('in a JSON-RPC answer', async () => {
	devnet.faults([{ host: 'node', addFields: wire }]);
	const [version] = await run('avalancheInfo', { resource: 'node', operation: 'getNodeVersion' });
	expect(version).toMatchObject(expected);
});

test('in each record of a JSON-RPC list', async () => {
	devnet.faults([{ host: 'node', addFields: wire }]);
	const peers = await run('avalancheInfo', {
		resource: 'peer',
		operation: 'peers',
		simplify: false,
		returnAll: true,
	});
	expect(peers.length).toBeGreaterThan(100);
	for (const peer of peers) expect(peer).toMatchObject(expected);
});

test('in each record of a REST list, and in the whole response', async () => {
	devnet.faults([{ host: 'data', addFields: wire }]);
	const chains = { resource: 'chain', operation: 'getMany', simplify: false, returnAll: true };
	const records = await run('avalancheData', chains);
	expect(records.length).toBeGreaterThan(3);
	for (const record of records) expect(record).toMatchObject(expected);
	const [whole] = await run('avalancheData', { ...chains, options: { wholeResponse: true } });
	expect((whole.chains as object[])[0]).toMatchObject(expected);
});

test.each(['"20"', '20', '18446744073709551615'])(
	'a weight is text when the node says %s',
	async (weight) => {
		devnet.faults([{ host: 'node', addFields: `{"weight":${weight}}` }]);
		const blockchainId = devnet.world.chains.find(({ aliases }) => aliases.includes('demo'))!.id;
		const validators = await run('avalancheValidators', {
			resource: 'validator',
			operation: 'getCurrentValidators',
			blockchainId,
			returnAll: true,
		});
		expect(validators.length).toBeGreaterThan(3);
		for (const { weight: text } of validators)
			expect(text).toBe(JSON.parse(`"${weight.replaceAll('"', '')}"`));
	},
);
