/** What a test run in the editor shows. */
import type { IDataObject } from 'n8n-workflow';
import { alerts, isChosen } from './conditions';
import type { Condition } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import { left } from './left';
import {
	sourceKey,
	type Context,
	type Notice,
	type Reading,
	type Validator,
	type WatchSettings,
} from './model';
import { renderDigest, renderNotice } from './render';
import { step } from './step';

const sampleCount = 5;

/** Items for a test run in the editor: what is bad now, or else one in the shape of a real alert. */
export function makeSamples(reading: Reading, settings: WatchSettings): IDataObject[] {
	const anyBad = {
		badPolls: 1,
		minimumSeconds: 0,
		reportExisting: true,
		quiet: undefined,
		digest: false,
	};
	const { items } = step(undefined, reading, { ...settings, ...anyBad });
	const [first] = reading.validators ?? [];
	const samples =
		items.length || !first
			? items.slice(0, sampleCount)
			: [makeSample(...first, reading, settings)];
	const marked = samples.map((item) => ({ ...item, sample: true }));
	return settings.digest && marked.length
		? [{ ...renderDigest(marked, settings, reading), sample: true }]
		: marked;
}

/** The beginning of an alert that is chosen: a disconnect, if it can be. */
function makeSample(
	key: string,
	validator: Validator,
	reading: Reading,
	settings: WatchSettings,
): IDataObject {
	const { at, upgrades } = reading;
	const alert = [disconnected, ...alerts].find((each) => isChosen(each, settings))!;
	const { of, sample }: Partial<Condition> = alert;
	const about: Context = { at, source: settings.source, upgrades: upgrades?.times };
	const changes = sample?.(validator, settings.rules[alert.event], about) ?? {};
	const context = { ...about, ...changes.context };
	const notice: Notice = {
		alert,
		turned: 'began',
		key: of === 'source' ? sourceKey : key,
		...(of !== 'source' && { validator: { ...validator, ...changes.validator } }),
		context,
		since: at,
		...(alert === left && { reason: 'removed' }),
	};
	return renderNotice(notice, settings, { ...reading, failure: context.failure });
}
