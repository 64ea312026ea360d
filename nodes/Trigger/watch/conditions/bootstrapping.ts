import { badIf, type Condition } from './condition';
import { sayFailingSince } from './failingSince';

/** The health check that passes once the node has caught up with the network. */
export const bootstrapped = 'bootstrapped';

/** Until it has caught up, as after each restart, the node neither validates nor answers on its chains. */
export const bootstrapping: Condition = {
	code: 13,
	event: 'bootstrapping',
	endEvent: 'bootstrapped',
	goodState: 'bootstrapped',
	option: {
		name: 'Catching Up',
		description: 'The node has not caught up with the network, as after a restart',
	},
	sources: { health: 'default' },
	judge: ({ checks }) => {
		const state = checks?.find(({ name }) => name === bootstrapped)?.state;
		return badIf(state === undefined || state === 'notYetRun' ? undefined : state === 'failed');
	},
	words: {
		always: 'warning',
		began: ({ validator, ...clock }) => {
			const check = validator?.checks?.find(({ name }) => name === bootstrapped);
			const since = check ? sayFailingSince(check, clock) : '';
			const own = since ? `Its own check says so${since}. ` : '';
			return {
				severity: 'warning',
				what: 'still catches up with the network',
				todo: `${own}It does not validate until it has caught up. If that lasts longer than usual, look into its log.`,
			};
		},
		ended: () => 'has caught up with the network',
		manyBegan: '',
		manyEnded: '',
	},
	sample: (_node, _rule, { at, since = at }) => ({
		validator: {
			checks: [
				{
					name: bootstrapped,
					state: 'failed',
					error: 'subnets not bootstrapped',
					since,
					failures: 1,
				},
			],
		},
	}),
};
