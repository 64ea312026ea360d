/** The answers of the contract benchmark, by the path they are served at: what a function returns, and as which type. */

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0');
const words = (...values: Array<number | bigint>): string => values.map(word).join('');
const wide = 2n ** 255n;

function writeStructs(count: number): string {
	const text = Buffer.from('hello').toString('hex').padEnd(64, '0');
	const heads = Array.from({ length: count }, (_, i) => word(count * 32 + i * 128));
	return [
		words(32, count),
		...heads,
		...heads.map((_, i) => words(wide + BigInt(i), 64, 5) + text),
	].join('');
}

/** Half of the answer are offsets that all point at its other half. */
function writePointing(bytes: number, isBytes: boolean): string {
	const half = Math.floor(bytes / 64) - 2;
	return (
		words(32, half) +
		word(half * 32).repeat(half) +
		word(isBytes ? half * 32 : half) +
		word(7).repeat(half)
	);
}

export const contractAnswers: Array<{ what: string; returns: string; data: string }> = [
	{ what: '3,000 structs', returns: '(uint256 id, string name)[]', data: writeStructs(3_000) },
	{
		what: '50,000 numbers',
		returns: 'uint256[]',
		data: words(32, 50_000) + word(wide).repeat(50_000),
	},
	{
		what: '50,000 addresses',
		returns: 'address[]',
		data: words(32, 50_000) + word(7).repeat(50_000),
	},
	{
		what: '8 MB of text',
		returns: 'string[]',
		data: words(32, 1, 32, 2 ** 23) + 'ab'.repeat(2 ** 23),
	},
	{ what: 'hostile, 51 KB', returns: 'uint256[][]', data: writePointing(51 * 1024, false) },
	{ what: 'hostile, 128 KB', returns: 'bytes[]', data: writePointing(128 * 1024, true) },
];
