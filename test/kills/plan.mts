/** What happens in a run, by its seed: which validator goes how and for how long, and which observer is disturbed meanwhile. */
import { type Dice, throwDice } from '../../devnet/ids.mts';

export const validatorCount = 5;
export const intervalSeconds = 60;

/** How a validator goes, and the seconds until a node that pings as it does by default sees that. */
export const kinds = {
	kill: { signal: 'SIGKILL', detectionSeconds: 0.05 },
	stop: { signal: 'SIGTERM', detectionSeconds: 0.05 },
	freeze: { signal: 'SIGSTOP', detectionSeconds: 30 },
} as const;
export type Kind = keyof typeof kinds;

/** How a watch is set up, and within which time its message is to come (99 percent). */
export interface Configuration {
	name: string;
	/** Bad readings in a row that an alert needs. */
	checks: number;
	observers: number;
	goalSeconds: Record<Kind, number>;
}
export const configurations: Configuration[] = [
	{
		name: 'one observer, 2 checks',
		checks: 2,
		observers: 1,
		goalSeconds: { kill: 125, stop: 125, freeze: 155 },
	},
	{
		name: 'two observers, 1 check',
		checks: 1,
		observers: 2,
		goalSeconds: { kill: 65, stop: 65, freeze: 95 },
	},
];

/** An outage that lasts longer must be reported. */
export const limitSeconds = (kind: Kind, { checks }: Configuration): number =>
	checks * intervalSeconds + kinds[kind].detectionSeconds;
const longestLimit = (kind: Kind): number =>
	Math.max(...configurations.map((configuration) => limitSeconds(kind, configuration)));

/** All times are of a node and an n8n that run in real time. */
export interface PlannedOutage {
	kind: Kind;
	/** From the last recovery on: it begins at any time between two polls. */
	pauseSeconds: number;
	lastsSeconds: number;
}

/** One of six outages may be too short for a watch that needs two checks. */
const shortShare = 1 / 6;
const draw = (dice: Dice, from: number, to: number) => from + dice.share() * (to - from);

/** The outages of one validator, each kind in turn in an order of its own. */
export function planOutages(seed: string, validator: number, count: number): PlannedOutage[] {
	const dice = throwDice(seed, 'outages', validator);
	const order: Kind[] = [];
	while (order.length < count) order.push(...dice.shuffle(Object.keys(kinds) as Kind[]));
	return order.slice(0, count).map((kind) => {
		const limit = longestLimit(kind);
		const isShort = dice.chance(shortShare);
		return {
			kind,
			pauseSeconds: draw(dice, 0, intervalSeconds),
			lastsSeconds: isShort ? draw(dice, 5, limit) : draw(dice, limit + 5, limit + 50),
		};
	});
}

/** What happens to an observer, which is number 0 or 1. */
export interface PlannedDisturbance {
	what: 'restart' | 'crash' | 'cut';
	observer: number;
	/** Since the last one. */
	pauseSeconds: number;
	/** Of a cut. */
	lastsSeconds: number;
}

/** One disturbance after the other, without an end. */
export function* planDisturbances(seed: string): Generator<PlannedDisturbance> {
	const dice = throwDice(seed, 'disturbances');
	for (;;)
		yield {
			what: dice.pick(['restart', 'crash', 'cut', 'cut'] as const),
			observer: dice.between(0, 1),
			pauseSeconds: draw(dice, 200, 600),
			lastsSeconds: draw(dice, 5, 90),
		};
}
