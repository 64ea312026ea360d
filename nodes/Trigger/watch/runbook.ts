/** The page for somebody who is woken by an alert: the user's own, or a section of our docs. */
import type { IDataObject } from 'n8n-workflow';
import { docsPage } from '../../shared/docs';
import type { Field } from '../../shared/fields/fields';
import { InvalidField, show } from '../../shared/fields/invalid';
import { completeUrl, findUrlFlaw } from '../../shared/network/credential';
import { unreachable } from './conditions/unreachable';
import { preset } from './metrics/preset';
import type { Alert, WatchSource } from './model';

/** An alert of the watch itself is of no source. */
type Named = Pick<Alert, 'event' | 'option'> & Partial<Pick<Alert, 'sources'>>;

/** Sections of docs/trigger/ for alerts that have another name in the dialog. */
const sections: Record<string, string> = {
	exiting: 'Auto-Renewal Stopped, Auto-Renewal Changed',
	configChanged: 'Auto-Renewal Stopped, Auto-Renewal Changed',
	balanceBelow: 'Balance Below or Above',
	balanceAbove: 'Balance Below or Above',
	balanceUnreadable: 'Balance Below or Above',
	...Object.fromEntries(preset.map(({ event }) => [event, 'Metrics Recommended by Ava Labs'])),
};

/** The pages of docs/trigger/, by the first source that can show an alert. */
const pages: Array<[WatchSource, string]> = [
	['primaryNetwork', 'validators'],
	['blockchain', 'l1-validators'],
	['balances', 'l1-validators'],
	['peers', 'nodes'],
	['health', 'nodes'],
	['native', 'balances'],
];

/** What is not of one source, as Node Unreachable, is explained once. */
const pageOf = ({ event, sources = {} }: Named): string => {
	const page = pages.find(([source]) => source in sources);
	return event === unreachable.event || !page ? 'alerts' : page[1];
};

const toAnchor = (heading: string): string =>
	heading.toLowerCase().replace(/,/g, '').replace(/ /g, '-');

const ourPage = (alert: Named): string =>
	docsPage(`trigger/${pageOf(alert)}.md#${toAnchor(sections[alert.event] ?? alert.option.name)}`);

/** The placeholders of a template, with the values that replace them. */
const places: Record<string, (alert: Named, item: IDataObject) => unknown> = {
	alert: ({ event }) => event,
	nodeId: (_alert, { nodeId, address }) => nodeId ?? address,
	severity: (_alert, { severity }) => severity,
};
const placePattern = /\{(\w*)\}/g;

export const runbookUrlOf = (
	alert: Named,
	item: IDataObject,
	template: string | undefined,
): string =>
	template?.replace(placePattern, (_place, name: string) =>
		encodeURIComponent(String(places[name](alert, item) ?? '')),
	) ?? ourPage(alert);

/** Checks a URL with placeholders in braces. Throws an InvalidField. */
function readTemplate(value: unknown): string {
	const template = completeUrl(String(value));
	const unknown = [...template.matchAll(placePattern)].find(
		([, name]) => !Object.hasOwn(places, name),
	);
	if (unknown)
		throw new InvalidField(
			`can have {${Object.keys(places).join('}, {')}} in its URL, and not ${show(unknown[0])}`,
		);
	const flaw = findUrlFlaw(template.replace(placePattern, 'x'));
	if (flaw)
		throw new InvalidField(
			`must ${flaw}, not ${show(template)}`,
			undefined,
			'Enter a URL such as https://wiki.example.com/{alert}.',
		);
	return template;
}

export const runbookUrl: Field<string> = {
	displayName: 'Runbook URL',
	name: 'runbookUrl',
	type: 'string',
	default: '',
	optional: true,
	placeholder: 'e.g. https://wiki.example.com/avalanche/{alert}',
	description: 'Page about an alert, for items. {alert}, {nodeId} and {severity} are filled in.',
	encode: readTemplate,
};
