/** The user's names for the addresses of a statement and their counterparties. */
import { joinNames, nameOf, namesIn, otherNames, type Names } from '../shared/fields/names';
import type { Values } from '../shared/operation/operations';
import { toChecksumAddress } from '../shared/values/checksum';
import { findAlike, lookOf } from '../shared/values/foreign';
import { shortenHex } from '../shared/values/ids';
import { listFew } from '../shared/values/lists';
import { asNobody } from '../shared/values/nobody';
import { countOf, sentence } from '../shared/values/writing';
import type { Movement, NftMovement } from './statementMovements';

/** Adds the ends of the address to a name that several of them have, so that no reader takes two wallets for one. */
function tellApart(names: Names): Names {
	const isShared = findAlike(Object.values(names).flatMap(({ name }) => name ?? []));
	return Object.fromEntries(
		Object.entries(names).map(([id, called]) => {
			const { name } = called;
			if (name === undefined || !isShared(name)) return [id, called];
			return [id, { ...called, name: `${name} (${shortenHex(String(toChecksumAddress(id)))})` }];
		}),
	);
}

const othersIn = (values: Values): Names | undefined => namesIn({ names: values[otherNames.name] });

export function allNamesOf(values: Values): Names | undefined {
	const all = joinNames(namesIn(values), othersIn(values));
	return all && tellApart(all);
}

type Sides = Pick<NftMovement, 'counterparty' | 'direction' | 'isWithNobody'> &
	Partial<Pick<Movement, 'kind'>>;

/** Says that nobody is the other side: the asset was issued or burnt. A new contract has no address yet. */
export function sayNobody({ direction, isWithNobody, kind }: Sides | Movement): string | undefined {
	if (!isWithNobody || kind === 'creation') return undefined;
	return direction === 'incoming' ? asNobody.from : asNobody.to;
}

/** The other side of imports and exports, which have no address there. */
export const otherChains = 'P- or X-Chain';

/** What stands in place of the other side's address. Undefined if that side is unknown. */
export const sayOtherSide = (movement: Sides | Movement): string | undefined =>
	movement.kind === 'import' || movement.kind === 'export' ? otherChains : sayNobody(movement);

/** The user's name for the other side, or what stands in its place. */
export const nameOther = (movement: Sides | Movement, names?: Names): string | undefined =>
	movement.counterparty === undefined
		? sayOtherSide(movement)
		: nameOf(names, movement.counterparty);

/** Another side that the service does not name can be an address of the statement. */
const isUnnamed = ({ counterparty, isWithNobody, isAtomic, direction }: Movement): boolean =>
	counterparty === undefined && !isWithNobody && !isAtomic && direction !== 'fee';

export function noteUnnamed(movements: Movement[]): string[] {
	const unnamed = movements.filter(isUnnamed).length;
	return sentence(
		`In and Out count ${countOf(unnamed, 'movement')} whose other side the service does not name. Whether it is one of these addresses is unknown.`,
		unnamed > 0,
	);
}

/** The names that the user gave to more than one of the addresses, each once. */
export function listShared(addresses: string[], values: Values): string[] {
	const given = addresses.flatMap((address) => nameOf(namesIn(values), address) ?? []);
	const first = (name: string) => given.findIndex((each) => lookOf(each) === lookOf(name));
	return [...new Set(given.filter((name, i) => first(name) < i))];
}

/** Names of Others that belong to no side of what moved, each once. None if nothing moved, which another note says. */
export function listUnmet(
	moved: Array<Pick<NftMovement, 'address' | 'counterparty'>>,
	values: Values,
): string[] {
	const others = othersIn(values);
	const met = new Set(
		moved.flatMap(({ address, counterparty = address }) => [address, counterparty]),
	);
	const namesMet = new Set([...met].flatMap((address) => nameOf(others, address) ?? []));
	const given = Object.values(others ?? {}).flatMap(({ name }) => name ?? []);
	return met.size ? [...new Set(given)].filter((name) => !namesMet.has(name)) : [];
}

const fewNames = 3;

export const noteUnmet = (unmet: string[]): string[] =>
	sentence(
		`No movement is with these entries of ${otherNames.displayName}: ${listFew(unmet, fewNames, String).join(', ')}.`,
		unmet.length > 0,
	);
