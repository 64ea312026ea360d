/**
 * What n8n shows of items before a first run, as n8n itself finds it in the built package. That these are the fields
 * that come is held where the operations and events run: in golden.test.mts and goldenEvents.test.mts.
 */
import { listRows } from '../../tools/groups.mts';
import { makeSchemas, withoutFields } from '../../tools/schemas.mts';
import { useEngine } from '../support/useEngine.mts';

const engine = useEngine();
const rows = listRows();
const readers = ['editor', 'builder'] as const;

test.each(readers)('the %s finds fields of each operation', (reader) => {
	if (!engine.isRecent) return;
	const without = rows
		.filter(({ description: { name }, ...at }) => {
			const { properties = {}, additionalProperties } = engine.findSchema(name, reader, at) ?? {};
			return !additionalProperties && !Object.keys(properties as object).length;
		})
		.map(({ resource, operation }) => `${resource} ${operation}`);
	expect(without).toEqual(Object.keys(withoutFields));
});

test.each(readers)('the %s finds the fields of all events of the trigger', (reader) => {
	if (!engine.isRecent) return;
	expect(engine.findSchema('avalancheTrigger', reader)).toMatchObject({
		type: 'object',
		properties: { event: { type: 'string' }, nodeId: {}, amount: {}, txHash: {} },
	});
});

test('every field has words, and all words have a field', () => {
	expect(makeSchemas().problems).toEqual([]);
});

/** What a meaning is called in all simplified items: its words in the documentation, and the names that it never has. */
const oneName: Array<[meaning: string, words: RegExp, name: RegExp, never: RegExp]> = [
	[
		'a transaction',
		/^(Hash|ID|Hash or ID) of the (transaction|staking)\b/i,
		/^txHash$|TxHash$/,
		/^(transactionHash|txI[dD])$/,
	],
	["a person's name for an address", /^Your name for (the|an) address$/i, /^addressName$/, /^$/],
];

/** The fields of a schema with their words, at any depth, and what stands beside them. */
function* listFields(
	schema: any,
	at: string,
): Generator<{ at: string; name: string; words: string; beside: string[] }> {
	const { properties = {}, items, additionalProperties } = schema;
	const beside = Object.keys(properties);
	for (const [name, part] of Object.entries<any>(properties)) {
		yield { at: `${at} ${name}`, name, words: part.description ?? '', beside };
		yield* listFields(part, `${at} ${name}`);
	}
	for (const part of [items, additionalProperties])
		if (typeof part === 'object') yield* listFields(part, at);
}

describe('one thing has one name in the items of all operations and events', () => {
	const fields = makeSchemas().files.flatMap(({ path, schema }) => [...listFields(schema, path)]);

	test.each(oneName)('%s', (_meaning, words, name, never) => {
		const meant = fields.filter((field) => words.test(field.words));
		expect(meant).not.toEqual([]);
		expect(meant.filter((field) => !name.test(field.name)).map(({ at }) => at)).toEqual([]);
		expect(fields.filter((field) => never.test(field.name)).map(({ at }) => at)).toEqual([]);
	});

	test('a name beside an address alone is that of a token', () => {
		const own = fields.filter(
			({ name, words, beside }) =>
				name === 'name' &&
				beside.includes('address') &&
				!beside.includes('nodeId') &&
				!/token|NFT|collectible/i.test(words),
		);
		expect(own.map(({ at, words }) => `${at}: ${words}`)).toEqual([]);
	});
});

test('the schemas use only what the editor can show', () => {
	const keys = new Set<string>();
	const collect = (schema: object): void => {
		for (const [key, value] of Object.entries(schema)) {
			keys.add(key);
			if (key === 'properties') Object.values(value as object).forEach(collect);
			else if (['items', 'additionalProperties'].includes(key)) collect(value as object);
		}
	};
	const { files } = makeSchemas();
	for (const { schema } of files) collect(schema);
	const known = ['additionalProperties', 'description', 'items', 'properties', 'type'];
	expect([...keys].sort()).toEqual(known);
});
