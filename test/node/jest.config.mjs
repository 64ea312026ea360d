import base from '../../jest.config.mjs';

export default {
	...base,
	// the data side runs here too, so that one run sees every operation
	testMatch: [
		'<rootDir>/test/node/**/*.test.mts',
		'<rootDir>/test/engine/dataDescription.test.mts',
	],
	testPathIgnorePatterns: ['/node_modules/'],
	verbose: true,
	// starting the two nodes takes some 20 seconds, and a node may need a minute to learn of a new validator
	testTimeout: 300_000,
	// much of their time is waiting for nodes; each file has a network of its own
	maxWorkers: 2,
};
