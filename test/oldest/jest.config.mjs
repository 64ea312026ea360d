import { existsSync } from 'node:fs';
import { join } from 'node:path';
import base from '../../jest.config.mjs';

/**
 * Tests of what an older n8n does in another way: how it hands over parameters, items, credentials, memory and files,
 * and what it makes of errors and hints. What a server answers is read the same on every n8n.
 */
const whatN8nDoes = [
	'acknowledged',
	'addressNames',
	'admin',
	'cancel',
	'composed',
	'connection',
	'descriptions',
	'dialogs',
	'documents',
	'emptyOptions',
	'engine',
	'errorKinds',
	'errors',
	'evmBatches',
	'evmComposed',
	'evmParameters',
	'evmWait',
	'examples',
	'expressions',
	'feed',
	'feedEvents',
	'feedPolls',
	'golden',
	'goldenEvents',
	'hiding',
	'hints',
	'limits',
	'lists',
	'manyValues',
	'metricReport',
	'native',
	'numbers',
	'overlaps',
	'pages',
	'payloads',
	'redelivery',
	'remarks',
	'requestLog',
	'rewardReport',
	'secrets',
	'several',
	'sharedLimits',
	'silences',
	'statement',
	'testEvents',
	'testRecords',
	'tool',
	'toolCalls',
	'transfer',
	'trigger',
	'triggerActivation',
	'triggerItems',
	'triggerValidators',
	'validation',
	'validatorReport',
	'wrongInputs',
];
const isWhole = process.env.OLDEST === 'whole';

// A test that gets another name must not drop out in silence.
const missing = whatN8nDoes.filter(
	(name) => !existsSync(join(base.rootDir, 'test', 'engine', `${name}.test.mts`)),
);
if (missing.length) throw new Error(`test/engine/ has no test named ${missing.join(', ')}`);

/** The engine tests on the oldest n8n: those above, or all (OLDEST=whole) but those that no n8n can change. */
export default {
	...base,
	testEnvironment: '<rootDir>/test/oldest/environment.mjs',
	testMatch: isWhole
		? ['<rootDir>/test/engine/**/*.test.mts']
		: whatN8nDoes.map((name) => `<rootDir>/test/engine/${name}.test.mts`),
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
