/** What a node reports of the continuous fee of L1 validators: its state with each poll, its constants once a day. */
import { fail, type Answer } from '../../../shared/errors';
import type { NodeClient, ReportedFee } from '../model';
import { maximumUint64, priceAt, type FeeConfig } from '../validatorFee';

/** The constants change only with an upgrade of the network: they are good for a day. */
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
	return number <= maximumUint64 ? number : undefined;
}

export const toFeeConfig = ({
	capacity,
	target,
	minPrice,
	excessConversionConstant,
}: ReportedFee['config']): FeeConfig => ({
	capacity: BigInt(capacity),
	target: BigInt(target),
	minPrice: BigInt(minPrice),
	excessConversionConstant: BigInt(excessConversionConstant),
});

function readConfig(answered: unknown): ReportedFee['config'] | undefined {
	const numbers = configNames.map((name) =>
		readUint64((answered as Record<string, unknown> | null)?.[name]),
	);
	if (numbers.includes(undefined) || !numbers[3]) return undefined;
	return Object.fromEntries(
		configNames.map((name, i) => [name, String(numbers[i])]),
	) as ReportedFee['config'];
}

function readState(answered: unknown): Pick<ReportedFee, 'at' | 'excess' | 'price'> | undefined {
	const { excess, price, timestamp } = (answered ?? {}) as Record<string, unknown>;
	const [readExcess, readPrice] = [readUint64(excess), readUint64(price)];
	const at = typeof timestamp === 'string' ? Math.floor(Date.parse(timestamp) / 1000) : NaN;
	if (readExcess === undefined || readPrice === undefined || Number.isNaN(at)) return undefined;
	return { at, excess: String(readExcess), price: String(readPrice) };
}

/**
 * The number of active L1 validators, which no method reports: each second adds to the excess what they are above the
 * target. Two states of the same number show it. Nothing where the excess is 0, below which it cannot fall.
 */
function findCurrent(
	now: Pick<ReportedFee, 'at' | 'excess'>,
	config: ReportedFee['config'],
	known: ReportedFee | undefined,
) {
	if (!known || now.excess === '0') return undefined;
	if (now.at === known.at) return known.current;
	const { target, capacity } = toFeeConfig(config);
	const moved = (BigInt(now.excess) - BigInt(known.excess)) / BigInt(now.at - known.at);
	const current = target + moved;
	return String(current < 0n ? 0n : current > capacity ? capacity : current);
}

const notUnderstood = (what: string): Answer<never> =>
	fail('not-understood', `The node gave no ${what} of the fee of L1 validators`);

/** Asks for the fee; of what is known it takes the constants, as long as they give the price that is reported. */
export async function readFee(
	node: NodeClient,
	at: number,
	known: ReportedFee | undefined,
): Promise<Answer<ReportedFee>> {
	const ask = async (method: string) => await node.rpc({ path, method, params: {}, safe: true });
	const answer = await ask('platform.getValidatorFeeState');
	if (!answer.ok) return answer;
	const state = readState(answer.result);
	if (!state) return notUnderstood('state');
	const fits = (config: ReportedFee['config']) =>
		String(priceAt(toFeeConfig(config), BigInt(state.excess))) === state.price;
	const isFresh = known && at >= known.configReadAt && at - known.configReadAt < configLasts;
	if (isFresh && fits(known.config))
		return { ok: true, result: makeReported(known.config, known.configReadAt) };

	const constants = await ask('platform.getValidatorFeeConfig');
	if (!constants.ok) return constants;
	const config = readConfig(constants.result);
	return config && fits(config)
		? { ok: true, result: makeReported(config, at) }
		: notUnderstood('constants');

	function makeReported(config: ReportedFee['config'], configReadAt: number): ReportedFee {
		const current = findCurrent(state!, config, known);
		return { config, configReadAt, ...state!, ...(current !== undefined && { current }) };
	}
}
