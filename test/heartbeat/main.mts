/**
 * npm run test:heartbeat: running watches stop in six ways, and receivers outside have to go red in time; one goes on
 * through a restart of a minute and a poll of 20 seconds, and has to stay green. Real time: it takes a quarter of an hour.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, startServer, type Server } from '../../tools/n8n/server.mts';
import { openLink } from '../support/link.mts';
import { startCluster, type Cluster } from '../queue/cluster.mts';
import { prepareServices } from '../queue/services.mts';
import { waitUntil } from '../queue/waitUntil.mts';
import { openReceivers } from './checks.mts';
import { graceSeconds, publishSecondN8n, publishWatch } from './workflows.mts';

/** How each watch stops, and the form of its receiver. */
const ways = {
	'n8n killed': 'ping',
	'n8n killed, a second n8n waits': 'second n8n',
	'workflow unpublished': 'api/push',
	'poll that hangs': 'ping',
	'network gone': 'api/push',
	'database gone': 'ping',
} as const;
type Way = keyof typeof ways;
const control = 'goes on';
const nameInUrl = (name: string) => name.replace(/\W+/g, '-');
const names = [...Object.keys(ways), control];

const tell = (line: string) => {
	const seconds = String(Math.round(performance.now() / 1000));
	console.log(`${seconds.padStart(5)} s  ${line}`);
};

/** A service that a second n8n asks each minute notices up to so much later. */
const extraSeconds = (name: string) => (ways[name as Way] === 'second n8n' ? 60 : 0);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.setMaxListeners(0);
prepareServices();

const folder = mkdtempSync(join(tmpdir(), 'n8n-heartbeat-'));
const receivers = await openReceivers(graceSeconds, names.map(nameInUrl));
const checkOf = (name: string) => receivers.checks.get(nameInUrl(name))!;
const devnets = new Map<string, Devnet>();
for (const name of names)
	devnets.set(name, await startDevnet({ port: 0, validators: 10, rewards: 0 }));

async function startN8n(name: string): Promise<{ server: Server; rest: Rest; port: number }> {
	const port = await findPort();
	const server = await startServer({ folder: join(folder, name), port });
	const rest = new Rest(server.url);
	await rest.signIn(login);
	return { server, rest, port };
}

let cluster: Cluster | undefined;
const open: Server[] = [];
try {
	tell('Starting three n8n, one with PostgreSQL ...');
	const [first, killed] = [await startN8n('first'), await startN8n('killed')];
	open.push(first.server, killed.server);
	cluster = await startCluster(join(folder), {}, 0);

	const links = {
		node: await openLink(devnets.get('network gone')!.nodeUrl),
		receivers: await openLink(receivers.url),
	};
	const publish = async (rest: Rest, name: string, pingUrl?: string) => {
		const isOverLink = name === 'network gone';
		const base = isOverLink ? links.receivers.url : receivers.url;
		const form = ways[name as Way] ?? 'ping';
		const query = form === 'api/push' ? '?status=up&msg=OK' : '';
		return await publishWatch(rest, name, {
			nodeUrl: isOverLink ? links.node.url : devnets.get(name)!.nodeUrl,
			pingUrl: pingUrl ?? `${base}/${form}/${nameInUrl(name)}${query}`,
			second: 5 * names.indexOf(name),
		});
	};
	const messageUrl = `${receivers.url}/message/${nameInUrl('n8n killed, a second n8n waits')}`;
	const secondN8n = await publishSecondN8n(first.rest, messageUrl);
	const unpublished = await publish(first.rest, 'workflow unpublished');
	for (const name of ['poll that hangs', 'network gone', control]) await publish(first.rest, name);
	await publish(killed.rest, 'n8n killed');
	await publish(killed.rest, 'n8n killed, a second n8n waits', secondN8n);
	await publish(cluster.rest, 'database gone');
	const listGreen = () => names.filter((name) => checkOf(name).redAt === undefined);

	tell('All are published; the first n8n is away for a minute.');
	await first.server.stop();
	await sleep(55_000);
	open[0] = await startServer({ folder: join(folder, 'first'), port: first.port });
	await first.rest.signIn(login);
	devnets.get(control)!.faults([{ latencyMs: 20_000, times: 1 }]);
	const beats = checkOf(control).beats.length;
	await waitUntil(
		() => checkOf(control).beats.length > beats,
		1000,
		() => 'no heartbeat came',
	);
	const tooEarly = names.filter((name) => !listGreen().includes(name));

	tell('All stop but one.');
	const stoppedAt = Date.now();
	await killed.server.kill();
	await first.rest.call('POST', `/workflows/${unpublished.id}/deactivate`, {});
	devnets.get('poll that hangs')!.faults([{ latencyMs: 3_600_000 }]);
	links.node.cut();
	links.receivers.cut();
	await cluster.postgres.stop();

	const limit = (name: string) => stoppedAt + (graceSeconds + extraSeconds(name) + 5) * 1000;
	while (Date.now() < Math.max(...names.map(limit)) && listGreen().length > 1) await sleep(1000);
	// The one that goes on has its time, too.
	await sleep(Math.max(0, limit(control) - Date.now()));

	const rows = names.map((name) => {
		const { redAt, reason = 'green' } = checkOf(name);
		return [
			name,
			{ 'red after (s)': redAt ? Math.round((redAt - stoppedAt) / 1000) : '-', reason },
		] as const;
	});
	console.table(Object.fromEntries(rows));
	const faults = [
		...tooEarly.map((name) => `${name}: red before it stopped (${checkOf(name).reason})`),
		...(listGreen().includes(control) ? [] : [`${control}: red`]),
		...Object.keys(ways)
			.filter((name) => (checkOf(name).redAt ?? Infinity) > limit(name))
			.map((name) => `${name}: not red in time`),
	];
	for (const fault of faults) console.error(fault);
	process.exitCode = faults.length ? 1 : 0;
} finally {
	await Promise.all(open.map((server) => server.kill()));
	await cluster?.stop().catch(() => {});
	receivers.close();
	for (const devnet of devnets.values()) await devnet.close();
}
if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The logs are in ${folder}`);
process.exit();
