/** The editor in a real browser. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import type { Login } from '../../tools/n8n/rest.mts';
import { installPackages } from '../../tools/packages.mts';

const places = [
	process.env.CHROMIUM_PATH ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const findBrowser = (): string | undefined => places.find((path) => path && existsSync(path));

/** Installs Debian's Chromium where no browser is found and that is permitted; ends with what to do otherwise. */
export function prepareBrowser(): void {
	if (findBrowser()) return;
	installPackages(['chromium']);
	if (!findBrowser()) {
		console.error(
			'These tests need Chromium or Chrome: install it, or set CHROMIUM_PATH to where it is.',
		);
		process.exit(1);
	}
}

const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export const launchBrowser = (): Promise<Browser> =>
	chromium.launch({ executablePath: findBrowser(), args: flags, timeout: 120_000 });

/** A page of n8n, signed in. */
export async function openEditor(
	url: string,
	{ email, password }: Login,
): Promise<{ browser: Browser; page: Page }> {
	const browser = await launchBrowser();
	const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
	page.setDefaultTimeout(180_000);
	await page.goto(`${url}/signin`);
	await page.fill('input[name=emailOrLdapLoginId]', email);
	await page.fill('input[type=password]', password);
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/home\/workflows/);
	return { browser, page };
}

/** What the canvas shows: each node's name and subtitle, whether it succeeded, and every mark of an error. */
export interface Canvas {
	nodes: Array<{ text: string; isSuccess: boolean }>;
	errorMarks: Array<string | null>;
}

/** Opens a path of n8n, waits until the canvas is drawn, and reads it; the picture goes to `screenshot`. */
export async function readCanvas(page: Page, url: string, screenshot: string): Promise<Canvas> {
	await page.goto(url);
	await page.waitForSelector('[data-test-id=canvas-node] svg, [data-test-id=canvas-node] img');
	const success = '[data-test-id=canvas-node-status-success]';
	const unsuccessful = '[data-test-id^=canvas-node-status-mark-]:not([data-test-id$=success])';
	if (url.includes('/executions/')) await page.waitForSelector(`${success}, ${unsuccessful}`);
	// The checklist that n8n opens over a published workflow.
	const checklist = page.locator('[data-test-id=suggested-actions-close]');
	await checklist.click({ timeout: 2_000 }).catch(() => undefined);
	await page.waitForTimeout(1_500);
	await page.screenshot({ path: screenshot });
	const cards = await page
		.locator('[data-test-id=canvas-default-node], [data-test-id=canvas-trigger-node]')
		.all();
	const nodes = cards.map(async (card) => ({
		text: await card.innerText(),
		isSuccess: (await card.locator(success).count()) > 0,
	}));
	const marks =
		'[data-test-id=node-issues], [data-test-id=canvas-node-status-warning], .el-notification';
	const errorMarks = (await page.locator(`${marks}, ${unsuccessful}`).all()).map((mark) =>
		mark.getAttribute('data-test-id'),
	);
	return { nodes: await Promise.all(nodes), errorMarks: await Promise.all(errorMarks) };
}
