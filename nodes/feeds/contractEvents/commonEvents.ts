/** Events that many contracts share, for users who know no signatures. */
import { wellKnownEvents } from '../../Evm/wellKnownAbi';
import { choice } from '../../shared/fields/kinds';
import { alphabetically } from '../../shared/start';

export const commonEvent = choice(
	{
		displayName: 'Common Event',
		name: 'commonEvent',
		default: 'ownershipTransferred',
		description: 'The event, whose arguments are decoded',
		noDataExpression: true,
	},
	Object.entries(wellKnownEvents)
		.map(([value, [name, description]]) => ({ name, value, description }))
		.sort((one, other) => alphabetically(one.name, other.name)),
);

/** The signatures of a common event, one per line, as the field for signatures takes them. */
export const signaturesOf = (value: string): string => wellKnownEvents[value].slice(2).join('\n');
