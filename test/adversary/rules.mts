/** What must never come out, whatever came in: secrets, markup of others in words of ours, and rounded numbers. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../spec/check.mts';
import { foreign } from './changes.mts';

/** Of the credential; no answer holds it, unless the adversary puts it there. */
export const secret = 'adv-5ecret-9f3c1b7d20';

/** Fields of items that hold words of ours, in which others are quoted. */
const words = /^(title|message|error|hint|html|csv)$/;
/** Controls, but for line breaks and tabs; marks of direction; characters that are not seen. */
const hidden =
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
/** An attribute outside a tag is a word. */
const markup = /<(img|script)|<[^>]*onerror=|\]\(https?:/i;
const isLink = (text: string): boolean => text.includes(foreign);
const longest = 4000;
/** Measures, not counts. */
const isMeasure = /percent|stake|uptime|seconds/i;

/** What is wrong with words that quote others. */
function judgeWords(text: string): string | undefined {
	if (hidden.test(text)) return 'hidden characters';
	if (markup.test(text)) return 'markup of others';
	if (isLink(text)) return 'a link of others';
	return undefined;
}

function* leavesOf(
	value: unknown,
	path: string[] = [],
): Generator<[path: string[], leaf: unknown, holder: object]> {
	for (const [name, part] of Object.entries(value as object)) {
		const here = [...path, name];
		if (Array.isArray(part) || isObject(part)) yield* leavesOf(part, here);
		else yield [here, part, value as object];
	}
}

function* judgeJson(json: IDataObject): Generator<string> {
	for (const [path, leaf, holder] of leavesOf(json)) {
		const name = path.at(-1)!;
		const at = path.join('.');
		if (
			typeof leaf === 'number' &&
			!Number.isSafeInteger(leaf) &&
			Math.abs(leaf) >= 2 ** 53 &&
			!isMeasure.test(name) &&
			!(`${name}Exact` in holder)
		)
			yield `${at} is rounded: ${leaf}`;
		if (typeof leaf !== 'string' || path.length > 1 || !words.test(name)) continue;
		const wrong = judgeWords(leaf);
		if (wrong) yield `${at} holds ${wrong}: ${JSON.stringify(leaf.slice(0, 200))}`;
		if (leaf.length > longest && name !== 'html' && name !== 'csv')
			yield `${at} has ${leaf.length} characters`;
	}
}

/** The files of an item, as text. */
const filesOf = ({ binary = {} }: INodeExecutionData): string[] =>
	Object.values(binary)
		.filter(({ mimeType }) => mimeType.startsWith('text/'))
		.map(({ data }) => Buffer.from(data, 'base64').toString());

/** What breaks the rules in items, errors and lines of the log. */
export function judgeOutput(
	items: INodeExecutionData[],
	errors: Array<{ message: string; description?: unknown } | undefined>,
	log: string[],
): string[] {
	const broken: string[] = [];
	for (const item of items) {
		broken.push(...judgeJson(item.json));
		for (const file of filesOf(item))
			if (/<(img|script) src|onerror=alert/i.test(file))
				broken.push('a file holds markup of others');
	}
	for (const error of errors)
		if (error)
			broken.push(...judgeJson({ error: error.message, hint: String(error.description ?? '') }));
	const all = JSON.stringify([items, errors.map((error) => [error?.message, error?.description])]);
	if (all.includes(secret)) broken.push('the secret comes out');
	if (log.some((line) => line.includes(secret))) broken.push('the secret stands in the log');
	return [...new Set(broken)];
}
