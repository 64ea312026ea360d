/** Which alerts are facts of another one while that lasts, so that one outage is one alert. */
import { isChosen } from './conditions';
import { balanceLow } from './conditions/balanceLow';
import { balanceUsedUp } from './conditions/balanceUsedUp';
import { belowThreshold } from './conditions/belowThreshold';
import { bootstrapping } from './conditions/bootstrapping';
import { disconnected } from './conditions/disconnected';
import { fell } from './conditions/fell';
import { headNotMoving } from './conditions/headNotMoving';
import { metricsOfChains } from './conditions/metrics';
import { requirementAtRisk } from './conditions/requirementAtRisk';
import { failsOfMachine, unhealthy } from './conditions/unhealthy';
import type { Advanced } from './machine';
import type { Alert, Notice, WatchSettings } from './model';
import type { Validator } from './readings';
import { isSilenced } from './silences';

interface Inhibition {
	/** Always critical (`words.always`), so that nothing more urgent is held; by budget together with what it holds. */
	cause: Alert;
	holds: Alert[];
	/** Of a cause that is not critical, when it does not bring about what it holds. */
	spares?: (alert: Alert, validator: Validator) => boolean;
	/** Whether the cause says all of it by its name. */
	isImplied?: true;
}

export const inhibitions: Inhibition[] = [
	{ cause: disconnected, holds: [belowThreshold, fell, requirementAtRisk] },
	{ cause: balanceUsedUp, holds: [balanceLow], isImplied: true },
	// A node that catches up fails the checks of its chains, too, and has not begun with some of them.
	{
		cause: bootstrapping,
		holds: [unhealthy, headNotMoving, ...metricsOfChains],
		spares: (alert, node) => alert === unhealthy && failsOfMachine(node),
		isImplied: true,
	},
];

/** Whether a cause lasts after this reading, or ends with it; nothing where it is good, or where nobody is told of it. */
type Course = 'lasts' | 'ends' | undefined;

function courseOf(
	{ event }: Alert,
	{ key, subject, moves }: Advanced,
	settings: WatchSettings,
	at: number,
): Course {
	const move = moves.find(({ judgement }) => judgement.alert.event === event);
	// Of a validator that is in no list, nothing new is known.
	const state = move ? move.state : subject.states[event];
	const isTold = subject.reported[event] !== 'silently' && !isSilenced(key, event, at, settings);
	const isBad = state?.phase !== 'unconfirmed' || move?.judgement.evidence === 'bad';
	if (!state || !isTold || !isBad) return undefined;
	return move?.isOver ? 'ends' : 'lasts';
}

/** What becomes of the causes that hold alerts of a subject, by the names of these alerts. */
export function heldBy(
	advanced: Advanced,
	settings: WatchSettings,
	at: number,
): ReadonlyMap<string, Course> {
	return new Map(
		inhibitions
			.filter(({ cause }) => isChosen(cause, settings))
			.flatMap(({ cause, holds, spares }) => {
				const { validator } = advanced;
				const course = courseOf(cause, advanced, settings, at);
				const held = holds.filter((alert) => !validator || !spares?.(alert, validator));
				return held.map(({ event }) => [event, course] as const);
			}),
	);
}

/** The alerts of a source that are facts of this one. */
export const listFactsOf = (cause: Alert, { source }: WatchSettings): Alert[] =>
	inhibitions
		.filter((row) => row.cause === cause && !row.isImplied)
		.flatMap(({ holds }) => holds.filter(({ sources }) => sources[source]));

/** Those of them that are bad now. */
export function listAlsoBad(
	cause: Alert,
	{ key, validator, context, moves }: Advanced,
	settings: WatchSettings,
): Notice[] {
	const facts = listFactsOf(cause, settings).filter((alert) => isChosen(alert, settings));
	return moves
		.filter(({ judgement: { alert, evidence } }) => evidence === 'bad' && facts.includes(alert))
		.map(({ judgement: { alert }, state }) => ({
			alert,
			turned: 'began',
			key,
			validator,
			context,
			since: state!.since,
		}));
}
