/** Checks URLs from the user's options that are not hosts of the credential. */
import { InvalidField } from '../shared/fields/invalid';
import { completeUrl, findUrlFlaw, isUrl } from '../shared/network/credential';

const privateNames = /^(localhost|[^.:]+|.+\.(localhost|local|internal|lan|home\.arpa))$/i;
const privateIpv4 =
	/^(127|10)(\.\d+){3}$|^192\.168(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|^169\.254(\.\d+){2}$/;
const privateIpv6 = /^\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/i;

/** True for a machine, a container or a network of the user's own, so that nobody can listen on the way. */
const isPrivateHost = (host: string): boolean =>
	[privateNames, privateIpv4, privateIpv6].some((form) => form.test(host));

const startWithHttps = 'start with https://, unless the host is private';

/** The flaw of a URL, to follow "must", or undefined. Without a scheme, a public host is told to use https:// only. */
function findPlainFlaw(entered: string): string | undefined {
	const flaw = findUrlFlaw(entered);
	const withScheme = `http://${entered}`;
	const lacksScheme = !/^\w+:\/\//.test(entered) && isUrl(withScheme);
	if (!flaw || !lacksScheme || isPrivateHost(new URL(withScheme).hostname)) return flaw;
	return startWithHttps;
}

/** Its path can be a key, so no message shows it. */
const refusePlain = (flaw: string, example: string): InvalidField =>
	new InvalidField(
		`must ${flaw}`,
		undefined,
		`Enter a URL such as ${example}. Yours can hold a key, so it is not shown here.`,
	);

/** Checks a URL that is called without the credential. */
export function readPlainUrl(value: unknown, example: string): string {
	const entered = typeof value === 'string' ? completeUrl(value) : '';
	const flaw = findPlainFlaw(entered);
	if (flaw) throw refusePlain(flaw, example);
	const url = new URL(entered);
	if (url.username || url.password) throw refusePlain('have no user and no password', example);
	if (url.protocol !== 'https:' && !isPrivateHost(url.hostname))
		throw new InvalidField(
			`must ${startWithHttps}`,
			undefined,
			'Its path can be a key, which http:// sends readable over the internet. Enter the address with https://.',
		);
	return url.toString();
}
