/** Grows an alert along its ladder: it is reported again at each step, but only once per step. */
import type { Condition, Ladder, LadderStep } from './conditions/condition';
import type { Alert, Context, Grown, Notice, WatchSettings } from './model';
import type { Validator } from './readings';

export const ladderOf = (alert: Alert): Ladder | undefined => (alert as Partial<Condition>).ladder;

interface Seen {
	validator?: Validator;
	context: Context;
}

function countSteps(alert: Alert, { validator, context }: Seen): number | undefined {
	const ladder = ladderOf(alert);
	const left = validator && ladder?.left(validator, context);
	return left === undefined ? undefined : ladder!.steps.filter(({ at }) => left <= at).length;
}

/** A step can come again once the rest is more than halfway up to the step above. */
function stepBack(step: number, alert: Alert, { validator, context }: Seen): number {
	const { steps, whole, left } = ladderOf(alert)!;
	const rest = left(validator!, context)!;
	const isBack = (index: number) =>
		rest > (steps[index].at + (index > 0 ? steps[index - 1].at : whole)) / 2;
	let kept = step;
	while (kept > 0 && isBack(kept - 1)) kept--;
	return kept;
}

/**
 * The growth of an alert after this reading. The step at which it begins, or is first known, is no news. If an alert
 * takes more than one check, a step counts once two readings show it.
 */
export function grow(
	before: Grown | undefined,
	alert: Alert,
	seen: Seen,
	{ badPolls }: Pick<WatchSettings, 'badPolls'>,
): Grown | undefined {
	const step = countSteps(alert, seen);
	if (step === undefined) return before;
	if (!before) return { step, told: 0 };
	const { told, rising = 0 } = before;
	if (step <= before.step) return { step: stepBack(before.step, alert, seen), told };
	const sure = badPolls > 1 ? Math.min(step, rising) : step;
	const now = sure > before.step ? { step: sure, told: told + 1 } : { step: before.step, told };
	return step > now.step ? { ...now, rising: step } : now;
}

export const stepOf = ({ alert, grown }: Notice): LadderStep | undefined =>
	grown && ladderOf(alert)?.steps[grown.step - 1];
