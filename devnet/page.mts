/**
 * The page of the mock network: what is so now, buttons for what can be done, and what happened last. One file without
 * anything from elsewhere; the browser asks /control/state every two seconds.
 */
import { stranger } from './addBlock.mts';
import type { Fault } from './faults.mts';
import { demoAccount, type EvmChain } from './ledger.mts';
import type { Incident, Refusal } from './receivers.mts';
import { ourNames, ourNodeIds, type World } from './world.mts';

/** A workflow of the demo, and what on this page it waits for. */
export interface Listener {
	name: string;
	url: string;
	/** What it reports: names of controls, or labels of buttons where a control does more. */
	hears: string[];
	/** Who uses it. */
	role?: string;
}

/** Something that was done here. */
export interface Deed {
	/** Milliseconds since 1970. */
	at: number;
	control: string;
	choice: unknown;
	/** Why it was refused. */
	refused?: string;
}

export interface PageState {
	validators: Array<{
		nodeID: string;
		/** What the examples call it. */
		name: string;
		isConnected: boolean;
		uptimePercentage: number;
		version: string;
		/** On the L1; nanoavax. */
		l1?: { isActive: boolean; balance: string };
	}>;
	others: { count: number; disconnected: number };
	chains: Array<{ name: string; block: number }>;
	/** In words. */
	faults: string[];
	/** Each with its choice in words. */
	deeds: Array<Deed & { chosen: string }>;
	listeners: Listener[];
	/** What the receivers hold, the newest first. */
	incidents: Incident[];
	refusals: Refusal[];
}

export interface PageSources {
	world: World;
	faults: Fault[];
	/** What is wrong with the node besides, in words. */
	troubles: string[];
	deeds: Deed[];
	listeners: Listener[];
	received: Pick<PageState, 'incidents' | 'refusals'>;
}

export function readState({
	world,
	faults,
	troubles,
	deeds,
	listeners,
	received,
}: PageSources): PageState {
	const ours = new Set(ourNodeIds);
	const others = world.primary.filter(({ nodeID }) => !ours.has(nodeID));
	return {
		validators: ourNodeIds.map((nodeID, i) => ({
			name: ourNames[i]!,
			...showValidator(world, nodeID),
		})),
		others: {
			count: others.length,
			disconnected: others.filter(({ nodeID }) => !world.isReportedConnected(nodeID)).length,
		},
		chains: world.ledger.chains.map(showChain),
		faults: [...faults.map(sayFault), ...troubles],
		deeds: [...deeds].reverse().map((deed) => ({ ...deed, chosen: sayChoice(deed.choice) })),
		listeners,
		...received,
	};
}

const hostNames = { node: 'The node', data: 'The Data API', metrics: 'The Metrics API' };

/** "The node answers 503"; what no button here makes is said by the names of its fields. */
function sayFault({ host, path, ...fault }: Fault): string {
	const who = host ? hostNames[host] : path ? 'What is asked' : 'Every host';
	const where = path ? ` at ${path}` : '';
	const { latencyMs, status, ...others } = fault;
	const deeds = [
		latencyMs === undefined ? '' : `answers ${latencyMs / 1000} seconds later`,
		status === undefined ? '' : `answers ${status}`,
		...Object.entries(others).map(([name, value]) => `has ${name} ${JSON.stringify(value)}`),
	];
	return `${who}${where} ${deeds.filter(Boolean).join(', and ')}`;
}

const isFault = (choice: unknown): choice is Fault[] => Array.isArray(choice);

/** "Frankfurt-1, percentage 79": what went with a button, without quotation marks and braces. */
export function sayChoice(choice: unknown): string {
	if (isFault(choice)) return choice.map(sayFault).join('; ');
	if (choice === null || typeof choice !== 'object') return '';
	return Object.entries(choice).map(sayField).filter(Boolean).join(', ');
}

function sayField([name, value]: [string, unknown]): string {
	if (name === 'nodeIDs') return [value].flat().map(nameValidator).join(', ');
	const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`;
	if (value === null) return `${label}: as before`;
	if (typeof value !== 'object') return `${label} ${String(value)}`;
	return `${label}: ${sayChoice(value) || 'none'}`;
}

const nameValidator = (nodeID: unknown): string =>
	ourNames[ourNodeIds.indexOf(String(nodeID))] ?? String(nodeID);

function showValidator(
	world: World,
	nodeID: string,
): Omit<PageState['validators'][number], 'name'> {
	const primary = world.primary.find((validator) => validator.nodeID === nodeID);
	const member = world.l1.find((validator) => validator.nodeID === nodeID);
	return {
		nodeID,
		isConnected: world.isReportedConnected(nodeID),
		uptimePercentage: primary ? world.getUptime(primary.uptime).percentage : 0,
		version: world.nodes.get(nodeID)?.version.replace('avalanchego/', '') ?? '',
		...(member && {
			l1: { isActive: member.isActive, balance: String(world.getBalance(member)) },
		}),
	};
}

const showChain = ({ name, blocks }: EvmChain) => ({
	name,
	block: Number(blocks.at(-1)?.number ?? 0),
});

/** A button with the values that it sends. A value named nodeIDs is the validator that is chosen. */
interface Action {
	label: string;
	about: string;
	control: string;
	/** Fields that a person can change, with what stands in them at first. */
	fields?: Record<string, string>;
	/** Whether it is about the chosen validator. */
	isOfValidator?: true;
	/** What is sent in place of fields. */
	body?: unknown;
}

const ofChosen = { isOfValidator: true } as const;

const listActions = (symbol: string): Record<string, Action[]> => ({
	'A validator': [
		{
			...ofChosen,
			label: 'Disconnect',
			control: 'disconnect',
			about: 'The node loses its connection to the validator.',
		},
		{
			...ofChosen,
			label: 'Reconnect',
			control: 'reconnect',
			about: 'The connection is back.',
		},
		{
			label: 'Disconnect all four',
			control: 'disconnect',
			body: { nodeIDs: ourNodeIds },
			about: 'The node loses its connections to all of them together.',
		},
		{
			label: 'Reconnect all four',
			control: 'reconnect',
			body: { nodeIDs: ourNodeIds },
			about: 'All of these connections are back.',
		},
		{
			label: 'Disconnect a share',
			control: 'disconnectShare',
			fields: { percentage: '40' },
			about:
				'The node loses its connections to this share of all validators, in percent: on the Primary Network and on the L1, ours first. Above 30, each watch takes the node for the suspect, unless it chose another limit.',
		},
		{
			label: 'Reconnect the share',
			control: 'disconnectShare',
			body: { percentage: 0 },
			about: 'Everybody who was connected at first is connected again.',
		},
		{
			...ofChosen,
			label: 'Set uptime',
			control: 'setUptime',
			fields: { percentage: '79' },
			about: 'The share of time online, in percent. A reward needs 80, or 90 after Helicon.',
		},
		{
			...ofChosen,
			label: 'Set version',
			control: 'setVersion',
			fields: { version: '1.13.0' },
			about: 'What it runs, as its peers see it. Old Version alerts below the Minimum Version.',
		},
		{
			...ofChosen,
			label: 'Add reward',
			control: 'addRewards',
			fields: { avax: '1.23456789' },
			about: 'A validation ended now and was rewarded.',
		},
		{
			...ofChosen,
			label: 'Let balance last',
			control: 'setRunway',
			fields: { days: '2.9' },
			about:
				'Days for which its balance lasts, as an L1 validator. With 14, 3 and 0, Low Balance grows.',
		},
		{
			...ofChosen,
			label: 'Use up balance',
			control: 'deactivate',
			about: 'As an L1 validator it runs out of balance and becomes inactive.',
		},
		{
			...ofChosen,
			label: 'Activate again',
			control: 'activate',
			about: 'Its balance is topped up for 90 days.',
		},
	],
	Money: [
		{
			label: 'Pay AVAX',
			control: 'pay',
			fields: { amount: '5', to: demoAccount },
			about: 'A payment on the C-Chain, as the Data API lists it.',
		},
		{
			label: 'Pay tokens',
			control: 'pay',
			fields: { amount: '5', token: symbol, to: demoAccount },
			about: 'A payment of tokens, as the Data API lists it.',
		},
		{
			label: 'Pay out',
			control: 'pay',
			fields: { amount: '5', from: demoAccount, to: stranger },
			about: 'An outgoing payment of an account, as the Data API lists it.',
		},
		{
			label: 'Set balance',
			control: 'setBalance',
			fields: { amount: '4', address: demoAccount },
			about:
				'What an address holds at the node: of AVAX on the C-Chain, or on the P-Chain with P-avax1... The Data API keeps its own records.',
		},
		{
			label: 'Transfer tokens',
			control: 'transfer',
			fields: { amount: '250000' },
			about: 'A transfer on the EVM, which the WebSocket tells at once.',
		},
		{
			label: 'Change the owner',
			control: 'transferOwnership',
			about: 'The token contract gets another owner, and emits OwnershipTransferred.',
		},
	],
	'A second node, /observers/zurich': [
		{
			...ofChosen,
			label: 'Zurich sees it',
			control: 'observe',
			body: { observer: 'zurich', connected: true },
			about: 'This node is connected to the validator, whatever the node above sees.',
		},
		{
			...ofChosen,
			label: 'Zurich does not see it',
			control: 'observe',
			body: { observer: 'zurich', connected: false },
			about: 'This node has no connection to the validator.',
		},
		{
			...ofChosen,
			label: 'Zurich sees what is so',
			control: 'observe',
			body: { observer: 'zurich', connected: null },
			about: 'This node is connected to those that are connected.',
		},
		{
			label: 'Zurich is down',
			control: 'faults',
			body: [{ path: '/observers/zurich', status: 503 }],
			about: 'This node answers 503.',
		},
	],
	'Something goes wrong': [
		{
			label: 'Slow down',
			control: 'faults',
			body: [{ latencyMs: 3000 }],
			about: 'Every answer takes three seconds longer.',
		},
		{
			label: 'Node is down',
			control: 'faults',
			body: [{ host: 'node', status: 503 }],
			about: 'The node of the credential answers 503. The second node goes on.',
		},
		{
			label: 'Node stands still',
			control: 'setHead',
			body: { stands: true },
			about:
				'The newest block of the C-Chain stays the same on the node. Other nodes go on. Head Not Moving tells it after about five minutes, once another node is ten blocks ahead.',
		},
		{
			label: 'Node moves again',
			control: 'setHead',
			body: { stands: false },
			about: 'The node has all blocks again.',
		},
		{
			label: 'Node falls behind',
			control: 'setHead',
			body: { lateSeconds: 720 },
			about:
				'The newest block of the C-Chain on the node is twelve minutes older than on other nodes. Node Behind compares it with a further observer, such as Zurich.',
		},
		{
			label: 'Node catches up',
			control: 'setHead',
			body: { lateSeconds: 240 },
			about: 'It is only four minutes behind, which is above half of five: the alert lasts.',
		},
		{
			label: 'Node has caught up',
			control: 'setHead',
			body: { lateSeconds: 0 },
			about: 'The newest block of the node is that of other nodes again.',
		},
		{
			label: 'Fail a health check',
			control: 'setHealth',
			body: { failing: { network: 'no messages received from network' } },
			about: 'The node says that it is unhealthy, and why.',
		},
		{
			label: 'Pass all health checks',
			control: 'setHealth',
			body: { failing: {} },
			about: 'The node is healthy again.',
		},
		{
			label: 'Fill the disk',
			control: 'setHealth',
			body: { diskPercentage: 8 },
			about: 'Of the disk of the node, 8 % is free.',
		},
		{
			label: 'Make room on the disk',
			control: 'setHealth',
			body: { diskPercentage: 87 },
			about: 'Of the disk of the node, 87 % is free again.',
		},
		{
			label: 'Bench validators',
			control: 'setMetrics',
			body: { 'avalanche_benchlist_benched_num{chain="C"}': 3 },
			about: 'The node benches three validators of the C-Chain, as its metrics say.',
		},
		{
			label: 'Bench nobody',
			control: 'setMetrics',
			body: { 'avalanche_benchlist_benched_num{chain="C"}': null },
			about: 'The node asks all validators again.',
		},
		{
			label: 'Refuse the Data API',
			control: 'faults',
			body: [{ host: 'data', status: 429, retryAfter: 30 }],
			about: 'The Data API answers 429: too many requests.',
		},
		{
			label: 'Cut the WebSockets',
			control: 'cutSockets',
			about: 'All connections of streams are cut once.',
		},
		{
			label: 'All well again',
			control: 'endAll',
			about: 'Ends all of these.',
		},
	],
});

/** The buttons, for the script to call by their labels what was done. */
const listButtons = (
	symbol: string,
): Array<Pick<Action, 'label' | 'control' | 'body'> & { sends: string }> =>
	Object.values(listActions(symbol))
		.flat()
		.map(({ label, control, body, fields = {} }) => ({
			label,
			control,
			body,
			sends: Object.keys(fields).sort().join(),
		}));

const escape = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function writeAction({ label, about, control, fields = {}, isOfValidator, body }: Action): string {
	const inputs = Object.entries(fields).map(
		([name, value]) =>
			`<label>${escape(name)} <input name="${escape(name)}" value="${escape(value)}" size="${Math.min(44, Math.max(8, value.length))}"></label>`,
	);
	const data = [
		`data-control="${escape(control)}"`,
		isOfValidator ? 'data-validator' : '',
		body === undefined ? '' : `data-body="${escape(JSON.stringify(body))}"`,
	];
	return `<form ${data.join(' ')}><button>${escape(label)}</button> ${inputs.join(' ')} <span class="about">${escape(about)}</span></form>`;
}

const style = `
:root { color-scheme: light dark; --line: #8885; --bad: #d92d20; --good: #12803c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #6fdc8c; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: left; }
form { margin: .35rem 0; } button { font: inherit; padding: .2rem .7rem; cursor: pointer; } input { font: inherit; }
.about { opacity: .75; } .bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); }
code, pre { font-size: .85rem; overflow-x: auto; } pre { border: 1px solid var(--line); padding: .8rem; }
#answer { min-height: 1.5rem; margin: .6rem 0; } details { margin-top: 1.6rem; }`;

/** Runs in the browser. Whatever comes from elsewhere becomes text, never markup. */
const script = (symbol: string): string => `
const buttons = ${JSON.stringify(listButtons(symbol))};
const heardAs = (control, choice) => control === 'pay' && choice && choice.token ? 'Pay tokens' : control;
const buttonsOf = (control) => buttons.filter((button) => button.control === control);
const labelsOf = (heard) => { const known = buttonsOf(heard).filter(({ sends }) => !sends.split(',').includes('token')); return known.length ? known.map(({ label }) => label) : [heard]; };
const nameOf = (control, choice) => {
	const known = buttonsOf(control);
	const same = known.find(({ body }) => body && JSON.stringify(body) === JSON.stringify(choice));
	const open = known.filter(({ body }) => !body);
	const sent = Object.keys(choice ?? {}).sort().join();
	const alike = open.find(({ sends }) => sends && sends === sent);
	return same ? same.label : alike ? alike.label : open.length === 1 ? open[0].label : known.length === 1 ? known[0].label : control;
};
const isHeard = (hears, control, choice) => {
	const name = nameOf(control, choice);
	return hears.includes(heardAs(control, choice)) || (name !== control && hears.includes(name));
};
const $ = (id) => document.getElementById(id);
const cell = (text, kind) => { const td = document.createElement('td'); td.textContent = text; if (kind) td.className = kind; return td; };
const fill = (id, rows, empty) => {
	const body = $(id); body.replaceChildren();
	for (const cells of rows.length ? rows : [[cell(empty)]]) { const tr = document.createElement('tr'); tr.append(...cells); body.append(tr); }
};
const link = (url, name) => { const td = document.createElement('td'); const a = document.createElement('a'); a.href = url; a.target = '_blank'; a.textContent = name; td.append(a); return td; };
const links = (listeners) => { const td = document.createElement('td'); for (const { url, name } of listeners) { if (td.firstChild) td.append(', '); td.append(link(url, name).firstChild); } return td; };
const choose = (nodeID, name, isFirst) => {
	const td = document.createElement('td'); const label = document.createElement('label'); const input = document.createElement('input');
	input.type = 'radio'; input.name = 'chosen'; input.value = nodeID; input.checked = chosen ? chosen === nodeID : isFirst;
	input.onchange = () => { chosen = nodeID; };
	if (input.checked) chosen = nodeID;
	const code = document.createElement('code'); code.textContent = nodeID; label.append(input, ' ' + name + ' ', code); td.append(label); return td;
};
let chosen;
const show = (state) => {
	fill('validators', state.validators.map(({ nodeID, name, isConnected, uptimePercentage, version, l1 }, i) => [
		choose(nodeID, name, i === 0),
		isConnected ? cell('connected', 'good') : cell('disconnected', 'bad'),
		cell(uptimePercentage.toFixed(2) + ' %'),
		cell(version),
		cell(l1 ? (Number(l1.balance) / 1e9).toFixed(3) + ' AVAX' : '-'),
		l1 && !l1.isActive ? cell('inactive', 'bad') : cell(l1 ? 'active' : '-', 'good'),
	]), '');
	$('others').textContent = state.others.count + ' other validators, ' + state.others.disconnected + ' of them disconnected. ' +
		state.chains.map(({ name, block }) => name + ' at block ' + block.toLocaleString('en')).join(', ') + '.';
	fill('faults', state.faults.map((fault) => [cell(fault, 'bad')]), 'Nothing: every host answers as it should.');
	fill('deeds', state.deeds.map(({ at, control, choice, chosen, refused }) => [
		cell(new Date(at).toLocaleTimeString()), cell(nameOf(control, choice)), cell(chosen), cell(refused || 'done', refused ? 'bad' : 'good'),
		links(state.listeners.filter(({ hears }) => isHeard(hears, control, choice))),
	]), 'Nothing yet.');
	fill('incidents', state.incidents.map(({ service, summary, severity, began, state, ended, times }) => [
		cell(service), cell(summary), cell(severity), cell(new Date(began).toLocaleTimeString()), cell(String(times)),
		state === 'ended' ? cell('ended ' + new Date(ended).toLocaleTimeString(), 'good') : cell(state, 'bad'),
	]), 'Nothing came yet: the workflow of alerts to PagerDuty and Alertmanager sends to both.');
	fill('refusals', state.refusals.map(({ service, at, status, reason }) => [
		cell(new Date(at).toLocaleTimeString()), cell(service), cell(String(status), 'bad'), cell(reason),
	]), 'Nothing was refused.');
	fill('listeners', state.listeners.map(({ name, url, hears, role = '' }) => [cell(role), link(url, name), cell([...new Set(hears.flatMap(labelsOf))].join(', '))]), 'No workflow is known here: npm start names its own.');
};
const refresh = async () => { try { show(await (await fetch('/control/state')).json()); $('lost').textContent = ''; } catch { $('lost').textContent = 'The mock network does not answer.'; } };
for (const form of document.forms) form.onsubmit = async (event) => {
	event.preventDefault();
	const { control, body } = form.dataset;
	const choice = body ? JSON.parse(body) : Object.fromEntries(new FormData(form));
	if ('validator' in form.dataset) choice.nodeIDs = [chosen];
	if (choice.percentage) choice.percentage = Number(choice.percentage);
	const response = await fetch('/control/' + control, { method: 'POST', body: JSON.stringify(choice) });
	const { message } = await response.json();
	$('answer').textContent = form.querySelector('button').textContent + ': ' + (response.ok ? 'done.' : message);
	$('answer').className = response.ok ? 'good' : 'bad';
	await refresh();
};
refresh(); setInterval(refresh, 2000);`;

/** @param text what the page says to those who work with a shell */
export function writePage(text: string, symbol: string): string {
	const groups = Object.entries(listActions(symbol)).map(
		([title, actions]) => `<h2>${escape(title)}</h2>\n${actions.map(writeAction).join('\n')}`,
	);
	const table = (id: string, ...heads: string[]) =>
		`<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody id="${id}"></tbody></table>`;
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Avalanche mock network</title><style>${style}</style></head>
<body>
<h1>Avalanche mock network</h1>
<p>A node, the Data API and the Metrics API, on this machine alone. <span id="lost" class="bad"></span></p>
<h2>Our validators</h2>
${table('validators', 'Choose one', 'Connection', 'Uptime', 'Version', 'L1 balance', 'On the L1')}
<p id="others"></p>
<div id="answer" role="status"></div>
${groups.join('\n')}
<h2>What goes wrong now</h2>
${table('faults', 'Fault')}
<h2>What happened last</h2>
${table('deeds', 'Time', 'What', 'With', 'Outcome', 'Heard by')}
<h2>What PagerDuty and Alertmanager have</h2>
${table('incidents', 'Receiver', 'Alert', 'Severity', 'Began', 'Sent', 'State')}
<details><summary>What they refused</summary>${table('refusals', 'Time', 'Receiver', 'Status', 'Why')}</details>
<h2>Workflows that listen</h2>
${table('listeners', 'For', 'Workflow', 'Hears')}
<details><summary>From a shell</summary><pre>${escape(text)}</pre></details>
<script>${script(symbol)}</script>
</body></html>
`;
}
