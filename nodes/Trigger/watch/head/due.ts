/** What one reading of the newest block says: whether it moved on, or stands although another block is due. */
import { blocksApart } from '../../../shared/network/hosts';
import type { Evidence } from '../model';
import type { NewestBlock, OtherHead } from '../readings';
import type { HeadRule } from './settings';

/** Who is furthest ahead, and by how many blocks; nothing where no other node says. */
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

/** Whether a block is due: another node has it and more, or transactions wait since the poll before. */
const isDue = (head: NewestBlock, { blocksAhead }: HeadRule): boolean =>
	(findAhead(head)?.by ?? 0) >= blocksAhead || (!!head.hadWaiting && !!head.waiting);

/** One answer may be far too high: the next one shows whether it was. */
export const isLeap = ({ height, heightBefore = Infinity }: NewestBlock): boolean =>
	height > heightBefore + blocksApart.most;

export function judgeHead(head: NewestBlock, rule: HeadRule): Evidence {
	const { height, heightBefore, hadLeapt, hadMoved } = head;
	if (heightBefore === undefined || height < heightBefore || isLeap(head)) return 'unknown';
	if (height > heightBefore || hadLeapt) return 'good';
	if (isDue(head, rule)) return 'bad';
	// A chain without transactions makes no block for days: it is well if it moved since one was due last.
	return hadMoved ? 'good' : 'unknown';
}
