/** The rooms of nodes/: which may import which, that no file imports itself in a circle, and how long a file may be. And scenes. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const mostLines = 400;

const files = globSync('nodes/**/*.ts').sort();

/** The names between the braces of an import that are not types; an import without braces is one of a value. */
const importsValue = (isType: string | undefined, what: string): boolean => {
	const names = /\{(.*)\}/s.exec(what)?.[1].split(',');
	const isOfTypes = names?.every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
	return !isType && !isOfTypes;
};

const fileOf = (importer: string, path: string): string => {
	const base = posix.join(posix.dirname(importer), path);
	const found = [`${base}.ts`, base, `${base}/index.ts`].find((file) => files.includes(file));
	if (!found) throw new Error(`${importer} imports ${path}, which is no file`);
	return found;
};

interface Import {
	from: string;
	to: string;
	isValue: boolean;
}

const imports: Import[] = files.flatMap((from) =>
	[
		...readFileSync(from, 'utf8').matchAll(
			/^(?:import|export) (type )?((?:\*|\w|\{)[^;]*?) from '(\..+?)';/gms,
		),
	].map(([, isType, what, path]) => ({
		from,
		to: fileOf(from, path),
		isValue: importsValue(isType, what),
	})),
);

type Graph = Map<string, string[]>;

const graphOf = (list: Import[]): Graph =>
	new Map(
		files.map((file) => [file, list.filter(({ from }) => from === file).map(({ to }) => to)]),
	);

const values = graphOf(imports.filter(({ isValue }) => isValue));

/** The first way that leads from a file back to it. */
function findCircle(graph: Graph): string[] | undefined {
	const done = new Set<string>();
	const follow = (way: string[]): string[] | undefined => {
		const file = way.at(-1)!;
		if (way.indexOf(file) < way.length - 1) return way.slice(way.indexOf(file));
		if (done.has(file)) return undefined;
		for (const next of graph.get(file) ?? []) {
			const circle = follow([...way, next]);
			if (circle) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const file of graph.keys()) {
		const circle = follow([file]);
		if (circle) return circle;
	}
	return undefined;
}

/** All files that are loaded with those of a room. */
function loadedWith(room: string): string[] {
	const loaded = new Set(files.filter((file) => file.startsWith(room)));
	for (const file of loaded) for (const next of values.get(file)!) loaded.add(next);
	return [...loaded];
}

const waysOut = (room: string, isForbidden: (to: string) => boolean): string[] =>
	imports
		.filter(({ from, to }) => from.startsWith(room) && isForbidden(to))
		.map(({ from, to }) => `${from} -> ${to}`);

test('a circle is found', () => {
	const tail: Graph = new Map([
		['a', ['b']],
		['b', ['c', 'd']],
		['c', []],
		['d', ['e', 'b']],
		['e', ['c']],
	]);
	expect(findCircle(tail)).toEqual(['b', 'd', 'b']);
	expect(findCircle(new Map([...tail, ['d', ['e']]]))).toBeUndefined();
});

test('all imports are seen', () => {
	const written = files.flatMap(
		(file) => readFileSync(file, 'utf8').match(/ from '\..+';$/gm) ?? [],
	);
	expect(imports).toHaveLength(written.length);
	expect(written.length).toBeGreaterThan(1000);
});

test('no import leads back to its own file, one of types neither', () => {
	expect(findCircle(graphOf(imports))).toBeUndefined();
});

/** The room of a file: a folder of `nodes/shared/`, or one of `nodes/`. */
const roomOf = (file: string): string => {
	const [, first, second, ...rest] = file.split('/') as [string, string, string];
	return first === 'shared' && rest.length ? second : first;
};

test('no room imports itself by way of other rooms', () => {
	// The files of nodes/shared itself are of no room.
	const between = imports
		.map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
		.filter((ends) => ends[0] !== ends[1] && !ends.includes('shared'));
	const rooms = [...new Set(between.flat())];
	const graph: Graph = new Map(
		rooms.map((room) => [room, between.filter(([from]) => from === room).map(([, to]) => to)]),
	);
	expect(rooms.length).toBeGreaterThan(15);
	expect(findCircle(graph)).toBeUndefined();
});

test('nodes/shared imports no node', () => {
	expect(waysOut('nodes/shared/', (to) => !to.startsWith('nodes/shared/'))).toEqual([]);
});

test('nodes/feeds imports no trigger, and no trigger imports the other one', () => {
	const isTrigger = (to: string) => /^nodes\/(Trigger|Stream)\//.test(to);
	expect(waysOut('nodes/feeds/', isTrigger)).toEqual([]);
	expect(waysOut('nodes/Trigger/', (to) => to.startsWith('nodes/Stream/'))).toEqual([]);
	expect(waysOut('nodes/Stream/', (to) => to.startsWith('nodes/Trigger/'))).toEqual([]);
});

test('the HTTP client is loaded without the fields of dialogs', () => {
	const isOfDialogs = /^nodes\/shared\/(fields|operation|connection)\//;
	expect(loadedWith('nodes/shared/network/').filter((file) => isOfDialogs.test(file))).toEqual([]);
});

test('each file is short enough to be read', () => {
	const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;
	expect(files.filter((file) => linesOf(file) > mostLines)).toEqual([]);
});

describe('ARCHITECTURE.md', () => {
	const page = readFileSync('ARCHITECTURE.md', 'utf8');
	const sectionOf = (heading: string): string =>
		page.split(/^## /m).find((section) => section.startsWith(heading))!;
	const linksIn = (section: string): string[] =>
		[...section.matchAll(/\]\((nodes\/[^)]+)\)/g)].map(([, file]) => file);

	const arrows = [...page.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)$/gm)].map(([, ...ends]) => ends);

	test('draws an arrow only where a room imports another, and that one imports nothing of it', () => {
		expect(arrows.length).toBeGreaterThan(12);
		const leads = ([a, b]: string[]) =>
			imports.some(({ from, to, isValue }) => isValue && roomOf(from) === a && roomOf(to) === b);
		expect(arrows.filter((arrow) => !leads(arrow))).toEqual([]);
		expect(arrows.filter(([a, b]) => leads([b!, a!]))).toEqual([]);
	});

	/** Drawn as Validators is. */
	const likeValidators = ['Metrics', 'Info', 'Admin', 'Native'];
	const leftOut = ['connection', 'validators', 'shared'];

	test('draws a way of arrows wherever a room imports another', () => {
		const reached = (room: string): Set<string> => {
			const rooms = new Set([room, likeValidators.includes(room) ? 'Validators' : room]);
			for (const at of rooms) for (const [from, to] of arrows) if (from === at) rooms.add(to!);
			return rooms;
		};
		const isDrawn = (from: string, to: string): boolean =>
			[from, to].some((room) => leftOut.includes(room)) || reached(from).has(to);
		const missing = imports
			.filter(({ from, to, isValue }) => isValue && !isDrawn(roomOf(from), roomOf(to)))
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(missing).toEqual([]);
	});

	test('has a row for each room', () => {
		const [, ...named] = [...page.matchAll(/^\| `(?:shared\/)?([\w<>]+)\/`/gm)].map(
			([, room]) => room,
		);
		const groups = [
			'Admin',
			'Data',
			'Evm',
			'EvmAdvanced',
			'Info',
			'Metrics',
			'Native',
			'Validators',
		];
		const rooms = new Set(files.map(roomOf).filter((room) => room !== 'shared'));
		expect([...named, ...groups].sort()).toEqual([...rooms].sort());
	});

	test.each([
		['One call', 10, 'nodes/Evm/AvalancheEvm.node.ts'],
		['One poll', 10, 'nodes/Trigger/AvalancheTrigger.node.ts'],
	])('follows %s through files that are loaded for it', (heading, least, node) => {
		const links = linksIn(sectionOf(heading));
		expect(links.length).toBeGreaterThan(least);
		const ofStream = loadedWith('nodes/Stream/');
		const loaded = [...loadedWith(node), ...(heading === 'One poll' ? ofStream : [])];
		// What holds types alone is loaded by nothing.
		const isOfTypes = (file: string) => !values.get(file)?.length && !loaded.includes(file);
		const missing = links.filter((file) => !loaded.includes(file));
		expect(missing.filter((file) => !isOfTypes(file) || !files.includes(file))).toEqual([]);
	});
});

test('a module with hooks for the tests that import it is a scene, so that a part of the tests has its hooks', () => {
	const modules = globSync('test/**/*.mts').filter((file) => !/\.test\.mts$/.test(file));
	const hooked = modules.filter((file) =>
		/^(before|after)(All|Each)\(/m.test(readFileSync(file, 'utf8')),
	);
	expect(hooked.length).toBeGreaterThan(3);
	expect(hooked.filter((file) => !file.endsWith('Scene.mts'))).toEqual([]);
});
