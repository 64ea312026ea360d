/** Lets the observers vote on the validators that the queried node sees down, or cannot judge. */
import { fail } from '../../../shared/errors';
import { disconnected } from '../conditions/disconnected';
import type { WatchSettings } from '../model';
import type { Reading, Validator, Vote } from '../readings';
import { listShort } from '../sayNames';
import type { Heard } from './ask';
import { countVotes } from './count';

/** `isFresh` belongs to an observer whose records may be old: true if its record of a validator is current. */
export interface Voter extends Heard {
	isFresh?: (nodeId: string) => boolean;
}

/** All voters. The queried node has no vote if it has a `reason`. */
interface Panel {
	own: { name: string; reason?: string };
	voters: Voter[];
}

const noVote = (name: string, reason: string): Vote => ({ name, vote: null, reason });

function voteOf({ name, reason, validators, isFresh }: Voter, nodeId: string): Vote {
	if (reason !== undefined) return noVote(name, reason);
	const validator = validators?.get(nodeId);
	if (!validator) return noVote(name, 'does not list it');
	// An inactive L1 validator is never "connected".
	const { connected, active } = validator;
	if (connected === undefined || active === false) return noVote(name, 'does not say');
	if (isFresh && !isFresh(nodeId)) return noVote(name, 'its record may be older');
	return { name, vote: connected ? 'up' : 'down', reason: null };
}

/** Undefined without votes. If there are fewer votes than needed, all of them must say down. */
function isDown(votes: Vote[], needed: number): boolean | undefined {
	const count = countVotes(votes);
	if (!count) return undefined;
	const down = votes.filter(({ vote }) => vote === 'down').length;
	return down >= (needed ? Math.min(needed, count) : count);
}

/** Node IDs that the queried node sees down. */
export const listSuspects = (
	validators: ReadonlyMap<string, Validator>,
	{ source, rules }: WatchSettings,
	at: number,
): string[] =>
	[...validators]
		.filter(([, each]) => disconnected.judge(each, rules.disconnected, { at, source }) === 'bad')
		.map(([nodeId]) => nodeId);

/** True if a node says down now, and all that say up have records that may be of a moment before it. */
function isContradicted(votes: Vote[], voters: Voter[]): boolean {
	const recorders = voters.filter(({ isFresh }) => isFresh).map(({ name }) => name);
	const isLive = ({ name }: Vote) => !recorders.includes(name);
	const up = votes.filter(({ vote }) => vote === 'up');
	return (
		up.length > 0 && !up.some(isLive) && votes.some((each) => each.vote === 'down' && isLive(each))
	);
}

function judge(
	validator: Validator,
	votes: Vote[],
	voters: Voter[],
	{ observers }: WatchSettings,
): Validator {
	const down = isDown(votes, observers!.needed);
	return {
		...validator,
		votes,
		connected: down === undefined ? undefined : !down,
		isContradicted: isContradicted(votes, voters),
	};
}

const unknownOf = (nodeIds: string[], settings: WatchSettings) =>
	fail(
		'unreachable',
		`No observer can say whether ${listShort(nodeIds, settings)} ${nodeIds.length === 1 ? 'is' : 'are'} connected`,
		{ passing: true, hint: 'Check the node of your credential, and the further observers.' },
	).failure;

/** For a queried node that answered: its reading with the verdict of all observers on the suspects. */
export function judgeSuspects(
	reading: Reading,
	suspects: string[],
	{ own, voters }: Panel,
	settings: WatchSettings,
): Reading {
	const validators = new Map(reading.validators);
	const unknown: string[] = [];
	for (const nodeId of suspects) {
		const first: Vote = own.reason
			? noVote(own.name, own.reason)
			: { name: own.name, vote: 'down', reason: null };
		const votes = [first, ...voters.map((voter) => voteOf(voter, nodeId))];
		validators.set(nodeId, judge(validators.get(nodeId)!, votes, voters, settings));
		if (!countVotes(votes)) unknown.push(nodeId);
	}
	if (!unknown.length) return { ...reading, validators };
	const voteless = validators.get(unknown[0])!.votes;
	const failure = unknownOf(unknown, settings);
	return { ...reading, validators, failure, voteless, undecided: unknown };
}

/** Replaces a reading that failed with the votes of the other observers on the watched validators. */
export function standIn(
	reading: Reading,
	watched: string[],
	{ own, voters }: Panel,
	settings: WatchSettings,
): Reading {
	const validators = new Map<string, Validator>();
	const first = noVote(own.name, own.reason ?? 'no answer');
	for (const nodeId of watched) {
		const votes = [first, ...voters.map((voter) => voteOf(voter, nodeId))];
		if (!countVotes(votes)) continue;
		const listed = voters.map((voter) => voter.validators?.get(nodeId));
		const record = listed.find((each) => each?.validationId) ?? listed.find(Boolean)!;
		validators.set(nodeId, judge(record, votes, voters, settings));
	}
	if (validators.size) return { ...reading, failure: undefined, validators, isPartial: true };
	const voteless = [
		first,
		...voters.map(({ name, reason = 'does not say' }) => noVote(name, reason)),
	];
	return { ...reading, voteless };
}

/** Why an observer has no vote on anybody it was asked about. Undefined if it has one. */
export function findReason({ reason, validators }: Voter, asked: string[]): string | undefined {
	if (reason !== undefined) return reason;
	const says = asked.some((nodeId) => validators?.get(nodeId)?.connected !== undefined);
	return says ? undefined : 'lists none of the watched validators';
}
