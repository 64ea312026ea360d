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
	const name = credential.nodeHeaderName?.trim();
	switch (credential.nodeAuthentication) {
		case 'header':
			// Spaces and line ends around it come from pasting; a line end is refused in a header.
			return name ? { [name]: (credential.nodeHeaderSecret ?? '').trim() } : {};
		case 'bearer':
			return { Authorization: `Bearer ${(credential.nodeToken ?? '').trim()}` };
		case 'basic':
			return { Authorization: `Basic ${toBase64(`${credential.nodeUser}:${credential.nodePassword}`)}` };
		default:
			return {};
	}
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
