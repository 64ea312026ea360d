/** Who saw what, in the items of an alert. */
import type { IDataObject } from 'n8n-workflow';
import type { Notice } from '../model';
import type { Vote } from '../readings';

const sayVote = ({ name, vote, reason }: Vote): string =>
	vote ? `${name} ${vote}` : `${name} no vote (${reason})`;

/** "Observers: api.avax.network down, Zurich down, Paris no vote (no answer)"; nothing where only one was asked. */
export const sayVotes = (votes: Vote[] | undefined): string[] =>
	votes ? [`Observers: ${votes.map(sayVote).join(', ')}`] : [];

export const showVotes = (votes: Vote[] | undefined): IDataObject[] | null =>
	votes?.map(({ name, vote, reason }) => ({ name, vote, reason })) ?? null;

/** Of many: how many of them each observer sees down and up, and on how many it has no vote. */
export function countByObserver(notices: Notice[]): IDataObject[] | null {
	const all = notices.flatMap(({ validator }) => validator?.votes ?? []);
	if (!all.length) return null;
	const names = [...new Set(all.map(({ name }) => name))];
	const count = (name: string, vote: Vote['vote']): number =>
		all.filter((each) => each.name === name && each.vote === vote).length;
	return names.map((name) => ({
		name,
		down: count(name, 'down'),
		up: count(name, 'up'),
		noVote: count(name, null),
	}));
}
