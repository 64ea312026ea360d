/** Counts the observers that have a vote on a validator. */
import type { Validator, Vote } from '../readings';

export const countVotes = (votes: Vote[] = []): number =>
	votes.filter(({ vote }) => vote !== null).length;

/** Two votes in the same poll cannot be the accident of a single observer. */
export const isHeardTwice = ({ votes }: Pick<Validator, 'votes'> = {}): boolean =>
	countVotes(votes) >= 2;
