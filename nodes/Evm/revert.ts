/** Why a call was reverted. */
import type { Failure } from '../shared/errors';

/** The reason of a call that failed in the machine; undefined when it failed for another cause. */
export function readRevert({ rpcCode, detail = '' }: Failure): string | undefined {
	return rpcCode === undefined ? undefined : detail;
}
