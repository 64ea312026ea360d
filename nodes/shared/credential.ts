/** The credential's data, the headers it stands for, and which of them a URL may receive. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Decrypted data of the credential "Avalanche API". */
export interface AvalancheCredential extends ICredentialDataDecryptedObject {
	nodeUrl: string;
	dataUrl: string;
	metricsUrl: string;
	apiKey: string;
	nodeAuthentication: 'none' | 'header' | 'bearer' | 'basic';
	nodeHeaderName: string;
	nodeHeaderSecret: string;
	nodeToken: string;
	nodeUser: string;
	nodePassword: string;
}

/** The URL of a path below a base URL; keeps the base's own path and query (hosted nodes put keys there). */
export function joinUrl(base: string, path: string): string {
	const url = new URL(base);
	url.pathname = url.pathname.replace(/\/+$/, '') + path;
	return url.toString();
}

const isBelow = (url: URL, base: string, path: RegExp): boolean => {
	if (!URL.canParse(base)) return false;
	const { origin, pathname } = new URL(base);
	const prefix = pathname.replace(/\/+$/, '');
	return url.origin === origin && url.pathname.startsWith(prefix) && path.test(url.pathname.slice(prefix.length));
};

/**
 * The headers that a request to this URL may carry: the node's authentication below {nodeUrl}/ext, the API key
 * below {dataUrl}/v<n> and {metricsUrl}/v<n>, nothing anywhere else. The key goes under both names: the document
 * says x-data-api-key, the public service reads x-glacier-api-key.
 */
export function headersFor(credential: AvalancheCredential, target: string): Record<string, string> {
	const url = new URL(target);
	if (isBelow(url, credential.nodeUrl, /^\/ext\//)) return nodeHeaders(credential);
	const isService = [credential.dataUrl, credential.metricsUrl].some((base) => isBelow(url, base, /^\/v\d+\//));
	const key = credential.apiKey?.trim();
	return isService && key ? { 'x-data-api-key': key, 'x-glacier-api-key': key } : {};
}

function nodeHeaders(credential: AvalancheCredential): Record<string, string> {
	switch (credential.nodeAuthentication) {
		case 'header':
			return credential.nodeHeaderName ? { [credential.nodeHeaderName]: credential.nodeHeaderSecret } : {};
		case 'bearer':
			return { Authorization: `Bearer ${credential.nodeToken}` };
		case 'basic':
			return { Authorization: `Basic ${basicPair(credential)}` };
		default:
			return {};
	}
}

const basicPair = ({ nodeUser, nodePassword }: AvalancheCredential): string =>
	Buffer.from(`${nodeUser}:${nodePassword}`).toString('base64');

/** Shortest text that is taken for a secret: hiding shorter ones would mangle ordinary answers. */
const shortestSecret = 6;

/** The characters that base64 has for a secret which begins so many bytes into a text, whatever stands around it. */
const cutBase64 = (secret: string, shift: number): string =>
	Buffer.from(' '.repeat(shift) + secret).toString('base64').replace(/.=+$/, '').slice(shift && shift + 1);

/** Every text that must not show up in an answer: the secrets of the credential in all their forms. */
export function secretsOf(credential: AvalancheCredential): string[] {
	const { apiKey, nodeHeaderSecret, nodeToken, nodePassword, nodeAuthentication } = credential;
	const plain = [apiKey?.trim(), nodeHeaderSecret, nodeToken, nodePassword];
	for (const base of [credential.nodeUrl, credential.dataUrl, credential.metricsUrl]) {
		if (!URL.canParse(base)) continue;
		const { pathname, searchParams, password } = new URL(base);
		plain.push(decodeURIComponent(password), ...searchParams.values());
		plain.push(...pathname.split('/').filter((segment) => segment.length >= 16));
	}
	if (nodeAuthentication === 'basic') plain.push(basicPair(credential));
	return writeForms(plain.filter((secret) => typeof secret === 'string').filter(isLong));
}

/** Whether a text is long enough to stand in an answer as a secret only, and not by chance. */
export const isLong = (secret: string): boolean => secret.length >= shortestSecret;

/** The secrets and their usual encodings, the longest first; short ones only as they are and in quotes. */
export function writeForms(secrets: string[]): string[] {
	const forms = secrets.flatMap((secret) => {
		const plain = [secret, JSON.stringify(secret).slice(1, -1)];
		if (!isLong(secret)) return plain;
		const bytes = Buffer.from(secret);
		const inUrl = encodeURIComponent(secret);
		const base64 = [0, 1, 2].map((shift) => cutBase64(secret, shift));
		return [
			...plain,
			inUrl,
			inUrl.replace(/%../g, (code) => code.toLowerCase()),
			bytes.toString('hex'),
			bytes.toString('hex').toUpperCase(),
			...base64,
			...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
		];
	});
	return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** The text without these forms of secrets. */
export const hideForms = (text: string, forms: string[]): string =>
	forms.reduce((safe, form) => safe.replaceAll(form, '***'), text);
