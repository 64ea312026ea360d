/** The votes of the observers, for the items of an alert. */
import type { IDataObject } from 'n8n-workflow';
import type { Notice } from '../model';
import type { Vote } from '../readings';

const sayVote = ({ name, vote, reason }: Vote): string =>
	vote ? `${name} ${vote}` : `${name} no vote (${reason})`;

/** "Observers: api.avax.network down, Zurich down, Paris no vote (no answer)". Empty without further observers. */
export const sayVotes = (votes: Vote[] | undefined): string[] =>
	votes ? [`Observers: ${votes.map(sayVote).join(', ')}`] : [];

const countBy = (notices: Notice[]): Array<{ name: string; votes: Vote[] }> => {
	const all = notices.flatMap(({ validator }) => validator?.votes ?? []);
	const names = [...new Set(all.map(({ name }) => name))];
	return names.map((name) => ({ name, votes: all.filter((each) => each.name === name) }));
};

/** An observer's view of many validators: one vote if it says the same of all, or else a count of each vote. */
function sayCounts({ name, votes }: { name: string; votes: Vote[] }): string {
	const said = Map.groupBy(votes, (vote) => sayVote({ ...vote, name: '' }).trim());
	const counted = [...said].map(([what, { length }]) => `${length} ${what}`);
	return counted.length > 1 ? `${name} ${counted.join(' and ')}` : sayVote(votes[0]);
}

/** "Observers: api.avax.network down, Zurich 2 down and 1 up". Empty without further observers. */
export function sayVotesOfMany(notices: Notice[]): string[] {
	const said = countBy(notices).map(sayCounts);
	return said.length ? [`Observers: ${said.join(', ')}`] : [];
}

export const showVotes = (votes: Vote[] | undefined): IDataObject[] | null =>
	votes?.map(({ name, vote, reason }) => ({ name, vote, reason })) ?? null;

/** For items about many validators: how many each observer sees down and up, and on how many it has no vote. */
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
