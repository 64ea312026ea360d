/** The credential's data, the headers made of it, and the URLs that may receive them. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { toPublicNetwork } from '../avalanche/publicNetworks';
import { isBech32Address, isHexAddress } from '../values/ids';
import { hosts, type Host } from './hosts';

/** n8n keeps the credential types of all packages by these bare names, and another package has `avalancheApi`. */
export const credentialName = 'avalancheNodesApi';

/** Decrypted data of the credential "Avalanche API". n8n hands out only the fields that its dialog shows. */
export interface AvalancheCredential extends ICredentialDataDecryptedObject {
	network: 'mainnet' | 'fuji' | 'ownNode' | 'hosted';
	nodeUrl: string;
	dataUrl: string;
	metricsUrl: string;
	/** For a network of the user's own: `none` if it has no Data and Metrics APIs. */
	services: 'urls' | 'none';
	apiKey: string;
	nodeAuthentication: 'none' | 'header' | 'bearer' | 'basic';
	nodeHeaderName: string;
	nodeHeaderSecret: string;
	nodeToken: string;
	nodeUser: string;
	nodePassword: string;
	/** The numbers of limits.ts count only if this is custom. */
	limits: 'default' | 'custom';
}

/** True if the user names the hosts. Otherwise they are the public ones of the network. */
export const namesHosts = ({ network }: AvalancheCredential): boolean =>
	network === 'ownNode' || network === 'hosted';

/**
 * The URL of a host: the entered text without the API path that providers append, and with http in place of ws. Empty
 * if the credential names no such host. Text that is no URL stays as it is.
 */
export function urlOf(credential: AvalancheCredential, host: Host): string {
	const { apiPath, publicUrls } = hosts[host];
	if (!namesHosts(credential)) return publicUrls[toPublicNetwork(credential.network) ?? 'mainnet'];
	if (host !== 'node' && credential.services === 'none') return '';
	const entered = enteredUrl(credential, host);
	if (!isUrl(entered)) return entered;
	const url = new URL(entered);
	url.pathname = trimPath(trimPath(url.pathname).replace(apiPath, ''));
	// Without a slash after the host, like the URLs of the public hosts.
	return url.search || url.hash ? url.toString() : trimPath(url.toString());
}

const enteredUrl = (credential: AvalancheCredential, host: Host): string =>
	completeUrl(String(credential[`${host}Url`] ?? ''));

/** A host and port on this machine or its own network, without a scheme. Adding http:// sends no secret beyond them. */
const nearby =
	/^(?:localhost|(?:127|10)\.\d+\.\d+\.\d+|(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+):\d+(?=\/|$)/i;

/** A URL as people enter it, with http in place of ws, and before a host of their own. Every field of a URL reads it so. */
export const completeUrl = (entered: string): string =>
	entered
		.trim()
		.replace(/^ws(?=s?:)/i, 'http')
		.replace(nearby, 'http://$&');

const scheme = /^https?:/i;
/** The host of a URL, with its port. */
const authority = /^https?:\/*(?:[^/?#]*@)?([^/?#]*)/i;
const hostName = /^(?:[\w.~-]+|\[[\da-f:.]+\])$/i;
/** A character that cannot stand in a host as people write it, before it is encoded. */
const oddInHost = /[^\p{L}\p{N}\p{M}_.~:[\]-]/u;
const greatestPort = 65_535;

/** True if requests can be sent to it. */
export const isUrl = (text: string): boolean =>
	URL.canParse(text) && scheme.test(text) && hostName.test(new URL(text).hostname);

/** A host that cannot be a key, without a scheme or behind a misspelt one. */
const openHost = /^(?:[a-z]{1,10}:\/*)?(localhost|\d+(?:\.\d+){3})(:\d+)?(?=\/|$)/i;

/** A comma or a blank stands before the next one. */
const severalUrls = /[\s,;]\w+:\/\//;

/** What was entered in place of a URL, as far as its form shows. */
function nameOther(text: string): string | undefined {
	if (/^NodeID-/i.test(text)) return 'a node ID';
	if (isHexAddress(text)) return 'an EVM address';
	return isBech32Address(text) ? 'an address of the P-Chain or X-Chain' : undefined;
}

function findSchemeFlaw(text: string, usualPort: string): string {
	const [, host, port = usualPort] = openHost.exec(text) ?? [];
	const [other] = /^[a-z]{1,10}:\/\//i.exec(text) ?? [];
	const example = host ? `, such as http://${host}${port}` : '';
	return `start with http:// or https://${other && !host ? `, not with ${other}` : example}`;
}

/**
 * The flaw of a text that is no URL, completing "It must ...". Of a host that can be a key, it repeats one character at
 * most. `usualPort` is the port of a server that the text gives none, such as ":9650".
 */
export function findUrlFlaw(text: string, usualPort = ''): string | undefined {
	if (isUrl(text)) return undefined;
	const other = nameOther(text);
	if (other) return `be the address of a server, and not ${other}`;
	if (!scheme.test(text)) return findSchemeFlaw(text, usualPort);
	if (severalUrls.test(text)) return 'be one URL alone';
	const [, host] = authority.exec(text) ?? [];
	const [, port] = /:(\d+)$/.exec(host) ?? [];
	if (Number(port) > greatestPort) return `have a port of at most ${greatestPort}`;
	const [odd] = oddInHost.exec(host) ?? [];
	if (odd) return `have a host without ${/\s/.test(odd) ? 'blanks' : `"${odd}"`}`;
	return 'have a host name or an IP address, such as http://127.0.0.1:9650';
}

/** The flaw of a host's URL. A server never gets what follows "#", and a URL with a line break was copied in parts. */
function findHostFlaw(credential: AvalancheCredential, host: Host): string | undefined {
	if (!namesHosts(credential)) return undefined;
	const entered = enteredUrl(credential, host);
	const flaw = findUrlFlaw(entered, host === 'node' ? ':9650' : '');
	if (flaw) return flaw;
	if (/\s/.test(entered)) return 'have no space and no line break';
	return entered.includes('#') ? 'end before "#"' : undefined;
}

const trimPath = (path: string): string => path.replace(/\/+$/, '');

/** The URL of a path below a base URL. Keeps the base's own path and query, because hosted nodes put keys there. */
export function joinUrl(base: string, path: string): string {
	const url = new URL(base);
	url.pathname = trimPath(url.pathname) + path;
	// User and password go into a header (userOf): n8n's request helper cannot read every percent sign in them.
	url.username = '';
	url.password = '';
	return url.toString();
}

/** Decodes percent codes. A percent sign that begins none stands for itself. */
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
	if (!isUrl(base)) return false;
	const { origin, pathname } = new URL(base);
	const prefix = trimPath(pathname);
	return (
		url.origin === origin &&
		url.pathname.startsWith(prefix) &&
		path.test(url.pathname.slice(prefix.length))
	);
};

/** The headers that a request to this URL may carry: its host's secret if the table of hosts allows it, else none. */
export function headersFor(
	credential: AvalancheCredential,
	target: string,
): Record<string, string> {
	const url = new URL(target);
	const host = (Object.keys(hosts) as Host[]).find((host) =>
		isBelow(url, urlOf(credential, host), hosts[host].secretBelow),
	);
	return host ? secretHeaders(credential, host) : {};
}

/** The headers with the secret of a host, whose URL must be valid. */
export function secretHeaders(credential: AvalancheCredential, host: Host): Record<string, string> {
	const secret = hosts[host].secret === 'apiKey' ? keyHeaders : nodeHeaders;
	return { ...userOf(urlOf(credential, host)), ...secret(credential) };
}

/** The key goes under both names: the document says x-data-api-key, the public service reads x-glacier-api-key. */
function keyHeaders({ apiKey }: AvalancheCredential): Record<string, string> {
	const key = apiKey?.trim();
	return key ? { 'x-data-api-key': key, 'x-glacier-api-key': key } : {};
}

function nodeHeaders(credential: AvalancheCredential): Record<string, string> {
	// The dialog may still hold values for another network.
	if (!namesHosts(credential)) return {};
	const name = credential.nodeHeaderName?.trim();
	switch (credential.nodeAuthentication) {
		case 'header':
			// Pasting adds spaces and line ends around it, and a header must not have a line end.
			return name ? { [name]: (credential.nodeHeaderSecret ?? '').trim() } : {};
		case 'bearer':
			return { Authorization: `Bearer ${tokenOf(credential)}` };
		case 'basic':
			return {
				Authorization: `Basic ${toBase64(`${credential.nodeUser}:${credential.nodePassword}`)}`,
			};
		default:
			return {};
	}
}

const tokenOf = ({ nodeToken }: AvalancheCredential): string =>
	String(nodeToken ?? '')
		.trim()
		.replace(/^Bearer\s+/i, '');

/** A box of the credential with a value that cannot be right, and how to mend it. */
interface Misfit {
	message: string;
	hint: string;
}

/** Finds a value that cannot be right before a request to this host is sent. Its message repeats no value. */
export function findMisfit(credential: AvalancheCredential, host: Host): Misfit | undefined {
	const flaw = findHostFlaw(credential, host);
	if (flaw)
		return {
			message: `The credential's ${hosts[host].label} is not a valid URL`,
			hint: `The URL must ${flaw}.`,
		};
	return findWrongSecret(credential);
}

/** Finds a key, token or header that cannot be right. */
export const findWrongSecret = (credential: AvalancheCredential): Misfit | undefined =>
	findMixedUp(credential) ?? findUnsendable(credential);

const keyHeader = /^(?:authorization|(?:x-)?(?:[a-z]+-)?api-?key|x-[a-z]+(?:-[a-z]+)*)$/i;
/** "x-api-key: abc123", as documentations show it. */
const wholeHeader = /^[\w-]+:\s*\S/;

/** Finds a value in the wrong box. */
function findMixedUp(credential: AvalancheCredential): Misfit | undefined {
	const text = (name: string) => String(credential[name] ?? '').trim();
	const [name, value] = [text('nodeHeaderName'), text('nodeHeaderSecret')];
	const isHeader = namesHosts(credential) && credential.nodeAuthentication === 'header';
	if (isHeader && wholeHeader.test(name))
		return {
			message: "The credential's Header Name holds the value too",
			hint: 'Enter what stands before the colon as Header Name, and what follows it as Header Value.',
		};
	if (isHeader && keyHeader.test(value) && !keyHeader.test(name))
		return {
			message: "The credential's Header Name and Header Value are the wrong way round",
			hint: 'Header Name is the name, such as x-api-key, and Header Value is the key.',
		};
	if (isHeader && name && value.toLowerCase().startsWith(`${name.toLowerCase()}:`))
		return {
			message: "The credential's Header Value begins with the name of the header",
			hint: 'Enter only what follows the colon.',
		};
	return wholeHeader.test(text('apiKey'))
		? {
				message: "The credential's API Key begins with the name of a header",
				hint: 'Enter only what follows the colon.',
			}
		: undefined;
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** What stands in no key or token. n8n's request helper would leave some of it out, and send another key. */
const oddInKey = /[^!-~]/;
/** A header's value can have spaces, as in "Basic bWU6cGFzcw==". */
const oddInHeader = /[^ -~]/;

/** Finds a header that cannot be sent as it was entered. */
function findUnsendable(credential: AvalancheCredential): Misfit | undefined {
	const { apiKey, nodeAuthentication, nodeHeaderName, nodeHeaderSecret } = credential;
	const kind = namesHosts(credential) ? nodeAuthentication : 'none';
	const name = String(nodeHeaderName ?? '').trim();
	if (kind === 'header' && name && !headerName.test(name))
		return {
			message: "The credential's Header Name is not the name of a header",
			hint: 'It is letters, digits and hyphens, such as x-api-key.',
		};
	return (
		findOdd('API Key', apiKey, oddInKey) ??
		(kind === 'bearer' ? findOdd('Token', tokenOf(credential), oddInKey) : undefined) ??
		(kind === 'header' ? findOdd('Header Value', nodeHeaderSecret, oddInHeader) : undefined)
	);
}

function findOdd(label: string, value: unknown, odd: RegExp): Misfit | undefined {
	const [found] = odd.exec(String(value ?? '').trim()) ?? [];
	if (!found) return undefined;
	const what = /\s/.test(found) ? 'a space or a line break' : 'a character that no header can have';
	return {
		message: `The credential's ${label} holds ${what}`,
		hint: 'Copy it again from the page that shows it, without anything around it.',
	};
}

/** The fields that each authentication needs, with their labels. */
const authenticationFields = {
	none: {},
	header: { nodeHeaderName: 'Header Name', nodeHeaderSecret: 'Header Value' },
	bearer: { nodeToken: 'Token' },
	basic: { nodeUser: 'User', nodePassword: 'Password' },
};

/** The labels of the empty fields that the node's authentication needs. */
export function findEmptyAuthentication(credential: AvalancheCredential): string[] {
	if (!namesHosts(credential)) return [];
	const fields = authenticationFields[credential.nodeAuthentication] ?? {};
	return Object.entries(fields)
		.filter(([name]) => !String(credential[name] ?? '').trim())
		.map(([, label]) => label);
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
