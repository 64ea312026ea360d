/** Advice on the credential. It names only fields that the dialog shows for this credential. */
import { nameNetwork } from '../../avalanche/chains';
import { namesHosts, type AvalancheCredential } from '../credential';
import { hosts, isPublic, networkOfPublicHost, type Host } from '../hosts';

/** A host as it is asked, with the credential that leads to it. */
export interface AskedHost {
	kind: Host;
	/** For messages: its URL without secrets. */
	name: string;
	credential: AvalancheCredential;
}

/** What answers in place of a public host, whose URL nobody can enter. */
export const between =
	'This host is public and needs no setting. A proxy or firewall before it may answer in its place. Try again later.';

/** Advice on the URL or the authentication of a host, which the dialog shows only for an own or hosted node. */
export const adviseHost = (credential: AvalancheCredential, own: string): string =>
	namesHosts(credential) ? own : between;

/** Advice to raise a limit, whose field the dialog hides until Limits is Custom. */
export const adviseLimit = (
	{ limits }: AvalancheCredential,
	label: 'Time Limit' | 'Largest Answer',
): string =>
	limits === 'custom'
		? `Request less data, or raise ${label} in the credential.`
		: `Request less data. Or choose Custom under Limits in the credential, and raise ${label}.`;

/** " This is the public node of Mainnet: ..." Empty for any other node. */
function adviseNoUrl(url: string): string {
	const network = networkOfPublicHost(url);
	if (!network) return '';
	const called = nameNetwork(network);
	return ` This is the public node of ${called}: with ${called} as Network, the credential needs no URL.`;
}

/** A host that the user entered can be a public one, also with a scheme or a port that it does not serve. */
export const isPublicHost = ({ kind, name }: AskedHost): boolean =>
	isPublic(name) || (kind === 'node' && networkOfPublicHost(name) !== undefined);

const withoutServices = 'choose None under Data and Metrics APIs';

/** Advice for a machine that does not reach a public host: it may have a node, but no internet. */
export function adviseInternet({ kind, name, credential }: AskedHost): string {
	const check = 'Check that the machine that runs n8n reaches the internet.';
	if (!namesHosts(credential))
		return `${check} Without internet, choose Own Node as Network in the credential, and ${withoutServices}.`;
	return kind === 'node'
		? `${check}${adviseNoUrl(name)}`
		: `${check} Without internet, only your own node answers: ${withoutServices} in the credential.`;
}

const isThisMachine = (hostname: string): boolean => /^(?:localhost|127\.)/.test(hostname);

/** Advice if nothing answers at a host that the user entered. */
export function adviseReach({ kind, name }: AskedHost): string {
	const { hostname = '', port } = URL.parse(name) ?? {};
	const { label } = hosts[kind];
	if (kind === 'node' && port === '9651')
		return 'Port 9651 is for staking. The APIs of a node are at port 9650.';
	const container = `If n8n runs in a container, ${hostname} is the container: enter the name of the`;
	const isHere = isThisMachine(hostname);
	if (kind !== 'node')
		return [
			`Check the ${label} in the credential: the public one is ${hosts[kind].publicUrls.mainnet}.`,
			...(isHere ? [`${container} host.`] : []),
			`To do without, ${withoutServices}.`,
		].join(' ');
	return isHere
		? `Check that the node runs. ${container} node's host.`
		: `Check the ${label} in the credential, and that the host is up and reachable from n8n.`;
}
