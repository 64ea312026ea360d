/** Reads the continuous fee of L1 validators: its state with each poll, its constants once a day. */
import type { Answer } from '../../../shared/errors';
import { platformPath } from '../../../shared/avalanche/paths';
import {
	feeNotUnderstood,
	maximumUint64,
	readFeeNow,
	readUint64,
} from '../../../shared/validators/validators';
import type { NodeClient, ReportedFee } from '../readings';
import { clamp, priceAt, type FeeConfig } from '../validatorFee';
import { daySeconds } from '../../../shared/values/timeUnits';

/** The constants change only with a network upgrade, so they are good for a day. */
const configLasts = daySeconds;

const configNames = ['capacity', 'target', 'minPrice', 'excessConversionConstant'] as const;

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

/** True if the constants were read within the last day. */
export const isOfToday = ({ configReadAt }: ReportedFee, at: number): boolean =>
	at >= configReadAt && at - configReadAt < configLasts;

/** Projects the fee to a later time, as its state moves it. */
export function carryOn(fee: ReportedFee, at: number): ReportedFee {
	const config = toFeeConfig(fee.config);
	const step = BigInt(fee.current ?? config.target) - config.target;
	const moved = BigInt(fee.excess) + step * BigInt(Math.max(0, at - fee.at));
	const excess = clamp(moved, maximumUint64);
	return { ...fee, at, excess: String(excess), price: String(priceAt(config, excess)) };
}

/**
 * The number of active L1 validators, which no method reports. Each second adds the validators above the target to the
 * excess, so two states with the same number reveal it. Undefined at an excess of 0, below which it cannot fall.
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
	return String(clamp(target + moved, capacity));
}

/** Reads the fee. Takes the constants from `known` as long as they give the reported price. */
export async function readFee(
	node: NodeClient,
	at: number,
	known: ReportedFee | undefined,
): Promise<Answer<ReportedFee>> {
	const answer = await readFeeNow(node);
	if (!answer.ok) return answer;
	const { excess, price } = answer.result;
	const state = { at: answer.result.at, excess: String(excess), price: String(price) };
	const fits = (config: ReportedFee['config']) => priceAt(toFeeConfig(config), excess) === price;
	if (known && isOfToday(known, at) && fits(known.config))
		return { ok: true, result: makeReported(known.config, known.configReadAt) };

	const constants = await node.rpc({
		path: platformPath,
		method: 'platform.getValidatorFeeConfig',
		params: {},
		safe: true,
	});
	if (!constants.ok) return constants;
	const config = readConfig(constants.result);
	return config && fits(config)
		? { ok: true, result: makeReported(config, at) }
		: feeNotUnderstood('constants');

	function makeReported(config: ReportedFee['config'], configReadAt: number): ReportedFee {
		const current = findCurrent(state, config, known);
		return { config, configReadAt, ...state, ...(current !== undefined && { current }) };
	}
}
