/** Names for validators and addresses, as users enter them, and what they are told where something is wrong. */
import { encodeField } from '../../nodes/shared/fields/fields.ts';
import { InvalidField } from '../../nodes/shared/fields/invalid.ts';
import { groupOf, nameOf, names, type Names } from '../../nodes/shared/fields/names.ts';

const [one, two] = [
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ',
];
const evm = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const pChain = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const read = (value: unknown) => encodeField(names, value, { timezone: 'UTC' }) as Names;

const both = { [one]: { name: 'Frankfurt-1' }, [two]: { name: 'Zurich 2' } };

test('a name in quotes loses them, as in a CSV file', () => {
	expect(read(`${one} = "USDC, the token"`)).toEqual({ [one]: { name: 'USDC, the token' } });
	expect(read(`${one} = The "big" one`)).toEqual({ [one]: { name: 'The "big" one' } });
});

test.each<[string, unknown]>([
	['lines', `${one} = Frankfurt-1\n${two}=Zurich 2`],
	[
		'lines of Windows, with empty ones and spaces',
		`\r\n  ${one}   =  Frankfurt-1 \r\n\r\n${two} = Zurich  2\r\n`,
	],
	['a list of lines', [`${one} = Frankfurt-1`, `${two} = Zurich 2`]],
	[
		'rows of a Data Table',
		[
			{ id: 1, createdAt: '2026-11-21T00:00:00Z', nodeId: one, name: 'Frankfurt-1' },
			{ id: 2, createdAt: '2026-11-21T00:00:00Z', nodeId: two, name: 'Zurich 2' },
		],
	],
	[
		'items of n8n, with other names for the fields',
		[
			{ json: { validator: one, 'Display Name': 'Frankfurt-1' } },
			{ json: { subnetName: 'Demo', name: 'Zurich 2', node: ` ${two} ` } },
		],
	],
	['an object of names by ID', { [one]: 'Frankfurt-1', [two]: 'Zurich 2' }],
])('%s', (_what, value) => {
	expect(read(value)).toEqual(both);
});

test('lines for people alone hold no ID, and bullets are no part of one', () => {
	expect(read(`# my = nodes\n- ${one} = Frankfurt-1\n// more\n 2) ${two} = Zurich 2`)).toEqual(
		both,
	);
});

test('one row alone; numbers are names, and a name may hold an equals sign', () => {
	expect(read({ nodeId: one, name: 7 })).toEqual({ [one]: { name: '7' } });
	expect(read(`${one} = a=b`)).toEqual({ [one]: { name: 'a=b' } });
});

test.each([
	['nothing', ''],
	['empty lines', ' \n '],
	['no rows', []],
])('%s names nobody', (_what, value) => {
	expect(read(value)).toBeUndefined();
});

test('a name may have joined emoji and letters of any script', () => {
	const given = { [one]: 'Zürich 👨‍👩‍👧', [two]: 'می‌خواهم' };
	expect(read(given)).toEqual({ [one]: { name: given[one] }, [two]: { name: given[two] } });
});

test('addresses are found in any of their forms', () => {
	const given = read(`${evm} = Treasury\n${pChain} = Treasury\n${one} = Frankfurt-1`);
	expect(nameOf(given, evm.toLowerCase())).toBe('Treasury');
	expect(nameOf(given, evm)).toBe('Treasury');
	expect(nameOf(given, pChain)).toBe('Treasury');
	expect(nameOf(given, pChain.slice(2))).toBe('Treasury');
	expect(nameOf(given, one)).toBe('Frankfurt-1');
	expect(nameOf(given, two)).toBeUndefined();
	expect(nameOf(given, 'constructor')).toBeUndefined();
	expect(nameOf(undefined, one)).toBeUndefined();
});

test.each([
	['joined by commas', `${one} = A [fra], ${evm} = B & Co`],
	['joined by semicolons', `${one}=A [fra];${evm}=B & Co;`],
	['of a CSV file', `${one},A [fra]\n"${evm}","B & Co"`],
	['of a CSV file with empty columns', `${one}, A [fra],\r\n${evm}, B & Co,,`],
	['of a spreadsheet', `${one}\tA [fra]\n${evm}\tB & Co`],
])('names and groups %s', (_what, value) => {
	expect(read(value)).toEqual({
		[one]: { name: 'A', group: 'fra' },
		[evm.toLowerCase()]: { name: 'B & Co' },
	});
});

test.each(['8db97C7c', 'someone.eth', evm.slice(0, 20), `${evm}0`])(
	'what is meant as an address is no name behind a comma: %s',
	(meant) => expect(() => read(`${one},${meant}`)).toThrow(InvalidField),
);

test('a name may have commas, behind "=" or in quotation marks', () => {
	expect(read(`${one} = A, Inc.`)).toEqual({ [one]: { name: 'A, Inc.' } });
	expect(read(`${one},"A, Inc."`)).toEqual({ [one]: { name: 'A, Inc.' } });
	const both = { [one]: { name: 'A, Inc.' }, [two]: { name: 'B' } };
	expect(read(`${one} = A, Inc., ${two} = B`)).toEqual(both);
});

test('a row with a node ID and an address names both', () => {
	expect(read([{ nodeId: one, rewards: pChain, name: 'Frankfurt-1' }])).toEqual({
		[one]: { name: 'Frankfurt-1' },
		[pChain.slice(2)]: { name: 'Frankfurt-1' },
	});
});

describe('groups [U56]', () => {
	const grouped = {
		[one]: { name: 'Frankfurt-1', group: 'fra' },
		[two]: { name: 'Zurich 2', group: 'Zurich 2nd floor' },
	};

	test.each<[string, unknown]>([
		['lines', `${one} = Frankfurt-1 [fra]\n${two}=Zurich  2[ Zurich  2nd floor ]`],
		[
			'rows with a field group',
			[
				{ nodeId: one, name: 'Frankfurt-1', group: 'fra' },
				{ json: { nodeId: two, label: 'Zurich 2', Group: 'Zurich 2nd floor' } },
			],
		],
		[
			'rows with a group behind the name, and an empty field',
			[
				{ nodeId: one, name: 'Frankfurt-1 [fra]', group: '' },
				{ nodeId: two, name: 'Zurich 2 [Zurich 2nd floor]', group: null },
			],
		],
		[
			'an object of names by ID',
			{
				[one]: 'Frankfurt-1 [fra]',
				[two]: { name: 'Zurich 2', group: 'Zurich 2nd floor' },
			},
		],
	])('%s', (_what, value) => {
		expect(read(value)).toEqual(grouped);
	});

	test('without a name, and of an address in any of its forms', () => {
		const given = read([{ address: evm, group: 'cold' }, `${pChain} = [rewards]`]);
		expect(groupOf(given, evm.toLowerCase())).toBe('cold');
		expect(groupOf(given, pChain.slice(2))).toBe('rewards');
		expect(nameOf(given, evm)).toBeUndefined();
		expect(groupOf(given, one)).toBeUndefined();
	});

	test('brackets that do not end the name are a part of it', () => {
		expect(read(`${one} = [EU] Frankfurt`)).toEqual({ [one]: { name: '[EU] Frankfurt' } });
		expect(read(`${one} = A [b] [c]`)).toEqual({ [one]: { name: 'A [b]', group: 'c' } });
	});
});

function tryRead(value: unknown): unknown {
	try {
		return read(value);
	} catch (error) {
		if (!(error instanceof InvalidField)) throw error;
		const { message, description } = error as InvalidField;
		return [message, description].filter(Boolean).join(': ');
	}
}

/** The words of a refusal, whether they stand in its line, below it or in both, but never twice. */
const wordsOf = (text: string): string =>
	text
		.replace(/^(?:Check )?Names:? (?:has )?/, '')
		.replace(/(?:: This is|, not|:) (?="[^"]*"\.?$)/, ' | ')
		.replace(/\.$/, '')
		.toLowerCase();

test.each<[string, unknown, string]>([
	[
		'no equals sign',
		`${one} = A\n\n${two} Zurich`,
		`Names: a name needs "=" before it in line 3: Enter ${two} = Zurich`,
	],
	['a colon', `Zurich: ${two}`, `Names: the node ID comes first in line 1: Enter ${two} = Zurich`],
	['a name alone', 'Zurich', 'Names must have "ID = name" in line 1, not "Zurich"'],
	['no ID', 'Frankfurt-1 = A', 'Names has no valid node ID or address in line 1: "Frankfurt-1"'],
	[
		'a mistyped ID',
		`${one.slice(0, -1)}h = A`,
		`Check Names, line 1: the checksum does not match ("${one.slice(0, 17)}..."): A character is missing or wrong. Copy the value again. You entered "${one.slice(0, -1)}h"`,
	],
	// A date is such an object too.
	[
		'an object without entries',
		{},
		'Names must be lines "ID = name" or "ID = name [group]", a list of rows with an ID and a name, or an object of names by ID, not "{}"',
	],
	['no name', `${one} =`, 'Names has no name in line 1'],
	[
		'an ID behind the name',
		`Frankfurt-1 = ${one}`,
		`Names: the node ID comes first in line 1: Enter ${one} = Frankfurt-1`,
	],
	[
		'an ID behind the name and its group, as another line has it',
		`${two} = B\n Frankfurt-1 [fra]=<${one}>`,
		`Names: the node ID comes first in line 2: Enter ${one} = Frankfurt-1 [fra]`,
	],
	[
		'two IDs of one line',
		`${one} = A ${two} = B`,
		`Names has two node IDs in line 1: give each with a name a line of its own: Enter ${one} = A and below it ${two} = B`,
	],
	[
		'a node ID without a name behind a comma',
		`${one} = A, Inc., ${two}`,
		`Names must have "ID = name" in entry 2 of line 1, not "${two}"`,
	],
	[
		'a mistyped ID among several of one line',
		`${one} = A, ${two.slice(0, -1)}h = B`,
		`Check Names, entry 2 of line 1: the checksum does not match ("${two.slice(0, 17)}..."): A character is missing or wrong. Copy the value again. You entered "${two.slice(0, -1)}h"`,
	],
	[
		'an ID behind #',
		`${one} = A\n# ${two} = B`,
		'Names: a node ID stands behind # in line 2: Remove the # to use this line, or remove the line',
	],
	...['A [fra', 'A fra]', 'A ] [fra'].map((name): [string, unknown, string] => [
		`a group with one bracket: ${name}`,
		`${one} = ${name}`,
		`Names must have both brackets around a group in line 1, as in "Frankfurt-1 [fra]", not "${name}"`,
	]),
	['an empty group', `${one} = A [ ]`, 'Names has an empty group in line 1'],
	['a group that nobody sees', `${one} = A [\u200d]`, 'Names has an empty group in line 1'],
	[
		'a group that is no text',
		[{ nodeId: one, name: 'A', group: { a: 1 } }],
		'Names has an empty group in row 1',
	],
	[
		'a long group',
		`${one} = A [${'b'.repeat(61)}]`,
		`Names must have a group of at most 60 characters in line 1, not "${'b'.repeat(61)}"`,
	],
	[
		'a group with what turns text',
		`${one} = A [fr\u202ea]`,
		'Names must have a group without invisible characters in line 1: enter the group again by hand',
	],
	...['a, b', '<!here>', '@all', '*a*', 'a]b', '`a`', 'a|b'].map(
		(group): [string, unknown, string] => [
			`a group that separates or marks up: ${group}`,
			[{ nodeId: one, name: 'A', group }],
			`Names has a group with "${/[,<@*\]`|]/.exec(group)![0]}" in row 1: "${group.replace('<', '‹').replace('>', '›')}": A group has none of , ; = [ ] > < @ * \` ~ | \\ in its name. Give each validator one group.`,
		],
	),
	[
		'two groups of one',
		[{ nodeId: one, name: 'A [fra]', group: 'zrh' }],
		'Names has two groups in row 1: one behind the name, and one beside it',
	],
	[
		'a name twice, in two groups',
		`${one} = A [fra]\n${two} = A [zrh]`,
		'Names: "A" stands twice: in line 1 and in line 2',
	],
	[
		'an ID twice',
		`${one} = A\n${two} = B\n${one} = C`,
		`Names: "${one}" stands twice: in line 1 ("A") and in line 3 ("C")`,
	],
	['a name twice', `${one} = A\n${two} = A`, 'Names: "A" stands twice: in line 1 and in line 2'],
	[
		'a name twice, in two letter cases',
		`${one} = Frankfurt-1\n${two} = frankfurt-1`,
		'Names: "Frankfurt-1" in line 1 and "frankfurt-1" in line 2 are the same name',
	],
	[
		'an address twice, in two forms',
		`${evm} = A\n${evm.toLowerCase()} = B`,
		`Names: "${evm}" in line 1 ("A") and "${evm.toLowerCase()}" in line 2 ("B") are the same address`,
	],
	[
		'a long name',
		`${one} = ${'A'.repeat(61)}`,
		`Names must have a name of at most 60 characters in line 1, not "${'A'.repeat(61)}"`,
	],
	[
		'a name that differs by what nobody sees',
		`${one} = A\n${two} = A\u{fe0f}`,
		'Names: "A\u{fe0f}" stands twice: in line 1 and in line 2',
	],
	[
		'a name that differs by a joiner',
		`${one} = A\n${two} = A\u200d`,
		'Names: "A\u200d" stands twice: in line 1 and in line 2',
	],
	[
		'a name of another form of the same letters',
		`${one} = Zürich\n${two} = Zu\u0308rich`,
		'Names: "Zu\u0308rich" stands twice: in line 1 and in line 2',
	],
	['a name that nobody sees', `${one} = \u200d\ufe0f`, 'Names has no name in line 1'],
	...['\u202e', '\u200e', '\u2066', '\u200b', '\u2060', '\u00ad'].map(
		(mark): [string, unknown, string] => [
			`a name with U+${mark.charCodeAt(0).toString(16)}`,
			`${one} = Frank${mark}furt`,
			'Names must have a name without invisible characters in line 1: enter the name again by hand',
		],
	),
	[
		'a row without an ID',
		[{ nodeId: one, name: 'A' }, { name: 'B' }],
		'Names has no node ID or address in row 2',
	],
	['a row without a name', [{ nodeId: one, city: 'Zurich' }], 'Names has no name in row 1'],
	[
		'a row that is none',
		[{ nodeId: one, name: 'A' }, 7],
		'Names must have an object in row 2, not "7"',
	],
	[
		'an entry that is no ID',
		{ [one]: 'A', Zurich: 'B' },
		'Names has no valid node ID or address in entry "Zurich": "Zurich"',
	],
	[
		'a row without an ID',
		[{ balance: 5, price: 2 }],
		'Names: no node ID or address in row 1: Its fields are "balance", "price", and none holds one. Let the expression return rows with one.',
	],
	[
		'a list of rows as text that is cut off',
		`[{"id":"${one}","name":"A"}`,
		'Names: this is JSON as text: Enter one "ID = name" per line. Or use an expression that returns the object or the list itself.',
	],
	[
		'a number',
		7,
		'Names must be lines "ID = name" or "ID = name [group]", a list of rows with an ID and a name, or an object of names by ID, not "7"',
	],
])('%s is refused', (_what, value, message) => {
	const advice = /: (remove one of the two|give each validator a name of its own.*)$/;
	const example = /[:.] Example: NodeID-\w+ = Frankfurt-1\.$/;
	const said = wordsOf(String(tryRead(value)).replace(example, '')).replace(advice, '');
	const [, given, rule] =
		/^(?:check names, [^:]*: )?it cannot be ("[^"]*"): names (.*)$/s.exec(said) ?? [];
	expect(rule ? `${rule} | ${given}` : said.replace(/^it must /, 'must ')).toBe(wordsOf(message));
});
