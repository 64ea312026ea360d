/** The columns of validators: amounts in AVAX, times in ISO 8601, shares in percent. */
import type { IDataObject } from 'n8n-workflow';
import {
	avaxDecimals,
	avaxWith,
	count,
	exact,
	inAvax,
	time,
	type Column,
	type Columns,
	truth,
} from '../shared/operation/columns';
import { nodeIdsIn } from '../shared/fields/chosenValidators';
import { groupColumn, nameOf, namesIn } from '../shared/fields/names';
import { toUnits } from '../shared/values/numbers';
import type { OneForEach } from '../shared/operation/forEach';
import type { RecordRules } from '../shared/operation/operations';
import { doesRenew, readUint64, readValidator } from '../shared/validators/validators';
import { readSecond } from '../shared/values/times';
import { daySeconds } from '../shared/values/timeUnits';

const percent = (path: string): Column => ({ ...count(path), unit: 'percent' });

/** Days, rounded down to tenths. */
const toDays = (seconds: number): number => Math.floor((seconds / daySeconds) * 10) / 10;

/** Own and delegated stake together in nAVAX. Undefined if the node does not tell both. */
export function sumStake({ weight, delegatorWeight }: IDataObject): bigint | undefined {
	const [own, delegated] = [readUint64(weight), readUint64(delegatorWeight)];
	return own === undefined || delegated === undefined ? undefined : own + delegated;
}

function countDaysLeft(endTime: unknown): number | undefined {
	const endsAt = readSecond(endTime);
	return endsAt === undefined ? undefined : toDays(Math.max(0, endsAt - Date.now() / 1000));
}

/** The node ID and the user's name for it. */
export const who: Columns = {
	nodeId: 'nodeID',
	name: {
		path: 'nodeID',
		read: (nodeId, _record, values) =>
			typeof nodeId === 'string' ? nameOf(namesIn(values), nodeId) : undefined,
	},
};

/** For lists with a record for each chosen validator. */
export const oneForEachValidator: OneForEach = {
	asked: nodeIdsIn,
	by: 'nodeID',
	as: 'nodeId',
	all: { validatorsFrom: ['all'] },
};

export const nameGroup: RecordRules['named'] = (names, { nodeID }) =>
	groupColumn(names, String(nodeID));

/** How the queried node sees a validator of the Primary Network. */
const seenColumns: Columns = { ...who, connected: truth('connected'), uptime: percent('uptime') };

const stakeColumns: Columns = {
	stake: inAvax('weight'),
	symbol: avaxWith('weight'),
	delegatedStake: inAvax('delegatorWeight'),
	totalStake: {
		...inAvax('weight'),
		read: (_stake, record) => toUnits(sumStake(record)?.toString(), avaxDecimals),
	},
	start: time('startTime'),
	end: time('endTime'),
	daysLeft: { path: 'endTime', read: countDaysLeft },
	potentialReward: inAvax('potentialReward'),
	delegationFee: percent('delegationFee'),
	delegators: count('delegatorCount'),
	renews: {
		path: 'startTime|endTime|weight',
		read: (_found, record) => doesRenew(readValidator(record)),
	},
	txHash: 'txID',
};

/** The addresses of an owner as one text, so that n8n's Summarize can split by it. */
const ownersAt = (path: string): Column => ({
	path: `${path}.addresses`,
	read: (addresses) => {
		const isSaid = Array.isArray(addresses) && addresses.every((one) => typeof one === 'string');
		return isSaid ? addresses.join(', ') || undefined : undefined;
	},
});

/** Who gets what at the end. Fees of delegations can have an owner of their own. */
const payoutColumns: Columns = {
	rewardAddresses: ownersAt('validationRewardOwner'),
	accruedFees: inAvax('accruedDelegateeReward'),
	feeAddresses: ownersAt('delegationRewardOwner'),
};

/** A validator of the Primary Network, as platform.getCurrentValidators reports it. */
export const primaryRules = {
	simplify: { ...seenColumns, ...stakeColumns },
	named: nameGroup,
} satisfies RecordRules;

/** The same, with the uptime that its reward requires, how long it can still be offline, and who gets what. */
export const projectedRules = {
	simplify: {
		...seenColumns,
		requiredUptime: percent('requiredUptime'),
		canBeOfflineHours: count('canBeOfflineHours'),
		...stakeColumns,
		...payoutColumns,
	},
	named: nameGroup,
} satisfies RecordRules;

/** Without a balance, a validator is inactive. Undefined if the node reports none, as for a subnet without an L1. */
export function isActive({ balance }: IDataObject): boolean | undefined {
	const left = readUint64(balance);
	return left === undefined ? undefined : left > 0n;
}

const l1Columns: Columns = {
	...who,
	active: { path: 'balance', read: (_balance, record) => isActive(record) },
	balance: inAvax('balance'),
	symbol: avaxWith('balance'),
	runwayDays: {
		path: 'secondsRemaining',
		read: (seconds) => (typeof seconds === 'number' ? toDays(seconds) : undefined),
	},
	lastsUntil: time('paidUntil'),
	weight: exact('weight'),
	start: time('startTime'),
	subnetId: 'subnetID',
	validationId: 'validationID',
};

/** A validator of an L1, as the P-Chain reports it, with the time until its balance is used up. */
export const l1Rules = { simplify: l1Columns, named: nameGroup } satisfies RecordRules;
