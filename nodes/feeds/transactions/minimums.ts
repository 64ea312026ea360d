/** The minimum amounts: one for each token, and one for all others. */
import type { IDataObject } from 'n8n-workflow';
import { isCChain, networkWith } from '../../shared/avalanche/chains';
import { checkAvax } from '../../shared/fields/avaxSupply';
import { show, type InvalidField } from '../../shared/fields/invalid';
import { amountLines, readTokenAmounts } from '../../shared/fields/amountLines';
import type { IdRule } from '../../shared/fields/namedEntries';
import type { Values } from '../../shared/operation/operations';
import { isEvmAddress } from '../../shared/values/checksum';
import { listFew } from '../../shared/values/lists';
import { valueAt } from '../../shared/values/records';

/** Minimum amounts in whole tokens, by contract or symbol in small letters. */
export type Minimums = Map<string, string>;

export interface MinimumSettings {
	watch: string;
	values: Values;
	/** For all assets that have none of their own. */
	minimumAmount?: string;
	minimumAmounts?: Minimums;
}

/** Symbols have a letter. Text that looks like an address but is none may be a miscopied one. */
const isSymbol = (text: string): boolean =>
	/^(?=.*\p{L})[^\s,;=]{1,30}$/u.test(text) && !/^0x[\da-f]{8,}$/i.test(text);

const ofTokens: IdRule = {
	rule: 'lines "token = amount", each with a symbol or a contract (0x...), or an object of amounts by token',
	needsNames: true,
	takes: (text) => isEvmAddress(text) || isSymbol(text),
	called: 'token',
	form: 'token = amount',
};

export const minimums = amountLines<Minimums>(
	{
		displayName: 'Minimum Amounts by Token',
		name: 'minimumAmounts',
		placeholder: 'e.g. USDC = 1000',
		description:
			'A line for each token: "symbol or contract = amount". Others follow Minimum Amount.',
		holds: 'evmAddress',
	},
	ofTokens,
	function* (value) {
		const found = yield* readTokenAmounts(value, ofTokens, 'symbol or contract');
		return found.size ? found : undefined;
	},
);

/** The names of the native token in these lines. */
const nativeNames = (chain: unknown): string[] => ['native', ...(isCChain(chain) ? ['avax'] : [])];

/** The watches whose amounts are in the native token of the chain. */
const ofCoin = ['address', 'internal', 'chain'];

/** The error for a minimum that no amount of AVAX reaches. `kinds` are the movements that are watched. */
export function checkMinimums(
	kinds: string[],
	{ values, minimumAmount, minimumAmounts }: Omit<MinimumSettings, 'watch'>,
): InvalidField | undefined {
	const chain = values.chain ?? values.chainId;
	const isOfCoin = isCChain(chain) && kinds.some((kind) => ofCoin.includes(kind));
	const isOfAvax = isOfCoin || networkWith({ avaxId: String(values.assetId) }) !== undefined;
	if (!isOfAvax) return undefined;
	// A number of tokens can be larger than that of AVAX.
	const isOfTokens = kinds.includes('erc20');
	const ofAll = isOfTokens ? undefined : minimumAmount;
	const own = nativeNames(chain).map((name) => minimumAmounts?.get(name));
	return (
		checkAvax('Minimum Amount', ofAll) ??
		checkAvax('The amount of AVAX in Minimum Amounts by Token', own.find(Boolean))
	);
}

/** What the lines of a record's asset can begin with. A contract goes before a symbol, which any contract can give itself. */
function linesOf(record: IDataObject, { watch, values }: MinimumSettings): string[] {
	if (watch !== 'erc20') return nativeNames(values.chain ?? values.chainId);
	return ['erc20Token.address', 'erc20Token.symbol'].map((path) =>
		String(valueAt(record, path) ?? '').toLowerCase(),
	);
}

/** The minimum that a record has to reach. */
export function minimumOf(record: IDataObject, settings: MinimumSettings): string | undefined {
	const { minimumAmount, minimumAmounts: byToken } = settings;
	if (!byToken) return minimumAmount;
	const own = linesOf(record, settings).map((name) => byToken.get(name));
	return own.find(Boolean) ?? minimumAmount;
}

/** The lines whose assets were read, whether or not the payments reached the minimum. */
const met = new WeakMap<Minimums, Set<string>>();

export function noteAsset(record: IDataObject, settings: MinimumSettings): void {
	const { minimumAmounts } = settings;
	if (!minimumAmounts) return;
	const names = met.get(minimumAmounts) ?? new Set<string>();
	met.set(minimumAmounts, names);
	for (const name of linesOf(record, settings)) names.add(name);
}

const mostNamed = 5;

/** For a test run: the lines that fitted nothing that it read. A watched native token is known without a payment. */
export function remarkMinimums(
	kinds: string[],
	{ values, minimumAmounts }: Omit<MinimumSettings, 'watch'>,
): string[] {
	if (!minimumAmounts) return [];
	const isOfCoin = kinds.some((kind) => ofCoin.includes(kind));
	const known = new Set(isOfCoin ? nativeNames(values.chain ?? values.chainId) : []);
	const read = met.get(minimumAmounts);
	const unmet = [...minimumAmounts.keys()].filter((name) => !known.has(name) && !read?.has(name));
	if (!unmet.length) return [];
	const said = listFew(unmet, mostNamed, show).join(', ');
	return [
		`${minimums.displayName}: no payment read so far had ${said}. A line with a wrong symbol or contract has no effect.`,
	];
}

/** True if any asset has a minimum. Items then say if their amount is unknown. */
export const haveMinimum = ({
	minimumAmount,
	minimumAmounts,
}: Pick<MinimumSettings, 'minimumAmount' | 'minimumAmounts'>): boolean =>
	minimumAmount !== undefined || minimumAmounts !== undefined;
