/** Holds alerts back while their cause lasts, so that one outage is one alert. */
import { isChosen } from './conditions';
import { balanceLow } from './conditions/balanceLow';
import { balanceUsedUp } from './conditions/balanceUsedUp';
import { belowThreshold } from './conditions/belowThreshold';
import { bootstrapping } from './conditions/bootstrapping';
import { disconnected } from './conditions/disconnected';
import { fell } from './conditions/fell';
import { headNotMoving } from './conditions/headNotMoving';
import { metricsOfChains } from './conditions/metrics';
import { nodeBehind } from './conditions/nodeBehind';
import { requirementAtRisk } from './conditions/requirementAtRisk';
import { failsOfMachine, unhealthy } from './conditions/unhealthy';
import type { Advanced } from './machine';
import type { Alert, Notice, WatchSettings } from './model';
import type { Validator } from './readings';
import { isSilenced } from './silences';

interface Inhibition {
	/** Holds nothing more urgent: it is always critical, or by budget like the alerts it holds, or it has `spares`. */
	cause: Alert;
	holds: Alert[];
	/** For a cause that is only a warning: true for an alert that it does not bring about, and so does not hold. */
	spares?: (alert: Alert, validator: Validator) => boolean;
	/** The name of the cause says it all, so its items do not list the held alerts. */
	isImplied?: true;
}

export const inhibitions: Inhibition[] = [
	{ cause: disconnected, holds: [belowThreshold, fell, requirementAtRisk] },
	{ cause: balanceUsedUp, holds: [balanceLow], isImplied: true },
	// A node that catches up also fails the checks of its chains, and has not started some of them yet.
	{
		cause: bootstrapping,
		holds: [unhealthy, headNotMoving, nodeBehind, ...metricsOfChains],
		spares: (alert, node) => alert === unhealthy && failsOfMachine(node),
		isImplied: true,
	},
];

/** What the queried node finds by its own connections: Down, and what Down brings about. It may be wrong about all of them. */
export const alertsOfConnections: readonly Alert[] = inhibitions.flatMap(({ cause, holds }) =>
	cause === disconnected ? [cause, ...holds] : [],
);

/** A cause lasts after this reading, or ends with it. Undefined if it is good, or if nobody is told about it. */
type Course = 'lasts' | 'ends' | undefined;

function courseOf(
	{ event }: Alert,
	{ key, subject, moves }: Advanced,
	settings: WatchSettings,
	at: number,
): Course {
	const move = moves.find(({ judgement }) => judgement.alert.event === event);
	// Nothing new is known of a validator that is in no list.
	const state = move ? move.state : subject.states[event];
	const isTold = subject.reported[event] !== 'silently' && !isSilenced(key, event, at, settings);
	const isBad = state?.phase !== 'unconfirmed' || move?.judgement.evidence === 'bad';
	if (!state || !isTold || !isBad) return undefined;
	return move?.isOver ? 'ends' : 'lasts';
}

/** By the event of each held alert: the course of its cause. */
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

/** The alerts that items of `cause` list as its facts, if the source can show them. */
export const listFactsOf = (cause: Alert, { source }: WatchSettings): Alert[] =>
	inhibitions
		.filter((row) => row.cause === cause && !row.isImplied)
		.flatMap(({ holds }) => holds.filter(({ sources }) => sources[source]));

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
