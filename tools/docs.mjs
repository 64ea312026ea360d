// Writes docs/operations.md from the operation tables of the built package; with --check it only says whether
// the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const { listRows, makeExample, toParameters } = await import('./groups.mts');
const { endpoints, methods } = await import('../spec/index.mts');
const { evmMethods } = await import('../spec/evmMethods.mts');
const { nameRecord, typeOfItem } = await import('../spec/items.mts');
const { sampleOf } = await import('../spec/make.mts');
const file = join(root, 'docs/operations.md');

const code = (text) => `\`${text}\``;
const codes = (texts) => texts.map(code).join(', ');
const cell = (text) =>
	String(text ?? '')
		.replaceAll('|', '\\|')
		.replaceAll('\n', ' ');
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

const hostUrls = { data: '{data URL}', metrics: '{metrics URL}' };

function writeRequest(call) {
	if (call.kind === 'rpc')
		return `POST {node URL}${call.path}\n${JSON.stringify({ method: call.method, params: call.params })}`;
	const query = Object.entries(call.query ?? {})
		.filter(([, value]) => value !== undefined)
		.flatMap(([key, value]) =>
			[value].flat().map((one) => `${key}=${encodeURIComponent(String(one))}`),
		);
	return `GET ${hostUrls[call.host]}${call.path}${query.length ? `?${query.join('&')}` : ''}`;
}

const outputs = {
	record: ({ field, as }) =>
		`One item: ${field ? `${code(field)} of the answer` : 'the answer'}${as ? `, under ${code(as)} where it is no object` : ''}.`,
	list: ({ field, as }) =>
		`One item for each element of ${field ? code(field) : 'the list'}${as ? `, under ${code(as)}` : ''}.`,
	map: ({ field, key, as }) =>
		`One item for each entry of ${code(field)}, its key under ${code(key)}${as ? `, its value under ${code(as)}` : ''}.`,
	lists: ({ field, key }) =>
		`One item for each element of the lists in ${code(field)}, the list's name under ${code(key)}.`,
	success: () => `One item: ${code('success')}, which is true.`,
};

/** What the code behind an operation adds to the items of the documents, and the fields that it reads without sending them. */
const own = {
	'transaction.wait': {
		adds: { revertReason: '0x1', txID: '0x1', blockHeight: 1 },
		unsent: ['timeLimit', 'confirmations'],
	},
	'contract.encodeCall': { adds: { data: '0x1' } },
	'utxo.getUTXOs': { adds: { encoding: '0x1' } },
	'metric.getMany': { unsent: ['onlyComplete'] },
};

/** A value for each field of an item: by spec/, and what the code behind the operation adds. */
function sampleOfRow({ row, resource, operation }) {
	const { adds = {} } = own[`${resource}.${operation}`] ?? {};
	return { ...sampleBySpec(row), ...adds };
}

function sampleBySpec({ wire, params = [], output = { kind: 'record' }, outputOf, offline }) {
	const has = (field) => params.some(({ name }) => name === field);
	const evm = evmMethods.find(({ method }) => method === wire);
	const entry = [...methods, ...endpoints].find(({ method, path }) => (method ?? path) === wire);
	const answer = entry?.answer.document ?? entry?.answer ?? evm?.result;
	if (!answer || answer === 'success' || answer === 'null') return {};
	if (outputOf || offline || has('function')) return {};
	const item = evm?.item ? nameRecord(evm.item, output.as ?? 'value') : typeOfItem(output, answer);
	const decoded = has('events') ? { event: '0x1', signature: '0x1', args: {} } : {};
	return { ...decoded, ...(item.kind === 'record' && sampleOf(item)) };
}

/** What Simplify makes of an item: the fields it keeps, or those it adds and leaves out. */
function describeSimplify(simplify, sample) {
	if (typeof simplify !== 'function') return `Simplify keeps ${codes(Object.keys(simplify))}.`;
	const simplified = Object.keys(simplify(sample));
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
	const { output = { kind: 'record' }, outputOf, simplify, exact, numeric, units, extend } = row;
	const sample = sampleOfRow(at);
	const fields = Object.keys(extend?.(sample, { values, at: Date.now() }) ?? sample);
	const added = units?.map(([amount]) => `${amount}Decimal`);
	return [
		outputOf ? 'Depends on the parameters.' : outputs[output.kind](output),
		fields.length > 0 && `Fields: ${codes(fields)}.`,
		simplify && describeSimplify(simplify, sample),
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
	wire: part.wire ?? part.name,
});

function writeParameters({ row, fields, path, resource, operation }) {
	const { unsent = [] } = own[`${resource}.${operation}`] ?? {};
	const inPlace = path + row.wire;
	const withParts = fields.flatMap((field) => [
		field,
		...(field.parts ?? []).map((part) => writePart(field, part)),
	]);
	const lines = withParts.map((field) => {
		const wire = inPlace.includes(`{${field.name}}`)
			? `{${field.name}}`
			: (field.wire ?? field.name);
		const preset =
			field.default === '' ||
			isDeepStrictEqual(field.default, {}) ||
			isDeepStrictEqual(field.default, []);
		const values = [
			field.displayName,
			code(field.name),
			unsent.includes(field.name) ? 'not sent' : code(wire),
			field.optional ? '' : 'yes',
			field.rule ?? '',
			field.optional || preset ? '' : code(field.default),
			field.description,
		];
		return `| ${values.map(cell).join(' | ')} |`;
	});
	if (!lines.length) return ['No parameters.'];
	const head = ['Parameter', 'Name', 'On the wire', 'Required', 'Accepts', 'Preset', 'Meaning'];
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

function writeOperation(at) {
	const { group, row, fields, path } = at;
	const { entered, values } = makeExample(at);
	const call = row.offline ? undefined : group.toCall(row, values);
	const others = (row.alternatives ?? []).map(
		(other) => `${code(other.method)} on ${code(other.path ?? path)}`,
	);
	const where = path === row.wire ? code(path) : `${code(row.wire)} on ${code(path)}`;
	const { pageSize } = row;
	const notes = [
		row.deprecated && `Deprecated: ${sentence(row.deprecated)}`,
		row.notPublic && sentence(row.notPublic),
		row.removed && sentence(row.removed),
		call?.kind === 'rpc' && !call.safe && 'Sent once: it is not repeated after a fault.',
		pageSize &&
			!pageSize.unknown &&
			`Page size: ${pageSize.min} to ${pageSize.max}; the service takes ${pageSize.default} when nothing is said.`,
	].filter(Boolean);
	return [
		`#### ${row.name}`,
		'',
		`${sentence(row.description)} In n8n: ${code(row.action)}.`,
		'',
		row.offline
			? 'Sends nothing.'
			: `${where}${others.length ? `; other nodes know it as ${others.join(', ')}` : ''}.`,
		...(notes.length ? ['', notes.join(' ')] : []),
		'',
		...writeParameters(at),
		'',
		describeOutput(at, values).join(' '),
		'',
		'```',
		JSON.stringify(toParameters(at, entered)),
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
	'A parameter that is not required stands under Additional Fields, or under Filters where it says what a list shall',
	'hold; while it is empty it is left out of the request. Operations that give a list have Return All, Limit and, in',
	'the options, Whole Response: one item with the answer as it came. A field `error` of a record is called',
	'`reportedError` in its item, because n8n takes the other for a failure.',
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
