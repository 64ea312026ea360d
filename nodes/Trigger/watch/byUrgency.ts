/** Orders the items of a poll: who is woken by the first one reads the most urgent one first. */
import type { IDataObject } from 'n8n-workflow';
import { left } from './left';
import type { Notice } from './model';

export interface Rendered {
	item: IDataObject;
	/** The notices that it is about. */
	notices: Notice[];
}

const severities = ['critical', 'warning', 'resolved'];

export const rankOf = ({ severity }: IDataObject): number => severities.indexOf(severity as string);

const ofAny = 'any';

/** An alert keeps its order of time with itself, and with the coming and going of its validator. */
const boundTo = ({ key, alert }: Notice): string[] =>
	alert === left ? [`${ofAny} ${key}`] : [`${alert.event} ${key}`, `${left.event} ${key}`];

const knownAs = ({ key, alert }: Notice): string[] => [`${alert.event} ${key}`, `${ofAny} ${key}`];

/** The most urgent first. An item that must stay before a more urgent one comes as early as that one. */
export function sortByUrgency(all: Rendered[]): IDataObject[] {
	const later = new Map<string, number>();
	const laterOf = (name: string): number => later.get(name) ?? Infinity;
	const ranked = all.toReversed().map(({ item, notices }) => {
		const bound = notices.flatMap(boundTo).map(laterOf);
		const rank = bound.reduce((least, each) => Math.min(least, each), rankOf(item));
		for (const name of notices.flatMap(knownAs)) later.set(name, Math.min(rank, laterOf(name)));
		return { item, rank };
	});
	return ranked
		.reverse()
		.sort((a, b) => a.rank - b.rank)
		.map(({ item }) => item);
}
