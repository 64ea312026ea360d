/** A new user's tasks in the running editor, by mouse: what they take, and what comes out. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	demoAccount,
	demoDeployer,
	ourNodeIds,
	startDevnet,
	treasuryWallets,
	type Devnet,
} from '../../devnet/devnet.mts';
import { startMailbox, type Mailbox } from '../../devnet/mailbox.mts';
import type { Execution } from '../../tools/n8n/rest.mts';
import {
	mailComparison,
	mailReport,
	mailReportOfExample,
	readBalances,
	watchValidator,
} from './steps.mts';
import {
	mailStatement,
	mailStatementOfExample,
	mailWorkbookOfExample,
	warn,
	warnOfExample,
} from './treasurySteps.mts';
import { useEditor } from './useEditor.mts';

const [from, to] = ['reports@example.org', 'accounts@example.org'];
const nodeIds = ourNodeIds.slice(0, 2);

let devnet: Devnet;
let mailbox: Mailbox;

const editor = useEditor('measured', async ({ rest }) => {
	devnet = await startDevnet({ validators: 10, rewards: 2000 });
	mailbox = await startMailbox();
	await rest.putNetwork(devnet);
	await rest.putCredential('Mailbox', 'smtp', {
		user: '',
		password: '',
		host: mailbox.host,
		port: mailbox.port,
		secure: false,
		disableStartTls: true,
	});
});

after(async () => {
	await mailbox?.close();
	await devnet?.close();
});

beforeEach(async () => {
	mailbox.mails.splice(0);
	await editor.page.goto(`${editor.server.url}/home/workflows`);
});

afterEach(() => {
	const { did, effort } = editor.person;
	const { clicks, entries, searches, keys } = effort;
	console.log(`${clicks} clicks, ${entries} entries, ${searches} searches, ${keys} keys:`);
	console.log(did.join('\n'));
});

function assertEffort(most: { clicks?: number; entries: number }): void {
	const { clicks, entries } = editor.person.effort;
	assert.ok(entries <= most.entries, `${entries} entries`);
	if (most.clicks !== undefined) assert.ok(clicks <= most.clicks, `${clicks} clicks`);
}

/** The e-mail that came: last month's report, with the page as its text and these files attached. */
function assertReport(nodeIds: string[], files: RegExp[]): void {
	assert.equal(mailbox.mails.length, 1);
	const [mail] = mailbox.mails;
	assert.deepEqual([mail!.from, mail!.to], [from, [to]]);
	assert.match(mail!.subject, /^Staking rewards, \w+ \d{4}$/);
	const html = mail!.parts.find(({ type }) => type === 'text/html')!.content.toString();
	const attached = mail!.parts.filter(({ name }) => name !== undefined);
	assert.equal(attached.length, files.length);
	files.forEach((file, i) => assert.match(attached[i]!.name!, file));
	const csv = attached[0]!.content.toString();
	for (const nodeId of nodeIds) {
		assert.ok(html.includes(nodeId));
		assert.ok(csv.includes(nodeId));
	}
	assert.equal(csv.trim().split('\r\n').length, 1 + nodeIds.length);
}

const readLastExecution = async (): Promise<Execution> => {
	const { rest } = editor;
	const [newest] = (await rest.call('GET', '/executions?limit=1')).results;
	return rest.getExecution(newest.id);
};

test('last month per validator as an e-mail', async () => {
	await mailReport(editor.person, { nodeId: nodeIds[0]!, from, to });
	assertReport(nodeIds.slice(0, 1), [/^reward-report-\d{4}-\d\d\.csv$/]);
	assertEffort({ clicks: 10, entries: 5 });
});

test('the same from the imported example', async () => {
	await mailReportOfExample(editor.person, { nodeIds: nodeIds.join(', '), from, to });
	assertReport(nodeIds, [/^reward-report-\d{4}-\d\d\.csv$/, /^rewards-\d{4}-\d\d\.csv$/]);
	assertEffort({ entries: 3 });
});

test('two chains in one chart, as an e-mail', async () => {
	await mailComparison(editor.person, { chain: 'Demo L1', from, to });
	assert.equal(mailbox.mails.length, 1);
	const [mail] = mailbox.mails;
	assert.match(mail!.subject, /^Transactions of C-Chain and Demo L1, \w+ \d{4}$/);
	const html = mail!.parts.find(({ type }) => type === 'text/html')!.content.toString();
	// They differ more than tenfold, so each has a chart.
	for (const name of ['C-Chain', 'Demo L1'])
		assert.match(html, new RegExp(`<h2[^>]*>[^<]*: ${name}</h2>`));
	const [csv] = mail!.parts.filter(({ name }) => name !== undefined);
	assert.match(csv!.name!, /^transactions-c-chain-and-demo-l1-\d{4}-\d\d\.csv$/);
	assertEffort({ clicks: 14, entries: 5 });
});

test('balances of three addresses with ERC-20 tokens', async () => {
	const addresses = [demoAccount, demoDeployer, `0x${'1'.repeat(40)}`];
	await readBalances(editor.person, addresses.join(', '));
	const { status, items, error } = await readLastExecution();
	assert.equal(status, 'success', error);
	const [, held] = Object.entries(items).find(([node]) => node.startsWith('Get '))!;
	const balances = held.map(({ json }) => json);
	const native = balances.filter(({ token }) => token === null);
	assert.deepEqual(
		native.map(({ address, symbol }) => [address, symbol]),
		addresses.map((address) => [address, 'AVAX']),
	);
	assert.ok(balances.length > native.length);
	for (const { address, symbol, balance } of balances) {
		assert.ok(addresses.includes(address), address);
		assert.deepEqual([typeof symbol, typeof balance], ['string', 'number']);
	}
	assertEffort({ clicks: 5, entries: 1 });
});

test('a published watch of a validator, whose first alert reaches the next node', async () => {
	const [nodeId] = nodeIds as [string];
	const { person, rest } = editor;
	await watchValidator(person, nodeId);
	const { clicks, entries, searches } = person.effort;
	assert.ok(clicks <= 8, `${clicks} clicks`);
	assert.ok(entries + searches <= 2, `${entries} entries, ${searches} searches`);
	assert.ok(!person.did.some((step) => step.includes(`"${nodeId}`)), 'the ID was typed');
	devnet.world.disconnect({ nodeIDs: [nodeId] });
	let alerts: any[] = [];
	for (const end = Date.now() + 300_000; !alerts.length && Date.now() < end; await sleep(1000)) {
		const [newest] = (await rest.call('GET', '/executions?limit=1')).results;
		if (newest?.mode !== 'trigger') continue;
		const { items } = await rest.getExecution(newest.id);
		alerts = items['No Operation, do nothing'] ?? [];
	}
	assert.deepEqual(
		alerts.map(({ json }) => [json.event, json.nodeId]),
		[['disconnected', nodeId]],
	);
});

const walletNames = ['Operations', 'Payroll', 'Reserve'];
const wallets = treasuryWallets.map((wallet, i) => `${wallet} = ${walletNames[i]}`).join('\n');

/** The e-mail that came: last quarter's statement with the page as its text, and both files. */
function assertStatement(): void {
	assert.equal(mailbox.mails.length, 1);
	const [mail] = mailbox.mails;
	assert.deepEqual([mail!.from, mail!.to], [from, [to]]);
	assert.match(mail!.subject, /^Statement of C-Chain, Q[1-4] \d{4}$/);
	const html = mail!.parts.find(({ type }) => type === 'text/html')!.content.toString();
	const [balances, movements] = mail!.parts.filter(({ name }) => name !== undefined);
	for (const name of walletNames) {
		assert.ok(html.includes(name));
		assert.ok(balances!.content.toString().includes(`${name},0x`));
		assert.ok(movements!.content.toString().includes(`,${name},`));
	}
}

test('the statement of three wallets in the last quarter, from the imported example', async () => {
	await mailStatementOfExample(editor.person, wallets, { from, to });
	assertStatement();
	assertEffort({ clicks: 12, entries: 5 });
});

test('the same from an empty canvas', async () => {
	await mailStatement(editor.person, wallets, { from, to });
	assertStatement();
	assertEffort({ clicks: 35, entries: 14 });
});

test('a balance warning, from the imported example', async () => {
	await warnOfExample(editor.person, wallets, '700000000');
	const { items } = await readLastExecution();
	const [{ json }] = items['Avalanche Trigger']!;
	assert.match(json.message, /Operations|Payroll|Reserve/);
	assertEffort({ clicks: 12, entries: 5 });
});

test('a published balance warning by e-mail, from an empty canvas', async () => {
	await warn(editor.person, wallets, '700000000', { from, to });
	for (const end = Date.now() + 180_000; Date.now() < end; await sleep(1000))
		if (mailbox.mails.length === walletNames.length) break;
	const texts = mailbox.mails.map(({ parts }) => parts[0]!.content.toString());
	for (const name of walletNames)
		assert.equal(texts.filter((text) => text.includes(name)).length, 1, texts.join('\n'));
	assertEffort({ clicks: 35, entries: 14 });
});

test('the workbook of three wallets on two chains, from the imported example', async () => {
	const chains = '["C-Chain", "Dexalot"]';
	await mailWorkbookOfExample(editor.person, { chains, wallets }, { from, to });
	const { status, error, items } = await readLastExecution();
	assert.equal(status, 'success', error);
	const rows = items['Whole workbook']!.map(({ json }) => json);
	assert.ok(rows.length > 3);
	assert.deepEqual([...new Set(rows.map(({ Name }) => Name))].sort(), walletNames);
	const [file] = mailbox.mails[0]!.parts.filter(({ name }) => name !== undefined);
	assert.match(file!.name!, /^treasury-until-\d{4}-\d\d\.xlsx$/);
	assertEffort({ clicks: 12, entries: 5 });
});
