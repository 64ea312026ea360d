/** Debian's packages that a test needs. */
import { execFileSync } from 'node:child_process';

/** Installs them where that is permitted. The caller looks whether they are there then; what went wrong is printed. */
export function installPackages(names: string[]): void {
	if (names.length === 0) return;
	console.log(`Installing ${names.join(' and ')} ...`);
	const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	const apt = (...args: string[]) => {
		const [command, ...rest] = [...root, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args];
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		execFileSync(command!, rest, { stdio: ['ignore', 'inherit', 'inherit'], env });
	};
	try {
		apt('update');
		apt('install', '-y', '--no-install-recommends', ...names);
	} catch {
		// What went wrong stands above.
	}
}
