/** What a watch of an event received, beside what happened: each event once, none from before, none that never was. */
import type { IDataObject } from 'n8n-workflow';
import type { Devnet } from '../../devnet/devnet.mts';
import { countNames, listMore, ofBacklog, type Scene } from '../support/scenes.mts';
import { shorten } from './answers.mts';
import type { Applied } from './meddle.mts';

/** What a watch says of itself, not of what it watches. */
const ofItself = [
	'gap',
	'unreadable',
	...ofBacklog,
	'removed',
	'unreachable',
	'reachable',
	'versionUnknown',
	'balanceUnreadable',
	'balanceReadable',
];

const isHash = /^0x[0-9a-f]{64}$/i;
const datedAhead = ['milliseconds', 'farFuture', 'farAhead', 'edge'];

export class Watched {
	/** All items that came, as n8n got them. */
	readonly items: IDataObject[] = [];
	private readonly devnet: Devnet;
	private readonly scene: Scene;
	private readonly before: Map<string, number>;
	/** Changes of a state, of which the order counts, before the watch began. */
	private readonly changesBefore: number;
	/** Names that a change which cannot be seen may lose, double or alter. */
	private readonly excused = new Set<string>();
	/** Such a change may make up a record. */
	private mayInvent = false;
	/** It may take what is watched away, which ends a state without a word. */
	private mayBeAbsent = false;
	/** Records that were dated ahead: nothing tells how old they are. */
	private readonly doubtful = new Set<string>();
	/** Records that came as they were because they could not be read, and without the name by which they are known here. */
	private nameless = 0;
	private readonly broken: string[] = [];

	constructor(devnet: Devnet, scene: Scene) {
		[this.devnet, this.scene] = [devnet, scene];
		const happened = scene.listHappened();
		[this.before, this.changesBefore] = [countNames(happened), happened.length];
	}

	private get expected(): string[] {
		const happened = this.scene.listHappened();
		return this.scene.isState
			? happened.slice(this.changesBefore)
			: listMore(countNames(happened), this.before);
	}

	private get received(): string[] {
		return this.items
			.filter((item) => this.isNamed(item) && !this.isBeside(item))
			.map(this.scene.nameOf);
	}

	/** What says nothing of a change: a false figure that cannot be seen may also be a step of an alert. */
	private isBeside({ event }: IDataObject): boolean {
		return ofItself.includes(event as string) || (event === 'grew' && this.mayInvent);
	}

	/** A reward without the amount by which it is known here is there all the same. */
	private isNamed(item: IDataObject): boolean {
		return item.event !== 'reward' || typeof this.scene.nameOf(item) === 'string';
	}

	private get missing(): string[] {
		return listMore(countNames(this.expected), countNames(this.received));
	}

	/** Whether all that happened was received, as far as it can be. */
	get isComplete(): boolean {
		if (this.scene.isState) return this.mayBeAbsent || this.isStateTold;
		const missing = this.missing.filter((name) => !this.excused.has(name));
		return missing.length <= this.nameless;
	}

	/** The same with items that are not taken yet. */
	isCompleteWith(items: IDataObject[]): boolean {
		const before = this.items.length;
		this.items.push(...items);
		const { isComplete } = this;
		this.items.length = before;
		return isComplete;
	}

	/** Whether the last change of a state was received. */
	get isStateTold(): boolean {
		const { expected, received, mayBeAbsent } = this;
		if (mayBeAbsent) return true;
		return expected.length ? expected.at(-1) === received.at(-1) : received.length % 2 === 0;
	}

	/** Notes what came, and what the disturbances of this time excuse. */
	async take(items: IDataObject[], applied: Applied[]): Promise<void> {
		const unseen = applied.filter((one) => one.unseen);
		if (unseen.length) this.excuse(unseen);
		const { measuredWithout = ' ' } = this.scene;
		// The last change must come all the same.
		this.mayInvent ||= applied.some(({ call }) => call.method?.startsWith(measuredWithout));
		for (const { change, record } of applied)
			if (datedAhead.includes(change))
				for (const name of this.namedIn(record)) this.doubtful.add(name);
		if (items.some((item) => !this.isNamed(item)) && applied.length) this.excuseNamed(applied);
		this.items.push(...items);
		for (const item of items) {
			if (item.event === 'gap') await this.judgeGap(item);
			if (item.event === 'unreadable') this.judgeUnreadable(item, applied);
			if (item.event === 'behind') await this.judgeBehind(item);
		}
	}

	/** It says that one record is missing: that which its raw form names, or any where this form has lost its name. */
	private judgeUnreadable({ record }: IDataObject, applied: Applied[]): void {
		if (!applied.length)
			this.broken.push(`nothing disturbed a record called unreadable: ${record}`);
		const named = this.namedIn(String(record));
		for (const name of named) this.excused.add(name);
		if (!named.length) this.nameless++;
	}

	private excuse(applied: Applied[]): void {
		this.mayInvent = true;
		this.mayBeAbsent ||= applied.some(({ kind }) => kind === 'list' || kind === 'identifier');
		for (const name of this.missing) this.excused.add(name);
		this.excuseNamed(applied);
	}

	private excuseNamed(applied: Applied[]): void {
		for (const name of this.namedIn(applied.map(({ texts }) => texts).join(' ')))
			this.excused.add(name);
	}

	/** What a text names, a reward by its amount. */
	private namedIn(text: string): string[] {
		// Texts and lists can both be long, and hashes are most of the names.
		const hashes = new Set(text.match(/0x[0-9a-f]{64}/gi));
		const isIn = (name: string): boolean =>
			isHash.test(name)
				? hashes.has(name)
				: text.includes(name) || text.includes(`"${Number(name) * 1e9}"`);
		return this.scene.listHappened().filter(isIn);
	}

	/** What waits must be there; a false height says more. */
	private async judgeBehind({ to, lagBlocks, lagSeconds }: IDataObject): Promise<void> {
		const end = await this.findEnd();
		if (this.mayInvent) return;
		if (lagBlocks !== null && Number(to) > end + 1)
			this.broken.push(`behind up to ${to}, and the end is ${end}`);
		if (!(Number(lagSeconds) >= 60)) this.broken.push(`behind for ${lagSeconds} seconds`);
	}

	/** Behind and caught up take turns, each pair of an ID of its own; in the end nothing waits. */
	private judgeBacklog(): string[] {
		const told = this.items.filter(({ event }) => ofBacklog.includes(event as string));
		const isInTurn = told.every(({ event, alertId }, i) =>
			i % 2 === 0 ? event === 'behind' : event === 'caughtUp' && alertId === told[i - 1]!.alertId,
		);
		const isOnce = new Set(told.map(({ eventId }) => eventId)).size === told.length;
		return isInTurn && isOnce && told.length % 2 === 0
			? []
			: [
					`of what waited came: ${shorten(
						told.map(({ eventId }) => eventId),
						200,
					)}`,
				];
	}

	/** What a gap tells of must be there; what had happened by then may be in it. */
	private async judgeGap({ from, to }: IDataObject): Promise<void> {
		const end = await this.findEnd();
		if (Number(to) > end + 1)
			this.broken.push(`a gap from ${from} to ${to}, and the end is ${end}`);
		for (const name of this.missing) this.excused.add(name);
	}

	private async findEnd(): Promise<number> {
		const { event, readFrom, chainId } = this.scene.parameters;
		if (this.scene.isStream || readFrom === 'node' || event === 'contractEvent')
			return Number(await (await this.devnet.evm()).request('eth_blockNumber'));
		return chainId
			? this.devnet.world.ledger.chains[0]!.blocks.at(-1)!.number
			: Math.ceil(Date.now() / 1000);
	}

	/** What is wrong in the end, in words. */
	judge(): string[] {
		const own = this.scene.isState ? this.judgeState() : this.judgeRecords();
		return [...this.broken, ...this.judgeBacklog(), ...own];
	}

	private judgeState(): string[] {
		if (this.mayBeAbsent) return [];
		const { expected, received } = this;
		const asTold = `received ${shorten(received, 200)}, and the truth is ${shorten(expected, 200)}`;
		if (!this.isStateTold) return [`the last change never came: ${asTold}`];
		return this.mayInvent || expected.join() === received.join()
			? []
			: [`other changes came: ${asTold}`];
	}

	private judgeRecords(): string[] {
		const { expected, received, before, excused, missing, doubtful, nameless } = this;
		const say = (what: string, names: string[]) => {
			const counted = names.filter((name) => !excused.has(name));
			return counted.length
				? [`${counted.length} ${what}: ${counted.slice(0, 3).map(String).join(', ')}`]
				: [];
		};
		const more = listMore(countNames(received), countNames(expected));
		const happened = new Set(expected);
		const removed = this.items.filter(({ event }) => event === 'removed');
		const silent = missing.filter((name) => !excused.has(name));
		return [
			...(silent.length > nameless ? say('never came', missing) : []),
			...say(
				'came more than once',
				more.filter((name) => happened.has(name)),
			),
			...say(
				'came from before publication',
				more.filter((name) => !happened.has(name) && before.has(name) && !doubtful.has(name)),
			),
			...(this.mayInvent
				? []
				: say(
						'came and never happened',
						more.filter((name) => !happened.has(name) && !before.has(name)),
					)),
			...(removed.length && !this.mayInvent
				? [`${removed.length} were taken back, and none was`]
				: []),
		];
	}
}
