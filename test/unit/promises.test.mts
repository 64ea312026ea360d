/** Each promise of docs/guarantees.md has a test whose name ends with its number, and no test names another number. */
import { globSync, readFileSync } from 'node:fs';

const page = 'docs/guarantees.md';
const promised = [...readFileSync(page, 'utf8').matchAll(/^\*\*([UFTCRSBP]\d+) /gm)].map(
	([, number]) => number,
);
const named = globSync('test/{unit,engine,node,e2e}/*.test.mts').flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/\[((?:[UFTCRSBP]\d+(?:, )?)+)\]/g)].flatMap(
		([, numbers]) => numbers.split(', ').map((number) => ({ file, number })),
	),
);

test('each promise has a number of its own', () => {
	expect(promised.length).toBeGreaterThan(40);
	expect(promised).toEqual([...new Set(promised)]);
});

test('each promise is named by a test', () => {
	const proved = new Set(named.map(({ number }) => number));
	expect(promised.filter((number) => !proved.has(number))).toEqual([]);
});

test('no test names a promise that the page does not make', () => {
	expect(named.filter(({ number }) => !promised.includes(number))).toEqual([]);
});
