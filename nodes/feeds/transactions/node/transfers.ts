/** The transfers of a token contract, read from its logs. */
import type { IDataObject } from 'n8n-workflow';
import { ofChosen, readToken, type TokenUnit } from '../../../Evm/tokenUnits';
import { fail, nothing, type Answer } from '../../../shared/errors';
import { refine } from '../../../shared/operation/pipeline';
import { takeTurn, workOf } from '../../../shared/pace';
import { toChecksumAddress } from '../../../shared/values/checksum';
import { readBlocksOf } from '../../node/blocksOfLogs';
import type { Chain } from '../../node/chain';
import { blockOf, Logs, type Converted } from '../../node/logs';
import type { FeedRecord } from '../../source';
import { rowOf, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import { toTransfers, transferTopics } from './chainRecords';

export function openTransfers(chain: Chain, settings: TransactionSettings): Logs {
	const { address } = settings.values;
	let asked: Promise<Answer<TokenUnit>> | undefined;

	/** A log has no time of its own, so its block is read too. */
	async function convert(logs: IDataObject[]): Promise<Answer<Converted>> {
		if (logs.length)
			asked ??= readToken(async (...call) => await chain.ask(...call), address, ofChosen);
		// Read together with a block of the contract's logs, to notice a server that does not have the contract yet.
		const [token, read] = await Promise.all([asked, readBlocksOf(chain, logs)]);
		if (token && !token.ok) return token;
		if (!read.ok) return read;
		const { blocks, limitedAt } = read.result;
		const records: FeedRecord[] = [];
		for (const log of logs) {
			await takeTurn(workOf.transferLog);
			const block = blocks.get(blockOf(log));
			const transfers = block ? toTransfers(log, block, token?.result ?? {}) : [];
			const refined = transfers.map((transfer) => refine(transfer, rowOf.token));
			records.push(...toRecords(refined, settings));
		}
		return { ok: true, result: { records, limitedAt } };
	}
	return new Logs(chain, [{ address, topics: [transferTopics] }], convert, true);
}

/** Refuses an address without a contract, because it never has transfers. */
export async function checkToken(chain: Chain, address: unknown): Promise<Answer<void>> {
	const [code] = await chain.together([chain.ask('eth_getCode', [address, 'latest'])]);
	if (!code.ok) return code;
	if (code.result !== '0x') return nothing;
	return fail(
		'not-understood',
		`${toChecksumAddress(address)} is not a token: the address is not a contract on this chain`,
		{
			hint: 'Check the address and the chain. For a wallet, use the option From Address or To Address.',
		},
	);
}
