/** Alerts on a node's own metrics, at the thresholds that Ava Labs recommends. */
import { nameChain } from '../../../shared/avalanche/chains';
import { preset, sayChainOf, type Threshold } from '../metrics/preset';
import type { Facts } from '../model';
import type { Figure, Validator } from '../readings';
import { badIf, type Condition, type Ladder } from './condition';

const isBeyond = (value: number, limit: number, { isTooMuch }: Threshold): boolean =>
	isTooMuch ? value > limit : value < limit;

/** Beyond both thresholds, the critical one. Undefined within both. */
function crossedBy(value: number, row: Threshold): number | undefined {
	const { warning, critical } = row;
	if (isBeyond(value, critical, row)) return critical;
	return warning !== undefined && isBeyond(value, warning, row) ? warning : undefined;
}

/** Worst figure first. Empty if no figure is known. */
const listFigures = ({ figures }: Validator, { event, isTooMuch }: Threshold): Figure[] =>
	[...(figures?.[event] ?? [])].sort((a, b) => (isTooMuch ? b.value - a.value : a.value - b.value));

/** For display. A value below a threshold must not be rounded up to it. */
const round = (value: number, { isTooMuch }: Threshold): number =>
	isTooMuch ? Number(value.toFixed(2)) : Math.floor(Number((value * 100).toFixed(4))) / 100;

/** Scaled so that 1 is left at the warning threshold, and 0 at the critical one. */
function ladderTo(critical: number, warning: number, row: Threshold): Ladder {
	const whole = critical - warning;
	return {
		whole: 1,
		steps: [{ name: 'critical', at: 0 }],
		left: (node) => {
			const [worst] = listFigures(node, row);
			if (!worst) return undefined;
			const left = (critical - worst.value) / whole;
			// A value equal to the threshold has not crossed it.
			return isBeyond(worst.value, critical, row) ? left : Math.max(Number.EPSILON, left);
		},
		sample: (left) => ({
			validator: { figures: { [row.event]: [sampleOf(row, critical + whole * (0.1 - left))] } },
		}),
	};
}

const watchFigure = (row: Threshold): Condition => ({
	code: row.code,
	event: row.event,
	endEvent: row.endEvent,
	goodState: row.endEvent,
	option: row.option,
	sources: { health: 'optional' },
	...(row.isSure && { isSure: () => true }),
	...(row.warning !== undefined && { ladder: ladderTo(row.critical, row.warning, row) }),
	judge: (node) => {
		const [worst] = listFigures(node, row);
		return badIf(worst && crossedBy(worst.value, row) !== undefined);
	},
	unknownFacts: { metric: row.metric, figure: null, recommendedLimit: null, figures: [] },
	facts: (node) => {
		const figures = listFigures(node, row);
		const [worst] = figures;
		if (!worst) return {};
		return {
			figure: round(worst.value, row),
			recommendedLimit: crossedBy(worst.value, row) ?? row.warning ?? row.critical,
			figures: figures.map(({ chain, value }) => ({
				chain: chain ? (nameChain(chain) as string) : null,
				figure: round(value, row),
			})),
		};
	},
	words: {
		...(row.warning === undefined && { always: 'critical' as const }),
		began: ({ facts, validator }) => {
			const [worst] = validator ? listFigures(validator, row) : [];
			const isWarning =
				row.warning !== undefined && (!worst || crossedBy(worst.value, row) !== row.critical);
			return {
				severity: isWarning ? 'warning' : 'critical',
				what: worst ? sayWorst(worst, row) : row.unknown,
				todo: [sayLimit(facts, row), row.todo].filter(Boolean).join(' '),
			};
		},
		ended: ({ validator }) => {
			const [worst] = validator ? listFigures(validator, row) : [];
			return (worst && row.endedAt?.(round(worst.value, row), worst.bytes)) ?? row.ended;
		},
		manyBegan: '',
		manyEnded: '',
	},
	sample: () => ({ validator: { figures: { [row.event]: [sampleOf(row, row.sample)] } } }),
	sampleEnd: () => ({
		validator: { figures: { [row.event]: [sampleOf(row, row.isTooMuch ? 0 : 100)] } },
	}),
});

const sampleOf = ({ event }: Threshold, value: number): Figure => ({
	chain: event === 'diskLow' ? '' : 'C',
	value,
});

const sayWorst = (worst: Figure, row: Threshold): string =>
	row.began(round(worst.value, row), sayChainOf(worst), worst.bytes);

function sayLimit({ recommendedLimit: limit }: Facts, { isTooMuch, metric }: Threshold): string {
	if (typeof limit !== 'number') return '';
	const unit = metric.endsWith('Percent') ? ' %' : '';
	return `Ava Labs' threshold: ${isTooMuch ? 'above' : 'below'} ${limit}${unit}.`;
}

export const metricConditions = preset.map(watchFigure);

/** These say nothing about a node that is still catching up. */
export const metricsOfChains = metricConditions.filter((_, i) => preset[i].isOfMetrics);
