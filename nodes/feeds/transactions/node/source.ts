/** A node's blocks and logs as a feed of transactions, in the shape of the Data API's records. */
import type { Client } from '../../../shared/network/client';
import { Chain } from '../../node/chain';
import { openBlocks } from '../../node/source';
import type { NodeBlocks } from '../../source';
import { makeUp, toRecords } from '../records';
import type { TransactionSettings } from '../settings';
import { Blocks, type Wanted } from './blocks';
import { checkToken, openTransfers } from './transfers';

/** The transactions of one address, or all. */
function wantedBy(settings: TransactionSettings): Wanted {
	const { watch, values } = settings;
	const own = [settings];
	const isOwn = (party: unknown): boolean => String(party ?? '').toLowerCase() === values.address;
	const takersOf: Wanted['takersOf'] = (from, to) =>
		watch === 'chain' || isOwn(from) || isOwn(to) ? own : [];
	return { watch, takersOf, toRecords };
}

export function openNode(client: Client, settings: TransactionSettings): NodeBlocks {
	const chain = new Chain(client, settings.values.chain!);
	const isToken = settings.watch === 'token';
	const pages = isToken ? openTransfers(chain, settings) : new Blocks(chain, wantedBy(settings));
	return openBlocks(chain, pages, async () => {
		const code = isToken ? await checkToken(chain, settings.values.address) : undefined;
		return code && !code.ok ? code : await makeUp(settings);
	});
}
