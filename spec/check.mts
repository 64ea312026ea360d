/** Values held against the types of spec/. */
import { nameType, type RecordType, type Type } from './grammar.mts';
import { kinds } from './kinds.mts';

export interface Findings {
	/** What is wrong, in words. */
	misfits: string[];
	/** Which choices that the type leaves were seen: `Reward.price is absent`, `Money.value is m`. */
	seen: string[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (all: Findings[]): Findings => ({
	misfits: all.flatMap(({ misfits }) => misfits),
	seen: all.flatMap(({ seen }) => seen),
});

function checkRecord(value: Record<string, unknown>, type: RecordType, at: string): Findings {
	const unknown = Object.keys(value).filter((key) => !type.fields.some(({ name }) => name === key));
	return join([
		{ misfits: unknown.map((name) => `${at} has ${name}, which ${type.name} has not`), seen: [] },
		...type.fields.map(({ name, isOptional, type: of }) => {
			const place = `${type.name}.${name}`;
			const isThere = name in value;
			const seen = [`${place} is ${isThere ? 'there' : 'absent'}`];
			if (!isThere) return { misfits: isOptional ? [] : [`${at} has no ${name}`], seen };
			return join([check(value[name], of, place), { misfits: [], seen }]);
		}),
	]);
}

/** Holds a value against a type; fields that a record does not have are misfits. */
export function check(value: unknown, type: Type, at = ''): Findings {
	const accept = (isRight: boolean): Findings => ({
		misfits: isRight ? [] : [`${at} is ${JSON.stringify(value)}, not ${nameType(type)}`],
		seen: [],
	});
	switch (type.kind) {
		case 'leaf':
			return accept(kinds[type.name](value));
		case 'values':
			return accept(type.values.includes(value as string));
		case 'range':
			return accept(
				/^\d+$/.test(String(value)) && Number(value) >= type.min && Number(value) <= type.max,
			);
		case 'list':
			return Array.isArray(value)
				? join(value.map((entry, i) => check(entry, type.of, `${at}[${i}]`)))
				: accept(false);
		case 'map':
			return isObject(value)
				? join(Object.entries(value).map(([key, entry]) => check(entry, type.of, `${at}.${key}`)))
				: accept(false);
		case 'union': {
			const arms = type.of.map((arm) => ({ arm, findings: check(value, arm, at) }));
			const [{ arm, findings }] = arms.sort(
				(a, b) => a.findings.misfits.length - b.findings.misfits.length,
			) as [(typeof arms)[0]];
			const choice = `${at.replace(/\[\d+\]/g, '')} is ${nameType(arm)}`;
			return { ...findings, seen: [...findings.seen, choice] };
		}
		case 'record':
			return isObject(value) ? checkRecord(value, type, at) : accept(false);
	}
}

/** Everything that can be seen of a type: each field there, each that may be absent, each arm of a union. */
export function listChoices(type: Type, at = ''): string[] {
	if (type.kind === 'list' || type.kind === 'map') return listChoices(type.of, at);
	if (type.kind === 'union')
		return type.of.flatMap((arm) => [`${at} is ${nameType(arm)}`, ...listChoices(arm, at)]);
	if (type.kind !== 'record') return [];
	return type.fields.flatMap(({ name, isOptional, type: of }) => {
		const place = `${type.name}.${name}`;
		return [
			`${place} is there`,
			...(isOptional ? [`${place} is absent`] : []),
			...listChoices(of, place),
		];
	});
}
