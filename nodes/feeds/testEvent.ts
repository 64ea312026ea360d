/** The option Test Event, which chooses the samples of a test run in the editor. */
import { optional, type Field } from '../shared/fields/fields';
import { choice } from '../shared/fields/kinds';

/** The samples of a test run: the newest records, missing history, records in doubt or taken back, or one of each. */
export type TestRecord =
	| 'newest'
	| 'gap'
	| 'notDecoded'
	| 'amountUnknown'
	| 'timeDoubtful'
	| 'removed'
	| 'unreadable'
	| 'behind'
	| 'heartbeat'
	| 'each';

const kinds: Record<TestRecord, { name: string; description: string }> = {
	amountUnknown: {
		name: 'Amount Unknown',
		description: 'Nobody knows whether the amount reaches Minimum Amount',
	},
	behind: { name: 'Behind', description: 'The feed is behind, and it has caught up' },
	gap: { name: 'Gap', description: 'History that is missing' },
	heartbeat: { name: 'Heartbeat', description: 'A heartbeat, and that nobody looked' },
	newest: { name: 'Newest Events', description: 'What came last' },
	notDecoded: { name: 'Not Decoded', description: 'An event that does not fit its declaration' },
	each: { name: 'One of Each', description: 'The newest events, and all other kinds' },
	removed: { name: 'Taken Back', description: 'An event that another EVM server takes back' },
	unreadable: { name: 'Unreadable Record', description: 'A record that cannot be read' },
	timeDoubtful: { name: 'Time in Doubt', description: 'The service gives a time in the future' },
};

/** The option with the kinds that an event offers. `newest` describes the default. */
export const testEventOf = (
	offered: TestRecord[],
	newest = kinds.newest,
): Field<TestRecord | undefined> =>
	optional(
		choice(
			{
				displayName: 'Test Event',
				name: 'testEvent',
				default: 'newest',
				description:
					'What a test run shows, to try what follows. A published workflow ignores this.',
			},
			(Object.keys(kinds) as TestRecord[])
				.filter((kind) => offered.includes(kind))
				.map((value) => ({ ...(value === 'newest' ? newest : kinds[value]), value })),
		),
	);

/** The option with all kinds, for reading it whichever of them an event offers. */
export const feedTestEvent = testEventOf(Object.keys(kinds) as TestRecord[]);
