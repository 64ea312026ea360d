/** Values that the n8n process remembers only for a while, because triggers come and go for months. */
export class Lately<V> {
	/** Oldest first. */
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
			// The absolute age, because after the clock is set back no entry would become old for a long time.
			const isOld = Math.abs(now - at) > this.keptMs;
			if (!isOld) break;
			this.entries.delete(oldest);
		}
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
