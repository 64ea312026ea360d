/** Validators to choose from in the editor. */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { chainPath, platformPath } from '../avalanche/paths';
import { fail, type Answer } from '../errors';
import { encodeField } from '../fields/fields';
import { located } from '../fields/located';
import { nameOf, names, placesOfNames, type Names } from '../fields/names';
import type { Client } from '../network/client';
import { largestFirst, readUint64, readValidator } from '../validators/validators';
import { sayId, sayInteger } from '../values/foreign';
import { shortenNodeId } from '../values/ids';
import { round } from '../values/numbers';
import { isRecord, valueAt } from '../values/records';
import { writeNumber } from '../values/writing';
import { chooseFirst, line, readBeside, type Entry, type Read } from './listEntries';

const percentOf = (uptime: number | undefined): string | undefined =>
	uptime === undefined ? undefined : `uptime ${round(String(uptime), 2)} %`;

const weightOf = ({ weight }: IDataObject): string => `weight ${sayInteger(weight)}`;

const inAvax = (amount: bigint | undefined): string | undefined =>
	amount === undefined ? undefined : `${writeNumber(String(amount / 10n ** 9n), 0)} AVAX`;

/** The texts about a validator. Those of `lasting` stand behind its node ID. */
interface About {
	lasting: Array<string | undefined>;
	now: Array<string | undefined>;
}

interface Asking {
	client: Client;
	context: ILoadOptionsFunctions;
}

/** The user's names beside the list: of the field Names, or of the rows. What cannot be read names nobody. */
function namesBeside(context: ILoadOptionsFunctions): Names | undefined {
	const [entered] = placesOfNames.map((path) => readBeside(context, path)).filter(Boolean);
	try {
		const given = entered ?? namesOfRows(context.getCurrentNodeParameter('validators'));
		return encodeField(names, given, { timezone: 'utc' });
	} catch {
		return undefined;
	}
}

/** Names by node ID. */
function namesOfRows(validators: unknown): IDataObject {
	const rows = isRecord(validators) && Array.isArray(validators.rows) ? validators.rows : [];
	const named = rows.filter(isRecord).filter(({ name }) => name);
	return Object.fromEntries(named.map(({ validator, name }) => [String(located(validator)), name]));
}

/** Validators as entries, heaviest first. */
async function readValidators(
	{ client, context }: Asking,
	call: { path: string; method: string; params: IDataObject },
	describe: (record: IDataObject) => About,
): Promise<Answer<Entry[]>> {
	const answer = await client.rpc({ ...call, safe: true });
	if (!answer.ok) return answer;
	const list = valueAt(answer.result, 'validators');
	if (!Array.isArray(list)) return fail('not-understood', 'The node gave no list of validators');
	const known = namesBeside(context);
	const records = largestFirst(list.filter(isRecord), ({ weight }) => readUint64(weight));
	const entries = records.flatMap((record) => {
		const value = record.nodeID;
		if (typeof value !== 'string') return [];
		const { lasting, now } = describe(record);
		const whole = sayId(value);
		return [
			{
				name: line(shortenNodeId(whole), ...lasting),
				value,
				whole,
				now: line(...lasting, ...now),
				called: nameOf(known, value),
			},
		];
	});
	// An L1 can list one node several times, once per validation.
	return { ok: true, result: [...new Map(entries.map((entry) => [entry.value, entry])).values()] };
}

const method = 'platform.getCurrentValidators';

export const listPrimaryValidators: Read = (client, context) =>
	readValidators({ client, context }, { path: platformPath, method, params: {} }, (record) => {
		const { uptime, connected } = readValidator(record);
		return {
			lasting: [inAvax(readUint64(record.weight))],
			now: [percentOf(uptime), connected === false ? 'disconnected' : undefined],
		};
	});

export async function listL1Validators(
	client: Client,
	context: ILoadOptionsFunctions,
): Promise<Answer<Entry[]>> {
	const subnetID = readBeside(context, 'subnetId');
	if (!subnetID) return chooseFirst('Subnet');
	return await readValidators(
		{ client, context },
		{ path: platformPath, method, params: { subnetID } },
		(record) => {
			const { balance } = readValidator(record);
			return {
				lasting: [weightOf(record)],
				now: [balance === undefined ? undefined : `balance ${inAvax(balance)}`],
			};
		},
	);
}

export async function listChainValidators(
	client: Client,
	context: ILoadOptionsFunctions,
): Promise<Answer<Entry[]>> {
	const chain = readBeside(context, 'blockchainId');
	if (!chain) return chooseFirst('Chain');
	return await readValidators(
		{ client, context },
		{
			path: chainPath(chain, 'validators'),
			method: 'validators.getCurrentValidators',
			params: {},
		},
		(record) => ({ lasting: [weightOf(record)], now: [percentOf(readValidator(record).uptime)] }),
	);
}
