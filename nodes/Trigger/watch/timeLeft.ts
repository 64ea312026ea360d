/** Orders validators by the time that is left to each, so that a list that is cut names the most urgent. */
import { projectUptime } from '../../shared/validators/projection';
import { balanceLow } from './conditions/balanceLow';
import { endingSoon } from './conditions/endingSoon';
import { exiting } from './conditions/exiting';
import type { Alert, Context, Notice } from './model';
import type { Validator } from './readings';

/** What the time left is read from. */
type Timed = Pick<Notice, 'alert' | 'key' | 'validator' | 'context'>;

/** Those who lose nothing come behind those who do, and before those of whom nothing is known. */
const safe = Number.MAX_VALUE;

function readOffline(validator: Validator, context: Context): number {
	const projected = projectUptime(validator, context);
	if (context.source !== 'primaryNetwork' || !projected) return Infinity;
	return projected.affordable < projected.left ? projected.affordable : safe;
}

/** Seconds until the balance, the validation or the time offline is over. Infinity if that is unknown. */
function secondsLeft({ alert, validator, context }: Timed): number {
	if (!validator || !context) return Infinity;
	const ends: Alert[] = [endingSoon, exiting];
	if (ends.includes(alert)) return (validator.endsAt ?? Infinity) - context.at;
	return alert === balanceLow ? (context.lastsFor ?? Infinity) : readOffline(validator, context);
}

/** A difference would not do: that of Infinity and Infinity is no number. */
function order(a: number, b: number): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** Least time first. Those with the same time keep their order. */
export function byTimeLeft<One extends Timed>(all: One[]): One[] {
	const left = new Map(all.map((one) => [one, secondsLeft(one)]));
	return [...all].sort((a, b) => order(left.get(a)!, left.get(b)!));
}
