/** No number is rounded on the way from the wire to an item. */
import { ourNodeIds } from '../../devnet/devnet.mts';
import { everyReward } from '../support/everyReward.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { outputOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const run = (type: string, parameters: Record<string, unknown>) =>
	outputOf(engine.runNode(type, parameters));

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
	['-0.0', -0],
	['1E5', 100000],
	['100.00', 100],
	['9007199254740991.0', 9007199254740991],
	['5e-324', 5e-324],
	['1.7976931348623157e308', 1.7976931348623157e308],
	// what a double does not hold, as it is written
	['1e400', '1e400'],
	['-1E+999', '-1E+999'],
	['1e99999', '1e99999'],
	['1e-400', '1e-400'],
	['12345678901234567890.0', '12345678901234567890.0'],
	['12345678901234567890.5', '12345678901234567890.5'],
	['9007199254740993.0', '9007199254740993.0'],
	['9007199254740993e0', '9007199254740993e0'],
	['1.2345678901234567890e30', '1.2345678901234567890e30'],
	['0.12345678901234567890', '0.12345678901234567890'],
	[`0.${'3'.repeat(900)}`, `0.${'3'.repeat(900)}`],
	[`1${'0'.repeat(400)}`, `1${'0'.repeat(400)}`],
	// However long it is, it stays as it is.
	['9'.repeat(8_000), '9'.repeat(8_000)],
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

/** An own field of this name, and nobody's prototype. */
const withProto =
	'{"__proto__":{"polluted":1,"amount":5},"constructor":1,"prototype":{"__proto__":7},"plain":1}';

test.each([
	['avalancheInfo', 'node', 'getNodeVersion', 'node', {}],
	['avalancheInfo', 'network', 'getTxFee', 'node', { simplify: false }],
	['avalancheInfo', 'peer', 'peers', 'node', { simplify: false }],
	['avalancheData', 'chain', 'getMany', 'data', { simplify: false }],
	[
		'avalancheData',
		'reward',
		'getMany',
		'data',
		{ simplify: false, nodeIds: ourNodeIds.join(), ...everyReward },
	],
	['avalancheMetrics', 'metric', 'getMany', 'metrics', { chainId: '43114', simplify: false }],
	[
		'avalancheValidators',
		'validator',
		'getCurrentValidators',
		'node',
		{ blockchainId: 'demo', simplify: false },
	],
] as const)(
	'a field called __proto__ is a field of the item: %s %s %s',
	async (type, resource, operation, host, more) => {
		// with and without a number that the quick parser rounds
		for (const wire of [
			withProto,
			withProto.replace('"plain":1', '"plain":18446744073709551615'),
		]) {
			devnet.faults([{ host, addFields: `{"deep":[${wire}],${wire.slice(1)}` }]);
			const items = await run(type, { resource, operation, ...more });
			expect(items.length).toBeGreaterThan(0);
			for (const item of items) {
				expect(Object.getPrototypeOf(item)).toBe(Object.getPrototypeOf({ ...item }));
				for (const part of [item, (item.deep as object[])[0]]) {
					const written = JSON.parse(JSON.stringify(part)) as object;
					expect(Object.getOwnPropertyDescriptor(written, '__proto__')?.value).toMatchObject({
						polluted: 1,
					});
					expect((part as { polluted?: number }).polluted).toBeUndefined();
				}
			}
		}
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	},
);

test('text for numbers is kept where a number would be rounded', async () => {
	const fees =
		'"txFee":12345678901234567890.0,"createAssetTxFee":1e400,"createSubnetTxFee":1e21,"addSubnetValidatorFee":"1e99999"';
	devnet.faults([{ host: 'node', addFields: `{${fees}}` }]);
	expect(
		(
			await run('avalancheInfo', {
				resource: 'network',
				operation: 'getTxFee',
				simplify: false,
			})
		)[0],
	).toMatchObject({
		txFee: '12345678901234567890.0',
		txFeeDecimal: '12345678901.23456789',
		createAssetTxFee: '1e400',
		createSubnetTxFee: '1000000000000000000000',
		createSubnetTxFeeDecimal: '1000000000000',
		addSubnetValidatorFee: '1e99999',
	});
	devnet.faults([{ host: 'node', addFields: '{"networkID":"18446744073709551615"}' }]);
	const [network] = await run('avalancheInfo', { resource: 'network', operation: 'getNetworkID' });
	expect(network).toEqual({ networkID: '18446744073709551615' });
});

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
			simplify: false,
		});
		expect(validators.length).toBeGreaterThan(3);
		for (const { weight: text } of validators)
			expect(text).toBe(JSON.parse(`"${weight.replaceAll('"', '')}"`));
	},
);
