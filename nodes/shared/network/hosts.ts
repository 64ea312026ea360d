/** The hosts that a credential names. What is particular to one of them stands in this table alone. */
import type { PublicNetwork } from '../chains/publicNetworks';

/** Its URL is that of the network, or the credential's `<host>Url` (urlOf in credential.ts). */
export type Host = 'node' | 'data' | 'metrics';

/** A host that serves REST. */
export type Service = Exclude<Host, 'node'>;

/** What the public host grants to an address without a key; one with a key announces its own. */
export interface PublicLimit {
	/** Compute units of a service. */
	units: number;
	seconds: number;
}

interface HostFacts {
	/** Its URL's name in the credential. */
	label: string;
	/** Where the public one stands. */
	publicUrls: Record<PublicNetwork, string>;
	/** What providers hand out behind its URL: the path of an API of it. */
	apiPath: RegExp;
	/** The paths below the URL that its secret may go to. */
	secretBelow: RegExp;
	secret: 'nodeAuthentication' | 'apiKey';
	/** As published; that of the node is not. */
	publicLimit?: PublicLimit;
	/** Units assumed for a request of unpublished cost. */
	usualUnits: number;
}

interface ServiceFacts extends HostFacts {
	/** A GET that any service of this kind answers, for the check of the connection. */
	probe: { path: string; query: Record<string, unknown>; computeUnits: number };
	/** The list that the answer to it holds. */
	probed: string;
	api: string;
	/** The version that stands behind its URL. */
	version: string;
}

interface NodeFacts extends HostFacts {
	/** Most calls in one JSON-RPC batch that the public one takes (Node JSON-RPC document, Limits). */
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

/** Whether a URL leads to a host that the user does not have to name: to any of them, or to the one of a kind. */
export function isPublic(url: string, kinds = Object.keys(hosts) as Host[]): boolean {
	const origin = originOf(url);
	return kinds.some((kind) => Object.values(hosts[kind].publicUrls).includes(origin));
}

/** The network whose public node a URL leads to. */
export function networkOfPublicNode(url: string): PublicNetwork | undefined {
	const origin = originOf(url);
	return (['mainnet', 'fuji'] as const).find((each) => hosts.node.publicUrls[each] === origin);
}

/**
 * How many blocks the servers behind one URL may be apart: mostly, and at most. Where one server answers two questions
 * together, the first number suffices.
 */
export const blocksApart = { usual: 32, most: 1000 };
