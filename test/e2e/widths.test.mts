/** The pages of reports at the widths of phones and desktops, in a real browser: no table is cut or needs scrolling sideways. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IDataObject } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { ourNodeIds, startDevnet, treasuryWallets, type Devnet } from '../../devnet/devnet.mts';
import { credentialsFor, loadEngine, type Engine } from '../support/engine.mts';
import { launchBrowser } from './browser.mts';

let devnet: Devnet;
let engine: Engine;
let browser: Browser;
before(async () => {
	devnet = await startDevnet({ validators: 10, rewards: 2000 });
	engine = await loadEngine();
	browser = await launchBrowser();
});
after(async () => {
	await browser?.close();
	engine?.close();
	await devnet?.close();
});

const named = (ids: string[]) => ids.map((id, i) => `${id} = Frankfurt am Main ${i}`).join('\n');
const validators = { validatorsFrom: 'lines', nodeIds: named(ourNodeIds) };
const metric = { resource: 'metric', operation: 'getReport', period: 'lastQuarter' };
const compared = { compareWith: ['43113', '432204'], comparePrevious: true };

const reports: Array<[about: string, node: string, parameters: IDataObject]> = [
	[
		'a statement of three wallets',
		'avalancheData',
		{
			resource: 'payments',
			operation: 'getStatement',
			chainId: 'C',
			addresses: named(treasuryWallets),
			period: 'lastQuarter',
		},
	],
	[
		'rewards of validators',
		'avalancheData',
		{
			resource: 'reward',
			operation: 'getReport',
			network: 'mainnet',
			rewardsOf: 'validators',
			...validators,
			period: 'lastQuarter',
			groupBy: 'validator',
		},
	],
	[
		'a metric of one chain',
		'avalancheMetrics',
		{ ...metric, chainId: '43114', metric: 'txCount', timeInterval: 'day' },
	],
	[
		'a metric of three chains, compared',
		'avalancheMetrics',
		{
			...metric,
			chainId: '43114',
			metric: 'gasUsed',
			timeInterval: 'day',
			additionalFields: compared,
		},
	],
	[
		'the status of validators',
		'avalancheValidators',
		{ resource: 'primaryValidator', operation: 'getReport', ...validators },
	],
];

/** By how many pixels tables and the whole page stick out of their place. */
async function measure(html: string, width: number): Promise<Record<string, number>> {
	const page = await browser.newPage({ viewport: { width, height: 900 } });
	try {
		await page.setContent(html);
		return await page.evaluate(() => {
			const rows = [...document.querySelectorAll<HTMLElement>('table.rows')];
			const tables = rows.map((table) => {
				const heading = table.parentElement!.previousElementSibling!.textContent!;
				const room = table.parentElement!.getBoundingClientRect();
				return [heading, Math.ceil(table.getBoundingClientRect().right - room.right)] as const;
			});
			const { scrollWidth, clientWidth } = document.documentElement;
			const all = [...tables, ['the page', scrollWidth - clientWidth] as const];
			return Object.fromEntries(all.filter(([, over]) => over > 0));
		});
	} finally {
		await page.close();
	}
}

for (const [about, node, parameters] of reports)
	test(`${about} fits into a page of 360 to 1,200 pixels`, async () => {
		const { items, error } = await engine.runNode(
			node,
			{ ...parameters, return: ['page'] },
			{ credentials: credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl) },
		);
		assert.ifError(error);
		const html = String(items.at(-1)!.json.html);
		assert.match(html, /<table class="rows/);
		const over: Record<number, unknown> = {};
		for (const width of [360, 800, 1000, 1200]) over[width] = await measure(html, width);
		assert.deepEqual(over, { 360: {}, 800: {}, 1000: {}, 1200: {} });
	});
