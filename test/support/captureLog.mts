import { Writable } from 'node:stream';

/** n8n's logger stays silent outside and tells all of it here. */
export function captureLog(logger: {
	silent: boolean;
	level: string;
	pipe: (to: Writable) => unknown;
}): string[] {
	const lines: string[] = [];
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
