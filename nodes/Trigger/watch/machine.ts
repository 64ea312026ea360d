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
	/** Seconds that this alert must be bad at least. */
	confirmSeconds?: number;
	/** True if the queried node may be wrong about it now. */
	isDoubtful?: boolean;
}

/** A doubtful alert must stay bad this long. By then the queried node has noticed the latest changes. */
const settleSeconds = 90;

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
	return {
		phase: 'recovering',
		since: state.since,
		count: state.count + 1,
		goodSince: state.goodSince ?? at,
	};
}

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
