/** A field of a node that never ran, dragged into the next node, as a person does in n8n's editor. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { login } from '../../tools/demo.mts';
import { listRows } from '../../tools/groups.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, startServer, type Server } from '../../tools/n8n/server.mts';
import { openEditor, prepareBrowser } from './browser.mts';
import { Person } from './person.mts';

const screenshots = 'test/e2e/output';
prepareBrowser();

let folder: string;
let server: Server | undefined;
let browser: Browser | undefined;
let person: Person;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	mkdirSync(screenshots, { recursive: true });
	server = await startServer({ folder, port: await findPort() });
	await new Rest(server.url).signIn(login);
	const editor = await openEditor(server.url, login);
	browser = editor.browser;
	person = new Person(editor.page);
});

after(async () => {
	await browser?.close();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Takes a node, or an action, out of the panel of nodes. */
const take = (name: string): Promise<void> =>
	person.page
		.locator('[data-test-id=node-creator-item-name]')
		.getByText(name, { exact: true })
		.first()
		.click();

async function addNode(name: string, action?: string): Promise<void> {
	const { find } = person;
	await find('node-creator-search-bar').fill(name);
	await take(name);
	if (action) await take(action);
	await find('ndv').waitFor();
}

test('a field of a node that never ran is dragged into the next node', async () => {
	const { description, row } = listRows().find(
		({ resource, operation }) => `${resource}.${operation}` === 'reward.getReport',
	)!;
	const { find, page } = person;
	await page.goto(`${server!.url}/workflow/new`);
	await find('canvas-plus-button').click();
	await addNode(description.displayName, row.action);
	await find('ndv-close-button').click();
	await find('canvas-handle-plus').click();
	await addNode('Edit Fields (Set)');
	await find('schema-preview-warning').waitFor();
	await person.drag('amount', find('assignment-collection-drop-area'));
	await page.screenshot({ path: join(screenshots, 'schema.png') });
	assert.equal(await find('assignment-name').locator('input').inputValue(), 'amount');
	assert.match(await find('assignment-value').innerText(), /\{\{ \$json\.amount \}\}/);
});
