/** What an expression gives that is no text is never taken for one: every field of every operation. */
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { listRows } from '../../tools/groups.mts';
import { listPlaces, enterAt, type Place } from '../support/places.mts';
import { useEngine } from '../support/useEngine.mts';
import { eachCall, useScript } from '../support/useScript.mts';

const server = useScript(eachCall(() => ({ result: {} })));
const engine = useEngine(server);

const rows = listRows();
const byName = rows.map((at) => [at.description.name, at.resource, at.operation, at] as const);

const noText = [
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
	'$now',
	'[$now]',
	'new Date()',
	'new Date("x")',
	'DateTime.invalid("x")',
	'/x/',
	'new Map()',
	'Symbol("x")',
	'String.fromCharCode(0xd800)',
];
/** What fields of a type take of these, whatever the field is for; no field takes a number that JSON has not. */
const right: Partial<Record<Field['type'], RegExp>> = {
	boolean: /^(true|false)$/,
	dateTime: /^(\$now|new Date\(\))$/,
	json: /^(?!.*(NaN|1\/0))[[({$]|^(new|DateTime|\/)/,
};
/** Within a collection n8n itself makes text of dates, such as "Invalid DateTime", which can be a name. */
const isRight = ({ type, rule, name }: Place, expression: string) =>
	right[type]?.test(expression) ||
	(rule === 'any text' && /^(String|\$now|DateTime)/.test(expression)) ||
	(name === 'compareWith' && expression.startsWith('DateTime'));

test.each(byName)('%s %s %s', async (_node, _resource, _operation, at) => {
	for (const place of listPlaces(at).filter(({ type }) => type !== 'collection')) {
		const wrong = noText.filter((expression) => !isRight(place, expression));
		const { items, error } = await engine.runNode(
			at.description.name,
			enterAt(at, place, `={{ [${wrong.join(', ')}][$json.at] }}`),
			{
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
