/** What is no call, or not one alone. */
import { rpcPath, unknownId, type Session, type AnySession, type ChainTarget } from './session.mts';

/** What is no call, or not one alone, on the EVM endpoint. */
export async function askEvmTransport({ send, target }: Session<ChainTarget>): Promise<void> {
	const message = (id: unknown, method = 'eth_chainId', params: unknown = []) => ({
		jsonrpc: '2.0',
		id,
		method,
		params,
	});
	const { ownAccount } = target;
	const notification = { jsonrpc: '2.0', method: 'eth_chainId' };
	const bodies: Record<string, unknown> = {
		'an id in text': message('a'),
		'a large id': message(2 ** 53),
		'the id null': message(null),
		'a fraction as id': message(1.5),
		'a boolean as id': message(true),
		'an object as id': message({}),
		'a list as id': message([1]),
		'a notification': notification,
		'a notification of an unknown method': { ...notification, method: 'eth_nope' },
		'no call': {},
		'a number': 5,
		text: 'eth_chainId',
		null: null,
		'no version': { id: 1, method: 'eth_chainId' },
		'another version': { ...message(1), jsonrpc: '1.0' },
		'no method': { jsonrpc: '2.0', id: 1 },
		'an empty method': message(1, ''),
		'a number for a method': { jsonrpc: '2.0', id: 1, method: 5 },
		'a response': { jsonrpc: '2.0', id: 1, result: '0x1' },
		'unknown fields': { ...message(1), more: true },
		'an empty batch': [],
		'a batch': [message(1), message('b', 'eth_blockNumber')],
		'a batch of everything': [
			message(1),
			message(2, 'eth_nope'),
			message(3, 'eth_getBalance', []),
			notification,
			5,
			{},
			message(null),
			message(1),
			message(6, 'eth_getBalance', [ownAccount, 'latest']),
		],
		'a batch of notifications': [notification, notification],
		'a batch of nothing': [null, [], 'x'],
		'40 calls': Array.from({ length: 40 }, (_, i) => message(i)),
		'41 calls': Array.from({ length: 41 }, (_, i) => message(i + 7)),
		'41 notifications': Array.from({ length: 41 }, () => notification),
	};
	for (const [as, body] of Object.entries(bodies))
		await send(`POST ${rpcPath}, ${as}`, rpcPath, { body: JSON.stringify(body) });
	const texts = {
		'no JSON': 'nojson',
		'half of a call': '{"jsonrpc":"2.0",',
		nothing: '',
		'white space': ' \n',
	};
	for (const [as, body] of Object.entries(texts))
		await send(`POST ${rpcPath}, ${as}`, rpcPath, { body });
	await askByHttp(send, rpcPath, JSON.stringify(message(1)));
	await send(`POST ${rpcPath}, too long`, rpcPath, { body: ' '.repeat(5 * 1024 * 1024 + 1) });
	for (const [as, path] of Object.entries({
		'an unknown chain': '/ext/bc/nope/rpc',
		'an unknown blockchain': `/ext/bc/${unknownId}/rpc`,
		'no endpoint': '/ext/bc/C',
		'an unknown endpoint': '/ext/bc/C/nope',
		'the native endpoint': '/ext/bc/C/native',
		'no validators': '/ext/bc/C/validators',
		'a slash at the end': '/ext/bc/C/rpc/',
		'no alias': '/ext/bc',
		'an unknown API': '/ext/nope',
		'the root of all': '/ext',
		'the chain without bc': '/ext/C/rpc',
		'a socket': '/ext/bc/C/ws',
		'a socket of an unknown chain': '/ext/bc/nope/ws',
		'another VM': '/ext/bc/P/rpc',
	})) {
		await send(`POST ${path}, ${as}`, path, { body: JSON.stringify(message(1)) });
		await send(`GET ${path}, ${as}`, path, { method: 'GET', contentType: '' });
	}
}

/** Requests other than a POST of JSON. */
async function askByHttp(
	send: AnySession['send'],
	path: string,
	body: string,
	place = path,
): Promise<void> {
	for (const method of ['GET', 'OPTIONS', 'HEAD', 'DELETE'])
		await send(`${method} ${place}`, path, { method, contentType: '' });
	for (const method of ['PUT', 'DELETE', 'PATCH'])
		await send(`${method} ${place}, with a call`, path, { method, body });
	for (const contentType of [
		'text/plain',
		'application/json; charset=utf-8',
		'APPLICATION/JSON',
		'application/json-rpc',
		'application/x-www-form-urlencoded',
		'',
	])
		await send(`POST ${place}, as ${contentType || 'no type'}`, path, { contentType, body });
	await send(`GET ${place}?x=1`, `${path}?x=1`, { method: 'GET', contentType: '' });
}

/** What is no call on the other endpoints. */
export async function askServiceTransport(
	{ send }: AnySession,
	path: string,
	method: string,
	place = path,
): Promise<void> {
	const message = (fields: object) =>
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {}, ...fields });
	const [service] = method.split('.');
	const bodies: Record<string, string> = {
		'an id in text': message({ id: 'a' }),
		'the id null': message({ id: null }),
		'no id': message({ id: undefined }),
		'an object as id': message({ id: { a: 1 } }),
		'a list as id': message({ id: [1] }),
		'a fraction as id': message({ id: 1.5 }),
		'no version': message({ jsonrpc: undefined }),
		'another version': message({ jsonrpc: '1.0' }),
		'a number for the version': message({ jsonrpc: 2 }),
		'no method': message({ method: undefined }),
		'an empty method': message({ method: '' }),
		'a number for a method': message({ method: 5 }),
		'an unknown method': message({ method: `${service}.nope` }),
		'an unknown service': message({ method: 'nope.nope' }),
		'a method in upper case': message({
			method: method.replace(/\.(.)/, (_, letter) => `.${letter.toUpperCase()}`),
		}),
		'a method without a service': message({ method: 'nope' }),
		'a method of three parts': message({ method: `${service}.a.b` }),
		'a method with an underscore': message({ method: method.replace('.', '_') }),
		'an unknown method without an id': message({ id: undefined, method: `${service}.nope` }),
		'unknown fields': message({ more: true }),
		'unknown arguments': message({ params: { more: true } }),
		'no call': '{}',
		'a batch': `[${message({})}]`,
		'an empty batch': '[]',
		'a number': '5',
		'a text': '"x"',
		true: 'true',
		null: 'null',
		'no JSON': 'nojson',
		'half of a call': '{"jsonrpc":"2.0",',
		nothing: '',
		'white space': ' ',
	};
	for (const [as, body] of Object.entries(bodies))
		await send(`POST ${place}, ${as}`, path, { body });
	await askByHttp(send, path, message({}), place);
}
