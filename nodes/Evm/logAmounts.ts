/** The amounts of ERC-20 events (EIP-20) in whole tokens, for Transfer and Approval. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import type { Made, RpcOperation, Values } from '../shared/operation/operations';
import { isHash } from '../shared/values/hex';
import { readNumber, toUnits } from '../shared/values/numbers';
import type { AbiEvent } from './abi';
import { eventsOf } from './readEvents';
import { isUnlimited } from './readTokens';
import { ofLog, readToken, type TokenUnit } from './tokenUnits';

/** keccak256 of Transfer(address,address,uint256). ERC-20 and ERC-721 share it. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of Approval(address,address,uint256). */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const amountTopics = [transferTopic, approvalTopic];

/** The amount of an ERC-20 log in base units. Undefined for any other log. An NFT log has its ID as a fourth topic. */
function readBase({ topics, data }: IDataObject): string | undefined {
	if (!Array.isArray(topics) || topics.length !== 3 || !isHash(data)) return undefined;
	return amountTopics.includes(String(topics[0])) ? String(BigInt(String(data))) : undefined;
}

export const hasAmount = (log: IDataObject): boolean => readBase(log) !== undefined;

/** True for Transfer and Approval, of ERC-20 tokens as well as NFTs. */
export const isOfAmount = ({ topic }: AbiEvent): boolean =>
	topic !== undefined && amountTopics.includes(topic);

/** True if logs of these events can have amounts. Then every item gets the amount columns. */
export const haveAmounts = (values: Values): boolean => eventsOf(values).some(isOfAmount);

/** Whether an approval has no limit. Null for that of an NFT. No other log has this column. */
const unlimitedOf = ({ topics }: IDataObject, base: string | undefined): IDataObject => {
	const isApproval = Array.isArray(topics) && topics[0] === approvalTopic;
	return isApproval ? { unlimited: base === undefined ? null : isUnlimited(base) } : {};
};

/** Adds the amount columns to a log. They are null if the log or its token does not tell them. */
export function putAmount(log: IDataObject, { decimals, symbol }: TokenUnit = {}): IDataObject {
	const base = readBase(log);
	const exact = base === undefined ? undefined : toUnits(base, decimals);
	return {
		...log,
		amount: readNumber(exact) ?? null,
		symbol: (base !== undefined && symbol) || null,
		...unlimitedOf(log, base),
		amountExact: exact ?? null,
	};
}

/** Asks at most this many tokens a run for their decimals. A search of all contracts finds thousands. */
export const mostTokens = 100;

type Asked = Promise<Answer<TokenUnit>>;
const askedTokens = oncePerClient<[path: string], Map<string, Asked>>(() => new Map());

/** decimals() and symbol() of tokens. Each token is asked once a run. */
export async function readUnits(
	client: Client,
	path: string,
	contracts: Iterable<string>,
): Promise<Answer<Map<string, TokenUnit>>> {
	const asked = askedTokens(client, path);
	const ask = async (method: string, params: unknown[]) =>
		await client.rpc({ path, method, params, safe: true, batch: true });
	for (const contract of contracts)
		if (!asked.has(contract) && asked.size < mostTokens)
			asked.set(contract, readToken(ask, contract, ofLog));
	const tokens = new Map<string, TokenUnit>();
	for (const contract of contracts) {
		const token = await asked.get(contract);
		if (token && !token.ok) return token;
		if (token) tokens.set(contract, token.result);
	}
	return { ok: true, result: tokens };
}

/** Adds amounts to the first `most` logs. The others are only counted. */
export const addAmounts: NonNullable<RpcOperation['complete']> = async (
	made,
	{ client, call, values, most },
): Promise<Made> => {
	if (!made.ok || !haveAmounts(values)) return made;
	const shown = made.result.slice(0, most);
	const contracts = new Set(shown.filter(hasAmount).map(({ address }) => String(address)));
	const tokens = await readUnits(client, call.path, contracts);
	if (!tokens.ok) return tokens;
	const withAmounts = shown.map((log) => putAmount(log, tokens.result.get(String(log.address))));
	return { ...made, result: withAmounts.concat(made.result.slice(most)) };
};
