/** Reads why the EVM rejected a call. */
import type { Failure } from '../shared/errors';
import { sayText } from '../shared/values/foreign';
import { decodeReason } from './abi';

const machineErrors =
	/revert|out of gas|invalid opcode|invalid jump|stack (under|over)flow|write protection|max (init)?code size/i;

/** True if the EVM ran the call and rejected it, as the words of its node say. */
export const isOfMachine = ({ rpcCode, detail = '' }: Failure): boolean =>
	rpcCode !== undefined && machineErrors.test(detail);

/** False if the data of a failed call are empty. */
export const hasReason = (rpcData: unknown): boolean => rpcData !== '0x';

/** Why the EVM rejected a call, without the contract's custom errors. Undefined if it failed for another cause. */
export function readRevert(failure: Failure): string | undefined {
	const { rpcData, detail } = failure;
	const reason = hasReason(rpcData) ? decodeReason(rpcData) : undefined;
	return reason?.message ?? (isOfMachine(failure) ? detail : undefined);
}

/** True if a contract rejected a call without a reason, as it does if it has no such function. */
export const isBare = ({ rpcData, detail = '' }: Failure): boolean =>
	(rpcData === undefined || !hasReason(rpcData)) && !/revert\w*:/i.test(detail);

/** A reason for a message. The contract chooses its text and length, so it is cleaned and cut. */
export const sayReason = (reason: string): string => sayText(reason, 500) || 'no readable words';

/** The `explain` of rows whose calls can revert. */
export const explainRevert = (failure: Failure): string | undefined => {
	const reason = readRevert(failure);
	return reason && `The call was rejected: ${sayReason(reason)}.`;
};
