/** EVM addresses, mixed case only with the checksum of EIP-55. */
import { evmAddress, several, text, type Field } from '../../shared/fields';
import { isEvmAddress } from '../../shared/ids';
import { toChecksumAddress } from '../../shared/checksum';

export const exampleAddress = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

/** An address in small letters, in capitals, or with the letter case of its checksum (EIP-55). */
export const isAddress = (value: unknown): boolean => {
	if (typeof value !== 'string' || !isEvmAddress(value)) return false;
	const digits = value.slice(2);
	return (
		[digits.toLowerCase(), digits.toUpperCase()].includes(digits) ||
		toChecksumAddress(value) === value
	);
};
export const addressRule = '0x and 40 hexadecimal digits; mixed case needs a valid checksum';

export const address = (name: string, displayName: string, description: string): Field =>
	text(
		{ ...evmAddress, name, displayName, description: `${description} (0x...)` },
		`an EVM address (${addressRule})`,
		isAddress,
	);

export const account = address('address', 'Address', 'Address of the account');

export const accounts = several(account);

export const contract = address('contract', 'Contract', 'Address of the contract');
