/** What a test of the editor begins with: an n8n with our pack, and a person who is signed in to it in a browser. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, startServer, type Server } from '../../tools/n8n/server.mts';
import { openEditor } from './browser.mts';
import { Person } from './person.mts';

export interface Editor {
	server: Server;
	rest: Rest;
	page: Page;
	/** A new one for each test, who has done nothing yet. */
	person: Person;
}

const screenshots = 'test/e2e/output';

/**
 * One n8n for all tests of a file; what each test leaves on the screen goes to a picture that begins with `name`. What
 * needs n8n first is prepared here, because node:test does not wait for one root hook before it runs the next.
 */
export function useEditor(name: string, prepare?: (editor: Editor) => Promise<void>): Editor {
	const editor = {} as Editor;
	let folder: string;
	let browser: Browser | undefined;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), `n8n-${name}-`));
		mkdirSync(screenshots, { recursive: true });
		const server = await startServer({ folder, port: await findPort() });
		const rest = new Rest(server.url);
		Object.assign(editor, { server, rest });
		await rest.signIn(login);
		// Without any workflow n8n shows a welcome instead of the list.
		await rest.createWorkflow({ name: 'Another', nodes: [], connections: {} });
		const { page, ...opened } = await openEditor(server.url, login);
		browser = opened.browser;
		editor.page = page;
		await prepare?.(editor);
	});
	beforeEach(() => void (editor.person = new Person(editor.page)));
	afterEach(async (context) => {
		const test = (context as TestContext).name.replaceAll(/\W+/g, '-');
		await editor.page.screenshot({ path: join(screenshots, `${name}-${test}.png`) });
	});
	after(async () => {
		await browser?.close();
		await editor.server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	return editor;
}
