/** The fields of chains: from a list, by ID or by name. */
import { fail, type Answer } from '../errors';
import type { Field } from '../fields/fields';
import { InvalidField, show } from '../fields/invalid';
import { asText, textual } from '../fields/kinds';
import { locator } from '../fields/locator';
import { oncePerClient } from '../network/oncePerClient';
import { infoCall } from '../network/rpcCall';
import { sayName } from '../values/foreign';
import { isId } from '../values/ids';
import type { Client } from '../network/client';
import { findPrimary, letterOf, nameChain, type Letter } from '../avalanche/chains';
import { isTaken, notEvm, readChain, rules, type Entered, type ChainForm } from './entered';
import { nameFromList } from './listed';
import { explainUnlisted, explainUnmeasured, explainUntracked, resolve } from './resolve';

const explainers: Record<ChainForm, Field['explain']> = {
	node: explainUntracked,
	data: explainUnlisted,
	metrics: explainUnmeasured,
};

const chainField = (form: ChainForm, list: string, first: Letter = 'C'): Field<string> => ({
	...locator(
		textual<string>(
			{
				displayName: 'Chain',
				name: 'chain',
				placeholder: form === 'node' ? 'e.g. C' : 'e.g. 43114',
				description: 'EVM chain ID, blockchain ID, alias or name',
			},
			rules[form],
			// A chain that was entered by name is resolved before a request holds it.
			(entered) => readChain(entered, form) as string,
		),
		{
			list,
			first: { value: first, name: `${first}-Chain` },
			byName: { placeholder: 'e.g. Dexalot' },
		},
	),
	resolve: (entered, client) =>
		isTaken(entered as Entered, form) ? undefined : resolve(client, form, entered as Entered),
	callOf: nameResolved,
	explain: explainers[form],
});

/** The name of a chain that was resolved. Asks nothing: the list is read already if the value came from it. */
async function nameResolved(
	entered: unknown,
	resolved: unknown,
	client: Client,
): Promise<string | undefined> {
	const chain = entered as Entered;
	if (chain === 'C' || nameChain(resolved) !== resolved) return undefined;
	const isListed = typeof chain === 'object' && chain.id !== undefined;
	return isListed ? chain.name : sayName(await nameFromList(client, String(resolved)));
}

/** The field without a default. */
export const unset = <T>(field: Field<T>): Field<T> => ({
	...field,
	default: { mode: 'list', value: '' },
});

export const nodeChain = (list: string, first?: Letter): Field<string> =>
	chainField('node', list, first);

export const chain = nodeChain('searchChains');

const askBlockchainId = oncePerClient(async (client, alias: string): Promise<Answer<string>> => {
	const answer = await client.rpc(infoCall('info.getBlockchainID', { alias }));
	if (!answer.ok) return answer;
	const id = (answer.result as { blockchainID?: unknown } | null)?.blockchainID;
	return typeof id === 'string'
		? { ok: true, result: id }
		: fail('not-understood', `The node did not say the blockchain ID of ${alias}`);
});

/** For a node's method that takes no alias: resolves to the blockchain ID. */
export const chainById: Field<string> = {
	...chain,
	placeholder: 'e.g. 2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	resolve: async (entered, client) => {
		const found = await chain.resolve?.(entered, client);
		if (found?.ok === false) return found;
		const known = String(found?.result ?? entered);
		return isId(known) ? { ok: true, result: known } : await askBlockchainId(client, known);
	},
};

const anyEvmChain = nodeChain('searchEvmChains');

/** Refuses P and X. */
export const evmChain: Field<string> = {
	...anyEvmChain,
	encode: (entered, context) => {
		const encoded = anyEvmChain.encode(entered, context);
		const letter = findPrimary(String(encoded))?.letter ?? encoded;
		if (letter === 'P' || letter === 'X') throw notEvm(letter, 'node');
		return encoded;
	},
};

/** The chain of an L1 or subnet, on a node. */
export const l1Chain = unset({ ...nodeChain('searchL1Chains'), name: 'blockchainId' });

export const dataChain: Field<string> = {
	...chainField('data', 'searchDataChains'),
	name: 'chainId',
};

/** Also takes the words for many chains together. */
export const metricsChain: Field<string> = {
	...chainField('metrics', 'searchMetricsChains'),
	name: 'chainId',
};

/** Nobody reads a chart with more bars side by side. */
const mostCompared = 4;

function readCompared(entry: unknown): Entered {
	try {
		return readChain(entry, 'metrics');
	} catch (error) {
		throw naming(entry, error);
	}
}

/** The refusal with the entry of a list that it is about, since the others may be right. */
function naming(entry: unknown, error: unknown): unknown {
	const isNamed = !(error instanceof InvalidField) || error.message.includes(show(entry));
	if (isNamed) return error;
	return new InvalidField(`${show(entry)}: ${error.message}`, error.entered, error.description);
}

/** Two names with a word between them were taken for one. */
function sayHowToSeparate(failed: Answer<never>, chain: Entered): Answer<never> {
	const name = typeof chain === 'string' ? chain : chain.name;
	if (failed.ok || !/[\s](?:and|or|und|&|\+)\s/i.test(name)) return failed;
	const { hint = '' } = failed.failure;
	const failure = { ...failed.failure, hint: `${hint} Separate several chains by commas.`.trim() };
	return { ok: false, failure };
}

/** Further chains of the metrics service, chosen together. */
export const comparedChains: Field<string[] | undefined> = {
	displayName: 'Compare With Chain Names or IDs',
	name: 'compareWith',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'searchMetricsChains' },
	default: [],
	optional: true,
	notSent: true,
	description:
		'Further chains for the same report and chart. The chain chosen above is in it already. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	rule: `a list of at most ${mostCompared} chains, each by its ID or name`,
	encode: (value) => {
		const entries: unknown[] = Array.isArray(value) ? value : asText(value).split(/[,;\n]/);
		const given = entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
		if (given.length > mostCompared)
			throw new InvalidField(`can hold at most ${mostCompared} chains, not ${given.length}`);
		const chains = given.map(readCompared);
		return chains.length ? (chains as string[]) : undefined;
	},
	resolve: async (entered, client) => {
		const ids: string[] = [];
		for (const chain of entered as Entered[]) {
			const found = isTaken(chain, 'metrics')
				? { ok: true as const, result: chain as string }
				: await resolve(client, 'metrics', chain);
			if (!found.ok) return sayHowToSeparate(found, chain);
			ids.push(found.result);
		}
		return { ok: true, result: ids };
	},
};

/** Encoded as the data service names it, such as `c-chain`, or as the blockchain ID. */
export const primaryChain = (letters: Letter[], first: Letter, list: string): Field => {
	const rule = `one of ${letters.map((letter) => `${letter}-Chain`).join(', ')}, or its blockchain ID`;
	return locator(
		textual(
			{
				displayName: 'Blockchain',
				name: 'blockchainId',
				placeholder: `e.g. ${first}-Chain`,
				description: 'Chain of the Primary Network',
			},
			rule,
			(entered) => {
				const value = asText(entered);
				const letter = letterOf(value) ?? findPrimary(value)?.letter;
				if (!letter || !letters.includes(letter))
					throw new InvalidField(`must be ${rule}, not ${show(entered)}`);
				return findPrimary(value) ? value : `${letter.toLowerCase()}-chain`;
			},
		),
		{ list, first: { value: `${first.toLowerCase()}-chain`, name: `${first}-Chain` } },
	);
};
