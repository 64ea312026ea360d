/** Parameters of a list of rewards that leave none out. */
export const everyReward = {
	validatorsFrom: 'lines',
	rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'],
	period: 'allTime',
};
