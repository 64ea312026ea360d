/** Runs a node's items through their operation: checks them all, sends, and puts the answers in their places. */
import {
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { alignColumns } from './align';
import { demandNewerNode, isOfHost, toNodeError, type Failure } from '../errors';
import { explain } from './explain';
import { InvalidField } from '../fields/invalid';
import { isSecret } from '../fields/fields';
import { describeWork, sayChoices, traceWork } from './hints';
import { openClient } from '../connection/openClient';
import type { Client } from '../network/client';
import { describeNoUrl } from '../network/meanings/transport';
import type { Given, Group, Made, Operation, OutputFile, RunContext } from './operations';
import { listRemarks, toHint } from './remarks';
import { sayRepeats } from './repeats';
import { sayStraysOf } from './strays';
import { inPieces } from '../pace';
import { isRecord } from '../values/records';
import { Outputs } from './run/outputs';
import { prepareAll, type Prepared } from './run/prepare';
import { sayIfUnknown, unreadable } from './run/items';
import { perform, resolveTask } from './run/read';
import type { Task } from './run/task';
import { forTool, ToolCalls } from './run/toolCall';
import { isTool, mostRequests } from './tool';

/** The `execute` of a node whose operations are the rows of this group. */
export const executeGroup = (group: Group) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = hideSecrets(this.getNode(), group);
		demandNewerNode(node);
		const runContext = { timezone: this.getTimezone(), isTool: isTool(node) };
		const outputs = new Outputs(this, runContext.isTool);
		const prepared = await prepareAll(this, node, group, outputs);
		if (!prepared.tasks.length) return [outputs.all()];

		const client = await open(this, runContext);
		if (client instanceof InvalidField) {
			const { description } = client;
			for (const task of prepared.tasks) {
				const { itemIndex } = task;
				const error = new NodeOperationError(node, client, { itemIndex, description });
				outputs.fail(task, error, { kind: 'not-configured', isOfAll: true });
			}
			return [outputs.all()];
		}
		await new Run(this, node, group, { client, outputs, prepared, runContext }).work();
		return [outputs.all()];
	};

/** The client of a run, or the fault in the limits of its credential. */
const open = async (
	context: IExecuteFunctions,
	{ isTool: asTool }: RunContext,
): Promise<Client | InvalidField> =>
	await openClient(context, (settings) =>
		asTool ? { ...settings, mostRequests } : settings,
	).catch((error: unknown) => {
		if (error instanceof InvalidField) return error;
		throw error;
	});

interface Means {
	client: Client;
	outputs: Outputs;
	prepared: Prepared;
	runContext: RunContext;
}

/** What a task gives beside its records. Hints count the records alone. */
interface Beside {
	files?: IBinaryKeyData;
	notes?: IDataObject[];
}

class Run {
	private readonly toolCalls: ToolCalls;
	/** Tasks of a tool that got no answer because the call's requests were used up. */
	private readonly unasked: Array<{ task: Task; failure: Failure }> = [];
	/** Simplified items. The next node reads them as one table, so they get the same columns. */
	private readonly simplified: INodeExecutionData[] = [];
	private readonly given = new Map<Operation, Given[]>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly node: INode,
		private readonly group: Group,
		private readonly means: Means,
	) {
		this.toolCalls = new ToolCalls(means.prepared.notes);
	}

	async work(): Promise<void> {
		const { client, prepared, runContext } = this.means;
		const { tasks } = prepared;
		const { maxInFlight, batchSize } = client.settings;
		const atOnce = maxInFlight * (this.group.batches ? batchSize : 1);
		const work = eachOf(tasks, atOnce, (task) => this.workOn(task));
		const answered = await work.finally(() => {
			client.end();
			// A tool's context in an older n8n lacks this function.
			if ('setMetadata' in this.context)
				this.context.setMetadata({ tracing: traceWork(client.spent) });
		});
		if (runContext.isTool) await this.giveToModel();
		else await inPieces(alignColumns(this.simplified));
		this.addHints();
		if (answered < tasks.length)
			throw new NodeOperationError(
				this.node,
				`${tasks.length - answered} of ${tasks.length} items were not answered`,
			);
	}

	private async workOn(prepared: Task): Promise<void> {
		const { client, runContext } = this.means;
		const { host } = this.group;
		const resolving =
			host && !client.hasService(host) ? describeNoUrl(host) : resolveTask(client, prepared);
		// Most tasks resolve at once, and awaiting them would cost memory and time.
		const resolved = 'ok' in resolving ? resolving : await resolving;
		if (!resolved.ok) return await this.fail(prepared, resolved.failure);
		const task = resolved.result;
		const made = await this.make(task);
		if (!made.ok) return await this.fail(task, made.failure);
		prepared.tally ??= made.tally;
		if (!runContext.isTool) {
			const files = made.files?.length ? await storeFiles(this.context, made.files) : undefined;
			return this.give(task, made.result, { files });
		}
		const part = forTool(made, task, this.group.remarks);
		if (part.ok) this.toolCalls.add(part.result);
		else await this.fail(task, part.failure);
	}

	private async make(task: Task): Promise<Made> {
		const made = await this.perform(task);
		return made.ok ? made : sayIfUnknown(made, task, this.group);
	}

	private async perform(task: Task): Promise<Made> {
		try {
			return await perform(this.means.client, task, this.means.runContext);
		} catch (error) {
			return unreadable(task, error);
		}
	}

	private give(task: Task, records: IDataObject[], { files, notes = [] }: Beside): void {
		const { itemIndex: item, operation, values } = task;
		const isSimplified = task.lastStep === 'simplify';
		const items = [...records, ...notes].map(
			(json): INodeExecutionData => ({ json: renameError(json), pairedItem: { item } }),
		);
		if (files) items[items.length - 1].binary = files;
		if (isSimplified) for (const each of items) this.simplified.push(each);
		this.remember(operation, { values, items: records, isSimplified });
		this.means.outputs.set(task, items);
	}

	private remember(operation: Operation, given: Given): void {
		const known = this.given.get(operation);
		if (known) known.push(given);
		else this.given.set(operation, [given]);
	}

	private async fail(task: Task, failure: Failure): Promise<void> {
		if (failure.kind === 'used-up' && this.means.runContext.isTool) {
			this.unasked.push({ task, failure });
			return;
		}
		await this.report(task, failure);
	}

	private async report(task: Task, failure: Failure): Promise<void> {
		const { client, outputs } = this.means;
		const { kind, fieldName } = failure;
		const error = toNodeError(this.node, await explain(failure, task, client), task.itemIndex);
		outputs.fail(task, error, { kind, fieldName, isOfAll: isOfHost(failure) });
	}

	/** A call that was answered in part returns that part, and names the values left out. */
	private async giveToModel(): Promise<void> {
		for (const { task, failure } of this.unasked)
			if (this.toolCalls.hasAnswer(task.itemIndex)) this.toolCalls.leaveOut(task);
			else await this.report(task, failure);
		for (const { task, records, notes } of this.toolCalls.share())
			this.give(task, records, { notes });
	}

	private addHints(): void {
		const { client, prepared } = this.means;
		const { tasks } = prepared;
		const hint = describeWork(
			tasks.flatMap(({ tally }) => tally ?? []),
			client.spent,
			sayChoices(
				tasks.map(({ values }) => values),
				client.credential,
			),
		);
		const ofGroup = this.group.remarks ?? [];
		const remarks = [...this.given].flatMap(([{ remarks: own = [] }, given]) =>
			listRemarks([...own, ...ofGroup], given),
		);
		const repeats = sayRepeats(tasks, this.context.getInputData().length);
		const ofInput = repeats === undefined ? [] : [toHint(repeats)];
		const hints = [...(hint ? [hint] : []), ...ofInput, ...this.strayHints(), ...remarks];
		if (hints.length && 'addExecutionHints' in this.context)
			this.context.addExecutionHints(...hints);
	}

	/** A model chooses among the names, so a tool has many that one call does not use. */
	private strayHints(): NodeExecutionHint[] {
		const { prepared, runContext } = this.means;
		const said = runContext.isTool ? undefined : sayStraysOf(prepared.tasks);
		return said ? [toHint(said)] : [];
	}
}

/** The node without its passwords, for the errors that carry it. */
function hideSecrets(node: INode, { resources }: Group): INode {
	const rows = Object.values(resources).flatMap(({ operations }) => Object.values(operations));
	const secrets = rows
		.flatMap(({ params = [] }) => params.filter(isSecret))
		.map(({ name }) => name);
	const hide = (parameters: IDataObject): IDataObject =>
		Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [
				name,
				secrets.includes(name) ? '***' : hideIn(value),
			]),
		);
	const hideIn = (value: IDataObject[string]): IDataObject[string] =>
		isRecord(value) ? hide(value) : value;
	return { ...node, parameters: hide(node.parameters as IDataObject) as INode['parameters'] };
}

/** Works through the entries, `atOnce` at a time, and returns how many. After a throw it starts no others. */
async function eachOf<T>(
	entries: T[],
	atOnce: number,
	work: (entry: T) => Promise<void>,
): Promise<number> {
	const queue = [...entries].reverse();
	let done = 0;
	const worker = async () => {
		for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
			await work(entry);
			done++;
		}
	};
	const workers = Array.from({ length: Math.min(atOnce, entries.length) }, worker);
	await Promise.all(workers).finally(() => queue.splice(0));
	return done;
}

/** Hands files to n8n, which keeps them with its binary data. */
async function storeFiles(
	{ helpers }: IExecuteFunctions,
	files: OutputFile[],
): Promise<IBinaryKeyData> {
	const stored: IBinaryKeyData = {};
	for (const { property, name, mimeType, content } of files) {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		stored[property] = await helpers.prepareBinaryData(bytes, name, mimeType);
	}
	return stored;
}

/** n8n takes an item with a field `error` for a failed one. */
const renameError = (json: IDataObject): IDataObject =>
	'error' in json
		? Object.fromEntries(
				Object.entries(json).map(([key, value]) => [
					key === 'error' ? 'reportedError' : key,
					value,
				]),
			)
		: json;
