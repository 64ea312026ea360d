/** Several validators chosen at once in the running editor, and a credential that is changed behind them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { credentialsFor } from '../support/engine.mts';
import { useEditor } from './useEditor.mts';

const editor = useEditor('several');
let devnets: Devnet[];

before(async () => {
	devnets = [
		await startDevnet({ validators: 1500, rewards: 10 }),
		await startDevnet({ validators: 7, rewards: 10 }),
	];
});
after(async () => {
	for (const devnet of devnets ?? []) await devnet.close();
});

test('a list of 1,500 opens, is searched, and is another one after a change of the credential', async () => {
	const { page, person, rest, server } = editor;
	const made = [];
	for (const [i, devnet] of devnets.entries()) {
		const { avalancheNodesApi } = credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl);
		made.push(
			await rest.call('POST', '/credentials', {
				name: `Network ${i}`,
				type: 'avalancheNodesApi',
				data: avalancheNodesApi,
			}),
		);
	}
	const [first, second] = made.map(({ id, name }) => ({ id: id as string, name: name as string }));
	const chosen = devnets[0]!.world.primary.at(-1)!.nodeID;
	const workflow = await rest.createWorkflow({
		name: 'Several',
		nodes: [
			{
				id: 'a',
				name: 'Validators',
				typeVersion: 1,
				position: [0, 0],
				type: 'n8n-nodes-avalanche.avalancheValidators',
				parameters: {
					resource: 'primaryValidator',
					operation: 'getMany',
					validatorsFrom: 'several',
				},
				credentials: { avalancheNodesApi: first },
			},
		],
		connections: {},
	} as never);
	const { id } = workflow as unknown as { id: string };
	await page.goto(`${server.url}/workflow/${id}`);
	await person.open('Validators');
	const field = page.locator('[data-test-id="parameter-input-chosenNodeIds"]');
	const options = page.locator('.el-select-dropdown__item:visible, [role=option]:visible');
	await page.waitForLoadState('networkidle');
	/** Opens the list, and gives its entries once they are as wanted. A field that still loads does not open. */
	const openList = async (isWanted: (names: string[]) => boolean): Promise<string[]> => {
		let names: string[] = [];
		for (const until = Date.now() + 240_000; Date.now() < until; await page.waitForTimeout(500)) {
			if (!(await options.first().isVisible())) await field.click();
			names = await options.allInnerTexts();
			if (isWanted(names)) break;
		}
		return names;
	};
	const all = await openList((names) => names.length >= 1500);
	assert.ok(all.length >= 1500, `${all.length} validators`);
	await page.keyboard.type(chosen.slice(7, 11));
	const short = `NodeID-${chosen.slice(7, 11)}`;
	await options.filter({ hasText: short }).first().click();
	await page.keyboard.press('Escape');
	await options.first().waitFor({ state: 'hidden' });
	await person.find('node-credentials-select').click();
	await page.getByText(second!.name, { exact: true }).last().click();
	await field.getByText('not in this list').waitFor();
	// The list of credentials is seen for a moment after it closed.
	const names = await openList(
		(listed) => listed.length > 0 && listed.every((name) => name.includes('NodeID-')),
	);
	assert.ok(names.length < 100, `${names.length} validators`);
	assert.match(names[0]!, /not in this list/);
});
