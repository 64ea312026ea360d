// npm run build: compiles the package to dist/ and copies what the compiler leaves behind.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
cpSync('icons', 'dist/icons', { recursive: true });
bundle('nodes/Evm/abi.ts', 'dist/nodes/Evm/abi.js');

/** Puts what a module uses of other packages into its output, since ours is published without dependencies. */
function bundle(source, output) {
	const { metafile, outputFiles } = buildSync({
		entryPoints: [source],
		outfile: output,
		bundle: true,
		external: ['../shared/*'],
		platform: 'node',
		legalComments: 'none',
		metafile: true,
		write: false,
	});
	const used = Object.entries(metafile.outputs[output].inputs).filter(
		([, { bytesInOutput }]) => bytesInOutput > 0,
	);
	const folders = new Set(used.flatMap(([path]) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
	const notices = [...folders].map((folder) => {
		const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
		const license = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
		return `/*!\nHolds parts of ${name} ${version}:\n\n${readFileSync(`${folder}/${license}`, 'utf8').trim()}\n*/\n`;
	});
	writeFileSync(output, notices.join('') + outputFiles[0].text);
}
