/** What a test run shows: samples, and remarks on the settings. */
import type { IDataObject, INode } from 'n8n-workflow';
import { addRemarks } from '../../feeds/items/words';
import { neverSent, noSuchEvent, refuse } from '../../feeds/parameters';
import { toNodeError, type Failure } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import type { WatchSettings } from './model';
import { withSilences, type Observation } from './observation';
import { coverOwnNode } from './ownNode';
import type { Reading } from './readings';
import { demandSubnet, refuseEmpty } from './refusals';
import { remarkHeld } from './remarkHeld';
import { openAlertRemarks } from './remarks';
import { isOther, makeWatchSamples, missingForMany, neededFor } from './samples';

export async function showSamples(
	node: INode,
	client: Client,
	{ hearing: { reading }, settings }: Observation,
): Promise<IDataObject[]> {
	if (reading.failure) return showFailure(node, reading.failure, { reading, settings });
	await demandSubnet(node, client, settings, reading);
	const samples = makeWatchSamples(reading, settings);
	if (samples.length) return samples;
	const fewest = missingForMany(reading, settings);
	if (fewest) throw refuse(node, ...neverSent(`Watch ${fewest} validators or more`));
	if (isOther(settings.testEvent)) throw refuse(node, ...noSuchEvent(neededFor(settings)));
	throw refuseEmpty(node, settings);
}

/** Samples need no node. Without it, they lack its figures. Nobody could publish a watch whose failure does not pass. */
function showFailure(
	node: INode,
	failure: Failure,
	{ reading, settings }: { reading: Reading; settings: WatchSettings },
): IDataObject[] {
	const samples = failure.passing ? makeWatchSamples(reading, settings) : [];
	if (!samples.length) throw toNodeError(node, failure);
	return samples;
}

/** Adds the remarks of all samples, and those of its own to each. */
export function withRemarks(
	samples: IDataObject[],
	ofAll: string[],
	{ hearing, fromUrl, settings }: Observation,
): IDataObject[] {
	const silenced = coverOwnNode(withSilences(settings, fromUrl), hearing.reading);
	const about = { settings, at: hearing.reading.at };
	const remarkAlert = openAlertRemarks(samples, settings);
	const hold = (item: IDataObject): string[] => remarkHeld(item, silenced.silences!, about);
	return samples.map((item) => {
		const remarks = [...ofAll, ...remarkAlert(item), ...hold(item)];
		return addRemarks(withHeld(item, hold), remarks);
	});
}

/**
 * Whoever tries a chat sees only the message, and would miss there that a published watch sends none. Payloads are made
 * of the messages of parts, so these say it, too.
 */
function withHeld(item: IDataObject, hold: (item: IDataObject) => string[]): IDataObject {
	const { event, severity, message } = item;
	const held = hold(item);
	const partsIn = (field: string): IDataObject => {
		const parts = item[field] as IDataObject[] | undefined;
		const holdPart = (part: IDataObject) => hold({ event, severity, ...part });
		return parts ? { [field]: parts.map((part) => withHeld(part, holdPart)) } : {};
	};
	return {
		...item,
		...(held.length && typeof message === 'string' && { message: [message, ...held].join('\n') }),
		...partsIn('items'),
		...partsIn('members'),
	};
}
