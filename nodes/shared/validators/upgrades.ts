/** The network's upgrades as a node reports them, and what they change for validators. */
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { sayWord } from '../values/foreign';
import { readTime } from '../values/times';
import type { ReportedValidator } from './validators';

/** When each upgrade begins, UNIX seconds, by its name in info.upgrades without "Time". */
export type UpgradeTimes = Record<string, number>;

/** info.upgrades. An upgrade that is not scheduled is set for the year 9999 (avalanchego v1.14.2). */
export async function readUpgradeTimes(node: Pick<Client, 'rpc'>): Promise<Answer<UpgradeTimes>> {
	const answer = await node.rpc({
		path: '/ext/info',
		method: 'info.upgrades',
		params: {},
		safe: true,
	});
	if (!answer.ok) return answer;
	const times = Object.entries((answer.result ?? {}) as Record<string, unknown>)
		.filter(([key]) => /.Time$/.test(key))
		.map(([key, value]) => [key.slice(0, -'Time'.length), readTime(value)] as const);
	const unread = times.find(([, time]) => time === undefined);
	// Without one of them, the network would seem to require less than it does.
	if (unread)
		return fail(
			'not-understood',
			`The node gave no readable time of the upgrade ${sayWord(unread[0], 40)}`,
			{
				passing: true,
			},
		);
	return { ok: true, result: Object.fromEntries(times) as UpgradeTimes };
}

type Started = Pick<ReportedValidator, 'startedAt'>;

/** The uptime that the reward of a validation requires, in percent: more for validations that start after Helicon. */
export function requiredUptime(
	{ startedAt }: Started,
	upgrades: UpgradeTimes | undefined,
): number | undefined {
	const heliconAt = upgrades?.helicon;
	if (startedAt === undefined || heliconAt === undefined) return undefined;
	return startedAt >= heliconAt ? 90 : 80;
}

/** The uptime of a validation younger than this says nothing: seconds without a connection are whole percents. */
const youngSeconds = 3600;

export const isYoung = ({ startedAt }: Started, at: number): boolean =>
	!!startedAt && at - startedAt < youngSeconds;
