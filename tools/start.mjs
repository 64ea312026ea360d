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

await import('./build.mjs');
const { login, openDemo } = await import('./demo.mts');
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
}

const { server, devnet, nodeIds } = demo;
const { report, statement, balances, workbook, others } = demo;
const { alert, watch, transfers, owners, payments, health, l1Balance } = demo;
const files = relative('.', server.filesFolder);
/** What to do at the mock network, and the command that does it. */
const onMock = (what, ...calls) =>
	devnet ? [what, ...calls.map((call) => `  curl -X POST ${devnet.url}/control/${call}`)] : [];
const validator = `-d '{"nodeIDs":["${nodeIds[0]}"]}'`;
const shown = [
	[
		report,
		`Click "Execute workflow". The workflow sends the report to a mailbox of the demo, which keeps it in ${files}.`,
	],
	[
		statement,
		`Click "Execute workflow". Sends last quarter's payments, fees and balances of three wallets to the same mailbox.`,
	],
	[
		balances,
		`Click "Execute workflow". Writes what three addresses hold to a CSV file in ${files}.`,
	],
	[
		workbook,
		`Click "Execute workflow". Adds last month's payments of ten wallets on three chains to a workbook, and sends it.`,
	],
	[
		alert,
		`Published, checks every minute, and writes alerts to ${files}/validator-alerts.txt.`,
		...onMock(
			'To see an alert, disconnect a validator, wait two minutes and open Executions. Then reconnect the validator:',
			`disconnect ${validator}`,
			`reconnect ${validator}`,
		),
	],
	[
		watch,
		'Published too. Reports outages and falling uptime, and warns of a reward at risk or the end of a validation.',
		`Writes messages to ${files}/validator-watch.txt.`,
	],
	[
		payments,
		`Published too. Reports each payment of AVAX to an address, and writes messages to ${files}/payments-received.txt.`,
		...onMock('To see one, pay, wait a minute and open Executions:', `pay -d '{"amount":"5"}'`),
	],
	[
		health,
		`${devnet ? 'Published too. Reports' : 'Needs your own node. Reports'} what a node says of its own health, and writes messages to ${files}/node-health.txt.`,
		...onMock(
			'To see one, fill the disk, wait a minute and open Executions:',
			`setHealth -d '{"diskPercentage":8}'`,
		),
	],
	[
		l1Balance,
		`${devnet ? 'Published too. Reports' : 'Needs the subnet of your L1. Reports'} balances of L1 validators that run low, in ${files}/l1-balances.txt.`,
		...onMock(
			'To see one, let a balance last 2.9 days and wait a minute:',
			`setRunway -d '{"nodeIDs":["${nodeIds[0]}"],"days":2.9}'`,
		),
	],
	[
		transfers,
		`Published too. Reports each transfer of 100,000 ${devnet ? 'Demo Dollars' : 'USDC'} or more within a second.`,
		`Writes messages to ${files}/large-transfers.txt.`,
		...onMock(
			'To see one, make a transfer and open Executions. Small transfers happen all the time:',
			`transfer -d '{"amount":"250000"}'`,
		),
	],
	[
		owners,
		`Published too, checks every minute for a contract's event, and writes messages to ${files}/ownership-changed.txt.`,
		...onMock(
			'To see one, change the owner, wait a minute and open Executions:',
			'transferOwnership',
		),
	],
];
const list = shown
	.filter(([workflow]) => workflow)
	.map(([{ name, id }, ...lines]) =>
		[`  ${name}`, `${server.url}/workflow/${id}`, ...lines].join('\n    '),
	);
console.log(`
n8n runs at ${server.url} - sign in with ${login.email} / ${login.password}

${list.join('\n\n')}

  Not published. Most need something of yours, such as an account or a channel. The note of each says what:

${others.map(({ name, id }) => `  ${name}  ${server.url}/workflow/${id}`).join('\n')}

  All stand in n8n's list of workflows. Its filter narrows the list by tags: alerts, payments and events, reports, treasury, AI agent.

  ${
		devnet
			? `The demo uses a mock network on this machine. Open ${devnet.url} to cause an outage, a payment or a fault.
  To use the real network, run AVALANCHE_NETWORK=mainnet npm start.`
			: `The network is ${network}.`
	}

Press Ctrl-C to stop.`);

demo.server.exited.then(async () => {
	if (isStopping) return;
	await demo.close();
	fail(`n8n stopped by itself. See the end of ${server.logFile} for the reason.`);
});
