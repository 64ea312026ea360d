import { Writable } from 'node:stream';

interface InternalLogger {
	silent: boolean;
	level: string;
	pipe: (to: Writable) => unknown;
}

const captured = new WeakMap<InternalLogger, string[]>();

/** n8n's logger stays silent outside and tells all of it here, to every engine of the process the same lines. */
export function captureLog(logger: InternalLogger): string[] {
	const known = captured.get(logger);
	if (known) return known;
	const lines: string[] = [];
	captured.set(logger, lines);
	logger.silent = false;
	logger.level = 'debug';
	logger.pipe(
		new Writable({
			objectMode: true,
			write(info, _encoding, done) {
				lines.push(JSON.stringify(info));
				done();
			},
		}),
	);
	return lines;
}
