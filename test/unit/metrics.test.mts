/** Samples of a node's metrics in forms that avalanchego's own page does not have today, but others do. */
import { readMetrics } from '../../nodes/Info/metrics.ts';

const read = (...lines: string[]) =>
	readMetrics(`${lines.join('\n')}\n`).map(({ metric, value, labels }) => [metric, value, labels]);

test('a sample keeps its own value and labels beside an exemplar and a time', () => {
	expect(
		read('m_bucket{le="1"} 5 # {trace="a b"} 0.67', 'm{a="}",b="\\"x"} 7 1700000000', 'n 8 1.5'),
	).toEqual([
		['m_bucket', '5', { le: '1' }],
		['m', '7', { a: '}', b: '"x' }],
		['n', '8', {}],
	]);
});

test('a whole number keeps all its digits', () => {
	expect(read('m 12345678901234567890')).toEqual([['m', '12345678901234567890', {}]]);
});

test('a page that ends within a line is refused, because its last number can be the half of one', () => {
	expect(() => readMetrics('m 1\nn 12345')).toThrow('it is cut off within a line');
});

test('labels without an end are no labels', () => {
	expect(() => read('m{a="1 5')).toThrow('it holds a line that is no metric');
});
