/**
 * spec/, entry by entry: every method and endpoint is an operation, which runs against the mock network in both
 * profiles and as a node since Helicon; each of its parameters arrives in its place, and what comes back is what the
 * entry says.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listPaths } from '../support/columns.mts';
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { listRows, type Row } from '../../tools/groups.mts';
import { demoL1Chain, type DevnetOptions } from '../../devnet/devnet.mts';
import { listExamples } from '../../devnet/examples.mts';
import { namesInPath, type EndpointEntry, type MethodEntry } from '../../spec/entry.mts';
import { listNames, type Type } from '../../spec/grammar.mts';
import { endpoints, methods, nodeGets } from '../../spec/index.mts';
import { findProblems, listTypes, typeOfItem } from '../../spec/items.mts';
import type { NodeGetEntry } from '../../spec/nodeGets.mts';
import { everyReward } from '../support/everyReward.mts';
import { useDevnet, type UsedDevnet } from '../support/useDevnet.mts';
import { isEvm, useRows } from '../support/useEngine.mts';

/** Operations that have no entry: node, resource, operation. */
const ours = [
	'avalancheInfo connection check',
	// Its answer is text: health.test.mts.
	'avalancheInfo node getMetrics',
	'avalancheData endpoint call',
	// periods.test.mts
	'avalancheData block getByTime',
	// Their requests are those of Get Many: rewardReport.test.mts, metricReport.test.mts.
	'avalancheData balance getAll',
	// Its requests are held to spec/ in statement.test.mts.
	'avalancheData payments getStatement',
	'avalancheData reward getReport',
	'avalancheMetrics metric getReport',
	// Their method gives records of two kinds, and filters of theirs are not sent: primaryValidators.test.mts.
	'avalancheValidators l1Validator getMany',
	'avalancheValidators primaryValidator get',
	'avalancheValidators primaryValidator getMany',
	'avalancheValidators primaryValidator getReport',
];
/** Parameters that no request has. */
const ourFields = [
	// It chooses the path.
	'avalancheInfo node getHealth report',
	// It is that of the price, which another request asks for.
	'avalancheData balance getPrimaryNetwork currency',
	'avalancheMetrics metric getMany onlyComplete',
	'avalancheMetrics metric getMany sortOrder',
	'avalancheValidators l1Validator get names',
	...['getNative', 'getManyErc20', 'getManyErc721', 'getManyErc1155', 'getManyCollectibles'].map(
		(operation) => `avalancheData balance ${operation} walletNames`,
	),
	...[
		'transaction getManyNative',
		'transaction getManyInternal',
		'transfer getManyErc20OfAddress',
	].map((operation) => `avalancheData ${operation} walletNames`),
	...['validatorsFrom', 'validators', 'chosenNodeIds', 'names'].map(
		(name) => `avalancheValidators validator getCurrentValidators ${name}`,
	),
	...[
		'rewardsOf',
		'validatorsFrom',
		'validators',
		'chosenNodeIds',
		'rewardTypes',
		'period',
		'from',
		'to',
		'names',
	].map((name) => `avalancheData reward getMany ${name}`),
];

/** The mock networks: as the document has it, and as nodes of both generations were seen. */
const variants = {
	document: { profile: 'document' },
	real: { profile: 'real' },
	'since Helicon': { profile: 'real', version: '1.15' },
} satisfies Record<string, DevnetOptions>;
type Variant = keyof typeof variants;
const variantNames = Object.keys(variants) as Variant[];
/** What an operation says that a node serves no more; undefined where it does. */
const goneOf = (variant: Variant, { path }: Entry): string | undefined =>
	variant === 'since Helicon' && path === '/ext/bc/C/admin'
		? 'Removed for the C-Chain in avalanchego 1.15; '
		: undefined;

// ---- entries and their rows

const rows = listRows();
const nameOf = ({ description, resource, operation }: Row) =>
	`${description.name} ${resource} ${operation}`;

type Entry = MethodEntry | EndpointEntry | NodeGetEntry;
const isMethod = (entry: Entry): entry is MethodEntry => 'method' in entry;
const entries: Entry[] = [...methods, ...endpoints, ...nodeGets].filter(
	(entry) => entry.node && !('isText' in entry),
);

/** A parameter; the parts of an object have dots in their names. */
interface Parameter {
	name: string;
	type: Type;
	isRequired: boolean;
}
const listParams = ({ params, needs }: Entry): Parameter[] =>
	params.document.fields.flatMap(({ name, type, isOptional }): Parameter[] => {
		const parts = type.kind === 'record' ? type.fields : [];
		const isRequired = !isOptional || needs === name;
		if (!parts.length) return [{ name, type, isRequired }];
		return parts.map((part) => ({ ...part, name: `${name}.${part.name}`, isRequired }));
	});

/** A chain in a path, whatever it is called. */
const anyChain = (path: string) => path.replace(/^(\/ext\/bc\/)[^/]+/, '$1*');
const findRow = (entry: Entry): Row | undefined =>
	rows.find(
		({ method, path: own }) =>
			method === (isMethod(entry) ? entry.method : entry.path) &&
			anyChain(own) === anyChain(entry.path),
	);
const apiNameOf = ({ apiName, name }: Field) => apiName ?? name;
/** The fields that do not stand in the path of a JSON-RPC call. */
const listOwn = ({ group, path, fields }: Row): Field[] =>
	fields.filter(({ name }) => !(group.endpoint && path.includes(`{${name}}`)));
/** The field of a parameter: by its name in the API, or by its place where it has no name there. */
function findField(at: Row, entry: Entry, { name }: Parameter): Field {
	const field =
		isMethod(entry) && entry.style === 'positional'
			? listOwn(at)[listParams(entry).findIndex((param) => param.name === name)]
			: at.fields.find((own) => apiNameOf(own) === name);
	return field ?? fail(`${nameOf(at)} has no field for ${name}`);
}
const fail = (message: string): never => {
	throw new Error(message);
};

/** The entries with their rows. */
const cases = entries.map((entry) => [entry.name, entry, findRow(entry)] as const);
const present = cases.flatMap(([name, entry, at]) => (at ? [[name, entry, at] as const] : []));

test.each(cases)('%s is an operation', (_name, { node }, at) => {
	expect(at?.description.name).toBe(node);
});

test.each(present)('%s has the parameters of its entry', (_name, entry, at) => {
	const params = listParams(entry);
	for (const param of params) {
		const { optional, options, typeOptions, minimum } = findField(at, entry, param);
		const { needs } = entry;
		if (param.isRequired && param.name !== needs)
			expect([param.name, optional ?? false]).toEqual([param.name, false]);
		const values = (options as Array<{ value: string }> | undefined)?.map(({ value }) => value);
		const of = param.type.kind === 'list' ? param.type.of : param.type;
		if (of.kind === 'values' && values)
			expect([...values].sort()).toEqual(of.values.filter((value) => value !== 'testnet').sort());
		if (of.kind === 'range' && typeOptions) expect(minimum).toBe(of.min);
	}
	const known = params.map((param) => findField(at, entry, param));
	const { fields: ofPeriod = [] } = at.row.period ?? {};
	const further = listOwn(at).filter((field) => ![...known, ...ofPeriod].includes(field));
	expect(
		further.map(({ name }) => `${nameOf(at)} ${name}`).filter((name) => !ourFields.includes(name)),
	).toEqual([]);
	if (!isMethod(entry)) return expect(at.pageSize).toEqual(pageSizeOf(entry));
	expect(at.pageSize).toBeUndefined();
	expect(at.row.deprecated !== undefined).toBe(entry.deprecated ?? false);
	if (entry.notPublic) expect(at.row.notPublic).toBeDefined();
});

test.each(present)(
	'%s declares no field that its answer does not have',
	(_name, _entry, { row, output }) => {
		// A method may have two entries, for two kinds of chains.
		const answers = present
			.filter(([, , other]) => other.row === row)
			.flatMap(([, { answer }]) => (answer === 'success' ? [] : Object.values(answer)));
		const names = [
			...answers.flatMap(listNames),
			...(output && 'key' in output ? [output.key] : []),
		];
		const { exact = [], numeric = [], units = [], simplify = {}, returns = [] } = row;
		const added = units.map(([amount]) => `${amount}Decimal`);
		for (const name of [...exact, ...numeric, ...units.map(([amount]) => amount)])
			expect(names).toContain(name);
		for (const [, decimals] of units)
			if (typeof decimals === 'string')
				for (const name of decimals.split('.')) expect(names).toContain(name);
		const isCompleted = row.extend || 'completePage' in row || 'complete' in row;
		if (typeof simplify === 'function' || isCompleted) return;
		for (const path of listPaths(simplify))
			for (const name of path.split('.')) expect([...names, ...added, ...returns]).toContain(name);
	},
);

test('every operation has an entry, or is known to be ours', () => {
	const described = new Set(present.map(([, , at]) => nameOf(at)));
	const further = rows.filter(
		// Those of the EVM are held against its methods: evmMethods.test.mts.
		(at) => !described.has(nameOf(at)) && !isEvm(at.description),
	);
	expect(further.map(nameOf).sort()).toEqual([...ours].sort());
});

// ---- the walk

const runRow = useRows();
const devnets = Object.fromEntries(
	variantNames.map((variant) => [variant, useDevnet(variants[variant])]),
) as Record<Variant, UsedDevnet>;
type Values = Map<string, unknown>;

const isOfRewards = ({ fields }: Row) => fields.some(({ name }) => name === 'rewardsOf');

/** Values of the parameters that have to be there, with some chosen ones. */
function enter(variant: Variant, entry: Entry, at: Row, chosen: Record<string, unknown> = {}) {
	const values: Values = new Map();
	for (const param of listParams(entry)) {
		const { name, type, isRequired } = param;
		const { optional, showFor } = findField(at, entry, param);
		const isEntered = isRequired || !(optional || showFor);
		const given = { ...Object.fromEntries(values), ...chosen };
		if (name in chosen) values.set(name, chosen[name]);
		else if (isEntered) values.set(name, listExamples(type, devnets[variant].world, given)[0]);
	}
	// Rewards are those of validators or of addresses.
	if (isOfRewards(at) && values.has('addresses')) values.delete('nodeIds');
	return values;
}

/** The same with another value for one parameter; the parts of an object come together. */
function enterOther(variant: Variant, entry: Entry, at: Row, { name }: Parameter) {
	const { world } = devnets[variant];
	const [outer, inner] = name.split('.');
	const known = Object.fromEntries(enter(variant, entry, at));
	const changed = listParams(entry).filter((param) =>
		inner ? param.name.startsWith(`${outer}.`) : param.name === name,
	);
	const chosen = changed.map((param) => {
		const { default: preset } = findField(at, entry, param);
		const [first, ...others] = listExamples(param.type, world, known);
		return [param.name, [...others, first].find((value) => value !== preset) ?? first];
	});
	return enter(variant, entry, at, Object.fromEntries(chosen));
}

/** Nothing for what a node serves. */
const pageSizeOf = (entry: EndpointEntry | NodeGetEntry) =>
	'pageSize' in entry ? entry.pageSize : undefined;

/** A time as it stands on the wire. */
function toSent(entry: EndpointEntry | NodeGetEntry, name: string, value: unknown): unknown {
	const { boundsAre } = 'boundsAre' in entry ? entry : {};
	if (boundsAre !== 'unknown' || !/Timestamp$/.test(name)) return value;
	const round = name === 'startTimestamp' ? Math.floor : Math.ceil;
	return round(Number(value) / 86_400) * 86_400 - 1;
}

/** Runs an operation with these values of the document's parameters, entered by expressions. */
async function run(variant: Variant, entry: Entry, at: Row, values: Values, more: INodeParameters) {
	const devnet = devnets[variant];
	const inPath = at.fields.filter((field) => !listOwn(at).includes(field));
	const entered = new Map<string, unknown>(inPath.map(({ name }) => [name, chainOf(entry)]));
	for (const param of listParams(entry).filter(({ name }) => values.has(name)))
		entered.set(findField(at, entry, param).name, values.get(param.name));
	const expressions = [...entered.keys()].map((name) => [name, `={{ $json.${name} }}`]);
	devnet.clearLog();
	const { items, error } = await runRow(
		at,
		Object.fromEntries(expressions),
		{
			credentials: devnet.credentials,
			items: [{ json: Object.fromEntries(entered) as IDataObject }],
		},
		{
			simplify: false,
			...everyReward,
			...more,
			rewardsOf: values.has('addresses') ? 'addresses' : 'validators',
			...(!entered.has('nodeIds') && { validatorsFrom: 'all' }),
		},
	);
	const gone = goneOf(variant, entry);
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

/** What nodes are asked besides: how they stand, and the fee that balances pay. */
const besides = ['info.isBootstrapped', 'info.getNodeVersion', 'platform.getValidatorFeeState'];

/** The first request is the one of the entry, with these values and no others in their places. */
function expectSent(variant: Variant, entry: Entry, values: Values, paging: object = {}) {
	const [{ url, body }, ...others] = devnets[variant].log;
	const given = [...values].filter(([, value]) => value !== undefined);
	if (entry.path.endsWith('/rewards') && !values.has('sortOrder'))
		given.push(['sortOrder', 'desc']);
	if (isMethod(entry)) {
		const { params, ...call } = JSON.parse(body) as { params: unknown };
		expect(url).toBe(entry.path.replace(/\{\w+\}/, chainOf(entry)));
		expect(call).toMatchObject({ jsonrpc: '2.0', method: entry.method });
		const named = nest(given);
		const styles = {
			named,
			positional: Object.values(named),
			wrapped: entry.params.document.fields.length ? [named] : [],
		};
		expect(params).toEqual(styles[entry.style]);
		// A node that knows the method by another name is asked the same; one that does not, how it stands.
		for (const { rpcMethod, body: other } of others)
			if (!besides.includes(rpcMethod!)) expect(JSON.parse(other).params).toEqual(params);
		return;
	}
	const { pathname, searchParams } = new URL(url, 'http://any');
	const places = namesInPath(entry.path);
	expect(pathname).toBe(
		places.reduce(
			(filled, name) => filled.replace(`{${name}}`, encodeURIComponent(String(values.get(name)))),
			entry.path,
		),
	);
	const query = given
		.filter(([name]) => !places.includes(name))
		.flatMap(([name, value]) => {
			if (Array.isArray(value)) return value.map((one) => [name, one]);
			return [[name, String(toSent(entry, name, value))]];
		});
	expect([...searchParams].sort()).toEqual([...query, ...Object.entries(paging)].sort());
}

const asRecord = { kind: 'record' } as const;

const types: Record<string, Partial<Record<Variant, ReturnType<typeof listTypes>>>> = {};

describe.each(variantNames)('on a mock network %s', (variant) => {
	const isComplete = variants[variant].profile === 'document';
	const whole = (at: Row, more: IDataObject = {}): INodeParameters =>
		at.isList ? { returnAll: true, options: { wholeResponse: true, ...more } } : {};
	const typeOf = ({ answer }: Entry) => (answer === 'success' ? answer : answer.document);

	test.each(present)('%s answers as its entry says', async (_name, entry, at) => {
		const values = enter(variant, entry, at);
		const items = await run(variant, entry, at, values, whole(at));
		expectSent(variant, entry, values);
		if (goneOf(variant, entry)) return;
		expect(items).toHaveLength(1);
		if (entry.answer === 'success') return expect(items).toEqual([{ success: true }]);
		const output = at.isList ? asRecord : (at.output ?? asRecord);
		expect(findProblems(items[0], typeOfItem(output, typeOf(entry)), isComplete)).toEqual([]);
		(types[entry.name] ??= {})[variant] = listTypes(items);
	});

	test.each(present.filter(([, , at]) => at.isList))(
		'%s gives its list as items',
		async (_name, entry, at) => {
			const values = enter(variant, entry, at);
			const items = await run(variant, entry, at, values, { limit: 20 });
			const isEmpty = !isComplete && isMethod(entry) && (entry.isEmptyOnRealNode ?? false);
			expect(items.length === 0).toBe(isEmpty);
			expect(items.length).toBeLessThanOrEqual(20);
			const type = typeOfItem(at.output!, typeOf(entry));
			expect(items.flatMap((item) => findProblems(item, type, isComplete))).toEqual([]);
		},
	);

	test.each(present)('%s puts each parameter in its place', async (_name, entry, at) => {
		for (const param of listParams(entry)) {
			const values = enterOther(variant, entry, at, param);
			const { default: preset } = findField(at, entry, param);
			expect([param.name, preset]).not.toEqual([param.name, values.get(param.name)]);
			await run(variant, entry, at, values, whole(at));
			expectSent(variant, entry, values);
		}
	});

	test.each(
		present.flatMap(([name, entry, at]) => {
			const pageSize = isMethod(entry) ? undefined : pageSizeOf(entry);
			return pageSize ? [[name, entry, at, pageSize] as const] : [];
		}),
	)('%s turns its pages', async (_name, entry, at, { min, max }) => {
		const values = enter(variant, entry, at);
		for (const pageSize of [max, min]) {
			await run(variant, entry, at, values, whole(at, { pageSize }));
			expectSent(variant, entry, values, { pageSize: String(pageSize) });
		}
		const [page] = await run(variant, entry, at, values, whole(at, { pageSize: 1 }));
		const pageToken = page.nextPageToken as string;
		if (!pageToken) return;
		const [next] = await run(variant, entry, at, values, whole(at, { pageSize: 1, pageToken }));
		expectSent(variant, entry, values, { pageSize: '1', pageToken });
		const { field } = at.output as { field: string };
		expect(next[field!]).not.toEqual(page[field!]);
	});
});

test.each(present)('%s has fields of one type, whoever answers', (name) => {
	const [document, ...others] = variantNames.map(
		(variant) => types[name]?.[variant] ?? new Map<string, Set<string>>(),
	);
	const differing = others.flatMap((other) =>
		[...document].filter(
			([path, kinds]) =>
				other.has(path) && [...kinds, ...other.get(path)!].some((kind) => !kinds.has(kind)),
		),
	);
	expect(differing.map(([path, kinds]) => [path, [...kinds]])).toEqual([]);
});
