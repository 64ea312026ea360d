/**
 * The polls of a published workflow: n8n-core makes them, and what stands in n8n's server package is rebuilt here
 * after n8n 2.41: in which order n8n stores the static data and starts the execution.
 */
import type * as N8nCore from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeTypes,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Credentials, PollOptions, RunOptions, RunResult } from './engine.mts';
import { N8nStorage } from './n8nStorage.mts';

/**
 * What n8n has come to in a poll.
 *   storing   it is about to store the memory; with durable cursors, the execution in the same step
 *   stored    it has stored the memory, and not the execution
 *   done      it has stored both, or the memory where there are no items
 */
export type PollStep = 'storing' | 'stored' | 'done';

/** Someone who looks over n8n's shoulder. */
export interface Observer {
	/** Takes a context before its poll, with the helpers that its requests go through. */
	opened?: (context: N8nCore.PollContext) => void;
	/** Whether n8n lives on at this step of a poll with these items; otherwise nothing that comes after it happens. */
	survives?: (step: PollStep, items: INodeExecutionData[] | null) => boolean;
}

/** What n8n's scheduler leaves for a poll, as its settings are by default. */
const scheduledBudgetMs = 36_000;

/** What polls take of the engine; see `loadEngine`. */
interface Parts {
	core: typeof N8nCore;
	isRecent: boolean;
	nodeTypes: INodeTypes;
	getExecutor: () => N8nCore.PollTriggerExecutor;
	connect: (options: PollOptions) => Credentials;
	wrapNode: (
		node: Partial<INode> & { type: string },
		credentials: Credentials,
		settings?: IWorkflowSettings,
	) => IWorkflowBase;
	createWorkflow: (json: IWorkflowBase) => Workflow;
	createAdditionalData: (
		mode: WorkflowExecuteMode,
		workflow: IWorkflowBase,
		credentials: Credentials,
	) => IWorkflowExecuteAdditionalData;
	runWorkflow: (json: IWorkflowBase, start: string, options: RunOptions) => Promise<RunResult>;
}

/** The engine's `createPoll`. */
export function createPolls(parts: Parts) {
	const { core, isRecent, nodeTypes, getExecutor, connect, runWorkflow } = parts;
	const { wrapNode, createWorkflow, createAdditionalData } = parts;
	let published = 0;

	async function runPoll(
		workflow: Workflow,
		node: INode,
		context: N8nCore.PollContext,
		isActivation: boolean,
	): Promise<void> {
		if (isRecent)
			return await getExecutor().create(workflow, node, context, () => true)(isActivation);
		// As ActiveWorkflows of n8n 1.123 does.
		try {
			const items = await nodeTypes
				.getByNameAndVersion(node.type, node.typeVersion)
				.poll!.call(context);
			if (items !== null) context.__emit(items);
		} catch (error) {
			if (isActivation) throw error;
			context.__emitError(error as Error);
		}
	}

	/**
	 * A polling trigger in a published workflow. Each poll resolves to the items n8n would emit (null: none) and
	 * rejects with the error it would report.
	 */
	return function createPoll(type: string, parameters: INodeParameters, options: PollOptions = {}) {
		const { settings, name = 'Trigger' } = options;
		const { survives = () => true, opened } = options.observer ?? {};
		const credentials = connect(options);
		// As in n8n, no two workflows have one ID. One with the memory of the last is that workflow, published again.
		if (!options.staticData && !options.storage) published += 1;
		const json = {
			...wrapNode({ type, parameters, name }, credentials, settings),
			id: `${published}`,
		};
		const additionalData = createAdditionalData('trigger', json, credentials);
		// n8n's usual engine takes the variables once, when it activates a workflow.
		additionalData.variables = { ...options.variables };
		const key = `node:${name}`;
		const storage: N8nStorage<Record<string, IDataObject>> =
			options.storage ??
			new N8nStorage<Record<string, IDataObject>>(
				options.durable ? 'durable' : options.scheduled ? 'scheduled' : 'memory',
				options.staticData && { [key]: options.staticData },
			);
		const durable = storage.kind === 'durable';
		const isScheduled = storage.kind !== 'memory';
		if (isScheduled && !isRecent) throw new Error('This n8n has no scheduler');
		const open = (staticData = storage.restart()) =>
			createWorkflow({ ...json, active: true, staticData });
		let workflow = open();
		/** Why n8n activated the workflow last. */
		let activation: WorkflowActivateMode = 'activate';

		async function tick(isActivation: boolean): Promise<INodeExecutionData[] | null> {
			let emitted: INodeExecutionData[] | null = null;
			let failure: Error | undefined;
			const loaded = storage.load();
			// The scheduler makes a workflow of what is stored for each poll.
			if (storage.kind === 'scheduled') workflow = open(loaded);
			const polled = workflow;
			const node = polled.getNode(name)!;
			const cursor = durable ? (loaded[key] ??= {}) : undefined;
			const seed = JSON.stringify(cursor);
			/** Stores the memory, and starts an execution after it or, with durable cursors, in the same step. */
			const store = (items: INodeExecutionData[] | null): void => {
				// n8n writes static data only where a top-level key of the node's was assigned.
				if (durable || polled.staticData.__dataChanged) {
					if (!survives('storing', items)) return;
					// A durable cursor that no poll changed is not stored: another poll may have stored one meanwhile.
					if (!durable || items || JSON.stringify(cursor) !== seed)
						storage.save(isActivation || items !== null, loaded);
					polled.staticData.__dataChanged = false;
					if (!durable && !survives('stored', items)) return;
				}
				emitted ??= items;
				survives('done', items);
			};
			/** What an activation without items left in its copy is dropped: n8n saves the rest of the static data. */
			const saveBeside = (): void => {
				if (!polled.staticData.__dataChanged) return;
				storage.load().global = polled.staticData.global as IDataObject;
				storage.save(true);
			};
			const context = new core.PollContext(
				polled,
				node,
				additionalData,
				'trigger',
				isScheduled && !isActivation ? 'update' : activation,
				([items]) => store(items!),
				(error) => {
					failure = error;
				},
				async () => {
					if (durable) store(null);
				},
				undefined,
				cursor && (() => cursor),
				isScheduled && !isActivation ? () => scheduledBudgetMs : undefined,
			);
			opened?.(context);
			await runPoll(polled, node, context, isActivation);
			if (isActivation && durable) saveBeside();
			else if (isActivation && !emitted) store(null);
			if (failure) throw failure;
			return emitted;
		}

		return {
			/** Publishing the workflow: one poll, whose error refuses the publication. */
			activate: async (mode: 'activate' | 'init' | 'update' = 'activate') => {
				activation = mode;
				return await tick(true);
			},
			/** n8n stops and starts again. Its usual engine then polls, and its scheduler goes on with its ticks. */
			start: async (mode: 'init' | 'leadershipChange' = 'init') => {
				workflow = open();
				activation = mode;
				return await tick(!isScheduled);
			},
			/** One tick of the schedule. */
			poll: async () => await tick(false),
			/** The editor's test run: over the stored static data, of which it writes nothing. */
			testRun: async () =>
				await runWorkflow({ ...json, staticData: storage.stored }, name, {
					credentials,
					mode: 'manual',
				}),
			/** Only what n8n stored is left; it has not polled yet. */
			restart: () => {
				workflow = open();
			},
			/** Static data of the node, as n8n stored it. */
			get stored(): IDataObject {
				return storage.stored[key] ?? {};
			},
		};
	};
}
