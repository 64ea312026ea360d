/** Finds out why a node answers 404 for a chain. */
import { fail, type Answer } from '../errors';
import type { JsonRpc } from './jsonRpc';
import { chainInPath, describeUnserved, type ChainStanding } from './meanings/chains';
import { infoCall } from './rpcCall';

export class Standings {
	private readonly known = new Map<string, Promise<Answer<ChainStanding>>>();

	constructor(
		private readonly rpc: JsonRpc,
		private readonly host: string,
	) {}

	/** Explains the 404 of a chain. Other answers stay as they are. The node is asked once for each chain. */
	async explain(path: string, answer: Answer): Promise<Answer> {
		if (answer.ok) return answer;
		const { kind, httpStatus } = answer.failure;
		const chain = kind === 'not-found' && httpStatus === 404 ? chainInPath(path) : undefined;
		if (chain === undefined) return answer;
		const standing = this.known.get(chain) ?? this.read(chain);
		this.known.set(chain, standing);
		const told = await standing;
		if (told.ok) return describeUnserved(path, chain, this.host, told.result);
		return told.failure.passing ? told : answer;
	}

	/** A node that is still starting has not created its chains yet. */
	private async read(chain: string): Promise<Answer<ChainStanding>> {
		const own = await this.isBootstrapped(chain);
		if (own.ok) return { ok: true, result: own.result ? 'served' : 'starting' };
		if (own.failure.kind !== 'not-found' || own.failure.httpStatus !== undefined) return own;
		// While the P-Chain catches up, the node cannot know which chains it will have.
		const platform = await this.isBootstrapped('P');
		return platform.ok ? { ok: true, result: platform.result ? 'unknown' : 'starting' } : platform;
	}

	private async isBootstrapped(chain: string): Promise<Answer<boolean>> {
		const answer = await this.rpc.call(infoCall('info.isBootstrapped', { chain }));
		if (!answer.ok) return answer;
		const { isBootstrapped } = (answer.result ?? {}) as { isBootstrapped?: unknown };
		return typeof isBootstrapped === 'boolean'
			? { ok: true, result: isBootstrapped }
			: fail('not-understood', `${this.host} does not say whether ${chain} is bootstrapped`);
	}
}
