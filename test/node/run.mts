/*
 * Runs the tests of this folder against a real avalanchego, and holds docs/compatibility.md to what they saw (--write
 * writes it); ends and removes all that they leave behind.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { avalanchegoVersion, findAvalanchego } from './avalanchego.mts';
import { updateCompatibility } from './compatibility.mts';

/** @returns the exit code: 0 also where no avalanchego can be had, which is said */
async function main(): Promise<number> {
	const avalanchego = await findAvalanchego(console.log);
	if (!avalanchego) {
		console.log(
			'SKIPPED, nothing was tested against a real node. These tests need Go (the version in ' +
				'test/node/go/go.mod) and a C compiler, or ' +
				`AVALANCHEGO_PATH (avalanchego ${avalanchegoVersion}) and AVALANCHEGO_PLUGIN_DIR (its plugins).`,
		);
		return 0;
	}
	const folder = mkdtempSync(join(tmpdir(), 'test-node-'));
	const resultFile = join(folder, 'result.json');
	const sightingsFile = join(folder, 'sightings');
	const options = process.argv.slice(2);
	const isWrite = options.includes('--write');
	const jestOptions = options.filter((option) => option !== '--write');
	const jest = spawn(
		process.execPath,
		[
			'node_modules/jest/bin/jest.js',
			'--config',
			'test/node/jest.config.mjs',
			'--json',
			'--outputFile',
			resultFile,
			...jestOptions,
		],
		{
			// a process group of its own, so that no node outlives it
			detached: true,
			stdio: ['ignore', 'inherit', 'inherit'],
			env: {
				...process.env,
				TMPDIR: folder,
				SIGHTINGS_FILE: sightingsFile,
				AVALANCHEGO_PATH: avalanchego.binary,
				AVALANCHEGO_PLUGIN_DIR: avalanchego.pluginDir,
			},
		},
	);
	const endAll = () => {
		try {
			process.kill(-jest.pid!, 'SIGKILL');
		} catch {
			// nothing of it runs any more
		}
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
	let code = await new Promise<number | null>((resolve) => jest.on('exit', resolve));
	endAll();
	if (existsSync(resultFile)) {
		const result = JSON.parse(readFileSync(resultFile, 'utf8'));
		const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
		console.log(`${result.numPassedTests} passed, ${failed} failed`);
	}
	// what a part of the tests saw is not the whole
	if (code === 0 && !jestOptions.length) {
		const [version] = execFileSync(avalanchego.binary, ['--version'], { encoding: 'utf8' }).split(
			' ',
		);
		const problem = updateCompatibility(readFileSync(sightingsFile, 'utf8'), version, isWrite);
		if (problem) {
			console.error(problem);
			code = 1;
		}
	}
	rmSync(folder, { recursive: true, force: true });
	return code ?? 1;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	},
);
