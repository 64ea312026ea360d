// Writes docs/operations.md from the operation tables of the built package; with --check it only says whether
// the file is up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const file = join(root, 'docs/operations.md');
const { encodeField } = require(join(root, 'dist/nodes/shared/fields.js'));
const { isList } = require(join(root, 'dist/nodes/shared/properties.js'));

/** The nodes whose operations are the rows of a group, in the order of the package: [class name, group]. */
function* listGroups() {
	for (const path of require(join(root, 'package.json')).n8n.nodes) {
		const folder = join(root, dirname(path));
		const tables = readdirSync(folder).filter((name) => /^operations\w*\.js$/.test(name));
		const exported = tables.flatMap((name) => Object.values(require(join(folder, name))));
		const group = exported.find((value) => typeof value?.toCall === 'function');
		const nodeClass = require(join(root, path))[basename(path, '.node.js')];
		if (group) yield [new nodeClass().description, group];
	}
}

const code = (text) => `\`${text}\``;
const codes = (texts) => texts.map(code).join(', ');
const cell = (text) => String(text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A value that a person could enter: the placeholder's, the default or the first choice; undefined without one. */
function exampleOf(field) {
	const shown = /^e\.g\. (.*)$/s.exec(field.placeholder ?? '')?.[1];
	const moment = field.type === 'dateTime' ? '2026-01-01T00:00:00Z' : undefined;
	const first = field.type === 'multiOptions' ? [field.options[0].value] : field.options?.[0]?.value;
	return [shown, moment, field.default, first].find((value) => {
		try {
			return value !== undefined && encodeField({ ...field, optional: false }, value, { timezone: 'UTC' }) !== undefined;
		} catch {
			return false;
		}
	});
}

/** The fewest parameters that a row accepts, as entered and as encoded. */
function makeExample(name, row, fields) {
	const entered = {};
	const values = {};
	const add = (field) => {
		const value = exampleOf(field);
		if (value === undefined) throw new Error(`${name}: the placeholder of ${field.displayName} is no example that it accepts`);
		entered[field.name] = value;
		values[field.name] = encodeField(field, value, { timezone: 'UTC' });
	};
	fields.filter(({ optional }) => !optional).forEach(add);
	for (const field of fields.filter(({ optional }) => optional)) if (row.check?.(values)) add(field);
	const problem = row.check?.(values);
	if (problem) throw new Error(`${name}: the placeholders make no example: ${problem}`);
	return { entered, values };
}

const hostUrls = { data: '{data URL}', metrics: '{metrics URL}' };

function writeRequest(call) {
	if (call.kind === 'rpc')
		return `POST {node URL}${call.path}\n${JSON.stringify({ method: call.method, params: call.params })}`;
	const query = Object.entries(call.query ?? {})
		.filter(([, value]) => value !== undefined)
		.flatMap(([key, value]) => [value].flat().map((one) => `${key}=${encodeURIComponent(String(one))}`));
	return `GET ${hostUrls[call.host]}${call.path}${query.length ? `?${query.join('&')}` : ''}`;
}

const outputs = {
	record: ({ field, as }) =>
		`One item: ${field ? `${code(field)} of the answer` : 'the answer'}${as ? `, under ${code(as)} where it is no object` : ''}.`,
	list: ({ field, as }) =>
		`One item for each element of ${field ? code(field) : 'the list'}${as ? `, under ${code(as)}` : ''}.`,
	map: ({ field, key, as }) =>
		`One item for each entry of ${code(field)}, its key under ${code(key)}${as ? `, its value under ${code(as)}` : ''}.`,
	lists: ({ field, key }) => `One item for each element of the lists in ${code(field)}, the list's name under ${code(key)}.`,
	success: () => `One item: ${code('success')}, which is true.`,
};

function describeOutput({ output = { kind: 'record' }, outputOf, simplify, exact, numeric, units }) {
	const added = units?.map(([amount]) => `${amount}Decimal`);
	return [
		outputOf ? 'Depends on the parameters.' : outputs[output.kind](output),
		typeof simplify === 'function' && 'Simplify makes the values readable.',
		simplify && typeof simplify !== 'function' && `Simplify keeps ${codes(Object.keys(simplify))}.`,
		exact && `Always decimal text: ${codes(exact)}.`,
		numeric && `Always numbers: ${codes(numeric)}.`,
		added && `Added in whole units: ${codes(added)}.`,
	].filter(Boolean);
}

function writeParameters(row, fields, inPlace) {
	const lines = fields.map((field) => {
		const wire = inPlace.includes(`{${field.name}}`) ? `{${field.name}}` : (field.wire ?? field.name);
		const preset = field.default === '' || isDeepStrictEqual(field.default, {}) || isDeepStrictEqual(field.default, []);
		const values = [
			field.displayName,
			code(field.name),
			code(wire),
			field.optional ? '' : 'yes',
			field.rule ?? '',
			field.optional || preset ? '' : code(field.default),
			field.description,
		];
		return `| ${values.map(cell).join(' | ')} |`;
	});
	if (!lines.length) return ['No parameters.'];
	const head = ['Parameter', 'Name', 'On the wire', 'Required', 'Accepts', 'Preset', 'Meaning'];
	const explained = fields.flatMap(({ type, options = [] }) => (type === 'options' ? options.filter(({ description }) => description) : []));
	return [
		`| ${head.join(' | ')} |`,
		`|${head.map(() => '---|').join('')}`,
		...lines,
		...(explained.length ? [''] : []),
		...explained.map(({ name, value, description }) => `- ${code(value)} (${name}): ${sentence(description)}`),
	];
}

function writeOperation(group, resource, operation) {
	const row = group.resources[resource].operations[operation];
	const fields = [...(row.offline ? [] : group.common), ...(row.params ?? [])];
	const path = (row.endpoint ?? group.endpoint)?.path ?? '';
	const { entered, values } = makeExample(`${resource} ${operation}`, row, fields);
	const call = row.offline ? undefined : group.toCall(row, values);
	const others = (row.alternatives ?? []).map((other) => `${code(other.method)} on ${code(other.path ?? path)}`);
	const collected = (name, isIn) => {
		const entries = fields.filter((field) => field.name in entered && Boolean(field.optional) === isIn);
		return Object.fromEntries(entries.map((field) => [field.name, entered[field.name]]));
	};
	const extra = collected(operation, true);
	const parameters = {
		resource,
		operation,
		...collected(operation, false),
		...(Object.keys(extra).length && { [isList(row) ? 'filters' : 'additionalFields']: extra }),
	};
	const { pageSize } = row;
	const notes = [
		row.deprecated && `Deprecated: ${sentence(row.deprecated)}`,
		row.notPublic && sentence(row.notPublic),
		row.removed && sentence(row.removed),
		call?.kind === 'rpc' && !call.safe && 'Sent once: it is not repeated after a fault.',
		pageSize && !pageSize.unknown && `Page size: ${pageSize.min} to ${pageSize.max}; the service takes ${pageSize.default} when nothing is said.`,
	].filter(Boolean);
	return [
		`#### ${row.name}`,
		'',
		`${sentence(row.description)} In n8n: ${code(row.action)}.`,
		'',
		row.offline ? 'Sends nothing.' : `${code(row.wire)}${path ? ` on ${code(path)}` : ''}${others.length ? `; other nodes know it as ${others.join(', ')}` : ''}.`,
		...(notes.length ? ['', notes.join(' ')] : []),
		'',
		...writeParameters(row, fields, path + row.wire),
		'',
		describeOutput(row).join(' '),
		'',
		'```',
		JSON.stringify(parameters),
		...(call ? [writeRequest(call)] : []),
		'```',
		'',
	];
}

const lines = [
	'# Operations',
	'',
	'Every operation of every node: its JSON-RPC method or REST path, what it takes, what it gives, and the fewest',
	'parameters it accepts with the request they become. This page is written from the operation tables by',
	'`node tools/docs.mjs`, after `npm run build`; change the tables, not the page.',
	'',
	'A parameter that is not required stands under Additional Fields, or under Filters where the operation gives a list;',
	'while it is empty it is left out of the request. Operations that give a list have Return All, Limit and, in the',
	'options, Whole Response: one item with the answer as it came.',
	'',
];
for (const [description, group] of listGroups()) {
	lines.push(`## ${description.displayName}`, '', sentence(description.description), '');
	for (const [resource, { name, operations }] of Object.entries(group.resources)) {
		lines.push(`### ${name}`, '');
		for (const operation of Object.keys(operations)) lines.push(...writeOperation(group, resource, operation));
	}
}

const written = lines.join('\n');
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (written !== readFileSync(file, 'utf8')) {
	console.error('docs/operations.md is not what the operation tables say: run node tools/docs.mjs');
	process.exitCode = 1;
}
