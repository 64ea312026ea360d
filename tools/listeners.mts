/** Which buttons of the mock network's page the workflows of the demo wait for: the examples, and those of its user. */
import type { Devnet } from '../devnet/devnet.mts';
import type { Listener } from '../devnet/page.mts';
import { roleOfWorkflow, roles } from './examples.mts';
import type { Rest, WorkflowNode } from './n8n/rest.mts';
import { packName } from './n8n/server.mts';

const outage = ['Node is down', 'All well again'];

/** Names of controls, or labels of buttons where a control does more, by the event of a trigger and its source. */
const heard: Record<string, string[]> = {
	contractEvent: ['transferOwnership'],
	'l1Validator of balances': ['setRunway', 'deactivate', 'activate'],
	'l1Validator of blockchain': ['disconnect', 'reconnect', 'deactivate', ...outage],
	'balance of l1Balance': ['setRunway'],
	'balance of native': ['setBalance'],
	'balance of pChain': ['setBalance'],
	newReward: ['addRewards'],
	newTransaction: ['pay'],
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
	validatorDown: ['disconnect', 'reconnect', 'setUptime', ...outage],
};

/** What only those hear who chose this alert. */
const heardBy: Record<string, string[]> = {
	headNotMoving: ['Node stands still', 'Node moves again'],
	nodeBehind: ['Node falls behind', 'Node catches up', 'Node has caught up'],
};

/** The sources of events that have several. */
const usualSources: Record<string, string> = { balance: 'native', l1Validator: 'balances' };

/** The events that a trigger has without a choice. */
const usualEvents: Record<string, string> = {
	avalancheTrigger: 'validatorDown',
	avalancheStreamTrigger: 'contractEvent',
};

function hearsOfNode({ type, parameters }: WorkflowNode): string[] {
	const usual = usualEvents[type.replace(`${packName}.`, '')];
	if (usual === undefined) return [];
	const event = String(parameters.event ?? usual);
	const source = usualSources[event] && (parameters.source ?? usualSources[event]);
	const hears = heard[source ? `${event} of ${source}` : event] ?? [];
	const isOfTokens = ['erc20', 'wallets', 'token'].includes(String(parameters.watch));
	const alerts = [parameters.alertWhen ?? []].flat().map(String);
	const ofAlerts = alerts.flatMap((alert) => heardBy[alert] ?? []);
	return [...hears, ...ofAlerts, ...(isOfTokens ? ['pay tokens'] : [])];
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

/** Names the workflows on the page, also those that the user publishes later. `others` run when somebody starts them. */
export function followListeners(
	devnet: Devnet,
	rest: Rest,
	others: Listener[],
): { stop: () => void } {
	const show = async () => {
		const found = await findListeners(rest, rest.url);
		devnet.showListeners(withRoles([...found, ...others]));
	};
	// n8n may restart, or be busy. The next look finds what this one missed.
	const look = () => void show().catch(() => undefined);
	look();
	const timer = setInterval(look, everyMs);
	timer.unref();
	return { stop: () => clearInterval(timer) };
}
