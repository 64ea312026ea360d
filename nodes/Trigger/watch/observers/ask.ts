/** What one observer answers in one poll: whom it is connected to, or why it has no vote. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../../shared/errors';
import type { Client } from '../../../shared/network/client';
import { isHealth, readChecks, type HealthCheck } from '../../../shared/validators/health';
import { readValidator, type ReportedValidator } from '../../../shared/validators/validators';
import { parseJson, readNumber } from '../../../shared/values/numbers';
import { valueAt } from '../../../shared/values/records';
import { postPlain, sayNoAnswer, type PlainContext } from '../../plainRequest';
import type { WatchSettings } from '../model';
import type { NodeClient } from '../readings';
import { listRecords, nameList } from '../sources/list';

/** Whom a watch can ask: the hosts of its credential, and others by their URLs. */
export interface Contacts {
	client: Client;
	context: PlainContext;
}

/** An observer in one poll. */
export interface Heard {
	name: string;
	/** Why it has no vote at all. */
	reason?: string;
	/** Those that it lists, by node ID. */
	validators?: ReadonlyMap<string, ReportedValidator>;
}

/** One JSON-RPC call to a node. */
type Rpc = (path: string, method: string, params: IDataObject | unknown[]) => Promise<Answer>;

/** What a node says of itself. */
type Fitness = 'fit' | 'still starts' | 'unhealthy' | 'unknown';

/** The list of the whole Primary Network has some megabytes. */
const limits = { timeoutMs: 8_000, mostBytes: 16 * 1024 * 1024 };

const readFlag = (answer: Answer, field: string): boolean | undefined => {
	const value = answer.ok ? valueAt(answer.result, field) : undefined;
	return typeof value === 'boolean' ? value : undefined;
};

/** A fifth of the stake is enough for it to fail: the very validators that are down may be the reason. */
const isShortOfStake = ({ error = '', details }: HealthCheck): boolean =>
	error.startsWith('not connected to enough stake') &&
	// A node that lost its own connections sees less.
	(readNumber(valueAt(details, 'networking.percentConnected')) ?? 0) > 0.5;

/** Whether a node says that it is sick, and for another reason than what it is asked about. */
function isSick(health: Answer): boolean {
	if (readFlag(health, 'healthy') !== false) return false;
	if (!health.ok || !isHealth(health.result)) return true;
	const failing = readChecks(health.result).filter(({ state }) => state !== 'passed');
	return !failing.every(isShortOfStake);
}

/** By POST health.health a node says that it is sick with status 200, and by GET with 503. */
async function askFitness(rpc: Rpc, { blockchainId }: WatchSettings): Promise<Fitness> {
	const [health, bootstrapped] = await Promise.all([
		rpc('/ext/health', 'health.health', {}),
		rpc('/ext/info', 'info.isBootstrapped', { chain: blockchainId || 'P' }),
	]);
	const isHealthy = readFlag(health, 'healthy');
	const isBootstrapped = readFlag(bootstrapped, 'isBootstrapped');
	if (isBootstrapped === false) return 'still starts';
	if (isSick(health)) return 'unhealthy';
	return isHealthy !== undefined || isBootstrapped ? 'fit' : 'unknown';
}

/** Of the node of the credential; nothing where it says nothing, and so keeps its vote. */
export async function askOwnFitness(
	node: NodeClient,
	settings: WatchSettings,
): Promise<string | undefined> {
	const rpc: Rpc = async (path, method, params) =>
		await node.rpc({ path, method, params, safe: true });
	const fitness = await askFitness(rpc, settings);
	return fitness === 'fit' || fitness === 'unknown' ? undefined : fitness;
}

/** What web servers without such a path, or without POST, answer. */
const ofOtherServers = [404, 405, 501];

/** Calls to a further node, without anything of the credential. */
export const rpcOf =
	(context: PlainContext, url: string): Rpc =>
	async (path, method, params) => {
		try {
			const call = { jsonrpc: '2.0', id: 1, method, params };
			const { status, text } = await postPlain(context, url + path, call, limits);
			const isOther = ofOtherServers.includes(status);
			if (status !== 200) return fail(isOther ? 'not-understood' : 'server', `HTTP ${status}`);
			const result = valueAt(parseJson(text), 'result');
			return result === undefined ? fail('refused', 'no result') : { ok: true, result };
		} catch (error) {
			return error instanceof SyntaxError
				? fail('not-understood', 'no JSON')
				: fail('unreachable', sayNoAnswer(error));
		}
	};

/** Asks a node about these validators, without anything of the credential. Never throws. */
export async function askNode(
	context: PlainContext,
	{ name, url }: { name: string; url: string },
	nodeIds: string[],
	settings: WatchSettings,
): Promise<Heard> {
	const rpc = rpcOf(context, url);
	const { path, method, params, maximumNamed } = nameList(settings);
	const named = nodeIds.length <= maximumNamed ? { nodeIDs: nodeIds } : {};
	const [fitness, answer] = await Promise.all([
		askFitness(rpc, settings),
		rpc(path, method, { ...params, ...named }),
	]);
	if (fitness === 'still starts' || fitness === 'unhealthy') return { name, reason: fitness };
	if (!answer.ok) {
		const { kind, message } = answer.failure;
		// A node without this list says at least whether it is healthy.
		const isOther = kind === 'not-understood' && fitness === 'unknown';
		return { name, reason: isOther ? `not an Avalanche node: ${message}` : message };
	}
	if (fitness === 'unknown') return { name, reason: 'does not say whether it is healthy' };
	const records = listRecords(answer.result, 'validators');
	if (!records) return { name, reason: 'gave no list of validators' };
	const listed = records.map((record) => readValidator(record));
	return { name, validators: new Map(listed.map((each) => [each.nodeId, each])) };
}
