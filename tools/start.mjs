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

const { server, devnet, nodeIds, examples } = demo;
const files = relative('.', server.filesFolder);
/** What to do at the mock network, and the command that does it. */
const onMock = (what, ...calls) =>
	devnet ? [what, ...calls.map((call) => `  curl -X POST ${devnet.url}/control/${call}`)] : [];
const validator = `-d '{"nodeIDs":["${nodeIds[0]}"]}'`;
const runByHand = 'Click "Execute workflow".';
const mailbox = `It sends to a mailbox of the demo, which keeps the e-mail in ${files}.`;
/** What to see of an example here, by its file. */
const shown = {
	'validator-disconnect-alert': [
		`Published, checks every minute, and writes alerts to ${files}/validator-alerts.txt.`,
		...onMock(
			'To see an alert, disconnect a validator, wait two minutes and open Executions. Then reconnect the validator:',
			`disconnect ${validator}`,
			`reconnect ${validator}`,
		),
	],
	'validator-watch': [`Published. Writes messages to ${files}/validator-watch.txt.`],
	'planned-work': [
		'Publish it, and open the form of its first node. A watch takes its Silences URL.',
	],
	'validator-status': [`${runByHand} ${mailbox}`],
	'own-node-health': [
		`${devnet ? 'Published. Writes' : 'Needs your own node. Writes'} messages to ${files}/node-health.txt.`,
		...onMock(
			'To see one, fill the disk, wait a minute and open Executions:',
			`setHealth -d '{"diskPercentage":8}'`,
		),
	],
	'l1-validator-balance': [
		`${devnet ? 'Published. Writes' : 'Needs the subnet of your L1. Writes'} messages to ${files}/l1-balances.txt.`,
		...onMock(
			'To see one, let a balance last 2.9 days and wait a minute:',
			`setRunway -d '{"nodeIDs":["${nodeIds[0]}"],"days":2.9}'`,
		),
	],
	'monthly-reward-report': [`${runByHand} ${mailbox}`],
	'monthly-reward-workbook': [`${runByHand} ${mailbox}`],
	'reward-received': [
		`Publish it. Writes messages to ${files}/rewards-received.txt.`,
		...onMock(
			'To see one, wait a minute for the first check, and add a reward:',
			`addRewards ${validator}`,
		),
	],
	'quarterly-statement': [`${runByHand} ${mailbox}`],
	'treasury-workbook': [`${runByHand} ${mailbox}`],
	'treasury-balances': [`${runByHand} Writes a CSV file to ${files}.`],
	'network-figures': [`${runByHand} Writes to ${files}/network-figures.txt.`],
	'large-token-transfer': [
		`Published. Reports each transfer of 100,000 ${devnet ? 'Demo Dollars' : 'USDC'} or more, in ${files}/large-transfers.txt.`,
		...onMock(
			'To see one, make a transfer and open Executions. Small transfers happen all the time:',
			`transfer -d '{"amount":"250000"}'`,
		),
	],
	'validators-on-call': onMock(
		'Published. The page of the mock network shows what is open. To see an incident, disconnect a validator, wait two minutes, and reconnect it:',
		`disconnect ${validator}`,
		`reconnect ${validator}`,
	),
	'ownership-changed': [
		`Published, checks every minute, and writes messages to ${files}/ownership-changed.txt.`,
		...onMock(
			'To see one, change the owner, wait a minute and open Executions:',
			'transferOwnership',
		),
	],
	'payment-received': [
		`Published. Writes messages to ${files}/payments-received.txt.`,
		...onMock('To see one, pay, wait a minute and open Executions:', `pay -d '{"amount":"5"}'`),
	],
};

const { roles } = await import('./examples.mts');
const sayExample = ({ file, does, needs }) => {
	const { name, id } = examples[file];
	const hint = [...(shown[file] ?? []), ...(needs ? [`Needs ${needs}.`] : [])];
	return [`  ${name}: ${does}`, `${server.url}/workflow/${id}`, ...hint].join('\n    ');
};
const list = roles.map(({ title, examples: ofRole }) =>
	[`${title}\n`, ...ofRole.filter(({ file }) => examples[file]).map(sayExample)].join('\n'),
);
console.log(`
n8n runs at ${server.url} - sign in with ${login.email} / ${login.password}

${list.join('\n\n')}

  All stand in n8n's list of workflows. Its filter narrows the list by tags: ${roles.map(({ tag }) => tag).join(', ')}.

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
