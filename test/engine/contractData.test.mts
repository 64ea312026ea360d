/** Answers of contracts, honest and hostile: what reading them costs, and that each is a value or plain words. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { id } from 'ethers';
import type { NodeOptions } from '../support/engine.mts';
import { word } from '../support/hex.mts';
import { makeItems, useNode, saidBy } from '../support/useEngine.mts';
import { useScript } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);
afterEach(() => jest.restoreAllMocks());

const contract = `0x${'12'.repeat(20)}`;
const call = (returns: string, options: NodeOptions = {}) =>
	run(
		'contract',
		'callFunction',
		{ contract, function: `f() returns (${returns})`, arguments: '[]' },
		options,
	);

const words = (...values: Array<number | bigint>): string => values.map(word).join('');
const wide = 1n << 255n;

/** How many bytes of typed arrays were copied, and how many pauses of no length were made, since it was called. */
function countWork() {
	const work = { copied: 0, pauses: 0 };
	const { slice } = Uint8Array.prototype;
	jest.spyOn(Uint8Array.prototype, 'slice').mockImplementation(function (
		this: Uint8Array,
		...bounds
	) {
		const part = slice.apply(this, bounds) as Uint8Array<ArrayBuffer>;
		work.copied += part.length;
		return part;
	});
	const wait = setTimeout;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
		...given: Parameters<typeof setTimeout>
	) => {
		if (given[1] === 0) work.pauses++;
		return wait(...given);
	}) as typeof setTimeout);
	return work;
}

describe('a large answer is read with work in proportion to it, and with pauses', () => {
	test('3,000 structs', async () => {
		const heads = Array.from({ length: 3_000 }, (_, i) => word(3_000 * 32 + i * 128)).join('');
		const text = Buffer.from('hello').toString('hex').padEnd(64, '0');
		const structs = Array.from(
			{ length: 3_000 },
			(_, i) => words(wide + BigInt(i), 64, 5) + text,
		).join('');
		const result = `0x${words(32, 3_000)}${heads}${structs}`;
		server.answerCalls(() => ({ result }));
		const work = countWork();
		const { items } = await call('(uint256 id, string name)[] list');
		const list = items[0].json.list as unknown[];
		expect(list.length).toBe(3_000);
		expect(list[2_999]).toEqual({ id: String(wide + 2_999n), name: 'hello' });
		expect(work.copied).toBeLessThan(result.length);
		expect(work.pauses).toBeGreaterThanOrEqual(4);
	});

	test('uint256[50000]', async () => {
		server.answerCalls(() => ({ result: `0x${words(32, 50_000)}${word(wide).repeat(50_000)}` }));
		const work = countWork();
		const { items } = await call('uint256[] list');
		expect(items[0].json.list).toEqual(Array(50_000).fill(String(wide)));
		expect(work.pauses).toBeGreaterThanOrEqual(12);
	});

	test('and many small ones pause like a large one', async () => {
		server.answerCalls((asked, { calls }) => ({
			result: `0x${words(32, 500)}${word(calls.indexOf(asked)).repeat(500)}`,
		}));
		const items = makeItems(80);
		const work = countWork();
		const { items: results } = await call('uint256[] list', { items });
		expect(results.map(({ json }) => (json.list as unknown[]).length)).toEqual(Array(80).fill(500));
		expect(work.pauses).toBeGreaterThanOrEqual(10);
	});
});

/** Offsets of an outer list that all point at one inner list, which holds as much as all of them. */
const pointing = (bytes: number, length: (words: number) => number, inner: string): string => {
	const half = Math.floor(bytes / 64) - 2;
	return `0x${words(32, half)}${word(half * 32).repeat(half)}${word(length(half))}${inner.repeat(half)}`;
};
const overAndOver =
	/does not fit \(.*\): its parts point at the same bytes over and over(\. Check .*)?$/;
const tooEarly = /does not fit \(.*\): it ends too early$/;

describe('a hostile answer is refused in words', () => {
	test.each<[string, string, string, RegExp]>([
		['51 KB', 'uint256[][]', pointing(51 * 1024, (half) => half, word(7)), overAndOver],
		['128 KB', 'bytes[]', pointing(128 * 1024, (half) => half * 32, 'ab'.repeat(32)), overAndOver],
		['128 KB', 'string[]', pointing(128 * 1024, (half) => half * 32, '61'.repeat(32)), overAndOver],
		[
			'128 KB',
			'(bytes, string)[]',
			`0x${words(32, 2000)}${word(2000 * 32).repeat(2000)}${words(64, 64, 60000)}${'61'.repeat(60000)}`,
			overAndOver,
		],
		[
			'each level pointing at one',
			'uint256[][][][]',
			`0x${words(32)}${Array.from({ length: 3 }, () => word(40) + word(40 * 32).repeat(40)).join('')}${word(40)}${word(1).repeat(40)}`,
			overAndOver,
		],
		['an offset below zero', 'uint256[][]', `0x${words(32, 1, 2n ** 256n - 32n)}`, tooEarly],
		['a list of 2^255', 'uint256[]', `0x${words(32, wide, 1)}`, tooEarly],
		['a list of 2^53', 'bytes32[3][]', `0x${words(32, 2 ** 53, 1)}`, tooEarly],
		['a list of 2^32', 'bool[]', `0x${words(32, 2 ** 32)}`, tooEarly],
		['a text of 2^255', 'string', `0x${words(32, wide, 1)}`, tooEarly],
		['bytes of 2^53', 'bytes', `0x${words(32, 2 ** 53, 1)}`, tooEarly],
		['an offset of 2^255', 'uint8[]', `0x${words(wide, 1, 1)}`, tooEarly],
		['an offset behind the end', 'string[2]', `0x${words(32, 64, 4096, 1)}`, tooEarly],
		['the offset of a struct', '(bytes, bool)', `0x${words(2 ** 40, 1, 1)}`, tooEarly],
		['too few of a fixed list', 'uint256[100000]', `0x${words(1)}`, tooEarly],
		['half a word', 'uint8', `0x${'00'.repeat(16)}`, tooEarly],
	])('%s as %s', async (_what, type, result, words) => {
		server.answerCalls(() => ({ result }));
		const { error } = await call(type);
		expect(error?.message).toMatch(words);
		expect(error?.message).toMatch(/^The answer of f\(\)/);
		expect(error?.description).toContain('Check the address');
	});

	test.each<[unknown]>([
		[null],
		[7],
		[true],
		[{}],
		[{ toString: 1 }],
		[['0x']],
		['0x0'],
		['0xzz'],
		['12'],
		[''],
		['0X12'],
	])('%j is not hexadecimal text', async (result) => {
		server.answerCalls(() => ({ result }));
		const { error } = await call('uint256');
		expect(error?.message).toMatch(/^The answer of f\(\).* is not hexadecimal text$/);
	});

	test('and the other items of its batch are answered', async () => {
		const hostile = pointing(51 * 1024, (half) => half, word(7));
		server.answerCalls((asked, { calls }) => {
			const n = calls.indexOf(asked);
			return { result: n === 1 ? hostile : `0x${words(32, 1, 32, 1, n)}` };
		});
		const items = makeItems(3);
		const { items: results } = await call('uint256[][] list', {
			items,
			onError: 'continueRegularOutput',
		});
		expect(results.map(({ json }) => json.list)).toEqual([[['0']], undefined, [['2']]]);
		expect(results[1].json.error).toMatch(overAndOver);
	});

	test('and offsets may share bytes as compilers that save space write them', async () => {
		server.answerCalls(() => ({
			result: `0x${words(32, 3, 96, 96, 96, 3)}${'616263'.padEnd(64, '0')}`,
		}));
		expect((await call('string[] list')).items[0].json).toEqual({
			address: contract,
			chain: 'C-Chain',
			block: 'latest',
			list: ['abc', 'abc', 'abc'],
		});
	});

	const ofError = (data: unknown) => ({ error: { code: 3, message: 'execution reverted', data } });
	const callWithErrors = async (...errors: string[]) =>
		await run('contract', 'callFunction', {
			contract,
			function: JSON.stringify([
				'function f() returns (bool)',
				...errors.map((text) => `error ${text}`),
			]),
			arguments: '[]',
			additionalFields: { functionName: 'f' },
		});
	const [odd, long] = ['Odd(uint256[][])', 'Long(bytes)'].map((signature) =>
		id(signature).slice(0, 10),
	);

	test('as the data of a revert: its selector is told', async () => {
		server.answerCalls(() => ofError(odd + pointing(51 * 1024, (half) => half, word(7)).slice(2)));
		const { error } = await callWithErrors('Odd(uint256[][] list)');
		expect(error?.message).toBe(
			`The contract rejected f(): Reverted with selector ${odd}; the contract's ABI gives its name`,
		);
	});

	test('as a reason of megabytes: its beginning is told', async () => {
		const length = 1 << 20;
		server.answerCalls(() => ofError(`0x08c379a0${words(32, length)}${'61'.repeat(length)}`));
		for (const { error } of [
			await callWithErrors(),
			await callWithErrors('Odd(uint256[][] list)'),
		]) {
			expect(error?.message).toMatch(/^The contract rejected f\(\): a+\.\.\.$/);
			expect(error?.message.length).toBeLessThan(600);
		}
		server.answerCalls(() => ofError(long + words(32, length) + 'cd'.repeat(length)));
		const { error } = await callWithErrors('Long(bytes data)');
		expect(error?.message).toMatch(/^The contract rejected f\(\): Long\(data: 0x(cd)+\.\.\.$/);
	});

	test('as data of 20 MB, and for Estimate Gas and Call Raw too', async () => {
		server.answerCalls(() => ofError(`0x08c379a0${'ab'.repeat(10_000_000)}`));
		const told = 'Reverted with selector 0x08c379a0';
		expect((await callWithErrors()).error?.message).toContain(told);
		for (const operation of ['estimateGas', 'call']) {
			const resource = operation === 'call' ? 'contract' : 'transaction';
			const { error } = await run(resource, operation, { transaction: { to: contract } });
			expect(`${error?.message} ${error?.description}`).toContain(told);
		}
	});

	test.each([[null], [7], [{}], ['0x'], ['0x123'], ['Reverted 0x08c379a0']])(
		'%j as the data of a revert leaves the words of the node',
		async (data) => {
			server.answerCalls(() => ofError(data));
			const { error } = await callWithErrors('Odd(uint256[][] list)');
			expect(error?.message).toBe('The contract rejected f(): execution reverted');
		},
	);
});

test('an amount of megabytes is left as it came: its decimal form would take minutes', async () => {
	const value = `0x1${'f'.repeat(4_000_000)}`;
	server.answerCalls(() => ({ result: { hash: `0x${word(1)}`, value, gas: '0x10' } }));
	const { items } = await run('transaction', 'get', {
		transactionHash: `0x${word(1)}`,
		simplify: true,
	});
	expect(items[0].json.value === value).toBe(true);
	expect(items[0].json.gas).toBe(16);
});

describe('logs', () => {
	const topics = [id('Noted(address,bytes[])'), `0x${word(1)}`];
	const search = async (limit = 50) =>
		await run('log', 'getMany', {
			events: 'Noted(address indexed who, bytes[] notes)',
			limit,
			filters: { fromBlock: 1, toBlock: 2 },
		});
	const honest = (n: number) => ({
		topics,
		data: `0x${words(32, 1, 32, 1)}0${n}${'0'.repeat(62)}`,
	});

	test('whose data are hostile do not keep back the others', async () => {
		const hostile = { topics, data: pointing(128 * 1024, (half) => half * 32, 'ab'.repeat(32)) };
		server.answerCalls(() => ({
			result: [honest(1), hostile, { topics, data: '0x' }, { topics, data: '0xz' }, honest(2)],
		}));
		const { items, error } = await search();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => (json.args as { notes: string[] }).notes)).toEqual([
			['0x01'],
			['0x02'],
		]);
	});

	test('are read with pauses', async () => {
		server.answerCalls(() => ({ result: Array.from({ length: 3_000 }, () => honest(1)) }));
		const work = countWork();
		expect((await search(3_000)).items.length).toBe(3_000);
		expect(work.pauses).toBeGreaterThanOrEqual(4);
	});

	test.each<[unknown]>([
		[{}],
		[{ topics: null, data: '0x' }],
		[{ topics: [null], data: '0x' }],
		[{ topics: ['0x12'], data: '0x' }],
		[{ topics: [], data: 5 }],
	])('that cannot be read are told in words: %j', async (log) => {
		server.answerCalls(() => ({ result: [honest(1), log] }));
		const { error } = await search();
		expect(error?.message).toBe('The answer holds a log without readable topics and data');
	});

	test.each([[null], [7], ['0x']])('that are none are told in words: %j', async (log) => {
		server.answerCalls(() => ({ result: [honest(1), log] }));
		const { error } = await search();
		expect(error?.message).toBe(
			'The answer of eth_getLogs could not be read: it holds an entry that is not a log',
		);
	});
});

describe('a declaration is bounded before anything is sent', () => {
	const nested = (open: string, close: string, depth: number) =>
		`f(${open.repeat(depth)}uint8${close.repeat(depth)} a)`;
	const jsonNested = (depth: number, kind: 'inputs' | 'outputs') => {
		let param: object = { type: 'uint8' };
		for (let i = 0; i < depth; i++) param = { type: 'tuple', components: [param] };
		return JSON.stringify({ type: 'function', name: 'f', inputs: [], [kind]: [param] });
	};
	const deep =
		/Function.* must not nest lists and tuples more than 32 deep, as the function "f" does\.?$/;
	const large =
		/^Check Function\. Function must not declare fixed lists of more than 100000 values in one parameter, as ".*" of the function "f" does\.$/;

	test.each<[string, string, RegExp]>([
		['2,000 tuples', nested('(', ')', 2_000), deep],
		['33 tuples', nested('(', ')', 33), deep],
		['2,000 lists', nested('', '[]', 2_000), deep],
		['33 fixed lists', nested('', '[1]', 33), deep],
		['20 lists in 20 tuples', nested('(', '[])', 20), deep],
		['2,000 tuples in ABI JSON', jsonNested(2_000, 'inputs'), deep],
		['33 tuples in outputs', jsonNested(33, 'outputs'), deep],
		[
			'2,000 lists in ABI JSON',
			JSON.stringify({ name: 'f', inputs: [{ type: `uint8${'[]'.repeat(2_000)}` }] }),
			deep,
		],
		[
			'10,000 parameters',
			`f(${'uint8,'.repeat(9_999)}uint8)`,
			/^Check Function: it must hold signatures of at most 10000 characters; one has 60002$/,
		],
		['a list of 10^9', 'f(uint256[1000000000] a)', large],
		['a list of 10^9 that is returned', 'f() returns (bool, uint256[1000000000] a)', large],
		['three lists of 1,000', 'f() returns (uint256[1000][1000][1000])', large],
		['one of texts', 'f(string[100001] a)', large],
		['one of lists', 'f(uint8[][100001] a)', large],
		['one in a tuple', 'f((bool a, (uint8[50001] b, uint8[50000] c) d)[] e)', large],
		[
			'one in ABI JSON',
			'[{"type":"function","name":"f","outputs":[{"type":"tuple[1000000]","components":[{"type":"bool"}]}]}]',
			large,
		],
		[
			'one of more digits than a number has',
			'[{"type":"function","name":"f","inputs":[{"type":"bool[99999999999999999999]"}]}]',
			large,
		],
	])('%s', async (_what, source, message) => {
		const { error } = await run('contract', 'callFunction', {
			contract,
			function: source,
			arguments: '[]',
		});
		expect(saidBy(error)).toMatch(message);
		expect(server.received).toEqual([]);
	});

	test('for events and encoded calls as well', async () => {
		const encoded = await run('contract', 'encodeCall', {
			function: 'f(uint256[1000000000] a)',
			arguments: '[[]]',
		});
		expect(saidBy(encoded.error)).toMatch(large);
		for (const type of [
			'uint256[1000000000] indexed a',
			'uint256[1000][1000][1000] a',
			`${'('.repeat(40)}bool${')'.repeat(40)} a`,
		]) {
			const { error } = await run('log', 'getMany', { events: `E(${type})` });
			expect(saidBy(error)).toMatch(
				/^Check Events(: it|\. Events) must not (declare fixed lists|nest lists and tuples)/,
			);
		}
		expect(server.received).toEqual([]);
	});

	test('and what is allowed is read', async () => {
		server.answerCalls(() => ({ result: `0x${word(7).repeat(32)}` }));
		const inTuples = await call(`${'('.repeat(32)}uint8${')'.repeat(32)} a`);
		expect(JSON.stringify(inTuples.items[0].json.a)).toBe(
			`${'{"0":'.repeat(32)}"7"${'}'.repeat(32)}`,
		);
		const { items } = await call('uint8[2][2][2][2][2] a');
		expect((items[0].json.a as unknown[]).length).toBe(2);
	});

	test('in a process of little memory, with work that is linear in the text', () => {
		// What is quadratic takes hours for 3 million characters.
		const script = `
			const { parseFunction } = require('${join(process.cwd(), 'dist/index.js')}');
			const many = (text) => text.repeat(3e6 / text.length);
			const tell = (source) => {
				try { return parseFunction(source, 'f').signature; }
				catch (error) { return error.message.slice(0, 30); }
			};
			console.log(JSON.stringify([
				'f(uint8)' + many('\\n') + 'g(bool)',
				'f(uint8)' + many(' '),
				'f(uint8)' + many(' \\n'),
				'f(uint8)' + many('/* '),
				'f(uint8)' + many('/'),
				'f(uint8)' + many(' ;{'),
				'f(uint8)' + many(';') + 'x',
				'f(uint8)' + many(' override('),
				'f(uint8)\\n' + many('a'),
				'f(' + many('('),
				'f(uint8' + many('['),
				'f(' + '('.repeat(2000) + 'bool' + ')'.repeat(2000) + ')',
				'f(uint256[1000000000] a)',
			].map(tell)));`;
		const options = ['--max-old-space-size=256', '-e', script];
		const { stdout, stderr } = spawnSync(process.execPath, options, {
			encoding: 'utf8',
			timeout: 120_000,
		});
		expect(stderr).toBe('');
		const tooLong = 'must hold signatures of at mos';
		expect(JSON.parse(stdout)).toEqual([
			...Array(6).fill('f(uint8)'),
			...Array(5).fill(tooLong),
			'must not nest lists and tuples',
			'must not declare fixed lists o',
		]);
	});
});
