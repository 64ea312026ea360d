/** Makes one item for each notice of an alert, or one for all if there are many or they share the queried node as cause. */
import { disconnected } from './conditions/disconnected';
import { doubtsNode } from './doubt';
import type { Advanced } from './machine';
import {
	hasItem,
	sourceKey,
	type Alert,
	type GroupNotice,
	type Notice,
	type Subject,
} from './model';
import { gatherGroups } from './namedGroups';
import { isHeardTwice } from './observers/count';
import { listPastOutages, type CommonOutage } from './outages';
import { exceedsShare } from './overview';
import type { Reading, Validator } from './readings';
import type { ReportContext } from './report';
import { byTimeLeft } from './timeLeft';

/** More validators than this in one poll share an item, even if they are a small share of all. */
const mostApart = 10;
/** Fewer never share an item. If the queried node is the suspect, so many do. */
export const fewestShared = 2;

interface GroupContext extends Pick<ReportContext, 'settings' | 'holds'> {
	reading: Reading;
	/** Seconds from the first failed check of an alert to the one that confirms it. */
	confirmSeconds: number;
}

/** Keys of all that have an alert when its notices are grouped. */
interface Failing {
	lasting: string[];
	bad: string[];
}

export class NoticeGroups {
	/** Found once: each notice of an alert names the same others. */
	private found?: Failing;

	constructor(
		private readonly alert: Alert,
		private readonly subjects: Map<string, Subject>,
		private readonly advanced: Advanced[],
		private readonly context: GroupContext,
	) {}

	/** Who is back already is in no item about those that are still down. */
	began(notices: Notice[]): Array<Notice | GroupNotice> {
		const { over = [], bad = [] } = Object.groupBy(notices, ({ isOver }) =>
			isOver ? 'over' : 'bad',
		);
		// Whom the queried node alone sees may put it in doubt. Those that observers judged, too, do not wait for that.
		const { heard = [], alone = [] } = Object.groupBy(bad, ({ validator }) =>
			this.isHeard(validator) ? 'heard' : 'alone',
		);
		return [over, heard, alone].flatMap((each) => this.beganTogether(each));
	}

	private isHeard(validator?: Validator): boolean {
		return this.alert === disconnected && isHeardTwice(validator);
	}

	/** Each outage that is large enough is one item. The rest of the poll has no cause in common. */
	private beganTogether(notices: Notice[]): Array<Notice | GroupNotice> {
		const outages = this.listOutages(notices);
		const many = outages.filter((outage) => this.areMany(outage));
		const rest = outages
			.filter((outage) => !many.includes(outage))
			.flatMap(({ notices: each }) => each);
		const shared = many.map((outage) => this.share(outage));
		if (this.isGroup(rest.length)) return [...shared, this.share({ notices: rest, isMixed: true })];
		const doubted = this.listDoubted(rest);
		if (doubted.length < fewestShared) return [...shared, ...this.gather(rest)];
		const others = rest.filter((notice) => !doubted.includes(notice));
		return [...shared, this.share(this.outageNow(doubted)), ...this.gather(others)];
	}

	private listOutages(notices: Notice[]): CommonOutage[] {
		const fresh = notices.filter(({ isLate }) => !isLate);
		const late = notices.filter(({ isLate }) => isLate);
		const past = listPastOutages(late, this.context.confirmSeconds);
		return fresh.length ? [this.outageNow(fresh), ...past] : past;
	}

	/** It reaches validators over several polls, so it may have begun before the first of these failed. */
	private outageNow(notices: Notice[]): CommonOutage {
		const first = Math.min(...notices.map(({ since }) => since));
		const { at } = this.context.reading;
		const span = { from: first - (at - first), to: at };
		const isHeard = this.isHeard(notices[0].validator);
		return { notices, span, unconfirmed: this.countUnconfirmed(isHeard) };
	}

	/** Those of the same outage decide, too: they have had their item, or will have it once they are confirmed. */
	private areMany(outage: CommonOutage): boolean {
		return outage.notices.length >= fewestShared && this.isGroup(this.countFailing(outage));
	}

	private listDoubted(notices: Notice[]): Notice[] {
		const { settings, reading } = this.context;
		return notices.filter((notice) => doubtsNode(notice, settings, reading));
	}

	private share(outage: CommonOutage): GroupNotice {
		const { notices, isMixed, unconfirmed } = outage;
		for (const notice of notices) this.rememberShared(notice);
		const failing = isMixed ? 0 : this.countFailing(outage);
		return { ...this.group(notices), failing, unconfirmed };
	}

	/** One that came and went in quiet hours has no state any more. */
	private rememberShared({ key }: Notice): void {
		const { event } = this.alert;
		const { states, reported } = this.subjects.get(key)!;
		if (states[event]) reported[event] = 'inGroup';
	}

	private countFailing(outage: CommonOutage): number {
		return outage.notices.length + (outage.unconfirmed ?? 0) + this.countToldBefore(outage);
	}

	/** Those that failed this check, but not yet as often as the user demands. */
	private countUnconfirmed(isHeard: boolean): number {
		const { alert } = this;
		if (!alert.endEvent) return 0;
		return this.advanced.filter(({ key, validator, context }) => {
			if (this.isHeard(validator) !== isHeard) return false;
			const state = this.subjects.get(key)!.states[alert.event];
			if (state?.phase !== 'unconfirmed' || state.isDoubtful) return false;
			const { since } = state;
			return !this.context.holds.of({ alert, turned: 'began', key, validator, context, since });
		}).length;
	}

	/** Others of the outage that were reported before. */
	private countToldBefore({ notices, span }: CommonOutage): number {
		const { event } = this.alert;
		const own = new Set(notices.map(({ key }) => key));
		const isHeard = this.isHeard(notices[0].validator);
		const alike = new Set(
			this.advanced.flatMap(({ key, validator }) =>
				this.isHeard(validator) === isHeard ? key : [],
			),
		);
		return [...this.subjects].filter(([key, { states, reported }]) => {
			if (!alike.has(key)) return false;
			if (!span || own.has(key) || !hasItem(reported[event]) || !this.isBad(key)) return false;
			return states[event].since >= span.from && states[event].since <= span.to;
		}).length;
	}

	/** Alerts that began together are reported together when they end. */
	ended(notices: Notice[], begunInGroup: ReadonlySet<Notice>): Array<Notice | GroupNotice> {
		const together = notices.filter((notice) => begunInGroup.has(notice));
		if (this.isGroup(notices.length)) return [this.group(notices)];
		if (together.length < 2) return this.gather(notices);
		const others = notices.filter((notice) => !begunInGroup.has(notice));
		return [this.group(together), ...this.gather(others)];
	}

	grown(notices: Notice[]): Array<Notice | GroupNotice> {
		const steps = new Set(notices.map(({ grown }) => grown?.step));
		return [...steps].flatMap((step) =>
			this.lasting(notices.filter(({ grown }) => grown?.step === step)),
		);
	}

	lasting(notices: Notice[]): Array<Notice | GroupNotice> {
		return this.isGroup(notices.length) ? [this.group(notices)] : this.gather(notices);
	}

	/** Too few for one item about many, but those of one group of Names still share an item. */
	private gather(notices: Notice[]): Array<Notice | GroupNotice> {
		const { alert, subjects } = this;
		const { settings } = this.context;
		const isTold = (key: string) =>
			hasItem(subjects.get(key)!.reported[alert.event]) && this.isBad(key);
		return gatherGroups(notices, subjects, settings, isTold).map((each) =>
			'notices' in each
				? {
						...each,
						stillBad: this.failing.bad.filter((key) => each.stillBad.includes(key)),
						...this.besides([...each.notices.map(({ key }) => key), ...each.stillBad]),
					}
				: { ...each, ...this.besides([each.key]) },
		);
	}

	/** Others that are down, besides those that an item names. */
	private besides(named: string[]): Pick<Notice, 'alsoDown'> {
		const { alert, watchedCount } = this;
		if (alert !== disconnected) return {};
		const { lasting, bad } = this.failing;
		const others = (keys: string[]) => keys.filter((key) => !named.includes(key));
		const keys = others(bad);
		const silencedCount = others(lasting).length - keys.length;
		return { alsoDown: { keys, silencedCount, watchedCount } };
	}

	private lasts(key: string): boolean {
		return this.subjects.get(key)!.states[this.alert.event]?.phase === 'confirmed';
	}

	private get watchedCount(): number {
		return this.subjects.size - (this.subjects.has(sourceKey) ? 1 : 0);
	}

	/** A share of 100 asks for an item each. */
	private isGroup(count: number): boolean {
		const { settings } = this.context;
		const isCrowd = count > mostApart && settings.suspectShare < 100;
		return isCrowd || exceedsShare(count, this.watchedCount, settings);
	}

	private group(notices: Notice[]): GroupNotice {
		return { notices, stillBad: this.failing.bad, watchedCount: this.watchedCount };
	}

	/** Those that have the alert, the silenced ones too, and the others in the order of lists. */
	private get failing(): Failing {
		this.found ??= this.findFailing();
		return this.found;
	}

	private findFailing(): Failing {
		const lasting = [...this.subjects.keys()].filter((key) => this.lasts(key));
		const bad = new Set(lasting.filter((key) => this.isBad(key)));
		return { lasting, bad: this.order(bad) };
	}

	/** The validators with the least time left come first, for lists that are cut. */
	private order(keys: ReadonlySet<string>): string[] {
		const { alert } = this;
		const found = this.advanced.filter(({ key }) => keys.has(key));
		const timed = found.map(({ key, validator, context }) => ({ alert, key, validator, context }));
		return byTimeLeft(timed.sort((a, b) => (a.key < b.key ? -1 : 1))).map(({ key }) => key);
	}

	/** Nobody who is silenced counts. */
	private isBad(key: string): boolean {
		const { alert } = this;
		if (!this.lasts(key)) return false;
		const { since } = this.subjects.get(key)!.states[alert.event];
		return this.context.holds.of({ alert, turned: 'began', key, since }) !== 'silenced';
	}
}
