// ts-jest leaves .mts as an ES module; jest runs our tests as CommonJS, like n8n runs the nodes.
const { hash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { createTransformer } = require('ts-jest').default;
const inner = createTransformer({ tsconfig: 'test/tsconfig.json' });
const asTs = (path) => path.replace(/\.mts$/, '.ts');

const versions = ['ts-jest', 'typescript'].map((name) => require(`${name}/package.json`).version);
const settings = [__filename, 'test/tsconfig.json', 'tsconfig.json'].map((path) =>
	readFileSync(path),
);

module.exports = {
	process: (source, path, options) => inner.process(source, asTs(path), options),
	// Of all that a file's code depends on. ts-jest's own has jest's settings in it, too: which tests run, for one.
	getCacheKey: (source, path, { supportsStaticESM, instrument }) =>
		hash(
			'sha256',
			JSON.stringify([
				...versions,
				...settings.map(String),
				path,
				supportsStaticESM,
				instrument,
				source,
			]),
		),
};
