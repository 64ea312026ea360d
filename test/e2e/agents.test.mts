/**
 * The shipped example of an AI agent, in a real n8n with a model that keeps what the tools tell it; and what each version of
 * n8n's agent lets a model read of a refused value. docs/agents.md says so, and is held to it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { demoAccount, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { login } from '../../tools/demo.mts';
import { Rest, type Execution, type Workflow, type WorkflowFile } from '../../tools/n8n/rest.mts';
import { findPort, startServer, type Server } from '../../tools/n8n/server.mts';
import { credentialsFor } from '../support/engine.mts';
import { startModelServer, type ModelServer, type Question } from '../support/modelServer.mts';
import { agentQuestions } from './agentQuestions.mts';

const example = JSON.parse(readFileSync('examples/ai-agent.json', 'utf8')) as WorkflowFile;
const chat = 'When chat message received';

let folder: string;
let devnet: Devnet;
let model: ModelServer;
let server: Server;
let rest: Rest;
let credentials: Record<string, { id: string; name: string }>;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-agents-'));
	devnet = await startDevnet({ validators: 10, rewards: 100 });
	model = await startModelServer();
	server = await startServer({ folder, port: await findPort() });
	rest = new Rest(server.url);
	await rest.signIn(login);
	const ours = Object.entries(credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl));
	const all = [...ours, ['openAiApi', { apiKey: 'none', url: model.url }] as const];
	credentials = Object.fromEntries(
		await Promise.all(
			all.map(async ([type, data]) => [type, await rest.putCredential(type, type, data)] as const),
		),
	);
});

after(async () => {
	await server?.stop();
	await model?.close();
	await devnet?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Variant {
	agent?: number;
	responsesApi?: boolean;
}

/** The example with credentials; with another version of the agent, or another API of the model, where one is named. */
async function createAgent(name: string, { agent, responsesApi }: Variant = {}): Promise<Workflow> {
	const { nodes, connections, settings } = structuredClone(example);
	for (const node of nodes as Array<(typeof nodes)[number] & { typeVersion: number }>) {
		const isModel = node.type.endsWith('.lmChatOpenAi');
		const type = isModel ? 'openAiApi' : 'avalancheNodesApi';
		if (isModel || node.type.startsWith('n8n-nodes-avalanche.'))
			node.credentials = { [type]: credentials[type]! };
		if (isModel && responsesApi !== undefined) {
			node.typeVersion = 1.3;
			node.parameters.responsesApiEnabled = responsesApi;
		}
		if (agent !== undefined && node.type.endsWith('.agent')) node.typeVersion = agent;
	}
	return await rest.createWorkflow({ name, nodes, connections, settings });
}

/** Asks in the chat, and gives what the model read in the tool's message. */
async function ask(workflow: Workflow, question: Question): Promise<string> {
	const before = model.heard.length;
	const json = { sessionId: 'test', action: 'sendMessage', chatInput: JSON.stringify(question) };
	const execution: Execution = await rest.run(workflow, chat, [{ json }]);
	assert.equal(model.heard.length, before + 1, execution.error ?? 'the agent called no tool once');
	return model.heard.at(-1)!;
}

test('the shipped example lets the model read every answer and every refusal', async (t) => {
	const workflow = await createAgent('AI agent');
	for (const { question, ...wanted } of agentQuestions)
		await t.test(wanted.about, async () => {
			const heard = await ask(workflow, question);
			for (const part of wanted.says) assert.match(heard, part);
			for (const part of wanted.never ?? []) assert.doesNotMatch(heard, part);
			assert.ok(heard.length <= (wanted.most ?? 6_000), `${heard.length} characters`);
		});
});

test('the shipped example remembers what was asked before, so that "and of Reserve?" has a meaning', async () => {
	const workflow = await createAgent('AI agent with a memory');
	const questions = ['Payroll', 'Reserve'].map((Address) => ({
		tool: 'Balances',
		args: { Chain: 'C', Address },
	}));
	for (const question of questions)
		assert.match(
			await ask(workflow, question),
			new RegExp(`"addressName":"${question.args.Address}"`),
		);
	assert.deepEqual(
		model.asked,
		questions.map((question) => JSON.stringify(question)),
	);
});

const versions = [1.7, 1.9, 2, 2.1, 2.2, 2.3, 3, 3.1];

/** A value that the tool refuses before it sends anything. */
const refused: Question = {
	tool: 'Balances',
	args: { Chain: 'C', Address: demoAccount.replace(/[a-f]/, (letter) => letter.toUpperCase()) },
};

/** What the model reads of a refusal, in the words of docs/agents.md. */
async function readRefusal(variant: Variant): Promise<string> {
	const workflow = await createAgent(`Agent ${JSON.stringify(variant)}`, variant);
	try {
		return (await ask(workflow, refused)).includes('checksum') ? 'reads it' : 'reads nothing';
	} catch (error) {
		if (/not supported in .+ version/.test((error as Error).message)) return 'does not run';
		throw error;
	}
}

test('docs/agents.md says which versions of the agent hide a refusal', async () => {
	const seen: Record<string, string[]> = {};
	for (const agent of versions)
		seen[agent] = [
			await readRefusal({ agent, responsesApi: false }),
			await readRefusal({ agent, responsesApi: true }),
		];
	const page = readFileSync('docs/agents.md', 'utf8');
	const outcome = '(reads it|reads nothing|does not run)';
	const row = new RegExp(`^\\| (\\d[\\d., ]*?) +\\| ${outcome} +\\| ${outcome} +\\|$`, 'gm');
	const said = [...page.matchAll(row)].flatMap(([, numbers, chat, responses]) =>
		numbers!.split(', ').map((number) => [number, [chat, responses]]),
	);
	assert.deepEqual(Object.fromEntries(said), seen);
});

test('where the agent hides a refusal, On Error of the tool lets the model read it', async () => {
	const workflow = await createAgent('Agent 2, goes on', { agent: 2 });
	for (const node of workflow.nodes)
		if (node.type.startsWith('n8n-nodes-avalanche.'))
			Object.assign(node, { onError: 'continueRegularOutput' });
	const { name, nodes, connections, settings } = workflow;
	const saved = await rest.createWorkflow({ name: `${name} too`, nodes, connections, settings });
	assert.match(await ask(saved, refused), /checksum/);
});
