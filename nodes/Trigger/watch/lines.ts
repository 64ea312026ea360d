/** Trimmed lines with their places, such as "line 3". Skips empty lines, and those that begin with #. */
export function listLines(text: string): Array<[line: string, place: string]> {
	return text
		.split(/\r\n|\r|\n/)
		.map((line, i): [string, string] => [line.trim(), `line ${i + 1}`])
		.filter(([line]) => line && !line.startsWith('#'));
}

/** The line of a message that says whose view it is. */
export const isViewLine = (line: string): boolean => line.startsWith('Queried node: ');

export const viewLinesOf = (message: string): string[] => message.split('\n').filter(isViewLine);
