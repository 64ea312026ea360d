/** The event Contract Event: the logs of a scripted chain, whose node applies the filters, through n8n's own polls. */
import { readFileSync } from 'node:fs';
import { getAddress, id, Interface } from 'ethers';
import type { IDataObject, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { address, hashOf, hex } from '../support/hex.mts';
import { jsonOf, outputOf, saidBy, useNode, useTrigger } from '../support/useEngine.mts';
import {
	type CallReply,
	eachCall,
	refuse,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';

interface Log {
	address: string;
	topics: unknown;
	data: unknown;
	removed?: boolean;
}

const [ours, other, token, second] = [1, 2, 3, 4].map(address) as [string, string, string, string];
const transfer = 'Transfer(address indexed from, address indexed to, uint256 value)';
const owned = 'OwnershipTransferred(address indexed previousOwner, address indexed newOwner)';
const contracts = new Interface([`event ${transfer}`, `event ${owned}`]);

const server = useScript(eachCall(answer));
/** Logs by block. */
let blocks: Log[][];
/** Calls that the node answers in another way. */
let instead: (call: RpcCall) => CallReply;

/** As a node filters: each topic is one of those at its place, where some are given. */
const isFound = (
	log: Log,
	{ address: of, topics = [] }: { address?: string[]; topics?: Array<string | string[] | null> },
) =>
	(!of || [of].flat().some((one) => one.toLowerCase() === log.address)) &&
	topics.every((wanted, i) => !wanted || [wanted].flat().includes((log.topics as string[])[i]!));

function answer(call: RpcCall): CallReply {
	const special = instead(call);
	if (special) return special;
	const [param] = call.params;
	if (call.method === 'eth_blockNumber') return { result: hex(blocks.length - 1) };
	if (call.method === 'eth_getBlockByNumber') {
		const number = Number(param);
		const block = {
			number: param,
			timestamp: hex(1_700_000_000 + 2 * number),
			hash: hashOf(number),
		};
		return { result: number < blocks.length ? block : null };
	}
	if (call.method !== 'eth_getLogs') return refuse(`no ${call.method}`, -32601);
	const numbers = [...blocks.keys()].slice(Number(param.fromBlock), Number(param.toBlock) + 1);
	return {
		result: numbers.flatMap((number) =>
			blocks[number]!.map((log, i) => ({
				blockNumber: hex(number),
				blockHash: hashOf(number),
				removed: false,
				transactionHash: hashOf(1000 * number),
				transactionIndex: '0x0',
				logIndex: hex(i),
				...log,
			})).filter((log) => isFound(log, param)),
		),
	};
}

beforeEach(() => {
	blocks = Array.from({ length: 200 }, () => []);
	instead = () => undefined;
});

const add = (...logs: Log[]): number => blocks.push(logs) - 1;
const emit = (name: string, args: unknown[], of = token): Log => ({
	address: of,
	...contracts.encodeEventLog(name, args),
});
const moved = (value: bigint | number = 5, to = other, of = token) =>
	emit('Transfer', [ours, to, value], of);
const create = useTrigger(server, {
	event: 'contractEvent',
	chain: 'C',
	addresses: token,
	findBy: 'declaration',
	events: transfer,
});
const run = useNode('avalancheEvm', server);
type Trigger = ReturnType<typeof create>;
const poll = async (trigger: Trigger): Promise<IDataObject[]> => jsonOf(await trigger.poll());
const activate = async (parameters: INodeParameters = {}): Promise<Trigger> => {
	const trigger = create(parameters);
	expect(await trigger.activate()).toBeNull();
	return trigger;
};
const places = (items: IDataObject[]) =>
	items.map(({ blockNumber, logIndex }) => [blockNumber, logIndex]);
const criteria = () =>
	server.calls.filter(({ method }) => method === 'eth_getLogs').at(-1)!.params[0];

test('the name of a contract is first in the record, and in title and message [C4]', async () => {
	const trigger = await activate({ addresses: `${token} = Treasury dollar\n${other}` });
	add(moved());
	const [item] = await poll(trigger);
	expect(item!.addressName).toBe('Treasury dollar');
	expect(item!.title).toBe('Transfer on "Treasury dollar"');
	expect(item!.message).toContain(`Transfer on "Treasury dollar" (${item!.address as string})`);
	// A name more or less is no other watch.
	add(moved());
	const renamed = create({ addresses: `${other}\n${token} = Dollars` });
	expect(await renamed.activate()).toBeNull();
});

test.each([true, false])(
	'an item has the fields of Get Many of Log, and its time; decoded the same way; simplified: %s [F15]',
	async (simplify) => {
		const trigger = await activate({ options: { simplify } });
		const block = add(moved(2n ** 200n), emit('OwnershipTransferred', [ours, other]));
		const [item, ...more] = await poll(trigger);
		expect(more).toEqual([]);
		const parameters = {
			chain: 'C',
			events: transfer,
			simplify,
			returnAll: true,
			filters: { addresses: token, fromBlock: block, toBlock: block },
		};
		const [log] = await outputOf(run('log', 'getMany', parameters));
		const { observedAt, lagSeconds, eventId, title, message, explorerUrl, ...fields } = item!;
		const time = new Date(1000 * (1_700_000_000 + 2 * block)).toISOString().replace('.000', '');
		expect(fields).toEqual({ ...log, ...(simplify && { time }) });
		expect(lagSeconds).not.toBeUndefined();
		if (simplify) expect(Object.keys(fields).slice(1, 3)).toEqual(['blockNumber', 'time']);
		expect(title).toBe(
			simplify ? `Transfer on ${token.slice(0, 6)}...${token.slice(-4)}` : undefined,
		);
		if (simplify) expect(message).toContain(`value ${2n ** 200n} in block ${block}`);
		else expect(item).not.toHaveProperty('message');
		expect(log).toMatchObject({ event: 'Transfer', args: { value: String(2n ** 200n) } });
		expect(explorerUrl).toBe(simplify ? null : undefined);
		expect(eventId).toMatch(/^log-[\da-f]{16}$/);
		expect(new Date(observedAt as string).getTime()).toBeGreaterThan(Date.now() - 60_000);
	},
);

test('a common event is found and decoded without its signature [F15]', async () => {
	const trigger = await activate({
		findBy: 'common',
		commonEvent: 'ownershipTransferred',
		events: '',
	});
	add(moved(), emit('OwnershipTransferred', [ours, other]));
	expect(await poll(trigger)).toMatchObject([
		{ event: 'OwnershipTransferred', args: { previousOwner: ours, newOwner: other } },
	]);
	expect(criteria().topics).toEqual([id('OwnershipTransferred(address,address)')]);
});

test('by topics, an item is the log as it came, with the fields of Get Many Raw [F15]', async () => {
	const topics = JSON.stringify([null, null, hashOf(2)]);
	const trigger = await activate({ findBy: 'topics', topics });
	const block = add(moved(), moved(5, ours), emit('OwnershipTransferred', [ours, other]));
	const items = await poll(trigger);
	expect(places(items)).toEqual([
		[block, 0],
		[block, 2],
	]);
	const filters = { addresses: token, topics, fromBlock: block, toBlock: block };
	const logs = await outputOf(run('log', 'getManyRaw', { chain: 'C', filters, returnAll: true }));
	const shown = items.map(
		({ event, title, message, explorerUrl, time, observedAt, lagSeconds, eventId, ...fields }) =>
			fields,
	);
	expect(shown).toEqual(logs);
	expect(items).toMatchObject([{ event: 'log' }, { event: 'log' }]);
});

test('nothing old comes, and each log once with an ID of its own, also of one transaction [C2, F3, F4]', async () => {
	add(moved());
	const trigger = await activate();
	const block = add(moved(), moved(), moved(6));
	server.received.length = 0;
	const items = await poll(trigger);
	// The end, the logs, and the token's decimals and symbol.
	expect(server.received).toHaveLength(3);
	expect(places(items)).toEqual([0, 1, 2].map((i) => [block, i]));
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(3);
	expect(await trigger.poll()).toBeNull();
});

describe('the node applies the filters:', () => {
	test('contracts, several events and their order [C3]', async () => {
		const trigger = await activate({
			addresses: `${token}, ${second}`,
			events: `${transfer}\n${owned}`,
		});
		const block = add(
			moved(),
			moved(5, other, second),
			moved(5, other, other),
			emit('OwnershipTransferred', [ours, other], second),
		);
		const items = await poll(trigger);
		expect(items.map(({ event, logIndex }) => [event, logIndex])).toEqual([
			['Transfer', 0],
			['Transfer', 1],
			['OwnershipTransferred', 3],
		]);
		expect(places(items)[0]).toEqual([block, 0]);
		expect(criteria()).toMatchObject({
			address: [token, second],
			topics: [
				[id('Transfer(address,address,uint256)'), id('OwnershipTransferred(address,address)')],
			],
		});
	});

	test('arguments by value, of one event of an ABI [C3]', async () => {
		const abi = contracts.formatJson();
		const options = { eventName: 'Transfer', arguments: JSON.stringify({ to: [other, second] }) };
		const trigger = await activate({ events: abi, options });
		const block = add(moved(), moved(5, ours), moved(5, second));
		expect(places(await poll(trigger))).toEqual([
			[block, 0],
			[block, 2],
		]);
		expect(criteria().topics).toEqual([
			id('Transfer(address,address,uint256)'),
			null,
			[hashOf(other), hashOf(second)],
		]);
	});

	test('without contracts, those of all [C3]', async () => {
		const trigger = await activate({ addresses: '' });
		add(moved(), moved(5, other, second));
		expect((await poll(trigger)).map(({ logIndex }) => logIndex)).toEqual([0, 1]);
		expect(criteria()).not.toHaveProperty('address');
	});
});

describe('a log that does not fit its declaration', () => {
	test('comes as it is, says so, and stops nothing [C1]', async () => {
		const trigger = await activate();
		const nft = {
			address: token,
			topics: [...(moved().topics as string[]), hashOf(7)],
			data: '0x',
		};
		const block = add(moved(), nft, { ...moved(), data: '0x12' }, moved());
		const items = await poll(trigger);
		expect(places(items)).toEqual([0, 1, 2, 3].map((i) => [block, i]));
		expect(items.map(({ event }) => event)).toEqual(['Transfer', 'log', 'log', 'Transfer']);
		expect(items[1]).toMatchObject({
			event: 'log',
			topics: nft.topics,
			data: '0x',
			message: expect.stringContaining('does not fit its declaration'),
		});
		expect(Object.keys(items[1]!).slice(0, 3)).toEqual(['event', 'title', 'message']);
		expect(items[0]!.message).not.toContain('declaration');
		expect(await trigger.poll()).toBeNull();
	});

	test('nor does one that is odd in another way [C1]', async () => {
		const trigger = await activate();
		const block = add(moved(), moved(), moved());
		instead = (call) => {
			if (call.method !== 'eth_getLogs') return undefined;
			instead = () => undefined;
			const { result } = answer(call) as { result: Log[] };
			const [first, odd, last] = result;
			return { result: [first, { ...odd, topics: null, data: 7 }, last] };
		};
		const items = await poll(trigger);
		expect(items.map(({ event, logIndex }) => [event, logIndex])).toEqual([
			['Transfer', 0],
			['log', 1],
			['Transfer', 2],
		]);
		expect(places(items)[0]![0]).toBe(block);
	});

	test('of an anonymous event, other events of the contract do not come [C1]', async () => {
		const trigger = await activate({ events: 'Note(uint256 indexed id, uint256 value) anonymous' });
		const note = { address: token, topics: [hashOf(7)], data: hashOf(8) };
		add(moved(), note, emit('OwnershipTransferred', [ours, other]));
		expect(await poll(trigger)).toMatchObject([{ event: 'Note', args: { id: '7', value: '8' } }]);
	});
});

test('logs that are marked as removed do not come [C2]', async () => {
	const trigger = await activate();
	add({ ...moved(), removed: true }, moved());
	expect((await poll(trigger)).map(({ logIndex }) => logIndex)).toEqual([1]);
});

test('a log whose removed is neither true nor false is no event [C2]', async () => {
	const trigger = await activate();
	add({ ...moved(), removed: 'true' as unknown as boolean }, moved());
	await expect(poll(trigger)).rejects.toThrow('holds an entry that is none of them');
});

test('other filters go on where the last poll ended; another contract is a new watch [F4]', async () => {
	const trigger = await activate({ addresses: `${token},${second}` });
	const { stored } = trigger;
	add(moved(), emit('OwnershipTransferred', [ours, other]));
	const goOn = async (parameters: INodeParameters) => {
		const next = create(parameters, { staticData: structuredClone(stored) });
		return jsonOf(await next.activate());
	};
	const [upper, lower] = [`0x${second.slice(2).toUpperCase()}`, token];
	expect(await goOn({ addresses: `${upper}, ${lower}`, events: owned })).toMatchObject([
		{ event: 'OwnershipTransferred' },
	]);
	expect(await goOn({ addresses: token })).toEqual([]);
});

test('a chain is known by its EVM chain ID too', async () => {
	instead = ({ method }) => {
		if (method === 'info.getNetworkID') return { result: { networkID: '1' } };
		return method === 'eth_chainId' ? { result: hex(43_114) } : undefined;
	};
	const trigger = await activate({ chain: '43114' });
	add(moved());
	expect(await poll(trigger)).toMatchObject([{ chain: 'C-Chain' }]);
	expect(
		new Set(server.calls.filter(({ method }) => method.startsWith('eth')).map(({ path }) => path)),
	).toEqual(new Set(['/ext/bc/C/rpc']));
});

test('a restart redelivers the last events with the same IDs, where that is chosen [F1]', async () => {
	const trigger = await activate({ options: { redeliver: true } });
	add(moved(), moved(6));
	const first = await poll(trigger);
	trigger.restart();
	const again = jsonOf(await trigger.activate());
	expect(again.map(({ eventId }) => eventId)).toEqual(first.map(({ eventId }) => eventId));
});

test('starts at a block or a time [F4]', async () => {
	for (let i = 0; i < 10; i++) add(moved());
	const last = [205, 206, 207, 208, 209];
	for (const options of [{ startBlock: 205 }, { startTime: 1_700_000_000 + 2 * 205 }])
		expect(places(jsonOf(await create({ options }).activate())).map(([block]) => block)).toEqual(
			last,
		);
});

test('confirmations are waited for [T1]', async () => {
	const trigger = await activate({ options: { confirmations: 2 } });
	const block = add(moved());
	expect(await trigger.poll()).toBeNull();
	add();
	add();
	expect(places(await poll(trigger))).toEqual([[block, 0]]);
});

test('an outage of three times what a poll reads drains in order, within the limits of each poll [F8, F14, T3]', async () => {
	const trigger = await activate();
	// No thousand of them ends with a block.
	const [blockCount, inBlock] = [80, 49];
	const whole = Array(inBlock).fill(moved()) as Log[];
	for (let i = 0; i < blockCount; i++) add(...whole);
	const told: IDataObject[] = [];
	const counts: number[] = [];
	for (let polls = 0; polls < 10 && told.length < blockCount * inBlock; polls++) {
		server.received.length = 0;
		const items = await poll(trigger);
		told.push(...items);
		counts.push(items.length);
		expect(server.received.length).toBeLessThanOrEqual(50);
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(8192);
	}
	expect(counts).toEqual([1029, 1029, 1029, 833]);
	expect(places(told)).toEqual(
		Array.from({ length: blockCount * inBlock }, (_, i) => [
			200 + Math.floor(i / inBlock),
			i % inBlock,
		]),
	);
	expect(await trigger.poll()).toBeNull();
});

test('the example workflow reports a new owner', async () => {
	const file = readFileSync('examples/ownership-changed.json', 'utf8');
	const { nodes } = JSON.parse(file) as IWorkflowBase;
	const { parameters } = nodes.find(({ type }) => type.endsWith('avalancheTrigger'))!;
	const trigger = await activate(parameters);
	const contract = String(parameters.addresses).toLowerCase();
	const block = add(
		moved(5, other, contract),
		emit('OwnershipTransferred', [ours, other], contract),
		emit('OwnershipTransferred', [ours, other]),
	);
	expect(await poll(trigger)).toMatchObject([
		{
			event: 'OwnershipTransferred',
			address: getAddress(contract),
			blockNumber: block,
			args: { previousOwner: ours, newOwner: other },
			txHash: hashOf(1000 * block),
		},
	]);
});

describe('a test run [F12]', () => {
	test('shows the newest events, as far back as a thousand blocks, and changes nothing', async () => {
		add(moved());
		for (let i = 0; i < 900; i++) add();
		const trigger = create();
		expect(jsonOf((await trigger.testRun()).items)).toMatchObject([
			{ sample: true, event: 'Transfer', blockNumber: 200 },
		]);
		add(...Array.from({ length: 9 }, () => moved()));
		server.received.length = 0;
		expect(places(jsonOf((await trigger.testRun()).items))).toHaveLength(5);
		expect(server.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1);
		expect(trigger.stored).toEqual({});
	});

	test.each<[string, INodeParameters, object]>([
		[
			'declared',
			{ events: `${owned}\nNote(string indexed id, uint256[] values, (bool, bytes) more)` },
			{ event: 'OwnershipTransferred', args: { newOwner: address(0) }, address: token },
		],
		[
			'declared with values of any length',
			{ events: 'Note(string indexed id, uint256[] values, (bool, bytes) more) anonymous' },
			{ event: 'Note', args: { id: { hash: hashOf(0) }, values: [], more: { 0: false, 1: '0x' } } },
		],
		[
			'common events',
			{ findBy: 'common', commonEvent: 'swap', events: '' },
			{ event: 'Swap', args: { amount0In: '0', to: address(0) } },
		],
		[
			'found by topics',
			{ findBy: 'topics', topics: JSON.stringify([id(owned), null]), addresses: '' },
			{ event: 'log', topics: [id(owned), hashOf(0)], address: address(0) },
		],
	])('shows an empty event where there is none: %s', async (_what, parameters, fields) => {
		const { items, error } = await create(parameters).testRun();
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([
			{ sample: true, ...fields, blockNumber: 0, time: expect.stringMatching(/^20\d\d-/) },
		]);
		expect(jsonOf(items)[0]!.message).not.toContain('declaration');
	});
});

test.each<[INodeParameters, string]>([
	[{ events: '' }, 'Fill in Events'],
	[{ events: 'Transfer(' }, 'Events'],
	[
		{ events: `${transfer}\n${owned}`, options: { arguments: '{"to": "0x"}' } },
		'Event Name must name',
	],
	[{ options: { arguments: '{"value": 1}' } }, 'Arguments must hold only indexed parameters'],
	[{ options: { eventName: 'Approval' } }, 'Approval'],
	[{ addresses: '0x12' }, 'Addresses must be a list of EVM addresses'],
	[{ findBy: 'topics', topics: '["0x12"]' }, 'Topics must be a JSON list'],
	[{ findBy: 'name' }, 'Find Events By must be one of'],
	[{ options: { startBlock: 1, startTime: '2026-01-01' } }, 'cannot be set together'],
])('refuses %j before anything is sent [F16]', async (parameters, reason) => {
	const refusal = await create(parameters)
		.activate()
		.catch((error: Error) => error);
	expect(saidBy(refusal as Error)).toContain(reason);
	expect(server.received).toEqual([]);
});
