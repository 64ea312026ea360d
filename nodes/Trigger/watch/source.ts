/** The sources of validator standing, read into one form. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../shared/network/client';
import { fail, type Answer, type Failure } from '../../shared/errors';
import { toDecimalText } from '../../shared/numbers';
import { mostKeyLength, nodeIdPrefix, type UptimeCursor } from './cursor';
import { readFee, readUint64, type ToldFee } from './feeSource';
import type { UptimeSettings } from './settings';
import { readUpgradeTimes } from './upgrades';

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
	/** Seconds of the next validation of one that renews itself (ACP-236); 0 where it will end instead. */
	nextPeriod?: number;
	/** The share of its reward that one that renews itself adds to its stake, percent. */
	autoCompound?: number;
	/** What is left of an L1 validator's balance for the continuous fee, nAVAX. */
	balance?: bigint;
	/** Of its node, like `avalanchego/1.14.2`. */
	version?: string;
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
	/** The network's upgrades, where the settings need them. */
	upgrades?: UptimeCursor['upgrades'];
	/** The fee of L1 validators, where it matters and the node tells it. */
	fee?: ToldFee;
}

/** The part of the client that a reading needs. */
export type World = Pick<Client, 'rpc'>;

/** Under this key stands the asked node itself, when it is the source. */
export const ownKey = 'self';

/** Up to so many node IDs are asked for by name, which on the Primary Network also brings their delegators. */
const mostNamed = 50;

/** Upgrades are announced weeks ahead: what was read of them is good for a day. */
const upgradesLast = 86_400;

type Read = Answer<Map<string, Validator>> & { nodeId?: string };

const readers: Record<
	UptimeSettings['source'],
	(world: World, settings: UptimeSettings) => Promise<Read>
> = {
	primaryNetwork: readList,
	blockchain: readList,
	balances: readList,
	peers: readPeers,
	node: readOwn,
};

/**
 * Reads the source once, with one request but for what changes rarely and the fee of L1 validators: of the cursor of the
 * poll before it takes what is still good. Never throws for what the node answers; whichever request fails, the reading
 * has failed, but for a fee that the node does not tell.
 */
export async function readSource(
	world: World,
	settings: UptimeSettings,
	at: number,
	known?: UptimeCursor,
): Promise<Reading> {
	const [{ nodeId, ...read }, upgrades, fee] = await Promise.all([
		readers[settings.source](world, settings),
		needsHelicon(settings) || needsVersion(settings)
			? readUpgrades(world, settings, at, known?.upgrades)
			: undefined,
		needsFee(settings) ? readFee(world, at, known?.fee) : undefined,
	]);
	const about = {
		at,
		nodeId,
		...(upgrades?.ok && { upgrades: upgrades.result }),
		...(fee?.ok && { fee: fee.result }),
	};
	const failed = [read, upgrades, fee?.ok || fee?.failure.passing ? fee : undefined].find(
		(each) => each && !each.ok,
	);
	if (failed && !failed.ok) {
		const { failure } = failed;
		return { ...about, failure, isTakingIn: failure.detail?.includes('validationID not found') };
	}
	return { ...about, validators: read.ok ? read.result : undefined };
}

const needsFee = ({ conditions }: UptimeSettings): boolean => conditions.includes('balanceLow');

const needsHelicon = ({ source, conditions, threshold }: UptimeSettings): boolean =>
	source === 'primaryNetwork' &&
	(conditions.includes('requirementAtRisk') ||
		(threshold === 'reward' && conditions.includes('belowThreshold')));

/** Whether the network's upgrades decide which version a peer needs, and not the user. */
export const needsVersion = ({ source, conditions, leastVersion }: UptimeSettings): boolean =>
	source === 'peers' && conditions.includes('outdated') && !leastVersion;

/** info.upgrades: when Helicon begins, which decides what uptime a reward takes, and the next upgrade. */
async function readUpgrades(
	world: World,
	settings: UptimeSettings,
	at: number,
	known: UptimeCursor['upgrades'],
): Promise<Answer<NonNullable<UptimeCursor['upgrades']>>> {
	if (known && at >= known.readAt && at - known.readAt < upgradesLast)
		return { ok: true, result: known };
	const answer = await world.rpc({
		path: '/ext/info',
		method: 'info.upgrades',
		params: {},
		safe: true,
	});
	if (!answer.ok) return known ? { ok: true, result: known } : answer;
	const times = readUpgradeTimes(answer.result);
	if (needsHelicon(settings) && times.helicon === undefined) {
		return fail('not-understood', 'The node does not say when the Helicon upgrade begins', {
			hint: 'Ask a newer node, or watch for a fixed threshold.',
		});
	}
	if (Object.keys(times).length) return { ok: true, result: { readAt: at, times } };
	return fail('not-understood', "The node does not tell the network's upgrades", {
		hint: 'Ask a newer node, or enter the version that is needed as Least Version.',
	});
}

/** The request that lists the validators of a source, and how many may be asked for by name. */
function nameList({ source, blockchainId, subnetId }: UptimeSettings) {
	const platform = { path: '/ext/bc/P', method: 'platform.getCurrentValidators' };
	if (source === 'primaryNetwork') return { ...platform, params: {}, mostNamed };
	if (source === 'balances')
		return { ...platform, params: { subnetID: subnetId }, mostNamed: Infinity };
	const path = `/ext/bc/${encodeURIComponent(blockchainId)}/validators`;
	return { path, method: 'validators.getCurrentValidators', params: {}, mostNamed: Infinity };
}

/** platform.getCurrentValidators or validators.getCurrentValidators, in the forms of document and node. */
async function readList(world: World, settings: UptimeSettings): Promise<Read> {
	const { nodeIds } = settings;
	const { mostNamed, params, ...call } = nameList(settings);
	const isNamed = nodeIds.length > 0 && nodeIds.length <= mostNamed;
	const answer = await world.rpc({
		...call,
		params: isNamed ? { ...params, nodeIDs: nodeIds } : params,
		safe: true,
	});
	if (!answer.ok) return answer;
	const records = listRecords(answer.result, 'validators');
	if (!records) return noList('validators');
	const validators = records.map(readValidator);
	const chosen = new Set(nodeIds);
	const watched = nodeIds.length
		? validators.filter(({ nodeId }) => chosen.has(nodeId))
		: validators;
	return { ok: true, result: new Map(watched.map((validator) => [validator.nodeId, validator])) };
}

/**
 * The records of a list. One without a node ID is about nobody and left out; a list of such alone is not understood.
 */
function listRecords(result: unknown, field: string): IDataObject[] | undefined {
	const list = (result as Record<string, unknown> | null)?.[field];
	if (!Array.isArray(list)) return undefined;
	const records = (list as Array<IDataObject | null>).filter((record) =>
		isNodeName(record?.nodeID),
	);
	return records.length || !list.length ? (records as IDataObject[]) : undefined;
}

const isNodeName = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith(nodeIdPrefix) && value.length <= mostKeyLength;

const noList = (what: string) =>
	fail('not-understood', `The node gave no list of ${what}`, {
		hint: 'Check that the node URL of the credential leads to an Avalanche node.',
	});

/** info.peers: it lists whom the asked node is connected to, and is silent about any other node. */
async function readPeers(world: World, { nodeIds }: UptimeSettings): Promise<Read> {
	const params = { nodeIDs: nodeIds };
	const answer = await world.rpc({ path: '/ext/info', method: 'info.peers', params, safe: true });
	if (!answer.ok) return answer;
	const records = listRecords(answer.result, 'peers');
	if (!records) return noList('peers');
	const peers = new Map(records.map((record) => [record.nodeID as string, record]));
	const watched = nodeIds.map((nodeId): [string, Validator] => {
		const record = peers.get(nodeId);
		const version = asText(record?.version);
		return [nodeId, { nodeId, connected: !!record, version, record: record ?? { nodeID: nodeId } }];
	});
	return { ok: true, result: new Map(watched) };
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
		uptime: asPercent(record.uptimePercentage ?? record.uptime),
		startedAt: asNumber(record.startTimestamp ?? record.startTime),
		endsAt: asNumber(record.endTime),
		nextPeriod: asNumber(record.nextPeriod),
		autoCompound: asPercent(asShare(record.autoCompoundRewardShares)),
		balance: readUint64(record.balance),
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
	const uptime = asPercent(record.weightedAveragePercentage);
	if (uptime === undefined) {
		return { ...fail('not-understood', 'The node gave no uptime of its own'), nodeId };
	}
	return { ok: true, result: new Map([[ownKey, { nodeId, uptime, record }]]), nodeId };
}

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;
const asBoolean = (value: unknown): boolean | undefined =>
	typeof value === 'boolean' ? value : undefined;
const asNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
const asPercent = (value: unknown): number | undefined => {
	const percent = asNumber(value);
	return percent !== undefined && percent >= 0 && percent <= 100 ? percent : undefined;
};
/** Millionths, as shares are told, in percent. */
const asShare = (value: unknown): number | undefined => {
	const millionths = asNumber(value);
	return millionths === undefined ? undefined : millionths / 10_000;
};
