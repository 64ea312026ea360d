import { DateTime } from 'luxon';
import { password } from '../../nodes/EvmAdvanced/fields/ownNode.ts';
import { plainNumber } from '../../nodes/Evm/fields/quantities.ts';
import { choice, choices, integer } from '../../nodes/shared/fields/kinds.ts';
import { encodeField } from '../../nodes/shared/fields/fields.ts';
import { InvalidField } from '../../nodes/shared/fields/invalid.ts';
import { timestamp } from '../../nodes/shared/fields/moments.ts';
import { nodeIds } from '../../nodes/shared/fields/listFields.ts';
import { chain } from '../../nodes/shared/chains/fields.ts';
import { returnField } from '../../nodes/shared/report/returned.ts';
import { heartbeatProperties } from '../../nodes/Trigger/heartbeat/settings.ts';
import { louderMinutes } from '../../nodes/Trigger/watch/options.ts';

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

test.each([
	[2026, '2026 is a year', 'Enter a date, such as 2026-01-01.'],
	['2026', '2026 is a year', 'Enter a date, such as 2026-01-01.'],
	[' 1999 ', '1999 is a year', 'Enter a date, such as 1999-01-01.'],
	['202606', '202606 is a month', 'Enter a date, such as 2026-06-01.'],
	[1767225600000, '1767225600000 is in milliseconds', 'Enter UNIX seconds, such as 1767225600.'],
	['1767225600123', '1767225600123 is in milliseconds', 'Enter UNIX seconds, such as 1767225600.'],
	[20260601, 'must have hyphens in its date, as in ', 'Enter 2026-06-01.'],
	['20261399', 'must have hyphens in its date', undefined],
	['01.10.2026', 'must begin with the year', 'Enter 2026-10-01.'],
	['10/11/2026', 'must begin with the year', 'Enter 2026-11-10 or 2026-10-11.'],
	['10/31/2026', 'must begin with the year', 'Enter 2026-10-31.'],
	['31-10-2026', 'must begin with the year', 'Enter 2026-10-31.'],
	['10/10/2026', 'must begin with the year', 'Enter 2026-10-10.'],
	['31.13.2026', 'must begin with the year', undefined],
])('%p is refused: %s', (entered, words, advice) => {
	const refusal = () => time.encode(entered, context);
	expect(refusal).toThrow(words);
	if (advice) expect(refusal).toThrow(expect.objectContaining({ description: advice }));
});

test('a number of a spreadsheet is told apart from seconds', () => {
	expect(() => time.encode('45658', context)).toThrow(
		expect.objectContaining({ description: 'Enter a date. This one can be 2025-01-01.' }),
	);
});

test.each([1, '12', 15000, '2026001', 99_999_999, '202613', 2026.5])(
	'the number %p is no time that anybody means',
	(entered) => {
		expect(() => time.encode(entered, context)).toThrow(
			`must be a date, with or without a time, or UNIX seconds, not "${entered}"`,
		);
	},
);

test('seconds count from March 1973 on, and a date may be older', () => {
	expect(time.encode(100_000_000, context)).toBe(100_000_000);
	expect(time.encode('1970-01-01T00:00:00Z', context)).toBe(0);
	expect(time.encode(0, context)).toBe(0);
});

test('node IDs come from text with commas or from a list, each once', () => {
	expect(nodeIds.encode(` ${nodeId}, ${nodeId},`, context)).toEqual([nodeId]);
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
	for (const value of [0, 101, 1.5, '1.5', 'x', true, null, Number.NaN])
		expect(() => count.encode(value, context)).toThrow('from 1 to 100');
	expect(() => count.encode([], context)).toThrow('gave a list');
});

test.each([
	['oneOfEach', 'the value of One of Each is each, not "oneOfEach"'],
	['NONE', 'write none, not "NONE"'],
])('the wording of an entry is no value: %s', (entered, fault) => {
	const options = [
		{ name: 'None', value: 'none' },
		{ name: 'One of Each', value: 'each' },
	];
	const field = choice({ displayName: 'Test Event', name: 'testEvent' }, options);
	expect(() => encodeField(field, entered, context)).toThrow(fault);
});

test('several choices come from a list or text, and only from the list', () => {
	const types = choices({ displayName: 'Types', name: 'types' }, ['BaseTx', 'ExportTx']);
	expect(types.encode('BaseTx, ExportTx', context)).toEqual(['BaseTx', 'ExportTx']);
	expect(() => types.encode(['BaseTx', 'FooTx'], context)).toThrow('"FooTx"');
	expect(() => types.encode(['BaseTx', undefined], context)).toThrow('must be a list of');
});

test('several choices are named as the dialog names them, with the values that an expression gives', () => {
	const report = returnField('validator');
	const refusal = (entered: unknown) => () => report.encode(entered, context);
	expect(report.encode(['csv', 'Items Without Total', 'page'], context)).toEqual([
		'csv',
		'rows',
		'page',
	]);
	expect(report.encode('CSV, Items Without Total', context)).toEqual(['csv', 'rows']);
	expect(refusal(['csv', 'sums'])).toThrow(/Items Without Total \(rows\).*"sums" is not one/);
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

test("n8n's editor keeps a number below the minimum, so that its rule can refuse it", () => {
	const [heartbeatMinutes] = heartbeatProperties;
	for (const { typeOptions } of [heartbeatMinutes!, louderMinutes])
		expect(typeOptions).not.toHaveProperty('minValue');
	expect(() => louderMinutes.encode(5, context)).toThrow('must be a whole number from 10 to 10080');
});
