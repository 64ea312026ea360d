/** Options: who the further observers are, and how many of all observers must see a validator down. */
import { readEach } from '../../../shared/fields/faults';
import { optional, type Field } from '../../../shared/fields/fields';
import { InvalidField, show } from '../../../shared/fields/invalid';
import { integer } from '../../../shared/fields/kinds';
import { hosts } from '../../../shared/network/hosts';
import { keyOfCalled } from '../../../shared/fields/called';
import { shorten } from '../../../shared/values/text';
import { hasTurns, lookOf } from '../../../shared/values/foreign';
import { readPlainUrl } from '../../privateUrl';
import { listLines } from '../lines';

export interface Observer {
	name: string;
	/** URL of a node. A secret, because providers put keys into its path. Undefined for the credential's Data API. */
	url?: string;
}

export interface Observers {
	list: Observer[];
	/** How many of those with a vote must see a validator down. 0: all of them. */
	needed: number;
}

/** Each poll that finds something bad asks all of them. */
const mostObservers = 5;
const longestName = 40;

export const dataApiName = 'Avalanche Data API';
const isDataApi = (text: string): boolean => /^(?:avalanche )?data api$/i.test(text);

function readName(entered: string, place: string): string {
	const isPlain = lookOf(entered) && !hasTurns(entered) && entered.length <= longestName;
	if (isPlain && !/[,:/]/.test(entered)) return entered;
	throw new InvalidField(
		`must have a name of at most ${longestName} characters before "=" in ${place}, without , : or /`,
	);
}

const observerExample = 'http://10.0.0.7:9650';

/** The URL, or why it cannot be called, in words that never show it. */
function tryUrl(entered: string): URL | string {
	try {
		const url = new URL(readPlainUrl(entered, observerExample));
		return url.search || url.hash ? 'must have no query and no #' : url;
	} catch (error) {
		return (error as InvalidField).message;
	}
}

/** Cuts off the path of an API such as /ext/bc/C/rpc, with which providers hand out their URLs. */
function readUrl(entered: string, place: string): string {
	const url = tryUrl(entered);
	if (typeof url === 'string')
		throw new InvalidField(
			`must have a URL of a node in ${place}: it ${url}`,
			undefined,
			`A line is a name and a URL, such as Zurich = ${observerExample}.`,
		);
	const { origin, pathname } = url;
	return origin + pathname.replace(/\/+$/, '').replace(hosts.node.apiPath, '');
}

/** "Zurich http://10.0.0.7:9650", or "Zurich: node.example.com". The port of a host has no space before it. */
const nameAndUrl = /^([^:/=,;\t]+?)(?::\s|[\s,;]+(?=https?:\/\/))[\s,;]*(\S+)$/i;

function refuseNoSign(line: string, place: string): InvalidField {
	const [, name, url] = nameAndUrl.exec(line) ?? [];
	const form = `A public host needs https://. The Data API is entered as ${dataApiName}.`;
	const known = name === undefined ? 'no URL' : tryUrl(url);
	// A path can hold a key.
	const shown = typeof known === 'string' || known.pathname !== '/' ? undefined : known.origin;
	if (shown !== undefined)
		return new InvalidField(
			`${place} has no = behind its name`,
			undefined,
			`Enter this line: ${shorten(String(name), longestName)} = ${shown}. ${form}`,
		);
	return new InvalidField(
		`${place} has no ${name === undefined ? 'name' : '= behind its name'}`,
		undefined,
		`Put a name and = before the URL, such as Zurich = ${observerExample}. ${form}`,
	);
}

function readObserver(line: string, place: string): Observer {
	if (isDataApi(line)) return { name: dataApiName };
	const sign = line.indexOf('=');
	if (sign < 0) throw refuseNoSign(line, place);
	const name = readName(line.slice(0, sign).trim(), place);
	const url = line.slice(sign + 1).trim();
	return isDataApi(url) ? { name } : { name, url: readUrl(url, place) };
}

/** Two observers of one name look alike in messages, and asking the same one twice adds no second view. */
function refuseTwice(list: Observer[]): void {
	const names = list.map(({ name }) => keyOfCalled(name));
	const urls = list.map(({ url = dataApiName }) => url);
	if (new Set(names).size < names.length) throw new InvalidField('must have each name only once');
	if (new Set(urls).size < urls.length)
		throw new InvalidField('must have each observer only once: two lines have the same one');
}

export const furtherObservers: Field<Observer[]> = {
	displayName: 'Further Observers',
	name: 'furtherObservers',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	optional: true,
	placeholder: 'e.g. Zurich = http://10.0.0.7:9650',
	description: 'More nodes that say who is down: "name = URL" per line, or "Avalanche Data API"',
	encode: (value): Observer[] => {
		const text = Array.isArray(value) ? value.join('\n') : value;
		if (typeof text !== 'string')
			throw new InvalidField(`must be lines "name = URL", not ${show(value)}`);
		const list = readEach(listLines(text), readObserver);
		if (list.length > mostObservers)
			throw new InvalidField(`must have at most ${mostObservers} lines, not ${list.length}`);
		refuseTwice(list);
		return list;
	},
};

export const observersNeeded = optional(
	integer(
		{
			displayName: 'Observers Needed for Down',
			name: 'observersNeeded',
			default: 0,
			description: 'How many observers must see a validator down. 0: all that have a vote.',
		},
		0,
		mostObservers + 1,
	),
);

/** Undefined without further observers. Throws if the options contradict each other. */
export function readObservers(
	readOption: <T>(field: Field<T>) => T | undefined,
	refuse: (message: string, description?: string) => Error,
	{ takesDataApi }: { takesDataApi: boolean },
): Observers | undefined {
	const list = readOption(furtherObservers);
	const needed = readOption(observersNeeded);
	if (!list?.length) {
		// 0 is what holds without the option.
		if (!needed) return undefined;
		throw refuse(
			`${observersNeeded.displayName} needs ${furtherObservers.displayName}`,
			'Add Further Observers, or remove this option.',
		);
	}
	if (!takesDataApi && list.some(({ url }) => !url))
		throw refuse(
			`${furtherObservers.displayName} must have nodes alone for an L1`,
			'The Avalanche Data API says nothing of the connections of L1 validators. Remove its line.',
		);
	if (needed !== undefined && needed > list.length + 1)
		throw refuse(
			`Check ${observersNeeded.displayName}: it cannot be "${needed}"`,
			`${observersNeeded.displayName} must be at most ${list.length + 1}. There are ${list.length + 1} observers: the node of the credential and ${list.length} further.`,
		);
	return { list, needed: needed ?? 0 };
}
