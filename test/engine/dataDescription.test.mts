/**
 * The data and metrics operations against everything that the public descriptions allow: answers of each kind that
 * can come, made from the table of the descriptions, and requests of each kind that can be sent.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Column, Columns } from '../../nodes/shared/operation/columns.ts';
import { listRows, makeExample, toParameters, whatShows, type Row } from '../../tools/groups.mts';
import { demoAccount, demoL1Chain, ourNodeIds } from '../../devnet/devnet.mts';
import { encodeBech32, makeAddress, makeBytes, makeId } from '../../devnet/ids.mts';
import { writeJson } from '../../devnet/json.mts';
import type { RestCall } from '../../nodes/shared/network/rest.ts';
import type { LocalOperation, Operation } from '../../nodes/shared/operation/operations.ts';
import { askedOf, readPath } from '../../nodes/shared/network/subjects/index.ts';
import { pathNamings } from '../../nodes/shared/network/subjects/table.ts';
import { everyReward } from '../support/everyReward.mts';
import { noteSighting } from '../support/sightings.mts';
import { check } from '../../spec/check.mts';
import { errorStatuses } from '../../spec/dataEndpoints.mts';
import { listParams, namesInPath, type EndpointEntry } from '../../spec/entry.mts';
import type { Type } from '../../spec/grammar.mts';
import { endpoints } from '../../spec/index.mts';
import { listTypes } from '../../spec/items.mts';
import { createMaker, listMakings } from '../../spec/make.mts';
import type { NodeOptions } from '../support/engine.mts';
import { withSubject } from '../support/subjects.mts';
import { useRows } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

interface Answer {
	status?: number;
	body: unknown;
}

/** What the service answers, one after the other; what it answers when they have run out; what it was asked. */
let answers: Answer[] = [];
let otherwise: Answer;
let asked: URL[] = [];
/** Who gets an answer. Internal transactions are also looked up by hash. */
let answered = /./;
const server = useScript(({ path }) => {
	const url = new URL(path, 'http://service');
	asked.push(url);
	const { status, body } = (answered.test(url.pathname) && answers.shift()) || otherwise;
	const question = { path: url.pathname, query: Object.fromEntries(url.searchParams) };
	return reply(writeJson(status ? body : about(readPath(question), body)), status);
});
const runRow = useRows(server, { parallelRequests: 1, retries: 0 });
beforeEach(() => {
	answers = [];
	otherwise = { status: 500, body: { message: 'nothing more was expected' } };
	asked = [];
	answered = /./;
});
const rows = listRows();
const described = endpoints.filter(({ node }) => node);
const cases = described.map((endpoint) => {
	const at = rows.find(({ method }) => method === endpoint.path);
	return [endpoint.path, endpoint, at!] as const;
});
const lists = cases.filter(([, , { isList }]) => isList);
const paged = cases.filter(([, { pageSize }]) => pageSize);

test('every described endpoint is an operation', () => {
	expect(cases.filter(([, , at]) => !at).map(([path]) => path)).toEqual([]);
});

/** Runs an operation over so many items, one after the other. */
async function run(
	at: Row,
	items: number | IDataObject[],
	parameters: INodeParameters = {},
	node: NodeOptions = {},
) {
	const given = typeof items === 'number' ? Array.from({ length: items }, () => ({})) : items;
	const { items: output, error } = await runRow(
		at,
		makeExample(at, everyReward).entered,
		{ items: given.map((json) => ({ json })), ...node },
		{ simplify: false, returnAll: true, ...parameters },
	);
	const of = (item: number) =>
		output
			.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)
			.map(({ json }) => json);
	return { items: output.map(({ json }) => json), of, error };
}

// ---- answers

interface Variant {
	name: string;
	sent: IDataObject;
	item: IDataObject;
}

/** An answer about what a question asks for. */
function about(asked: ReturnType<typeof readPath>, answer: unknown): IDataObject {
	const { name = '', asked: question } = asked ?? {};
	return (pathNamings[name] ?? []).reduce((said, naming) => {
		const [subject] = askedOf(naming, question)?.written ?? [];
		return subject === undefined ? said : withSubject(said, naming, subject);
	}, answer) as IDataObject;
}

/** An answer about what an example asks for. */
function aboutExample(path: string, answer: unknown): IDataObject {
	const at = rows.find(({ method }) => method === path)!;
	const { kind, ...call } = at.group.toCall(
		at.row as Exclude<Operation, LocalOperation>,
		makeExample(at, everyReward).values,
	) as { kind: string } & RestCall;
	return about(readPath(call), answer);
}

/** An answer of every kind, one time after the other. */
function listVariants({ path, answer }: EndpointEntry): Variant[] {
	return listMakings(answer.real).map(([name, making]) => {
		const { sent, item } = createMaker(making)(answer.real);
		const balances = (made: unknown) => (made as IDataObject).balances as IDataObject | undefined;
		// Nothing is no balance of a type that is new here.
		for (const made of [sent, item]) delete balances(made)?.furtherNothing;
		return {
			name,
			sent: aboutExample(path, sent),
			item: aboutExample(path, item),
		};
	});
}

/** The answer as the only page there is: without a token, or with an empty one. */
const closePage = ({ sent }: Variant, i: number) => {
	const { nextPageToken, ...rest } = sent;
	return i % 2 && nextPageToken !== undefined ? { ...rest, nextPageToken: '' } : rest;
};

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of an answer as the items have to say them. */
function listRecords({ output }: Row, answer: IDataObject): IDataObject[] {
	const { kind, field } = output as { kind: string; field: string };
	const part = answer[field];
	if (kind === 'record') return [part as IDataObject];
	if (kind === 'list') return part as IDataObject[];
	return Object.entries(part as IDataObject).flatMap(([balanceType, list]) =>
		[list]
			.flat()
			.map((entry) => ({ balanceType, ...(isObject(entry) ? entry : { value: entry }) })),
	);
}

/** What the nodes add to a record. */
const isAdded = (path: string) =>
	/Decimal$/.test(path) ||
	/^\.reward\.valueAtReceipt\.(currencyCode|value)$/.test(path) ||
	/^\.(metric|chainId|timeInterval|start|end|complete|unit)$/.test(path);

/** Each field that the descriptions know has one type in all of these items. */
const withoutNulls = (item: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));

function expectOneType(items: IDataObject[]) {
	const types = listTypes(
		items.filter(({ balanceType }) => !String(balanceType).includes('further')),
	);
	const known = [...types].filter(([path]) => !path.includes('further'));
	expect(known.length).toBeGreaterThan(0);
	expect(
		known.filter(([, kinds]) => kinds.size > 1).map(([path, kinds]) => [path, ...kinds]),
	).toEqual([]);
}

test.each(cases)('%s: each answer comes as raw items, whole and exact', async (_, endpoint, at) => {
	const variants = listVariants(endpoint);
	answers = variants.map((variant, i) => ({ body: closePage(variant, i) }));
	const { items, of, error } = await run(at, variants.length);
	expect(error).toBeUndefined();
	expect(asked).toHaveLength(variants.length);
	variants.forEach(({ name, item }, i) => {
		const expected = listRecords(at, item);
		expect({ name, items: of(i) }).toMatchObject({ name, items: expected });
		const known = listTypes(expected);
		const further = [...listTypes(of(i)).keys()].filter((path) => !known.has(path));
		expect(further.filter((path) => !isAdded(path.replace('[]', '')))).toEqual([]);
	});
	expectOneType(items);
	noteSighting({ type: at.description.name, operation: `${at.resource}.${at.operation}` });
});

test.each([
	['avalancheData', 'reward'],
	['avalancheMetrics', 'metric'],
])('%s: the report of each %s adds up what a full answer holds', async (node, resource) => {
	const find = (operation: string) =>
		rows.find(
			(at) =>
				at.description.name === node && at.resource === resource && at.operation === operation,
		)!;
	const [, endpoint] = cases.find(([path]) => path === find('getMany').method)!;
	const [whole] = listVariants(endpoint);
	const body = closePage(whole, 1);
	answers = [{ body }];
	// Which validators restake, the node says or does not.
	otherwise = { status: 503, body: { message: 'resting' } };
	const report = find('getReport');
	const { items, error } = await run(report, 1, { period: 'allTime', return: ['items', 'csv'] });
	expect(error).toBeUndefined();
	expect(items.at(-1)).toMatchObject({ isTotal: true });
	noteSighting({ type: node, operation: `${resource}.getReport` });
});

test('Balance > Get All: each kind of token beside each kind of native balance, whole and exact', async () => {
	const find = (operation: string) =>
		rows.find(({ resource, operation: name }) => resource === 'balance' && name === operation)!;
	const parts = [find('getNative'), find('getManyErc20')].map((at) => {
		const [, endpoint] = cases.find(([path]) => path === at.method)!;
		return { at, variants: listVariants(endpoint) };
	});
	const most = Math.max(...parts.map(({ variants }) => variants.length));
	const pairs = Array.from({ length: most }, (_, i) =>
		parts.map(({ at, variants }) => ({ at, variant: variants[i % variants.length] })),
	);
	answers = pairs.flat().map(({ variant }, i) => ({ body: closePage(variant, i) }));
	const all = find('getAll');
	const { of, error } = await run(all, most);
	expect(error).toBeUndefined();
	expect(asked).toHaveLength(2 * most);
	pairs.forEach((pair, i) => {
		const expected = pair.flatMap(({ at, variant }) => listRecords(at, variant.item));
		expect(of(i)).toMatchObject(expected);
	});
	noteSighting({ type: all.description.name, operation: 'balance.getAll' });
});

test('Call Any: the records of a list from all pages, or the whole response', async () => {
	const at = rows.find(
		({ description, method }) => description.name === 'avalancheData' && method === '{path}',
	)!;
	const path = '/v7/all/kinds/of-things';
	const pages = [
		{ things: [{ id: 1 }, { id: 2 }], nextPageToken: 'more', beside: true },
		{ things: [{ id: '9007199254740993' }], nextPageToken: '' },
	];
	const play = async (filters: IDataObject) => {
		answers = pages.map((body) => ({ body }));
		const { items, error } = await run(at, 1, {
			path,
			filters: { query: '{"kind": ["a", "b"]}', ...filters },
		});
		expect(error).toBeUndefined();
		return items;
	};
	expect(await play({ listField: 'things' })).toEqual(
		pages.flatMap(({ things }): IDataObject[] => things),
	);
	expect(await play({})).toEqual([pages[0]]);
	expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
		`${path}?kind=a&kind=b`,
		`${path}?kind=a&kind=b&pageToken=more`,
		`${path}?kind=a&kind=b`,
	]);
	noteSighting({ type: 'avalancheData', operation: 'endpoint.call' });
});

const valueAt = (record: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);

const hasExact = ({ isExact, isCount }: Partial<Column>): boolean => !!isExact || !!isCount;

/** Columns as the rows say them, in their order: which of them an example without filters leaves out, and which have an exact text. */
function readColumns({ row }: Row) {
	const columns = Object.entries(row.simplify as Columns).map(([name, column]) => ({
		name,
		...(typeof column === 'string' ? { path: column } : column),
	}));
	return {
		columns,
		order: [
			...columns.map(({ name }) => name),
			...columns.filter(hasExact).map(({ name }) => `${name}Exact`),
		],
		/** Only where a number of the run is beyond 2^53. */
		seldom: columns.filter(({ isCount }) => isCount).map(({ name }) => `${name}Exact`),
	};
}

test.each(cases.filter(([, , { row }]) => typeof row.simplify === 'object'))(
	'%s: simplified items have their columns in order, each of one type, numbers beside exact texts',
	async (path, endpoint, at) => {
		if (path.endsWith(':listInternals')) answered = /:listInternals$/;
		const variants = listVariants(endpoint);
		const read = async (simplify: boolean) => {
			answers = variants.map((variant, i) => ({ body: closePage(variant, i) }));
			const { items, error } = await run(at, variants.length, { simplify });
			expect(error).toBeUndefined();
			return items;
		};
		const [raw, simplified] = [await read(false), await read(true)];
		const { columns, order, seldom } = readColumns(at);
		const isLarge = (name: string) =>
			simplified.some((item) => Math.abs(Number(item[name])) > Number.MAX_SAFE_INTEGER);
		const large = seldom.filter((name) => isLarge(name.replace(/Exact$/, '')));
		const inOrder = order.filter((name) => !seldom.includes(name) || large.includes(name));
		expect(simplified).toHaveLength(raw.length);
		simplified.forEach((item, i) => {
			expect(Object.keys(item)).toEqual(inOrder);
			for (const { name, path: paths, isAsked, isExact, isCount, read: how } of columns) {
				if (item[name] !== null && (isExact || (isCount && isLarge(name)))) {
					expect([name, typeof item[name]]).toEqual([name, 'number']);
					expect(item[name]).toBe(Number(item[`${name}Exact`]));
				}
				if (isAsked || isExact || how) continue;
				const found = paths.split('|').map((one) => valueAt(raw[i], one));
				expect([name, item[name]]).toEqual([name, found.find((value) => value != null) ?? null]);
			}
		});
		expectOneType(simplified.map(withoutNulls));
	},
);

test.each(lists)('%s: each answer comes as one whole response', async (_, endpoint, at) => {
	const variants = listVariants(endpoint);
	answers = variants.map(({ sent }) => ({ body: sent }));
	const { items, error } = await run(at, variants.length, { options: { wholeResponse: true } });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(variants.length);
	variants.forEach(({ name, item }, i) => {
		expect({ name, item: items[i] }).toMatchObject({ name, item });
		expect(Object.keys(items[i]).sort()).toEqual(Object.keys(item).sort());
	});
	expectOneType(items);
});

test.each(cases)(
	'%s: each error comes with all its reasons, and stands for its item',
	async (_, endpoint, at) => {
		const errors = errorStatuses.flatMap((statusCode) =>
			[['one reason'], 'one reason', ['one reason', 'another reason'], []].map((message) => ({
				message,
				statusCode,
				error: 'Some Error',
			})),
		);
		const [variant] = listVariants(endpoint);
		const play = () => [
			...errors.map((body) => ({ status: body.statusCode, body })),
			{ body: closePage(variant, 0) },
		];
		answers = play();
		const { items, of, error } = await run(
			at,
			errors.length + 1,
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		errors.forEach(({ message }, i) => {
			expect(of(i)).toEqual([{ error: expect.any(String), details: { kind: expect.any(String) } }]);
			for (const reason of [message].flat()) expect(of(i)[0].error).toContain(reason);
			expect(of(i)[0].error).not.toMatch(/\[object|undefined|null/);
		});
		expect(items.slice(errors.length)).toMatchObject(listRecords(at, variant.item));

		answers = play().slice(2);
		const { error: stop } = await run(at, 1);
		expect(stop?.message).toContain('one reason; another reason');
		expect(stop?.httpCode).toBe('400');
	},
);

test.each(paged)(
	'%s: pages end with an empty or an absent token, not with an empty page',
	async (_, endpoint, at) => {
		const { field } = at.output as { field: string };
		const make = createMaker({ has: () => true, length: 3 });
		const makePage = (nextPageToken?: string, isEmpty = false) => {
			const made = make(endpoint.answer.real);
			const [sent, item] = [made.sent, made.item].map((of) => aboutExample(endpoint.path, of));
			const page = ({ nextPageToken: _made, ...rest }: IDataObject): IDataObject => ({
				...rest,
				...(isEmpty && { [field]: [] }),
				...(nextPageToken !== undefined && { nextPageToken }),
			});
			return { body: page(sent), records: page(item)[field] as IDataObject[] };
		};
		const tokens = () => asked.map(({ searchParams }) => searchParams.get('pageToken'));
		for (const last of ['', undefined]) {
			const pages = [
				makePage('a', true),
				makePage('b'),
				makePage('c', true),
				makePage('d'),
				makePage(last),
			];
			const records = pages.flatMap((page) => page.records);
			const play = async (parameters: INodeParameters) => {
				asked = [];
				answers = [...pages];
				const { items, error } = await run(at, 1, parameters);
				expect(error).toBeUndefined();
				return items;
			};
			const all = await play({});
			expect(all).toHaveLength(9);
			expect(all).toMatchObject(records);
			expect(tokens()).toEqual([null, 'a', 'b', 'c', 'd']);
			for (const [limit, requests] of [
				[1, 2],
				[3, 2],
				[4, 4],
				[6, 4],
				[7, 5],
			]) {
				expect(await play({ returnAll: false, limit })).toMatchObject(records.slice(0, limit));
				expect(tokens()).toHaveLength(requests);
			}
		}
	},
);

// ---- requests

const account = {
	avax: encodeBech32('avax', makeBytes(20, 'a')),
	fuji: encodeBech32('fuji', makeBytes(20, 'b')),
};

/** Values of the parameters that offer no choice, by name, or by kind where it says more. */
const samples: Record<string, unknown[]> = {
	chainId: ['43114', '1', demoL1Chain.blockchainId],
	measuredChain: ['43114', 'mainnet', 'testnet', 'total'],
	address: [demoAccount, demoAccount.toLowerCase()],
	contractAddress: [makeAddress('a contract')],
	tokens: [makeAddress('a token'), ['a token', 'another'].map((name) => makeAddress(name))],
	flag: [true, false],
	addresses: [
		...Object.values(account).flatMap((address) => [address, `P-${address}`, `X-${address}`]),
		Object.values(account),
		`P-${account.avax}, X-${account.avax}`,
	],
	nodeIds: [ourNodeIds[0], ourNodeIds],
	assetId: [makeId('an asset')],
	blockId: ['0', '48000000', `0x${'Aa'.repeat(32)}`],
	blockNumber: ['0', 48_000_000],
	startBlock: [0, 2 ** 53 - 1],
	endBlock: [0, 2 ** 53 - 1],
	startTimestamp: [
		0,
		'1970-01-01',
		'1970-01-01T05:00:00+05:00',
		1_767_225_600,
		'2026-01-01T00:00:00.999Z',
	],
	endTimestamp: [0, '1970-01-01T01:00:00Z', 1_767_225_600, '2026-02-01'],
	blockTimestamp: [0, '2026-01-01'],
	onlyComplete: [true],
	pageToken: ['a0d4c6de-5a1b-4b5c-8f29-1f2d3c4b5a69'],
};

/** The chains of the Primary Network that an endpoint takes. */
const blockchainsOf = (endpoint: EndpointEntry): string[] =>
	endpoint.params.real.fields.flatMap(({ name, type }) =>
		name === 'blockchainId' ? listAllowed(type) : [],
	);

/** Values for a field: all that it offers, or samples. */
function listValues(at: Row, name: string, endpoint: EndpointEntry): unknown[] {
	if (name === 'pageSize') return [endpoint.pageSize!.min, endpoint.pageSize!.max];
	const { type, options = [] } = at.fields.find((field) => field.name === name) ?? {
		type: 'string',
	};
	const offered = (options as Array<{ value: unknown }>).map(({ value }) => value);
	if (type === 'multiOptions') return [...offered.map((value) => [value]), offered];
	if (offered.length) return offered;
	if (name === 'blockchainId') return blockchainsOf(endpoint);
	const param = endpoint.params.real.fields.find((one) => one.name === name);
	const kind = param?.type.kind === 'leaf' ? param.type.name : '';
	return samples[kind] ?? samples[name];
}

/** The fewest parameters with this value for one of them, and what shows its field. */
function enterAt(at: Row, name: string, value: unknown): IDataObject {
	const field = at.fields.find((one) => one.name === name) ?? {};
	const { entered } = makeExample(at, { ...everyReward, ...whatShows(field) });
	return { ...entered, [name]: value } as IDataObject;
}

/** The fewest parameters, with each choice among those that must be made, and with each value of each other. */
function listInputs(at: Row, endpoint: EndpointEntry): IDataObject[] {
	const { entered } = makeExample(at, everyReward);
	const names = [
		...at.fields.filter(({ notSent }) => !notSent).map(({ name }) => name),
		...(endpoint.pageSize ? ['pageSize', 'pageToken'] : []),
	];
	const mustChoose = at.fields
		.filter(
			({ optional, options, name, notSent }) =>
				!optional && (options || name === 'blockchainId') && !notSent,
		)
		.map(({ name }) => name);
	let inputs: IDataObject[] = [entered as IDataObject];
	for (const name of mustChoose)
		inputs = inputs.flatMap((input) =>
			listValues(at, name, endpoint).map((value) => ({ ...input, [name]: value }) as IDataObject),
		);
	const others = names.filter((name) => !mustChoose.includes(name));
	return [
		...inputs.map(withItsAddresses),
		...others.flatMap((name) =>
			listValues(at, name, endpoint).map((value) => enterAt(at, name, value)),
		),
	];
}

/** The addresses say of which network they are. */
const withItsAddresses = (input: IDataObject): IDataObject =>
	input.network === 'fuji' && input.addresses
		? { ...input, addresses: encodeBech32('fuji', makeBytes(20, 'a')) }
		: input;

/** Runs an operation over items whose fields are its parameters; some of them it may refuse to send. */
async function enter(at: Row, endpoint: EndpointEntry, inputs: IDataObject[]) {
	otherwise = { body: createMaker({ has: () => false, length: 0 })(endpoint.answer.real).sent };
	const names = at.fields.map(({ name }) => [name, `={{ $json.${name} }}`]);
	const paging = endpoint.pageSize && {
		pageSize: '={{ $json.pageSize }}',
		pageToken: '={{ $json.pageToken }}',
	};
	return await run(
		at,
		inputs,
		{ ...toParameters(at, Object.fromEntries(names)), options: { ...paging } },
		{ onError: 'continueRegularOutput' },
	);
}

/** What a request has against the description. */
function findProblems(request: URL, endpoint: EndpointEntry): string[] {
	const { path } = endpoint;
	const params = listParams(endpoint, 'real');
	const places = namesInPath(path);
	const form = path
		.replace(/\{\w+\}/g, '{}')
		.split('{}')
		.map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
	const found = new RegExp(`^${form.join('([^/]+)')}$`).exec(request.pathname);
	if (!found) return [`${request.pathname} is not ${path}`];
	const inPath = places.map((name, i) => [name, decodeURIComponent(found[i + 1])]);
	const inQuery = [...request.searchParams];
	return [
		...inQuery
			.filter(([name]) => places.includes(name))
			.map(([name]) => `${name} stands in the query`),
		...params
			.filter(({ name, isOptional }) => !isOptional && !inPath.some(([own]) => own === name))
			.map(({ name }) => `${name} is missing`),
		...[...inPath, ...inQuery].flatMap(([name, value]) => {
			const type = params.find((field) => field.name === name)?.type;
			if (!type) return [`${name} is no parameter`];
			const times = inQuery.filter(([own]) => own === name).length;
			if (type.kind !== 'list' && times > 1) return [`${name} is there ${times} times`];
			return check(value, type.kind === 'list' ? type.of : type, name).misfits;
		}),
	];
}

/** A second name of one network, which the fields do not offer beside the first. */
const otherNameOfFuji = 'testnet';

const listAllowed = (type: Type): string[] =>
	type.kind === 'list' ? listAllowed(type.of) : type.kind === 'values' ? type.values : [];

test.each(cases)(
	'%s: is asked for with described parameters and values, and with all of them',
	async (_, endpoint, at) => {
		const inputs = listInputs(at, endpoint);
		const { items } = await enter(at, endpoint, inputs);
		// IDs and addresses of the other network, and metrics that are told by the day alone.
		const refusals = items.map(({ error }) => error).filter((error) => error !== undefined);
		for (const refusal of refusals)
			expect(refusal).toMatch(/belongs to|begin with|must be Day for/);
		expect(asked).toHaveLength(inputs.length - refusals.length);
		expect(asked.flatMap((request) => findProblems(request, endpoint))).toEqual([]);
		const sent = (name: string) => {
			const place = endpoint.path.split('/').indexOf(`{${name}}`);
			return new Set(
				asked.flatMap(({ pathname, searchParams }) =>
					place < 0 ? searchParams.getAll(name) : [pathname.split('/')[place]],
				),
			);
		};
		for (const { name, type } of listParams(endpoint, 'real')) {
			expect([name, sent(name).size > 0]).toEqual([name, true]);
			expect([
				name,
				listAllowed(type).filter((value) => !sent(name).has(value) && value !== otherNameOfFuji),
			]).toEqual([name, []]);
		}
	},
);

test.each(cases)(
	'%s: is not asked for with values that the description does not know',
	async (_, endpoint, at) => {
		const wrong: Record<string, unknown[]> = {
			addresses: [
				`C-${account.avax}`,
				encodeBech32('local', makeBytes(20, 'a')),
				`p-${account.avax}`,
				'avax1',
			],
			pageSize: [Number(endpoint.pageSize?.min) - 1, Number(endpoint.pageSize?.max) + 1],
		};
		const inputs = listParams(endpoint, 'real').flatMap(({ name, type }) =>
			(
				wrong[name] ??
				(listAllowed(type).length ? ['odd', 7] : type.kind === 'range' ? [-1, 'odd'] : [])
			).map((value) => enterAt(at, name, value)),
		);
		const { items } = await enter(at, endpoint, inputs);
		expect(items.map(({ error }) => typeof error)).toEqual(inputs.map(() => 'string'));
		expect(asked).toEqual([]);
	},
);
