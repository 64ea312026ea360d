/**
 * What n8n's own engines make of the nodes: its catalogue and the nodes panel find the right one, the type definitions
 * for its AI builder are short, and its redaction hides what is sensitive.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { IDataObject, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { listDescriptions, packageName } from '../support/descriptions.mts';
import {
	firstTyped,
	fourthTyped,
	fifthTyped,
	inAnyOrder,
	ofAnAccountant,
	ofAnOperator,
	questions,
	secondTyped,
	eighthTyped,
	seventhTyped,
	sixthTyped,
	thirdTyped,
	unseenByCatalogue,
	unseenByPanel,
	type Question,
} from '../support/questions.mts';

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
function count(
	what: string,
	questions: Question[],
	isAnswered: (question: Question) => boolean,
): number {
	const missed = questions.filter((question) => !isAnswered(question));
	console.log(`${what}: ${questions.length - missed.length} of ${questions.length}`);
	if (missed.length) console.log(`not for: ${missed.map(({ asked }) => asked).join('; ')}`);
	return questions.length - missed.length;
}

const { NodeTypeParser } = load('@n8n/ai-utilities/node-catalog') as {
	NodeTypeParser: new (nodes: INodeTypeDescription[]) => {
		searchNodeTypes: (query: string, limit: number) => Array<{ id: string }>;
	};
};
const catalogue = new NodeTypeParser(all);
const searchCatalogue = ({ asked }: Question, limit: number) =>
	catalogue.searchNodeTypes(asked, limit).map(({ id }) => id);

/** How many questions of a set the catalogue answered when its floor was set. It may answer more. */
interface CatalogueFloor {
	set: string;
	questions: Question[];
	first: number;
	amongThree: number;
}

/**
 * With "avalanche" in a question, n8n's catalogue lists our nodes by the length of their names, whatever else is asked:
 * only a search word of 14 letters would count for more. So two in three unseen questions have the same first three.
 */
const catalogueFloors: CatalogueFloor[] = [
	{ set: 'known questions', questions, first: 35, amongThree: 36 },
	{ set: 'unseen questions', questions: unseenByCatalogue, first: 12, amongThree: 22 },
];

for (const floor of catalogueFloors)
	test(`n8n's catalogue gives the right node for what people ask: ${floor.set}`, () => {
		const first = count(`${floor.set}, first of ours`, floor.questions, (question) =>
			isRight(question, searchCatalogue(question, 20).find(isOurs)),
		);
		const amongThree = count(`${floor.set}, among the first three`, floor.questions, (question) =>
			searchCatalogue(question, 3).some((id) => isRight(question, id)),
		);
		assert.ok(first >= floor.first, `first of ours: ${first}`);
		assert.ok(amongThree >= floor.amongThree, `among the first three of all: ${amongThree}`);
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
const searchPanel = (words: string, among = shown): string[] =>
	sublimeSearch(words, among, [
		{ key: 'displayName', weight: 1.3 },
		{ key: 'codex.alias', weight: 1 },
	])
		.map(({ item }) => item.name)
		.filter(isOurs);

const panelFloors = [
	{ set: 'known questions', questions, least: 39 },
	{ set: 'unseen questions', questions: unseenByPanel, least: 20 },
	{ set: "an accountant's words", questions: ofAnAccountant, least: ofAnAccountant.length },
	{ set: "an operator's words", questions: ofAnOperator, least: ofAnOperator.length },
	{ set: 'everyday words, first set', questions: firstTyped, least: 159 },
	{ set: 'everyday words, second set', questions: secondTyped, least: 154 },
	{ set: 'everyday words, third set', questions: thirdTyped, least: 95 },
	{ set: 'everyday words, fourth set', questions: fourthTyped, least: 55 },
	{ set: 'everyday words, fifth set', questions: fifthTyped, least: 92 },
	{ set: 'whole questions, sixth set', questions: sixthTyped, least: 70 },
	{ set: 'everyday words, seventh set', questions: seventhTyped, least: 37 },
	{ set: 'everyday words, eighth set', questions: eighthTyped, least: 39 },
	{ set: 'the same words in any order', questions: inAnyOrder, least: inAnyOrder.length },
];

for (const { set, questions: asked, least } of panelFloors)
	test(`the nodes panel gives the right node for what people type: ${set}`, () => {
		const first = count(`${set}, first of ours in the panel`, asked, (question) =>
			isRight(question, searchPanel(question.asked)[0]),
		);
		assert.ok(first >= least, `first of ours: ${first}`);
	});

test('the nodes panel finds the trigger by the name of each alert', () => {
	const { properties } = ours.find(({ name }) => name === 'avalancheTrigger')!;
	const options = properties
		.filter(({ name }) => name === 'alertWhen')
		.flatMap((property) => property.options as INodePropertyOptions[]);
	const names = new Set(options.map(({ name }) => name.replace('Metric: ', '')));
	assert.ok(names.size > 20);
	const missed = [...names].filter(
		(name) => !searchPanel(name).includes(`${packageName}.avalancheTrigger`),
	);
	assert.deepEqual(missed, []);
});

/** What no operation does, though people may look for it. Of what a transaction calls, functions of tokens alone are decoded. */
const promisedByNone =
	/\bdelegate\b|p-chain transaction|pending reward|teleporter|\bicm\b|holders?\b|top delegator|decode transaction(?! token call)|send avax|\bpdf\b|\b(validator|delegator|stak).* over time/;

for (const { displayName, codex } of ours)
	test(`the search words of ${displayName} are short, each stands once, and an operation does what they say`, () => {
		const words = codex?.alias ?? [];
		assert.deepEqual(
			words.filter((word) => word.split(' ').length > 4 || word !== word.toLowerCase()),
			[],
		);
		assert.deepEqual(
			words.filter((word, index) => words.indexOf(word) !== index),
			[],
		);
		assert.deepEqual(
			words.filter((word) => promisedByNone.test(word)),
			[],
		);
	});

test('the nodes panel finds no node by what no operation does, also not by letters that happen to fit', () => {
	for (const asked of ['holder', 'holders', 'token holders', 'holders of a token'])
		assert.deepEqual([asked, searchPanel(asked)], [asked, []]);
});

test('the nodes panel gives rewards to who looks for a yield', () => {
	for (const asked of ['yield', 'staking yield', 'avalanche yield', 'yield avalanche'])
		assert.equal(searchPanel(asked)[0], `${packageName}.avalancheData`, asked);
});

test('the nodes panel gives a watch of the health before a look at it, in whatever order n8n has the nodes', () => {
	for (const among of [shown, shown.toReversed()]) {
		const [first, second] = searchPanel('node health', among);
		assert.deepEqual(
			[first, second],
			[`${packageName}.avalancheTrigger`, `${packageName}.avalancheInfo`],
		);
	}
});

test('the nodes panel lists what people use first before what few need', () => {
	const place = (node: string) => searchPanel('avalanche').indexOf(`${packageName}.${node}`);
	for (const node of ['avalancheData', 'avalancheTrigger']) assert.ok(place(node) < 2, node);
	for (const node of ['avalancheData', 'avalancheTrigger', 'avalancheValidators', 'avalancheEvm'])
		for (const rare of ['avalancheAdmin', 'avalancheEvmAdvanced'])
			assert.ok(place(node) < place(rare), `${node} before ${rare}`);
	const found = searchPanel('blockchain').slice(0, 4);
	assert.ok(found.includes(`${packageName}.avalancheData`), found.join());
	assert.notEqual(searchPanel('defi')[0], `${packageName}.avalancheAdmin`);
});

/**
 * The most characters of a node's type definition. EVM Advanced has too many operations for the common number: n8n writes
 * 210 for each of 89, and 260 for its chain. The Data API's rewards choose validators in four ways, and its
 * reports have files in two formats. Most of its lists have a period, as two operations of the EVM node do, and names of wallets.
 */
const longest: Record<string, number> = {
	avalancheData: 52_300,
	avalancheEvm: 54_000,
	avalancheEvmAdvanced: 98_200,
};

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
