/** Rules of single subjects, such as the limit of one wallet: which were remembered, and whose differ now. */
import { markOf } from '../../feeds/identity';
import { conditions, hasOwnRule, isChosen, mayHaveOwnRules, ruleIdentityOf } from './conditions';
import { fingerprintOf } from './cursor';
import type { Alert, WatchSettings } from './model';
import type { Past } from './past';

const isMarked = (mark: string | undefined, identity: string | undefined): boolean =>
	mark === (identity === undefined ? undefined : markOf(identity, 8));

/** True if a subject was never judged by this rule of a chosen alert. All that is bad then is its baseline. */
export function isNewTo(key: string, alert: Alert, past: Past, settings: WatchSettings): boolean {
	if (!isChosen(alert, settings)) return false;
	const isNew = past.judgedSince[alert.event] === undefined;
	const subject = past.subjects?.get(key);
	if (!mayHaveOwnRules(alert) || !subject) return isNew;
	const identity = ruleIdentityOf(alert, settings, key);
	const own = subject.fingerprints?.[alert.event];
	if (own !== undefined) return identity === undefined || fingerprintOf(identity) !== own;
	return isNew || !isMarked(past.cursor?.rules?.[alert.event], identity);
}

/** The marks of a subject's own rules, which its memory keeps with its fingerprints. */
export const markOwnRules = (key: string, settings: WatchSettings): Record<string, number> =>
	Object.fromEntries(
		conditions
			.filter((alert) => isChosen(alert, settings) && hasOwnRule(alert, key, settings))
			.map((alert) => [alert.event, ruleIdentityOf(alert, settings, key)] as const)
			.filter((entry): entry is [string, string] => entry[1] !== undefined)
			.map(([event, identity]) => [event, fingerprintOf(identity)]),
	);
