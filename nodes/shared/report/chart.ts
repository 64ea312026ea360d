/** A bar chart: the shares that a page draws with tables, and the same as an SVG file of its own. */
import { escapeMarkup } from './writing';

export interface Bar {
	/** Below the bar. */
	name: string;
	/** Decimal text, at least 0. */
	amount: string;
	/** The amount as a reader sees it. */
	shown: string;
}

export interface Chart {
	/** What the bars show, with their unit. */
	title: string;
	bars: Bar[];
}

/** How long each bar is, in percent of the longest, with one decimal; a bar that is not empty is never invisible. */
export function sharesOf({ bars }: Chart): number[] {
	const amounts = bars.map(({ amount }) => Number(amount));
	const longest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
	return amounts.map((amount) =>
		amount > 0 ? Math.max(0.5, Math.round((amount / longest) * 1000) / 10) : 0,
	);
}

const width = 720;
const height = 300;
const frame = { left: 40, right: 40, top: 56, bottom: 44 };
const mostNames = 8;

/** The chart as SVG: no script, no font and no image from elsewhere, in the colors that the viewer prefers. */
export function writeSvg(chart: Chart): string {
	const { title, bars } = chart;
	const shares = sharesOf(chart);
	const area = { w: width - frame.left - frame.right, h: height - frame.top - frame.bottom };
	const step = area.w / Math.max(bars.length, 1);
	const every = Math.ceil(bars.length / mostNames);
	const floor = height - frame.bottom;
	const at = (value: number) => String(Math.round(value * 100) / 100);
	const text = (x: number, y: number, words: string, more: string) =>
		`<text x="${at(x)}" y="${at(y)}"${more}>${escapeMarkup(words)}</text>`;
	const drawn = bars.map(({ name, shown }, i) => {
		const h = (area.h * shares[i]) / 100;
		const x = frame.left + step * i + step * 0.1;
		const label = `<title>${escapeMarkup(`${name}: ${shown}`)}</title>`;
		return `<rect class="bar" x="${at(x)}" y="${at(floor - h)}" width="${at(step * 0.8)}" height="${at(h)}">${label}</rect>`;
	});
	const names = bars.flatMap(({ name }, i) =>
		i % every
			? []
			: [text(frame.left + step * (i + 0.5), floor + 20, name, ' text-anchor="middle"')],
	);
	const longest = bars[shares.indexOf(100)];
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`,
		`<title>${escapeMarkup(title)}</title>`,
		'<style>.back{fill:#fff}.bar{fill:#d6303f}text{fill:#222}line{stroke:#999}',
		'@media (prefers-color-scheme:dark){.back{fill:#1b1b1f}.bar{fill:#ff5a67}text{fill:#eee}line{stroke:#777}}</style>',
		`<rect class="back" width="${width}" height="${height}"/>`,
		text(frame.left, 24, title, ' font-size="16" font-weight="bold"'),
		...(longest ? [text(frame.left, 44, `Highest: ${longest.shown} (${longest.name})`, '')] : []),
		...drawn,
		`<line x1="${frame.left}" y1="${floor}" x2="${width - frame.right}" y2="${floor}"/>`,
		...names,
		'</svg>\n',
	].join('\n');
}
