/** New Transaction of several wallets: one trigger, a list for each address and kind, and each for itself. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { saidBy, jsonOf } from '../support/useEngine.mts';
import { addBlock, chain, create, devnet } from './feedScene.mts';
import {
	cold,
	contractOf,
	hashesOf,
	hot,
	lines,
	linesOf,
	pay,
	payroll,
	stranger,
	transfer,
	wallet,
	watchOnNode,
	watchWallets as watch,
} from './walletScene.mts';

const dataRequests = () => devnet.log.filter(({ host }) => host === 'data');

test('AVAX and tokens of all wallets come from one trigger, with direction, counterparty, token and name [F23]', async () => {
	const trigger = watch();
	expect(await trigger.activate()).toBeNull();
	pay(stranger, hot);
	pay(cold, stranger);
	transfer(stranger, cold);
	pay(stranger, payroll);
	const items = jsonOf(await trigger.poll());
	const [received, token, sent] = [
		'incoming transaction',
		'incoming tokenTransfer',
		'outgoing transaction',
	].map((wanted) => items.find(({ direction, event }) => `${direction} ${event}` === wanted)!) as [
		IDataObject,
		IDataObject,
		IDataObject,
	];
	expect(items).toHaveLength(3);
	expect(received).toMatchObject({
		address: hot,
		addressName: 'Hot wallet',
		counterparty: stranger,
		counterpartyName: null,
		amountExact: '5',
		title: expect.stringMatching(/^Hot wallet: Received 5 AVAX from /),
	});
	expect(token).toMatchObject({ address: cold, counterparty: stranger, amountExact: '3' });
	expect(token.token).toBe(devnet.token);
	expect(sent).toMatchObject({ address: cold, addressName: 'Cold wallet', counterparty: stranger });
	expect(await trigger.poll()).toBeNull();
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(3);
});

test.each([
	['the Data API', watch, ['address', 'erc20', 'internal']],
	['a node', watchOnNode, ['address', 'erc20']],
])(
	'movements of all kinds have the same columns, and tokens moved in transactions that succeeded, from %s',
	async (_source, from, kinds) => {
		const trigger = from({ kinds });
		await trigger.activate();
		pay(stranger, hot);
		transfer(stranger, cold);
		const items = jsonOf(await trigger.poll());
		expect(items.map(({ event }) => event).sort()).toEqual(['tokenTransfer', 'transaction']);
		const [first, second] = items.map((item) => Object.keys(item));
		expect(second).toEqual(first);
		expect(first).toEqual(
			expect.arrayContaining(['fee', 'feePaid', 'method', 'token', 'logIndex']),
		);
		for (const item of items) expect(item.status).toBe('success');
		expect(items.find(({ event }) => event === 'tokenTransfer')!.fee).toBeNull();
		const { items: samples } = await from({ kinds }).testRun();
		expect(new Set(samples.map(({ json }) => Object.keys(json).join())).size).toBe(1);
	},
);

test('a payment between two wallets comes once for each of them [F23]', async () => {
	const trigger = watch();
	await trigger.activate();
	const hash = pay(hot, cold);
	const items = jsonOf(await trigger.poll());
	expect(
		items.map(({ direction, address: of, counterpartyName, txHash }) => [
			direction,
			of,
			counterpartyName,
			txHash,
		]),
	).toEqual([
		['outgoing', hot, 'Cold wallet', hash],
		['incoming', cold, 'Hot wallet', hash],
	]);
	expect(items[0]!.eventId).not.toBe(items[1]!.eventId);
});

describe.each([
	['the Data API', watch],
	['a node', watchOnNode],
])('a call that pays in tokens, from %s [F23]', (_source, from) => {
	const callOf = (hash: string) =>
		chain.blocks.at(-1)!.transactions.find((each) => each.hash === hash)!;
	/** A wallet calls a token, which moves some from it to a stranger. */
	function payInTokens(payer: string, calledBy = payer): string {
		const contract = contractOf('ERC-20');
		const [hash] = addBlock({ from: calledBy, to: contract.address, value: 0n });
		const transaction = callOf(hash!);
		const value = 3n * 10n ** BigInt(contract.decimals);
		transaction.transfers.push({
			transaction,
			contract,
			logIndex: 0,
			from: payer,
			to: stranger,
			value,
		});
		return hash!;
	}
	const titlesOf = async (more: INodeParameters, move: () => void) => {
		const trigger = from(more);
		await trigger.activate();
		move();
		return jsonOf(await trigger.poll()).map(({ title }) => title);
	};
	const paid = expect.stringMatching(/^Hot wallet: Sent 3 \S+ to 0x0000...7777$/);
	const called = expect.stringMatching(/^Hot wallet: Called (\S+ on )?0x\S+$/);

	test('comes as the payment alone', async () => {
		expect(await titlesOf({}, () => payInTokens(hot))).toEqual([paid]);
	});

	test('comes twice if the user wants calls, too', async () => {
		const more = { options: { callsBesideTransfers: true } };
		expect(await titlesOf(more, () => payInTokens(hot))).toEqual([called, paid]);
	});

	test('comes as the call if no transfer of it is reported', async () => {
		expect(await titlesOf({ kinds: ['address'] }, () => payInTokens(hot))).toEqual([called]);
		const others = { options: { tokens: wallet(4242) } };
		expect(await titlesOf(others, () => payInTokens(hot))).toEqual([called]);
		const foreign = () => payInTokens(stranger, hot);
		expect(await titlesOf({}, foreign)).toEqual([called]);
	});

	test('comes in a test run as it does in a published workflow', async () => {
		pay(stranger, hot);
		for (let i = 0; i < 3; i++) payInTokens(hot);
		for (let i = 0; i < 6; i++) transfer(stranger, hot);
		const titles = async (more: INodeParameters) =>
			jsonOf((await from(more).testRun()).items).map(({ title }) => String(title));
		const shown = await titles({});
		expect(shown).toContainEqual(expect.stringMatching(/Hot wallet: Received 5 AVAX/));
		expect(shown.filter((title) => title.includes('Called'))).toEqual([]);
		const more = await titles({ options: { callsBesideTransfers: true } });
		expect(more).toContainEqual(expect.stringMatching(/Hot wallet: Called/));
		const alone = await titles({ kinds: ['address'] });
		expect(alone).toContainEqual(expect.stringMatching(/Hot wallet: Called/));
	});

	test('comes with the AVAX that it moves itself', async () => {
		const both = () => {
			callOf(payInTokens(hot)).value = 10n ** 18n;
		};
		expect(await titlesOf({}, both)).toHaveLength(2);
	});
});

test('a call whose transfer the service lists later is told when it is there [F23]', async () => {
	const trigger = watch();
	await trigger.activate();
	const contract = contractOf('ERC-20');
	addBlock({ from: hot, to: contract.address, value: 0n });
	const transaction = chain.blocks.at(-1)!.transactions[0]!;
	const eventsOf = async () => jsonOf(await trigger.poll()).map(({ event }) => event);
	expect(await eventsOf()).toEqual(['transaction']);
	transaction.transfers.push({
		transaction,
		contract,
		logIndex: 0,
		from: hot,
		to: stranger,
		value: 1n,
	});
	expect(await eventsOf()).toEqual(['tokenTransfer']);
});

test.each([
	['the Data API', watch],
	['a node', watchOnNode],
])('the title and the message name the other wallet, from %s [F23]', async (_source, from) => {
	const trigger = from();
	await trigger.activate();
	pay(hot, cold);
	transfer(cold, hot);
	pay(stranger, hot);
	const told = jsonOf(await trigger.poll());
	const sayOf = (wanted: string) =>
		told
			.filter(({ event, direction }) => `${direction} ${event}` === wanted)
			.map(({ title, message }) => [title, String(message).split(' in block')[0]]);
	expect(sayOf('outgoing transaction')).toEqual([
		['Hot wallet: Sent 5 AVAX to Cold wallet', `Hot wallet: Sent 5 AVAX to Cold wallet (${cold})`],
	]);
	expect(sayOf('incoming transaction')).toContainEqual([
		'Cold wallet: Received 5 AVAX from Hot wallet',
		`Cold wallet: Received 5 AVAX from Hot wallet (${hot})`,
	]);
	expect(sayOf('incoming transaction')).toContainEqual([
		'Hot wallet: Received 5 AVAX from 0x0000...7777',
		`Hot wallet: Received 5 AVAX from ${stranger}`,
	]);
	expect(sayOf('incoming tokenTransfer')).toEqual([
		[
			expect.stringMatching(/^Hot wallet: Received 3 \S+ from Cold wallet$/),
			expect.stringMatching(/^Hot wallet: Received 3 \S+ from Cold wallet \(0x\w+\)$/),
		],
	]);
});

test.each([
	['the Data API', watch],
	['a node', watchOnNode],
])(
	'what a wallet sends to itself is neither received nor paid, from %s [F15]',
	async (_source, from) => {
		const triggers = ['any', 'incoming', 'outgoing'].map((direction) => from({ direction }));
		for (const trigger of triggers) await trigger.activate();
		pay(hot, hot);
		transfer(hot, hot);
		pay(stranger, hot);
		transfer(hot, stranger);
		const came: unknown[][] = [];
		for (const trigger of triggers)
			came.push(jsonOf(await trigger.poll()).map(({ direction }) => direction));
		expect(came[0]!.sort()).toEqual(['incoming', 'outgoing', 'self', 'self']);
		expect(came.slice(1)).toEqual([['incoming'], ['outgoing']]);
	},
);

const page = readFileSync('docs/trigger/transactions.md', 'utf8').replaceAll(/ +/g, ' ');
const perDay = (requests: number, polls: number) => (20 * requests * polls).toLocaleString('en-US');

test.each([
	[1, ['address', 'erc20'], 4, 'AVAX and ERC-20'],
	[10, ['address'], 12, 'AVAX alone'],
	[10, ['address', 'erc20'], 22, 'AVAX and ERC-20'],
	[50, ['address', 'erc20'], 50, 'AVAX and ERC-20'],
])(
	'%i wallets with %j take %i requests a poll, as the documents say: a list for each, the end of the chain once [F24]',
	async (count, kinds, requests, movements) => {
		const trigger = watch({ addresses: linesOf(count), kinds });
		await trigger.activate();
		await trigger.poll();
		addBlock();
		devnet.clearLog();
		await trigger.poll();
		const ofChain = dataRequests().filter(({ url }) => !url.includes('/addresses/'));
		expect(ofChain).toHaveLength(2);
		expect(dataRequests()).toHaveLength(requests);
		expect(page).toMatch(
			new RegExp(
				`\\| Data API \\| ${count} \\| ${movements} \\| ${requests}[^|]*\\| ${perDay(requests, 1440)}[^|]*\\| ${perDay(requests, 288)} \\|`,
			),
		);
	},
);

test('contracts of tokens leave out other tokens, and no AVAX', async () => {
	const trigger = watch({ options: { tokens: wallet(4242) } });
	await trigger.activate();
	const hash = pay(stranger, hot);
	transfer(stranger, hot);
	expect(hashesOf(await trigger.poll())).toEqual([hash]);
});

test('fifty wallets take turns within the requests of a poll, and each of them is read [F24]', async () => {
	const trigger = watch({ addresses: linesOf(50) });
	expect(await trigger.activate()).toBeNull();
	const sent = Array.from({ length: 50 }, (_, n) => pay(stranger, wallet(n + 1)));
	const came: unknown[] = [];
	for (let polls = 0; polls < 3; polls++) {
		devnet.clearLog();
		came.push(...hashesOf(await trigger.poll()));
		expect(dataRequests().length).toBeLessThanOrEqual(52);
	}
	expect([...came].sort()).toEqual([...sent].sort());
	expect(await trigger.poll()).toBeNull();
});

test('items of one poll come in the order of the chain, whichever wallet and kind they are of', async () => {
	const trigger = watch();
	await trigger.activate();
	const sent = [
		pay(cold, stranger),
		pay(stranger, hot),
		transfer(stranger, cold),
		pay(stranger, cold),
		pay(hot, stranger),
	];
	expect(hashesOf(await trigger.poll())).toEqual(sent);
});

test('an address that is added begins afresh, and the others go on [F4, F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	pay(stranger, payroll);
	const first = pay(stranger, hot);
	const more = watch({ addresses: `${lines}\n${payroll}` }, { staticData: trigger.stored });
	expect(hashesOf(await more.poll())).toEqual([first]);
	const second = pay(stranger, payroll);
	expect(hashesOf(await more.poll())).toEqual([second]);
	const fewer = watch({ addresses: `${cold}\n${payroll}` }, { staticData: more.stored });
	pay(stranger, hot);
	const third = pay(stranger, cold);
	expect(hashesOf(await fewer.poll())).toEqual([third]);
});

test('an address that fails holds back only itself, and its records come later [F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	const [failing, other] = [pay(stranger, hot), pay(stranger, cold)];
	devnet.faults([{ host: 'data', path: hot, status: 503 }]);
	expect(hashesOf(await trigger.poll())).toEqual([other]);
	const error = await trigger.poll().catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toContain(hot);
	devnet.faults([]);
	expect(hashesOf(await trigger.poll())).toEqual([failing]);
	expect(await trigger.poll()).toBeNull();
});

test('what is there already, and what fails while it is published, is neither told nor lost [F4, F5]', async () => {
	pay(stranger, hot);
	chain.blocks.at(-1)!.timestamp -= 60;
	devnet.faults([{ host: 'data', status: 503 }]);
	const trigger = watch();
	expect(await trigger.activate()).toBeNull();
	devnet.faults([]);
	expect(await trigger.poll()).toBeNull();
	const hash = pay(stranger, cold);
	expect(hashesOf(await trigger.poll())).toEqual([hash]);
});

test.each([false, true])(
	'a watch that cannot be read while it is published begins then, with durable cursors: %s [F5, F24]',
	async (durable) => {
		devnet.faults([{ host: 'data', status: 503 }]);
		const trigger = watch({}, { durable });
		expect(await trigger.activate()).toBeNull();
		devnet.faults([]);
		const hash = pay(stranger, cold);
		expect(hashesOf(await trigger.poll())).toEqual([hash]);
	},
);

test('an address that is added begins when it is published, also where nothing can be read then [F5, F24]', async () => {
	const trigger = watch();
	await trigger.activate();
	devnet.faults([{ host: 'data', status: 503 }]);
	const more = watch({ addresses: `${lines}\n${payroll}` }, { staticData: trigger.stored });
	expect(await more.activate()).toBeNull();
	devnet.faults([]);
	const hashes = [pay(stranger, hot), pay(stranger, payroll)];
	expect(hashesOf(await more.poll()).sort()).toEqual(hashes.sort());
});

test('the last batch comes again after a restart, with the same eventId [F1]', async () => {
	const trigger = watch({ options: { redeliver: true } });
	await trigger.activate();
	pay(stranger, hot);
	await trigger.poll();
	pay(stranger, cold);
	const last = jsonOf(await trigger.poll());
	trigger.restart();
	const again = jsonOf(await trigger.poll());
	expect(again.map(({ eventId }) => eventId)).toEqual(last.map(({ eventId }) => eventId));
	expect(await trigger.poll()).toBeNull();
});

test('durable cursors begin where the workflow was published, also with an address that was added [F2, F24]', async () => {
	const trigger = watch({}, { durable: true });
	await trigger.activate();
	const hash = pay(stranger, hot);
	expect(hashesOf(await trigger.poll())).toEqual([hash]);
	trigger.restart();
	expect(await trigger.poll()).toBeNull();
	const next = pay(stranger, cold);
	expect(hashesOf(await trigger.poll())).toEqual([next]);
});

test('each list keeps at most 256 marks and 8 KB, with fifty wallets [F3, F14]', async () => {
	const addresses = linesOf(50);
	const trigger = watch({ addresses, kinds: ['address'], options: { redeliver: true } });
	await trigger.activate();
	for (let burst = 0; burst < 300; burst++)
		addBlock(...[1, 2].map((n) => ({ from: stranger, to: wallet(n), value: 1n })));
	let came = 0;
	for (let polls = 0; polls < 6; polls++) came += jsonOf(await trigger.poll()).length;
	expect(came).toBe(600);
	const { parts } = trigger.stored.cursor as { parts: Record<string, { place: { seen: string } }> };
	expect(Object.keys(parts)).toHaveLength(50);
	for (const part of Object.values(parts)) {
		expect(JSON.stringify(part).length).toBeLessThan(8192);
		const marks = part.place.seen
			.split(' ')
			.flatMap((group) => group.split(':')[1]?.match(/.{8}/g) ?? []);
		expect(marks.length).toBeLessThanOrEqual(256);
	}
});

test('the cursor of a released version is read on [F11]', async () => {
	const released = JSON.parse(readFileSync('test/golden/wallets-1.json', 'utf8')) as IDataObject;
	const trigger = watch({}, { staticData: released });
	const hash = pay(stranger, cold);
	expect(hashesOf(await trigger.poll())).toEqual([hash]);
	expect(trigger.stored.cursor).toMatchObject({ feed: (released.cursor as IDataObject).feed });
});

test.each([
	['the Data API', watch],
	['a node', watchOnNode],
])('a test run shows what several wallets moved, from %s [F12]', async (_source, from) => {
	pay(stranger, cold);
	transfer(stranger, cold);
	for (let i = 0; i < 6; i++) pay(stranger, hot);
	const addresses = `${wallet(4001)}\n${lines}`;
	const { items, error } = await from({ addresses }).testRun();
	expect(error).toBeUndefined();
	const told = jsonOf(items);
	const kindsOf = (name: string) => [
		...new Set(told.filter(({ addressName }) => addressName === name).map(({ event }) => event)),
	];
	expect(kindsOf('Hot wallet')).toEqual(['transaction']);
	expect(kindsOf('Cold wallet').sort()).toEqual(['tokenTransfer', 'transaction']);
	expect(told.filter(({ addressName }) => addressName === null)).toEqual([]);
	expect(told.length).toBeLessThanOrEqual(10);
	for (const { sample, title } of told)
		expect([sample, title]).toEqual([true, expect.not.stringContaining('Made up')]);
});

test.each([
	['the Data API', watch],
	['a node', watchOnNode],
])(
	'a test run shows the newest first, of whichever wallet and kind it is, from %s [F12]',
	async (_source, from) => {
		const oldest = transfer(stranger, hot);
		const middle = pay(stranger, hot);
		const newer = transfer(stranger, cold);
		const newest = pay(stranger, cold);
		const shown = (await from().testRun()).items;
		expect(hashesOf(shown).slice(0, 4)).toEqual([newest, newer, middle, oldest]);
		const blocks = jsonOf(shown).map(({ blockNumber }) => Number(blockNumber));
		expect(blocks).toEqual([...blocks].sort((a, b) => b - a));
	},
);

test('a test run shows the newest of the first wallet', async () => {
	pay(stranger, hot);
	const { items, error } = await watch().testRun();
	expect(error).toBeUndefined();
	const told = jsonOf(items);
	expect(told.map(({ event }) => event)).toEqual(
		expect.arrayContaining(['transaction', 'tokenTransfer']),
	);
	for (const item of told)
		expect(item).toMatchObject({
			sample: true,
			address: hot,
			addressName: 'Hot wallet',
			title: expect.stringMatching(/^\[TEST\] /),
		});
});

test.each([
	['no address', { addresses: '' }, 'Fill in Addresses'],
	['too many', { addresses: linesOf(51) }, 'at most 50 addresses'],
	['nothing to report', { kinds: [] }, 'Fill in Movements'],
])('%s refuses the activation [F16]', async (_what, parameters, message) => {
	const error = await watch(parameters)
		.activate()
		.catch((failure: Error) => failure);
	expect(saidBy(error as Error)).toContain(message);
});

describe('names of others [F23]', () => {
	const options = { otherNames: `${stranger} = Customer Inc` };

	test.each([
		['the Data API', watch],
		['a node', watchOnNode],
	])('stand in items and messages of wallets, from %s', async (_source, from) => {
		const trigger = from({ options });
		await trigger.activate();
		pay(stranger, hot);
		pay(cold, stranger);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{
				counterpartyName: 'Customer Inc',
				title: 'Hot wallet: Received 5 AVAX from Customer Inc',
				message: expect.stringContaining(`from Customer Inc (${stranger}) in block`),
			},
			{
				counterpartyName: 'Customer Inc',
				title: 'Cold wallet: Sent 5 AVAX to Customer Inc',
			},
		]);
	});

	const single = (watched: string, more: INodeParameters) =>
		create({ event: 'newTransaction', watch: watched, chainId: '43114', address: hot, ...more });
	const moves = { address: () => pay(hot, stranger), erc20: () => transfer(hot, stranger) };
	test.each(Object.entries(moves))('stand in those of one address: %s', async (watched, move) => {
		for (const simplify of [true, false]) {
			const trigger = single(watched, { options: { ...options, simplify } });
			await trigger.activate();
			move();
			const [item] = jsonOf(await trigger.poll());
			const { addressName, address, counterpartyName, counterparty, title } = item!;
			expect({ addressName, address, counterpartyName, counterparty }).toEqual({
				addressName: null,
				address: hot,
				counterpartyName: 'Customer Inc',
				counterparty: stranger,
			});
			if (simplify) expect(title).toMatch(/^Sent \S+ \S+ to Customer Inc$/);
		}
	});

	test('stand in a test run, and a name of the address itself in front', async () => {
		pay(stranger, hot);
		const address = `${hot} = Hot wallet`;
		const { items } = await single('address', { address, options }).testRun();
		expect(jsonOf(items)[0]).toMatchObject({
			title: '[TEST] Hot wallet: Received 5 AVAX from Customer Inc',
			addressName: 'Hot wallet',
			counterpartyName: 'Customer Inc',
		});
	});

	test('give no column where nobody is named', async () => {
		const trigger = single('address', {});
		await trigger.activate();
		pay(stranger, hot);
		const [item] = jsonOf(await trigger.poll());
		expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['counterparty']));
		expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['addressName']));
	});
});
