/** The movements of several wallets, read from a node. One reading of blocks and one of logs serve all of them. */
import type { IDataObject } from 'n8n-workflow';
import type { Criteria } from '../../../Evm/readLogs';
import { ofAny } from '../../../Evm/tokenUnits';
import type { Answer } from '../../../shared/errors';
import type { Client } from '../../../shared/network/client';
import { refine } from '../../../shared/operation/pipeline';
import { takeTurn, workOf } from '../../../shared/pace';
import { toChecksumAddress } from '../../../shared/values/checksum';
import type { ListGroup, Part } from '../../group';
import { readBlocksOf } from '../../node/blocksOfLogs';
import { Chain } from '../../node/chain';
import { blockOf, Logs, type Converted } from '../../node/logs';
import { openBlocks, type BlockPages } from '../../node/source';
import { Tokens } from '../../node/tokens';
import type { FeedRecord, NodeBlocks } from '../../source';
import { makeUp, rowOf, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import type { WalletList } from '../walletFields';
import { markWallet, ofKind, listSettingsOf, type WalletSettings } from '../wallets';
import { Blocks, type Wanted } from './blocks';
import { toTransfers, topicsFrom, topicsTo } from './chainRecords';

/** The kinds that a node reads for all wallets together. */
type NodeKind = Exclude<WalletList, 'internal'>;

const labels: Record<NodeKind, string> = { address: 'Native token', erc20: 'ERC-20 tokens' };

/** The records of one wallet, with its address to tell them from those of the others. */
function toWalletRecords(page: IDataObject[], settings: TransactionSettings): FeedRecord[] {
	const address = settings.values.address!;
	return toRecords(page, settings).map((record) => ({
		...record,
		key: `${address} ${record.key}`,
		subject: markWallet(address),
		json: { address: String(toChecksumAddress(address)), ...record.json },
	}));
}

/** Finds the wallets that a transfer concerns, the sender first. A transfer to oneself concerns one wallet. */
function openTakers(settings: WalletSettings): Wanted['takersOf'] {
	const byAddress = new Map(
		settings.addresses.map((address) => [
			address,
			{ ...settings, values: { ...settings.values, address } },
		]),
	);
	return (from, to) => {
		const parties = new Set([from, to].map((party) => String(party ?? '').toLowerCase()));
		return [...parties].flatMap((party) => byAddress.get(party) ?? []);
	};
}

/** At most two queries, however many wallets there are. */
function criteriaOf({ addresses, tokens, direction }: WalletSettings): Criteria[] {
	const contracts = tokens && { address: tokens };
	return [
		...(direction === 'incoming' ? [] : [topicsFrom(addresses)]),
		...(direction === 'outgoing' ? [] : [topicsTo(addresses)]),
	].map((topics) => ({ ...contracts, topics }));
}

function openTokens(chain: Chain, settings: WalletSettings): Logs {
	const takersOf = openTakers(settings);
	const tokens = new Tokens(chain, ofAny);

	function toTokenRecords(log: IDataObject, block: IDataObject): FeedRecord[] {
		const transfers = toTransfers(log, block, tokens.of(log))
			// NFTs use the same event.
			.filter(({ erc20Token }) => erc20Token !== undefined)
			.map((transfer) => refine(transfer, rowOf.erc20));
		return transfers.flatMap((transfer) => {
			const [from, to] = [transfer.from, transfer.to] as IDataObject[];
			return takersOf(from.address, to.address).flatMap((taker) =>
				toWalletRecords([transfer], taker),
			);
		});
	}

	async function convert(logs: IDataObject[]): Promise<Answer<Converted>> {
		const read = await readBlocksOf(chain, logs, async () => await tokens.read(logs));
		if (!read.ok) return read;
		const { blocks, limitedAt } = read.result;
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOf.transferLog);
			if (blockOf(log) >= (limitedAt ?? Infinity)) break;
			records.push(...toTokenRecords(log, blocks.get(blockOf(log))!));
		}
		return { ok: true, result: { records, limitedAt } };
	}
	return new Logs(chain, criteriaOf(settings), convert, true);
}

const openNative = (chain: Chain, settings: WalletSettings): BlockPages =>
	new Blocks(chain, {
		watch: 'address',
		takersOf: openTakers(settings),
		toRecords: toWalletRecords,
	});

/** Looks up a start by time once for all lists. */
function seekOnce(source: NodeBlocks, known: Map<string, Promise<Answer<number>>>): NodeBlocks {
	return {
		...source,
		async seek(time, end) {
			const name = `${time} ${end}`;
			const found = known.get(name) ?? source.seek(time, end);
			known.set(name, found);
			return await found;
		},
	};
}

/** The lists of native and of ERC-20 tokens. If both are watched, each has half of the requests. */
export function openNodeWallets(client: Client, settings: WalletSettings): ListGroup {
	const kinds = settings.kinds as NodeKind[];
	const [first] = settings.addresses;
	const found = new Map<string, Promise<Answer<number>>>();
	const opened = kinds.map((watch) => {
		const own = ofKind(settings, watch);
		const chain = new Chain(client, settings.values.chain!, 1 / kinds.length);
		const pages = watch === 'erc20' ? openTokens(chain, own) : openNative(chain, own);
		const source = openBlocks(chain, pages, async () => {
			const made = await makeUp({ ...own, values: { ...own.values, address: first } });
			const json = { address: String(toChecksumAddress(first)) };
			return made.ok
				? {
						ok: true,
						result: made.result.map((one) => ({ ...one, json: { ...json, ...one.json } })),
					}
				: made;
		});
		const part: Part = {
			key: `node ${watch}`,
			label: labels[watch],
			settings: listSettingsOf(settings.feed, watch),
			source: seekOnce(source, found),
		};
		return { part, chain };
	});
	return {
		settings: settings.feed,
		parts: opened.map(({ part }) => part),
		subjects: settings.addresses.map(markWallet),
		requests: () => opened.reduce((sum, { chain }) => sum + chain.requests, 0),
	};
}
