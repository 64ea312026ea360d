import { type EndpointEntry, listParams, namesInPath } from '../spec/entry.mts';
import type { RecordType } from '../spec/grammar.mts';
import { endpoints } from '../spec/index.mts';
import { createMaker } from '../spec/make.mts';
import { type Args, type DataAnswer, dataAnswers, type List } from './dataAnswers.mts';
import type { Profile, Received, Reply } from './http.mts';
import { makeBytes } from './ids.mts';
import { BadValue, HttpError, ruleOf, writeError } from './parameters.mts';
import { type DataContext, daySeconds, maybe, type ReadHeld } from './records.mts';
import type { World } from './world.mts';

/** The Data API (/v1) and the Metrics API (/v2): paths, parameters and pages, as spec/ has them. */

/** A part of a path; one that is wrongly encoded stays as it is, and names nothing. */
const decodePart = (part: string) => {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};

const patterns = endpoints.map((entry) => ({ entry, pattern: entry.path.split('/') }));
/** The endpoint of a path, and what stands in its braces; colons must come as they are. */
function findEndpoint(path: string) {
	const parts = path.split('/');
	const found = patterns.find(
		({ pattern }) =>
			pattern.length === parts.length &&
			pattern.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i] !== '')),
	);
	if (!found) return undefined;
	const values = parts.filter((_, i) => found.pattern[i]!.startsWith('{')).map(decodePart);
	const names = namesInPath(found.entry.path);
	return { entry: found.entry, given: names.map((name, i) => [name, values[i]!] as const) };
}

/** Optional fields are there by turns. */
const createTurns = () => {
	const isThere = new Map<string, boolean>();
	return (place: string) => isThere.set(place, !isThere.get(place)).get(place)!;
};

const listFieldOf = (answer: RecordType) =>
	answer.fields.find(({ type }) => type.kind === 'list')!.name;

/** An answer that is what spec/ says, with no more meaning than that. */
const makeAnswer =
	({ answer, pageSize }: EndpointEntry, { isReal }: DataContext): DataAnswer =>
	() => {
		const type = answer[isReal ? 'real' : 'document'];
		const made = createMaker({ has: createTurns(), length: 25 })(type).sent as Args;
		if (!pageSize) return made;
		const { [listFieldOf(type)]: records, nextPageToken: _unused, ...beside } = made;
		return { items: () => records, write: (record) => record, beside };
	};

interface Place {
	/** Path and filters the token belongs to. */
	filters: string;
	items: unknown[];
	offset: number;
	since: number;
}

/** Answers for paths under /v1 and /v2; `emptyPage` holds a page back, with a token that leads to it. */
export function createDataService(world: World, profile: Profile, readHeld?: ReadHeld) {
	const context: DataContext = { world, isReal: profile === 'real', readHeld };
	/** Oldest first; a token lives for a day. */
	const places = new Map<string, Place>();
	let issued = 0;

	const issueToken = (place: Place) => {
		const hex = makeBytes(16, world.seed, 'page token', issued++).toString('hex');
		const token = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
		places.set(token, place);
		return token;
	};

	const readArgs = (
		entry: EndpointEntry,
		given: Array<readonly [name: string, value: string]>,
		{ searchParams }: URL,
	): Args => {
		const inPath = given.map(([name]) => name);
		const params = listParams(entry, profile);
		const args: Args = {};
		const problems: string[] = [];
		const read = (name: string, values: string[], isInPath: boolean) => {
			const param = params.find((one) => one.name === name && inPath.includes(name) === isInPath);
			try {
				if (!param) throw new BadValue(`property ${name} should not exist`);
				args[name] = ruleOf(param.type)(values, name);
			} catch (error) {
				if (!(error instanceof BadValue)) throw error;
				problems.push(error.message);
			}
		};
		for (const [name, value] of given) read(name, [value], true);
		for (const name of new Set(searchParams.keys())) read(name, searchParams.getAll(name), false);
		if (problems.length) throw new HttpError(400, problems.join(', '), problems);
		return args;
	};

	const readPage = (
		{ items, write, beside }: List,
		{ answer, pageSize }: EndpointEntry,
		args: Args,
		url: URL,
		emptyPage: boolean,
	) => {
		const filters = [
			url.pathname,
			...[...url.searchParams]
				.filter(([name]) => !name.startsWith('page'))
				.map(String)
				.sort(),
		].join('&');
		for (const [token, { since }] of places) {
			if (since >= world.time - daySeconds) break;
			places.delete(token);
		}
		const place = args.pageToken
			? places.get(args.pageToken)
			: { filters, items: items(), offset: 0, since: world.time };
		if (place?.filters !== filters) throw new HttpError(400, 'Invalid page token');
		const size = emptyPage ? 0 : (args.pageSize ?? pageSize!.default) || place.items.length;
		const offset = place.offset + size;
		const isMore = offset < place.items.length;
		const nextPageToken = isMore ? issueToken({ ...place, offset, since: world.time }) : '';
		return {
			...maybe(context, isMore, { nextPageToken }),
			[listFieldOf(answer[profile])]: place.items.slice(place.offset, offset).map(write),
			...beside,
		};
	};

	return async ({ method, url }: Received, emptyPage = false): Promise<Reply> => {
		try {
			const found = method === 'GET' ? findEndpoint(url.pathname) : undefined;
			if (!found) throw new HttpError(404, `Cannot ${method} ${url.pathname}`);
			const { entry, given } = found;
			const args = readArgs(entry, given, url);
			const find = dataAnswers[entry.path] ?? makeAnswer(entry, context);
			const answer = await find(args, context);
			const json = entry.pageSize ? readPage(answer as List, entry, args, url, emptyPage) : answer;
			return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, json };
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			return writeError(
				error.status,
				context.isReal && error.list.length ? error.list : error.message,
			);
		}
	};
}
