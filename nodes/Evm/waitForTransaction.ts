/** Waits for a transaction: for its receipt, or for the acceptance of an atomic one. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/client';
import { fail, type Answer } from '../shared/errors';
import { isHash } from '../shared/ids';
import type { Call, Values } from '../shared/operations';
import { isRecord } from '../shared/records';
import { readRevert } from './contractCalls';

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** One look at the transaction: what there is to tell, undefined while there is nothing yet, or a failure. */
type Look = () => Promise<Answer<IDataObject | undefined>>;

/**
 * The receipt of a transaction (`transaction` a hash; a reverted one with `revertReason` where it can be found), with
 * as many blocks after it as `confirmations` says; or {txID, status, blockHeight} of an accepted atomic transaction of
 * the C-Chain (`transaction` a cb58 ID). Fails when `timeLimit` seconds pass before, or when an atomic one is dropped.
 * An unknown transaction is one that is not there yet: a node knows none for some ms after it took it (seen on
 * avalanchego v1.14.2).
 */
export async function waitForTransaction(
	client: Client,
	{ transaction, timeLimit, confirmations = 0 }: Values,
	_most: number,
	call: Call,
): Promise<Answer<IDataObject[]>> {
	const id = String(transaction);
	const { path } = call as { path: string };
	const look: Look = isHash(id)
		? async () => await lookForReceipt(client, path, id, Number(confirmations))
		: async () => await lookForAtomic(client, id);
	const deadline = Date.now() + Number(timeLimit) * 1000;
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
		const answer = await look();
		if (!answer.ok) return answer;
		if (answer.result) return { ok: true, result: [answer.result] };
		const leftMs = deadline - Date.now();
		if (leftMs <= 0)
			return fail('timeout', `Transaction ${id} was not accepted within ${String(timeLimit)} s`, {
				passing: true,
				hint: 'It may still be included later, or it never reached the network. Wait longer, or look whether the node knows it.',
			});
		if (!(await client.pause(Math.min(pauseMs, leftMs))))
			return fail('cancelled', 'The execution was canceled');
	}
}

async function lookForReceipt(
	client: Client,
	path: string,
	hash: string,
	confirmations: number,
): Promise<Answer<IDataObject | undefined>> {
	const ask = async (method: string, params: unknown[]) =>
		await client.rpc({ path, method, params, safe: true, batch: true });
	const answer = await ask('eth_getTransactionReceipt', [hash]);
	if (!answer.ok) return answer;
	const receipt = answer.result;
	if (!isRecord(receipt)) return { ok: true, result: undefined };
	if (confirmations > 0) {
		const head = await ask('eth_blockNumber', []);
		if (!head.ok) return head;
		if (BigInt(String(head.result)) < BigInt(String(receipt.blockNumber)) + BigInt(confirmations))
			return { ok: true, result: undefined };
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

/** Asks the API of atomic transactions, by the names the node knows. */
const askAtomic = async (client: Client, method: string, txID: string): Promise<Answer> =>
	await client.rpc({
		path: '/ext/bc/C/native',
		method: `native.${method}`,
		params: [{ txID }],
		safe: true,
		alternatives: [{ path: '/ext/bc/C/avax', method: `avax.${method}` }],
	});

async function lookForAtomic(client: Client, txID: string): Promise<Answer<IDataObject | undefined>> {
	const answer = await askAtomic(client, 'getAtomicTxStatus', txID);
	if (!answer.ok) return answer.failure.kind === 'method-unknown' ? await findAtomic(client, txID) : answer;
	const { status, blockHeight } = answer.result as { status?: string; blockHeight?: string };
	if (status === 'Dropped')
		return fail('refused', `The atomic transaction ${txID} was dropped`, {
			hint: 'The node found it invalid, or its fee too low. Issue a new one.',
		});
	return { ok: true, result: status === 'Accepted' ? { txID, status, blockHeight } : undefined };
}

/** Nodes since avalanchego 1.15.2 tell no status; they know a transaction only once it is accepted. */
async function findAtomic(client: Client, txID: string): Promise<Answer<IDataObject | undefined>> {
	const answer = await askAtomic(client, 'getAtomicTx', txID);
	if (!answer.ok)
		return /not found/.test(answer.failure.detail ?? '') ? { ok: true, result: undefined } : answer;
	const { blockHeight } = answer.result as { blockHeight?: string };
	return { ok: true, result: { txID, status: 'Accepted', blockHeight } };
}
