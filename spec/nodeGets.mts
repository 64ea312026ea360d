/**
 * What a node serves to a GET. No document of the APIs has it: written from avalanchego v1.14.2, api/health and
 * api/metrics, and from what a node of it was seen to answer.
 */
import type { MethodEntry } from './entry.mts';
import { describeParams, describeType, type Described } from './grammar.mts';

export interface NodeGetEntry
	extends Pick<MethodEntry, 'name' | 'path' | 'node' | 'params' | 'source' | 'notPublic'> {
	answer: Described;
	needs?: undefined;
	/** The answer is a text with lines, which the operation reads. */
	isText?: true;
}

const records = {
	Check: `
		message??:any error??:s timestamp:s duration:i contiguousFailures??:i timeOfFirstFailure??:s`,
};

const describeGet = (
	path: string,
	{ answer, ...own }: { answer: string; source: string; isText?: true },
): NodeGetEntry => ({
	...own,
	name: path,
	path,
	node: 'avalancheInfo',
	notPublic: true,
	params: describeParams(path, ''),
	answer: describeType(path, answer, records),
});

export const nodeGets: NodeGetEntry[] = [
	describeGet('/ext/health', {
		answer: 'checks:{Check} healthy:b',
		source: 'avalanchego, api/health/service.md',
	}),
	describeGet('/ext/metrics', {
		answer: 's',
		isText: true,
		source: 'avalanchego, api/metrics/service.md',
	}),
];
