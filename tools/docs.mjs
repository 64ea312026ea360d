// Writes docs/operations.md from the operation tables of the built package; with --check it only says whether
// the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const { listRows, makeExample, toParameters } = await import('./groups.mts');
const { limit } = createRequire(import.meta.url)('../dist/nodes/shared/properties.js');
const { sampleOfRow } = await import('./samples.mts');
const file = join(root, 'docs/operations.md');

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
		`One item for each element of the list in the field that ${code(listField)} names. Without it, one item: the answer.`,
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
		at.method === '' ? (row.gives ?? 'One item.') : outputs[output.kind](output),
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

function writeParameters({ fields, path, method }) {
	const inPlace = path + method;
	const withParts = fields.flatMap((field) => [
		field,
		...(field.parts ?? []).map((part) => writePart(field, part)),
	]);
	const lines = withParts.map((field) => {
		const apiName = inPlace.includes(`{${field.name}}`)
			? `{${field.name}}`
			: (field.apiName ?? field.name);
		const isEmpty =
			field.default === '' ||
			isDeepStrictEqual(field.default, {}) ||
			isDeepStrictEqual(field.default, []);
		const values = [
			field.displayName,
			code(field.name),
			field.notSent ? 'not sent' : code(apiName),
			field.optional ? '' : sayRequired(field),
			field.rule ?? '',
			field.optional || isEmpty ? '' : code(field.default),
			field.description,
		];
		return `| ${values.map(cell).join(' | ')} |`;
	});
	if (!lines.length) return ['No parameters.'];
	const head = ['Parameter', 'Name', 'API name', 'Required', 'Accepts', 'Default', 'Meaning'];
	const explained = withParts.flatMap(({ type, options = [] }) =>
		type === 'options' ? options.filter(({ description }) => description) : [],
	);
	return [
		`| ${head.join(' | ')} |`,
		`|${head.map(() => '---|').join('')}`,
		...lines,
		...(explained.length ? [''] : []),
		...explained.map(
			({ name, value, description }) => `- ${code(value)} (${name}): ${sentence(description)}`,
		),
	];
}

/** Such as `300 s`, or `30 s after Seconds`. */
function sayTime({ seconds, after }, fields) {
	const field = fields.find(({ name }) => name === after);
	return `${seconds} s${field ? ` after ${field.displayName}` : ''}`;
}

function writeOperation(at) {
	const { group, row, path, method } = at;
	const { pageSize } = row;
	const { entered, values } = makeExample(at);
	const wanted = row.pages ? row.pages.ask(values, limit.default) : values;
	const calls = method === '' ? (row.sends ?? []) : [group.toCall(row, wanted)];
	// A row that leaves records out reads whole pages.
	const most = row.select ? Infinity : limit.default;
	if (pageSize && !pageSize.unknown) calls[0].query.pageSize = Math.min(most, pageSize.max);
	const others = (row.alternatives ?? []).map(
		(other) => `${code(other.method)} on ${code(other.path ?? path)}`,
	);
	const where = path === method ? code(path) : `${code(method)} on ${code(path)}`;
	const notes = [
		row.details && sentence(row.details),
		row.deprecated && `Deprecated: ${sentence(row.deprecated)}`,
		row.notPublic && sentence(row.notPublic),
		row.removed && sentence(row.removed),
		row.timeLimit &&
			`Time limit: ${sayTime(row.timeLimit, at.fields)}, or the credential's, if that is longer.`,
		calls.some(({ kind, safe }) => kind === 'rpc' && !safe) && 'Sent once, never retried.',
		pageSize &&
			!pageSize.unknown &&
			`Page size: ${pageSize.min} to ${pageSize.max}; default of the service: ${pageSize.default}.`,
	].filter(Boolean);
	return [
		`#### ${row.name}`,
		'',
		`${sentence(row.description)} In n8n: ${code(row.action)}.`,
		'',
		at.isOffline
			? 'Sends nothing.'
			: method === ''
				? 'Sends requests of its own.'
				: `${where}${others.length ? `; other nodes know it as ${others.join(', ')}` : ''}.`,
		...(notes.length ? ['', notes.join(' ')] : []),
		'',
		...writeParameters(at),
		'',
		describeOutput(at, values).join(' '),
		'',
		'```',
		JSON.stringify(toParameters(at, entered)),
		...calls.map(writeRequest),
		'```',
		'',
	];
}

const lines = [
	'# Operations',
	'',
	'All operations of all nodes: the JSON-RPC method or REST path that each calls, its parameters, its output, and a',
	'minimal example with the request that n8n sends. `node tools/docs.mjs` writes this page from the operation tables,',
	'after `npm run build`. Change the tables, not the page.',
	'',
	'An optional parameter stands under Filters if it selects records, or else under Additional Fields. While it is empty,',
	'the request leaves it out. Each operation that returns a list has Return All and Limit, and Whole Response in its',
	'options, which returns one item with the raw response. A field `error` of a record is named `reportedError` in its',
	'item, because n8n takes an item with a field `error` for a failed one.',
	'',
];
let [node, resource] = ['', ''];
for (const at of listRows()) {
	const { displayName, description } = at.description;
	if (node !== displayName) lines.push(`## ${displayName}`, '', sentence(description), '');
	if (node !== displayName || resource !== at.resource)
		lines.push(`### ${at.group.resources[at.resource].name}`, '');
	[node, resource] = [displayName, at.resource];
	lines.push(...writeOperation(at));
}

const written = lines.join('\n');
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (written !== readFileSync(file, 'utf8')) {
	console.error('docs/operations.md is not what the operation tables say: run node tools/docs.mjs');
	process.exitCode = 1;
}
