/** What a run says of its items, and that it says so of items alone: never above an error, never where it is false. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { listRows } from '../../tools/groups.mts';
import { type CallReply, refuse, reply, useScript } from '../support/useScript.mts';
import { outputOf, useNode } from '../support/useEngine.mts';

const server = useScript();
const ofData = useNode('avalancheData', server);
const ofNode = useNode('avalancheEvm', server);
const ofMetrics = useNode('avalancheMetrics', server);

const hintsOf = async (running: ReturnType<typeof ofData>): Promise<string[]> => {
	const { run } = await running;
	const { hints = [] } = run.data.resultData.runData.Node[0];
	return hints.map(({ message }) => message);
};

const address = `0x${'1'.repeat(40)}`;
const now = Math.floor(Date.now() / 1000);

describe('logs', () => {
	const newest = 'Only the newest block was searched';
	const log = {
		address,
		topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
		data: `0x${'0'.repeat(24)}${address.slice(2)}${'0'.repeat(24)}${address.slice(2)}${'1'.padStart(64, '0')}`,
		blockNumber: '0x64',
		transactionHash: `0x${'2'.repeat(64)}`,
		logIndex: '0x0',
	};
	const read = (parameters: IDataObject) => {
		server.answerCalls(({ method, params }) => {
			if (method === 'eth_getLogs') {
				// A node gives logs of the asked blocks alone, and a period may have ended before the newest one.
				const [{ toBlock: asked }] = params as [{ toBlock?: string }];
				const blockNumber = asked?.startsWith('0x') ? asked : log.blockNumber;
				return { result: [{ ...log, blockNumber }] };
			}
			const [block] = params as [string];
			const number = block === 'latest' ? 100 : Number(block);
			const time = now - (100 - number) * 3600;
			const result = { number: `0x${number.toString(16)}`, timestamp: `0x${time.toString(16)}` };
			return { result };
		});
		return hintsOf(
			ofNode('log', 'getMany', {
				chain: 'C',
				events: 'Transfer(address from, address to, uint256 value)',
				...parameters,
			}),
		);
	};

	test.each(['getMany', 'getManyRaw'])('without a period are not called Any Time: %s', (of) => {
		const at = listRows().find(
			({ resource, operation }) => resource === 'log' && operation === of,
		)!;
		const period = at.fields.find(({ name }) => name === 'period')!;
		expect(period.options).toContainEqual(
			expect.objectContaining({ value: 'allTime', name: 'Newest Block, or as Filters Say' }),
		);
	});

	test('of the newest block alone are said to be that', async () => {
		expect(await read({})).toContainEqual(expect.stringContaining(newest));
	});

	test.each<[string, IDataObject]>([
		['Today', { period: 'today' }],
		['Last Week', { period: 'lastWeek' }],
		[
			'Custom',
			{
				period: 'custom',
				from: DateTime.now().minus({ days: 1 }).toISO(),
				to: DateTime.now().toISO(),
			},
		],
		['all, with From Block', { filters: { fromBlock: '10' } }],
	])('of Period %s are not', async (_period, parameters) => {
		const hints = await read(parameters);
		expect(hints).not.toEqual([]);
		expect(hints.filter((hint) => hint.includes(newest))).toEqual([]);
	});
});

describe('a function of a contract', () => {
	const call = (signature: string, decimals?: number) => {
		const decimalsSelector = '0x313ce567';
		server.answerCalls(({ params }) => {
			const [{ data }] = params as [{ data: string }];
			const isDecimals = data.startsWith(decimalsSelector);
			if (isDecimals && decimals === undefined)
				return { error: { code: 3, message: 'execution reverted' } };
			const word = isDecimals ? decimals! : 1_500_000;
			const count = signature.includes(', uint') ? 2 : 1;
			return { result: `0x${word.toString(16).padStart(64, '0').repeat(count)}` };
		});
		return hintsOf(
			ofNode('contract', 'callFunction', {
				chain: 'C',
				contract: address,
				function: signature,
				arguments: signature.startsWith('balanceOf') ? `["${address}"]` : '[]',
			}),
		);
	};

	test('of a token whose decimals are known says to sum amount', async () => {
		expect(await call('balanceOf(address)', 6)).toEqual([
			'amount is in whole tokens: use it for sums. The whole number beside it is exact text, in the smallest unit.',
		]);
	});

	test.each([
		'balanceOf(address)',
		'getCount() returns (uint256)',
		'quote() returns (uint112 reserve)',
	])('%s whose unit nobody tells says to add decimals', async (signature) => {
		expect(await call(signature)).toEqual([
			'Whole numbers of a contract are exact text, and amounts are in its smallest unit. Before a sum, add Decimals under Additional Fields: amount is then a number.',
		]);
	});

	test.each([['two() returns (uint256, uint256)', '$json["0"]']])(
		'%s whose unit nobody tells says to make numbers of exact text',
		async (signature, path) => {
			expect(await call(signature)).toEqual([
				`Whole numbers of a contract are exact text, and amounts are in its smallest unit. Before a sum, make them numbers in Edit Fields: {{ Number(${path}) / 10 ** 6 }} for a token of 6 decimals.`,
			]);
		},
	);

	test.each(['decimals()', 'decimals() returns (uint256)', 'tier() returns (uint8)'])(
		'%s, which is no amount, says nothing of sums',
		async (signature) => {
			expect(await call(signature, 6)).toEqual([]);
		},
	);

	test('without a whole number says nothing of them', async () => {
		expect(await call('paused() returns (bool)')).toEqual([]);
	});
});

describe('values of a metric', () => {
	const day = 86_400;
	const midnight = Math.floor(now / day) * day;
	const read = (timestamps: number[]) => {
		server.answer(() =>
			reply({ results: timestamps.map((timestamp) => ({ timestamp, value: 1 })) }),
		);
		return hintsOf(ofMetrics('metric', 'getMany', { chainId: '43114' }));
	};

	test('say that the newest is not over only where it is not', async () => {
		expect(await read([midnight, midnight - day])).toEqual([
			'The newest interval is not over (complete: false), so its value still changes. The filter Only Complete Intervals leaves it out.',
		]);
		expect(await read([midnight - day])).toEqual([]);
	});
});

describe('balances', () => {
	const token = (value?: number) => ({
		address,
		name: 'Token',
		symbol: 'TKN',
		decimals: 6,
		balance: '1000000',
		...(value !== undefined && { balanceValue: { currencyCode: 'usd', value } }),
	});
	const serve = (...values: Array<number | undefined>) =>
		server.answer(({ path }) =>
			path.includes('getNative')
				? reply({ nativeTokenBalance: { ...token(1), decimals: 18 } })
				: reply({
						erc20TokenBalances: values.map((value, i) => ({
							...token(value),
							address: `0x${String(i).padStart(40, '0')}`,
						})),
					}),
		);

	test('without a value are counted, whichever address they are of', async () => {
		serve(1, undefined, undefined);
		const getAll = (addresses: string) =>
			ofData('balance', 'getAll', { chainId: '43114', address: addresses });
		expect(await hintsOf(getAll(address))).toEqual([
			'2 of 4 balances have no value, so a sum of value is incomplete. Summarize and "is less than" of Filter and If take each as 0.',
		]);
		const two = [address, `0x${'2'.repeat(40)}`].join('\n');
		expect(await hintsOf(getAll(two))).toEqual([
			'4 of 8 balances have no value, so a sum of value is incomplete. Summarize and "is less than" of Filter and If take each as 0.',
		]);
		const erc20 = ofData('balance', 'getManyErc20', { chainId: '43114', address, returnAll: true });
		expect(await hintsOf(erc20)).toEqual([
			'2 of 3 balances have no value, so a sum of value is incomplete. Summarize and "is less than" of Filter and If take each as 0.',
		]);
		serve(1, 2);
		expect(await hintsOf(getAll(address))).toEqual([]);
	});

	test('of Fuji are said to be worth nothing', async () => {
		serve(1, 2);
		const ofFuji = ofData('balance', 'getAll', { chainId: '43113', address });
		expect(await hintsOf(ofFuji)).toEqual([
			'Fuji is a test network: what it holds is worth nothing, whatever its value says.',
		]);
	});

	test('of a past block have no price and no value, as nobody says from when the price is', async () => {
		server.answer(() =>
			reply({
				nativeTokenBalance: {
					...token(37.2708),
					decimals: 18,
					price: { currencyCode: 'usd', value: 37.2708 },
				},
			}),
		);
		const read = (additionalFields: IDataObject) =>
			ofData('balance', 'getNative', { chainId: '43114', address, additionalFields });
		const reading = read({ blockNumber: '69150529' });
		const past = await reading;
		expect(past.items[0]!.json).toMatchObject({
			value: null,
			price: null,
			currency: null,
			blockNumber: 69150529,
		});
		expect(past.items[0]!.json.balance).toBeGreaterThan(0);
		expect(await hintsOf(reading)).toEqual([
			expect.stringMatching(
				/^Balances of a past block have no value.*The price of a day is closingPrice of Payments > Get Statement, for the native token\.$/,
			),
		]);
		const readingNow = read({});
		const now = await readingNow;
		expect(now.items[0]!.json).toMatchObject({ value: 37.2708, price: 37.2708, currency: 'USD' });
		expect(await hintsOf(readingNow)).toEqual([]);
	});

	describe('on the Primary Network', () => {
		const avaxId = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
		const onP = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
		const asset = (assetId: string, amount: string) => ({
			assetId,
			amount,
			denomination: 9,
			symbol: 'AVAX',
			name: 'Avalanche',
			type: 'secp256k1',
			utxoCount: 1,
		});
		/** Anyone can call an asset AVAX: this one is another. */
		const balances = {
			unlockedUnstaked: [asset(avaxId, '2000000001'), asset('2ebCneCbwth', '7000000000')],
			unlockedStaked: [asset(avaxId, '25000000000')],
		};
		const giveBalances = (price: IDataObject | undefined, status = 200) =>
			server.answer(({ path }) =>
				path.includes('getNative')
					? reply({ nativeTokenBalance: { ...token(), decimals: 18, price } }, status)
					: reply({ balances, chainInfo: { chainName: 'p-chain', network: 'mainnet' } }),
			);
		const read = (additionalFields: IDataObject = {}, addresses = onP) =>
			ofData('balance', 'getPrimaryNetwork', {
				network: 'mainnet',
				blockchainId: 'p-chain',
				addresses,
				returnAll: true,
				filters: additionalFields,
			});
		const price = { currencyCode: 'eur', value: 20.5 };

		test('have the columns of other balances, with the value of AVAX, and of nothing called AVAX', async () => {
			giveBalances(price);
			const reading = read({ currency: 'eur' });
			const items = await outputOf(reading);
			expect(items).toMatchObject([
				{
					address: onP,
					balance: 2.000000001,
					balanceExact: '2.000000001',
					symbol: 'AVAX',
					value: 41.0000000205,
					price: 20.5,
					currency: 'EUR',
					balanceType: 'unlockedUnstaked',
				},
				{ balance: 7, value: null, price: null, currency: null },
				{ balance: 25, value: 512.5, balanceType: 'unlockedStaked' },
			]);
			expect(await hintsOf(reading)).toEqual([
				'1 of 3 balances has no value, so a sum of value is incomplete. Summarize and "is less than" of Filter and If take it as 0.',
			]);
			const native = await outputOf(ofData('balance', 'getNative', { chainId: '43114', address }));
			const ofEvmAlone = ['chainId', 'blockNumber'];
			const shared = Object.keys(native[0]).filter((name) => !ofEvmAlone.includes(name));
			expect(Object.keys(items[0])).toEqual(expect.arrayContaining(shared));
		});

		test('have no value without a price, and at a time of the past', async () => {
			const unknown = { value: null, price: null, currency: null };
			for (const told of [undefined, { currencyCode: 'usd' }])
				for (const status of [200, 400]) {
					giveBalances(told, status);
					const items = await outputOf(read());
					expect(items).toMatchObject([unknown, unknown, unknown]);
				}
			giveBalances(price);
			const past = read({ blockTimestamp: '2026-01-01' });
			expect(await outputOf(past)).toMatchObject([unknown, unknown, unknown]);
			expect(await hintsOf(past)).toEqual([
				expect.stringMatching(/^Balances of a past block have no value/),
			]);
		});

		test('of several addresses together are of none of them', async () => {
			giveBalances(undefined);
			const [item] = await outputOf(
				read({}, `${onP},P-avax1fau6hlf6rzxmc94lshpmes7uxdp5uz3pnjega5`),
			);
			expect(item).toMatchObject({ address: null, addresses: expect.stringContaining(',') });
		});
	});

	test('as the service gives them say that amounts are text', async () => {
		serve(1);
		const parameters = { chainId: '43114', address, simplify: false };
		expect(await hintsOf(ofData('balance', 'getNative', parameters))).toEqual([
			expect.stringContaining('Amounts are text here'),
		]);
		server.answer(() => reply({ message: 'no' }, 400));
		expect(await hintsOf(ofData('balance', 'getNative', parameters))).toEqual([]);
	});
});

describe('transactions', () => {
	const list = (...statuses: string[]) => {
		server.answer(() =>
			reply({
				transactions: statuses.map((txStatus, n) => ({
					nativeTransaction: { txHash: `0x${n}`, txStatus, value: '1', blockTimestamp: now },
					txHash: `0x${n}`,
					txStatus,
					value: '1',
				})),
			}),
		);
		const parameters = { chainId: '43114', address };
		return hintsOf(ofData('transaction', 'getManyNative', parameters));
	};

	test('that failed are counted: they moved nothing', async () => {
		expect(await list('1', '0', '1')).toEqual([
			'1 of 3 transactions failed and moved nothing but its fee. For sums, take change and feePaid: both hold for failed ones, too.',
		]);
		expect(await list('0', '0')).toEqual([
			'2 of 2 transactions failed and moved nothing but their fees. For sums, take change and feePaid: both hold for failed ones, too.',
		]);
		expect(await list('1')).toEqual([]);
	});
});

describe('a report', () => {
	const mail = expect.stringContaining('In Send Email, title is the subject') as string;
	const total = expect.stringContaining('The last item is the total') as string;
	const report = (returns: string[], status = 200) => {
		const timestamp = Math.floor(now / 86_400 - 3) * 86_400;
		server.answer(() => reply({ results: [{ timestamp, value: 1 }] }, status));
		const parameters = { chainId: '43114', period: 'last7Days', return: returns };
		return hintsOf(ofMetrics('metric', 'getReport', parameters));
	};

	test('says what Send Email takes, and that the last item is the total', async () => {
		expect(await report(['csv'])).toEqual([]);
		expect(await report(['page'])).toEqual([mail]);
		expect(await report(['items', 'csv'])).toEqual([total]);
		// In one box: n8n shows each hint in its own, and several hide the items.
		expect(await report(['items', 'page'])).toEqual([
			expect.stringMatching(
				/^The last item is the total.* In Send Email, title is.* Send Email sends an e-mail for each item/,
			),
		]);
	});

	test('that fails says nothing of e-mails above the error', async () => {
		expect(await report(['page'], 400)).toEqual([]);
	});
});

describe('transactions', () => {
	const hash = `0x${'2'.repeat(64)}`;
	const get = (operation: string, found: IDataObject | null) => {
		server.answerCalls(() => ({ result: found }));
		return hintsOf(ofNode('transaction', operation, { chain: 'C', transactionHash: hash }));
	};

	test.each(['get', 'getReceipt'])('that are not found say what that can mean: %s', async (of) => {
		expect(await get(of, null)).toEqual([
			expect.stringMatching(/^This node does not have it.*pending.*pruned.*Check Chain/),
		]);
	});

	test('of several, those not found are counted', async () => {
		server.answerCalls(({ params }) => ({ result: params[0] === hash ? { hash } : null }));
		const running = ofNode(
			'transaction',
			'get',
			{ chain: 'C', transactionHash: '={{ $json.hash }}' },
			{ items: [{ json: { hash } }, { json: { hash: `0x${'3'.repeat(64)}` } }] },
		);
		expect(await hintsOf(running)).toEqual([expect.stringMatching(/^1 of 2 were not found/)]);
	});

	test.each([
		['lastUpTo', 'The first block of the chain is newer than that time.'],
		['firstFrom', 'The chain has no block at or after that time yet.'],
	])('a time without a block says why: %s', async (side, says) => {
		const time = side === 'firstFrom' ? now - 1000 : now - 10;
		server.answerCalls(() => ({ result: { number: '0x0', timestamp: `0x${time.toString(16)}` } }));
		const running = ofNode('block', 'getByTime', {
			chain: 'C',
			askedTime: String(now - 100),
			additionalFields: { side },
		});
		expect(await hintsOf(running)).toContainEqual(says);
	});

	/** A transaction in a block, the time of that block, and its receipt, each as given. */
	const inBlock = async (block: CallReply, receipt: CallReply) => {
		server.answerCalls(({ method }) => {
			if (method === 'eth_getBlockByNumber') return block;
			if (method === 'eth_getTransactionReceipt') return receipt;
			return { result: { hash, blockNumber: '0x10', value: '0x0', input: '0x' } };
		});
		const running = ofNode('transaction', 'get', { chain: 'C', transactionHash: hash });
		const [item] = await outputOf(running);
		return { item, hints: await hintsOf(running) };
	};
	const [block, receipt] = [
		{ result: { number: '0x10', timestamp: '0x65f2b3c0' } },
		{ result: { transactionHash: hash, status: '0x0', logs: [] } },
	];

	test('tell their time and status, or null and why', async () => {
		const time = '2024-03-14T08:22:24Z';
		const told = await inBlock(block, receipt);
		expect(told.item).toMatchObject({ blockNumber: 16, time, status: 'failed' });
		expect(told.hints).toEqual([]);
		const why = expect.stringMatching(
			/^1 of 1 transaction lacks its time, status or token transfers/,
		) as string;
		for (const unknown of [{ result: null }, refuse('the method is not available')]) {
			const noStatus = await inBlock(block, unknown);
			expect(noStatus.item).toMatchObject({ blockNumber: 16, time, status: null });
			expect(noStatus.hints).toEqual([why]);
			const noTime = await inBlock(unknown, receipt);
			expect(noTime.item).toMatchObject({ blockNumber: 16, time: null, status: 'failed' });
			expect(noTime.hints).toEqual([why]);
		}
	});

	test('whose receipt comes without the block say why they lack the time', async () => {
		server.answerCalls(({ method }) => ({
			result:
				method === 'eth_getBlockByNumber'
					? null
					: { transactionHash: hash, blockNumber: '0x10', status: '0x1' },
		}));
		const running = ofNode('transaction', 'getReceipt', { chain: 'C', transactionHash: hash });
		const [item] = await outputOf(running);
		expect(item).toMatchObject({ blockNumber: 16, time: null, status: 'success' });
		const why = expect.stringMatching(/^1 of 1 receipt lacks its time: /) as string;
		expect(await hintsOf(running)).toContainEqual(why);
	});

	test('that are pending have neither, and nothing more is asked', async () => {
		server.answerCalls(() => ({ result: { hash, blockNumber: null, value: '0x0', input: '0x' } }));
		const asked = server.calls.length;
		const running = ofNode('transaction', 'get', { chain: 'C', transactionHash: hash });
		const [item] = await outputOf(running);
		expect(item).toMatchObject({ blockNumber: null, time: null, status: null });
		expect(await hintsOf(running)).toEqual([]);
		expect(server.calls.length - asked).toBeLessThan(2);
	});

	test('that call a contract say where the outcome is', async () => {
		const call = { hash, value: '0x0', input: '0xa9059cbb' };
		expect(await get('get', call)).toEqual([expect.stringContaining('Get Receipt')]);
		expect(await get('get', { ...call, input: '0x' })).toEqual([]);
	});
});

describe('a fee history', () => {
	const read = (blockCount: string, oldestBlock: string, more: IDataObject = {}) => {
		server.answerCalls(() => ({
			result: { oldestBlock, baseFeePerGas: ['0x1', '0x1'], gasUsedRatio: [0, 0.5] },
		}));
		return ofNode('fee', 'getHistory', { chain: 'C', blockCount, lastBlock: 'latest', ...more });
	};

	test.each([{}, { simplify: false }, { additionalFields: { splitBlocks: true } }])(
		'that is shorter than asked says where to go on: %j',
		async (more) => {
			expect(await hintsOf(read('100000', '0x64', more))).toEqual([
				'2 blocks came, and Block Count asks for 100,000. The node gives no more blocks: for older ones, ask again with Last Block 99.',
			]);
			expect(await hintsOf(read('3', '0x0', more))).toEqual([
				'2 blocks came, and Block Count asks for 3. The chain has no more.',
			]);
			expect(await hintsOf(read('2', '0x64', more))).toEqual([]);
		},
	);

	test('of no block is refused before anything is sent', async () => {
		for (const none of ['0', '0x0', '00']) {
			const { error } = await read(none, '0x1');
			expect(error?.message).toContain('Check Block Count: it must be at least 1');
			expect(server.calls).toEqual([]);
		}
	});
});
