/**
 * n8n's engine as a process of its own, so that its memory is nobody else's: polls published triggers when its parent
 * says so, at the parent's time, and hands back what came.
 */
import { setClock } from './clock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { credentialsFor, loadEngine } from '../support/engine.mts';

export interface Job {
	/** The network, and the parameters of each trigger: sent first. */
	publish?: { url: string; triggers: INodeParameters[] };
	/** Polls all of them at this time, in milliseconds since 1970. */
	pollAt?: number;
	measure?: boolean;
}

export interface Answer {
	/** For each trigger: its items, or why the poll failed. */
	polled?: Array<{ items: IDataObject[]; error?: string }>;
	measured?: Measured;
}

export interface Measured {
	heapMiB: number;
	/** What keeps the process alive, by kind. */
	handles: string[];
}

const engine = await loadEngine();
let polls: Array<ReturnType<typeof engine.createPoll>> = [];

async function answer({ publish, pollAt, measure }: Job): Promise<Answer> {
	const isStart = publish !== undefined;
	if (pollAt !== undefined) setClock(pollAt);
	if (publish)
		polls = publish.triggers.map((parameters) =>
			engine.createPoll('avalancheTrigger', parameters, {
				credentials: credentialsFor(publish.url),
			}),
		);
	const polled =
		pollAt !== undefined &&
		(await Promise.all(
			polls.map(async (each) => {
				try {
					const items = await (isStart ? each.activate() : each.poll());
					return { items: (items ?? []).map(({ json }) => json) };
				} catch (error) {
					return { items: [], error: (error as Error).message };
				}
			}),
		));
	engine.logLines.length = 0;
	return { ...(polled && { polled }), ...(measure && { measured: await takeMeasure() }) };
}

/** A timer that is not needed any more rings all the same, so only one that is there after this long is left open. */
const longestTimerMs = 15_000;
const pauseMs = 50;

async function letTimersRing(): Promise<void> {
	for (let waited = 0; waited < longestTimerMs; waited += pauseMs) {
		if (!process.getActiveResourcesInfo().includes('Timeout')) return;
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
}

/** The heap without garbage: what finalizers free goes in the next turn. */
async function takeMeasure(): Promise<Measured> {
	await letTimersRing();
	for (let i = 0; i < 5; i++) {
		gc!();
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
	return {
		heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
		handles: process.getActiveResourcesInfo().sort(),
	};
}

process.on('message', (job: Job) => void answer(job).then((done) => process.send!(done)));
process.on('disconnect', () => {
	engine.close();
	process.exit(0);
});
process.send!({});
