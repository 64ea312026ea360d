/** Answers as the adversary sees them: JSON whose numbers stay as they were written, its fields, and what each of them is. */
import { isObject } from '../../spec/check.mts';

export type Json = unknown;
export type Path = Array<string | number>;

const exact = JSON as unknown as {
	rawJSON(text: string): object;
	isRawJSON(value: unknown): boolean;
	parse(
		text: string,
		reviver: (key: string, value: unknown, at: { source?: string }) => unknown,
	): Json;
};

/** A number written so, whatever a double can hold. */
export const writeNumber = (text: string): Json => exact.rawJSON(text);
export const isRaw = (value: Json): value is { rawJSON: string } => exact.isRawJSON(value);
export const parseExact = (text: string): Json =>
	exact.parse(text, (_, value, { source }) =>
		typeof value === 'number' && String(value) !== source ? writeNumber(source!) : value,
	);

/** One question to a server, and what it names. */
export interface Call {
	host: 'node' | 'data' | 'metrics';
	/** Path and query. */
	url: string;
	/** Of JSON-RPC; "eth_subscription" where a socket tells something unasked. */
	method?: string;
	params?: Json;
}

/** Tells a question from others; without `page`, all pages of a list are one. */
export const keyOf = ({ url, method, params }: Call): string =>
	`${url} ${method ?? ''} ${params === undefined ? '' : JSON.stringify(params)}`;

/** What a field is, as far as its name and its value tell. */
export type Kind =
	| 'id'
	| 'version'
	| 'token'
	| 'list'
	| 'record'
	| 'subject'
	| 'head'
	| 'height'
	| 'time'
	| 'identifier'
	| 'amount'
	| 'flag'
	| 'nothing'
	| 'data'
	| 'text'
	/** The whole answer as it travels. */
	| 'body';

export interface Spot {
	path: Path;
	value: Json;
	kind: Kind;
	/** Of a list whose elements are items, or pages of them. */
	isTop: boolean;
}

export const valueAt = (answer: Json, path: Path): Json =>
	path.reduce<Json>(
		(value, part) => (value as Record<string, Json> | undefined | null)?.[part],
		answer,
	);

/** Whether a record is told apart from others by an ID, a hash or an address of its own. */
export const hasIdentity = (record: Json, call: Call): boolean =>
	isObject(record) &&
	Object.entries(record).some(([name, value]) =>
		['identifier', 'subject'].includes(
			kindOf([name], value, { ...call, method: undefined }, new Set()),
		),
	);

const canonical = (value: Json): string => {
	const text = String(isRaw(value) ? value.rawJSON : value).toLowerCase();
	return /^0x0*[0-9a-f]{1,13}$/.test(text) ? String(Number(text)) : text.replace(/^[xpc]-/, '');
};

/** What a question asks about: addresses, hashes, IDs, and numbers of blocks. */
export function subjectsOf({ url, params, method }: Call): Set<string> {
	const leaves: Json[] = [];
	const collect = (value: Json): void => {
		if (isObject(value) || Array.isArray(value)) Object.values(value).forEach(collect);
		else leaves.push(value);
	};
	collect(params);
	const [path, query = ''] = url.split('?');
	if (!method) leaves.push(...path!.split('/').slice(3), ...query.split(/[&=,]/));
	const isTelling = (text: string) =>
		/^0x([0-9a-f]{40}|[0-9a-f]{64})$|^(nodeid-)?[1-9a-z]{33,}$/.test(text) ||
		(/^eth_getBlock/.test(method ?? '') && /^\d{1,12}$/.test(text));
	return new Set(leaves.map(canonical).filter(isTelling));
}

const plainNumber = /^(0x[0-9a-f]{1,64}|-?\d+(\.\d+)?)$/i;
const isHex = (text: string, least: number, most = Infinity) =>
	/^0x[0-9a-f]*$/i.test(text) && text.length >= least + 2 && text.length <= most + 2;

function kindOf(path: Path, value: Json, { method, url }: Call, subjects: Set<string>): Kind {
	const name = String(path.findLast((part) => typeof part === 'string') ?? '');
	if (path.length === 0) return 'body';
	if (method && path.length === 1 && name === 'id') return 'id';
	if (method && path.length === 1 && name === 'jsonrpc') return 'version';
	if (/^(nextPageToken|pageToken)$/.test(name) || path.includes('endIndex')) return 'token';
	if (Array.isArray(value)) return 'list';
	if (value === null || value === undefined) return 'nothing';
	if (isObject(value) && !isRaw(value)) return 'record';
	if (typeof value === 'boolean') return 'flag';
	const text = String(isRaw(value) ? value.rawJSON : value);
	if (name === 'result' && method === 'eth_blockNumber') return 'head';
	// A party of a record in a list is not what the list is about.
	const depth = path.length - (method ? 1 : 0);
	// The list of an asset holds the transaction that made it, whose hash is the asset's ID.
	const isMaker = name === 'txHash' && url.includes('/assets/');
	if (depth <= 3 && typeof path.at(-1) === 'string' && subjects.has(canonical(value)) && !isMaker)
		return 'subject';
	if (/(?<!up)time|date|At$/i.test(name) && (plainNumber.test(text) || !isNaN(Date.parse(text))))
		return 'time';
	if (/^(blockNumber|number|height|blockHeight)$/.test(name) && plainNumber.test(text))
		return 'height';
	if (isHex(text, 64, 64) || isHex(text, 40, 40)) return 'identifier';
	if (
		/^(NodeID-)?[1-9A-HJ-NP-Za-km-z]{33,}$/.test(text) ||
		/^([XPC]-)?\w+1[a-z0-9]{38}$/.test(text)
	)
		return 'identifier';
	if (plainNumber.test(text)) return 'amount';
	return isHex(text, 0) ? 'data' : 'text';
}

/** Elements of a list that are looked into: what holds for the others holds for one of these. */
const looked = (list: unknown[]): number[] => [...new Set([0, list.length >> 1, list.length - 1])];

/** All fields of an answer, the answer itself the first. */
export function listSpots(answer: Json, call: Call): Spot[] {
	const subjects = subjectsOf(call);
	const spots: Spot[] = [];
	const visit = (value: Json, path: Path): void => {
		const depth = call.method ? path.length - 1 : path.length;
		spots.push({ path, value, kind: kindOf(path, value, call, subjects), isTop: depth <= 1 });
		if (isRaw(value)) return;
		if (Array.isArray(value)) {
			if (value.length) for (const i of looked(value)) visit(value[i], [...path, i]);
		} else if (isObject(value))
			for (const [name, part] of Object.entries(value)) visit(part, [...path, name]);
	};
	visit(answer, []);
	return spots;
}

/** A copy with another value at a path; undefined takes the field away. */
export function putAt(answer: Json, path: Path, value: Json): Json {
	const [first, ...rest] = path;
	if (first === undefined) return value;
	if (Array.isArray(answer)) {
		const copy = [...answer];
		const part = putAt(copy[first as number], rest, value);
		if (part === undefined) copy.splice(first as number, 1);
		else copy[first as number] = part;
		return copy;
	}
	const copy = { ...(answer as Record<string, Json>) };
	const part = putAt(copy[first], rest, value);
	if (part === undefined) delete copy[first];
	else copy[first] = part;
	return copy;
}

/** As short as a line can bear. */
export const shorten = (value: Json, most = 90): string => {
	const text = value === undefined ? 'nothing' : JSON.stringify(value);
	return text.length > most ? `${text.slice(0, most)}...` : text;
};
