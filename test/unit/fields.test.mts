import { DateTime } from 'luxon';
import { password } from '../../nodes/EvmAdvanced/fields/ownNode.ts';
import { plainNumber } from '../../nodes/Evm/fields/quantities.ts';
import {
	choices,
	encodeField,
	InvalidField,
	integer,
	nodeIds,
	timestamp,
} from '../../nodes/shared/fields.ts';
import { chain } from '../../nodes/shared/chains.ts';

const context = { timezone: 'America/New_York' };
const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const time = timestamp({ displayName: 'Time', name: 'time' });

test.each([
	['2024-01-01T00:00:00', 1704085200, 'a time without a zone is in the time zone of the workflow'],
	['2024-01-01T00:00:00Z', 1704067200, 'a time with a zone is not'],
	[1704067200, 1704067200, 'UNIX seconds'],
	['1704067200', 1704067200, 'UNIX seconds as text'],
	[DateTime.fromSeconds(1704067200), 1704067200, 'what $now gives'],
	[new Date(1704067200_000), 1704067200, 'a date'],
])('the time %s is %d: %s', (entered, seconds, _why) => {
	expect(time.encode(entered, context)).toBe(seconds);
});

test.each(['tomorrow', -1, '-5', 1704067200_000_000, {}, true, Number.NaN])(
	'%p is no time',
	(entered) => {
		expect(() => time.encode(entered, context)).toThrow(InvalidField);
	},
);

test('node IDs come from text with commas or from a list', () => {
	expect(nodeIds.encode(` ${nodeId}, ${nodeId},`, context)).toEqual([nodeId, nodeId]);
	expect(nodeIds.encode([nodeId], context)).toEqual([nodeId]);
	expect(() => nodeIds.encode(`${nodeId},foo`, context)).toThrow('"foo"');
	expect(() => nodeIds.encode([nodeId, {}], context)).toThrow(InvalidField);
});

test.each(['../info', 'a/b', '..', '.', 'C?x=1', 'C#', 'C%2F', '', 'a b/c'])(
	'%p is no chain',
	(entered) => {
		expect(() => chain.encode(entered, context)).toThrow(InvalidField);
	},
);

test('whole numbers stay within their bounds', () => {
	const count = integer({ displayName: 'Count', name: 'count' }, 1, 100);
	expect([1, '100', ' 7 '].map((value) => count.encode(value, context))).toEqual([1, 100, 7]);
	for (const value of [0, 101, 1.5, '1.5', 'x', true, null, [], Number.NaN])
		expect(() => count.encode(value, context)).toThrow('from 1 to 100');
});

test('several choices come from a list or text, and only from the list', () => {
	const types = choices({ displayName: 'Types', name: 'types' }, ['BaseTx', 'ExportTx']);
	expect(types.encode('BaseTx, ExportTx', context)).toEqual(['BaseTx', 'ExportTx']);
	expect(() => types.encode(['BaseTx', 'FooTx'], context)).toThrow('"FooTx"');
	expect(() => types.encode(['BaseTx', undefined], context)).toThrow('must be a list of');
});

test('only an empty text is no password', () => {
	expect(encodeField(password, '  ', context)).toBe('  ');
	expect(() => encodeField(password, '', context)).toThrow('Fill in Password');
	expect(() => encodeField(chain, '  ', context)).toThrow('Fill in Chain');
});

test('a number is entered in decimal or hexadecimal, and exact where it goes out as a number', () => {
	const index = plainNumber('index', 'Index', 'Place');
	const entered = ['0x10', '16', 16, '0x1fffffffffffff', '9007199254740991'];
	const most = Number.MAX_SAFE_INTEGER;
	expect(entered.map((value) => index.encode(value, context))).toEqual([16, 16, 16, most, most]);
	for (const value of ['0x20000000000000', '9007199254740992', '-1', '0x', 1.5, ''])
		expect(() => index.encode(value, context)).toThrow(InvalidField);
});
