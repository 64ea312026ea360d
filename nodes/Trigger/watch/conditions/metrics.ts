/** What a node measures of itself is beyond what Ava Labs recommends. */
import { nameChain } from '../../../shared/chains/chains';
import { preset, sayChainOf, type Threshold } from '../metrics/preset';
import type { Facts } from '../model';
import type { Figure, Validator } from '../readings';
import { badIf, type Condition, type Ladder } from './condition';

const isBeyond = (value: number, limit: number, { isTooMuch }: Threshold): boolean =>
	isTooMuch ? value > limit : value < limit;

/** The threshold that a value crosses: the critical one, or else that of the warning. */
function crossedBy(value: number, row: Threshold): number | undefined {
	const { warning, critical } = row;
	if (isBeyond(value, critical, row)) return critical;
	return warning !== undefined && isBeyond(value, warning, row) ? warning : undefined;
}

/** The figures, the worst one first; nothing where they are not known. */
const listFigures = ({ figures }: Validator, { event, isTooMuch }: Threshold): Figure[] =>
	[...(figures?.[event] ?? [])].sort((a, b) => (isTooMuch ? b.value - a.value : a.value - b.value));

/** As it is shown: what is below a threshold is not rounded up to it. */
const round = (value: number, { isTooMuch }: Threshold): number =>
	isTooMuch ? Number(value.toFixed(2)) : Math.floor(Number((value * 100).toFixed(4))) / 100;

/** From the warning, which is the whole, to what is critical. */
function ladderTo(critical: number, warning: number, row: Threshold): Ladder {
	const whole = critical - warning;
	return {
		whole: 1,
		steps: [{ name: 'critical', at: 0 }],
		left: (node) => {
			const [worst] = listFigures(node, row);
			if (!worst) return undefined;
			const left = (critical - worst.value) / whole;
			// The threshold itself is not crossed yet.
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
		ended: () => row.ended,
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
	row.began(round(worst.value, row), sayChainOf(worst));

/** A sentence with the threshold that is crossed. */
function sayLimit({ recommendedLimit: limit }: Facts, { isTooMuch, metric }: Threshold): string {
	if (typeof limit !== 'number') return '';
	const unit = metric.endsWith('Percent') ? ' %' : '';
	return `Ava Labs' threshold: ${isTooMuch ? 'above' : 'below'} ${limit}${unit}.`;
}

export const metricConditions = preset.map(watchFigure);

/** Those of a node that has caught up alone. */
export const metricsOfChains = metricConditions.filter((_, i) => preset[i].isOfMetrics);
