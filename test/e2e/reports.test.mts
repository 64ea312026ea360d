/** The example that sends a report by e-mail, in n8n's engine with n8n's own nodes, to a mail server of the test. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import type { INode, IWorkflowBase } from 'n8n-workflow';
import { ourNodeIds, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { startMailbox, type Mailbox } from '../../devnet/mailbox.mts';
import { credentialsFor, loadEngine, type Engine } from '../support/engine.mts';

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

const readExample = () =>
	JSON.parse(readFileSync('examples/monthly-reward-report.json', 'utf8')) as IWorkflowBase;

/** The workflow with credentials chosen, as a person does after importing it. */
function withCredentials(workflow: IWorkflowBase): IWorkflowBase {
	const typeOf = (type: string) =>
		({ 'n8n-nodes-avalanche.avalancheData': 'avalancheApi', 'n8n-nodes-base.emailSend': 'smtp' })[
			type
		];
	const nodes = workflow.nodes.map((node): INode => {
		const type = typeOf(node.type);
		return type ? { ...node, credentials: { [type]: { id: '1', name: type } } } : node;
	});
	return { ...workflow, nodes };
}

const run = async (start: string) =>
	await engine.runWorkflow(withCredentials(readExample()), start, {
		credentials: {
			...credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl),
			smtp: { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true },
		},
		settings: { timezone: 'Europe/Berlin' },
	});

const lastMonth = (form: Intl.DateTimeFormatOptions): string => {
	const now = new Date(new Date().toLocaleString('en-US', { timeZone: 'Europe/Berlin' }));
	return new Date(now.getFullYear(), now.getMonth() - 1, 15).toLocaleString('en-US', form);
};

for (const start of ['Run manually', 'Every month'])
	test(`the report arrives as one e-mail, with page and files, from ${start}`, async () => {
		const { error, items } = await run(start);
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
		const [, rewards, amount] = /\r\nTotal,(\d+),([\d.]+),/.exec(files[0].text)!;
		assert.ok(Number(rewards) > 0);
		const shown = Number(amount).toLocaleString('en-US', {
			minimumFractionDigits: 2,
			maximumFractionDigits: 2,
		});
		assert.ok(page.includes(`${shown} AVAX`));
		assert.equal(files[1].text.match(/,yes,/g)!.length, Number(rewards));
	});

test('the example has no Code node, and its notes overlap nothing', () => {
	const { nodes } = readExample();
	assert.ok(!nodes.some(({ type }) => type.endsWith('.code')));
	const boxes = nodes.map(({ position: [x, y], parameters: { width = 100, height = 100 } }) => ({
		...{ x, y, right: x + Number(width), bottom: y + Number(height) },
	}));
	const overlaps = boxes.filter((a, i) =>
		boxes.some(
			(b, j) => i !== j && a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom,
		),
	);
	assert.deepEqual(overlaps, []);
});
