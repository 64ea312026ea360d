/** Turns transactions in the shape of the Data API's records into records of the feed. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Answer } from '../../shared/errors';
import { joinColumns } from '../../shared/operation/align';
import { identityOf } from '../../shared/operation/identity';
import type { RestOperation } from '../../shared/operation/operations';
import { refine } from '../../shared/operation/pipeline';
import { zeroAddress, zeroHash } from '../../shared/values/hex';
import { zeroId } from '../../shared/values/ids';
import { multiply } from '../../shared/values/numbers';
import { sayUnknown, type Listed } from '../doubts';
import { lackOf, type Fields } from '../fields';
import { readWhole, readWholeTime, shape } from '../service';
import type { FeedRecord } from '../source';
import { directionSeen, isWanted, lacksAmount } from './filter';
import { haveMinimum, minimumOf } from './minimums';
import type { TransactionSettings, Watch } from './settings';

const { getManyNative, getManyInternal, getManyLatest, getManyOfAsset } =
	data.resources.transaction.operations;

/** The row of the Data node that gives the records. */
export const rowOf: Record<Watch, RestOperation> = {
	address: getManyNative,
	erc20: data.resources.transfer.operations.getManyErc20OfAddress,
	internal: getManyInternal,
	token: data.resources.transfer.operations.getMany,
	chain: getManyLatest,
	asset: getManyOfAsset,
};

/** Identities other than those of the Data node's rows. Stored marks are made of them, so they must not change. */
const ownIdentity: Partial<Record<Watch, (record: IDataObject) => unknown[]>> = {
	erc20: identifyTransfer,
	token: identifyTransfer,
	// The service does not number internal transactions. Calls alike in all these fields are told apart by a counter.
	internal: ({ txHash, from, to, internalTxType, value, gasUsed, gasLimit, isReverted }) => [
		txHash,
		(from as IDataObject)?.address,
		(to as IDataObject)?.address,
		internalTxType,
		value,
		gasUsed,
		gasLimit,
		isReverted,
	],
};

/** The record in columns, or as it was read. The other side has a name only where a watch takes names for it. */
function show(
	record: IDataObject,
	watch: Watch,
	values: TransactionSettings['values'],
	isSimple: boolean,
): IDataObject {
	const shown = shape(record, rowOf[watch], values, isSimple);
	delete shown.counterpartyName;
	return shown;
}

function identify(record: IDataObject, watch: Watch): string {
	const parts = ownIdentity[watch]?.(record);
	return parts
		? JSON.stringify(parts)
		: String(identityOf(record, rowOf[watch].identity ?? 'none'));
}

const named: Fields = [['txHash', 'text']];
const namedLog: Fields = [...named, ['logIndex', 'integer']];
/** The fields that make up the identity of a record. */
const identifying: Record<Watch, Fields> = {
	address: named,
	chain: named,
	asset: named,
	erc20: [...namedLog, ['value', 'decimal']],
	token: namedLog,
	internal: [
		...named,
		['from.address', 'address'],
		['to.address', 'address'],
		['internalTxType', 'text'],
		['value', 'decimal'],
		['gasUsed', 'decimal'],
		['gasLimit', 'decimal'],
		['isReverted', 'flag'],
	],
};

/** The key of a record that lacks some field. Undefined if it lacks an identifying one. */
export const recordKeyOf = (record: IDataObject, watch: Watch): string | undefined =>
	lackOf(record, identifying[watch]) === undefined ? identify(record, watch) : undefined;

/** True if two records may have one identity: calls, and entries of a token batch. Any other log is one transfer. */
const mayBeAlike = (record: IDataObject, watch: Watch): boolean =>
	watch === 'internal' || (watch === 'token' && record.erc1155Token !== undefined);

function identifyTransfer({
	txHash,
	logIndex,
	value,
	erc721Token,
	erc1155Token,
}: IDataObject): unknown[] {
	return [
		txHash,
		logIndex,
		value,
		((erc721Token ?? erc1155Token) as IDataObject | undefined)?.tokenId,
	];
}

/** The position of a record: the second of an X-Chain transaction, the block of any other. */
export const positionIn =
	(watch: Watch) =>
	(record: IDataObject): number =>
		watch === 'asset' ? readWholeTime(record.timestamp) : readWhole(record.blockNumber);

/** UNIX seconds. NaN if the record does not say. */
const timeIn = ({ blockTimestamp, timestamp }: IDataObject): number =>
	readWhole(blockTimestamp ?? timestamp);

/** The wanted records of one page, as the feed takes them. */
export const toRecords = (page: IDataObject[], settings: TransactionSettings): FeedRecord[] =>
	markWanted(page, settings).flatMap(({ record }) => record ?? []);

/** All records of one page. The wanted ones also have the feed's record. */
export function markWanted(page: IDataObject[], settings: TransactionSettings): Listed[] {
	const { watch } = settings;
	const alike = new Map<string, number>();
	const records = page.flatMap((record) => {
		const identity = identify(record, watch);
		const nth = alike.get(identity) ?? 0;
		alike.set(identity, nth + 1);
		// A transfer to oneself may stand in the address's list twice.
		if (nth && !mayBeAlike(record, watch)) return [];
		return { record, key: nth ? `${identity}#${nth}` : identity };
	});
	return records.map(({ record, key }) => ({
		position: positionIn(watch)(record),
		key,
		...(isWanted(record, settings) && { record: toRecord(record, key, settings) }),
	}));
}

/** What failed leaves no logs, so each transfer in them took place. */
const ofLogs: Watch[] = ['erc20', 'token'];

/** The columns of simplified records of these kinds, in one order. */
export const columnsOf = (kinds: Watch[]): string[] =>
	joinColumns(kinds.map((watch) => show({}, watch, {}, true)));

function toRecord(record: IDataObject, key: string, settings: TransactionSettings): FeedRecord {
	const { watch, isSimple, values } = settings;
	const direction = directionSeen(record, settings);
	const minimum = minimumOf(record, settings);
	const isUnmeasured = minimum !== undefined && lacksAmount(record, settings);
	return {
		position: positionIn(watch)(record),
		rank: Number(record.blockIndex ?? record.logIndex ?? 0),
		key,
		time: timeIn(record),
		json: {
			...(direction && { direction }),
			...sayUnknown(isUnmeasured, isSimple && haveMinimum(settings)),
			...show(record, watch, values, isSimple),
			...(isSimple && ofLogs.includes(watch) && { status: 'success' }),
		},
	};
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const placeOfNone = (): IDataObject => ({
	blockNumber: '0',
	blockTimestamp: nowSeconds(),
	blockHash: zeroHash,
	txHash: zeroHash,
});

/** Made-up records, with the user's choices filled in. */
const emptyOf: Record<Watch, (settings: TransactionSettings) => IDataObject> = {
	address: emptyTransaction,
	chain: emptyTransaction,
	internal: (settings) => ({
		...placeOfNone(),
		...partiesOf(settings),
		internalTxType: 'CALL',
		value: '0',
		isReverted: settings.status === 'failed',
		gasUsed: '0',
		gasLimit: '0',
	}),
	erc20: (settings) => ({
		...placeOfNone(),
		...partiesOf(settings),
		logIndex: 0,
		value: '0',
		erc20Token: { address: settings.tokens?.[0] ?? zeroAddress, ercType: 'ERC-20', decimals: 0 },
	}),
	token: ({ values: { address }, from = zeroAddress, to = zeroAddress }) => ({
		...placeOfNone(),
		logIndex: 0,
		from: { address: from },
		to: { address: to },
		value: '0',
		erc20Token: { address, ercType: 'ERC-20', decimals: 0 },
	}),
	asset: ({ values: { assetId } }) => ({
		blockHeight: 0,
		timestamp: nowSeconds(),
		txHash: zeroId,
		txType: 'BaseTx',
		memo: '0x',
		amountUnlocked: [],
		amountCreated: [{ assetId, denomination: 0, amount: '0' }],
	}),
};

function emptyTransaction(settings: TransactionSettings): IDataObject {
	return {
		...placeOfNone(),
		blockIndex: 0,
		txStatus: settings.status === 'failed' ? '0' : '1',
		txType: 0,
		gasLimit: '0',
		gasUsed: '0',
		gasPrice: '0',
		nonce: '0',
		...partiesOf(settings),
		method: methodOf(settings),
		value: '0',
	};
}

const partiesOf = ({ values, direction, contract }: TransactionSettings): IDataObject => {
	const { address = zeroAddress } = values;
	const isOut = direction === 'outgoing' || contract !== undefined;
	const [from, to] = isOut ? [address, contract ?? zeroAddress] : [zeroAddress, address];
	return { from: { address: from }, to: { address: to } };
};

/** A name in a record has its parameters. */
function methodOf({ method }: TransactionSettings): IDataObject {
	if (!method) return { callType: 'NATIVE_TRANSFER', methodHash: '' };
	if (method.startsWith('0x')) return { callType: 'CONTRACT_CALL', methodHash: method };
	const methodName = method.includes('(') ? method : `${method}()`;
	return { callType: 'CONTRACT_CALL', methodHash: '', methodName };
}

/** The digits behind the point: an amount in these units is whole. */
const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

const toBaseUnits = (amount: string, decimals: number): string | undefined =>
	multiply(amount, String(10n ** BigInt(decimals)));

/** Gives a made-up record an amount in whole tokens. */
function withAmount(record: IDataObject, amount: string): IDataObject {
	const decimals = digitsOf(amount);
	const units = toBaseUnits(amount, decimals);
	if (Array.isArray(record.amountCreated)) {
		const [created] = record.amountCreated as IDataObject[];
		return { ...record, amountCreated: [{ ...created, denomination: decimals, amount: units }] };
	}
	if (!record.erc20Token) return { ...record, value: toBaseUnits(amount, nativeDecimals) };
	const erc20Token = { ...(record.erc20Token as IDataObject), decimals };
	return { ...record, erc20Token, value: units };
}
const nativeDecimals = 18;

/** A made-up transaction for a test run, as these settings would let it through. */
export const makeUp = async (settings: TransactionSettings): Promise<Answer<FeedRecord[]>> => {
	const { watch } = settings;
	const empty = emptyOf[watch](settings);
	const record = withAmount(empty, minimumOf(empty, settings) ?? '0');
	return { ok: true, result: [toRecord(refine(record, rowOf[watch]), '', settings)] };
};
