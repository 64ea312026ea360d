/* The avalanchego binary and its subnet-EVM plugin: given, cached, or built from the published Go modules. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a node process needs on disk. */
export interface Avalanchego {
	/** The avalanchego binary. */
	binary: string;
	/** The folder that holds the subnet-EVM plugin under its VM ID. */
	pluginDir: string;
}

export const avalanchegoVersion = 'v1.14.2';
/** VM ID of subnet-EVM; a plugin's file carries its VM's ID as its name. */
export const subnetEvmId = 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy';

export const goModule = join(process.cwd(), 'test', 'node', 'go');
/** What all programs of the module are built with, so that Go compiles what they share once. */
export const goFlags = ['-mod=readonly', '-trimpath'];
/** Portable: no instructions that only the building machine's processor has. */
export const goEnvironment = (): NodeJS.ProcessEnv => ({
	...process.env,
	CGO_ENABLED: '1',
	CGO_CFLAGS: '-O2 -D__BLST_PORTABLE__',
});

/**
 * Finds avalanchego: AVALANCHEGO_PATH (a binary) and AVALANCHEGO_PLUGIN_DIR (a folder) where they are set;
 * for each that is not, a build that is kept outside the repository and made once, where Go and a C compiler
 * are present.
 *
 * @param report receives one line for each step of a build
 * @returns the two paths, or undefined where something is missing and cannot be built here
 * @throws when a given path does not exist, or a build fails (with the compiler's output)
 */
export async function findAvalanchego(
	report: (line: string) => void,
): Promise<Avalanchego | undefined> {
	const { AVALANCHEGO_PATH, AVALANCHEGO_PLUGIN_DIR } = process.env;
	for (const [name, path] of Object.entries({ AVALANCHEGO_PATH, AVALANCHEGO_PLUGIN_DIR })) {
		if (path && !existsSync(path)) throw new Error(`${name} names ${path}, which does not exist`);
	}
	const cache = cacheDirectory();
	const builds: Array<[path: string, goPackage: string]> = [];
	if (!AVALANCHEGO_PATH)
		builds.push([join(cache, 'avalanchego'), 'github.com/ava-labs/avalanchego/main']);
	if (!AVALANCHEGO_PLUGIN_DIR) builds.push([join(cache, 'plugins', subnetEvmId), './evm-plugin']);

	const missing = builds.filter(([path]) => !existsSync(path));
	if (missing.length > 0 && !canBuild()) return undefined;
	for (const [path, goPackage] of missing) await build(path, goPackage, report);
	return {
		binary: AVALANCHEGO_PATH || join(cache, 'avalanchego'),
		pluginDir: AVALANCHEGO_PLUGIN_DIR || join(cache, 'plugins'),
	};
}

/** One folder for each set of module versions, so that a change of go.sum builds anew. */
function cacheDirectory(): string {
	const root = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const hash = createHash('sha256')
		.update(readFileSync(join(goModule, 'go.sum')))
		.digest('hex')
		.slice(0, 12);
	return join(root, 'n8n-nodes-avalanche', `avalanchego-${avalanchegoVersion}-${hash}`);
}

function canBuild(): boolean {
	// An older Go than the modules want can tell its settings, and not list them.
	if (spawnSync('go', ['list', '-m'], { cwd: goModule }).status !== 0) return false;
	const compiler = spawnSync('go', ['env', 'CC'], { encoding: 'utf8' });
	return compiler.status === 0 && spawnSync(compiler.stdout.trim(), ['--version']).status === 0;
}

/** Builds one Go package to a path; the file appears there only when it is whole. */
async function build(
	path: string,
	goPackage: string,
	report: (line: string) => void,
): Promise<void> {
	mkdirSync(dirname(path), { recursive: true });
	// not beside the plugin: a node refuses a plugin folder with a file whose name is no VM ID
	const partial = join(cacheDirectory(), `unfinished-${process.pid}`);
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	report(`building ${goPackage} (some minutes the first time)`);
	const progress = setInterval(() => report(`still building ${goPackage}, ${seconds()} s`), 30_000);
	try {
		const child = spawn('go', ['build', ...goFlags, '-o', partial, goPackage], {
			cwd: goModule,
			env: goEnvironment(),
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let output = '';
		child.stderr.on('data', (data) => (output += data));
		const code = await new Promise((resolve, reject) =>
			child.on('error', reject).on('close', resolve),
		);
		if (code !== 0) throw new Error(`go build ${goPackage} failed:\n${output.slice(-4000)}`);
		renameSync(partial, path);
	} finally {
		clearInterval(progress);
	}
	report(`built ${path} in ${seconds()} s`);
}
