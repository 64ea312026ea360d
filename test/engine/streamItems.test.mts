/** The items of every event of the stream trigger: their fields are those of the golden items, and keep the same rule. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Schema } from '../../tools/schemas.mts';
import { isWriting, useGolden } from '../support/golden.mts';
import { listSaved } from '../support/goldenWorkflows.mts';
import { listBreaks } from '../support/outputRule.mts';
import { listCame, listShown } from '../support/schemas.mts';
import { until } from '../support/useEngine.mts';
import { create, engine, mine, sendTokens, watches } from './streamScene.mts';

const golden = useGolden();
const collected = new Map<string, IDataObject[]>();
const collect = (name: string, items: IDataObject[]) =>
	collected.set(name, [...(collected.get(name) ?? []), ...items]);

/** Fields that come from a scripted server alone (streamScripted.test.mts). */
const scripted: IDataObject[] = [{ removes: 'log-0123456789abcdef', missedBefore: 2 }];
const node = 'avalancheStreamTrigger';
const kinds: Record<string, INodeParameters> = {
	...watches,
	acceptedHash: { event: 'acceptedTransaction', output: 'hash' },
	acceptedReceipt: { event: 'acceptedTransaction', options: { addReceipt: true } },
	pendingHash: { event: 'pendingTransaction', output: 'hash' },
	pendingReceipt: { event: 'pendingTransaction', options: { addReceipt: true } },
};

test.each(Object.entries(kinds))('%s', async (name, parameters) => {
	const stream = create(parameters);
	await stream.activate();
	await sendTokens();
	await until(() => stream.items.length > 0);
	collect(name, stream.items);
	const { items, error } = await engine.runNode(
		node,
		{ chain: 'C', ...parameters, options: { ...(parameters.options as object), testSeconds: 1 } },
		{ mode: 'manual' },
	);
	expect(error).toBeUndefined();
	expect(items).toMatchObject([{ json: { sample: true } }]);
	collect(
		name,
		items.map(({ json }) => json),
	);
});

test('gap', async () => {
	const stream = create({ event: 'newBlock', options: { backFillLimit: 2 } });
	await stream.activate();
	await stream.close();
	await mine(10);
	await stream.activate('init');
	await until(() => stream.items.length > 0);
	collect('gap', stream.items.slice(0, 1));
});

describe('saved workflows', () => {
	const saved = listSaved(node, 1, Object.entries(watches));
	test.each(saved.map(({ name, parameters }) => [name, parameters] as const))(
		'start: %s',
		async (_name, parameters) => {
			const stream = create(parameters);
			await stream.activate();
			await sendTokens();
			await until(() => stream.items.length > 0);
		},
	);
});

test('the fields are those of the golden items', () => {
	const differing = [...collected].flatMap(([name, items]) => golden.compare(node, name, items));
	expect(differing).toEqual([]);
	const names = [...collected.keys(), 'missedBefore', 'removed'];
	expect(golden.namesOf(node).sort()).toEqual(names.sort());
});
test('the fields are those that n8n shows before a first run', () => {
	if (!engine.isRecent || isWriting) return;
	const shown = engine.findSchema(node, 'builder');
	expect(listShown(shown as unknown as Schema)).toEqual(
		listCame([...collected.values(), scripted].flat()),
	);
});
test('all items keep the rule for what comes out', () => {
	const broken = [...collected].flatMap(([name, items]) =>
		listBreaks(items).map((how) => `${name} ${how}`),
	);
	expect(broken).toEqual([]);
});
