/** Reads validators, nodes and balances from all sources into one form. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer, type Failure } from '../../../shared/errors';
import { infoCall } from '../../../shared/network/rpcCall';
import { healthCall, readChecks } from '../../../shared/validators/health';
import { readOwnId } from '../../../shared/validators/ownId';
import { readUpgradeTimes } from '../../../shared/validators/upgrades';
import { readPercent, readString, readValidator } from '../../../shared/validators/validators';
import { isChosen, needsOf } from '../conditions';
import type { Needs } from '../conditions/condition';
import { disconnected } from '../conditions/disconnected';
import { outdated } from '../conditions/outdated';
import { connectionSources, ownKey, type WatchSource, type WatchSettings } from '../model';
import { summarize } from '../overview';
import type { NodeClient, Overview, Reading, ReportedFee, Upgrades, Validator } from '../readings';
import { ageOf, isBusy } from '../head/behind';
import { readOfEvm, readOfPlatform, type BlockMoment } from './addresses';
import { listRecords, nameList } from './list';
import { isOfToday, readFee } from './reportedFee';
import { daySeconds } from '../../../shared/values/timeUnits';

/** Upgrades are announced weeks ahead, so one reading of them is good for a day. */
const upgradesLast = daySeconds;

type Read = Answer<Map<string, Validator>> & {
	nodeId?: string;
	overview?: Overview;
	newest?: BlockMoment;
};

const readers: Record<WatchSource, (node: NodeClient, settings: WatchSettings) => Promise<Read>> = {
	primaryNetwork: readValidatorList,
	blockchain: readValidatorList,
	balances: readValidatorList,
	peers: readPeers,
	node: readOwn,
	health: readHealth,
	native: readOfEvm,
	erc20: readOfEvm,
	pChain: readOfPlatform,
	l1Balance: readValidatorList,
};

/**
 * Reads the source once. A list of validators takes one request. Upgrades and the constants of the fee change rarely:
 * `known`, from the cursor of the poll before, is used while it is still good. Never throws, whatever the node answers.
 * If any request fails, the reading fails, except for a fee that the node does not report.
 */
/** Why what is needed beside the validators is missing. A fee that a node never tells is no reason. */
function findMissing(upgrades?: Answer<unknown>, fee?: Answer<unknown>): Failure | undefined {
	if (upgrades && !upgrades.ok) return upgrades.failure;
	return fee && !fee.ok && fee.failure.passing ? fee.failure : undefined;
}

export async function readSource(
	node: NodeClient,
	settings: WatchSettings,
	at: number,
	known?: { upgrades?: Upgrades; fee?: ReportedFee },
): Promise<Reading> {
	const needs = needsOf(settings);
	const [{ nodeId, overview, newest, ...read }, upgrades, fee] = await Promise.all([
		readers[settings.source](node, settings),
		needsUpgrades(needs) ? readUpgrades(node, needs, at, known?.upgrades) : undefined,
		needs.fee ? readFee(node, at, known?.fee) : undefined,
	]);
	const about = {
		at,
		nodeId,
		...(overview && { overview }),
		...(newest && showAge(newest, [at, node.timeOf?.('node')])),
		...(newest && { block: { height: newest.height } }),
		...(upgrades?.ok && { upgrades: upgrades.result }),
		...showFee(fee, at, known?.fee),
	};
	if (!read.ok) return failWith(about, read.failure);
	const missing = findMissing(upgrades, fee);
	return missing ? failWith(about, missing) : { ...about, validators: read.result };
}

/** The age of a block shows nothing on a chain that may have none for days. */
const showAge = (
	{ blockAt, chainId }: BlockMoment,
	clocks: Array<number | undefined>,
): Pick<Reading, 'blockAge'> =>
	isBusy(chainId) && blockAt !== undefined ? { blockAge: ageOf(blockAt, clocks) } : {};

const needsUpgrades = ({ heliconTime, upgradesWithin }: Needs): boolean =>
	!!heliconTime || upgradesWithin !== undefined;

const failWith = (about: Reading, failure: Failure): Reading => ({
	...about,
	failure,
	isTakingIn: failure.detail?.includes('validationID not found'),
});

/** The fee, or the one of before if the node answers oddly now. */
const showFee = (
	fee: Answer<ReportedFee> | undefined,
	at: number,
	known: ReportedFee | undefined,
): Pick<Reading, 'fee' | 'feeBefore'> =>
	fee?.ok ? { fee: fee.result } : { feeBefore: feeAfter(fee?.failure, at, known) };

/** If a node answers oddly after it reported today's fee, that fee is carried on. Balances would measure it badly. */
const feeAfter = (
	failure: Failure | undefined,
	at: number,
	known: ReportedFee | undefined,
): ReportedFee | undefined =>
	failure?.kind === 'not-understood' && known && isOfToday(known, at) ? known : undefined;

/** Adds the time of Helicon, if the node reports it. Only items use it, no judgement does. */
export async function addHeliconTime(node: NodeClient, reading: Reading): Promise<Reading> {
	const upgrades = await readUpgrades(node, { heliconTime: true }, reading.at, reading.upgrades);
	return upgrades.ok ? { ...reading, upgrades: upgrades.result } : reading;
}

/** info.upgrades: the upgrades to come, and the time of Helicon, which decides how much uptime a reward requires. */
async function readUpgrades(
	node: NodeClient,
	{ heliconTime }: Needs,
	at: number,
	known: Upgrades | undefined,
): Promise<Answer<Upgrades>> {
	if (known && at >= known.readAt && at - known.readAt < upgradesLast)
		return { ok: true, result: known };
	const answer = await readUpgradeTimes(node);
	if (!answer.ok) return known ? { ok: true, result: known } : answer;
	const times = answer.result;
	if (heliconTime && times.helicon === undefined) {
		return fail('not-understood', 'The node does not say when the Helicon upgrade begins', {
			hint: 'Query a newer node. Or add the option Uptime Threshold (%), and take Reward at Risk out of Alert When.',
		});
	}
	if (Object.keys(times).length) return { ok: true, result: { readAt: at, times } };
	return fail('not-understood', "The node does not report the network's upgrades", {
		hint: 'Query a newer node, or enter the required version as Minimum Version.',
	});
}

/** platform.getCurrentValidators or validators.getCurrentValidators, in the documented form or the node's own. */
async function readValidatorList(node: NodeClient, settings: WatchSettings): Promise<Read> {
	const { nodeIds } = settings;
	const isNamed = isAskedByName(settings);
	const answer = await askForList(node, settings, isNamed ? { nodeIDs: nodeIds } : {});
	if (!answer.ok) return answer;
	const validators = answer.result;
	const chosen = new Set(nodeIds);
	const watched = nodeIds.length
		? validators.filter(({ nodeId }) => chosen.has(nodeId))
		: validators;
	return {
		ok: true,
		result: new Map(watched.map((validator) => [validator.nodeId, validator])),
		...(nodeIds.length && !isNamed && { overview: summarize(validators, settings) }),
	};
}

const isAskedByName = (settings: WatchSettings): boolean => {
	const { length } = settings.nodeIds;
	return length > 0 && length <= nameList(settings).maximumNamed;
};

async function askForList(node: NodeClient, settings: WatchSettings, named: IDataObject) {
	const { path, method, params } = nameList(settings);
	const answer = await node.rpc({
		path,
		method,
		params: { ...params, ...named },
		safe: true,
		leavesOutUnnamed: true,
	});
	if (!answer.ok) return answer;
	const records = listRecords(answer.result, 'validators');
	return records ? { ok: true as const, result: records.map(readValidator) } : noList('validators');
}

/** True if validators beside those asked for by name can show if the node sees anybody at all. */
export const hasOthers = (settings: WatchSettings): boolean =>
	settings.suspectShare < 100 &&
	connectionSources.includes(settings.source) &&
	isAskedByName(settings);

/** One request for the whole list. Undefined if it fails. */
export async function readOverview(
	node: NodeClient,
	settings: WatchSettings,
): Promise<Overview | undefined> {
	const answer = await askForList(node, settings, {});
	return answer.ok ? summarize(answer.result, settings) : undefined;
}

const noList = (what: string) =>
	fail('not-understood', `The node gave no list of ${what}`, {
		hint: 'Check that the node URL of the credential leads to an Avalanche node.',
	});

/** info.peers lists only the nodes that the queried node is connected to, and so never itself. */
async function readPeers(node: NodeClient, settings: WatchSettings): Promise<Read> {
	const { nodeIds } = settings;
	const call = infoCall('info.peers', { nodeIDs: nodeIds });
	const answer = await node.rpc({ ...call, leavesOutUnnamed: true });
	if (!answer.ok) return answer;
	const records = listRecords(answer.result, 'peers');
	if (!records) return noList('peers');
	const peers = new Map(records.map((record) => [record.nodeID as string, record]));
	const watched = nodeIds.map((nodeId): [string, Validator] => {
		const record = peers.get(nodeId);
		const version = readString(record?.version);
		return [nodeId, { nodeId, connected: !!record, version, record: record ?? { nodeID: nodeId } }];
	});
	const isOneMissing = nodeIds.some((nodeId) => !peers.has(nodeId));
	const asksItself = isOneMissing && isChosen(outdated, settings);
	const own = asksItself ? await readItself(node, settings) : [];
	return { ok: true, result: new Map([...watched, ...own]) };
}

/** The queried node, if it is watched: it alone knows its version. */
async function readItself(
	node: NodeClient,
	settings: WatchSettings,
): Promise<Array<[string, Validator]>> {
	const nodeId = await readOwnId(node);
	if (nodeId === undefined || !settings.nodeIds.includes(nodeId)) return [];
	const answer = await node.rpc(infoCall('info.getNodeVersion'));
	const { version: given } = (answer.ok && (answer.result as IDataObject | null)) || {};
	const version = readString(given);
	// Who also watches connections is promised that this node has none.
	const connected = isChosen(disconnected, settings) ? false : undefined;
	return [[nodeId, { nodeId, connected, version, record: { nodeID: nodeId, version } }]];
}

/** info.uptime: the uptime of the queried node, as the validators of the Primary Network see it. */
async function readOwn(node: NodeClient): Promise<Read> {
	const [answer, nodeId] = await Promise.all([node.rpc(infoCall('info.uptime')), readOwnId(node)]);
	if (!answer.ok) {
		const isNoValidator = answer.failure.detail?.includes('node is not a validator');
		return isNoValidator ? { ok: true, result: new Map(), nodeId } : { ...answer, nodeId };
	}
	const record = (answer.result ?? {}) as IDataObject;
	const uptime = readPercent(record.weightedAveragePercentage);
	if (uptime === undefined) {
		return { ...fail('not-understood', 'The node gave no uptime of its own'), nodeId };
	}
	return { ok: true, result: new Map([[ownKey, { nodeId, uptime, record }]]), nodeId };
}

/** /ext/health: the checks that the queried node runs on itself. */
async function readHealth(node: NodeClient): Promise<Read> {
	const [answer, identity] = await Promise.all([node.rest(healthCall('health')), readOwnId(node)]);
	if (!answer.ok) return { ...answer, nodeId: identity };
	const record = answer.result as IDataObject;
	const own = { nodeId: identity, checks: readChecks(record), record };
	return { ok: true, result: new Map([[ownKey, own]]), nodeId: identity };
}
