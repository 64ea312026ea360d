/**
 * An answer that names another subject than the question is refused, and one that names the same in another form is
 * taken: for every operation, every request that it sends, and every part of an answer that names a subject.
 */
import type { IDataObject } from 'n8n-workflow';
import { askedOf, readPath } from '../../nodes/shared/network/subjects/index.ts';
import {
	methodNamings,
	pathNamings,
	type Naming,
} from '../../nodes/shared/network/subjects/table.ts';
import { evmMethods } from '../../spec/evmMethods.mts';
import { listNames, type Type } from '../../spec/grammar.mts';
import { endpoints } from '../../spec/index.mts';
import { createMaker, sampleOf } from '../../spec/make.mts';
import { nodeMethods } from '../../spec/nodeMethods.mts';
import { listRows, makeExample, nameRow, type Row } from '../../tools/groups.mts';
import { address, word } from '../support/hex.mts';
import { hashOfRaw, sayAlike, sayAsked, sayOther, withSubject } from '../support/subjects.mts';
import { useRows } from '../support/useEngine.mts';
import { eachCall, reply, useScript } from '../support/useScript.mts';

const namings: Record<string, Naming[]> = { ...methodNamings, ...pathNamings };
const nameOf = (of: string, place: number): string => {
	const { records = '', at } = namings[of][place];
	return `${of} ${[records, at.join('|')].filter(Boolean).join(' ')} (${place})`;
};

/** What the answers say of the subject that was asked for; of one naming something else, where a test wants it. */
let disturbed: { name: string; say: (naming: Naming, asked: string) => unknown } | undefined;
/** The namings that the requests of a run had to do with. */
let met: Map<string, { naming: Naming; asked: string }>;

/** The answer to a question, about what it asks for. */
function answerTo(of: string, question: unknown, answer: unknown): unknown {
	const all = (namings[of] ?? []).flatMap((naming, place) => {
		const asked = askedOf(naming, question)?.written[0];
		return asked === undefined ? [] : [{ name: nameOf(of, place), naming, asked: String(asked) }];
	});
	for (const { name, naming, asked } of all) met.set(name, { naming, asked });
	// What is disturbed comes last: two lines may speak of one place.
	const isDisturbed = ({ name }: { name: string }) => name === disturbed?.name;
	return [...all.filter((one) => !isDisturbed(one)), ...all.filter(isDisturbed)].reduce(
		(said, one) => {
			const say = isDisturbed(one) ? disturbed!.say : sayAsked;
			return withSubject(said, one.naming, say(one.naming, one.asked));
		},
		answer,
	);
}

const log = {
	address: address(1),
	topics: [],
	data: `0x${word(0).repeat(4)}`,
	blockNumber: '0x5',
	transactionHash: `0x${word(1)}`,
	blockHash: `0x${word(2)}`,
	logIndex: '0x0',
	removed: false,
};
const { result: typeOfBlock } = evmMethods.find(({ method }) => method === 'eth_getBlockByNumber')!;
const makeBlock = () => ({ ...(sampleOf(typeOfBlock as Type) as object), transactions: [{}] });
/** Answers that have to fit together, or to be read further. */
const ours: Record<string, () => unknown> = {
	eth_getLogs: () => [{ ...log }],
	eth_blockNumber: () => '0x9',
	eth_getBlockByNumber: makeBlock,
	eth_getBlockByHash: makeBlock,
	'info.upgrades': () => ({ heliconTime: '2026-01-01T00:00:00Z' }),
	'admin.setLoggerLevel': () => ({ loggerLevels: { C: {} } }),
	'platform.getValidatorFeeState': () => ({
		excess: 1,
		price: 1,
		timestamp: '2026-01-01T00:00:00Z',
	}),
};

function answerCall(method: string): unknown {
	if (ours[method]) return ours[method]();
	const evm = evmMethods.find((one) => one.method === method);
	if (evm) return typeof evm.result === 'string' ? null : sampleOf(evm.result);
	const found = nodeMethods.find((one) => one.method === method);
	if (!found || found.answer === 'success') return {};
	return createMaker({ has: () => true, length: 1 })(found.answer.real).sent;
}

/** The newest block is the first after the genesis, where older ones are looked for, and holds what is listed. */
const ourRecords: Record<string, IDataObject> = {
	'/v1/chains/{chainId}/blocks': { blockNumber: '1', blockTimestamp: 4_000_000_000 },
	'/v1/chains/{chainId}/addresses/{address}/transactions:listNative': {
		blockNumber: '1',
		txStatus: '1',
		txHash: `0x${word(1)}`,
	},
};

const server = useScript((request, ...rest) => {
	if (request.calls.length)
		return eachCall(({ method, params }) => ({
			result: answerTo(method, params, answerCall(method)),
		}))(request, ...rest);
	const url = new URL(request.path, 'http://service');
	const query = Object.fromEntries(url.searchParams);
	const endpoint = endpoints.find(({ path }) =>
		new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
	);
	if (!endpoint) return reply({ message: 'no such path' }, 404);
	const body = createMaker({ has: (place) => !place.includes('nextPageToken'), length: 1 })(
		endpoint.answer.real,
	).sent as IDataObject;
	delete body.nextPageToken;
	const records = Object.values(body).filter(Array.isArray).flat() as IDataObject[];
	for (const record of records) Object.assign(record, ourRecords[endpoint.path]);
	const question = readPath({ path: url.pathname, query });
	return reply(question ? answerTo(question.name, question.asked, body) : body);
});
const runRow = useRows(server, { retries: 0, parallelRequests: 1 });

/** What fills the fields that name subjects, by name; undefined: what the field shows as an example. */
const chosen: Array<Record<string, unknown>> = [
	{
		validatorsFrom: 'lines',
		period: 'allTime',
		currency: 'usd',
		addFee: true,
		timeLimit: 1,
		rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'],
		transactionHash: hashOfRaw,
		block: '7',
		fromBlock: '5',
		toBlock: '9',
		lastBlock: '9',
		rawTransaction: '0x02f86c01',
		transaction: { to: address(5), value: '1', nonce: '3' },
		nodeIds: undefined,
		contractAddress: undefined,
		contractAddresses: undefined,
		loggerName: 'C',
		topics: JSON.stringify([1, 2, 3, 4].map((topic) => `0x${word(topic)}`)),
		fullTransactions: true,
		addresses: undefined,
		slots: undefined,
		network: undefined,
		names: undefined,
	},
	{
		blockHash: undefined,
		rewardsOf: 'addresses',
		period: 'allTime',
		blockId: hashOfRaw,
		block: hashOfRaw,
	},
	{ period: 'last7Days', addresses: undefined, withValues: true },
];

/** The ways to fill the fields of an operation: each whose fields it has. */
function listExamples(at: Row): Array<Record<string, unknown>> {
	return chosen.flatMap((values, i) => {
		const own = Object.fromEntries(
			Object.entries(values).filter(([name]) => at.fields.some((field) => field.name === name)),
		);
		if (i && !Object.keys(own).some((name) => name !== 'period')) return [];
		const { transaction, ...simple } = own;
		for (const fill of [own, simple])
			try {
				return [makeExample(at, fill).entered];
			} catch {
				// Not every field of this name takes this.
			}
		return [];
	});
}

const run = async (at: Row, entered: Record<string, unknown>) => {
	const { items, error } = await runRow(at, entered, {}, { allowChanges: true });
	return { items, said: error && `${error.message} ${error.description ?? ''}` };
};

const refusal = /The answer of \S+ is (about .+, and )?not about /;
/** What an operation reads beside its subject, and says that it does not know it where the answer is refused. */
const beside: Record<string, string> = {
	'Reward: Get Report platform.getCurrentValidators validators.* nodeID (0)':
		'a report of rewards notes that it does not know which validators restake',
	'Primary Network Validator: Get Report info.peers peers.* nodeID (0)':
		'a report of validators notes that the node gave no list of its peers, and has no versions',
	...Object.fromEntries(
		['chainId (0)', 'txHash (1)'].map((naming) => [
			`Transaction: Get Many Internal of Address /v1/chains/{chainId}/transactions/{txHash} nativeTransaction.${naming}`,
			'the change of an internal transaction is null if its transaction cannot be read',
		]),
	),
};
const rows = listRows().filter(({ isOffline }) => !isOffline);
const byName = rows.map((at) => [`${at.description.name} ${nameRow(at)}`, at] as const);
/** What was met in any operation. */
const seen = new Set<string>();

beforeEach(() => {
	disturbed = undefined;
	met = new Map();
});

test.each(byName)('%s: an answer about another subject is refused', async (_name, at) => {
	for (const entered of listExamples(at)) {
		disturbed = undefined;
		met = new Map();
		const { said } = await run(at, entered);
		expect(said ?? '').not.toMatch(refusal);
		const all = [...met];
		for (const [name, { naming, asked }] of all) {
			seen.add(name);
			expect([name, said]).toEqual([name, undefined]);
			if (Object.hasOwn(beside, `${nameRow(at)} ${name}`)) continue;
			disturbed = { name, say: sayOther };
			const other = await run(at, entered);
			expect([name, other.said ?? other.items]).toEqual([name, expect.stringMatching(refusal)]);
			for (const form of [...sayAlike(naming, asked), null]) {
				disturbed = { name, say: () => form };
				const alike = await run(at, entered);
				expect([name, form, alike.said ?? '']).toEqual([
					name,
					form,
					expect.not.stringMatching(refusal),
				]);
			}
		}
	}
});

/** The fields of an answer that would name what a parameter of this name asks for. */
const namesOfSubject: Record<string, string[]> = {
	address: ['address', 'from', 'to', 'deployerAddress'],
	addresses: ['addresses'],
	alias: ['blockchainID'],
	assetId: ['assetId'],
	block: ['number', 'blockNumber', 'oldestBlock'],
	blockId: ['blockNumber', 'blockHash'],
	blockchainId: ['chainName'],
	chain: ['blockchainID'],
	chainId: ['chainId'],
	contractAddress: ['address'],
	contractAddresses: ['address'],
	currency: ['currencyCode'],
	hash: ['hash', 'transactionHash', 'blockHash'],
	index: ['transactionIndex'],
	lastBlock: ['oldestBlock'],
	loggerName: ['loggerLevels'],
	network: ['network', 'isTestnet'],
	nodeIDs: ['nodeID'],
	nodeIds: ['nodeId'],
	number: ['number', 'blockNumber'],
	storageKeys: ['key'],
	subnetID: ['subnetID'],
	txID: ['txID'],
	validationID: ['validationID'],
	FilterCriteria: ['address', 'blockNumber', 'blockHash', 'topics'],
	TransactionArgs: ['tx'],
};

/** Answers that name a subject of their own under such a name. */
const noSubject: Record<string, string> = {
	'/v1/networks/{network}/rewards currency':
		'a record has a currency of its own, and reports tell them apart',
	'/v1/chains/{chainId}/addresses/{address}/balances:listErc20 currency':
		'a record has a currency of its own',
	'/v1/chains/{chainId}/addresses/{address}/balances:listErc20 address': 'of the token',
	'/v1/chains/{chainId}/addresses/{address}/balances:listErc1155 address': 'of the token',
};

test('each answer that names its subject has a line in the table', () => {
	const rowsBy = new Set(rows.map(({ method }) => method));
	const described = [
		...evmMethods.map(({ method, params, result }) => ({
			name: method,
			params,
			fields: typeof result === 'string' ? [] : listNames(result),
			places: params.map(String),
		})),
		...[...nodeMethods, ...endpoints].map((entry) => ({
			name: 'method' in entry ? entry.method : entry.path,
			params: entry.params.real.fields.map(({ name }) => name),
			fields: entry.answer === 'success' ? [] : listNames(entry.answer.real),
			places: undefined,
		})),
	].filter(({ name }) => rowsBy.has(name));
	const without = described.flatMap(({ name, params, fields, places }) =>
		params
			.filter((param) => namesOfSubject[param]?.some((field) => fields.includes(field)))
			.filter((param) => {
				const roots = (namings[name] ?? []).map(({ of }) =>
					typeof of === 'string' ? of.split('.')[0] : '',
				);
				return !roots.includes(places ? String(places.indexOf(param)) : param);
			})
			.map((param) => `${name} ${param}`),
	);
	expect(without.sort()).toEqual(Object.keys(noSubject).sort());
});

test('each line of the table is met by an operation', () => {
	const all = Object.entries(namings).flatMap(([of, list]) =>
		list.map((_naming, place) => nameOf(of, place)),
	);
	expect(all.filter((name) => !seen.has(name))).toEqual([]);
});
