/**
 * Both documents, row by row: every method and endpoint is an operation, which runs against the stand-in in both
 * profiles and as a node since Helicon; each of its parameters arrives in its place, and what comes back is what the
 * document says.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/fields.ts';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import {
	demoAccount,
	demoDeployer,
	demoL1Chain,
	type Devnet,
	type DevnetOptions,
	ourNodeIds,
	ourRewardAddress,
	startDevnet,
} from '../../devnet/devnet.mts';
import { makeId } from '../../devnet/ids.mts';
import {
	acceptedAtomicTxId,
	makeAtomicTx,
	utxoAddresses,
	writeChecked,
} from '../../devnet/native.mts';
import {
	type Endpoint,
	endpoints,
	type Method,
	methods,
	type Parameter,
	type Shape,
} from '../../spec/documents.mts';
import { findProblems, listNames, listTypes, shapeOfItem } from '../../spec/shapes.mts';
import { type Engine, loadEngine } from '../support/engine.mts';

/** Operations that are not in the documents: node, resource, operation. */
const ours = ['avalancheInfo connection check', 'avalancheData endpoint call'];
/** Nodes that have more operations than the documents name. */
const withMore = ['avalancheEvm'];
/** Parameters that are not in the documents. */
const ourFields = ['avalancheMetrics metric getMany onlyComplete'];
/** Fields that the real services are known to give beyond the documents, and our rows use. */
const realNames = ['erc721Token', 'erc1155Token', 'tokenId'];
/** Operations whose list may be empty: real nodes have no proposals to vote on. */
const mayBeEmpty = ['real info.acps', 'since Helicon info.acps'];

/** The stand-ins: as the document has it, and as nodes of both generations were seen. */
const worlds = {
	document: { profile: 'document' },
	real: { profile: 'real' },
	'since Helicon': { profile: 'real', version: '1.15' },
} satisfies Record<string, DevnetOptions>;
type World = keyof typeof worlds;
const worldNames = Object.keys(worlds) as World[];
/** What an operation says that a node of the world serves no more; undefined where it does. */
const goneOf = (world: World, { path }: Entry): string | undefined =>
	world === 'since Helicon' && path === '/ext/bc/C/admin'
		? 'Removed for the C-Chain in avalanchego 1.15; '
		: undefined;

// ---- the tables

const rows = listRows();
const nameOf = ({ description, resource, operation }: Row) =>
	`${description.name} ${resource} ${operation}`;

/** One entry of a document. */
interface Entry {
	name: string;
	path: string;
	params: Parameter[];
	result: Shape | 'success';
	method?: Method;
	endpoint?: Endpoint;
}
const entries: Entry[] = [
	...methods.map((method) => ({
		...{ method, path: method.path, params: method.params, result: method.result },
		name: method.path.includes('{') ? `${method.method} on ${method.path}` : method.method,
	})),
	...endpoints.map((endpoint) => ({
		...{
			endpoint,
			path: endpoint.path,
			name: `endpoint ${endpoint.number}`,
			result: endpoint.body,
		},
		params: [...endpoint.inPath, ...endpoint.inQuery],
	})),
];
/** A chain in a path, whatever it is called. */
const anyChain = (path: string) => path.replace(/^(\/ext\/bc\/)[^/]+/, '$1*');
const findRow = ({ method, path }: Entry): Row | undefined =>
	rows.find(
		({ method: ours, path: own }) =>
			ours === (method?.method ?? path) && anyChain(own) === anyChain(path),
	);
const apiNameOf = ({ apiName, name }: Field) => apiName ?? name;
/** The fields that do not stand in the path of a JSON-RPC call. */
const listOwn = ({ group, path, fields }: Row): Field[] =>
	fields.filter(({ name }) => !(group.endpoint && path.includes(`{${name}}`)));
/** The field of a parameter: by its name in the API, or by its place where it has no name there. */
function findField(at: Row, { method, params }: Entry, param: Parameter): Field {
	const field =
		method?.style === 'positional'
			? listOwn(at)[params.indexOf(param)]
			: at.fields.find((own) => apiNameOf(own) === param.name);
	return field ?? fail(`${nameOf(at)} has no field for ${param.name}`);
}
const fail = (message: string): never => {
	throw new Error(message);
};

/** The entries with their rows. */
const cases = entries.map((entry) => [entry.name, entry, findRow(entry)] as const);
const present = cases.flatMap(([name, entry, at]) => (at ? [[name, entry, at] as const] : []));

/** The node that an entry belongs to, by its host or its path. */
const nodeOf = ({ endpoint, path }: Entry): string => {
	if (endpoint) return endpoint.host === 'data' ? 'avalancheData' : 'avalancheMetrics';
	const last = path.slice(path.lastIndexOf('/') + 1);
	return `avalanche${{ rpc: 'Evm' }[last] ?? last[0].toUpperCase() + last.slice(1)}`;
};

test.each(cases)('%s is an operation', (_name, entry, at) => {
	expect(at?.description.name).toBe(nodeOf(entry));
});

test.each(present)('%s has the parameters of the document', (_name, entry, at) => {
	const { params, method, endpoint } = entry;
	for (const param of params) {
		const { optional, options, typeOptions } = findField(at, entry, param);
		if (param.required) expect([param.name, optional ?? false]).toEqual([param.name, false]);
		const values = (options as Array<{ value: string }> | undefined)?.map(({ value }) => value);
		if (param.values) expect([...(values ?? [])].sort()).toEqual([...param.values].sort());
		if (param.type === 'i' && param.min !== undefined && typeOptions)
			expect(typeOptions.minValue).toBe(param.min);
	}
	const known = params.map((param) => findField(at, entry, param));
	const further = listOwn(at).filter((field) => !known.includes(field));
	expect(
		further.map(({ name }) => `${nameOf(at)} ${name}`).filter((name) => !ourFields.includes(name)),
	).toEqual([]);
	expect(at.pageSize).toEqual(endpoint?.pageSize);
	if (!method) return;
	expect(at.row.deprecated !== undefined).toBe(method.deprecated ?? false);
	if (method.notPublic) expect(at.row.notPublic).toBeDefined();
});

test.each(present)(
	'%s declares no field that its answer does not have',
	(_name, _entry, { row }) => {
		// The methods of a node may stand in the document twice, for two kinds of chains.
		const results = present
			.filter(([, , other]) => other.row === row)
			.map(([, { result }]) => result);
		const names = [
			...results.flatMap((result) => (result === 'success' ? [] : listNames(result))),
			...realNames,
		];
		const { exact = [], numeric = [], units = [], simplify = {} } = row;
		const added = units.map(([amount]) => `${amount}Decimal`);
		for (const name of [...exact, ...numeric, ...units.map(([amount]) => amount)])
			expect(names).toContain(name);
		for (const [, decimals] of units)
			if (typeof decimals === 'string')
				for (const name of decimals.split('.')) expect(names).toContain(name);
		if (typeof simplify === 'function' || row.extend) return;
		for (const path of Object.values(simplify).flatMap((paths) => paths.split('|')))
			for (const name of path.split('.')) expect([...names, ...added]).toContain(name);
	},
);

test('every operation is in a document, or known to be ours', () => {
	const inDocuments = new Set(present.map(([, , at]) => nameOf(at)));
	const further = rows.filter(
		(at) => !inDocuments.has(nameOf(at)) && !withMore.includes(at.description.name),
	);
	expect(further.map(nameOf).sort()).toEqual([...ours].sort());
});

// ---- the walk

let engine: Engine;
const devnets = {} as Record<World, Devnet>;
beforeAll(async () => {
	engine = await loadEngine();
	for (const world of worldNames) devnets[world] = await startDevnet(worlds[world]);
});
afterAll(async () => {
	for (const world of worldNames) await devnets[world].close();
	engine.close();
});

/** A value for a parameter, another that is not its preset, and what has to change with it. */
type Example = [first: unknown, other: unknown, also?: Record<string, unknown>];

/** Values by parameter, or by entry and parameter where they differ. */
function makeExamples({ world: { ledger } }: Devnet): Record<string, Example> {
	const [main, fuji] = ['43114', '43113'].map(
		(id) => ledger.chains.find(({ chainId }) => chainId === id)!,
	);
	const token = (chain: typeof main, kind: string) =>
		chain.contracts.find(({ ercType }) => ercType === kind)?.address ?? fail(`no ${kind}`);
	const blockOf = (chain: typeof main) =>
		chain.blocks.filter(({ transactions }) => transactions.length).at(-1)!;
	const { primary } = ledger;
	const fujiOwner = `X-${primary.fuji.owners[0]}`;
	const blocks = main.blocks.map(({ number }) => number);
	return {
		// node
		endpoint: ['bc/X', 'bc/C/rpc'],
		'admin.alias alias': [unique(), unique()],
		'admin.aliasChain alias': [unique(), unique()],
		'admin.aliasChain chain': ['X', 'C'],
		'admin.getChainAliases chain': [primary.mainnet.xChainId, primary.mainnet.cChainId],
		loggerName: [undefined, 'C'],
		logLevel: ['WARN', 'DEBUG'],
		displayLevel: [undefined, 'OFF'],
		level: ['warn', 'trace'],
		'native.getUTXOs addresses': [[utxoAddresses[0]], [...utxoAddresses]],
		sourceChain: ['P', 'X'],
		'startIndex.address': [undefined, utxoAddresses[1], { 'startIndex.utxo': makeId('a UTXO') }],
		'startIndex.utxo': [undefined, makeId('a UTXO'), { 'startIndex.address': utxoAddresses[0] }],
		limit: [undefined, 100],
		encoding: [undefined, 'hexnc'],
		txID: [acceptedAtomicTxId, acceptedAtomicTxId],
		tx: [writeChecked(makeAtomicTx('one')), writeChecked(makeAtomicTx('another'))],
		'info.isBootstrapped chain': ['X', 'C'],
		'info.getBlockchainID alias': ['X', 'P'],
		nodeIDs: [undefined, [ourNodeIds[0], ourNodeIds[1]]],
		subnetID: [undefined, demoL1Chain.subnetId],
		blk: ['latest', '0x0'],
		timestamp: [undefined, 1_767_225_600],
		// data
		network: ['mainnet', 'testnet'],
		chainId: ['43114', '43113'],
		address: [demoAccount, demoDeployer],
		startBlock: [undefined, blocks[2]],
		endBlock: [undefined, blocks.at(-2)],
		startTimestamp: [undefined, 1_700_000_000],
		endTimestamp: [undefined, 1_760_000_000],
		blockNumber: [undefined, String(blocks.at(-1))],
		currency: [undefined, 'chf'],
		contractAddress: [undefined, token(main, 'ERC-721')],
		'endpoint 1 network': ['mainnet', 'fuji', { assetId: primary.fuji.assets[0].assetId }],
		blockchainId: ['x-chain', primary.mainnet.xChainId],
		assetId: [primary.mainnet.assets[0].assetId, primary.mainnet.assets[1].assetId],
		txTypes: [undefined, ['BaseTx', 'ExportTx']],
		'endpoint 2 network': ['mainnet', 'fuji', { addresses: [fujiOwner] }],
		'endpoint 2 blockchainId': ['p-chain', 'x-chain'],
		'endpoint 2 addresses': [
			[`P-${ourRewardAddress}`],
			[`P-${ourRewardAddress}`, `X-${primary.mainnet.owners[0]}`],
		],
		blockTimestamp: [undefined, 1_760_000_000],
		'endpoint 3 chainId': ['43114', '43113', { address: token(fuji, 'ERC-20') }],
		'endpoint 3 address': [token(main, 'ERC-20'), token(main, 'ERC-721')],
		'endpoint 6 contractAddress': [undefined, token(main, 'ERC-1155')],
		'endpoint 7 nodeIds': [[ourNodeIds[0]], [ourNodeIds[0], ourNodeIds[1]]],
		'endpoint 7 addresses': [undefined, [`P-${ourRewardAddress}`]],
		sortOrder: [undefined, 'desc'],
		'endpoint 8 chainId': ['43114', '43113', { blockId: String(blockOf(fuji).number) }],
		blockId: [String(blockOf(main).number), blockOf(main).hash],
		status: [undefined, 'success'],
		'endpoint 12 address': [demoDeployer, token(main, 'ERC-20')],
		'endpoint 14 network': [undefined, 'fuji'],
		feature: [undefined, 'webhooks'],
		// metrics
		metric: ['gasUsed', 'activeSenders'],
		timeInterval: ['day', 'week'],
	};
}

let uses = 0;
/** An alias that no earlier call has taken. */
const unique = () => `walk-${++uses}`;

/** What stands on the wire where it is not what was entered: a second off the bound, which may be inclusive. */
const sentFor: Record<string, unknown> = {
	'endpoint 16 startTimestamp': Math.floor(1_700_000_000 / 86_400) * 86_400 - 1,
	'endpoint 16 endTimestamp': Math.ceil(1_760_000_000 / 86_400) * 86_400 - 1,
};

/** Runs an operation with these values of the document's parameters, entered by expressions. */
async function run(
	world: World,
	entry: Entry,
	at: Row,
	values: Map<Parameter, unknown>,
	more: INodeParameters,
) {
	const devnet = devnets[world];
	const inPath = at.fields.filter((field) => !listOwn(at).includes(field));
	const entered = new Map<string, unknown>(inPath.map(({ name }) => [name, chainOf(entry)]));
	for (const [param, value] of values) entered.set(findField(at, entry, param).name, value);
	const expressions = [...entered.keys()].map((name) => [name, `={{ $json.${name} }}`]);
	devnet.clearLog();
	const { items, error } = await engine.runNode(
		at.description.name,
		{ ...toParameters(at, Object.fromEntries(expressions)), simplify: false, ...more },
		{
			credentials: {
				avalancheApi: {
					nodeUrl: devnet.nodeUrl,
					dataUrl: devnet.dataUrl,
					metricsUrl: devnet.metricsUrl,
				},
			},
			items: [{ json: Object.fromEntries(entered) as IDataObject }],
		},
	);
	const gone = goneOf(world, entry);
	if (gone) expect(error?.description).toContain(gone);
	else expect(error).toBeUndefined();
	expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	return items.map(({ json }) => json);
}

/** The chain that a JSON-RPC path of the document is asked at. */
const chainOf = ({ path }: Entry) =>
	path.startsWith('/ext/bc/C/') ? 'C' : demoL1Chain.blockchainId;

/** Puts values into one object, those of dotted names into objects of their own. */
function nest(values: Array<[string, unknown]>): IDataObject {
	const object: Record<string, unknown> = {};
	for (const [name, value] of values) {
		const [outer, inner] = name.split('.');
		object[outer] = inner ? { ...(object[outer] as object), [inner]: value } : value;
	}
	return object as IDataObject;
}

/** The first request is the one of the document, with these values and no others in their places. */
function expectSent(
	world: World,
	entry: Entry,
	values: Map<Parameter, unknown>,
	paging: object = {},
) {
	const { name, method, endpoint } = entry;
	const [{ url, body }, ...others] = devnets[world].log;
	const given = [...values].filter(([, value]) => value !== undefined);
	if (method) {
		const { params, ...call } = JSON.parse(body) as { params: unknown };
		expect(url).toBe(method.path.replace(/\{\w+\}/, chainOf(entry)));
		expect(call).toMatchObject({ jsonrpc: '2.0', method: method.method });
		const named = nest(given.map(([param, value]) => [param.name, value]));
		const styles = {
			named,
			positional: Object.values(named),
			wrapped: method.params.length ? [named] : [],
		};
		expect(params).toEqual(styles[method.style]);
		// A node that knows the method by another name is asked the same; one that does not, how it stands.
		for (const { rpcMethod, body: other } of others)
			if (!['info.isBootstrapped', 'info.getNodeVersion'].includes(rpcMethod!))
				expect(JSON.parse(other).params).toEqual(params);
		return;
	}
	const { pathname, searchParams } = new URL(url, 'http://any');
	const path = endpoint!.inPath.map((param) => [
		`{${param.name}}`,
		encodeURIComponent(String(values.get(param))),
	]);
	expect(pathname).toBe(
		path.reduce((filled, [place, value]) => filled.replace(place, value), endpoint!.path),
	);
	const query = given
		.filter(([param]) => endpoint!.inQuery.includes(param))
		.flatMap(([param, value]) => {
			const sent = sentFor[`${name} ${param.name}`] ?? value;
			if (param.type === 's[]') return (sent as string[]).map((one) => [param.name, one]);
			return [[param.name, String(sent)]];
		});
	expect([...searchParams].sort()).toEqual([...query, ...Object.entries(paging)].sort());
}

const asRecord = { kind: 'record' } as const;

const types: Record<string, Partial<Record<World, ReturnType<typeof listTypes>>>> = {};

describe.each(worldNames)('on a stand-in %s', (world) => {
	const isComplete = worlds[world].profile === 'document';
	const prepare = (entry: Entry) => {
		const examples = makeExamples(devnets[world]);
		const exampleOf = (param: Parameter): Example =>
			examples[`${entry.name} ${param.name}`] ??
			examples[param.name] ??
			fail(`no example of ${param.name} for ${entry.name}`);
		const first = () =>
			new Map(
				entry.params
					.map((param) => [param, exampleOf(param)[0]] as const)
					.filter(([, value]) => value !== undefined),
			);
		return { exampleOf, first };
	};
	const whole = (at: Row, more: IDataObject = {}): INodeParameters =>
		at.isList ? { returnAll: true, options: { wholeResponse: true, ...more } } : {};

	test.each(present)('%s answers as the document says', async (_name, entry, at) => {
		const values = prepare(entry).first();
		const items = await run(world, entry, at, values, whole(at));
		expectSent(world, entry, values);
		if (goneOf(world, entry)) return;
		expect(items).toHaveLength(1);
		if (entry.result === 'success') return expect(items).toEqual([{ success: true }]);
		const output = at.isList ? asRecord : (at.output ?? asRecord);
		expect(findProblems(items[0], shapeOfItem(output, entry.result), isComplete)).toEqual([]);
		(types[entry.name] ??= {})[world] = listTypes(items);
	});

	test.each(present.filter(([, , at]) => at.isList))(
		'%s gives its list as items',
		async (_name, entry, at) => {
			const values = prepare(entry).first();
			const items = await run(world, entry, at, values, { limit: 20 });
			if (!mayBeEmpty.includes(`${world} ${entry.name}`)) expect(items).not.toEqual([]);
			expect(items.length).toBeLessThanOrEqual(20);
			const shape = shapeOfItem(at.output!, entry.result as Shape);
			expect(items.flatMap((item) => findProblems(item, shape, isComplete))).toEqual([]);
		},
	);

	test.each(present)('%s puts each parameter in its place', async (_name, entry, at) => {
		for (const param of entry.params) {
			const { exampleOf, first } = prepare(entry);
			const [, other, also = {}] = exampleOf(param);
			const values = first().set(param, other);
			for (const [name, value] of Object.entries(also))
				values.set(entry.params.find((any) => any.name === name)!, value);
			const { default: preset } = findField(at, entry, param);
			expect([param.name, preset]).not.toEqual([param.name, other]);
			await run(world, entry, at, values, whole(at));
			expectSent(world, entry, values);
		}
	});

	test.each(present.filter(([, { endpoint }]) => endpoint?.pageSize))(
		'%s turns its pages',
		async (_name, entry, at) => {
			const values = prepare(entry).first();
			const { min, max } = entry.endpoint!.pageSize!;
			for (const pageSize of [max, min]) {
				await run(world, entry, at, values, whole(at, { pageSize }));
				expectSent(world, entry, values, { pageSize: String(pageSize) });
			}
			const [page] = await run(world, entry, at, values, whole(at, { pageSize: 1 }));
			const pageToken = page.nextPageToken as string;
			if (!pageToken) return;
			const [next] = await run(world, entry, at, values, whole(at, { pageSize: 1, pageToken }));
			expectSent(world, entry, values, { pageSize: '1', pageToken });
			const { field } = at.output as { field: string };
			expect(next[field!]).not.toEqual(page[field!]);
		},
	);
});

test.each(present)('%s has fields of one type, whoever answers', (name) => {
	const [document, ...others] = worldNames.map(
		(world) => types[name]?.[world] ?? new Map<string, Set<string>>(),
	);
	const differing = others.flatMap((other) =>
		[...document].filter(
			([path, kinds]) =>
				other.has(path) && [...kinds, ...other.get(path)!].some((kind) => !kinds.has(kind)),
		),
	);
	expect(differing.map(([path, kinds]) => [path, [...kinds]])).toEqual([]);
});
