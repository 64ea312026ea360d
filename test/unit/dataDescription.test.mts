/** The stand-in's data and metrics services, held against the public descriptions of the real ones. */
import {
	demoAccount,
	demoDeployer,
	type Devnet,
	type Fault,
	ourNodeIds,
	ourRewardAddress,
	startDevnet,
} from '../../devnet/devnet.mts';
import { readJson, writeJson } from '../../devnet/wire.mts';
import { type Endpoint, endpoints, errorStatuses, errorType } from '../../spec/dataDescription.mts';
import { check, listChoices } from '../../spec/described.mts';

let devnet: Devnet;
beforeAll(async () => {
	devnet = await startDevnet({
		seed: 7,
		validators: 60,
		rewards: 900,
		now: () => Date.UTC(2026, 10, 20, 12),
	});
});
beforeEach(() => devnet.faults([]));
afterAll(async () => await devnet.close());

type Place = Record<string, string>;

/** What an endpoint is asked for, so that all kinds of records come. */
function listPlaces({ path }: Endpoint): Place[] {
	const { chains, primary } = devnet.world.ledger;
	if (path === '/v1/chains') return [{}];
	if (path.startsWith('/v2/'))
		return ['feesPaid', 'avgTps'].map((metric) => ({ chainId: '43114', metric }));
	if (path.startsWith('/v1/chains/'))
		return chains
			.filter(({ status }) => status === 'OK')
			.flatMap(({ chainId, blocks, contracts }) => {
				const blockId = String(blocks.findLast(({ transactions }) => transactions.length)!.number);
				const addresses = path.includes('/tokens/')
					? contracts.map(({ address }) => address)
					: [path.includes('/contracts/') ? demoDeployer : demoAccount];
				return addresses.map((address) => ({ chainId, blockId, address }));
			});
	return (['mainnet', 'fuji'] as const).flatMap((network): Place[] => {
		const { assets, owners } = primary[network];
		const addresses = [
			...owners,
			...(network === 'mainnet' ? [`P-${ourRewardAddress}`] : []),
		].join();
		if (path.endsWith('/rewards'))
			return [
				network === 'mainnet' ? { network, nodeIds: ourNodeIds.join() } : { network, addresses },
			];
		if (path.endsWith('/balances'))
			return ['p-chain', 'x-chain', 'c-chain'].map((blockchainId) => ({
				network,
				blockchainId,
				addresses,
			}));
		return assets.map(({ assetId }) => ({ network, blockchainId: 'x-chain', assetId }));
	});
}

/** The request of an endpoint with these values; those that do not stand in its path go into its query. */
function writeRequest({ path, parameters }: Endpoint, values: Place): string {
	const query = Object.entries(values).filter(
		([name]) =>
			!path.includes(`{${name}}`) &&
			(parameters.fields.some((one) => one.name === name) || name === 'odd'),
	);
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]);
	return `${filled}?${new URLSearchParams(query)}`;
}

async function get(endpoint: Endpoint, values: Place) {
	const response = await fetch(devnet.url + writeRequest(endpoint, values));
	return { status: response.status, json: (await response.json()) as Record<string, any> };
}

const seen = new Set<string>();
/** What a page has against the description, while what it has is noted. */
function look(page: unknown, { answer }: Pick<Endpoint, 'answer'>) {
	const findings = check(page, answer);
	for (const one of findings.seen) seen.add(one);
	return findings.misfits;
}

/** Turns all pages of a list, as large as they may be or of one record. */
async function readPages(endpoint: Endpoint, place: Place, pageSize?: number) {
	const pages = [];
	for (let token: string | undefined; ; ) {
		const { status, json } = await get(endpoint, {
			...place,
			...(pageSize && { pageSize: String(pageSize) }),
			...(token && { pageToken: token }),
		});
		expect(status).toBe(200);
		pages.push(json);
		token = json.nextPageToken;
		if (!token) return pages;
	}
}

const cases = endpoints.map((endpoint) => [endpoint.path, endpoint] as const);

test.each(cases)('%s answers as it is described', async (_, endpoint) => {
	for (const place of listPlaces(endpoint)) {
		for (const faults of [[], [{ moneyAsText: true }]] as Fault[][]) {
			devnet.faults(faults);
			const pages = await readPages(endpoint, place, endpoint.pageSize?.max);
			expect(pages.flatMap((page) => look(page, endpoint))).toEqual([]);
			expect(pages.every((page) => page.nextPageToken !== '')).toBe(true);
		}
	}
});

test.each(cases.filter(([, { pageSize }]) => pageSize))(
	'%s has a next page, or none, or an empty one',
	async (_, endpoint) => {
		const [place] = listPlaces(endpoint);
		const { fields } = endpoint.answer;
		const list = fields.find(({ type }) => type.kind === 'list')!.name;
		const read = async (faults: Fault[], values: Place) => {
			devnet.faults(faults);
			const { json } = await get(endpoint, {
				...place,
				pageSize: String(endpoint.pageSize!.max),
				...values,
			});
			expect(look(json, endpoint)).toEqual([]);
			return { records: json[list] as unknown[], token: json.nextPageToken as string | undefined };
		};
		const first = await read([], { pageSize: '1' });
		expect([first.records.length, first.token]).toEqual([1, expect.stringMatching(/./)]);

		const held = await read([{ emptyPage: true }], {});
		expect([held.records, held.token]).toEqual([[], expect.stringMatching(/./)]);
		const given = await read([], { pageToken: held.token! });
		expect(given.records[0]).toEqual(first.records[0]);

		const last = (await readPages(endpoint, place, endpoint.pageSize!.max)).at(-1)!;
		expect(last).not.toHaveProperty('nextPageToken');
		devnet.faults([{ emptyToken: true }]);
		const emptied = (await readPages(endpoint, place, endpoint.pageSize!.max)).at(-1)!;
		expect(emptied).toEqual({ ...last, nextPageToken: '' });
	},
);

test.each(cases)('%s may be wrong in a list of ways, and may tell more', async (_, endpoint) => {
	const [place] = listPlaces(endpoint);
	const more = '{"more":{"big":18446744073709551615}}';
	devnet.faults([{ addFields: more }]);
	const response = await fetch(devnet.url + writeRequest(endpoint, place));
	const text = await response.text();
	expect(text).toContain(more.slice(1, -1));
	expect(writeJson(readJson(text))).toBe(text);
	const misfits = look(JSON.parse(text), endpoint);
	expect(misfits).not.toEqual([]);
	expect(misfits.filter((misfit) => !/ has more, which /.test(misfit))).toEqual([]);

	for (const status of errorStatuses)
		for (const message of ['one reason', ['one reason', 'another reason']]) {
			devnet.faults([{ status, message }]);
			const answer = await get(endpoint, place);
			expect(answer).toMatchObject({ status, json: { message, statusCode: status } });
			expect(look(answer.json, { answer: errorType })).toEqual([]);
		}
});

test.each(cases)(
	'%s takes the described parameters with the described values alone',
	async (_, endpoint) => {
		const [place] = listPlaces(endpoint);
		const refuses = async (values: Place) => {
			const { status, json } = await get(endpoint, { ...place, ...values });
			return (
				status === 400 && /must be|must not|should not exist/.test([json.message].flat().join())
			);
		};
		expect(await refuses({ odd: '1' })).toBe(true);
		for (const { name, type } of endpoint.parameters.fields) {
			const of = type.kind === 'list' ? type.of : type;
			const right = 'values' in of ? of.values : 'min' in of ? [of.min, of.max].map(String) : [];
			const wrong = 'values' in of ? ['odd'] : 'min' in of ? [String(of.min - 1)] : [];
			if ('max' in of && of.max < Number.MAX_SAFE_INTEGER) wrong.push(String(of.max + 1));
			for (const value of right)
				expect([name, value, await refuses({ [name]: value })]).toEqual([name, value, false]);
			for (const value of wrong)
				expect([name, value, await refuses({ [name]: value })]).toEqual([name, value, true]);
		}
	},
);

test('all of the description was seen: each field there, each optional one absent, each of several kinds', () => {
	const choices = [errorType, ...endpoints.map(({ answer }) => answer)].flatMap((type) =>
		listChoices(type),
	);
	expect(choices.length).toBeGreaterThan(500);
	expect([...new Set(choices)].filter((choice) => !seen.has(choice))).toEqual([]);
});
