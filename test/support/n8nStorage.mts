/**
 * How n8n stores a trigger's static data.
 *   memory     its usual engine: polls change one object in memory, which n8n saves on activation and together with
 *              items, before their execution
 *   scheduled  its scheduler without durable cursors: each poll changes a copy, which n8n saves together with items,
 *              before their execution, and else drops
 *   durable    its scheduler with them: each poll changes a copy, which n8n saves in one step with the execution, or
 *              alone where there are no items, and drops when the poll throws
 */
export type StorageKind = 'memory' | 'scheduled' | 'durable';

export class N8nStorage<T extends object> {
	readonly kind: StorageKind;
	private saved: string;
	private memory!: T;

	constructor(kind: StorageKind = 'memory', saved: Partial<T> = {}) {
		this.kind = kind;
		this.saved = JSON.stringify(saved);
		this.restart();
	}

	/** n8n starts, or the workflow is published: nothing is left but what was saved. */
	restart(): T {
		return (this.memory = this.stored);
	}

	/** What the next poll reads and changes. */
	load(): T {
		return this.kind === 'memory' ? this.memory : this.restart();
	}

	/** A poll succeeded, with items (or as an activation) or without; `loaded` is what it read and changed. */
	save(hasItems: boolean, loaded: T = this.memory): void {
		if (hasItems || this.kind === 'durable') this.saved = JSON.stringify(loaded);
	}

	/** A copy of what is saved. */
	get stored(): T {
		return JSON.parse(this.saved) as T;
	}
}
