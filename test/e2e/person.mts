/** A person at the editor with a mouse, who counts. */
import type { Locator, Page } from 'playwright-core';

/**
 * What it took: fields typed into are entries, words typed into a list's search are searches, keys that close a
 * dialog are keys, all else is clicks.
 */
export interface Effort {
	clicks: number;
	entries: number;
	searches: number;
	keys: number;
}

export class Person {
	/** What was done, one line each. */
	readonly did: string[] = [];
	readonly effort: Effort = { clicks: 0, entries: 0, searches: 0, keys: 0 };
	readonly page: Page;
	/** Called when something is worth a look, with its name. */
	readonly look: (what: string) => Promise<void>;

	constructor(page: Page, look: (what: string) => Promise<void> = async () => {}) {
		this.page = page;
		this.look = look;
	}

	private count(kind: keyof Effort, what: string): void {
		this.effort[kind]++;
		this.did.push(`${this.did.length + 1}. ${what}`);
	}

	/** By what the editor calls it in its own tests; of several the last one, which lies on top. */
	find = (testId: string): Locator => this.page.locator(`[data-test-id="${testId}"]`).last();

	async click(what: string, at: Locator): Promise<void> {
		this.count('clicks', `click ${what}`);
		await at.click();
	}

	/** A double click counts as one. */
	async open(node: string): Promise<void> {
		this.count('clicks', `open ${node}`);
		await this.page.locator('[data-test-id=canvas-node]', { hasText: node }).dblclick();
	}

	/** Drops a field of the input panel on a field of the node. */
	async drag(field: string, to: Locator): Promise<void> {
		this.count('clicks', `drag ${field} to ${await this.nameOf(to)}`);
		const pill = this.page.locator(
			`[data-test-id=ndv-input-panel] [data-test-id=run-data-schema-node-name][data-name="${field}"]`,
		);
		await pill.hover();
		await this.page.mouse.down();
		await to.scrollIntoViewIfNeeded();
		const { x, y, width, height } = (await to.boundingBox())!;
		// The first move begins the drag, the second one is over the field.
		await this.page.mouse.move(x + width / 2, y - 10, { steps: 5 });
		await this.page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
		await this.page.mouse.up();
	}

	/** Into a field of the node, in place of what is there; to click it first is part of the entry. */
	async enter(text: string, field: Locator): Promise<void> {
		this.count('entries', `enter ${text} in ${await this.nameOf(field)}`);
		await field.click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.insertText(text);
	}

	async press(key: string): Promise<void> {
		this.count('keys', `press ${key}`);
		await this.page.keyboard.press(key);
	}

	/** Types into the search field that has the focus. */
	async search(words: string): Promise<void> {
		this.count('searches', `search "${words}"`);
		await this.page.keyboard.type(words, { delay: 30 });
	}

	/** The same in the nodes panel; the Enter key takes what each list highlights, which must be these. */
	async searchNode(words: string, ...wanted: string[]): Promise<void> {
		await this.page.waitForSelector('[data-test-id=node-creator]');
		await this.search(words);
		const first = this.page.locator('[data-test-id=node-creator-item-name]').first();
		for (const name of wanted) {
			await first.and(this.page.getByText(name, { exact: true })).waitFor();
			await this.page.keyboard.press('Enter');
			this.did[this.did.length - 1] += `, Enter for ${name}`;
		}
	}

	/** One entry of a list that n8n loads for a field of the open node, searched for where it is not among the first. */
	async choose(parameter: string, entry: string): Promise<void> {
		const locator = this.find('ndv').locator(`[data-test-id="resource-locator-${parameter}"]`);
		await this.click(
			`From List of ${parameter}`,
			locator.locator('[data-test-id=rlc-input]').last(),
		);
		const entries = this.page.locator('[data-test-id=rlc-item]');
		await entries.first().waitFor();
		// A line of the list has room for the ends of a node ID.
		const shown = entry.replace(/^(NodeID-.{4}).*(.{3})$/, '$1...$2');
		const found = entries.filter({ hasText: shown }).first();
		if (!(await found.count())) await this.search(entry);
		await this.click(entry, found);
	}

	/** An entry of the list that a click on the field of this label opens. */
	async select(label: string, entry: string): Promise<void> {
		const field = this.find('ndv').locator('[data-test-id=input-label]', {
			has: this.page.getByText(label, { exact: true }),
		});
		// A list that n8n loads cannot be opened before.
		await field.last().locator('input:enabled').first().waitFor();
		await this.click(label, field.last().locator('[data-test-id^=parameter-input-]').first());
		const option = this.page.locator('.el-select-dropdown__item:visible', { hasText: entry });
		await this.click(entry, option.first());
	}

	/** A field of the open node, by the name of its parameter. */
	field = (parameter: string): Locator =>
		this.find('ndv').locator(
			`[data-test-id="parameter-input-${parameter}"] :is(input, textarea, [contenteditable=true])`,
		);

	/** The label above it. */
	private nameOf = (field: Locator): Promise<string> =>
		field.evaluate((element) => {
			const labelled = element.closest<HTMLElement>('[data-test-id=input-label]');
			return labelled?.innerText.split('\n')[0] ?? '';
		});
}
