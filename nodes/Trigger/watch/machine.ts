/** How an alert of a subject begins and ends, reading by reading. It knows no alert by name. */
import { dropCount } from './alertState';
import type { JudgedSubject, Judgement } from './judge';
import type { AlertState, Evidence, WatchSettings } from './model';

/** How sure it must be. */
export interface Confirmation {
	/** Readings that must be bad, or good, one after another. */
	badPolls: number;
	goodPolls: number;
	/** Time for which they must be so besides. */
	minimumSeconds: number;
	/** Time for which this alert must be bad at least. */
	confirmSeconds?: number;
	/** Whether the queried node may be wrong about it now. */
	isDoubtful?: boolean;
}

/** Time after which a bad reading no longer shows what the queried node has not noticed yet. */
const settleSeconds = 90;

/** What becomes of a state with one more reading; nothing is good. One that recovers stays until its end is reported. */
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
	return {
		phase: 'recovering',
		since: state.since,
		count: state.count + 1,
		goodSince: state.goodSince ?? at,
	};
}

/** One more bad reading of what is not confirmed yet. */
function confirm(
	state: AlertState | undefined,
	at: number,
	{ badPolls, minimumSeconds, confirmSeconds = 0, isDoubtful = false }: Confirmation,
): AlertState {
	const next: AlertState = state
		? { ...state, count: state.count + 1 }
		: { phase: 'unconfirmed', since: at, count: 1, isDoubtful };
	const seconds = Math.max(minimumSeconds, next.isDoubtful ? settleSeconds : confirmSeconds);
	const isSure = next.count >= badPolls && at - next.since >= seconds;
	return isSure ? { phase: 'confirmed', since: next.since, count: 0 } : next;
}

/** Whether what recovers has been good for long enough. */
export const isOver = (
	{ phase, count, goodSince }: AlertState,
	at: number,
	{ goodPolls, minimumSeconds }: Confirmation,
): boolean => phase === 'recovering' && count >= goodPolls && at - goodSince! >= minimumSeconds;

/** An alert after this reading. */
export interface Move {
	judgement: Judgement;
	state?: AlertState;
	isOver: boolean;
}

/** A subject with its alerts after this reading. */
export interface Advanced extends JudgedSubject {
	moves: Move[];
}

/** All judged alerts of all subjects. */
export const advanceAll = (
	judged: JudgedSubject[],
	settings: WatchSettings,
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
