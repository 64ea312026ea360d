import { sayTime, toIso, type ZonedTime } from '../../../feeds/items/words';
import { nameChain } from '../../../shared/avalanche/chains';
import { countOf, writeNumber } from '../../../shared/values/writing';
import { sayName } from '../../../shared/values/foreign';
import { findAhead, judgeHead } from '../head/due';
import { headChain, headOptions, otherNodes, readHeadRule, type HeadRule } from '../head/settings';
import type { Facts } from '../model';
import type { NewestBlock, OtherHead } from '../readings';
import type { Condition } from './condition';

export const sayChain = ({ chain }: Facts): string => `the ${sayName(chain)}`;

/** The chain may stand since that time: nobody asks before a block is due. */
export const sayBlockTime = ({ blockAt }: Facts, clock: ZonedTime): string[] =>
	typeof blockAt === 'string'
		? [`That block is from ${sayTime(Date.parse(blockAt) / 1000, clock)}.`]
		: [];

export const showHeads = (others: OtherHead[]): Facts[] =>
	others.map(({ name, height, reason }) => ({ name, blockNumber: height, reason }));

/** Sentences about why a block is due, as far as this reading shows. */
function sayDue(head: NewestBlock | undefined): string[] {
	const ahead = head && findAhead(head);
	return [
		...(ahead?.by ? [`${ahead.name} is ${countOf(ahead.by, 'block')} ahead.`] : []),
		...(head?.waiting ? [`Waiting on the node: ${countOf(head.waiting, 'transaction')}.`] : []),
	];
}

/** The node's newest block of a chain does not change, although other nodes are ahead or transactions wait. */
export const headNotMoving: Condition<HeadRule> = {
	code: 370,
	event: 'headNotMoving',
	endEvent: 'headMoving',
	goodState: 'headMoving',
	option: {
		name: 'Head Not Moving',
		description: 'The newest block of a chain stays the same, although blocks are due',
	},
	sources: { health: 'optional' },
	options: headOptions,
	notice: {
		text: 'Without Further Observers under Options, a head that does not move goes unseen, unless transactions wait on your node.',
		unless: otherNodes,
	},
	resolves: [headChain],
	readRule: readHeadRule,
	identity: ({ headChain: chain }) => JSON.stringify(chain),
	judge: ({ head }, rule) => (head ? judgeHead(head, rule) : 'unknown'),
	unknownFacts: {
		chain: null,
		blockNumber: null,
		blockAt: null,
		blocksBehind: null,
		waitingTransactions: null,
		heads: [],
	},
	facts: ({ head }, { headChain: chain }) => ({
		chain: nameChain(chain) as string,
		...(head && {
			blockNumber: head.height,
			blockAt: head.blockAt === undefined ? null : toIso(head.blockAt),
			blocksBehind: findAhead(head)?.by ?? null,
			waitingTransactions: head.waiting ?? null,
			heads: showHeads(head.others),
		}),
	}),
	words: {
		always: 'critical',
		seenLate: true,
		began: ({ facts, validator, ...clock }) => ({
			severity: 'critical',
			what: validator?.head
				? `stands at block ${writeNumber(String(validator.head.height), 0)} of ${sayChain(facts)}`
				: `does not move on ${sayChain(facts)}`,
			todo: [
				...sayBlockTime(facts, clock),
				...sayDue(validator?.head),
				'Look into the log of the node. Restart it if that stays so.',
			].join(' '),
		}),
		ended: ({ facts }) => `moves again on ${sayChain(facts)}`,
		manyBegan: '',
		manyEnded: '',
	},
	sample: ({ head }, { observers, blocksAhead }, { at, since = at }) => {
		const height = head?.height ?? 84_210_312;
		const others = observers.map(({ name }) => ({
			name,
			height: height + 3 * blocksAhead,
			reason: null,
		}));
		const waiting = others.length ? 0 : 3;
		// No block is newer than the time since which the chain stands.
		const blockAt = since - 120;
		return { validator: { head: { height, blockAt, heightBefore: height, waiting, others } } };
	},
	sampleEnd: ({ head }, _rule, { at }) => {
		const height = head?.height ?? 84_210_312;
		return {
			validator: {
				head: { height, blockAt: at, heightBefore: height - 1, waiting: 0, others: [] },
			},
		};
	},
};
