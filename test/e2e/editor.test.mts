/** What a person meets in the running editor: the credential, every node, its lists and its output, every event. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
	demoAccount,
	ourNodeIds,
	startDevnet,
	utxoAddresses,
	type Devnet,
} from '../../devnet/devnet.mts';
import { execute, publish, takeNode } from './steps.mts';
import { useEditor } from './useEditor.mts';

const [validator] = ourNodeIds as [string];

const editor = useEditor('editor');
let devnet: Devnet;

before(async () => void (devnet = await startDevnet({ validators: 10, rewards: 300 })));
after(async () => await devnet?.close());

test('who signs in at the address of n8n sees the list of workflows', async () => {
	const { page, person, server } = editor;
	await page.goto(server.url);
	await person.find('add-resource-workflow').waitFor();
	assert.match(page.url(), /\/home\/workflows/);
});

/** Chooses an entry of a drop-down. */
async function select(parameter: string, entry: string): Promise<void> {
	const { page } = editor;
	await page.locator(`[data-test-id="parameter-input-${parameter}"]`).click();
	await page.getByRole('option', { name: entry }).click();
}

const credentialField = (name: string) =>
	editor.page.locator(`[data-test-id="parameter-input-${name}"] input`);

/** Saves or tests again, and waits until n8n shows this result. */
async function testCredential(button: 'Save' | 'Retry', result: RegExp): Promise<void> {
	const dialog = editor.person.find('editCredential-modal');
	await dialog.getByRole('button', { name: button, exact: true }).click();
	const wanted = dialog.getByText(result);
	// The last result stands there until the next one comes, and the details of a failure open on a click.
	const details = dialog.getByText('More details');
	const last = Date.now() + 60_000;
	while (!(await wanted.isVisible()) && Date.now() < last) {
		if (await details.isVisible()) await details.click({ timeout: 1000 }).catch(() => {});
		await wanted.waitFor({ timeout: 1000 }).catch(() => {});
	}
	assert.ok(await wanted.isVisible(), `the test of the credential says ${result}`);
}

test('the credential is made with the mouse, and its test says which host fails and why', async () => {
	const { page, person, server } = editor;
	await page.goto(`${server.url}/home/credentials`);
	await person.click('Create credential', person.find('add-resource-credential'));
	await person.find('new-credential-type-select').waitFor();
	await person.search('avalanche');
	await person.find('new-credential-type-select-option').waitFor();
	await person.press('Enter');
	await person.click('Continue', person.find('new-credential-type-button'));
	await credentialField('apiKey').waitFor();
	assert.equal(await credentialField('network').inputValue(), 'Mainnet');
	assert.equal(await credentialField('nodeUrl').count(), 0);

	await select('network', 'Own Node');
	await person.enter(server.url, credentialField('nodeUrl'));
	await person.enter(devnet.dataUrl, credentialField('dataUrl'));
	await person.enter(devnet.metricsUrl, credentialField('metricsUrl'));
	await testCredential('Save', /Node URL: .*answers, but not as an Avalanche node/);
	assert.equal(await page.getByText(/(Data|Metrics) URL: http/).count(), 0);

	await person.enter(devnet.nodeUrl, credentialField('nodeUrl'));
	await person.enter('wrong-key-1234', credentialField('apiKey'));
	devnet.faults([{ host: 'data', requireKey: 'right-key-1234' }]);
	await testCredential('Save', /Data URL: .*refused the API key/);
	devnet.faults([]);
	await testCredential('Retry', /Connection tested successfully/);
});

/** One operation of each node, with the lists its fields are chosen from and a column of the table that comes out. */
const operations: Array<{
	search: string;
	node: string;
	action: string;
	/** By parameter: what is chosen from its list. */
	lists: Record<string, string>;
	/** By parameter: what is typed. */
	entries?: Record<string, string>;
	column: string;
}> = [
	{
		search: 'avalanche validators',
		node: 'Avalanche Validators',
		action: 'Get validator of Primary Network',
		lists: { nodeId: validator },
		column: 'nodeId',
	},
	{
		search: 'avalanche wallet',
		node: 'Avalanche Data API',
		action: 'Get many ERC-20 balances of address',
		lists: { chainId: 'C-Chain' },
		entries: { address: demoAccount },
		column: 'symbol',
	},
	{
		search: 'chain metrics',
		node: 'Avalanche Chain Metrics',
		action: 'Get many values of chain metric',
		lists: { chainId: 'C-Chain' },
		column: 'value',
	},
	{
		search: 'avalanche node info',
		node: 'Avalanche Node Info',
		action: 'Get bootstrap status of chain',
		lists: { chain: 'P-Chain' },
		column: 'isBootstrapped',
	},
	{
		search: 'evm chains',
		node: 'Avalanche EVM Chains',
		action: 'Get native token balance of account',
		lists: { chain: 'C-Chain' },
		entries: { address: demoAccount },
		column: 'balance',
	},
	{
		search: 'avalanche evm advanced',
		node: 'Avalanche EVM Advanced',
		action: 'Get many APIs of chain',
		lists: { chain: 'C-Chain' },
		column: 'namespace',
	},
	{
		search: 'cross-chain transfers',
		node: 'Avalanche Cross-Chain Transfers',
		action: 'Get many UTXOs of addresses',
		lists: { sourceChain: 'P-Chain' },
		entries: { addresses: utxoAddresses[0]! },
		column: 'utxo',
	},
	{
		search: 'node admin',
		node: 'Avalanche Node Admin',
		action: 'Get VM configuration of chain',
		lists: { chain: 'C-Chain' },
		column: 'pruning-enabled',
	},
];

for (const { search, node, action, lists, entries = {}, column } of operations)
	test(`${node} is found, filled from its lists, run, and read as a table`, async () => {
		const { page, person, server } = editor;
		await page.goto(`${server.url}/workflow/new`);
		await person.click('Add first step', person.find('canvas-plus-button'));
		await takeNode(person, search, node, action);
		for (const [parameter, entry] of Object.entries(lists)) await person.choose(parameter, entry);
		for (const [parameter, text] of Object.entries(entries))
			await person.enter(text, person.field(parameter));
		await execute(person);
		const output = person.find('output-panel');
		await person.click('Table', output.locator('[data-test-id=radio-button-table]'));
		await output.locator('table tbody tr').first().waitFor();
		const columns = await output.locator('table thead th').allInnerTexts();
		const rows = await output.locator('table tbody tr').count();
		assert.ok(
			columns.map((text) => text.trim()).includes(column),
			`${columns.join(', ')}; ${await output.innerText()}`,
		);
		assert.ok(rows > 0);
	});

/** What each event asks for before it can be published. */
const events: Record<string, () => Promise<void>> = {
	'On validator down or at risk': () => editor.person.choose('validator', validator),
	'On outdated node version': () => editor.person.choose('validator', validator),
	'On own node uptime or peer alert': async () => {},
	'On L1 validator alert': async () => {
		const { page } = editor;
		await page
			.locator('[data-test-id="resource-locator-subnetId"] [data-test-id=rlc-input]')
			.click();
		await page.locator('[data-test-id=rlc-item]').first().click();
	},
	'On new reward': () => editor.person.choose('validator', validator),
	'On new transaction or payment': () =>
		editor.person.enter(demoAccount, editor.person.field('address')),
};

for (const [action, fill] of Object.entries(events))
	test(`${action} is published`, async () => {
		const { page, person, rest, server } = editor;
		await page.goto(`${server.url}/workflow/new`);
		await person.click('Add first step', person.find('canvas-plus-button'));
		// In the list of first steps n8n leaves out the word Trigger.
		await takeNode(person, 'validator down', 'Avalanche', action);
		await fill();
		await person.click('Close', person.find('ndv-close-button'));
		await publish(person);
		const [, id] = /workflow\/(\w+)/.exec(page.url())!;
		assert.ok((await rest.call('GET', `/workflows/${id}`)).activeVersionId);
		assert.equal(await page.locator('.el-notification--error').count(), 0);
	});

test('in the dark theme the panel of nodes shows our dark icons', async () => {
	const { page, person, server } = editor;
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(`${server.url}/workflow/new`);
	await person.click('Add first step', person.find('canvas-plus-button'));
	await person.find('node-creator').waitFor();
	await person.search('avalanche');
	const icons = page.locator('[data-test-id=node-creator] img[src*=avalanche]');
	await page.waitForFunction((count) => {
		const images = document.querySelectorAll<HTMLImageElement>(
			'[data-test-id=node-creator] img[src*=avalanche]',
		);
		return images.length >= count && [...images].every(({ complete }) => complete);
	}, operations.length);
	const shown = await icons.evaluateAll((images) =>
		images.map((image) => [
			(image as HTMLImageElement).getAttribute('src'),
			(image as HTMLImageElement).naturalWidth > 0,
		]),
	);
	for (const [src, isLoaded] of shown) {
		assert.match(String(src), /\.dark\.svg$/);
		assert.ok(isLoaded, `${src} is not drawn`);
	}
});
