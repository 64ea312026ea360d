/** Checks for each address and asset that opening + in - out - fees = closing, in the smallest units. */
import type { IDataObject } from 'n8n-workflow';
import { OddAnswer } from '../shared/operation/pipeline';
import { spend, workOf } from '../shared/pace';
import { groupInPieces } from '../shared/report/totals';
import type { Held } from './statementLists';
import { noteToken, type StatementContext, type Movement } from './statementMovements';

/** Sums of an asset's movements. Transfers between the statement's addresses are separate. */
interface Sums {
	incoming: bigint;
	outgoing: bigint;
	transfersIn: bigint;
	transfersOut: bigint;
	fees: bigint;
	/** The parts of `incoming` and `outgoing` that came from other chains of Avalanche, and went to them. */
	imports: bigint;
	exports: bigint;
}

export type Closes = 'yes' | 'no' | 'unknown';

export interface Balance extends Sums {
	/** Absent in the sum over all addresses. */
	address?: string;
	token: string;
	/** Undefined if the service does not tell it. Unknown is not zero. */
	opening?: bigint;
	closing?: bigint;
	/** The part of the change that no movement explains. */
	difference?: bigint;
	closes: Closes;
}

/** Holdings before the first block and after the last. Undefined if the service does not tell them. */
export interface Ends {
	opening?: Held;
	closing?: Held;
}

const nothing: Sums = {
	incoming: 0n,
	outgoing: 0n,
	transfersIn: 0n,
	transfersOut: 0n,
	fees: 0n,
	imports: 0n,
	exports: 0n,
};

/** The sum that a movement belongs to. None if an address sends to itself. */
export function sumFor({ direction, isTransfer }: Movement): keyof Sums | undefined {
	if (direction === 'self') return undefined;
	if (direction === 'fee') return 'fees';
	if (direction === 'incoming') return isTransfer ? 'transfersIn' : 'incoming';
	return isTransfer ? 'transfersOut' : 'outgoing';
}

const atomicPlaces: Partial<Record<Movement['kind'], keyof Sums>> = {
	import: 'imports',
	export: 'exports',
};

function* addUp(movements: Movement[]): Generator<void, Sums> {
	const sums = { ...nothing };
	for (const movement of movements) {
		yield* spend(workOf.amount);
		const place = sumFor(movement);
		if (place) sums[place] += movement.amount;
		const part = atomicPlaces[movement.kind];
		if (part) sums[part] += movement.amount;
	}
	return sums;
}

const changeOf = ({ incoming, outgoing, transfersIn, transfersOut, fees }: Sums): bigint =>
	incoming + transfersIn - outgoing - transfersOut - fees;

function amountOf({ balance }: IDataObject): bigint {
	if (typeof balance !== 'string' || !/^\d{1,80}$/.test(balance))
		throw new OddAnswer('it holds a token without a balance');
	return BigInt(balance);
}

/** The holding of an asset. A token missing from the list of holdings counts as 0. */
function heldOf(held: Held | undefined, token: string): bigint | undefined {
	if (!held) return undefined;
	if (token === '') return held.native;
	const listed = held.tokens.get(token);
	return listed ? amountOf(listed) : 0n;
}

/** True if the service lists the token at either end. Otherwise it may not track the token at all. */
const isListed = ({ opening, closing }: Ends, token: string): boolean =>
	token === '' || [opening, closing].some((held) => held?.tokens.has(token));

function toBalance(key: { address: string; token: string }, sums: Sums, ends: Ends): Balance {
	const change = changeOf(sums);
	const isTold = isListed(ends, key.token) || change === 0n;
	const [opening, closing] = [ends.opening, ends.closing].map((held) =>
		isTold ? heldOf(held, key.token) : undefined,
	);
	if (opening === undefined || closing === undefined)
		return { ...key, ...sums, opening, closing, closes: 'unknown' };
	const difference = closing - opening - change;
	return {
		...key,
		...sums,
		opening,
		closing,
		difference,
		closes: difference === 0n ? 'yes' : 'no',
	};
}

const isUntouched = ({ opening, closing, closes, ...sums }: Balance): boolean =>
	closes === 'yes' && opening === 0n && closing === 0n && countMoved(sums) === 0n;

/** What came and what went together. It is 0 only if nothing moved. */
const countMoved = (sums: Sums): bigint =>
	sums.incoming + sums.outgoing + sums.transfersIn + sums.transfersOut + sums.fees;

/** A balance for each address and asset: the native token first, then every token held or moved. */
export function* listBalances(
	movements: Movement[],
	endsOf: Map<string, Ends>,
	group: StatementContext,
): Generator<void, Balance[]> {
	const balances: Balance[] = [];
	const byAddress = yield* groupInPieces(movements, ({ address }) => address);
	for (const [address, ends] of endsOf) {
		const own = yield* groupInPieces(byAddress.get(address) ?? [], ({ token }) => token);
		for (const held of [ends.opening, ends.closing])
			for (const token of held?.tokens.values() ?? []) noteToken(token, group);
		const tokens = new Set([
			'',
			...(ends.opening?.tokens.keys() ?? []),
			...(ends.closing?.tokens.keys() ?? []),
			...own.keys(),
		]);
		for (const token of tokens) {
			const sums = yield* addUp(own.get(token) ?? []);
			const balance = toBalance({ address, token }, sums, ends);
			if (token === '' || !isUntouched(balance)) balances.push(balance);
		}
	}
	return balances;
}

const sumOf = (balances: Balance[], of: (balance: Balance) => bigint | undefined) =>
	balances.reduce<bigint | undefined>((sum, balance) => {
		const part = of(balance);
		return sum === undefined || part === undefined ? undefined : sum + part;
	}, 0n);

/** "no" outweighs "unknown". */
export function closesOf(balances: Balance[]): Closes {
	const found = balances.map(({ closes }) => closes);
	if (found.includes('no')) return 'no';
	return found.includes('unknown') ? 'unknown' : 'yes';
}

const sumKnown = (balances: Balance[], of: keyof Sums): bigint =>
	balances.reduce((sum, balance) => sum + balance[of], 0n);

const sumAsset = (token: string, own: Balance[]): Balance => ({
	token,
	incoming: sumKnown(own, 'incoming'),
	outgoing: sumKnown(own, 'outgoing'),
	transfersIn: sumKnown(own, 'transfersIn'),
	transfersOut: sumKnown(own, 'transfersOut'),
	fees: sumKnown(own, 'fees'),
	imports: sumKnown(own, 'imports'),
	exports: sumKnown(own, 'exports'),
	opening: sumOf(own, ({ opening }) => opening),
	closing: sumOf(own, ({ closing }) => closing),
	difference: sumOf(own, ({ difference }) => difference),
	closes: closesOf(own),
});

/** The balances of all addresses together, by asset. The native token comes first, as for each address. */
export function* sumBalances(balances: Balance[]): Generator<void, Balance[]> {
	const byToken = yield* groupInPieces(balances, ({ token }) => token);
	return [...byToken].map(([token, own]) => sumAsset(token, own));
}
