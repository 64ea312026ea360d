/** Parameters of a list of rewards that leave none out. */
export const everyReward = {
	validatorsFrom: 'lines',
	rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'],
	period: 'allTime',
};

/** The choices of Return of a reward report that go together. */
export const everyReturn = [
	'items',
	'csv',
	'detailCsv',
	'koinly',
	'coinTracking',
	'page',
	'pageFile',
	'chart',
];
