/**
 * What n8n's own engines make of the nodes: its catalogue and the nodes panel find the right one, the type definitions
 * for its AI builder are short, and its redaction hides what is sensitive.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { listDescriptions, packageName } from '../support/descriptions.mts';
import { questions, type Question } from '../support/questions.mts';

const modules = resolve('tools/n8n/node_modules');
const load = createRequire(join(modules, 'n8n/package.json'));
const ours = listDescriptions();

const theirs = (name: string): INodeTypeDescription[] =>
	(
		JSON.parse(
			readFileSync(join(modules, name, 'dist/types/nodes.json'), 'utf8'),
		) as INodeTypeDescription[]
	).map((node) => ({ ...node, name: `${name}.${node.name}` }));
const all = [
	...theirs('n8n-nodes-base'),
	...theirs('@n8n/n8n-nodes-langchain'),
	...ours.map((node) => ({ ...node, name: `${packageName}.${node.name}` })),
];

const isOurs = (id: string) => id.startsWith(`${packageName}.`);
const isRight = ({ right }: Question, id = '') =>
	right.some((name) => id === `${packageName}.${name}`);

/** Prints the questions that a search does not answer, and gives how many it does. */
function count(what: string, isAnswered: (question: Question) => boolean): number {
	const missed = questions.filter((question) => !isAnswered(question));
	if (missed.length)
		console.log(`${what}, not for: ${missed.map(({ asked }) => asked).join('; ')}`);
	return questions.length - missed.length;
}

test("n8n's catalogue gives the right node for what people ask", () => {
	const { NodeTypeParser } = load('@n8n/ai-utilities/node-catalog') as {
		NodeTypeParser: new (nodes: INodeTypeDescription[]) => {
			searchNodeTypes: (query: string, limit: number) => Array<{ id: string }>;
		};
	};
	const catalogue = new NodeTypeParser(all);
	const search = ({ asked }: Question, limit: number) =>
		catalogue.searchNodeTypes(asked, limit).map(({ id }) => id);
	const first = count('first of ours', (question) =>
		isRight(question, search(question, 20).find(isOurs)),
	);
	const amongThree = count('among the first three of all', (question) =>
		search(question, 3).some((id) => isRight(question, id)),
	);
	assert.ok(first >= 37, `first of ours: ${first}`);
	assert.ok(amongThree >= 36, `among the first three of all: ${amongThree}`);
});

const { sublimeSearch } = load('@n8n/utils/search/sublime-search') as {
	sublimeSearch: (
		filter: string,
		nodes: INodeTypeDescription[],
		keys: Array<{ key: string; weight: number }>,
	) => Array<{ item: INodeTypeDescription }>;
};
const shown = all.filter(({ hidden }) => !hidden);
/** Our nodes as the nodes panel lists them for these words. */
const searchPanel = (words: string): string[] =>
	sublimeSearch(words, shown, [
		{ key: 'displayName', weight: 1.3 },
		{ key: 'codex.alias', weight: 1 },
	])
		.map(({ item }) => item.name)
		.filter(isOurs);

test('the nodes panel gives the right node for what people type', () => {
	const first = count('first of ours in the panel', (question) =>
		isRight(question, searchPanel(question.asked)[0]),
	);
	assert.ok(first >= 38, `first of ours: ${first}`);
});

test('the nodes panel lists what people use first before what few need', () => {
	const place = (node: string) => searchPanel('avalanche').indexOf(`${packageName}.${node}`);
	for (const node of ['avalancheData', 'avalancheTrigger']) assert.ok(place(node) < 2, node);
	for (const node of ['avalancheValidators', 'avalancheEvm'])
		assert.ok(place(node) < place('avalancheAdmin'), node);
	const found = searchPanel('blockchain').slice(0, 4);
	assert.ok(found.includes(`${packageName}.avalancheData`), found.join());
	assert.notEqual(searchPanel('defi')[0], `${packageName}.avalancheAdmin`);
});

/**
 * The most characters of a node's type definition. EVM Advanced has too many operations for the common number: n8n writes
 * 210 for each of 89, and 260 for its chain.
 */
const longest: Record<string, number> = { avalancheEvm: 50_000, avalancheEvmAdvanced: 98_000 };

for (const node of ours)
	test(`the type definition of ${node.displayName} is short`, () => {
		const { generateNodeTypeFile } = load('@n8n/workflow-sdk') as {
			generateNodeTypeFile: (node: INodeTypeDescription) => string;
		};
		const properties = node.properties.filter(({ type }) => type !== 'hidden');
		const { length } = generateNodeTypeFile({ ...node, properties });
		const most = longest[node.name] ?? 40_000;
		assert.ok(length <= most, `${length} characters, more than ${most}`);
	});

test("n8n's redaction hides keys and what they signed", async () => {
	const { NodeDefinedFieldRedactionStrategy } = load(
		join(
			modules,
			'n8n/dist/modules/redaction/executions/strategies/node-defined-field-redaction.strategy.js',
		),
	) as {
		NodeDefinedFieldRedactionStrategy: new (
			logger: object,
			nodeTypes: { getByNameAndVersion: (type: string) => object },
		) => { apply: (execution: object, context: object) => Promise<void> };
	};
	const item = {
		json: {
			words: 'seed words',
			signature: '0x12',
			raw: '0x34',
			tx: { to: '0x56', r: '0x78', s: '0x9a' },
		} as IDataObject,
	};
	const strategy = new NodeDefinedFieldRedactionStrategy(
		{},
		{
			getByNameAndVersion: (type) => ({ description: ours.find(({ name }) => name === type) }),
		},
	);
	await strategy.apply(
		{
			workflowData: { nodes: [{ name: 'Keys', type: 'avalancheEvmAdvanced', typeVersion: 1 }] },
			data: { resultData: { runData: { Keys: [{ data: { main: [[item]] } }] } } },
		},
		{ memo: new Map() },
	);
	const shown = JSON.stringify(item.json);
	for (const hidden of ['seed words', '0x12', '0x34', '0x78', '0x9a'])
		assert.ok(!shown.includes(hidden), `${hidden} in ${shown}`);
	assert.ok(shown.includes('0x56'));
});
