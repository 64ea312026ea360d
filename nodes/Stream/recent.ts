/** A node may report the same transaction again. */
const mostRemembered = 10_000;

/** Remembers the newest entries. */
export class Recent<T> {
	private readonly entries = new Map<string, T>();

	has(key: string): boolean {
		return this.entries.has(key);
	}

	get(key: string): T | undefined {
		return this.entries.get(key);
	}

	add(key: string, entry: T): void {
		this.entries.set(key, entry);
		if (this.entries.size > mostRemembered) this.entries.delete(this.entries.keys().next().value!);
	}

	/** Returns an entry and forgets it. */
	take(key: string): T | undefined {
		const entry = this.entries.get(key);
		this.entries.delete(key);
		return entry;
	}
}
