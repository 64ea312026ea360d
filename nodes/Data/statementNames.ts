/** The user's names for the addresses of a statement and their counterparties. */
import { joinNames, nameOf, namesIn, type Names } from '../shared/fields/names';
import type { Values } from '../shared/operation/operations';
import { toChecksumAddress } from '../shared/values/checksum';
import { findAlike, lookOf } from '../shared/values/foreign';
import { shortenHex } from '../shared/values/ids';
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

export function allNamesOf(values: Values): Names | undefined {
	const all = joinNames(namesIn(values), namesIn({ names: values.otherNames }));
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
