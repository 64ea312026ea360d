/** Internal transactions: which of them move value, and which of them another list has already. */
import type { IDataObject } from 'n8n-workflow';
import { isOfHost, nothing, type Answer, type Failure } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { askInTurns } from '../shared/network/turns';
import { toRestCall } from '../shared/operation/groups';
import type { RestOperation } from '../shared/operation/operations';
import { isHexAddress } from '../shared/values/ids';
import { valueAt } from '../shared/values/records';
import { unlisted } from './statementRows';

/** Calls that move no money. They run another contract's code on the caller's own state or change nothing. */
const withoutMoney = ['DELEGATECALL', 'STATICCALL', 'CALLCODE'];

/** Set on a record that is a transaction itself, which the list of transactions has too. Null if nobody knows. */
interface Marked {
	isTransactionItself?: boolean | null;
}

/** False for a call that moves nothing by its kind, and for a transaction that is listed again. */
export const isOwnMovement = ({
	internalTxType,
	isTransactionItself,
}: IDataObject & Marked): boolean =>
	isTransactionItself !== true && !withoutMoney.includes(String(internalTxType));

/** True if an internal transaction moved its value, and no other list has that. Undefined if nobody knows. */
export function movesValue(record: IDataObject & Marked): boolean | undefined {
	const { isReverted, isTransactionItself } = record;
	if (isReverted === true || !isOwnMovement(record)) return false;
	return isReverted === false && isTransactionItself !== null ? true : undefined;
}

/** What a transaction says of itself. Addresses are in lower case, and undefined if nobody says them. */
export interface NativeSent {
	from?: string;
	to?: string;
	value: unknown;
}

/** An address in lower case. Undefined if the service does not say it. */
export function addressAt(record: unknown, path: string): string | undefined {
	const value = valueAt(record, path);
	return typeof value === 'string' && isHexAddress(value) ? value.toLowerCase() : undefined;
}

/** Undefined without a sender. */
function toSent(transaction: unknown): NativeSent | undefined {
	const from = addressAt(transaction, 'from.address');
	const to = addressAt(transaction, 'to.address');
	return from === undefined ? undefined : { from, to, value: valueAt(transaction, 'value') };
}

/** A client's transactions by hash. Undefined for one that cannot be read, unless the whole host is at fault. */
const askSent = oncePerClient(
	async (
		client: Client,
		chainId: unknown,
		txHash: unknown,
	): Promise<Answer<NativeSent | undefined>> => {
		const asked = { chainId, txHash };
		const answer = await client.rest(toRestCall('data', unlisted.transaction, asked));
		if (answer.ok) return { ok: true, result: toSent(valueAt(answer.result, 'nativeTransaction')) };
		return endsReading(answer.failure) ? answer : nothing;
	},
);

/** A host that is at fault may answer the next time. A transaction that cannot be read stays unknown. */
const endsReading = (failure: Failure): boolean =>
	isOfHost(failure) || ['timeout', 'used-up', 'cancelled'].includes(failure.kind);

export const isCreation = ({ internalTxType }: IDataObject): boolean =>
	String(internalTxType).startsWith('CREATE');

/**
 * Whether an internal transaction is its transaction itself, listed again. Null if nobody knows. The sender does not
 * decide it alone: by EIP-7702, an account with a key can run code that pays others.
 */
export function isListedAgain(record: IDataObject, sent: NativeSent): boolean | null {
	const { from, to, value } = sent;
	if (from !== addressAt(record, 'from.address') || String(value) !== String(record.value))
		return false;
	if (to === undefined) return isCreation(record) || null;
	return to === addressAt(record, 'to.address');
}

/** Addresses that acted inside of a transaction of another, as contracts do. */
const contractsOf = oncePerClient(() => new Set<string>());

/** Asks for the transaction, but of all calls of a contract only for those of the first turn. */
async function askListedAgain(
	record: IDataObject,
	client: Client,
	chainId: unknown,
): Promise<Answer<boolean | null>> {
	const address = addressAt(record, 'from.address');
	const caller = JSON.stringify([chainId, address]);
	const contracts = contractsOf(client);
	if (contracts.has(caller) && !isCreation(record)) return { ok: true, result: false };
	const sent = await askSent(client, chainId, record.txHash);
	if (!sent.ok) return sent;
	if (sent.result && sent.result.from !== address) contracts.add(caller);
	return { ok: true, result: sent.result ? isListedAgain(record, sent.result) : null };
}

const atOnce = 8;
const no: Answer<boolean | null> = { ok: true, result: false };

/** Marks internal transactions that are transactions of an account, listed again, such as the creation of a contract. */
export const markRepeated: NonNullable<RestOperation['completePage']> = async (
	records,
	{ client, values: { chainId, address: owner } },
) => {
	const mayBeRepeated = (record: IDataObject): boolean => {
		const address = addressAt(record, 'from.address');
		const isOwn = address === String(owner).toLowerCase();
		return !!address && (isOwn || isCreation(record)) && isOwnMovement(record);
	};
	return await askInTurns(records, atOnce, async (record) => {
		const found = mayBeRepeated(record) ? await askListedAgain(record, client, chainId) : no;
		if (!found.ok) return found;
		const isTransactionItself = found.result;
		const result = isTransactionItself === false ? record : { ...record, isTransactionItself };
		return { ok: true, result };
	});
};
