/**
 * The decoder against ethers' own on random types, values and damages from a seed: the same values, and a refusal where
 * ethers refuses or gives a value beyond its type.
 */
import { AbiCoder, getAddress, hexlify, ParamType, toBeHex } from 'ethers';
import type { Result } from 'ethers';
import { decodeResult, parseFunction } from '../../nodes/Evm/abi';
import { type Dice, throwDice } from '../../devnet/ids.mts';

const coder = AbiCoder.defaultAbiCoder();

function pickType(dice: Dice, depth = 0): string {
	if (depth < 4 && dice.chance(0.45)) {
		const inner = pickType(dice, depth + 1);
		if (dice.chance(0.6)) return `${inner}[${dice.chance(0.5) ? '' : dice.between(1, 3)}]`;
		const parts = Array.from({ length: dice.between(1, 3) }, () => pickType(dice, depth + 2));
		return `(${[inner, ...parts].map((type, i) => (dice.chance(0.7) ? `${type} p${i}` : type)).join(',')})`;
	}
	const bits = 8 * dice.between(1, 32);
	return dice.pick([
		`uint${bits}`,
		`int${bits}`,
		'bool',
		'address',
		'string',
		'bytes',
		`bytes${bits / 8}`,
	]);
}

const bytesOf = (dice: Dice, length: number): string =>
	hexlify(Uint8Array.from({ length }, () => dice.between(0, 255)));

function pickValue(param: ParamType, dice: Dice): unknown {
	if (param.isArray()) {
		const length = param.arrayLength === -1 ? dice.between(0, 4) : param.arrayLength;
		return Array.from({ length }, () => pickValue(param.arrayChildren, dice));
	}
	if (param.isTuple()) return param.components.map((component) => pickValue(component, dice));
	const { type } = param;
	if (type === 'bool') return dice.chance(0.5);
	if (type === 'address') return getAddress(bytesOf(dice, 20));
	if (type === 'string')
		return Array.from({ length: dice.between(0, 40) }, () => dice.pick([...'aé世🙂\0\ufeff'])).join(
			'',
		);
	if (type === 'bytes') return bytesOf(dice, dice.between(0, 70));
	const [, kind, size] = /^(\D+)(\d+)$/.exec(type)!;
	if (kind === 'bytes') return bytesOf(dice, Number(size));
	const value = BigInt.asUintN(
		Number(size),
		BigInt(bytesOf(dice, 32)) >> BigInt(dice.between(0, 255)),
	);
	return kind === 'int' ? BigInt.asIntN(Number(size), value) : value;
}

/** The type with every word read whole, since ethers cuts off what is beyond a type. */
const toWhole = (param: ParamType): ParamType =>
	ParamType.from(
		param
			.format('sighash')
			.replace(/bytes\d+/g, 'bytes32')
			.replace(/int\d+/g, 'int256')
			.replace(/address|bool/g, 'uint256'),
	);

/** What ethers read, as JSON; throws where a value is beyond its type. */
function toJson(param: ParamType, value: unknown): unknown {
	if (param.isArray())
		return (value as Result).toArray().map((entry) => toJson(param.arrayChildren, entry));
	if (param.isTuple()) {
		const values = (value as Result).toArray();
		return Object.fromEntries(
			param.components.map((part, i) => [part.name || String(i), toJson(part, values[i])]),
		);
	}
	const { type } = param;
	const demand = (fits: boolean) => {
		if (!fits) throw new Error(`${String(value)} is beyond ${type}`);
	};
	if (typeof value !== 'bigint') {
		const end = /^bytes\d/.test(type) ? 2 + 2 * Number(type.slice(5)) : undefined;
		if (end !== undefined) demand(/^0*$/.test((value as string).slice(end)));
		return end === undefined ? value : (value as string).slice(0, end);
	}
	const bits = { bool: 1, address: 160 }[type] ?? Number(/\d+$/.exec(type)![0]);
	demand(
		value === (type.startsWith('int') ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)),
	);
	if (type === 'bool') return value === 1n;
	return type === 'address' ? getAddress(toBeHex(value, 20)) : String(value);
}

function readWithEthers(params: readonly ParamType[], data: string): unknown {
	try {
		const values = coder.decode(params.map(toWhole), data).toArray();
		return Object.fromEntries(params.map((param, i) => [param.name, toJson(param, values[i])]));
	} catch {
		return undefined;
	}
}

const readOurs = async (fn: ReturnType<typeof parseFunction>, data: string): Promise<unknown> =>
	await decodeResult(fn, data).catch((error: Error) => {
		if (error.message.endsWith('over and over')) return 'inflated';
		expect(error.message).toMatch(
			/^The answer of f\(\) does not fit \(.*\): .* (too early|is beyond .*|is longer than .*)$/,
		);
		return undefined;
	});

/** The data with a word in which a small number, an offset or anything stands. */
function damage(data: string, dice: Dice): string {
	const words = data.slice(2).match(/.{64}/g)!;
	const index = dice.between(0, words.length - 1);
	const small = dice.pick([0, 1, 2, 31, 33, 32 * dice.between(0, words.length + 1)]);
	words[index] = dice.chance(0.8)
		? small.toString(16).padStart(64, '0')
		: bytesOf(dice, 32).slice(2);
	const damaged = words.join('');
	return `0x${dice.chance(0.1) ? damaged.slice(0, 2 * dice.between(0, damaged.length / 2)) : damaged}`;
}

test('400 random answers are read as ethers reads them, whole and damaged', async () => {
	const dice = throwDice(20261121);
	const seen = { same: 0, refused: 0, inflated: 0 };
	for (let round = 0; round < 400; round++) {
		const types = Array.from({ length: dice.between(1, 3) }, (_, i) => `${pickType(dice)} out${i}`);
		const fn = parseFunction(`f() returns (${types.join(', ')})`);
		const data = coder.encode(
			fn.outputs,
			fn.outputs.map((param) => pickValue(param, dice)),
		);
		const whole = readWithEthers(fn.outputs, data);
		expect(whole).toBeDefined();
		expect(await readOurs(fn, data)).toEqual(whole);
		for (let i = 0; i < 3; i++) {
			const damaged = damage(data, dice);
			// Bytes that are no UTF-8 differ in how many signs stand for them.
			if (fn.outputs.some((param) => param.format('sighash').includes('string'))) continue;
			if (damaged === '0x') continue;
			const [ours, theirs] = [await readOurs(fn, damaged), readWithEthers(fn.outputs, damaged)];
			if (ours !== 'inflated') expect([types, damaged, ours]).toEqual([types, damaged, theirs]);
			seen[ours === 'inflated' ? ours : ours === undefined ? 'refused' : 'same']++;
		}
	}
	expect(seen.same).toBeGreaterThan(100);
	expect(seen.refused).toBeGreaterThan(100);
	expect(seen.inflated).toBeLessThan(20);
});
