/** The credential's data, the headers it stands for, and which of them a URL may receive. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { hosts, type Host } from './network/hosts';

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
	/** The numbers of limits.ts count only where it is custom. */
	limits: 'default' | 'custom';
}

/** The URL of a path below a base URL; keeps the base's own path and query (hosted nodes put keys there). */
export function joinUrl(base: string, path: string): string {
	const url = new URL(base);
	url.pathname = url.pathname.replace(/\/+$/, '') + path;
	// They go in a header (userOf): n8n's request helper cannot read every percent sign in them.
	url.username = '';
	url.password = '';
	return url.toString();
}

/** The text without its percent codes; a percent sign that begins none stands for itself. */
export const decodePercent = (text: string): string =>
	text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) =>
		Buffer.from(codes.replaceAll('%', ''), 'hex').toString(),
	);

/** The header for the user and password in a URL. */
function userOf(base: string): Record<string, string> {
	const { username, password } = new URL(base);
	if (!username && !password) return {};
	return {
		Authorization: `Basic ${toBase64(`${decodePercent(username)}:${decodePercent(password)}`)}`,
	};
}

const isBelow = (url: URL, base: string, path: RegExp): boolean => {
	if (!URL.canParse(base)) return false;
	const { origin, pathname } = new URL(base);
	const prefix = pathname.replace(/\/+$/, '');
	return (
		url.origin === origin &&
		url.pathname.startsWith(prefix) &&
		path.test(url.pathname.slice(prefix.length))
	);
};

/** The headers that a request to this URL may carry: the secret of its host where the host's table allows, else nothing. */
export function headersFor(
	credential: AvalancheCredential,
	target: string,
): Record<string, string> {
	const url = new URL(target);
	const host = (Object.keys(hosts) as Host[]).find((host) =>
		isBelow(url, credential[`${host}Url`], hosts[host].secretBelow),
	);
	if (!host) return {};
	const secret = hosts[host].secret === 'apiKey' ? keyHeaders : nodeHeaders;
	return { ...userOf(credential[`${host}Url`]), ...secret(credential) };
}

/** The key goes under both names: the document says x-data-api-key, the public service reads x-glacier-api-key. */
function keyHeaders({ apiKey }: AvalancheCredential): Record<string, string> {
	const key = apiKey?.trim();
	return key ? { 'x-data-api-key': key, 'x-glacier-api-key': key } : {};
}

function nodeHeaders(credential: AvalancheCredential): Record<string, string> {
	const name = credential.nodeHeaderName?.trim();
	switch (credential.nodeAuthentication) {
		case 'header':
			// Spaces and line ends around it come from pasting; a line end is refused in a header.
			return name ? { [name]: (credential.nodeHeaderSecret ?? '').trim() } : {};
		case 'bearer':
			return { Authorization: `Bearer ${(credential.nodeToken ?? '').trim()}` };
		case 'basic':
			return {
				Authorization: `Basic ${toBase64(`${credential.nodeUser}:${credential.nodePassword}`)}`,
			};
		default:
			return {};
	}
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
