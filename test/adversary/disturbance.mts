/** One disturbance: which answer, which field of it, which change, and whether it can be seen. */
import { type Call, type Json, keyOf, type Path, putAt, shorten, type Spot } from './answers.mts';
import type { Around, Change } from './changes.mts';
import { whyUnseen, type Circumstances } from './unseen.mts';

export interface Disturbance {
	change: string;
	kind: Spot['kind'];
	call: Call;
	path: Path;
	before: Json;
	after: Json;
	/** Why it cannot be seen, where it cannot. */
	unseen?: string;
}

/** An answer after a change of one field. */
export function applyChange(
	{ name, make, travel }: Change,
	answer: Json,
	of: Circumstances,
	around: Around,
): { body: Json; disturbance: Disturbance } {
	const { spot, call } = of;
	const after = make ? make(spot, around) : (travel ?? name);
	const body = make ? putAt(answer, spot.path, after) : answer;
	const disturbance: Disturbance = {
		change: name,
		kind: spot.kind,
		call,
		path: spot.path,
		before: spot.value,
		after,
		unseen: whyUnseen(name, { ...of, after }),
	};
	return { body, disturbance };
}

const writePath = (path: Path): string =>
	path.reduce<string>(
		(text, part) =>
			typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part,
		'',
	) || 'the whole answer';

/** In one line: the answer, the field and the change. */
export const sayDisturbance = ({
	change,
	kind,
	call,
	path,
	before,
	after,
	unseen,
}: Disturbance): string =>
	[
		`${change} of ${writePath(path)} (${kind})`,
		`in the answer to ${shorten(keyOf(call), 160)}:`,
		`${shorten(before)} became ${shorten(after)}`,
		unseen ? `[not to be seen: ${unseen}]` : '',
	].join(' ');
