/**
 * npm test: all tests that jest finds, in parts: the files of a part share a process, and what they load is loaded once.
 * npm test -- statement: the named files, each by itself.
 * npm run test:oldest: the same on the oldest n8n.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeParts } from './parts.mjs';

const isOldest = process.argv[2] === '--oldest';
const named = process.argv.slice(isOldest ? 3 : 2);
const root = join(import.meta.dirname, '..');
const config = join(root, isOldest ? 'test/oldest/jest.config.mjs' : 'jest.config.mjs');
const jest = [
	// The oldest n8n imports ES modules, which jest leaves to this flag.
	...(isOldest ? ['--experimental-vm-modules'] : []),
	join(root, 'node_modules/jest/bin/jest.js'),
	`--config=${config}`,
];

// Tests make many objects that live briefly: with room for them, the collector runs less.
const roomForTheYoung = '--max-semi-space-size=32';

const list = () =>
	JSON.parse(
		execFileSync(process.execPath, [...jest, '--listTests', '--json'], { encoding: 'utf8' }),
	);
const folder = join(root, 'test', 'parts', isOldest ? 'oldest' : 'newest');
const chosen = named.length ? named : [`--testMatch=${writeParts(list(), folder)}/*.js`];
const { status } = spawnSync(process.execPath, [roomForTheYoung, ...jest, ...chosen], {
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
