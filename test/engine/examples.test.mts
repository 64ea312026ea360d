/** What the editor shows as an example is accepted: each placeholder, each preset, and Call Any's in the mock network. */
import { listRows, makeExample, type Row, toParameters, whatShows } from '../../tools/groups.mts';
import { credentialsFor } from '../support/engine.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const readPlaceholder = (placeholder = '') => /^e\.g\. (.*)$/s.exec(placeholder)?.[1];

/** Nothing listens there: what gets that far was accepted. */
const nowhere = credentialsFor('http://127.0.0.1:9');

const rows = listRows().filter(({ isOffline }) => !isOffline);
/** One place where a placeholder stands: a field of an operation, or a part of such a field. */
const places = rows.flatMap((at) =>
	at.fields.flatMap((field): Array<[name: string, at: Row, entered: Record<string, unknown>]> => {
		const name = `${at.description.displayName}: ${at.resource} ${at.operation}, ${field.name}`;
		const { entered } = makeExample(at, whatShows(field));
		const own = readPlaceholder(field.placeholder);
		const parts = (field.type === 'collection' ? (field.options ?? []) : []) as Array<{
			name: string;
			placeholder?: string;
		}>;
		return [
			...(own === undefined
				? []
				: [
						[name, at, { ...entered, [field.name]: own }] as [string, Row, Record<string, unknown>],
					]),
			...parts.flatMap((part): Array<[string, Row, Record<string, unknown>]> => {
				const shown = readPlaceholder(part.placeholder);
				return shown === undefined
					? []
					: [[`${name}.${part.name}`, at, { ...entered, [field.name]: { [part.name]: shown } }]];
			}),
		];
	}),
);

test('there are examples to try', () => {
	expect(places.length).toBeGreaterThan(300);
});

/** Placeholders that go together with another field than the example of the operation has. */
const together: Record<string, Record<string, unknown>> = {
	startAddress: { startUtxo: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD' },
	startUtxo: { startAddress: 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
};

test('each placeholder of each field of each operation is accepted', async () => {
	const refused: string[] = [];
	const tried = new Set<string>();
	for (const [name, at, entered] of places) {
		// The same placeholder in the same field is the same question.
		const field = name.slice(name.lastIndexOf(', ') + 2);
		const key = `${at.description.name} ${field} ${JSON.stringify(entered[field])} ${at.row.check ? name : ''}`;
		if (tried.has(key)) continue;
		tried.add(key);
		const values = {
			...entered,
			...together[field],
			...('timeLimit' in entered && { timeLimit: 1 }),
		};
		const { error } = await engine.runNode(
			at.description.name,
			{ ...toParameters(at, values), options: { retries: 0 } },
			{ credentials: nowhere },
		);
		if (!error || !/could not be reached|was not accepted within/.test(error.message))
			refused.push(`${name}: ${error?.message}`);
	}
	expect(refused).toEqual([]);
});

test.each([
	['avalancheEvm', 'method', 'call', { chain: 'C' }],
	['avalancheData', 'endpoint', 'call', {}],
])(
	'the example of Call Any in %s runs in the mock network',
	async (type, resource, operation, more) => {
		const at = rows.find(
			(row) =>
				row.description.name === type && row.resource === resource && row.operation === operation,
		)!;
		const shown = Object.fromEntries(
			at.fields.flatMap(({ name, placeholder }) => {
				const value = readPlaceholder(placeholder);
				return value === undefined ? [] : [[name, value]];
			}),
		);
		const { items, error } = await engine.runNode(type, {
			...toParameters(at, { ...shown, ...more }),
			returnAll: true,
		});
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		expect(Object.keys(items[0].json).length).toBeGreaterThan(3);
	},
);
