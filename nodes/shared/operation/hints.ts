/** Hints about the work of a finished run. n8n shows nothing of a node while it runs. */
import { sayFew } from '../values/lists';
import type { NodeExecutionHint } from 'n8n-workflow';
import { nameNetwork } from '../avalanche/chains';
import { sayLastLeftOut } from '../fields/period';
import type { AvalancheCredential } from '../network/credential';
import type { Spent } from '../network/requests';
import { countOf } from '../values/writing';
import { keepBrackets } from '../values/text';

/** A list that its limit ended. */
export interface Cut {
	limit: number;
	/** True if it is certain that others follow. */
	isCertain: boolean;
}

/** Counts for one list. */
export interface Tally {
	/** Names one record. Set if records are filtered here. */
	noun?: string;
	/** Labels of the fields that filter. */
	narrowedBy?: string[];
	pages: number;
	read: number;
	wanted: number;
	/** Set if the limit ended the list, and others follow or may follow. */
	cut?: Cut;
	/** True if the reading ended because a tool's call may send no more requests. */
	isUsedUp?: boolean;
	/** Returned records without a price. */
	unpriced?: number;
	/** True if one of them can still get a price. */
	isPriceToCome?: boolean;
	/** Logs of a wanted event that do not fit its declaration. */
	unfit?: number;
	/** True if a report has figures without any record, such as balances that did not change. */
	hasFigures?: boolean;
	/** Names the list among several. */
	called?: string;
	/** The row's advice for an empty list. */
	ifEmpty?: string;
	/** The row's advice if no record matched. */
	ifNoneMatch?: string;
	/** Says why no record matched, in place of the fields that filter. */
	whyNone?: string;
	/** True if the list is that of a period, which may hold nothing though all that was entered is right. */
	isOfPeriod?: boolean;
	/** The blocks of the period, and the number of requests it took to find them. */
	period?: string;
	/** Says that the period of a report was not over. */
	unfinished?: string;
	/** Says what the figures of a report cover, if not its period. */
	covered?: string;
	/** Says what of the figures is unknown or does not add up. */
	lacks?: string;
	/** Tells which further records a file holds, beyond those that matched. */
	inFile?: string;
	/** Requested IDs that were not found. */
	missing?: Missing[];
	/** Requested IDs that another list of the run can have, such as tokens of several wallets. */
	askedOfEach?: string[];
	/** Node IDs that the user named and that the list did not have so far. */
	strays?: string[];
}

/** `name` is the user's name for it. */
interface Missing {
	id: string;
	name?: string;
}

/** More pages than this are long work, which deserves a hint. */
const fewPages = 10;

const whatToCheck = 'Check the address or ID, the chain and the filters.';
const periodMayHaveNone = 'The period may have none: choose another Period.';

/** Beyond this many, IDs are only counted. */
const fewIds = 3;

/** Lists the requested IDs that were not found, or that have no record of a list which says how many matched. */
export function sayMissing({
	missing = [],
	noun,
	wanted,
}: Partial<Pick<Tally, 'missing' | 'noun' | 'wanted'>> = {}): string | undefined {
	if (noun && !wanted) return undefined;
	const each = [...new Map(missing.map((one) => [one.id, one])).values()];
	const few = each.slice(0, fewIds).map(({ id, name }) => (name ? `${name} (${id})` : id));
	const fault = noun ? `No ${noun} of` : 'Not found';
	return each.length ? `${fault}: ${sayFew(few, each.length - few.length)}.` : undefined;
}

/** Says how many logs were left out for not fitting the declaration; undefined if all fit. */
export const sayUnfit = (unfit = 0): string | undefined =>
	unfit > 0
		? `Left out: ${countOf(unfit, 'log')} of this event that index other parameters than the declaration. Contracts differ in this, such as those of tokens and NFTs. To read these too, add the event as their contract declares it.`
		: undefined;

/** The names of the lists that have one. Empty if none has. */
function nameLists(tallies: Tally[]): string {
	const names = [...new Set(tallies.flatMap(({ called }) => called ?? []))];
	const few = names.slice(0, fewIds);
	return names.length ? sayFew(few, names.length - few.length) : '';
}

function nameEmpty(empty: Tally[]): string {
	const names = nameLists(empty);
	return names && ` (${names})`;
}

/** Says that nothing was found. If only some lists are empty, says so only if the row has advice. */
function sayEmpty(tallies: Tally[]): string | undefined {
	const asked = tallies.filter(({ pages }) => pages > 0);
	const empty = asked.filter(({ read, hasFigures }) => read === 0 && !hasFigures);
	const { ifEmpty } = empty.find((tally) => tally.ifEmpty) ?? {};
	if (!empty.length) return undefined;
	const ofPeriod = empty.some(({ isOfPeriod }) => isOfPeriod) ? `${periodMayHaveNone} ` : '';
	if (empty.length === asked.length)
		return `Nothing was found. ${ofPeriod}${ifEmpty ?? whatToCheck}`;
	return (
		ifEmpty &&
		`Nothing was found for ${empty.length} of ${asked.length}${nameEmpty(empty)}. ${ofPeriod}${ifEmpty}`
	);
}

/** Each text once, behind the names of its lists if others say something else. */
function sayLacks(tallies: Tally[]): string {
	const lacking = tallies.filter(({ lacks }) => lacks);
	const texts = [...new Set(lacking.map(({ lacks }) => lacks!))];
	const isOfAll = texts.length === 1 && lacking.length === tallies.length;
	const said = texts.slice(0, fewIds).map((text) => {
		const names = isOfAll ? '' : nameLists(lacking.filter(({ lacks }) => lacks === text));
		return names ? `${names}: ${text}` : text;
	});
	const others = texts.length - said.length;
	return [...said, ...(others > 0 ? [`And ${others} more like these.`] : [])].join(' ');
}

/** Each text once. Runs seldom read more than one chain or period, so only a few are shown. */
const sayOnce = (tallies: Tally[], of: 'period' | 'unfinished' | 'covered'): string =>
	[...new Set(tallies.flatMap((tally) => tally[of] ?? []))].slice(0, fewIds).join(' ');

const secondsOf = ({ heldBackMs }: Spent): number => Math.round(heldBackMs / 1000);

const describeSpent = ({ requests, retries, computeUnits }: Spent): string =>
	[
		`Sent ${countOf(requests, 'request')}`,
		retries > 0 && `, ${countOf(retries, 'retry', 'retries')} among them`,
		computeUnits ? `, for ${countOf(computeUnits, 'compute unit')}.` : '.',
	]
		.filter(Boolean)
		.join('');

interface Total {
	pages: number;
	read: number;
	wanted: number;
	unpriced: number;
	unfit: number;
	cuts: Cut[];
	isPriceToCome: boolean;
	noun?: string;
	narrowedBy: string[];
	whyNone?: string;
	missing: Missing[];
}

/** What no list has of those that were asked for it. One whose pages were not all read may have it. */
function joinMissing(tallies: Tally[]): Missing[] {
	const held = new Set(
		tallies.flatMap(({ askedOfEach = [], missing = [] }) => {
			const gone = new Set(missing.map(({ id }) => id));
			return askedOfEach.filter((id) => !gone.has(id));
		}),
	);
	return tallies.flatMap(({ missing = [] }) => missing.filter(({ id }) => !held.has(id)));
}

function addTallies(tallies: Tally[]): Total {
	const sum = (of: (tally: Tally) => number | undefined) =>
		tallies.reduce((all, tally) => all + (of(tally) ?? 0), 0);
	const { noun, narrowedBy = [], whyNone } = tallies.find((tally) => tally.noun) ?? {};
	return {
		pages: sum(({ pages }) => pages),
		read: sum(({ read }) => read),
		wanted: sum(({ wanted }) => wanted),
		unpriced: sum(({ unpriced }) => unpriced),
		unfit: sum(({ unfit }) => unfit),
		cuts: tallies.flatMap(({ cut }) => cut ?? []),
		isPriceToCome: tallies.some(({ isPriceToCome }) => isPriceToCome),
		noun,
		narrowedBy,
		whyNone,
		missing: joinMissing(tallies),
	};
}

/** Says how many records matched. A list without a noun mentions it only if none did, and one that ends early never. */
function sayMatches(total: Total): string | undefined {
	const { pages, read, wanted, noun, narrowedBy, whyNone, cuts } = total;
	if (cuts.length) return undefined;
	if (!noun)
		return read > 0 && !wanted
			? `None of ${countOf(read, 'record')} matched the filters.`
			: undefined;
	if (!pages) return undefined;
	if (wanted)
		return `${countOf(wanted, noun)} matched ${narrowedBy.join(' and ')}${read > wanted ? `. To find them, ${read} were read, the newest first` : ''}.`;
	if (read)
		return whyNone ?? `None of ${countOf(read, noun)} matched: widen ${narrowedBy.join(' or ')}.`;
	return `No ${noun}s were found. Check the IDs and the network that you asked for.`;
}

/** Says that lists end early, because their sums would look complete. n8n's own hint does not know if anything follows. */
function sayLimit({ cuts }: Total, lists: number): string | undefined {
	const [first] = cuts;
	if (!first) return undefined;
	const isSame = cuts.every(({ limit }) => limit === first.limit);
	const limit = isSame ? `Limit (${first.limit})` : 'Limit';
	const ends = lists > 1 ? `${cuts.length} of ${lists} lists end` : 'The list ends';
	const follows = cuts.some(({ isCertain }) => isCertain) ? 'there are more' : 'there may be more';
	return `${ends} at ${limit}: ${follows}. Turn on Return All to get them.`;
}

/** Counts rewards without a price, and says if one follows. Undefined if all have one. */
export function sayUnpriced({
	unpriced = 0,
	isPriceToCome,
}: Pick<Tally, 'unpriced' | 'isPriceToCome'>): string | undefined {
	const whatFollows = isPriceToCome
		? 'New ones get theirs after about 24 hours.'
		: 'The service has none for that time.';
	return unpriced > 0
		? `Without a price: ${countOf(unpriced, 'reward')}. ${whatFollows}`
		: undefined;
}

/** The first that applies: missing IDs, logs that do not fit, empty lists. */
const sayNotThere = (total: Total, tallies: Tally[]): string | undefined =>
	sayMissing(total) ?? sayUnfit(total.unfit) ?? (total.noun ? undefined : sayEmpty(tallies));

/** Sums up a run: work done if it was much, lists that end early, records without a price, and time lost to rate limits. */
export function describeWork(
	tallies: Tally[],
	spent: Spent,
	ofChoices?: string,
): NodeExecutionHint | undefined {
	const total = addTallies(tallies);
	const { pages, read, noun = 'record' } = total;
	const isLong = pages > fewPages;
	const seconds = secondsOf(spent);
	const message = [
		ofChoices,
		sayOnce(tallies, 'unfinished'),
		sayOnce(tallies, 'covered'),
		sayLacks(tallies),
		sayOnce(tallies, 'period'),
		isLong && `Read ${countOf(read, noun)} on ${countOf(pages, 'page')}.`,
		sayNotThere(total, tallies),
		sayMatches(total),
		total.read > 0 && !total.wanted && tallies[0]?.ifNoneMatch,
		tallies[0]?.inFile,
		sayLimit(total, tallies.length),
		sayUnpriced(total),
		seconds > 0 && `Rate limits held requests back for ${seconds} s.`,
		(isLong || seconds > 0) && describeSpent(spent),
	]
		.filter(Boolean)
		.join(' ');
	return message ? { message: keepBrackets(message), location: 'outputPane' } : undefined;
}

/** Warns that a request read another network than the credential's. The public hosts serve both. */
export const sayOtherNetwork = (
	asked: unknown,
	{ network }: AvalancheCredential,
): string | undefined =>
	(network === 'mainnet' || network === 'fuji') && typeof asked === 'string' && asked !== network
		? `This was read from ${nameNetwork(asked)}, as Network says. The credential is for ${nameNetwork(network)}.`
		: undefined;

/** Says what the choices of a run do that its user may not expect, each once. */
export function sayChoices(
	choices: Array<Record<string, unknown>>,
	credential: AvalancheCredential,
): string {
	const others = choices.map(({ network }) => sayOtherNetwork(network, credential));
	const said = [others, choices.map(sayLastLeftOut)].map((texts) => texts.find(Boolean));
	return said.filter(Boolean).join(' ');
}

/** The cost of a run, for its node's span in the traces that n8n sends to OpenTelemetry. */
export const traceWork = (spent: Spent): Record<string, number> => ({
	'avalanche.requests': spent.requests,
	'avalanche.retries': spent.retries,
	...(spent.computeUnits !== undefined && { 'avalanche.compute_units': spent.computeUnits }),
	'avalanche.seconds_held_back': secondsOf(spent),
});
