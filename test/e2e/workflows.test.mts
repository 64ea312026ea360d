/** The example workflows of the demo in a real n8n against the mock network, as the demo sets them up. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, openDemo } from '../../tools/demo.mts';
import type { Demo } from '../../tools/demo.mts';
import { findPort } from '../../tools/n8n/server.mts';
import type { Execution, Workflow } from '../../tools/n8n/rest.mts';
import { demoAccount, demoDeployer, type Devnet } from '../../devnet/devnet.mts';
import { identifyReward } from '../../devnet/world.mts';
import { openEditor, readCanvas } from './browser.mts';

const screenshots = 'test/e2e/output';
const apiKey = `e2e-${randomBytes(18).toString('hex')}`;

let folder: string;
let demo: Demo;
let devnet: Devnet;
let disconnectedAt: number;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	mkdirSync(screenshots, { recursive: true });
	const ports = { n8nPort: await findPort(), devnetPort: await findPort() };
	demo = await openDemo({ folder, ...ports, network: 'local', apiKey, tell: console.log });
	devnet = demo.devnet!;
});

after(async () => {
	await demo?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const control = async (name: string, choice: object): Promise<void> => {
	const response = await fetch(`${devnet.url}/control/${name}`, {
		method: 'POST',
		body: JSON.stringify(choice),
	});
	assert.equal(response.status, 200, await response.text());
};

/** The workflow once more, under another name and in another time zone, for a month in place of the last one. */
function copyReport(name: string, timezone: string, month?: string): Promise<Workflow> {
	const { nodes, connections, settings } = structuredClone(demo.report);
	const { parameters } = nodes.find(({ name: node }) => node === 'Get report')!;
	if (month) {
		const [year, number] = month.split('-').map(Number);
		const next = new Date(Date.UTC(year!, number!)).toISOString().slice(0, 10);
		Object.assign(parameters, { period: 'custom', from: `${month}-01`, to: next });
	}
	return demo.rest.createWorkflow({
		name,
		nodes,
		connections,
		settings: { ...settings, timezone },
	});
}

// ---- sums by other code: the amounts of the mock network, the prices it sends, whole numbers of 10^-30

const places = 30;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Year and month, `2026-03`, of a time in a zone. */
function monthIn(zone: string, ms: number): string {
	const format =
		formats.get(zone) ??
		new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit' });
	formats.set(zone, format);
	return format.format(ms);
}
const toFixed = (text: string): bigint => {
	const [whole, fraction = ''] = text.split('.');
	return BigInt(whole + fraction.padEnd(places, '0'));
};

/** Prices of a node's rewards as the mock network sends them, by the reward's utxoId. */
async function readPrices(nodeId: string): Promise<Map<string, string>> {
	const prices = new Map<string, string>();
	let token = '';
	do {
		const page = await fetch(
			`${devnet.dataUrl}/v1/networks/mainnet/rewards?nodeIds=${nodeId}&pageSize=100&pageToken=${token}`,
		);
		const { historicalRewards, nextPageToken } = (await page.json()) as any;
		for (const { utxoId, reward } of historicalRewards) {
			if (reward.historicalPrice) prices.set(utxoId, String(reward.historicalPrice.value));
		}
		token = nextPageToken ?? '';
	} while (token);
	return prices;
}

interface Total {
	rewards: number;
	amount: bigint;
	value: bigint | 'unknown';
	unpriced: number;
	unpricedAmount: bigint;
}

async function sumUp(nodeId: string, zone: string, month: string): Promise<Total> {
	const prices = await readPrices(nodeId);
	const total = { rewards: 0, amount: 0n, value: 0n, unpriced: 0, unpricedAmount: 0n };
	for (const reward of devnet.world.rewards.mainnet) {
		if (reward.nodeId !== nodeId || monthIn(zone, reward.endTimestamp * 1000) !== month) continue;
		if (reward.rewardType === 'DELEGATOR') continue;
		const amount = reward.amount * 10n ** BigInt(places - 9);
		const price = prices.get(identifyReward(reward).utxoId);
		total.rewards++;
		total.amount += amount;
		if (price !== undefined) total.value += (reward.amount * toFixed(price)) / 10n ** 9n;
		else {
			total.unpriced++;
			total.unpricedAmount += amount;
		}
	}
	return {
		...total,
		value: total.rewards > 0 && total.unpriced === total.rewards ? 'unknown' : total.value,
	};
}

/** The file of the e-mail, by node ID. */
function readReport(month: string): Map<string, Total> {
	const text = readFileSync(
		join(demo.server.filesFolder, `reward-report-${month}.csv`),
		'utf8',
	).replace(/^\uFEFF/, '');
	const [head, ...lines] = text
		.trim()
		.split('\r\n')
		.map((line) => line.split(','));
	const rows = lines.map(
		(line) => Object.fromEntries(line.map((cell, i) => [head![i], cell])) as Record<string, string>,
	);
	return new Map(
		rows.map((row) => {
			const value = row['Exact Value at Receipt (USD)']!;
			return [
				row.Validator!,
				{
					rewards: Number(row.Rewards),
					amount: toFixed(row['Amount (AVAX)']!),
					value: value === '' ? 'unknown' : toFixed(value),
					unpriced: Number(row['Rewards Without Price']),
					unpricedAmount: toFixed(row['Amount Without Price (AVAX)']!),
				},
			];
		}),
	);
}

async function assertReport(zone: string, month: string): Promise<Map<string, Total>> {
	const report = readReport(month);
	assert.deepEqual([...report.keys()].sort(), [...demo.nodeIds].sort());
	for (const nodeId of demo.nodeIds)
		assert.deepEqual(report.get(nodeId), await sumUp(nodeId, zone, month), nodeId);
	return report;
}

function assertSucceeded(execution: Execution, workflow: Workflow): void {
	assert.equal(execution.status, 'success', execution.error);
	assert.equal(execution.workflowId, workflow.id);
}

// ---- what the alert did

const alertFile = (): string => {
	try {
		return readFileSync(join(demo.server.filesFolder, 'validator-alerts.txt'), 'utf8');
	} catch {
		return '';
	}
};

/** Executions that the workflow's own polls started, the oldest first: two polls a minute apart, and up to a minute until the first. */
async function waitForAlerts(workflow: Workflow, count: number): Promise<Execution[]> {
	for (const end = Date.now() + 240_000; Date.now() < end; await sleep(1000)) {
		const ids = await demo.rest.listExecutions(workflow);
		if (ids.length >= count)
			return Promise.all(ids.reverse().map((id) => demo.rest.getExecution(id)));
	}
	throw new Error(`No ${count} executions of ${workflow.name} in 240 s`);
}

// ---- the tests, in the order of what happens

test('n8n lists every node of the package', async () => {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8'));
	const loaded = new Set(await demo.rest.getNodeTypes('n8n-nodes-avalanche'));
	for (const path of n8n.nodes as string[]) {
		const [, name] = /Avalanche(\w+)\.node\.js$/.exec(path)!;
		assert.ok(loaded.has(`n8n-nodes-avalanche.avalanche${name}`), path);
	}
	disconnectedAt = Date.now();
	await control('disconnect', { nodeIDs: [demo.nodeIds[1]] });
});

test('the report totals the previous month to exact sums', async () => {
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const now = new Date();
	const month = monthIn(zone, new Date(now.getFullYear(), now.getMonth(), 0, 12).getTime());
	assertSucceeded(await demo.rest.run(demo.report, 'Every month'), demo.report);
	const report = await assertReport(zone, month);
	assert.ok([...report.values()].some(({ rewards }) => rewards > 1));
});

/** The files of n8n with such a name, as text. */
const readFiles = (name: RegExp): string[] =>
	readdirSync(demo.server.filesFolder)
		.filter((file) => name.test(file))
		.map((file) => readFileSync(join(demo.server.filesFolder, file), 'utf8'));

for (const [name, trigger, file, content] of [
	['Monthly rewards in Excel by e-mail', 'Every month', /^rewards-\d{4}-\d\d\.xlsx$/, /^PK/],
	['Monthly rewards in Excel by e-mail', 'Every month', /^Staking rewards, .*\.html$/, /AVAX/],
	[
		'Daily network figures to a file',
		'Every day',
		/^network-figures\.txt$/,
		/^C-Chain on .*\n {2}Transactions: /,
	],
	[
		'Daily treasury balances to a CSV file',
		'Every day',
		/^treasury-.*\.csv$/,
		/^\uFEFF?Date,Name,Address,Chain,Asset/,
	],
	[
		'Contract owner changes to a file',
		'Avalanche Trigger',
		/^ownership-changed\.txt$/,
		/^\[TEST\] (?:Nothing was found, so this is made up: )?OwnershipTransferred on 0x\w+: previousOwner 0x/,
	],
	[
		'Weekly validator status by e-mail',
		'Every Monday',
		/^Validator status, .*\.html$/,
		/Frankfurt-1/,
	],
	[
		'Weekly validator status by e-mail',
		'Every Monday',
		/^validator-status-.*\.csv$/,
		/^\uFEFF?Name,Node ID/,
	],
] as const)
	test(`the example ${name} makes a file like ${file.source}`, async () => {
		const workflow = (await demo.rest.findWorkflow(name))!;
		for (const old of readdirSync(demo.server.filesFolder).filter((found) => file.test(found)))
			rmSync(join(demo.server.filesFolder, old));
		assertSucceeded(await demo.rest.run(workflow, trigger), workflow);
		const [text, ...more] = readFiles(file);
		assert.match(text!, content);
		assert.deepEqual(more, []);
	});

test('the workbook of a treasury has each movement once, and a month that runs again adds none', async () => {
	const workflow = (await demo.rest.findWorkflow('Growing treasury workbook in Excel by e-mail'))!;
	const runs: Execution[] = [];
	for (let i = 0; i < 2; i++) runs.push(await demo.rest.run(workflow, 'Every month'));
	for (const run of runs) assertSucceeded(run, workflow);
	const [file] = readFiles(/^treasury-until-\d{4}-\d\d\.xlsx$/);
	assert.match(file!, /^PK/);
	const [first, second] = runs.map(({ items }) => items['Without IDs']!.map(({ json }) => json));
	assert.deepEqual(second, first);
	const statements = runs[1]!.items['Get statement']!.map(({ json }) => json);
	const movements = statements.filter(({ isTotal }) => !isTotal);
	assert.deepEqual(first!.map(({ Key }) => Key).sort(), movements.map(({ key }) => key).sort());
	assert.equal(new Set(first!.map(({ Key }) => Key)).size, first!.length);
	const count = (column: string) => new Set(first!.map((row) => row[column])).size;
	assert.deepEqual([count('Chain'), count('Name')], [3, 10]);
	assert.deepEqual(Object.keys(first![0]).slice(0, 4), ['Key', 'Month', 'Time', 'Chain']);
	for (const row of first!)
		if (row.Amount !== null) assert.equal(Number(row['Exact Amount']), row.Amount);
});

test('the demo has every example', async () => {
	for (const file of readdirSync('examples').filter((found) => found.endsWith('.json'))) {
		const { name } = JSON.parse(readFileSync(join('examples', file), 'utf8'));
		assert.ok(await demo.rest.findWorkflow(name), name);
	}
});

test("a month is one of the workflow's time zone, and a missing price is marked", async () => {
	const zone = 'Pacific/Auckland';
	const month = '2026-03';
	// There it begins 13 hours before it does in UTC.
	const starts = Array.from({ length: 48 }, (_, i) => Date.UTC(2026, 1, 27) + i * 3_600_000);
	const start = starts.find((ms) => monthIn(zone, ms) === month)! / 1000;
	const [first, second, third, fourth] = demo.nodeIds as [string, string, string, string];
	const add = (nodeId: string, endTimestamp: number, amount: string) =>
		control('addRewards', { nodeIDs: [nodeId], endTimestamp, amount });
	const before = await Promise.all(demo.nodeIds.map((nodeId) => sumUp(nodeId, zone, month)));
	await add(first, start - 1, '1');
	await add(second, start, '9007199254740993');
	await add(second, start, '9007199254740993');
	const { rewards } = devnet.world;
	const inMonth = (nodeId: string) =>
		rewards.mainnet.filter(
			(reward) =>
				reward.nodeId === nodeId &&
				reward.rewardType !== 'DELEGATOR' &&
				monthIn(zone, reward.endTimestamp * 1000) === month,
		);
	await add(third, start + 1, '1000000001');
	inMonth(third)[0]!.priced = false;
	await add(third, start + 2, '3');
	await add(fourth, start + 3, '4');
	for (const reward of inMonth(fourth)) reward.priced = false;

	const workflow = await copyReport('Report of Auckland', zone, month);
	assertSucceeded(await demo.rest.run(workflow, 'Every month'), workflow);
	const report = await assertReport(zone, month);
	assert.equal(report.get(first)!.rewards, before[0]!.rewards, 'one second before the month');
	assert.equal(
		report.get(second)!.amount - before[1]!.amount,
		2n * 9007199254740993n * 10n ** BigInt(places - 9),
	);
	assert.ok(report.get(third)!.unpriced > 0 && report.get(third)!.value !== 'unknown');
	assert.equal(report.get(fourth)!.value, 'unknown');
});

test('a month without rewards has a row of zeros for every node', async () => {
	const workflow = await copyReport('Report of nothing', 'UTC', '1999-12');
	assertSucceeded(await demo.rest.run(workflow, 'Every month'), workflow);
	const report = await assertReport('UTC', '1999-12');
	assert.ok([...report.values()].every(({ rewards, value }) => rewards === 0 && value === 0n));
});

test('a disconnected validator makes one message that names node, state and time, its return another', async () => {
	const nodeId = demo.nodeIds[1]!;
	const [began] = await waitForAlerts(demo.alert, 1);
	assertSucceeded(began!, demo.alert);
	assert.equal(began!.mode, 'trigger');
	const [item] = began!.items['Avalanche Trigger']!;
	assert.deepEqual(
		[item!.json.event, item!.json.nodeId, item!.json.state],
		['disconnected', nodeId, 'disconnected'],
	);
	const since = Date.parse(item!.json.since);
	assert.ok(since > disconnectedAt - 1000 && since < disconnectedAt + 90_000, item!.json.since);
	const message = alertFile();
	const short = `${nodeId.slice(0, 11)}\\.\\.\\.${nodeId.slice(-3)}`;
	assert.match(
		message,
		new RegExp(`^Frankfurt-2 \\(${short}\\): no connection since \\d\\d:\\d\\d `, 'm'),
	);

	// The watch polls at another second of the minute: with the validator back at once it might never have seen it gone.
	const [watched] = await waitForAlerts(demo.watch, 1);
	assertSucceeded(watched!, demo.watch);
	assert.deepEqual(
		watched!.items['Avalanche Trigger']!.map(({ json }) => [json.event, json.nodeId]),
		[['disconnected', nodeId]],
	);

	await control('reconnect', { nodeIDs: [nodeId] });
	const alerts = await waitForAlerts(demo.alert, 2);
	assertSucceeded(alerts[1]!, demo.alert);
	assert.deepEqual(
		alerts.map(({ items }) => items['Avalanche Trigger']!.map(({ json }) => json.event)),
		[['disconnected'], ['reconnected']],
	);
	assert.ok(alertFile().startsWith(message), 'the second message follows the first');
	assert.match(
		alertFile().slice(message.length),
		new RegExp(`Frankfurt-2 \\(${short}\\): connected again since `),
	);
});

test('a large transfer starts its workflow, a new owner the other, and small transfers start none', async () => {
	await control('transfer', { amount: '99999' });
	await control('transfer', { amount: '250000' });
	await control('transferOwnership', {});
	// The second example ran before, by hand.
	const [[large, ...more], [, changed]] = await Promise.all([
		waitForAlerts(demo.transfers!, 1),
		waitForAlerts(demo.owners!, 2),
	]);
	assert.deepEqual(more, []);
	assertSucceeded(large!, demo.transfers!);
	assertSucceeded(changed!, demo.owners!);
	assert.match(
		readFiles(/^large-transfers\.txt$/)[0]!,
		/^Large transfer \(100,000 or more\): 250,000 DUSD from 0x\w{40} to 0x\w{40} in block \d+, /,
	);
	assert.match(
		readFiles(/^ownership-changed\.txt$/)[0]!,
		new RegExp(
			`^OwnershipTransferred on ${devnet.token}: previousOwner ${demoDeployer}, newOwner ${demoAccount} in block `,
			'im',
		),
	);
});

test('the editor shows the workflows, our nodes by name, their executions green and no error mark', async () => {
	const { browser, page } = await openEditor(demo.server.url, login);
	try {
		for (const [workflow, ours] of [
			[demo.report, 'Get report'],
			[demo.alert, 'Avalanche Trigger'],
			[demo.watch, 'Avalanche Trigger'],
			[demo.transfers!, 'Avalanche Stream Trigger'],
			[demo.owners!, 'Avalanche Trigger'],
		] as const) {
			const url = `${demo.server.url}/workflow/${workflow.id}`;
			const picture = (what: string) =>
				join(screenshots, `${workflow.name.toLowerCase().replaceAll(' ', '-')}-${what}.png`);
			const editor = await readCanvas(page, url, picture('editor'));
			assert.ok(
				editor.nodes.some(({ text }) => text.includes(ours)),
				`no ${ours} in ${JSON.stringify(editor)}`,
			);
			assert.deepEqual(editor.errorMarks, []);

			const [executionId] = await demo.rest.listExecutions(workflow);
			assert.ok(executionId, `no execution of ${workflow.name}`);
			const execution = await readCanvas(
				page,
				`${url}/executions/${executionId}`,
				picture('execution'),
			);
			const ran = Object.keys((await demo.rest.getExecution(executionId)).items);
			const green = execution.nodes.filter(({ isSuccess }) => isSuccess);
			assert.ok(green.some(({ text }) => text.includes(ours)));
			assert.equal(green.length, ran.length);
			assert.deepEqual(execution.errorMarks, []);
		}
	} finally {
		await browser.close();
	}
});

test('the API key is in every request to the services and in nothing that n8n keeps, though a host echoes it', async () => {
	const asked = devnet.log.filter(({ headers }) => !headers['user-agent']?.startsWith('node'));
	const [ofServices, ofNode] = [
		asked.filter(({ host }) => host !== 'node'),
		asked.filter(({ host }) => host === 'node'),
	];
	assert.ok(ofServices.length > 0 && ofNode.length > 0);
	for (const { headers } of ofServices)
		assert.deepEqual([headers['x-data-api-key'], headers['x-glacier-api-key']], [apiKey, apiKey]);
	for (const { headers } of ofNode) assert.ok(!JSON.stringify(headers).includes(apiKey));

	devnet.faults([{ host: 'data', status: 403, echoKey: true }]);
	const workflow = await copyReport('Report refused', 'UTC');
	const refused = await demo.rest.run(workflow, 'Every month');
	assert.equal(refused.status, 'error');
	const { browser, page } = await openEditor(demo.server.url, login);
	const execution = `${demo.server.url}/workflow/${workflow.id}/executions/${refused.id}`;
	const canvas = await readCanvas(page, execution, join(screenshots, 'refused.png')).finally(() =>
		browser.close(),
	);
	assert.notDeepEqual(canvas.errorMarks, [], 'a failed node carries a mark');

	// Stopped, n8n has written all that it keeps.
	await demo.close();
	const bytes = Buffer.from(apiKey);
	const forms = [
		apiKey,
		bytes.toString('base64').replace(/=+$/, ''),
		bytes.toString('base64url'),
		bytes.toString('hex'),
	];
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	assert.ok(
		files.some(({ name }) => name === 'database.sqlite') &&
			files.some(({ name }) => name === 'n8n.log'),
	);
	for (const { parentPath, name } of files) {
		const content = readFileSync(join(parentPath, name));
		for (const form of forms) assert.ok(!content.includes(form), `${name} holds the API key`);
	}
});
