/** Says at the end of a run which names were of nobody. */
import { nodeIdsIn } from '../fields/chosenValidators';
import { namesIn } from '../fields/names';
import { listStrays, sayStrays } from '../fields/strays';
import type { Tally } from './hints';
import type { Values } from './operations';

interface Run {
	values: Values;
	tally?: Tally;
}

/** Empty if a limit ended the reading: the rest may have them. */
const ofList = ({ strays = [], cut, isUsedUp }: Tally): string[] => (cut || isUsedUp ? [] : strays);

function ofRun({ values, tally }: Run): string[] {
	const chosen = nodeIdsIn(values);
	if (!chosen) return tally ? ofList(tally) : [];
	const among = new Set(chosen);
	return listStrays(namesIn(values) ?? {}, (id) => among.has(id));
}

/** Several items may share one list of names, so only a name that no item uses is of nobody. */
export function sayStraysOf(runs: Run[]): string | undefined {
	const [first, ...others] = runs.filter(({ values }) => values.names !== undefined);
	if (!first) return undefined;
	let strays = ofRun(first);
	for (const other of others) {
		if (!strays.length) return undefined;
		const too = new Set(ofRun(other));
		strays = strays.filter((id) => too.has(id));
	}
	return sayStrays(
		strays,
		namesIn(first.values) ?? {},
		nodeIdsIn(first.values) ? 'chosen' : 'listed',
	);
}
