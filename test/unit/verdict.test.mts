/** What becomes of a request that failed, for each reason. */
import type { Failure } from '../../nodes/shared/errors';
import { judgeFailure, type Attempt, type Verdict } from '../../nodes/shared/network/verdict';

const attempt: Attempt = {
	safe: true,
	isBatch: false,
	repeats: 0,
	mostRepeats: 5,
	pauseMs: 1_000,
	longestPauseMs: 60_000,
	leftMs: Infinity,
	mayWait: () => true,
	mayPause: () => true,
};

const failure = (rest: Partial<Failure>): Failure => ({
	kind: 'server',
	passing: true,
	message: 'failed',
	...rest,
});

const sick = failure({ httpStatus: 500, detail: 'sick' });
const down = failure({ httpStatus: 503 });
const limited = failure({ kind: 'rate-limited', httpStatus: 429 });
const unclear = failure({
	kind: 'refused',
	passing: false,
	rpcCode: -32005,
	detail: 'limit exceeded',
});
const wrong = failure({ kind: 'not-found', passing: false });
const said = failure({ rpcCode: -32000, detail: 'still starting' });
const tooLarge = failure({ kind: 'too-large', passing: false });

const batch = { isBatch: true };

test.each<[string, Failure, Partial<Attempt>, Verdict]>([
	['a temporary error', sick, {}, 'retry'],
	['the last repeat', sick, { repeats: 4 }, 'retry'],
	['no repeat left', sick, { repeats: 5 }, 'fail'],
	['repeats are not worth it', sick, { mostRepeats: 0 }, 'fail'],
	['twice would do harm', sick, { safe: false }, 'fail'],
	['a pause as long as may be', sick, { pauseMs: 60_000 }, 'retry'],
	['a pause that is too long', sick, { pauseMs: 60_001 }, 'fail'],
	['an error that stays', wrong, {}, 'fail'],
	['an answer that came through', said, {}, 'fail'],
	['too many requests', limited, {}, 'wait'],
	['too many requests, of any call', limited, { safe: false, repeats: 5 }, 'wait'],
	['too many requests for too long', limited, { mayWait: () => false }, 'fail'],
	['too many requests of a batch', limited, { ...batch, mayWait: () => false }, 'fail'],
	['an unclear limit', unclear, { safe: false, repeats: 5 }, 'retry'],
	['an unclear limit that stayed', unclear, { mayPause: () => false }, 'fail'],
	['an unclear limit, at the end', unclear, { leftMs: 999 }, 'fail'],
	['an unclear limit of a batch', unclear, { ...batch, mayPause: () => false }, 'split'],
	['a batch that is too large', tooLarge, batch, 'split'],
	['one call that is too large', tooLarge, {}, 'fail'],
	['a batch, while repeats are left', sick, batch, 'retry'],
	['a batch, without a repeat left', sick, { ...batch, repeats: 5 }, 'split'],
	['a batch that a gateway does not serve', down, { ...batch, mostRepeats: 0 }, 'split'],
	['a batch without access', failure({ kind: 'tls', passing: false }), batch, 'fail'],
])('%s', (_, failed, rest, verdict) => {
	expect(judgeFailure(failed, { ...attempt, ...rest })).toBe(verdict);
});

test('a host is asked for room only where it limits the rate', () => {
	const ask = (): never => {
		throw new Error('asked');
	};
	expect(judgeFailure(sick, { ...attempt, mayWait: ask, mayPause: ask })).toBe('retry');
});
