import {
	ExecutionCancelledError,
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IRun,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { cursorVersion } from '../feeds/cursor';
import {
	chosenEvent,
	eventProperties,
	openTriggerClient,
	refuse,
	eventSubtitle,
} from '../feeds/parameters';
import { demandStarted } from '../feeds/settings';
import { refuseNewer, staticDataOf } from '../feeds/stored';
import { isCChain } from '../shared/avalanche/chains';
import { networkByCredential } from '../shared/chains/network';
import { testConnection } from '../shared/connection/connection';
import { docsPage } from '../shared/docs';
import { demandNewerNode, nothing, toNodeError } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { lists } from '../shared/operation/lists';
import { pauseFor } from './bell';
import type { StreamCursor } from './delivery';
import type { Outlet, Waiter } from './executions';
import { streamEvents } from './events';
import { readStreamSettings } from './settings';
import { reportTo, Stream } from './stream';
import { openTestRun } from './testRun';
import { credentialName } from '../shared/network/credential';

const defaultEvent = 'contractEvent';

/** At a restart, n8n waits this long for the first connection. A later one makes up for the time before. */
const patienceMs = 5_000;

export class AvalancheStreamTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Stream Trigger',
		name: 'avalancheStreamTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		documentationUrl: docsPage('stream.md'),
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle(streamEvents),
		description:
			'Starts a workflow within a second of a contract event, token transfer, transaction or block',
		eventTriggerDescription:
			'Waits for an event of the chain, and shows a sample if none comes in time.',
		activationMessage: 'The workflow now listens to the node.',
		defaults: { name: 'Avalanche Stream Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow by itself within a second of an event on an EVM chain, over a WebSocket. Public nodes offer one for the C-Chain alone. Avalanche Trigger polls instead.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-avalanche.avalancheTrigger',
					relationHint:
						'Polls for contract events, token transfers and transactions where no WebSocket can be reached',
				},
				{
					nodeType: 'n8n-nodes-avalanche.avalancheEvm',
					relationHint: 'Reads more about a transaction or contract that an event names',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialName, required: true, testedBy: 'testConnection' }],
		properties: eventProperties(
			streamEvents,
			defaultEvent,
			'Needs a WebSocket of the node. Avalanche Trigger works with any node URL, within a minute.',
		),
	};

	methods = { credentialTest: { testConnection }, listSearch: lists };

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		const node = this.getNode();
		demandNewerNode(node);
		const event = chosenEvent(this, streamEvents, defaultEvent);
		const chosen = { event: event.prepare(this), settings: readStreamSettings(this) };
		refuseNewer(this, { event: event.feed, version: cursorVersion });
		const mode = this.getActivationMode();
		const isPatient = mode === 'init' || mode === 'leadershipChange';
		if (!isPatient) demandStarted(this);
		const client = await openOnce(this);
		demandWebSocket(this, client, chosen.event.values.chain);
		if (this.getMode() === 'manual') return openTestRun(this, client, chosen);
		const stored = staticDataOf<StreamCursor>(this);
		const stream = new Stream(this, client, chosen, { stored, start: startIn(this) });
		const started = await (isPatient
			? startPatiently(stream, async () => await openOnce(this))
			: stream.start());
		if (!started.ok && !(isPatient && started.failure.passing)) {
			await stream.close();
			throw toNodeError(node, started.failure);
		}
		stream.reportTo(reportTo(this));
		return { closeFunction: async () => await stream.close() };
	}
}

const startPatiently = async (stream: Stream, reopen: () => Promise<Client>) =>
	await Promise.race([stream.start(reopen), pauseFor(patienceMs).then(() => nothing)]);

/** Without retries, because the stream reads again by itself and retries would only delay its reads. */
const openOnce = async (context: ITriggerFunctions): Promise<Client> =>
	await openTriggerClient(context, (settings) => ({ ...settings, retries: 0 }));

/** Public nodes offer a WebSocket for the C-Chain only. This check sends nothing. */
function demandWebSocket(context: ITriggerFunctions, client: Client, chain: unknown): void {
	if (!networkByCredential(client) || isCChain(chain)) return;
	throw refuse(
		context.getNode(),
		'Public nodes offer a WebSocket for the C-Chain alone',
		'Choose the C-Chain, use the URL of a node that tracks the chain, or poll with Avalanche Trigger.',
	);
}

const startIn =
	(context: ITriggerFunctions): Outlet['start'] =>
	(items: IDataObject[], key, waiter) => {
		const data: INodeExecutionData[][] = [items.map((json) => ({ json }))];
		const done = waiter && context.helpers.createDeferredPromise<IRun>();
		if (done) void done.promise.then(waiter.finished, (error: Error) => settle(error, waiter));
		// Older versions of n8n ignore the key.
		context.emit(data, undefined, done, key);
	};

/** n8n rejects if it could not start the execution, if it was cancelled, or if it ended too early to be seen. */
const settle = (error: Error, { finished, refused }: Waiter): void => {
	const hasStarted =
		error instanceof ExecutionCancelledError || error.message === 'No active execution found';
	if (hasStarted) finished();
	else refused(error.message);
};
