/** Why a call failed in the machine. */
import type { Failure } from '../shared/errors';
import { sayText } from '../shared/values/foreign';
import { decodeReason } from './abi';

const machineErrors =
	/revert|out of gas|invalid opcode|invalid jump|stack (under|over)flow|write protection|max (init)?code size/;

/** Whether the data of a failed call say more than that there are none. */
export const hasReason = (rpcData: unknown): boolean => rpcData !== '0x';

/** Why a call failed in the machine, without the custom errors of its contract; undefined when it failed for another cause. */
export function readRevert({ rpcCode, rpcData, detail = '' }: Failure): string | undefined {
	const reason = hasReason(rpcData) ? decodeReason(rpcData) : undefined;
	return (
		reason?.message ?? (rpcCode !== undefined && machineErrors.test(detail) ? detail : undefined)
	);
}

/** Whether a contract rejected a call without a word, as it does where it has no such function. */
export const isBare = ({ rpcData, detail = '' }: Failure): boolean =>
	(rpcData === undefined || !hasReason(rpcData)) && !/revert\w*:/i.test(detail);

/** A reason in a message: the contract chose its words, and decides how many. */
export const sayReason = (reason: string): string => sayText(reason, 500) || 'no readable words';

/** For rows whose calls can be reverted. */
export const explainRevert = (failure: Failure): string | undefined => {
	const reason = readRevert(failure);
	return reason && `The call was rejected: ${sayReason(reason)}.`;
};
