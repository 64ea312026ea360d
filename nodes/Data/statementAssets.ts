/** The assets of a statement, and amounts in whole tokens. */
import { toUnits } from '../shared/values/numbers';
import type { Asset, StatementContext } from './statementMovements';

/** Everything that an address holds or moved is in the list of assets. */
export const assetOf = ({ group }: { group: StatementContext }, token: string): Asset =>
	demandListed(group.assets.get(token), token);

export function demandListed<T>(value: T | undefined, token: string): T {
	if (value === undefined) throw new Error(`The statement lists no asset ${token}`);
	return value;
}

/** Smallest units as decimal text, which may be negative. Undefined if either is unknown. */
export const inWhole = (units: bigint | undefined, { decimals }: Asset): string | undefined =>
	units === undefined || decimals === undefined ? undefined : toUnits(String(units), decimals);
