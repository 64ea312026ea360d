import type { Failure } from '../../nodes/shared/errors.ts';
import type { AvalancheCredential } from '../../nodes/shared/network/credential.ts';
import { Secrets, secretsOf } from '../../nodes/shared/network/secrets.ts';

const credential = {
	network: 'ownNode',
	nodeUrl: 'https://me:avalanche@node.example/v2/0123456789abcdef/avax?network=mainnet',
	dataUrl: 'no URL',
	metricsUrl: 'https://metrics.example/ext/bc/C/rpc',
	apiKey: 'Key+with/odd=chars&"\\ä😀',
	nodeToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'.repeat(20),
} as AvalancheCredential;

test('each text is looked through the same number of times, however long it is and whatever is in it', () => {
	const secrets = secretsOf(credential);
	const looks = jest.spyOn(String.prototype, 'replaceAll');
	const units = [
		'{"a":"0x12"},',
		'\\u00e4',
		'\\ud83d\\ude00',
		'\\\\',
		'\\/',
		'\\',
		'0123456789abcde',
		'0123456789abcdef',
		'Key+',
	];
	const counts = [1, 1000].flatMap((times) =>
		units.map((unit) => {
			looks.mockClear();
			secrets.hideInAnswer(unit.repeat(times));
			return looks.mock.calls.length;
		}),
	);
	looks.mockRestore();
	expect(new Set(counts).size).toBe(1);
	expect(counts[0]).toBeLessThan(100);
});

test.each([
	'\\U00e4',
	'\\u00',
	'\\ud83d',
	'\\',
	'"\\"',
	'C:\\users\\/',
	'\\\\u00e4',
	'%',
	'\u0000',
])('text that is odd, or no JSON, stays as it is: %j', (text) => {
	const secrets = secretsOf(credential);
	expect(secrets.hideInAnswer(text)).toBe(text);
	expect(secrets.hideInError(text)).toBe(text);
});

test('odd secrets are hidden, too', () => {
	for (const secret of [
		'$&$1$`',
		'\ud800half12345',
		'a^b.c*d(e)[f]',
		'\t\n12345x',
		'😀'.repeat(6),
	]) {
		const secrets = new Secrets([secret], []);
		expect(secrets.hideInAnswer(`is ${secret} it`)).toBe('is *** it');
		expect(secrets.hideInAnswer(JSON.stringify({ is: secret }))).toBe('{"is":"***"}');
	}
	expect(new Secrets(['.*', '', '  '], []).hideInError('a .* b')).toBe('a *** b');
});

test.each([
	['Go', 'Key&#43;with/odd=chars&amp;&#34;\\ä😀'],
	['Handlebars', 'Key+with/odd&#x3D;chars&amp;&quot;\\ä😀'],
	['PHP', 'Key+with/odd=chars&amp;&quot;\\ä😀'],
])('a key is hidden as %s writes it in HTML', (_program, key) => {
	expect(secretsOf(credential).hideInError(`<p>${key}</p>`)).toBe('<p>***</p>');
});

test('a key is hidden in a refusal where marks that nobody sees stand inside it', () => {
	const detail = 'no access for eyJhb\u200bGciOi and eyJhb\u00adGciOi';
	const { message } = new Secrets(['eyJhbGciOi'], []).hideInWords({
		kind: 'refused',
		message: `Refused: ${detail}`,
		detail,
	} as Failure);
	expect(message).toBe('Refused: no access for *** and ***');
});

test('short ones are hidden in errors alone, and only by themselves', () => {
	const secrets = new Secrets(['12'], ['ab', 'é']);
	expect(secrets.hideInError('12 ab é, 123 0x12 abc cab éa "12"')).toBe(
		'*** *** ***, 123 0x12 abc cab éa "***"',
	);
	expect(secrets.hideInAnswer('12 ab é')).toBe('12 ab é');
});

test('a URL that cannot be read, and a credential with nothing in it, have no secrets', () => {
	const none = secretsOf({
		network: 'ownNode',
		nodeUrl: 'me:pass@host',
		dataUrl: '',
		metricsUrl: '%',
	} as AvalancheCredential);
	expect(none.hideInAnswer('me:pass')).toBe('me:pass');
	expect(secretsOf({} as AvalancheCredential).hideInError('a b')).toBe('a b');
});
