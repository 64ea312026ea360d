// npm run test:node: installs and builds what is missing, then runs test/node/run.mts. Arguments are jest's.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function runOrExit(command, ...args) {
	const { status } = spawnSync(command, args, { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

// The project's own Node.js, which is there only after the install.
const node = join('node_modules', '.bin', 'node');
runOrExit(process.execPath, 'tools/setup.mjs', 'test/node');
runOrExit(node, 'tools/build.mjs');

const tests = spawn(node, ['test/node/run.mts', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => {
	process.exitCode = code ?? 1;
});
