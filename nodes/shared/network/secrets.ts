/** Hides secrets in answers and errors, in every form in which a server may repeat them. */
import type { Answer, Failure } from '../errors';
import { cutShort, longestText, sayText } from '../values/foreign';
import { decodePercent, isUrl, urlOf, type AvalancheCredential } from './credential';

/** Stands in the place of a secret. */
const hidden = '***';

/** Shorter texts occur in words and numbers by chance. */
const shortest = 6;

/** A text of 12 or more characters that mixes letters and digits stands in no honest answer by chance. */
const isUnmistakable = (secret: string): boolean =>
	secret.length >= 12 && /\p{L}/u.test(secret) && /\d/.test(secret);

export class Secrets {
	/** The forms that are hidden in every text. */
	private readonly everywhere: string[];
	/** The forms that are hidden in errors. Short secrets are hidden there only if no letter or digit touches them. */
	private readonly inErrors: string[];
	private readonly short: RegExp | undefined;

	/**
	 * Tokens are hidden everywhere. Passwords, names and parts of URLs can be ordinary words and numbers. They are
	 * hidden only in errors, unless they have 12 or more characters with letters and digits mixed.
	 */
	constructor(tokens: string[], passwords: string[]) {
		const isGiven = (secret: string) => secret.trim() !== '';
		const [always, others] = [tokens, passwords].map((texts) =>
			texts.filter(isGiven).flatMap((text) => [text, text.trim()]),
		);
		const isLong = (secret: string) => secret.length >= shortest;
		this.everywhere = writeForms([...always.filter(isLong), ...others.filter(isUnmistakable)]);
		this.inErrors = writeForms([...always, ...others].filter(isLong));
		const short = [...always, ...others].filter((secret) => !isLong(secret)).flatMap(writeTexts);
		if (short.length)
			this.short = new RegExp(
				`(?<![\\p{L}\\d])(?:${[...new Set(short)].map(quote).join('|')})(?![\\p{L}\\d])`,
				'gu',
			);
	}

	/** Hides the forms of `everywhere` in an answer, JSON or plain text. Without any, the text stays unchanged. */
	hideInAnswer(text: string): string {
		return hideForms(text, this.everywhere);
	}

	hideInError(text: string): string {
		const safe = hideForms(text, this.inErrors);
		return this.short ? safe.replace(this.short, hidden) : safe;
	}

	/** The answer. A failure is changed as by {@link hideInWords}. */
	hideInFailure<T>(answer: Answer<T>): Answer<T> {
		return answer.ok ? answer : { ok: false, failure: this.hideInWords(answer.failure) };
	}

	/** Hides all secrets in a failure's words, and writes a server's own words as a person may see them. */
	hideInWords(failure: Failure): Failure {
		const hide = (text?: string) => text && this.hideInError(text);
		const message = this.sayMessage(failure);
		return { ...failure, message, hint: hide(failure.hint), detail: hide(failure.detail) };
	}

	/**
	 * Hides secrets before it changes the words around them, because a changed secret would not be found, and once more
	 * after it, because marks that nobody sees can stand inside a secret until then.
	 */
	private sayMessage({ message, detail = '' }: Failure): string {
		const told = [detail, sayDetail(detail)]
			.map((words) => `: ${words}`)
			.find((words) => detail && message.includes(words));
		if (!told) return this.hideInError(message);
		const at = message.lastIndexOf(told);
		const [before, after] = [message.slice(0, at), message.slice(at + told.length)];
		const said = this.hideInError(sayDetail(this.hideInError(detail)));
		return `${this.hideInError(before)}: ${said}${this.hideInError(after)}`;
	}
}

/** A server's own words as a person may see them, with the marks of hidden secrets. */
function sayDetail(detail: string): string {
	const parts = detail.split(hidden).map((part) => sayText(part));
	const words = cutShort(parts.join(` ${hidden} `).trim(), longestText);
	return words || 'no readable words';
}

/** Takes keys, tokens and header values of a credential as tokens; names, passwords and parts of URLs as passwords. */
export function secretsOf(credential: AvalancheCredential): Secrets {
	const { apiKey, nodeHeaderSecret, nodeToken, nodeUser, nodePassword } = credential;
	const urls = (['node', 'data', 'metrics'] as const)
		.map((host) => urlOf(credential, host))
		.filter(isUrl)
		.map((url) => new URL(url));
	const headers = [apiKey, nodeHeaderSecret, nodeToken].filter(isText);
	const parameters = headers.flatMap(splitHeader);
	const pairs = [
		...headers.flatMap(readBasic),
		[nodeUser, nodePassword].filter(isText),
		...urls.map(({ username, password }) => [decodePercent(username), decodePercent(password)]),
	].filter((pair) => pair.some(Boolean));
	const asHeader = pairs.map((pair) => Buffer.from(pair.join(':')));
	return new Secrets(
		[
			...headers,
			...headers.map((header) => afterScheme(header) ?? ''),
			...asHeader.flatMap((pair) => [
				pair.toString('base64').replace(/=+$/, ''),
				pair.toString('base64url'),
			]),
		],
		[...parameters, ...pairs.flat(), ...pairs.map((pair) => pair.join(':')), ...partsOf(urls)],
	);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The part after the scheme in a header's value such as `Bearer ...` or `Basic ...`. */
const afterScheme = (header: string): string | undefined =>
	/^\s*[A-Za-z][\w-]*\s+(\S.*)$/s.exec(header)?.[1];

/** The parameters in a header's value such as `Token token="..."`, or in a cookie. */
const splitHeader = (header: string): string[] =>
	(afterScheme(header) ?? header).split(/[\s,;="]+/);

/** User and password in a header's value `Basic ...`. */
function readBasic(header: string): string[][] {
	if (!/^\s*basic\s/i.test(header)) return [];
	const pair = Buffer.from(afterScheme(header) ?? '', 'base64').toString();
	const at = pair.indexOf(':');
	return [[pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)]];
}

/** Parts of a node's own paths. They are no secrets, and hints name them. */
const ownParts = /^(ext|bc|rpc|ws|[a-z]|v\d+)$/i;

/** User, password, path segments and query values of URLs. Parts of a host's name are shown anyway. */
function partsOf(urls: URL[]): string[] {
	const origins = urls.map(({ origin }) => origin).join(' ');
	return urls.flatMap(({ username, password, pathname, searchParams }) => {
		const segments = pathname.split('/').filter((segment) => !ownParts.test(segment));
		// A key can stand in the place of a name: `?key`
		const values = [...searchParams].map(([name, value]) => value || name);
		const shown = [...segments, ...values].filter((part) => !origins.includes(part));
		return [username, password, ...shown].flatMap((part) => [part, decodePercent(part)]);
	});
}

/** JSON without unnecessary escapes, which would hide a secret from the search. */
function unescapeJson(text: string): string {
	if (!text.includes('\\u') && !text.includes('\\/')) return text;
	// An answer can hold millions of escapes, but of few letters.
	const known = new Map<string, string>();
	return text.replace(
		/\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[\\/])/g,
		(escaped) => {
			const letter = known.get(escaped) ?? escapeJson(JSON.parse(`"${escaped}"`) as string);
			known.set(escaped, letter);
			return letter;
		},
	);
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Percent encoding leaves some letters as they are, and servers differ in which ones. */
const encodeUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

/** What Go, Handlebars and PHP write in HTML for these letters. */
const quotesInHtml: Array<Record<string, string>> = [
	{ '"': '&#34;', "'": '&#39;', '+': '&#43;' },
	{ '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' },
	{ '"': '&quot;', "'": '&#039;' },
];
const inHtml = quotesInHtml.map((quotes) => ({
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	...quotes,
}));

const writeEntities = (text: string, entities: Record<string, string>): string =>
	text.replace(/[&<>"'`=+]/g, (letter) => entities[letter] ?? letter);

/** How JSON, programs that keep to ASCII, URLs and forms write a text. */
const writings: Array<(text: string) => string> = [
	escapeJson,
	(text) =>
		escapeJson(text).replace(
			/[^ -~]/g,
			(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	encodeUrl,
	(text) => encodeUrl(text).replace(/%../g, (code) => code.toLowerCase()),
	(text) =>
		encodeUrl(text).replace(
			/[!'()*]/g,
			(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
		),
	(text) => new URLSearchParams([['', text]]).toString().slice(1),
];

/** The text in these writings, in writings of writings (JSON within JSON, a URL within a URL), and in HTML. */
function writeTexts(text: string): string[] {
	const once = [text, ...writings.map((write) => write(text))];
	const twice = once.flatMap((written) => writings.map((write) => write(written)));
	return [...once, ...twice, ...inHtml.map((entities) => writeEntities(text, entities))];
}

/** The base64 of a secret that begins `shift` bytes into a text, whatever stands around it. */
const cutBase64 = (secret: string, shift: number): string =>
	Buffer.from(' '.repeat(shift) + secret)
		.toString('base64')
		.replace(/.=+$/, '')
		.slice(shift && shift + 1);

/** All forms of the secrets, longest first. */
function writeForms(secrets: string[]): string[] {
	const forms = secrets.flatMap((secret) => {
		const hex = Buffer.from(secret).toString('hex');
		const base64 = [0, 1, 2].map((shift) => cutBase64(secret, shift));
		const inUrl = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
		return [
			...writeTexts(secret),
			hex,
			hex.toUpperCase(),
			...base64,
			...base64.map(encodeUrl),
			...inUrl,
		];
	});
	return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function hideForms(text: string, forms: string[]): string {
	if (!forms.length) return text;
	const unescaped = unescapeJson(text);
	const safe = forms.reduce((rest, form) => rest.replaceAll(form, hidden), unescaped);
	return safe === unescaped ? text : safe;
}

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
