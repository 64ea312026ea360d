import { isId, isNodeId } from './ids.mts';
import { readJson, toNumber } from './wire.mts';
import type { Received, Reply } from './wire.mts';
import type { World } from './world.mts';

/**
 * The JSON-RPC dialect of gorilla/rpc, which a node of avalanchego v1.14.2 speaks on every path but the EVM's; and,
 * in the profile `document`, plain JSON-RPC 2.0.
 */

/** The version of avalanchego that is played: 1.15 after Helicon. */
export type Version = '1.14' | '1.15';
export type Args = Record<string, unknown>;
type ArgumentType =
	| 'any'
	| 'string'
	| 'strings'
	| 'nodeIDs'
	| 'id'
	| 'uint'
	| 'level'
	| 'encoding'
	| 'object';
export interface Method {
	params?: Record<string, ArgumentType>;
	call(args: Args, play: Play): unknown;
}
export interface Service {
	name: string;
	/** Stands between service and method in the profile `document`. */
	separator?: string;
	methods: Record<string, Method>;
}
export interface Play {
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
	jsonrpc?: unknown;
	id?: unknown;
	method?: unknown;
	params?: unknown;
}

const isMalformed: Record<ArgumentType, (value: unknown) => boolean> = {
	any: () => false,
	object: (value) => typeof value !== 'object',
	string: (value) => typeof value !== 'string',
	strings: (value) => !Array.isArray(value) || value.some((text) => typeof text !== 'string'),
	uint: (value) => !/^\d+$/.test(String(typeof value === 'string' ? value : toNumber(value))),
	level: (value) => !/^(off|fatal|error|warn|info|trace|debug|verbo)$/i.test(String(value)),
	encoding: (value) => !/^(hex|hexnc|hexc|json)$/i.test(String(value)),
	id: (value) => typeof value !== 'string' || !isId(value),
	nodeIDs: (value) => !Array.isArray(value) || value.some((id) => typeof id !== 'string' || !isNodeId(id)),
};

/** Arguments by name, whatever case they were written in; unknown ones are passed over. */
function readArgs(params: unknown, types: Record<string, ArgumentType> = {}): Args {
	const given = Array.isArray(params) ? (params[0] ?? {}) : (params ?? {});
	if (typeof given !== 'object') throw fail(unmarshalText);
	const args: Args = {};
	for (const [name, value] of Object.entries(given as Args)) {
		const known = Object.keys(types).find((type) => type.toLowerCase() === name.toLowerCase());
		if (!known || value === null) continue;
		if (isMalformed[types[known]!](value)) throw fail(unmarshalText);
		args[known] = value;
	}
	return args;
}

/** The method that gorilla/rpc finds under a name: service, dot, first letter in lower case. */
function findMethod(name: unknown, service: Service): Method {
	const parts = String(name ?? '').split('.');
	if (parts.length !== 2) throw fail(`rpc: service/method request ill-formed: ${JSON.stringify(name ?? '')}`);
	const [serviceName, method] = parts as [string, string];
	if (/^[A-Z]/.test(method)) throw fail('method must start with a non-uppercase letter');
	const full = `${serviceName}.${method.charAt(0).toUpperCase()}${method.slice(1)}`;
	if (serviceName !== service.name) throw fail(`rpc: can't find service "${full}"`);
	if (!Object.hasOwn(service.methods, method)) throw fail(`rpc: can't find method "${full}"`);
	return service.methods[method]!;
}

const emptyRequest = { jsonrpc: '', method: '', params: null, id: null };
const parseTexts: Array<[RegExp, string]> = [
	[/^\s*$/, 'EOF'],
	[/^\s*\[/, 'json: cannot unmarshal array into Go value of type json2.serverRequest'],
	[/^\s*"/, 'json: cannot unmarshal string into Go value of type json2.serverRequest'],
	[/^\s*[\d-]/, 'json: cannot unmarshal number into Go value of type json2.serverRequest'],
	[/^\s*\{/, 'unexpected EOF'],
];

function readCall(body: string): Call {
	const text = parseTexts.find(([pattern]) => pattern.test(body))?.[1];
	let call: unknown;
	try {
		call = readJson(body);
	} catch {
		throw new RpcError(
			-32700,
			text ?? `invalid character '${body.trim()[0]}' looking for beginning of value`,
			emptyRequest,
		);
	}
	if (Array.isArray(call) || typeof call !== 'object' || call === null)
		throw new RpcError(-32700, text!, emptyRequest);
	return call;
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

/** Answers of a gorilla/rpc service as avalanchego v1.14.2 was seen to give them. */
function answerGorilla(body: string, service: Service, play: Play): Reply {
	let call: Call = {};
	try {
		call = readCall(body);
		if (call.jsonrpc !== '2.0') {
			throw new RpcError(-32600, 'jsonrpc must be 2.0', { ...emptyRequest, ...call });
		}
		const method = findMethod(call.method, service);
		const result = method.call(readArgs(call.params, method.params), play);
		if (call.id !== undefined && call.id !== null) return json({ jsonrpc: '2.0', result, id: call.id });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		const { code, message, data = null } = error;
		if ((call.id ?? null) !== null || code === -32700) {
			return json({ jsonrpc: '2.0', error: { code, message, data }, id: call.id ?? null });
		}
	}
	// Without an id it is a notification, failed or not.
	return { ...json(undefined), text: '' };
}

/** Answers in plain JSON-RPC 2.0, whose errors the document leaves open. */
function answerPlainly(body: string, service: Service, play: Play): Reply {
	let id: unknown = null;
	try {
		const call = readCall(body);
		id = call.id ?? null;
		if (call.jsonrpc !== '2.0' || typeof call.method !== 'string')
			throw new RpcError(-32600, 'Invalid Request');
		const [serviceName, name = ''] = call.method.split(service.separator ?? '.');
		if (serviceName !== service.name || !Object.hasOwn(service.methods, name))
			throw new RpcError(-32601, 'Method not found');
		const method = service.methods[name]!;
		let args: Args;
		try {
			args = readArgs(call.params, method.params);
		} catch {
			throw new RpcError(-32602, 'Invalid params');
		}
		return json({ jsonrpc: '2.0', id, result: method.call(args, play) });
	} catch (error) {
		if (!(error instanceof RpcError)) throw error;
		return json({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
	}
}

/** The answer of a service to a request for its path. */
export function answerService({ method, headers, body }: Received, service: Service, play: Play): Reply {
	if (method !== 'POST') return plain(405, `rpc: POST method required, received ${method}`);
	const type = headers['content-type'] ?? '';
	if (type.split(';')[0]!.trim().toLowerCase() !== 'application/json')
		return plain(415, `rpc: unrecognized Content-Type: ${type}`);
	return play.isReal ? answerGorilla(body, service, play) : answerPlainly(body, service, play);
}
