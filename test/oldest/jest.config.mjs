import base from '../../jest.config.mjs';

/** The engine tests on the oldest n8n, but for those that no n8n can change; a test that only newer ones can pass skips itself. */
export default {
	...base,
	testEnvironment: '<rootDir>/test/oldest/environment.mjs',
	testMatch: ['<rootDir>/test/engine/**/*.test.mts'],
	testPathIgnorePatterns: [
		...base.testPathIgnorePatterns,
		// That n8n exports no class that opens a trigger.
		'<rootDir>/test/engine/stream',
		// What an answer's form or its bytes are read as is ours alone: n8n hands over the same text.
		'<rootDir>/test/engine/(dataDescription|feedVariants|contractData)\\.',
		// The build writes the descriptions with the newest n8n, whose own fields of polling have other words.
		'<rootDir>/test/engine/loading\\.',
	],
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|reflect-metadata)$': '<rootDir>/test/oldest/node_modules/$1',
	},
	// That n8n leaves sockets open when its tests end.
	forceExit: true,
};
