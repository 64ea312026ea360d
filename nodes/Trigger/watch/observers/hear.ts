/** Asks the further observers if something is bad or unknown, or if they must prove that they work. */
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

/** The reading with everybody's votes, and the answers of the further observers. */
export interface Hearing {
	reading: Reading;
	/** Undefined if nobody was asked. */
	voters?: Voter[];
	/** Node IDs that they were asked about. */
	asked: string[];
	/** Why the queried node could not be read. */
	ownReason?: string;
}

/** Why the queried node has no vote, worded like the reasons of the other observers. */
const sayUnread = ({ httpStatus = 0 }: Failure): string =>
	httpStatus >= 400 ? `HTTP ${httpStatus}` : 'no answer';

/** This many validators are enough to prove that an observer works. */
const mostProven = 50;

/** The validators watched in the last poll, unless the user has chosen others since. */
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

/** If the very first reading fails, its failure stands: nobody knows yet who is watched. */
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
