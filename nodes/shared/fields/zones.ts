/** Time zones as people name them: by IANA name, or by city. */
import { IANAZone } from 'luxon';
import { optional, type Field } from './fields';
import { InvalidField, show } from './invalid';
import { asText, textual } from './kinds';
import { lookUp } from '../values/records';

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The zones of a city. Few names stand for several. */
const zonesOf = (city: string): string[] =>
	Intl.supportedValuesOf('timeZone').filter(
		(zone) => plain(zone.split('/').at(-1)!) === plain(city),
	);

/** The zone of an offset from UTC in whole hours. Its sign is reversed: UTC+2 is Etc/GMT-2. */
function zoneOfOffset(sign: string, hours: string): string {
	const turned = sign === '+' ? '-' : '+';
	return `Etc/GMT${Number(hours) === 0 ? '' : `${turned}${Number(hours)}`}`;
}

/** Not every version of Node.js takes offsets as zones. */
function sayOffset(sign: string, hours: string): string {
	const offset = `${sign}${hours.padStart(2, '0')}:00`;
	return IANAZone.isValidZone(offset)
		? `For a fixed offset, enter ${offset}.`
		: `For a fixed offset, enter ${zoneOfOffset(sign, hours)}, whose sign is turned.`;
}

const example = 'Enter a place, such as Europe/Berlin or America/New_York.';

/** Names of standard time all year. Each place has the clocks that people mean by the name. */
const fixed: Record<string, [place: string, sign: string, hours: string]> = {
	EST: ['America/New_York', '-', '5'],
	HST: ['Pacific/Honolulu', '-', '10'],
	MEZ: ['Europe/Berlin', '+', '1'],
	MST: ['America/Denver', '-', '7'],
};

/** Names of summer time alone, each with a place that has it. */
const ofSummer: Record<string, string> = {
	AEDT: 'Australia/Sydney',
	CDT: 'America/Chicago',
	CEST: 'Europe/Berlin',
	EDT: 'America/New_York',
	EEST: 'Europe/Athens',
	MDT: 'America/Denver',
	MESZ: 'Europe/Berlin',
	PDT: 'America/Los_Angeles',
	WEST: 'Europe/Lisbon',
};

function refuseSummer(entered: string): InvalidField | undefined {
	const place = lookUp(ofSummer, entered.toUpperCase());
	return place
		? new InvalidField(
				`${show(entered)} is summer time alone, and does not say when clocks change`,
				entered,
				`Enter a place, such as ${place}.`,
			)
		: undefined;
}

/** Short names that mean one zone. Others are accepted by some systems, with a meaning of their own. */
const isShort = (entered: string): boolean =>
	/^[A-Z]{2}T$/i.test(entered) && !/^(?:GMT|UCT|CET|EET|JST|MET|WET)$/i.test(entered);

/** Letters that people of several zones use: China and Chicago have CST, India and Israel IST. */
const isShared = /^(?:[ABCGIPSW]ST|ACT|ADT|AMT|[ACEMP]T|ECT)$/i;

function refuseFixed(entered: string): InvalidField | undefined {
	const known = lookUp(fixed, entered.toUpperCase());
	if (!known) return undefined;
	const [place, sign, hours] = known;
	return new InvalidField(
		`${show(entered)} is standard time all year, without summer time`,
		entered,
		`Enter a place, such as ${place}. ${sayOffset(sign, hours)}`,
	);
}

function refuseZone(entered: string): InvalidField {
	const [, sign, hours] = /^(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?00)?$/i.exec(entered) ?? [];
	if (sign && Number(hours) <= 12)
		return new InvalidField(
			`${show(entered)} does not say when clocks change`,
			entered,
			`${example} ${sayOffset(sign, hours)}`,
		);
	const known = refuseFixed(entered) ?? refuseSummer(entered);
	if (known) return known;
	if (isShared.test(entered))
		return new InvalidField(`${show(entered)} is short for more than one zone`, entered, example);
	return new InvalidField(`${show(entered)} is not the name of a time zone`, entered, example);
}

/** No zone has a longer name. */
const longestZone = 100;

/** The IANA name. Throws an InvalidField. */
function readZone(entered: string): string {
	if (entered.length > longestZone || isShort(entered)) throw refuseZone(entered);
	if (IANAZone.isValidZone(entered)) return entered;
	const [found, ...others] = zonesOf(entered);
	if (found && others.length === 0) return found;
	throw refuseZone(entered);
}

/** The zone of a report. `what` completes its description: "period and of the groups". */
export const timeZoneOf = (what: string): Field<string | undefined> =>
	optional(
		textual(
			{
				displayName: 'Time Zone',
				name: 'timeZone',
				placeholder: 'e.g. Europe/Berlin',
				notSent: true,
				description: `Time zone of the ${what}. Defaults to the workflow's. A time with a zone of its own stays that moment.`,
			},
			'an IANA time zone',
			(value) => readZone(asText(value)),
		),
	);
