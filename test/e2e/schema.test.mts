/**
 * What the editor shows before anything ran, as a person sees it: the nodes panel finds what people type, and a field of
 * a node that never ran is dragged into the next node.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRows } from '../../tools/groups.mts';
import { listDescriptions } from '../support/descriptions.mts';
import { questions } from '../support/questions.mts';
import { begin, goOn } from './steps.mts';
import { useEditor } from './useEditor.mts';

const editor = useEditor('schema');

test('a field of a node that never ran is dragged into the next node', async () => {
	const { description, row } = listRows().find(
		({ resource, operation }) => `${resource}.${operation}` === 'reward.getReport',
	)!;
	const { person, page, server } = editor;
	const { find } = person;
	await page.goto(`${server.url}/home/workflows`);
	await begin(person, description.displayName, row.action);
	await goOn(person);
	await person.searchNode('edit fields', 'Edit Fields (Set)');
	await find('schema-preview-warning').waitFor();
	await person.drag('amount', find('assignment-collection-drop-area'));
	assert.equal(await find('assignment-name').locator('input').inputValue(), 'amount');
	assert.match(await find('assignment-value').innerText(), /\{\{ \$json\.amount \}\}/);
});

test('the nodes panel shows the right node first of ours for what people type', async (t) => {
	const { page, server } = editor;
	const { find } = editor.person;
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
	await page.goto(`${server.url}/workflow/new`);
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
