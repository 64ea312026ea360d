/** What came from each counterparty of a statement and what went to it, over all addresses. */
import type { Names } from '../shared/fields/names';
import { groupInPieces } from '../shared/report/totals';
import { sumFor } from './statementBalances';
import type { Movement } from './statementMovements';
import { nameOther } from './statementNames';

/** Sums of one counterparty and one asset, in the smallest units. */
export interface Dealing {
	name?: string;
	/** Undefined for imports, exports, new contracts, and what was issued or burnt. */
	counterparty?: string;
	token: string;
	payments: number;
	incoming: bigint;
	outgoing: bigint;
}

type Side = 'incoming' | 'outgoing';

const sumOf = (movements: Movement[], side: Side): bigint =>
	movements.reduce((sum, { direction, amount }) => (direction === side ? sum + amount : sum), 0n);

/** Whether the user gave it a name. "newly issued" and "P- or X-Chain" are none. */
const isNamed = ({ name, counterparty }: Dealing): boolean =>
	name !== undefined && counterparty !== undefined;

/** Those with a name come first, then those with the most payments: an AI agent gets only the first. */
const inOrder = (a: Dealing, b: Dealing): number =>
	Number(isNamed(b)) - Number(isNamed(a)) || b.payments - a.payments;

/** They add up to In and Out of the statement. */
export function* listDealings(movements: Movement[], names?: Names): Generator<void, Dealing[]> {
	const payments = movements.filter((movement) =>
		['incoming', 'outgoing'].includes(String(sumFor(movement))),
	);
	const groups = yield* groupInPieces(payments, (movement) => {
		const { counterparty, token } = movement;
		return `${counterparty ?? nameOther(movement, names) ?? ''} ${token}`;
	});
	return [...groups.values()]
		.map((own) => ({
			name: nameOther(own[0], names),
			counterparty: own[0].counterparty,
			token: own[0].token,
			payments: own.length,
			incoming: sumOf(own, 'incoming'),
			outgoing: sumOf(own, 'outgoing'),
		}))
		.sort(inOrder);
}
