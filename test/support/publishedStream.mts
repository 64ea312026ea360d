/** The stream trigger in an n8n that stores static data and starts executions as n8n's server does. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	ITriggerFunctions,
} from 'n8n-workflow';
import type { WorkflowActivateMode } from 'n8n-workflow';
import type { Credentials, Engine } from './engine.mts';
import type { TriggerOptions } from './openTrigger.mts';

type Start = (
	type: string,
	parameters: INodeParameters,
	options: TriggerOptions & { credentials?: Credentials },
) => ReturnType<Engine['openTrigger']>;

/** As much of it as tests look at. */
interface StoredCursor extends IDataObject {
	place: { floor: number; next: number; seen: string };
}

export class PublishedStream {
	/** The items of the executions that started, in their order. */
	readonly executions: IDataObject[][] = [];
	/** What it reported: what deactivates the workflow, and failed executions. */
	readonly errors: Error[] = [];
	readonly failures: Error[] = [];
	/** What ends the executions that run, in the order in which they started. */
	readonly running: Array<() => void> = [];
	/** Executions run until a test ends them. */
	isSlow = false;
	/** Whether n8n's database is away: it stores nothing, and starts no execution. */
	isStorageAway = false;
	/** What n8n rejects an execution with that it has started. */
	failure: Error | undefined;
	/** How often an execution was refused. */
	refused = 0;
	private saved = '{}';
	private readonly keys = new Set<string>();
	private readonly start: Start;
	private readonly parameters: INodeParameters;
	readonly credentials: Credentials | undefined;
	private end: (() => Promise<void>) | undefined;
	private generation = 0;

	constructor(start: Start, parameters: INodeParameters, credentials?: Credentials) {
		[this.start, this.parameters, this.credentials] = [start, parameters, credentials];
	}

	/** Publishes the workflow, or with `init` starts n8n. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const generation = ++this.generation;
		const staticData = JSON.parse(this.saved) as IDataObject;
		const save = () => {
			if (!this.isStorageAway) this.saved = JSON.stringify(staticData);
		};
		this.end = await this.start('avalancheStreamTrigger', this.parameters, {
			...(this.credentials && { credentials: this.credentials }),
			activation,
			staticData,
			emit: (data, _response, done, key) => {
				// Of an n8n that was killed, nothing is left.
				if (generation !== this.generation) return;
				save();
				this.execute(data, done, key);
			},
			emitError: (error) => void this.errors.push(error),
			saveFailedExecution: (error) => void this.failures.push(error),
		});
		save();
	}

	/** What n8n has stored of the trigger. */
	get cursor(): StoredCursor {
		const [data] = Object.values(
			JSON.parse(this.saved) as Record<string, { cursor: StoredCursor }>,
		);
		return data!.cursor;
	}

	/** Another state than n8n has stored, as an earlier build may have left it. */
	store(change: (cursor: StoredCursor) => StoredCursor): void {
		const staticData = JSON.parse(this.saved) as Record<string, { cursor: StoredCursor }>;
		for (const data of Object.values(staticData)) data.cursor = change(data.cursor);
		this.saved = JSON.stringify(staticData);
	}

	/** Ends the workflow. */
	async close(): Promise<void> {
		await this.end?.();
		this.end = undefined;
	}

	/** n8n is gone, whatever it did; its sockets close. */
	async kill(): Promise<void> {
		this.generation++;
		this.running.splice(0);
		await this.close();
	}

	get items(): IDataObject[] {
		return this.executions.flat();
	}

	private execute(
		data: INodeExecutionData[][],
		done: Parameters<ITriggerFunctions['emit']>[2],
		key: string | undefined,
	): void {
		if (this.isStorageAway) {
			this.refused++;
			return done?.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
		}
		const finish = () => {
			if (this.failure) done?.reject(this.failure);
			else done?.resolve({} as IRun);
		};
		if (key !== undefined && this.keys.has(key)) return finish();
		if (key !== undefined) this.keys.add(key);
		this.executions.push(data[0]!.map(({ json }) => json));
		if (this.isSlow) this.running.push(finish);
		else finish();
	}
}
