/** Text in HTML and SVG. */

const names: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text that stands for itself between tags and in attributes; without the control characters that XML forbids. */
export const escapeMarkup = (text: string): string =>
	text
		.toWellFormed()
		// eslint-disable-next-line no-control-regex -- these are what XML has no form for
		.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
		.replace(/[&<>"']/g, (character) => names[character]);
