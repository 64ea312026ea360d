/** What a node tells of the continuous fee of L1 validators: its state with each poll, its constants once a day. */
import { fail, type Answer } from '../../shared/errors';
import type { World } from './source';
import { mostUint64, priceAt, type FeeConfig } from './validatorFee';

/** What was told, as it is remembered. Numbers of the node are decimal texts, because they reach beyond 2^53. */
export interface ToldFee {
	/** platform.getValidatorFeeConfig, and when it was read: UNIX seconds. */
	config: Record<keyof FeeConfig, string>;
	configReadAt: number;
	/** The P-Chain's time that the state is of, UNIX seconds. */
	at: number;
	excess: string;
	/** nAVAX a second. */
	price: string;
	/** How many L1 validators are active, once two states showed by how much that moves the excess. */
	current?: string;
}

/** The constants change with an upgrade of the network at most: they are good for a day. */
const configLasts = 86_400;

const path = '/ext/bc/P';
const configNames = ['capacity', 'target', 'minPrice', 'excessConversionConstant'] as const;

/** An unsigned 64-bit integer as the client reads it: a number, or beyond 2^53 its decimal text. */
export function readUint64(value: unknown): bigint | undefined {
	const isWhole =
		typeof value === 'number'
			? Number.isSafeInteger(value) && value >= 0
			: /^\d{1,20}$/.test(String(value));
	if (!isWhole || (typeof value !== 'number' && typeof value !== 'string')) return undefined;
	const number = BigInt(value);
	return number <= mostUint64 ? number : undefined;
}

export const toFeeConfig = ({
	capacity,
	target,
	minPrice,
	excessConversionConstant,
}: ToldFee['config']): FeeConfig => ({
	capacity: BigInt(capacity),
	target: BigInt(target),
	minPrice: BigInt(minPrice),
	excessConversionConstant: BigInt(excessConversionConstant),
});

function readConfig(answered: unknown): ToldFee['config'] | undefined {
	const numbers = configNames.map((name) =>
		readUint64((answered as Record<string, unknown> | null)?.[name]),
	);
	if (numbers.includes(undefined) || !numbers[3]) return undefined;
	return Object.fromEntries(
		configNames.map((name, i) => [name, String(numbers[i])]),
	) as ToldFee['config'];
}

function readState(answered: unknown): Pick<ToldFee, 'at' | 'excess' | 'price'> | undefined {
	const { excess, price, timestamp } = (answered ?? {}) as Record<string, unknown>;
	const [readExcess, readPrice] = [readUint64(excess), readUint64(price)];
	const at = typeof timestamp === 'string' ? Math.floor(Date.parse(timestamp) / 1000) : NaN;
	if (readExcess === undefined || readPrice === undefined || Number.isNaN(at)) return undefined;
	return { at, excess: String(readExcess), price: String(readPrice) };
}

/**
 * The number of active L1 validators, which no method tells: each second adds to the excess what they are above the
 * target. Two states of the same number show it. Nothing where the excess is 0, below which it cannot fall.
 */
function findCurrent(
	now: Pick<ToldFee, 'at' | 'excess'>,
	config: ToldFee['config'],
	known: ToldFee | undefined,
) {
	if (!known || now.excess === '0') return undefined;
	if (now.at === known.at) return known.current;
	const { target, capacity } = toFeeConfig(config);
	const moved = (BigInt(now.excess) - BigInt(known.excess)) / BigInt(now.at - known.at);
	const current = target + moved;
	return String(current < 0n ? 0n : current > capacity ? capacity : current);
}

const notUnderstood = (what: string): Answer<never> =>
	fail('not-understood', `The node told no ${what} of the fee of L1 validators`);

/** Asks for the fee; of what is known it takes the constants, as long as they give the price that is told. */
export async function readFee(
	world: World,
	at: number,
	known: ToldFee | undefined,
): Promise<Answer<ToldFee>> {
	const ask = async (method: string) => await world.rpc({ path, method, params: {}, safe: true });
	const answer = await ask('platform.getValidatorFeeState');
	if (!answer.ok) return answer;
	const state = readState(answer.result);
	if (!state) return notUnderstood('state');
	const fits = (config: ToldFee['config']) =>
		String(priceAt(toFeeConfig(config), BigInt(state.excess))) === state.price;
	const isFresh = known && at >= known.configReadAt && at - known.configReadAt < configLasts;
	if (isFresh && fits(known.config))
		return { ok: true, result: makeTold(known.config, known.configReadAt) };

	const told = await ask('platform.getValidatorFeeConfig');
	if (!told.ok) return told;
	const config = readConfig(told.result);
	return config && fits(config)
		? { ok: true, result: makeTold(config, at) }
		: notUnderstood('constants');

	function makeTold(config: ToldFee['config'], configReadAt: number): ToldFee {
		const current = findCurrent(state!, config, known);
		return { config, configReadAt, ...state!, ...(current !== undefined && { current }) };
	}
}
