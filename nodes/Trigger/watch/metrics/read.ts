/** Reads a node's metrics if a chosen alert needs them: /ext/metrics takes 200 KB. */
import { isMetrics, readMetrics } from '../../../Info/metrics';
import { nothing, type Answer } from '../../../shared/errors';
import { readNumber } from '../../../shared/values/numbers';
import { isRecord } from '../../../shared/values/records';
import { ownKey, type WatchSettings } from '../model';
import { hadBreak, type WatchCursor } from '../past';
import type { NodeClient, Reading, SeenMetrics } from '../readings';
import { Counters } from './counters';
import { preset, type Sample, type Threshold } from './preset';

const listChosen = ({ conditions }: WatchSettings): Threshold[] =>
	preset.filter(({ event }) => conditions.includes(event));

const needsMetrics = (settings: WatchSettings): boolean =>
	listChosen(settings).some(({ isOfMetrics }) => isOfMetrics);

/** No count of a node is larger or negative. */
const isPossible = (number: number): boolean => number >= 0 && number <= 1e15;

/** Only samples that can be counts or shares. Undefined if a line is no metric. */
function readSamples(text: unknown): Sample[] | undefined {
	try {
		return readMetrics(text).flatMap(({ metric, value, labels }) => {
			const number = readNumber(value);
			const { chain = '' } = isRecord(labels) ? labels : {};
			return number === undefined || !isPossible(number)
				? []
				: [{ metric: String(metric), chain: String(chain), value: number }];
		});
	} catch {
		return undefined;
	}
}

/** Undefined if no chosen alert needs them, or the node does not say. Fails if the node serves no metrics. */
export async function readSelfMetrics(
	node: NodeClient,
	settings: WatchSettings,
): Promise<Answer<Sample[] | undefined>> {
	if (!needsMetrics(settings)) return nothing;
	const answer = await node.rest({
		host: 'node',
		path: '/ext/metrics',
		query: {},
		isText: true,
		isAnswer: isMetrics,
	});
	if (answer.ok) return { ok: true, result: readSamples(answer.result) };
	const { failure } = answer;
	if (failure.kind !== 'not-found') return nothing;
	const hint =
		'A node serves its metrics unless it was started with --api-metrics-enabled=false. Or take the alerts of metrics out of Alert When.';
	return { ok: false, failure: { ...failure, hint } };
}

/** The counters of the last poll, unless there was a break since. */
const seenBefore = (cursor: WatchCursor | undefined, at: number): SeenMetrics | undefined =>
	cursor && !hadBreak(cursor, at) ? cursor.metrics : undefined;

/** If the node did not say, keeps the earlier counters. */
export const rememberMetrics = (
	{ metrics }: Reading,
	before: SeenMetrics | undefined,
	settings: WatchSettings,
): SeenMetrics | undefined => (needsMetrics(settings) ? (metrics ?? before) : undefined);

/** Adds the figures to the reading of the node, and the counters for the next poll to compare with. */
export function withFigures(
	reading: Reading,
	answer: Answer<Sample[] | undefined>,
	settings: WatchSettings,
	cursor: WatchCursor | undefined,
): Reading {
	const node = reading.validators?.get(ownKey);
	const chosen = listChosen(settings);
	if (!node || !chosen.length) return reading;
	// Only a first poll fails: later the metrics may be away for a while, and the rest of the reading still holds.
	if (!answer.ok && !cursor) return { ...reading, validators: undefined, failure: answer.failure };
	const samples = answer.ok ? answer.result : undefined;
	const counters = new Counters(reading.nodeId ?? '', seenBefore(cursor, reading.at));
	const figures = chosen
		.filter(({ isOfMetrics }) => samples || !isOfMetrics)
		.map(({ event, read }) => [event, read({ samples: samples ?? [], counters, node })] as const);
	return {
		...reading,
		validators: new Map([[ownKey, { ...node, figures: Object.fromEntries(figures) }]]),
		...(samples && { metrics: counters.seen }),
	};
}
