/**
 * Installs what a script needs, where it is missing or its lock file has changed: the root package, then the
 * nested packages whose folders are given, as in `node tools/setup.mjs tools/n8n`. It runs before anything is
 * installed, on whatever Node.js the machine has, so it uses nothing but that.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rootBin = join(root, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Ends with one line that says what is missing and how to get it. */
function demand(isThere, sentence) {
	if (isThere) return;
	console.error(`Cannot install: ${sentence}`);
	process.exit(1);
}

const runs = (command, ...args) =>
	spawnSync(command, args.length ? args : ['--version'], { stdio: 'ignore', shell: isWindows })
		.status === 0;

const modulesOf = (folder) => join(folder, 'node_modules');
const noteOf = (folder) => join(modulesOf(folder), '.package-lock.json');
/** Stands there while npm installs. */
const begunMark = (folder) => join(modulesOf(folder), '.install-begun');

/** npm notes at the end of an install what it has put where; that must be what the lock file asks for. */
function isInstalled(folder) {
	const noted = noteOf(folder);
	if (existsSync(begunMark(folder))) return false;
	if (!existsSync(noted)) return false;
	const wanted = readJson(folder, 'package-lock.json').packages;
	const present = readJson(noted).packages;
	return Object.keys(wanted).every((path) => {
		if (path === '' || !(path in present)) return path === '' || wanted[path].optional;
		return wanted[path].version === present[path].version;
	});
}

/** The script `setup` of a nested package, and the mark that it ended well. */
const setupOf = (folder) =>
	folder === root ? undefined : (readJson(folder, 'package.json').scripts ?? {}).setup;
const doneMark = (folder) => join(modulesOf(folder), '.setup-done');
const isReady = (folder) =>
	isInstalled(folder) && (!setupOf(folder) || existsSync(doneMark(folder)));

/**
 * n8n's database driver comes prebuilt from GitHub or is compiled. Both ways speak Node-API, so the headers of
 * another Node.js than the one that runs n8n do.
 */
async function prepareCompiler() {
	const headers = [
		process.env.npm_config_nodedir,
		dirname(dirname(process.execPath)),
		'/usr/local',
		'/usr',
	].find((prefix) => prefix && existsSync(join(prefix, 'include', 'node', 'node_api.h')));
	if (headers) process.env.npm_config_nodedir = headers;

	const missing = [
		['a C++ compiler', ['c++', 'g++', 'clang++', 'cl']],
		['make', ['make', 'gmake', 'msbuild']],
		['Python 3', ['python3', 'python']],
	].filter(([, commands]) => !commands.some((command) => runs(command)));
	if (missing.length === 0) return;
	const isPrebuilt = await fetch('https://github.com/TryGhost/node-sqlite3/releases', {
		method: 'HEAD',
		signal: AbortSignal.timeout(10_000),
	}).then(
		({ ok }) => ok,
		() => false,
	);
	demand(
		isPrebuilt,
		`n8n's SQLite driver has to be compiled here, as GitHub, which has it prebuilt, does not answer; missing: ` +
			`${missing.map(([name]) => name).join(', ')} (on Debian and Ubuntu: apt-get install g++ make python3).`,
	);
}

/** Runs npm in a folder and tells every few seconds how far it is; resolves to its exit code and output. */
function runNpm(folder, args, what, progress) {
	const path = process.env.PATH.split(delimiter);
	// The root package brings a Node.js of its own: the nested ones use it, its own install must not stand on it.
	const PATH = [
		...(folder === root ? [] : [rootBin]),
		...path.filter((entry) => !entry.includes(join('node_modules', '.bin'))),
	];
	const started = Date.now();
	const child = spawn('npm', [...args, '--no-audit', '--no-fund'], {
		cwd: folder,
		env: { ...process.env, PATH: PATH.join(delimiter), npm_config_loglevel: 'warn' },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: isWindows,
	});
	const tell = () =>
		console.log(`${what}: ${Math.round((Date.now() - started) / 1000)} s${progress()}`);
	const timer = setInterval(tell, 10_000);
	console.log(`${what} ...`);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (data) => {
			output = (output + data).slice(-20_000);
		});
	}
	return new Promise((resolve) => {
		child.on('error', (error) => resolve({ code: 1, output: error.message }));
		child.on('close', (code) => {
			clearInterval(timer);
			if (code === 0) tell();
			resolve({ code, output });
		});
	});
}

const mayPass =
	/EAI_AGAIN|ECONN|ENOTFOUND|ETIMEDOUT|ENETUNREACH|EINTEGRITY|SOCKET|TIMEOUT|E429|E5\d\d|network/;

async function npmOrExit(folder, args, what, progress = () => '') {
	let { code, output } = await runNpm(folder, args, what, progress);
	if (code !== 0 && mayPass.test(output)) {
		console.log(`${what}: failed for a reason that may pass, once more`);
		({ code, output } = await runNpm(folder, args, what, progress));
	}
	if (code === 0) return;
	console.error(output.trimEnd().split('\n').slice(-60).join('\n'));
	demand(false, `"npm ${args.join(' ')}" failed in ${folder}; its last words are above.`);
}

const secondsBetweenSigns = 10;

/** True while another process installs there: it renews the mark, which a killed one leaves to age. */
function isInstalling(folder) {
	const mark = begunMark(folder);
	if (!existsSync(mark)) return false;
	try {
		process.kill(Number(readFileSync(mark, 'utf8')), 0);
	} catch {
		return false;
	}
	return Date.now() - statSync(mark).mtimeMs < 6 * secondsBetweenSigns * 1000;
}

/** Holds the mark while the work goes on. A failed one leaves it. */
async function whileMarked(folder, work) {
	const sign = () => writeFileSync(begunMark(folder), String(process.pid));
	mkdirSync(modulesOf(folder), { recursive: true });
	sign();
	const timer = setInterval(sign, secondsBetweenSigns * 1000);
	await work();
	clearInterval(timer);
	rmSync(begunMark(folder), { force: true });
}

const passes = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Two that install in one folder would break each other's files. */
async function waitForOther(folder) {
	if (!isInstalling(folder)) return;
	console.log(`Waiting for the install that runs in ${folder} ...`);
	while (isInstalling(folder)) await passes(1000);
}

/** npm takes the folders that an interrupted install left for whole packages, though files are missing in them. */
function removeInterrupted(folder) {
	const modules = modulesOf(folder);
	const isWhole = existsSync(noteOf(folder)) && !existsSync(begunMark(folder));
	if (!existsSync(modules) || isWhole) return;
	console.log('The last install was interrupted. Beginning anew ...');
	rmSync(modules, { recursive: true, force: true });
}

async function install(folder) {
	const { name } = readJson(folder, 'package.json');
	const paths = Object.keys(readJson(folder, 'package-lock.json').packages).filter(Boolean);
	demand(runs('npm'), 'npm is missing; it comes with Node.js (https://nodejs.org).');
	if (paths.includes('node_modules/sqlite3')) await prepareCompiler();
	// Measured: about 1.5 MB a package on the disk, npm's cache with it.
	const megabytes = Math.round(paths.length * 1.5);
	const { bavail, bsize } = statfsSync(folder);
	const free = Math.round((bavail * bsize) / 1e6);
	demand(
		free > megabytes,
		`${name} needs ${megabytes} MB of free disk space, ${free} MB are there.`,
	);

	if (!isInstalled(folder)) {
		const unpacked = () =>
			paths.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		const progress = () => `, ${unpacked()} of ${paths.length} packages`;
		removeInterrupted(folder);
		// Not npm ci: it refuses a lock file that lacks the binaries of some platform, which npm install adds.
		const args = ['install', '--no-save'];
		await whileMarked(folder, () => npmOrExit(folder, args, `Installing ${name}`, progress));
	}
	if (setupOf(folder)) {
		await npmOrExit(folder, ['run', 'setup'], `Building what ${name} needs on this machine`);
		writeFileSync(doneMark(folder), '');
	}
}

const [major] = process.versions.node.split('.');
demand(
	Number(major) >= 18,
	`Node.js 18 or newer is needed to start with, this is ${process.version}.`,
);
for (const folder of [root, ...process.argv.slice(2).map((path) => join(root, path))]) {
	await waitForOther(folder);
	if (!isReady(folder)) await install(folder);
}
