/** Each secret goes to its own host, and to nothing else: no other host, no item, no error, no log, no execution. */
import { inspect } from 'node:util';
import type { IRun } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { everyReward } from '../support/everyReward.mts';
import { credentialsFor, type NodeOptions } from '../support/engine.mts';
import { address } from '../support/hex.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine, useNode } from '../support/useEngine.mts';
import { type CallReply, refuse, useScript } from '../support/useScript.mts';

const apiKey = 'ac_7Key+with/odd=chars&more';
const nodeSecret = 'Node+secret/of=hosted&node';

const devnet = useDevnet();
/** Another origin, to which nothing may go. */
const elsewhere = useDevnet({ seed: 2 });
const engine = useEngine();
beforeEach(() => {
	engine.logLines.length = 0;
});

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** The shapes in which a careless server or log may repeat a secret. */
const writeForms = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
	new URLSearchParams({ secret }).toString().slice('secret='.length),
	toBase64(secret),
	Buffer.from(secret).toString('base64url'),
	Buffer.from(secret).toString('hex'),
	Buffer.from(secret).toString('hex').toUpperCase(),
];
/** Within a longer text, such as `key=...`, base64 falls on other boundaries. */
const writeLonger = (secret: string): string[] => [
	toBase64(`?${secret}?`),
	toBase64(`??${secret}??`),
];
/** Without the characters that tell of the letters around the secret. */
const cutInner = (base64: string) => base64.slice(4, -4);

/** The forms of the secrets that stand somewhere in the value, hidden fields and causes of errors included. */
function findSecrets(value: unknown): string[] {
	const options = {
		depth: Infinity,
		showHidden: true,
		maxStringLength: Infinity,
		maxArrayLength: Infinity,
	};
	const text = inspect(value, options) + JSON.stringify(value);
	const forms = [apiKey, nodeSecret].flatMap((secret) => [
		...writeForms(secret),
		...writeLonger(secret).map(cutInner),
	]);
	return forms.filter((form) => text.includes(form));
}

/** All of a finished run but its input. */
const seenOf = ({ data }: IRun) => data.resultData;

const connect = ({ nodeUrl, dataUrl, metricsUrl } = devnet) => ({
	avalancheNodesApi: {
		...credentialsFor(nodeUrl, dataUrl, metricsUrl).avalancheNodesApi,
		apiKey,
		nodeAuthentication: 'header',
		nodeHeaderName: 'x-node-secret',
		nodeHeaderSecret: nodeSecret,
	},
});
const getRewards = async (options: NodeOptions = {}, more = {}) =>
	await engine.runNode(
		'avalancheData',
		{
			resource: 'reward',
			operation: 'getMany',
			nodeIds: ourNodeIds.join(),
			...everyReward,
			...more,
		},
		{ credentials: connect(), limits: { retries: 0 }, ...options },
	);
const getVersion = async (options: NodeOptions = {}, more = {}) =>
	await engine.runNode(
		'avalancheInfo',
		{ resource: 'node', operation: 'getNodeVersion', ...more },
		{ credentials: connect(), limits: { retries: 0 }, ...options },
	);

const keyHeaders = ['x-data-api-key', 'x-glacier-api-key'];

test('on one origin for all hosts, every data request carries the key and no request to the node does', async () => {
	const { items } = await getRewards({}, { returnAll: true });
	expect(items.length).toBeGreaterThan(100);
	await engine.runNode(
		'avalancheInfo',
		{ resource: 'connection', operation: 'check' },
		{ credentials: connect() },
	);
	await getVersion();
	const of = (host: string) => devnet.log.filter((entry) => entry.host === host);
	expect(Math.min(of('data').length, of('metrics').length, of('node').length)).toBeGreaterThan(0);
	for (const { url, headers, body } of [...of('data'), ...of('metrics')]) {
		for (const name of keyHeaders) expect(headers[name]).toBe(apiKey);
		const others = Object.entries(headers).filter(([name]) => !keyHeaders.includes(name));
		expect(findSecrets([url, others, body])).toEqual([]);
	}
	for (const { url, headers, body } of of('node')) {
		const { 'x-node-secret': secret, ...others } = headers;
		expect(secret).toBe(nodeSecret);
		expect(findSecrets([url, others, body])).toEqual([]);
	}
	expect(findSecrets(engine.logLines)).toEqual([]);
});

test('an empty key sends no header', async () => {
	const credentials = { avalancheNodesApi: { ...connect().avalancheNodesApi, apiKey: ' ' } };
	await getRewards({ credentials });
	expect(Object.keys(devnet.log[0].headers).filter((name) => keyHeaders.includes(name))).toEqual(
		[],
	);
});

test.each([301, 302, 303, 307, 308])(
	'a redirect (%i) is an error, and takes no secret with it',
	async (status) => {
		devnet.faults([{ redirect: elsewhere.url, status }]);
		for (const { error } of [await getRewards(), await getVersion()]) {
			expect(error?.message).toContain('redirect');
			expect(findSecrets(error)).toEqual([]);
		}
		expect(elsewhere.log).toEqual([]);
	},
);

const echo = [apiKey, nodeSecret]
	.flatMap((secret) => [...writeForms(secret), ...writeLonger(secret)])
	.join(' , ');

test.each([400, 401, 403, 429, 500])(
	'an error (%i) that repeats the secrets does not bring them back',
	async (status) => {
		devnet.faults([{ status, message: `You sent ${echo} to us` }]);
		for (const get of [getRewards, getVersion]) {
			const stopped = await get();
			expect(stopped.error?.message).toContain('You sent');
			expect(findSecrets([seenOf(stopped.run), stopped.error])).toEqual([]);
			const kept = await get({ onError: 'continueErrorOutput' });
			expect(kept.outputs[1][0].json.error).toContain('You sent');
			expect(findSecrets([kept.outputs, seenOf(kept.run)])).toEqual([]);
		}
		expect(findSecrets(engine.logLines)).toEqual([]);
	},
);

test('an answer that repeats the secrets does not bring them back', async () => {
	devnet.faults([{ addFields: JSON.stringify({ echo, deep: [{ [apiKey]: nodeSecret }] }) }]);
	for (const { items, run, error } of [
		await getRewards({}, { simplify: false }),
		await getVersion(),
	]) {
		expect(error).toBeUndefined();
		expect(items[0].json.echo).toContain('*');
		expect(findSecrets([items, seenOf(run)])).toEqual([]);
	}
});

test('a JSON-RPC error that repeats the secrets does not bring them back', async () => {
	devnet.faults([
		{ host: 'node', rpcError: { code: -32000, message: `You sent ${echo}`, data: { echo } } },
	]);
	const { error, run } = await getVersion();
	expect(error?.message).toContain('You sent');
	expect(findSecrets([error, seenOf(run)])).toEqual([]);
});

test('JSON escapes do not hide a secret', async () => {
	const escaped = [...nodeSecret]
		.map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
	const slashed = nodeSecret.replaceAll('/', '\\/');
	for (const text of [escaped, slashed]) {
		devnet.faults([{ host: 'node', status: 400, message: `{"message":"You sent ${text}"}` }]);
		const { error } = await getVersion();
		expect(error?.message).toContain('You sent');
		expect(findSecrets(error)).toEqual([]);
	}
});

test.each<[string, object]>([
	['is cut off', { cut: 'during' }],
	['is no JSON', { body: 'html' }],
	['comes too late', { latencyMs: 3000 }],
])('an answer that %s brings back no secret', async (_what, fault) => {
	devnet.faults([fault]);
	for (const get of [getRewards, getVersion]) {
		const { error, run } = await get({ limits: { retries: 0, timeLimit: 1 } });
		expect(error).toBeDefined();
		expect(findSecrets([error, seenOf(run)])).toEqual([]);
	}
	expect(findSecrets(engine.logLines)).toEqual([]);
});

test('a credential test that fails names no secret', async () => {
	devnet.faults([{ status: 403, message: `You sent ${echo}` }]);
	const { status, message } = await engine.testCredential(
		'avalancheNodesApi',
		connect().avalancheNodesApi,
	);
	expect(status).toBe('Error');
	expect(findSecrets(message)).toEqual([]);
});

describe('what is entered into password fields', () => {
	const server = useScript();
	const run = useNode('avalancheEvmAdvanced', server);
	/** A node that repeats the parameters in this way. */
	const repeat = async (
		reply: (params: string[]) => CallReply,
		operation: string,
		parameters: object,
	) => {
		server.answerCalls(({ params }) => reply(params as string[]));
		const { items, error, run: stored } = await run('personal', operation, { ...parameters });
		return { items, error, seen: inspect([error, seenOf(stored)], { depth: Infinity }) };
	};
	const quoted = (params: string[]) => JSON.stringify(params);

	test.each<[string, string, object, string]>([
		[
			'a key with its prefix',
			'importRawKey',
			{ privateKey: `0x${'ab'.repeat(32)}`, password: 'x' },
			'abab',
		],
		['a key in capitals', 'importRawKey', { privateKey: 'AB'.repeat(32), password: 'x' }, 'abab'],
		['a password with quotes', 'newAccount', { password: 'top"secret\\x' }, 'secret'],
		['a short PIN', 'unpair', { url: 'keystore:///a', pin: 'q4t1' }, 'q4t1'],
	])('%s is not in an error that repeats it', async (_what, operation, parameters, part) => {
		for (const write of [quoted, (params: string[]) => params.join(' , ')]) {
			// a node that has read a key writes it in small letters
			const reply = (params: string[]) => refuse(`You sent ${write(params).toLowerCase()}`);
			const { error, seen } = await repeat(reply, operation, parameters);
			expect(error?.message).toContain('You sent');
			expect(seen).toContain('***');
			expect(seen.toLowerCase()).not.toContain(part);
		}
	});

	test.each([...new Set(writeForms(nodeSecret))])(
		'an error that repeats a password as %s does not bring it back',
		async (form) => {
			const { error, seen } = await repeat(() => refuse(`You sent ${form}`), 'newAccount', {
				password: nodeSecret,
			});
			expect(error?.message).toMatch(/You sent \*\*\* ?(U=?)?$/);
			expect(seen).not.toContain(form);
		},
	);

	test('an answer that repeats a password does not bring it back', async () => {
		const password = 'top"s3cret\\x';
		const reply = ([, sent]: string[]) => ({
			result: { sent, deep: [{ [sent]: `for ${quoted([sent])}` }] },
		});
		const { items, seen } = await repeat(reply, 'signTransaction', {
			password,
			transaction: { from: address(1), to: address(2) },
		});
		expect(items[0].json).toMatchObject({ sent: '***', deep: [{ '***': 'for ["***"]' }] });
		expect(seen).not.toContain('s3cret');
	});

	test('a short password leaves an answer as it is', async () => {
		const { items } = await repeat(() => ({ result: '0x1200' }), 'newAccount', { password: '12' });
		expect(items[0].json).toEqual({ address: '0x1200' });
	});
});
