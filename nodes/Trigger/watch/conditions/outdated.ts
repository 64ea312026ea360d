import { sayMoment, type ZonedTime } from '../../../feeds/items/words';
import type { Field } from '../../../shared/fields/fields';
import { integer, text } from '../../../shared/fields/kinds';
import { sayVersion, sayWord } from '../../../shared/values/foreign';
import type { Context, Facts } from '../model';
import { describeUpgrade, findNeededUpgrade, isUpgradeNear } from '../upgrades';
import { badIf, type Condition } from './condition';
import { daySeconds } from '../../../shared/values/timeUnits';

interface Rule {
	/** Older versions are outdated. Empty: the version that the network's upgrades require. */
	minimumVersion: string;
	/** An upgrade's version is required from this many seconds before the upgrade. */
	upgradeSeconds: number;
}

const upgradeDays = integer(
	{
		displayName: 'Warn Before the Upgrade (Days)',
		name: 'upgradeDays',
		default: 14,
		description:
			'How many days before a network upgrade to report nodes that are too old for it. The queried node says when upgrades begin.',
	},
	1,
	365,
);

/** As a person or a node writes it: "v1.15.1", "avalanchego/1.15.1". */
const written = /^(?:avalanchego)?[/ ]?v?(\d+\.\d+\.\d+)$/i;

/** "avalanchego/v1.15" is meant as 1.15.0. */
function fixVersion(entered: string): string {
	const [, major, minor] = /^(?:avalanchego)?[/ ]?v?(\d+)\.(\d+)$/i.exec(entered) ?? [];
	return major
		? `A version has three numbers: enter ${major}.${minor}.0.`
		: "This is no version: enter one such as 1.15.1, or remove the option. Then the network's upgrades decide.";
}

const versionText = text(
	{
		displayName: 'Minimum Version',
		name: 'minimumVersion',
		placeholder: 'e.g. 1.15.1',
		description:
			"Alert about nodes with an older version. Without this option: the version that the network's upgrades require.",
		fixOf: fixVersion,
	},
	'a version of three numbers, like 1.15.1',
	(value) => written.test(value),
);

const minimumVersion: Field<string> = {
	...versionText,
	encode: (value, context) => versionText.encode(value, context).replace(written, '$1'),
	optional: true,
	required: false,
};

/** The upgrade that decides the required version. Undefined if the user entered a version. */
const findUpgrade = (rule: Rule, { at, upgrades }: Context) =>
	upgrades && !rule.minimumVersion
		? findNeededUpgrade(upgrades, at + rule.upgradeSeconds)
		: undefined;

const versionOf = (rule: Rule, context: Context): string | undefined =>
	rule.minimumVersion || findUpgrade(rule, context)?.version;

/** The three numbers of a version like `avalanchego/1.14.2`. Undefined if it is unknown. */
const partsOf = (version: string | undefined): number[] | undefined =>
	/(\d+)\.(\d+)\.(\d+)/
		.exec(version ?? '')
		?.slice(1)
		.map(Number);

/** Compares versions like `avalanchego/1.14.2` and `1.15.0`. Undefined if one of them is unknown. */
function isOlder(version: string | undefined, than: string | undefined): boolean | undefined {
	const [has, wants] = [version, than].map(partsOf);
	if (!has || !wants) return undefined;
	const at = has.findIndex((part, i) => part !== wants[i]);
	return at >= 0 && has[at] < wants[at];
}

function sayVersions({ leastVersion, upgradeAt, ...facts }: Facts, clock: ZonedTime) {
	if (facts.version === null || leastVersion === null) {
		const title = 'runs an old version';
		return { title, what: `${title}: which one, and which is required, is not known now` };
	}
	const [version, upgrade] = [sayVersion(facts.version), sayWord(facts.upgrade, 40)];
	const title = `runs ${version}, older than ${leastVersion}`;
	if (!upgrade) return { title, what: title };
	const when = Date.parse(String(upgradeAt)) <= clock.at * 1000 ? 'since' : 'from';
	return {
		title,
		what: `runs ${version}, but the ${upgrade} upgrade requires ${leastVersion} ${when} ${sayMoment(upgradeAt, clock)}`,
	};
}

export const outdated: Condition<Rule> = {
	code: 9,
	event: 'outdated',
	endEvent: 'upToDate',
	goodState: 'upToDate',
	option: {
		name: 'Old Version',
		description: 'It runs an older version than the next upgrade requires, or than you enter',
	},
	sources: { peers: 'optional' },
	options: [upgradeDays, minimumVersion],
	readRule: (read) => ({
		minimumVersion: read(minimumVersion),
		upgradeSeconds: read(upgradeDays) * daySeconds,
	}),
	needs: (rule) => ({ upgradesWithin: rule.minimumVersion ? undefined : rule.upgradeSeconds }),
	reads: { what: 'version', isKnown: ({ version }) => partsOf(version) !== undefined },
	judge: ({ version }, rule, context) => badIf(isOlder(version, versionOf(rule, context))),
	unknownFacts: {
		version: null,
		leastVersion: null,
		upgrade: null,
		upgradeAt: null,
		daysLeft: null,
	},
	facts: ({ version }, rule, context) => {
		const upgrade = findUpgrade(rule, context);
		return {
			version: version ?? null,
			leastVersion: versionOf(rule, context) ?? null,
			...(upgrade && describeUpgrade(upgrade, context.at)),
		};
	},
	words: {
		began: ({ facts, ...clock }) => ({
			severity: isUpgradeNear(facts.upgradeAt, clock.at) ? 'critical' : 'warning',
			...sayVersions(facts, clock),
			todo: 'Update the node.',
		}),
		ended: ({ facts: { version } }) =>
			version === null
				? 'runs a version that is new enough'
				: `runs ${sayVersion(version)}, which is new enough`,
		manyTodo: 'Update the nodes.',
		manyBegan: 'run an old version',
		manyEnded: 'are up to date',
		saysWhen: true,
	},
	sample: () => ({ validator: { version: 'avalanchego/1.0.0' } }),
	sampleEnd: (_validator, rule, context) => ({
		validator: { version: `avalanchego/${versionOf(rule, context) ?? '1.15.0'}` },
	}),
};
