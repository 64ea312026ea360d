/** The examples on a schedule, in n8n's engine with n8n's own nodes, and with a mail server of the test. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import type { INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import { ourNodeIds, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { startMailbox, type Mailbox } from '../../devnet/mailbox.mts';
import { credentialsFor, loadEngine, type Engine, type Limits } from '../support/engine.mts';

let devnet: Devnet;
let engine: Engine;
let mailbox: Mailbox;
before(async () => {
	devnet = await startDevnet({ validators: 10, rewards: 2000 });
	mailbox = await startMailbox();
	engine = await loadEngine({ serverDir: 'tools/n8n' });
});
after(async () => {
	engine.close();
	await mailbox.close();
	await devnet.close();
});
beforeEach(() => void mailbox.mails.splice(0));

const readExample = (file = 'monthly-reward-report') =>
	JSON.parse(readFileSync(`examples/${file}.json`, 'utf8')) as IWorkflowBase;

/** The workflow with credentials chosen, as a person does after importing it. */
function withCredentials(workflow: IWorkflowBase): IWorkflowBase {
	const typeOf = (type: string) =>
		type.startsWith('n8n-nodes-avalanche.')
			? 'avalancheNodesApi'
			: ({ 'n8n-nodes-base.emailSend': 'smtp' } as Record<string, string>)[type];
	const nodes = workflow.nodes.map((node): INode => {
		const type = typeOf(node.type);
		return type ? { ...node, credentials: { [type]: { id: '1', name: type } } } : node;
	});
	return { ...workflow, nodes };
}

const settingsOf = () => ({
	credentials: {
		...credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl),
		smtp: { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true },
	},
	settings: { timezone: 'Europe/Berlin' },
});

const runWith = async (workflow: IWorkflowBase, start: string, limits: Limits = {}) =>
	await engine.runWorkflow(withCredentials(workflow), start, {
		limits,
		...settingsOf(),
	});

const run = async (file?: string, start = 'Every month', limits: Limits = {}) =>
	await runWith(readExample(file), start, limits);

const lastMonth = (form: Intl.DateTimeFormatOptions): string => {
	const now = new Date(new Date().toLocaleString('en-US', { timeZone: 'Europe/Berlin' }));
	return new Date(now.getFullYear(), now.getMonth() - 1, 15).toLocaleString('en-US', form);
};

test('the report arrives as one e-mail, with page and files', async () => {
	const { error, items } = await run();
	assert.ifError(error);
	assert.equal(items.length, 1);
	assert.equal(mailbox.mails.length, 1);
	const [{ from, to, subject, parts }] = mailbox.mails;
	assert.deepEqual([from, to], ['reports@example.com', ['finance@example.com']]);
	assert.equal(subject, `Staking rewards, ${lastMonth({ month: 'long', year: 'numeric' })}`);
	const page = parts.find(({ type }) => type === 'text/html')!.content.toString();
	const files = parts.flatMap(({ name, content }) =>
		name ? [{ name, text: content.toString() }] : [],
	);
	assert.equal(files.length, 2);
	assert.match(files[0].name, /^reward-report-\d{4}-\d\d\.csv$/);
	assert.match(files[1].name, /^rewards-\d{4}-\d\d\.csv$/);
	for (const nodeId of ourNodeIds) {
		assert.ok(page.includes(nodeId));
		assert.ok(files[0].text.includes(nodeId));
	}
	const [lines, details] = files.map(({ text }) =>
		text
			.trim()
			.split('\r\n')
			.map((line) => line.split(',')),
	);
	const sumOf = (head: string): number => {
		const at = lines![0]!.indexOf(head);
		return lines!.slice(1).reduce((sum, cells) => sum + Number(cells[at]), 0);
	};
	const [rewards, amount] = ['Rewards', 'Amount (AVAX)'].map(sumOf);
	assert.ok(rewards! > 0);
	const shown = amount!.toLocaleString('en-US', {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	});
	assert.ok(page.includes(`${shown} AVAX`));
	const at = details![0]!.indexOf('Amount (AVAX)');
	assert.equal(details!.slice(1).filter((cells) => cells[at]).length, rewards);
});

test('the statement arrives as one e-mail, with page and files', async () => {
	const { error } = await run('quarterly-statement', 'Every quarter');
	assert.ifError(error);
	assert.equal(mailbox.mails.length, 1);
	const [{ subject, parts }] = mailbox.mails;
	assert.match(subject, /^Statement of C-Chain, Q[1-4] \d{4}$/);
	const page = parts.find(({ type }) => type === 'text/html')!.content.toString();
	assert.ok(page.includes('Operations, Payroll, Reserve'));
	assert.ok(!`${subject}${page}`.includes('undefined'));
	const files = parts.flatMap(({ name, content }) =>
		name ? [{ name, text: content.toString() }] : [],
	);
	assert.equal(files.length, 2);
	assert.match(files[0].name, /^statement-c-chain-\d{4}-q[1-4]\.csv$/);
	assert.match(files[1].name, /^payments-c-chain-\d{4}-q[1-4]\.csv$/);
	for (const wallet of ['Operations', 'Payroll', 'Reserve'])
		assert.ok(files[0].text.includes(`${wallet},0x`));
	assert.ok(files[1].text.split('\r\n').length > 20);
});

test('the workbook arrives with a row for each validator and no total, in numbers', async () => {
	const { error } = await run('monthly-reward-workbook');
	assert.ifError(error);
	const [{ subject, parts }] = mailbox.mails;
	assert.equal(subject, `Staking rewards, ${lastMonth({ month: 'long', year: 'numeric' })}`);
	const page = parts.find(({ type }) => type === 'text/html')!.content.toString();
	const [file, ...others] = parts.filter(({ name }) => name);
	assert.deepEqual(others, []);
	assert.match(file.name!, /^rewards-\d{4}-\d\d\.xlsx$/);
	const { items } = await engine.runNode(
		'n8n-nodes-base.extractFromFile',
		{ operation: 'xlsx', binaryPropertyName: 'data', options: {} },
		{ items: [{ json: {}, binary: { data: toBinary(file.content) } }] },
	);
	const rows = items.map(({ json }) => json);
	const validators = rows.map(({ Validator }) => Validator as string);
	assert.deepEqual(validators.sort(), [...ourNodeIds].sort());
	for (const { Month } of rows) assert.match(String(Month), /^\d{4}-\d\d$/);
	const amounts = rows.map((row) => row['Amount (AVAX)'] as number);
	const total = amounts.reduce((sum, amount) => sum + amount);
	assert.ok(total > 0);
	assert.equal(new Set(rows.map(({ Key }) => Key)).size, ourNodeIds.length);
	const shown = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
	assert.ok(page.includes(`${total.toLocaleString('en-US', shown)} AVAX`));
});

test('n8n makes an item of each row of a CSV file, with the titles of its columns', async () => {
	const asked = {
		resource: 'metric',
		operation: 'getReport',
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		period: 'lastMonth',
		return: ['csv'],
	};
	const { credentials } = settingsOf();
	const report = await engine.runNode('avalancheMetrics', asked, { credentials });
	const options = { enableBOM: true, includeEmptyCells: true };
	const { items } = await engine.runNode(
		'n8n-nodes-base.extractFromFile',
		{ operation: 'csv', binaryPropertyName: 'csv', options },
		{ items: report.items },
	);
	assert.ok(items.length >= 28);
	const titles = ['From', 'Before', 'Transactions (transactions)', 'Complete', 'Time Zone'];
	for (const { json } of items) assert.deepEqual(Object.keys(json), titles);
});

const reports = [
	['validator-status', 'Every Monday', 'operations@example.com'],
	['monthly-reward-report', 'Every month', 'finance@example.com'],
	['monthly-reward-workbook', 'Every month', 'finance@example.com'],
	['quarterly-statement', 'Every quarter', 'finance@example.com'],
] as const;

for (const [file, start, recipient] of reports)
	test(`${file} that cannot be made says so by e-mail, and the execution fails`, async () => {
		devnet.faults([{ status: 503 }]);
		const { error } = await run(file, start, { retries: 0 });
		devnet.faults([]);
		assert.equal(mailbox.mails.length, 1);
		const [{ from, to, subject, parts }] = mailbox.mails;
		assert.ok(from!.endsWith('@example.com'));
		assert.deepEqual(to, [recipient]);
		assert.match(subject, /: not made$/);
		const text = parts.map(({ content }) => content.toString()).join();
		assert.match(text, /503[^]*To make it again, run the workflow/);
		assert.match(String(error?.message), /503/);
	});

test('a chain of the workbook that cannot be read is named by an e-mail, and the others are read', async () => {
	const names = ['Chains', 'Each chain', 'Get statement', 'Send failure', 'Say so'];
	const { nodes, connections, ...workflow } = readExample('treasury-workbook');
	// The data table is none of this engine's. What leads to it says nothing of failures.
	const [, failed] = connections['Get statement']!.main;
	const kept = {
		...workflow,
		nodes: nodes.filter(({ name }) => [...names, 'Send workbook'].includes(name)),
		connections: {
			Chains: connections.Chains!,
			'Each chain': connections['Each chain']!,
			'Get statement': { main: [[], failed!] },
			'Send failure': connections['Send failure']!,
		},
	};
	devnet.faults([{ path: 'chains/1/', status: 503 }]);
	const { error } = await runWith(kept, 'Chains', { retries: 0 });
	devnet.faults([]);
	const subjects = mailbox.mails.map(({ subject }) => subject);
	assert.deepEqual(subjects, ['Treasury workbook, Ethereum: not read']);
	assert.match(String(error?.message), /503/);
});

const isDelivery = ({ type }: INode) => /\.(emailSend|readWriteFile)$/.test(type);

/** What the node that delivers gets, of an example that is run from one of its triggers. */
async function runToDelivery(file: string, start: string): Promise<INodeExecutionData> {
	const workflow = withCredentials(readExample(file));
	const last = workflow.nodes.find(isDelivery)!.name;
	const connections = Object.fromEntries(
		Object.entries(workflow.connections).filter(
			([from, { main }]) =>
				from !== 'Send failure' &&
				!main!.some((output) => output?.some(({ node }) => node === last)),
		),
	);
	const nodes = workflow.nodes.filter((node) => !isDelivery(node));
	const { items, error } = await engine.runWorkflow({ ...workflow, nodes, connections }, start, {
		credentials: credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl),
		settings: { timezone: 'America/New_York' },
	});
	assert.ifError(error);
	assert.equal(items.length, 1);
	return items[0]!;
}

const toBinary = (content: Buffer) => ({
	data: content.toString('base64'),
	fileExtension: 'xlsx',
	mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

const readFile = ({ binary }: INodeExecutionData, property = 'data') =>
	Buffer.from(binary![property]!.data, 'base64').toString().replace('\uFEFF', '');

test("yesterday's figures of the network are one message", async () => {
	const text = readFile(await runToDelivery('network-figures', 'Every day'));
	const [title, ...figures] = text.trimEnd().split('\n');
	assert.match(title!, /^C-Chain on \d{1,2} \w{3} \d{4}$/);
	const wanted = [
		/^ {2}Transactions: [\d,]+ transactions$/,
		/^ {2}Active addresses: [\d,]+ addresses$/,
		/^ {2}Fees paid: [\d,.]+ AVAX$/,
		/^ {2}Average gas price: [\d.]+ gwei$/,
	];
	assert.equal(figures.length, wanted.length);
	wanted.forEach((form, i) => assert.match(figures[i]!, form));
});

test('balances of a treasury with their value are one table', async () => {
	const text = readFile(await runToDelivery('treasury-balances', 'Every day'));
	const [heads, ...rows] = text.trim().split(/\r?\n/);
	assert.equal(
		heads,
		'Date,Name,Address,Chain,Asset,Balance,Price,Value,Exact Value,Currency,Token',
	);
	const native = rows.filter((row) =>
		/^[\d-]{10},\w+,0x\w{40},C-Chain,AVAX,[\d.]+,[\d.]+,[\d.]+,[\d.]+,USD,$/.test(row),
	);
	const names = native.map((row) => row.split(',')[1]);
	assert.deepEqual(names.sort(), ['Operations', 'Payroll', 'Reserve']);
	const token =
		/^[\d-]{10},\w+,0x\w{40},C-Chain,[^,]+,[\d.]+,[\d.]*,[\d.]*,[\d.]*,(USD)?,0x\w{40}$/;
	const tokens = rows.filter((row) => token.test(row));
	assert.ok(tokens.length > 0);
	assert.equal(rows.length, 3 + tokens.length);
});

test('validators that need attention come first', async () => {
	devnet.world.disconnect({ nodeIDs: [ourNodeIds[2]!] });
	const item = await runToDelivery('validator-status', 'Every Monday');
	assert.equal(item.json.validators, 4);
	assert.ok(Number(item.json.needAttention) > 0);
	assert.match(String(item.json.html), /Zurich-1.*not connected/s);
	const [, first] = readFile(item, 'csv').split('\r\n');
	assert.ok(first!.startsWith(`Zurich-1,${ourNodeIds[2]},zrh,disconnected,`), first);
});
