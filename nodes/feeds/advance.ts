/** Tracks a feed's place while the records of one poll go out in pieces. */
import { markOfKey, packSeen, trimSeen, unpackSeen, type Place, type Through } from './cursor';
import type { FeedRecord, Gap } from './source';

/** Identifies a record or a gap, so that it is recognized when the feed is read again. */
export const endOf = (emitted: FeedRecord | Gap): Through =>
	'reason' in emitted ? [emitted.to, 'gap'] : [emitted.position, markOfKey(emitted.key)];

export class Advance {
	private floor: number;
	private next: number;
	private seen;
	/** Marks of the position sent last. More records of it may follow. */
	private last: { position: number; marks: Set<string> } | undefined;
	/** Positions sent only in part when the poll began, each with its last record. */
	private readonly begun: Through[];
	private through: Through | undefined;

	constructor(start: Place) {
		this.floor = start.floor;
		this.next = start.next;
		this.seen = unpackSeen(start.seen);
		this.begun = [...(start.through ?? [])];
	}

	/** Notes that this one went out. Call it in the order of the feed. */
	add(emitted: FeedRecord | Gap): void {
		if ('reason' in emitted) {
			this.complete();
			this.through = undefined;
			this.floor = Math.max(this.floor, emitted.to);
			this.next = Math.max(this.next, emitted.to);
			return;
		}
		const { position } = emitted;
		if (this.last?.position !== position) {
			this.complete();
			this.last = { position, marks: new Set(this.seen.get(position)) };
		}
		this.through = endOf(emitted);
		this.last.marks.add(this.through[1]);
		this.next = Math.max(this.next, position);
	}

	/** The place after everything sent so far. A poll from there emits exactly the rest. */
	get place(): Place {
		const { floor, seen } = trimSeen(this.seen, this.floor);
		this.floor = floor;
		this.seen = seen;
		const through = [...this.begun, ...(this.through ? [this.through] : [])].filter(
			([position]) => position >= floor,
		);
		return {
			floor,
			next: Math.max(this.next, floor),
			seen: packSeen(seen),
			...(through.length && { through }),
		};
	}

	/** Closes the position sent last: no more of it follows. */
	private complete(): void {
		if (this.last) this.seen.set(this.last.position, this.last.marks);
		// Records of it sent before this poll have no mark here, so its entry stays and names the newest one.
		const at = this.begun.findIndex(([position]) => position === this.last?.position);
		if (at >= 0) this.begun[at] = this.through!;
		this.last = undefined;
	}
}
