/** Values made from the types of spec/: answers that a service could give. */
import { listChoices } from './check.mts';
import type { RecordType, Type } from './grammar.mts';
import type { KindName } from './kinds.mts';

/** A value as it is sent (a bigint is a JSON number), and what an item has to say of it. */
export interface Made {
	sent: unknown;
	item: unknown;
}

export interface Making {
	/** Whether a field that may be absent is there; `Reward.price`. */
	has: (place: string) => boolean;
	/** Entries in each list; those within records have no more than two. */
	length: number;
	/** Where its turns begin: which value, and which arm of a union, comes first. */
	first?: number;
	/** Takes this arm of unions of leaves alone. */
	arm?: string;
	/** Adds fields that no description has. */
	further?: boolean;
}

const same = (value: unknown): Made => ({ sent: value, item: value });
const beyond = (value: bigint): Made => ({ sent: value, item: String(value) });

/** What numbers become that can pass 2^53: exact text. */
const numbers: Made[] = [
	{ sent: 7, item: '7' },
	beyond(2n ** 53n + 1n),
	{ sent: 0.25, item: '0.25' },
	beyond(2n ** 64n - 1n),
	{ sent: 1.5e-7, item: '0.00000015' },
	{ sent: 1e21, item: '1000000000000000000000' },
	{ sent: 0, item: '0' },
];

/** Fields of every JSON type; integers are numbers up to 2^53, and exact text above. */
const further: Record<string, Made> = {
	furtherText: same('18446744073709551615'),
	furtherNumber: same(85.71429),
	furtherInteger: beyond(2n ** 64n - 1n),
	furtherSafe: same(2 ** 53 - 1),
	furtherFlag: same(false),
	furtherNothing: same(null),
	furtherList: { sent: [1, -(2n ** 63n), []], item: [1, String(-(2n ** 63n)), []] },
	furtherRecord: {
		sent: { deep: { deeper: 10n ** 30n } },
		item: { deep: { deeper: String(10n ** 30n) } },
	},
};

const leafMakers: Partial<Record<KindName, (turn: number) => Made>> = {
	s: (turn) => same(`text ${turn}`),
	d: (turn) => same(String([0n, 2n ** 64n, 7n, 10n ** 77n][turn % 4]! + BigInt(turn))),
	m: (turn) => same(['42.42', '0', '123456789012345678.123456789'][turn % 3]),
	i: (turn) => same(turn % 200),
	n: (turn) => same((turn % 200) / 4),
	big: (turn) => numbers[turn % numbers.length]!,
	b: (turn) => same(turn % 2 === 0),
	any: (turn) => same(`text ${turn}`),
};

/** Nodes read no times but those that a record of the network can have. */
const isTime = (name: string, type: Type): boolean =>
	/timestamp$/i.test(name) && type.kind === 'leaf' && type.name === 'i';
const makeTime = (turn: number): Made => same(1_700_000_000 + (turn % 200));

/** Makes values of a type, each different from the one before. */
export function createMaker({ has, length, first = 0, arm, further: adds }: Making) {
	let turns = first;
	let depth = 0;
	const makeRecord = ({ name: record, fields }: RecordType): Made => {
		depth++;
		const made = fields
			.filter(({ name, isOptional }) => !isOptional || has(`${record}.${name}`))
			.map(
				({ name, type }) => [name, isTime(name, type) ? makeTime(turns++) : make(type)] as const,
			);
		depth--;
		const all = [...made, ...(adds ? Object.entries(further) : [])];
		return {
			sent: Object.fromEntries(all.map(([name, { sent }]) => [name, sent])),
			item: Object.fromEntries(all.map(([name, { item }]) => [name, item])),
		};
	};
	const make = (type: Type, turn = turns++): Made => {
		if (type.kind === 'leaf') {
			const makeLeaf = leafMakers[type.name];
			if (!makeLeaf) throw new Error(`${type.name} is a kind of parameters alone`);
			return makeLeaf(turn);
		}
		if (type.kind === 'values') return same(type.values[turn % type.values.length]);
		if (type.kind === 'union') {
			const chosen = type.of.find((one) => one.kind === 'leaf' && one.name === arm);
			return make(chosen ?? type.of[turn % type.of.length]!);
		}
		if (type.kind === 'record') return makeRecord(type);
		if (type.kind === 'map') {
			const { sent, item } = make(type.of);
			return { sent: { key: sent }, item: { key: item } };
		}
		if (type.kind === 'range') throw new Error('Only parameters have a range');
		// Each arm of a union in its turn.
		const { of } = type;
		const own = depth > 1 ? Math.min(length, 2) : length;
		const entries = Array.from({ length: own }, (_, i) =>
			make(of.kind === 'union' ? of.of[i % of.of.length]! : of),
		);
		return { sent: entries.map(({ sent }) => sent), item: entries.map(({ item }) => item) };
	};
	return make;
}

/** The ways in which answers of a type may differ, by name. */
export function listMakings(type: Type): Array<[name: string, making: Making]> {
	const absences = new Set(listChoices(type).filter((choice) => choice.endsWith(' is absent')));
	const optional = [...absences].map((choice) => choice.replace(' is absent', ''));
	const all = { has: () => true, length: 4 };
	const wholes: Array<[string, Making]> = [
		['every field', { ...all, length: 24 }],
		['no field that may be absent', { ...all, has: () => false }],
		['empty lists', { ...all, length: 0 }],
		['further fields', { ...all, further: true }],
		['money as numbers', { ...all, arm: 'big' }],
		['money as text', { ...all, arm: 'm' }],
	];
	return [
		...[0, 1, 2].flatMap((first) =>
			wholes.map(([name, making]): [string, Making] => [name, { ...making, first }]),
		),
		...optional.flatMap(
			(place): Array<[string, Making]> => [
				[`no ${place}`, { ...all, has: (other) => other !== place }],
				[`${place} alone`, { ...all, has: (other) => other === place }],
			],
		),
	];
}

/** A plain value of a type with all its fields; texts are numbers as EVM methods write them. */
export function sampleOf(type: Type): unknown {
	if (type.kind === 'list') return [sampleOf(type.of)];
	if (type.kind === 'map') return { '0x1': sampleOf(type.of) };
	if (type.kind === 'union') return sampleOf(type.of[0]!);
	if (type.kind === 'record')
		return Object.fromEntries(
			type.fields.map(({ name, type: of }) => [
				name,
				isTime(name, of) ? makeTime(0).sent : sampleOf(of),
			]),
		);
	if (type.kind === 'leaf' && type.name === 'b') return true;
	const isNumber = type.kind === 'leaf' && ['i', 'n', 'big'].includes(type.name);
	return isNumber ? 1 : '0x1';
}
