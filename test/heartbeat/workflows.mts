/** The workflows of docs/operator/quiet-night.md, "When n8n itself stops": a watch with a ping, and the two of a second n8n. */
import type { Rest, Workflow } from '../../tools/n8n/rest.mts';
import { packName } from '../../tools/n8n/server.mts';
import { ourNodeIds } from '../../devnet/devnet.mts';

export const minutes = 5;
const pollSeconds = 60;
/** What a receiver waits for, as the page says it. */
export const graceSeconds = minutes * 60 + 2 * pollSeconds + 15;

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	webhookId?: string;
}

/** Publishes nodes in a row. */
async function publishRow(rest: Rest, name: string, row: Node[]): Promise<Workflow> {
	const nodes = row.map((node, i) => ({ ...node, id: `${i}`, position: [220 * i, 0] }));
	const connections = Object.fromEntries(
		row
			.slice(1)
			.map((node, i) => [row[i]!.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
	);
	const workflow = await rest.createWorkflow({ name, nodes, connections });
	await rest.publish(workflow);
	return workflow;
}

/** A watch of one validator that polls at this second of each minute. */
export async function publishWatch(
	rest: Rest,
	name: string,
	{ nodeUrl, pingUrl, second }: { nodeUrl: string; pingUrl: string; second: number },
): Promise<Workflow> {
	const credential = { network: 'ownNode', nodeUrl, dataUrl: nodeUrl, metricsUrl: nodeUrl };
	const avalancheNodesApi = await rest.putCredential(name, 'avalancheNodesApi', credential);
	const trigger = {
		name: 'Watch',
		type: `${packName}.avalancheTrigger`,
		typeVersion: 1,
		credentials: { avalancheNodesApi },
		parameters: {
			event: 'validatorDown',
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds[0],
			pollTimes: { item: [{ mode: 'custom', cronExpression: `${second} * * * * *` }] },
			options: { heartbeatMinutes: minutes, heartbeatPingUrl: pingUrl },
		},
	};
	return await publishRow(rest, name, [trigger]);
}

const table = { __rl: true, mode: 'name', value: 'avalanche-heartbeat' };
const createTable: Node = {
	name: 'Table',
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1,
	parameters: {
		resource: 'table',
		operation: 'create',
		tableName: table.value,
		columns: {
			column: [
				{ name: 'name', type: 'string' },
				{ name: 'time', type: 'number' },
			],
		},
		options: { createIfNotExists: true },
	},
};
const isOurs = { conditions: [{ keyName: 'name', condition: 'eq', keyValue: 'watch' }] };

/** Both workflows of the second n8n; resolves to the URL that takes pings. */
export async function publishSecondN8n(rest: Rest, messageUrl: string): Promise<string> {
	const path = 'avalanche-heartbeat';
	await publishRow(rest, 'Heartbeat comes', [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { httpMethod: 'GET', path },
		},
		createTable,
		{
			name: 'Note the time',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1,
			parameters: {
				operation: 'upsert',
				dataTableId: table,
				matchType: 'allConditions',
				filters: isOurs,
				columns: {
					mappingMode: 'defineBelow',
					value: { name: 'watch', time: '={{ $now.toMillis() }}' },
					schema: [
						{ id: 'name', displayName: 'name', type: 'string', display: true },
						{ id: 'time', displayName: 'time', type: 'number', display: true },
					],
				},
			},
		},
	]);
	await publishRow(rest, 'Heartbeat is late', [
		{
			name: 'Every minute',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
		},
		createTable,
		{
			name: 'Read',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1,
			parameters: {
				operation: 'get',
				dataTableId: table,
				matchType: 'allConditions',
				filters: isOurs,
			},
		},
		{
			name: 'Is late',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'strict' },
					combinator: 'and',
					conditions: [
						{
							leftValue: `={{ $now.toMillis() - $json.time > ${graceSeconds * 1000} }}`,
							operator: { type: 'boolean', operation: 'true', singleValue: true },
							rightValue: '',
						},
					],
				},
			},
		},
		{
			name: 'Message',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: messageUrl },
		},
	]);
	return `${rest.url}/webhook/${path}`;
}
