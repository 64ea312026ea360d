/** The limits of a credential for each of its hosts: the fields, and the client settings that they become. */
import { encodeField, optional } from '../fields/fields';
import { integer } from '../fields/kinds';
import type { AvalancheCredential } from '../network/credential';
import { defaultSettings, type Settings } from '../network/requests';
import { hourSeconds } from '../values/timeUnits';

const limit = (...given: Parameters<typeof integer>) => optional(integer(...given));

/** An empty field means the default. */
export const limitFields = {
	retries: limit(
		{
			displayName: 'Retries',
			name: 'retries',
			default: defaultSettings.retries,
			description:
				'Max number of retries while a host is unavailable, if a request is safe to repeat. 0 turns retries off.',
		},
		0,
		20,
	),
	timeLimit: limit(
		{
			displayName: 'Time Limit (Seconds)',
			name: 'timeLimit',
			default: defaultSettings.timeoutMs / 1000,
			description:
				'Max seconds to wait for a response. Operations that take the node long wait longer by themselves.',
		},
		1,
		hourSeconds,
	),
	batchSize: limit(
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			default: defaultSettings.batchSize,
			description: 'Max number of calls to the node per request. The public node accepts up to 40.',
		},
		1,
		1000,
	),
	parallelRequests: limit(
		{
			displayName: 'Parallel Requests',
			name: 'parallelRequests',
			default: defaultSettings.maxInFlight,
			description:
				'Max number of requests in parallel to one host, reduced while the host limits the rate',
		},
		1,
		100,
	),
	largestAnswer: limit(
		{
			displayName: 'Largest Answer (MiB)',
			name: 'largestAnswer',
			default: defaultSettings.mostBytes / 2 ** 20,
			description: 'Max size of one answer, unpacked; reading stops there',
		},
		1,
		256,
	),
};

type CredentialLimits = Record<keyof typeof limitFields, number>;

/** The limits of a credential. Throws an InvalidField for an invalid one. */
export function readLimits(credential: AvalancheCredential): CredentialLimits {
	const entries = Object.values(limitFields).map((field) => {
		const entered = credential.limits === 'custom' ? credential[field.name] : undefined;
		// Whole numbers need no time zone.
		return [field.name, encodeField(field, entered, { timezone: '' }) ?? field.default];
	});
	return Object.fromEntries(entries) as CredentialLimits;
}

export const toSettings = ({ retries, batchSize, ...limits }: CredentialLimits): Settings => ({
	...defaultSettings,
	retries,
	batchSize,
	timeoutMs: limits.timeLimit * 1000,
	maxInFlight: limits.parallelRequests,
	mostBytes: limits.largestAnswer * 2 ** 20,
});
