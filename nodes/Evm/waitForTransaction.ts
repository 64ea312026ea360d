/** Waits for the receipt of a transaction, or for the acceptance of an atomic one. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { alone, together, type RpcCall, type Batching } from '../shared/network/rpcCall';
import { cancelled, fail, nothing, type Answer, type Failure } from '../shared/errors';
import { isHash, toDecimal, toQuantity } from '../shared/values/hex';
import type { Values } from '../shared/operation/operations';
import { demand, OddAnswer } from '../shared/operation/pipeline';
import { isRecord } from '../shared/values/records';
import { readRevert } from './reverts';

const firstPauseMs = 250;
const longestPauseMs = 2_000;
/** Time limit of the first check. Doubles after each check that times out. */
const firstPatienceMs = 5_000;
/** Lets a failure at the deadline arrive with its own words. */
const graceMs = 250;

/** The result of one check: the transaction, undefined while there is nothing yet, or a failure. */
type Check = Answer<IDataObject | undefined> & {
	/** The block of the transaction, while only its confirmations are missing. */
	inBlock?: string;
	/** The block of the transaction, while it is accepted but not known to be executed. */
	acceptedIn?: string;
};
type Ask = (call: Omit<RpcCall, 'safe'>) => Promise<Answer>;

/**
 * Waits for the receipt of a transaction hash, with `confirmations` blocks after it, and with `revertReason` if it
 * reverted and the reason can be found. For a cb58 ID, waits until the C-Chain accepts that atomic transaction, and
 * gives {txHash, status, blockHeight}. Fails after `timeLimit` seconds, whatever the node does, or if an atomic
 * transaction is dropped. Temporary failures and unknown transactions do not end the wait: a node does not know a
 * transaction for some ms after it took it (seen on avalanchego v1.14.2). Since Helicon, a node answers for an accepted
 * transaction only after it has executed the block. So a check that times out is repeated outside a batch, where it
 * holds up no other.
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
	// A check ends by itself, unless it shares a batch or the lookup of the chain with others.
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
		// However long the pauses are by then, make the last check shortly before the end.
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

interface Seen extends Pick<Check, 'inBlock' | 'acceptedIn'> {
	/** Why the latest check failed, or an earlier one if that only ran out of time. Undefined if it succeeded. */
	failure?: Failure;
}

function see({ failure, inBlock, acceptedIn }: Seen, check: Check, isTimeLeft: boolean): Seen {
	// Failures after the deadline and time-outs of a check come from our own limits. An earlier failure tells more.
	const tellsMore = !check.ok && isTimeLeft && check.failure.kind !== 'timeout';
	const latest = check.ok ? undefined : check.failure;
	return {
		failure: check.ok || tellsMore ? latest : (failure ?? latest),
		inBlock: check.inBlock ?? inBlock,
		acceptedIn: check.acceptedIn ?? acceptedIn,
	};
}

/** How far a transaction came before the time was over, and what to do. */
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

interface AwaitedReceipt {
	hash: string;
	confirmations: number;
	/** True to ask outside a batch. */
	isAlone: boolean;
}

async function checkReceipt(
	askNode: Ask,
	path: string,
	{ hash, confirmations, isAlone }: AwaitedReceipt,
): Promise<Check> {
	const ask: AskEvm = async (method, params, batching = together) =>
		await askNode({ path, method, params, ...batching });
	const answer = await ask('eth_getTransactionReceipt', [hash], isAlone ? alone : together);
	if (!answer.ok && answer.failure.kind === 'timeout')
		return { ...answer, acceptedIn: await findBlock(askNode, path, hash) };
	if (!answer.ok) return answer;
	if (answer.result === null) return nothing;
	const receipt = demand(answer.result, isRecord, 'object');
	// A receipt whose block is null is of a transaction that still waits.
	if (receipt.blockNumber === null) return nothing;
	readBlockNumber(receipt.blockNumber);
	const unconfirmed = confirmations > 0 && (await checkDepth(ask, receipt, confirmations));
	if (unconfirmed) return unconfirmed;
	const isFailed = receipt.status === '0x0';
	return { ok: true, result: isFailed ? await addReason(ask, hash, receipt) : receipt };
}

type AskEvm = (method: string, params: unknown[], batching?: Batching) => Promise<Answer>;

/** Undefined once this many blocks follow the block of the receipt. */
async function checkDepth(
	ask: AskEvm,
	receipt: IDataObject,
	confirmations: number,
): Promise<Check | undefined> {
	const inBlock = readBlockNumber(receipt.blockNumber);
	const head = await ask('eth_blockNumber', []);
	if (!head.ok) return { ...head, inBlock };
	const isDeep = BigInt(readBlockNumber(head.result)) >= BigInt(inBlock) + BigInt(confirmations);
	return isDeep ? undefined : { ok: true, result: undefined, inBlock };
}

/** Adds why a transaction was reverted, if the node can tell. */
async function addReason(ask: AskEvm, hash: string, receipt: IDataObject): Promise<IDataObject> {
	const sent = await ask('eth_getTransactionByHash', [hash]);
	if (!sent.ok || !isRecord(sent.result)) return receipt;
	const { from, to, value, gas, input } = sent.result;
	// Repeats the call on the state after its block. Finds the reason, unless the block itself changed it.
	const again = await ask('eth_call', [{ from, to, value, gas, data: input }, receipt.blockNumber]);
	const revertReason = again.ok ? undefined : readRevert(again.failure);
	return revertReason === undefined ? receipt : { ...receipt, revertReason };
}

/** The block of a transaction. The node knows it before it has executed the block. */
async function findBlock(ask: Ask, path: string, hash: string): Promise<string | undefined> {
	const sent = await ask({ path, method: 'eth_getTransactionByHash', params: [hash], batch: true });
	const number = sent.ok && isRecord(sent.result) ? sent.result.blockNumber : undefined;
	return typeof number === 'string' ? readBlockNumber(number) : undefined;
}

/** The number in decimal. A server may send a text of any length for it, so only short numbers are read. */
function readBlockNumber(value: unknown): string {
	const number = toDecimal(value);
	if (number === undefined)
		throw new OddAnswer('it holds no number of a block where one is expected');
	return number;
}

/** Calls the API of atomic transactions, beside the EVM API. Newer nodes call it `native`, older ones `avax`. */
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
	return status === 'Accepted' ? await checkExecution(ask, path, txID, blockHeight) : nothing;
}

/** An accepted atomic transaction once its block is executed. Since Helicon, nodes report acceptance first. */
async function checkExecution(
	ask: Ask,
	path: string,
	txID: string,
	blockHeight?: string,
): Promise<Check> {
	const result = { txHash: txID, status: 'Accepted', blockHeight };
	if (!/^\d{1,15}$/.test(String(blockHeight))) return { ok: true, result };
	// Latest is the last executed block. A server that does not know the block at all lags behind.
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

/** Nodes since avalanchego 1.15.2 report no status. They know a transaction only once it is accepted. */
async function findAtomic(ask: Ask, path: string, txID: string): Promise<Check> {
	const answer = await askAtomic(ask, path, 'getAtomicTx', txID);
	if (!answer.ok) return /not found/.test(answer.failure.detail ?? '') ? nothing : answer;
	const { blockHeight } = answer.result as { blockHeight?: string };
	return await checkExecution(ask, path, txID, blockHeight);
}
