/** The hosts that a credential names. What is particular to one of them stands in this table alone. */

/** Its URL is the credential's `<host>Url`. */
export type Host = 'node' | 'data' | 'metrics';

/** A host that serves REST. */
export type Service = Exclude<Host, 'node'>;

interface HostFacts {
	/** Where the public one stands; that of mainnet is the credential's default. */
	publicUrls: { mainnet: string; fuji?: string };
	/** The paths below the URL that its secret may go to. */
	secretBelow: RegExp;
	secret: 'nodeAuthentication' | 'apiKey';
}

interface ServiceFacts extends HostFacts {
	/** Its name before "API" and "URL". */
	title: string;
	/** A GET that any service of this kind answers, for the check of the connection. */
	probe: { path: string; query: Record<string, unknown> };
}

interface NodeFacts extends HostFacts {
	/** Most calls in one JSON-RPC batch that the public one takes (Node JSON-RPC document, Limits). */
	mostBatched: number;
}

export const hosts: { node: NodeFacts } & Record<Service, ServiceFacts> = {
	node: {
		publicUrls: { mainnet: 'https://api.avax.network', fuji: 'https://api.avax-test.network' },
		secretBelow: /^\/ext\//,
		secret: 'nodeAuthentication',
		mostBatched: 40,
	},
	data: {
		title: 'Data',
		publicUrls: { mainnet: 'https://data-api.avax.network' },
		secretBelow: /^\/v\d+\//,
		secret: 'apiKey',
		probe: { path: '/v1/chains', query: {} },
	},
	metrics: {
		title: 'Metrics',
		publicUrls: { mainnet: 'https://metrics.avax.network' },
		secretBelow: /^\/v\d+\//,
		secret: 'apiKey',
		probe: {
			path: '/v2/chains/43114/metrics/txCount',
			query: { timeInterval: 'day', pageSize: 1 },
		},
	},
};

/**
 * How many blocks the servers behind one URL may be apart: mostly, and at most. Where one server answers two questions
 * together, the first number suffices.
 */
export const blocksApart = { usual: 32, most: 1000 };
