/**
 * npm run texts: every sentence that a user can read, with its place and its length. Give paths to see only theirs,
 * as in `npm run texts -- nodes/Data README.md`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text of the editor or of a message, or a paragraph of a page. */
export interface Text {
	file: string;
	line: number;
	/** The property of n8n's description that it stands in; a message or a paragraph stands in none. */
	kind: string;
	text: string;
}

const root = process.cwd();
const editorKeys = [
	'displayName',
	'description',
	'details',
	'hint',
	'placeholder',
	'action',
	'name',
	'note',
	'notPublic',
	'removed',
	'deprecated',
];
const isSentence = (text: string) => /[A-Za-z]{2,}.* .*[A-Za-z]{2,}/s.test(text);

/** What stands between the quotes, each value put in shown as `{…}`. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node))
		return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
	return undefined;
}

/** The texts of a source file: what is quoted and holds more than one word. */
function readSource(file: string): Text[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(root, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const texts: Text[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		const text = textOf(node);
		if (text !== undefined && isSentence(text)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			const key = ts.isPropertyAssignment(node.parent) ? node.parent.name.getText() : '';
			texts.push({ file, line: line + 1, kind: editorKeys.includes(key) ? key : 'message', text });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/** The paragraphs, list entries and table cells of a page, without its code. */
function readPage(file: string): Text[] {
	const texts: Text[] = [];
	let isCode = false;
	let open: Text | undefined;
	for (const [index, written] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
		const line = written.trim();
		if (line.startsWith('```')) isCode = !isCode;
		const isEnd = isCode || line === '' || line.startsWith('```') || /^\|[\s|:-]+\|$/.test(line);
		if (isEnd || /^(#|-|\*|\||\d+\.)/.test(line)) open = undefined;
		if (isEnd) continue;
		const place = { file, line: index + 1, kind: 'page' };
		if (line.startsWith('|'))
			texts.push(...line.split('|').map((cell) => ({ ...place, text: cell.trim() })));
		else if (open) open.text += ` ${line}`;
		else texts.push((open = { ...place, text: line }));
	}
	return texts.filter(({ text }) => isSentence(text));
}

/** What a user reads on the canvas of an example: names and the lines of its notes. */
function readExample(file: string): Text[] {
	const { name, nodes } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
		name: string;
		nodes: Array<{ name: string; parameters: { content?: string } }>;
	};
	const texts = nodes.flatMap((node) => [
		node.name,
		...(node.parameters.content ?? '').split('\n'),
	]);
	return [name, ...texts]
		.filter((text) => text.trim())
		.map((text) => ({ file, line: 1, kind: 'example', text }));
}

const sources = ['nodes/**/*.{ts,mts}', 'credentials/*.ts'];
const examples = ['examples/*.json'];
const pages = ['*.md', 'docs/{,trigger/,operator/}*.md'];
/** Written from the tables, whose texts stand in the sources, as docs/operations/ is; and the words of a licence, which are not ours. */
const leftOut = ['docs/compatibility.md', 'LICENSE.md'];

/** All texts of the repository that a user can read. */
export const listTexts = (): Text[] => [
	...globSync(sources, { cwd: root }).sort().flatMap(readSource),
	...globSync(examples, { cwd: root }).sort().flatMap(readExample),
	...globSync(pages, { cwd: root })
		.filter((file) => !leftOut.includes(file))
		.sort()
		.flatMap(readPage),
];

/** The sentences of a text; a stop within a name, a number or an abbreviation ends none. */
export const sentencesOf = (text: string): string[] =>
	text.split(/(?<=[.!?:;](?:\*\*)?)\s+(?=[A-Z"`{[*])/).filter((sentence) => sentence.trim());

export const countWords = (sentence: string): number =>
	sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

if (process.argv[1]?.endsWith('texts.mts')) {
	const folders = process.argv.slice(2);
	for (const { file, line, kind, text } of listTexts()) {
		if (folders.length && !folders.some((path) => file.startsWith(path))) continue;
		for (const sentence of sentencesOf(text.replaceAll('\n', ' ')))
			console.log(
				`${file}:${line} ${kind} ${countWords(sentence)} words ${sentence.length} characters: ${sentence}`,
			);
	}
}
