/** What a run says of its work when it is done: n8n shows nothing of a node while it runs. */
import type { NodeExecutionHint } from 'n8n-workflow';

/** What was read of a list. */
export interface Tally {
	/** What its records are called, where some are left out here. */
	noun?: string;
	pages: number;
	read: number;
	wanted: number;
}

/** More pages than this are long work. */
const fewPages = 10;

/** How much was read, where it was much or some was left out, and for how long a host held requests back. */
export function describeWork(tallies: Tally[], heldBackMs: number): NodeExecutionHint | undefined {
	const sum = (of: (tally: Tally) => number) => tallies.reduce((all, one) => all + of(one), 0);
	const [pages, read] = [sum((tally) => tally.pages), sum((tally) => tally.read)];
	const noun = tallies.find((tally) => tally.noun)?.noun;
	const seconds = Math.round(heldBackMs / 1000);
	const message = [
		(pages > fewPages || (noun && pages > 0)) &&
			`Read ${read} ${noun ?? 'records'} on ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
		noun && pages > 0 && `${sum((tally) => tally.wanted)} of them matched.`,
		seconds > 0 && `Rate limits held requests back for ${seconds} s.`,
	]
		.filter(Boolean)
		.join(' ');
	return message ? { message, location: 'outputPane' } : undefined;
}
