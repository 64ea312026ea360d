/** Reminders that were due and not sent, as the cursor stores them: few alerts have any. */
import { markOf } from '../../feeds/identity';
import { alerts } from './conditions';
import type { Subject } from './model';

/** The others count those that fell due. */
const mostStored = 40;
const markLength = 6;

export type Unsent = Record<string, number>;

const nameOf = (key: string, code: number): string => `${code}.${markOf(key, markLength)}`;

export function packUnsent(subjects: ReadonlyMap<string, Subject>): Unsent | undefined {
	const all = [...subjects].flatMap(([key, { unsent = {} }]) =>
		alerts
			.filter(({ event }) => unsent[event])
			.map(({ event, code }) => [nameOf(key, code), unsent[event]] as const),
	);
	return all.length ? Object.fromEntries(all.slice(0, mostStored)) : undefined;
}

/** A subject with what is stored of its alerts. */
export function withUnsent(key: string, subject: Subject, stored: Unsent | undefined): Subject {
	if (!stored) return subject;
	const own = alerts
		.filter(({ event }) => subject.states[event])
		.map(({ event, code }) => [event, stored[nameOf(key, code)]] as const)
		.filter(([, unsent]) => unsent);
	return own.length ? { ...subject, unsent: Object.fromEntries(own) } : subject;
}
