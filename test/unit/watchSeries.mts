/**
 * Series in, alerts out: a scripted source and clock for the event Uptime Drop. Each validator is a line of
 * polls, one character a poll, a minute apart:
 *   .  fine          x  not connected      l  uptime 50 %      i  inactive (and so not connected)
 *   -  not listed    n  another validation of the same node    L  uptime 50 % in that
 *   ?  the source cannot be read (in any line)   X  not connected, with uptime 50 %
 */
import type { IDataObject } from 'n8n-workflow';
import type { Context, WatchSettings } from '../../nodes/Trigger/watch/model';
import type { NodeClient, Validator } from '../../nodes/Trigger/watch/readings';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import { readSource } from '../../nodes/Trigger/watch/sources';
import { step } from '../../nodes/Trigger/watch/step';
import { fail, type Answer, type Failure } from '../../nodes/shared/errors';

export const start = Date.UTC(2026, 10, 21) / 1000;

export const day = 86_400;

/** A validator of which all is known that a message may rest on. */
export const knownValidator = (nodeId: string): Validator => ({
	nodeId,
	uptime: 79.5,
	startedAt: start - 20 * day,
	endsAt: start + 10 * day,
	nextPeriod: 14 * day,
	autoCompound: 30,
	balance: 5n,
	version: 'avalanchego/1.14.2',
	record: {},
});

/** All that is known beside it. */
export const knownContext = (at: number): Context => ({
	at,
	source: 'primaryNetwork',
	upgrades: { granite: start - day, helicon: start - 30 * day },
	highest: 99,
	feeRate: 512,
	lastsFor: 5 * day,
});

/** Readable names instead of real node IDs: `a` is `NodeID-a`. */
export const nameOf = (line: string) => `NodeID-${line}`;

export const settingsFor = (chosen: Partial<WatchSettings> = {}): WatchSettings => ({
	scope: 'workflow:node',
	source: 'blockchain',
	blockchainId: 'demo',
	subnetId: '',
	nodeIds: [],
	conditions: ['disconnected', 'belowThreshold', 'inactive', 'left', 'unreachable'],
	badPolls: 2,
	goodPolls: 1,
	minimumSeconds: 0,
	reminderSeconds: 0,
	timezone: 'UTC',
	digest: false,
	isSimple: true,
	reportEnds: true,
	redeliver: false,
	reportExisting: true,
	suspectShare: 100,
	...chosen,
	rules: {
		belowThreshold: { threshold: 80 },
		fell: { points: 1, withinSeconds: 24 * 3600 },
		requirementAtRisk: { riskSeconds: 24 * 3600 },
		endingSoon: { endingSeconds: 7 * 86_400 },
		balanceLow: { balanceSeconds: 14 * 86_400 },
		headNotMoving: { headChain: 'C', blocksAhead: 10, observers: [] },
		nodeBehind: { headChain: 'C', behindSeconds: 300, observers: [] },
		outdated: { minimumVersion: '1.15.0', upgradeSeconds: 14 * 86_400 },
		...chosen.rules,
	},
});

/** A record as validators.getCurrentValidators of a node gives it. */
export const l1Record = (nodeID: string, changes: IDataObject = {}): IDataObject => ({
	validationID: `validation of ${nodeID}`,
	nodeID,
	weight: 20,
	startTimestamp: start - 30 * 86_400,
	isActive: true,
	isL1Validator: true,
	isConnected: true,
	uptimePercentage: 99.5,
	uptimeSeconds: 1000,
	...changes,
});

/** A record as platform.getCurrentValidators of a node gives it. */
export const primaryRecord = (nodeID: string, changes: IDataObject = {}): IDataObject => ({
	txID: `tx of ${nodeID}`,
	startTime: String(start - 30 * 86_400),
	endTime: String(start + 30 * 86_400),
	weight: '2000000000000',
	nodeID,
	uptime: '99.5000',
	connected: true,
	...changes,
});

/** A record as platform.getCurrentValidators gives it with the subnet ID of an L1. */
export const balanceRecord = (nodeID: string, balance: number): IDataObject => ({
	validationID: `validation of ${nodeID}`,
	nodeID,
	weight: '20',
	startTime: String(start - 30 * 86_400),
	balance: String(balance),
});

const changesBy: Record<string, IDataObject> = {
	'.': {},
	x: { isConnected: false, connected: false },
	l: { uptimePercentage: 50, uptime: '50.0000' },
	X: { isConnected: false, connected: false, uptimePercentage: 50, uptime: '50.0000' },
	i: { isActive: false, isConnected: false },
	n: { validationID: 'the next validation', txID: 'the next tx' },
	L: {
		validationID: 'the next validation',
		txID: 'the next tx',
		uptimePercentage: 50,
		uptime: '50.0000',
	},
};

/** A source that answers each call by its method. */
export const worldOf = (
	answer: (method: string, params: IDataObject) => Answer | Promise<Answer>,
): NodeClient => ({
	rpc: async ({ method, params }) => await answer(method, params as IDataObject),
	rest: async ({ path }) => await answer(path, {}),
});

export const ok = (result: unknown): Answer => ({ ok: true, result });
export const unreachable: Failure = {
	...fail('unreachable', 'nobody answers', { passing: true }).failure,
};

/** What a node that does not tell the fee of L1 validators answers, where it is asked for that. */
export const lacksFee = (method: string): Answer | undefined =>
	method.startsWith('platform.getValidatorFee')
		? fail('method-unknown', `The node refused ${method}: rpc: can't find method "${method}"`)
		: undefined;

/** Watches over several polls, with what the trigger stores going through JSON each time. */
export class Watcher {
	readonly settings: WatchSettings;
	stored: string | undefined;
	at = start;

	constructor(settings: Partial<WatchSettings> = {}) {
		this.settings = settingsFor(settings);
	}

	/** One poll of this world; a minute passes after it. */
	async poll(world: NodeClient, seconds = 60): Promise<IDataObject[]> {
		const before = this.stored ? (JSON.parse(this.stored) as WatchCursor) : undefined;
		const reading = await readSource(world, this.settings, this.at, before);
		this.at += seconds;
		const { items, cursor } = step(before, reading, this.settings);
		this.stored = JSON.stringify(cursor);
		return items;
	}

	/** One poll of these records. */
	async see(records: IDataObject[], seconds?: number): Promise<IDataObject[]> {
		return await this.poll(
			worldOf((method) => lacksFee(method) ?? ok({ validators: records })),
			seconds,
		);
	}

	async fail(failure: Failure = unreachable): Promise<IDataObject[]> {
		return await this.poll(worldOf(() => ({ ok: false, failure })));
	}
}

/** Items of each poll of a series, by number of the poll. */
export const play = async (
	lines: Record<string, string>,
	settings: Partial<WatchSettings> = {},
): Promise<Told> => await playOn(new Watcher(settings), lines);

export type Told = Array<{ poll: number; item: IDataObject }>;

/** The same with a watcher of one's own. */
export async function playOn(watcher: Watcher, lines: Record<string, string>): Promise<Told> {
	const makeRecord = watcher.settings.source === 'primaryNetwork' ? primaryRecord : l1Record;
	const told: Told = [];
	for (let poll = 0; poll < Math.max(...Object.values(lines).map((line) => line.length)); poll++) {
		const signs = Object.entries(lines).map(([name, line]) => ({ name, sign: line[poll] }));
		const records = signs
			.filter(({ sign }) => sign in changesBy)
			.map(({ name, sign }) => makeRecord(nameOf(name), changesBy[sign]));
		const isDown = signs.some(({ sign }) => sign === '?');
		const items = isDown ? await watcher.fail() : await watcher.see(records);
		told.push(...items.map((item) => ({ poll, item })));
	}
	return told;
}

/** What a series tells, as "poll event name" lines. */
export async function tell(
	lines: Record<string, string>,
	settings: Partial<WatchSettings> = {},
): Promise<string[]> {
	return (await play(lines, settings)).map(({ poll, item }) => {
		const who = item.nodeIds
			? `${(item.nodeIds as string[]).length} at once`
			: (item.nodeId ?? 'source');
		return `${poll} ${item.event as string} ${String(who).replace('NodeID-', '')}`;
	});
}

/** What a series of polls is to report, and with which settings. */
export type Row = [
	what: string,
	lines: Record<string, string>,
	told: string[],
	settings?: Partial<WatchSettings>,
];

export const check = async (...[, lines, told, settings]: Row) => {
	expect(await tell(lines, settings)).toEqual(told);
};

export const hour = 3600;
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');
export const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);

/** The Primary Network with validators and the time of Helicon, and the methods that were asked. */
export const primaryWorld = (records: IDataObject[], heliconAt: number, asked: string[] = []) =>
	worldOf((method) => {
		asked.push(method);
		return ok(
			method === 'info.upgrades' ? { heliconTime: iso(heliconAt) } : { validators: records },
		);
	});
export const primary = { source: 'primaryNetwork' as const, blockchainId: '', badPolls: 1 };
