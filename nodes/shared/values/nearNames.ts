/** Names that somebody may have meant with a typing error. */

export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

export const isNearName = (entered: string, name: string): boolean =>
	isNear(plainName(entered), plainName(name));

/** True if one begins with the other, or if one letter differs. */
function isNear(one: string, other: string): boolean {
	if (Math.min(one.length, other.length) < 4) return false;
	if (one.startsWith(other) || other.startsWith(one)) return true;
	const [longer, shorter] = one.length < other.length ? [other, one] : [one, other];
	const at = [...longer].findIndex((letter, i) => letter !== shorter[i]);
	const rest = longer.slice(at + 1);
	return rest === shorter.slice(at) || rest === shorter.slice(at + 1);
}
