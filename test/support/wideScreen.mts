/** A page of a report as a wide screen shows it: without the heads that only phones show beside each figure. */
export const onWideScreen = (html: unknown): string =>
	String(html).replaceAll(/<i hidden>[^<]*<\/i>/g, '');
