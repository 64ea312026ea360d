/** Asks the further observers where that is due: something is bad or unknown, or they are to prove that they work. */
import { networkByCredential } from '../../../shared/chains/network';
import type { Failure } from '../../../shared/errors';
import { unpackSubjects } from '../cursor';
import type { WatchSettings } from '../model';
import { nameChoice, type WatchCursor } from '../past';
import { hasLeft } from '../presence';
import type { Reading } from '../readings';
import { findNetwork, hostOf } from '../showValidator';
import { askNode, askOwnFitness, type Contacts } from './ask';
import { askDataApi, forgetRecords, type AskedAbout } from './dataApi';
import { findReason, judgeSuspects, listSuspects, standIn, type Voter } from './votes';

/** A reading with the votes of all, and what the further observers answered. */
export interface Hearing {
	reading: Reading;
	/** Nothing where they were not asked. */
	voters?: Voter[];
	/** About whom. */
	asked: string[];
	/** Why the queried node could not be read. */
	ownReason?: string;
}

/** Why the queried node has no vote, in the words of the other observers. */
const sayUnread = ({ httpStatus = 0 }: Failure): string =>
	httpStatus >= 400 ? `HTTP ${httpStatus}` : 'no answer';

/** So many show whether an observer works. */
const mostProven = 50;

/** Those that were watched in the last poll, where their choice is still the same. */
function listKnown(cursor: WatchCursor | undefined, settings: WatchSettings): string[] {
	const watched = cursor?.watched;
	if (watched?.choice !== nameChoice(settings)) return [];
	return [...unpackSubjects(watched.states, cursor!.at)]
		.filter(([, subject]) => subject.validation && !hasLeft(subject))
		.map(([key]) => key);
}

const askAll = async (
	{ context, client }: Contacts,
	settings: WatchSettings,
	reading: Reading,
	asked: AskedAbout,
): Promise<Voter[]> =>
	await Promise.all(
		settings.observers!.list.map(async ({ name, url }): Promise<Voter> => {
			if (url) return await askNode(context, { name, url }, asked.nodeIds, settings);
			const network = networkByCredential(client) ?? findNetwork(client.nameOf('node'), reading);
			return await askDataApi(client, name, network, asked);
		}),
	);

/** Where the first reading of all fails, its failure stands: nobody knows yet who is watched. */
export async function hear(
	contacts: Contacts,
	settings: WatchSettings,
	reading: Reading,
	{ cursor, isProofDue }: { cursor?: WatchCursor; isProofDue: boolean },
): Promise<Hearing> {
	if (!settings.observers) return { reading, asked: [] };
	const { client } = contacts;
	const { at, validators, failure } = reading;
	const ownReason = failure && sayUnread(failure);
	const known = failure ? listKnown(cursor, settings) : [];
	const suspects = validators ? listSuspects(validators, settings, at) : known;
	if (!suspects.length) forgetRecords(settings.scope);
	const proven = isProofDue ? [...(validators?.keys() ?? known)].slice(0, mostProven) : [];
	const nodeIds = [...new Set([...suspects, ...proven])];
	if (!nodeIds.length) return { reading, asked: [], ownReason };
	const { scope } = settings;
	const [voters, reason] = await Promise.all([
		askAll(contacts, settings, reading, { nodeIds, suspects, scope, at }),
		validators && suspects.length ? askOwnFitness(client, settings) : undefined,
	]);
	const name = hostOf(client.nameOf('node'));
	const panel = { own: { name, reason: validators ? reason : ownReason }, voters };
	const judgeAll = validators ? judgeSuspects : standIn;
	const heard = suspects.length ? judgeAll(reading, suspects, panel, settings) : reading;
	const furtherObservers = voters.map((voter) => ({
		name: voter.name,
		reason: findReason(voter, nodeIds) ?? null,
	}));
	return { reading: { ...heard, furtherObservers }, voters, asked: nodeIds, ownReason };
}
