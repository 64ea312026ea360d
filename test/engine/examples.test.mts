/**
 * What the editor shows as an example is accepted: each placeholder, each preset, and Call Any's in the mock network.
 * Our nodes of the example workflows run in it as they stand; test/e2e/reports.test.mts runs them whole.
 */
import { readdirSync, readFileSync } from 'node:fs';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypes,
	type IRunData,
	type IWorkflowBase,
} from 'n8n-workflow';
import { demoAccount, listOwn, ourNodeIds, treasuryWallets } from '../../devnet/devnet.mts';
import { alerts } from '../../nodes/Trigger/watch/conditions';
import { readSilence } from '../../nodes/Trigger/watch/silences';
import { isAsExample, roles, sayKept } from '../../tools/examples.mts';
import type { WorkflowFile } from '../../tools/n8n/rest.mts';
import { listRows, makeExample, type Row, toParameters, whatShows } from '../../tools/groups.mts';
import { listDescriptions } from '../support/descriptions.mts';
import { credentialsFor } from '../support/engine.mts';
import { parseCsv } from '../support/csv.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const readPlaceholder = (placeholder = '') => /^e\.g\. (.*)$/s.exec(placeholder)?.[1];

/** Nothing listens there: what gets that far was accepted. */
const nowhere = credentialsFor('http://127.0.0.1:9');

const rows = listRows().filter(({ isOffline }) => !isOffline);
/** One place where a placeholder stands: a field of an operation, or a part of such a field. */
const places = rows.flatMap((at) =>
	at.fields.flatMap((field): Array<[name: string, at: Row, entered: Record<string, unknown>]> => {
		const name = `${at.description.displayName}: ${at.resource} ${at.operation}, ${field.name}`;
		const { entered } = makeExample(at, whatShows(field));
		const own = readPlaceholder(field.placeholder);
		const parts = (field.type === 'collection' ? (field.options ?? []) : []) as Array<{
			name: string;
			placeholder?: string;
		}>;
		return [
			...(own === undefined
				? []
				: [
						[name, at, { ...entered, [field.name]: own }] as [string, Row, Record<string, unknown>],
					]),
			...parts.flatMap((part): Array<[string, Row, Record<string, unknown>]> => {
				const shown = readPlaceholder(part.placeholder);
				return shown === undefined
					? []
					: [[`${name}.${part.name}`, at, { ...entered, [field.name]: { [part.name]: shown } }]];
			}),
		];
	}),
);

test('there are examples to try', () => {
	expect(places.length).toBeGreaterThan(300);
});

/** Placeholders that go together with another field than the example of the operation has. */
const together: Record<string, Record<string, unknown>> = {
	startAddress: { startUtxo: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD' },
	startUtxo: { startAddress: 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
};

test('each placeholder of each field of each operation is accepted', async () => {
	const refused: string[] = [];
	const tried = new Set<string>();
	for (const [name, at, entered] of places) {
		// The same placeholder in the same field is the same question.
		const field = name.slice(name.lastIndexOf(', ') + 2);
		const key = `${at.description.name} ${field} ${JSON.stringify(entered[field])} ${at.row.check ? name : ''}`;
		if (tried.has(key)) continue;
		tried.add(key);
		const values = {
			...entered,
			...together[field],
			...('timeLimit' in entered && { timeLimit: 1 }),
		};
		const { error } = await engine.runNode(at.description.name, toParameters(at, values), {
			credentials: nowhere,
			limits: { retries: 0 },
		});
		if (!error || !/could not be reached|was not accepted within/.test(error.message))
			refused.push(`${name}: ${error?.message}`);
	}
	expect(refused).toEqual([]);
});

test.each([
	['avalancheEvm', 'method', 'call', { chain: 'C' }],
	['avalancheData', 'endpoint', 'call', {}],
])(
	'the example of Call Any in %s runs in the mock network',
	async (type, resource, operation, more) => {
		const at = rows.find(
			(row) =>
				row.description.name === type && row.resource === resource && row.operation === operation,
		)!;
		const shown = Object.fromEntries(
			at.fields.flatMap(({ name, placeholder }) => {
				const value = readPlaceholder(placeholder);
				return value === undefined ? [] : [[name, value]];
			}),
		);
		const { items, error } = await engine.runNode(type, {
			...toParameters(at, { ...shown, ...more }),
			returnAll: true,
		});
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		expect(Object.keys(items[0].json).length).toBeGreaterThan(3);
	},
);

const readExample = (file: string) =>
	JSON.parse(readFileSync(`examples/${file}.json`, 'utf8')) as IWorkflowBase;
const isOurs = ({ type }: INode) => type.startsWith('n8n-nodes-avalanche.');
const scheduled = [
	'network-figures',
	'quarterly-statement',
	'treasury-balances',
	'treasury-workbook',
	'validator-status',
];
const files = readdirSync('examples').flatMap((name) => /^(.*)\.json$/.exec(name)?.[1] ?? []);

test('a wallet has the same name in all examples, and a name is of one wallet', () => {
	const pairs = files.flatMap((file) => {
		const text = readFileSync(`examples/${file}.json`, 'utf8');
		const found = text.matchAll(/(0x[0-9a-fA-F]{40}) = ([^\[\\"]+?) ?(?=\[|\\n|")/g);
		return [...found].map(([, wallet, name]) => `${wallet} ${name}`);
	});
	const distinct = [...new Set(pairs)].map((pair) => pair.split(/ (.*)/));
	expect(distinct.length).toBeGreaterThan(12);
	for (const part of [0, 1])
		expect(new Set(distinct.map((pair) => pair[part])).size).toBe(distinct.length);
	const own = listOwn().flatMap(
		(line) => /^(0x\w+) {2}(\w+):/.exec(line)?.slice(1).join(' ') ?? [],
	);
	expect(own).toHaveLength(3);
	expect(pairs).toEqual(expect.arrayContaining(own));
});

/** Where given values are missing in those that n8n keeps. */
function listDropped(given: unknown, kept: unknown, path: string): string[] {
	if (typeof given !== 'object' || given === null) return kept === undefined ? [path] : [];
	return Object.entries(given).flatMap(([name, value]) =>
		listDropped(value, (kept as IDataObject | undefined)?.[name], `${path}.${name}`),
	);
}

/** The parameters that n8n itself gives to each tool and each polling trigger. */
const ofN8n = ['descriptionType', 'toolDescription', 'pollTimes'];

test.each(files)('n8n drops no parameter of our nodes in %s', (file) => {
	const dropped = readExample(file).nodes.flatMap((node) => {
		const [, name = ''] = node.type.split(/^n8n-nodes-avalanche\./);
		const ours = listDescriptions().find((each) => name.replace(/Tool$/, '') === each.name);
		if (!ours) return [];
		const description = { ...ours, name };
		const own = Object.entries(node.parameters).filter(([each]) => !ofN8n.includes(each));
		const given = Object.fromEntries(own) as INodeParameters;
		const kept = NodeHelpers.getNodeParameters(
			ours.properties,
			given,
			true,
			false,
			node,
			description,
		);
		return listDropped(given, kept, node.name);
	});
	expect(dropped).toEqual([]);
});

test('a later start of the demo knows a workflow that is not as the example is now', () => {
	const example = readExample('treasury-balances') as unknown as WorkflowFile;
	const again = JSON.parse(JSON.stringify(example)) as WorkflowFile;
	expect(isAsExample(Object.assign(again, { id: 'x', versionId: 'y' }), example)).toBe(true);
	again.nodes.find(({ type }) => type.startsWith('n8n-nodes-avalanche.'))!.parameters.limit = 5;
	expect(isAsExample(again, example)).toBe(false);
	expect(sayKept([example.name])).toContain(`${example.name}. You changed them`);
});

test('the README of the examples names each', () => {
	const readme = readFileSync('examples/README.md', 'utf8');
	const linked = [...readme.matchAll(/\]\(([\w-]+)\.json\)/g)].map(([, name]) => name);
	expect([...new Set(linked)].sort()).toEqual([...files].sort());
});

test('each example stands under one role, and says if it needs something that the demo lacks', () => {
	const listed = roles.flatMap(({ examples }) => examples);
	expect(listed.map(({ file }) => file).sort()).toEqual([...files].sort());
	/** The demo has a credential for these, or they need none. */
	const isServed = ({ type }: { type: string }) => !/slack|telegram|lmChat|httpRequest/.test(type);
	for (const { file, needs } of listed) {
		const { nodes } = readExample(file);
		expect([file, nodes.every(isServed)]).toEqual([file, needs === undefined]);
	}
});

/** What a name says of the steps that bring the result to a person. */
const channels: Record<string, RegExp> = {
	readWriteFile: / to a (?:CSV )?file$/,
	emailSend: / by e-mail$/,
	slack: / to Slack$/,
	telegram: / to PagerDuty, Alertmanager and Telegram$/,
	formTrigger: / by a form$/,
	chatTrigger: / in a chat$/,
};

test.each(files)(
	'the name of %s says what comes where, and its first note begins with it',
	(file) => {
		const { name, nodes } = readExample(file);
		const types = nodes.map(({ type }) => type.split('.').at(-1)!);
		const said = Object.keys(channels).filter((type) => channels[type]!.test(name));
		expect(said).toHaveLength(1);
		expect(types).toContain(said[0]);
		const [first] = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(first!.parameters.content).split('\n')[0]).toBe(`## ${name}`);
	},
);

/** Pixels of a character of n8n's notes, at a size of 14 px. A wide one, so that no line is taken for too short. */
const characterWidth = 7.2;

/** How many lines a text takes. Words stay whole. */
function countLines(text: string, width: number, size: number): number {
	const shown = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*|`/g, '');
	const most = Math.floor(width / ((characterWidth * size) / 14));
	let [lines, filled] = [1, 0];
	for (const { length } of shown.split(/\s+/)) {
		const isNext = filled > 0 && filled + 1 + length > most;
		lines += isNext ? 1 : 0;
		filled = isNext || filled === 0 ? length : filled + 1 + length;
	}
	return lines;
}

/** The sizes of n8n's style sheet for notes (2.41): of the text, of its lines, and of the space below or above. */
function heightOf(content: string, noteWidth: number): number {
	const [above, width, indent] = [8, noteWidth - 24, 20];
	const heights = content.split('\n').map((line) => {
		const [, mark, text = ''] = /^(##+|\d+\.|-)\s+(.*)/.exec(line) ?? [];
		if (line.trim() === '') return 8;
		if (mark === '##') return countLines(text, width, 24) * 24 * 1.35 + 8;
		if (mark === '###') return countLines(text, width, 16) * 16 * 1.35 + 8;
		if (mark) return countLines(text, width - indent, 14) * 14 * 1.3 + 3.5;
		return countLines(line, width, 14) * 14 * 1.35;
	});
	return heights.reduce((sum, height) => sum + height, above);
}

describe.each(files)('the example workflow %s', (file) => {
	test('has notes that are high enough for their text', () => {
		const notes = readExample(file).nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const low = notes
			.map(({ name, parameters: { content, width, height } }) => ({
				name,
				height: Number(height),
				needed: heightOf(String(content), Number(width)),
			}))
			.filter(({ height, needed }) => height < needed);
		expect(low).toEqual([]);
	});

	test('has no Code node, and its notes overlap nothing', () => {
		const { nodes } = readExample(file);
		expect(nodes.filter(({ type }) => type.endsWith('.code'))).toEqual([]);
		// A node is 100 wide and high, with 40 for its name below.
		const boxes = nodes.map(({ name, position: [x, y], parameters: { width, height } }) => ({
			name,
			x,
			y,
			right: x + Number(width ?? 100),
			bottom: y + Number(height ?? 140),
		}));
		const overlaps = boxes.filter((a) =>
			boxes.some(
				(b) => a !== b && a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom,
			),
		);
		expect(overlaps).toEqual([]);
	});

	// With two triggers n8n would have to choose the one that its button "Execute workflow" runs.
	test('has one trigger, or a webhook beside it, and they lead to every node', () => {
		const { nodes, connections } = readExample(file);
		const steps = nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		const starts = (of: RegExp) => steps.filter(({ type }) => of.test(type));
		expect(starts(/trigger$/i)).toHaveLength(1);
		const reached = new Set(starts(/trigger$|\.webhook$/i).map(({ name }) => name));
		for (const name of reached)
			for (const { node } of (connections[name]?.main ?? []).flatMap((to) => to ?? []))
				reached.add(node);
		// An agent's model and tools lead to the agent.
		for (const [name, { main, ...outputs }] of Object.entries(connections)) {
			const users = Object.values(outputs).flatMap((to) => to.flat());
			if (!main && users.some((user) => user && reached.has(user.node))) reached.add(name);
		}
		expect([...reached].sort()).toEqual(steps.map(({ name }) => name).sort());
	});
});

test('each e-mail of an example attaches its files by the option that all supported versions of n8n know', () => {
	const attaching = files.flatMap((file) =>
		readExample(file)
			.nodes.filter(({ type }) => type === 'n8n-nodes-base.emailSend')
			.map(({ parameters }) => parameters.options as Record<string, string>)
			.filter((options) => Object.keys(options).some((name) => /attachments/i.test(name))),
	);
	expect(attaching).toHaveLength(5);
	// n8n 1.123 takes no notice of fileAttachments, and would send the e-mail without its files.
	for (const options of attaching) {
		expect(options.attachments).toMatch(/^(=\{\{ \$json\.attachments \}\}|data)$/);
		expect(options).not.toHaveProperty('fileAttachments');
	}
});

test('a note of each example that sends files says why they are in Attachments (Inline)', () => {
	for (const file of files) {
		const { nodes } = readExample(file);
		const senders = nodes.filter(
			({ type, name }) => type === 'n8n-nodes-base.emailSend' && name !== 'Send failure',
		);
		const notes = nodes.map(({ parameters }) => String(parameters.content ?? '')).join();
		for (const { name } of senders)
			expect([file, notes]).toEqual([
				file,
				expect.stringMatching(
					`\\*\\*Attachments \\(Inline\\)\\*\\* of \\*\\*${name}\\*\\*, as n8n 1\\.123`,
				),
			]);
	}
});

test('each example that sends a report by e-mail sends one, too, if there is none', () => {
	for (const file of files) {
		const { nodes, connections } = readExample(file);
		const sender = nodes.find(({ type }) => type === 'n8n-nodes-base.emailSend');
		if (!sender) continue;
		const ours = nodes.find(isOurs)!;
		const [, failed] = connections[ours.name]!.main;
		expect([file, ours.onError, failed]).toEqual([
			file,
			'continueErrorOutput',
			[expect.objectContaining({ node: 'Send failure' })],
		]);
		const { parameters } = nodes.find(({ name }) => name === 'Send failure')!;
		for (const field of ['fromEmail', 'toEmail'])
			expect(parameters[field]).toBe(`={{ $('${sender.name}').params.${field} }}`);
	}
});

test.each([
	['as it stands, in that of the workflow', {}, 'Asia/Kolkata'],
	['or in the one that a user types over it', { timeZone: '=Europe/Berlin' }, 'Europe/Berlin'],
])('the quarterly statement has its time zone at hand: %s', async (_what, typed, zone) => {
	const { parameters, type } = readExample('quarterly-statement').nodes.find(isOurs)!;
	const additionalFields = { ...(parameters.additionalFields as object), ...typed };
	expect(additionalFields).toHaveProperty('timeZone');
	const { items, error } = await engine.runNode(
		type.split('.')[1]!,
		{ ...parameters, additionalFields },
		{ settings: { timezone: 'Asia/Kolkata' } },
	);
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ timeZone: zone });
});

test('the form of planned work lists each alert that a watch can have, as Alert When names it', () => {
	const { nodes } = readExample('planned-work');
	const form = nodes.find(({ name }) => name === 'Add a silence')!;
	const { values: fields } = form.parameters.formFields as unknown as {
		values: Array<{ fieldLabel: string; fieldOptions: { values: Array<{ option: string }> } }>;
	};
	const { values } = fields.find(({ fieldLabel }) => fieldLabel === 'Alert')!.fieldOptions;
	const offered = values.map(({ option }) => option);
	const named = alerts.map(({ option }) => option.name);
	expect([...offered].sort()).toEqual([...new Set(['All', ...named])].sort());
});

describe('the forms of planned work', () => {
	const at = Date.parse('2026-11-25T12:00:00Z');
	beforeAll(() => {
		jest.useFakeTimers({ now: at, doNotFake: ['nextTick', 'setImmediate'] });
	});
	afterAll(() => jest.useRealTimers());
	const about = { names: { [ourNodeIds[0]!]: { name: 'Frankfurt-1' } }, timezone: 'UTC' };

	/** The row that the form puts into the table; undefined if it refuses what was entered. */
	function enter(entered: IDataObject): IDataObject | undefined {
		const say = evaluate({ 'Add a silence': [entered] });
		const { conditions } = nodeOf('planned-work', 'Can be a silence').parameters
			.conditions as unknown as { conditions: Array<{ leftValue: string }> };
		const isTaken = conditions.every(({ leftValue }) => say(leftValue, entered) === true);
		if (!isTaken) return undefined;
		const { value } = nodeOf('planned-work', 'Add to table').parameters.columns as {
			value: Record<string, string>;
		};
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, say(each, {})]));
	}
	/** The lines that the URL answers with these rows. */
	const answer = (...rows: IDataObject[]): string[] => {
		const { responseBody } = nodeOf('planned-work', 'Answer lines').parameters;
		return String(evaluate({ 'Not over': rows })(responseBody, {})).split('\n');
	};
	const seconds = (time: string) => Date.parse(time) / 1000;
	const planned = { Who: 'Frankfurt-1', Alert: 'Down', Hours: '4', Reason: 'new disk, at 18:00' };

	test.each<[string | undefined, number]>([
		['', at / 1000],
		[undefined, at / 1000],
		['2026-12-01T18:00', seconds('2026-12-01T18:00:00Z')],
		['2026-12-01 18:00', seconds('2026-12-01T18:00:00Z')],
		['2026-11-25T09:00', seconds('2026-11-25T09:00:00Z')],
		['2026-11-25T09:00:00-08:00', seconds('2026-11-25T17:00:00Z')],
	])('a silence that begins at %j is a line that the watch takes so', (Begins, from) => {
		const [line] = answer(enter({ ...planned, Begins })!);
		expect(readSilence(line!, 'line 1', about)).toMatchObject({
			who: [ourNodeIds[0]],
			event: 'disconnected',
			from,
			until: from + 4 * 3600,
			reason: 'new disk, at 18:00',
		});
	});

	test('the form proposes all alerts for an hour, and offers half an hour', () => {
		type Offered = {
			fieldLabel: string;
			defaultValue?: string;
			fieldOptions?: { values: object[] };
		};
		const { formFields, formDescription } = nodeOf('planned-work', 'Add a silence').parameters as {
			formFields: { values: Offered[] };
			formDescription: string;
		};
		const of = (label: string) => formFields.values.find((each) => each.fieldLabel === label)!;
		expect([of('Alert').defaultValue, of('Hours').defaultValue]).toEqual(['All', '1']);
		for (const label of ['Alert', 'Hours'])
			expect(of(label).fieldOptions!.values).toContainEqual({ option: of(label).defaultValue });
		expect(of('Hours').fieldOptions!.values).toContainEqual({ option: '0.5' });
		const [line] = answer(enter({ ...planned, Hours: '0.5', Begins: '' })!);
		expect(readSilence(line!, 'line 1', about).until).toBe(at / 1000 + 1800);
		expect(formDescription).toContain("Times are in the workflow's time zone");
	});

	test.each<IDataObject>([
		{ Who: 'all' },
		{ Hours: '400' },
		{ Hours: '168.5' },
		{ Begins: 'tomorrow' },
		{ Begins: '2026-11-25T03:00' },
		{ Begins: '2026-12-01T06:00-08:00' },
		{ Begins: '2026-12-01 06:00-08:00' },
	])('%j is refused', (wrong) => {
		expect(enter({ ...planned, Begins: '', ...wrong })).toBeUndefined();
	});

	test.each<[string, boolean]>([
		['Frankfurt-1', true],
		['frankfurt 1', true],
		['Frankfurt-1 [fra]', true],
		['fra', true],
		['[fra]', true],
		['Zurich', true],
		[ourNodeIds[2]!, true],
		['0123456789abcdef', true],
		['Berlin-9', false],
	])('with the names of the watch, %s is a Who: %s', (Who, isTaken) => {
		const names = `${ourNodeIds[0]} = Frankfurt-1 [fra]\n${ourNodeIds[1]} = Zurich\n`;
		const entered = { ...planned, Who, names, Begins: '' };
		expect(enter(entered) !== undefined).toBe(isTaken);
		const { completionMessage } = nodeOf('planned-work', 'Not added').parameters;
		const said = evaluate({ 'Add a silence': [entered] })(completionMessage, entered);
		expect(said).toBe(
			isTaken
				? ' Go back, and correct it.'
				: 'Who must be a node ID, a name, a group or an alertId: a form cannot silence all. Your watch has these names: Frankfurt-1 [fra], Zurich. Go back, and correct it.',
		);
	});

	test.each<[IDataObject, string]>([
		[
			{ Who: 'all' },
			'Who must be a node ID, a name, a group or an alertId: a form cannot silence all.',
		],
		[{ Hours: '400' }, 'Hours must be 0 to 168.'],
		[
			{ Begins: 'tonight' },
			'Begins must be empty, or a time such as 2026-11-26 18:00, in the time zone UTC.',
		],
		[
			{ Begins: '2026-12-01 06:00-08:00' },
			'Begins must be empty, or a time such as 2026-11-26 18:00, in the time zone UTC.',
		],
		[{ Begins: '2026-11-25T03:00' }, 'Begins and Hours: the end must be to come.'],
	])('for %j, the answer names that field alone', (wrong, says) => {
		const entered = { ...planned, Begins: '', ...wrong };
		const { completionMessage } = nodeOf('planned-work', 'Not added').parameters;
		const said = evaluate({ 'Add a silence': [entered] })(completionMessage, entered);
		expect(said).toBe(`${says} Go back, and correct it.`);
	});

	test('0 hours that end nothing name the alerts whose silences last', () => {
		const entered = { Who: 'Zurich-1', Alert: 'Down', Hours: '0' };
		const { completionMessage } = nodeOf('planned-work', 'Not ended').parameters;
		const sayOf = (...rows: IDataObject[]) =>
			evaluate({ 'Add a silence': [entered], 'Those that last': rows })(completionMessage, {});
		expect(sayOf({ who: 'zurich-1', alert: 'All' }, { who: 'Oslo', alert: 'Down' })).toContain(
			'lasts or is to come. It has silences of: All. To end them, choose one of these, or All.',
		);
		expect(sayOf({})).toContain('Enter Who and Alert as they were');
	});

	test.each<[string, string, boolean]>([
		['Berlin-9', '', true],
		['Berlin-9', 'NodeID-1 = Berlin-9', false],
		[ourNodeIds[0]!, '', false],
		['0123456789abcdef', '', false],
	])('without the names, its answer warns of %s: (%s) %s', (Who, names, warns) => {
		const row = enter({ ...planned, Who, names, Begins: '' })!;
		const say = evaluate({ 'Add a silence': [{ Who }], 'Names of your watch': [{ names }] });
		const { completionTitle, completionMessage } = nodeOf('planned-work', 'Added').parameters;
		const said = `${String(say(completionTitle, row))}: ${String(say(completionMessage, row))}`;
		expect(said).toContain(`${Who}: Down, from 25 Nov 12:00 until 25 Nov 16:00 UTC`);
		expect(said.includes('its name is not checked')).toBe(warns);
		expect(said.includes(`If ${Who} is none of them, the watch refuses the line`)).toBe(warns);
	});

	test('0 hours end the silences of a Who, all or those of one alert', () => {
		const lasting = [
			{ who: 'Frankfurt-1', alert: 'Down' },
			{ who: 'frankfurt-1', alert: 'All' },
			{ who: 'Frankfurt-10', alert: 'Down' },
			{},
		];
		const endedBy = (Alert: string) => {
			const say = evaluate({ 'Add a silence': [{ Who: ' frankfurt-1, ', Alert, Hours: '0' }] });
			const { conditions } = nodeOf('planned-work', 'Are meant').parameters
				.conditions as unknown as { conditions: Array<{ leftValue: string }> };
			return lasting.map((row) =>
				conditions.every(({ leftValue }) => say(leftValue, row as IDataObject) === true),
			);
		};
		expect(endedBy('All')).toEqual([true, true, false, false]);
		expect(endedBy('Down')).toEqual([true, false, false, false]);
		expect(enter({ ...planned, Hours: '0', Begins: '' })).toBeDefined();
	});
});

test('the tools of the agent take what a model fills in, and answer with amounts', async () => {
	const args = { Chain: 'c-chain', Address: demoAccount };
	const tools = readExample('ai-agent')
		.nodes.filter(isOurs)
		.filter(({ parameters }) => JSON.stringify(parameters).includes("fromAI('Address'"));
	const answers = await Promise.all(
		tools.map(async ({ type, parameters }) => {
			const node = type.replace(/^.*\.(\w+)Tool$/, '$1');
			return await engine.callTool(node, parameters, args, devnet);
		}),
	);
	for (const { arguments: filled, answer, error } of answers) {
		expect(error).toBeUndefined();
		expect([...filled!].sort()).toEqual(['Address', 'Chain']);
		expect(answer!.length).toBeGreaterThan(0);
		// Ten, the word that there are more, and what hints and remarks say of them.
		expect(answer!.length).toBeLessThanOrEqual(13);
	}
	const [[native, token], transactions, [transfer]] = answers.map(({ answer }) => answer!);
	const said = JSON.stringify(transactions);
	if (said.includes('"amount":0,')) expect(said).toContain('Tokens that moved are in');
	expect(transfer).toMatchObject({ amount: expect.any(Number), symbol: expect.any(String) });
	expect(native).toMatchObject({ balance: expect.any(Number), symbol: 'AVAX' });
	expect(token).toMatchObject({ balance: expect.any(Number), symbol: expect.any(String) });
});

test('the tools of the agent that take an address find a wallet by the name that Statement has for it', async () => {
	const { nodes } = readExample('ai-agent');
	const { parameters } = nodes.find(({ name }) => name === 'Statement')!;
	const named = String(parameters.addresses)
		.split('\n')
		.map((line) => line.replace(' [Treasury]', '').split(' = '));
	expect(named.map(([address]) => address)).toEqual(treasuryWallets);
	const tools = nodes.filter((node) =>
		JSON.stringify(node.parameters).includes("fromAI('Address'"),
	);
	expect(tools).toHaveLength(3);
	for (const { type, parameters: own } of tools)
		for (const [address, Address] of named) {
			const node = type.replace(/^.*\.(\w+)Tool$/, '$1');
			const { answer, error } = await engine.callTool(node, own, { Chain: 'C', Address }, devnet);
			expect(error).toBeUndefined();
			expect(answer![0]).toMatchObject({ addressName: Address });
			expect(JSON.stringify(answer)).toContain(address);
		}
});

/** What a tool of the agent answers. */
async function askTool(tool: string, args: IDataObject) {
	const { parameters } = readExample('ai-agent').nodes.find(({ name }) => name === tool)!;
	const called = await engine.callTool('avalancheData', parameters, args, devnet);
	expect(called.error).toBeUndefined();
	return { parameters, arguments: called.arguments, answer: called.answer! };
}

test('the agent learns in two answers how much there is in all: tokens of every wallet, and stake', async () => {
	const { answer, parameters } = await askTool('Balances', { Chain: 'C', Address: 'Treasury' });
	const held = answer.filter(({ note }) => note === undefined);
	for (const addressName of ['Operations', 'Payroll', 'Reserve'])
		for (const symbol of ['AVAX', 'DEUR'])
			expect(held).toContainEqual(expect.objectContaining({ addressName, symbol }));
	expect(JSON.stringify(answer)).not.toContain('There are more');
	// A payment of one more token adds an item, and a model still reads the longest answer whole.
	const { limit } = parameters as { limit: number };
	expect(limit).toBeGreaterThanOrEqual(3 * held.length);
	const longest = Math.max(...held.map((item) => JSON.stringify(item).length));
	expect(longest * limit).toBeLessThanOrEqual(10_500);
	const { answer: onP, arguments: filled } = await askTool('P-Chain and stake', {});
	expect(filled).toEqual([]);
	expect(onP.map(({ balanceType }) => balanceType)).toEqual(['unlockedUnstaked', 'unlockedStaked']);
	for (const { value, symbol } of onP)
		expect([value, symbol]).toEqual([expect.any(Number), 'AVAX']);
});

test('the validator of the agent is found by its name, with the hours that it can be offline', async () => {
	const { parameters } = readExample('ai-agent').nodes.find(({ name }) => name === 'Validator')!;
	const args = { Validator: 'Zurich-1' };
	const { answer, error } = await engine.callTool('avalancheValidators', parameters, args, devnet);
	expect(error).toBeUndefined();
	expect(answer).toMatchObject([
		{ name: 'Zurich-1', connected: true, canBeOfflineHours: expect.any(Number) },
	]);
});

/** What a tool of the agent answers for October. It takes the two dates and nothing else. */
async function askForOctober(tool: string) {
	const called = await askTool(tool, { From: '2026-10-01', To: '2026-11-01' });
	expect([...called.arguments!].sort()).toEqual(['From', 'To']);
	return called;
}

test('the statement of the agent takes two dates, and names the wallets', async () => {
	const { answer } = await askForOctober('Statement');
	expect(answer![0]!.balances).toContainEqual(
		expect.objectContaining({ addressName: 'Operations', symbol: 'AVAX' }),
	);
});

test('the statement of the agent says first what ACME was paid and paid, in few words', async () => {
	const { answer } = await askForOctober('Statement');
	expect((answer[0]!.counterparties as IDataObject[])[0]).toMatchObject({
		counterpartyName: 'ACME',
		symbol: 'AVAX',
		incoming: expect.any(Number),
		outgoing: expect.any(Number),
		payments: expect.any(Number),
		incomingValue: expect.any(Number),
		outgoingValue: expect.any(Number),
		currency: 'USD',
	});
	expect(JSON.stringify(answer).length).toBeLessThan(8_000);
});

test('the rewards of the agent take two dates, and name the validators that Validator has', async () => {
	const validator = readExample('ai-agent').nodes.find(({ name }) => name === 'Validator')!;
	const { parameters, answer } = await askForOctober('Rewards');
	expect(parameters.nodeIds).toBe((validator.parameters.additionalFields as IDataObject).names);
	expect(answer).toContainEqual(
		expect.objectContaining({ name: 'Zurich-1', amount: expect.any(Number) }),
	);
});

test('our nodes of the example workflows run as they stand', async () => {
	const inputs: Record<string, INodeExecutionData['json']> = {
		'network-figures': { metric: 'feesPaid' },
		'treasury-workbook': { chain: 'Dexalot' },
	};
	for (const file of scheduled)
		for (const { type, parameters } of readExample(file).nodes.filter(isOurs)) {
			const items = [{ json: inputs[file] ?? {} }];
			const { error } = await engine.runNode(type, parameters, { items });
			expect(error).toBeUndefined();
		}
	const queries = devnet.log.map(({ url }) => new URL(url, devnet.url).searchParams);
	// Two questions for each of three addresses, and a statement's one for the price of now.
	expect(queries.filter((query) => query.get('currency') === 'usd')).toHaveLength(7);
});

const zone = 'Europe/Berlin';

const nodeOf = (file: string, name: string) =>
	readExample(file).nodes.find((each) => each.name === name)!;

/** Evaluates expressions with the items that nodes gave before. n8n's own nodes are not installed here. */
function evaluate(given: Record<string, IDataObject[]>) {
	const names = [...Object.keys(given), 'Here'];
	const node = { type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };
	const workflow = new Workflow({
		nodes: names.map((name) => ({ ...node, id: name, name })) as INode[],
		connections: Object.fromEntries(
			Object.keys(given).map((name) => [
				name,
				{ main: [[{ node: 'Here', type: 'main' as const, index: 0 }]] },
			]),
		),
		active: false,
		nodeTypes: {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes,
		settings: { timezone: 'UTC' },
	});
	const runData = Object.fromEntries(
		Object.entries(given).map(([name, items]) => [
			name,
			[{ data: { main: [items.map((json) => ({ json }))] } }],
		]),
	) as unknown as IRunData;
	const run = createRunExecutionData({ resultData: { runData } });
	const source = Object.keys(given).map((previousNode) => ({ previousNode }));
	const executeData = { source: { main: source } } as unknown as IExecuteData;
	return (expression: unknown, json: IDataObject) =>
		workflow.expression.getParameterValue(
			expression as string,
			run,
			0,
			0,
			'Here',
			[{ json, pairedItem: { item: 0 } }],
			'manual',
			{},
			executeData,
		) as string | boolean;
}

/** What a Set node of an example makes of an item. n8n's own nodes are not installed here, so its expressions run alone. */
function fill(file: string, name: string, json: IDataObject): IDataObject {
	const node = readExample(file).nodes.find((each) => each.name === name)!;
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes,
		settings: { timezone: zone },
	});
	const { assignments } = node.parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	return Object.fromEntries(
		assignments.map((each) => [
			each.name,
			workflow.expression.getParameterValue(each.value, null, 0, 0, name, [{ json }], 'manual', {}),
		]),
	);
}

/** The rows of a CSV file, by their heads. */
function readRows({ binary }: INodeExecutionData, property: string): Array<Record<string, string>> {
	const text = Buffer.from(binary![property]!.data, 'base64').toString().replace('\uFEFF', '');
	const [heads, ...lines] = parseCsv(text);
	return lines.map((cells) => Object.fromEntries(heads!.map((head, i) => [head, cells[i]!])));
}

/** Each column of the rows that the CSV file has, too, holds the same there, by its name without underscores. */
function expectAlike(rows: IDataObject[], csv: Array<Record<string, string>>, own: string[]) {
	expect(rows.length).toBeGreaterThan(0);
	expect(csv).toHaveLength(rows.length);
	for (const [i, row] of rows.entries())
		for (const [name, value] of Object.entries(row)) {
			const head = name.replaceAll('_', ' ');
			if (own.includes(head)) continue;
			expect(Object.keys(csv[i]!)).toContain(head);
			const cell = csv[i]![head]!;
			expect([head, value ?? '']).toEqual([head, typeof value === 'number' ? Number(cell) : cell]);
		}
}

test('the workbook of a treasury has the columns and words of the Detail CSV', async () => {
	const { items, error } = await engine.runNode(
		'avalancheData',
		{
			resource: 'payments',
			operation: 'getStatement',
			chainId: '43114',
			addresses: treasuryWallets.map((wallet, i) => `${wallet} = Wallet ${i}`).join('\n'),
			period: 'custom',
			from: '2026-04-01',
			to: '2026-10-01',
			return: ['items', 'detailCsv'],
		},
		{ settings: { timezone: zone } },
	);
	expect(error).toBeUndefined();
	const rows = items.slice(0, -1).map(({ json }) => fill('treasury-workbook', 'Columns', json));
	expectAlike(rows, readRows(items.at(-1)!, 'detailCsv'), ['Month', 'Exact Amount']);
	expect(new Set(rows.map(({ Direction }) => Direction))).toEqual(
		new Set(['In', 'Out', 'Self', 'Fee']),
	);
	for (const { Month, Time } of rows) expect(Month).toBe(String(Time).slice(0, 7));
	const { nodes } = readExample('treasury-workbook');
	const table = nodes.find(({ name }) => name === 'Workbook')!.parameters.columns as {
		column: Array<{ name: string }>;
	};
	expect(table.column.map(({ name }) => name)).toEqual(Object.keys(rows[0]!));
	// What the file takes from the table: every column, with spaces, and values and counterparties together.
	const inFile = fill('treasury-workbook', 'Without IDs', rows[0]!);
	const inTable = Object.entries(rows[0]!);
	expect(inFile).toEqual(
		Object.fromEntries(inTable.map(([name, value]) => [name.replaceAll('_', ' '), value])),
	);
	const order = Object.keys(inFile).join(', ');
	expect(order).toContain('Value, Value Change, Currency, Counterparty Name, Counterparty, Kind');
});

test('the workbook of a treasury is named by the newest month that it holds', () => {
	const { options } = nodeOf('treasury-workbook', 'As XLSX').parameters as {
		options: IDataObject;
	};
	const { subject } = nodeOf('treasury-workbook', 'Send workbook').parameters;
	const nameFor = (months: string[]) => {
		const evaluated = evaluate({
			'Get statement': [
				{ from: '2026-09-01T00:00:00Z', title: 'Payments of Hot wallet, September 2026' },
			],
			'Whole workbook': months.length ? months.map((Month) => ({ Month })) : [{}],
		});
		return [options.fileName, subject].map((each) => evaluated(each, {}));
	};
	const september = ['treasury-until-2026-09.xlsx', 'Treasury workbook, September 2026'];
	expect(nameFor(['2026-08', '2026-09'])).toEqual(september);
	expect(nameFor(['2026-09', '2026-10'])).toEqual([
		'treasury-until-2026-10.xlsx',
		'Treasury workbook, October 2026',
	]);
	// A month without movements in a new workbook.
	expect(nameFor([])).toEqual(september);
});

test('the workbook of rewards has the columns of the CSV of its report, and the month as that of a treasury', async () => {
	const { parameters } = readExample('monthly-reward-workbook').nodes.find(isOurs)!;
	const { items, error } = await engine.runNode(
		'avalancheData',
		{ ...parameters, nodeIds: ourNodeIds.join(), return: ['items', 'csv'] },
		{ settings: { timezone: zone } },
	);
	expect(error).toBeUndefined();
	const rows = items
		.slice(0, -1)
		.map(({ json }) => fill('monthly-reward-workbook', 'Columns', json));
	const csv = readRows(items.at(-1)!, 'csv');
	expectAlike(rows, csv, ['Month']);
	for (const [i, { Month }] of rows.entries()) expect(Month).toBe(csv[i]!.From!.slice(0, 7));
});

test('the balances of a treasury name the wallets', async () => {
	const { parameters, type } = readExample('treasury-balances').nodes.find(isOurs)!;
	const { items, error } = await engine.runNode(type.split('.')[1]!, parameters);
	expect(error).toBeUndefined();
	const rows = items.map(({ json }) => fill('treasury-balances', 'Table', json));
	expect(new Set(rows.map(({ Name }) => Name))).toEqual(
		new Set(['Operations', 'Payroll', 'Reserve']),
	);
	for (const row of rows)
		if (row['Exact Value'] !== '')
			expect(Number(row.Value)).toBeCloseTo(Number(row['Exact Value']), 1);
});
