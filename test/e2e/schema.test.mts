/**
 * What the editor shows before anything ran, as a person sees it: the nodes panel finds what people type, and a field of
 * a node that never ran is dragged into the next node.
 */
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
import { listDescriptions } from '../support/descriptions.mts';
import { questions } from '../support/questions.mts';
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

test('the nodes panel shows the right node first of ours for what people type', async (t) => {
	const { find, page } = person;
	const ours = listDescriptions();
	// The panel leaves the word out of the name of a trigger.
	const shownAs = ({ displayName }: { displayName: string }) =>
		displayName.replace(/ Trigger$/, '');
	const nameOf = (type: string) => shownAs(ours.find(({ name }) => name === type)!);
	const shown = ours.map(shownAs);
	/** Waits until the first of our nodes in the panel is one of these, or, of none, until none of ours is there. */
	const showsFirst = (wanted: string[]): Promise<boolean> =>
		page
			.waitForFunction(
				(names) => {
					const items = document.querySelectorAll('[data-test-id=node-creator-item-name]');
					const first = [...items]
						.map((item) => item.textContent!.trim())
						.find((name) => names.shown.includes(name));
					return names.wanted.length ? names.wanted.includes(first!) : !first;
				},
				{ shown, wanted },
				{ timeout: 3000 },
			)
			.then(
				() => true,
				() => false,
			);
	await page.goto(`${server!.url}/workflow/new`);
	await find('canvas-plus-button').click();
	const missed: string[] = [];
	for (const { asked, right } of questions) {
		await find('node-creator-search-bar').fill('');
		assert.ok(await showsFirst([]));
		await find('node-creator-search-bar').fill(asked);
		if (!(await showsFirst(right.map(nameOf)))) missed.push(asked);
	}
	if (missed.length) t.diagnostic(`not for: ${missed.join('; ')}`);
	assert.ok(questions.length - missed.length >= 36, `the panel misses ${missed.join('; ')}`);
});
