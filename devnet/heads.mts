import type { EvmCall } from './evm/jsonRpc.mts';

/** How nodes see the newest block of an EVM chain otherwise than it is: one stands still or is late, another one is ahead. */

export interface HeadChoice {
	/** A further node; the answering node without a name. */
	observer?: string;
	/** ID or alias; the C-Chain by default. */
	chain?: string;
	/** Whether it stays at the block of now, whatever comes after it. */
	stands?: boolean;
	/** The node shows the block of so many seconds before the newest, and moves on with it; if negative, one that only it has. 0 ends it. */
	lateSeconds?: number;
	/** So many blocks more than there are, in what the node says of its newest number. */
	ahead?: number;
}

interface Head {
	/** The number of the block, in hexadecimal. */
	standsAt?: string;
	lateSeconds: number;
	ahead: number;
}

interface Timed {
	timestamp: string;
}

interface Chain {
	id: string;
	call: EvmCall;
}

/** As if a block came every two seconds, but never below the first one. */
const lateNumber = (newest: string, seconds: number): number =>
	Math.max(0, Number(newest) - Math.ceil(seconds / 2));

/** @param findChain throws where there is no such chain */
export function createHeads(findChain: (idOrAlias: string) => Chain) {
	const heads = new Map<string, Head>();
	const nameOf = (observer: string, id: string) => `${observer} ${id}`;
	const readNewest = async ({ call }: Chain) => (await call('eth_blockNumber', [])) as string;
	const toHex = (number: number): string => `0x${number.toString(16)}`;

	/** An older block as the newest one, with the time at which a busy chain would have had it. */
	async function askLate(chain: Chain, seconds: number, withTransactions: unknown) {
		const newest = await readNewest(chain);
		const ask = async (number: number) =>
			(await chain.call('eth_getBlockByNumber', [toHex(number), withTransactions])) as Timed;
		const { timestamp } = await ask(Number(newest));
		const shown = await ask(Math.min(lateNumber(newest, seconds), Number(newest)));
		return { ...shown, timestamp: toHex(Number(timestamp) - seconds) };
	}

	async function set(choice: HeadChoice): Promise<void> {
		const { observer = '', chain = 'C', stands, lateSeconds, ahead } = choice;
		const found = findChain(chain);
		const name = nameOf(observer, found.id);
		const before = heads.get(name) ?? { ahead: 0, lateSeconds: 0 };
		const now = stands ? await readNewest(found) : undefined;
		const standsAt = stands === undefined ? before.standsAt : now;
		heads.set(name, {
			standsAt,
			lateSeconds: lateSeconds ?? before.lateSeconds,
			ahead: ahead ?? before.ahead,
		});
	}

	/** The calls to a chain as this node answers them. */
	function seenBy(observer: string, chain: Chain): EvmCall {
		const head = heads.get(nameOf(observer, chain.id));
		if (!head) return chain.call;
		const { standsAt, lateSeconds, ahead } = head;
		return async (method, params) => {
			if (method === 'eth_blockNumber') {
				const newest = standsAt ?? (await readNewest(chain));
				return toHex(lateNumber(newest, lateSeconds) + ahead);
			}
			const isNewest =
				method === 'eth_getBlockByNumber' && Array.isArray(params) && params[0] === 'latest';
			if (isNewest && standsAt) return await chain.call(method, [standsAt, ...params.slice(1)]);
			if (isNewest && lateSeconds) return await askLate(chain, lateSeconds, params[1]);
			return await chain.call(method, params);
		};
	}
	const say = ({ standsAt, lateSeconds }: Head): string | undefined => {
		if (standsAt !== undefined)
			return `stands still at block ${Number(standsAt).toLocaleString('en')}`;
		return lateSeconds > 0 ? `is ${Math.round(lateSeconds / 60)} minutes behind` : undefined;
	};
	/** Who stands still or is behind, in words. */
	const list = (): string[] =>
		[...heads].flatMap(([name, head]) => {
			const said = say(head);
			return said === undefined ? [] : [`${name.split(' ')[0] || 'The node'} ${said}`];
		});
	return { set, seenBy, list, end: () => heads.clear() };
}
