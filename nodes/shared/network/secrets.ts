/** What must never come back in an answer or an error: secrets, in every form in which a server may repeat them. */
import type { Answer, Failure } from '../errors';
import { cutShort, longestText, sayText } from '../values/foreign';
import { decodePercent, isUrl, urlOf, type AvalancheCredential } from './credential';

/** What stands in the place of a secret. */
const hidden = '***';

/** Shorter texts stand within words and numbers by chance. */
const shortest = 6;

/** Texts of at least 12 characters with letters and digits mixed stand in no honest answer by chance. */
const isUnmistakable = (secret: string): boolean =>
	secret.length >= 12 && /\p{L}/u.test(secret) && /\d/.test(secret);

/** Secrets of two kinds, and texts without them. */
export class Secrets {
	/** Forms that are hidden wherever they stand. */
	private readonly everywhere: string[];
	/** Forms that are hidden in errors; of short secrets only where no letter or digit touches them. */
	private readonly inErrors: string[];
	private readonly short: RegExp | undefined;

	/**
	 * Tokens are hidden everywhere. Of passwords, names and parts of URLs, which can be ordinary words and numbers,
	 * those of 12 characters or more with letters and digits mixed are; the others only in errors.
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

	/** An answer, as JSON or as plain text, without what is hidden everywhere; unchanged where it holds none. */
	hideInAnswer(text: string): string {
		return hideForms(text, this.everywhere);
	}

	/** The words of an error without any secret. */
	hideInError(text: string): string {
		const safe = hideForms(text, this.inErrors);
		return this.short ? safe.replace(this.short, hidden) : safe;
	}

	/** The answer; a failure as {@link hideInWords} has it. */
	hideInFailure<T>(answer: Answer<T>): Answer<T> {
		return answer.ok ? answer : { ok: false, failure: this.hideInWords(answer.failure) };
	}

	/** The failure without any secret in its words, and with a server's own words as a person may see them. */
	hideInWords(failure: Failure): Failure {
		const hide = (text?: string) => text && this.hideInError(text);
		const message = this.sayMessage(failure);
		return { ...failure, message, hint: hide(failure.hint), detail: hide(failure.detail) };
	}

	/** Secrets are hidden before the words around them are changed, which would hide a secret from us. */
	private sayMessage({ message, detail = '' }: Failure): string {
		const told = [detail, sayDetail(detail)]
			.map((words) => `: ${words}`)
			.find((words) => detail && message.includes(words));
		if (!told) return this.hideInError(message);
		const at = message.lastIndexOf(told);
		const [before, after] = [message.slice(0, at), message.slice(at + told.length)];
		const said = sayDetail(this.hideInError(detail));
		return `${this.hideInError(before)}: ${said}${this.hideInError(after)}`;
	}
}

/** A server's own words as a person may see them, with what stands in them for secrets. */
function sayDetail(detail: string): string {
	const parts = detail.split(hidden).map((part) => sayText(part));
	const words = cutShort(parts.join(` ${hidden} `).trim(), longestText);
	return words || 'no readable words';
}

/** The secrets of a credential: API key, tokens and header values on the one hand; names, passwords and parts of URLs. */
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

/** What follows the scheme in a header's value such as `Bearer ...` or `Basic ...`. */
const afterScheme = (header: string): string | undefined =>
	/^\s*[A-Za-z][\w-]*\s+(\S.*)$/s.exec(header)?.[1];

/** The parameters in a header's value such as `Token token="..."`, or those of a cookie. */
const splitHeader = (header: string): string[] =>
	(afterScheme(header) ?? header).split(/[\s,;="]+/);

/** User and password of a header's value `Basic ...`. */
function readBasic(header: string): string[][] {
	if (!/^\s*basic\s/i.test(header)) return [];
	const pair = Buffer.from(afterScheme(header) ?? '', 'base64').toString();
	const at = pair.indexOf(':');
	return [[pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)]];
}

/** Parts of a node's own paths, which are no secrets and which hints name. */
const ownParts = /^(ext|bc|rpc|ws|[a-z]|v\d+)$/i;

/** User, password, path segments and query values of URLs; what stands in the name of a host is shown anyway. */
function partsOf(urls: URL[]): string[] {
	const origins = urls.map(({ origin }) => origin).join(' ');
	return urls.flatMap(({ username, password, pathname, searchParams }) => {
		const segments = pathname.split('/').filter((segment) => !ownParts.test(segment));
		// a key can stand in the place of a name: `?key`
		const values = [...searchParams].map(([name, value]) => value || name);
		const shown = [...segments, ...values].filter((part) => !origins.includes(part));
		return [username, password, ...shown].flatMap((part) => [part, decodePercent(part)]);
	});
}

/** JSON without the escapes it does not need, behind which a secret would not be seen. */
function unescapeJson(text: string): string {
	if (!text.includes('\\u') && !text.includes('\\/')) return text;
	// An answer can consist of millions of them, of few letters.
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

/** The cipher of a URL leaves some letters as they are: which ones differs. */
const encodeUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

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

/** The text in these writings, and in a writing of a writing: JSON within JSON, a URL within a URL. */
function writeTexts(text: string): string[] {
	const once = [text, ...writings.map((write) => write(text))];
	return [...once, ...once.flatMap((written) => writings.map((write) => write(written)))];
}

/** The characters that base64 has for a secret which begins so many bytes into a text, whatever stands around it. */
const cutBase64 = (secret: string, shift: number): string =>
	Buffer.from(' '.repeat(shift) + secret)
		.toString('base64')
		.replace(/.=+$/, '')
		.slice(shift && shift + 1);

/** Secrets in all their forms, the longest first. */
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
