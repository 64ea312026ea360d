/** Explains why a host gave no HTTP answer. */
import { fail, type Answer } from '../../errors';
import { hosts, isPublic, type Host } from '../hosts';

const timeoutCodes = /ECONNABORTED|ETIMEDOUT/;
const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_INVALID_PROTOCOL/;
const resolveCodes = /ENOTFOUND|EAI_AGAIN/;
/** No connection came about, or the request was refused before it was sent, so nothing has reached the host. */
const unsentCodes =
	/^(ECONNREFUSED|EHOST\w+|ENET\w+|EADDR\w+|ERR_INVALID_\w+|ERR_UNESCAPED_\w+|ERR_BAD_OPTION\w*)$/;

/** A host that the credential of an own or hosted node leaves out. */
export function describeNoUrl(host: Host): Answer<never> {
	const { label, publicUrls } = hosts[host];
	return fail('not-configured', `The credential has no ${label}`, {
		hint:
			host === 'node'
				? 'Enter the URL of your node in the credential, such as http://127.0.0.1:9650.'
				: `This operation reads the ${hosts[host].api}. In the credential, Data and Metrics APIs must be At These URLs, with a ${label}. ${publicUrls.mainnet} serves Mainnet and Fuji.`,
	});
}

/** Explains a request that got no HTTP answer. */
export function describeTransport(error: unknown, host: string, timeoutMs: number): Answer<never> {
	const { cause, message } = error as {
		cause?: { code?: string; message?: string };
		message?: string;
	};
	// n8n before 2.37 hands the code on as that of an HTTP answer.
	const { code: own, httpCode } = error as { code?: string; httpCode?: string };
	const code = String(cause?.code ?? own ?? httpCode ?? '');
	if (timeoutCodes.test(code))
		return fail(
			'timeout',
			`${host} did not answer within ${timeoutMs / 1000} ${timeoutMs === 1000 ? 'second' : 'seconds'}`,
			{
				passing: true,
				isLost: true,
				hint: "Request less data, or raise Time Limit in the credential's limits.",
			},
		);
	if (code === 'ERR_INVALID_HTTP_TOKEN')
		return fail('not-configured', "The credential's Header Name is not the name of a header", {
			hint: 'It is letters, digits and hyphens, such as x-api-key.',
		});
	if (code === 'ERR_INVALID_CHAR')
		return fail('not-configured', 'A key or token in the credential does not fit into a header', {
			hint: 'It holds a character that no header can have. Copy it again.',
		});
	if (tlsCodes.test(code))
		return fail('tls', `No secure connection to ${host}: ${tlsReason(code)}`, {
			hint: "Check the host's certificate, and whether the URL should start with http:// or https://.",
		});
	if (resolveCodes.test(code))
		return fail('unreachable', `The host of ${host} was not found`, {
			passing: true,
			hint: isPublic(host)
				? `Check that the machine that runs n8n reaches the internet, and its DNS.${sayWithout(host)}`
				: 'Check the URL in the credential, and the DNS of the machine that runs n8n.',
		});
	if (/\brestricted\b|not allowed/.test(message ?? ''))
		return fail('refused', `n8n does not allow requests to ${host}`, {
			hint: "This n8n's protection against requests to internal addresses blocks this host.",
		});
	return fail('unreachable', `${host} could not be reached: ${connectionReason(code)}`, {
		passing: true,
		isLost: !unsentCodes.test(code),
		hint: isPublic(host)
			? `Check that the machine that runs n8n reaches the internet.${sayWithout(host)}`
			: sayWhereToLook(host),
	});
}

/** Advice for a machine that has a node, but no internet. */
const sayWithout = (host: string): string =>
	isPublic(host, ['data', 'metrics'])
		? ' Without internet, only your own node answers: choose None in the Data and Metrics APIs of the credential.'
		: '';

/** Why a host gave no HTTP answer, told by the error's code, without the host's name. */
export function sayNoAnswerOf(code: string): string {
	if (timeoutCodes.test(code)) return 'no answer in time';
	if (tlsCodes.test(code)) return `no secure connection: ${tlsReason(code)}`;
	return resolveCodes.test(code) ? 'its host was not found' : connectionReason(code);
}

/** Advice if nothing answers at a host. */
function sayWhereToLook(host: string): string {
	const { hostname, port } = URL.parse(host) ?? {};
	if (port === '9651') return 'Port 9651 is for staking. The APIs of a node are at port 9650.';
	return hostname !== undefined && /^(?:localhost|127\.)/.test(hostname)
		? `Check that the node runs. If n8n runs in a container, ${hostname} is the container: enter the name of the node's host.`
		: 'Check the URL in the credential, and that the host is up and reachable from n8n.';
}

function tlsReason(code: string): string {
	if (/SELF_SIGNED|UNABLE_TO_/.test(code)) return 'no trusted authority issued its certificate';
	if (/EXPIRED/.test(code)) return 'its certificate has expired';
	return /ALTNAME/.test(code)
		? 'its certificate is for another host'
		: 'it does not use TLS on this port';
}

const connectionReason = (code: string): string =>
	/REFUSED/.test(code) ? 'nothing listens at that address' : 'the connection broke off';
