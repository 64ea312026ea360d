/** Validators of the Primary Network: platform.getCurrentValidators (avalanchego, vms/platformvm/service.go). */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { chooseValidators } from '../shared/fields/chosenValidators';
import { choice, percent } from '../shared/fields/kinds';
import { fieldValue, optional } from '../shared/fields/fields';
import { validator } from '../shared/fields/common';
import { moment } from '../shared/fields/moments';
import { names } from '../shared/fields/names';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import type { RpcCall } from '../shared/network/rpcCall';
import type {
	LocalOperation,
	Resource,
	RpcOperation,
	Values,
} from '../shared/operation/operations';
import { cut } from '../shared/operation/pipeline';
import { platformPath } from '../shared/avalanche/paths';
import { projectUptime, showProjection } from '../shared/validators/projection';
import { readUpgradeTimes, requiredUptime } from '../shared/validators/upgrades';
import {
	doesRenew,
	largestFirst,
	leastFirst,
	readValidator,
} from '../shared/validators/validators';
import { oneForEachValidator, projectedRules, sumStake } from './columns';
import { validatorReport } from './report';

/** True if the validator passes the filters. If a filtered value is unknown, it does not pass. */
function passesFilters(record: IDataObject, values: Values): boolean {
	const { connection } = values;
	const [minimum, before] = [fieldValue(values, uptimeBelow), fieldValue(values, endingBefore)];
	const reported = readValidator(record);
	const { connected, uptime, endsAt } = reported;
	if (connection !== undefined && connected !== (connection === 'connected')) return false;
	if (minimum !== undefined && !(uptime !== undefined && uptime < minimum)) return false;
	if (before === undefined) return true;
	const ends = endsAt !== undefined && endsAt < before.toSeconds();
	return ends && doesRenew(reported) === false;
}

const readUpgrades = oncePerClient(readUpgradeTimes);

/** Adds the uptime that the reward requires, and the time left to be offline. Both are null if they are unknown. */
async function addProjections(
	made: Answer<IDataObject[]>,
	{ client }: { client: Client },
): Promise<Answer<IDataObject[]>> {
	if (!made.ok || !made.result.length) return made;
	const read = await readUpgrades(client);
	const upgrades = read.ok ? read.result : undefined;
	const at = Math.floor(Date.now() / 1000);
	const addTo = (record: IDataObject): IDataObject => {
		const validator = readValidator(record);
		const { canBeOfflineHours } = showProjection(projectUptime(validator, { at, upgrades }));
		const required = requiredUptime(validator, upgrades) ?? null;
		return { ...record, requiredUptime: required, canBeOfflineHours };
	};
	return { ...made, result: made.result.map(addTo) };
}

const endingBefore = optional(
	moment({
		displayName: 'Ending Before',
		name: 'endingBefore',
		description:
			'Only validators whose validation ends before this time and does not renew itself, nearest end first',
		notSent: true,
	}),
);

const uptimeBelow = optional(
	percent({
		displayName: 'Uptime Below (Percent)',
		name: 'uptimeBelow',
		description:
			'Only validators with an uptime below this, as the queried node sees it, lowest first',
		default: 90,
		notSent: true,
	}),
);

const filters = [
	...chooseValidators('searchValidators', { withAll: true }),
	optional(
		choice(
			{
				displayName: 'Connection',
				name: 'connection',
				description: 'Only validators that the queried node is, or is not, connected to',
				notSent: true,
			},
			[
				{ name: 'Connected', value: 'connected' },
				{ name: 'Disconnected', value: 'disconnected' },
			],
		),
	),
	endingBefore,
	uptimeBelow,
];

const listOutput = { kind: 'list', field: 'validators' } as const;

/** The most urgent first for a filter of urgency. The answer has all validators, so no limit cuts it before. */
function sort(records: IDataObject[], values: Values): IDataObject[] {
	const bySize = largestFirst(records, sumStake);
	if (fieldValue(values, endingBefore) !== undefined)
		return leastFirst(bySize, (record) => readValidator(record).endsAt);
	if (fieldValue(values, uptimeBelow) !== undefined)
		return leastFirst(bySize, (record) => readValidator(record).uptime);
	return bySize;
}

async function readMany(
	client: Client,
	call: RpcCall,
	values: Values,
): Promise<Answer<IDataObject[]>> {
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	return { ok: true, result: sort(cut(answer.result, listOutput), values) };
}

const getMany: RpcOperation = {
	name: 'Get Many',
	action: 'Get many validators of Primary Network',
	description:
		'Uptime, stake, end and reward of current validators, in your order or largest stake first',
	method: 'platform.getCurrentValidators',
	endpoint: { path: platformPath, params: 'named' },
	params: filters,
	output: listOutput,
	run: readMany,
	complete: addProjections,
	...projectedRules,
	oneForEach: { ...oneForEachValidator, sortedBy: ['endingBefore', 'uptimeBelow'] },
	ifNoneMatch: (values) =>
		(fieldValue(values, uptimeBelow) ?? 100) <= 1
			? 'Uptime Below counts in percent: 90 is 90 %.'
			: undefined,
	extend: (record, { values }) => (passesFilters(record, values) ? record : undefined),
};

const oneOfList = { kind: 'record', field: 'validators', first: true } as const;

async function readOne(
	client: Client,
	call: RpcCall,
	values: Values,
): Promise<Answer<IDataObject[]>> {
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const records = cut(answer.result, oneOfList);
	return records.length
		? { ok: true, result: records }
		: fail('not-found', `${String(values.nodeId)} is not a validator of the Primary Network now`, {
				hint: 'Check the node ID. A validator leaves the list when its validation ends.',
			});
}

const get: RpcOperation = {
	name: 'Get',
	action: 'Get validator of Primary Network',
	description: 'Uptime, stake, end and reward of one current validator',
	method: 'platform.getCurrentValidators',
	endpoint: { path: platformPath, params: 'named' },
	params: [
		{
			...validator,
			takesNames: true,
			ifSeveral: 'For several, use Get Many, or an item for each.',
			description: 'Choose a validator, or enter its node ID, or its name in the field Names',
		},
		names,
	],
	toParams: (values) => ({ nodeIDs: [values.nodeId] }),
	output: oneOfList,
	run: readOne,
	complete: addProjections,
	...projectedRules,
};

export const primaryValidator: Resource<RpcOperation | LocalOperation> = {
	name: 'Primary Network Validator',
	operations: { getMany, get, getReport: validatorReport },
};
