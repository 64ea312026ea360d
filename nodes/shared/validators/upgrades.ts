/** The network's upgrades as a node reports them, and their effect on validators. */
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import { infoCall } from '../network/rpcCall';
import { sayWord } from '../values/foreign';
import { readTime } from '../values/times';
import type { ReportedValidator } from './validators';
import { hourSeconds } from '../values/timeUnits';

/** The start of each upgrade in UNIX seconds, by its name in info.upgrades without "Time". */
export type UpgradeTimes = Record<string, number>;

/** Reads info.upgrades. An unscheduled upgrade is set for the year 9999 (avalanchego v1.14.2). */
export async function readUpgradeTimes(node: Pick<Client, 'rpc'>): Promise<Answer<UpgradeTimes>> {
	const answer = await node.rpc(infoCall('info.upgrades'));
	if (!answer.ok) return answer;
	const times = Object.entries((answer.result ?? {}) as Record<string, unknown>)
		.filter(([key]) => /.Time$/.test(key))
		.map(([key, value]) => [key.slice(0, -'Time'.length), readTime(value)] as const);
	const unread = times.find(([, time]) => time === undefined);
	// Without one of the times, the required uptime could seem lower than it is.
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

/** The uptime in percent that the reward of a validation requires. Higher for validations that start after Helicon. */
export function requiredUptime(
	{ startedAt }: Started,
	upgrades: UpgradeTimes | undefined,
): number | undefined {
	const heliconAt = upgrades?.helicon;
	if (startedAt === undefined || heliconAt === undefined) return undefined;
	return startedAt >= heliconAt ? 90 : 80;
}

/** In seconds. The uptime of a younger validation means nothing, because a few seconds offline are whole percents. */
const youngSeconds = hourSeconds;

export const isYoung = ({ startedAt }: Started, at: number): boolean =>
	!!startedAt && at - startedAt < youngSeconds;
