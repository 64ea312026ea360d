// npm run build: compiles the package to dist/, copies what the compiler leaves behind, and writes what n8n shows of
// items before a first run.
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Built aside and put in place whole: what runs from dist/ meanwhile finds the old or the new package.
const folder = `.build-${process.pid}`;
const startedAt = new Date();
mkdirSync(folder);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--outDir', folder], {
	stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
cpSync('icons', `${folder}/icons`, { recursive: true });
// The tables import the folder, so nothing but its index is left of it.
bundle('nodes/Evm/abi/index', ['../../shared/*']);
bundle('nodes/shared/network/transactionHash', ['./ids']);
bundle('nodes/shared/checksum', ['./ids']);
rmSync('dist', { recursive: true, force: true });
renameSync(folder, 'dist');
// It loads the nodes from dist/.
const { writeSchemas } = await import('./schemas.mts');
writeSchemas();
// A source that was saved since then is newer than dist/ (built.mts).
utimesSync('dist', startedAt, startedAt);

/** Puts what a module uses of other packages into its output, since ours is published without dependencies. */
function bundle(module, external) {
	const output = `${folder}/${module}.js`;
	if (module.endsWith('/index')) {
		rmSync(dirname(output), { recursive: true });
		mkdirSync(dirname(output));
	}
	const { metafile, outputFiles } = buildSync({
		entryPoints: [`${module}.ts`],
		outfile: output,
		bundle: true,
		external,
		platform: 'node',
		legalComments: 'none',
		metafile: true,
		write: false,
	});
	const used = Object.entries(metafile.outputs[output].inputs).filter(
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
	writeFileSync(output, notices.join('') + outputFiles[0].text);
}
