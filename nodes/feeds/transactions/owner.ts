/** Says in an item whose movement it is and with whom: the watched address, the other side, and the user's names. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../shared/fields/fields';
import {
	joinNames,
	nameOf,
	names as ofAll,
	otherNames,
	type Names,
} from '../../shared/fields/names';
import { toChecksumAddress } from '../../shared/values/checksum';
import { sayName } from '../../shared/values/foreign';
import type { createReader } from '../parameters';
import type { EventSettings } from '../settings';

/** The fields that always begin an item. */
const said = ['event', 'title', 'message', 'sample', 'address'];

/** Puts the wallet after the item's texts, and the wallet's name in front of them. */
export function withOwner(
	item: IDataObject,
	about: { addressName: string | null; address: string },
): IDataObject {
	const { addressName } = about;
	const { sample, event, title, message } = item;
	const rest = { ...item };
	for (const name of said) delete rest[name];
	const begin = (text: unknown) =>
		addressName && typeof text === 'string'
			? text.replace(/^(\[TEST\] )?/, `$1${sayName(addressName)}: `)
			: text;
	return {
		event,
		...(title !== undefined && { title: begin(title), message: begin(message) }),
		...(sample !== undefined && { sample }),
		...about,
		...rest,
	} as IDataObject;
}

/** The other side of a movement. Null for the creation of a contract, which has none. */
function counterpartyOf({ from, to, direction: way }: IDataObject): string | null {
	const other = way === 'outgoing' ? to : from;
	const address =
		typeof other === 'object' && other !== null ? (other as IDataObject).address : other;
	return typeof address === 'string' ? String(toChecksumAddress(address)) : null;
}

export function otherSideOf(item: IDataObject, names: Names | undefined): IDataObject {
	const counterparty = counterpartyOf(item);
	return {
		counterpartyName: (counterparty && nameOf(names, counterparty)) ?? null,
		counterparty,
	};
}

/** The names of a token's senders and receivers, none of whom is watched. */
export const partyNames: Field<Names | undefined> = {
	...ofAll,
	placeholder: 'e.g. 0xb9Ee6B9DF945FcEf17334d4B470A6512124f32ad = Treasury',
	description:
		'Your names for senders and receivers, as messages then call them: one "address = name" per line',
};

/** What one watched address adds to its items. Undefined without names: no column comes then. */
function dressOwner(
	address: string,
	names: Names | undefined,
	hasOthers: boolean,
): EventSettings['dress'] {
	const addressName = nameOf(names, address) ?? null;
	if (addressName === null && !hasOthers) return undefined;
	const about = { addressName, address: String(toChecksumAddress(address)) };
	return (item) =>
		item.direction === undefined
			? item
			: withOwner(item, { ...about, ...(hasOthers && otherSideOf(item, names)) });
}

type Sides = Pick<EventSettings, 'dress' | 'addressName'> & { names?: Names };

/** The user's names for both sides. `own` is what stands behind the one watched address. */
export function readSides(
	{ readOption }: Pick<ReturnType<typeof createReader>, 'readOption'>,
	address: string | undefined,
	own: Names | undefined,
): Sides {
	const others = readOption(otherNames);
	const names = joinNames(own, others) ?? readOption(partyNames);
	if (address === undefined) return { names };
	const addressName = nameOf(names, address);
	return { names, addressName, dress: dressOwner(address, names, others !== undefined) };
}
