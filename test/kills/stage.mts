/** Plays outages on real validators, and disturbs the observers meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../node/nodes.mts';
import { type Member, type PrimaryNetwork, startPrimaryNetwork } from '../node/primaryNetwork.mts';
import { type Link, openLink } from '../support/link.mts';
import {
	intervalSeconds,
	kinds,
	planDisturbances,
	type PlannedDisturbance,
	type PlannedOutage,
	validatorCount,
} from './plan.mts';
import { type Outage, Session } from './session.mts';

const observerCount = 2;
/** A validator that is not back by then is played on with all the same. */
const longestReturnSeconds = 600;

/** Waits of a node for its peers, in seconds: how soon it pings and gives up, and dials again. */
const waits = {
	'network-ping-timeout': 30,
	'network-ping-frequency': 10,
	'network-initial-reconnect-delay': 1,
	'network-max-reconnect-delay': 60,
};
/**
 * A node sets a peer aside after a share of unanswered requests, and counts it as disconnected for five minutes. How
 * often it asks cannot be scaled, so this is off.
 */
const neverBench = { 'benchlist-bench-probability': 1 };

/** In real time a node has its own defaults. */
const flagsFor = (factor: number): Record<string, unknown> =>
	factor === 1
		? {}
		: {
				...neverBench,
				...Object.fromEntries(
					Object.entries(waits).map(([name, seconds]) => [name, `${(seconds * 1000) / factor}ms`]),
				),
			};

export class Stage {
	readonly session: Session;
	readonly links: Link[];
	private readonly network: PrimaryNetwork;
	private readonly observers: Member[];
	private readonly validators: Member[];
	/** So many times faster than real time is all that is played. */
	private readonly factor: number;

	private constructor(network: PrimaryNetwork, links: Link[], factor: number) {
		[this.network, this.links, this.factor] = [network, links, factor];
		this.observers = network.members.slice(0, observerCount);
		this.validators = network.members.slice(observerCount);
		this.session = new Session(this.nodeIDs);
	}

	/** Resolves when each observer sees each validator. */
	static async open(factor: number): Promise<Stage> {
		const network = await startPrimaryNetwork(observerCount + validatorCount, flagsFor(factor));
		const links: Link[] = [];
		for (const { url } of network.members.slice(0, observerCount)) links.push(await openLink(url));
		const stage = new Stage(network, links, factor);
		for (const validator of stage.validators) await stage.waitUntilSeen(validator);
		return stage;
	}

	get nodeIDs(): string[] {
		return this.validators.map(({ nodeID }) => nodeID);
	}

	async close(): Promise<void> {
		for (const link of this.links) link.close();
		await this.network.stop();
	}

	/** Waits for so many seconds of real time. */
	private async wait(seconds: number): Promise<void> {
		await sleep((seconds * 1000) / this.factor);
	}

	/** Plays these outages of a validator, one after the other; `onOver` hears of each. */
	async playOutages(
		validator: number,
		outages: Array<PlannedOutage & { number: number }>,
		onOver: (outage: Outage) => void,
	): Promise<void> {
		for (const { pauseSeconds, lastsSeconds, number, kind } of outages) {
			await this.wait(pauseSeconds);
			const outage: Outage = { validator, number, kind, startedAt: Date.now() };
			this.session.recorded.outages.push(outage);
			await this.playOutage(outage, lastsSeconds);
			// What was too short for an alert is forgotten with a good reading.
			await this.wait(2 * intervalSeconds);
			await this.waitUntil(() => !this.session.isAlerted(validator));
			outage.isOver = true;
			onOver(outage);
		}
	}

	private async playOutage(outage: Outage, lastsSeconds: number): Promise<void> {
		const member = this.validators[outage.validator]!;
		const { signal } = kinds[outage.kind];
		const isFrozen = signal === 'SIGSTOP';
		const gone = isFrozen ? member.signal(signal) : member.stop(signal);
		await this.wait(lastsSeconds);
		await gone;
		outage.endedAt = Date.now();
		if (isFrozen) member.signal('SIGCONT');
		else await member.start();
		outage.backAt = Date.now();
		if (await this.waitUntilSeen(member)) outage.seenAt = Date.now();
	}

	/** Whether each observer that answers lists it as connected. */
	private async waitUntilSeen({ nodeID }: Member): Promise<boolean> {
		return await this.waitUntil(async () => {
			const views = await Promise.all(
				this.observers.map(async ({ url }) => {
					const params = { nodeIDs: [nodeID] };
					return await call(`${url}/ext/bc/P`, 'platform.getCurrentValidators', params).then(
						({ validators }) => validators[0]?.connected as boolean | undefined,
						() => undefined,
					);
				}),
			);
			return views.includes(true) && !views.includes(false);
		});
	}

	private async waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
		const end = Date.now() + (longestReturnSeconds * 1000) / this.factor;
		while (!(await condition())) {
			if (Date.now() > end) return false;
			await sleep(100);
		}
		return true;
	}

	/** Disturbs one observer after the other until it is told to stop. */
	async disturb(seed: string, signal: AbortSignal): Promise<void> {
		const { disturbances } = this.session.recorded;
		for (const planned of planDisturbances(seed)) {
			const pauseMs = (planned.pauseSeconds * 1000) / this.factor;
			if (!(await sleep(pauseMs, true, { signal }).catch(() => false))) return;
			const { what, observer } = planned;
			const disturbance = { what, observer, startedAt: Date.now() };
			disturbances.push(disturbance);
			await this.playDisturbance(planned);
			Object.assign(disturbance, { endedAt: Date.now() });
		}
	}

	private async playDisturbance({ what, observer, lastsSeconds }: PlannedDisturbance) {
		const [member, link] = [this.observers[observer]!, this.links[observer]!];
		if (what === 'cut') {
			link.cut();
			await this.wait(lastsSeconds);
			link.mend();
		} else {
			await member.stop(what === 'crash' ? 'SIGKILL' : 'SIGTERM');
			await member.start();
		}
	}
}
