import base from '../../jest.config.mjs';

/** The engine tests on the oldest n8n; a test that only newer ones can pass skips itself. */
export default {
	...base,
	testMatch: ['<rootDir>/test/engine/**/*.test.mts'],
	// That n8n exports no class that opens a trigger.
	testPathIgnorePatterns: [...base.testPathIgnorePatterns, '<rootDir>/test/engine/stream'],
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|reflect-metadata)$': '<rootDir>/test/oldest/node_modules/$1',
	},
	// That n8n leaves sockets open when its tests end.
	forceExit: true,
};
