/** Text within its limits. */

export const shorten = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most - 3)}...` : text;

/** The text as n8n shows it: it takes messages for HTML, in which whatever stands in angle brackets vanishes. */
export const keepBrackets = (text: string): string => text.replace(/<([^<>]*)>/g, '\u2039$1\u203a');
