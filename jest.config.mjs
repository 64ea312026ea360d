export default {
	rootDir: import.meta.dirname,
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/dist/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/node/',
	],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
	transform: { '\\.m?ts$': '<rootDir>/test/support/transform.cjs' },
	testTimeout: 60_000,
};
