/** What cases came to: of which changes they were, what came of them, and which rules they broke. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Disturbance } from './disturbance.mts';

/** What a disturbance came to, where nothing was broken. */
export type Result =
	/** Refused in words: an item that is an error, or a poll that failed. */
	| 'refused'
	| 'right'
	/** It says less than the truth, as the answer did, and nothing else. */
	| 'less'
	/** A gap says what is missing. */
	| 'gap'
	/** Nothing in the answers contradicts it. */
	| 'unseen';

export interface Judged {
	/** The operation, or the event and its configuration. */
	name: string;
	disturbances: Disturbance[];
	results: Result[];
	/** The rules that were broken, in words. */
	broken: string[];
}

export type CaseKind = 'operations' | 'polled' | 'streamed';
interface Counts {
	cases: number;
	disturbances: number;
	'can be seen': number;
	refused: number;
	right: number;
	less: number;
	gap: number;
	unseen: number;
	broken: number;
}
interface ChangeCounts {
	seen: number;
	unseen: number;
}

interface State {
	seed: number;
	next: number;
	counts: Partial<Record<CaseKind, Counts>>;
	changes: Record<string, ChangeCounts>;
}

export class Report {
	private readonly state: State;
	private readonly file: string | undefined;

	/** Goes on with what a file tells of the same seed. */
	constructor(seed: number, from: number, file?: string) {
		const stored =
			file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : undefined;
		this.state = stored?.seed === seed ? stored : { seed, next: from, counts: {}, changes: {} };
		this.file = file;
	}

	/** The case that comes next. */
	get next(): number {
		return this.state.next;
	}

	get disturbances(): number {
		return this.sum('disturbances');
	}

	get broken(): number {
		return this.sum('broken');
	}

	private sum(name: keyof Counts): number {
		return Object.values(this.state.counts).reduce((all, counts) => all + counts[name], 0);
	}

	add(number: number, kind: CaseKind, { disturbances, results, broken }: Judged): void {
		const { state } = this;
		const none = {
			cases: 0,
			disturbances: 0,
			'can be seen': 0,
			refused: 0,
			right: 0,
			less: 0,
			gap: 0,
			unseen: 0,
			broken: 0,
		};
		const counts = (state.counts[kind] ??= none);
		counts.cases++;
		counts.disturbances += disturbances.length;
		if (broken.length) counts.broken++;
		for (const result of results) counts[result]++;
		for (const { change, unseen } of disturbances) {
			const each = (state.changes[change] ??= { seen: 0, unseen: 0 });
			if (unseen) each.unseen++;
			else counts['can be seen']++;
			if (!unseen) each.seen++;
		}
		state.next = number + 1;
	}

	save(): void {
		if (this.file) writeFileSync(this.file, JSON.stringify(this.state));
	}

	print(): void {
		const { counts, changes } = this.state;
		console.table(changes);
		console.table(counts);
		const share = (100 * this.sum('can be seen')) / Math.max(1, this.disturbances);
		console.log(
			`${this.disturbances} disturbances, ${share.toFixed(1)} percent of what can be seen`,
		);
	}
}
