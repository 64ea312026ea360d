/** Reads signatures and ABI JSON into entries, and checks them before ethers parses them. */
import { ParamType } from 'ethers';
import { InvalidField, show } from '../../shared/fields/invalid';
import { sayJsonFaults } from '../../shared/fields/json';
import { isHash } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { capitalize, shorten } from '../../shared/values/text';
import { wellKnownEvents, wellKnownFunctions } from '../wellKnownAbi';

/** A signature, or ABI JSON as text or object: an entry, a list of entries or signatures, or a compiler's artifact. */
export type AbiSource = string | object;

/** The result, or the error thrown. n8n's linter forbids throwing other errors inside a catch. */
export function attempt<T>(run: () => T): T | Error {
	try {
		return run();
	} catch (error) {
		return error as Error;
	}
}

export type SignatureKind = 'function' | 'event' | 'error';

/** Known declarations. The first of each kind is the example. */
export const known: Record<SignatureKind, string[]> = {
	function: wellKnownFunctions,
	event: Object.values(wellKnownEvents).flatMap(([, , ...signatures]) => signatures),
	error: ['InsufficientBalance(uint256 available, uint256 required)'],
};

/** The known declaration with this name, or else the example of its kind. */
export const exampleOf = (kind: SignatureKind, name: string): string =>
	known[kind].find((signature) => signature.startsWith(`${name.trim()}(`)) ?? known[kind][0];

export interface DeclaredEntry {
	kind: unknown;
	name: unknown;
	anonymous: boolean;
	/** Input for ethers: a signature with its kind in front and the name f, or an entry of ABI JSON. */
	form: string | object;
}

/** Longest signature in characters. ethers scans all of it once per enclosing bracket. */
const longestSignature = 10_000;
const deepestNesting = 32;
/** Most values in the fixed lists of one parameter. The gas of a call could not read more from storage. */
export const mostFixedValues = 100_000;

/** The line break before a signature. Words that continue the previous signature do not start a new one. */
const nextSignature =
	/\n(?=(?:(?:function|event|error)\s)?(?!(?:returns|override|tuple)\b)[A-Za-z_$][\w$]*\s?\()/;

/** Splits Solidity text into signatures of one or more lines, and drops comments. */
function splitSignatures(text: string): string[] {
	const bare = text.replace(/\/\/.*|\/\*[^]*?(?:\*\/|$)/g, ' ');
	const lines = bare.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
	const signatures = lines.split(nextSignature).filter((part) => part.trim());
	return signatures.length ? signatures : [text];
}

function depthOf(signature: string): number {
	/** For each open bracket, the depth found in it so far. */
	const open: number[] = [];
	let [own, deepest] = [0, 0];
	for (const character of signature) {
		if (character === '[') own++;
		if (character === '(') {
			open.push(0);
			own = 0;
		}
		if (character === ',' || character === ')') {
			const within = Math.max(open.pop() ?? 0, own);
			if (character === ',') open.push(within);
			own = character === ',' ? 0 : within + 1;
		}
		deepest = Math.max(deepest, own, open.length);
	}
	// The brackets around the parameters are not a tuple.
	return deepest - 1;
}

/** Like `depthOf`, for the parameters of ABI JSON. Stops beyond the allowed depth. */
function depthOfParams(params: unknown, above = 0): number {
	if (above > deepestNesting || !Array.isArray(params)) return above;
	return params.filter(isRecord).reduce((deepest, { type, components }) => {
		const lists = typeof type === 'string' ? type.split('[').length - 1 : 0;
		return Math.max(deepest, depthOfParams(components, above + lists + (components ? 1 : 0)));
	}, above);
}

const tooDeep = (kind: SignatureKind, name: unknown) =>
	new InvalidField(
		`must not nest lists and tuples more than ${deepestNesting} deep, as the ${kind} ${show(name)} does`,
	);

/** A known function with this name. Names of events begin with a capital, so those do not match. */
const functionLike = (name: string, declaration: string): string | undefined =>
	/^[a-z]/.test(name) && !/[\s,]indexed[\s,)]/.test(declaration)
		? known.function.find((signature) => signature.startsWith(`${name}(`))
		: undefined;

/** The types of a function of ERC-20 or ERC-721. Other standards declare some otherwise. Not of `transfer`, whose return value differs. */
const typesOf = (name: string): string | undefined =>
	name === 'transfer'
		? undefined
		: known.function.find((it) => it.startsWith(`${name}(`))?.replace(/ returns .*/, '');

export function readSignature(kind: SignatureKind, text: string): DeclaredEntry {
	const words = tidy(text);
	refuseOtherText(kind, words, text);
	const match = signatureForm.exec(words);
	if (!match && /^[A-Za-z_$][\w$]*$/.test(words)) {
		const whole = kind === 'function' ? typesOf(words) : undefined;
		if (whole) return readSignature(kind, whole);
		throw new InvalidField(
			`must have the types in brackets behind ${show(words)}`,
			undefined,
			`Enter it with the types that the contract declares, in the form ${exampleOf(kind, text)}, or ABI JSON.`,
		);
	}
	if (!match)
		throw new InvalidField(
			`must be a signature such as ${exampleOf(kind, text)}, or ABI JSON, not ${show(text)}`,
		);
	const [, stated, name, declaration, anonymous] = match;
	refuseOtherKind(kind, { stated, name, declaration });
	if (depthOf(declaration) > deepestNesting) throw tooDeep(kind, name);
	const isNameless =
		!stated && /^(?:constructor\(|fallback\(|receive\( ?\))/.test(name + declaration);
	return {
		kind: isNameless ? name : (stated ?? kind),
		name,
		anonymous: anonymous !== undefined,
		// ethers does not accept its keywords, such as error and receive, as names.
		form: `${stated ?? kind} f${declaration}`,
	};
}

const signatureForm = /^(?:(function|event|error) )?([A-Za-z_$][\w$]*) ?(\(.*?)( anonymous)?$/;

/** Drops the modifiers that compilers add, and trailing punctuation. */
const tidy = (text: string): string =>
	text
		.replace(/\s+(?:virtual\b|override\b(?:\s*\([^()]*\))?)?/g, ' ')
		.replace(/(?<![\s;{])[\s;{]+$/, '')
		.trim();

/** Bounded, because its text can have millions of characters. */
const wholeContract = /^[ \t]*(?:abstract )?(?:contract|interface|library)[ \t]\w[^{}]{0,500}\{/m;

/** Refuses a contract with its braces, of which the declarations alone are needed. */
function refuseContract(kind: SignatureKind, source: AbiSource): void {
	if (typeof source !== 'string' || !wholeContract.test(source)) return;
	const [found] = new RegExp(`\\b${kind}\\s[^{};]+`).exec(source) ?? [];
	const first = found ? tidy(found) : exampleOf(kind, '');
	throw new InvalidField(
		'this is a whole contract',
		undefined,
		`Enter the ${kind} alone, without the contract around it, such as ${shorten(first, longestShown)}.`,
	);
}

/** Enough for a declaration in a message. */
const longestShown = 200;

/** Refuses text that people copy by mistake: overlong text, an explorer's heading, a topic. */
function refuseOtherText(kind: SignatureKind, words: string, text: string): void {
	if (words.length > longestSignature)
		throw new InvalidField(
			`must hold signatures of at most ${longestSignature} characters; one has ${words.length}`,
		);
	if (/^\d+\. ?\w+ ?\(0x[\da-f]{8}\)$/i.test(words))
		throw new InvalidField(
			'this is the heading of an explorer',
			undefined,
			`Enter the function with the types of its arguments, such as ${/[A-Za-z_]\w*/.exec(words)![0]}(address).`,
		);
	if (isHash(words))
		throw new InvalidField(
			'this is a topic, and no declaration',
			undefined,
			`Enter the declaration, such as ${exampleOf(kind, text)}. To find logs by a topic, use Topics.`,
		);
}

interface Signature {
	/** The kind, if the signature states it. */
	stated?: string;
	name: string;
	/** Its parameters, in brackets. */
	declaration: string;
}

/** Refuses a declaration of another kind, or a call with values. */
function refuseOtherKind(kind: SignatureKind, { stated, name, declaration }: Signature): void {
	if (kind === 'function' && /[\s,]indexed[\s,)]/.test(declaration))
		throw new InvalidField(
			'this declares an event',
			undefined,
			`Enter a function, such as ${known.function[0]}. For events, use Log > Get Many.`,
		);
	const asFunction = kind === 'event' && !stated ? functionLike(name, declaration) : undefined;
	if (asFunction)
		throw new InvalidField(
			'this is a function',
			undefined,
			`${asFunction} is a function of tokens. Enter an event, such as ${exampleOf('event', capitalize(name))}.`,
		);
	if (/[(,]\s*(?:0x[\da-f]+|\d|["'])/i.test(declaration))
		throw new InvalidField(
			'a value stands where a type belongs',
			undefined,
			`Enter the types, such as ${name}(address). The values belong into Arguments.`,
		);
}

export function readEntries(kind: SignatureKind, source: AbiSource): DeclaredEntry[] {
	let abi: unknown = source;
	refuseContract(kind, source);
	if (typeof source === 'string' && /^\s*[[{]/.test(source)) {
		abi = attempt(() => JSON.parse(source) as unknown);
		if (abi instanceof Error)
			throw new InvalidField(
				`must be valid JSON if it starts like JSON: ${abi.message}`,
				undefined,
				sayJsonFaults(source) || undefined,
			);
	}
	if (isRecord(abi) && Array.isArray(abi.abi)) abi = abi.abi;
	return (Array.isArray(abi) ? abi : [abi]).flatMap((entry: unknown) => {
		if (typeof entry === 'string')
			return splitSignatures(entry).map((text) => readSignature(kind, text));
		if (!isRecord(entry))
			throw new InvalidField(`must hold ABI entries or signatures; ${show(entry)} is neither`);
		const { type = 'function', name } = entry;
		const depth = Math.max(depthOfParams(entry.inputs), depthOfParams(entry.outputs));
		if (depth > deepestNesting && type === kind) throw tooDeep(kind, name);
		return { kind: type, name, anonymous: entry.anonymous === true, form: { ...entry, type } };
	});
}

/** The first type in the parameter that ethers accepts although no contract can have it. */
export function findBadType(param: ParamType): string | undefined {
	if (param.isArray())
		return param.arrayLength === 0 ? param.type : findBadType(param.arrayChildren);
	if (param.isTuple())
		return param.components.length ? findFirst(param.components, findBadType) : '()';
	return /^(?:u?int|bytes)0/.test(param.type) ? param.type : undefined;
}

/** The number of values that fixed lists make of the parameter. */
export function countFixed(param: ParamType): number {
	if (param.isArray()) return Math.max(param.arrayLength, 1) * countFixed(param.arrayChildren);
	return param.isTuple() ? param.components.reduce((sum, entry) => sum + countFixed(entry), 0) : 1;
}

export function findFirst<T, Found>(
	list: readonly T[],
	find: (entry: T) => Found | undefined,
): Found | undefined {
	for (const entry of list) {
		const found = find(entry);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The first parameter name that Solidity or Vyper allows but ethers' signatures do not. */
export const findKeyword = (signature: string): string | undefined =>
	/[\w$)\]] (constructor|error|event|fallback|function|receive|struct|tuple) ?[,)]/.exec(
		signature,
	)?.[1];
