/** Published stream triggers, for tests. */
import type { INodeParameters } from 'n8n-workflow';
import type { Credentials } from './engine.mts';
import { PublishedStream } from './publishedStream.mts';
import { useEngine } from './useEngine.mts';

export { PublishedStream };

/** Publishes stream triggers, which end with their test. */
export function useStream(server: { credentials: Credentials }) {
	const engine = useEngine(server);
	const streams: PublishedStream[] = [];
	afterEach(async () => {
		for (const stream of streams.splice(0)) await stream.close();
	});
	const create = (parameters: INodeParameters, credentials?: Credentials) => {
		const start: typeof engine.openTrigger = async (...given) => await engine.openTrigger(...given);
		const stream = new PublishedStream(start, { chain: 'C', ...parameters }, credentials);
		streams.push(stream);
		return stream;
	};
	return { engine, create };
}
