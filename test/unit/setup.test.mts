/** tools/setup.mjs: what the two commands install, in a package of its own with one dependency. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

describe('an install', () => {
	let root = '';
	const file = (...path: string[]): string => join(root, ...path);
	const modules = (...path: string[]): string => file('node_modules', ...path);
	const setUp = async (): Promise<string> =>
		(await promisify(execFile)(process.execPath, [file('tools', 'setup.mjs')])).stdout;
	const npm = (folder: string, ...args: string[]): void =>
		void execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
			cwd: folder,
			stdio: 'ignore',
		});

	const leaveMark = (id: number | undefined, secondsAgo = 0): void => {
		const mark = modules('.install-begun');
		const time = Date.now() / 1000 - secondsAgo;
		writeFileSync(mark, String(id));
		utimesSync(mark, time, time);
	};

	beforeAll(async () => {
		root = mkdtempSync(join(tmpdir(), 'setup-'));
		for (const folder of ['tools', 'wheel']) mkdirSync(file(folder));
		copyFileSync(join('tools', 'setup.mjs'), file('tools', 'setup.mjs'));
		const write = (path: string, content: object): void =>
			writeFileSync(file(path), JSON.stringify(content));
		write('wheel/package.json', { name: 'wheel', version: '1.0.0', main: 'lib.js' });
		writeFileSync(file('wheel', 'lib.js'), 'module.exports = 4;\n');
		npm(file('wheel'), 'pack', '--pack-destination', root);
		const dependencies = { wheel: 'file:wheel-1.0.0.tgz' };
		write('package.json', { name: 'cart', version: '1.0.0', dependencies });
		npm(root, 'install', '--package-lock-only');
		await setUp();
	});
	afterAll(() => rmSync(root, { recursive: true }));

	test('ends with all files, and a further one does nothing', async () => {
		expect(existsSync(modules('wheel', 'lib.js'))).toBe(true);
		expect(await setUp()).toBe('');
	});
	test.each<[string, () => void]>([
		['npm has not noted its end', () => rmSync(modules('.package-lock.json'))],
		['its process is gone', () => leaveMark(999_999_999)],
		['another process has its number now', () => leaveMark(process.pid, 3600)],
	])('that was interrupted begins anew: %s', async (_, interrupt) => {
		rmSync(modules('wheel', 'lib.js'));
		interrupt();
		expect(await setUp()).toContain('The last install was interrupted. Beginning anew ...');
		expect(readFileSync(modules('wheel', 'lib.js'), 'utf8')).toContain('4');
		expect(await setUp()).toBe('');
	});
	test('waits for another one in the same folder', async () => {
		const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1500)']);
		leaveMark(other.pid);
		expect(await setUp()).toContain('Waiting for the install that runs in');
		expect(existsSync(modules('wheel', 'lib.js'))).toBe(true);
	});
});
