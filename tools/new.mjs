/**
 * npm run new -- evm transaction getFoo [eth_getFoo]
 * Writes the three stubs of a read method of the EVM API: its row, its contract in spec/, and its line in the changelog.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeUnfilled, mark } from './unfilled.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { root: { type: 'string', default: join(import.meta.dirname, '..') } },
});
process.chdir(values.root);
const [node, resource, operation, method = `eth_${operation}`] = positionals;

function refuse(message) {
	console.error(message);
	process.exit(2);
}

const folders = { evm: 'nodes/Evm', 'evm-advanced': 'nodes/EvmAdvanced' };
const contracts = 'spec/evmMethods.mts';
const changelog = 'CHANGELOG.md';

const folder = folders[node];
if (!folder)
	refuse(
		`${node ? `There are no stubs for "${node}".` : 'Name the node.'} Write npm run new -- evm transaction getFoo, or evm-advanced in place of evm.\nFor another node, copy a row of its operations.ts, and its entry in spec/ (CONTRIBUTING.md, "Adding an operation").`,
	);
const file = `${folder}/resources/${resource}.ts`;
if (!resource || !existsSync(file)) {
	const present = globSync(`${folder}/resources/*.ts`).map((path) => basename(path, '.ts'));
	refuse(
		`${resource ? `${folder} has no resource "${resource}".` : 'Name the resource.'} Choose one of ${present.sort().join(', ')}.`,
	);
}
if (!/^[a-z][A-Za-z0-9]*$/.test(operation ?? ''))
	refuse('Name the operation as code does, such as getFoo.');
if (!/^\w+_\w+$/.test(method)) refuse('Name the method as the node knows it, such as eth_getFoo.');

const rows = readFileSync(file, 'utf8');
const listed = readFileSync(contracts, 'utf8');
const changes = readFileSync(changelog, 'utf8');
if (new RegExp(`^\\t+${operation}: \\{`, 'm').test(rows))
	refuse(`${file} has ${operation} already.`);
if (new RegExp(`^\\t${method}: \\[`, 'm').test(listed))
	refuse(`${contracts} has a contract of ${method} already.`);

// ---- the stubs

const words = operation.replace(/([A-Z])/g, ' $1');
const title = (words[0].toUpperCase() + words.slice(1)).replace(
	/ (By|Of|In|For|To)(?= )/g,
	(small) => small.toLowerCase(),
);
const sentence = title[0] + title.slice(1).toLowerCase();
const noun = operation.replace(/^[a-z]+(?=[A-Z])/, '');
const field = noun[0].toLowerCase() + noun.slice(1);

/** A line, and what it still lacks. */
const fill = (line, lack) => `${line} // ${mark}${lack}`;

const row = [
	`${operation}: {`,
	fill(`\tname: '${title}',`, 'the name in the menu, in title case'),
	fill(
		`\taction: '${sentence}',`,
		'the same with what it is of, such as Get receipt of transaction',
	),
	fill(`\tdescription: '',`, 'what the operation gets, in at most 90 characters'),
	`\tmethod: '${method}',`,
	fill(
		`\tapi: null,`,
		"which API of nodes/Evm/apis.ts serves it, such as 'chain'; null if every node does",
	),
	fill(
		`\tparams: [],`,
		'the fields of the parameters, from nodes/Evm/fields/, such as blockHash; no line if there is none',
	),
	fill(
		`\toutput: { kind: 'record', as: '${field}' },`,
		`what comes out, such as ...single('${field}'), ...number('${field}'), ...found() or ...list('${field}') of nodes/Evm/rows.ts`,
	),
	'},',
];
const contract = [
	`${method}: [`,
	fill(
		`\t'',`,
		'the parameters, each with an example, such as hash=$blockHash index="0x0"; spec/ground.mts has the names',
	),
	fill(
		`\t's',`,
		'the answer in the grammar of spec/grammar.mts, such as s for a text or hash:s logs:[Log] for an object',
	),
	'\t{',
	fill(
		`\t\tgives: '0x1',`,
		'what the example is answered with; no line if any value of these types will do',
	),
	fill(
		`\t\twords: { ${field}: '' },`,
		'what the field is; a line for each field that no other operation has, and none otherwise',
	),
	'\t},',
	'],',
];
const change = `- ${title}: ${mark}what a user can do now, in one sentence`;

const indent = (lines, tabs) => lines.map((line) => '\t'.repeat(tabs) + line).join('\n');
/** Puts the text before the last of these ends. */
function insert(text, end, added) {
	const at = text.lastIndexOf(end);
	return `${text.slice(0, at)}\n${added}${text.slice(at)}`;
}

const isResource = rows.includes('\toperations: {\n');
if (!isResource && !/EvmRows = \{\n/.test(rows))
	refuse(`${file} has no rows of its own: choose one of the files that it imports.`);
writeFileSync(
	file,
	insert(rows, isResource ? '\n\t},\n};' : '\n};', indent(row, isResource ? 2 : 1)),
);

const [before, after] = listed.split(
	/(?<=const contracts: Record<string, Contract> = \{\n[^]*?)\n\};/,
);
writeFileSync(contracts, `${before}\n${indent(contract, 1)}\n};${after}`);
writeFileSync(
	changelog,
	changes.replace(/^### Added\n\n/m, (heading) => `${heading}${change}\n`),
);

console.log(
	`${describeUnfilled('.')}\nThen npm run generate writes golden items, schemas, docs/operations/ and docs/compatibility.md.`,
);
