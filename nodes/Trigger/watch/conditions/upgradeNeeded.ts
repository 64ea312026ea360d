import { sayMoment, toIso } from '../../../feeds/items/words';
import type { HealthCheck } from '../../../shared/validators/health';
import { valueAt } from '../../../shared/values/records';
import { readTime } from '../../../shared/values/times';
import type { Validator } from '../readings';
import { isUpgradeNear } from '../upgrades';
import { badIf, type Condition } from './condition';
import { daySeconds } from '../../../shared/values/timeUnits';

/** The health check that compares the node's upgrades with those that most of the stake plans. */
const futureUpgrade = 'futureupgrade';

const findCheck = ({ checks }: Validator): HealthCheck | undefined =>
	checks?.find(({ name }) => name === futureUpgrade);

/** The check reports such an upgrade weeks before it fails. It can also fail for other reasons. */
export const tellsUpgrade = ({ name, error = '', details }: HealthCheck): boolean =>
	name === futureUpgrade &&
	(valueAt(details, 'timeUntilUpgrade') !== undefined || error.includes('upgrade'));

/** UNIX seconds. */
const upgradeTimeOf = (check: HealthCheck | undefined): number | undefined =>
	readTime(valueAt(check?.details, 'modeUpgradeTime'));

/** The next network upgrade will stop the node: most of the stake knows that upgrade, and the node does not. */
export const upgradeNeeded: Condition = {
	code: 18,
	event: 'upgradeNeeded',
	endEvent: 'upgradeKnown',
	goodState: 'upgradeKnown',
	option: {
		name: 'Upgrade Needed',
		description: 'Most of the stake plans a network upgrade that this node does not know',
	},
	sources: { health: 'default' },
	judge: (node) => {
		const check = findCheck(node);
		if (!check || check.state === 'notYetRun') return 'unknown';
		return badIf(tellsUpgrade(check));
	},
	unknownFacts: { upgradeAt: null, daysLeft: null },
	facts: (node, _rule, { at }, isEnd) => {
		const upgradeAt = upgradeTimeOf(findCheck(node));
		if (isEnd || upgradeAt === undefined) return {};
		return {
			upgradeAt: toIso(upgradeAt),
			daysLeft: Math.max(0, Math.floor((upgradeAt - at) / daySeconds)),
		};
	},
	words: {
		began: ({ facts: { upgradeAt }, ...clock }) => {
			const title = 'does not know the next network upgrade';
			return {
				severity: isUpgradeNear(upgradeAt, clock.at) === false ? 'warning' : 'critical',
				title,
				what: upgradeAt === null ? title : `${title}, ${sayMoment(upgradeAt, clock)}`,
				todo: 'Update the node before: an older version stops with the upgrade.',
			};
		},
		ended: () => 'knows the next network upgrade',
		manyBegan: '',
		manyEnded: '',
		saysWhen: true,
	},
	sample: (_node, _rule, { at }) => ({
		validator: {
			checks: [
				{
					name: futureUpgrade,
					state: 'passed',
					details: { timeUntilUpgrade: '336h0m0s', modeUpgradeTime: toIso(at + 14 * daySeconds) },
				},
			],
		},
	}),
};
