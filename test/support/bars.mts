/** What the bars of an SVG say, in order: the interval, the series of several, and the value. */
export const barsOf = (chart: string): string[] =>
	[...chart.matchAll(/<rect class="bar[^>]*><title>([^<]*)<\/title>/g)].map(([, said]) => said!);
