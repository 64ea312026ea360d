/**
 * npm start: the demo in .demo/, kept from one start to the next, until Ctrl-C. Settings are environment variables:
 * AVALANCHE_NETWORK  local (a mock network on this machine), mainnet, fuji, or the URL of a node
 * N8N_PORT, DEVNET_PORT  where n8n and the mock network listen
 * INSPECT_PORT  where a debugger finds n8n, as in INSPECT_PORT=9229 npm run dev
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const {
	AVALANCHE_NETWORK: network = 'local',
	N8N_PORT = '5678',
	DEVNET_PORT = '9660',
} = process.env;

function fail(message) {
	console.error(message);
	process.exit(1);
}

if (!['local', 'mainnet', 'fuji'].includes(network) && !URL.canParse(network)) {
	fail(`AVALANCHE_NETWORK must be local, mainnet, fuji or the URL of a node, not "${network}".`);
}
const { findPort } = await import('./n8n/server.mts');
for (const [name, port] of Object.entries({
	N8N_PORT,
	...(network === 'local' && { DEVNET_PORT }),
})) {
	if (!(Number(port) > 0 && Number(port) < 65_536))
		fail(`${name} must be a port number, not "${port}".`);
	await findPort(Number(port)).catch((error) =>
		fail(`${error.message}. To use another port, run ${name}=<port> npm start.`),
	);
}

let demo;
let isStopping = false;
async function stop() {
	// Before all is up, leaving is enough: what runs by then ends with us.
	if (!demo) process.exit(130);
	if (isStopping) return;
	isStopping = true;
	console.log('\nStopping n8n ...');
	await demo.close();
	process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// npm hands no signal on that it gets alone, so its end is one.
const { ppid } = process;
setInterval(() => process.ppid === ppid || stop(), 1000).unref();

export const folder = join(
	process.cwd(),
	'.demo',
	URL.canParse(network) ? new URL(network).host.replace(/\W/g, '-') : network,
);
mkdirSync(folder, { recursive: true });

console.log('Building the package ...');
await import('./build.mjs');
const { login, openDemo } = await import('./demo.mts');
const begun = Date.now();
const waiting = setInterval(
	() => console.log(`  ${Math.round((Date.now() - begun) / 1000)} s ...`),
	10_000,
);
try {
	demo = await openDemo({
		folder,
		network,
		n8nPort: Number(N8N_PORT),
		devnetPort: Number(DEVNET_PORT),
		tell: console.log,
	});
} catch (error) {
	fail(error.message);
} finally {
	clearInterval(waiting);
}

const { server, devnet, report } = demo;
const { roles } = await import('./examples.mts');
const { listOwn } = await import('../devnet/devnet.mts');
const tags = roles.map(({ tag }) => tag).join(', ');
const aboutNetwork = devnet
	? `Mock network   ${devnet.url} causes an outage, a payment or a fault, and names the workflows that hear of it
               AVALANCHE_NETWORK=mainnet npm start uses the real network

Wallets, validators and a token that have data, with the names of the examples:
${listOwn()
	.map((line) => `  ${line}`)
	.join('\n')}`
	: `Network        ${network}`;
console.log(`
Open           ${server.url}
Sign in        ${login.email} / ${login.password}
Begin with     ${server.url}/workflow/${report.id} ("${report.name}"), and click "Execute workflow"
Files          ${relative('.', server.filesFolder)} receives messages, files and e-mails of the workflows
All workflows  stand in n8n's list. Its filter narrows the list by tags: ${tags}. Their notes say what else they need
${aboutNetwork}

Press Ctrl-C to stop.`);

demo.server.exited.then(async () => {
	if (isStopping) return;
	await demo.close();
	fail(`n8n stopped by itself. See the end of ${server.logFile} for the reason.`);
});
