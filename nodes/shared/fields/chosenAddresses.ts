/** Fields of several addresses, one per line, each with or without a name. */
import { isEvmAddress, evmAddressForm } from '../values/checksum';
import { isBech32Address } from '../values/ids';
import { onceEach } from './entries';
import type { Field, FieldWords } from './fields';
import type { Identifier } from './identifiers';
import { InvalidField } from './invalid';
import { namedLines, type Names } from './names';
import type { IdRule } from './namedEntries';

/** Each address once and in order, with the names that some have. */
export interface NamedAddresses {
	addresses: string[];
	names?: Names;
}

interface Kind {
	holds: Identifier;
	rule: string;
	takes: (address: string) => boolean;
	most: number;
	/** What to do with more. */
	advice: string;
}

/** Encoded as {@link NamedAddresses}. */
function addressLines(
	look: FieldWords,
	{ holds, rule, takes, most, advice }: Kind,
): Field<NamedAddresses | undefined> {
	const reading: IdRule = {
		rule: `${rule}, each with "= name" behind it or not, or a list of rows with an address; at most ${most}`,
		needsNames: false,
		takes,
		called: 'address',
	};
	const description =
		'One per line, with "= name" behind it if you like, or separated by commas. An expression can return rows with an address and a name.';
	return namedLines({ holds, description, ...look }, reading, ({ ids, names }) => {
		const addresses = onceEach(ids);
		if (addresses.length > most)
			throw new InvalidField(
				`can hold at most ${most} addresses`,
				undefined,
				`There are ${addresses.length}. ${advice}`,
			);
		return addresses.length ? { addresses, ...(names && { names }) } : undefined;
	});
}

const severalTriggers = 'Divide them between several triggers.';

export const evmAddressLines = (look: FieldWords, most: number, advice = severalTriggers) =>
	addressLines(
		{ placeholder: 'e.g. 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC = Hot wallet', ...look },
		{ holds: 'evmAddress', rule: `lines of ${evmAddressForm}`, takes: isEvmAddress, most, advice },
	);

/** P-Chain addresses, with or without P- in front. */
export const platformAddressLines = (look: FieldWords, most: number) =>
	addressLines(
		{ placeholder: 'e.g. P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5 = Rewards', ...look },
		{
			holds: 'primaryAddress',
			rule: 'lines of P-Chain addresses such as P-avax1... with a valid checksum',
			takes: (address) => !/^[XC]-/.test(address) && isBech32Address(address),
			most,
			advice: severalTriggers,
		},
	);
