import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Ends processes that are still there when this one is not, however it ended. */

/** Hears which processes run and which are over; its input closes with this process, even if this one is killed. */
const guard = `
const running = new Set();
const hear = (line) => (line.startsWith('-') ? running.delete(line.slice(1)) : running.add(line));
const end = () => {
	for (const id of running) try { process.kill(Number(id), 'SIGKILL'); } catch {}
};
require('node:readline').createInterface({ input: process.stdin }).on('line', hear).on('close', end);
`;

/** Those that run: another guard hears of them, too. */
const running = new Set<number>();
let words: Writable | undefined;

function startGuard(): Writable {
	// In a group of its own, it outlives a Ctrl+C for this process.
	const child = spawn(process.execPath, ['-e', guard], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	child.unref();
	const { stdin } = child;
	(stdin as unknown as { unref(): void }).unref();
	for (const source of [child, stdin]) source.on('error', () => (words = undefined));
	child.once('exit', () => (words = undefined));
	for (const id of running) stdin.write(`${id}\n`);
	return stdin;
}

export function endWithParent(child: ChildProcess): void {
	const { pid } = child;
	if (!pid) return;
	words ??= startGuard();
	words.write(`${pid}\n`);
	running.add(pid);
	child.once('exit', () => {
		running.delete(pid);
		words?.write(`-${pid}\n`);
	});
}
