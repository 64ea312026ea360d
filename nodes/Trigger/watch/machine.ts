/** Begins and ends the alerts of a subject, reading by reading. It knows no alert by name. */
import { dropCount } from './alertState';
import type { JudgedSubject, Judgement } from './judge';
import type { AlertState, Evidence, WatchSettings } from './model';

export interface Confirmation {
	/** Readings in a row that must be bad before the alert begins, or good before it ends. */
	badPolls: number;
	goodPolls: number;
	/** Seconds that these readings must span at least. */
	minimumSeconds: number;
	/** A reading sooner than this after the one before is not counted as another one. */
	apartSeconds?: number;
	/** Seconds that this alert must be bad at least. */
	confirmSeconds?: number;
	/** True if the queried node may be wrong about it now. */
	isDoubtful?: boolean;
}

/** A doubtful alert must stay bad this long. By then the queried node has noticed the latest changes. */
export const settleSeconds = 90;

/** Undefined means good. A recovering alert keeps its state until its end is reported. */
export function advance(
	state: AlertState | undefined,
	evidence: Evidence,
	at: number,
	confirmation: Confirmation,
): AlertState | undefined {
	if (evidence === 'unknown') return state;
	if (evidence === 'bad')
		return state && state.phase !== 'unconfirmed'
			? dropCount(state)
			: confirm(state, at, confirmation);
	if (!state || state.phase === 'unconfirmed') return undefined;
	return recover(state, at, confirmation);
}

/** The count after one more reading. Each must lie far enough from the first one for all that are counted. */
const countOn = (
	count: number,
	from: number,
	at: number,
	{ apartSeconds = 0 }: Confirmation,
): number => (at - from >= count * apartSeconds ? count + 1 : count);

function recover(state: AlertState, at: number, confirmation: Confirmation): AlertState {
	const { since, goodSince = at } = state;
	const count = countOn(state.count, goodSince, at, confirmation);
	return { phase: 'recovering', since, count, goodSince };
}

function confirm(
	state: AlertState | undefined,
	at: number,
	confirmation: Confirmation,
): AlertState {
	const { badPolls, minimumSeconds, confirmSeconds = 0, isDoubtful = false } = confirmation;
	const next: AlertState = state
		? { ...state, count: countOn(state.count, state.since, at, confirmation) }
		: { phase: 'unconfirmed', since: at, count: 1, isDoubtful };
	const seconds = Math.max(minimumSeconds, next.isDoubtful ? settleSeconds : confirmSeconds);
	const isSure = next.count >= badPolls && at - next.since >= seconds;
	return isSure ? { phase: 'confirmed', since: next.since, count: 0 } : next;
}

export const isOver = (
	{ phase, count, goodSince }: AlertState,
	at: number,
	{ goodPolls, minimumSeconds }: Confirmation,
): boolean => phase === 'recovering' && count >= goodPolls && at - goodSince! >= minimumSeconds;

export interface Move {
	judgement: Judgement;
	state?: AlertState;
	isOver: boolean;
}

export interface Advanced extends JudgedSubject {
	moves: Move[];
}

export const advanceAll = (
	judged: JudgedSubject[],
	settings: WatchSettings & Pick<Confirmation, 'apartSeconds'>,
	at: number,
): Advanced[] =>
	judged.map((subject) => ({
		...subject,
		moves: subject.judgements.map((judgement): Move => {
			const { alert, evidence } = judgement;
			const confirmation = { ...settings, ...judgement };
			const state = advance(subject.subject.states[alert.event], evidence, at, confirmation);
			const isGood = evidence === 'good' && state !== undefined;
			return { judgement, state, isOver: isGood && isOver(state, at, confirmation) };
		}),
	}));
