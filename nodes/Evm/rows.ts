/** What the rows of the EVM tables have in common, said once. */
import type { Failure } from '../shared/errors';
import type { Operation, Output, Values } from '../shared/operations';
import { readable } from './readable';

/** Reads something: does no harm twice, and travels with others in batches. */
export const read = (row: Operation): Operation => ({ safe: true, ...row });

/**
 * Reads something that costs the node much: goes alone, and is not sent again, since the node goes on with what a
 * client has given up (seen on avalanchego v1.14.2).
 */
export const trace = (row: Operation): Operation => ({ simplify: readable(), ...row, safe: false });

/** Changes something, or uses up what it reads: goes alone, and is never sent twice. */
export const act = (row: Operation): Operation => ({ ...row, safe: false });

type Shape = Pick<Operation, 'output' | 'simplify'>;

/** The answer is one text, named so. */
export const named = (as: string): Shape => ({ output: { kind: 'record', as } });

/** The answer is one number or amount in hexadecimal, named so. */
export const number = (as: string): Shape => ({ ...named(as), simplify: readable() });

/** The answer is a list; elements that are no objects are named so. */
export const list = (as: string): Shape => ({ output: { kind: 'list', as } });

const missing = { found: false };

/** The answer is an object or, where nothing is found, null. */
export const found = (simplify?: Operation['simplify']): Shape => ({
	output: { kind: 'record', none: missing },
	simplify,
});

/** The answer is a list or, where nothing is found, null. */
export const foundList = (simplify?: Operation['simplify']): Shape => ({
	output: { kind: 'list', none: missing },
	simplify,
});

/** The answer is a number or, where nothing is found, null. */
export const foundNumber = (as: string): Shape => ({
	output: { kind: 'record', as, none: missing },
	simplify: readable(),
});

/** The answer is bytes, `0x` where nothing is found. */
export const foundBytes = (as: string): Pick<Operation, 'output' | 'extend'> => ({
	output: { kind: 'record', as },
	extend: (record) => (record[as] === '0x' ? missing : record),
});

/** The answer says nothing. */
export const done: { output: Output } = { output: { kind: 'success' } };

/** Who serves the method, for the node that does not know it; `isElsewhere` says whether another one was asked. */
export const servedBy = (
	who: string,
	isElsewhere: (values: Values) => boolean = () => true,
): Pick<Operation, 'explain'> => ({
	explain: ({ kind }: Failure, values: Values) =>
		kind === 'method-unknown' && isElsewhere(values) ? who : undefined,
});

/** What newer nodes changed, whole for the Chain field, errors and pages, and short for the menu. */
export type Newer = Pick<Operation, 'removed' | 'note'>;

/** What C-Chain nodes since Helicon serve no more. */
export const beforeHelicon = (instead: string): Newer => ({
	note: 'Removed for the C-Chain in 1.15',
	removed: `Removed for the C-Chain in avalanchego 1.15 (Helicon); ${instead}`,
});

/** The same, where avalanchego 1.15.2 brought a setting that switches it on again. */
export const offSinceHelicon = (instead: string): Newer => ({
	note: 'Off for the C-Chain since 1.15',
	removed: `Off by default for the C-Chain since avalanchego 1.15 (Helicon); ${instead}`,
});
