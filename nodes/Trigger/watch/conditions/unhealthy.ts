import { sayFailing, showCheck, type HealthCheck } from '../../../shared/validators/health';
import type { Facts } from '../model';
import type { Validator } from '../readings';
import { bootstrapped } from './bootstrapping';
import { badIf, type Condition } from './condition';
import { tellsUpgrade } from './upgradeNeeded';

/** What other conditions tell is left to them. */
const isOwn = (check: HealthCheck): boolean => check.name !== bootstrapped && !tellsUpgrade(check);

const listFailed = ({ checks = [] }: Validator): HealthCheck[] =>
	checks.filter((check) => check.state === 'failed' && isOwn(check));

/** What no node that catches up brings about: its disk is full, or its database fails. */
const ofMachine = ['database', 'diskspace'];
export const failsOfMachine = (node: Validator): boolean =>
	listFailed(node).some(({ name }) => ofMachine.includes(name));

/** More than these make a message unreadable. */
const mostTold = 3;

function sayFailed({ failingChecks }: Facts, failed: HealthCheck[]): string {
	const count = (failingChecks as unknown[]).length;
	const rest = count > mostTold ? `, and ${count - mostTold} more` : '';
	return `${failed.slice(0, mostTold).map(sayFailing).join('; ')}${rest}`;
}

/** A check of the node fails, of its network, its disk or a chain; one that was not yet run says nothing. */
export const unhealthy: Condition = {
	code: 17,
	event: 'unhealthy',
	endEvent: 'healthy',
	goodState: 'healthy',
	option: {
		name: 'Unhealthy',
		description: 'A health check of the node fails, such as that of its network, disk or a chain',
	},
	sources: { health: 'default' },
	judge: (node) => {
		if (listFailed(node).length) return 'bad';
		const { checks = [] } = node;
		const isUnsure = !checks.length || checks.some(({ state }) => state === 'notYetRun');
		return badIf(isUnsure ? undefined : false);
	},
	unknownFacts: { failing: [], failingChecks: [] },
	facts: (node) => {
		const failed = listFailed(node);
		return { failing: failed.map(({ name }) => name), failingChecks: failed.map(showCheck) };
	},
	words: {
		always: 'critical',
		began: ({ facts, validator }) => {
			const failed = validator ? listFailed(validator) : [];
			return {
				severity: 'critical',
				what: 'is unhealthy by its own checks',
				todo: failed.length
					? `What fails: ${sayFailed(facts, failed)}.`
					: 'What fails is not known now. Look into the log of the node.',
			};
		},
		ended: () => 'is healthy again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: (_node, _rule, { at }) => ({
		validator: {
			checks: [
				{
					name: 'network',
					state: 'failed',
					error: 'no messages received from network',
					since: at,
					failures: 1,
				},
			],
		},
	}),
	sampleEnd: () => ({ validator: { checks: [{ name: 'network', state: 'passed' }] } }),
};
