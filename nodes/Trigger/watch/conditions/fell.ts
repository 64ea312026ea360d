import { sayPercent } from '../../../feeds/items/words';
import { decimal, integer } from '../../../shared/fields/kinds';
import { isYoung } from '../../../shared/validators/upgrades';
import type { Facts } from '../model';
import type { Validator } from '../readings';
import { badIf, uptimeRead, type Condition } from './condition';
import { pingSeconds } from './pings';
import { sayRest, severityOf } from './timeOffline';

const sayPoints = (fell: unknown): string => `${String(fell)} ${fell === 1 ? 'point' : 'points'}`;

function sayFall({ fellFrom, fellBy, withinHours }: Facts, validator: Validator | undefined) {
	if (typeof fellBy !== 'number') {
		const title = `uptime down within ${withinHours} h`;
		return { title, what: `${title}: by how much is not known now` };
	}
	const title = `uptime down ${sayPoints(fellBy)} within ${withinHours} h`;
	return { title, what: `${title}, from ${fellFrom} % to ${sayPercent(validator?.uptime)}` };
}

interface Rule {
	points: number;
	withinSeconds: number;
}

const points = decimal(
	{
		displayName: 'Uptime Drop (Points)',
		name: 'dropPoints',
		default: 1,
		description:
			'Alert when the uptime drops by this many points. A validation that is 30 days old drops by 1 point in 7 hours offline.',
	},
	0.1,
	100,
);

const hours = integer(
	{
		displayName: 'Uptime Drop Within (Hours)',
		name: 'dropHours',
		default: 24,
		description:
			'Time window for the drop. A drop that takes more than three quarters of the window may be missed.',
	},
	1,
	720,
);

export const fell: Condition<Rule> = {
	code: 5,
	event: 'fell',
	endEvent: 'recovered',
	goodState: 'steady',
	option: {
		name: 'Falling Uptime',
		description: 'The uptime drops by some points within some hours',
	},
	sources: { primaryNetwork: 'optional', blockchain: 'optional', node: 'optional' },
	endsWithValidation: true,
	forgottenFirst: true,
	suspectsQueriedNode: true,
	options: [points, hours],
	readRule: (read) => ({
		points: read(points) as number,
		withinSeconds: (read(hours) as number) * 3600,
	}),
	needs: ({ withinSeconds }) => ({ highestWithin: withinSeconds }),
	confirmSeconds: (source) => (source === 'node' ? pingSeconds : 0),
	reads: uptimeRead,
	judge: (validator, rule, { at, highest }) => {
		const { active, uptime } = validator;
		const isSilent = active === false || uptime === undefined || highest === undefined;
		return badIf(isSilent || isYoung(validator, at) ? undefined : highest - uptime >= rule.points);
	},
	unknownFacts: { fellFrom: null, fellBy: null, withinHours: null },
	facts: ({ uptime }, { withinSeconds }, { highest }) => ({
		fellFrom: highest ?? null,
		fellBy:
			highest === undefined || uptime === undefined ? null : Number((highest - uptime).toFixed(3)),
		withinHours: withinSeconds / 3600,
	}),
	words: {
		always: 'critical',
		byBudget: true,
		began: (told) => {
			const rest = sayRest(told.facts);
			return {
				severity: severityOf(told),
				...sayFall(told.facts, told.validator),
				todo: `Check whether the validator is online.${rest}`,
				figures: rest,
			};
		},
		ended: ({ validator }) =>
			`uptime steady again${validator?.uptime === undefined ? '' : ` at ${sayPercent(validator.uptime)}`}`,
		manyTodo: 'Check whether they are online.',
		manyBegan: 'lost uptime',
		manyEnded: 'are steady again',
		saysWhen: true,
	},
	sample: ({ uptime: highest = 100 }, rule) => ({
		validator: { uptime: Math.max(0, highest - rule.points) },
		context: { highest },
	}),
	sampleEnd: ({ uptime = 100 }) => ({ validator: { uptime }, context: { highest: uptime } }),
};
