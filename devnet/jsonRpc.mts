import type { MethodEntry } from '../spec/entry.mts';
import type { FieldType, Type, View } from '../spec/grammar.mts';
import { methods } from '../spec/index.mts';
import { kinds, type KindName } from '../spec/kinds.mts';
import { createMaker } from '../spec/make.mts';
import { isId, isNodeId } from './ids.mts';
import { kindOf, readJson, toNumber } from './json.mts';
import type { Received, Reply } from './http.mts';
import type { World } from './world.mts';

/**
 * The JSON-RPC of a node's own services, on every path but the EVM's: as the library gorilla/rpc of avalanchego v1.14.2
 * speaks it, and in the profile `document` plain JSON-RPC 2.0. Which methods there are says spec/.
 */

/** The version of avalanchego that answers: 1.15.0 and 1.15.2 after Helicon. */
export type Version = '1.14' | '1.15' | '1.15.2';
/** Whether the C-Chain executes blocks after they are accepted. */
export const isAfterHelicon = (version: Version) => version !== '1.14';
export type Args = Record<string, unknown>;
/** What a method answers. Throws an RpcError. */
export type Answer = (args: Args, context: NodeContext) => unknown;
export interface Service {
	name: string;
	/** The path of its methods in spec/, which says what parameters they take. */
	path: string;
	/** Stands between service and method in the profile `document`. */
	separator?: string;
	/** By the name behind the separator. Where one is left out, its answer is made from spec/; undefined: not served. */
	answers: Record<string, Answer | undefined>;
	/** The parameters of methods that nodes serve and spec/ does not know. */
	params?: Record<string, FieldType[]>;
}
export interface NodeContext {
	world: World;
	isReal: boolean;
	version: Version;
	/** An integer or a percentage as this profile writes it. */
	number(value: number | bigint, decimals?: number): unknown;
	/** Where a node's order is free, it changes from call to call. */
	shuffle<T>(list: T[]): T[];
}

export class RpcError extends Error {
	readonly code: number;
	readonly data: unknown;
	constructor(code: number, message: string, data?: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}
/** The error of everything that goes wrong within a method. */
export const fail = (message: string) => new RpcError(-32000, message);
const unmarshalText =
	"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

interface Call {
	jsonrpc?: string;
	id?: unknown;
	method?: string;
	params?: unknown;
}

const isIdText = (value: unknown) => typeof value === 'string' && isId(value);
/** What the node's decoder takes, where this is not what the kind says; methods look at the rest by themselves. */
const decodes: Partial<Record<KindName, (value: unknown) => boolean>> = {
	nodeId: (value) => typeof value === 'string' && isNodeId(value),
	subnetId: isIdText,
	validationId: isIdText,
	atomicTxId: isIdText,
	blockchainId: kinds.s,
	atomicTx: kinds.s,
	count: (value) => /^\d+$/.test(String(typeof value === 'string' ? value : toNumber(value))),
};
function isMalformed(value: unknown, type: Type): boolean {
	if (type.kind === 'list')
		return !Array.isArray(value) || value.some((one) => isMalformed(one, type.of));
	if (type.kind === 'leaf') return !(decodes[type.name] ?? kinds[type.name])(value);
	return typeof value !== 'object';
}

/** Arguments by name, whatever case they were written in; unknown ones are passed over. */
function readArgs(params: unknown, fields: FieldType[]): Args {
	const given = Array.isArray(params) ? (params[0] ?? {}) : (params ?? {});
	if (typeof given !== 'object') throw fail(unmarshalText);
	const args: Args = {};
	for (const [name, value] of Object.entries(given as Args)) {
		const known = fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
		if (!known || value === null) continue;
		if (isMalformed(value, known.type)) throw fail(unmarshalText);
		args[known.name] = value;
	}
	return args;
}

/** A method that a service has by a name, with the parameters that it takes. */
interface Method {
	params: FieldType[];
	answer: Answer;
}

function findMethod(
	name: string,
	{ path, answers, params = {} }: Service,
	view: View,
): Method | undefined {
	const entry = methods.find((one) => one.path === path && one.method.split(/[._]/)[1] === name);
	if (Object.hasOwn(answers, name)) {
		const answer = answers[name];
		return answer && { params: entry?.params[view].fields ?? params[name] ?? [], answer };
	}
	return entry && { params: entry.params[view].fields, answer: () => makeAnswer(entry, view) };
}

/** An answer that is what spec/ says, with no more meaning than that. */
const makeAnswer = ({ answer }: MethodEntry, view: View): unknown =>
	answer === 'success' ? {} : createMaker({ has: () => true, length: 3 })(answer[view]).sent;

/** The method that gorilla/rpc finds under a name: service, dot, first letter in lower case. */
function findByDot(name: string, service: Service): Method {
	const [serviceName, method = '', ...more] = name.split('.');
	if (/^[A-Z]/.test(method)) throw fail('method must start with a non-uppercase letter');
	const full = name.replace(/\../, (letter) => letter.toUpperCase());
	if (!name.includes('.') || more.length)
		throw fail(`rpc: service/method request ill-formed: ${JSON.stringify(full)}`);
	if (serviceName !== service.name) throw fail(`rpc: can't find service "${full}"`);
	const found = findMethod(method, service, 'real');
	if (!found) throw fail(`rpc: can't find method "${full}"`);
	return found;
}

const emptyRequest = { jsonrpc: '', method: '', params: null, id: null };
/** What Go's decoder says of a text that is no JSON. */
export function findFlaw(text: string): string {
	if (!text) return 'EOF';
	const literal = ['null', 'true', 'false'].find((word) => word[0] === text[0]);
	if (literal) {
		const at = [...literal].findIndex((letter, i) => letter !== text[i]);
		if (at < text.length)
			return `invalid character '${text[at]}' in literal ${literal} (expecting '${literal[at]}')`;
	}
	return literal || /^["[{]/.test(text)
		? 'unexpected EOF'
		: `invalid character '${text[0]}' looking for beginning of value`;
}

/** A call; one that is null or says nothing is empty. Its id is told where the rest cannot be read. */
function readCall(body: string): Call {
	let call: unknown;
	try {
		call = readJson(body) ?? {};
	} catch {
		throw new RpcError(-32700, findFlaw(body.trim()), emptyRequest);
	}
	const mismatch = (value: unknown, type: string) =>
		`json: cannot unmarshal ${kindOf(value)} into Go ${type}`;
	if (kindOf(call) !== 'object')
		throw new RpcError(-32700, mismatch(call, 'value of type json2.serverRequest'), emptyRequest);
	const fields = call as Record<string, unknown>;
	for (const name of ['jsonrpc', 'method']) {
		const value = fields[name] ?? '';
		if (typeof value === 'string') continue;
		const text = mismatch(value, `struct field serverRequest.${name} of type string`);
		throw new RpcError(-32700, text, { ...emptyRequest, ...fields, [name]: '' });
	}
	return fields;
}

const json = (value: unknown): Reply => ({
	status: 200,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	json: value,
});
export const plain = (status: number, text: string): Reply => ({
	status,
	headers: { 'content-type': 'text/plain; charset=utf-8' },
	text,
});

/** An answer as avalanchego v1.14.2 was seen to give it. */
function answerAsNode(body: string, service: Service, context: NodeContext): Reply {
	let call: Call = {};
	try {
		call = readCall(body);
		if (call.jsonrpc !== '2.0') {
			throw new RpcError(-32600, 'jsonrpc must be 2.0', { ...emptyRequest, ...call });
		}
		const { params, answer } = findByDot(call.method ?? '', service);
		const result = answer(readArgs(call.params, params), context);
		if (call.id !== undefined && call.id !== null)
			return json({ jsonrpc: '2.0', result, id: call.id });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		const { code, message, data = null } = error;
		const id = call.id ?? (data as Call | null)?.id ?? null;
		if (id !== null || code === -32700)
			return json({ jsonrpc: '2.0', error: { code, message, data }, id });
	}
	// Without an id it is a notification, failed or not.
	return { status: 200, text: '' };
}

/** An answer in plain JSON-RPC 2.0, whose errors the document leaves open. */
function answerAsDocument(body: string, service: Service, context: NodeContext): Reply {
	let id: unknown = null;
	try {
		const call = readCall(body);
		id = call.id ?? null;
		if (call.jsonrpc !== '2.0' || typeof call.method !== 'string')
			throw new RpcError(-32600, 'Invalid Request');
		const [serviceName, name = ''] = call.method.split(service.separator ?? '.');
		const method = serviceName === service.name && findMethod(name, service, 'document');
		if (!method) throw new RpcError(-32601, 'Method not found');
		let args: Args;
		try {
			args = readArgs(call.params, method.params);
		} catch {
			throw new RpcError(-32602, 'Invalid params');
		}
		return json({ jsonrpc: '2.0', id, result: method.answer(args, context) });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		return json({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
	}
}

/** The answer of a service to a request for its path. */
export function answerService(
	{ method, headers, body }: Received,
	service: Service,
	context: NodeContext,
): Reply {
	if (method !== 'POST') return plain(405, `rpc: POST method required, received ${method}`);
	const type = (headers['content-type'] ?? '').split(';')[0]!;
	if (type.trim().toLowerCase() !== 'application/json')
		return plain(415, `rpc: unrecognized Content-Type: ${type}`);
	return context.isReal
		? answerAsNode(body, service, context)
		: answerAsDocument(body, service, context);
}
