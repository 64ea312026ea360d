/** What a test run in the editor shows. */
import type { IDataObject } from 'n8n-workflow';
import { fail } from '../../shared/errors';
import { thresholdOf, type Condition } from './conditions';
import { makeDigest, makeItem } from './items';
import type { UptimeSettings } from './settings';
import type { Reading, Validator } from './source';
import { findNeededNow, step } from './step';

const mostSamples = 5;
const sampleOrder: Condition[] = [
	'disconnected',
	'left',
	'inactive',
	'belowThreshold',
	'requirementAtRisk',
	'fell',
	'endingSoon',
	'balanceLow',
	'outdated',
	'unreachable',
];

/** Items for a test run in the editor: what is bad now, or else one in the shape of a real alert. */
export function makeSamples(reading: Reading, settings: UptimeSettings): IDataObject[] {
	const atOnce = {
		badPolls: 1,
		leastSeconds: 0,
		reportExisting: true,
		quiet: undefined,
		digest: false,
	};
	const { items } = step(undefined, reading, { ...settings, ...atOnce });
	const [first] = reading.validators ?? [];
	const samples =
		items.length || !first
			? items.slice(0, mostSamples)
			: [makeSample(...first, reading, settings)];
	const marked = samples.map((item) => ({ ...item, sample: true }));
	return settings.digest && marked.length
		? [{ ...makeDigest(marked, settings, reading), sample: true }]
		: marked;
}

function makeSample(
	key: string,
	validator: Validator,
	reading: Reading,
	settings: UptimeSettings,
): IDataObject {
	const condition = sampleOrder.find((each) => settings.conditions.includes(each))!;
	const change = {
		condition,
		turned: 'began' as const,
		since: reading.at,
		reason: 'removed' as const,
	};
	if (condition === 'unreachable') {
		const { failure } = fail('unreachable', 'no answer came');
		return makeItem({ ...change, key: '', reason: undefined }, settings, { ...reading, failure });
	}
	const { uptime: highest = 100, balance } = validator;
	const { balanceSeconds: lastsFor } = settings;
	const heliconAt = reading.upgrades?.times.helicon;
	const feeRate = balance === undefined ? undefined : Number(balance) / lastsFor;
	const needed = findNeededNow(reading, settings);
	const circumstances = { at: reading.at, heliconAt, needed, highest, feeRate, lastsFor };
	const threshold = thresholdOf(validator, settings, circumstances) ?? 0;
	const changed: Partial<Validator> = {
		...(condition === 'belowThreshold' && { uptime: Math.max(0, threshold - 1) }),
		...(condition === 'fell' && { uptime: Math.max(0, highest - settings.fellPoints) }),
	};
	const reason = condition === 'left' ? change.reason : undefined;
	const sampled = {
		...change,
		key,
		validator: { ...validator, ...changed },
		circumstances,
		reason,
	};
	return makeItem(sampled, settings, reading);
}
