/** Finds the validators of a reward report that restake their rewards, and writes the note about them. */
import { sayFew } from '../shared/values/lists';
import type { IDataObject } from 'n8n-workflow';
import type { Names } from '../shared/fields/names';
import type { Client } from '../shared/network/client';
import { countOf, sentence } from '../shared/values/writing';
import { platformPath } from '../shared/avalanche/paths';
import { doesRenew, readString, readValidator } from '../shared/validators/validators';
import { isRecord } from '../shared/values/records';
import { withName } from './rewardTotals';

export interface Restaking {
	/** The validators that restake, with the share in percent. */
	restakers: Array<{ nodeId: string; percent: number }>;
	/** Validators about which the node said nothing, and all that were asked about. */
	unknown: number;
	asked: number;
}

/** The report waits only this long for data that only a note needs. */
const patienceMs = 10_000;
/** Validators per request. */
const atATime = 50;
/** The most validators that the note lists. The rest are counted. */
const mostNamed = 100;

async function readGroup(
	client: Client,
	nodeIDs: string[],
	deadline: number,
): Promise<Pick<Restaking, 'restakers' | 'unknown'> | undefined> {
	const answer = await client.rpc({
		path: platformPath,
		method: 'platform.getCurrentValidators',
		params: { nodeIDs },
		safe: true,
		deadline,
	});
	const list = answer.ok && isRecord(answer.result) ? answer.result.validators : undefined;
	if (!Array.isArray(list)) return undefined;
	const shares = list.map((validator) => (isRecord(validator) ? shareOf(validator) : {}));
	const ofOthers = ({ nodeId }: Share): boolean =>
		nodeId !== undefined && !nodeIDs.includes(nodeId);
	const asked = shares.filter((share) => !ofOthers(share));
	return {
		restakers: asked.flatMap(({ nodeId, percent }) =>
			nodeId !== undefined && percent ? [{ nodeId, percent }] : [],
		),
		unknown: asked.filter(({ nodeId, percent }) => nodeId === undefined || percent === undefined)
			.length,
	};
}

/** Restaked share of a validator's reward, in percent. Undefined if the node does not tell. */
interface Share {
	nodeId?: string;
	percent?: number;
}

function shareOf(answered: IDataObject): Share {
	const validator = readValidator(answered);
	const none = doesRenew(validator) === false ? 0 : undefined;
	return { nodeId: readString(answered.nodeID), percent: validator.autoCompound ?? none };
}

/** Asks the node about these validators in groups. Stops at the first group without an answer. */
export async function readRestaking(client: Client, nodeIds: string[]): Promise<Restaking> {
	const deadline = Date.now() + patienceMs;
	const restakers: Restaking['restakers'] = [];
	let unknown = 0;
	for (let begin = 0; begin < nodeIds.length; begin += atATime) {
		const found = await readGroup(client, nodeIds.slice(begin, begin + atATime), deadline);
		if (!found)
			return { restakers, unknown: unknown + nodeIds.length - begin, asked: nodeIds.length };
		restakers.push(...found.restakers);
		unknown += found.unknown;
	}
	return { restakers, unknown, asked: nodeIds.length };
}

export function noteRestaking(
	{ restakers, unknown, asked }: Restaking,
	names: Names | undefined,
): string[] {
	const named = restakers
		.slice(0, mostNamed)
		.map(({ nodeId, percent }) => `${withName(nodeId, names)}: ${percent} %`);
	const list = sayFew(named, restakers.length - named.length);
	const unsaid =
		unknown < asked
			? `The node did not say of ${unknown} of ${countOf(asked, 'validator')} whether they restake.`
			: 'The node did not say which validators restake.';
	return [
		...sentence(
			`These validators restake rewards: ${list}. A restaked reward is paid to no address, so this report cannot hold it.`,
			restakers.length > 0,
		),
		...sentence(
			`Restaked rewards are paid to no address, so this report cannot hold them. ${unsaid}`,
			unknown > 0,
		),
	];
}
