// npm run build: checks the types, and puts the package into dist/. All code of the nodes is in index.js, since n8n would
// spend half of the time of loading on finding hundreds of files. n8n makes every credential when it starts, so the credential is
// a file of its own that loads no node. Beside each node stands what n8n reads there, and known/ and types/ hold the
// descriptions, so that n8n starts without running any code of a node.
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { isBuilt } from './built.mts';
import { describeUnfilled } from './unfilled.mts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.argv.includes('--if-older') && !process.env.READABLE && isBuilt()) process.exit();
const unfilled = describeUnfilled('.');
if (unfilled) {
	console.error(unfilled);
	process.exit(1);
}
// Built aside and put in place whole: what runs from dist/ meanwhile finds the old or the new package.
const folder = `.build-${process.pid}`;
const startedAt = new Date();
mkdirSync(folder);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
const { n8n, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
bundle('index.ts', `${folder}/index.js`);
cpSync('icons', `${folder}/icons`, { recursive: true });
for (const file of globSync('nodes/*/*.node.json')) cpSync(file, join(folder, file));
for (const path of n8n.credentials)
	bundle(path.replace('dist/', '').replace(/js$/, 'ts'), path.replace('dist', folder));
// n8n looks for icons, search words and schemas beside the file that package.json names.
for (const path of n8n.nodes) {
	const file = path.replace('dist', folder);
	const [name] = basename(file).split('.');
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(
		file,
		`exports.${name} = require('${relative(dirname(file), folder)}/index.js').${name};\n`,
	);
}
rmSync('dist', { recursive: true, force: true });
renameSync(folder, 'dist');
// It loads the nodes from dist/.
const { writeSchemas } = await import('./schemas.mts');
writeSchemas();
writeDescriptions();
// A source that was saved since then is newer than dist/ (built.mts).
utimesSync('dist', startedAt, startedAt);

/** Writes the descriptions as n8n's own loader makes them. n8n reads them at its start in place of running the nodes. */
function writeDescriptions() {
	const { status } = spawnSync(process.execPath, ['node_modules/n8n-core/bin/generate-metadata'], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (status !== 0) process.exit(status ?? 1);
	// n8n reads this of its own nodes alone.
	rmSync('dist/methods', { recursive: true });
}

/** Puts our code and what it uses of other packages into one file, since ours is published without dependencies. */
function bundle(entry, outfile) {
	const { metafile } = buildSync({
		entryPoints: [entry],
		outfile,
		bundle: true,
		// n8n hands out both.
		external: [...Object.keys(peerDependencies), 'luxon'],
		platform: 'node',
		target: 'node22',
		legalComments: 'none',
		// Names stay, for stack traces; READABLE=1 keeps the lines of the sources, for a debugger.
		...(!process.env.READABLE && { minifyWhitespace: true, minifySyntax: true, lineLimit: 1000 }),
		metafile: true,
	});
	const used = Object.entries(metafile.outputs[outfile].inputs).filter(
		([, { bytesInOutput }]) => bytesInOutput > 0,
	);
	const packages = new Set(
		used.flatMap(([path]) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
	);
	const notices = [...packages].map((folder) => {
		const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
		const license = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
		return `/*!\nHolds parts of ${name} ${version}:\n\n${readFileSync(`${folder}/${license}`, 'utf8').trim()}\n*/\n`;
	});
	writeFileSync(outfile, notices.join('') + readFileSync(outfile, 'utf8'));
}
