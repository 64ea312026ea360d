/** The page of the mock network in a browser: an outage is caused, and its end, without a shell. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ourNodeIds, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { launchBrowser } from './browser.mts';

const screenshots = 'test/e2e/output';

let devnet: Devnet;
let browser: Browser;
let page: Page;
before(async () => {
	mkdirSync(screenshots, { recursive: true });
	devnet = await startDevnet({ validators: 50, rewards: 100 });
	browser = await launchBrowser();
	page = await browser.newPage();
	await page.goto(devnet.url);
	await page.getByText('connected', { exact: true }).first().waitFor();
});
after(async () => {
	await browser?.close();
	await devnet?.close();
});

const press = async (label: string): Promise<void> => {
	await page.getByRole('button', { name: label, exact: true }).click();
	await page.getByText(`${label}: done.`).waitFor();
};

const rowOf = (nodeID: string) => page.locator('#validators tr', { hasText: nodeID });

test('a validator that is chosen is disconnected, and connected again', async () => {
	const [, second] = ourNodeIds as [string, string];
	await rowOf(second).getByRole('radio').check();
	await press('Disconnect');
	await rowOf(second).getByText('disconnected', { exact: true }).waitFor();
	assert.equal(devnet.world.isReportedConnected(second), false);
	assert.equal(devnet.world.isReportedConnected(ourNodeIds[0]!), true);
	await page.screenshot({ path: `${screenshots}/mock-page.png`, fullPage: true });
	await press('Reconnect');
	await rowOf(second).getByText('connected', { exact: true }).waitFor();
	assert.equal(devnet.world.isReportedConnected(second), true);
});

test('the validators have names, and all of them go down with one button', async () => {
	await rowOf(ourNodeIds[0]!).getByText('Frankfurt-1').waitFor();
	await press('Disconnect all four');
	for (const nodeID of ourNodeIds)
		await rowOf(nodeID).getByText('disconnected', { exact: true }).waitFor();
	await press('Reconnect all four');
	for (const nodeID of ourNodeIds)
		await rowOf(nodeID).getByText('connected', { exact: true }).waitFor();
});

test('a share of all goes down, and comes back', async () => {
	const share = page.locator('form', {
		has: page.getByRole('button', { name: 'Disconnect a share' }),
	});
	await share.locator('input').fill('50');
	await press('Disconnect a share');
	await rowOf(ourNodeIds[0]!).getByText('disconnected', { exact: true }).waitFor();
	await page.locator('#others').getByText('21 of them disconnected').waitFor();
	await press('Reconnect the share');
	await rowOf(ourNodeIds[0]!).getByText('connected', { exact: true }).waitFor();
	await page.locator('#others').getByText('1 of them disconnected').waitFor();
});

test('values go with a button, and a refusal says why', async () => {
	const form = page.locator('form', { has: page.getByRole('button', { name: 'Set uptime' }) });
	await form.locator('input').fill('42');
	await press('Set uptime');
	await rowOf(ourNodeIds[1]!).getByText('42.00 %').waitFor();
	const pay = page.locator('form', { has: page.getByRole('button', { name: 'Pay tokens' }) });
	await pay.locator('input[name=token]').fill('<b>NONE</b>');
	await pay.getByRole('button').click();
	await page.getByText('Pay tokens: There is no token <b>NONE</b>').waitFor();
});

test('what goes wrong stands on the page until it is ended', async () => {
	await press('Refuse the Data API');
	await page.locator('#faults').getByText('The Data API answers 429').waitFor();
	await press('Fail a health check');
	await page.locator('#faults').getByText('The node fails its health check network').waitFor();
	await press('Node stands still');
	await page.locator('#faults').getByText('The node stands still at block').waitFor();
	await press('Fill the disk');
	await page.locator('#faults').getByText('The node has 8 % of its disk free').waitFor();
	await press('All well again');
	await page.locator('#faults').getByText('every host answers as it should').waitFor();
});

test('what happened leads to the workflow that reports it', async () => {
	devnet.showListeners([
		{ name: 'Payment received', url: 'http://127.0.0.1:1/workflow/1', hears: ['pay'] },
		{ name: 'All payments', url: 'http://127.0.0.1:1/workflow/2', hears: ['pay'] },
	]);
	await press('Pay AVAX');
	const link = page.locator('#deeds').getByRole('link', { name: 'Payment received' }).first();
	await link.waitFor();
	assert.equal(await link.getAttribute('href'), 'http://127.0.0.1:1/workflow/1');
	await page.locator('#deeds').getByRole('link', { name: 'All payments' }).first().waitFor();
});

test('a payment of tokens names no workflow that hears AVAX alone, and buttons are called by their labels', async () => {
	devnet.showListeners([
		{ name: 'Payment received', url: 'http://127.0.0.1:1/workflow/1', hears: ['pay', 'setUptime'] },
	]);
	await page
		.locator('#listeners')
		.getByText('Pay AVAX, Pay out, Set uptime', { exact: true })
		.waitFor();
	const tokens = page.locator('form', { has: page.getByRole('button', { name: 'Pay tokens' }) });
	await tokens.locator('input[name=token]').fill('DUSD');
	await press('Pay tokens');
	const newest = page.locator('#deeds tr').first();
	await newest.getByText('token DUSD').waitFor();
	await newest.getByText('Pay tokens', { exact: true }).waitFor();
	assert.equal(await newest.getByRole('link').count(), 0);
	await press('Fail a health check');
	await press('Pass all health checks');
});

test('in the dark the page is dark, and it asks no other host for anything', async () => {
	const asked: string[] = [];
	const dark = await browser.newPage({ colorScheme: 'dark' });
	dark.on('request', (request) => asked.push(new URL(request.url()).origin));
	await dark.goto(devnet.url);
	await dark.getByText('connected', { exact: true }).first().waitFor();
	await dark.screenshot({ path: `${screenshots}/mock-page-dark.png`, fullPage: true });
	assert.deepEqual([...new Set(asked)], [devnet.url]);
	await dark.close();
});
