/** npm run own: the owner of the package, written into every file that says it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const owner = {
	name: '@treasury/n8n-nodes-avalanche',
	repository: 'treasury-labs/avalanche-nodes',
	author: 'Treasury Labs',
	email: 'nodes@treasury.example',
};
/** What no commit holds; `npm start` writes .demo. */
const isLeftOut = (path: string): boolean =>
	/(^|\/)(node_modules|dist|\.git|\.demo)(\/|$)/.test(path);

describe('an owner', () => {
	let root = '';
	beforeAll(() => {
		root = mkdtempSync(join(tmpdir(), 'own-'));
		for (const entry of readdirSync('.'))
			if (!isLeftOut(entry))
				cpSync(entry, join(root, entry), { recursive: true, filter: (path) => !isLeftOut(path) });
		const facts = Object.entries(owner).flatMap(([key, value]) => [`--${key}`, value]);
		execFileSync(process.execPath, ['tools/own.mjs', '--root', root, ...facts]);
	});
	afterAll(() => rmSync(root, { recursive: true }));
	const read = (file: string): string => readFileSync(join(root, file), 'utf8');

	test('stands in package.json and its lock file', () => {
		const { name, author, repository, homepage } = JSON.parse(read('package.json'));
		expect({ name, author, repository, homepage }).toEqual({
			name: owner.name,
			author: { name: owner.author, email: owner.email },
			repository: { type: 'git', url: `git+https://github.com/${owner.repository}.git` },
			homepage: `https://github.com/${owner.repository}`,
		});
		expect(JSON.parse(read('package-lock.json')).packages[''].name).toBe(owner.name);
	});
	test.each(readdirSync('examples').filter((file) => file.endsWith('.json')))(
		'is the one whose nodes %s uses',
		(file) => {
			const { nodes } = JSON.parse(read(join('examples', file))) as {
				nodes: Array<{ type: string }>;
			};
			const types = nodes.map(({ type }) => type).filter((type) => type.includes('avalanche'));
			expect(types.filter((type) => !type.startsWith(`${owner.name}.`))).toEqual([]);
		},
	);
	test('is behind the Docs buttons', () => {
		expect(read('nodes/shared/docs.ts')).toContain(`https://github.com/${owner.repository}'`);
		expect(read('credentials/AvalancheNodesApi.credentials.ts')).toContain(owner.repository);
	});
	test('leaves no placeholder', () => {
		const left = readdirSync(root, { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(json|md|ts|mts|mjs|yml)$/.test(file))
			.filter((file) => file !== join('test', 'unit', 'own.test.mts'))
			.filter((file) => /github\.com\/n8n-nodes-avalanche|example\.invalid/.test(read(file)));
		expect(left).toEqual([]);
	});
	test('of a wrong form is refused', () => {
		const run = () =>
			execFileSync(process.execPath, ['tools/own.mjs', '--root', root, '--name', 'avalanche'], {
				stdio: 'pipe',
			});
		expect(run).toThrow('--name takes a value such as "@owner/n8n-nodes-avalanche"');
	});
});
