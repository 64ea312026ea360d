/** What an HTTP answer is made of, its values aside, and where two answers are made differently. */

export interface Answer {
	status: number;
	contentType: string | null;
	text: string;
}

/**
 * Kinds of what stands at each place of an answer, by the path of the place: `body.result.logs[].data`. The elements
 * of a list share one place, and so do the entries of a map whose keys are IDs, addresses or numbers.
 */
export type Outline = Map<string, string>;

const id = '[1-9A-HJ-NP-Za-km-z]';
/** What a value is replaced with. The first pattern that fits counts. */
const placeholders: Array<[RegExp, string | ((text: string) => string)]> = [
	[/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/, '<time>'],
	[new RegExp(`NodeID-${id}{32,34}`), '<node ID>'],
	[/\b\w+-[a-z]+1[02-9a-z]{38}\b/, (text) => text.replace(/-.*/, '-<address>')],
	// as errors name them
	[
		/(?:bech32m?=|got )(?:[02-9ac-hj-np-z]{6}){1,2}\b/,
		(text) => text.replace(/\w+$/, '<checksum>'),
	],
	[/\b[0-9a-f]{40}\b/, '<commit>'],
	[/(?:\d{1,3}\.){3}\d{1,3}:\d+/, '<IP and port>'],
	[/0x[0-9a-fA-F]*/, writeHex],
	[new RegExp(`\\b(?:${id}{43,51}|1{32}LpoYY)\\b`), '<ID>'],
	[/^\/(?!ext\/)[\w./-]+$/, '<path>'],
	[/\d+\.\d+/, '<decimal>'],
	[/\d+/, '<integer>'],
];
const anyPlaceholder = new RegExp(placeholders.map(([{ source }]) => `(${source})`).join('|'), 'g');

function writeHex(text: string): string {
	const digits = text.slice(2);
	if (!digits) return '<no bytes>';
	if (digits.length === 64) return '<32 bytes>';
	if (digits.length === 40) return digits === digits.toLowerCase() ? '<address>' : '<Address>';
	const isQuantity = digits.length < 64 && (digits === '0' || !digits.startsWith('0'));
	return isQuantity ? '<quantity>' : '<bytes>';
}

/** A text with placeholders for numbers, hashes, IDs, addresses and times. */
const classify = (text: string): string =>
	text.replace(anyPlaceholder, (found) => {
		const [, placeholder] = placeholders.find(([pattern]) =>
			new RegExp(`^(?:${pattern.source})$`).test(found),
		)!;
		return typeof placeholder === 'string' ? placeholder : placeholder(found);
	});

function findKind(value: unknown): string {
	if (value === undefined) return 'absent';
	if (value === null) return 'null';
	if (Array.isArray(value)) return value.length ? 'list' : 'empty list';
	return typeof value === 'string' ? JSON.stringify(classify(value)) : typeof value;
}

const isFreeKey = (key: string) => /^<[\w ]+>$/.test(classify(key));

/** Adds the kinds of all values that stand at one place, and of what is in them. */
function collect(values: unknown[], path: string, outline: Outline): void {
	const kinds = [...new Set(values.map(findKind))].sort();
	const isWord = (kind: string) => kind.startsWith('"') && !kind.includes('<');
	const isEnumeration = kinds.filter(isWord).length > 1;
	const told = kinds.filter((kind) => !isEnumeration || !isWord(kind));
	outline.set(path, [...told, ...(isEnumeration ? ['words'] : [])].join(' or '));
	const elements = values.filter(Array.isArray).flat();
	if (elements.length) collect(elements, `${path}[]`, outline);
	const objects = values.filter(
		(value): value is Record<string, unknown> =>
			typeof value === 'object' && value !== null && !Array.isArray(value),
	);
	for (const key of new Set(objects.flatMap(Object.keys))) {
		if (!isFreeKey(key))
			collect(
				objects.map((one) => one[key]),
				`${path}.${key}`,
				outline,
			);
	}
	const entries = objects.flatMap(Object.entries).filter(([key]) => isFreeKey(key));
	for (const kind of new Set(entries.map(([key]) => classify(key)))) {
		const those = entries.filter(([key]) => classify(key) === kind).map(([, value]) => value);
		collect(those, `${path}.${kind}`, outline);
	}
}

interface Response {
	jsonrpc?: unknown;
	id?: unknown;
	error?: { code?: unknown; message?: unknown };
}

/**
 * The outline of an answer. Status, version, ID and error code count with their value, the answers of a batch one by
 * one.
 */
export function describeAnswer({ status, contentType, text }: Answer): Outline {
	const outline: Outline = new Map([
		['status', String(status)],
		['content type', contentType ?? 'none'],
	]);
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return outline.set('body', JSON.stringify(classify(text)));
	}
	const isBatch = Array.isArray(body);
	if (isBatch) outline.set('body', `${(body as unknown[]).length} answers`);
	(isBatch ? (body as unknown[]) : [body]).forEach((one, i) => {
		const at = isBatch ? `body[${i}]` : 'body';
		collect([one], at, outline);
		const { id: echo, jsonrpc, error } = (one ?? {}) as Response;
		if (echo !== undefined) outline.set(`${at}.id`, JSON.stringify(echo));
		if (jsonrpc !== undefined) outline.set(`${at}.jsonrpc`, JSON.stringify(jsonrpc));
		if (!error) return;
		outline.set(`${at}.error`, `${JSON.stringify(error.code)} ${findKind(error.message)}`);
		for (const told of ['code', 'message']) outline.delete(`${at}.error.${told}`);
	});
	return outline;
}

/** One line for each place where two outlines differ; what is in such a place is not told. */
export function compareOutlines(node: Outline, mock: Outline): string[] {
	const paths = [...new Set([...node.keys(), ...mock.keys()])].sort();
	const differing = paths.filter((path) => node.get(path) !== mock.get(path));
	const isWithin = (path: string, outer: string) =>
		path !== outer && /^[.[]/.test(path.slice(outer.length)) && path.startsWith(outer);
	return differing
		.filter((path) => !differing.some((outer) => isWithin(path, outer)))
		.map((path) => {
			const [said, saidToo] = [node, mock].map((outline) => outline.get(path) ?? 'nothing');
			return `${path}: the node said ${said}, the mock network said ${saidToo}`;
		});
}
