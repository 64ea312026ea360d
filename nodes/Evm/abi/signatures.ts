/** Signatures and ABI JSON, read into entries and checked before ethers parses them. */
import { ParamType } from 'ethers';
import { InvalidField, show } from '../../shared/fields/invalid';
import { isHash } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { wellKnownEvents, wellKnownFunctions } from '../wellKnownAbi';

/** A signature, or ABI JSON as text or object: an entry, a list of entries or signatures, a compiler's artifact. */
export type AbiSource = string | object;

/** What it returns, or the error it throws: n8n's linter allows no throw of other errors inside a catch. */
export function attempt<T>(run: () => T): T | Error {
	try {
		return run();
	} catch (error) {
		return error as Error;
	}
}

export type SignatureKind = 'function' | 'event' | 'error';

/** The first is the example. */
export const known: Record<SignatureKind, string[]> = {
	function: wellKnownFunctions,
	event: Object.values(wellKnownEvents).flatMap(([, , ...signatures]) => signatures),
	error: ['InsufficientBalance(uint256 available, uint256 required)'],
};

/** The declaration of this name, or else the example of its kind. */
export const exampleOf = (kind: SignatureKind, name: string): string =>
	known[kind].find((signature) => signature.startsWith(`${name.trim()}(`)) ?? known[kind][0];

export interface DeclaredEntry {
	kind: unknown;
	name: unknown;
	anonymous: boolean;
	/** What ethers reads: a signature with its kind in front and no name of its own, or an entry of ABI JSON. */
	form: string | object;
}

/** Most characters of one signature: ethers goes over all of it once for each bracket around it. */
const longestSignature = 10_000;
/** How deep lists and tuples may stand in each other. */
const deepestNesting = 32;
/** Most values that fixed lists of one parameter may hold: more than the gas of a call reads from storage. */
export const mostFixedValues = 100_000;

/** Where a signature begins: on a line of its own, which words that go on with one do not. */
const nextSignature =
	/\n(?=(?:(?:function|event|error)\s)?(?!(?:returns|override|tuple)\b)[A-Za-z_$][\w$]*\s?\()/;

/** The signatures of a text in Solidity, each of one line or several, without the comments around them. */
function splitSignatures(text: string): string[] {
	const bare = text.replace(/\/\/.*|\/\*[^]*?(?:\*\/|$)/g, ' ');
	const lines = bare.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
	const signatures = lines.split(nextSignature).filter((part) => part.trim());
	return signatures.length ? signatures : [text];
}

/** How deep lists and tuples stand in each other in a signature. */
function depthOf(signature: string): number {
	/** Of each bracket that is open, the depth of what stands in it so far. */
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
	// The brackets around the parameters are no tuple.
	return deepest - 1;
}

/** The same of the parameters of ABI JSON; what is deeper than allowed is not looked at. */
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

/** A function that many contracts have, if this is one; events begin with a capital. */
const functionLike = (name: string, declaration: string): string | undefined =>
	/^[a-z]/.test(name) && !/[\s,]indexed[\s,)]/.test(declaration)
		? known.function.find((signature) => signature.startsWith(`${name}(`))
		: undefined;

export function readSignature(kind: SignatureKind, text: string): DeclaredEntry {
	const words = tidy(text);
	refuseOtherText(kind, words, text);
	const match = signatureForm.exec(words);
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
		// ethers takes its own keywords, such as error and receive, for no names.
		form: `${stated ?? kind} f${declaration}`,
	};
}

const signatureForm = /^(?:(function|event|error) )?([A-Za-z_$][\w$]*) ?(\(.*?)( anonymous)?$/;

/** Without what compilers write besides, and what ends a statement. */
const tidy = (text: string): string =>
	text
		.replace(/\s+(?:virtual\b|override\b(?:\s*\([^()]*\))?)?/g, ' ')
		.replace(/(?<![\s;{])[\s;{]+$/, '')
		.trim();

/** What people copy beside a signature, or in its place. */
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

/** A signature, in its parts. */
interface Signature {
	/** The kind that it says itself. */
	stated?: string;
	name: string;
	/** Its parameters, in brackets. */
	declaration: string;
}

/** A declaration of another kind, or a call with values. */
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
			`${asFunction} is a function of tokens. Enter an event, such as ${exampleOf('event', name[0].toUpperCase() + name.slice(1))}.`,
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
	if (typeof source === 'string' && /^\s*[[{]/.test(source)) {
		abi = attempt(() => JSON.parse(source) as unknown);
		if (abi instanceof Error)
			throw new InvalidField(`must be valid JSON if it starts like JSON: ${abi.message}`);
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

/** The first type at or below the parameter that ethers accepts and no contract can have. */
export function findBadType(param: ParamType): string | undefined {
	if (param.isArray())
		return param.arrayLength === 0 ? param.type : findBadType(param.arrayChildren);
	if (param.isTuple())
		return param.components.length ? findFirst(param.components, findBadType) : '()';
	return /^(?:u?int|bytes)0/.test(param.type) ? param.type : undefined;
}

/** How many values fixed lists make of the parameter, at each place where it stands. */
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

/** A name of a parameter that Solidity or Vyper allows and the signatures of ethers do not. */
export const findKeyword = (signature: string): string | undefined =>
	/[\w$)\]] (constructor|error|event|fallback|function|receive|struct|tuple) ?[,)]/.exec(
		signature,
	)?.[1];
