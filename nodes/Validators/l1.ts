/** Validators of L1s from the P-Chain: their balances, and how long these pay the continuous fee (ACP-77). */
import type { IDataObject } from 'n8n-workflow';
import { asked, count } from '../shared/operation/columns';
import { refuseBlockchain } from '../shared/chains/listed';
import { fail, type Answer } from '../shared/errors';
import { chooseValidators } from '../shared/fields/chosenValidators';
import { choice, decimal, text } from '../shared/fields/kinds';
import { fieldValue, optional } from '../shared/fields/fields';
import { l1SubnetId } from '../shared/fields/common';
import { isId } from '../shared/values/ids';
import { lastDate } from '../shared/values/times';
import { names } from '../shared/fields/names';
import type { Client } from '../shared/network/client';
import type { RpcCall } from '../shared/network/rpcCall';
import type { Output, Resource, RpcOperation, Values } from '../shared/operation/operations';
import { cut } from '../shared/operation/pipeline';
import { platformPath } from '../shared/avalanche/paths';
import { tellFeeCosts } from '../shared/validators/feeCosts';
import {
	largestFirst,
	leastFirst,
	readFeeNow,
	readUint64,
	type FeeNow,
} from '../shared/validators/validators';
import { isActive, l1Rules, oneForEachValidator } from './columns';
import { daySeconds } from '../shared/values/timeUnits';

/** Fields that both operations add to a record. */
const added = ['secondsRemaining', 'paidUntil', 'feePerMonth', 'topUpFor90Days'];

/** What the fee costs, behind the columns of a record that needs no fee. */
const costColumns = {
	feePerMonth: count('feePerMonth'),
	topUpFor90Days: count('topUpFor90Days'),
};

/**
 * Adds the time until the balance is used up at the current fee, and what the fee costs. Matches SecondsRemaining of avalanchego's
 * vms/platformvm/validators/fee/fee.go for a constant fee.
 */
function addRunway(record: IDataObject, { at, price }: FeeNow): IDataObject {
	const balance = readUint64(record.balance);
	if (balance === undefined) return record;
	const costs = tellFeeCosts(balance, Number(price));
	if (price === 0n) return { ...record, ...costs };
	const secondsRemaining = Number(balance / price);
	const paidUntil = at + secondsRemaining;
	return {
		...record,
		...costs,
		secondsRemaining,
		...(balance > 0n && paidUntil <= lastDate && { paidUntil }),
	};
}

/** Adds the runways. Nodes before avalanchego 1.12.2 do not report the fee, so their records get none. */
async function readWithRunway(
	client: Client,
	call: RpcCall,
	output: Output,
	needsFee: boolean,
): Promise<Answer<IDataObject[]>> {
	const answer = await client.rpc(call);
	if (!answer.ok) return answer;
	const records = cut(answer.result, output);
	const fee = await readFeeNow(client);
	if (fee.ok) return { ok: true, result: records.map((record) => addRunway(record, fee.result)) };
	return fee.failure.kind === 'method-unknown' && !needsFee ? { ok: true, result: records } : fee;
}

const runwayBelow = optional(
	decimal(
		{
			displayName: 'Runway Below (Days)',
			name: 'runwayBelow',
			default: 30,
			description: "Only validators whose balance is used up before this many days, at today's fee",
			notSent: true,
		},
		0,
		36_500,
	),
);

/** True if the validator passes the filters. If a filtered value is unknown, it does not pass. */
function passesFilters(record: IDataObject, values: Values): boolean {
	const { state } = values;
	const days = fieldValue(values, runwayBelow);
	if (state !== undefined && isActive(record) !== (state === 'active')) return false;
	const seconds = record.secondsRemaining as number | undefined;
	return days === undefined || (seconds !== undefined && seconds < days * daySeconds);
}

const weigh = ({ weight }: IDataObject) => readUint64(weight);

/** The validators of one L1 are read whole, so no limit cuts the list before. Without a fee, the largest come first. */
const shortestFirst = (records: IDataObject[]): IDataObject[] =>
	leastFirst(
		largestFirst(records, weigh),
		({ secondsRemaining }) => secondsRemaining as number | undefined,
	);

const listOutput = { kind: 'list', field: 'validators' } as const;

const getMany: RpcOperation = {
	name: 'Get Many',
	action: 'Get many validators of L1 with balances',
	description:
		'Balance, days until it is used up, and weight, in your order or shortest time left first',
	method: 'platform.getCurrentValidators',
	endpoint: { path: platformPath, params: 'named' },
	params: [
		l1SubnetId,
		...chooseValidators('searchL1Validators', { withAll: true }),
		optional(
			choice(
				{
					displayName: 'State',
					name: 'state',
					description: 'Only validators that pay the fee, or only those without a balance',
					notSent: true,
				},
				[
					{ name: 'Active', value: 'active' },
					{ name: 'Inactive', value: 'inactive' },
				],
			),
		),
		runwayBelow,
	],
	output: listOutput,
	run: async (client, call, values) => {
		const answer = await readWithRunway(client, call, listOutput, values.runwayBelow !== undefined);
		const isEmpty = answer.ok && answer.result.length === 0;
		const failure = isEmpty ? await refuseBlockchain(client, String(values.subnetId)) : undefined;
		if (failure) return { ok: false, failure };
		return answer.ok ? { ok: true, result: shortestFirst(answer.result) } : answer;
	},
	returns: added,
	...l1Rules,
	simplify: { ...l1Rules.simplify, ...costColumns, subnetId: asked('subnetId') },
	oneForEach: { ...oneForEachValidator, sortedBy: ['runwayBelow'] },
	extend: (record, { values }) => (passesFilters(record, values) ? record : undefined),
};

async function readOne(
	client: Client,
	call: RpcCall,
	{ validationId }: Values,
): Promise<Answer<IDataObject[]>> {
	const answer = await readWithRunway(client, call, { kind: 'record' }, false);
	if (answer.ok || !answer.failure.detail?.includes('not found')) return answer;
	return fail('not-found', `Check Validation ID: no L1 validator has ${String(validationId)}`, {
		hint: 'A validation that was removed is not listed any more. L1 Validator > Get Many lists those of an L1.',
		detail: answer.failure.detail,
	});
}

const get: RpcOperation = {
	name: 'Get',
	action: 'Get validator of L1 with balance',
	description: 'Balance, days until it is used up, and weight of one validation',
	method: 'platform.getL1Validator',
	endpoint: { path: platformPath, params: 'named' },
	params: [
		text(
			{
				displayName: 'Validation ID',
				name: 'validationId',
				apiName: 'validationID',
				ifOther: {
					nodeId:
						'This looks like a node ID: L1 Validator > Get Many has the validation IDs of a node.',
				},
				placeholder: 'e.g. 2ZW6HUePBW2dP7dBGa5stjXe1uvK9LwEgrjebDwXEyL5bDMWWS',
				description: 'ID of the validation, as Get Many returns it',
			},
			'a validation ID (cb58 with a valid checksum)',
			isId,
		),
		names,
	],
	run: readOne,
	returns: added,
	...l1Rules,
	simplify: { ...l1Rules.simplify, ...costColumns },
};

export const l1Validator: Resource<RpcOperation> = {
	name: 'L1 Validator',
	operations: { getMany, get },
};
