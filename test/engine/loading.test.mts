/** n8n starts with the descriptions in dist/, and runs the code of a node at its first use. After an install it runs all. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';

const read = (path: string) => readFileSync(path, 'utf8');
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('n8n reads the same descriptions at its start as from the classes', async () => {
	const [lazy, whole] = [
		new LazyPackageDirectoryLoader(process.cwd()),
		new PackageDirectoryLoader(process.cwd()),
	];
	await lazy.loadAll();
	expect(lazy.isLazyLoaded).toBe(true);
	await whole.loadAll();
	expect(lazy.known).toEqual(toJson(whole.known));
	// A loader that runs the classes also notes which methods choose options.
	const nodes = whole.types.nodes.map((node) => ({ ...node, __loadOptionsMethods: undefined }));
	expect(lazy.types).toEqual(toJson({ ...whole.types, nodes }));
});

test('the credential, which n8n makes at its start, loads no code of a node', () => {
	const code = read('dist/credentials/AvalancheNodesApi.credentials.js');
	const required = [...code.matchAll(/require\("(.+?)"\)/g)].map(([, name]) => name);
	expect(required.filter((name) => !/^(node:|n8n-workflow$|luxon$)/.test(name!))).toEqual([]);
});

test('the start runs no code but the credential', () => {
	// A process of its own, as jest has modules of its own.
	const script = `
		const { LazyPackageDirectoryLoader } = require('n8n-core');
		const loader = new LazyPackageDirectoryLoader(process.cwd());
		const listCode = () => Object.keys(require.cache)
			.map((path) => require('path').relative(process.cwd() + '/dist', path))
			.filter((path) => !path.startsWith('..'));
		const tell = (code) => { console.log('code ' + code.join()); };
		loader.loadAll().then(() => {
			for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
			tell(listCode());
			loader.getNode('avalancheInfo');
			tell(listCode().filter((path) => !path.startsWith('credentials')).sort());
		});`;
	const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
	expect([...said.matchAll(/^code (.*)$/gm)].map(([, code]) => code)).toEqual([
		'credentials/AvalancheNodesApi.credentials.js',
		'index.js,nodes/Info/AvalancheInfo.node.js,nodes/Info/AvalancheInfo.node.json',
	]);
});
