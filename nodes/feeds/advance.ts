/** Where a feed stands while what a poll emitted goes out piece by piece. */
import { markOfKey, packSeen, trimSeen, unpackSeen, type Place, type Through } from './cursor';
import type { FeedRecord, Gap } from './source';

/** By what a record or a gap is recognized where a feed is read again. */
export const endOf = (emitted: FeedRecord | Gap): Through =>
	'reason' in emitted ? [emitted.to, 'gap'] : [emitted.position, markOfKey(emitted.key)];

export class Advance {
	private floor: number;
	private next: number;
	private seen;
	/** The marks of the position that went out last, of which more may follow. */
	private last: { position: number; marks: Set<string> } | undefined;
	/** Those that the poll began with, and that of the last position. */
	private readonly begun: Through[];
	private through: Through | undefined;

	/** `start` is where the poll began. */
	constructor(start: Place) {
		this.floor = start.floor;
		this.next = start.next;
		this.seen = unpackSeen(start.seen);
		this.begun = [...(start.through ?? [])];
	}

	/** Another one went out; they come in their order. */
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

	/** The place after all that went out: what follows is emitted from there, and nothing else. */
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

	/** Nothing more follows of the position that went out last. */
	private complete(): void {
		if (this.last) this.seen.set(this.last.position, this.last.marks);
		// What went out of it before the poll began has no mark here.
		const at = this.begun.findIndex(([position]) => position === this.last?.position);
		if (at >= 0) this.begun[at] = this.through!;
		this.last = undefined;
	}
}
