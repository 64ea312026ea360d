/** How many observers say whether a validator is connected. */
import type { Validator, Vote } from '../readings';

export const countVotes = (votes: Vote[] = []): number =>
	votes.filter(({ vote }) => vote !== null).length;

/** Two votes in one poll are no accident of one observer. */
export const isHeardTwice = ({ votes }: Pick<Validator, 'votes'>): boolean =>
	countVotes(votes) >= 2;
