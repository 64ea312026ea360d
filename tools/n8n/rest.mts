/** What the editor does with n8n's REST interface, for a program: sign in, keep credentials and workflows, run them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How n8n packs an execution's data. */
const { parse: unpack } = createRequire(join(process.cwd(), 'tools/n8n/package.json'))('flatted');

interface CredentialReference {
	id: string;
	name: string;
}

/** Where the three hosts of a mock network are. */
interface Urls {
	nodeUrl: string;
	dataUrl: string;
	metricsUrl: string;
}

export interface Login {
	email: string;
	password: string;
}

/** A workflow as the files in examples/ hold it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings?: Record<string, unknown>;
	/** IDs of tags, for n8n alone. */
	tags?: string[];
}

export interface WorkflowNode {
	name: string;
	type: string;
	parameters: Record<string, any>;
	/** Of a form or webhook. */
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
}

export interface Workflow extends WorkflowFile {
	id: string;
	versionId: string;
	active: boolean;
	/** Set while it is published, as newer versions of n8n say it. */
	activeVersionId?: string | null;
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	/** Items of the first output of each node's last run, by the node's name. */
	items: Record<string, Array<{ json: any }>>;
	/** What went wrong, where something did. */
	error?: string;
	/** All of it as n8n stores it. */
	stored: string;
}

export class Rest {
	private cookie = '';
	readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	/** One call below /rest; resolves to its data, throws n8n's message. */
	async call(method: string, path: string, body?: unknown): Promise<any> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			// A busy n8n closes idle connections under the next request, so there are none.
			headers: { cookie: this.cookie, connection: 'close', 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`n8n: ${method} ${path}: HTTP ${response.status} ${text.slice(0, 500)}`);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length) this.cookie = cookies.join('; ');
		return JSON.parse(text).data;
	}

	/** Signs in as the owner, whom a fresh n8n first has to be given. */
	async signIn({ email, password }: Login): Promise<void> {
		const { userManagement } = await this.call('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.call('POST', '/owner/setup', {
				email,
				password,
				firstName: 'Demo',
				lastName: 'Owner',
			});
		} else {
			await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** Types of all nodes of a package that n8n has loaded, such as `n8n-nodes-avalanche.avalancheData`. */
	async getNodeTypes(packageName: string): Promise<string[]> {
		const response = await fetch(`${this.url}/types/nodes.json`, {
			headers: { cookie: this.cookie, connection: 'close' },
		});
		const types = (await response.json()) as Array<{ name: string }>;
		return types.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));
	}

	/** Creates the credential of a mock network, under the name that the examples use. */
	async putNetwork({ nodeUrl, dataUrl, metricsUrl }: Urls): Promise<CredentialReference> {
		const data = { network: 'ownNode', nodeUrl, dataUrl, metricsUrl };
		return await this.putCredential('Avalanche', 'avalancheNodesApi', data);
	}

	/** Creates the credential of this name or gives it this data; resolves to its reference in a workflow. */
	async putCredential(name: string, type: string, data: object): Promise<CredentialReference> {
		const known: CredentialReference[] = await this.call('GET', '/credentials');
		const id = known.find((credential) => credential.name === name)?.id;
		const saved = await this.call(
			id ? 'PATCH' : 'POST',
			id ? `/credentials/${id}` : '/credentials',
			{ name, type, data },
		);
		return { id: saved.id, name };
	}

	/** The ID of the tag of this name, which is made if there is none. */
	async putTag(name: string): Promise<string> {
		const known: Array<{ id: string; name: string }> = await this.call('GET', '/tags');
		const found = known.find((tag) => tag.name === name);
		return (found ?? (await this.call('POST', '/tags', { name }))).id;
	}

	listWorkflows(): Promise<Array<Omit<Workflow, keyof WorkflowFile> & { name: string }>> {
		return this.call('GET', '/workflows');
	}

	getWorkflow(id: string): Promise<Workflow> {
		return this.call('GET', `/workflows/${id}`);
	}

	/** The workflow of this name, if there is one. */
	async findWorkflow(name: string): Promise<Workflow | undefined> {
		const known = await this.listWorkflows();
		const id = known.find((workflow) => workflow.name === name)?.id;
		return id === undefined ? undefined : await this.getWorkflow(id);
	}

	createWorkflow(workflow: WorkflowFile): Promise<Workflow> {
		return this.call('POST', '/workflows', workflow);
	}

	/** Publishes the latest version; resolves when its triggers run, throws the reason when n8n gave up on them. */
	async publish({ id, versionId }: Workflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		const status = await this.waitFor('the workflow to be published', 180, async () => {
			const answer = await this.call('GET', `/workflows/${id}/publication-status`);
			return ['published', 'failed'].includes(answer.status) ? answer : undefined;
		});
		if (status.status === 'failed')
			throw new Error(`n8n could not publish it: ${JSON.stringify(status)}`);
	}

	/** Ends its triggers and puts it away, as before it is deleted. */
	async archive({ id }: Workflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/archive`, {});
	}

	/** Runs the workflow from one of its triggers as a person does in the editor, to its end; a chat brings its items. */
	async run({ id }: Workflow, trigger: string, items?: object[]): Promise<Execution> {
		const data = items && {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [],
			data: { main: [items] },
		};
		const { executionId } = await this.call('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: trigger, ...(data && { data }) },
		});
		return this.waitFor('the execution to end', 120, async () => {
			const execution = await this.getExecution(executionId);
			return ['new', 'running', 'waiting'].includes(execution.status) ? undefined : execution;
		});
	}

	async getExecution(id: string): Promise<Execution> {
		const { status, mode, workflowId, data: stored } = await this.call('GET', `/executions/${id}`);
		const { runData = {}, error } = unpack(stored)?.resultData ?? {};
		const items = Object.entries<any[]>(runData).map(([name, runs]) => [
			name,
			runs.at(-1).data?.main?.[0] ?? [],
		]);
		return {
			id,
			status,
			mode,
			workflowId,
			items: Object.fromEntries(items),
			error: error?.message,
			stored,
		};
	}

	/** IDs of the workflow's executions that have ended, the newest first. */
	async listExecutions({ id }: Workflow): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.call('GET', `/executions?filter=${filter}&limit=100`);
		return results
			.filter(({ status }: Execution) => !['new', 'running', 'waiting'].includes(status))
			.map((execution: Execution) => execution.id);
	}

	private async waitFor<T>(
		what: string,
		seconds: number,
		read: () => Promise<T | undefined>,
	): Promise<T> {
		const end = Date.now() + seconds * 1000;
		for (;;) {
			const found = await read();
			if (found !== undefined) return found;
			if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}`);
			await sleep(200);
		}
	}
}
