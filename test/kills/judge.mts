/** Holds what the watches told against what happened. */
import { type Configuration, configurations, type Kind, kinds, limitSeconds } from './plan.mts';
import type { Disturbance, Outage, Recorded, Told } from './session.mts';

/** One outage as one configuration told it. All times are seconds of real time. */
export interface Judged {
	configuration: number;
	kind: Kind;
	/** Shorter than the configuration promises to report. */
	isShort: boolean;
	/** From the kill to the message. */
	toldAfter?: number;
	/** From the time at which the validator runs again to the message. */
	recoveredAfter?: number;
	/** From the same time on, until all observers see it. */
	returnedAfter?: number;
	/** An observer was away before the message came, or before the outage ended. */
	isDisturbed: boolean;
}

/** What should not have been told. */
export interface Wrong {
	configuration: number;
	/**
	 * `up`: a disconnect of a validator that the observers saw connected; `unseen`: of one that ran again, and that they did
	 * not see yet; `down`: a recovery of one that was down; `again`: a disconnect that was told already.
	 */
	what: 'up' | 'unseen' | 'down' | 'again';
	validator: number;
	at: number;
}

export interface Judgement {
	judged: Judged[];
	wrong: Wrong[];
	/** Alerts of outages, too short ones among them, and those of them whose end never came. */
	alerts: number[];
	neverEnded: number[];
}

/** What was read just before something changes is told a moment after it. */
const slackMs = 1000;

/** An outage with what was told of it. */
interface Case {
	outage: Outage;
	told?: number;
	recovered?: number;
}

const untilSeen = ({ seenAt = Infinity }: Outage): number => seenAt + slackMs;

/** Sorts the items about one validator into its outages; the wrong ones are left over. */
function assign(
	cases: Case[],
	told: Told[],
	factor: number,
): Array<{ what: Wrong['what']; at: number }> {
	const wrong: Array<{ what: Wrong['what']; at: number }> = [];
	for (const { at, isEnd } of told) {
		const begun = cases.filter(({ outage }) => outage.startedAt <= at);
		const last = begun.at(-1);
		if (!isEnd) {
			if (!last || at > untilSeen(last.outage)) wrong.push({ what: 'up', at });
			else if (last.told !== undefined && last.recovered === undefined)
				wrong.push({ what: 'again', at });
			else if (last.outage.backAt !== undefined && at > last.outage.backAt + slackMs)
				wrong.push({ what: 'unseen', at });
			else last.told = at;
			continue;
		}
		// A validator that goes again is seen for a moment.
		const isUnnoticed =
			last &&
			at <
				last.outage.startedAt +
					slackMs +
					(kinds[last.outage.kind].detectionSeconds * 1000) / factor;
		const ended = isUnnoticed ? begun.at(-2) : last;
		if (!ended || at < (ended.outage.endedAt ?? Infinity)) wrong.push({ what: 'down', at });
		else ended.recovered ??= at;
	}
	return wrong;
}

const overlaps = (
	{ startedAt, endedAt = Infinity }: Disturbance,
	{ outage, told }: Case,
): boolean => startedAt < (told ?? outage.endedAt!) && endedAt > outage.startedAt;

function judgeCase(
	one: Case,
	configuration: number,
	disturbances: Disturbance[],
	factor: number,
): Judged {
	const { outage, told, recovered } = one;
	const { kind, startedAt, endedAt, backAt, seenAt } = outage;
	const { observers }: Configuration = configurations[configuration]!;
	const seconds = (from: number, to: number | undefined) =>
		to === undefined ? undefined : ((to - from) / 1000) * factor;
	return {
		configuration,
		kind,
		isShort: seconds(startedAt, endedAt)! <= limitSeconds(kind, configurations[configuration]!),
		toldAfter: seconds(startedAt, told),
		recoveredAfter: seconds(backAt!, recovered),
		returnedAfter: seconds(backAt!, seenAt),
		isDisturbed: disturbances.some((each) => each.observer < observers && overlaps(each, one)),
	};
}

/** All sessions of a run that went `factor` times faster than real time. */
export function judge(sessions: Recorded[], factor: number): Judgement {
	const none = () => configurations.map(() => 0);
	const result: Judgement = { judged: [], wrong: [], alerts: none(), neverEnded: none() };
	for (const { outages, disturbances, told } of sessions) {
		for (const validator of new Set(outages.map((outage) => outage.validator))) {
			for (const configuration of configurations.keys()) {
				const cases = outages
					.filter((outage) => outage.validator === validator)
					.map((outage): Case => ({ outage }));
				const items = told.filter(
					(item) => item.configuration === configuration && item.validators.includes(validator),
				);
				for (const wrong of assign(cases, items, factor))
					result.wrong.push({ ...wrong, configuration, validator });
				const over = cases.filter(({ outage }) => outage.isOver);
				for (const one of over)
					result.judged.push(judgeCase(one, configuration, disturbances, factor));
				const alerted = over.filter((one) => one.told !== undefined);
				result.alerts[configuration]! += alerted.length;
				const open = alerted.filter((one) => one.recovered === undefined);
				result.neverEnded[configuration]! += open.length;
			}
		}
	}
	return result;
}
