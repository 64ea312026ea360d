// npm run build: checks the types, and puts the package into dist/: all code in index.js, since n8n would spend half of
// the time of loading on finding 230 files, and what n8n reads beside each node.
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

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Built aside and put in place whole: what runs from dist/ meanwhile finds the old or the new package.
const folder = `.build-${process.pid}`;
const startedAt = new Date();
mkdirSync(folder);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
const { n8n, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
bundle(`${folder}/index.js`);
cpSync('icons', `${folder}/icons`, { recursive: true });
for (const file of globSync('nodes/*/*.node.json')) cpSync(file, join(folder, file));
// n8n looks for icons, search words and schemas beside the file that package.json names.
for (const path of [...n8n.nodes, ...n8n.credentials]) {
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
// A source that was saved since then is newer than dist/ (built.mts).
utimesSync('dist', startedAt, startedAt);

/** Puts our code and what it uses of other packages into one file, since ours is published without dependencies. */
function bundle(outfile) {
	const { metafile } = buildSync({
		entryPoints: ['index.ts'],
		outfile,
		bundle: true,
		// n8n hands out both.
		external: [...Object.keys(peerDependencies), 'luxon'],
		platform: 'node',
		target: 'node22',
		legalComments: 'none',
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
