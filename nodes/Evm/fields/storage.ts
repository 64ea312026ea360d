import { text } from '../../shared/fields/kinds';
import { textList } from '../../shared/fields/listFields';
import { toQuantity } from '../../shared/values/hex';
import { isWhole, mapped } from './quantities';

/** A storage slot of up to 32 bytes. In hexadecimal it may have an odd number of digits. */
const isSlot = (value: string): boolean => /^0x[0-9a-fA-F]{1,64}$/.test(value) || isWhole(value);
const toSlot = (value: string): string => (value.startsWith('0x') ? value : toQuantity(value));

export const slot = mapped(
	text(
		{
			displayName: 'Slot',
			name: 'slot',
			default: '0',
			description: 'Storage slot, decimal or hexadecimal',
		},
		'a storage slot: a number, or up to 32 bytes in hexadecimal',
		isSlot,
	),
	toSlot,
);

export const slots = textList(
	{
		displayName: 'Slots',
		name: 'slots',
		placeholder: 'e.g. 0, 0x10',
		description: 'Storage slots to prove, decimal or hexadecimal, separated by commas',
	},
	'storage slots: numbers, or up to 32 bytes in hexadecimal',
	isSlot,
	(values) => values.map(toSlot),
);
