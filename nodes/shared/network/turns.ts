/** Questions of one kind, a few at a time. */
import type { Answer } from '../errors';

/** Asks about each entry, `width` at a time. Answers in the order of the entries. The first failure ends it. */
export async function askInTurns<Entry, Found>(
	entries: Entry[],
	width: number,
	ask: (entry: Entry) => Promise<Answer<Found>>,
): Promise<Answer<Found[]>> {
	const found: Found[] = [];
	for (let next = 0; next < entries.length; next += width) {
		const turn = entries.slice(next, next + width);
		for (const answer of await Promise.all(turn.map(ask))) {
			if (!answer.ok) return answer;
			found.push(answer.result);
		}
	}
	return { ok: true, result: found };
}
