/** New Transaction of several wallets from a node: one reading of blocks and one of logs is of all of them. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { N8nStorage } from '../support/n8nStorage.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { addBlock, chain } from './feedScene.mts';
import {
	cold,
	contractOf,
	hashesOf,
	hot,
	lines,
	linesOf,
	node,
	pay,
	payroll,
	server,
	stranger,
	transfer,
	wallet,
	watchOnNode as watch,
	watchWallets,
} from './walletScene.mts';

/** What a user works with, in an order of its own. */
const tell = (items: IDataObject[]) =>
	items
		.map(({ event, txHash, address, addressName, direction, ...item }) => {
			const { counterparty, counterpartyName, from, to, amount, amountExact, symbol } = item;
			const moved = { from, to, amount, amountExact, symbol, token: item.token, title: item.title };
			const place = { blockNumber: item.blockNumber, time: item.time, status: item.status };
			const whose = { address, addressName, direction, counterparty, counterpartyName };
			return { txHash, event, ...whose, ...moved, ...place };
		})
		.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('a node tells of payments, tokens and transfers between wallets what the Data API tells [F23]', async () => {
	const sources = [watchWallets(), watch()];
	for (const trigger of sources) expect(await trigger.activate()).toBeNull();
	pay(stranger, hot);
	pay(cold, stranger, 0n);
	pay(hot, cold);
	pay(hot, hot);
	pay(stranger, payroll);
	addBlock({ from: cold, to: stranger, success: false });
	transfer(stranger, cold);
	transfer(cold, hot);
	transfer(hot, hot);
	transfer(stranger, hot, contractOf('ERC-721'));
	const [fromData, fromNode] = [
		tell(jsonOf(await sources[0]!.poll())),
		tell(jsonOf(await sources[1]!.poll())),
	];
	expect(fromNode).toHaveLength(10);
	expect(fromNode).toEqual(fromData);
	expect(await sources[1]!.poll()).toBeNull();
});

test('each movement of each wallet has an eventId of its own, the same after a restart [F1, F23]', async () => {
	const trigger = watch({ options: { redeliver: true } });
	await trigger.activate();
	pay(hot, cold);
	transfer(hot, cold);
	const last = jsonOf(await trigger.poll()).map(({ eventId }) => eventId);
	expect(new Set(last).size).toBe(4);
	trigger.restart();
	expect(jsonOf(await trigger.poll()).map(({ eventId }) => eventId)).toEqual(last);
	expect(await trigger.poll()).toBeNull();
});

test('the requests of a poll are the same for one wallet and for fifty [F24]', async () => {
	const sent: unknown[] = [];
	for (const count of [1, 10, 50]) {
		const trigger = watch({ addresses: linesOf(count) });
		await trigger.activate();
		for (let i = 0; i < 30; i++) pay(stranger, wallet(1));
		transfer(stranger, wallet(1));
		server.received.length = 0;
		expect(jsonOf(await trigger.poll())).toHaveLength(31);
		const methods = server.calls.map(({ method }) => method);
		const logs = methods.filter((method) => method === 'eth_getLogs');
		expect(logs).toHaveLength(2);
		sent.push([server.received.length, methods.length]);
		expect(server.received.length).toBeLessThanOrEqual(12);
	}
	expect(sent[1]).toEqual(sent[0]);
	expect(sent[2]).toEqual(sent[0]);
});

const page = readFileSync('docs/trigger/transactions.md', 'utf8').replaceAll(/ +/g, ' ');
test.each([
	[['address'], 5, 'AVAX alone'],
	[['address', 'erc20'], 6, 'AVAX and ERC-20'],
])(
	'a quiet poll of fifty wallets with %j takes %i requests, as the documents say [F24]',
	async (kinds, requests, movements) => {
		const trigger = watch({ addresses: linesOf(50), kinds });
		await trigger.activate();
		for (let i = 0; i < 40; i++) pay(stranger, payroll);
		server.received.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(server.received).toHaveLength(requests);
		expect(page).toContain(`| Node | 1 to 50 | ${movements} | ${requests} | none | none |`);
		server.received.length = 0;
		expect(await trigger.poll()).toBeNull();
		// The newest logs again, as T2 says.
		expect(server.received).toHaveLength(kinds.length);
	},
);

test('fifty wallets after an outage: all in order, within fifty requests a poll [F8, F24]', async () => {
	const trigger = watch({ addresses: linesOf(50) });
	await trigger.activate();
	const sent: string[] = [];
	for (let i = 0; i < 700; i++) {
		sent.push(pay(stranger, wallet((i % 50) + 1)));
		if (i % 10 === 0) sent.push(transfer(stranger, wallet((i % 50) + 1)));
	}
	const came: unknown[] = [];
	for (let polls = 0; polls < 12 && came.length < sent.length; polls++) {
		server.received.length = 0;
		came.push(...hashesOf(await trigger.poll()));
		expect(server.received.length).toBeLessThanOrEqual(50);
	}
	expect([...came].sort()).toEqual([...sent].sort());
});

test('an address that is added begins afresh, and the others go on [F4, F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	pay(stranger, payroll);
	transfer(stranger, payroll);
	const first = pay(stranger, hot);
	const more = watch({ addresses: `${lines}\n${payroll}` }, { staticData: trigger.stored });
	expect(hashesOf(await more.activate())).toEqual([first]);
	const second = [pay(stranger, payroll), transfer(stranger, payroll)];
	expect(hashesOf(await more.poll())).toEqual(second);
	const fewer = watch({ addresses: `${cold}\n${payroll}` }, { staticData: more.stored });
	pay(stranger, hot);
	const third = pay(stranger, cold);
	expect(hashesOf(await fewer.poll())).toEqual([third]);
	pay(stranger, hot);
	const again = watch({ addresses: lines }, { staticData: fewer.stored });
	expect(await again.poll()).toBeNull();
});

test('an address that is added while a node tells a false height gets nothing old [F19, F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	for (let i = 0; i < 10; i++) pay(stranger, payroll);
	pay(stranger, hot);
	await trigger.poll();
	const more = watch({ addresses: `${lines}\n${payroll}` }, { staticData: trigger.stored });
	node.changes.set('eth_blockNumber', (height) => `0x${(Number(height) - 9).toString(16)}`);
	const items = await more.poll().catch(() => null);
	node.changes.clear();
	expect([...hashesOf(items), ...hashesOf(await more.poll())]).toEqual([]);
	const hash = pay(stranger, payroll);
	expect(hashesOf(await more.poll())).toEqual([hash]);
});

test('an address that is added is not told what came before, also with a start in the past [F4]', async () => {
	pay(stranger, payroll);
	const early = pay(stranger, hot);
	const options = {
		startTime: new Date((chain.blocks.at(-3)!.timestamp - 1) * 1000).toISOString(),
	};
	const trigger = watch({ options });
	const begun = hashesOf(await trigger.activate());
	expect(begun).toContain(early);
	const more = watch(
		{ options, addresses: `${lines}\n${payroll}` },
		{ staticData: trigger.stored },
	);
	expect(await more.poll()).toBeNull();
	const hash = pay(stranger, payroll);
	expect(hashesOf(await more.poll())).toEqual([hash]);
});

test('durable cursors begin where the workflow was published, also with an address that was added [F2, F24]', async () => {
	const storage = new N8nStorage<Record<string, IDataObject>>('durable');
	const trigger = watch({}, { storage });
	await trigger.activate();
	const first = [pay(stranger, hot), transfer(stranger, cold)];
	expect(hashesOf(await trigger.poll())).toEqual(first);
	pay(stranger, payroll);
	const more = watch({ addresses: `${lines}\n${payroll}` }, { storage });
	await more.activate();
	const second = [pay(stranger, payroll), transfer(stranger, payroll)];
	more.restart();
	expect(hashesOf(await more.poll())).toEqual(second);
	expect(await more.poll()).toBeNull();
});

test.each([false, true])(
	'an activation that cannot read begins at its time; durable %s [F5]',
	async (durable) => {
		const trigger = watch({}, { durable });
		node.changes.set('eth_blockNumber', () => {
			throw new Error('request timed out');
		});
		expect(await trigger.activate()).toBeNull();
		node.changes.clear();
		const sent = [pay(stranger, hot), transfer(stranger, cold)];
		for (const block of chain.blocks.slice(-2)) block.timestamp += 1;
		expect(hashesOf(await trigger.poll())).toEqual(sent);
		expect(await trigger.poll()).toBeNull();
	},
);

test('what fails holds back only itself: tokens wait for their logs, payments come [F6, F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	const [payment, token] = [pay(stranger, hot), transfer(stranger, cold)];
	node.changes.set('eth_getLogs', () => 'none');
	expect(hashesOf(await trigger.poll())).toEqual([payment]);
	const error = await trigger.poll().catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toContain('ERC-20 tokens: ');
	node.changes.clear();
	expect(hashesOf(await trigger.poll())).toEqual([token]);
	expect(await trigger.poll()).toBeNull();
});

test('blocks that the node lost are a gap of all wallets, for each of Movements [F9]', async () => {
	const trigger = watch();
	await trigger.activate();
	pay(stranger, hot);
	const lost = chain.blocks.at(-1)!.number;
	for (let i = 0; i < 60; i++) addBlock({ from: stranger, to: payroll });
	chain.blocks.splice(-61, 10);
	const hash = pay(stranger, hot);
	const items: IDataObject[] = [];
	for (let polls = 0; polls < 3; polls++) items.push(...jsonOf(await trigger.poll()));
	const gap = { event: 'gap', from: lost, to: lost + 10, address: null };
	expect(items.filter(({ event }) => event === 'gap')).toMatchObject([gap, gap]);
	expect(items.filter(({ event }) => event !== 'gap')).toMatchObject([{ txHash: hash }]);
});

test('the memory of fifty wallets stays below 8 KB for each of Movements, with at most 256 marks [F3, F14]', async () => {
	const trigger = watch({ addresses: linesOf(50), options: { redeliver: true } });
	await trigger.activate();
	const { cursor: quiet } = trigger.stored;
	expect(JSON.stringify(quiet).length).toBeLessThan(2048);
	let sent = 0;
	for (let burst = 0; burst < 12; burst++) {
		const to = Array.from({ length: 50 }, (_, n) => wallet(n + 1));
		addBlock(...to.map((one) => ({ from: stranger, to: one, value: 1n })));
		for (const one of to) transfer(stranger, one);
		sent += 100;
	}
	let came = 0;
	for (let polls = 0; polls < 6; polls++) {
		came += jsonOf(await trigger.poll()).length;
		const { parts, since } = trigger.stored.cursor as Cursor;
		expect(Object.keys(since)).toHaveLength(50);
		expect(JSON.stringify(since).length).toBeLessThan(1500);
		for (const part of Object.values(parts)) {
			expect(JSON.stringify(part).length).toBeLessThan(8192);
			const marks = part.place.seen
				.split(' ')
				.flatMap((group) => group.split(':')[1]?.match(/.{8}/g) ?? []);
			expect(marks.length).toBeLessThanOrEqual(256);
		}
	}
	expect(came).toBe(sent);
});
interface Cursor {
	parts: Record<string, { place: { seen: string } }>;
	since: Record<string, number>;
}

test('a token that answers nothing of itself comes without an amount, and stops nothing [F18]', async () => {
	const trigger = watch({ options: { minimumAmount: '1' } });
	await trigger.activate();
	node.changes.set('eth_call', () => {
		throw new Error('execution aborted (timeout = 5s)');
	});
	const hash = transfer(stranger, hot);
	server.received.length = 0;
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ txHash: hash, isAmountUnknown: true, amount: null },
	]);
	const calls = server.calls.filter(({ method }) => method === 'eth_call');
	for (const { params } of calls) expect(Number(params[0].gas)).toBeLessThanOrEqual(200_000);
	expect(await trigger.poll()).toBeNull();
});

test('two hundred unknown tokens at once come over several polls, each once [F8, F24]', async () => {
	const trigger = watch({ kinds: ['erc20'] });
	await trigger.activate();
	const usual = contractOf('ERC-20');
	const sent: string[] = [];
	for (let n = 1; n <= 200; n++) {
		const contract = { ...usual, address: wallet(500_000 + n) };
		chain.contracts.push(contract);
		sent.push(transfer(stranger, hot, contract));
	}
	const came: unknown[] = [];
	let polls = 0;
	for (; polls < 6 && came.length < 200; polls++) {
		server.received.length = 0;
		came.push(...hashesOf(await trigger.poll()));
		expect(server.received.length).toBeLessThanOrEqual(20);
	}
	expect(came).toEqual(sent);
	expect(polls).toBeGreaterThan(1);
});

test('the options hold for all wallets: direction, contracts of tokens, a start', async () => {
	const usual = contractOf('ERC-20');
	const other = { ...usual, address: wallet(600_000) };
	chain.contracts.push(other);
	const start = chain.blocks.at(-1)!.number + 1;
	const early = pay(stranger, hot);
	const trigger = watch({
		direction: 'incoming',
		options: { startBlock: start, tokens: usual.address },
	});
	const told = hashesOf(await trigger.activate());
	pay(cold, stranger);
	transfer(stranger, hot, other);
	const [payment, token] = [pay(hot, cold), transfer(cold, hot)];
	server.received.length = 0;
	expect([...told, ...hashesOf(await trigger.poll())]).toEqual([early, payment, token]);
	const [criteria, ...others] = server.calls.filter(({ method }) => method === 'eth_getLogs');
	expect(others).toEqual([]);
	expect(criteria!.params[0]).toMatchObject({ address: [usual.address], topics: [{}, null, {}] });
});

test('a test run shows the newest of all wallets, or makes one up', async () => {
	const made = jsonOf((await watch().testRun()).items);
	expect(made).toMatchObject([
		{ sample: true, event: 'transaction', address: hot, addressName: 'Hot wallet' },
		{ sample: true, event: 'tokenTransfer', address: hot },
	]);
	pay(stranger, cold);
	const [newest] = jsonOf((await watch().testRun()).items);
	expect(newest).toMatchObject({
		sample: true,
		address: cold,
		title: '[TEST] Cold wallet: Received 5 AVAX from 0x0000...7777',
	});
});

test('internal transactions are refused from a node, before anything is sent [F16]', async () => {
	const error = await watch({ kinds: ['internal'] })
		.activate()
		.catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toContain(
		'Movements must be a list of ERC-20 Tokens (erc20), Native Token (address)',
	);
	expect(server.received).toHaveLength(0);
});
