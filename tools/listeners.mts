/** Which buttons of the mock network's page the workflows of the demo wait for: the examples, and those of its user. */
import type { Devnet } from '../devnet/devnet.mts';
import type { Listener } from '../devnet/page.mts';
import { roleOfWorkflow, roles } from './examples.mts';
import type { Rest, WorkflowNode } from './n8n/rest.mts';
import { packName } from './n8n/server.mts';

const outage = ['Node is down', 'All well again'];

/** What moves tokens, in the list of the Data API and on the chain: each is told by both. */
const ofTokens = ['Pay tokens', 'transfer'];

/** Names of controls, or labels of buttons where a control does more, by the event of a trigger and its source. */
const heard: Record<string, string[]> = {
	contractEvent: ['transferOwnership'],
	'l1Validator of balances': ['setRunway', 'deactivate', 'activate'],
	'l1Validator of blockchain': [
		'disconnect',
		'reconnect',
		'disconnectShare',
		'deactivate',
		...outage,
	],
	'balance of l1Balance': ['setRunway'],
	'balance of native': ['setBalance'],
	'balance of pChain': ['setBalance'],
	newReward: ['addRewards'],
	'newTransaction of address': ['pay'],
	'newTransaction of chain': ['pay', ...ofTokens, 'transferOwnership'],
	'newTransaction of erc20': ofTokens,
	'newTransaction of token': ofTokens,
	'newTransaction of wallets': ['pay', ...ofTokens],
	nodeHealth: [
		'Fail a health check',
		'Pass all health checks',
		'Fill the disk',
		'Make room on the disk',
		'Bench validators',
		'Bench nobody',
		...outage,
	],
	nodeVersion: ['setVersion'],
	tokenTransfer: ['transfer'],
	validatorDown: ['disconnect', 'reconnect', 'disconnectShare', 'setUptime', ...outage],
};

/** What only those hear who chose this alert. */
const heardBy: Record<string, string[]> = {
	headNotMoving: ['Node stands still', 'Node moves again'],
	nodeBehind: ['Node falls behind', 'Node catches up', 'Node has caught up'],
};

/** The parameter that chooses among the sources of an event, and what it is without a choice. */
const usualSources: Record<string, { parameter: string; usual: string }> = {
	balance: { parameter: 'source', usual: 'native' },
	l1Validator: { parameter: 'source', usual: 'balances' },
	newTransaction: { parameter: 'watch', usual: 'address' },
};

/** The events that a trigger has without a choice. */
const usualEvents: Record<string, string> = {
	avalancheTrigger: 'validatorDown',
	avalancheStreamTrigger: 'contractEvent',
};

function hearsOfNode({ type, parameters }: WorkflowNode): string[] {
	const usual = usualEvents[type.replace(`${packName}.`, '')];
	if (usual === undefined) return [];
	const event = String(parameters.event ?? usual);
	const of = usualSources[event];
	const hears =
		heard[of ? `${event} of ${String(parameters[of.parameter] ?? of.usual)}` : event] ?? [];
	const alerts = [parameters.alertWhen ?? []].flat().map(String);
	const ofAlerts = alerts.flatMap((alert) => heardBy[alert] ?? []);
	return [...hears, ...ofAlerts];
}

export const hearsOf = (nodes: WorkflowNode[]): string[] => [
	...new Set(nodes.flatMap(hearsOfNode)),
];

/** All published workflows that hear something, the newest first. */
async function findListeners(rest: Rest, n8nUrl: string): Promise<Listener[]> {
	const published = (await rest.listWorkflows()).filter(
		({ active, activeVersionId }) => active || activeVersionId,
	);
	const listeners: Listener[] = [];
	for (const { id, name } of published) {
		const { nodes } = await rest.getWorkflow(id);
		listeners.push({ name, url: `${n8nUrl}/workflow/${id}`, hears: hearsOf(nodes) });
	}
	return listeners.filter(({ hears }) => hears.length);
}

/** By role, in the order of the examples. The workflows of the user stand last. */
export function withRoles(listeners: Listener[]): Listener[] {
	const placed = listeners.map((listener) => ({ listener, role: roleOfWorkflow(listener.name) }));
	return [...roles, undefined].flatMap((role) =>
		placed
			.filter((each) => each.role === role)
			.map(({ listener }) => ({ ...listener, role: role?.title ?? 'Your own' })),
	);
}

const everyMs = 15_000;

/** Names the workflows on the page, also those that the user publishes later. */
export function followListeners(devnet: Devnet, rest: Rest): { stop: () => void } {
	const show = async () => devnet.showListeners(withRoles(await findListeners(rest, rest.url)));
	// n8n may restart, or be busy. The next look finds what this one missed.
	const look = () => void show().catch(() => undefined);
	look();
	const timer = setInterval(look, everyMs);
	timer.unref();
	return { stop: () => clearInterval(timer) };
}
