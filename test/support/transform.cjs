// ts-jest leaves .mts as an ES module; jest runs our tests as CommonJS, like n8n runs the nodes.
const { createTransformer } = require('ts-jest').default;
const inner = createTransformer({ tsconfig: 'test/tsconfig.json' });
const asTs = (path) => path.replace(/\.mts$/, '.ts');

module.exports = {
	process: (source, path, options) => inner.process(source, asTs(path), options),
	getCacheKey: (source, path, options) => inner.getCacheKey(source, asTs(path), options),
};
