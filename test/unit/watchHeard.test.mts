/** Many Downs of one poll, some of which two observers judged: which share an item, and which put the queried node in doubt. */
import { disconnected } from '../../nodes/Trigger/watch/conditions/disconnected';
import { doubtsNodeOfGroup } from '../../nodes/Trigger/watch/doubt';
import { NoticeGroups } from '../../nodes/Trigger/watch/grouping';
import type { Advanced } from '../../nodes/Trigger/watch/machine';
import type { Notice, Subject } from '../../nodes/Trigger/watch/model';
import type { Vote } from '../../nodes/Trigger/watch/readings';
import { settingsFor, start } from './watchSeries.mts';

const down = (name: string): Vote => ({ name, vote: 'down', reason: null });
const silent = (name: string): Vote => ({ name, vote: null, reason: 'no answer' });

/**
 * Each letter is a watched validator: 2 if it goes down and two observers judge it, 1 if the queried node alone does, and T
 * if two judged it in an earlier item. A dot is connected.
 */
function listItems(signs: string): string[] {
	const subjects = new Map<string, Subject>();
	const advanced: Advanced[] = [];
	const notices: Notice[] = [];
	for (const [i, sign] of [...signs].entries()) {
		const key = `NodeID-${i}`;
		const isHeard = sign !== '1';
		const votes = [down('own'), isHeard ? down('Zurich') : silent('Zurich')];
		const validator = { nodeId: key, record: {}, votes };
		const state = { phase: 'confirmed' as const, since: start, count: 1 };
		const isDown = sign !== '.';
		const subject: Subject = {
			validation: `mark of ${key}`,
			states: isDown ? { disconnected: state } : {},
			reported: sign === 'T' ? { disconnected: 'alone' } : {},
		};
		const context = { at: start, source: 'primaryNetwork' as const };
		subjects.set(key, subject);
		const moves = isDown ? [{ judgement: { alert: disconnected, evidence: 'bad' }, state }] : [];
		advanced.push({ key, subject, validator, context, judgements: [], moves } as never);
		if (sign === '1' || sign === '2')
			notices.push({ alert: disconnected, turned: 'began', key, since: start, validator, context });
	}
	const reading = { at: start };
	const settings = settingsFor({ suspectShare: 30 });
	const holds = { of: () => undefined } as never;
	const context = { reading, settings, holds, confirmSeconds: 0 };
	const items = new NoticeGroups(disconnected, subjects, advanced, context).began(notices);
	return items.map((item) => {
		if (!('notices' in item)) return '1 alone';
		const isDoubted = doubtsNodeOfGroup(item, reading, settings);
		return `${item.notices.length} ${isDoubted ? 'in doubt' : 'not in doubt'}`;
	});
}

test.each([
	['11111.....', ['5 in doubt']],
	['22222.....', ['5 not in doubt']],
	['2222211111', ['5 not in doubt', '5 in doubt']],
	['1111122222', ['5 not in doubt', '5 in doubt']],
	['2111112222', ['5 not in doubt', '5 in doubt']],
	['111111222.', ['1 alone', '1 alone', '1 alone', '6 in doubt']],
	// Those of an earlier item make no crowd of the one that the node alone sees.
	['TTTT221...', ['2 not in doubt', '1 alone']],
])('of ten, %s: %j [U12, U44]', (signs, items) => {
	expect(listItems(signs)).toEqual(items);
});
