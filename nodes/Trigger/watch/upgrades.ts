/** The network's upgrades, and the versions of avalanchego that they require. */
import { toIso } from '../../feeds/items/words';
import type { UpgradeTimes } from '../../shared/validators/upgrades';
import { capitalize } from '../../shared/values/text';
import { daySeconds } from '../../shared/values/timeUnits';

/** The first release with each upgrade (release notes of avalanchego), in the order of the upgrades. */
const versions: Record<string, string> = {
	apricotPhase1: '1.3.0',
	apricotPhase2: '1.4.0',
	apricotPhase3: '1.5.0',
	apricotPhase4: '1.6.0',
	apricotPhase5: '1.7.0',
	apricotPhasePre6: '1.8.0',
	apricotPhase6: '1.8.0',
	apricotPhasePost6: '1.8.0',
	banff: '1.9.0',
	cortina: '1.10.0',
	durango: '1.11.0',
	etna: '1.12.0',
	fortuna: '1.13.0',
	granite: '1.14.0',
	helicon: '1.15.0',
};

export interface Upgrade {
	name: string;
	/** When it begins, UNIX seconds. */
	at: number;
}

/** The newest known upgrade that begins by `until`, with its version. */
export function findNeededUpgrade(
	times: UpgradeTimes,
	until: number,
): (Upgrade & { version: string }) | undefined {
	const [name, version] = Object.entries(versions).findLast(([each]) => times[each] <= until) ?? [];
	return name && version ? { name, version, at: times[name] } : undefined;
}

/** The newest upgrade that begins by `until` and has no version here. */
export function findUnknownUpgrade(times: UpgradeTimes, until: number): Upgrade | undefined {
	const unknown = Object.entries(times).filter(
		([name, at]) => !Object.hasOwn(versions, name) && at <= until,
	);
	const [name, at] = unknown.sort(([, a], [, b]) => b - a)[0] ?? [];
	return name !== undefined && at !== undefined ? { name, at } : undefined;
}

/** Alerts about old nodes turn critical this long before the upgrade. */
const urgentSeconds = 3 * daySeconds;

/** True from three days before the upgrade on, and after it. Undefined if its time is unknown. */
export function isUpgradeNear(upgradeAt: unknown, at: number): boolean | undefined {
	const seconds = Date.parse(String(upgradeAt)) / 1000 - at;
	return Number.isNaN(seconds) ? undefined : seconds < urgentSeconds;
}

/** Writes the upgrade's name as its announcement does. */
export const describeUpgrade = ({ name, at: upgradeAt }: Upgrade, at: number) => ({
	upgrade: capitalize(name),
	upgradeAt: toIso(upgradeAt),
	daysLeft: Math.max(0, Math.floor((upgradeAt - at) / daySeconds)),
});
