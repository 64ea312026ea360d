/** Fields that the lists of validators share. */
import { nodeIds, optional } from '../shared/fields';

export const onlyNodeIds = optional({
	...nodeIds,
	description:
		'Only these validators, separated by commas. Unknown validators are left out. Leave empty for all.',
});
