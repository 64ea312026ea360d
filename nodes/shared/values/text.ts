/** Text within its limits. */

export const shorten = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most - 3)}...` : text;
