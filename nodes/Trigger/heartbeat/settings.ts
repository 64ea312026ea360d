/** The options of the heartbeat, by which somebody outside learns that the trigger still looks. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { optional, toProperty, type Field } from '../../shared/fields/fields';
import { flag, integer } from '../../shared/fields/kinds';
import { readPlainUrl } from '../privateUrl';
import { dayMinutes } from '../../shared/values/timeUnits';

export interface Heartbeat {
	everySeconds: number;
	/** The event that is chosen in the dialog. */
	watching: string;
	/** A secret. The poll itself calls it. */
	pingUrl?: string;
	sendsItem: boolean;
}

const usualMinutes = 10;

const minutes = optional(
	integer(
		{
			displayName: 'Heartbeat Every (Minutes)',
			name: 'heartbeatMinutes',
			default: usualMinutes,
			description: 'How often to send it. Minimum 5. Give the receiver two poll intervals more.',
		},
		5,
		dayMinutes,
	),
);

export const heartbeatItem = optional(
	flag({
		displayName: 'Heartbeat Item',
		name: 'heartbeatItem',
		default: true,
		description:
			'Whether to emit an item with what is watched and what is bad. Each is an execution.',
	}),
);

export const pingUrl: Field<string> = {
	displayName: 'Heartbeat Ping URL',
	name: 'heartbeatPingUrl',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	optional: true,
	placeholder: 'e.g. https://hc-ping.com/your-uuid',
	description:
		'URL that each heartbeat calls, or its /fail if the source cannot be read. No execution.',
	encode: (value) => readPlainUrl(value, 'https://hc-ping.com/your-uuid'),
};

/** What is doubtful in a ping URL. Nothing of the URL is said, which is a secret. */
export function remarkPingUrl({ pingUrl: entered }: Partial<Heartbeat> = {}): string[] {
	if (entered === undefined) return [];
	const { hostname, pathname } = new URL(entered);
	const { displayName } = pingUrl;
	const isExample =
		/\/your-uuid/i.test(pathname) || /(?:^|\.)example\.(?:com|org|net)$/.test(hostname);
	if (isExample)
		return [`${displayName}: this is an example. Enter the URL that your receiver gives you.`];
	if (/(?:^|\.)pagerduty\.com$/.test(hostname))
		return [
			`${displayName}: PagerDuty takes no pings. For its incidents, choose it under Ready Payloads.`,
		];
	return /\/(?:fail|start|log)\/*$/i.test(pathname)
		? [
				`${displayName}: leave out the last part of the path. It is no sign of life, and the trigger adds /fail where it belongs.`,
			]
		: [
				`${displayName}: a test run sends no ping. See that one arrives once the workflow is published.`,
			];
}

export const heartbeatProperties: INodeProperties[] = [minutes, heartbeatItem, pingUrl].map(
	toProperty,
);

interface Reader {
	readOption: <T>(field: Field<T>) => T | undefined;
	refuse: (message: string, description?: string) => Error;
}

/** Undefined if the heartbeat is off. An interval alone sends the item. Throws if that is turned off. */
export function readHeartbeat(
	context: Pick<IPollFunctions, 'getNodeParameter'>,
	{ readOption, refuse }: Reader,
): Heartbeat | undefined {
	const every = readOption(minutes);
	const url = readOption(pingUrl);
	const isAlone = every !== undefined && url === undefined;
	const sendsItem = readOption(heartbeatItem) ?? isAlone;
	if (url !== undefined || sendsItem)
		return {
			everySeconds: 60 * (every ?? usualMinutes),
			watching: context.getNodeParameter('event') as string,
			pingUrl: url,
			sendsItem,
		};
	if (every === undefined) return undefined;
	throw refuse(
		'Heartbeat Every (Minutes) is set, and nothing is sent',
		'Add Heartbeat Ping URL, turn Heartbeat Item on, or remove Heartbeat Every (Minutes).',
	);
}
