/** The event "versionUnknown": this package does not know the version that an upgrade requires. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../feeds/identity';
import { sayMoment, toIso } from '../../feeds/items/words';
import { sayWord } from '../../shared/values/foreign';
import { needsOf } from './conditions';
import { sourceKey, type WatchSettings } from './model';
import type { Past } from './past';
import { isQuietAt } from './quietHours';
import type { Reading } from './readings';
import { isSilenced } from './silences';
import { unknownUpgradeEvent } from './unknownUpgradeEvent';
import { describeUpgrade, findUnknownUpgrade, type Upgrade } from './upgrades';

/** An upgrade with an unknown version that is now to be reported, for the first time. */
export function findUnreportedUpgrade(
	{ cursor }: Past,
	{ at, upgrades }: Reading,
	settings: WatchSettings,
): Upgrade | undefined {
	const { upgradesWithin } = needsOf(settings);
	if (!upgrades || upgradesWithin === undefined) return undefined;
	if (isQuietAt(at, settings) || isSilenced(sourceKey, unknownUpgradeEvent, at, settings))
		return undefined;
	const unknown = findUnknownUpgrade(upgrades.times, at + upgradesWithin);
	return unknown?.name === cursor?.reportedUpgrade ? undefined : unknown;
}

export function renderUnknownUpgrade(
	upgrade: Upgrade,
	settings: WatchSettings,
	{ at }: Reading,
): IDataObject {
	const clock = { at, timezone: settings.timezone };
	const { name, at: upgradeAt } = upgrade;
	const facts = describeUpgrade(upgrade, at);
	const called = sayWord(facts.upgrade, 40);
	return {
		event: unknownUpgradeEvent,
		title: `The ${called} upgrade requires an unknown version`,
		severity: 'warning',
		message: `The ${called} upgrade (${sayMoment(facts.upgradeAt, clock)}) requires a version that this package does not know. Enter it as Minimum Version.`,
		since: toIso(at),
		nodeId: null,
		state: 'versionUnknown',
		previousState: 'versionKnown',
		...facts,
		hint: 'Enter the version from its announcement as Minimum Version, or update this package.',
		observedAt: toIso(at),
		source: settings.source,
		validator: null,
		validationId: null,
		eventId: `versionUnknown-${fingerprint(settings.scope, settings.source, name, upgradeAt)}`,
	};
}
