import { toIso } from '../../../feeds/items/words';
import { nameChain } from '../../../shared/avalanche/chains';
import { sayDuration } from '../../../shared/values/durations';
import { countOf } from '../../../shared/values/writing';
import { catchesUp } from '../head/behind';
import {
	behindOptions,
	headChain,
	otherNodes,
	readBehindRule,
	type BehindRule,
} from '../head/settings';
import type { HeadLag, OtherHead } from '../readings';
import { badIf, type Condition } from './condition';
import { sayBlockTime, sayChain, showHeads } from './headNotMoving';

/** Back to good only at half of the limit, so that a node around it is not told again and again. */
const backAt = ({ behindSeconds }: BehindRule): number => behindSeconds / 2;

function sayCourse(behind: HeadLag): string[] {
	const course = catchesUp(behind);
	if (course === undefined) return [];
	if (behind.before === 0) return ['It was not behind at the check before.'];
	const before = `it was ${sayDuration(behind.before!)} behind at the check before`;
	return [course ? `It catches up: ${before}.` : `It does not catch up: ${before}.`];
}

const sayCompared = ({ than, blocks = 0 }: HeadLag): string =>
	than === undefined
		? 'No other node was compared: if others are as late, the chain itself stands.'
		: `${than} is ${countOf(blocks, 'block')} ahead.`;

const advice = 'Until it has caught up, send no requests to it. Check its disk, CPU and network.';

/** The node's newest block of a chain is older than that of another node, whether or not it moves. */
export const nodeBehind: Condition<BehindRule> = {
	code: 378,
	event: 'nodeBehind',
	endEvent: 'nodeCaughtUp',
	goodState: 'nodeCaughtUp',
	option: {
		name: 'Node Behind',
		description: 'The newest block of a chain is minutes older than that of other nodes',
	},
	sources: { health: 'optional' },
	options: behindOptions,
	notice: {
		text: 'Without Further Observers under Options, a node that is behind goes unseen on all but the C-Chain of Mainnet.',
		unless: otherNodes,
	},
	resolves: [headChain],
	readRule: readBehindRule,
	identity: ({ headChain: chain }) => JSON.stringify(chain),
	judge: ({ head }, rule, { isConfirmed }) => {
		const { seconds, isToldAsStanding } = head?.behind ?? {};
		if (isToldAsStanding) return 'unknown';
		const limit = isConfirmed ? backAt(rule) : rule.behindSeconds;
		return badIf(seconds === undefined ? undefined : seconds >= limit);
	},
	unknownFacts: {
		chain: null,
		behindSeconds: null,
		catchesUp: null,
		blockNumber: null,
		blockAt: null,
		blocksBehind: null,
		heads: [],
	},
	facts: ({ head }, { headChain: chain }) => ({
		chain: nameChain(chain) as string,
		...(head && {
			behindSeconds: head.behind?.seconds ?? null,
			catchesUp: (head.behind && catchesUp(head.behind)) ?? null,
			blockNumber: head.height,
			blockAt: head.blockAt === undefined ? null : toIso(head.blockAt),
			blocksBehind: head.behind?.blocks ?? null,
			heads: showHeads(head.behind?.others ?? []),
		}),
	}),
	words: {
		always: 'critical',
		seenLate: true,
		began: ({ facts, validator, ...clock }) => {
			const behind = validator?.head?.behind;
			const by = behind?.seconds === undefined ? '' : `${sayDuration(behind.seconds)} `;
			return {
				severity: 'critical',
				what: `${by}behind on ${sayChain(facts)}`,
				todo: [
					...sayBlockTime(facts, clock),
					...(behind ? [sayCompared(behind), ...sayCourse(behind)] : []),
					advice,
				].join(' '),
			};
		},
		ended: ({ facts }) => `has caught up on ${sayChain(facts)}`,
		manyBegan: '',
		manyEnded: '',
	},
	sample: ({ head }, { observers, behindSeconds }, { at }) => {
		const height = head?.height ?? 84_210_312;
		const seconds = 2 * behindSeconds;
		const [first] = observers;
		const blocks = first && seconds;
		const others = observers.map(
			({ name }): OtherHead => ({ name, height: height + seconds, blockAt: at, reason: null }),
		);
		const behind = { seconds, blocks, than: first?.name, before: seconds + 60, others };
		return { validator: { head: { height, blockAt: at - seconds, others: [], behind } } };
	},
	sampleEnd: ({ head }, _rule, { at }) => {
		const height = head?.height ?? 84_210_312;
		const behind = { seconds: 0, blocks: 0, others: [] };
		return { validator: { head: { height, blockAt: at, others: [], behind } } };
	},
};
