/** Which readings count as those of a server that lags behind another one. */
import { markNode } from '../../nodes/Trigger/watch/alertIds';
import { dropLower } from '../../nodes/Trigger/watch/lowerBlock';
import type { WatchCursor } from '../../nodes/Trigger/watch/past';
import type { Reading, SeenBlock } from '../../nodes/Trigger/watch/readings';

const node = 'https://node.example';
const cursorOf = (block: SeenBlock | undefined) =>
	({ block, views: [{ since: 0, node: markNode({ node }) }] }) as unknown as WatchCursor;
const readAt = (height: number, at = 1000): Reading => ({
	at,
	block: { height },
	validators: new Map(),
});

test('the block that was judged is remembered, and a lower one does not replace it [B9]', () => {
	expect(dropLower(readAt(90), node, undefined).block).toEqual({ height: 90 });
	expect(dropLower(readAt(90), node, cursorOf({ height: 90 }))).toEqual(readAt(90));
	const lower = dropLower(readAt(89), node, cursorOf({ height: 90 }));
	expect(lower).toMatchObject({ lowerFor: 0, block: { height: 90, lowerSince: 1000 } });
	expect(lower.validators).toBeUndefined();
	const later = dropLower(readAt(89, 1200), node, cursorOf(lower.block));
	expect(later).toMatchObject({ lowerFor: 200, block: { height: 90, lowerSince: 1000 } });
	expect(dropLower(readAt(91, 1200), node, cursorOf(lower.block)).block).toEqual({ height: 91 });
	expect(dropLower(readAt(89, 4600), node, cursorOf(lower.block)).block).toEqual({ height: 89 });
});

test('another node has blocks of its own [B9]', () => {
	expect(dropLower(readAt(5), 'https://other.example', cursorOf({ height: 90 }))).toEqual(
		readAt(5),
	);
});

test('a reading that failed leaves the memory as it is [B9]', () => {
	const { failure } = dropLower(readAt(89), node, cursorOf({ height: 90 }));
	const failed = { at: 1100, block: { height: 95 }, failure };
	expect(dropLower(failed, node, cursorOf({ height: 90 })).block).toEqual({ height: 90 });
});
