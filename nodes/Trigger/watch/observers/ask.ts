/** Asks one observer in one poll for its votes, or for the reason why it has none. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../../../shared/errors';
import type { Client } from '../../../shared/network/client';
import {
	isHealth,
	readChecks,
	sayFailing,
	type HealthCheck,
} from '../../../shared/validators/health';
import { readValidator, type ReportedValidator } from '../../../shared/validators/validators';
import { listFew } from '../../../shared/values/lists';
import { parseJson, readNumber } from '../../../shared/values/numbers';
import { readBoolean, valueAt } from '../../../shared/values/records';
import { postPlain, sayNoAnswer, type PlainContext } from '../../plainRequest';
import type { WatchSettings } from '../model';
import type { NodeClient, Unfit } from '../readings';
import { listRecords, nameList } from '../sources/list';

/** Ways to send requests: `client` to the hosts of the credential, `context` to other URLs. */
export interface Contacts {
	client: Client;
	context: PlainContext;
}

/** The answer of one observer in one poll. */
export interface Heard {
	name: string;
	/** Why it has no vote at all. */
	reason?: string;
	/** The validators that it lists, by node ID. */
	validators?: ReadonlyMap<string, ReportedValidator>;
}

type Rpc = (path: string, method: string, params: IDataObject | unknown[]) => Promise<Answer>;

/** More checks than this make a message unreadable. */
const mostTold = 3;

type Fitness = 'fit' | 'still starts' | 'unhealthy' | 'unknown';

/** The list of the whole Primary Network has some megabytes. */
const limits = { timeoutMs: 8_000, mostBytes: 16 * 1024 * 1024 };

const readFlag = (answer: Answer, field: string): boolean | undefined =>
	readBoolean(answer.ok ? valueAt(answer.result, field) : undefined);

/** An engine that stands still, as without enough validators, has its error before this one. */
const lacksStake = /^(engine: .*; networking: )?not connected to enough stake/s;

/** This check fails once a fifth of the stake is not connected: the validators that are down may be that fifth. */
const isShortOfStake = ({ error = '', details }: HealthCheck): boolean =>
	lacksStake.test(error) &&
	// A node that has lost its own connections sees less than half of the stake.
	(readNumber(valueAt(details, 'networking.percentConnected')) ?? 0) > 0.5;

/** True if a node calls itself sick, unless the validators in question may be the reason. */
function isSick(health: Answer): boolean {
	if (readFlag(health, 'healthy') !== false) return false;
	if (!health.ok || !isHealth(health.result)) return true;
	const failing = readChecks(health.result).filter(({ state }) => state !== 'passed');
	return !failing.every(isShortOfStake);
}

/** A sick node answers a POST of health.health with status 200, and a GET with 503. */
async function askStanding(
	rpc: Rpc,
	{ blockchainId }: WatchSettings,
): Promise<{ health: Answer; isBootstrapped?: boolean }> {
	const [health, bootstrapped] = await Promise.all([
		rpc('/ext/health', 'health.health', {}),
		rpc('/ext/info', 'info.isBootstrapped', { chain: blockchainId || 'P' }),
	]);
	return { health, isBootstrapped: readFlag(bootstrapped, 'isBootstrapped') };
}

async function askFitness(rpc: Rpc, settings: WatchSettings): Promise<Fitness> {
	const { health, isBootstrapped } = await askStanding(rpc, settings);
	const isHealthy = readFlag(health, 'healthy');
	if (isBootstrapped === false) return 'still starts';
	if (isSick(health)) return 'unhealthy';
	return isHealthy !== undefined || isBootstrapped ? 'fit' : 'unknown';
}

/** All questions about the node together have this time, because a Down waits for them. */
function rpcOfNode(node: NodeClient): Rpc {
	const deadline = Date.now() + limits.timeoutMs;
	return async (path, method, params) =>
		await node.rpc({ path, method, params, safe: true, deadline });
}

/** Why the credential's node has no vote. Undefined if it is fit, or does not say, and so keeps its vote. */
export async function askOwnFitness(
	node: NodeClient,
	settings: WatchSettings,
): Promise<string | undefined> {
	const fitness = await askFitness(rpcOfNode(node), settings);
	return fitness === 'fit' || fitness === 'unknown' ? undefined : fitness;
}

/** The checks that say something of connections. Each chain has one, under its alias on the node or its ID. */
const ofConnections = ['network', 'router', 'database', 'shuttingDown', 'P'];

/** A check that puts the node's view in doubt if it fails. That of a chain nobody watches does not. */
async function saysOfConnections(
	rpc: Rpc,
	{ name }: HealthCheck,
	blockchainId: string,
): Promise<boolean> {
	if (ofConnections.includes(name) || name === blockchainId) return true;
	if (!blockchainId) return false;
	const named = await rpc('/ext/info', 'info.getBlockchainID', { alias: name });
	return named.ok && valueAt(named.result, 'blockchainID') === blockchainId;
}

/** Why the credential's node may be wrong about connections, in its own words. Undefined if it does not say so. */
export async function askOwnDoubt(
	node: NodeClient,
	settings: WatchSettings,
): Promise<Unfit | undefined> {
	const rpc = rpcOfNode(node);
	const { health, isBootstrapped } = await askStanding(rpc, settings);
	if (isBootstrapped === false) return { state: 'starting' };
	if (readFlag(health, 'healthy') !== false) return undefined;
	if (!health.ok || !isHealth(health.result)) return { state: 'unhealthy' };
	const failing = readChecks(health.result).filter(
		(check) => check.state !== 'passed' && !isShortOfStake(check),
	);
	const asked = failing.map((check) => saysOfConnections(rpc, check, settings.blockchainId));
	const isDoubtful = await Promise.all(asked);
	const doubtful = failing.filter((_, i) => isDoubtful[i]);
	if (!doubtful.length) return undefined;
	return { state: 'unhealthy', failing: listFew(doubtful, mostTold, sayFailing).join('; ') };
}

/** Statuses of web servers that have no such path, or take no POST. */
const ofOtherServers = [404, 405, 501];

/** Calls a further node, without anything of the credential. Never throws. */
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

/** Asks a further node about these validators, without anything of the credential. Never throws. */
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
		// An Avalanche node that lacks this list would at least report its health.
		const isOther = kind === 'not-understood' && fitness === 'unknown';
		return { name, reason: isOther ? `not an Avalanche node: ${message}` : message };
	}
	if (fitness === 'unknown') return { name, reason: 'does not say whether it is healthy' };
	const records = listRecords(answer.result, 'validators');
	if (!records) return { name, reason: 'gave no list of validators' };
	const listed = records.map((record) => readValidator(record));
	return { name, validators: new Map(listed.map((each) => [each.nodeId, each])) };
}
