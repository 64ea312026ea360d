/** Lists in words show their first entries and count the others, each of them. */
import { listFew, sayFew } from '../../nodes/shared/values/lists';

test.each([
	[0, 'A, B'],
	[1, 'A, B, and 1 more'],
	[12, 'A, B, and 12 more'],
])('with %i more: %s', (more, said) => {
	expect(sayFew(['A', 'B'], more)).toBe(said);
});

test.each([
	[2, ['a!', 'b!', '1 more']],
	[3, ['a!', 'b!', 'c!']],
	[4, ['a!', 'b!', 'c!']],
	[1, ['a!', '2 more']],
])('of three, at most %i are shown', (most, shown) => {
	expect(listFew(['a', 'b', 'c'], most, (entry) => `${entry}!`)).toEqual(shown);
});
