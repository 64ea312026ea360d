/** Explains why a host gave no HTTP answer. */
import { fail, type Answer } from '../../errors';
import type { AvalancheCredential } from '../credential';
import { hosts, type Host } from '../hosts';
import {
	adviseHost,
	adviseInternet,
	adviseLimit,
	adviseReach,
	isPublicHost,
	type AskedHost,
} from './advice';

const timeoutCodes = /ECONNABORTED|ETIMEDOUT/;
const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_INVALID_PROTOCOL/;
/** How OpenSSL calls an answer without TLS. */
const saysPlain = /wrong version number/i;
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

/** "http:// in place of https://", as it was entered. */
const plainSchemeFor = (credential: AvalancheCredential, kind: Host): string =>
	/^\s*wss:/i.test(credential[`${kind}Url`] ?? '')
		? 'ws:// in place of wss://'
		: 'http:// in place of https://';

/** Explains a request that got no HTTP answer. */
export function describeTransport(
	error: unknown,
	asked: AskedHost,
	timeoutMs: number,
): Answer<never> {
	const { kind, name: host, credential } = asked;
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
				hint: adviseLimit(credential, 'Time Limit'),
			},
		);
	if (tlsCodes.test(code))
		return fail('tls', `No secure connection to ${host}: ${tlsReason(code)}`, {
			hint: adviseHost(
				credential,
				saysPlain.test([cause?.message, message].join())
					? `Enter ${plainSchemeFor(credential, kind)} in the ${hosts[kind].label}.`
					: `Check the host's certificate, and whether the ${hosts[kind].label} should start with http:// or https://.`,
			),
		});
	if (resolveCodes.test(code))
		return fail('unreachable', `The host of ${host} was not found`, {
			passing: true,
			hint: isPublicHost(asked)
				? adviseInternet(asked)
				: `Check the ${hosts[kind].label} in the credential, and the DNS of the machine that runs n8n.`,
		});
	if (/\brestricted\b|not allowed/.test(message ?? ''))
		return fail('refused', `n8n does not allow requests to ${host}`, {
			hint: "This n8n's protection against requests to internal addresses blocks this host.",
		});
	return fail('unreachable', `${host} could not be reached: ${connectionReason(code)}`, {
		passing: true,
		isLost: !unsentCodes.test(code),
		hint: isPublicHost(asked) ? adviseInternet(asked) : adviseReach(asked),
	});
}

/** Why a host gave no HTTP answer, told by the error's code, without the host's name. */
export function sayNoAnswerOf(code: string): string {
	if (timeoutCodes.test(code)) return 'no answer in time';
	if (tlsCodes.test(code)) return `no secure connection: ${tlsReason(code)}`;
	return resolveCodes.test(code) ? 'its host was not found' : connectionReason(code);
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
