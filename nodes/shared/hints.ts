/** What a run says of its work when it is done: n8n shows nothing of a node while it runs. */
import type { NodeExecutionHint } from 'n8n-workflow';

/** What was read of a list of which records are left out here. */
export interface Tally {
	noun: string;
	pages: number;
	read: number;
	wanted: number;
}

/** How much was read to find what was wanted. */
export function describeTallies(tallies: Tally[]): NodeExecutionHint | undefined {
	const sum = (of: (tally: Tally) => number) => tallies.reduce((all, one) => all + of(one), 0);
	const [pages, read, wanted] = [
		sum((tally) => tally.pages),
		sum((tally) => tally.read),
		sum((tally) => tally.wanted),
	];
	if (!pages) return undefined;
	const message = `Read ${read} ${tallies[0].noun} on ${pages} ${pages === 1 ? 'page' : 'pages'}. ${wanted} of them matched.`;
	return { message, location: 'outputPane' };
}
