/** Limits of single wallets in Balance Below or Above, one a line: "Payroll = 5000". */
import type { createReader } from '../../feeds/parameters';
import { listAmounts, readTokenAmounts, type AmountLine } from '../../shared/fields/amountLines';
import { isCalled, sayNamesAlone } from '../../shared/fields/byName';
import type { Field } from '../../shared/fields/fields';
import { describeInvalid, InvalidField, show } from '../../shared/fields/invalid';
import type { IdRule, Names } from '../../shared/fields/names';
import { paced } from '../../shared/pace';
import { isEvmAddress } from '../../shared/values/checksum';
import { isBech32Address, isNodeId } from '../../shared/values/ids';
import { multiply } from '../../shared/values/numbers';
import type { WatchSource } from './model';

/** Whose balances are watched. Without keys, all validators that the source lists. */
export interface Watched {
	source: WatchSource;
	keys: string[];
	names?: Names;
}

/** The one form of an address that is stored and looked up. */
export const toKey = (source: WatchSource, address: string): string =>
	source === 'pChain' ? `P-${address.replace(/^P-/, '')}` : address.toLowerCase();

const isId = (text: string): boolean =>
	isEvmAddress(text) || isBech32Address(text) || isNodeId(text);

const ofWallets: IdRule = {
	rule: 'lines "wallet = amount", each with a name, an address or a node ID, or an object of amounts by wallet',
	needsNames: true,
	takes: isId,
	called: 'wallet',
	form: 'wallet = amount',
};

export const limitLines = (displayName: string, name: string, others: string): Field => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Payroll = 5000',
	description: `A line for each wallet or validator: "name or address = amount". Others follow ${others}.`,
	optional: true,
	rule: ofWallets.rule,
	encode: paced(function* (value): Generator<void, AmountLine[] | undefined> {
		const lines = yield* listAmounts(value, ofWallets);
		return lines.length ? lines : undefined;
	}),
});

const ofTokens: IdRule = {
	rule: 'lines "contract = amount", each with the contract of a token (0x...), or an object of amounts by contract',
	needsNames: true,
	takes: isEvmAddress,
	called: 'token',
	form: 'contract = amount',
};

/** The limits of further tokens, by contract in small letters. */
const tokenLines = (displayName: string, name: string): Field => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1000',
	description:
		'A line for each further token: "contract = amount". Each address is watched for each of them.',
	optional: true,
	rule: ofTokens.rule,
	encode: paced(function* (value): Generator<void, Record<string, string> | undefined> {
		const found = yield* readTokenAmounts(value, ofTokens, 'contract of a token');
		const limits = [...found].map(([token, amount]) => [token, multiply(amount, '1')!] as const);
		return limits.length ? Object.fromEntries(limits) : undefined;
	}),
});

export const belowByToken = tokenLines('Below by Token', 'belowByAsset');
export const aboveByToken = tokenLines('Above by Token', 'aboveByAsset');

const keyOf = (id: string, source: WatchSource): string => (isNodeId(id) ? id : toKey(source, id));

/** All watched subjects that a line names: two wallets can share a name. */
function findKeys({ id, place }: AmountLine, { source, keys, names = {} }: Watched): string[] {
	if (isId(id)) {
		const key = keyOf(id, source);
		if (!keys.length || keys.includes(key)) return [key];
		throw new InvalidField(
			`${show(id)} is not watched (${place})`,
			undefined,
			'Enter it where the wallets are entered, or remove the line.',
		);
	}
	const named = Object.keys(names)
		.filter((each) => isCalled(names[each], id))
		.map((each) => keyOf(each, source))
		.filter((key) => !keys.length || keys.includes(key));
	if (named.length) return named;
	throw new InvalidField(
		`no wallet is called ${show(id)} (${place})`,
		undefined,
		sayNamesAlone(names, () => true),
	);
}

function toLimits(lines: AmountLine[], watched: Watched): Record<string, string> {
	const limits: Record<string, string> = {};
	for (const line of lines)
		for (const key of findKeys(line, watched)) {
			if (Object.hasOwn(limits, key))
				throw new InvalidField(
					`${show(line.id)} has two limits (${line.place})`,
					undefined,
					'Keep one of its lines.',
				);
			limits[key] = multiply(line.amount, '1')!;
		}
	return limits;
}

/** The limits of the option by key. Undefined if it has none. */
export function readOwnLimits(
	{ readOption, refuse }: Pick<ReturnType<typeof createReader>, 'readOption' | 'refuse'>,
	field: Field,
	watched: Watched,
): Record<string, string> | undefined {
	const lines = readOption(field) as AmountLine[] | undefined;
	try {
		return lines && toLimits(lines, watched);
	} catch (error) {
		const { message, description } = describeInvalid(field, error);
		throw refuse(message, description);
	}
}
