/** Says in an item whose movement it is: the watched address, and the user's name for it. */
import type { IDataObject } from 'n8n-workflow';
import { nameOf, type Names } from '../../shared/fields/names';
import { toChecksumAddress } from '../../shared/values/checksum';
import { sayName } from '../../shared/values/foreign';

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

/** What a named address adds to its items. Undefined without a name: no column comes then. */
export function dressOwner(
	address: string | undefined,
	names: Names | undefined,
): ((item: IDataObject) => IDataObject) | undefined {
	const addressName = address && nameOf(names, address);
	if (!addressName) return undefined;
	const about = { addressName, address: String(toChecksumAddress(address)) };
	return (item) => (item.direction === undefined ? item : withOwner(item, about));
}
