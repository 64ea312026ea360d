/** The demo: n8n with our pack, an owner, a credential and the example workflows in it, and a mock network. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { ourNodeIds, startDevnet } from '../devnet/devnet.mts';
import type { Devnet } from '../devnet/devnet.mts';
import { type Mail, type Mailbox, startMailbox } from '../devnet/mailbox.mts';
import { isAsExample, roleOf, sayKept } from './examples.mts';
import { followListeners } from './listeners.mts';
import { Rest } from './n8n/rest.mts';
import type { Workflow, WorkflowFile, WorkflowNode } from './n8n/rest.mts';
import { packName, startServer } from './n8n/server.mts';
import type { Server } from './n8n/server.mts';

const { hosts } = createRequire(import.meta.url)(
	'../dist/index.js',
) as typeof import('../index.ts');

/** Of the demo alone: its n8n listens on 127.0.0.1 only. */
export const login = { email: 'demo@example.com', password: 'Avalanche-demo-1' };

export interface DemoOptions {
	/** Where n8n keeps its data. */
	folder: string;
	n8nPort: number;
	/** Port of the mock network, if one is started. */
	devnetPort: number;
	/** `local` for a mock network, `mainnet` or `fuji` for the public hosts, or the URL of a node. */
	network: string;
	apiKey?: string;
	/** Receives each step of the progress. */
	tell: (progress: string) => void;
}

export interface Demo {
	server: Server;
	rest: Rest;
	/** Absent on a real network. */
	devnet?: Devnet;
	nodeIds: string[];
	report: Workflow;
	alert: Workflow;
	watch: Workflow;
	/** The large token transfers and the new owners of a contract; absent where they could not be published. */
	transfers?: Workflow;
	owners?: Workflow;
	/** Payments to an account of the mock network. */
	payments?: Workflow;
	/** Alerts of an own node and of an L1; published on the mock network alone. */
	health: Workflow;
	l1Balance: Workflow;
	/** The treasury's, which run when somebody starts them. */
	statement: Workflow;
	balances: Workflow;
	workbook: Workflow;
	/** All that are there, by their files without .json. */
	examples: Record<string, Workflow>;
	close: () => Promise<void>;
}

async function askNode(url: string, path: string, method: string): Promise<any> {
	const response = await fetch(url.replace(/\/+$/, '') + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
		signal: AbortSignal.timeout(60_000),
	});
	return ((await response.json()) as { result: unknown }).result;
}

/** What the credential says of the network, which network the data service is asked about, and whom the examples watch. */
async function findNetwork({ folder, network, devnetPort }: DemoOptions) {
	if (network === 'local') {
		const devnet = await startDevnet({
			port: devnetPort,
			folder,
			transferSeconds: 20,
			joined: true,
		});
		await devnet.evm();
		const { nodeUrl, dataUrl, metricsUrl } = devnet;
		return {
			devnet,
			reach: { network: 'ownNode', nodeUrl, dataUrl, metricsUrl },
			networkName: 'mainnet',
			nodeIds: ourNodeIds,
		};
	}
	const publicNodes: Record<string, string | undefined> = hosts.node.publicUrls;
	const nodeUrl = publicNodes[network] ?? network;
	try {
		const { networkName } = await askNode(nodeUrl, '/ext/info', 'info.getNetworkName');
		const { validators } = await askNode(nodeUrl, '/ext/bc/P', 'platform.getCurrentValidators');
		const nodeIds: string[] = validators
			.slice(0, 3)
			.map(({ nodeID }: { nodeID: string }) => nodeID);
		return {
			reach: network in publicNodes ? { network } : { network: 'ownNode', nodeUrl },
			networkName: networkName === 'fuji' ? 'fuji' : 'mainnet',
			nodeIds,
		};
	} catch {
		throw new Error(`No Avalanche node responds at ${nodeUrl}.`);
	}
}

interface Credential {
	id: string;
	name: string;
}

export interface Credentials {
	avalancheNodesApi: Credential;
	smtp: Credential;
}

/** Its files and its text, as a page where it has one, where a person who tries the demo opens them. */
function keepMail(folder: string, { subject, parts }: Mail): void {
	const hasPage = parts.some(({ type, name }) => !name && type === 'text/html');
	const wanted = hasPage ? 'text/html' : 'text/plain';
	for (const { name, type, content } of parts)
		if (name ?? type === wanted)
			writeFileSync(
				join(folder, basename(name ?? `${subject}.${hasPage ? 'html' : 'txt'}`)),
				content,
			);
}

/** The node IDs in the places of the example's, with the names that it gives there. */
const withNames = (text: unknown, nodeIds: string[]): string => {
	const names = [...String(text).matchAll(/NodeID-\w+([^,\n]*)/g)].map(([, name]) => name);
	return nodeIds.map((nodeId, i) => nodeId + (names[i] ?? '')).join('\n');
};

/** PagerDuty counts the characters of a key. This one opens nothing. */
const keyOfNothing = 'key-of-the-receiver-of-this-demo';

/** Sends to the receivers of the mock network, and to nobody who needs an account. */
function sendToReceivers({ name, type, parameters }: WorkflowNode, url: string): object {
	if (type.endsWith('.telegram')) return { disabled: true };
	if (name === 'Alertmanager')
		return { parameters: { ...parameters, url: `${url}/receivers/alertmanager` } };
	if (name !== 'PagerDuty') return {};
	const jsonBody = String(parameters.jsonBody).replace('your integration key', keyOfNothing);
	return { parameters: { ...parameters, url: `${url}/receivers/pagerduty`, jsonBody } };
}

/** The example, with the credentials in its nodes and the network, validators and token in the places a person would set. */
export function readExample(
	file: string,
	credentials: Credentials,
	network: string,
	nodeIds: string[],
	devnet?: Pick<Devnet, 'token' | 'url'>,
): WorkflowFile {
	const workflow: WorkflowFile = JSON.parse(
		readFileSync(join(process.cwd(), 'examples', file), 'utf8'),
	);
	const token = devnet?.token;
	for (const node of workflow.nodes) {
		const { parameters } = node;
		if (devnet) Object.assign(node, sendToReceivers(node, devnet.url));
		if ('nodeIds' in parameters) parameters.nodeIds = withNames(parameters.nodeIds, nodeIds);
		if ('network' in parameters) parameters.network = network;
		if (token && parameters.event === 'tokenTransfer') parameters.address = token;
		if (token && parameters.event === 'contractEvent') parameters.addresses = token;
	}
	const { avalancheNodesApi, smtp } = credentials;
	const nodes = workflow.nodes.map((node) => {
		if (node.type.startsWith(`${packName}.`))
			return { ...node, credentials: { avalancheNodesApi } };
		return node.type.endsWith('.emailSend') ? { ...node, credentials: { smtp } } : node;
	});
	return { ...workflow, nodes };
}

/** What the published workflows write their messages to. */
const messageFiles = [
	'validator-alerts.txt',
	'validator-watch.txt',
	'payments-received.txt',
	'large-transfers.txt',
	'ownership-changed.txt',
	'node-health.txt',
	'l1-balances.txt',
];

/** The ID of the tag of an example's role. None where n8n has no tags: the workflow matters more. */
async function tagsOf(rest: Rest, file: string): Promise<string[]> {
	const role = roleOf(basename(file, '.json'));
	if (!role) return [];
	return await rest.putTag(role.tag).then(
		(id) => [id],
		() => [],
	);
}

/** Whether the demo itself decides when a workflow of the examples comes, and whether it runs. */
const isStartedHere = (file: string): boolean =>
	[
		'own-node-health.json',
		'validators-on-call.json',
		'l1-validator-balance.json',
		'ownership-changed.json',
		'large-token-transfer.json',
		'payment-received.json',
		'validator-watch.json',
		'monthly-reward-report.json',
		'validator-disconnect-alert.json',
		'quarterly-statement.json',
		'treasury-balances.json',
		'treasury-workbook.json',
	].includes(file);

/** Starts it all and resolves when the workflows that wait for something are published. What is there from an earlier start stays as it is. */
export async function openDemo(options: DemoOptions): Promise<Demo> {
	const { folder, n8nPort, apiKey, tell } = options;
	const { devnet, reach, networkName, nodeIds } = await findNetwork(options);
	let server: Server | undefined;
	let mailbox: Mailbox | undefined;
	let stopFollowing: (() => void) | undefined;
	const close = async () => {
		stopFollowing?.();
		await server?.stop();
		await mailbox?.close();
		await devnet?.close();
	};
	try {
		tell('Starting n8n, which takes half a minute, and longer the first time ...');
		server = await startServer({ folder, port: n8nPort });
		const rest = new Rest(server.url);
		await rest.signIn(login);
		if ((await rest.getNodeTypes(packName)).length === 0) {
			throw new Error(`n8n could not load the nodes. See ${server.logFile} for the reason.`);
		}
		const { filesFolder } = server;
		mailbox = await startMailbox((mail) => keepMail(filesFolder, mail));
		const avalancheNodesApi = await rest.putCredential('Avalanche (demo)', 'avalancheNodesApi', {
			...reach,
			...(apiKey && { apiKey }),
		});
		const smtp = await rest.putCredential('Mailbox (demo)', 'smtp', {
			user: '',
			password: '',
			host: mailbox.host,
			port: mailbox.port,
			secure: false,
			disableStartTls: true,
		});
		const examples: Record<string, Workflow> = {};
		const kept: string[] = [];
		const put = async (file: string, isPublished: boolean): Promise<Workflow> =>
			(examples[basename(file, '.json')] = await putAnew(file, isPublished));
		const putAnew = async (file: string, isPublished: boolean): Promise<Workflow> => {
			const credentials = { avalancheNodesApi, smtp };
			const example = readExample(file, credentials, networkName, nodeIds, devnet);
			const known = await rest.findWorkflow(example.name);
			if (known && !isAsExample(known, example)) kept.push(example.name);
			if (known) return known;
			const workflow = await rest.createWorkflow({ ...example, tags: await tagsOf(rest, file) });
			if (isPublished) await rest.publish(workflow);
			return workflow;
		};
		/** Not every node has a WebSocket, and the examples know a token of mainnet. */
		const putOfToken = async (file: string): Promise<Workflow | undefined> => {
			if (networkName !== 'mainnet') return undefined;
			return await put(file, true).catch((error: Error) => void tell(error.message));
		};
		tell('Adding the examples, and publishing those that wait for something ...');
		// n8n lists first what changed last: so the example to begin with comes last.
		const files = readdirSync('examples').filter((name) => name.endsWith('.json'));
		for (const file of files.filter((name) => !isStartedHere(name))) await put(file, false);
		const workbook = await put('treasury-workbook.json', false);
		const balances = await put('treasury-balances.json', false);
		const statement = await put('quarterly-statement.json', false);
		await put('validators-on-call.json', devnet !== undefined);
		const owners = await putOfToken('ownership-changed.json');
		const transfers = await putOfToken('large-token-transfer.json');
		const l1Balance = await put('l1-validator-balance.json', devnet !== undefined);
		const health = await put('own-node-health.json', devnet !== undefined);
		const payments = devnet && (await put('payment-received.json', true));
		const watch = await put('validator-watch.json', true);
		const alert = await put('validator-disconnect-alert.json', true);
		const report = await put('monthly-reward-report.json', false);
		if (kept.length) tell(sayKept(kept));
		for (const name of messageFiles) writeFileSync(join(filesFolder, name), '', { flag: 'a' });
		const published = { alert, watch, transfers, owners, payments, health, l1Balance };
		const workflows = { ...published, report, statement, balances, workbook };
		if (devnet) stopFollowing = followListeners(devnet, rest).stop;
		return { server, rest, devnet, nodeIds, ...workflows, examples, close };
	} catch (error) {
		await close();
		throw error;
	}
}
