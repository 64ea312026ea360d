/** The EVM chains of a process end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const anvil = pathToFileURL(join(process.cwd(), 'devnet/evm/anvil.mts')).href;

const parents: ChildProcess[] = [];
afterEach(() => {
	for (const parent of parents.splice(0)) parent.kill('SIGKILL');
});

/** A process with chains, and their URLs; `then` is what it does when they have started. */
async function startParent(chains: number, then: string) {
	const code = `
		import { startAnvil } from ${JSON.stringify(anvil)};
		const starts = Array.from({ length: ${chains} }, () => startAnvil({ chainId: 43114 }));
		const evms = await Promise.all(starts);
		console.log(JSON.stringify(evms.map(({ url }) => url)));
		${then}`;
	const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	parents.push(parent);
	const [urls] = (await once(parent.stdout, 'data')) as [Buffer];
	return { parent, urls: JSON.parse(String(urls)) as string[] };
}

async function isAlive(url: string): Promise<boolean> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
	const headers = { 'content-type': 'application/json' };
	return await fetch(url, { method: 'POST', headers, body }).then(
		() => true,
		() => false,
	);
}

async function expectEnd(url: string): Promise<void> {
	for (const end = Date.now() + 30_000; (await isAlive(url)) && Date.now() < end; ) await sleep(20);
	expect(await isAlive(url)).toBe(false);
}

test('the chains of a process that is killed are gone, and so are those of one that ends by itself', async () => {
	const [killed, ended] = await Promise.all([
		startParent(2, 'setInterval(() => {}, 1000);'),
		startParent(1, `process.stdin.resume(); setTimeout(() => process.exit(), 500);`),
	]);
	for (const url of killed.urls) expect(await isAlive(url)).toBe(true);
	killed.parent.kill('SIGKILL');
	for (const url of [...killed.urls, ...ended.urls]) await expectEnd(url);
});

test('a chain that is closed leaves nothing that keeps its process alive', async () => {
	const { parent, urls } = await startParent(1, 'await evms[0].close();');
	if (parent.exitCode === null) await once(parent, 'exit');
	expect(parent.exitCode).toBe(0);
	await expectEnd(urls[0]!);
});
