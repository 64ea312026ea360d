/** Explains why a node does not serve a chain. */
import { fail, type Answer, type Failure } from '../../errors';
import { lookUp } from '../../values/records';

/** The chain in a node's path, by ID or alias. The chains of the Primary Network stand directly below /ext too. */
export function chainInPath(path: string): string | undefined {
	const [, chain, ownChain] =
		/^\/ext\/(?:bc\/([^/?]+)|([PXC]|platform|avm|evm)(?=[/?]|$))/.exec(path) ?? [];
	try {
		return ownChain ?? (chain && decodeURIComponent(chain));
	} catch {
		return chain;
	}
}

/** A node's answer to info.isBootstrapped about a chain: not yet, bootstrapped, or not a chain of this node. */
export type ChainStanding = 'starting' | 'served' | 'unknown';

/** Which chains have an API, by the end of its path. */
const apisOfChains: Record<string, string> = {
	rpc: 'Only EVM chains have this API: the C-Chain and L1s, but neither P nor X.',
	ws: 'Only EVM chains have WebSockets, and on the public node only the C-Chain. Use a node that tracks this chain.',
	validators:
		'Only subnet-EVM chains have this API. The validators of P, X and C are those of the Primary Network.',
};

/** A chain that is not bootstrapped. The node answers 404 until it has created the chain, and 503 from then on. */
export const describeStarting = (
	chain: string,
	host: string,
	known: Partial<Failure>,
): Answer<never> =>
	fail(
		'server',
		`${host} does not serve the chain "${chain}" yet: it is still catching up with the network`,
		{
			...known,
			passing: true,
			hint: 'The node serves this chain once it has caught up. Try again later.',
		},
	);

/** Explains the 404 of a chain by the node's standing with it. */
export function describeUnserved(
	path: string,
	chain: string,
	host: string,
	standing: ChainStanding,
): Answer<never> {
	const known = { httpStatus: 404 };
	if (standing === 'starting') return describeStarting(chain, host, known);
	if (standing === 'unknown')
		return fail('not-found', `This node does not know the chain "${chain}"`, {
			...known,
			hint: `Check the ID or alias, and that this node tracks the chain. A new one takes some seconds. ${host} has no ${path}.`,
		});
	const hint = lookUp(apisOfChains, path.slice(path.lastIndexOf('/') + 1));
	return fail('not-found', `${host} does not serve ${path}, though it knows the chain "${chain}"`, {
		...known,
		hint:
			hint ?? 'The API may be switched off for this chain, or this kind of chain may not have it.',
	});
}
