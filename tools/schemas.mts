/**
 * What the items of every operation hold, as n8n shows it before a first run: `__schema__/` beside each node of dist/,
 * with the fields of the golden items and the words of the nodes' returns.mts or of a contract. Simplify is on, all else as preset.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Shape } from '../test/support/golden.mts';
import type { Returns } from '../nodes/shared/returns.mts';
import { evmMethods } from '../spec/evmMethods.mts';
import { listRows, type Row } from './groups.mts';

/** A JSON schema, in the words that n8n's own files use. */
export interface Schema {
	type: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	/** The values of a map whose keys are identifiers. */
	additionalProperties?: Schema;
	items?: Schema;
}

/** Operations without golden items that give what another one gives: the steps of a block, of whichever origin. */
export const givesSame: Record<string, string> = {
	'debug traceBlock': 'debug traceBlockByHash',
	'debug traceBadBlock': 'debug traceBlockByHash',
	'debug traceBlockFromFile': 'debug traceBlockByHash',
};

/** Operations whose fields no run here shows, and why. */
export const withoutFields: Record<string, string> = {
	'debug getMemoryStats': 'those of the Go runtime that the node was built with',
	'debug getGcStats': 'those of the Go runtime that the node was built with',
};

/** Fields whose parts the user's own words name: the arguments of an event. */
export const namedByUser = new Set(['args']);

/** The one type of a field, first of all what it is where it is not null: n8n's editor shows the first. */
const typeOf = ({ type, fields, items }: Shape): string | string[] => {
	const types = [type].flat();
	if (fields) return 'object';
	if (items) return 'array';
	const known = types.filter((each) => each !== 'null');
	return known.length === 0 ? 'null' : types.includes('null') ? [...known, 'null'] : type;
};

/** One shape that has the fields of all. */
function unite(shapes: Shape[]): Shape {
	const types = [...new Set(shapes.flatMap(({ type }) => type))];
	const names = [...new Set(shapes.flatMap(({ fields = {} }) => Object.keys(fields)))];
	const items = shapes.flatMap((shape) => shape.items ?? []);
	const entries = names.map((name) => [
		name,
		unite(shapes.flatMap(({ fields }) => fields?.[name] ?? [])),
	]);
	return {
		type: types.length === 1 ? types[0]! : types,
		...(names.length && { fields: Object.fromEntries(entries) as Record<string, Shape> }),
		...(items.length && { items: unite(items) }),
	};
}

/** @param describe the words for the last name of a path, if any */
function toSchema(
	shape: Shape,
	path: string[],
	describe: (path: string[]) => string | undefined,
): Schema {
	const { fields, items } = shape;
	const schema: Schema = { type: typeOf(shape) };
	if (fields && '*' in fields) schema.additionalProperties = toSchema(fields['*']!, path, describe);
	else if (fields && !namedByUser.has(path.at(-1)!))
		schema.properties = Object.fromEntries(
			Object.entries(fields).map(([name, field]) => {
				const at = [...path, name];
				const { type, ...parts } = toSchema(field, at, describe);
				return [name, { type, description: describe(at), ...parts }];
			}),
		);
	if (items) schema.items = toSchema(items, path, describe);
	return schema;
}

const root = process.cwd();
const load = createRequire(join(root, 'package.json'));

/** The words of a folder of sources, and which of them some field has. */
interface Dictionary {
	folder: string;
	words: Record<string, string>;
	used: Set<string>;
}

const toSource = (path: string): string => path.replace(/^dist\//, '');

function readWords(folders: string[]): Dictionary[] {
	return folders
		.filter((folder) => existsSync(join(root, folder, 'returns.mts')))
		.map((folder) => {
			// The words alone: they are no part of the package's code.
			const { returns } = load(`./${folder}/returns.mts`) as { returns: Returns };
			return { folder, words: returns, used: new Set() };
		});
}

/** The words for a field: `log.getMany.signature` before `getMany.signature` before `signature`. */
function findWords(path: string[], dictionaries: Dictionary[]): string | undefined {
	const keys = path.map((_, from) => path.slice(from).join('.'));
	for (const { words, used } of dictionaries) {
		const key = keys.find((each) => Object.hasOwn(words, each));
		if (key === undefined) continue;
		used.add(key);
		return words[key];
	}
	const number = /^(.*)Exact$/.exec(path.at(-1)!)?.[1];
	return number && `The same as ${number}, as exact decimal text`;
}

/** The words that contracts of spec/ have for fields of their own operations alone. */
function readContractWords(rows: Row[]): Dictionary {
	const entries = rows.flatMap(({ resource, operation, method: name }) =>
		Object.entries(evmMethods.find(({ method }) => method === name)?.words ?? {}).map(
			([field, words]) => [`${resource}.${operation}.${field}`, words],
		),
	);
	return {
		folder: 'spec/evmMethods.mts',
		words: Object.fromEntries(entries) as Record<string, string>,
		used: new Set(),
	};
}

export interface SchemaFile {
	/** Below the root of the package. */
	path: string;
	schema: Schema;
}

/** All schemas, and in words which operations, fields and words are without their counterparts. */
export function makeSchemas(): { files: SchemaFile[]; problems: string[] } {
	const { n8n } = load('./package.json') as { n8n: { nodes: string[] } };
	const rows = listRows();
	const problems = new Set<string>();
	const shared = readWords(['nodes/shared']);
	const ofContracts = readContractWords(rows);
	const ofNodes = readWords(n8n.nodes.map((nodePath) => dirname(toSource(nodePath))));

	const files = n8n.nodes.flatMap((nodePath) => {
		const folder = dirname(nodePath);
		const { description } = new (load(`./${nodePath}`)[basename(nodePath, '.node.js')])() as {
			description: INodeTypeDescription;
		};
		// Those of the node that it adds to (EvmAdvanced to Evm) serve as well.
		const near = ofNodes.filter((words) => toSource(folder).startsWith(words.folder));
		const dictionaries = [ofContracts, ...near.reverse(), ...shared];
		const describe = (path: string[]) => {
			const words = findWords(path, dictionaries);
			if (!words)
				problems.add(
					`${folder}: no words for ${path.join('.')}, neither in returns.mts nor in its contract in spec/`,
				);
			return words;
		};
		const golden = JSON.parse(
			readFileSync(join(root, `test/golden/items/${description.name}.json`), 'utf8'),
		) as Record<string, Record<string, Shape>>;
		const toFile = (path: string, fields: Shape['fields'], at: string[]): SchemaFile => ({
			path: `${folder}/__schema__/v1.0.0${path}.json`,
			schema: toSchema({ type: 'object', fields }, at, describe),
		});
		const own = rows.filter((row) => row.description.name === description.name);
		if (!own.length) {
			const { fields } = unite(Object.values(golden).map((each) => ({ type: '', fields: each })));
			// The editor asks for the first, n8n's AI builder for the second: neither knows the event.
			return ['', '/output'].map((path) => toFile(path, fields, []));
		}
		return own.flatMap(({ resource, operation }) => {
			const name = `${resource} ${operation}`;
			const fields = golden[givesSame[name] ?? name] ?? (name in withoutFields ? {} : undefined);
			if (!fields) problems.add(`${description.name}: no golden item says what ${name} gives`);
			return fields ? [toFile(`/${resource}/${operation}`, fields, [resource, operation])] : [];
		});
	});
	for (const { folder, words, used } of [ofContracts, ...ofNodes, ...shared])
		for (const key of Object.keys(words))
			if (!used.has(key))
				problems.add(`${folder}: no item has the field ${key}, for which there are words`);
	return { files, problems: [...problems] };
}

/** Writes all of them into dist/. */
export function writeSchemas(): void {
	for (const { path, schema } of makeSchemas().files) {
		mkdirSync(join(root, dirname(path)), { recursive: true });
		writeFileSync(join(root, path), JSON.stringify(schema));
	}
}
