/** What the answer to a JSON-RPC batch says of each call, and whether a failure is the fault of the batch. */
import { fail, type Answer, type Failure } from '../errors';
import { isAboutAmount, type RpcError } from './meanings/rpcErrors';

/** The answer to one call of a JSON-RPC request; nothing about its form is sure. */
export type Envelope =
	| { id?: unknown; error?: RpcError | string | null; result?: unknown }
	| null
	| undefined;

/** What was called, of one call or of a batch. */
export interface CalledMethod {
	method: string;
	params?: unknown;
}

/** Reads the answer to what was called. */
type ReadEnvelope = (called: CalledMethod, envelope: Envelope) => Answer;

/** One call of a batch. */
interface Batched extends CalledMethod {
	id: number;
}

export type BatchVerdict =
	/** At least one call has an answer of its own. */
	| {
			kind: 'answered';
			/** In the order of the calls; undefined for one that was not answered. */
			answers: Array<Answer | undefined>;
			/** What every call failed with, where it may be the batch that was refused. */
			common?: Failure;
			/** That a part of it was refused for its rate. */
			limit?: Failure;
	  }
	/** The host refused all of it. */
	| { kind: 'failed'; failure: Failure }
	/** No call was answered, and no refusal says why. */
	| { kind: 'unanswered' };

/** What was said of each call of a batch. */
export function judgeBatch(
	calls: Batched[],
	envelopes: Envelope[],
	label: string,
	read: ReadEnvelope,
): BatchVerdict {
	const answers = matchAnswers(calls, envelopes, read);
	const given = answers.filter((answer) => answer !== undefined);
	if (!given.length) return judgeRefusal(envelopes, label, read);
	const failures = given.filter((answer) => !answer.ok).map(({ failure }) => failure);
	const limit = failures.find(isOfRate);
	if (limit && failures.length === given.length && failures.every(isOfRate))
		return { kind: 'failed', failure: limit };
	return { kind: 'answered', answers, common: findCommon(failures, calls.length), limit };
}

/** The answer of each call by its ID; none where two have its ID, or where it speaks of the batch. */
function matchAnswers(
	calls: Batched[],
	envelopes: Envelope[],
	read: ReadEnvelope,
): Array<Answer | undefined> {
	const found = new Map<string, Envelope>();
	const twice = new Set<string>();
	for (const envelope of envelopes) {
		const id = isId(envelope?.id) ? String(envelope.id) : '';
		if (found.has(id)) twice.add(id);
		found.set(id, envelope);
	}
	return calls.map(({ id, ...called }) => {
		const name = String(id);
		const envelope = found.get(name);
		if (!envelope || twice.has(name)) return undefined;
		const answer = read(called, envelope);
		return speaksOfBatch(answer) ? undefined : answer;
	});
}

/** Words with a meaning of their own, as those of a contract, are about the call. */
const speaksOfBatch = (answer: Answer): boolean =>
	!answer.ok && !answer.failure.hint && batchText.test(answer.failure.detail ?? '');

/** Where no call was answered, a refusal without an ID is that of the batch. */
function judgeRefusal(envelopes: Envelope[], label: string, read: ReadEnvelope): BatchVerdict {
	const refusal = envelopes.find((envelope) => envelope?.error);
	const whole = refusal && read({ method: label }, refusal);
	return whole?.ok === false ? { kind: 'failed', failure: whole.failure } : { kind: 'unanswered' };
}

/** The same unknown words for every call may be about the batch. */
function findCommon(failures: Failure[], calls: number): Failure | undefined {
	const [first] = failures;
	const isCommon = failures.length === calls && failures.every((other) => isAlike(first, other));
	return isCommon && !first.hint && !isAboutAmount(first) ? first : undefined;
}

/** That the host answered, but not each call. */
export const notEachAnswered = (host: string, label: string): Answer<never> =>
	fail('not-understood', `${host} did not answer each call of ${label}`);

/** JSON-RPC 2.0: a number or a text. */
const isId = (id: unknown): id is string | number =>
	typeof id === 'string' || typeof id === 'number';

const isOfRate = ({ kind }: Failure): boolean => kind === 'rate-limited';

const batchText = /\bbatch/i;
const batchSizeText =
	/batch.*(large|big|long|many|limit|exceed|max|most|size|more than)|(many|max|limit|exceed|most|more than).*batch/i;

/** Whether a smaller batch may be answered. */
export const isAboutSize = ({ kind, httpStatus, detail = '' }: Failure): boolean =>
	kind === 'too-large' || httpStatus === 413 || batchSizeText.test(detail);

/** Statuses of a gateway that is out of order whatever it is asked, or a server that is still starting. */
const outOfOrder = [502, 503];

/** Whether the calls of a batch that failed so may succeed without it. */
const mayBeOfBatch = ({ kind, httpStatus = 0, detail }: Failure): boolean =>
	['timeout', 'not-understood', 'too-large', 'method-unknown'].includes(kind) ||
	(['refused', 'key-refused', 'server'].includes(kind) &&
		detail !== undefined &&
		httpStatus !== 401 &&
		!outOfOrder.includes(httpStatus) &&
		!(httpStatus >= 300 && httpStatus < 400));

/** Not served at all, each time: a gateway may cut off or not know a batch, and serve its calls. */
export const isUnserved = ({ kind, httpStatus = 0, isLost }: Failure): boolean =>
	(kind === 'unreachable' && isLost === true) ||
	(kind === 'not-found' && httpStatus === 404) ||
	(kind === 'server' && outOfOrder.includes(httpStatus));

/** Whether the calls of a batch that failed so may be served one by one, or in smaller batches. */
export const mayServeAlone = (failure: Failure): boolean =>
	mayBeOfBatch(failure) || isUnserved(failure);

/** A batch is repeated as such only where its calls would fare no better alone. */
export function worthOfBatch(failure: Failure): number {
	if (failure.kind === 'timeout') return 0;
	return mayBeOfBatch(failure) ? 1 : Infinity;
}

/** A call that had its time in a batch and again alone has had enough, and one that was not served soon. */
export function worthAfterBatch(failure: Failure): number {
	if (failure.kind === 'timeout') return 0;
	return isUnserved(failure) ? 1 : Infinity;
}

/** Whether two calls failed for one reason, as far as that is said. */
export const isAlike = (a: Failure, b: Failure): boolean =>
	a.kind === b.kind &&
	a.httpStatus === b.httpStatus &&
	a.rpcCode === b.rpcCode &&
	(a.kind !== 'refused' || a.detail === b.detail);
