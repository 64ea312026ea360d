/** Filters transactions, and tells their direction and amount. Works on whole records in the Data API's shape. */
import type { IDataObject } from 'n8n-workflow';
import { directionOf as directionBetween, type Direction } from '../../Data/columns';
import { isOwnMovement } from '../../Data/internals';
import { isAtLeast, isDecimal } from '../../shared/values/numbers';
import { valueAt } from '../../shared/values/records';
import { minimumOf, noteAsset } from './minimums';
import { directed, type TransactionSettings } from './settings';

const textAt = (record: IDataObject, path: string): string =>
	String(valueAt(record, path) ?? '').toLowerCase();

/** As seen from the watched address. Undefined if none is watched. */
export const directionSeen = (
	record: IDataObject,
	{ watch, values }: TransactionSettings,
): Direction | undefined =>
	directed.includes(watch) ? directionBetween(record, String(values.address)) : undefined;

/** The amount that a transaction moves, in whole tokens as text. For an X-Chain asset, the sum of its outputs. */
function amountOf(record: IDataObject, { watch, values }: TransactionSettings): unknown {
	if (watch !== 'asset') return record.valueDecimal;
	const sums = record.amountCreated;
	if (!Array.isArray(sums)) return undefined;
	const own = (sums as IDataObject[]).find(({ assetId }) => assetId === values.assetId);
	return own ? own.amountDecimal : '0';
}

/** True if a record moves something but does not say how much, for example because its token's decimals are unknown. */
export function lacksAmount(record: IDataObject, settings: TransactionSettings): boolean {
	const hasNone = record.erc721Token !== undefined || record.erc1155Token !== undefined;
	if (hasNone || isDecimal(amountOf(record, settings))) return false;
	// Zero is zero in any unit.
	return settings.watch === 'asset' || String(record.value) !== '0';
}

function holdsToken(contracts: string[], record: IDataObject): boolean {
	const token = textAt(record, 'erc20Token.address');
	return contracts.some((contract) => contract.toLowerCase() === token);
}

export function isWanted(record: IDataObject, settings: TransactionSettings): boolean {
	const { direction, tokens } = settings;
	if (direction !== 'any' && direction !== directionSeen(record, settings)) return false;
	if (settings.watch === 'internal' && !isOwnMovement(record)) return false;
	if (!hasStatus(record, settings) || !isBetween(record, settings)) return false;
	if (tokens && !holdsToken(tokens, record)) return false;
	if (!callsMethod(record, settings)) return false;
	noteAsset(record, settings);
	const minimum = minimumOf(record, settings);
	if (minimum === undefined || lacksAmount(record, settings)) return true;
	return isAtLeast(amountOf(record, settings), minimum);
}

/** An internal transaction says only if it was reverted. */
const hasStatus = (
	{ txStatus, isReverted }: IDataObject,
	{ status, watch }: TransactionSettings,
): boolean => {
	if (status === 'any') return true;
	if (watch === 'internal') return isReverted === (status === 'failed');
	return txStatus === (status === 'success' ? '1' : '0');
};

function isBetween(record: IDataObject, { from, to, contract }: TransactionSettings): boolean {
	const isAt = (path: string, wanted: string | undefined): boolean =>
		!wanted || textAt(record, path) === wanted.toLowerCase();
	return isAt('from.address', from) && isAt('to.address', to) && isAt('to.address', contract);
}

function callsMethod(record: IDataObject, { method }: TransactionSettings): boolean {
	if (!method) return true;
	const wanted = method.toLowerCase();
	const field = wanted.startsWith('0x') ? 'method.methodHash' : 'method.methodName';
	const called = textAt(record, field);
	// "transfer" is the whole name before its parameters, not the beginning of "transferFrom".
	const isNameAlone = !wanted.includes('(');
	return called === wanted || (isNameAlone && called.startsWith(`${wanted}(`));
}
