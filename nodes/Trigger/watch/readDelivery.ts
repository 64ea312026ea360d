/** Reads the options about the delivery of alerts: when they are reported, and how. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { scopeOf } from '../../feeds/identity';
import { createReader, refuse as refuseIn } from '../../feeds/parameters';
import type { Field } from '../../shared/fields/fields';
import { describeInvalid } from '../../shared/fields/invalid';
import { readHeartbeat } from '../heartbeat/settings';
import type { ReadOption } from './conditions/condition';
import type { QuietHours, WatchSettings } from './model';
import {
	digest,
	drill,
	failedChecks,
	goodChecks,
	louderMinutes,
	minimumMinutes,
	quietCritical,
	quietDays,
	quietFrom,
	quietTo,
	redeliver,
	reminderHours,
	reportExisting,
	reportRecovery,
	silences,
	silencesUrl,
	simplifyRecord,
	watchTestEvent,
	weekdays,
} from './options';
import { pagerDutyIncidents, payloads } from './payloads';
import { runbookUrl } from './runbook';
import { readsClock, readSilences, type OwnSilences } from './silences';
import { hourSeconds } from '../../shared/values/timeUnits';

type Reader = ReturnType<typeof createReader>;

/** Undefined without quiet hours. An empty list of days would mean none at all, so it is refused. */
function readQuiet({ readOption, refuse }: Reader): QuietHours | undefined {
	const [from, to] = [readOption(quietFrom), readOption(quietTo)];
	const withHours: Field[] = [quietDays, quietCritical];
	const without = withHours.find((field) => readOption(field) !== undefined);
	if (from === undefined && to === undefined && without)
		throw refuse(`${without.displayName} needs Quiet From and Quiet To`);
	if (from === undefined && to === undefined) return undefined;
	if (from === undefined || to === undefined) {
		const empty = from === undefined ? 'Quiet From' : 'Quiet To';
		throw refuse(`${empty} is empty: quiet hours need both times, such as 22:00 and 07:00`);
	}
	if (from === to)
		throw refuse(
			'Quiet From and Quiet To must be two different times of day',
			'The quiet hours would be all of the day, or none of it. Remove both options to have none.',
		);
	const days = readOption(quietDays, true);
	return {
		from,
		to,
		days: days?.map((day) => weekdays.findIndex((name) => name.toLowerCase() === day) + 1),
		holdsCritical: readOption(quietCritical) ?? false,
	};
}

function readPayloads(
	{ readOption, refuse }: Reader,
	option: ReadOption,
): Pick<WatchSettings, 'payloads' | 'incidentsByItem'> {
	const wanted = readOption(payloads);
	const isByItem = option(pagerDutyIncidents) === 'item';
	if (isByItem && !wanted?.includes('pagerDuty'))
		throw refuse(
			`${pagerDutyIncidents.displayName} is One for Each Item, and PagerDuty is not chosen`,
			`Choose PagerDuty under ${payloads.displayName}, or remove ${pagerDutyIncidents.displayName}.`,
		);
	return { payloads: wanted, incidentsByItem: isByItem };
}

function readOwnSilences(
	entered: unknown,
	{ names, source }: Pick<WatchSettings, 'names' | 'source'>,
	context: IPollFunctions,
): OwnSilences {
	if (entered === undefined) return { silences: [], refused: [] };
	// n8n stops a watch whose options cannot be read. A typo in one line must not do that.
	const isLenient = context.getMode() !== 'manual';
	try {
		const about = { names, source, timezone: context.getTimezone() };
		return readSilences(entered, about, isLenient);
	} catch (error) {
		const { message, description } = describeInvalid(silences, error);
		throw refuseIn(context.getNode(), message, description);
	}
}

/** The option as it was entered, with the text of an expression. */
const rawOf = (context: IPollFunctions, { name }: Field): unknown =>
	(context.getNode().parameters?.options as IDataObject | undefined)?.[name];

type DeliverySettings = Pick<
	WatchSettings,
	| 'scope'
	| 'badPolls'
	| 'goodPolls'
	| 'minimumSeconds'
	| 'reminderSeconds'
	| 'neverReminds'
	| 'louderSeconds'
	| 'timezone'
	| 'quiet'
	| 'silences'
	| 'silencesMove'
	| 'refusedSilences'
	| 'silencesUrl'
	| 'drill'
	| 'payloads'
	| 'incidentsByItem'
	| 'runbookUrl'
	| 'heartbeat'
	| 'digest'
	| 'isSimple'
	| 'reportEnds'
	| 'redeliver'
	| 'reportExisting'
	| 'testEvent'
>;

export function readDelivery(
	context: IPollFunctions,
	option: ReadOption,
	about: Pick<WatchSettings, 'names' | 'source'>,
): DeliverySettings {
	const reader = createReader(context);
	const { readOption } = reader;
	const quiet = readQuiet(reader);
	const own = readOwnSilences(readOption(silences), about, context);
	return {
		scope: scopeOf(context),
		badPolls: option(failedChecks),
		goodPolls: option(goodChecks),
		minimumSeconds: option(minimumMinutes) * 60,
		reminderSeconds: Math.round((readOption(reminderHours) ?? 0) * hourSeconds),
		...(readOption(reminderHours) === 0 && { neverReminds: true }),
		louderSeconds: (readOption(louderMinutes) ?? 0) * 60,
		timezone: context.getTimezone(),
		...(quiet && { quiet }),
		silences: own.silences,
		...(own.silences.length && readsClock(rawOf(context, silences)) && { silencesMove: true }),
		refusedSilences: own.refused,
		silencesUrl: readOption(silencesUrl),
		digest: option(digest, false),
		isSimple: option(simplifyRecord),
		reportEnds: option(reportRecovery),
		redeliver: option(redeliver),
		drill: readOption(drill),
		...readPayloads(reader, option),
		runbookUrl: readOption(runbookUrl),
		heartbeat: readHeartbeat(context, reader),
		reportExisting: option(reportExisting),
		testEvent: option(watchTestEvent),
	};
}
