/** Texts of a hundred thousand characters, as an expression may give: each field refuses or takes them without a long halt. */
import { listRows } from '../../tools/groups.mts';
import { encodeField, type Field } from '../../nodes/shared/fields/fields.ts';

const length = 100_000;
const fill = (text: string): string => text.repeat(Math.ceil(length / text.length));

/** What a pattern may begin again and again: each of these once took seconds, or is of the same kind. */
const texts: Record<string, string> = {
	letters: fill('A'),
	'letters and spaces': fill('A '),
	'spaces between letters': `a${fill(' ')}a`,
	'other spaces between letters': `a${fill('\u00a0')}b`,
	'invisible characters': fill('\u200b'),
	digits: fill('1'),
	'digits of a quantity': `0x${fill('0')}`,
	commas: fill(', '),
	'equals signs': fill('= '),
	'lines with names': fill('a = b\n'),
	'entries with names on one line': fill('0x1 = a, '),
	'names behind commas': fill('0x1,a\n'),
	brackets: fill('['),
	parentheses: fill('('),
	'quotation marks': fill('"'),
	URLs: fill('https://x/'),
	hosts: fill('a.'),
	slashes: fill('/a'),
	hyphens: fill('-'),
	tabs: fill('a\t'),
	'empty lines': fill('\n'),
	emoji: fill('\u{1f600}'),
	'node IDs': fill('NodeID-'),
	addresses: fill('P-avax1'),
	times: fill('2026-01-01T'),
	'a JSON list': `[${fill('1,')}1]`,
	types: `f(${fill('uint256,')}uint256)`,
};

/** Each way of reading once: many rows share one field. */
const fields = new Map<string, [name: string, field: Field]>();
for (const { description, resource, operation, fields: own } of listRows())
	for (const field of own)
		fields.set(`${field.encode} ${field.type} ${field.rule}`, [
			`${field.displayName} of ${description.displayName}, ${resource} ${operation}`,
			field,
		]);

test.each([...fields.values()])('%s', (_name, field) => {
	for (const text of Object.values(texts)) {
		try {
			encodeField(field, text, { timezone: 'UTC' });
		} catch (error) {
			const { message, description } = error as Error & { description?: string };
			expect(`${message} ${description}`.length).toBeLessThan(2000);
		}
	}
});
