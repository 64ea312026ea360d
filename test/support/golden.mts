/**
 * The golden items: names and types of the fields of all simplified items, with a sample of each, in
 * test/golden/items/. They only grow: `GOLDEN=write` adds what is new, `null` among the types too, and never removes or changes a field. The build
 * makes of them what n8n shows before a first run.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../spec/check.mts';

const folder = 'test/golden/items';
const samplesFolder = 'test/golden/samples';
export const isWriting = process.env.GOLDEN === 'write';

/** What values of a field have in common. */
export interface Shape {
	/** A JSON type; several, `null` among them, where a value may be one or the other. */
	type: string | string[];
	/** The first value, of leaves alone. */
	sample?: unknown;
	/** Of an object, by name; "*" where its keys are identifiers, not names. */
	fields?: Record<string, Shape>;
	/** Of the elements of a list; absent where only empty lists came. */
	items?: Shape;
}

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Addresses, hashes, node IDs, heights and the like, as the keys of a map. */
const isIdentifier = (key: string): boolean =>
	!/^[A-Za-z_$][\w$]*$/.test(key) || /^0x|^[1-9A-HJ-NP-Za-km-z]{40,}$/.test(key);

const longestSample = 400;
const shorten = (value: unknown): unknown =>
	typeof value === 'string' && value.length > longestSample
		? `${value.slice(0, longestSample)}...`
		: value;

/** The shape that all these values have. */
export function shapeOf(values: unknown[]): Shape {
	const types = [...new Set(values.map(typeOf))].sort();
	const shape: Shape = { type: types.length === 1 ? types[0]! : types };
	const leaf = values.find((value) => value !== null && typeof value !== 'object');
	if (leaf !== undefined) shape.sample = shorten(leaf);
	const elements = values.filter(Array.isArray).flat();
	if (elements.length) shape.items = shapeOf(elements);
	const records = values.filter(isObject);
	if (!records.length) return shape;
	const entries = records.flatMap((record) => Object.entries(record));
	const isMap = entries.some(([key]) => isIdentifier(key));
	const fields = Map.groupBy(entries, ([key]) => (isMap ? '*' : key));
	shape.fields = Object.fromEntries(
		[...fields].map(([key, of]) => [key, shapeOf(of.map(([, value]) => value))]),
	);
	return shape;
}

/** The parts of a shape, by what follows the name of the whole. */
const partsOf = ({ fields = {}, items }: Shape): Map<string, Shape> =>
	new Map([
		...Object.entries(fields).map(([name, of]): [string, Shape] => [`.${name}`, of]),
		...(items ? [['[]', items] as [string, Shape]] : []),
	]);

/** All fields of a shape, at any depth: `.a`, `.a.b`, `.a[].c`. */
export const listFields = (shape: Shape, at = ''): string[] =>
	[...partsOf(shape)].flatMap(([name, part]) => [at + name, ...listFields(part, at + name)]);

const typesOf = ({ type }: Shape): string[] => [type].flat();
/** What may be unknown is null then. */
function withNull(shape: Shape): string | string[] {
	const types = [...new Set([...typesOf(shape), 'null'])].sort();
	return types.length === 1 ? types[0]! : types;
}
/** Only null came, which says nothing of a type. */
const isUnknown = (shape: Shape): boolean => shape.type === 'null';

/** What differs between the golden shape and one that came, in words. */
export function compareShapes(golden: Shape, came: Shape, at: string): string[] {
	const [known, parts] = [partsOf(golden), partsOf(came)];
	const other = typesOf(came).filter((type) => !typesOf(golden).includes(type));
	return [
		...(other.length
			? [`${at} is ${other.join(', ')}, and was ${typesOf(golden).join(', ')}`]
			: []),
		...[...parts].flatMap(([name, part]) => {
			const before = known.get(name);
			return before ? compareShapes(before, part, at + name) : [`${at}${name} is new`];
		}),
		...[...known.keys()].filter((name) => !parts.has(name)).map((name) => `${at}${name} is gone`),
	];
}

/** The golden shape with what is new in the one that came, and in its order. */
export function growShape(golden: Shape | undefined, came: Shape): Shape {
	if (!golden) return came;
	if (isUnknown(golden) && !isUnknown(came))
		return { ...came, type: ['null', ...typesOf(came).filter((type) => type !== 'null')] };
	const all: Record<string, Shape> = {};
	for (const [name, of] of Object.entries(came.fields ?? {}))
		all[name] = growShape(golden.fields?.[name], of);
	for (const [name, of] of Object.entries(golden.fields ?? {})) all[name] ??= of;
	return {
		...golden,
		...(typesOf(came).includes('null') && { type: withNull(golden) }),
		...((came.fields ?? golden.fields) && { fields: all }),
		...(came.items && { items: growShape(golden.items, came.items) }),
	};
}

/** What a test run, a repetition or a drill adds to an item. */
const marks = ['sample', 'again', 'drill'];
const countKnown = (value: unknown): number => {
	if (Array.isArray(value))
		return value.slice(0, 1).reduce((sum: number, of) => sum + countKnown(of), 0);
	if (isObject(value))
		return Object.values(value).reduce((sum: number, of) => sum + countKnown(of), 0);
	return value === null || value === undefined ? 0 : 1;
};
/**
 * An item is the better a sample the more it says; a real one is better than a test event, and one in no doubt than another.
 */
function worthOf(item: Record<string, unknown>): number {
	const isMarked = marks.some((mark) => mark in item);
	return countKnown(item) - (isMarked ? 1000 : 0) - (item.suspect ? 100 : 0);
}

/** Mock networks of tests listen on any free port. */
const ownUrl = /127\.0\.0\.1:\d{4,5}/g;

/** One whole item of those that came, with the usual port of a node. */
export function pickSample(items: unknown[]): Record<string, unknown> {
	const [best] = items.filter(isObject).toSorted((a, b) => worthOf(b) - worthOf(a));
	const text = JSON.stringify(best).replaceAll(ownUrl, '127.0.0.1:9650');
	return JSON.parse(text) as Record<string, unknown>;
}

/** The samples that the pages of a trigger show, by the names of its golden items. */
export const samplesOf = (node: string): Record<string, Record<string, unknown>> => {
	const path = join(samplesFolder, `${node}.json`);
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** Writes a sample where there is none, or where the fields of the items have grown. */
export function keepSamples(node: string, collected: Map<string, unknown[]>): void {
	const before = samplesOf(node);
	const entries = [...collected].map(([name, items]): [string, unknown] => {
		const picked = pickSample(items);
		const known = before[name];
		const isWhole = known && Object.keys(picked).every((field) => field in known);
		return [name, isWhole ? known : picked];
	});
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	mkdirSync(samplesFolder, { recursive: true });
	const path = join(samplesFolder, `${node}.json`);
	writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries), undefined, '\t')}\n`);
}

type Items = Record<string, Record<string, Shape>>;

/** As JSON, with a field that has no parts on one line. */
function write(value: unknown, indent = ''): string {
	if (Array.isArray(value)) return `[${value.map((entry) => write(entry)).join(', ')}]`;
	if (!isObject(value)) return JSON.stringify(value);
	const isWide = Object.values(value).some(isObject);
	const inner = `${indent}\t`;
	const parts = Object.entries(value).map(
		([key, of]) => `${JSON.stringify(key)}: ${write(of, inner)}`,
	);
	if (!isWide) return `{ ${parts.join(', ')} }`;
	return `{\n${parts.map((part) => inner + part).join(',\n')}\n${indent}}`;
}

/** The golden items of the nodes that a file of tests runs; what it adds is written after its last test. */
export function useGolden(): {
	/** Compares the items of one operation or event; they say in words what differs. */
	compare: (node: string, name: string, items: unknown[]) => string[];
	/** What the file of a node holds. */
	namesOf: (node: string) => string[];
} {
	const files = new Map<string, Items>();
	const grown = new Set<string>();
	const pathOf = (node: string) => join(folder, `${node}.json`);
	const open = (node: string): Items => {
		const known = files.get(node);
		if (known) return known;
		const path = pathOf(node);
		const items = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Items) : {};
		files.set(node, items);
		return items;
	};
	afterAll(() => {
		for (const node of grown) {
			const path = pathOf(node);
			mkdirSync(dirname(path), { recursive: true });
			const sorted = Object.entries(open(node)).sort(([a], [b]) => (a < b ? -1 : 1));
			writeFileSync(path, `${write(Object.fromEntries(sorted))}\n`);
		}
	});
	return {
		compare(node, name, items) {
			const came = shapeOf(items);
			const all = open(node);
			if (isWriting) {
				const fields = all[name];
				const before: Shape | undefined = fields && { type: 'object', fields };
				all[name] = growShape(before, came).fields ?? {};
				grown.add(node);
			}
			const fields = all[name];
			return fields ? compareShapes({ type: 'object', fields }, came, name) : [`${name} is new`];
		},
		namesOf: (node) => Object.keys(open(node)),
	};
}
