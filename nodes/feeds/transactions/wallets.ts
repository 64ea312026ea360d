/** New Transaction for several wallets: the settings, the lists to read, and the fields added to items. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { joinNames, nameOf, otherNames, type Names } from '../../shared/fields/names';
import { putExactLast } from '../../shared/operation/columns';
import type { Values } from '../../shared/operation/operations';
import { toChecksumAddress } from '../../shared/values/checksum';
import { zeroHash } from '../../shared/values/hex';
import type { ListGroup, Part } from '../group';
import { markOf } from '../identity';
import { createReader } from '../parameters';
import type { FeedSettings } from '../feedSettings';
import type { DataClient } from '../service';
import { nameFeed, readFeed, startBlock, startTime, type Unresolved } from '../settings';
import { checkMinimums, minimums, remarkMinimums } from './minimums';
import { otherSideOf, withOwner } from './owner';
import { columnsOf } from './records';
import { openRanged } from './service';
import {
	calls,
	chainFrom,
	confirmations,
	direction,
	minimum,
	readFrom,
	settle,
	tokens,
	usualDepth,
	type TransactionSettings,
} from './settings';
import { watchedAddresses, walletKinds, nodeKinds, wallets, type WalletList } from './walletFields';

export interface WalletSettings extends TransactionSettings {
	addresses: string[];
	names?: Names;
	kinds: WalletList[];
	/** True to report a call that moves nothing itself even beside the transfers that it made. */
	callsToo: boolean;
}

export function readWalletSettings(
	context: IPollFunctions,
): Unresolved<WalletSettings, WalletSettings['values']> {
	const { read, readOption, refuse } = createReader(context);
	const { addresses: chosen, names } = read(watchedAddresses);
	const fromNode = read(readFrom) === 'node';
	const wanted = read(fromNode ? nodeKinds : walletKinds);
	const depth = readOption(confirmations);
	const feed = readFeed(context, {
		starts: [startBlock, startTime],
		minimumAmount: minimum,
		// A node's blocks are complete, but an index fills up behind the chain.
		...(!fromNode && { settleMinutes: settle }),
	});
	const own = {
		watch: 'address',
		fromNode,
		direction: read(direction),
		status: 'any',
		tokens: readOption(tokens),
		minimumAmounts: readOption(minimums),
		addresses: chosen.map((address) => address.toLowerCase()),
		names: joinNames(names, readOption(otherNames)),
		kinds: wanted,
		callsToo: readOption(calls) === true,
	} as const;
	const chain = chainFrom(fromNode);
	const values = { [chain.name]: read(chain) } as Values;
	const tooMuch = checkMinimums(wanted, { ...feed, ...own, values });
	if (tooMuch) throw refuse(tooMuch.message, tooMuch.description);
	return {
		values,
		complete: (resolved) => {
			// The addresses are not part of the name, so that adding one moves no other.
			const named = nameFeed(feed, {
				event: 'newTransaction',
				record: 'transaction',
				about: { watch: wallets, ...(fromNode && { fromNode }), ...resolved },
				confirmations: depth ?? usualDepth(fromNode, resolved),
			});
			const remark = () => remarkMinimums(wanted, { ...own, values });
			return { ...named, ...own, values: resolved, remark };
		},
	};
}

/** A short name of a wallet, for the cursor. */
export const markWallet = (address: string): string => markOf(address, 8);

/** The settings for movements of one kind. A native token has no contract, so it takes no filter by token. */
export const ofKind = (settings: WalletSettings, watch: WalletList): WalletSettings => ({
	...settings,
	watch,
	tokens: watch === 'erc20' ? settings.tokens : undefined,
});

/** The settings of the feed of one kind. `whose` names the wallet if the list belongs to only one. */
export const listSettingsOf = (
	feed: FeedSettings,
	watch: WalletList,
	whose?: string,
): FeedSettings => ({
	...feed,
	record: watch === 'erc20' ? 'tokenTransfer' : 'transaction',
	// Each list has a name of its own, because keys tell records apart only within one list.
	feed: [feed.feed, whose, watch].filter(Boolean).join(' '),
});

/** The lists of all wallets, counting the requests that they make. */
export function openWallets(client: DataClient, settings: WalletSettings): ListGroup {
	let requests = 0;
	const counting: DataClient = {
		rest: async (call) => {
			requests++;
			return await client.rest(call);
		},
		timeOf: (host) => client.timeOf?.(host),
	};
	const parts = settings.addresses.flatMap((address) =>
		settings.kinds.map((watch) => openPart(counting, ofKind(settings, watch), address)),
	);
	return { settings: settings.feed, parts, requests: () => requests };
}

function openPart(client: DataClient, settings: WalletSettings, address: string): Part {
	const { values, feed } = settings;
	const watch = settings.watch as WalletList;
	const source = openRanged(client, { ...settings, values: { ...values, address } });
	return {
		key: `${markWallet(address)} ${watch}`,
		label: String(toChecksumAddress(address)),
		address: String(toChecksumAddress(address)),
		settings: listSettingsOf(feed, watch, address),
		source: source as Part['source'],
	};
}

/** Events that are no movements, but belong to the list of a wallet. */
const ofLists = ['unreadable', 'behind', 'caughtUp'];

/** Adds the wallet and the other side of its movement, with the user's names. */
export function openDress({ names, kinds, isSimple }: WalletSettings) {
	const columns = isSimple ? columnsOf(kinds) : undefined;
	return (item: IDataObject, part: Part): IDataObject =>
		dressWallet(item, part, { names, columns });
}

function dressWallet(
	item: IDataObject,
	part: Part,
	{ names, columns }: { names?: Names; columns?: string[] },
): IDataObject {
	const address = part.address ?? (item.address as string | undefined);
	// A gap of blocks concerns all wallets, and so do the notices of a node's list. A heartbeat concerns none.
	const isOfList = ofLists.includes(item.event as string);
	const isOfAll = isOfList && address === undefined;
	if (item.event === 'gap' || isOfAll) return { ...item, address: address ?? null };
	if (address === undefined || (item.direction === undefined && !isOfList)) return item;
	const addressName = nameOf(names, address) ?? null;
	if (isOfList) return withOwner(item, { addressName, address });
	const whole = columns ? withColumns(item, columns) : item;
	return withOwner(whole, { addressName, address, ...otherSideOf(item, names) });
}

/** Payments in AVAX and in tokens come in one run, and a next node reads them as one table. */
function withColumns(item: IDataObject, columns: string[]): IDataObject {
	const own = Object.keys(item);
	const names = new Set([...own.slice(0, own.indexOf(columns[0])), ...columns, ...own]);
	return putExactLast(Object.fromEntries([...names].map((name) => [name, item[name] ?? null])));
}

/** Made-up records have the hash of no transaction, so none of them is left out for another. */
export const movesNothing = ({ txHash, amountExact, value }: IDataObject): boolean =>
	txHash !== zeroHash && /^0(\.0*)?$/.test(String(amountExact ?? value));

const isOfNothing = (item: IDataObject): boolean =>
	item.event === 'transaction' && movesNothing(item);

/**
 * Leaves out calls that move nothing if the same poll tells the wallet's token transfers that they made. A list that is
 * read later cannot take a call back, so then both come.
 */
export function tellOnce(items: IDataObject[], { callsToo }: WalletSettings): IDataObject[] {
	if (callsToo) return items;
	const nameOfMove = ({ address, txHash }: IDataObject) => `${String(address)} ${String(txHash)}`;
	const transfers = items.filter(({ event }) => event === 'tokenTransfer');
	const paid = new Set(transfers.map(nameOfMove));
	return items.filter((item) => !isOfNothing(item) || !paid.has(nameOfMove(item)));
}
