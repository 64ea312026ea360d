/** The texts that the editor shows keep the rules of CONTRIBUTING.md. Judges the built nodes, as n8n loads them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { countWords, listTexts, sentencesOf } from '../../tools/texts.mts';

/** This page names what its glossary replaces. */
const glossaryPage = 'CONTRIBUTING.md';

const mostWords = 25;
const mostWordsOfAlert = 20;
/** Where the words of the alerts stand. */
const alertFolder = 'nodes/Trigger/watch/';
/** n8n cuts the text below an option or an operation, who serves it included, after about two lines. */
const mostCharacters = { option: 90, operation: 90, hint: 120 };

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
const nodes = n8n.nodes.map((path) => (open(path) as INodeType).description);
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

/** The texts of sources and examples, messages included, and the paragraphs of the pages. */
const written = listTexts()
	.filter(({ file }) => file !== glossaryPage)
	.map(({ file, line, ...text }) => ({ ...text, place: `${file}:${line}` }));

const list = (found: Written[]): string[] => found.map(({ place, text }) => `${place}: ${text}`);
const ofKind = (...kinds: Array<Shown['kind']>) => shown.filter(({ kind }) => kinds.includes(kind));
/** The sentences that are too long; an alert is read on a phone. */
const longSentencesOf = ({ place, text }: Written, most = mostWords): Written[] =>
	sentencesOf(text)
		.filter((sentence) => countWords(sentence) > most)
		.map((sentence) => ({ place, text: sentence }));

test('the texts of the editor, of the messages and of each page are judged', () => {
	expect(shown.length).toBeGreaterThan(500);
	expect(written.filter(({ kind }) => kind === 'message').length).toBeGreaterThan(100);
	for (const page of ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'docs/guarantees.md'])
		expect(written.filter(({ place }) => place.startsWith(page)).length).toBeGreaterThan(5);
});

test('no sentence of the editor, of a message, of a page or of an example has more than 25 words', () => {
	expect(list([...shown, ...written].flatMap((text) => longSentencesOf(text)))).toEqual([]);
});

test('no sentence of an alert has more than 20 words', () => {
	const alerts = written.filter(
		({ place, kind }) => kind === 'message' && place.startsWith(alertFolder),
	);
	expect(list(alerts.flatMap((text) => longSentencesOf(text, mostWordsOfAlert)))).toEqual([]);
});

test.each(['option', 'operation', 'hint'] as const)(
	'no text of the kind "%s" is longer than its place',
	(kind) => {
		expect(list(ofKind(kind).filter(({ text }) => text.length > mostCharacters[kind]))).toEqual([]);
	},
);

test('what an error advises is no longer than a hint', () => {
	const advice = written.filter(({ kind }) => kind === 'hint');
	expect(advice.length).toBeGreaterThan(50);
	expect(list(advice.filter(({ text }) => text.length > mostCharacters.hint))).toEqual([]);
});

test('an operation that a text sends the user to is named as the editor names it', () => {
	const operations = nodes.flatMap(({ properties }) => {
		const resources = properties.find(({ name }) => name === 'resource')?.options ?? [];
		const labelOf = (value: unknown) =>
			resources.find((option) => 'value' in option && option.value === value)?.name;
		return properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(displayOptions?.show?.resource ?? []).flatMap((resource) =>
					options.map(({ name }) => `${labelOf(resource)} > ${name}`),
				),
			);
	});
	const named = [...shown, ...written.filter(({ place }) => place.includes('.ts:'))].filter(
		({ text }) => / > [A-Z]/.test(text),
	);
	expect(named.length).toBeGreaterThan(2);
	const longestFirst = operations.sort((a, b) => b.length - a.length);
	const isKnown = ({ text }: Written) =>
		!/ > [A-Z]/.test(
			longestFirst.reduce((rest, operation) => rest.replaceAll(operation, ''), text),
		);
	expect(list(named.filter((text) => !isKnown(text)))).toEqual([]);
});

test('no text has a phrase that the glossary replaces', () => {
	expect(list([...shown, ...written].filter(({ text }) => replaced.test(text)))).toEqual([]);
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

/** What action texts of operations begin with. */
const verbs =
	'Call Check Compute Create Decode Delete Derive Dump Encode Estimate Export Fill Get Hash Import Initialize Issue Load Lock Open Print Read Record Recover Resend Return Send Set Sign Start Stop Trace Unlock Unpair Wait Write'.split(
		' ',
	);
/** Words with a capital of their own; those with more than one are names already. */
const names = 'Avalanche Community Data Go Merkle Metrics Network Primary Proposals'.split(' ');

test('the action text of an operation is an order in sentence case, and no other of its node is the same', () => {
	const actions = ofKind('action').filter(({ place }) => place.includes(' operation '));
	const isOrder = ({ text }: Shown) => {
		const [verb, ...words] = text.split(' ');
		const isSmall = (word: string) => !/^[A-Z][a-z]*$/.test(word) || names.includes(word);
		return verbs.includes(verb) && words.length > 0 && words.every(isSmall);
	};
	expect(list(actions.filter((action) => !isOrder(action)))).toEqual([]);
	const ofNode = actions.map(({ place, text }) => `${place.split(' ')[0]} ${text}`);
	expect(ofNode.filter((text, index) => ofNode.indexOf(text) !== index)).toEqual([]);
});

test('each operation has an action text, and a description that begins with a capital', () => {
	const operations = ofKind('operation');
	const actions = ofKind('action').filter(({ place }) => place.includes(' operation '));
	expect(actions).toHaveLength(operations.length);
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
