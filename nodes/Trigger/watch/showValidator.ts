/** What an item shows of its validator, whatever was reported of it: its record, its uptime, and where to look it up. */
import type { IDataObject } from 'n8n-workflow';
import { count, exact, time, toColumns, type Columns } from '../../shared/columns';
import { hosts } from '../../shared/network/hosts';
import { toUnits } from '../../shared/numbers';
import { same } from '../../shared/operations';
import { valueAt } from '../../shared/records';
import { doesRenew, projectUptime } from './conditions/requiredUptime';
import type { Context, Network, Reading, Source, Validator, WatchSettings } from './model';

const columns: Columns = {
	...same('nodeId', 'connected', 'active', 'uptime', 'version'),
	ownStake: exact('ownStake'),
	delegatedStake: exact('delegatedStake'),
	balance: exact('balance'),
	weight: exact('weight'),
	start: time('startedAt'),
	end: time('endsAt'),
	potentialReward: exact('potentialReward'),
	delegationFee: count('record.delegationFee'),
	delegators: count('record.delegatorCount'),
	renews: 'renews',
	publicIP: 'record.publicIP',
	rewardingStake: count('record.rewardingStakePercentage'),
	validationId: 'validationId',
};

const toAvax = (nanoAvax: unknown) => toUnits(nanoAvax, 9);

/** The columns of a validator: stakes, rewards and balances in AVAX, shares and uptimes in percent. */
function simplify(validator: Validator, source: Source): IDataObject {
	const { record, balance } = validator;
	const isPrimary = source === 'primaryNetwork';
	const amounts = {
		balance: balance === undefined ? undefined : toAvax(String(balance)),
		...(isPrimary
			? {
					ownStake: toAvax(record.weight),
					delegatedStake: toAvax(record.delegatorWeight),
					potentialReward: toAvax(record.potentialReward),
					renews: doesRenew(validator),
				}
			: { weight: record.weight }),
	};
	return toColumns({ ...validator, ...amounts } as unknown as IDataObject, columns, {});
}

/** In columns, or as it was read. */
export const showRecord = (
	validator: Validator,
	{ isSimple, source }: Pick<WatchSettings, 'isSimple' | 'source'>,
): IDataObject => (isSimple ? simplify(validator, source) : validator.record);

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

const explorers: Record<Network, string> = {
	mainnet: 'https://subnets.avax.network',
	fuji: 'https://subnets-test.avax.network',
};

/** The page of a validator of the Primary Network in the network's explorer. */
export const linkToExplorer = (
	nodeId: string,
	{ network }: Reading,
	{ source }: WatchSettings,
): IDataObject =>
	network && source === 'primaryNetwork'
		? { explorerUrl: `${explorers[network]}/validators/${nodeId}` }
		: {};

/** The prefixes that avalanchego gives to the addresses of these networks; any other network has another. */
const prefixes: Record<string, Network> = { avax: 'mainnet', fuji: 'fuji' };

/** The network of a reading: by the addresses of its validators, or else where the node is a public one. */
export function findNetwork(nodeUrl: string, { validators }: Reading): Network | undefined {
	for (const { record } of validators?.values() ?? []) {
		const addresses = valueAt(record, 'validationRewardOwner.addresses');
		const [, prefix] = /^P-([a-z]+)1/.exec(String(addresses)) ?? [];
		if (prefix) return prefixes[prefix];
	}
	const origin = URL.canParse(nodeUrl) ? new URL(nodeUrl).origin : undefined;
	const { mainnet, fuji } = hosts.node.publicUrls;
	if (origin === mainnet) return 'mainnet';
	return origin === fuji ? 'fuji' : undefined;
}
