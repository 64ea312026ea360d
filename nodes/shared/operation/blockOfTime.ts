/** Block > Get by Time, for nodes and for the data service: its fields, and the search. */
import { DateTime } from 'luxon';
import type { BlockSearch } from '../chains/blockSearch';
import type { Answer } from '../errors';
import { fieldValue, optional, type Field } from '../fields/fields';
import { InvalidField } from '../fields/invalid';
import { choice } from '../fields/kinds';
import { moment } from '../fields/moments';
import { writeTime } from '../values/times';
import type { Values } from './operations';

const askedTime = moment({
	displayName: 'Time',
	name: 'askedTime',
	notSent: true,
	placeholder: 'e.g. 2026-01-01 00:00:00',
	hint: 'Finds the last block up to this time. Under Additional Fields, choose the first one after it.',
	description:
		"Moment whose block to find. Without a time zone of its own, it is in the workflow's time zone.",
});

const side = choice(
	{
		displayName: 'Find',
		name: 'side',
		default: 'lastUpTo',
		notSent: true,
		description: 'Which block of that time to get',
	},
	[
		{
			name: 'First At or After',
			value: 'firstFrom',
			description: 'The first block that is not older than the time',
		},
		{
			name: 'Last At or Before',
			value: 'lastUpTo',
			description: 'The last block that is not newer than the time',
		},
	],
);

export const blockTimeFields: Field[] = [askedTime, optional(side)];

const timeOf = (values: Values): DateTime => fieldValue(values, askedTime);

/** The entered time as items show it. */
export const writeAskedTime = (values: Values): string | undefined =>
	writeTime(timeOf(values).toSeconds());

/** Refuses a future time: nobody knows the last block before it yet. */
export const checkAskedTime = (values: Values): InvalidField | undefined =>
	checkNotFuture('Time', timeOf(values));

export function checkNotFuture(label: string, time: DateTime): InvalidField | undefined {
	if (time <= DateTime.now()) return undefined;
	return new InvalidField(
		`${label} is in the future`,
		undefined,
		`${label} is ${time.toFormat('yyyy-MM-dd HH:mm')}. Check its year and month: no block is of that time yet.`,
	);
}

/** The block's number; undefined if the chain has none on that side of the time. */
export async function findBlock(
	search: BlockSearch,
	values: Values,
): Promise<Answer<number | undefined>> {
	const seconds = timeOf(values).toSeconds();
	return values.side === 'firstFrom'
		? await search.firstFrom(seconds)
		: await search.lastUpTo(seconds);
}
