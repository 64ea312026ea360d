/** The three sources of validator standing, read into one form. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../shared/client';
import { fail, type Answer, type Failure } from '../../shared/errors';
import { toDecimalText } from '../../shared/numbers';
import type { UptimeSettings } from './settings';

/** A validator as one reading shows it; what its source does not say is undefined. Times are UNIX seconds. */
export interface Validator {
	nodeId?: string;
	validationId?: string;
	connected?: boolean;
	/** Whether an L1 validator pays its fee; false means that it takes no part. */
	active?: boolean;
	/** Percent, in the view of the node that answered. */
	uptime?: number;
	startedAt?: number;
	endsAt?: number;
	/** As read, with weights as decimal strings and without the list of delegators. */
	record: IDataObject;
}

/** What one poll saw: the validators by node ID, or why it saw nothing. */
export interface Reading {
	/** When it was started, UNIX seconds. */
	at: number;
	validators?: ReadonlyMap<string, Validator>;
	failure?: Failure;
	/** The failure is that of the minute after a validator joined, in which a subnet-EVM cannot give its list. */
	isTakingIn?: boolean;
	/** The ID of the asked node, where the source is that node itself. */
	nodeId?: string;
}

/** The part of the client that a reading needs. */
export type World = Pick<Client, 'rpc'>;

/** Under this key stands the asked node itself, when it is the source. */
export const ownKey = 'self';

/** Up to so many node IDs are asked for by name, which on the Primary Network also brings their delegators. */
const mostNamed = 50;

/** Reads the source once. Never throws for what the node answers. */
export async function readSource(world: World, settings: UptimeSettings, at: number): Promise<Reading> {
	const answer = settings.source === 'node' ? readOwn(world) : readList(world, settings);
	const { nodeId, ...read } = await answer;
	if (read.ok) return { at, nodeId, validators: read.result };
	const isTakingIn = read.failure.detail?.includes('validationID not found');
	return { at, nodeId, failure: read.failure, isTakingIn };
}

type Read = Answer<Map<string, Validator>> & { nodeId?: string };

/** platform.getCurrentValidators or validators.getCurrentValidators, in the forms of document and node. */
async function readList(world: World, { source, blockchainId, nodeIds }: UptimeSettings): Promise<Read> {
	const isPrimary = source === 'primaryNetwork';
	const named = isPrimary ? nodeIds.length <= mostNamed : true;
	const answer = await world.rpc({
		path: isPrimary ? '/ext/bc/P' : `/ext/bc/${encodeURIComponent(blockchainId)}/validators`,
		method: isPrimary ? 'platform.getCurrentValidators' : 'validators.getCurrentValidators',
		params: nodeIds.length && named ? { nodeIDs: nodeIds } : {},
		safe: true,
	});
	if (!answer.ok) {
		const isBlamed = answer.failure.kind === 'not-found' && !isPrimary;
		return isBlamed ? await explainNotFound(world, blockchainId, answer.failure) : answer;
	}
	const { validators: records } = (answer.result ?? {}) as { validators?: IDataObject[] };
	if (!Array.isArray(records) || !records.every((record) => typeof record?.nodeID === 'string')) {
		return fail('not-understood', 'The node gave no list of validators', {
			hint: 'Check that the node URL of the credential leads to an Avalanche node.',
		});
	}
	const validators = records.map(readValidator);
	const chosen = new Set(nodeIds);
	const watched = nodeIds.length ? validators.filter(({ nodeId }) => chosen.has(nodeId)) : validators;
	return { ok: true, result: new Map(watched.map((validator) => [validator.nodeId, validator])) };
}

function readValidator(answered: IDataObject) {
	const record = { ...answered };
	delete record.delegators;
	if (record.weight !== undefined) record.weight = toDecimalText(record.weight) as string;
	return {
		nodeId: record.nodeID as string,
		validationId: asText(record.validationID ?? record.txID),
		connected: asBoolean(record.isConnected ?? record.connected),
		active: asBoolean(record.isActive),
		uptime: asNumber(record.uptimePercentage ?? record.uptime),
		startedAt: asNumber(record.startTimestamp ?? record.startTime),
		endsAt: asNumber(record.endTime),
		record,
	};
}

/** info.uptime: what the validators of the Primary Network say of the asked node. */
async function readOwn(world: World): Promise<Read> {
	const ask = async (method: string) =>
		await world.rpc({ path: '/ext/info', method, params: {}, safe: true });
	const [answer, identity] = await Promise.all([ask('info.uptime'), ask('info.getNodeID')]);
	// A public node keeps its ID to itself; the standing is worth telling without it.
	const nodeId = identity.ok ? asText((identity.result as IDataObject | null)?.nodeID) : undefined;
	if (!answer.ok) {
		const isNoValidator = answer.failure.detail?.includes('node is not a validator');
		return isNoValidator ? { ok: true, result: new Map(), nodeId } : { ...answer, nodeId };
	}
	const record = (answer.result ?? {}) as IDataObject;
	const uptime = asNumber(record.weightedAveragePercentage);
	if (uptime === undefined) {
		return { ...fail('not-understood', 'The node gave no uptime of its own'), nodeId };
	}
	return { ok: true, result: new Map([[ownKey, { nodeId, uptime, record }]]), nodeId };
}

/** A 404 may mean a wrong chain, or a node that is still starting and has not created the chain yet. */
async function explainNotFound(world: World, chain: string, failure: Failure): Promise<Read> {
	const isBootstrapped = async (id: string) => {
		const call = { path: '/ext/info', method: 'info.isBootstrapped', params: { chain: id }, safe: true };
		const answer = await world.rpc(call);
		return answer.ok ? (answer.result as IDataObject | null)?.isBootstrapped === true : answer.failure;
	};
	const starting: Failure = {
		...failure,
		passing: true,
		message: `The node does not serve the chain ${chain} yet: it is still catching up with the network`,
		hint: 'It answers for this chain once it has caught up.',
	};
	const platform = await isBootstrapped('P');
	if (platform === false) return { ok: false, failure: starting };
	if (platform !== true) return { ok: false, failure: platform.passing ? platform : failure };
	const own = await isBootstrapped(chain);
	if (own === false) return { ok: false, failure: starting };
	if (own === true) {
		return fail('not-found', `The chain ${chain} has no validators API on this node`, {
			hint: 'Only chains of the subnet-EVM have one. For the validators of P, X and C choose the Primary Network.',
		});
	}
	if (own.passing) return { ok: false, failure: own };
	return fail('not-found', `The node does not know the chain "${chain}"`, {
		hint: 'Check the blockchain ID or alias, and that this node tracks it: the public node serves no L1 validators.',
	});
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const asBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const asNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
