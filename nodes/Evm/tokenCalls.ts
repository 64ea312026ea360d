/** Reads which standard function of a token a transaction calls, and its amount in whole tokens. */
import type { IDataObject } from 'n8n-workflow';
import { withoutPauses } from '../shared/pace';
import { lazy } from '../shared/start';
import { completeRecord } from '../shared/operation/complete';
import { readNumber, toUnits } from '../shared/values/numbers';
import { isRecord } from '../shared/values/records';
import { decodeArguments, parseFunction } from './abi';
import { readUnits } from './logAmounts';
import { isUnlimited } from './readTokens';
import type { TokenUnit } from './tokenUnits';

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

/** What the transaction asked for in base units. An ID of an NFT has no decimals, or 0 of them. */
function readBase(asked: unknown, { decimals }: TokenUnit): string | undefined {
	const { value, valueOrTokenId } = isRecord(asked) ? asked : {};
	const base = value ?? (decimals === 0 ? undefined : valueOrTokenId);
	return typeof base === 'string' && decimals !== undefined ? base : undefined;
}

/** Adds the amount of a token's standard call in whole tokens, and the symbol. Both are null where unknown. */
export const addCallAmount = completeRecord(async (record, { client, call: { path } }) => {
	if (record.found === false) return { ok: true, result: record };
	const { function: called, arguments: asked } = readCall(record);
	const contract = String(record.to);
	const tokens = await readUnits(client, path, called === null ? [] : [contract]);
	if (!tokens.ok) return tokens;
	const unit = tokens.result.get(contract) ?? {};
	const base = readBase(asked, unit);
	const exact = base === undefined ? undefined : toUnits(base, unit.decimals);
	const isApproval = called === 'approve' && base !== undefined;
	const amount = {
		tokenAmount: readNumber(exact) ?? null,
		tokenSymbol: (exact !== undefined && unit.symbol) || null,
		unlimited: isApproval ? isUnlimited(base) : null,
		tokenAmountExact: exact ?? null,
	};
	return { ok: true, result: { ...record, ...amount } };
});

/** Adds the function and its arguments to a transaction. They are null for anything but a token's standard calls. */
export const withTokenCall = (record: IDataObject): IDataObject =>
	record.found === false ? record : { ...record, ...readCall(record) };
