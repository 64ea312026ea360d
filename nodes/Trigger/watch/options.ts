/** The options that the events of validators and nodes share. */
import { exampleDay } from '../../shared/values/exampleTimes';
import { optional, type Field } from '../../shared/fields/fields';
import { InvalidField, show } from '../../shared/fields/invalid';
import { asText, choice, choices, decimal, flag, integer } from '../../shared/fields/kinds';
import { names } from '../../shared/fields/names';
import { simplifyOption } from '../../shared/operation/properties';
import { writeClock } from '../../shared/values/times';
import { readPlainUrl } from '../privateUrl';
import { dayMinutes } from '../../shared/values/timeUnits';

/** Shown below the last field of a watch. */
export const againHint =
	'If n8n restarts within ten minutes of an alert, the alert comes again (option Redeliver After Restart).';

export const minimumMinutes = optional(
	integer(
		{
			displayName: 'Minimum Time (Minutes)',
			name: 'minimumMinutes',
			default: 0,
			description:
				'How long a change must last, besides the number of checks, before it is reported',
		},
		0,
		dayMinutes,
	),
);

/** Fractions such as 0.5 are meant, but nobody means a reminder each minute. */
const leastReminderHours = 0.25;
const anyHours = decimal(
	{
		displayName: 'Remind Every (Hours)',
		name: 'reminderHours',
		default: 4,
		description:
			'Report an alert again after this time while it lasts, such as 0.5 for half an hour. 0 turns reminders off.',
	},
	0,
	720,
);
export const reminderHours = optional({
	...anyHours,
	encode: (value, context) => {
		const hours = anyHours.encode(value, context);
		if (hours === 0 || hours >= leastReminderHours) return hours;
		throw new InvalidField(
			`must be 0, or at least ${leastReminderHours}, not ${show(value)}`,
			undefined,
			'Enter 0.5 for a reminder each half hour, or 0 for none.',
		);
	},
});

export const louderMinutes = optional(
	integer(
		{
			displayName: 'Remind Louder After (Minutes)',
			name: 'louderMinutes',
			default: 10,
			description:
				'Remind after this time, 10 minutes or more, while an alert lasts. A warning is critical from then on.',
		},
		10,
		10_080,
	),
);

export const severityByBudget = optional(
	flag({
		displayName: 'Severity by Budget',
		name: 'severityByBudget',
		description:
			'Whether to make Down, Falling Uptime and Low Uptime warnings while over a tenth of the allowed time offline is left, unless another fails alike',
	}),
);

/** Advice for "10 pm", "22", "22h" and "22.30". */
function adviseClock(entered: string): string | undefined {
	const [, hour, minute, half] =
		/^(\d{1,2})(?:[:.h ]([0-5]\d)?)?\s*(?:h|([ap])\.?m\.?|uhr)?$/i.exec(entered) ?? [];
	const time = hour && writeClock(hour, minute, half);
	return time && `Enter ${time}.`;
}

const timeOfDay = (displayName: string, name: string, description: string): Field<number> => ({
	displayName,
	name,
	type: 'string',
	default: '',
	optional: true,
	placeholder: name === 'quietTo' ? 'e.g. 07:00' : 'e.g. 22:00',
	description,
	encode: (value) => {
		const text = String(value)
			.trim()
			.replace(/^24:00$/, '00:00');
		const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
		if (hours === undefined)
			throw new InvalidField(
				`must be a time of day of 24 hours, like 22:00, not ${show(value)}`,
				undefined,
				adviseClock(text) ?? 'Enter an hour from 00 to 23 and minutes, such as 07:00 or 22:00.',
			);
		return Number(hours) * 60 + Number(minutes);
	},
});

export const quietFrom = timeOfDay(
	'Quiet From',
	'quietFrom',
	"Start of the quiet hours, in the workflow's time zone. What is not critical then is reported when they are over.",
);

export const quietTo = timeOfDay('Quiet To', 'quietTo', 'End of the quiet hours');

export const weekdays = [
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
	'Sunday',
];

export const quietDays: Field<string[] | undefined> = {
	...choices(
		{
			displayName: 'Quiet Days',
			name: 'quietDays',
			default: weekdays.map((name) => name.toLowerCase()),
			description: 'Days on which quiet hours begin',
		},
		weekdays.map((name) => ({ name, value: name.toLowerCase() })),
	),
	optional: true,
};

export const quietCritical = optional(
	flag({
		displayName: 'Quiet for Critical Alerts Too',
		name: 'quietCritical',
		description: 'Whether to let critical alerts wait for the end of the quiet hours, too',
	}),
);

export const silences: Field = {
	displayName: 'Silences',
	name: 'silences',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	optional: true,
	placeholder: 'e.g. Frankfurt-1, all, 2026-12-01T18:00, new disk',
	description:
		'Planned work: "who, alert, until, reason" or "who, alert, from, until, reason" per line. Reported only if it lasts longer.',
	encode: (value) => value,
};

export const silencesUrl: Field<string> = {
	displayName: 'Silences URL',
	name: 'silencesUrl',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	optional: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/silences',
	description:
		'URL that answers more lines of Silences, such as a webhook. Read every five minutes.',
	encode: (value) => readPlainUrl(value, 'https://n8n.example.com/webhook/silences'),
};

export const drill: Field<string> = {
	displayName: 'Drill',
	name: 'drill',
	type: 'string',
	default: '',
	optional: true,
	placeholder: 'e.g. 2026-11-24',
	description: 'A word or date. Each change sends one alert marked "drill" through the workflow.',
	encode: (value) => {
		if (typeof value === 'boolean')
			throw new InvalidField(
				`must be a word or a date such as ${exampleDay(1)}, not ${show(value)}`,
			);
		return asText(value);
	},
};

export const failedChecks = optional(
	integer(
		{
			displayName: 'Checks Before Alert',
			name: 'failedChecks',
			default: 2,
			description:
				'How many checks in a row must fail before an alert. Use 2 or more to skip what lasts for one check only.',
		},
		1,
		60,
	),
);

export const goodChecks = optional(
	integer(
		{
			displayName: 'Checks Before Recovery',
			name: 'goodChecks',
			default: 2,
			description: 'How many checks in a row must be good before the recovery is reported',
		},
		1,
		60,
	),
);

export const watcherProblemShare = optional(
	integer(
		{
			displayName: 'Treat as Watcher Problem Above (% of Validators)',
			name: 'watcherProblemShare',
			default: 30,
			description:
				'If more than this share of the watched validators (five or more) fails one check, the node of your credential is the likely cause. One item then lists them all. 100 turns this off.',
		},
		1,
		100,
	),
);

export const reportRecovery = optional(
	flag({
		displayName: 'Report Recovery',
		name: 'reportRecovery',
		default: true,
		description: 'Whether to report the end of each alert too',
	}),
);

export const reportExisting = optional(
	flag({
		displayName: 'Report What Is Already Wrong',
		name: 'reportExisting',
		default: true,
		description: 'Whether to report once what is wrong already when you publish the workflow',
	}),
);

export const redeliver = optional(
	flag({
		displayName: 'Redeliver After Restart',
		name: 'redeliver',
		default: true,
		description:
			'Whether to emit the last items again, marked again: true, if n8n restarts within ten minutes and they are not over. It may have stopped before the workflow processed them.',
	}),
);

export const digest = optional(
	flag({
		displayName: 'One Item per Check',
		name: 'digest',
		description: 'Whether to put all that one check reports into one item',
	}),
);

export const watchTestEvent = optional(
	choice(
		{
			displayName: 'Test Event',
			name: 'testEvent',
			default: 'now',
			description: 'What a test run shows, to try what follows. A published workflow ignores this.',
		},
		[
			{ name: 'Alert Grows', value: 'grew', description: 'An alert that reached its next step' },
			{ name: 'Alerts Begin', value: 'began', description: 'The beginning of each chosen alert' },
			{ name: 'Alerts End', value: 'ended', description: 'The end of each chosen alert' },
			{ name: 'Heartbeat', value: 'heartbeat', description: 'A heartbeat, and that nobody looked' },
			{
				name: 'Many Recover',
				value: 'manyEnded',
				description: 'Many validators that recover, in one item',
			},
			{ name: 'Many Together', value: 'many', description: 'Many validators in one item' },
			{ name: 'Node Unreachable', value: 'unreachable', description: 'Nothing can be read' },
			{
				name: 'Observer Without a Vote',
				value: 'observers',
				description: 'One of Further Observers does not answer',
			},
			{ name: 'One Item per Check', value: 'digest', description: 'Several alerts in one item' },
			{ name: 'One of Each', value: 'each', description: 'All that these settings can send' },
			{ name: 'Reminder', value: 'reminder', description: 'An alert that lasts' },
			{
				name: 'Silences Changed',
				value: 'silences',
				description: 'A silence of the Silences URL begins',
			},
			{
				name: 'What Is Wrong Now',
				value: 'now',
				description: 'What is wrong, or else one alert as it would begin',
			},
		],
	),
);

export const validatorNames: typeof names = {
	...names,
	description:
		'Names and groups of your validators or nodes: one "ID = name [group]" per line, or an expression that returns rows of ID, name and group',
};

export const simplifyRecord = optional({
	...simplifyOption,
	description: 'Whether to return a simplified version of the record of the validator or node',
});
