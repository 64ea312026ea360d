/**
 * n8n in the test process: loads a built node package as n8n's server does and runs workflows, polls and
 * credential tests through n8n-core's own classes. What stands in n8n's server package, not in n8n-core, is
 * rebuilt here after n8n 2.41: node types, credentials helper, storing of static data (n8nStorage.mts).
 * `npm run test:oldest` runs it on the n8n-core of n8n 1.123 (test/oldest).
 *
 * Works under jest, where useEngine.mts starts and ends it, and in native ES modules.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { inspect } from 'node:util';
import type * as N8nCore from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
	EngineResponse,
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { limitFields } from '../../nodes/shared/connection/limits.ts';
import { requireBuild } from '../../tools/built.mts';
import { captureLog } from './captureLog.mts';
import type { N8nStorage } from './n8nStorage.mts';
import { openTrigger, type TriggerOptions } from './openTrigger.mts';
import { createPolls, type Observer } from './polls.mts';

requireBuild();

/** Plain data of the credentials a node may use, by credential type: `{ avalancheNodesApi: { network: 'ownNode', nodeUrl: … } }`. */
export type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** Those that lead to servers of a test: to one for all three hosts, unless it has more. */
export const credentialsFor = (nodeUrl: string, dataUrl = nodeUrl, metricsUrl = nodeUrl) => ({
	avalancheNodesApi: { network: 'ownNode', nodeUrl, dataUrl, metricsUrl },
});

/** Limits of the credential, those that are left out by default. */
export type Limits = Partial<Record<keyof typeof limitFields, unknown>>;

interface Connection {
	credentials?: Credentials;
	limits?: Limits;
}

/** The credentials with these limits in them. */
const connect = ({ credentials = {}, limits }: Connection): Credentials =>
	limits && credentials.avalancheNodesApi
		? {
				...credentials,
				avalancheNodesApi: {
					...credentials.avalancheNodesApi,
					limits: 'custom',
					...limits,
				} as ICredentialDataDecryptedObject,
			}
		: credentials;

export interface RunOptions extends Connection {
	/** Input of the first node; one empty item by default. */
	items?: INodeExecutionData[];
	/** All inputs of a first node that has more than one. */
	inputs?: INodeExecutionData[][];
	/** `manual` is a run in the editor; the default is a run in production. */
	mode?: WorkflowExecuteMode;
	settings?: IWorkflowSettings;
}

export interface NodeOptions
	extends RunOptions,
		Partial<Pick<INode, 'typeVersion'>>,
		Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'executeOnce'> {
	/** The older flag that still stands in saved workflows. */
	continueOnFail?: boolean;
}

export interface RunResult {
	/** First output of the last node that ran. */
	items: INodeExecutionData[];
	/** All its outputs; the error output is the last one. */
	outputs: INodeExecutionData[][];
	/** What stopped the run. */
	error?: Error & { description?: string | null; context?: IDataObject; httpCode?: string };
	/** What n8n would store as the execution. */
	run: IRun;
}

/** What an agent sees of a tool, and what the tool answered. */
export interface ToolCall {
	name?: string;
	description?: string;
	/** Those that the model gives. */
	arguments?: string[];
	answer?: IDataObject[];
	error?: RunResult['error'];
	/** What the panel of the tool says beside its items. */
	hints?: string[];
}

/** A run under way; `cancel` is what the editor's stop button does. */
export type Running = Promise<RunResult> & { cancel: () => void };

export interface ListOptions {
	credentials?: Credentials;
	/** Where the field stands whose list it is. */
	path?: string;
	/** What the user typed into the search box. */
	filter?: string;
	/** The token of the page before. */
	page?: string;
}

export interface PollOptions extends Connection {
	/** What `$vars` is. */
	variables?: IDataObject;
	/** Static data of the node, as an earlier poll left it. */
	staticData?: IDataObject;
	settings?: IWorkflowSettings;
	/** n8n's durable cursors: each poll gets a copy, kept when it succeeds and dropped when it throws. */
	durable?: boolean;
	/** n8n's scheduler without them: each poll gets a copy, kept only with items. */
	scheduled?: boolean;
	/** What n8n stores, in place of a storage of its own. */
	storage?: N8nStorage<Record<string, IDataObject>>;
	observer?: Observer;
	name?: string;
}

export type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** n8n's own nodes, as the server has them. */
const ownNodes = 'n8n-nodes-base';

/** The type that the server makes of a node for AI agents (convertNodeToAiTool); it runs the node's code. */
function toTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	return Object.create(nodeType, {
		description: {
			value: {
				...description,
				name: `${description.name}Tool`,
				displayName: `${description.displayName} Tool`,
				inputs: [],
				outputs: ['ai_tool'],
			},
		},
	}) as INodeType;
}

const agentType = 'agent';

/** A tool as n8n hands it to an agent. */
interface AgentTool {
	name: string;
	description: string;
	schema: { shape: Record<string, unknown> };
	invoke: (args: IDataObject) => Promise<string>;
}

/** What an agent is given: the model's arguments, and whether it lets n8n's engine run its tool, as agents do since 2.0. */
interface Asked {
	args: IDataObject;
	byEngine: boolean;
}

/** The engine runs tools only for an agent that another node started. */
const startType = 'start';
const start = {
	description: {
		name: startType,
		displayName: 'Start',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	} as unknown as INodeType['description'],
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	},
} as INodeType;

/** Calls its tool as the model of an agent does; an answer through the engine is what the model reads of it. */
const agent = {
	description: {
		name: agentType,
		displayName: 'Agent',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main', { type: 'ai_tool', displayName: 'Tool' }],
		outputs: ['main'],
		properties: [],
	} as unknown as INodeType['description'],
	async execute(this: IExecuteFunctions, response?: EngineResponse) {
		const [{ json }] = this.getInputData();
		const { args, byEngine } = json as unknown as Asked;
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [AgentTool];
		const { name, description, schema } = tool;
		const about = { name, description, arguments: Object.keys(schema.shape) };
		const answered = response?.actionResponses[0];
		if (byEngine && !answered) {
			const action = { actionType: 'ExecutionNodeAction', nodeName: 'Node', type: 'ai_tool' };
			const metadata = { itemIndex: 0 };
			return { actions: [{ ...action, id: 'call', input: args, metadata }], metadata: {} };
		}
		const answer = answered
			? answered.data.data?.ai_tool?.[0]?.map((item) => item.json)
			: JSON.parse(await tool.invoke(args));
		return [[{ json: { ...about, answer } as IDataObject }]];
	},
} as INodeType;

/**
 * Starts n8n's engine around the package in `packageDir` (the repository by default).
 * Node and credential types are named without the package's prefix. With `serverDir`, the folder of an installed
 * server, n8n's own nodes run as well (`n8n-nodes-base.summarize`), all of them in the server's engine.
 */
export async function loadEngine({
	packageDir = process.cwd(),
	serverDir,
}: { packageDir?: string; serverDir?: string } = {}) {
	const requireHere = createRequire(resolve(serverDir ?? '.', 'package.json'));
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	Object.assign(process.env, {
		N8N_USER_FOLDER: userFolder,
		N8N_LOG_LEVEL: 'silent',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	});
	requireHere('reflect-metadata');
	const core: typeof N8nCore = requireHere('n8n-core');
	const { Workflow, NodeHelpers, createRunExecutionData }: typeof N8nWorkflow =
		requireHere('n8n-workflow');
	/** Whether n8n has durable cursors, and errors that carry their cause (2.37 and later). */
	const isRecent = core.PollTriggerExecutor !== undefined;
	const requireInCore = createRequire(requireHere.resolve('n8n-core'));
	const { Container } = requireInCore('@n8n/di');
	const logger = Container.get(requireInCore('@n8n/backend-common').Logger);
	const logLines = captureLog(logger.getInternalLogger());
	// n8n looks for the caller of each line before it writes one, which takes as long as a request of these tests.
	logger.debug = (message: string, metadata: object = {}) =>
		void logLines.push(JSON.stringify({ level: 'debug', message, ...metadata }));

	const loader = new core.LazyPackageDirectoryLoader(packageDir);
	await loader.loadAll();
	const ownLoader =
		serverDir &&
		new core.LazyPackageDirectoryLoader(dirname(requireHere.resolve(`${ownNodes}/package.json`)));
	if (ownLoader) await ownLoader.loadAll();
	const getNode = (type: string) => {
		const name = type.slice(type.lastIndexOf('.') + 1);
		if (ownLoader && type.startsWith(ownNodes)) return ownLoader.getNode(name).type;
		if (type === agentType) return agent;
		if (type === startType) return start;
		const isTool = name.endsWith('Tool');
		const nodeType = loader.getNode(name.replace(/Tool$/, '')).type;
		return isTool ? toTool(nodeType as INodeType) : nodeType;
	};

	const nodeTypes = {
		getByName: getNode,
		getByNameAndVersion(type: string, version?: number): INodeType {
			const nodeType = NodeHelpers.getVersionedNodeType(getNode(type), version);
			const declarative = nodeType.description.requestDefaults !== undefined;
			const hasOwnRun =
				nodeType.execute ?? nodeType.supplyData ?? nodeType.poll ?? nodeType.trigger;
			if (!hasOwnRun && (declarative || !(nodeType.webhook || nodeType.methods))) {
				nodeType.execute = async function (this: IExecuteFunctions) {
					return (
						(await new core.RoutingNode(this as N8nCore.ExecuteContext, nodeType).runNode()) ?? []
					);
				};
			}
			return nodeType;
		},
		getKnownTypes: () => loader.known.nodes,
	} as INodeTypes;

	const credentialType = (type: string): ICredentialType =>
		(ownLoader && type in ownLoader.known.credentials ? ownLoader : loader).getCredential(type)
			.type;

	const decrypted = new Map<string, ICredentialDataDecryptedObject>();
	/** Data of a credential as the server hands it out, with the defaults of the fields left empty; kept for the next request. */
	const decrypt = (type: string, data: ICredentialDataDecryptedObject) => {
		const key = `${type} ${inspect(data, { depth: Infinity, maxStringLength: Infinity })}`;
		if (!decrypted.has(key)) {
			const whole = NodeHelpers.getNodeParameters(
				credentialType(type).properties,
				structuredClone(data) as INodeParameters,
				true,
				false,
				null,
				null,
			);
			decrypted.set(key, whole as ICredentialDataDecryptedObject);
		}
		return structuredClone(decrypted.get(key)!);
	};

	const createCredentialsHelper = (credentials: Credentials) =>
		({
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			getCredentialsProperties: (type) => credentialType(type).properties,
			getDecrypted: async (_additionalData, _nodeCredentials, type) =>
				decrypt(type, credentials[type]),
			preAuthentication: async () => undefined,
			async authenticate(data, type, options, workflow, node) {
				const request = options as IHttpRequestOptions;
				const { authenticate } = credentialType(type);
				if (typeof authenticate === 'function') return await authenticate(data, request);
				if (authenticate === undefined) return request;
				const keys = { $credentials: data };
				const resolve = (value: unknown) =>
					typeof value === 'string' && value.startsWith('=')
						? String(
								workflow!.expression.getSimpleParameterValue(node!, value, 'internal', keys) || '',
							)
						: value;
				request.headers ??= {};
				const parts = request as unknown as Record<string, Record<string, unknown>>;
				for (const [part, entries] of Object.entries(authenticate.properties)) {
					parts[part] ??= {};
					for (const [key, value] of Object.entries(entries ?? {})) {
						parts[part][String(resolve(key))] = resolve(value);
					}
				}
				return request;
			},
		}) as Partial<ICredentialsHelper> as ICredentialsHelper;

	const createAdditionalData = (
		mode: WorkflowExecuteMode,
		workflow: IWorkflowBase,
		credentials: Credentials,
	) =>
		({
			hooks: new core.ExecutionLifecycleHooks(mode, '1', workflow),
			credentialsHelper: createCredentialsHelper(credentials),
			executionId: '1',
			currentNodeExecutionIndex: 0,
			restApiUrl: 'http://n8n.invalid/rest',
			instanceBaseUrl: 'http://n8n.invalid',
			webhookWaitingBaseUrl: 'http://n8n.invalid/webhook-waiting',
			formWaitingBaseUrl: 'http://n8n.invalid/form-waiting',
			currentNodeParameters: undefined,
			variables: {},
			setExecutionStatus() {},
			logAiEvent() {},
		}) as unknown as IWorkflowExecuteAdditionalData;

	const createWorkflow = (json: IWorkflowBase) =>
		new Workflow({ ...json, nodeTypes, settings: { executionOrder: 'v1', ...json.settings } });

	/** A workflow of one node. */
	const wrapNode = (
		node: Partial<INode> & { type: string },
		credentials: Credentials,
		settings?: IWorkflowSettings,
	) =>
		({
			id: 'workflow',
			name: 'Workflow',
			active: false,
			connections: {},
			settings,
			nodes: [
				{
					id: 'node',
					name: 'Node',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
					credentials: Object.fromEntries(
						Object.keys(credentials).map((type) => [type, { id: '1', name: type }]),
					),
					...node,
				},
			],
		}) as unknown as IWorkflowBase;

	/** Runs the nodes of an exported workflow from the node named `start` on. */
	function runWorkflow(json: IWorkflowBase, start: string, options: RunOptions = {}): Running {
		const { items = [{ json: {} }], inputs = [items] } = options;
		const { mode = 'trigger', settings } = options;
		const credentials = connect(options);
		const workflow = createWorkflow({ ...json, settings: { ...json.settings, ...settings } });
		const runData = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{ node: workflow.getNode(start)!, data: { main: inputs }, source: null },
				],
			},
		});
		const execution = new core.WorkflowExecute(
			createAdditionalData(mode, json, credentials),
			mode,
			runData,
		).processRunExecutionData(workflow);
		const result = execution.then((run: IRun): RunResult => {
			const { runData, lastNodeExecuted = start, error } = run.data.resultData;
			const main = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
			const outputs = main.map((items) => items ?? []);
			return { items: outputs[0] ?? [], outputs, error: error as RunResult['error'], run };
		});
		return Object.assign(result, { cancel: () => execution.cancel() });
	}

	/** Runs one node over the items. */
	function runNode(
		type: string,
		parameters: Record<string, unknown>,
		options: NodeOptions = {},
	): Running {
		const { items, inputs, credentials: _data, limits, mode, settings, ...flags } = options;
		const credentials = connect(options);
		const json = wrapNode(
			{ type, parameters: parameters as INodeParameters, ...flags },
			credentials,
		);
		return runWorkflow(json, 'Node', { items, inputs, credentials, mode, settings });
	}

	/** What n8n loads for a list of the editor, from beside these parameters; `path` is where the list stands. */
	function createLoadContext(
		type: string,
		parameters: Record<string, unknown>,
		{ credentials = {}, path = 'parameters.any' }: ListOptions,
	) {
		const json = wrapNode({ type, parameters: parameters as INodeParameters }, credentials);
		const workflow = createWorkflow(json);
		const additionalData = createAdditionalData('internal', json, credentials);
		additionalData.currentNodeParameters = parameters as INodeParameters;
		return new core.LoadOptionsContext(workflow, workflow.getNode('Node')!, additionalData, path);
	}

	/** A whole list, for a field of several choices. */
	async function loadOptions(
		type: string,
		method: string,
		parameters: Record<string, unknown> = {},
		options: ListOptions = {},
	): Promise<N8nWorkflow.INodePropertyOptions[]> {
		const load = nodeTypes.getByNameAndVersion(type).methods?.loadOptions?.[method];
		if (!load) throw new Error(`${type} has no whole list ${method}`);
		return await load.call(createLoadContext(type, parameters, options));
	}

	async function loadList(
		type: string,
		method: string,
		parameters: Record<string, unknown> = {},
		options: ListOptions = {},
	): Promise<N8nWorkflow.INodeListSearchResult> {
		const { filter, page } = options;
		const context = createLoadContext(type, parameters, options);
		const search = nodeTypes.getByNameAndVersion(type).methods?.listSearch?.[method];
		if (!search) throw new Error(`${type} has no list ${method}`);
		return await search.call(context, filter, page);
	}

	/**
	 * Calls the tool that n8n makes of a node, with the arguments that a model gives: in the agent's own run, where n8n
	 * checks their types and an error stops the run, or through the engine, where the model reads what went wrong.
	 */
	async function callTool(
		type: string,
		parameters: Record<string, unknown>,
		args: IDataObject = {},
		{ credentials = {}, byEngine = false }: { credentials?: Credentials; byEngine?: boolean } = {},
	): Promise<ToolCall> {
		const tool = { type: `${type}Tool`, parameters: parameters as INodeParameters };
		const json = wrapNode(tool, credentials);
		const [node] = json.nodes;
		json.nodes.push(
			{ ...node, id: 'start', name: 'Start', type: startType, parameters: {} },
			{ ...node, id: 'agent', name: 'Agent', type: agentType, parameters: {} },
		);
		json.connections = {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Node: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		};
		const items = [{ json: { args, byEngine } }];
		const { items: said, error, run } = await runWorkflow(json, 'Start', { items, credentials });
		const ofTool = run.data.resultData.runData.Node?.[0];
		const hints = ofTool?.hints?.map(({ message }) => message);
		return { ...(said[0]?.json as Partial<ToolCall>), error, hints };
	}

	/** Tests a credential as its dialog does: by the function that a node names in `testedBy`. */
	async function testCredential(type: string, values: ICredentialDataDecryptedObject) {
		const data = decrypt(type, values);
		const types = Object.keys(loader.known.nodes).map((name) => getNode(name) as INodeType);
		const uses = types.flatMap(({ description }) => description.credentials ?? []);
		const testedBy = uses.find(({ name, testedBy }) => name === type && testedBy)
			?.testedBy as string;
		const test = types.map(({ methods }) => methods?.credentialTest?.[testedBy]).find(Boolean)!;
		const additionalData = createAdditionalData('internal', wrapNode({ type: '' }, {}), {
			[type]: data,
		});
		return await test.call(new core.CredentialTestContext(additionalData), {
			id: '1',
			name: type,
			type,
			data,
		});
	}

	/**
	 * The schema of a node's items as n8n finds it: for the editor that of this version alone, for its AI builder that of
	 * the nearest version; for nodes without operations, each has a place of its own.
	 */
	function findSchema(
		type: string,
		reader: 'editor' | 'builder',
		operation: { resource?: string; operation?: string } = {},
	): Record<string, unknown> | undefined {
		const nodeDir = dirname(loader.known.nodes[type]!.sourcePath);
		return core.loadOutputSchema({
			nodeDir,
			version: 1,
			versionFallback: reader === 'builder',
			...operation,
		});
	}

	const createPoll = createPolls({
		core,
		isRecent,
		nodeTypes,
		connect,
		wrapNode,
		createWorkflow,
		createAdditionalData,
		getExecutor: () => Container.get(core.PollTriggerExecutor),
		runWorkflow,
	});

	return {
		isRecent,
		/** The process knows nothing of any host, as when n8n starts. */
		forgetGates: (): void => requireHere(resolve(packageDir, 'dist/index.js')).forgetGates(),
		findSchema,
		/** What an error tells n8n of its cause, for one that takes it. */
		failureOf: (failure: { cause: string; retryAfterMs?: number }) => (isRecent ? { failure } : {}),
		runNode,
		loadList,
		loadOptions,
		runWorkflow,
		callTool,
		createPoll,
		/** A trigger that listens, in a workflow that is being published. */
		openTrigger: async (
			type: string,
			parameters: INodeParameters,
			options: TriggerOptions & Connection,
		) => {
			const credentials = connect(options);
			const json = wrapNode({ type, parameters, name: 'Trigger' }, credentials);
			const workflow = createWorkflow({ ...json, active: true, staticData: options.staticData });
			const additionalData = createAdditionalData('trigger', json, credentials);
			return await openTrigger(core, workflow, additionalData, options);
		},
		testCredential,
		/** Every line n8n's logger wrote, on all levels, as JSON. */
		logLines,
		/** Takes away what the engine wrote to the disk. */
		close: () => rmSync(userFolder, { recursive: true, force: true }),
	};
}
