/** Paths that users enter, and that become a part of a URL. */

/**
 * Whether every server and proxy reads the path alike: each of its parts is a name. Dots alone lead out of a folder,
 * and some servers take `..;` and `%2e%2e` for them, a backslash for a slash, and pass over an empty part.
 */
export const isPlainPath = (path: string): boolean =>
	!/[\\;%\p{Cc}]/u.test(path) && path.split('/').every((part) => !/^\.*$/.test(part.trim()));
