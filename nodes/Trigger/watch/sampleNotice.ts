/** Makes the notices of samples: an alert, and a validator changed to match it. */
import type { IDataObject } from 'n8n-workflow';
import type { HealthCheck } from '../../shared/validators/health';
import { isRecord, valueAt } from '../../shared/values/records';
import { writeTime } from '../../shared/values/times';
import { ruleFor } from './conditions';
import type { Condition, Ladder, LadderStep } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import { grow, ladderOf } from './growth';
import { left } from './left';
import {
	isOfQueriedNode,
	sourceKey,
	type Alert,
	type Context,
	type Notice,
	type WatchSettings,
} from './model';
import type { Reading, Validator, Vote } from './readings';
import { hostOf } from './showValidator';
import { hourSeconds } from '../../shared/values/timeUnits';

/** Fields of raw records, with the property of a validator that each one shows. */
const written: Array<[name: string, from: keyof Validator]> = [
	['connected', 'connected'],
	['isConnected', 'connected'],
	['isActive', 'active'],
	['uptime', 'uptime'],
	['uptimePercentage', 'uptime'],
	['weightedAveragePercentage', 'uptime'],
	['endTime', 'endsAt'],
	['nextPeriod', 'nextPeriod'],
	['version', 'version'],
	['balance', 'balance'],
];

/** Writes changes of a validator into its raw record. Texts stay texts, and numbers stay numbers. */
function rewrite(record: IDataObject, changes: Partial<Validator>): IDataObject {
	const entries = written
		.filter(([name, from]) => name in record && from in changes)
		.map(([name, from]) => {
			const value = changes[from] ?? 0;
			const isText = typeof record[name] === 'string' || typeof value === 'bigint';
			return [name, isText ? String(value) : value];
		});
	return { ...record, ...Object.fromEntries(entries) } as IDataObject;
}

/** A check in the form of a health report. */
const writeCheck = (
	before: unknown,
	{ error, since, failures, details }: HealthCheck,
): unknown => ({
	message: details ?? valueAt(before, 'message'),
	timestamp: valueAt(before, 'timestamp'),
	...(error !== undefined && {
		error,
		timeOfFirstFailure: since === undefined ? undefined : writeTime(since),
		contiguousFailures: failures,
	}),
});

/** Writes the checks and the free disk of a sample into a health report. Any other record stays as it is. */
function rewriteHealth(
	record: IDataObject,
	{ checks = [], figures = {} }: Partial<Validator>,
): IDataObject {
	if (!isRecord(record.checks)) return record;
	const all: Record<string, unknown> = { ...record.checks };
	for (const check of checks) all[check.name] = writeCheck(all[check.name], check);
	const [disk] = figures.diskLow ?? [];
	if (disk) all.diskspace = writeDisk(all.diskspace, disk.value);
	const healthy = Object.values(all).every((check) => valueAt(check, 'error') === undefined);
	return { ...record, checks: all, healthy } as IDataObject;
}

const writeDisk = (check: unknown, availableDiskPercentage: number): unknown => ({
	...(check as object),
	message: { ...(valueAt(check, 'message') as object), availableDiskPercentage },
});

/** Slightly less than a step. */
const sampleLeft = ({ at }: LadderStep): number => at * 0.9;

/** The second step of the ladder or the only one, or else the next that is worse than what the beginning has left. */
const findNext = ({ steps: [first, ...later] }: Ladder, begun: number): LadderStep | undefined =>
	(later.length ? later : [first]).find((each) => sampleLeft(each) < begun);

/** A sample that lasts or ended began this long ago. */
const sampleSeconds = 6 * hourSeconds;

/** In One of Each the beginning, the growth and the end are of one alert, so they name one time. */
const sinceOf = (turned: Notice['turned'], { testEvent }: WatchSettings, at: number): number =>
	turned === 'began' && testEvent !== 'each' ? at : at - sampleSeconds;

/** The uptime after the sample's outage. Empty if it is unknown. */
function payFor(seconds: number, { uptime, startedAt }: Validator, at: number): Partial<Validator> {
	if (uptime === undefined || startedAt === undefined || startedAt >= at) return {};
	const lost = (100 * seconds) / (at - startedAt);
	return { uptime: Math.max(0, Number((uptime - lost).toFixed(4))) };
}

type Turn = Pick<Notice, 'alert' | 'turned'>;

/** All observers that answer see it down. The end has no votes: only the queried node is asked about it. */
export function sampleVotes(
	{ alert, turned }: Turn,
	{ node = '', furtherObservers = [] }: Reading,
	{ observers }: WatchSettings,
): Partial<Validator> {
	if (alert !== disconnected || !observers) return {};
	if (turned === 'ended') return { votes: undefined };
	const own: Vote = { name: hostOf(node), vote: 'down', reason: null };
	const further = observers.list.map(({ name }): Vote => {
		const asked = furtherObservers.find((each) => each.name === name);
		const reason = asked ? asked.reason : 'not asked';
		return { name, vote: reason ? null : 'down', reason };
	});
	return { votes: [own, ...further] };
}

/** What a sample changes of a validator, and of what else the alert knows. */
interface Changes {
	validator: Partial<Validator>;
	context: Context;
}

function changesOf(
	{ alert, turned, since }: Turn & Pick<Notice, 'since'>,
	[key, validator]: readonly [string, Validator],
	{ at, upgrades }: Reading,
	settings: WatchSettings,
): Changes {
	const { sample, sampleEnd }: Partial<Condition> = alert;
	const { source } = settings;
	const downBefore = isOfQueriedNode(source) ? [] : [key];
	const about: Context = { at, source, upgrades: upgrades?.times, downBefore, since };
	const change = turned === 'ended' ? sampleEnd : sample;
	const changed = change?.(validator, ruleFor(alert, key, settings), about) ?? {};
	const paid = alert === disconnected ? payFor(at - since, validator, at) : {};
	return {
		validator: { ...paid, ...changed.validator },
		context: { ...about, ...changed.context },
	};
}

/** The changes of the next step. Undefined if the sample of the beginning can get no worse. */
function growWorse(alert: Alert, begun: Changes, validator: Validator): Changes | undefined {
	const ladder = ladderOf(alert)!;
	const leftOf = ({ validator: changed, context }: Changes): number | undefined =>
		ladder.left({ ...validator, ...changed }, context);
	const next = findNext(ladder, leftOf(begun) ?? Infinity);
	if (!next) return undefined;
	const less = ladder.sample(sampleLeft(next), validator, begun.context);
	const worse = {
		validator: { ...begun.validator, ...less.validator },
		context: { ...begun.context, ...less.context },
	};
	const rest = leftOf(worse);
	return rest !== undefined && rest <= next.at ? worse : undefined;
}

/** A notice of an alert, with the validator changed to match it. */
export function makeSampleNotice(
	{ alert, turned }: Turn,
	[key, validator]: readonly [string, Validator],
	reading: Reading,
	settings: WatchSettings,
): Notice {
	const { at } = reading;
	const { of }: Partial<Condition> = alert;
	const isEnd = turned === 'ended';
	const since = sinceOf(turned, settings, at);
	const begun = changesOf({ alert, turned, since }, [key, validator], reading, settings);
	const worse = turned === 'grew' ? growWorse(alert, begun, validator) : undefined;
	const changes = worse ?? begun;
	const record = rewriteHealth(rewrite(validator.record, changes.validator), changes.validator);
	const seen = { ...validator, record, ...changes.validator };
	// A validator that left has no record.
	const hasValidator = of !== 'source' && (alert !== left || isEnd);
	return {
		alert,
		turned,
		key: of === 'source' ? sourceKey : key,
		...(hasValidator && {
			validator: { ...seen, ...sampleVotes({ alert, turned }, reading, settings) },
		}),
		context: changes.context,
		...(worse && {
			grown: grow(undefined, alert, { ...changes, validator: seen }, settings),
		}),
		since,
		...(isEnd && { goodSince: at }),
		...(alert === left && { reason: isEnd ? 'returned' : 'removed' }),
	};
}
