/**
 * Everything that judges the code without running it: n8n's own linter in its strict form, the rules n8n's
 * package scanner applies to the source and to the packed package, and the type check of the tests.
 * With --fix, it mends what the formatter and n8n's linter can mend, and looks no further. A warning counts as much as an error. The linters stand in tools/lint, for the reason its package.json gives.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const lintModules = join(root, 'tools/lint/node_modules');
const template = join(lintModules, '@n8n/node-cli/dist/template/templates/shared/default');

const load = createRequire(join(lintModules, 'lint.js'));
const { ESLint } = load('eslint');
const parser = load('@typescript-eslint/parser');
const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import(
	pathToFileURL(join(lintModules, '@n8n/scan-community-package/scanner/scanner.mjs')).href
);

const fix = process.argv.includes('--fix');
const formatted = '**/*.{ts,mts,mjs,js}';

let findings = 0;

function report(check, count) {
	findings += count;
	console.log(
		`${count === 0 ? 'ok  ' : 'FAIL'}  ${check}${count > 1 ? `: ${count} findings` : ''}`,
	);
}

async function lint(check, patterns, options) {
	const eslint = new ESLint({ ...options, fix });
	const results = await eslint.lintFiles(patterns);
	if (fix) await ESLint.outputFixes(results);
	const bad = results.filter(({ messages }) => messages.length > 0);
	if (bad.length > 0) console.log((await eslint.loadFormatter('stylish')).format(bad));
	report(`${check} (${results.length} files)`, bad.flatMap(({ messages }) => messages).length);
}

function run(check, command, args) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
	if (status !== 0) console.log(stdout + stderr);
	report(check, status === 0 ? 0 : 1);
	return status === 0;
}

// The official configuration names its linter as if the package depended on it.
const link = join(root, 'node_modules/@n8n/node-cli');
rmSync(link, { force: true });
symlinkSync(join(lintModules, '@n8n/node-cli'), link, 'dir');
for (const config of ['eslint.config.mjs', '.prettierrc.js']) {
	const isOfficial = readFileSync(join(root, config)).equals(readFileSync(join(template, config)));
	report(`${config} is n8n's own`, isOfficial ? 0 : 1);
}
run('format (npm run lint:fix mends it)', join(lintModules, '.bin/prettier'), [
	fix ? '--write' : '--check',
	formatted,
]);
await lint("n8n's linter over the checkout", ['.'], {
	cwd: root,
	ignorePatterns: ['.demo/', '.build-*/'],
});

if (fix) process.exit(findings === 0 ? 0 : 1);

/** Rules of this repository alone: the configuration that n8n's linter reads has to be n8n's own. */
const ownRules = {
	files: [formatted],
	languageOptions: { parser },
	linterOptions: { reportUnusedDisableDirectives: 'off' },
	rules: {
		'no-restricted-syntax': [
			'error',
			{
				selector:
					'SpreadElement > :matches(ObjectExpression, ArrayExpression), SpreadElement > TSAsExpression > :matches(ObjectExpression, ArrayExpression)',
				message: 'Write the entries themselves, and let the formatter break the lines',
			},
		],
	},
};
const rulesOfNodes = { files: ['nodes/**/*.ts'], rules: { 'max-params': ['error', 4] } };
await lint('rules of this repository', ['.'], {
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: [ownRules, rulesOfNodes],
	cwd: root,
	ignorePatterns: ['.demo/', '.build-*/', 'dist/', '**/node_modules/'],
});

const scan = {
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
};
await lint('package scanner over the source', [...SOURCE_FILE_PATTERNS, 'index.ts'], {
	...scan,
	cwd: root,
});

if (run('npm run build', 'npm', ['run', 'build', '--', '--if-older'])) {
	const packed = mkdtempSync(join(tmpdir(), 'n8n-packed-'));
	try {
		const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed];
		const tarball = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim();
		execFileSync('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: packed });
		await lint('package scanner over the packed package', ['**/*.js', 'package.json'], {
			...scan,
			cwd: packed,
		});
	} finally {
		rmSync(packed, { recursive: true });
	}
}

for (const project of ['test', 'test/node'])
	run(`types of ${project}`, join(root, 'node_modules/.bin/tsc'), [
		'-p',
		`${project}/tsconfig.json`,
	]);
process.exitCode = findings === 0 ? 0 : 1;
