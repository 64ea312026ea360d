/** Reads which standard function of a token a transaction calls. Nothing is asked for it. */
import type { IDataObject } from 'n8n-workflow';
import { withoutPauses } from '../shared/pace';
import { lazy } from '../shared/start';
import { decodeArguments, parseFunction } from './abi';

/** ERC-20 and ERC-721 share the last two, whose number is an amount or an ID. Only the contract could say which. */
const tokenFunctions = lazy(() => [
	parseFunction('transfer(address to, uint256 value) returns (bool)'),
	parseFunction('transferFrom(address from, address to, uint256 valueOrTokenId) returns (bool)'),
	parseFunction('approve(address spender, uint256 valueOrTokenId) returns (bool)'),
]);

/** Longer input has more than these functions take, so only its beginning is read. */
const longestInput = 10 + 3 * 64;

const unknown = { function: null, arguments: null };

function readCall({ to, input }: IDataObject): IDataObject {
	if (!to || typeof input !== 'string') return unknown;
	const selector = input.slice(0, 10).toLowerCase();
	const fn = tokenFunctions().find((each) => each.selector === selector);
	if (!fn) return unknown;
	try {
		const given = withoutPauses(decodeArguments(fn, input.slice(0, longestInput)));
		return { function: fn.name, arguments: given };
	} catch {
		// Any contract may use these four bytes for something else.
		return unknown;
	}
}

/** Adds the function and its arguments to a transaction. They are null for anything but a token's standard calls. */
export const withTokenCall = (record: IDataObject): IDataObject =>
	record.found === false ? record : { ...record, ...readCall(record) };
