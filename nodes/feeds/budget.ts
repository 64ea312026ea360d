/** What one poll may use up: its time, and so many pages and requests. */

export interface PollClock {
	/** Milliseconds since 1970. */
	now(): number;
	/** How long this poll may take. */
	budgetMs: number;
}

/** A poll ends after so many records, so that memory stays bounded; the next poll emits the rest. */
export const mostRecords = 1000;
/** After a long outage, more pages would run into the service's rate limit, and the poll would never end. */
const mostPages = 30;
/** Reading again, for late records, takes at most this share of a poll. */
const rereadShare = 1 / 3;

/** A request that began in time and ends after this share of it leaves no time for another. */
const lateShare = 1.1;

export class Budget {
	/** Pages so far. */
	pages = 0;
	/** Whether the poll has read nothing yet but what an earlier poll had read. */
	isRereading = true;
	private readonly begun: number;

	constructor(
		private readonly clock: PollClock,
		/** The share of the requests that were sent. */
		private readonly spent: () => number,
	) {
		this.begun = clock.now();
	}

	/** Without a limit of time or of requests. */
	static unlimited(): Budget {
		return new Budget({ now: () => 0, budgetMs: Infinity }, () => 0);
	}

	/** Whether the time is over. */
	get isLate(): boolean {
		return this.clock.now() >= this.begun + this.clock.budgetMs;
	}

	/** Whether there is time for one question more, which may take as long as the last request of the poll. */
	get mayAsk(): boolean {
		return this.clock.now() < this.begun + lateShare * this.clock.budgetMs;
	}

	/** Whether the poll is to read no further. */
	get isOver(): boolean {
		const share = this.isRereading ? rereadShare : 1;
		return (
			this.clock.now() >= this.begun + share * this.clock.budgetMs ||
			this.pages >= share * mostPages ||
			this.spent() >= share
		);
	}
}
