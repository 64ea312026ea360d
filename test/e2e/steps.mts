/** What a new user does, step by step: the browser test counts it, and the pictures of the docs show it. */
import type { Person } from './person.mts';

/** "Create workflow", a node of ours, and one of its actions; n8n adds a trigger by hand itself. */
export async function begin(person: Person, node: string, action: string): Promise<void> {
	await person.click('Create workflow', person.find('add-resource-workflow'));
	await person.click('Add first step', person.find('canvas-plus-button'));
	await addNode(person, node, action);
}

const addNode = (person: Person, node: string, action: string): Promise<void> =>
	takeNode(person, node.toLowerCase(), node, action);

/** A node that the panel of nodes finds first for these words, with one of its actions. */
export async function takeNode(
	person: Person,
	words: string,
	node: string,
	action: string,
): Promise<void> {
	await person.searchNode(words, node);
	await person.look('actions');
	const actions = person.find('node-creator').locator('[data-test-id=node-creator-item-name]');
	await person.click(`the action "${action}"`, actions.getByText(action, { exact: true }));
	await person.find('ndv').waitFor();
}

/** What the nodes panel of a new workflow finds. */
export async function searchNodes(person: Person, words: string): Promise<void> {
	await person.click('Create workflow', person.find('add-resource-workflow'));
	await person.click('Add first step', person.find('canvas-plus-button'));
	await person.searchNode(words);
	await person.look('nodes-panel');
}

/** Back on the canvas, the plus behind the last node. */
export async function goOn(person: Person): Promise<void> {
	await person.click('Close', person.find('ndv-close-button'));
	await person.look('canvas');
	await person.click('the plus behind the node', person.find('canvas-handle-plus'));
}

/** Runs all up to the open node; resolves when it has run. */
export async function execute(person: Person): Promise<void> {
	const ndv = person.find('ndv');
	await person.click('Execute step', ndv.locator('[data-test-id=node-execute-button]'));
	await ndv.locator('[data-test-id=node-run-info], [data-test-id=node-error-message]').waitFor();
}

/** n8n chooses the credentials itself where it has one of a kind. */
export async function importExample(person: Person, file: string): Promise<void> {
	const { page } = person;
	await person.click('Create workflow', person.find('add-resource-workflow'));
	await person.click('the menu of the workflow', person.find('workflow-menu'));
	await person.click('Import', page.getByRole('menuitem', { name: 'Import', exact: true }));
	const chooser = page.waitForEvent('filechooser');
	await person.click('From file', page.getByRole('menuitem', { name: 'From file' }));
	await (await chooser).setFiles(file);
	await person.find('canvas-node').waitFor();
}

/** From the list of workflows to last month's rewards of a validator as an e-mail. */
export async function mailReport(
	person: Person,
	{ nodeId, from, to }: { nodeId: string; from: string; to: string },
): Promise<void> {
	await begin(person, 'Avalanche Data API', 'Get report of staking rewards');
	await person.choose('validator', nodeId);
	await person.look('get-report');
	await goOn(person);
	await sendPage(person, { from, to });
	await person.look('report-sent');
}

/** From the list of workflows to last month's transactions of the C-Chain and another chain, in one chart by e-mail. */
export async function mailComparison(
	person: Person,
	{ chain, from, to }: { chain: string; from: string; to: string },
): Promise<void> {
	const label = 'Compare With Chain Names or IDs';
	await begin(person, 'Avalanche Chain Metrics', 'Get report of chain metric over time');
	await person.click('Add Field', person.find('collection-parameter-add'));
	await person.click(label, person.page.getByText(label));
	await person.select(label, chain);
	await person.press('Escape');
	await person.look('compare');
	await goOn(person);
	await sendPage(person, { from, to });
}

/** Send Email behind a report: its page as the text, its files attached. */
export async function sendPage(
	person: Person,
	{ from, to }: { from: string; to: string },
): Promise<void> {
	await person.searchNode('send email', 'Send Email', 'Send an Email');
	await person.enter(from, person.field('fromEmail'));
	await person.enter(to, person.field('toEmail'));
	await person.click('Add option', person.find('collection-parameter-add'));
	await person.click('Attachments (File)', person.page.getByText('Attachments (File)'));
	await person.enter('{{ $json.attachments }}', person.field('fileAttachments'));
	await person.enter('{{ $json.title }}', person.field('subject'));
	await person.enter('{{ $json.html }}', person.field('html'));
	await person.look('send-email');
	await execute(person);
}

/** From the list of workflows to the same, with the example of it. */
export async function mailReportOfExample(
	person: Person,
	{ nodeIds, from, to }: { nodeIds: string; from: string; to: string },
): Promise<void> {
	await importExample(person, 'examples/monthly-reward-report.json');
	await person.look('reward-report');
	await person.open('Get report');
	await person.enter(nodeIds, person.field('nodeIds'));
	await person.click('Close', person.find('ndv-close-button'));
	await person.open('Send report');
	await person.enter(from, person.field('fromEmail'));
	await person.enter(to, person.field('toEmail'));
	await execute(person);
}

/** From the list of workflows to what addresses hold, in AVAX and in ERC-20 tokens. */
export async function readBalances(person: Person, addresses: string): Promise<void> {
	await begin(person, 'Avalanche Data API', 'Get all balances of address');
	await person.enter(addresses, person.field('address'));
	await execute(person);
	await person.look('balances');
}

/** What a night needs, as options of the trigger that is open: by their labels and names, with what to enter. */
export async function addNightOptions(
	person: Person,
	texts: Array<{ label: string; name: string; text?: string }>,
): Promise<void> {
	for (const { label, name, text } of texts) {
		await person.click('Add Option', person.find('collection-parameter-add'));
		await person.click(label, person.page.getByText(label, { exact: true }).last());
		// A switch is on as soon as it is added.
		if (text !== undefined) await person.enter(text, person.field(name));
	}
	await person.field(texts[0]!.name).scrollIntoViewIfNeeded();
	await person.look('alert-options');
}

/** Publishes the workflow that is open. */
export async function publish(person: Person): Promise<void> {
	await person.click('Publish', person.find('workflow-open-publish-modal-button'));
	await person.click('Publish', person.find('workflow-publish-button'));
	await person.page.locator('[data-test-id=workflow-publish-button]').waitFor({ state: 'hidden' });
}

/** From the list of workflows to a published watch of a validator, and a node that gets its alerts. */
export async function watchValidator(person: Person, nodeId: string): Promise<void> {
	await person.click('Create workflow', person.find('add-resource-workflow'));
	await person.click('Add first step', person.find('canvas-plus-button'));
	// In the list of first steps n8n leaves out the word Trigger.
	await takeNode(person, 'validator down', 'Avalanche', 'On validator down or at risk');
	await person.choose('validator', nodeId);
	await person.look('trigger');
	await person.press('Escape');
	await person.click('the plus behind the node', person.find('canvas-handle-plus'));
	await person.searchNode('no operation', 'No Operation, do nothing');
	await person.find('ndv-input-panel').waitFor();
	await person.press('Escape');
	await publish(person);
}
