/** Who saw what, in the items of an alert. */
import type { IDataObject } from 'n8n-workflow';
import type { Notice } from '../model';
import type { Vote } from '../readings';

const sayVote = ({ name, vote, reason }: Vote): string =>
	vote ? `${name} ${vote}` : `${name} no vote (${reason})`;

/** "Observers: api.avax.network down, Zurich down, Paris no vote (no answer)"; nothing where only one was asked. */
export const sayVotes = (votes: Vote[] | undefined): string[] =>
	votes ? [`Observers: ${votes.map(sayVote).join(', ')}`] : [];

const countBy = (notices: Notice[]): Array<{ name: string; votes: Vote[] }> => {
	const all = notices.flatMap(({ validator }) => validator?.votes ?? []);
	const names = [...new Set(all.map(({ name }) => name))];
	return names.map((name) => ({ name, votes: all.filter((each) => each.name === name) }));
};

/** Of an observer about many: what it says of all of them, or of how many it says what. */
function sayCounts({ name, votes }: { name: string; votes: Vote[] }): string {
	const said = Map.groupBy(votes, (vote) => sayVote({ ...vote, name: '' }).trim());
	const counted = [...said].map(([what, { length }]) => `${length} ${what}`);
	return counted.length > 1 ? `${name} ${counted.join(' and ')}` : sayVote(votes[0]);
}

/** "Observers: api.avax.network down, Zurich 2 down and 1 up"; nothing where only one was asked. */
export function sayVotesOfMany(notices: Notice[]): string[] {
	const said = countBy(notices).map(sayCounts);
	return said.length ? [`Observers: ${said.join(', ')}`] : [];
}

export const showVotes = (votes: Vote[] | undefined): IDataObject[] | null =>
	votes?.map(({ name, vote, reason }) => ({ name, vote, reason })) ?? null;

/** Of many: how many of them each observer sees down and up, and on how many it has no vote. */
export function countByObserver(notices: Notice[]): IDataObject[] | null {
	const all = countBy(notices);
	if (!all.length) return null;
	const count = (votes: Vote[], wanted: Vote['vote']): number =>
		votes.filter(({ vote }) => vote === wanted).length;
	return all.map(({ name, votes }) => ({
		name,
		down: count(votes, 'down'),
		up: count(votes, 'up'),
		noVote: count(votes, null),
	}));
}
