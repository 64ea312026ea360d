import { availableParallelism } from 'node:os';

export default {
	rootDir: import.meta.dirname,
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/dist/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/node/',
	],
	testEnvironment: '<rootDir>/test/support/environment.mjs',
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
	testSequencer: '<rootDir>/test/support/sequencer.mjs',
	transform: { '\\.m?ts$': '<rootDir>/test/support/transform.cjs' },
	// For a test that hangs: the slowest of the others take a minute, and several on a busy machine.
	testTimeout: 600_000,
	// A fifth of their time is waiting for answers.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
