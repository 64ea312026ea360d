/** The ping of a heartbeat: where it goes, and what the log gets of one that nobody takes. */
import type { IPollFunctions } from 'n8n-workflow';
import { ping, pingUrlFor } from '../../nodes/Trigger/heartbeat/ping.ts';
import { readPlainUrl } from '../../nodes/Trigger/privateUrl.ts';

test.each([
	['https://hc-ping.com/a-b', 'https://hc-ping.com/a-b/fail'],
	['https://example.com/hook/?key=1', 'https://example.com/hook/fail?key=1'],
	['http://kuma:3001/api/push/x?status=up', 'http://kuma:3001/api/push/x?status=down'],
	['http://kuma:3001/api/push/x', 'http://kuma:3001/api/push/x?status=down'],
])('of %s, a failing one goes to %s [U38]', (url, failing) => {
	expect(pingUrlFor(url, true)).toBe(url);
	expect(pingUrlFor(url, false)).toBe(failing);
});

test('it is tried three times, and the log says why without the URL [U38]', async () => {
	jest.useFakeTimers({ doNotFake: ['performance'] });
	const url = 'https://hc-ping.com/s3cret';
	const tried: unknown[] = [];
	const warned: string[] = [];
	const context = {
		helpers: {
			httpRequest: async (request: { url: string }) => {
				tried.push(request.url);
				throw Object.assign(new Error(`connect to ${request.url}`), { code: 'ECONNREFUSED' });
			},
		},
		logger: { warn: (text: string) => warned.push(text) },
	} as unknown as IPollFunctions;
	const sent = ping(context, url, true);
	await jest.advanceTimersByTimeAsync(10_000);
	await sent;
	jest.useRealTimers();
	expect(tried).toEqual([url, url, url]);
	expect(warned).toEqual([
		'Avalanche Trigger: the Heartbeat Ping URL did not take a ping (nothing listens at that address)',
	]);
});

describe('a URL without the credential [U38][U42]', () => {
	test.each([
		'https://hc-ping.com/x',
		'http://localhost:3001/x',
		'http://127.0.0.1/x',
		'http://10.1.2.3/x',
		'http://172.16.0.1/x',
		'http://192.168.1.1/x',
		'http://[::1]/x',
		'http://[fd12::1]/x',
		'http://kuma:3001/x',
		'http://n8n.local/x',
	])('%s is taken', (url) => {
		expect(readPlainUrl(url, 'https://example.com')).toBe(url);
	});

	test.each([
		'http://example.com/x',
		'http://172.32.0.1/x',
		'http://11.0.0.1/x',
		'http://[2001:db8::1]/x',
		'http://10.evil.example/x',
		'http://localhost.evil.example/x',
		'http://a:b@localhost/x',
		'ftp://localhost/x',
		'hc-ping.com/x',
		7,
	])('%s is refused, and not shown', (url) => {
		expect(() => readPlainUrl(url, 'https://example.com')).toThrow(
			/^must (be a URL|start with|have no)/,
		);
	});
});
