/** The examples that ask rather than watch, each started by a call of its webhook instead of by its schedule. */
import { readdirSync } from 'node:fs';
import { ourNodeIds } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import type { Mailbox } from '../../devnet/mailbox.mts';
import { readExample } from '../../tools/demo.mts';
import type { Credentials } from '../../tools/demo.mts';
import type { Rest, Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';

const schedule = 'n8n-nodes-base.scheduleTrigger';

/** The workflow with a webhook at this path in place of its schedule; it answers before the work begins. */
function onCall(workflow: WorkflowFile, path: string): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type === schedule
			? {
					...node,
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: path,
					parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
				}
			: node,
	);
	return { ...workflow, nodes };
}

/** Credentials for the local network and for a mailbox of the test. */
export async function putCredentials(
	rest: Rest,
	devnet: Devnet,
	{ host, port }: Mailbox,
): Promise<Credentials> {
	const mail = { user: '', password: '', host, port, secure: false, disableStartTls: true };
	return {
		avalancheNodesApi: await rest.putNetwork(devnet),
		smtp: await rest.putCredential('Mailbox', 'smtp', mail),
	};
}

export interface Example {
	workflow: Workflow;
	/** Starts an execution; resolves to whether n8n took the call. */
	call: () => Promise<boolean>;
}

/** Publishes those of these files, or all that have a schedule. */
export async function publishExamples(
	rest: Rest,
	credentials: Credentials,
	files = readdirSync('examples').filter((name) => name.endsWith('.json')),
): Promise<Example[]> {
	const examples: Example[] = [];
	for (const file of files) {
		const example = readExample(file, credentials, 'mainnet', ourNodeIds);
		if (!example.nodes.some(({ type }) => type === schedule)) continue;
		const path = file.replace('.json', '');
		const workflow = await rest.createWorkflow(onCall(example, path));
		await rest.publish(workflow);
		const url = `${rest.url}/webhook/${path}`;
		const call = async () => {
			const response = await fetch(url, { method: 'POST' }).catch(() => undefined);
			await response?.arrayBuffer();
			return response?.ok === true;
		};
		examples.push({ workflow, call });
	}
	return examples;
}
