/** Judges the newest block: it moved on, or it stands although another block is due. */
import { blocksApart } from '../../../shared/network/hosts';
import type { Evidence } from '../model';
import type { NewestBlock, OtherHead } from '../readings';
import type { HeadRule } from './settings';

/** The node furthest ahead, and its lead in blocks. Undefined if no other node says. */
export function findAhead({
	height,
	others,
}: NewestBlock): { name: string; by: number } | undefined {
	const known = others.filter(
		(each): each is OtherHead & { height: number } => each.height !== null,
	);
	const [first] = known.sort((a, b) => b.height - a.height);
	return first && { name: first.name, by: Math.max(0, first.height - height) };
}

/** A block is due if another node is far enough ahead, or if transactions have waited since the poll before. */
const isDue = (head: NewestBlock, { blocksAhead }: HeadRule): boolean =>
	(findAhead(head)?.by ?? 0) >= blocksAhead || (!!head.hadWaiting && !!head.waiting);

/** One answer may be far too high. The next one shows if it was. */
export const isLeap = ({ height, heightBefore = Infinity }: NewestBlock): boolean =>
	height > heightBefore + blocksApart.most;

export function judgeHead(head: NewestBlock, rule: HeadRule): Evidence {
	const { height, heightBefore, hadLeapt, hadMoved } = head;
	if (heightBefore === undefined || height < heightBefore || isLeap(head)) return 'unknown';
	if (height > heightBefore || hadLeapt) return 'good';
	if (isDue(head, rule)) return 'bad';
	// A chain without transactions makes no block for days. It is well if it moved since a block was last due.
	return hadMoved ? 'good' : 'unknown';
}
