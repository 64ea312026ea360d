import {
	diskCheck,
	readDiskBytes,
	sayFailing,
	sayGibibytes,
	showCheck,
	type HealthCheck,
} from '../../../shared/validators/health';
import type { Facts } from '../model';
import type { Validator } from '../readings';
import type { ZonedTime } from '../../../feeds/items/words';
import { bootstrapped } from './bootstrapping';
import { badIf, type Condition } from './condition';
import { sayFailingSince } from './failingSince';
import { tellsUpgrade } from './upgradeNeeded';

/** Leaves out the checks that other conditions report. */
const isOwn = (check: HealthCheck): boolean => check.name !== bootstrapped && !tellsUpgrade(check);

const listFailed = ({ checks = [] }: Validator): HealthCheck[] =>
	checks.filter((check) => check.state === 'failed' && isOwn(check));

/** These checks never fail just because a node is catching up: the disk is full, or the database fails. */
const ofMachine = ['database', diskCheck];
export const failsOfMachine = (node: Validator): boolean =>
	listFailed(node).some(({ name }) => ofMachine.includes(name));

/** More checks than this make a message unreadable. */
const mostTold = 3;

const sayCheck = (check: HealthCheck, clock: ZonedTime): string => {
	const bytes = readDiskBytes([check]);
	const free = bytes === undefined ? '' : `, ${sayGibibytes(bytes)} free`;
	return `${sayFailing(check)}${free}${sayFailingSince(check, clock)}`;
};

function sayFailed({ failingChecks }: Facts, failed: HealthCheck[], clock: ZonedTime): string {
	const count = (failingChecks as unknown[]).length;
	const rest = count > mostTold ? `; and ${count - mostTold} more` : '';
	const told = failed.slice(0, mostTold).map((check) => sayCheck(check, clock));
	return `${told.join('; ')}${rest}`;
}

/** What to look at, by the check that fails. */
const adviceOn: Record<string, string> = {
	network: 'Check its connection to the internet, and that port 9651 is open.',
	diskspace: 'Free space on its disk.',
	database: 'Check its disk and its database.',
};

const lookIntoLog = 'Look into the log of the node.';

const advise = (failed: HealthCheck[]): string =>
	[...new Set(failed.slice(0, mostTold).map(({ name }) => adviceOn[name] ?? lookIntoLog))].join(
		' ',
	);

/** A check that has not run yet says nothing: a node without failures is only healthy once all checks have run. */
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
		began: ({ facts, validator, ...clock }) => {
			const failed = validator ? listFailed(validator) : [];
			return {
				severity: 'critical',
				what: 'unhealthy by its own checks',
				todo: failed.length
					? `What fails: ${sayFailed(facts, failed, clock)}. ${advise(failed)}`
					: `What fails is not known now. ${lookIntoLog}`,
			};
		},
		ended: () => 'healthy again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: (_node, _rule, { at, since = at }) => ({
		validator: {
			checks: [
				{
					name: 'network',
					state: 'failed',
					error: 'no messages received from network',
					since,
					failures: 1,
				},
			],
		},
	}),
	sampleEnd: () => ({ validator: { checks: [{ name: 'network', state: 'passed' }] } }),
};
