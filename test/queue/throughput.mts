/**
 * npm run test:throughput: executions a second of plain n8n, of one worker and of two, on the same work. Decides nothing.
 *
 * node test/queue/throughput.mts 1000   executions of each workflow, 1000 by default
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import { startMailbox } from '../../devnet/mailbox.mts';
import { startCluster } from './cluster.mts';
import type { Cluster } from './cluster.mts';
import { readProgress } from './deliveries.mts';
import { publishExamples, putCredentials } from './examples.mts';
import type { Example } from './examples.mts';
import { prepareServices } from './services.mts';

const total = Number(process.argv[2] ?? 1000);
const works = { balances: 'treasury-balances.json', report: 'monthly-reward-report.json' };
const latencies = [0, 200];
const settings: Record<string, number> = { 'plain n8n': 0, '1 worker': 1, '2 workers': 2 };
/** Calls of the webhook that are in flight. */
const callers = 20;

/** Seconds of processor time that this machine has spent. */
const machineSeconds = (): number =>
	cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) /
	1000;

/** The same of processes, where /proc tells (Linux, whose clock ticks 100 times a second). */
const processSeconds = (pids: Array<number | undefined>): number =>
	pids.reduce<number>((sum, pid) => {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /, '')
			.split(' ');
		return sum + (Number(fields[11]) + Number(fields[12])) / 100;
	}, 0);

async function measure({ postgres, main, workers }: Cluster, { workflow, call }: Example) {
	const { counts: before } = await readProgress(postgres, [workflow]);
	const wanted = (before.success ?? 0) + total;
	const pids = [main, ...workers].map(({ pid }) => pid);
	const [began, machine, own] = [performance.now(), machineSeconds(), processSeconds(pids)];
	let left = total;
	const callOften = async () => {
		while (left-- > 0) while (!(await call())) await sleep(1000);
	};
	await Promise.all(Array.from({ length: callers }, callOften));
	for (;;) {
		const { counts } = await readProgress(postgres, [workflow]);
		const { success = 0, error = 0, crashed = 0 } = counts;
		if (error + crashed > 0) throw new Error(`${workflow.name}: ${error + crashed} failed`);
		if (success >= wanted) break;
		await sleep(100);
	}
	const seconds = (performance.now() - began) / 1000;
	return {
		'executions/s': Number((total / seconds).toFixed(1)),
		'cores busy, n8n': Number(((processSeconds(pids) - own) / seconds).toFixed(2)),
		'cores busy, machine': Number(((machineSeconds() - machine) / seconds).toFixed(2)),
	};
}

prepareServices();
const rows: Array<Record<string, string | number>> = [];
for (const [setting, workerCount] of Object.entries(settings)) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	const devnet = await startDevnet({ validators: 10, rewards: 300 });
	const mailbox = await startMailbox();
	console.log(`${setting} ...`);
	const cluster = await startCluster(folder, {}, workerCount);
	try {
		const credentials = await putCredentials(cluster.rest, devnet, mailbox);
		const examples = await publishExamples(cluster.rest, credentials, Object.values(works));
		for (const latencyMs of latencies) {
			devnet.faults(latencyMs ? [{ latencyMs }] : []);
			for (const [i, work] of Object.keys(works).entries()) {
				// The first execution loads what the next ones have.
				await examples[i]!.call();
				await sleep(3000);
				const measured = await measure(cluster, examples[i]!);
				rows.push({ work, 'latency (ms)': latencyMs, n8n: setting, ...measured });
			}
		}
	} finally {
		await cluster.stop();
		await mailbox.close();
		await devnet.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
rows.sort(
	(a, b) =>
		String(a.work).localeCompare(String(b.work)) ||
		Number(a['latency (ms)']) - Number(b['latency (ms)']),
);
console.log(`${total} executions each, ${availableParallelism()} cores`);
console.table(rows);
