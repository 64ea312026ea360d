/** The lines with what they hold, and where each of them stands; empty ones and those that begin with # say nothing. */
export function listLines(text: string): Array<[line: string, place: string]> {
	return text
		.split(/\r\n|\r|\n/)
		.map((line, i): [string, string] => [line.trim(), `line ${i + 1}`])
		.filter(([line]) => line && !line.startsWith('#'));
}
