/**
 * Writes the pages of docs/operations/ from the operation tables of the built package and the items of the triggers, and the
 * samples of docs/trigger/ and docs/stream.md, all with test/golden/items. It writes the tables of the examples. In docs/compatibility.md it writes all but what
 * a run against a node saw. With --check it only says which of them are out of date.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

process.chdir(join(import.meta.dirname, '..'));
const { listRows, makeExample, nameRow, pageOf, partsOf, toParameters } = await import(
	'./groups.mts'
);
const { limit } = createRequire(import.meta.url)('../dist/index.js');
const { writeTables } = await import('./examples.mts');
const { sampleOfRow } = await import('./samples.mts');
const { makeSchemas } = await import('./schemas.mts');
const { file: compatibility, refreshPage } = await import('../test/node/compatibility.mts');

/** The order in which the pages are listed: what most people use comes first. A node of no place comes last. */
const readingOrder = [
	'avalancheData',
	'avalancheValidators',
	'avalancheEvm',
	'avalancheMetrics',
	'avalancheInfo',
	'avalancheNative',
	'avalancheEvmAdvanced',
	'avalancheAdmin',
];

const allRows = listRows();

const code = (text) => `\`${text}\``;
const codes = (texts) => texts.map(code).join(', ');
const cell = (text) =>
	String(text ?? '')
		.replaceAll('|', '\\|')
		.replaceAll('\n', ' ');
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

function writeRequest(call) {
	if (call.kind === 'rpc')
		return `POST {node URL}${call.path}\n${JSON.stringify({ method: call.method, params: call.params })}`;
	const query = Object.entries(call.query)
		.filter(([, value]) => value !== undefined)
		.flatMap(([key, value]) =>
			[value].flat().map((one) => `${key}=${encodeURIComponent(String(one))}`),
		);
	return `GET {${call.host} URL}${call.path}${query.length ? `?${query.join('&')}` : ''}`;
}

const outputs = {
	record: ({ field, first, as }) =>
		`One item: ${first ? 'the first of ' : ''}${field ? `${code(field)} of the answer` : 'the answer'}${as ? `, under ${code(as)} where it is no object` : ''}.`,
	list: ({ field, as }) =>
		`One item for each element of ${field ? code(field) : 'the list'}${as ? `, under ${code(as)}` : ''}.`,
	map: ({ field, key, as }) =>
		`One item for each entry of ${code(field)}, its key under ${code(key)}${as ? `, its value under ${code(as)}` : ''}.`,
	lists: ({ field, key }) =>
		`One item for each element of the lists in ${code(field)}, the list's name under ${code(key)}.`,
	success: () => `One item: ${code('success')}, which is true.`,
	chosen: ({ listField }) =>
		`One item for each element of the list in the field that ${code(listField.name)} names. Without it, one item: the answer.`,
};

/** The columns as they stand in an item: the exact texts of numbers behind all others. */
function listColumns(columns) {
	const entries = Object.entries(columns);
	return [
		...entries.map(([name, { unit }]) => `${code(name)}${unit ? ` (${unit})` : ''}`),
		...entries.filter(([, { isExact }]) => isExact).map(([name]) => code(`${name}Exact`)),
	].join(', ');
}

/** What Simplify makes of an item: its columns, or those it adds and leaves out. */
function describeSimplify(simplify, sample, values) {
	if (typeof simplify !== 'function') return `Simplify gives ${listColumns(simplify)}.`;
	const simplified = Object.keys(simplify(sample, values));
	const added = simplified.filter((name) => !(name in sample));
	const leftOut = Object.keys(sample).filter((name) => !simplified.includes(name));
	return [
		'Simplify makes the values readable',
		added.length && `, adds ${codes(added)}`,
		leftOut.length && `, leaves out ${codes(leftOut)}`,
		'.',
	]
		.filter(Boolean)
		.join('');
}

function describeOutput(at, values) {
	const { row } = at;
	const { output = { kind: 'record' }, simplify, exact, numeric, units, extend } = row;
	const sample = sampleOfRow(at);
	const fields = Object.keys(extend?.(sample, { values, at: Date.now() }) ?? sample);
	const added = units?.map(([amount]) => `${amount}Decimal`);
	return [
		row.gives ?? (at.method === '' ? 'One item.' : outputs[output.kind](output)),
		fields.length > 0 && `Fields: ${codes(fields)}.`,
		simplify && describeSimplify(simplify, sample, values),
		output.none && `Where there is nothing: one item with ${code(JSON.stringify(output.none))}.`,
		exact && `Always decimal text: ${codes(exact)}.`,
		numeric && `Always numbers: ${codes(numeric)}.`,
		added && `Added in whole units: ${codes(added)}.`,
	].filter(Boolean);
}

/** A part of a collection, named as such. */
const writePart = (field, part) => ({
	...part,
	displayName: `${field.displayName}: ${part.displayName}`,
	name: `${field.name}.${part.name}`,
	apiName: part.apiName ?? part.name,
});

/** A field that others show is required with them. */
const sayRequired = ({ showFor = {} }) => {
	const shown = Object.entries(showFor).map(([name, values]) => `${code(name)} ${codes(values)}`);
	return shown.length ? `with ${shown.join(' and ')}` : 'yes';
};

/** A line of the table of parameters. */
function writeParameter(field, inPlace) {
	const apiName = inPlace.includes(`{${field.name}}`)
		? `{${field.name}}`
		: (field.apiName ?? field.name);
	const preset = field.type === 'resourceLocator' ? field.default.value : field.default;
	const isEmpty =
		field.type === 'fixedCollection' ||
		preset === '' ||
		isDeepStrictEqual(preset, {}) ||
		isDeepStrictEqual(preset, []);
	const values = [
		field.displayName,
		field.optional ? '' : sayRequired(field),
		field.optional || isEmpty ? '' : code(preset),
		field.description,
		field.rule ?? '',
		code(field.name),
		field.notSent ? 'not sent' : code(apiName),
	];
	return `| ${values.map(cell).join(' | ')} |`;
}

const listParts = (fields) =>
	fields.flatMap((field) => [field, ...(field.parts ?? []).map((part) => writePart(field, part))]);

const parameterHead = [
	'| Parameter | Required | Default | Meaning | Accepts | Name | API name |',
	'|---|---|---|---|---|---|---|',
];
const explainOptions = (fields) =>
	fields.flatMap(({ type, options = [] }) =>
		type === 'options'
			? options
					.filter(({ description }) => description)
					.map(
						({ name, value, description }) =>
							`- ${code(value)} (${name}): ${sentence(description)}`,
					)
			: [],
	);

/** The table of these fields, and what their options do. */
function writeTable(fields, inPlace) {
	const explained = explainOptions(fields);
	return [
		...parameterHead,
		...fields.map((field) => writeParameter(field, inPlace)),
		...(explained.length ? ['', ...explained] : []),
	];
}

/** Parameters of a page that so many operations have, in the same words, stand at its top alone. */
const many = 4;
const sharedHeading = 'Parameters of many operations';
const sharedLink = `[${sharedHeading}](#${sharedHeading.toLowerCase().replaceAll(' ', '-')})`;

/** The shared fields of a page by the line that they write. */
function findShared(rows) {
	const counts = new Map();
	for (const { fields, path, method } of rows)
		for (const field of listParts(fields)) {
			const line = writeParameter(field, path + method);
			const known = counts.get(line) ?? { field, inPlace: path + method, count: 0 };
			counts.set(line, { ...known, count: known.count + 1 });
		}
	const often = [...counts].filter(([, { count }]) => count >= many);
	// Of several with one name, the others stand where they are used.
	const byName = Map.groupBy(often, ([, { field }]) => field.displayName);
	const first = [...byName.values()].map((lines) => lines.sort(byCount)[0]);
	return new Map(first);
}
const byCount = ([, { count }], [, other]) => other.count - count;

function writeParameters({ fields, path, method }, shared) {
	const inPlace = path + method;
	const all = listParts(fields);
	if (!all.length) return ['No parameters.'];
	const isShared = (field) => shared.has(writeParameter(field, inPlace));
	const own = all.filter((field) => !isShared(field));
	// A part of a collection comes with it.
	const others = all
		.filter((field) => isShared(field) && !field.name.includes('.'))
		.map(({ displayName }) => displayName);
	// What stands under two names by what else was chosen is one parameter to a reader.
	const named = [...new Set(others)];
	return [
		...(own.length ? writeTable(own, inPlace) : []),
		...(own.length && named.length ? [''] : []),
		...(named.length
			? [`${own.length ? 'Also takes' : 'Takes'} ${named.join(', ')}: see ${sharedLink}.`]
			: []),
	];
}

/** Such as `300 s`, or `30 s after Seconds`. */
function sayTime({ seconds, after }, fields) {
	const field = fields.find(({ name }) => name === after);
	return `${seconds} s${field ? ` after ${field.displayName}` : ''}`;
}

/** What a request to a service costs of its limit. */
function sayCost({ group, row }) {
	if (!group.host) return false;
	const parts = partsOf({ row }, allRows).filter((part) => part.row.computeUnits !== undefined);
	const costs = [...parts.map(sayCostOfPart), ...(row.asksBesides ?? []).map(sayCostOfOther)];
	if (costs.length) return `Compute units: ${costs.join(', ')}.`;
	if (row.computeUnits === undefined)
		return 'Compute units: not known, because they depend on the path.';
	return `Compute units: ${row.computeUnits}${row.pageSize ? ' for each page' : ''}.`;
}

const sayCostOfPart = (part) =>
	`${part.row.computeUnits} for ${part.row.pageSize ? 'each page of ' : ''}${nameRow(part)}`;

const sayCostOfOther = ({ path, computeUnits, pageSize }) =>
	`${computeUnits} for ${pageSize ? 'each page of ' : ''}${code(path)}`;

/** A link to the operation from a page. */
const linkTo = (at, page) => {
	const own = pageOf(at.description);
	return `[${nameRow(at)}](${own === page ? '' : basename(own)}#${anchorOf(nameRow(at))})`;
};

/** What a run sends. */
function sayRequests(at) {
	const { row, path, method } = at;
	if (at.isOffline) return 'Sends nothing.';
	const parts = partsOf(at, allRows).map((part) => linkTo(part, pageOf(at.description)));
	const besides = (row.asksBesides ?? []).map((other) => code(other.path));
	const andCalls = besides.length ? ` It calls ${listed.format(besides)}, too.` : '';
	if (parts.length) return `Sends requests as ${listed.format(parts)} do.${andCalls}`;
	if (besides.length) return `Calls ${listed.format(besides)}.`;
	const others = (row.alternatives ?? []).map(
		(other) => `${code(other.method)} on ${code(other.path ?? path)}`,
	);
	const where = path === method ? code(path) : `${code(method)} on ${code(path)}`;
	return `Calls ${where}${others.length ? `; other nodes know it as ${others.join(', ')}` : ''}.`;
}
const listed = new Intl.ListFormat('en');

/** An item with the sample of each field of a golden shape. */
const itemOf = ({ sample = null, fields, items }) =>
	fields
		? Object.fromEntries(
				Object.entries(fields).map(([name, of]) => [name === '*' ? '...' : name, itemOf(of)]),
			)
		: items
			? [itemOf(items)]
			: sample;

const goldenOf = (node) => JSON.parse(readFileSync(`test/golden/items/${node}.json`, 'utf8'));
/** On one line: `{ "a": 1, "b": [2] }`. */
function onOneLine(value) {
	if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	const entries = Object.entries(value).map(
		([name, of]) => `${JSON.stringify(name)}: ${onOneLine(of)}`,
	);
	return entries.length ? `{ ${entries.join(', ')} }` : '{}';
}

/** A line for each field, however much it holds. */
const writeItem = (item, show = (value) => value) => [
	'```json',
	'{',
	Object.entries(item)
		.map(([name, value]) => `  ${JSON.stringify(name)}: ${onOneLine(show(value))}`)
		.join(',\n'),
	'}',
	'```',
];

const { n8n } = JSON.parse(readFileSync('package.json', 'utf8'));
const schemas = new Map(makeSchemas().files.map(({ path, schema }) => [path, schema]));

/** A value as a table shows it. */
function showSample(value) {
	const text = onOneLine(value);
	return text.length > longestSample ? `${text.slice(0, longestSample)}...` : text;
}
const longestSample = 70;

/** What the fields of an item with this shape are, in the words that n8n shows before a first run. */
function writeFields(node, golden, path = '') {
	const file = n8n.nodes.find(
		(each) => basename(each).toLowerCase() === `${node}.node.js`.toLowerCase(),
	);
	const { properties = {} } = schemas.get(`${dirname(file)}/__schema__/v1.0.0${path}.json`) ?? {};
	const sample = itemOf({ fields: golden });
	const rows = Object.entries(sample)
		.filter(([name]) => name in properties)
		.map(([name, value]) => {
			const { type, description } = properties[name];
			return [
				code(name),
				[type].flat().join(' or '),
				cell(description),
				code(cell(showSample(value))),
			].join(' | ');
		});
	return [
		'| Field | Type | Meaning | Sample |',
		'|---|---|---|---|',
		...rows.map((row) => `| ${row} |`),
	];
}

/** Long, so it opens on a click: what comes out, and what is sent. */
const writeFold = (at, golden, request) => [
	`<details><summary>${golden ? 'The fields of a simplified item, and the request' : 'The request'}</summary>`,
	'',
	...(golden
		? [...writeFields(at.description.name, golden, `/${at.resource}/${at.operation}`), '']
		: []),
	...request,
	'',
	'</details>',
	'',
];

function writeOperation(at, golden, shared) {
	const { group, row, method } = at;
	const { pageSize } = row;
	const { entered, values } = makeExample(at);
	const wanted = row.pages ? row.pages.ask(values, limit.default) : values;
	const calls = method === '' ? (row.sends ?? []) : [group.toCall(row, wanted)];
	// A row that leaves records out reads whole pages.
	const most = row.select ? Infinity : limit.default;
	if (pageSize && !pageSize.unknown) calls[0].query.pageSize = Math.min(most, pageSize.max);
	const notes = [
		row.details && sentence(row.details),
		row.deprecated && `Deprecated: ${sentence(row.deprecated)}`,
		row.notPublic && sentence(row.notPublic),
		row.removed && sentence(row.removed),
		row.timeLimit &&
			`Time limit: ${sayTime(row.timeLimit, at.fields)}, or the credential's, if that is longer.`,
	].filter(Boolean);
	const request = [
		sayRequests(at),
		calls.some(({ kind, safe }) => kind === 'rpc' && !safe) && 'Sent once, never retried.',
		pageSize &&
			!pageSize.unknown &&
			`Page size: ${pageSize.min} to ${pageSize.max}; default of the service: ${pageSize.default}.`,
		sayCost(at),
		'The smallest example, and the request that n8n sends:',
	].filter(Boolean);
	return [
		`### ${nameRow(at)}`,
		'',
		`${sentence(row.description)} In n8n: ${code(row.action)}.`,
		'',
		...notes.flatMap((note) => [note, '']),
		...writeParameters(at, shared),
		'',
		describeOutput(at, values).join(' '),
		'',
		...writeFold(at, golden, [
			request.join(' '),
			'',
			'```text',
			JSON.stringify(toParameters(at, entered)),
			...calls.map(writeRequest),
			'```',
		]),
	];
}

/** GitHub's name for a heading. */
const anchorOf = (heading) =>
	heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.replaceAll(' ', '-');

/** The place of each option in the lists of the editor. */
const placeIn = (properties, name, resource) => {
	const shown = properties.find(
		(property) =>
			property.name === name &&
			(!resource || property.displayOptions?.show?.resource?.includes(resource)),
	);
	const values = (shown?.options ?? []).map(({ value }) => value);
	return (value) => values.indexOf(value);
};

/** The operations of a node by resource, each in the order of the editor's lists. */
function inReadingOrder(rows) {
	const { properties } = rows[0].description;
	const resourceAt = placeIn(properties, 'resource');
	const byResource = [...Map.groupBy(rows, ({ resource }) => resource)];
	return byResource
		.sort(([a], [b]) => resourceAt(a) - resourceAt(b))
		.map(([resource, of]) => {
			const operationAt = placeIn(properties, 'operation', resource);
			return of.sort((a, b) => operationAt(a.operation) - operationAt(b.operation));
		});
}

/** The table of contents: a line for each resource. */
const listContents = (resources, page = '') =>
	resources.map((rows) => {
		const [{ group, resource }] = rows;
		const links = rows.map((at) => `[${at.row.name}](${page}#${anchorOf(nameRow(at))})`);
		return `- **${group.resources[resource].name}**: ${links.join(', ')}`;
	});

function writePage(resources, golden) {
	const [{ description }] = resources[0];
	const shared = findShared(resources.flat());
	const places = [...shared.values()];
	return [
		`# ${description.displayName}`,
		'',
		`${sentence(description.description)} [All nodes](README.md), [the docs](../README.md).`,
		'',
		...listContents(resources),
		'',
		...(places.length
			? [
					`## ${sharedHeading}`,
					'',
					...parameterHead,
					...places.map(({ field, inPlace }) => writeParameter(field, inPlace)),
					'',
					...explainOptions(places.map(({ field }) => field)),
					...(explainOptions(places.map(({ field }) => field)).length ? [''] : []),
				]
			: []),
		...resources.flatMap((rows) => [
			`## ${rows[0].group.resources[rows[0].resource].name}`,
			'',
			...rows.flatMap((at) => writeOperation(at, golden[`${at.resource} ${at.operation}`], shared)),
		]),
	].join('\n');
}

const orderOf = ({ name }) => readingOrder.indexOf(name) + 1 || readingOrder.length + 1;
const nodes = [...Map.groupBy(allRows, ({ description }) => description.name).values()]
	.sort(([a], [b]) => orderOf(a.description) - orderOf(b.description))
	.map((rows) => ({ description: rows[0].description, resources: inReadingOrder(rows) }));

const contents = [
	'# Operations',
	'',
	'All operations of all nodes: what each returns, its parameters, a sample of an item, and the request that n8n sends.',
	'The triggers have guides of their own, [Avalanche Trigger](../trigger.md) and',
	'[Avalanche Stream Trigger](../stream.md), and one page with [the fields of their items](triggers.md).',
	'',
	'An optional parameter stands under Filters if it selects records, or else under Additional Fields. While it is empty,',
	'the request leaves it out. Each operation that returns a list has Return All and Limit, and Whole Response in its',
	'options, which returns one item with the raw response. A field `error` of a record is named `reportedError` in its',
	'item, because n8n takes an item with a field `error` for a failed one.',
	'',
	...nodes.flatMap(({ description, resources }) => {
		const page = basename(pageOf(description));
		const { displayName, description: about } = description;
		return [
			`## [${displayName}](${page})`,
			'',
			sentence(about),
			'',
			...listContents(resources, page),
			'',
		];
	}),
].join('\n');

/** A record in an item, after the first few of its fields. */
function shorten(value) {
	if (Array.isArray(value)) return value.map(shorten);
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value);
	if (entries.length <= mostParts) return value;
	return Object.fromEntries([...entries.slice(0, shownParts), ['...', '...']]);
}
const mostParts = 6;
const shownParts = 4;

/** A whole item that came, with no more of its lists and maps than a reader needs. */
function abridge(value) {
	if (Array.isArray(value))
		return [
			...value.slice(0, mostListed).map(abridge),
			...(value.length > mostListed ? ['...'] : []),
		];
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value).map(([name, of]) => [name, abridge(of)]);
	const isMap = entries.some(([name]) => !/^[A-Za-z_$][\w$]*$/.test(name));
	if (!isMap || entries.length <= mostListed) return Object.fromEntries(entries);
	return Object.fromEntries([...entries.slice(0, mostListed), ['...', '...']]);
}
const mostListed = 2;

/** Whole items, where the tests of the node's items keep some. */
function wholeOf(node) {
	const path = `test/golden/samples/${node}.json`;
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** A page of a trigger, with the item that each of its marks names: the first of each event on the page is whole. */
function fillPage(page, node) {
	const golden = goldenOf(node);
	const whole = wholeOf(node);
	const seen = new Set();
	const fill = (name) => {
		if (!(name in golden)) throw new Error(`${page} has a mark for what is not golden: ${name}`);
		const [event] = name.split(' ');
		const isFirst = !seen.has(event);
		seen.add(event);
		const item = whole[name] ? abridge(whole[name]) : itemOf({ fields: golden[name] });
		return writeItem(item, isFirst ? undefined : shorten);
	};
	return readFileSync(page, 'utf8').replace(
		/<!-- (.+?): written by tools\/docs.mjs -->[^]*?(?=\n\n<\/details>)/g,
		(_, name) => [`<!-- ${name}: written by tools/docs.mjs -->`, '', ...fill(name)].join('\n'),
	);
}

/** The README of the examples, with its tables anew. */
const examplesPage = 'examples/README.md';
const writeExamples = () =>
	readFileSync(examplesPage, 'utf8').replace(
		/(<!-- written by .*? -->\n\n)[^]*?(<!-- up to here -->)/,
		(_, begin, end) => `${begin}${writeTables()}\n${end}`,
	);

const triggers = [
	['docs/trigger/*.md', 'avalancheTrigger', 'Avalanche Trigger'],
	['docs/stream.md', 'avalancheStreamTrigger', 'Avalanche Stream Trigger'],
];
const samplePages = triggers.flatMap(([pages, node]) =>
	globSync(pages).map((page) => [page, node]),
);
/** The fields of all items of both, for looking them up. */
const triggerFields = [
	'# Fields of the triggers',
	'',
	'What the fields of the items of [Avalanche Trigger](../trigger.md) and',
	'[Avalanche Stream Trigger](../stream.md) mean, if Simplify is on. Those pages show an item of each event.',
	'',
	'A number and the exact text behind it have one meaning: `amount` and `amountExact`.',
	'',
	...triggers.flatMap(([, node, name]) => {
		const fields = Object.entries(Object.assign({}, ...Object.values(goldenOf(node)).reverse()));
		const isExact = (name) => name.endsWith('Exact');
		const sorted = fields.filter(([name]) => !isExact(name)).sort(([a], [b]) => (a < b ? -1 : 1));
		return [`## ${name}`, '', ...writeFields(node, Object.fromEntries(sorted)), ''];
	}),
].join('\n');
const written = new Map([
	['docs/operations/README.md', contents],
	['docs/operations/triggers.md', triggerFields],
	...nodes.map(({ description, resources }) => [
		pageOf(description),
		writePage(resources, goldenOf(description.name)),
	]),
	...samplePages.map(([page, node]) => [page, fillPage(page, node)]),
	[compatibility, refreshPage(readFileSync(compatibility, 'utf8'))],
	[examplesPage, writeExamples()],
]);
const present = new Map(
	[
		...globSync('docs/operations/*.md'),
		...samplePages.map(([page]) => page),
		compatibility,
		examplesPage,
	].map((file) => [file, readFileSync(file, 'utf8')]),
);
const outdated = [...new Set([...written.keys(), ...present.keys()])].filter(
	(file) => written.get(file) !== present.get(file),
);
if (process.argv.includes('--check')) {
	for (const file of outdated) console.error(`${file} is out of date: run node tools/docs.mjs`);
	process.exitCode = outdated.length ? 1 : 0;
} else
	for (const file of outdated)
		if (written.has(file)) writeFileSync(file, written.get(file));
		else rmSync(file);
