/** Internal transactions: which of them move value, and which of them another list has already. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toRestCall } from '../shared/operation/groups';
import type { RestOperation } from '../shared/operation/operations';
import { isHexAddress } from '../shared/values/ids';
import { valueAt } from '../shared/values/records';
import { notKept } from './statementLists';
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

const senderOf = (record: unknown): string | undefined => {
	const sender = valueAt(record, 'from.address');
	return typeof sender === 'string' && isHexAddress(sender) ? sender.toLowerCase() : undefined;
};

interface Sender {
	chainId: unknown;
	address: string;
}

/**
 * Whether an account sends transactions, by a record of what it did. Null if the service does not say it. An account
 * with a key only sends them, and a contract only acts inside of them. So one record tells it for all of the account.
 */
const sendsItself = oncePerClient(
	async (
		client: Client,
		{ chainId, address }: Sender,
		txHash: unknown,
	): Promise<Answer<boolean | null>> => {
		const asked = { chainId, txHash };
		const answer = await client.rest(toRestCall('data', unlisted.transaction, asked));
		if (!answer.ok && !notKept.includes(answer.failure.kind)) return answer;
		const sender = answer.ok ? senderOf(valueAt(answer.result, 'nativeTransaction')) : undefined;
		return { ok: true, result: sender === undefined ? null : sender === address };
	},
	({ chainId, address }) => JSON.stringify([chainId, address]),
);

export const isCreation = ({ internalTxType }: IDataObject): boolean =>
	String(internalTxType).startsWith('CREATE');

/** Marks internal transactions that are transactions of an account, listed again, such as the creation of a contract. */
export const markRepeated: NonNullable<RestOperation['completePage']> = async (
	records,
	{ client, values: { chainId, address: owner } },
) => {
	const marked: IDataObject[] = [];
	for (const record of records) {
		const address = senderOf(record);
		const isOwn = address === String(owner).toLowerCase();
		const mayBe = address && (isOwn || isCreation(record)) && isOwnMovement(record);
		const found = mayBe && (await sendsItself(client, { chainId, address }, record.txHash));
		if (found && !found.ok) return found;
		const isTransactionItself = found ? found.result : false;
		marked.push(isTransactionItself === false ? record : { ...record, isTransactionItself });
	}
	return { ok: true, result: marked };
};
