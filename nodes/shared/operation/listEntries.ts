/** An entry of a list in the editor, and what stands beside the list. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { betweenParts } from '../chains/entered';
import { fail, type Answer } from '../errors';
import { located } from '../fields/located';
import type { Client } from '../network/client';

/** `name` is the line shown, `value` goes into the parameter. n8n stores the name of a chosen entry, so it says nothing that soon changes. */
export interface Entry {
	name: string;
	value: string;
	/** The line in lists of several, if it differs: n8n searches them by their lines alone. */
	whole?: string;
	/** Further words, such as what is so at this moment. Only lists of several show it: n8n has one line for an entry of the others, which are only searched by it. */
	now?: string;
	/** The user's name for it. It can change, so a list of one is only searched by it. */
	called?: string;
}

export const line = (...parts: Array<string | undefined>): string =>
	parts.filter((part) => part !== undefined && part !== '').join(betweenParts);

export type Read = (client: Client, context: ILoadOptionsFunctions) => Promise<Answer<Entry[]>>;

/** The value of a field beside the list. An expression has no value in the editor and counts as empty. */
export function readBeside(context: ILoadOptionsFunctions, name: string): string {
	const value = String(located(context.getCurrentNodeParameter(name)) ?? '').trim();
	return value.startsWith('=') ? '' : value;
}

export const chooseFirst = (field: string): Answer<never> =>
	fail('refused', `Choose ${field} first`, { hint: `The list depends on ${field}.` });
