/** What n8n's process remembers of its triggers for a while, and no longer: triggers come and go for months. */
export class Lately<V> {
	/** The oldest first. */
	private readonly entries = new Map<string, { value: V; at: number }>();

	constructor(private readonly keptMs: number) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: string): V | undefined {
		return this.entries.get(key)?.value;
	}

	set(key: string, value: V): void {
		const now = Date.now();
		this.entries.delete(key);
		this.entries.set(key, { value, at: now });
		for (const [oldest, { at }] of this.entries) {
			// A clock that was set back makes none of them old.
			const isOld = Math.abs(now - at) > this.keptMs;
			if (!isOld) break;
			this.entries.delete(oldest);
		}
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
