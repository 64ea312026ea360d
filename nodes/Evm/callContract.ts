import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import type { Answer } from '../shared/errors';
import { fieldValue } from '../shared/fields/fields';
import type { InvalidField } from '../shared/fields/invalid';
import type { RpcCall } from '../shared/network/rpcCall';
import { readNumber, toUnits } from '../shared/values/numbers';
import type { LocalOperation, Values } from '../shared/operation/operations';
import {
	decodeCall,
	decodeResult,
	decodeRevert,
	encodeCall,
	parseErrors,
	parseFunction,
	type AbiError,
	type AbiFunction,
	type AbiSource,
} from './abi';
import { problemOf, readAnswer } from './declared';
import { describeToken } from './readTokens';
import { functionDeclaration, functionName } from './fields/declarations';
import { toWei } from './fields/amounts';
import { hasReason, isBare, readRevert, sayReason } from './reverts';

export const functionOf = (values: Values): AbiFunction =>
	parseFunction(fieldValue(values, functionDeclaration), fieldValue(values, functionName));

export const checkCall = (values: Values): InvalidField | undefined =>
	problemOf('Function', () => functionOf(values)) ??
	problemOf('Arguments', () => encodeCall(functionOf(values), values.arguments));

const toCallData = (values: Values): string => encodeCall(functionOf(values), values.arguments);

/** The parameters of eth_call. The value goes in wei. */
export function toCallParams(values: Values): unknown[] {
	const { contract: to, block, from, value, valueUnit, gas } = values;
	const wei = toWei(value, valueUnit, 'native', 'Value');
	const optional = Object.entries({ from, value: wei, gas }).filter(
		([, entry]) => entry !== undefined,
	);
	return [{ to, data: toCallData(values), ...Object.fromEntries(optional) }, block];
}

/** The custom errors of the ABI that declares the function. */
function errorsOf(source: AbiSource): AbiError[] {
	const isAbi = typeof source !== 'string' || /^\s*[[{]/.test(source);
	try {
		return isAbi ? parseErrors(source) : [];
	} catch {
		return [];
	}
}

export const encodeFunctionCall: LocalOperation['run'] = async (_client, values) => {
	const data = toCallData(values);
	return { ok: true, result: [{ ...(await readArguments(functionOf(values), data)), data }] };
};

const readArguments = async (fn: AbiFunction, data: string): Promise<IDataObject> =>
	fn.inputs.length ? { args: await decodeCall(fn, data) } : {};

/** Functions of ERC-20 (EIP-20) that return an amount. */
const ofAmounts = ['totalSupply()', 'balanceOf(address)', 'allowance(address,address)'];

/** If the ABI names an output like one of these columns, the output keeps the name and no amount is added. */
const ownNames = ['amount', 'symbol', 'amountExact'];

/**
 * The amount that an ERC-20 function returned, in whole tokens. Null if the contract does not tell its decimals. Empty
 * for any other function.
 */
async function readAmount(
	client: Client,
	{ path }: RpcCall,
	{ signature, outputs }: AbiFunction,
	{ contract, result }: { contract: string; result: IDataObject },
): Promise<IDataObject> {
	const isAmount = ofAmounts.includes(signature) && outputs.length === 1;
	if (!isAmount || outputs[0].type !== 'uint256' || ownNames.includes(outputs[0].name)) return {};
	const token = await describeToken(client, path, contract);
	const [base] = Object.values(result);
	const exact = token.ok ? toUnits(base, token.result.decimals) : undefined;
	return {
		amount: readNumber(exact) ?? null,
		symbol: (token.ok && token.result.symbol) || null,
		amountExact: exact ?? null,
	};
}

const whatToCheck = 'Check the arguments, the sender and the value of the call.';
const perhapsMissing =
	'The contract may have no such function. If it has, check the arguments, the sender and the value of the call.';

/** The arguments and outputs of a function by name. A reverted call fails with its reason. */
export async function callFunction(
	client: Client,
	call: RpcCall,
	values: Values,
): Promise<Answer<IDataObject[]>> {
	const answer = await client.rpc(call);
	const fn = functionOf(values);
	if (!answer.ok) {
		const { rpcData, ...failure } = answer.failure;
		const custom =
			hasReason(rpcData) &&
			(await decodeRevert(rpcData, errorsOf(fieldValue(values, functionDeclaration))));
		const reason = custom ? custom.message : readRevert(failure);
		if (reason === undefined) return answer;
		const message = `The contract rejected ${fn.signature}: ${sayReason(reason)}`;
		const hint = isBare(answer.failure) ? perhapsMissing : whatToCheck;
		return { ok: false, failure: { ...answer.failure, message, hint } };
	}
	return await readAnswer(
		'Check the address, the chain and the block, and whether the function returns what is declared.',
		async () => {
			const result = await decodeResult(fn, answer.result);
			const [{ data }] = call.params as [{ data: string }];
			const args = await readArguments(fn, data);
			const asked = { contract: String(values.contract), result };
			const amount = await readAmount(client, call, fn, asked);
			return { ok: true, result: [{ ...args, ...amount, ...result }] };
		},
	);
}
