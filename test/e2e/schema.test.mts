/** A field of a node that never ran, dragged into the next node, as a person does in n8n's editor. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { login } from '../../tools/demo.mts';
import { listRows } from '../../tools/groups.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, startServer, type Server } from '../../tools/n8n/server.mts';
import { openEditor, prepareBrowser } from './browser.mts';

const screenshots = 'test/e2e/output';
prepareBrowser();

let folder: string;
let server: Server | undefined;
let browser: Browser | undefined;
let page: Page;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	mkdirSync(screenshots, { recursive: true });
	server = await startServer({ folder, port: await findPort() });
	await new Rest(server.url).signIn(login);
	({ browser, page } = await openEditor(server.url, login));
});

after(async () => {
	await browser?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** By what the editor calls it in its own tests; of several the last one, which lies on top. */
const find = (testId: string): Locator => page.locator(`[data-test-id="${testId}"]`).last();

/** Takes a node, or an action, out of the panel of nodes. */
const take = (name: string): Promise<void> =>
	page
		.locator('[data-test-id=node-creator-item-name]')
		.getByText(name, { exact: true })
		.first()
		.click();

async function addNode(name: string, action?: string): Promise<void> {
	await find('node-creator-search-bar').fill(name);
	await take(name);
	if (action) await take(action);
	await find('ndv').waitFor();
}

/** Drops a field of the input panel in the middle of a place. */
async function drag(field: string, to: Locator): Promise<void> {
	const pill = `[data-test-id=run-data-schema-node-name][data-name="${field}"]`;
	await find('ndv-input-panel').locator(pill).hover();
	await page.mouse.down();
	const { x, y, width, height } = (await to.boundingBox())!;
	// The first move begins the drag, the second one is over the place.
	await page.mouse.move(x + width / 2, y - 10, { steps: 5 });
	await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
	await page.mouse.up();
}

test('a field of a node that never ran is dragged into the next node', async () => {
	const { description, row } = listRows().find(
		({ resource, operation }) => `${resource}.${operation}` === 'reward.getReport',
	)!;
	await page.goto(`${server!.url}/workflow/new`);
	await find('canvas-plus-button').click();
	await addNode(description.displayName, row.action);
	await find('ndv-close-button').click();
	await find('canvas-handle-plus').click();
	await addNode('Edit Fields (Set)');
	await find('schema-preview-warning').waitFor();
	await drag('amount', find('assignment-collection-drop-area'));
	await page.screenshot({ path: join(screenshots, 'schema.png') });
	assert.equal(await find('assignment-name').locator('input').inputValue(), 'amount');
	assert.match(await find('assignment-value').innerText(), /\{\{ \$json\.amount \}\}/);
});
