/** Makes one item for each notice of an alert, or one for all if there are many or they share the queried node as cause. */
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
import { exceedsShare } from './overview';
import type { Reading } from './readings';
import type { ReportContext } from './report';
import { byTimeLeft } from './timeLeft';

/** More validators than this in one poll share an item, even if they are a small share of all. */
const mostApart = 10;
/** If the queried node is the suspect, its one fault is one item from this many validators on. */
const fewestDoubted = 2;

interface GroupContext extends Pick<ReportContext, 'settings' | 'holds'> {
	reading: Reading;
}

export class NoticeGroups {
	constructor(
		private readonly alert: Alert,
		private readonly subjects: Map<string, Subject>,
		private readonly advanced: Advanced[],
		private readonly context: GroupContext,
	) {}

	began(notices: Notice[]): Array<Notice | GroupNotice> {
		if (!notices.length) return [];
		const followers = this.listFollowers();
		if (this.isGroup(notices.length + followers.length)) return [this.share(notices, followers)];
		const [doubted, next] = [notices, followers].map((all) => this.listDoubted(all));
		if (doubted.length + next.length < fewestDoubted) return this.gather(notices);
		const others = notices.filter((notice) => !doubted.includes(notice));
		return [this.share(doubted, next), ...this.gather(others)];
	}

	private listDoubted(notices: Notice[]): Notice[] {
		const { settings, reading } = this.context;
		return notices.filter((notice) => doubtsNode(notice, settings, reading));
	}

	/** One item for these and for those that are about to follow. */
	private share(notices: Notice[], followers: Notice[]): GroupNotice {
		for (const notice of notices) this.confirm(notice);
		for (const follower of followers) this.confirmFollower(follower);
		return this.group([...notices, ...followers]);
	}

	/** Alerts about to be confirmed join the group, or they would follow one by one in the next polls. */
	private listFollowers(): Notice[] {
		const { alert } = this;
		return this.advanced.flatMap(({ key, validator, context }): Notice[] => {
			const state = this.subjects.get(key)!.states[alert.event];
			if (!alert.endEvent || state?.phase !== 'unconfirmed' || state.isDoubtful) return [];
			const { since } = state;
			const follower: Notice = { alert, turned: 'began', key, validator, context, since };
			return this.context.holds.of(follower) ? [] : [follower];
		});
	}

	/** Remembers that it was reported in a group. One that came and went in quiet hours has no state any more. */
	private confirm({ key, since }: Notice): void {
		const { event } = this.alert;
		const { states, reported } = this.subjects.get(key)!;
		if (!states[event]) return;
		states[event] = { phase: 'confirmed', since, count: 0 };
		reported[event] = 'inGroup';
	}

	private confirmFollower(notice: Notice): void {
		this.confirm(notice);
		const { event } = this.alert;
		const subject = this.subjects.get(notice.key)!;
		const found = { notice, begins: true, reported: subject.reported[event] };
		const before = subject.acknowledged?.[event];
		const begun = this.context.holds.acknowledged(found, 'unknown', before);
		if (begun) subject.acknowledged = { ...subject.acknowledged, [event]: begun };
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
			'notices' in each ? { ...each, stillBad: this.order(each.stillBad) } : each,
		);
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
		const stillBad = [...this.subjects.keys()].filter((key) => this.isBad(key));
		return { notices, stillBad: this.order(stillBad), watchedCount: this.watchedCount };
	}

	/** The validators with the least time left come first, for lists that are cut. */
	private order(keys: string[]): string[] {
		const { alert } = this;
		const wanted = new Set(keys);
		const found = this.advanced.filter(({ key }) => wanted.has(key));
		const timed = found.map(({ key, validator, context }) => ({ alert, key, validator, context }));
		return byTimeLeft(timed.sort((a, b) => (a.key < b.key ? -1 : 1))).map(({ key }) => key);
	}

	/** Nobody who is silenced counts. */
	private isBad(key: string): boolean {
		const { alert } = this;
		const { phase, since } = this.subjects.get(key)!.states[alert.event] ?? {};
		if (phase !== 'confirmed') return false;
		return this.context.holds.of({ alert, turned: 'began', key, since: since! }) !== 'silenced';
	}
}
