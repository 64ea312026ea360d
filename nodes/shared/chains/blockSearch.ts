/** Finds the block of a moment by halving. Nodes and services know blocks by number, people know times. */
import { fail, nothing, type Answer } from '../errors';
import type { Client } from '../network/client';
import { blocksApart } from '../network/hosts';
import { oncePerClient } from '../network/oncePerClient';

/** A block and its time in UNIX seconds. Several blocks can share a second. */
export interface TimedBlock {
	number: number;
	time: number;
}

/** Reads blocks. Undefined means that the block is not there. */
export interface BlockSource {
	newest: () => Promise<Answer<TimedBlock>>;
	read: (number: number) => Promise<Answer<TimedBlock | undefined>>;
}

/** Most probes of a search. A chain of 2,000,000,000 blocks takes all of them. */
export const mostProbes = 40;

/** The first step back from the newest block, and the factor by which each further step is longer. */
const reach = { first: blocksApart.usual, factor: 16 };

/** Block `before` is before a moment, block `at` is not. */
interface Bracket {
	before: number;
	at: number;
}

/** Finds blocks by time. Reads each block once, and keeps the same newest block all the time. */
export class BlockSearch {
	private readonly known = new Map<number, Promise<Answer<TimedBlock>>>();
	private head?: Promise<Answer<TimedBlock>>;
	private asked = 0;

	constructor(private readonly source: BlockSource) {}

	get requests(): number {
		return this.asked + (this.head ? 1 : 0);
	}

	/** The newest block at the first call. */
	async newest(): Promise<Answer<TimedBlock>> {
		return await (this.head ??= this.source.newest());
	}

	/** The first block at or after a moment (UNIX seconds); undefined if the chain has none yet. */
	async firstFrom(moment: number): Promise<Answer<number | undefined>> {
		const newest = await this.newest();
		if (!newest.ok) return newest;
		if (newest.result.time < moment) return nothing;
		const probe = this.countedProbe(moment);
		const near = await reachBack(newest.result.number, probe);
		if (!near.ok) return near;
		const { before, at } = near.result;
		return await halve(before, at, not(probe));
	}

	/** The same, or the number after the newest block if there is none yet. */
	async startOf(moment: number): Promise<Answer<number>> {
		const [first, newest] = [await this.firstFrom(moment), await this.newest()];
		if (!first.ok) return first;
		if (!newest.ok) return newest;
		return { ok: true, result: first.result ?? newest.result.number + 1 };
	}

	/** The last block at or before a moment (UNIX seconds); undefined if the chain began later. */
	async lastUpTo(moment: number): Promise<Answer<number | undefined>> {
		const next = await this.startOf(Math.floor(moment) + 1);
		if (!next.ok) return next;
		return { ok: true, result: next.result > 0 ? next.result - 1 : undefined };
	}

	/** A probe that is true for blocks before the moment. It fails once the search has used up its requests. */
	private countedProbe(moment: number): Probe {
		let left = mostProbes - 1;
		return async (number) => {
			if (left-- <= 0)
				return fail(
					'not-understood',
					`The block of a time was not found in ${mostProbes} requests`,
					{
						hint: 'Enter block numbers instead of Period.',
					},
				);
			const block = await this.timeOf(number);
			return block.ok ? { ok: true, result: block.result.time < moment } : block;
		};
	}

	private async timeOf(number: number): Promise<Answer<TimedBlock>> {
		const read = this.known.get(number) ?? this.read(number);
		this.known.set(number, read);
		return await read;
	}

	/** Asks again for a block near the newest one: some of the servers behind a URL may lag behind. */
	private async read(number: number): Promise<Answer<TimedBlock>> {
		const newest = await this.newest();
		if (!newest.ok) return newest;
		const isNear = number > newest.result.number - blocksApart.usual;
		for (let tries = isNear ? mostTries : 1; tries > 0; tries--) {
			this.asked++;
			const answer = await this.source.read(number);
			if (!answer.ok) return answer;
			if (answer.result) return { ok: true, result: answer.result };
		}
		return isNear ? noBlockYet(number) : noBlock(number);
	}
}

type Probe = (number: number) => Promise<Answer<boolean>>;

const not =
	(probe: Probe): Probe =>
	async (number) => {
		const answer = await probe(number);
		return answer.ok ? { ok: true, result: !answer.result } : answer;
	};

/** How often to ask for a block that should be there. */
const mostTries = 4;

const noBlockYet = (number: number): Answer<never> =>
	fail('server', `Block ${number} is missing, so the blocks of the time are not known`, {
		passing: true,
		hint: 'Several servers may share this URL, and one of them lags behind. Try again.',
	});

const noBlock = (number: number): Answer<never> =>
	fail('server', `Block ${number} is missing, so the blocks of the time are not known`, {
		hint: 'The server may have dropped old blocks. Choose a later time, enter block numbers, or use another server.',
	});

/** Goes back from the newest block in growing steps, so that a recent moment needs no old block. */
async function reachBack(newest: number, isBefore: Probe): Promise<Answer<Bracket>> {
	let at = newest;
	for (let step = reach.first; at > 0; step *= reach.factor) {
		const number = Math.max(0, newest - step);
		const answer = await isBefore(number);
		if (!answer.ok) return answer;
		if (answer.result) return { ok: true, result: { before: number, at } };
		at = number;
	}
	return { ok: true, result: { before: -1, at } };
}

/** The first position that is above something, found by halving. `below` is known not to be, `above` is. */
export async function halve(below: number, above: number, isAbove: Probe): Promise<Answer<number>> {
	let [low, high] = [below, above];
	while (high - low > 1) {
		const middle = low + Math.floor((high - low) / 2);
		const answer = await isAbove(middle);
		if (!answer.ok) return answer;
		if (answer.result) high = middle;
		else low = middle;
	}
	return { ok: true, result: high };
}

/** One search per chain and run, so that all items of a run mean the same blocks. */
export const searchOf = (
	open: (client: Client, chain: string) => BlockSource,
): ((client: Client, chain: string) => BlockSearch) =>
	oncePerClient((client, chain: string) => new BlockSearch(open(client, chain)));
