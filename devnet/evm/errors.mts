import { fail, RpcError } from '../jsonRpc.mts';
import { toNumber } from '../json.mts';
import type { EvmAnswer } from './anvil.mts';

/** Why a call failed: in the words of anvil, and in those of a node. */

/** Texts of Solidity's panics, as a node gives them. */
const panics: Record<number, string> = {
	0x00: 'generic panic',
	0x01: 'assert(false)',
	0x11: 'arithmetic underflow or overflow',
	0x12: 'division or modulo by zero',
	0x21: 'enum overflow',
	0x22: 'invalid encoded storage byte array accessed',
	0x31: 'out-of-bounds array access; popping on an empty array',
	0x32: 'out-of-bounds access of an array or bytesN',
	0x41: 'out of memory',
	0x51: 'uninitialized function',
};
/** What revert data of the two standard kinds say: Error(string) and Panic(uint256). */
function readReason(data: string): string | undefined {
	const bytes = Buffer.from(data.slice(10), 'hex');
	if (data.startsWith('0x08c379a0') && bytes.length >= 64) {
		return bytes.subarray(64, 64 + Number(BigInt(`0x${bytes.toString('hex', 32, 64)}`))).toString();
	}
	if (!data.startsWith('0x4e487b71') || bytes.length !== 32) return undefined;
	const code = Number(BigInt(`0x${bytes.toString('hex')}`));
	return panics[code] ?? `unknown panic code: 0x${code.toString(16)}`;
}
export const writeReverted = (data: string) => {
	const reason = readReason(data);
	return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
};

/** Anvil's texts and a node's; what stands nowhere here is passed on. */
const errorTexts: Array<[RegExp, string]> = [
	[/already imported/, 'already known'],
	[
		/^State override error: state and state_diff can't be used together for account (\S+)/,
		"account $1 has both 'state' and 'stateDiff'",
	],
	[/^Insufficient funds for gas \* price \+ value/, 'insufficient funds for gas * price + value'],
	[/^.*gas required exceeds allowance: (\d+)/, 'gas required exceeds allowance ($1)'],
	[/^No Signer available/, 'unknown account'],
	[/^.*CallGasCostMoreThanGasLimit/, 'intrinsic gas too low'],
	[/^intrinsic gas too high.*/, 'exceeds block gas limit'],
	[
		/^EVM error (OutOfGas|MemoryOOG|MemoryLimitOOG|PrecompileOOG|ReentrancySentryOOG)/,
		'out of gas',
	],
	[/^EVM error InvalidFEOpcode/, 'invalid opcode: INVALID'],
	[/^EVM error OpcodeNotFound/, 'invalid opcode'],
	[/^(EVM error )?StackUnderflow/, 'stack underflow'],
	[/^EVM error StackOverflow/, 'stack limit reached 1024 (1023)'],
	[/^EVM error InvalidJump/, 'invalid jump destination'],
	[/^EVM error (CreateContractSizeLimit)/, 'max code size exceeded'],
	[/^EVM error (\w+)/, '$1'],
	[/^failed to evaluate JS code: ([^\n]*)(.|\n)*/, '$1 at <eval>:1:2(0)'],
	[/^Out of stack/, 'stack limit reached 1024 (1023)'],
	[/^BlockOutOfRange/, 'cannot query unfinalized data'],
];

/** A text of anvil's as a node has it. */
export function writeText(message: string): string {
	const found = errorTexts.find(([pattern]) => pattern.test(message));
	return found ? message.replace(...found) : message;
}

/** The result of an answer of anvil's, or its error as a node has it. */
export function readAnswer({ result, error }: EvmAnswer, method: string): any {
	if (!error) return result;
	const code = Number(toNumber(error.code));
	if (code === -32601) throw unknownMethod(method);
	if (code === 3) {
		const data = String(error.data ?? '0x');
		throw data === '0x' ? fail('execution reverted') : new RpcError(3, writeReverted(data), data);
	}
	const message = writeText(error.message);
	throw new RpcError(code === -32602 && message === error.message ? code : -32000, message);
}
export const unknownMethod = (method: string) =>
	new RpcError(-32601, `the method ${method} does not exist/is not available`);
