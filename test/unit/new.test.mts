/** npm run new: the three stubs of a read method of the EVM API, and what the build says of them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnfilled, listUnfilled } from '../../tools/unfilled.mts';

const places = ['CHANGELOG.md', 'nodes/Evm/resources/transaction.ts', 'spec/evmMethods.mts'];

let root = '';
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'new-'));
	for (const entry of ['CHANGELOG.md', 'nodes/Evm', 'nodes/EvmAdvanced', 'spec'])
		cpSync(entry, join(root, entry), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const runNew = (...args: string[]) => {
	const tool = ['tools/new.mjs', '--root', root, ...args];
	return spawnSync(process.execPath, tool, { encoding: 'utf8' });
};
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const linesOf = (file: string) => read(file).split('\n');
/** The lines that a file has now, and had not before. */
const addedTo = (file: string): string[] => {
	const before = new Set(readFileSync(file, 'utf8').split('\n'));
	return linesOf(file).filter((line) => !before.has(line));
};

test('nothing of this checkout is left to be filled in', () => {
	expect(listUnfilled('.')).toEqual([]);
});

test('writes the row, its contract and the line of the changelog, and nothing else', () => {
	expect(runNew('evm', 'transaction', 'getFoo').status).toBe(0);
	const changed = [...new Set(listUnfilled(root).map((line) => line.split(':')[0]))];
	expect(changed).toEqual(places);
	const [change, row, contract] = places.map((file) => addedTo(file).join('\n'));
	expect(change).toMatch(/^- Get Foo: /);
	expect(row).toContain("method: 'eth_getFoo',");
	expect(row).toContain("name: 'Get Foo',");
	expect(contract).toContain('eth_getFoo: [');
	for (const file of places)
		expect(linesOf(file).length - addedTo(file).length).toBeGreaterThan(99);
});

test('what is left is said in words, with file and line, until each line is filled in', () => {
	const { stdout } = runNew('evm', 'transaction', 'getFoo');
	const said = describeUnfilled(root)!;
	expect(stdout).toContain(said);
	const [first, ...lines] = said.split('\n');
	expect(first).toBe('These lines of a new operation still have to be filled in:');
	for (const line of lines.slice(0, -1)) {
		const [, file, number, words] = /^(.+?):(\d+): (.{10,})$/.exec(line)!;
		expect(linesOf(file)[Number(number) - 1]).toContain(words);
	}
	for (const file of places)
		writeFileSync(join(root, file), read(file).replaceAll(/(: | \/\/ )FILL IN: .*/g, ''));
	expect(describeUnfilled(root)).toBeUndefined();
});

test('a resource of EVM Advanced whose rows stand in a list of their own gets the row there', () => {
	expect(runNew('evm-advanced', 'debugRaw', 'getRawFoo', 'debug_getRawFoo').status).toBe(0);
	const row = addedTo('nodes/EvmAdvanced/resources/debugRaw.ts');
	expect(row[0]).toBe('\tgetRawFoo: {');
	expect(addedTo('spec/evmMethods.mts')[0]).toBe('\tdebug_getRawFoo: [');
});

test.each([
	[[], 'Name the node. Write npm run new -- evm transaction getFoo'],
	[['info', 'node', 'getFoo'], 'There are no stubs for "info"'],
	[['evm'], 'Name the resource. Choose one of account, anyMethod, block,'],
	[['evm', 'foo', 'getFoo'], 'nodes/Evm has no resource "foo"'],
	[['evm', 'transaction'], 'Name the operation as code does, such as getFoo.'],
	[['evm', 'transaction', 'Get Foo'], 'Name the operation as code does, such as getFoo.'],
	[['evm', 'transaction', 'getFoo', 'foo'], 'Name the method as the node knows it'],
	[['evm', 'transaction', 'getRaw'], 'transaction.ts has getRaw already.'],
	[['evm', 'chain', 'getNumber', 'eth_chainId'], 'has a contract of eth_chainId already.'],
	[['evm-advanced', 'debug', 'getFoo'], 'debug.ts has no rows of its own'],
])('%j is refused in words, and nothing is written', (args, words) => {
	const { status, stderr } = runNew(...args);
	expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
	expect(listUnfilled(root)).toEqual([]);
});
