/** What an item shows of its validator, whatever was reported of it: its record, its uptime, and where to look it up. */
import type { IDataObject } from 'n8n-workflow';
import { explorerOf, networkWith, type PublicNetwork } from '../../shared/chains';
import { count, type Columns } from '../../shared/columns';
import { hosts } from '../../shared/network/hosts';
import { same, type RecordRules } from '../../shared/operations';
import { refine, simplify } from '../../shared/pipeline';
import { valueAt } from '../../shared/records';
import { l1Rules, primaryRules } from '../../Validators/columns';
import { validators as validatorRows } from '../../Validators/operations';
import { projectUptime } from './conditions/requiredUptime';
import type { Context, Reading, Source, Validator, WatchSettings } from './model';

const peerColumns: Columns = {
	nodeId: 'nodeID',
	...same('connected', 'version', 'publicIP'),
	observedUptime: count('observedUptime'),
};
const ownColumns: Columns = {
	uptime: count('weightedAveragePercentage'),
	rewardingStake: count('rewardingStakePercentage'),
};

/** How Avalanche Validators shows the same records, where it does. */
const rules: Record<Source, RecordRules> = {
	primaryNetwork: primaryRules,
	balances: l1Rules,
	blockchain: validatorRows.resources.validator.operations.getCurrentValidators,
	peers: { simplify: peerColumns },
	node: { simplify: ownColumns },
};

/** The record in columns, or as it was read. */
export function showRecord(validator: Validator, settings: WatchSettings): IDataObject {
	const { record, connected } = validator;
	const { isSimple, source, blockchainId, names } = settings;
	if (!isSimple) return record;
	const row = rules[source];
	// A list of peers says by its silence that one is not connected.
	const whole = source === 'peers' ? { ...record, connected } : record;
	const shown = simplify(refine(whole, row), row, { blockchainId, names });
	// They would tell the time of the item, which it says itself.
	delete shown.daysLeft;
	return shown;
}

/**
 * Its uptime in percent, and the hours that it may still be offline, of those that are left, without missing the uptime
 * that its reward requires; 0 where that is missed.
 */
export function showUptime(validator: Validator, context: Context): IDataObject {
	const { uptime } = validator;
	const projected =
		context.source === 'primaryNetwork' ? projectUptime(validator, context) : undefined;
	const seconds = projected && Math.max(0, Math.min(projected.affordable, projected.left));
	return {
		...(uptime !== undefined && { uptime }),
		...(seconds !== undefined && { canBeOfflineHours: Math.floor(seconds / 360) / 10 }),
	};
}

/** The page of a validator of the Primary Network in the network's explorer. */
export const linkToExplorer = (
	nodeId: string,
	{ network }: Reading,
	{ source }: WatchSettings,
): string | undefined =>
	network && source === 'primaryNetwork'
		? `${explorerOf(network)}/validators/${nodeId}`
		: undefined;

/** The network of a reading: by the addresses of its validators, or else where the node is a public one. */
export function findNetwork(nodeUrl: string, { validators }: Reading): PublicNetwork | undefined {
	for (const { record } of validators?.values() ?? []) {
		const addresses = valueAt(record, 'validationRewardOwner.addresses');
		const [, prefix] = /^P-([a-z]+)1/.exec(String(addresses)) ?? [];
		if (prefix) return networkWith({ prefix });
	}
	const origin = URL.canParse(nodeUrl) ? new URL(nodeUrl).origin : undefined;
	const { mainnet, fuji } = hosts.node.publicUrls;
	if (origin === mainnet) return 'mainnet';
	return origin === fuji ? 'fuji' : undefined;
}
