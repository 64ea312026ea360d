/**
 * What a server repeats of a credential: API key, tokens and header values are hidden everywhere; user names, passwords
 * and parts of URLs everywhere from 12 characters with letters and digits mixed, the others in errors only.
 */
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { credentialsFor } from '../support/engine.mts';
import { useEngine } from '../support/useEngine.mts';
import { type Reply, reply, useScript } from '../support/useScript.mts';

/** What the server sends, made for the call with this ID. */
let answerTo: (id?: number) => string | Reply;
const server = useScript(({ calls: [call] }) => {
	const answered = answerTo(call?.id);
	return typeof answered === 'string' ? reply(answered) : answered;
});
const engine = useEngine();
beforeEach(() => {
	engine.logLines.length = 0;
});

type Changes = Record<string, string>;
/** The credential with these changes; of a URL, `user:password@` and what follows the port. */
const connect = ({
	userInfo = '',
	path = '',
	...changes
}: Changes): { avalancheNodesApi: ICredentialDataDecryptedObject } => {
	const url = `http://${userInfo}${server.url.slice('http://'.length)}${path}`;
	return { avalancheNodesApi: { ...credentialsFor(url).avalancheNodesApi, ...changes } };
};
const getVersion = async (credential: Changes) =>
	await engine.runNode(
		'avalancheInfo',
		{ resource: 'node', operation: 'getNodeVersion' },
		{ credentials: connect(credential), limits: { retries: 0 } },
	);
const answer = (result: string) => (id?: number) =>
	`{"jsonrpc":"2.0","id":${id},"result":${result}}`;

const options = {
	depth: Infinity,
	showHidden: true,
	maxStringLength: Infinity,
	maxArrayLength: Infinity,
};
const seeAll = (...values: unknown[]) => inspect(values, options) + JSON.stringify(values);

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const escapeAll = (text: string) =>
	[...Array(text.length).keys()]
		.map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
		.join('');
const percentOf = (text: string) =>
	encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
/** JSON as programs write it that keep to ASCII. */
const inAscii = (text: string) => JSON.stringify(text).replace(/[^ -~]/g, escapeAll);

/** The text as JSON: in every form in which a server repeats it, and what to look for in the answer. */
const forms: Array<[name: string, write: (secret: string) => string]> = [
	['as it is', JSON.stringify],
	['with every letter escaped', (secret) => `"${escapeAll(secret)}"`],
	[
		'with every letter escaped in capitals',
		(secret) => `"${escapeAll(secret).toUpperCase().replaceAll('\\U', '\\u')}"`,
	],
	['in ASCII', inAscii],
	['as JSON within JSON', (secret) => JSON.stringify(JSON.stringify({ secret }))],
	['as JSON in ASCII within JSON', (secret) => JSON.stringify(`{"secret":${inAscii(secret)}}`)],
	['with its slashes escaped', (secret) => JSON.stringify(secret).replaceAll('/', '\\/')],
	['in percent codes', (secret) => JSON.stringify(encodeURIComponent(secret))],
	[
		'in percent codes in small letters',
		(secret) =>
			JSON.stringify(encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())),
	],
	['in strict percent codes', (secret) => JSON.stringify(percentOf(secret))],
	['as in a form', (secret) => JSON.stringify(new URLSearchParams({ secret }).toString())],
	[
		'in percent codes twice',
		(secret) => JSON.stringify(encodeURIComponent(encodeURIComponent(secret))),
	],
	['in base64', (secret) => JSON.stringify(toBase64(secret))],
	[
		'in base64 with its slashes escaped',
		(secret) => JSON.stringify(toBase64(secret)).replaceAll('/', '\\/'),
	],
	['in base64 in percent codes', (secret) => JSON.stringify(encodeURIComponent(toBase64(secret)))],
	['in base64 for URLs', (secret) => JSON.stringify(Buffer.from(secret).toString('base64url'))],
	['in hexadecimal', (secret) => JSON.stringify(Buffer.from(secret).toString('hex'))],
	[
		'in hexadecimal in capitals',
		(secret) => JSON.stringify(Buffer.from(secret).toString('hex').toUpperCase()),
	],
];
/** Enough of a form to be missed: base64 may end with a letter of what follows. */
const partOf = (json: string) => (JSON.parse(json) as string).slice(2, -4);

const odd = `k3y/Ünd+"quo\\te"&(ß)=😀`;
/** As odd as a header can have it. */
const oddKey = `k3y/nd+"quo\\te"&(s)=~`;
/** Where a secret is, and what the server knows it as. */
const always: Array<[where: string, credential: Changes, secret: string]> = [
	['an API key', { apiKey: oddKey }, oddKey],
	['an API key with spaces pasted', { apiKey: ' plainapikey\n' }, 'plainapikey'],
	['a token', { nodeAuthentication: 'bearer', nodeToken: 'plaintoken' }, 'plaintoken'],
	[
		'a token with spaces pasted',
		{ nodeAuthentication: 'bearer', nodeToken: ' plaintoken \n' },
		'plaintoken',
	],
	[
		'a header',
		{ nodeAuthentication: 'header', nodeHeaderName: 'x-key', nodeHeaderSecret: 'plainvalue' },
		'plainvalue',
	],
	[
		'a header with spaces pasted',
		{ nodeAuthentication: 'header', nodeHeaderName: ' x-key ', nodeHeaderSecret: 'plainvalue\r\n' },
		'plainvalue',
	],
	[
		'a header of a token',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Authorization',
			nodeHeaderSecret: 'Bearer plaintoken',
		},
		'plaintoken',
	],
	[
		'a header of a user',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Authorization',
			nodeHeaderSecret: `Basic ${toBase64('me:avalanche')}`,
		},
		toBase64('me:avalanche'),
	],
	[
		'the password in a header',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Authorization',
			nodeHeaderSecret: `Basic ${toBase64('me:pässw0rd-123')}`,
		},
		'pässw0rd-123',
	],
	[
		'the parameter of a header',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Authorization',
			nodeHeaderSecret: 'Token token="abcdef123456", x=1',
		},
		'abcdef123456',
	],
	[
		'a cookie',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Cookie',
			nodeHeaderSecret: 'a=b; session=abcdef123456',
		},
		'abcdef123456',
	],
	[
		'user and password together',
		{ nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: 'avalanche' },
		toBase64('me:avalanche'),
	],
	['user and password of a URL together', { userInfo: 'me:avalanche@' }, toBase64('me:avalanche')],
	[
		'a long password',
		{ nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: 'pässw0rd-größe' },
		'pässw0rd-größe',
	],
	['an odd password', { nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: odd }, odd],
	[
		'a long user',
		{ nodeAuthentication: 'basic', nodeUser: 'user-of-node-7', nodePassword: 'x' },
		'user-of-node-7',
	],
	['the password of a URL', { userInfo: 'me:p%C3%A4ssw0rd-123@' }, 'pässw0rd-123'],
	[
		'a percent sign in the password of a URL',
		{ userInfo: 'me:100%-s3cret-pass@' },
		'100%-s3cret-pass',
	],
	['the user of a URL', { userInfo: 'abcdef123456@' }, 'abcdef123456'],
	['a key in a path', { path: '/v2/abcdef123456/avax' }, 'abcdef123456'],
	['a key in a path in percent codes', { path: '/k%C3%A4y-abcd-1234' }, 'käy-abcd-1234'],
	['a key in a query', { path: '/?apikey=abcdef123456' }, 'abcdef123456'],
	['a key in place of a name in a query', { path: '/?abcdef123456' }, 'abcdef123456'],
];

/** All forms of the secret, as JSON, and what of them must not come back. */
const repeat = (secret: string) => {
	const written = forms.map(([name, write]) => [name, write(secret)] as const);
	return {
		text: `{${written.map(([name, json]) => `"${name}":${json}`)},"deep":[{${written[0][1]}:1}]}`,
		message: written.map(([, json]) => JSON.parse(json)).join(' | '),
		parts: [secret, ...written.map(([, json]) => partOf(json))],
	};
};

describe.each(always)('%s', (_where, credential, secret) => {
	const { text, message, parts } = repeat(secret);
	const expectHidden = (...values: unknown[]) => {
		const seen = seeAll(...values, engine.logLines);
		expect(parts.filter((part) => seen.includes(part))).toEqual([]);
	};

	test('is hidden in an answer that repeats it in any form', async () => {
		answerTo = answer(text);
		const { items, error, run } = await getVersion(credential);
		expect(error).toBeUndefined();
		expect(forms.map(([name]) => [name, String(items[0].json[name]).includes('***')])).toEqual(
			forms.map(([name]) => [name, true]),
		);
		expectHidden(items, run.data.resultData);
	});

	test.each<[string, typeof answerTo]>([
		[
			'of JSON-RPC',
			(id) =>
				`{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":${JSON.stringify(message)},"data":${text}}}`,
		],
		['of HTTP', () => reply(`{"message":${JSON.stringify(secret)}}`, 418)],
		['of HTTP, its letters escaped', () => reply(`{"message":"${escapeAll(secret)}"}`, 418)],
		['in plain text', () => reply(`sent ${secret}`, 400)],
		['that is no JSON', () => `sent ${text}`],
	])('is hidden in an error %s that repeats it', async (_kind, fault) => {
		answerTo = fault;
		const { error, run } = await getVersion(credential);
		expect(error).toBeDefined();
		const { status, message: said } = await engine.testCredential(
			'avalancheNodesApi',
			connect(credential).avalancheNodesApi,
		);
		expect(status).toBe('Error');
		expectHidden(error, run.data.resultData, said);
	});
});

test('spaces that were pasted around a token or a header are not sent', async () => {
	answerTo = answer('{}');
	await getVersion({ nodeAuthentication: 'bearer', nodeToken: ' token\n' });
	await getVersion({
		nodeAuthentication: 'header',
		nodeHeaderName: ' x-key',
		nodeHeaderSecret: 'value\n ',
	});
	expect(server.received.map(({ headers }) => headers.authorization ?? headers['x-key'])).toEqual([
		'Bearer token',
		'value',
	]);
});

/** Words and numbers that are in honest answers, too. */
const plain: Array<[where: string, credential: Changes, word: string]> = [
	[
		'a password that is a word',
		{ nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: 'avalanche' },
		'avalanche',
	],
	[
		'a password that is a number',
		{ nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: '100000' },
		'100000',
	],
	['a short password', { nodeAuthentication: 'basic', nodeUser: 'me', nodePassword: 'go7' }, 'go7'],
	[
		'a user that is a word',
		{ nodeAuthentication: 'basic', nodeUser: 'validator', nodePassword: 'x' },
		'validator',
	],
	['a password of a URL that is a word', { userInfo: 'me:avalanche@' }, 'avalanche'],
	['a network in a query', { path: '/?network=mainnet' }, 'mainnet'],
	['a network in a path', { path: '/avalanche/mainnet' }, 'mainnet'],
	[
		'a header of a user whose password is a word',
		{
			nodeAuthentication: 'header',
			nodeHeaderName: 'Authorization',
			nodeHeaderSecret: `Basic ${toBase64('me:avalanche')}`,
		},
		'avalanche',
	],
];

describe.each(plain)('%s', (_where, credential, word) => {
	const honest = {
		version: `${word}go/1.14.2`,
		balance: `0x${word}0`,
		name: word,
		[word]: `a ${word} is here`,
		count: 100000,
	};

	test('leaves an answer as it is', async () => {
		answerTo = answer(JSON.stringify(honest));
		const { items, error } = await getVersion(credential);
		expect(error).toBeUndefined();
		expect(items[0].json).toEqual(honest);
	});

	test('is hidden in errors', async () => {
		const said = `you are not ${word}: "${word}"`;
		for (const fault of [
			(id?: number) =>
				JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: said } }),
			() => reply(said, 403),
			() => reply(said, 500),
			() => `<p>${said}</p>`,
		]) {
			answerTo = fault;
			const { error, run } = await getVersion(credential);
			expect(error).toBeDefined();
			// the names of the credential, the node and what is traced
			expect(
				seeAll(error, run.data.resultData).replaceAll(/avalanche(NodesApi|Info|\.)/g, ''),
			).not.toContain(word);
			const tested = await engine.testCredential(
				'avalancheNodesApi',
				connect(credential).avalancheNodesApi,
			);
			expect(tested.message).not.toContain(word);
			const { items } = await engine.runNode(
				'avalancheInfo',
				{ resource: 'connection', operation: 'check' },
				{ credentials: connect(credential), limits: { retries: 0 } },
			);
			expect(seeAll(items)).not.toContain(word);
		}
	});
});

test('an answer without secrets stays as it is to the letter', async () => {
	const text =
		'{"path":"C:\\\\u0041\\/b","quote":"\\"","letter":"\\u00e4\\ud83d\\ude00\\u0000\\ud800"}';
	answerTo = answer(text);
	const { items } = await getVersion({
		apiKey: 'some-key-12345',
		nodeAuthentication: 'bearer',
		nodeToken: 'sometoken',
	});
	expect(items[0].json).toEqual(JSON.parse(text));
});

test("the node's own words stay in hints, whatever the path of its URL", async () => {
	answerTo = () => reply('not found', 404);
	const { error } = await getVersion({ path: '/ext/bc/C/rpc' });
	expect(error?.message).toContain('does not serve /ext/info');
	expect(error?.description).toContain('leads to an Avalanche node');
});

test.each(['50%off', '%', '%zz', '%ff', '%E0%A4%A', '100%'])(
	'a password in a URL may hold percent signs: %s',
	async (password) => {
		// The server is node, Data API and Metrics API.
		answerTo = (id) =>
			id === undefined
				? '{"chains":[],"results":[]}'
				: answer('{"version":"v1","networkName":"fuji","networkID":"5"}')(id);
		for (const userInfo of [`me:${password}@`, `${password}:me@`]) {
			server.received.length = 0;
			const { items, error } = await getVersion({ userInfo });
			expect(error).toBeUndefined();
			// What begins with the code of no letter cannot; all others arrive as they were written.
			if (password !== '%ff' && password !== '%E0%A4%A')
				expect(server.received[0].headers.authorization).toBe(
					`Basic ${toBase64(userInfo.slice(0, -1))}`,
				);
			expect(items[0].json.version).toBe('v1');
			expect(
				await engine.testCredential('avalancheNodesApi', connect({ userInfo }).avalancheNodesApi),
			).toEqual({
				status: 'OK',
				message: 'Connection successful',
			});
		}
	},
);
