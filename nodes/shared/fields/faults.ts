/** Gathers the faults of a list, so that its user can mend all of them at once. */
import { InvalidField, type Placed } from './invalid';

/** A list with more is probably of another kind. */
const mostFaults = 100;

export class Faults {
	private readonly found: Placed[] = [];

	/** What `read` returns; undefined if it refuses the entry. */
	check<T>(place: string, read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			this.keep(place, error);
			return undefined;
		}
	}

	private keep(place: string, error: unknown): void {
		if (!(error instanceof InvalidField)) throw error;
		this.found.push({ place, error });
		if (this.found.length === mostFaults) this.throwFirst();
	}

	/** Throws the first fault, which brings the others along. */
	throwFirst(): void {
		const [first, ...others] = this.found;
		if (!first) return;
		first.error.others = others;
		throw first.error;
	}
}

/** Takes each line of a list, or throws the faults of all. */
export function checkEach<Line extends { place: string }>(
	lines: Line[],
	take: (line: Line) => void,
): void {
	const faults = new Faults();
	for (const line of lines) faults.check(line.place, () => take(line));
	faults.throwFirst();
}

/** Reads each line, or throws the faults of all. */
export function readEach<Read>(
	lines: Array<[line: string, place: string]>,
	read: (line: string, place: string) => Read,
): Read[] {
	const faults = new Faults();
	const all = lines.map(([line, place]) => faults.check(place, () => read(line, place)));
	faults.throwFirst();
	return all as Read[];
}
