/** Whatever a field does not accept is refused by its name before anything is sent: every field of every operation. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { listRows, makeExample, toParameters, whatShows, type Row } from '../../tools/groups.mts';
import type { NodeOptions } from '../support/engine.mts';
import { enterAt, listPlaces, type Place } from '../support/places.mts';
import { useEngine } from '../support/useEngine.mts';
import { notFound, useScript } from '../support/useScript.mts';

const server = useScript(() => notFound);
const engine = useEngine(server);

const rows = listRows();
const nameOf = ({ description, resource, operation }: Row) =>
	`${description.name} ${resource} ${operation}`;
const byName = rows.map((at) => [at.description.name, at.resource, at.operation, at] as const);

/** Runs an operation with one item for each of these values in a place. */
function runWith(at: Row, place: Place, values: unknown[], options: NodeOptions) {
	return engine.runNode(at.description.name, enterAt(at, place, '={{ $json.value }}'), {
		items: values.map((value) => ({ json: { value } as IDataObject })),
		...options,
	});
}

/** One form for all fields: what to look at, and then what to enter there. */
const isInStyle = (said: string): boolean =>
	/^(?:\S+: )?(?:Check|Fill in) [A-Z]/.test(said) &&
	/ must |\b(?:enter|choose|copy|use|switch|write|put|let|name|leave|keep|check the) |Example:/i.test(
		said.replace(/^.*?(?:Check|Fill in) /, ''),
	);

async function expectRefused(at: Row, place: Place, wrong: unknown[]) {
	if (!wrong.length) return;
	const { items, error } = await runWith(at, place, wrong, { onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	// A text of several values has an item for each.
	const refusals = wrong.map((value, i) => {
		const ofValue = items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === i);
		const odd = ofValue
			.map(({ json }) => String(json.error))
			.filter((said) => !said.includes(place.displayName) || !isInStyle(said));
		return [value, ofValue.length > 0, odd];
	});
	expect(refusals).toEqual(wrong.map((value) => [value, true, []]));
	expect(server.received).toEqual([]);
}

const object = { some: ['thing', 'else'] };
/** What is none of a type of field, whatever the field is for. */
const wrongByType: Partial<Record<Field['type'], unknown[]>> = {
	string: [object, true, [object]],
	resourceLocator: [object, true, [object]],
	json: ['{"half":', '[1', true],
	number: ['many', 1.5, '1.5', '1e3', '0x10', 2 ** 53, true, object],
	boolean: ['yes', 'true', 1, object],
	options: ['no such choice', true, object],
	multiOptions: ['no such choice', ['no such choice'], [object], object],
	dateTime: ['soon', -1, '-1', '20260131', 20260131, 1_767_225_600_000, true, object],
};

/** A number with decimals takes more than a whole one, and chains that are compared can be named. */
function wrongOfType({ name, type, typeOptions }: Place): unknown[] {
	if (name === 'compareWith') return ['<no name>', ['<no name>'], [object], object];
	return type === 'number' && typeOptions?.numberPrecision !== 0
		? ['many', true, object]
		: wrongByType[type]!;
}

const hex = (count: number, digit = 'a') => `0x${digit.repeat(count)}`;
const address = hex(40);
const hash = hex(64);
const notHex = ['0x', '0xg', '0x 1', '68656c6c6f', 'x'];
/** Text forms that a careless hand makes of right ones, by what is wanted. */
const addresses = [
	hex(39),
	hex(41),
	hex(40).slice(2),
	hex(40, 'g'),
	hash,
	'someone.eth',
	...notHex,
];
const mixedCase = [
	'0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52Fc',
	'0x8DB97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
];
const hashes = [hex(63), hex(65), hex(64).slice(2), hex(64, 'g'), address, ...notHex];
const bytes = ['0x1', '0xabc', ...notHex.slice(1)];
const numbers = ['-1', '+1', '1.5', '1e3', '1,000', '1 000', ...notHex.slice(0, 3), 1.5, -1];
const of64Bits = [...numbers, hex(17, 'f'), String(2n ** 64n)];
const blocks = [
	...numbers,
	'Latest',
	'lates',
	'latest, pending',
	String(2n ** 63n),
	hex(17),
	hex(63),
	address,
];
const ids = [
	'2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dE',
	'2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2d',
	'0QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
	'7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'1',
];
const nodeIds = [
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh',
	'7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-',
	ids[0],
	'nodeid-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
];
const bech32 = [
	'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre4',
	'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre',
	'p-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	'Pavax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	address,
];
const ofCChain = [
	...bech32,
	'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
];
/** Finer than the smallest unit, and more than 256 bits, in any unit. */
const amounts = [
	'-1',
	'1,5',
	'1.',
	'.5',
	'1e18',
	'1 AVAX',
	'0xg',
	`0.${'0'.repeat(18)}1`,
	'9'.repeat(78),
	hex(65),
];
const paths = [
	'..',
	'.',
	'../x',
	'a/b',
	'/',
	'a?b=c',
	'a#b',
	'a%2Fb',
	'a\\b',
	'a b',
	'a\nb',
	'%2e%2e',
];
const words = ['no, this is not it!'];

/** A name of several words is looked up, and goes into no path. */
const isNoName = (text: unknown): boolean => text !== 'a b';
const notChains = [...ids.slice(0, 4), '-1', '0x12345678901234567890', ...paths.filter(isNoName)];

/** What misses the rule of a field narrowly, by the beginning of the rule: the longest that fits speaks. */
const nearMisses: Record<string, unknown[]> = {
	'names of metrics': ['1peers', 'peers-count', '*peers', 'peers**', 'peers/../x'],
	'lines "ID = name"': [
		'Frankfurt-1',
		'= Frankfurt-1',
		ourNodeIds[0],
		`${ourNodeIds[0]} =`,
		`${ourNodeIds[0]}x = Frankfurt-1`,
	],
	'lines "contract = price"': [
		address,
		`${hex(39)} = 1`,
		'USDC = 1',
		`${address} =`,
		`${address} = one`,
		`${address} = -1`,
		`${address} = 1\n${address} = 2`,
	],
	'an IANA time zone': ['Europe/Berlinn', 'Atlantis', 'UTC+2', 'Europe/Berlin ,'],
	'EVM addresses (0x...), each with "= name"': [
		hex(39),
		hex(40, 'g'),
		hash,
		mixedCase[0],
		'= Operations',
		`${address}x = Operations`,
		ourNodeIds[0],
		{ name: 'Operations' },
	],
	'lines of an EVM address (0x and 40 hexadecimal digits': [
		...addresses,
		mixedCase[0],
		'= Operations',
		`${address}x = Operations`,
	],
	'an EVM address (0x and 40 hexadecimal digits; mixed case': [...addresses, ...mixedCase],
	'EVM addresses (0x and 40 hexadecimal digits; mixed case': [...addresses, ...mixedCase],
	'a hash (0x and 64 hexadecimal digits)': hashes,
	'a transaction hash (0x and 64 hexadecimal digits)': [...hashes, ...ids],
	'bytes in hexadecimal: 0x and an even number of digits': bytes,
	'hexadecimal bytes that start with 0x': [...bytes, '0x'],
	'a whole number of up to 64 bits': of64Bits,
	'a whole number of up to 256 bits': [...numbers, hex(65), String(2n ** 256n)],
	'a whole number of at least 0': [...numbers, hex(2), 2 ** 53],
	'a whole number of up to 53 bits': [...numbers, hex(17, 'f'), String(2n ** 53n), 2 ** 53],
	'a storage slot': [...numbers, hex(65), String(2n ** 256n)],
	'storage slots': ['-1', '1.5', '0x', '0xg', hex(65), '1 000'],
	'a block number, latest': [...blocks, hash],
	'a block number, a block hash, or latest': blocks,
	'an amount': amounts,
	'numbers from 0 to 100': ['-1', '100.1', '101', '1e1', '1;2', '50,10', 'half'],
	'a JSON list of up to 4 entries': [
		'{}',
		'7',
		'"x"',
		'["0x12"]',
		'[[null]]',
		'[7]',
		[address],
		[hash, hash, hash, hash, hash],
		object,
	],
	'a JSON list of objects with an address': [
		'{}',
		'[7]',
		'[{}]',
		`[{"address":"${address}"}]`,
		[{ address: '0x12', storageKeys: [] }],
		object,
		[{ address, storageKeys: ['0x0'] }],
		[{ address, storageKeys: hash }],
		[{ address: mixedCase[0], storageKeys: [] }],
	],
	'a JSON object keyed by address': [
		'[]',
		'7',
		{ '0x12': {} },
		{ [address]: 7 },
		{ [address]: { ballance: '0x1' } },
		{ [mixedCase[0]]: {} },
		...['-1', '1.5', 1.5, '0x', null, hex(65)].map((balance) => ({ [address]: { balance } })),
		...['-1', 1.5, String(2n ** 64n)].map((nonce) => ({ [address]: { nonce } })),
		...['0x1', '60'].map((code) => ({ [address]: { code } })),
		...[[], { '0x0': hash }, { [hash]: '0x0' }].map((state) => ({ [address]: { state } })),
		...[[], { '0x0': hash }, { [hash]: '0x0' }].map((stateDiff) => ({ [address]: { stateDiff } })),
	],
	'a JSON object with number, difficulty': [
		'[]',
		'7',
		{ tiem: '0x1' },
		{ coinbase: '0x12' },
		{ random: '0x1' },
		{ constructor: '0x1' },
		...[2026, '202606', 1767225600000, 45_000].map((time) => ({ time })),
		...['number', 'difficulty', 'time', 'gasLimit', 'baseFee', 'blobBaseFee'].flatMap((name) =>
			['-1', '1.5', 1.5, '1e3', '0x', 'latest', null, hex(65)].map((value) => ({ [name]: value })),
		),
	],
	'a JSON object': ['[]', '7', '"x"', 'null', [object]],
	'a JSON list': ['{}', '7', '"x"', 'null', object],
	// the example is balanceOf(address)
	'a JSON list or object': [
		'7',
		'"x"',
		'null',
		'[]',
		'[1, 2]',
		'["0x12"]',
		'{}',
		{ owner: '0x12' },
		{ nobody: address },
		[mixedCase[0]],
	],
	// the example is Transfer(address indexed from, address indexed to, uint256 value)
	'a JSON object or list': [
		'7',
		'"x"',
		'null',
		{ value: 1 },
		{ to: '0x12' },
		{ to: [] },
		{ to: mixedCase[0] },
		[address, address, 1],
	],
	'the signature of a function, or ABI JSON': [
		'holdingsOf',
		'balanceOf(',
		'balanceOf(adress)',
		'balanceOf(address) returns',
		'{"type":',
		'[]',
		'{}',
		'[7]',
		'event Transfer(address)',
		'a(uint7)',
		'constructor()',
		object,
		[object],
	],
	'event signatures, each on a new line, or ABI JSON': [
		'Transfer',
		'Transfer(',
		'Transfer(adress)',
		'{"type":',
		'[]',
		'[7]',
		'function a()',
		'A(uint8)\nB',
		object,
	],
	'a name, or a name with types in brackets': ['1a', 'a b', 'a(', 'a()b', '()', 'no-name', 'other'],
	"a derivation path such as m/44'/60'/0'/0/0": ['m', 'm/', "m/44'/", 'm//0', '44h', 'm/-1'],
	'a duration such as 500ms, 10s or 1m30s': ['10', 's', '10 s', '-1s', '1d', '1.s', '10S'],
	'a private key of 64 hexadecimal digits': [
		hex(63),
		hex(65),
		'a'.repeat(63),
		'g'.repeat(64),
		'0x',
		'x',
	],
	'a wallet URL such as keystore:///path': [
		'keystore',
		'keystore:',
		'://x',
		'Keystore://x',
		'keystore://a b',
	],
	'the ID of a filter (0x and up to 32 hexadecimal digits)': [hex(33), ...notHex],
	'the name of a method such as eth_getBlockByNumber': [
		'eth',
		'eth call',
		'eth_',
		'_call',
		'eth_call/x',
		'../eth_call',
	],
	'a chain: C, a blockchain ID': [...paths.filter(isNoName), 'mainnet', 'Total'],
	'a blockchain ID (cb58 with a valid checksum)': [...ids, hash, 'C'],
	'a subnet ID (cb58 with a valid checksum)': [...ids, hash],
	'a validation ID (cb58 with a valid checksum)': [...ids, hash],
	'a transaction ID (cb58 with a valid checksum)': [...ids, hash],
	'a UTXO ID (cb58 with a valid checksum)': [...ids, hash],
	'an asset ID (cb58 with a valid checksum)': [...ids, hash],
	'node IDs (NodeID-... with a valid checksum)': nodeIds,
	'a node ID (NodeID-... with a valid checksum)': nodeIds,
	'addresses such as P-avax1': [...bech32, 'P-eth18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
	'addresses such as C-avax1': ofCChain,
	'an address such as C-avax1': ofCChain,
	'a block number or block hash': [...hashes, 'latest', '-1', '1.5', '0x1'],
	'a block number': ['latest', '-1', '1.5', '0x1', hash],
	'an EVM chain: C, an EVM chain ID': [...notChains, 'mainnet', 'Total'],
	'an EVM chain (C, an EVM chain ID': notChains,
	'one of P-Chain, X-Chain, C-Chain': [...notChains, '43114', 'D-Chain'],
	'one of X-Chain': [...notChains, '43114', 'P-Chain'],
	'a path that starts with /v and a number': [
		...paths.map((text) => `/v1/${text}`).filter((text) => text !== '/v1/a/b'),
		'v1/a',
		'/v1',
		'/v1/',
		'/v/a',
		'/ext/info',
		'//v1/a',
		'https://example.com/v1/a',
	],
	'a field name': ['a b', 'a.b', 'a-b', ...words],
	// nearly any text is one
	'an alias of 1 to 512 bytes': ['é'.repeat(257), '/ext/bc/a'],
	'the part of a path after /ext/, such as bc/X': ['/bc/X', '/ext/bc/X', 'ext/bc/X'],
	'any text': [],
	'a date, with or without a time, or UNIX seconds': [
		'2026-02-30',
		'2026-13-01',
		'2026-01-01T25:00:00Z',
		'01/02/2026',
		'1. 2. 2026',
		'1969-12-31',
		'10000-01-01',
		'1e9',
		NaN,
		// A year, a month, a date, a day of a spreadsheet, milliseconds: none of them is a second of 1970.
		2026,
		'2026',
		'202606',
		202606,
		'20260601',
		45_000,
		1767225600000,
		'1767225600000',
	],
};

/** What misses the rule of a place narrowly, and what is out of its bounds or its list. */
function missesOf({
	rule,
	type,
	minimum = 0,
	typeOptions: { maxValue } = {},
	options,
	placeholder,
	takesWords,
}: Place): unknown[] {
	if (type === 'number')
		return [
			minimum - 1,
			String(minimum - 1),
			...(maxValue === undefined ? [] : [maxValue + 1, String(maxValue + 1)]),
		];
	if (type === 'options' && takesWords) return ['no word of its list'];
	if (type === 'options' || type === 'multiOptions') {
		// A list that a host loads has no choices of its own.
		const choices = (options ?? []) as Array<{ name: string; value: unknown }>;
		const values = choices.map(({ value }) => value);
		const names = type === 'options' ? [] : choices.map(({ name }) => name);
		const others = values.flatMap((value) => [
			`${value} `,
			String(value).toUpperCase(),
			String(value).toLowerCase(),
		]);
		return others
			.filter((value) => !values.includes(type === 'options' ? value : value.trim()))
			.filter((value) => !names.includes(value.trim()));
	}
	if (type === 'boolean' || rule === undefined) return [];
	const list = rule.startsWith('a list of ');
	const stated = list ? rule.slice('a list of '.length) : rule;
	const fitting = Object.keys(nearMisses).filter((beginning) => stated.startsWith(beginning));
	const misses = nearMisses[fitting.sort((a, b) => b.length - a.length)[0]];
	if (!misses) throw new Error(`nothing is known here that misses the rule "${rule}" narrowly`);
	const [, right] = /^e\.g\. (.*)$/s.exec(placeholder ?? '') ?? [];
	// Behind a comma, a word that is no part of an address names the one before it.
	const isName = (miss: unknown): boolean => miss === 'x' && rule.includes('"= name"');
	return list
		? misses.flatMap((miss) => [
				miss,
				[miss],
				...(isName(miss) ? [] : [`${right},${miss}`]),
				[right, miss],
			])
		: misses;
}

/** One wrong value of a place. */
const wrongOf = (place: Place): unknown => wrongOfType(place)[0];

/** What takes any text, or nearly so: where it goes is no path, and what it means is for the server to say. */
const free = [
	'alias',
	'endpoint',
	'loggerName',
	'file',
	'pattern',
	'filter',
	'tracerCode',
	'password',
	'passphrase',
	'pin',
];
const isFree = ({ rule, name }: Place) =>
	rule === 'any text' || ['alias', 'endpoint'].includes(name);

test('any text is taken only where the server alone knows what it means', () => {
	const names = rows.flatMap((at) =>
		listPlaces(at).filter((place) => place.type === 'string' && isFree(place)),
	);
	expect([...new Set(names.map(({ name }) => name))].sort()).toEqual([...free].sort());
	expect(names.filter(({ within }) => within !== undefined)).toEqual([]);
});

describe.each(byName)('%s %s %s', (_node, _resource, _operation, at) => {
	test('names each required field that is empty', async () => {
		for (const field of at.fields.filter(({ optional }) => !optional)) {
			// spaces can be a password
			const spaces = isFree(field) && field.typeOptions?.password ? [] : ['  '];
			if (field.type === 'fixedCollection') {
				const parameters = toParameters(at, makeExample(at, whatShows(field)).entered);
				const none = { ...parameters, [field.name]: { rows: [] } };
				const { error } = await engine.runNode(at.description.name, none);
				expect(error?.message).toContain(`Fill in ${field.displayName}`);
			} else if (!field.parts) await expectRefused(at, field, ['', ...spaces, null, []]);
			for (const part of field.parts ?? []) {
				const parameters = {
					...toParameters(at, makeExample(at).entered),
					[field.name]: { [part.name]: '' },
				};
				const { error } = await engine.runNode(at.description.name, parameters);
				expect(error?.message).toContain(`Fill in ${field.displayName}`);
			}
		}
		expect(server.received).toEqual([]);
	});

	test('names each field of a wrong type', async () => {
		for (const place of listPlaces(at)) {
			expect(Object.keys(wrongByType)).toContain(place.type);
			await expectRefused(at, place, wrongOfType(place));
		}
	});

	test('names each field that is malformed, or out of its bounds or its list', async () => {
		for (const place of listPlaces(at)) await expectRefused(at, place, missesOf(place));
	});

	test('refuses a number below its minimum in words that name both', async () => {
		for (const place of listPlaces(at).filter(({ type }) => type === 'number')) {
			const below = place.minimum! - 1;
			const { items } = await runWith(at, place, [below], { onError: 'continueRegularOutput' });
			const [refusal] = items.map(({ json }) => String(json.error));
			expect(refusal).toMatch(
				new RegExp(`it cannot be "${below}".*(from|at least) ${place.minimum}\\b`, 's'),
			);
			expect(refusal).toContain(place.displayName);
		}
	});

	test('lets nothing into its path', async () => {
		for (const field of at.fields.filter(({ name }) => at.path.includes(`{${name}}`))) {
			const whole = at.path === `{${field.name}}`;
			const wrong = whole
				? paths.map((text) => `/v1/${text}`).filter((text) => text !== '/v1/a/b')
				: paths.filter((text) => !field.resolve || isNoName(text));
			await expectRefused(at, field, wrong);
		}
	});

	test('names the item whose field is wrong among right ones', async () => {
		for (const place of listPlaces(at)) {
			const { entered } = makeExample(at, whatShows(place));
			const right = place.within
				? (entered[place.within] as IDataObject)[place.name]
				: entered[place.name];
			const { error } = await runWith(at, place, [right, wrongOf(place), right], {});
			expect([place.name, error?.message]).toEqual([
				place.name,
				expect.stringContaining(place.displayName),
			]);
			expect([place.name, error?.context?.itemIndex]).toEqual([place.name, 1]);
		}
		expect(server.received).toEqual([]);
	});
});

const noFlags = [...wrongByType.boolean!, null];
test.each([
	...['-1', 0, 1.5, 'many', object].map((wrong) => ['limit', 'Limit', wrong]),
	...noFlags.map((wrong) => ['returnAll', 'Return All', wrong]),
	...noFlags.map((wrong) => ['simplify', 'Simplify', wrong]),
] as Array<[string, string, unknown]>)(
	'%s: %s of %j is refused wherever it is',
	async (name, shown, wrong) => {
		for (const at of rows.filter(({ description, operation, resource }) =>
			hasParameter(description, name, resource, operation),
		)) {
			const { entered } = makeExample(at);
			const { error } = await engine.runNode(
				at.description.name,
				{ ...toParameters(at, entered), returnAll: false, [name]: '={{ $json.wrong }}' },
				{ items: [{ json: { wrong } as IDataObject }] },
			);
			expect(error?.message).toContain(shown);
		}
		expect(server.received).toEqual([]);
	},
);

/** Whether the node shows a parameter for an operation. */
function hasParameter(
	{ properties }: Row['description'],
	name: string,
	resource: string,
	operation: string,
): boolean {
	return properties.some(({ name: found, displayOptions }) => {
		const show = displayOptions?.show ?? {};
		const { resource: resources = [], operation: operations = [] } = show;
		if (show['@tool']?.includes(false) === false) return false;
		return found === name && resources.includes(resource) && operations.includes(operation);
	});
}

test('an operation without options shows no empty collection', () => {
	const collections = rows.flatMap(({ description }) =>
		description.properties.filter(({ type }) => type === 'collection'),
	);
	expect(collections.length).toBeGreaterThan(0);
	for (const { options } of collections) expect(options).not.toEqual([]);
	const { description } = rows.find(({ operation }) => operation === 'getNodeVersion')!;
	expect(hasParameter(description, 'options', 'node', 'getNodeVersion')).toBe(false);
});

/** Those of n8n's own Poll Times. */
const ofN8n = new Set(['Hour', 'Minute', 'Day of Month', 'Value']);

test("n8n's editor changes no number that is below its minimum", () => {
	const types = JSON.parse(readFileSync('dist/types/nodes.json', 'utf8')) as object;
	const numbers: INodeProperties[] = [];
	JSON.stringify(types, (_key, value: Partial<INodeProperties> | null) => {
		if (value?.type === 'number') numbers.push(value as INodeProperties);
		return value;
	});
	const ours = numbers.filter(({ displayName }) => !ofN8n.has(displayName));
	expect(ours.length).toBeGreaterThan(30);
	for (const { displayName, typeOptions = {} } of ours)
		expect([displayName, typeOptions.minValue]).toEqual([displayName, undefined]);
});

const lists = rows.filter(({ isList }) => isList);
const nodes = [...new Map(lists.map((at) => [at.description.name, at])).values()].map(
	(at) => [at.description.name, at] as const,
);
test.each(nodes)('%s names each option that is out of its bounds', async (_name, at) => {
	const collection = at.description.properties.find(
		({ name, displayOptions }) =>
			name === 'options' &&
			displayOptions?.show?.resource?.includes(at.resource) &&
			displayOptions.show.operation?.includes(at.operation),
	)!;
	const options = (collection.options as Field[]).filter(({ type }) => type !== 'string');
	expect(options.map(({ name }) => name)).toContain('wholeResponse');
	const { entered } = makeExample(at);
	for (const option of options) {
		for (const wrong of option.type === 'boolean'
			? wrongByType.boolean!
			: [...missesOf(option), 'many', 1.5, object]) {
			const { error } = await engine.runNode(
				at.description.name,
				{ ...toParameters(at, entered), options: { [option.name]: '={{ $json.wrong }}' } },
				{ items: [{ json: { wrong } as IDataObject }] },
			);
			expect(error?.message).toContain(option.displayName);
		}
	}
	expect(server.received).toEqual([]);
});

/** A text with all that could break out of its place. */
const anyText = `../x?y=1&z#%2F\\ "'{}[]<>é\n$ {{ 1 }}`;
const freePlaces = rows.flatMap((at) =>
	at.fields
		.filter((field) => field.type === 'string' && isFree(field))
		.map((field) => [nameOf(at), field.displayName, at, field] as const),
);
test.each(freePlaces)(
	'%s: the free text of %s goes through unchanged and stays in its place',
	async (_name, _field, at, field) => {
		for (const text of [anyText, ...(field.rule === 'any text' ? [` ${anyText}\n`] : [])]) {
			await runWith(at, field, ['plain', text], { onError: 'continueRegularOutput' });
			const [before, after] = server.calls.map((call) => JSON.stringify(call));
			server.received.length = 0;
			expect(before).toContain('"plain"');
			expect(after).toBe(before.replace('"plain"', () => JSON.stringify(text)));
		}
	},
);
