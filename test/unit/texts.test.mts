/** The texts that the editor shows keep the rules of CONTRIBUTING.md. Judges the built nodes, as n8n loads them. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { countWords, listTexts, sentencesOf } from '../../tools/texts.mts';

/** Nodes whose texts are not rewritten yet: take a node out of this list once they are. */
const nodesStillOut = ['avalancheTrigger'];
/** Sources and pages that are not rewritten yet. */
const filesStillOut = ['nodes/Trigger/', 'CHANGELOG.md'];
/** This page names what its glossary replaces. */
const glossaryPage = 'CONTRIBUTING.md';
/** Not our words. */
const license = 'LICENSE.md';

const mostWords = 25;
/** n8n cuts the text below an operation, who serves it included, after about two lines. */
const mostCharacters = { option: 90, operation: 120, hint: 120 };

/** The phrases of the glossary's second column, where only these words can be meant. */
const replaced =
	/\basked node|passing fault|under way|have (it|them) no more|\bgo(es)? alone|half[- ]counted|taken as found|stand-in|\bpresets?\b|\btold\b|\bat once\b|(?<!\bat )\b(least|most) (?!recent|of\b)/i;

interface Shown {
	/** The name of the node or credential, then of the property, then of the option. */
	place: string;
	kind: 'label' | 'action' | 'description' | 'option' | 'operation' | 'hint' | 'switch';
	text: string;
}

/** What the editor shows of a property, of its options, and of the properties in a collection. */
function readProperty(at: string, property: INodeProperties): Shown[] {
	const {
		displayName,
		name,
		type,
		description = '',
		hint = '',
		placeholder = '',
		options = [],
	} = property;
	const place = `${at} ${name}`;
	const own: Shown[] = [
		{ place, kind: 'label', text: displayName },
		{ place, kind: 'label', text: placeholder },
		{ place, kind: type === 'boolean' ? 'switch' : 'description', text: description },
		{ place, kind: 'hint', text: hint },
	];
	const ofOptions = options.flatMap((option): Shown[] => {
		if ('type' in option) return readProperty(place, option);
		if ('values' in option) return option.values.flatMap((value) => readProperty(place, value));
		const { name: label, action = '', description: text = '' } = option;
		const kind = name === 'operation' ? 'operation' : 'option';
		return [
			{ place: `${place} ${label}`, kind: 'label', text: label },
			{ place: `${place} ${label}`, kind: 'action', text: action },
			{ place: `${place} ${label}`, kind, text },
		];
	});
	return [...own, ...ofOptions].filter(({ text }) => text);
}

const load = createRequire(join(process.cwd(), 'package.json'));
const { n8n } = load('./package.json') as { n8n: { nodes: string[]; credentials: string[] } };
const open = (path: string): unknown => {
	const [name] = basename(path).split('.');
	return new (load(`./${path}`) as Record<string, new () => unknown>)[name]();
};
const nodes = n8n.nodes
	.map((path) => (open(path) as INodeType).description)
	.filter(({ name }) => !nodesStillOut.includes(name));
const credentials = n8n.credentials.map((path) => open(path) as ICredentialType);
const shown: Shown[] = [
	...nodes.map(
		({ name, description }): Shown => ({ place: name, kind: 'description', text: description }),
	),
	...[...nodes, ...credentials].flatMap(({ name, properties }) =>
		properties.flatMap((property) => readProperty(name, property)),
	),
];

interface Written {
	place: string;
	text: string;
}

const all = listTexts();
/** The texts of the sources, messages included, and the paragraphs of the pages. */
const written: Written[] = all
	.filter(
		({ file }) => ![glossaryPage, license, ...filesStillOut].some((path) => file.startsWith(path)),
	)
	.map(({ file, line, text }) => ({ place: `${file}:${line}`, text }));

/** What a user reads on the canvas of an example: names and notes. */
const examples: Written[] = globSync('examples/*.json').flatMap((file) => {
	const { name, nodes: steps } = JSON.parse(readFileSync(file, 'utf8')) as {
		name: string;
		nodes: Array<{ name: string; parameters: { content?: string } }>;
	};
	return [
		name,
		...steps.flatMap((step) => [step.name, ...(step.parameters.content ?? '').split('\n')]),
	].map((text) => ({ place: file, text }));
});

const list = (found: Written[]): string[] => found.map(({ place, text }) => `${place}: ${text}`);
const ofKind = (...kinds: Array<Shown['kind']>) => shown.filter(({ kind }) => kinds.includes(kind));
const hasLongSentence = ({ text }: Written) =>
	sentencesOf(text).some((sentence) => countWords(sentence) > mostWords);

test('every node that is not still out is judged, and the lists name nothing that is gone', () => {
	const names = n8n.nodes.map((path) => (open(path) as INodeType).description.name);
	expect(names).toEqual(expect.arrayContaining(nodesStillOut));
	expect(nodes).toHaveLength(names.length - nodesStillOut.length);
	for (const path of filesStillOut)
		expect(all.some(({ file }) => file.startsWith(path))).toBe(true);
	expect(shown.length).toBeGreaterThan(500);
});

test('no sentence of the editor, of a message, of a page or of an example has more than 25 words', () => {
	expect(list([...shown, ...written, ...examples].filter(hasLongSentence))).toEqual([]);
});

test.each(['option', 'operation', 'hint'] as const)(
	'no text of the kind "%s" is longer than its place',
	(kind) => {
		expect(list(ofKind(kind).filter(({ text }) => text.length > mostCharacters[kind]))).toEqual([]);
	},
);

test('no text has a phrase that the glossary replaces', () => {
	expect(
		list([...shown, ...written, ...examples].filter(({ text }) => replaced.test(text))),
	).toEqual([]);
});

test('the glossary of CONTRIBUTING.md and the phrases that are refused agree', () => {
	const [, table] = readFileSync(glossaryPage, 'utf8').split('### Glossary');
	const phrases = [...table.matchAll(/^\| .+? \| (.+) \|$/gm)]
		.flatMap(([, cell]) => cell.split(', '))
		.slice(1);
	expect(phrases.length).toBeGreaterThan(10);
	expect(phrases.filter((phrase) => !replaced.test(`the ${phrase} word`))).toEqual([]);
});

test('action texts have no article', () => {
	expect(list(ofKind('action').filter(({ text }) => /\b(a|an|the)\b/i.test(text)))).toEqual([]);
});

test('each operation has an action text, and a description that begins with a capital', () => {
	const operations = ofKind('operation');
	expect(ofKind('action')).toHaveLength(operations.length);
	expect(list(operations.filter(({ text }) => !/^[A-Z]/.test(text)))).toEqual([]);
});

test('switches begin with "Whether to"', () => {
	expect(list(ofKind('switch').filter(({ text }) => !text.startsWith('Whether to ')))).toEqual([]);
});

test('no text of the editor or of a message says error, problem, failure or mistake', () => {
	const messages = written.filter(({ place }) => /\.ts:/.test(place));
	// Written small: with a capital, Error is a level of a log.
	const isBlunt = ({ text }: Written) => /\b(error|problem|failure|mistake)s?\b/.test(text);
	expect(list([...shown, ...messages].filter(isBlunt))).toEqual([]);
});
