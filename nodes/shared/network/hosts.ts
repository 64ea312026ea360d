/** The hosts that a credential names. Everything particular to one of them belongs in this table. */
import type { PublicNetwork } from '../avalanche/publicNetworks';

/** Its URL is the network's, or the credential's `<host>Url` (urlOf in credential.ts). */
export type Host = 'node' | 'data' | 'metrics';

/** A host that serves REST. */
export type Service = Exclude<Host, 'node'>;

/** The public host's limit for an address without a key. With a key, the host announces its own. */
export interface PublicLimit {
	/** Compute units of a service. */
	units: number;
	seconds: number;
}

interface HostFacts {
	/** The label of its URL in the credential. */
	label: string;
	publicUrls: Record<PublicNetwork, string>;
	/** The API path that providers append to its URL. */
	apiPath: RegExp;
	/** The paths below its URL that may receive its secret. */
	secretBelow: RegExp;
	secret: 'nodeAuthentication' | 'apiKey';
	/** As published. That of the node is not. */
	publicLimit?: PublicLimit;
	/** Units assumed for a request of unpublished cost. */
	usualUnits: number;
}

interface ServiceFacts extends HostFacts {
	/** A GET that any service of this kind answers, for the connection check. */
	probe: { path: string; query: Record<string, unknown>; computeUnits: number };
	/** The field with the list in the probe's answer. */
	probed: string;
	api: string;
	/** The version in the path after its URL. */
	version: string;
}

interface NodeFacts extends HostFacts {
	/** Most calls that the public node takes in one JSON-RPC batch (Node JSON-RPC document, Limits). */
	mostBatched: number;
}

export const hosts: { node: NodeFacts } & Record<Service, ServiceFacts> = {
	node: {
		label: 'Node URL',
		apiPath: /\/ext(?:\/bc(?:\/[^/]+(?:\/[a-z]+)?)?|\/[a-z]+)?$/i,
		publicUrls: { mainnet: 'https://api.avax.network', fuji: 'https://api.avax-test.network' },
		secretBelow: /^\/ext\//,
		secret: 'nodeAuthentication',
		usualUnits: 1,
		mostBatched: 40,
	},
	data: {
		label: 'Data URL',
		api: 'Data API',
		version: '/v1',
		apiPath: /\/v\d+$/,
		publicUrls: {
			mainnet: 'https://data-api.avax.network',
			fuji: 'https://data-api.avax.network',
		},
		secretBelow: /^\/v\d+\//,
		secret: 'apiKey',
		// Data API, Rate Limits (2026).
		publicLimit: { units: 6000, seconds: 60 },
		usualUnits: 20,
		probe: { path: '/v1/chains', query: {}, computeUnits: 1 },
		probed: 'chains',
	},
	metrics: {
		label: 'Metrics URL',
		api: 'Metrics API',
		version: '/v2',
		apiPath: /\/v\d+$/,
		publicUrls: { mainnet: 'https://metrics.avax.network', fuji: 'https://metrics.avax.network' },
		secretBelow: /^\/v\d+\//,
		secret: 'apiKey',
		// Metrics API, Rate Limits (2026).
		publicLimit: { units: 8000, seconds: 60 },
		usualUnits: 100,
		probe: {
			path: '/v2/chains/43114/metrics/txCount',
			query: { timeInterval: 'day', pageSize: 1 },
			computeUnits: 100,
		},
		probed: 'results',
	},
};

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** True if a URL leads to a public host of one of these kinds. */
export function isPublic(url: string, kinds = Object.keys(hosts) as Host[]): boolean {
	const origin = originOf(url);
	return kinds.some((kind) => Object.values(hosts[kind].publicUrls).includes(origin));
}

/** The network of a public node's host, also behind another scheme or port. Undefined for any other host. */
export function networkOfPublicHost(url: string): PublicNetwork | undefined {
	const hostOf = (text: string) => URL.parse(text)?.hostname;
	const { publicUrls } = hosts.node;
	return (['mainnet', 'fuji'] as const).find((each) => hostOf(publicUrls[each]) === hostOf(url));
}

/** The network of a public node's URL. Undefined for any other URL. */
export function networkOfPublicNode(url: string): PublicNetwork | undefined {
	const origin = originOf(url);
	return (['mainnet', 'fuji'] as const).find((each) => hosts.node.publicUrls[each] === origin);
}

/**
 * How many blocks the servers behind one URL may be apart, usually and at most. If one server answers two questions
 * together, the usual number suffices.
 */
export const blocksApart = { usual: 32, most: 1000 };
