/** What came from each counterparty of a statement and what went to it, over all addresses. */
import type { Names } from '../shared/fields/names';
import { piecesOf } from '../shared/pace';
import { groupInPieces } from '../shared/report/totals';
import { sum } from '../shared/values/numbers';
import { sumFor } from './statementBalances';
import type { Movement } from './statementMovements';
import { nameOther } from './statementNames';

/** A movement and its exact value at the time, undefined if unknown. */
interface Valued {
	movement: Movement;
	value?: string;
}

/** Sums of one counterparty and one asset, in the smallest units. */
export interface Dealing {
	name?: string;
	/** Undefined for imports, exports, new contracts, and what was issued or burnt. */
	counterparty?: string;
	token: string;
	/** The addresses of the statement that it paid or that paid it. */
	addresses: string[];
	payments: number;
	incoming: bigint;
	outgoing: bigint;
	/** Exact. Undefined if the value of a single payment is unknown or in another currency: a sum of the others would be too low. */
	incomingValue?: string;
	outgoingValue?: string;
	/** Undefined if no payment has a price. */
	currency?: string;
	paymentsWithoutValue: number;
}

type Side = 'incoming' | 'outgoing';

const sumOf = (payments: Valued[], side: Side): bigint =>
	payments.reduce((all, { movement: m }) => (m.direction === side ? all + m.amount : all), 0n);

function* valueOf(payments: Valued[], side: Side): Generator<void, string | undefined> {
	const own = payments.filter(({ movement }) => movement.direction === side);
	const known = own.flatMap(({ value }) => value ?? []);
	return known.length === own.length ? yield* piecesOf(sum, known) : undefined;
}

function* toValues(payments: Valued[]) {
	const currencies = new Set(payments.flatMap(({ movement }) => movement.price?.currency ?? []));
	const [currency] = currencies;
	const values = {
		incomingValue: yield* valueOf(payments, 'incoming'),
		outgoingValue: yield* valueOf(payments, 'outgoing'),
		currency,
	};
	return currencies.size > 1 ? {} : values;
}

function* toDealing(payments: Valued[], names?: Names): Generator<void, Dealing> {
	const [{ movement }] = payments;
	return {
		name: nameOther(movement, names),
		counterparty: movement.counterparty,
		token: movement.token,
		addresses: [...new Set(payments.map(({ movement: { address } }) => address))],
		payments: payments.length,
		incoming: sumOf(payments, 'incoming'),
		outgoing: sumOf(payments, 'outgoing'),
		...(yield* toValues(payments)),
		paymentsWithoutValue: payments.filter(({ value }) => value === undefined).length,
	};
}

/** Whether the user gave it a name. "newly issued" and "P- or X-Chain" are none. */
const isNamed = ({ name, counterparty }: Dealing): boolean =>
	name !== undefined && counterparty !== undefined;

/** Those with a name come first, then those with the most payments: an AI agent gets only the first. */
const inOrder = (a: Dealing, b: Dealing): number =>
	Number(isNamed(b)) - Number(isNamed(a)) || b.payments - a.payments;

/** They add up to In and Out of the statement. */
export function* listDealings(rows: Valued[], names?: Names): Generator<void, Dealing[]> {
	const payments = rows.filter(({ movement }) =>
		['incoming', 'outgoing'].includes(String(sumFor(movement))),
	);
	const groups = yield* groupInPieces(payments, ({ movement }) => {
		const { counterparty, token } = movement;
		return `${counterparty ?? nameOther(movement, names) ?? ''} ${token}`;
	});
	const dealings: Dealing[] = [];
	for (const own of groups.values()) dealings.push(yield* toDealing(own, names));
	return dealings.sort(inOrder);
}
