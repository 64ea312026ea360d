/** Reads the balances of addresses: on an EVM chain all at one block, on the P-Chain one by one. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing } from '../../../Evm/logRefusals';
import { describeToken, encodeTokenCall } from '../../../Evm/readTokens';
import { readRevert } from '../../../Evm/reverts';
import { notYet, readBlockNumber } from '../../../feeds/node/chain';
import { isCChain } from '../../../shared/avalanche/chains';
import { fail, type Answer, type Failure } from '../../../shared/errors';
import type { Client } from '../../../shared/network/client';
import { chainPath, platformPath } from '../../../shared/avalanche/paths';
import { readUint64 } from '../../../shared/validators/validators';
import { toInteger, toQuantity } from '../../../shared/values/hex';
import { isRecord, valueAt } from '../../../shared/values/records';
import { askChainId, askNewest, askOf } from '../head/newest';
import type { WatchSettings } from '../model';
import { avaxUnit, type BalanceUnit, type NodeClient, type Validator } from '../readings';
import { addressOf, balanceSettingsOf } from '../tokenKeys';

type Balances = Map<string, Validator>;

const noNumber = (of: string): Answer<never> =>
	fail('not-understood', `The node gave no balance of ${of}`, {
		passing: true,
		hint: 'The next check asks again. If the message stays, use another node.',
	});

const toSubject = (answer: Answer<bigint>, asset: BalanceUnit): Validator => ({
	record: {},
	asset,
	...(answer.ok ? { balance: answer.result } : { failure: answer.failure }),
});

/** Fails only if none of the balances could be read. */
function collect(
	keys: string[],
	answers: Array<Answer<bigint>>,
	assetOf: (key: string) => BalanceUnit,
): Answer<Balances> {
	const failed = answers.filter((answer) => !answer.ok);
	if (failed.length === answers.length && failed.length) return failed[0];
	const shown = keys.map((key, i) => [key, toSubject(answers[i], assetOf(key))] as const);
	return { ok: true, result: new Map(shown) };
}

// ---- an EVM chain

/** The newest block whose balances could be read, and the ID of its chain where that may be one whose blocks never cease. */
export interface BlockMoment {
	height: number;
	/** UNIX seconds. */
	blockAt?: number;
	chainId?: number;
}

const pathOf = ({ blockchainId }: WatchSettings): string => chainPath(blockchainId, 'rpc');

async function readNewest(
	node: NodeClient,
	{ blockchainId }: WatchSettings,
): Promise<Answer<BlockMoment>> {
	const ask = askOf(node, blockchainId);
	const [block, chainId] = await Promise.all([
		askNewest(ask),
		isCChain(blockchainId) ? askChainId(ask) : undefined,
	]);
	if (!block.ok) return block;
	const height = readBlockNumber(valueAt(block.result, 'number'));
	if (!height.ok) return height;
	const blockAt = toInteger(valueAt(block.result, 'timestamp'));
	return { ok: true, result: { height: height.result, blockAt, chainId } };
}

const nativeSymbol = (chain: string): string | undefined => (isCChain(chain) ? 'AVAX' : undefined);

/** The unit of the balances. Shares a request with the block number. */
async function readAsset(
	node: NodeClient,
	path: string,
	{ token, blockchainId }: WatchSettings,
): Promise<Answer<BalanceUnit>> {
	if (!token) return { ok: true, result: { symbol: nativeSymbol(blockchainId), decimals: 18 } };
	const answer = await describeToken(node as Client, path, token);
	if (!answer.ok) return answer;
	const { symbol, decimals } = answer.result;
	return { ok: true, result: { symbol, decimals } };
}

/** Takes a hex quantity or, for a token, the first word that the contract returned. */
const toBalance = (value: unknown, isOfToken: boolean): bigint | undefined => {
	if (typeof value !== 'string') return undefined;
	const form = isOfToken ? /^0x([\da-f]{64})/i : /^0x([\da-f]{1,64})$/i;
	const [, digits] = form.exec(value) ?? [];
	return digits === undefined ? undefined : BigInt(`0x${digits}`);
};

const callBalance = (token: string, address: string): IDataObject => ({
	to: token,
	data: encodeTokenCall('balanceOf', address.toLowerCase()),
});

async function readOne(
	node: NodeClient,
	settings: WatchSettings,
	key: string,
	block: number,
): Promise<Answer<bigint>> {
	const { token } = balanceSettingsOf(key, settings);
	const address = addressOf(key);
	const ask = askOf(node, settings.blockchainId);
	const at = toQuantity(block);
	const answer = token
		? await ask('eth_call', [callBalance(token, address), at])
		: await ask('eth_getBalance', [address, at]);
	if (!answer.ok) return token ? sayRefusal(answer, token) : answer;
	const balance = toBalance(answer.result, !!token);
	return balance === undefined ? noNumber(address) : { ok: true, result: balance };
}

/** A token may give one balance and refuse another, by a revert. */
function sayRefusal(answer: { ok: false; failure: Failure }, token: string): Answer<never> {
	if (readRevert(answer.failure) === undefined) return answer;
	const message = `Token ${token} does not give its balance`;
	return { ok: false, failure: { ...answer.failure, message } };
}

/** Behind one URL, one server may lack the block that another one named. */
const lacksBlock = (answer: Answer): boolean => !answer.ok && isMissing(answer.failure);

type Assets = Map<string, Answer<BalanceUnit>>;

/** The unit of each balance. Each token is asked once. */
async function readAssets(node: NodeClient, settings: WatchSettings): Promise<Assets> {
	const { nodeIds: keys } = settings;
	const read = async (key: string) =>
		[key, await readAsset(node, pathOf(settings), balanceSettingsOf(key, settings))] as const;
	return new Map(await Promise.all(keys.map(read)));
}

/** An amount without its decimals is no balance. */
const inUnit = (balance: Answer<bigint>, unit: Answer<BalanceUnit>): Answer<bigint> =>
	unit.ok ? balance : unit;

const noUnit: BalanceUnit = { decimals: 0 };

/** Balances on an EVM chain: one request for the newest block, and one for every forty balances at that block. */
export async function readOfEvm(
	node: NodeClient,
	settings: WatchSettings,
): Promise<Answer<Balances> & { newest?: BlockMoment }> {
	const { nodeIds: keys } = settings;
	const [newest, assets] = await Promise.all([
		readNewest(node, settings),
		readAssets(node, settings),
	]);
	if (!newest.ok) return newest;
	const readAt = async (block: number) =>
		await Promise.all(
			keys.map(async (key) => inUnit(await readOne(node, settings, key, block), assets.get(key)!)),
		);
	let block = newest.result.height;
	let answers = await readAt(block);
	// All balances of a poll must be of the same block, so all are read again at the block before.
	if (block > 0 && answers.some(lacksBlock)) answers = await readAt(--block);
	if (answers.some(lacksBlock)) return notYet(block);
	const balances = collect(keys, answers, (key) => {
		const asset = assets.get(key)!;
		return { ...(asset.ok ? asset.result : noUnit), block };
	});
	return { ...balances, newest: { ...newest.result, height: block } };
}

// ---- the P-Chain

/** The asset ID of AVAX differs by network, so this reads the field without asset IDs, which is always AVAX. */
async function readUnlocked(node: NodeClient, address: string): Promise<Answer<bigint>> {
	const params = { addresses: [address] };
	const answer = await node.rpc({
		path: platformPath,
		method: 'platform.getBalance',
		params,
		safe: true,
	});
	if (!answer.ok) return answer;
	const balance = isRecord(answer.result) ? readUint64(answer.result.unlocked) : undefined;
	return balance === undefined ? noNumber(address) : { ok: true, result: balance };
}

/** Unlocked AVAX on the P-Chain. One request per address, because a request for several returns their sum. */
export async function readOfPlatform(
	node: NodeClient,
	{ nodeIds: addresses }: WatchSettings,
): Promise<Answer<Balances>> {
	const answers = await Promise.all(
		addresses.map(async (address) => await readUnlocked(node, address)),
	);
	return collect(addresses, answers, () => avaxUnit);
}
