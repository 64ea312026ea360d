/** Waits for a transaction: for its receipt, or for the acceptance of an atomic one. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import type { RpcCall } from '../shared/network/rpcCall';
import { cancelled, fail, type Answer, type Failure } from '../shared/errors';
import { isHash, toDecimal, toQuantity } from '../shared/values/hex';
import type { Values } from '../shared/operation/operations';
import { OddAnswer } from '../shared/operation/pipeline';
import { isRecord } from '../shared/values/records';
import { readRevert } from './reverts';

const firstPauseMs = 250;
const longestPauseMs = 2_000;
/** How long the first check may take; twice as long after each that was not answered in time. */
const firstPatienceMs = 5_000;
/** For the words of a failure to arrive that the end of the time caused. */
const graceMs = 250;

/** What one check of the transaction found, undefined while there is nothing yet, or a failure. */
type Check = Answer<IDataObject | undefined> & {
	/** Its block, where only those after it are missing. */
	inBlock?: string;
	/** Its block, where that is accepted and not known to be executed. */
	acceptedIn?: string;
};
type Ask = (call: Omit<RpcCall, 'safe'>) => Promise<Answer>;

/**
 * The receipt of a transaction (`transaction` a hash; a reverted one with `revertReason` where it can be found), with
 * as many blocks after it as `confirmations` says; or {txHash, status, blockHeight} of an accepted atomic transaction of
 * the C-Chain (`transaction` a cb58 ID). Fails when `timeLimit` seconds pass before, whatever the node does meanwhile,
 * or when an atomic one is dropped. A temporary failure ends nothing: the next check may succeed. An unknown
 * transaction is one that is not there yet: a node knows none for some ms after it took it (seen on avalanchego v1.14.2).
 * Since Helicon a node answers for a transaction of an accepted block only when it has executed it: a check that gets no
 * answer is repeated, not batched, so that it holds up no other.
 */
export async function waitForTransaction(
	client: Client,
	{ path }: Pick<RpcCall, 'path'>,
	{ transaction, timeLimit, confirmations = 0 }: Values,
): Promise<Answer<IDataObject[]>> {
	const id = String(transaction);
	const limitMs = Number(timeLimit) * 1000;
	const deadline = Date.now() + limitMs;
	let patienceMs = Math.min(firstPatienceMs, limitMs / 2);
	let isAlone = false;
	const ask: Ask = async (one) =>
		await client.rpc({ ...one, safe: true, deadline: Math.min(deadline, Date.now() + patienceMs) });
	const check = async (): Promise<Check> =>
		isHash(id)
			? await checkReceipt(ask, path, { hash: id, confirmations: Number(confirmations), isAlone })
			: await checkAtomic(ask, path, id);
	// A check ends by itself, unless it waits for what others ask too: a batch, or how the chain stands on the node.
	const over = new Promise<Check>((resolve) => {
		AbortSignal.timeout(limitMs + graceMs).addEventListener('abort', () => resolve(unanswered));
	});
	let seen: Seen = {};
	for (let pauseMs = firstPauseMs, leftMs = limitMs; leftMs > 0; leftMs = deadline - Date.now()) {
		const answer = await Promise.race([check(), over]);
		if (answer.ok && answer.result) return { ok: true, result: [answer.result] };
		if (!answer.ok && !answer.failure.passing) return answer;
		leftMs = deadline - Date.now();
		seen = see(seen, answer, leftMs > 0);
		if (!answer.ok && answer.failure.kind === 'timeout') {
			isAlone = true;
			patienceMs *= 2;
			pauseMs = firstPauseMs;
		}
		// The last check comes shortly before the end, however long the pauses are by then.
		const restMs = Math.min(leftMs, pauseMs, Math.max(leftMs / 2, firstPauseMs));
		if (!(await client.pause(Math.max(0, restMs)))) return cancelled;
		pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
	}
	const { outcome, advice } = describeEnd(seen, String(confirmations));
	return fail('timeout', `Transaction ${id} ${outcome} within ${String(timeLimit)} s`, {
		passing: true,
		hint: advice,
	});
}

/** What the checks showed by now. */
interface Seen extends Pick<Check, 'inBlock' | 'acceptedIn'> {
	/** Why the last check that was not only late did not succeed; nothing where the last one did. */
	failure?: Failure;
}

function see({ failure, inBlock, acceptedIn }: Seen, check: Check, isTimeLeft: boolean): Seen {
	// The end of the time causes failures, and a check's limit causes time-outs: the failure before tells more.
	const tellsMore = !check.ok && isTimeLeft && check.failure.kind !== 'timeout';
	const latest = check.ok ? undefined : check.failure;
	return {
		failure: check.ok || tellsMore ? latest : (failure ?? latest),
		inBlock: check.inBlock ?? inBlock,
		acceptedIn: check.acceptedIn ?? acceptedIn,
	};
}

/** How far a transaction came until the time was over, and what to do. */
function describeEnd(
	{ failure, inBlock, acceptedIn }: Seen,
	confirmations: string,
): { outcome: string; advice: string } {
	if (inBlock !== undefined)
		return {
			outcome: `is in block ${inBlock}, but ${confirmations} blocks did not follow`,
			advice:
				'Do not send it again: accepted blocks are final on Avalanche, so 0 confirmations are enough. A quiet chain makes no new blocks.',
		};
	if (acceptedIn !== undefined)
		return {
			outcome: `is in block ${acceptedIn}, but the node did not report its result`,
			advice:
				'Do not send it again: the transaction is accepted. Since Helicon (avalanchego 1.15), nodes execute a block after accepting it. Wait longer.',
		};
	const outcome = 'was not accepted';
	if (failure) {
		const words = [failure.message, failure.hint].filter(Boolean).join('. ');
		return { outcome, advice: `The last check did not succeed: ${words}` };
	}
	return {
		outcome,
		advice:
			'The transaction may still be included later, or it never reached the network. Wait longer, or check with Transaction > Get whether the node knows it.',
	};
}

const unanswered = fail('timeout', 'No answer came in time', { passing: true });

/** A receipt that is waited for. */
interface AwaitedReceipt {
	hash: string;
	/** So many blocks after it. */
	confirmations: number;
	/** Whether it is asked for in no batch. */
	isAlone: boolean;
}

async function checkReceipt(
	askNode: Ask,
	path: string,
	{ hash, confirmations, isAlone }: AwaitedReceipt,
): Promise<Check> {
	const ask = async (method: string, params: unknown[], batch = true) =>
		await askNode({ path, method, params, batch });
	const answer = await ask('eth_getTransactionReceipt', [hash], !isAlone);
	if (!answer.ok && answer.failure.kind === 'timeout')
		return { ...answer, acceptedIn: await findBlock(askNode, path, hash) };
	if (!answer.ok) return answer;
	const receipt = answer.result;
	if (!isRecord(receipt)) return { ok: true, result: undefined };
	if (confirmations > 0) {
		const inBlock = readBlockNumber(receipt.blockNumber);
		const head = await ask('eth_blockNumber', []);
		if (!head.ok) return { ...head, inBlock };
		if (BigInt(readBlockNumber(head.result)) < BigInt(inBlock) + BigInt(confirmations))
			return { ok: true, result: undefined, inBlock };
	}
	if (receipt.status !== '0x0') return { ok: true, result: receipt };
	const sent = await ask('eth_getTransactionByHash', [hash]);
	if (!sent.ok || !isRecord(sent.result)) return { ok: true, result: receipt };
	const { from, to, value, gas, input } = sent.result;
	// The same call on the state that its block left behind shows why, unless the block itself changed the reason.
	const again = await ask('eth_call', [{ from, to, value, gas, data: input }, receipt.blockNumber]);
	const revertReason = again.ok ? undefined : readRevert(again.failure);
	return { ok: true, result: revertReason === undefined ? receipt : { ...receipt, revertReason } };
}

/** The block of a transaction; the node knows it before it has executed it. */
async function findBlock(ask: Ask, path: string, hash: string): Promise<string | undefined> {
	const sent = await ask({ path, method: 'eth_getTransactionByHash', params: [hash], batch: true });
	const number = sent.ok && isRecord(sent.result) ? sent.result.blockNumber : undefined;
	return typeof number === 'string' ? readBlockNumber(number) : undefined;
}

/** In decimal; work and words stay small, however long a text a server sends for it. */
function readBlockNumber(value: unknown): string {
	const number = toDecimal(value);
	if (number === undefined)
		throw new OddAnswer('it holds no number of a block where one is expected');
	return number;
}

/** Asks the API of atomic transactions beside the EVM's, by the names the node knows. */
const askAtomic = async (ask: Ask, path: string, method: string, txID: string): Promise<Answer> =>
	await ask({
		path: path.replace(/rpc$/, 'native'),
		method: `native.${method}`,
		params: [{ txID }],
		alternatives: [{ path: path.replace(/rpc$/, 'avax'), method: `avax.${method}` }],
	});

async function checkAtomic(ask: Ask, path: string, txID: string): Promise<Check> {
	const answer = await askAtomic(ask, path, 'getAtomicTxStatus', txID);
	if (!answer.ok)
		return answer.failure.kind === 'method-unknown' ? await findAtomic(ask, path, txID) : answer;
	const { status, blockHeight } = answer.result as { status?: string; blockHeight?: string };
	if (status === 'Dropped')
		return fail('refused', `The atomic transaction ${txID} was dropped`, {
			hint: 'The transaction was invalid or its fee was too low. Issue a new one.',
		});
	return status === 'Accepted'
		? await checkExecution(ask, path, txID, blockHeight)
		: { ok: true, result: undefined };
}

/** An accepted atomic transaction, when its block is executed: since Helicon a node reports the one before the other. */
async function checkExecution(
	ask: Ask,
	path: string,
	txID: string,
	blockHeight?: string,
): Promise<Check> {
	const result = { txHash: txID, status: 'Accepted', blockHeight };
	if (!/^\d{1,15}$/.test(String(blockHeight))) return { ok: true, result };
	// Latest is the last executed block. A server that does not know the block either is one that lags.
	const head = await ask({ path, method: 'eth_blockNumber', params: [], batch: true });
	if (!head.ok && head.failure.passing) return { ...head, acceptedIn: blockHeight };
	if (!head.ok || !(Number(head.result) < Number(blockHeight))) return { ok: true, result };
	const block = await ask({
		path,
		method: 'eth_getHeaderByNumber',
		params: [toQuantity(Number(blockHeight))],
		batch: true,
	});
	if (!block.ok && block.failure.passing) return { ...block, acceptedIn: blockHeight };
	const isKnown = block.ok && isRecord(block.result);
	return isKnown ? { ok: true, result: undefined, acceptedIn: blockHeight } : { ok: true, result };
}

/** Nodes since avalanchego 1.15.2 report no status; they know a transaction only once it is accepted. */
async function findAtomic(ask: Ask, path: string, txID: string): Promise<Check> {
	const answer = await askAtomic(ask, path, 'getAtomicTx', txID);
	if (!answer.ok)
		return /not found/.test(answer.failure.detail ?? '') ? { ok: true, result: undefined } : answer;
	const { blockHeight } = answer.result as { blockHeight?: string };
	return await checkExecution(ask, path, txID, blockHeight);
}
