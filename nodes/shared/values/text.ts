export const shorten = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most - 3)}...` : text;

/** Replaces angle brackets, because n8n renders messages as HTML and would drop the text in them. */
export const keepBrackets = (text: string): string => text.replace(/<([^<>]*)>/g, '\u2039$1\u203a');

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name in the names of files: small letters and digits, joined by hyphens. */
export const toSlug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^a-z\d]+/g, '-')
		.replace(/^-|-$/g, '');
