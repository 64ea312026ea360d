/** The grammar: what may happen to a field of an answer, or to the answer as it travels. */
import type { Dice } from '../../devnet/ids.mts';
import { isObject } from '../../spec/check.mts';
import { isRaw, type Json, type Kind, type Spot, writeNumber } from './answers.mts';

/** What a change may take from elsewhere. */
export interface Around {
	dice: Dice;
	/** Seconds since 1970. */
	now: number;
	/** The answer to another question: of the same kind about another subject, of another kind, on another chain. */
	subject?: Json;
	call?: Json;
	chain?: Json;
	/** The list of the page before, and the token that this page was asked for with. */
	before?: Json[];
	token?: string;
	/** What must never come out. */
	secret: string;
}

/** How an answer travels, where it does not arrive as it is. */
export type Travel =
	| 'cutBefore'
	| 'cutDuring'
	| 'half'
	| 'html'
	| 'unavailable'
	| 'emptyBody'
	| 'delay'
	| 'longDelay'
	/** The host's clock goes wrong, or is not told. */
	| 'dateAhead'
	| 'dateBehind'
	| 'noDate'
	/** Of what a socket tells: not at all, twice, after the next one, or followed by its removal. */
	| 'held'
	| 'repeated'
	| 'late'
	| 'takenBack';

export interface Change {
	name: string;
	/** Whether it makes sense here. */
	fits: (spot: Spot, around: Around) => boolean;
	/** The other value; undefined takes the field away. */
	make?: (spot: Spot, around: Around) => Json;
	travel?: Travel;
	/** Of a socket's messages alone. */
	isOfSocket?: true;
	/** How often it is taken beside the others of its kind of field; once where nothing is said. */
	weight?: number;
}

const isOf =
	(...kinds: Kind[]) =>
	({ kind }: Spot): boolean =>
		kinds.includes(kind);
const isLeaf = isOf(
	'subject',
	'head',
	'height',
	'time',
	'identifier',
	'amount',
	'flag',
	'data',
	'text',
);
const isNumber = isOf('amount', 'height', 'head', 'time');
const list = ({ value }: Spot): Json[] => value as Json[];
const hasName = ({ path }: Spot): boolean => typeof path.at(-1) === 'string';

/** A number in the form that another one has: JSON, hexadecimal or decimal text. */
function inFormOf(value: Json, number: string): Json {
	if (typeof value === 'number' || isRaw(value)) return writeNumber(number);
	const isHex = /^0x/i.test(String(value)) && /^\d+$/.test(number);
	return isHex ? `0x${BigInt(number).toString(16)}` : number;
}
const numberOf = (value: Json): number => Number(isRaw(value) ? value.rawJSON : value);
/** A time so many seconds away, as text or in seconds, whatever it was. */
const moved = ({ value }: Spot, seconds: number): Json =>
	isNaN(numberOf(value))
		? new Date((Date.parse(String(value)) / 1000 + seconds) * 1000).toISOString()
		: inFormOf(value, String(Math.trunc(numberOf(value)) + seconds));

/** Another one of the same form: most of them still decode. */
function anotherOf(value: Json): Json {
	const text = String(value);
	if (/^0x/i.test(text)) return `0x${[...text.slice(2)].reverse().join('')}`;
	return text.startsWith('NodeID-')
		? 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5'
		: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
}

export const foreign = 'ava-claim.com';
const texts = (secret: string): string[] => [
	`<img src=x onerror=alert(1)>https://${foreign}`,
	`Claim at ava\u200b-claim.com now`,
	`\u202emoc.mialc-ava\u202c`,
	`line\r\nSet-Cookie: a=b\u0000\u0007\u001b[31mred`,
	`[pay](https://${foreign}) **now**`,
	`=HYPERLINK("https://${foreign}")`,
	`key ${secret} end`,
	'x'.repeat(5000),
];

/** One record in place of which its hash is told. */
const hashOf = (record: Json): Json =>
	isObject(record)
		? (record.hash ?? record.txHash ?? record.transactionHash ?? record.id)
		: undefined;

const isEnvelope = (value: Json): value is { id: number } => isObject(value) && 'jsonrpc' in value;
/** Another answer, its ID so far from that of this one. */
const withIdOf = (answer: Json, other: Json, away: number): Json =>
	isEnvelope(answer) && isObject(other) ? { ...other, id: Number(answer.id) + away } : other;

const edges = ['0', '-1', '9007199254740993', '18446744073709551616', '1e400'];

export const changes: Change[] = [
	{ name: 'drop', fits: (spot) => spot.kind !== 'body' && hasName(spot), make: () => undefined },
	{ name: 'null', fits: ({ value }) => value !== null, make: () => null },
	{
		name: 'otherType',
		fits: ({ kind }) => kind !== 'nothing',
		make: ({ value }, { dice }) =>
			dice.pick(
				[{ a: 1 }, [7], 'word', true, 5].filter(
					(other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
				),
			),
	},
	{
		name: 'empty',
		fits: ({ value }) =>
			(isObject(value) && !isRaw(value)) || (value as { length?: number })?.length! > 0,
		make: ({ value }) => (Array.isArray(value) ? [] : typeof value === 'string' ? '' : {}),
	},
	{
		name: 'doubled',
		fits: ({ value }) => Array.isArray(value) && value.length > 0,
		make: (spot, { dice }) => {
			const at = dice.between(0, list(spot).length - 1);
			return list(spot).toSpliced(at, 0, list(spot)[at]);
		},
	},
	{
		name: 'overlapped',
		fits: (spot, { before }) => Array.isArray(spot.value) && spot.isTop && Boolean(before?.length),
		make: (spot, { before }) => [before!.at(-1), ...list(spot)],
	},
	{
		name: 'reordered',
		fits: ({ value }) => Array.isArray(value) && value.length > 1,
		make: (spot, { dice }) => dice.shuffle([...list(spot)]),
	},
	{
		name: 'cut',
		fits: ({ value }) => Array.isArray(value) && value.length > 1,
		make: (spot) => list(spot).slice(0, Math.ceil(list(spot).length / 2)),
	},
	{
		name: 'hashesOnly',
		fits: ({ value }) => Array.isArray(value) && value.some(hashOf),
		make: (spot) => list(spot).map((record) => hashOf(record) ?? record),
	},
	{
		name: 'hashesMixed',
		fits: ({ value }) => Array.isArray(value) && value.length > 1 && value.some(hashOf),
		make: (spot) => list(spot).map((record, i) => (i % 2 ? record : (hashOf(record) ?? record))),
	},
	// Under the ID of this question, or under its own.
	{
		name: 'swappedSubject',
		fits: ({ kind }, { subject }) => kind === 'body' && subject !== undefined,
		make: (spot, { subject }) => withIdOf(spot.value, subject, 0),
	},
	{
		name: 'swappedChain',
		fits: ({ kind }, { chain }) => kind === 'body' && chain !== undefined,
		make: (spot, { chain }) => withIdOf(spot.value, chain, 0),
	},
	{
		name: 'swappedAnswer',
		fits: ({ kind, value }, { subject }) =>
			kind === 'body' && isEnvelope(value) && subject !== undefined,
		make: (spot, { subject }) => withIdOf(spot.value, subject, 1),
	},
	{
		name: 'swappedCall',
		fits: ({ kind }, { call }) => kind === 'body' && call !== undefined,
		make: (spot, { call }) => withIdOf(spot.value, call, 1),
	},
	{ name: 'anotherId', fits: isOf('id'), make: ({ value }) => Number(value) + 1 },
	{ name: 'another', fits: isOf('identifier', 'subject'), make: ({ value }) => anotherOf(value) },
	{
		name: 'milliseconds',
		fits: (spot) => spot.kind === 'time' && !isNaN(numberOf(spot.value)),
		make: ({ value }) => inFormOf(value, String(Math.trunc(numberOf(value)) * 1000)),
	},
	{
		name: 'farFuture',
		fits: isOf('time'),
		make: (spot, { now, dice }) =>
			moved(spot, dice.pick([14, 4000]) * 86_400 + now - Math.min(now, timeOf(spot.value))),
	},
	{ name: 'longAgo', fits: isOf('time'), make: (spot) => moved(spot, -400 * 86_400) },
	{
		name: 'negative',
		fits: isNumber,
		make: ({ value }, { dice }) =>
			typeof value === 'string' ? '-5' : writeNumber(String(-dice.between(1, 9_999_999))),
	},
	{
		name: 'ahead',
		fits: isOf('head', 'height'),
		make: ({ value }, { dice }) => inFormOf(value, String(numberOf(value) + dice.between(1, 30))),
	},
	{
		name: 'farAhead',
		fits: isOf('head', 'height'),
		make: ({ value }, { dice }) =>
			inFormOf(value, dice.pick(['70000000', '4503599627370496', String(numberOf(value) + 5000)])),
	},
	{
		name: 'behind',
		fits: isOf('head', 'height'),
		make: ({ value }, { dice }) =>
			inFormOf(value, String(Math.max(0, numberOf(value) - dice.pick([1, 3, 40])))),
	},
	{
		name: 'tokenRepeated',
		fits: (spot, { token }) => spot.kind === 'token' && token !== undefined,
		make: (_, { token }) => token,
	},
	{ name: 'tokenChanged', fits: isOf('token'), make: () => '00000000-0000-4000-a000-000000000000' },
	{
		name: 'edge',
		fits: isNumber,
		make: ({ value }, { dice }) => inFormOf(value, dice.pick(edges)),
	},
	{ name: 'flipped', fits: isOf('flag'), make: ({ value }) => !value },
	{ name: 'badText', fits: isOf('text'), make: (_, { dice, secret }) => dice.pick(texts(secret)) },
	{
		name: 'otherText',
		fits: isOf('text', 'data'),
		make: ({ value }) => (/^0x/.test(String(value)) ? '0x1234' : 'OTHER'),
	},
	// What the answer meets on its way.
	...(
		[
			'cutBefore',
			'cutDuring',
			'half',
			'html',
			'unavailable',
			'emptyBody',
			'delay',
			'dateAhead',
			'dateBehind',
			'noDate',
		] as const
	).map((travel): Change => ({ name: travel, travel, fits: isOf('body') })),
	// It costs a second.
	{
		name: 'longDelay',
		travel: 'longDelay',
		fits: ({ kind }, { dice }) => kind === 'body' && dice.chance(0.05),
	},
	...(['held', 'repeated', 'late'] as const).map(
		(travel): Change => ({ name: travel, travel, fits: isNotification, isOfSocket: true }),
	),
	{
		name: 'takenBack',
		travel: 'takenBack',
		isOfSocket: true,
		fits: isLogTold,
		make: (spot) => takeBack(spot, {}),
	},
	{
		name: 'takenBackWrongly',
		weight: 5,
		travel: 'takenBack',
		isOfSocket: true,
		fits: isLogTold,
		make: (spot, { dice }) =>
			takeBack(
				spot,
				dice.pick<object>([
					...[null, undefined, '0x0', 0, '0x00', 'latest', '0x4000000'].map((blockNumber) => ({
						blockNumber,
					})),
					{ transactionHash: `0x${'7'.repeat(64)}` },
				]),
			),
	},
];

/** What a socket tells of a log, and the same taken back. */
interface Told {
	params: { result: object };
}
function isNotification({ kind, value }: Spot): boolean {
	return kind === 'body' && isObject(value) && value.method === 'eth_subscription';
}
function isLogTold(spot: Spot): boolean {
	const result = isNotification(spot) ? (spot.value as Told).params.result : undefined;
	return isObject(result) && 'logIndex' in result;
}
const takeBack = ({ value }: Spot, otherwise: object): Json => {
	const { params, ...message } = value as Told;
	const result = { ...params.result, removed: true, ...otherwise };
	return { ...message, params: { ...params, result } };
};

const timeOf = (value: Json): number =>
	isNaN(numberOf(value)) ? Date.parse(String(value)) / 1000 : numberOf(value);

/** Without end: each page leads to another one, under a token of its own. */
export const everNewTokens: Change = {
	name: 'everNewTokens',
	fits: ({ kind, value }) =>
		kind === 'body' && isObject(value) && Object.values(value).some(Array.isArray),
};
/** The prefix of such a token. */
export const madeUpToken = 'made-up-';

export const findChange = (name: string): Change =>
	[...changes, everNewTokens].find((change) => change.name === name)!;

export { isLeaf };
