/** Limits of single wallets in Balance Below or Above, one a line: "Payroll = 5000". */
import type { createReader } from '../../feeds/parameters';
import { amountLines, listAmounts, type AmountLine } from '../../shared/fields/amountLines';
import { adviseTooMuch } from '../../shared/fields/avaxSupply';
import { findCalled, sayNamesAlone } from '../../shared/fields/byName';
import { checkEach } from '../../shared/fields/faults';
import type { Field } from '../../shared/fields/fields';
import { describeInvalid, InvalidField, show } from '../../shared/fields/invalid';
import type { Names } from '../../shared/fields/names';
import type { IdRule } from '../../shared/fields/namedEntries';
import { isEvmAddress } from '../../shared/values/checksum';
import { isBech32Address, isNodeId } from '../../shared/values/ids';
import { multiply } from '../../shared/values/numbers';
import { toKey } from './tokenKeys';

/** Whose balances are watched. Without keys, all validators that the source lists. */
export interface WatchedBalances {
	keys: string[];
	names?: Names;
	/** True if the balances are in AVAX. */
	isInAvax: boolean;
}

const isId = (text: string): boolean =>
	isEvmAddress(text) || isBech32Address(text) || isNodeId(text);

const ofWallets: IdRule = {
	rule: 'lines "wallet = amount", each with a name, an address or a node ID, or an object of amounts by wallet',
	needsNames: true,
	takes: isId,
	called: 'wallet',
	form: 'wallet = amount',
	howTo: 'Write a name or an address, then = and the amount in digits, such as Payroll = 5000.',
};

export const limitLines = (
	displayName: string,
	name: string,
	others: string,
): Field<AmountLine[] | undefined> =>
	amountLines<AmountLine[]>(
		{
			displayName,
			name,
			placeholder: 'e.g. Payroll = 5000',
			description: `A line for each wallet or validator: "name or address = amount". Others follow ${others}.`,
		},
		ofWallets,
		function* (value) {
			const lines = yield* listAmounts(value, ofWallets, (line) => line);
			return lines.length ? lines : undefined;
		},
	);

/** All watched subjects that a line names: two wallets can share a name. */
export function findKeys(
	{ id, place }: AmountLine,
	{ keys, names = {} }: WatchedBalances,
): string[] {
	if (isId(id)) {
		const key = toKey(id);
		if (!keys.length || keys.includes(key)) return [key];
		throw new InvalidField(
			`${show(id)} is not watched (${place})`,
			undefined,
			'Enter it where the wallets are entered, or remove the line.',
		);
	}
	const isWatched = (each: string): boolean => !keys.length || keys.includes(toKey(each));
	const named = findCalled(names, id, isWatched, ['name']);
	if (named) return named.ids.map(toKey);
	throw new InvalidField(
		`no wallet is called ${show(id)} (${place})`,
		undefined,
		sayNamesAlone(names, () => true),
	);
}

function toLimits(lines: AmountLine[], watched: WatchedBalances): Record<string, string> {
	const limits: Record<string, string> = {};
	checkEach(lines, (line) => {
		const tooMuch = watched.isInAvax ? adviseTooMuch(line.amount) : undefined;
		if (tooMuch !== undefined)
			throw new InvalidField(`has more AVAX than there is in ${line.place}`, undefined, tooMuch);
		for (const key of findKeys(line, watched)) {
			if (Object.hasOwn(limits, key))
				throw new InvalidField(
					`${show(line.id)} has two limits (${line.place})`,
					undefined,
					'Keep one of its lines.',
				);
			limits[key] = multiply(line.amount, '1')!;
		}
	});
	return limits;
}

/** The limits of the option by key. Undefined if it has none. */
export function readOwnLimits(
	{ readOption, refuse }: Pick<ReturnType<typeof createReader>, 'readOption' | 'refuse'>,
	field: ReturnType<typeof limitLines>,
	watched: WatchedBalances,
): Record<string, string> | undefined {
	const lines = readOption(field);
	try {
		return lines && toLimits(lines, watched);
	} catch (error) {
		const { message, description } = describeInvalid(field, error);
		throw refuse(message, description);
	}
}
