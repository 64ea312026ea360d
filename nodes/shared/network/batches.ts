/** Reads the answer to a JSON-RPC batch call by call, and decides if a failure is the fault of the batch. */
import { fail, type Answer, type Failure } from '../errors';
import { isAboutAmount, type RpcError } from './meanings/rpcErrors';

/** The answer to one call of a JSON-RPC request. Nothing about its form is sure. */
export type Envelope =
	| { id?: unknown; error?: RpcError | string | null; result?: unknown }
	| null
	| undefined;

/** The method of one call, or the label of a batch. */
export interface CalledMethod {
	method: string;
	params?: unknown;
}

type ReadEnvelope = (called: CalledMethod, envelope: Envelope) => Answer;

interface Batched extends CalledMethod {
	id: number;
}

export type BatchVerdict =
	/** At least one call has an answer of its own. */
	| {
			kind: 'answered';
			/** In the order of the calls. Undefined for a call without an answer. */
			answers: Array<Answer | undefined>;
			/** The failure that every call got, if it may be the batch that was refused. */
			common?: Failure;
			/** Set if the host refused a part of it for its rate. */
			limit?: Failure;
	  }
	/** The host refused all of it. */
	| { kind: 'failed'; failure: Failure }
	/** No call was answered, and no refusal says why. */
	| { kind: 'unanswered' };

/** Reads the answers to the calls of a batch, and judges the batch as a whole. */
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

/**
 * The answer to each call, by its ID. Undefined if two answers have this ID, or if it is about the batch. An answer to
 * no call of the batch may be one of another batch, so all are in doubt.
 */
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
	const asked = new Set(calls.map(({ id }) => String(id)));
	if ([...found.keys()].some((id) => id !== '' && !asked.has(id)))
		return calls.map(() => undefined);
	return calls.map(({ id, ...called }) => {
		const name = String(id);
		const envelope = found.get(name);
		if (!envelope || twice.has(name)) return undefined;
		const answer = read(called, envelope);
		return speaksOfBatch(answer) ? undefined : answer;
	});
}

/** Words with a known meaning, such as those of a contract, are about the call. */
const speaksOfBatch = (answer: Answer): boolean =>
	!answer.ok && !answer.failure.hint && batchText.test(answer.failure.detail ?? '');

/** If no call was answered, a refusal without an ID is that of the batch. */
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

export const notEachAnswered = (host: string, label: string): Answer<never> =>
	fail('not-understood', `${host} did not answer each call of ${label}`);

/** JSON-RPC 2.0: a number or a text. */
const isId = (id: unknown): id is string | number =>
	typeof id === 'string' || typeof id === 'number';

const isOfRate = ({ kind }: Failure): boolean => kind === 'rate-limited';

const batchText = /\bbatch/i;
const batchSizeText =
	/batch.*(large|big|long|many|limit|exceed|max|most|size|more than)|(many|max|limit|exceed|most|more than).*batch/i;

/** True if a smaller batch may be answered. */
export const isAboutSize = ({ kind, httpStatus, detail = '' }: Failure): boolean =>
	kind === 'too-large' || httpStatus === 413 || batchSizeText.test(detail);

/** Statuses of a gateway that is out of order whatever it is asked, or of a server that is still starting. */
const outOfOrder = [502, 503];

/** True if the calls of a batch with this failure may succeed without the batch. */
const mayBeOfBatch = ({ kind, httpStatus = 0, detail }: Failure): boolean =>
	['timeout', 'not-understood', 'too-large', 'method-unknown'].includes(kind) ||
	(['refused', 'key-refused', 'server'].includes(kind) &&
		detail !== undefined &&
		httpStatus !== 401 &&
		!outOfOrder.includes(httpStatus) &&
		!(httpStatus >= 300 && httpStatus < 400));

/** True if the request was not served at all. A gateway may cut off or not know a batch, but serve its calls. */
export const isUnserved = ({ kind, httpStatus = 0, isLost }: Failure): boolean =>
	(kind === 'unreachable' && isLost === true) ||
	(kind === 'not-found' && httpStatus === 404) ||
	(kind === 'server' && outOfOrder.includes(httpStatus));

/** True if the calls of a batch with this failure may be served one by one, or in smaller batches. */
export const mayServeAlone = (failure: Failure): boolean =>
	mayBeOfBatch(failure) || isUnserved(failure);

/** A batch is repeated as it is only if its calls would fare no better alone. */
export function worthOfBatch(failure: Failure): number {
	if (failure.kind === 'timeout') return 0;
	return mayBeOfBatch(failure) ? 1 : Infinity;
}

/** A call that timed out in a batch and again alone is not repeated. One that was not served is, once. */
export function worthAfterBatch(failure: Failure): number {
	if (failure.kind === 'timeout') return 0;
	return isUnserved(failure) ? 1 : Infinity;
}

/** True if two calls failed for the same reason, as far as anyone can tell. */
export const isAlike = (a: Failure, b: Failure): boolean =>
	a.kind === b.kind &&
	a.httpStatus === b.httpStatus &&
	a.rpcCode === b.rpcCode &&
	(a.kind !== 'refused' || a.detail === b.detail);
