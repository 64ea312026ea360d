/** What the answer to a JSON-RPC batch says of its calls, case by case. */
import { fail, type Answer } from '../../nodes/shared/errors.ts';
import {
	type CalledMethod,
	type Envelope,
	judgeBatch,
} from '../../nodes/shared/network/batches.ts';

const calls = [1, 2, 3].map((id) => ({ id, method: `eth_${id}` }));
const label = 'a batch of 3 calls';

/** Refusals by their words: those about the rate, those with a meaning of their own, and any others. */
function read(_called: CalledMethod, envelope: Envelope): Answer {
	const { error, result } = envelope!;
	if (!error) return { ok: true, result };
	const detail = String(error);
	if (detail === 'slow down') return fail('rate-limited', detail, { detail });
	return fail('refused', detail, { detail, ...(detail === 'known' && { hint: 'Look there.' }) });
}

const done = (id: unknown): Envelope => ({ id, result: `of ${String(id)}` });
const refused = (id: unknown, error: string): Envelope => ({ id, error });

/** `1` for an answer of the call, its words for a failure, and `-` where it has none. */
const show = (answer: Answer | undefined): string => {
	if (!answer) return '-';
	return answer.ok ? String(answer.result).replace('of ', '') : answer.failure.message;
};

test.each<[what: string, envelopes: Envelope[], answers: string, more?: Record<string, string>]>([
	['each in its order', [done(1), done(2), done(3)], '1 2 3'],
	['in an order of the server', [done(3), done(1), done(2)], '1 2 3'],
	['IDs as text', [done('1'), done('2'), done('3')], '1 2 3'],
	['one left out', [done(1), done(3)], '1 - 3'],
	['one twice', [done(1), done(2), done(2), done(3)], '1 - 3'],
	['something else in between', [null, done(1), undefined, done(2), done(3)], '1 2 3'],
	['one refused', [done(1), refused(2, 'no'), done(3)], '1 no 3'],
	['words about the batch', [done(1), refused(2, 'batch too large'), done(3)], '1 - 3'],
	[
		'all refused in the same words',
		[refused(1, 'no'), refused(2, 'no'), refused(3, 'no')],
		'no no no',
		{ common: 'no' },
	],
	[
		'all refused in words that are known',
		[refused(1, 'known'), refused(2, 'known'), refused(3, 'known')],
		'known known known',
	],
	[
		'all refused in different words',
		[refused(1, 'no'), refused(2, 'never'), refused(3, 'no')],
		'no never no',
	],
	[
		'a part refused for the rate',
		[done(1), refused(2, 'slow down'), done(3)],
		'1 slow down 3',
		{ limit: 'slow down' },
	],
])('%s', (_what, envelopes, answers, { common, limit } = {}) => {
	const verdict = judgeBatch(calls, envelopes, label, read);
	if (verdict.kind !== 'answered') throw new Error(`The batch ${verdict.kind}`);
	expect(verdict.answers.map(show).join(' ')).toBe(answers);
	expect([verdict.common?.message, verdict.limit?.message]).toEqual([common, limit]);
});

test.each<[what: string, envelopes: Envelope[], verdict: object]>([
	['nothing', [], { kind: 'unanswered' }],
	['answers of other calls', [done(7), done(8)], { kind: 'unanswered' }],
	['answers that begin one before', [done(0), done(1), done(2)], { kind: 'unanswered' }],
	[
		'one refusal without an ID',
		[refused(null, 'no batch here')],
		{ kind: 'failed', failure: { message: 'no batch here' } },
	],
	[
		'each refused for the size of the batch',
		[refused(1, 'batch limit'), refused(2, 'batch limit'), refused(3, 'batch limit')],
		{ kind: 'failed', failure: { message: 'batch limit' } },
	],
	[
		'all that was answered refused for the rate',
		[refused(1, 'slow down'), refused(2, 'slow down')],
		{ kind: 'failed', failure: { kind: 'rate-limited' } },
	],
])('of %s, no call has an answer of its own', (_what, envelopes, verdict) => {
	expect(judgeBatch(calls, envelopes, label, read)).toMatchObject(verdict);
});
