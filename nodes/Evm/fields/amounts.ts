/** Amounts of the native token, entered in a unit and sent in wei. */
import { isPerhapsThousands } from '../../shared/fields/countFixes';
import { choice, text } from '../../shared/fields/kinds';
import { InvalidField } from '../../shared/fields/invalid';
import type { Field } from '../../shared/fields/fields';
import { toQuantity } from '../../shared/values/hex';
import { multiply } from '../../shared/values/numbers';
import { isWhole } from './quantities';
import { lookUp } from '../../shared/values/records';

/** The native token has 10^18 wei. */
const unitOptions = [
	{ name: 'Native Token (e.g. AVAX)', value: 'native' },
	{ name: 'Gwei (nAVAX)', value: 'gwei' },
	{ name: 'Wei (Smallest Unit)', value: 'wei' },
];
const unitDecimals: Record<string, number> = { native: 18, gwei: 9, wei: 0 };

export const unit = (name: string, displayName: string, by: string, preset: string): Field =>
	choice(
		{
			displayName,
			name,
			default: preset,
			description: `Unit of ${by}; hexadecimal is always wei`,
		},
		unitOptions,
	);

/** `unitIn` is the label of the field that holds its unit. */
export const evmAmount = (
	name: string,
	displayName: string,
	description: string,
	unitIn: string,
): Field =>
	text(
		{ displayName, name, placeholder: 'e.g. 1.5', counts: 'amount', unitIn, description },
		'an amount: a decimal number, or wei in hexadecimal with 0x',
		(value) => (/^\d+(\.\d+)?$/.test(value) && !isPerhapsThousands(value)) || isWhole(value),
	);

/** Converts an amount entered in a unit to wei. Throws an InvalidField if it has a fraction of a wei. */
export function toWei(
	value: unknown,
	unitName: unknown,
	preset: string,
	displayName: string,
): string | undefined {
	if (value === undefined) return undefined;
	const entered = String(value);
	const chosen = String(unitName ?? preset);
	const wei = entered.startsWith('0x')
		? entered
		: String(multiply(entered, `1e${lookUp(unitDecimals, chosen)}`));
	if (!isWhole(wei))
		throw new InvalidField(
			`Check ${displayName}: ${entered} ${chosen} is not a whole number of wei of up to 256 bits`,
			undefined,
			'Enter a smaller number, or one with fewer decimals.',
		);
	return toQuantity(wei);
}
