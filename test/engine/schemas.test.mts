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
