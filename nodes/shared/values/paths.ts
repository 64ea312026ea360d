/**
 * True if every server and proxy reads the path alike, which means that each part is a name. Dots alone lead out of a
 * folder. Some servers read `..;` and `%2e%2e` as such dots, or a backslash as a slash, or skip an empty part.
 */
export const isPlainPath = (path: string): boolean =>
	!/[\\;%\p{Cc}]/u.test(path) && path.split('/').every((part) => !/^\.*$/.test(part.trim()));
