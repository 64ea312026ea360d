/** Whatever a field does not accept is refused by its name before anything is sent: every field of every operation. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/fields.ts';
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { type Engine, loadEngine } from './harness.mts';
import { notFound, startScript } from './script.mts';

let engine: Engine;
let server: Awaited<ReturnType<typeof startScript>>;
beforeAll(async () => {
	[engine, server] = await Promise.all([loadEngine(), startScript(() => notFound)]);
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(() => {
	server.close();
	engine.close();
});

const rows = listRows();
const nameOf = ({ description, resource, operation }: Row) => `${description.name} ${resource} ${operation}`;
const byName = rows.map((at) => [at.description.name, at.resource, at.operation, at] as const);

/** A field as it is shown, or a part of one that has several. */
type Place = Pick<Field, 'displayName' | 'name' | 'type' | 'typeOptions'> & {
	rule?: string;
	within?: string;
};

/** All places of an operation where something is entered; n8n lets nobody enter a collection as a whole. */
const placesOf = ({ fields }: Row): Place[] =>
	fields.flatMap<Place>((field) =>
		field.type === 'collection'
			? (field.options as Place[]).map((part) => ({ ...part, within: field.name }))
			: [field],
	);

/** Runs an operation with one item for each of these values in a place, all others as in the example. */
async function runWith(at: Row, { name, within }: Place, wrong: unknown[]) {
	const { entered } = makeExample(at);
	const change = { [name]: '={{ $json.value }}' };
	const whole = within === undefined ? change : { [within]: { ...(entered[within] as object), ...change } };
	const parameters = toParameters(at, { ...entered, ...whole });
	const { nodeUrl } = server.credentials.avalancheApi;
	const { items, error } = await engine.runNode(at.description.name, parameters, {
		credentials: { avalancheApi: { nodeUrl, dataUrl: nodeUrl, metricsUrl: nodeUrl } },
		items: wrong.map((value) => ({ json: { value } as IDataObject })),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

async function expectRefused(at: Row, field: Place, wrong: unknown[]) {
	if (!wrong.length) return;
	const items = await runWith(at, field, wrong);
	const refusals = items.map(({ error }, i) => [wrong[i], String(error).includes(field.displayName)]);
	expect(refusals).toEqual(wrong.map((value) => [value, true]));
	expect(server.received).toEqual([]);
}

const object = { some: ['thing', 'else'] };
/** What is none of a type of field, whatever the field is for. */
const wrongByType: Partial<Record<Field['type'], unknown[]>> = {
	string: [object, true, [object]],
	json: ['{"half":', '[1', true],
	number: ['many', 1.5, '1.5', true, object],
	boolean: ['yes', 1, object],
	options: ['no such choice', true, object],
	multiOptions: ['no such choice', ['no such choice'], [object], object],
	dateTime: ['soon', -1, '-1', 1_767_225_600_000, true, object],
};

/** Takes any text, or nearly so: where it goes is no path, and what it means is for the server to say. */
const isFree = ({ rule, name }: Pick<Place, 'rule' | 'name'>) =>
	rule === 'any text' || ['alias', 'endpoint'].includes(name);

const outOfBounds = ({ typeOptions: { minValue, maxValue } = {} }: Place): unknown[] => [
	...(minValue === undefined ? [] : [minValue - 1]),
	...(maxValue === undefined ? [] : [maxValue + 1]),
];

/** What no field is for but those that take any text. */
const wrongText = 'no, this is not it!';

/** What could lead a path elsewhere. */
const pathTexts = ['..', '.', '../x', 'a/b', '/', 'a?b=c', 'a#b', 'a%2Fb', 'a\\b', 'a b', 'a\nb', '%2e%2e'];

describe.each(byName)('%s %s %s', (_node, _resource, _operation, at) => {
	test('names each required field that is empty', async () => {
		for (const field of at.fields.filter(({ optional, type }) => !optional && type !== 'collection'))
			await expectRefused(at, field, ['', '  ', null, []]);
	});

	test('names each field of a wrong type', async () => {
		for (const place of placesOf(at)) {
			expect(Object.keys(wrongByType)).toContain(place.type);
			await expectRefused(at, place, wrongByType[place.type]!);
		}
	});

	test('names each field out of its bounds or its list', async () => {
		for (const place of placesOf(at)) {
			const isText = place.type === 'string' && place.rule !== undefined && !isFree(place);
			await expectRefused(at, place, isText ? [wrongText] : outOfBounds(place));
		}
	});

	test('lets nothing into its path', async () => {
		for (const field of at.fields.filter(({ name }) => at.path.includes(`{${name}}`))) {
			const whole = at.path === `{${field.name}}`;
			await expectRefused(
				at,
				field,
				whole ? pathTexts.map((text) => `/v1/${text}`).filter((text) => text !== '/v1/a/b') : pathTexts,
			);
		}
	});
});

test.each(['-1', 0, 1.5, 'many', object])('a limit of %j is refused by every list', async (wrong) => {
	for (const at of rows.filter(({ description, operation, resource }) =>
		hasParameter(description, 'limit', resource, operation),
	)) {
		const { entered } = makeExample(at);
		const { error } = await engine.runNode(
			at.description.name,
			{ ...toParameters(at, entered), returnAll: false, limit: '={{ $json.wrong }}' },
			{ credentials: server.credentials, items: [{ json: { wrong } as IDataObject }] },
		);
		expect(error?.message).toContain('Limit');
	}
	expect(server.received).toEqual([]);
});

/** Whether the node shows a parameter for an operation. */
function hasParameter(
	{ properties }: Row['description'],
	name: string,
	resource: string,
	operation: string,
): boolean {
	return properties.some(({ name: found, displayOptions }) => {
		const { resource: resources = [], operation: operations = [] } = displayOptions?.show ?? {};
		return found === name && resources.includes(resource) && operations.includes(operation);
	});
}

const nodes = [...new Map(rows.map((at) => [at.description.name, at])).values()].map(
	(at) => [at.description.name, at] as const,
);
test.each(nodes)('%s names each option that is out of its bounds', async (_name, at) => {
	const collection = at.description.properties.find(
		({ name, displayOptions }) =>
			name === 'options' &&
			displayOptions?.show?.resource?.includes(at.resource) &&
			displayOptions.show.operation?.includes(at.operation),
	)!;
	const options = (collection.options as Field[]).filter(({ type }) => type === 'number');
	expect(options.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['maxInFlight', 'retries', 'timeout']),
	);
	const { entered } = makeExample(at);
	for (const option of options) {
		for (const wrong of [...outOfBounds(option), 'many', 1.5, object]) {
			const { error } = await engine.runNode(
				at.description.name,
				{ ...toParameters(at, entered), options: { [option.name]: '={{ $json.wrong }}' } },
				{ credentials: server.credentials, items: [{ json: { wrong } as IDataObject }] },
			);
			expect(error?.message).toContain(option.displayName);
		}
	}
	expect(server.received).toEqual([]);
});

/** A text with all that could break out of its place. */
const anyText = `../x?y=1&z#%2F\\ "'{}[]<>é\n$ {{ 1 }}`;
const freePlaces = rows.flatMap((at) =>
	at.fields
		.filter((field) => field.type === 'string' && isFree(field))
		.map((field) => [nameOf(at), field.displayName, at, field] as const),
);
test.each(freePlaces)(
	'%s: the free text of %s goes through unchanged and stays in its place',
	async (_name, _field, at, field) => {
		for (const text of [anyText, ...(field.rule === 'any text' ? [` ${anyText}\n`] : [])]) {
			await runWith(at, field, ['plain', text]);
			const [before, after] = server.received.splice(0).map((request) => JSON.stringify(request));
			expect(before).toContain('"plain"');
			expect(after).toBe(before.replace('"plain"', () => JSON.stringify(text)));
		}
	},
);
