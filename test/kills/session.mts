/** What happened in one run on one network, and what the watches told of it. All times are milliseconds since 1970. */
import type { IDataObject } from 'n8n-workflow';
import { configurations, type Kind, type PlannedDisturbance, validatorCount } from './plan.mts';

export interface Outage {
	validator: number;
	/** Among those of its validator. */
	number: number;
	kind: Kind;
	startedAt: number;
	/** Its end began: the process starts, or goes on. */
	endedAt?: number;
	/** The process is bootstrapped, or goes on. */
	backAt?: number;
	/** Each observer that answers lists it as connected; absent where that did not come within ten minutes. */
	seenAt?: number;
	/** All was done about it, so that a run which goes on does not play it again. */
	isOver?: boolean;
}

export interface Disturbance extends Pick<PlannedDisturbance, 'what' | 'observer'> {
	startedAt: number;
	endedAt?: number;
}

/** An item about validators. */
export interface Told {
	configuration: number;
	at: number;
	isEnd: boolean;
	validators: number[];
	/** It takes the observer for the cause. */
	isDoubted: boolean;
}

export interface Recorded {
	outages: Outage[];
	disturbances: Disturbance[];
	told: Told[];
	/** Other items of each configuration, by event. */
	others: Array<Record<string, number>>;
	/** Polls that failed, in words. */
	failures: string[];
}

export class Session {
	readonly recorded: Recorded = {
		outages: [],
		disturbances: [],
		told: [],
		others: configurations.map(() => ({})),
		failures: [],
	};
	/** Of each configuration the validators whose alert lasts. */
	private readonly alerted = configurations.map(() => new Set<number>());
	private readonly nodeIDs: string[];

	constructor(nodeIDs: string[]) {
		if (nodeIDs.length !== validatorCount) throw new Error(`${nodeIDs.length} validators`);
		this.nodeIDs = nodeIDs;
	}

	isAlerted(validator: number): boolean {
		return this.alerted.some((validators) => validators.has(validator));
	}

	/** Takes an item of a watch. */
	take(configuration: number, item: IDataObject, at = Date.now()): void {
		const { event, nodeId, nodeIds = [nodeId], suspect } = item;
		if (event !== 'disconnected' && event !== 'reconnected') {
			const counts = this.recorded.others[configuration]!;
			counts[event as string] = (counts[event as string] ?? 0) + 1;
			return;
		}
		const isEnd = event === 'reconnected';
		const validators = (nodeIds as string[]).map((id) => this.nodeIDs.indexOf(id));
		for (const validator of validators) {
			const alerted = this.alerted[configuration]!;
			if (isEnd) alerted.delete(validator);
			else alerted.add(validator);
		}
		this.recorded.told.push({
			configuration,
			at,
			isEnd,
			validators,
			isDoubted: suspect === 'watchingNode',
		});
	}
}
