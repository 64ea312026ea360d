/** What an item shows of its validator, whatever was reported of it: its record, its uptime, and where to look it up. */
import type { IDataObject } from 'n8n-workflow';
import { simplifyHealth } from '../../Info/health';
import { explorerOf, networkWith } from '../../shared/chains/chains';
import type { PublicNetwork } from '../../shared/chains/publicNetworks';
import { networkOfPublicNode } from '../../shared/network/hosts';
import { count, type Columns } from '../../shared/operation/columns';
import { same, type RecordRules } from '../../shared/operation/operations';
import { refine, simplify } from '../../shared/operation/pipeline';
import { isNodeId } from '../../shared/values/ids';
import { valueAt } from '../../shared/values/records';
import { l1Rules, primaryRules } from '../../Validators/columns';
import { validators as validatorRows } from '../../Validators/operations';
import { lastsUntilOf } from './conditions/balanceLow';
import { projectUptime, showProjection } from '../../shared/validators/projection';
import {
	isOfAddresses,
	type BalanceSource,
	type Context,
	type WatchSource,
	type WatchSettings,
} from './model';
import type { Reading, Validator } from './readings';

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
const rules: Record<Exclude<WatchSource, BalanceSource>, RecordRules> = {
	primaryNetwork: primaryRules,
	balances: l1Rules,
	l1Balance: l1Rules,
	blockchain: validatorRows.resources.validator.operations.getCurrentValidators,
	peers: { simplify: peerColumns },
	node: { simplify: ownColumns },
	health: { simplify: (record) => simplifyHealth(record, { report: 'health' }) },
};

/** Columns about the time of the item, which it says itself, and about what was asked. */
const saidByItem = ['daysLeft', 'runwayDays', 'subnetId'];

/** The record in columns, or as it was read. */
export function showRecord(
	validator: Validator,
	context: Context | undefined,
	settings: WatchSettings,
): IDataObject {
	const { record, connected } = validator;
	const { isSimple, source, blockchainId, names } = settings;
	if (!isSimple || isOfAddresses(source)) return record;
	const row = rules[source];
	// A list of peers says by its silence that one is not connected.
	const whole = source === 'peers' ? { ...record, connected } : record;
	const shown = simplify(refine(whole, row), row, { blockchainId, names });
	for (const name of saidByItem) delete shown[name];
	// A record alone does not say it: that takes the fee.
	if ('lastsUntil' in shown && context) shown.lastsUntil = lastsUntilOf(context);
	return shown;
}

/** Those that tell uptimes. */
const withUptime: WatchSource[] = ['primaryNetwork', 'blockchain', 'node'];

/** Its uptime in percent, and on the Primary Network how long it may be offline. Null where it is not known. */
export function showUptime(
	validator: Validator | undefined,
	context: Context | undefined,
	{ source }: Pick<WatchSettings, 'source'>,
): IDataObject {
	if (!withUptime.includes(source)) return {};
	const uptime = (context && validator?.uptime) ?? null;
	if (source !== 'primaryNetwork') return { uptime };
	const projected = validator && context && projectUptime(validator, context);
	return { uptime, ...showProjection(projected) };
}

/** The page of a validator of the Primary Network in the network's explorer. */
export const linkToExplorer = (
	nodeId: string,
	{ network }: Reading,
	{ source }: WatchSettings,
): string | undefined =>
	network && source === 'primaryNetwork' && isNodeId(nodeId)
		? `${explorerOf(network)}/validators/${nodeId}`
		: undefined;

/** The host of a node's URL, as messages name it. */
export const hostOf = (node: string): string => (URL.canParse(node) ? new URL(node).host : node);

/** The owners of a validator whose addresses name the network. */
const owners = ['validationRewardOwner', 'remainingBalanceOwner'];

/** The network of a reading: by the addresses of its validators, or else by the URL of the node. */
export function findNetwork(nodeUrl: string, { validators }: Reading): PublicNetwork | undefined {
	for (const { record } of validators?.values() ?? []) {
		const addresses = owners.map((owner) => valueAt(record, `${owner}.addresses`));
		const [, prefix] = /\bP-([a-z]+)1/.exec(String(addresses)) ?? [];
		if (prefix) return networkWith({ prefix });
	}
	return networkOfPublicNode(nodeUrl);
}
