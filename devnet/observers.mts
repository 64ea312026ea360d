import type { Service } from './jsonRpc.mts';
import type { Blockchain, World } from './world.mts';

/**
 * Further nodes of the network, below /observers/<name>: each answers as the node does, and sees its own connections. What
 * one sees otherwise than the node is said by `World.observe`.
 */

/** How one node sees the network; the node itself has the name ''. */
export interface View {
	/** Connections that it sees otherwise than they are. */
	sees: Map<string, boolean>;
	isHealthy: boolean;
	isStarting: boolean;
}

export const newView = (): View => ({ sees: new Map(), isHealthy: true, isStarting: false });

/** The observer in a path, and the path on it. */
export function splitPath(path: string): { observer: string; path: string } {
	const [, observer = '', rest = path] = /^\/observers\/([^/]+)(\/.*)$/.exec(path) ?? [];
	return { observer, path: rest };
}

/** The world as a further node sees it. */
export function seenBy(world: World, observer: string): World {
	if (!observer) return world;
	const view = world.viewOf(observer);
	return Object.create(world, {
		isReportedConnected: {
			value: (nodeID: string, isActive = true): boolean =>
				view.sees.get(nodeID) ?? (world.nodes.get(nodeID)!.connected && isActive),
		},
		isHealthy: { value: view.isHealthy },
		findChain: {
			value: (idOrAlias: string): Blockchain | undefined => {
				const chain = world.findChain(idOrAlias);
				return chain && view.isStarting ? { ...chain, state: 'bootstrapping' } : chain;
			},
		},
	}) as World;
}

/** What a node says of its health by POST: with status 200 also where it is sick. Its checks have a form of their own by GET. */
export const healthService: Service = {
	name: 'health',
	path: '/ext/health',
	answers: {
		health: (_, { world }) => ({ checks: {}, healthy: world.isHealthy }),
	},
};
