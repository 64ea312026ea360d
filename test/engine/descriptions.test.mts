/** What the descriptions tell n8n besides parameters: hints for its AI builder, and fields that it hides. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { listDescriptions, packageName } from '../support/descriptions.mts';

const load = createRequire(join(process.cwd(), 'package.json'));
// The loader asks it for each node, and refuses the package if it throws.
const { validateNodeDescription } = load(
	'./node_modules/n8n-core/dist/nodes-loader/validate-node-description.js',
) as { validateNodeDescription: (description: INodeTypeDescription) => void };

const descriptions = listDescriptions();
const ids = descriptions.map(({ name }) => `${packageName}.${name}`);

describe.each(descriptions.map((description) => [description.displayName, description] as const))(
	'%s',
	(_name, description) => {
		test("n8n's loader accepts its hints", () => {
			expect(() => validateNodeDescription(description)).not.toThrow();
		});

		test("a tool of it has a name with which n8n's Execute Step works, and that models accept", () => {
			const actions = description.properties
				.filter(({ name }) => name === 'operation')
				.flatMap(({ options }) => options as Array<{ action: string }>);
			const names = actions.map(({ action }) => `${action} in ${description.displayName}`);
			expect(names.filter((name) => !/^[\w -]{1,64}$/.test(name))).toEqual([]);
		});

		test('has every switch on that a user adds to a collection, since who adds it wants it', () => {
			const collections = description.properties.filter(({ type }) => type === 'collection');
			const switches = collections.flatMap(({ options }) =>
				(options as INodeProperties[]).filter(({ type }) => type === 'boolean'),
			);
			expect(switches.filter((each) => each.default !== true).map(({ name }) => name)).toEqual([]);
		});

		test('says when to use it, and which other of our nodes goes with it', () => {
			const { searchHint = '', relatedNodes = [] } = description.builderHint ?? {};
			expect(searchHint).toMatch(/^[A-Z].*\.$/);
			expect(searchHint.length).toBeLessThanOrEqual(200);
			expect(relatedNodes.length).toBeGreaterThan(0);
			for (const { nodeType, relationHint } of relatedNodes) {
				expect(ids).toContain(nodeType);
				expect(nodeType).not.toBe(`${packageName}.${description.name}`);
				expect(relationHint).not.toBe('');
			}
		});
	},
);

const shownAs = (type: string, parameters: INodeParameters): unknown => {
	const description = descriptions.find(({ name }) => name === type)!;
	const node: INode = {
		id: '1',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			null,
			description,
		)!,
	};
	const nodeTypes = { getByNameAndVersion: () => ({ description }) };
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as Partial<INodeTypes> as INodeTypes,
	});
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
};

test.each([
	['avalancheData', { resource: 'reward', operation: 'getReport' }, 'Get Report: Reward'],
	['avalancheEvm', { resource: 'log', operation: 'getMany' }, 'Get Many: Log'],
	['avalancheTrigger', { event: 'newReward' }, 'On new reward'],
])('the canvas says below %s what it does: %j', (type, parameters, words) => {
	expect(shownAs(type, parameters)).toBe(words);
});

test.each([
	[
		'an empty row',
		[{ validator: { mode: 'list', value: '' } }],
		['Parameter "Node ID" is required.'],
	],
	['a validator', [{ validator: { mode: 'id', value: ourNodeIds[0] } }], []],
])('a red triangle marks Your Validators with %s', (_what, rows, issues) => {
	const { properties } = descriptions.find(({ name }) => name === 'avalancheTrigger')!;
	const parameters = { event: 'validatorDown', validators: { rows } } as INodeParameters;
	const entered = NodeHelpers.getNodeParameters(properties, parameters, true, false, null, null)!;
	const node = { parameters: entered, typeVersion: 1, disabled: false } as INode;
	const found = NodeHelpers.getNodeParametersIssues(properties, node, null)?.parameters ?? {};
	expect(Object.values(found).flat()).toEqual(issues);
});

test('n8n demands no field that an expression may leave out, in a choice that governs it', () => {
	const refused: string[] = [];
	let tried = 0;
	for (const { name, properties } of descriptions.filter(({ group }) => !group.includes('trigger')))
		for (const { displayOptions, ...governing } of properties) {
			const { resource, operation } = displayOptions?.show ?? {};
			const canBeExpression = governing.type === 'options' && !governing.noDataExpression;
			if (!canBeExpression || !resource) continue;
			tried++;
			const chosen = { resource: resource[0], operation: operation?.[0] };
			const parameters = { ...chosen, [governing.name]: '={{ $json.choice }}' } as INodeParameters;
			const entered = NodeHelpers.getNodeParameters(
				properties,
				parameters,
				true,
				false,
				null,
				null,
			)!;
			const node = { parameters: entered, typeVersion: 1, disabled: false } as INode;
			const issues = NodeHelpers.getNodeParametersIssues(properties, node, null)?.parameters ?? {};
			const governed = properties.filter(
				({ displayOptions: shown }) => shown?.show?.[governing.name] !== undefined,
			);
			for (const { name: field } of governed)
				if (issues[field]) refused.push(`${name} ${chosen.operation}: ${field}`);
		}
	expect(refused).toEqual([]);
	expect(tried).toBeGreaterThan(30);
});

test.each(['resource', 'operation'])("n8n's loader refuses a hint on %s", (name) => {
	const node = descriptions.find(({ properties }) => properties.some((one) => one.name === name))!;
	const properties = node.properties.map((property) =>
		property.name === name ? { ...property, builderHint: { propertyHint: 'A hint' } } : property,
	);
	expect(() => validateNodeDescription({ ...node, properties })).toThrow('builderHint');
});

interface Shape {
	fields?: Record<string, Shape>;
}

test('what n8n hides always is in the items: seed words, signatures and signed transactions', () => {
	const items = JSON.parse(
		readFileSync('test/golden/items/avalancheEvmAdvanced.json', 'utf8'),
	) as Record<string, Record<string, Shape>>;
	const hidden = descriptions.find(
		({ name }) => name === 'avalancheEvmAdvanced',
	)!.sensitiveOutputFields!;
	const has = (fields: Record<string, Shape>, [name, ...rest]: string[]): boolean => {
		const shape = fields[name!];
		return !!shape && (!rest.length || has(shape.fields ?? {}, rest));
	};
	const operations = (path: string) =>
		Object.keys(items).filter((operation) => has(items[operation]!, path.split('.')));
	const signed = Object.fromEntries(
		['tx.v', 'tx.r', 'tx.s', 'tx.yParity'].map((path) => [path, ['keystore signTransaction']]),
	);
	expect(Object.fromEntries(hidden.map((path) => [path, operations(path)]))).toEqual({
		words: ['personal initializeWallet'],
		signature: ['keystore sign', 'personal sign'],
		raw: ['keystore signTransaction', 'personal signTransaction'],
		...signed,
	});
});
