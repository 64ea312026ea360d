/** Descriptions of the fields of this node's items. nodes/shared/returns.mts explains the form. */
import type { Returns } from '../shared/returns.mts';

export const returns: Returns = {
	name: 'Name that you gave the validator, if any',
	accruedFees:
		'Delegation fees so far, which the validator gets at the end of its validation, in AVAX',
	at: 'When the validators were read, in UTC',
	balance: 'Balance that pays the fee of an L1 validator, in AVAX',
	disconnected: 'Number of validators without a connection',
	feeAddresses: 'P-Chain addresses that get the delegation fees, with commas between several',
	'groups.group': 'Group of these validators; null for those without',
	groups: 'Totals of each group of your names; only if a name has one',
	endingSoon: 'Number of validators whose validation ends soon',
	lowUptime: 'Number of validators whose uptime is too low',
	needAttention: 'Number of validators that need attention',
	notValidator: 'Number of node IDs that do not validate',
	lastsUntil: 'When the balance is used up, in UTC',
	rewardAddresses: 'P-Chain addresses that get the reward, with commas between several',
	runwayDays: 'Days that the balance lasts, rounded down to a tenth',
	network: 'Network: mainnet, fuji, or another one by its ID',
	txHash: 'ID of the transaction that started the validation',
	validators: 'Number of current validators',
};
