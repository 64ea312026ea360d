/** The parts of an item that describe its validator, whatever the alert: record, uptime, and the explorer's page. */
import type { IDataObject } from 'n8n-workflow';
import { simplifyHealth } from '../../Info/health';
import { networkWith } from '../../shared/avalanche/chains';
import { pageOfValidator } from '../../shared/avalanche/explorer';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import { networkOfPublicNode } from '../../shared/network/hosts';
import { count, type Columns } from '../../shared/operation/columns';
import { same, type RecordRules } from '../../shared/operation/operations';
import { refine, simplify } from '../../shared/operation/pipeline';
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

/** The columns that Avalanche Validators shows for the same records, if it reads them, too. */
const rules: Record<Exclude<WatchSource, BalanceSource>, RecordRules> = {
	primaryNetwork: primaryRules,
	balances: l1Rules,
	l1Balance: l1Rules,
	blockchain: validatorRows.resources.validator.operations.getCurrentValidators,
	peers: { simplify: peerColumns },
	node: { simplify: ownColumns },
	health: { simplify: (record) => simplifyHealth(record, { report: 'health' }) },
};

/** Left out, because the item itself has the time and the subnet. */
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
	// info.peers lists only connected peers, so no record says that it is connected.
	const whole = source === 'peers' ? { ...record, connected } : record;
	const shown = simplify(refine(whole, row), row, { blockchainId, names });
	for (const name of saidByItem) delete shown[name];
	// The end of a balance depends on the fee, so a record alone does not give it.
	if ('lastsUntil' in shown && context) shown.lastsUntil = lastsUntilOf(context);
	return shown;
}

const withUptime: WatchSource[] = ['primaryNetwork', 'blockchain', 'node'];

/** Uptime in percent, and on the Primary Network how long the validator may be offline. Null if unknown. */
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

/** The page of a Primary Network validator in the network's explorer. */
export const linkToExplorer = (
	nodeId: string,
	{ network }: Pick<Reading, 'network'>,
	{ source }: WatchSettings,
): string | undefined =>
	network && source === 'primaryNetwork' ? pageOfValidator(network, nodeId) : undefined;

/** The host of a node's URL, for messages. Other text stays as it is. */
export const hostOf = (node: string): string => (URL.canParse(node) ? new URL(node).host : node);

/** Fields of a validator's owners. The prefixes of their addresses name the network. */
const owners = ['validationRewardOwner', 'remainingBalanceOwner'];

/** The network of a reading: from the addresses of its validators, or else from the URL of the node. */
export function findNetwork(nodeUrl: string, { validators }: Reading): PublicNetwork | undefined {
	for (const { record } of validators?.values() ?? []) {
		const addresses = owners.map((owner) => valueAt(record, `${owner}.addresses`));
		const [, prefix] = /\bP-([a-z]+)1/.exec(String(addresses)) ?? [];
		if (prefix) return networkWith({ prefix });
	}
	return networkOfPublicNode(nodeUrl);
}
