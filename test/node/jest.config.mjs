import base from '../../jest.config.mjs';

export default {
	...base,
	testMatch: ['<rootDir>/test/node/**/*.test.mts'],
	testPathIgnorePatterns: ['/node_modules/'],
	verbose: true,
	// starting the two nodes takes some 20 seconds, and a node may need a minute to learn of a new validator
	testTimeout: 150_000,
	// nodes need the cores; one set of them at a time
	maxWorkers: 1,
};
