/** The JSON-RPC of a node's own services, as a node was seen to speak it. */
import { type Devnet, ownNodeId } from '../../../devnet/devnet.mts';
import {
	validatorsPath,
	getValidators,
	start,
	send,
	post,
	call,
	type Sent,
} from './devnetScene.mts';

describe('JSON-RPC as a real node speaks it', () => {
	let devnet: Devnet;
	beforeAll(async () => {
		devnet = await start();
	});
	const rpc = (method: string, rest: object = {}) =>
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...rest });

	test.each([
		[
			rpc('info.nope'),
			{ code: -32000, message: 'rpc: can\'t find method "info.Nope"', data: null },
		],
		[
			rpc('infox.getNetworkID'),
			{ code: -32000, message: 'rpc: can\'t find service "infox.GetNetworkID"', data: null },
		],
		[
			rpc('info.GetNetworkID'),
			{ code: -32000, message: 'method must start with a non-uppercase letter', data: null },
		],
		[
			rpc('info_getNetworkID'),
			{
				code: -32000,
				message: 'rpc: service/method request ill-formed: "info_getNetworkID"',
				data: null,
			},
		],
		[
			rpc('info.constructor'),
			{ code: -32000, message: 'rpc: can\'t find method "info.Constructor"', data: null },
		],
		[
			rpc('info.isBootstrapped', { params: {} }),
			{ code: -32000, message: "argument 'chain' not given", data: null },
		],
		[
			rpc('info.isBootstrapped', { params: { chain: 'Q' } }),
			{ code: -32000, message: "there is no chain with alias/ID 'Q'", data: null },
		],
		[
			rpc('info.getBlockchainID', { params: { alias: 'Q' } }),
			{ code: -32000, message: 'there is no ID with alias: Q', data: null },
		],
		[
			rpc('info.peers', { params: { nodeIDs: ['Q'] } }),
			expect.objectContaining({
				message: expect.stringMatching(/^couldn't unmarshal an argument/),
			}),
		],
		[
			rpc('info.isBootstrapped', { params: { chain: 7 } }),
			expect.objectContaining({
				message: expect.stringMatching(/^couldn't unmarshal an argument/),
			}),
		],
		[
			'{"id":1,"method":"info.getNetworkID"}',
			expect.objectContaining({ code: -32600, message: 'jsonrpc must be 2.0' }),
		],
		[
			'[{}]',
			expect.objectContaining({
				code: -32700,
				message: 'json: cannot unmarshal array into Go value of type json2.serverRequest',
			}),
		],
		['', expect.objectContaining({ code: -32700, message: 'EOF' })],
	])('%s fails as it does there', async (body, error) => {
		const { status, json, text } = await post(`${devnet.url}/ext/info`, body);
		expect(status).toBe(200);
		expect(json.error).toEqual(error);
		expect(json.id).toBe(body.startsWith('{') ? 1 : null);
		expect(text.endsWith('\n')).toBe(true);
	});

	test('params may be an object, a list with one, null or absent, with names in any case', async () => {
		const params: unknown[] = [{ chain: 'C' }, [{ Chain: 'C' }], [{ CHAIN: 'C', more: 1 }, 7]];
		for (const one of params)
			expect(
				(await call(devnet, '/ext/info', 'info.isBootstrapped', one)).result.isBootstrapped,
			).toBe(true);
		for (const one of [null, [], undefined])
			expect((await call(devnet, '/ext/info', 'info.getNetworkID', one)).result.networkID).toBe(
				'1',
			);
	});

	test('ids are given back as they came, and without one there is no answer', async () => {
		for (const id of ['18446744073709551615', '"a"', '1.50', '{"a":[1]}']) {
			expect(
				(
					await post(
						`${devnet.url}/ext/info`,
						`{"jsonrpc":"2.0","id":${id},"method":"info.getNetworkID"}`,
					)
				).text,
			).toContain(`"id":${id}}`);
		}
		for (const body of [
			'{"jsonrpc":"2.0","method":"info.getNetworkID"}',
			'{"jsonrpc":"2.0","id":null,"method":"info.nope"}',
		]) {
			expect(await post(`${devnet.url}/ext/info`, body)).toMatchObject({ status: 200, text: '' });
		}
	});

	test('what is no call is answered in plain text', async () => {
		const at = (path: string, init: Sent = {}) => send(devnet.url + path, init);
		const json = { 'content-type': 'application/json' };
		expect(await at('/ext/info')).toMatchObject({
			status: 405,
			text: 'rpc: POST method required, received GET',
		});
		expect(
			await at('/ext/info', {
				method: 'POST',
				body: '{}',
				headers: { 'content-type': 'text/plain' },
			}),
		).toMatchObject({
			status: 415,
			text: 'rpc: unrecognized Content-Type: text/plain',
		});
		for (const path of [
			'/ext/info/',
			'/ext/INFO',
			'/ext/bc/C/validators',
			'/ext/bc/none/validators',
			'/ext/bc/%zz/rpc',
		]) {
			expect(await at(path, { method: 'POST', body: '{}', headers: json })).toMatchObject({
				status: 404,
				text: '404 page not found\n',
			});
		}
		const { headers } = await post(
			`${devnet.url}/ext/info`,
			'{"jsonrpc":"2.0","id":1,"method":"info.uptime"}',
		);
		expect(headers.get('node-id')).toBe(ownNodeId);
		expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
	});

	test('the order of validators changes from call to call, the set does not', async () => {
		const orders = await Promise.all(
			[1, 2, 3].map(async () =>
				(await call(devnet, validatorsPath, getValidators)).result.validators.map(
					({ nodeID }: any) => nodeID,
				),
			),
		);
		expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
		expect(orders[0].sort()).toEqual(orders[1].sort());
	});

	test('numbers beyond 2^53 and 32-bit fractions', async () => {
		const { text } = await post(devnet.url + validatorsPath, rpc(getValidators));
		expect(text).toContain('"weight":1152921504606846976');
		expect(text).toContain('"uptimePercentage":85.71429');
		expect((await post(`${devnet.url}/ext/info`, rpc('info.peers'))).text).toContain(
			'"upgradeTime":18446744073709551615',
		);
	});

	test('rate limit headers come with a key', async () => {
		const url = `${devnet.url}/v1/chains/43114`;
		expect((await send(url)).headers.get('ratelimit-limit')).toBeNull();
		const { headers } = await send(url, { headers: { 'x-glacier-api-key': 'k' } });
		expect(
			['policy', 'limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`)),
		).toEqual(['8000;w=60', '8000', '7980']);
	});
});
