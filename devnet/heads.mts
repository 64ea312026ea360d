import type { EvmCall } from './evm/jsonRpc.mts';

/** How nodes see the newest block of an EVM chain otherwise than it is: one stands still, another one is ahead. */

export interface HeadChoice {
	/** A further node; the answering node without a name. */
	observer?: string;
	/** ID or alias; the C-Chain by default. */
	chain?: string;
	/** Whether it stays at the block of now, whatever comes after it. */
	stands?: boolean;
	/** So many blocks more than there are, in what the node says of its newest number. */
	ahead?: number;
}

interface Head {
	/** The number of the block, in hexadecimal. */
	standsAt?: string;
	ahead: number;
}

interface Chain {
	id: string;
	call: EvmCall;
}

/** @param findChain throws where there is no such chain */
export function createHeads(findChain: (idOrAlias: string) => Chain) {
	const heads = new Map<string, Head>();
	const nameOf = (observer: string, id: string) => `${observer} ${id}`;
	const readNewest = async ({ call }: Chain) => (await call('eth_blockNumber', [])) as string;

	async function set({ observer = '', chain = 'C', stands, ahead }: HeadChoice): Promise<void> {
		const found = findChain(chain);
		const name = nameOf(observer, found.id);
		const before = heads.get(name) ?? { ahead: 0 };
		const now = stands ? await readNewest(found) : undefined;
		const standsAt = stands === undefined ? before.standsAt : now;
		heads.set(name, { standsAt, ahead: ahead ?? before.ahead });
	}

	/** The calls to a chain as this node answers them. */
	function seenBy(observer: string, chain: Chain): EvmCall {
		const head = heads.get(nameOf(observer, chain.id));
		if (!head) return chain.call;
		const { standsAt, ahead } = head;
		return async (method, params) => {
			if (method === 'eth_blockNumber') {
				const newest = BigInt(standsAt ?? (await readNewest(chain)));
				return `0x${(newest + BigInt(ahead)).toString(16)}`;
			}
			const isNewest =
				method === 'eth_getBlockByNumber' && Array.isArray(params) && params[0] === 'latest';
			return await chain.call(
				method,
				isNewest && standsAt ? [standsAt, ...params.slice(1)] : params,
			);
		};
	}
	/** Who stands still, in words. */
	const list = (): string[] =>
		[...heads]
			.filter(([, { standsAt }]) => standsAt !== undefined)
			.map(([name, { standsAt }]) => {
				const who = name.split(' ')[0] || 'The node';
				return `${who} stands still at block ${Number(standsAt).toLocaleString('en')}`;
			});
	return { set, seenBy, list, end: () => heads.clear() };
}
