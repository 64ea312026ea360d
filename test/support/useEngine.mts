/** What an engine test begins with: n8n's engine, and a node, a row or the trigger as a user runs them. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import {
	type Credentials,
	type Engine,
	type Limits,
	loadEngine,
	type NodeOptions,
	type PollOptions,
	type RunOptions,
	type Running,
	type ToolCall,
} from './engine.mts';

/** A server that the credential leads to: `useDevnet` and `useScript` give one. */
interface Server {
	credentials: Credentials;
}

let loading: Promise<Engine> | undefined;

/**
 * n8n's engine for the tests of a file; its runs and polls have the server's credentials and these limits, unless a test
 * gives others.
 */
export function useEngine(server?: Server, limits?: Limits): Engine {
	const engine = {} as Engine;
	const connect = <T extends RunOptions | PollOptions>(options?: T) => ({
		credentials: server?.credentials,
		...options,
		limits: limits || options?.limits ? { ...limits, ...options?.limits } : undefined,
	});
	beforeAll(async () => {
		const loaded = await (loading ??= loadEngine());
		loadedEngine = loaded;
		const connected: Partial<Engine> = {
			runNode: (type, parameters, options) => loaded.runNode(type, parameters, connect(options)),
			runWorkflow: (json, start, options) => loaded.runWorkflow(json, start, connect(options)),
			createPoll: (type, parameters, options) =>
				loaded.createPoll(type, parameters, connect(options)),
			openTrigger: (type, parameters, options) =>
				loaded.openTrigger(type, parameters, { credentials: server?.credentials, ...options }),
			loadList: (type, method, parameters, options) =>
				loaded.loadList(type, method, parameters, { credentials: server?.credentials, ...options }),
			loadOptions: (type, method, parameters, options) =>
				loaded.loadOptions(type, method, parameters, {
					credentials: server?.credentials,
					...options,
				}),
		};
		Object.assign(engine, loaded, connected);
	});
	beforeEach(() => engine.forgetGates());
	afterAll(() => engine.close());
	return engine;
}

let loadedEngine: Engine | undefined;

/** What a host asked to wait is over, as after that time. */
export const forgetGates = (): void => loadedEngine?.forgetGates();

/** Runs an operation of a node: `run('account', 'getBalance', { chain: 'C', address })`; `always` goes with each run. */
export function useNode(
	type: string,
	server?: Server,
	always: Record<string, unknown> = {},
	limits?: Limits,
) {
	const engine = useEngine(server, limits);
	return (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		options?: NodeOptions,
	): Running => engine.runNode(type, { resource, operation, ...always, ...parameters }, options);
}

/** Runs an operation of the EVM API: of Avalanche EVM Chains or of Avalanche EVM Advanced, whichever has it. */
export function useEvm(server?: Server, always: Record<string, unknown> = {}) {
	const engine = useEngine(server);
	const rows = listRows().filter(({ description }) => isEvm(description));
	return (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		options?: NodeOptions,
	): Running => {
		const at = rows.find((row) => row.resource === resource && row.operation === operation);
		if (!at) throw new Error(`no node of the EVM API has ${resource} ${operation}`);
		const entered = { resource, operation, ...always, ...parameters };
		return engine.runNode(at.description.name, entered, options);
	};
}

/** Whether it is one of the two nodes of the EVM API. */
export const isEvm = ({ name }: { name: string }): boolean =>
	name === 'avalancheEvm' || name === 'avalancheEvmAdvanced';

/**
 * Calls an operation as the tool of an AI agent: what the user entered, `$fromAI` for what the model gives, and the
 * model's arguments. `byEngine` is the way of newer agents.
 */
export function useTool(type: string, server: Server, byEngine = false) {
	const engine = useEngine(server);
	return (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		args: IDataObject = {},
	): Promise<ToolCall> =>
		engine.callTool(type, { resource, operation, ...parameters }, args, {
			credentials: server.credentials,
			byEngine,
		});
}

/** Runs a row of the tables with what a user entered in its fields; `beside` is what stands beside fields. */
export function useRows(server?: Server, limits?: Limits) {
	const engine = useEngine(server, limits);
	return (
		at: Row,
		entered: Record<string, unknown>,
		options?: NodeOptions,
		beside: Record<string, unknown> = {},
	): Running => {
		const parameters = { ...toParameters(at, entered), ...beside };
		return engine.runNode(at.description.name, parameters, options);
	};
}

/** Publishes the trigger, whose polls a test makes one by one; its options are added to those of `always`. */
export function useTrigger(server?: Server, always: INodeParameters = {}) {
	const engine = useEngine(server);
	return (parameters: INodeParameters = {}, options?: PollOptions) => {
		const chosen = { ...(always.options as object), ...(parameters.options as object) };
		return engine.createPoll(
			'avalancheTrigger',
			{ ...always, ...parameters, options: chosen },
			options,
		);
	};
}

/** The JSON of items; none for null, which is what a poll without items gives. */
export const jsonOf = (items: INodeExecutionData[] | null): IDataObject[] =>
	(items ?? []).map(({ json }) => json);

/** The JSON of what a run gave, which must not fail. */
export async function outputOf(running: Running): Promise<IDataObject[]> {
	const { items, error } = await running;
	expect(error).toBeUndefined();
	return jsonOf(items);
}

/** All that n8n shows of an error: its first line, then its description. */
export const saidBy = (error?: { message: string; description?: string | null }): string =>
	[error?.message, error?.description].filter(Boolean).join('. ');

/** So many input items. */
export const makeItems = (
	count: number,
	toJson: (n: number) => IDataObject = () => ({}),
): INodeExecutionData[] => Array.from({ length: count }, (_, n) => ({ json: toJson(n) }));

/** Resolves when a condition holds, which it must within some seconds: many, for a busy machine. */
export async function until(holds: () => boolean, seconds = 30): Promise<void> {
	const end = Date.now() + seconds * 1000;
	while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
	expect(holds()).toBe(true);
}

/** Lets time pass, and then the servers of the test take what was sent meanwhile: on a busy machine a timer overtakes it. */
export async function pass(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
	for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}

/** How many looks in a row must find nothing new. */
const quietLooks = 5;

/** Resolves when a server is asked nothing any more: what had begun is sent by then, however busy the machine is. */
export async function settle({ received }: { received: unknown[] }): Promise<void> {
	for (let quiet = 0, before = -1; quiet < quietLooks; before = received.length) {
		await pass(20);
		quiet = received.length === before ? quiet + 1 : 0;
	}
}
