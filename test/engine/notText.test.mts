/** What an expression gives that is no text is never taken for one: every field of every operation. */
import type { INodeParameters } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/fields.ts';
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { startRaw } from './raw.mts';

let engine: Engine;
let server: Awaited<ReturnType<typeof startRaw>>;
beforeAll(async () => {
	[engine, server] = await Promise.all([
		loadEngine(),
		startRaw(({ id }) => `{"jsonrpc":"2.0","id":${id},"result":{}}`),
	]);
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(() => {
	server.close();
	engine.close();
});

const rows = listRows();
const byName = rows.map((at) => [at.description.name, at.resource, at.operation, at] as const);

type Place = Field & { within?: string };
const placesOf = ({ fields }: Row): Place[] =>
	fields.flatMap<Place>(
		(field) => field.parts?.map((part) => ({ ...part, within: field.name })) ?? [field],
	);

/** The parameters of an operation with this value in a place, all others as in the example. */
function enter(at: Row, { name, within }: Place, value: unknown): INodeParameters {
	const { entered } = makeExample(at);
	const change =
		within === undefined
			? { [name]: value }
			: { [within]: { ...(entered[within] as object), [name]: value } };
	return toParameters(at, { ...entered, ...change });
}

const noText = [
	...[
		'NaN',
		'1/0',
		'-1/0',
		'[NaN]',
		'[1/0]',
		'true',
		'false',
		'[[]]',
		'[{}]',
		'({})',
		'({ a: 1 })',
		'[true]',
	],
	...[
		'$now',
		'[$now]',
		'new Date()',
		'new Date("x")',
		'DateTime.invalid("x")',
		'/x/',
		'new Map()',
		'Symbol("x")',
	],
	'String.fromCharCode(0xd800)',
];
/** What fields of a type take of these, whatever the field is for; no field takes a number that JSON has not. */
const right: Partial<Record<Field['type'], RegExp>> = {
	boolean: /^(true|false)$/,
	dateTime: /^(\$now|new Date\(\))$/,
	json: /^(?!.*(NaN|1\/0))[[({$]|^(new|DateTime|\/)/,
};
/** Within a collection n8n itself makes text of dates. */
const isRight = ({ type, rule }: Place, expression: string) =>
	right[type]?.test(expression) ||
	(rule === 'any text' && /^(String|\$now|DateTime)/.test(expression));

test.each(byName)('%s %s %s', async (_node, _resource, _operation, at) => {
	for (const place of placesOf(at).filter(({ type }) => type !== 'collection')) {
		const wrong = noText.filter((expression) => !isRight(place, expression));
		const { items, error } = await engine.runNode(
			at.description.name,
			enter(at, place, `={{ [${wrong.join(', ')}][$json.at] }}`),
			{
				credentials: server.credentials,
				items: wrong.map((_expression, index) => ({ json: { at: index } })),
				onError: 'continueRegularOutput',
			},
		);
		expect(error?.message).toBeUndefined();
		const told = items.map(({ json }) => String(json.error));
		const isTold = (said = '') =>
			said.includes(place.displayName) && !/could not be read|Cannot/.test(said);
		expect([
			place.name,
			...wrong.flatMap((expression, i) => (isTold(told[i]) ? [] : [expression, told[i]])),
		]).toEqual([place.name]);
	}
	expect(server.received).toEqual([]);
});
