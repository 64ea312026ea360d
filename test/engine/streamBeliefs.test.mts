/** What a stream believes of what its node says: nothing that moves its place and that other answers do not confirm. */
import { address, hex, word } from '../support/hex.mts';
import { eachCall, type RpcCall } from '../support/useScript.mts';
import { settle, until } from '../support/useEngine.mts';
import { transactionsOf, useScriptedChain } from './streamScript.mts';

const script = useScriptedChain();
const { server, engine, create, chain, answer, socket, add, tell, tellHead, watch, writeLog } =
	script;

const farAhead = 69_999_999;
/** What is no height, and what is one of another chain. */
const oddHeights: Array<[string, unknown]> = [
	['null', null],
	['nothing', undefined],
	['an empty text', ''],
	['an empty list', []],
	['true', true],
	['a number', 101],
	['hexadecimal with zeros', '0x0065'],
	['decimal text', '101'],
	['a word', 'latest'],
	['a negative number', -1],
	['genesis', '0x0'],
	['a block before the start', hex(90)],
	['far ahead', hex(farAhead)],
	['beyond 2^53', '0xffffffffffffffff'],
];

const wholeTransaction = (hash: string) => ({ hash, from: address(1), to: address(2) });
/** Lets the node answer these methods otherwise; `undefined` leaves the true answer. */
const answerWith = (change: (call: Omit<RpcCall, 'id'>) => unknown) =>
	server.answer(
		eachCall((call) => {
			const changed = change(call);
			return changed === undefined ? answer(call) : { result: changed };
		}),
	);

describe('a log that the node calls removed', () => {
	test.each(oddHeights)('at %s moves nothing, and is told of once [S9]', async (_name, height) => {
		const stream = watch();
		await stream.activate();
		const known = [add(1), add(2), add(3)];
		await until(() => stream.items.length === 3);
		const { length: before } = engine.logLines;
		const { next } = stream.cursor.place;
		for (const log of [...known, { block: 102, index: 5, transaction: 9 }])
			socket().notify('0x2', { ...writeLog(log, true), blockNumber: height });
		await settle(server);
		add(4);
		await until(() => stream.items.length === 4);
		expect(transactionsOf(stream)).toEqual([1, 2, 3, 4]);
		expect(stream.cursor.place.next).toBeGreaterThanOrEqual(next);
		const told = engine.logLines.slice(before).filter((line) => line.includes('removed'));
		expect(told).toHaveLength(1);
	});

	test('and that the stream does not know, on the chain that it read, moves nothing [S9]', async () => {
		const stream = watch();
		await stream.activate();
		add(1);
		const second = add(2);
		await until(() => stream.items.length === 2);
		await stream.close();
		await stream.activate('init');
		tell(second, true);
		await settle(server);
		add(3);
		await until(() => stream.items.length >= 3);
		expect(transactionsOf(stream)).toEqual([1, 2, 3]);
	});

	test('and that the stream delivered before a restart: another chain is read again [S9]', async () => {
		const stream = watch();
		await stream.activate();
		const [, ...old] = [1, 2, 3, 8].map((transaction) => add(transaction));
		await until(() => stream.items.length === 4);
		// A restart begins with the last one.
		const last = old.pop()!;
		stream.store((cursor) => ({
			...cursor,
			place: { floor: last.block, next: last.block, seen: '' },
		}));
		await stream.close();
		await stream.activate('init');
		const removed = old.map((log) => writeLog(log, true));
		chain.fork = { from: old[0]!.block, times: 1 };
		chain.logs = chain.logs.slice(0, 1).concat({ ...old[0]!, transaction: 4 }, old[1]!, last);
		for (const log of removed) socket().notify('0x2', log);
		await until(() => stream.items.length >= 5);
		add(5);
		await until(() => stream.items.length >= 6);
		// What the old chain had and the new one has is no news: n8n knows its key.
		expect(transactionsOf(stream)).toEqual([1, 2, 3, 8, 4, 5]);
	});

	test('deep below the place is not looked for [S9]', async () => {
		const stream = watch();
		await stream.activate();
		const old = add(1);
		chain.head += 100;
		add(2);
		await until(() => stream.items.length === 2);
		await stream.close();
		await stream.activate('init');
		await settle(server);
		const asked = () => server.calls.filter(({ params }) => params[0] === hex(old.block));
		const { length: before } = asked();
		socket().notify('0x2', { ...writeLog(old, true), blockHash: `0x${word(7)}` });
		await settle(server);
		add(3);
		await until(() => stream.items.length === 3);
		expect(asked()).toHaveLength(before);
		expect(transactionsOf(stream)).toEqual([1, 2, 3]);
	});
});

describe('after a reorganization', () => {
	test.each(['event', 'block'])(
		'what did not change keeps its key: one execution per %s [S9]',
		async (executions) => {
			const stream = watch({ executions });
			await stream.activate();
			add(1);
			const block = chain.head + 1;
			const [old, beside] = [2, 3].map((transaction, index) => ({ block, index, transaction }));
			chain.logs.push(old!, beside!);
			chain.head++;
			tell(old!);
			add(4);
			await until(() => stream.items.length === 4);
			chain.logs = chain.logs.map((log) => (log === old ? { ...old, transaction: 5 } : log));
			tell(old!, true);
			await until(() => stream.items.length >= 6);
			await settle(server);
			expect(stream.items.map(({ event }) => event)).toEqual([
				'log',
				'log',
				'log',
				'log',
				'removed',
				'log',
			]);
			expect(transactionsOf(stream)).toEqual([1, 2, 3, 4, 2, 5]);
		},
	);

	test('a log whose removal was told comes again where it is back [S9]', async () => {
		const stream = watch();
		await stream.activate();
		const log = add(1);
		await until(() => stream.items.length === 1);
		for (const items of [3, 5]) {
			tell(log, true);
			await until(() => stream.items.length >= items);
		}
		expect(stream.items.map(({ event }) => event)).toEqual([
			'log',
			'removed',
			'log',
			'removed',
			'log',
		]);
		// n8n stops before it has started the last one.
		stream.store((cursor) => ({
			...cursor,
			place: { floor: log.block, next: log.block, seen: '' },
		}));
		await stream.kill();
		await stream.activate('init');
		await settle(server);
		expect(stream.items).toHaveLength(5);
	});
});

describe('a height that a notification tells', () => {
	test.each(oddHeights)('%s: nothing is lost, doubled or skipped [S11]', async (_name, height) => {
		const streams = [
			watch({ backFillLimit: 5 }),
			create({ event: 'newBlock', options: { backFillLimit: 50 } }),
		];
		for (const stream of streams) await stream.activate();
		const sockets = server.sockets.slice(-2);
		const tellAll = (subscription: string, result: unknown) => {
			for (const one of sockets) one.notify(subscription, result);
		};
		for (let i = 1; i <= 6; i++) {
			const log = add(i, false);
			tellAll('0x1', { number: height });
			tellAll('0x2', { ...writeLog(log), blockNumber: height });
			await settle(server);
			tellAll('0x1', { number: hex(chain.head) });
			tellAll('0x2', writeLog(log));
			await until(() => streams.every(({ items }) => items.length >= i));
		}
		const [logs, blocks] = streams;
		expect(transactionsOf(logs!)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(blocks!.items.map(({ number }) => number)).toEqual(
			[1, 2, 3, 4, 5, 6].map((n) => 100 + n),
		);
		for (const { cursor } of streams) expect(cursor.place.next).toBeLessThanOrEqual(chain.head + 1);
		for (const { failures, errors } of streams) expect([...failures, ...errors]).toEqual([]);
	});
});

describe('a height that one answer tells', () => {
	test.each(oddHeights.filter(([, height]) => height !== undefined))(
		'%s, once, while it reads: nothing is lost, doubled or skipped [S11]',
		async (_name, height) => {
			const stream = watch({ backFillLimit: 5 });
			await stream.activate();
			let isOdd = true;
			answerWith(({ method }) => {
				if (method !== 'eth_blockNumber' || !isOdd) return undefined;
				isOdd = false;
				return height;
			});
			for (let i = 1; i <= 3; i++) {
				const log = add(i, false);
				isOdd = true;
				// The node has to be asked for its newest block.
				socket().notify('0x2', { ...writeLog(log), blockNumber: null });
				await settle(server);
				tell(log);
				await until(() => stream.items.length >= i);
			}
			expect(transactionsOf(stream)).toEqual([1, 2, 3]);
			expect(stream.cursor.place.next).toBeLessThanOrEqual(chain.head + 1);
		},
	);

	test.each(oddHeights.filter(([, height]) => height !== undefined))(
		'%s, once, at the publication: the watch begins now, or is refused [S11]',
		async (_name, height) => {
			chain.logs.push(
				{ block: 95, index: 0, transaction: 77 },
				{ block: 3, index: 0, transaction: 78 },
			);
			let isOdd = true;
			answerWith(({ method }) => {
				if (method !== 'eth_blockNumber' || !isOdd) return undefined;
				isOdd = false;
				return height;
			});
			const stream = watch();
			await stream.activate().catch(async () => await stream.activate());
			add(1);
			await until(() => stream.items.length >= 1);
			await settle(server);
			expect(transactionsOf(stream)).toEqual([1]);
		},
	);

	test('a gap of the Back-Fill Limit holds only blocks that are there [S3]', async () => {
		const stream = watch({ backFillLimit: 10 });
		await stream.activate();
		add(1);
		await until(() => stream.items.length === 1);
		await stream.close();
		chain.head += 50;
		const last = add(2, false);
		let isOdd = true;
		answerWith(({ method }) => {
			if (method !== 'eth_blockNumber' || !isOdd) return undefined;
			isOdd = false;
			return hex(chain.head + 30);
		});
		await stream.activate('init');
		await until(() => stream.items.length >= 3);
		expect(stream.items[1]).toMatchObject({ event: 'gap', from: 101, to: last.block - 9 });
		expect(stream.items[2]).toMatchObject({ blockNumber: last.block });
	});
});

describe('a place beyond the chain that an earlier build has stored', () => {
	const beyond = { floor: farAhead, next: farAhead, seen: '' };

	test('is taken back to now, once, and told in the log [S11]', async () => {
		const stream = watch({ backFillLimit: 10 });
		await stream.activate();
		add(1);
		await until(() => stream.items.length === 1);
		await stream.close();
		stream.store(({ version, event, feed }) => ({ version, event, feed, place: beyond }));
		const { length: before } = engine.logLines;
		await stream.activate('init');
		await until(() => engine.logLines.slice(before).some((line) => line.includes('beyond')));
		add(2);
		await until(() => stream.items.length >= 2);
		expect(transactionsOf(stream)).toEqual([1, 2]);
		expect(stream.cursor.place.next).toBe(chain.head);
		await stream.close();
		await stream.activate('init');
		add(3);
		await until(() => stream.items.length >= 3);
		const told = engine.logLines.slice(before).filter((line) => line.includes('beyond'));
		expect(told).toHaveLength(1);
	});

	test('stays where the chain ends before the watch began: it is another one [S11]', async () => {
		const stream = watch();
		await stream.activate();
		add(1);
		await until(() => stream.items.length === 1);
		await stream.close();
		chain.head = 40;
		stream.store((cursor) => ({ ...cursor, place: beyond }));
		await stream.activate('init');
		await settle(server);
		add(2);
		await settle(server);
		expect(transactionsOf(stream)).toEqual([1]);
	});
});

describe('a transaction that a notification tells', () => {
	const odd = [null, 7, true, {}, [], '', 'latest', '0x1', { hash: null }, { hash: 7 }];
	test.each([
		['acceptedTransaction', 'hash'],
		['acceptedTransaction', 'whole'],
		['pendingTransaction', 'hash'],
		['pendingTransaction', 'whole'],
	])('%s (%s) without a hash is none, which is told once [S11]', async (event, output) => {
		const stream = create({ event, output });
		await stream.activate();
		const { length: before } = engine.logLines;
		const hash = `0x${word(1)}`;
		const transaction = output === 'hash' ? hash : wholeTransaction(hash);
		for (const result of [...odd, transaction, ...odd]) socket().notify('0x2', result);
		answerWith(({ method, params }) =>
			method === 'eth_getBlockByNumber' && params[0] === hex(101)
				? { number: hex(101), timestamp: '0x1', hash, transactions: [transaction] }
				: undefined,
		);
		chain.head++;
		tellHead();
		await until(() => stream.items.length > 0);
		await settle(server);
		expect(stream.items.map((item) => item.txHash)).toEqual([hash]);
		const told = engine.logLines.slice(before).filter((line) => line.includes('valid hash'));
		expect(told).toHaveLength(1);
	});
});

describe('a block that lacks what was asked for is read again', () => {
	const [first, second] = [`0x${word(1)}`, `0x${word(2)}`];
	const whole = [first, second].map(wholeTransaction);
	const lacking: Array<[string, object, object]> = [
		['newBlock', {}, { hash: null }],
		['newBlock', {}, { hash: '' }],
		['acceptedTransaction', { output: 'hash' }, { transactions: null }],
		['acceptedTransaction', { output: 'hash' }, { transactions: {} }],
		['acceptedTransaction', { output: 'hash' }, { transactions: [first, null] }],
		['acceptedTransaction', { output: 'whole' }, { transactions: null }],
		['acceptedTransaction', { output: 'whole' }, { transactions: [first, second] }],
		['acceptedTransaction', { output: 'whole' }, { transactions: [whole[0], second] }],
	];
	test.each(lacking)('%s %j: %j [S11]', async (event, parameters, odd) => {
		const stream = create({ event, ...parameters });
		await stream.activate();
		let times = 1;
		answerWith(({ method, params: [number, isWhole] }) => {
			if (method !== 'eth_getBlockByNumber' || number !== hex(101)) return undefined;
			const transactions = isWhole ? whole : [first, second];
			const block = { number, timestamp: '0x1', hash: first, transactions };
			return times-- > 0 ? { ...block, ...odd } : block;
		});
		chain.head++;
		tellHead();
		await until(() => stream.items.length > 0);
		await settle(server);
		expect(stream.items.map(({ txHash, hash }) => txHash ?? hash)).toEqual(
			event === 'newBlock' ? [first] : [first, second],
		);
		expect([...stream.errors, ...stream.failures]).toEqual([]);
	});
});

describe('a log of an answer that does not say its place fails the read, and comes with the next one', () => {
	const odd: Array<[string, unknown]> = [
		...[null, undefined, '', [], true, '0x1', hex(500)].map(
			(value) => ['blockNumber', value] as [string, unknown],
		),
		...[null, undefined, '', [], true].map((value) => ['logIndex', value] as [string, unknown]),
		...[null, undefined, '', 7].map((value) => ['transactionHash', value] as [string, unknown]),
	];
	test.each(odd)('%s: %j [S11]', async (field, value) => {
		const stream = watch();
		await stream.activate();
		let times = 1;
		answerWith(({ method, params }) => {
			if (method !== 'eth_getLogs' || times-- <= 0) return undefined;
			const { result } = answer({ path: '', method, params }) as { result: object[] };
			return result.map((log, i) => (i === 0 ? { ...log, [field]: value } : log));
		});
		add(1, false);
		add(2);
		await until(() => stream.items.length === 2);
		expect(transactionsOf(stream)).toEqual([1, 2]);
		expect([...stream.errors, ...stream.failures]).toEqual([]);
	});
});

describe('a Start Time', () => {
	/** 900,000,000 on at block 0, and ten seconds for each block. */
	const timeOf = (block: number) => 1_700_000_000 + 10 * block;
	test.each([null, '', [], true, hex(timeOf(50) * 1000), '0x0', hex(timeOf(500))])(
		'is found though one answer says a block is of the time %j [S11]',
		async (time) => {
			chain.logs = [40, 59, 60, 61, 95].map((block) => ({ block, index: 0, transaction: block }));
			for (const odd of [100, 50, 75, 62, 59, 60]) {
				let times = 1;
				answerWith(({ method, params: [number] }) => {
					if (method !== 'eth_getBlockByNumber' || Number(number) > chain.head) return undefined;
					const isOdd = Number(number) === odd && times-- > 0;
					const timestamp = isOdd ? time : hex(timeOf(Number(number)));
					return { number, timestamp, hash: `0x${word(number)}`, transactions: [] };
				});
				const stream = watch({ startTime: new Date(timeOf(60) * 1000).toISOString() });
				await stream.activate().catch(async () => await stream.activate());
				await until(() => stream.items.length >= 3);
				await stream.close();
				expect([odd, transactionsOf(stream)]).toEqual([odd, [60, 61, 95]]);
			}
		},
	);
});
