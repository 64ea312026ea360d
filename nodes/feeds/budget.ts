/** The limits of one poll: its time, pages and requests. */

export interface PollClock {
	/** Milliseconds since 1970. */
	now(): number;
	budgetMs: number;
}

/** A poll ends after this many records, to bound memory. The next poll emits the rest. */
export const mostRecords = 1000;
/** After a long outage, more pages would run into the service's rate limit, and the poll would never end. */
const mostPages = 30;
/** Rereading for late records takes at most this share of a poll. */
const rereadShare = 1 / 3;

/** Once its last request has run past this share of the time, a poll sends no other. */
const lateShare = 1.1;

export class Budget {
	pages = 0;
	/** True until the poll reads something that no earlier poll has read. */
	isRereading = true;
	private readonly begun: number;

	constructor(
		private readonly clock: PollClock,
		/** The share of the poll's requests already sent. */
		private readonly spent: () => number,
	) {
		this.begun = clock.now();
	}

	/** No limit of time or requests. The limit of pages stays. */
	static unlimited(): Budget {
		return new Budget({ now: () => 0, budgetMs: Infinity }, () => 0);
	}

	get isLate(): boolean {
		return this.clock.now() >= this.begun + this.clock.budgetMs;
	}

	/** True if there is time for one more request, which may take as long as the last one of the poll. */
	get mayAsk(): boolean {
		return this.clock.now() < this.begun + lateShare * this.clock.budgetMs;
	}

	get isOver(): boolean {
		const share = this.isRereading ? rereadShare : 1;
		return (
			this.clock.now() >= this.begun + share * this.clock.budgetMs ||
			this.pages >= share * mostPages ||
			this.spent() >= share
		);
	}
}
