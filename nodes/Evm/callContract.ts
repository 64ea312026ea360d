import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import type { Answer } from '../shared/errors';
import { fieldValue, optional } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { integer } from '../shared/fields/kinds';
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

/** 2^256 has 78 digits. */
const mostDecimals = 77;

export const decimals = optional(
	integer(
		{
			displayName: 'Decimals',
			name: 'decimals',
			default: 18,
			notSent: true,
			description:
				"Decimals of the whole number that the function returns. amount then has it divided by 10 to their power. Of a token's balance, allowance and supply, the contract says them itself.",
		},
		0,
		mostDecimals,
	),
);

/** True if a function returns one whole number and nothing else. */
export const returnsNumber = ({ outputs }: AbiFunction): boolean =>
	outputs.length === 1 && /^u?int\d+$/.test(outputs[0].type);

/** Refuses decimals that would leave no amount, or say nothing of which number is meant. */
function checkDecimals(fn: AbiFunction): InvalidField | undefined {
	const {
		name,
		outputs: [first],
	} = fn;
	if (!returnsNumber(fn))
		return new InvalidField(
			`Decimals takes a function that returns one whole number, and ${name} does not`,
			undefined,
			'Remove Decimals, or make numbers of the values in Edit Fields.',
		);
	return ownNames.includes(first.name)
		? new InvalidField(
				`Decimals adds ${first.name}, and ${name} returns a value of that name`,
				undefined,
				'Give the value another name in Function.',
			)
		: undefined;
}

const checkScaled = (values: Values): InvalidField | undefined =>
	fieldValue(values, decimals) === undefined ? undefined : checkDecimals(functionOf(values));

export const checkScaledCall = (values: Values): InvalidField | undefined =>
	checkCall(values) ?? checkScaled(values);

const toAmount = (exact: string | undefined, symbol: string | undefined): IDataObject => ({
	amount: readNumber(exact) ?? null,
	symbol: symbol || null,
	amountExact: exact ?? null,
});

/**
 * The amount by the decimals that the user gave, or that an ERC-20 function returned, in whole tokens. Null if the
 * contract does not tell its decimals. Empty for any other function.
 */
async function readAmount(
	client: Client,
	{ path }: RpcCall,
	{ signature, outputs }: AbiFunction,
	{ values, result }: { values: Values; result: IDataObject },
): Promise<IDataObject> {
	const [base] = Object.values(result);
	const given = fieldValue(values, decimals);
	if (given !== undefined) return toAmount(toUnits(base, given), undefined);
	const isAmount = ofAmounts.includes(signature) && outputs.length === 1;
	if (!isAmount || outputs[0].type !== 'uint256' || ownNames.includes(outputs[0].name)) return {};
	const token = await describeToken(client, path, String(values.contract));
	return token.ok
		? toAmount(toUnits(base, token.result.decimals), token.result.symbol)
		: toAmount(undefined, undefined);
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
			const amount = await readAmount(client, call, fn, { values, result });
			return { ok: true, result: [{ ...args, ...amount, ...result }] };
		},
	);
}
