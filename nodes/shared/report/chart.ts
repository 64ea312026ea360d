/** Bar charts: the lengths of bars that a page draws with tables, and SVG files. */
import { escapeMarkup } from '../values/writing';

interface Bar {
	/** The label below the bar. */
	name: string;
	/** Decimal text, at least 0. */
	amount: string;
	/** The amount for readers. */
	shown: string;
}

export interface Chart {
	title: string;
	/** Names of several series. Their bars alternate: the first bar of each series, then the second of each. */
	series?: string[];
	bars: Bar[];
}

const colors = ['#d6303f', '#2f6fd6', '#2e8b57', '#c77d14', '#7b4fd6'];

/** Each series with its color. A chart without series has the first color. */
export const colorsOf = ({ series = [''] }: Chart): Array<{ name: string; color: string }> =>
	series.map((name, i) => ({ name, color: colors[i % colors.length] }));

/** The number of bars per interval. */
export const barsEach = ({ series }: Chart): number => series?.length ?? 1;

function listHighest(chart: Chart): number[] {
	const each = barsEach(chart);
	const highest = Array<number>(each).fill(0);
	for (const [i, { amount }] of chart.bars.entries())
		highest[i % each] = Math.max(highest[i % each], Number(amount));
	return highest;
}

/** A bar this many times shorter than others is hard to read. */
const unreadable = 10;

/** True if the bars of some series would be too short beside those of another, by the highest value of each. */
export function areUneven(highest: number[]): boolean {
	const drawn = highest.filter((most) => most > 0);
	return Math.max(...drawn) > unreadable * Math.min(...drawn);
}

/** A chart of each series. Bars of unlike scales side by side would be compared by their length. */
export const splitSeries = ({ title, series = [], bars }: Chart): Chart[] =>
	series.map((name, place) => ({
		title: `${title}: ${name}`,
		bars: bars.filter((_, i) => i % series.length === place),
	}));

/** Lengths of the bars in percent of the longest, with one decimal. A bar with an amount always stays visible. */
export function sharesOf(chart: Chart): number[] {
	const longest = Math.max(0, ...listHighest(chart));
	return chart.bars.map(({ amount }) =>
		Number(amount) > 0 ? Math.max(0.5, Math.round((Number(amount) / longest) * 1000) / 10) : 0,
	);
}

const width = 720;
const height = 300;
const frame = { left: 40, right: 40, top: 56, bottom: 44 };
const mostNames = 8;

/** The legend of a series, a colored square and its name, at the top right. */
function drawLegend(name: string, place: number): string[] {
	const [x, y] = [width - frame.right - 150, 14 + place * 14];
	const words = escapeMarkup(name.length > 24 ? `${name.slice(0, 23)}…` : name);
	return [
		`<rect class="${place ? `bar b${place}` : 'bar'}" x="${x}" y="${y - 9}" width="10" height="10"/>`,
		`<text x="${x + 16}" y="${y}">${words}</text>`,
	];
}

/** The charts below each other as SVG, without scripts or outside resources. Follows the viewer's color scheme. */
export function writeSvg(charts: Chart[]): string {
	const [first] = charts;
	if (charts.length === 1) return `${drawChart(first)}\n`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * charts.length}" role="img">`,
		`<title>${escapeMarkup(charts.map(({ title }) => title).join(', '))}</title>`,
		...charts.map((chart, i) =>
			drawChart(chart, ` y="${i * height}" width="${width}" height="${height}"`),
		),
		'</svg>\n',
	].join('\n');
}

/** `place` has the attributes of an SVG inside another one. */
function drawChart(chart: Chart, place = ''): string {
	const { title, bars } = chart;
	const shares = sharesOf(chart);
	const area = { w: width - frame.left - frame.right, h: height - frame.top - frame.bottom };
	const each = barsEach(chart);
	const step = area.w / Math.max(bars.length, 1);
	const every = Math.ceil(bars.length / each / mostNames) * each;
	const series = colorsOf(chart);
	const floor = height - frame.bottom;
	const at = (value: number) => String(Math.round(value * 100) / 100);
	const text = (x: number, y: number, words: string, more: string) =>
		`<text x="${at(x)}" y="${at(y)}"${more}>${escapeMarkup(words)}</text>`;
	const drawn = bars.map(({ name, shown }, i) => {
		const turn = i % each;
		const h = (area.h * shares[i]) / 100;
		const x = frame.left + step * i + (turn ? 0 : step * 0.1);
		const w = step * (each > 1 ? 0.9 : 0.8);
		const about = [name, series[turn].name, shown].filter(Boolean).join(': ');
		const label = `<title>${escapeMarkup(about)}</title>`;
		return `<rect class="${turn ? `bar b${turn}` : 'bar'}" x="${at(x)}" y="${at(floor - h)}" width="${at(w)}" height="${at(h)}">${label}</rect>`;
	});
	const names = bars.flatMap(({ name }, i) =>
		i % every
			? []
			: [text(frame.left + step * (i + each / 2), floor + 20, name, ' text-anchor="middle"')],
	);
	const longest = bars[shares.indexOf(100)];
	const scale = longest && `Highest: ${longest.shown} (${longest.name})`;
	const legend = each > 1 ? series.flatMap(({ name }, i) => drawLegend(name, i)) : [];
	const others = series.slice(1).map(({ color }, i) => `.b${i + 1}{fill:${color}!important}`);
	return [
		`<svg${place} xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`,
		`<title>${escapeMarkup(title)}</title>`,
		`<style>.back{fill:#fff}.bar{fill:${colors[0]}}text{fill:#222}line{stroke:#999}${others.join('')}`,
		'@media (prefers-color-scheme:dark){.back{fill:#1b1b1f}.bar{fill:#ff5a67}text{fill:#eee}line{stroke:#777}}</style>',
		`<rect class="back" width="${width}" height="${height}"/>`,
		text(frame.left, 24, title, ' font-size="16" font-weight="bold"'),
		...(scale ? [text(frame.left, 44, scale, '')] : []),
		...legend,
		...drawn,
		`<line x1="${frame.left}" y1="${floor}" x2="${width - frame.right}" y2="${floor}"/>`,
		...names,
		'</svg>',
	].join('\n');
}
