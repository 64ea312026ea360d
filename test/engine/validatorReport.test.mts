/** Primary Network Validator > Get Report through n8n's engine: how each validator stands, and what they add up to. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { sum } from '../../nodes/shared/values/numbers.ts';
import { shortenNodeId } from '../../nodes/shared/values/ids.ts';
import { useDevnets, useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useNode } from '../support/useEngine.mts';
import { refuse, useScript, type CallReply } from '../support/useScript.mts';

const devnet = useFreshDevnet({ validators: 40, rewards: 0, version: '1.15' });
const run = useNode('avalancheValidators', devnet);
/** n8n makes the tool of the node. */
const runAsTool = useNode('avalancheValidatorsTool', devnet);
const startAnother = useDevnets();
const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);
const stranger = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const everything = ['items', 'csv', 'page', 'pageFile'];
/** After Helicon: 90 percent are required. */
const helicon = Date.UTC(2026, 8, 22, 15) / 1000;
const find = (nodeID: string) => devnet.world.primary.find((each) => each.nodeID === nodeID)!;
const nodeIds = () => devnet.world.primary.slice(1, 9).map(({ nodeID }) => nodeID);

/** Puts a validator where nothing needs attention: online since its start, for 30 more days. */
function heal(nodeID: string, startTime = helicon + 3600) {
	const validator = find(nodeID);
	devnet.world.reconnect({ nodeIDs: [nodeID] });
	Object.assign(validator, { startTime, endTime: now() + 30 * day });
	setUptime(nodeID, 99.5);
}
const setUptime = (nodeID: string, percent: number) =>
	Object.assign(find(nodeID).uptime, { start: 0, seconds: percent, since: undefined, until: 100 });

const asked = { validatorsFrom: 'lines', endingDays: 14, return: everything };
async function report(
	ids: string[],
	parameters: IDataObject = {},
	credentials = devnet.credentials,
) {
	const { items, error } = await run(
		'primaryValidator',
		'getReport',
		{ ...asked, nodeIds: ids.join(), ...parameters },
		{ settings: { timezone: 'Europe/Berlin' }, credentials },
	);
	expect(error).toBeUndefined();
	const json = jsonOf(items);
	return { items, rows: json.slice(0, -1), total: json.at(-1)!, files: filesOf(items.at(-1)!) };
}
const filesOf = ({ binary = {} }: INodeExecutionData) =>
	Object.fromEntries(
		Object.entries(binary).map(([property, { data, fileName, mimeType }]) => [
			property,
			{ text: Buffer.from(data, 'base64').toString(), name: fileName, type: mimeType },
		]),
	);
/** The rows of a CSV file, no cell of which has a line end. */
const readCsv = (text: string) =>
	text
		.replace('\uFEFF', '')
		.trimEnd()
		.split('\r\n')
		.map((line) =>
			[...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
				([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
			),
		);

beforeEach(() => nodeIds().forEach((nodeID) => heal(nodeID)));

test('what needs attention comes first, the worst of it before the rest, each with its reasons', async () => {
	const [fine, down, low, lower, ends, renews, old, both] = nodeIds() as string[];
	devnet.world.disconnect({ nodeIDs: [down!, both!] });
	setUptime(down!, 99);
	setUptime(low!, 89.5);
	setUptime(lower!, 12.25);
	find(ends!).endTime = Date.parse('2027-03-01T22:30:00Z') / 1000;
	find(renews!).endTime = now() + day;
	devnet.world.setRenewal({ nodeIDs: [renews!], nextPeriod: 2 * day, autoCompoundPercent: 0 });
	heal(old!, helicon - day);
	setUptime(old!, 85);
	setUptime(both!, 50);
	const { rows, total } = await report(
		[fine!, old!, stranger, renews!, ends!, lower!, down!, low!, both!],
		{
			endingDays: 29.9,
		},
	);
	const short = [down, both, stranger].map((id) => `NodeID-${id!.slice(7, 11)}\\S*`).join(', ');
	expect(total.title).toMatch(
		new RegExp(`^Validator status, .*: 5 of 9 need attention \\(${short}, 2 more\\)$`),
	);
	const titles = rows.map(({ title }) => String(title).replace(/^Validator status, .*?: /, ''));
	expect(titles[0]).toBe(`${down}, not connected now`);
	expect(titles.at(-1)).toMatch(/^NodeID-\w+, ok$/);
	const told = rows.map(({ nodeId, status, attention }) => [nodeId, status, attention]);
	expect(told.slice(0, 5)).toEqual([
		// As entered: ordered by uptime, two would swap places from run to run.
		[down, 'disconnected', 'not connected now'],
		[both, 'disconnected', 'not connected now; uptime 50 %, below 90 %'],
		[stranger, 'notValidator', 'not a current validator'],
		[lower, 'lowUptime', 'uptime 12.25 %, below 90 %'],
		[low, 'lowUptime', 'uptime 89.5 %, below 90 %'],
	]);
	// 10 percent of the time may be offline; what is lost already is counted off.
	const offline = (row: IDataObject) => {
		const [from, to] = [row.start, row.end].map((time) => Date.parse(String(time)) / 1000);
		const lost = (1 - Number(row.uptime) / 100) * (now() - from!);
		const left = ((to! - from!) * (100 - Number(row.requiredUptime))) / 100 - lost;
		return Math.max(0, Math.min(left, to! - now())) / 3600;
	};
	const unknown = rows.find(({ nodeId }) => nodeId === stranger)!;
	expect(unknown.canBeOfflineHours).toBeNull();
	for (const row of rows.filter((each) => each !== unknown))
		expect(Math.abs(Number(row.canBeOfflineHours) - offline(row))).toBeLessThan(0.2);
	expect(rows.find(({ nodeId }) => nodeId === lower)!.canBeOfflineHours).toBe(0);
	expect(rows.find(({ nodeId }) => nodeId === fine)!.canBeOfflineHours).toBeGreaterThan(100);
	expect(told.slice(5).map(([, status, attention]) => [status, attention])).toEqual(
		Array(4).fill(['ok', '']),
	);
	expect(rows.find(({ nodeId }) => nodeId === old)).toMatchObject({
		uptime: 85,
		requiredUptime: 80,
	});
	const nothingElse = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, null]));
	const { title, html, key, at, network } = unknown;
	expect(network).toBe('mainnet');
	expect(unknown).toEqual({
		...nothingElse,
		title,
		html,
		at,
		network,
		key,
		isTotal: false,
		nodeId: stranger,
		status: 'notValidator',
		attention: 'not a current validator',
	});
	expect([title, html, key].join()).not.toContain('undefined');

	find(ends!).endTime = now() + 3 * day;
	const later = await report([fine!, ends!, renews!], { endingDays: 3.5 });
	expect(later.rows.map(({ nodeId, status }) => [nodeId, status])).toEqual([
		[ends, 'endingSoon'],
		[fine, 'ok'],
		[renews, 'ok'],
	]);
	expect(later.total.html).toMatch(/<br>renews in (1 d|23 h 59 min)</);
	expect(later.rows[0]!.attention).toMatch(/^ends 20\d\d-\d\d-\d\d \d\d:\d\d$/);
});

test('every figure of the total is what the rows add up to', async () => {
	const ids = nodeIds();
	devnet.world.disconnect({ nodeIDs: ids.slice(0, 3) });
	ids.slice(2, 4).forEach((nodeID) => setUptime(nodeID, 10));
	find(ids[5]!).endTime = now() + day;
	find(ids[0]!).weight = 9_007_199_254_740_993n;
	const { rows, total, files } = await report([...ids, stranger]);
	expect(rows.filter(({ symbol }) => symbol === 'AVAX')).toHaveLength(ids.length);
	expect(total).toMatchObject({
		symbol: 'AVAX',
		isTotal: true,
		timeZone: 'Europe/Berlin',
		validators: ids.length,
		needAttention: 6,
		notValidator: 1,
		disconnected: 3,
		lowUptime: 2,
		endingSoon: 1,
	});
	expect(rows.filter(({ status }) => status !== 'ok')).toHaveLength(6);
	const lines = readCsv(files.csv!.text);
	// A sum over a column counts nothing twice: there is no row of totals.
	expect(lines).toHaveLength(10);
	const [heads] = lines;
	const sumOf = (texts: unknown[]) => {
		const sum = texts.reduce((so: bigint, text) => {
			const [whole, fraction = ''] = String(text || '0').split('.') as [string, string?];
			return so + BigInt(whole + fraction.padEnd(9, '0'));
		}, 0n);
		return `${sum / 1_000_000_000n}.${String(sum % 1_000_000_000n).padStart(9, '0')}`.replace(
			/\.?0+$/,
			'',
		);
	};
	for (const [amount, head] of Object.entries({
		stake: 'Stake (AVAX)',
		delegatedStake: 'Delegated Stake (AVAX)',
		totalStake: 'Total Stake (AVAX)',
		potentialReward: 'Potential Reward (AVAX)',
	})) {
		const exact = total[`${amount}Exact`];
		expect(exact).toBe(sumOf(rows.map((row) => row[`${amount}Exact`])));
		expect(total[amount]).toBe(Number(exact));
		const cells = lines.slice(1).map((line) => line[heads!.indexOf(head)]);
		expect(sumOf(cells)).toBe(exact);
	}
	const ofWorld = ids.reduce((sum, nodeID) => sum + find(nodeID).weight, 0n);
	const cards = [...String(total.html).matchAll(/>([\w ]+)<\/div><div [^>]*>([\d,]+)<\/div>/g)];
	expect(cards.map(([, label, value]) => [label, value])).toEqual([
		['Need attention', '6'],
		['Current validators', String(ids.length)],
	]);
	expect(total.stakeExact).toBe(
		sumOf([`${ofWorld / 1_000_000_000n}.${String(ofWorld % 1_000_000_000n).padStart(9, '0')}`]),
	);
});

test('the files and the page hold the same, with names, and nothing of them runs', async () => {
	const [first, second] = nodeIds() as [string, string];
	devnet.world.disconnect({ nodeIDs: [first] });
	const named = `${second} = =1+1\n${first} = <b>Frankfurt</b> [fra]`;
	const { rows, total, files } = await report([named]);
	expect(rows.map(({ name }) => name)).toEqual(['<b>Frankfurt</b>', '=1+1']);
	const [heads, one, two] = readCsv(files.csv!.text);
	expect(one!.slice(0, 6)).toEqual([
		'<b>Frankfurt</b>',
		first,
		'fra',
		'disconnected',
		'not connected now',
		'no',
	]);
	expect(two!.slice(0, 6)).toEqual(["'=1+1", second, '', 'ok', '', 'yes']);
	const shown = ['Can Be Offline (Hours)', 'Network', 'Key'].map((head) => heads!.indexOf(head));
	for (const [i, cells] of [one!, two!].entries()) {
		const { canBeOfflineHours, network, key } = rows[i]!;
		expect(shown.map((at) => cells[at])).toEqual([String(canBeOfflineHours), network, key]);
	}
	expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
	expect(files.csv!.text.startsWith('\uFEFF')).toBe(true);
	expect(files.page!.text).toBe(total.html);
	expect(total.html).toContain(
		`&lt;b&gt;Frankfurt&lt;/b&gt; (fra, ${shortenNodeId(first)})</a><br>! not connected now</td>`,
	);
	expect(total.html).toContain('Own and delegated stake');
	expect(total.html).not.toContain('Total stake');
	expect(total.html).toContain('Avalanche Mainnet, as the queried node sees it.');
	const sinceWhen = 'The node says who is not connected now, and not since when.';
	expect(String(total.notes)).toContain(`${sinceWhen} Alerts of Avalanche Trigger say since when.`);
	expect(String(total.notes)).not.toContain('Sums are exact');
	expect(String((await report([second])).total.notes)).not.toContain(sinceWhen);
	expect(total.network).toBe('mainnet');
	const hours = Math.floor(Number(rows[0]!.canBeOfflineHours));
	expect(hours).toBeGreaterThan(100);
	// As alerts write it.
	expect(total.html).toMatch(new RegExp(`>${Math.floor(hours / 24)} d (${hours % 24} h)?</td>`));
	// One row of two is marked: in bold and color, and with a sign.
	expect(
		String(total.html).match(
			/<tr class="bad" bgcolor="#fbdadd" align="right"><td[^>]*font-weight:bold"><a[^>]*>[^<]*<\/a><br>! /g,
		),
	).toHaveLength(1);
	expect(total.html).toMatch(/>=1\+1 \([^<]*<\/a><br>avalanchego\/[\d.]+<\/td>/);
	// Neither an uptime nor a date is broken in two.
	expect(String(total.html).match(/<td nowrap><i hidden>Uptime <\/i>[\d.]+ %<\/td>/g)).toHaveLength(
		2,
	);
	expect(
		String(total.html).match(
			/<td nowrap><i hidden>Ends <\/i>20\d\d-\d\d-\d\d<br>in \d+ d( \d+ h)?</g,
		),
	).toHaveLength(2);
	const linked = [...String(total.html).matchAll(/<a href="([^"]*)">/g)].map(([, url]) => url);
	expect(linked).toEqual(
		[first, second].map((nodeId) => `https://subnets.avax.network/validators/${nodeId}`),
	);
	expect(String(total.html).replace(/<a href="[^"]*">/g, '')).not.toMatch(
		/<script|<b>|https?:|src=|<a /,
	);
	expect([files.csv!.type, files.page!.type]).toEqual(['text/csv', 'text/html']);
	expect(files.csv!.name).toMatch(/^validator-status-20\d\d-\d\d-\d\d\.csv$/);
	expect(Object.keys(total).at(-1)).toMatch(/Exact$/);
});

test('a row of the page has the color of its status, also in dark layouts', async () => {
	const [down, ends, fine] = nodeIds() as [string, string, string];
	for (const nodeID of [down, ends, fine]) heal(nodeID);
	devnet.world.disconnect({ nodeIDs: [down] });
	find(ends).endTime = now() + 3 * day;
	const { rows, total } = await report([fine, ends, down, stranger]);
	expect(rows.map(({ status }) => status)).toEqual([
		'disconnected',
		'notValidator',
		'endingSoon',
		'ok',
	]);
	const html = String(total.html);
	const [, ...shown] = [
		...html.matchAll(/<tr(?: class="(\w+)" bgcolor="(#\w+)")? align="right">/g),
	];
	expect(shown.slice(0, 4).map(([, name, color]) => [name, color])).toEqual([
		['bad', '#fbdadd'],
		['bad', '#fbdadd'],
		['soon', '#fff1cc'],
		[undefined, undefined],
	]);
	const dark = /prefers-color-scheme:dark\)\{(.*?)\}\}/s.exec(html)![1];
	expect(dark).toMatch(/\.bad\{background:#\w+!important\}\.soon\{background:#\w+!important/);
});

test('groups have totals, which add up to that of all', async () => {
	const [first, second, third, alone] = nodeIds() as string[];
	devnet.world.disconnect({ nodeIDs: [second!] });
	const lines = `${first} = A [zrh]\n${second} = B [fra]\n${third} = C [fra]\n${alone} = D`;
	const { rows, total } = await report([lines]);
	const groups = total.groups as IDataObject[];
	expect(
		groups.map(({ group, validators, needAttention }) => [group, validators, needAttention]),
	).toEqual([
		['fra', 2, 1],
		['zrh', 1, 0],
		[null, 1, 0],
	]);
	const stakeOf = (group: unknown) =>
		rows.filter((row) => row.group === group).map(({ stakeExact }) => String(stakeExact));
	for (const { group, stake, stakeExact } of groups) {
		expect(stakeExact).toBe(sum(stakeOf(group)));
		expect(stake).toBe(Number(stakeExact));
	}
	expect(sum(groups.map(({ totalStakeExact }) => String(totalStakeExact)))).toBe(
		total.totalStakeExact,
	);
	expect(total.html).toMatch(/By group.*fra.*zrh.*No group/s);
	const { total: without } = await report(nodeIds());
	expect(without).not.toHaveProperty('groups');
	expect(without.html).not.toContain('By group');
});

test('what is not asked for does not come', async () => {
	const { rows, total, files } = await report(nodeIds(), { return: ['csv'] });
	expect(rows).toEqual([]);
	expect(total.html).toMatch(/^<p><strong>Validator status/);
	expect(Object.keys(files)).toEqual(['csv']);
});

test('an AI agent gets the items alone', async () => {
	const ids = nodeIds();
	const { items, error } = await runAsTool('primaryValidator', 'getReport', {
		...asked,
		nodeIds: ids.join(),
		return: ['csv', 'page'],
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(ids.length + 1);
	expect(items.every(({ binary, json }) => binary === undefined && !('html' in json))).toBe(true);
});

test('a node asked for twice counts once; the reading takes four requests', async () => {
	const [first] = nodeIds() as [string];
	const { total } = await report([first, first]);
	expect(total.validators).toBe(1);
	expect(devnet.log.map(({ rpcMethod }) => rpcMethod)).toEqual([
		'platform.getCurrentValidators',
		'info.upgrades',
		'info.getNetworkID',
		'info.peers',
	]);
});

test('the four requests of a reading do not wait for each other: all went out where the list is refused', async () => {
	devnet.faults([
		{ rpcMethod: 'platform.getCurrentValidators', rpcError: { code: -32000, message: 'not now' } },
	]);
	const { error } = await run(
		'primaryValidator',
		'getReport',
		{ ...asked, nodeIds: nodeIds().join() },
		{ limits: { retries: 0 } },
	);
	expect(saidBy(error)).toContain('not now');
	expect(devnet.log.map(({ rpcMethod }) => rpcMethod)).toEqual(
		expect.arrayContaining(['info.upgrades', 'info.getNetworkID', 'info.peers']),
	);
});

test('each connected node has its version, and the others have none', async () => {
	const [first, second] = nodeIds() as [string, string];
	devnet.world.disconnect({ nodeIDs: [second] });
	const { rows, total, files } = await report([first, second]);
	const known = expect.stringMatching(/^avalanchego\/\d+\.\d+\.\d+$/);
	expect(rows.map(({ nodeId, version }) => [nodeId, version])).toEqual([
		[second, null],
		[first, known],
	]);
	const [heads, down, up] = readCsv(files.csv!.text);
	const at = heads!.indexOf('Version');
	const { version } = rows[1]!;
	expect([down![at], up![at]]).toEqual(['', version]);
	expect(total.html).toContain(`<br>${String(version)}</td>`);
	const unread = 'The node gave no list of its peers, so no version is known.';
	expect(total.notes).not.toContain(unread);
	const some = 'The node knows the versions of its peers. Others, and its own, are unknown here.';
	expect(total.notes).toContain(some);
	expect((await report([first])).total.notes).not.toContain(some);
	const answerPeers = (peers: unknown) =>
		devnet.faults([
			{
				path: '/ext/info',
				change: (reply) =>
					JSON.stringify(reply.json).includes('numPeers')
						? { ...reply, json: { ...(reply.json as object), result: { peers } } }
						: reply,
			},
		]);
	const hostile = '@here <b>https://example.com';
	answerPeers([{ nodeID: first, version: hostile }]);
	const odd = await report([first]);
	// Fields of items keep the service's text.
	expect(odd.rows).toMatchObject([{ version: hostile }]);
	for (const shown of [odd.files.csv!.text, String(odd.total.html)]) {
		expect(shown).toMatch(/here b https example·com/);
		expect(shown).not.toContain('@here');
		expect(shown).not.toContain('example.com');
	}
	answerPeers('none');
	const later = await report([first]);
	expect(later.rows).toMatchObject([{ version: null, status: 'ok' }]);
	expect(later.total.notes).toContain(unread);
});

test('a page of many validators has room for what needs attention, and leaves the rest to the file', async () => {
	const many = await startAnother({ validators: 600, rewards: 0 });
	const ids = many.world.primary.map(({ nodeID }) => nodeID);
	const down = ids.slice(-3);
	many.world.disconnect({ nodeIDs: down });
	const { total, files } = await report(ids, { return: ['page', 'csv'] }, many.credentials);
	const html = String(total.html);
	expect(Buffer.byteLength(html)).toBeLessThan(90_000);
	for (const nodeID of down) expect(html).toContain(`${nodeID}</a><br>! not connected now`);
	const [, hidden] = /(\d+) more rows/.exec(html)!;
	const shown = ids.filter((nodeID) => html.includes(nodeID));
	expect(shown.length + Number(hidden)).toBe(600);
	expect(readCsv(files.csv!.text)).toHaveLength(601);
});

test('a validation of the last hour has no low uptime yet', async () => {
	const [first] = nodeIds() as [string];
	heal(first, now() - 600);
	setUptime(first, 1);
	const { rows } = await report([first]);
	expect(rows).toMatchObject([{ status: 'ok', requiredUptime: 90 }]);
});

test('without Node IDs it is refused', async () => {
	const { error } = await run('primaryValidator', 'getReport', { ...asked, nodeIds: '={{ "" }}' });
	expect(error?.message).toContain('Node IDs');
	expect(devnet.log).toEqual([]);
});

test.each<[string, IDataObject, string]>([
	[
		'names or groups in place of node IDs',
		{ nodeIds: 'fra,[eu]' },
		'Check Node IDs, entry 1 of line 1: this looks like a name or a group ("fra"). Enter the validator\'s node ID, which begins with NodeID-. To choose validators by name, use Several From List, with a line "NodeID-... = name" for each under Names.',
	],
	[
		'JSON as text',
		{ nodeIds: '{"Frankfurt": "fra",' },
		'Node IDs: this is JSON as text. Enter one "ID = name" per line. Or use an expression that returns the object or the list itself.',
	],
	[
		'an expression that gives nothing in a row',
		{
			validatorsFrom: 'list',
			validators: {
				rows: [{ validator: { __rl: true, mode: 'id', value: '={{ $json.none }}' }, name: 'A' }],
			},
		},
		'Your Validators: no node ID stands in row 1. Enter it there. If there is an expression, it gave nothing: check the name of the field that it reads.',
	],
])('%s: the error says what to enter', async (_what, entered, says) => {
	const { error } = await run('primaryValidator', 'getReport', { ...asked, ...entered });
	expect(saidBy(error)).toContain(says);
	expect(devnet.log).toEqual([]);
});

describe('a node that does not report its upgrades', () => {
	const server = useScript();
	const runThere = useNode('avalancheValidators', server);
	const [first] = ourNodeIds as [string];
	const record = {
		nodeID: first,
		weight: '2000000000000',
		uptime: '10.0000',
		connected: true,
		startTime: '1780000000',
		endTime: String(now() + 90 * day),
		delegatorWeight: '0',
		potentialReward: '1',
	};
	const reportThere = () =>
		runThere(
			'primaryValidator',
			'getReport',
			{ ...asked, nodeIds: first },
			{ limits: { retries: 0 } },
		);

	test('judges no uptime, and the report says so', async () => {
		server.answerCalls(({ method }) =>
			method === 'platform.getCurrentValidators'
				? { result: { validators: [record] } }
				: refuse('rpc: can\'t find method "info.Upgrades"'),
		);
		const [row, total] = jsonOf((await reportThere()).items);
		expect(row).toMatchObject({ status: 'ok', uptime: 10 });
		expect(row!.requiredUptime).toBeNull();
		expect(total!.notes).toContain(
			'The node does not say what uptime the reward requires, so no uptime counts as low.',
		);
	});

	test('nor its network has no network in its report, and one with another ID has that', async () => {
		const answerWith = (network: CallReply) =>
			server.answerCalls(({ method }) => {
				if (method === 'platform.getCurrentValidators') return { result: { validators: [record] } };
				return method === 'info.getNetworkID' ? network : refuse('no such method');
			});
		answerWith(refuse('no such method'));
		const unknown = jsonOf((await reportThere()).items);
		for (const item of unknown) expect(item.network).toBeNull();
		expect(unknown.at(-1)!.html).toContain(
			'Avalanche, on a network that the node does not name, as the queried node sees it.',
		);
		answerWith({ result: { networkID: '12345' } });
		const own = jsonOf((await reportThere()).items);
		for (const item of own) expect(item.network).toBe('network 12345');
		expect(own.at(-1)!.html).toContain('Avalanche network 12345, as the queried node sees it.');
		expect(own.at(-1)!.html).not.toContain('<a ');
	});

	test('for now gives a report in which each validator needs attention', async () => {
		server.answerCalls(({ method }) =>
			method === 'platform.getCurrentValidators'
				? { result: { validators: [record] } }
				: { body: 'resting', status: 503 },
		);
		const { items, error } = await reportThere();
		expect(error).toBeUndefined();
		const [row, total] = jsonOf(items);
		expect(row).toMatchObject({ status: 'unknown', attention: 'required uptime not read' });
		expect([row!.requiredUptime, row!.canBeOfflineHours]).toEqual([null, null]);
		expect(total!.title).toMatch(/: 1 of 1 need attention \(NodeID-.*\)$/);
		expect(String(total!.notes)).toContain('could not be read, so no uptime counts as low');
	});
});

test('a name of nobody who was chosen is told, and no model has to read it', async () => {
	const [here] = ourNodeIds as [string];
	const names = `${here} = Here-1\n${stranger} = Foo`;
	const parameters = {
		...asked,
		validatorsFrom: 'several',
		chosenNodeIds: [here],
		additionalFields: { names },
	};
	const hintsOf = async (running: ReturnType<typeof run>) =>
		(await running).run.data.resultData.runData.Node![0]!.hints?.map(({ message }) => message);
	const note = `Names: not among those chosen: Foo (${stranger}).`;
	expect(await hintsOf(run('primaryValidator', 'getReport', parameters))).toContain(note);
	const ofTool = await hintsOf(runAsTool('primaryValidator', 'getReport', parameters));
	expect(ofTool).not.toContain(note);
});
