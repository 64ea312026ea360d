/** All that the data services of the mock network can answer, held against the descriptions of the real ones. */
import type { Devnet, Fault } from '../../../devnet/devnet.mts';
import { readJson, writeJson } from '../../../devnet/json.mts';
import { check, listChoices } from '../../../spec/check.mts';
import { errorBody, errorStatuses } from '../../../spec/dataEndpoints.mts';
import { type EndpointEntry, listParams } from '../../../spec/entry.mts';
import type { Type } from '../../../spec/grammar.mts';
import { endpoints } from '../../../spec/index.mts';
import { listPlaces, start, writeRequest } from './devnetScene.mts';

let devnet: Devnet;
beforeAll(async () => {
	devnet = await start();
});
beforeEach(() => devnet.faults([]));

type Place = Record<string, string>;
const placesOf = (entry: EndpointEntry) => listPlaces(entry, devnet) as Place[];

async function get(endpoint: EndpointEntry, values: Place) {
	const response = await fetch(devnet.url + writeRequest(endpoint, values));
	return { status: response.status, json: (await response.json()) as Record<string, any> };
}

const seen = new Set<string>();
/** What a page has against the description, while what it has is noted. */
function look(page: unknown, answer: Type) {
	const findings = check(page, answer);
	for (const one of findings.seen) seen.add(one);
	return findings.misfits;
}

/** Turns all pages of a list, as large as they may be or of one record. */
async function readPages(endpoint: EndpointEntry, place: Place, pageSize?: number) {
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

const described = endpoints.filter(({ node }) => node);
const cases = described.map((endpoint) => [endpoint.path, endpoint] as const);

test.each(cases)('%s answers as it is described', async (_, endpoint) => {
	for (const place of placesOf(endpoint)) {
		for (const faults of [[], [{ moneyAsText: true }]] as Fault[][]) {
			devnet.faults(faults);
			const pages = await readPages(endpoint, place, endpoint.pageSize?.max);
			expect(pages.flatMap((page) => look(page, endpoint.answer.real))).toEqual([]);
			expect(pages.every((page) => page.nextPageToken !== '')).toBe(true);
		}
	}
});

test.each(cases.filter(([, { pageSize }]) => pageSize))(
	'%s has a next page, or none, or an empty one',
	async (_, endpoint) => {
		const [place] = placesOf(endpoint);
		const { fields } = endpoint.answer.real;
		const list = fields.find(({ type }) => type.kind === 'list')!.name;
		const read = async (faults: Fault[], values: Place) => {
			devnet.faults(faults);
			const { json } = await get(endpoint, {
				...place,
				pageSize: String(endpoint.pageSize!.max),
				...values,
			});
			expect(look(json, endpoint.answer.real)).toEqual([]);
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
	const [place] = placesOf(endpoint);
	const more = '{"more":{"big":18446744073709551615}}';
	devnet.faults([{ addFields: more }]);
	const response = await fetch(devnet.url + writeRequest(endpoint, place));
	const text = await response.text();
	expect(text).toContain(more.slice(1, -1));
	expect(writeJson(readJson(text))).toBe(text);
	const misfits = look(JSON.parse(text), endpoint.answer.real);
	expect(misfits).not.toEqual([]);
	expect(misfits.filter((misfit) => !/ has more, which /.test(misfit))).toEqual([]);

	for (const status of errorStatuses)
		for (const message of ['one reason', ['one reason', 'another reason']]) {
			devnet.faults([{ status, message }]);
			const answer = await get(endpoint, place);
			expect(answer).toMatchObject({ status, json: { message, statusCode: status } });
			expect(look(answer.json, errorBody.real)).toEqual([]);
		}
});

test.each(cases)(
	'%s takes the described parameters with the described values alone',
	async (_, endpoint) => {
		const [place] = placesOf(endpoint);
		const refuses = async (values: Place) => {
			const { status, json } = await get(endpoint, { ...place, ...values });
			return (
				status === 400 && /must be|must not|should not exist/.test([json.message].flat().join())
			);
		};
		expect(await refuses({ odd: '1' })).toBe(true);
		for (const { name, type } of listParams(endpoint, 'real')) {
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
	const choices = [errorBody, ...described.map(({ answer }) => answer)].flatMap(({ real }) =>
		listChoices(real),
	);
	expect(choices.length).toBeGreaterThan(500);
	expect([...new Set(choices)].filter((choice) => !seen.has(choice))).toEqual([]);
});
