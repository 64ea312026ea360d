/** Limits of further tokens in Balance Below or Above, one a line: "contract = amount", or "wallet, contract = amount". */
import type { createReader } from '../../feeds/parameters';
import {
	amountLines,
	listAmounts,
	refuseToken,
	refuseTwice,
	type AmountLine,
} from '../../shared/fields/amountLines';
import { findWellKnown } from '../../shared/avalanche/tokens';
import { checkEach } from '../../shared/fields/faults';
import type { Field } from '../../shared/fields/fields';
import { isLikeName } from '../../shared/fields/fixes';
import { describeInvalid, InvalidField, show } from '../../shared/fields/invalid';
import type { IdRule } from '../../shared/fields/namedEntries';
import { isEvmAddress } from '../../shared/values/checksum';
import { multiply } from '../../shared/values/numbers';
import { findKeys, type WatchedBalances } from './ownLimits';
import { tokenKeyOf } from './tokenKeys';

/** The limit of a token: of the wallet alone, or without one, of all. */
interface TokenLine extends AmountLine {
	wallet?: string;
	/** In small letters. */
	token: string;
}

const ofTokens: IdRule = {
	rule: 'lines "contract = amount" or "wallet, contract = amount", or an object of amounts by these',
	needsNames: true,
	takes: isEvmAddress,
	called: 'token',
	form: 'contract = amount',
	howTo:
		'Write the contract of the token (0x...), and not its symbol, then = and the amount in digits, such as 1000. Limits of AVAX go under Below or Above. For one wallet, use Below by Wallet or Above by Wallet.',
};

/** The contract stands behind the last comma, because a name can have commas. `side` is Below or Above. */
const tokenLineReader =
	(side: string) =>
	(line: AmountLine): TokenLine => {
		const { place, id } = line;
		const comma = id.lastIndexOf(',');
		const token = id.slice(comma + 1).trim();
		const wallet = comma < 0 ? undefined : id.slice(0, comma).trim();
		if (wallet === '') throw new InvalidField(`has no wallet before the comma in ${place}`);
		if (isEvmAddress(token)) return { ...line, wallet, token: token.toLowerCase() };
		if (wallet !== undefined && isEvmAddress(wallet)) throw refuseOrder(line, [token, wallet]);
		if (isNative(token)) throw refuseNative(line, side, wallet);
		if (wallet === undefined && isWalletName(token)) throw refuseWallet(line, side);
		throw refuseToken({ ...line, id: token }, 'contract of a token');
	};

const isNative = (token: string): boolean => /^(?:native|avax)$/i.test(token);

const refuseNative = (
	{ place, amount }: AmountLine,
	side: string,
	wallet: string | undefined,
): InvalidField =>
	new InvalidField(
		`AVAX has no contract (${place})`,
		undefined,
		wallet === undefined
			? `With Native Token as Asset, enter ${amount} under ${side}.`
			: `With Native Token as Asset, enter ${show(`${wallet} = ${amount}`)} under ${side} by Wallet.`,
	);

/** A symbol of a well-known token is answered with its contract. */
const isWalletName = (entered: string): boolean => isLikeName(entered) && !findWellKnown(entered);

const refuseWallet = ({ place, id, amount }: AmountLine, side: string): InvalidField =>
	new InvalidField(
		`${show(id)} is no contract of a token (${place})`,
		undefined,
		`If it is the symbol of a token, enter its contract (0x...) instead. If it is the name of a wallet, enter the line under ${side} by Wallet, or ${show(`${id}, contract = ${amount}`)} for one of its tokens.`,
	);

const refuseOrder = (
	{ place, amount }: AmountLine,
	[wallet, token]: [wallet: string, token: string],
): InvalidField =>
	new InvalidField(
		`the wallet comes first in ${place}, and the contract of the token behind it`,
		undefined,
		`Enter ${wallet}, ${token} = ${amount}.`,
	);

const tokenLines = (side: string, name: string): Field<TokenLine[] | undefined> =>
	amountLines<TokenLine[]>(
		{
			displayName: `${side} by Token`,
			name,
			placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1000',
			description:
				'A line for each further token: "contract = amount" for all addresses, or "name or address, contract = amount" for one',
			holds: 'evmAddress',
		},
		ofTokens,
		function* (value) {
			const lines = yield* listAmounts(value, ofTokens, tokenLineReader(side));
			return lines.length ? lines : undefined;
		},
	);

export const belowByToken = tokenLines('Below', 'belowByAsset');
export const aboveByToken = tokenLines('Above', 'aboveByAsset');

/** The balances in further tokens. */
export interface OfTokens {
	/** Tokens by the keys of these balances. */
	tokens: Record<string, string>;
	/** Minimums by key. */
	least?: Record<string, string>;
	/** Maximums by key. */
	most?: Record<string, string>;
}

type Reader = Pick<ReturnType<typeof createReader>, 'readOption' | 'refuse'>;

/** The balances that the options name. `main` is the token that has fields of its own. */
export function readTokens(
	reader: Reader,
	watched: WatchedBalances,
	main: string | undefined,
): OfTokens {
	const tokens: Record<string, string> = {};
	const readLimits = (field: typeof belowByToken): Record<string, string> | undefined => {
		const lines = reader.readOption(field);
		if (!lines) return undefined;
		refuseMain(reader, field, { lines, main });
		try {
			return toLimits(lines, watched, tokens);
		} catch (error) {
			const { message, description } = describeInvalid(field, error);
			throw reader.refuse(message, description);
		}
	};
	const [least, most] = [readLimits(belowByToken), readLimits(aboveByToken)];
	return { tokens, least, most };
}

function refuseMain(
	{ refuse }: Reader,
	{ displayName }: Field,
	{ lines, main }: { lines: TokenLine[]; main: string | undefined },
): void {
	const line = lines.find(({ token }) => token === main);
	if (!line) return;
	const [side] = displayName.split(' ', 1);
	throw refuse(
		`${displayName} has the token of Token Contract`,
		`Enter its limit under ${side}${line.wallet === undefined ? '' : ' by Wallet'}, and remove the line.`,
	);
}

/** Limits by key. The line of a wallet goes before that of its token alone. Adds the token of each key to `tokens`. */
function toLimits(
	lines: TokenLine[],
	watched: WatchedBalances,
	tokens: Record<string, string>,
): Record<string, string> {
	const own: Record<string, string> = {};
	const ofAll: Record<string, string> = {};
	const take = (line: TokenLine): void => {
		const limits = line.wallet === undefined ? ofAll : own;
		for (const address of addressesOf(line, watched)) {
			const key = tokenKeyOf(address, line.token);
			if (Object.hasOwn(limits, key))
				throw refuseTwice(line, line.wallet && ' A name and its address are one wallet.');
			tokens[key] = line.token;
			limits[key] = multiply(line.amount, '1')!;
		}
	};
	checkEach(lines, take);
	return { ...ofAll, ...own };
}

function addressesOf({ wallet, token, ...line }: TokenLine, watched: WatchedBalances): string[] {
	const { keys } = watched;
	if (wallet === undefined) return keys;
	const isTurned = isEvmAddress(wallet) && !keys.includes(wallet.toLowerCase());
	if (isTurned && keys.includes(token)) throw refuseOrder(line, [token, wallet]);
	return findKeys({ ...line, id: wallet }, watched);
}
