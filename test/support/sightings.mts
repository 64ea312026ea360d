/** What the tests of a run saw each operation do, for docs/compatibility.md. */
import { appendFileSync } from 'node:fs';

/** One run of an operation through n8n's engine. */
export interface Sighting {
	/** Type of the node, such as `avalancheEvm`, and `resource.operation`. */
	type: string;
	operation: string;
	/** The node's own words, where it ended in them. */
	refusal?: string;
}

/** Keeps what was seen, where the run collects it. It counts only if all tests of the run pass. */
export function noteSighting(sighting: Sighting): void {
	const { SIGHTINGS_FILE } = process.env;
	if (SIGHTINGS_FILE) appendFileSync(SIGHTINGS_FILE, `${JSON.stringify(sighting)}\n`);
}
