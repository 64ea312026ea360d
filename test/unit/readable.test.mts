import { toColumns, type Columns } from '../../nodes/shared/operation/columns.ts';
import { listRows } from '../../tools/groups.mts';
import { foundNumber, number } from '../../nodes/Evm/rows.ts';
import {
	readableKinds,
	readable,
	readAccounts,
	readBlock,
	readEvent,
	readProof,
	readReceipt,
	readTransaction,
} from '../../nodes/Evm/readable.ts';

/** Names of the fields that hold numbers, as nodes send them. */
const numberFields: string[] = [...readableKinds]
	.filter(([, { isExact, isCount }]) => isExact || isCount)
	.map(([name]) => name);

const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
const hash = word('ab');
const account = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
const checksummed = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const largest = `0x${'f'.repeat(64)}`;

describe('readable', () => {
	test('writes numbers in the unit that people use, and what can be large as exact text too', () => {
		const written = readable()({
			value: largest,
			gasPrice: '0x5d21dba01',
			difficulty: '0x1',
			gas: '0x5208',
			nonce: '0x0',
			chainId: '0xa86a',
		});
		expect(written).toEqual({
			amount: 1.157920892373162e59,
			amountExact:
				'115792089237316195423570985008687907853269984665640564039457.584007913129639935',
			gasPrice: 25.000000001,
			gasPriceExact: '25.000000001',
			difficulty: 1,
			difficultyExact: '1',
			gas: 21000,
			nonce: 0,
			chainId: '43114',
		});
	});

	test('a price as a whole number is scaled, so that no figure stands beside a unit that is not its own', () => {
		expect(readable()({ gasPrice: 25_000_000_000, value: 0 })).toEqual({
			gasPrice: 25,
			gasPriceExact: '25',
			amount: 0,
			amountExact: '0',
		});
	});

	test.each(['0x1', '0x01', 1])('the status %j is a success', (status) => {
		expect(readable()({ status })).toEqual({ status: 'success' });
	});

	test.each(['0x0', '0x1', '0x1fffffffffffff', '0x20000000000001', largest])(
		'the type of a column does not depend on its value: %s',
		(quantity) => {
			const names = ['value', 'gasPrice', 'settledExcess', 'gasUsed', 'number', 'chainId'];
			const read = readable()(Object.fromEntries(names.map((name) => [name, quantity])));
			const isLarge = BigInt(quantity) > BigInt(Number.MAX_SAFE_INTEGER);
			expect(Object.entries(read).map(([name, value]) => [name, typeof value])).toEqual([
				...['number', 'amount', 'gasUsed'].map((name) => [name, 'number']),
				...['gasPrice', 'settledExcess'].map((name) => [name, 'number']),
				['chainId', 'string'],
				...(isLarge ? [['numberExact', 'string']] : []),
				['amountExact', 'string'],
				...(isLarge ? [['gasUsedExact', 'string']] : []),
				...['gasPriceExact', 'settledExcessExact'].map((name) => [name, 'string']),
			]);
		},
	);

	test.each(
		numberFields.flatMap((name) =>
			[2n ** 53n + 1n, 2n ** 64n - 1n].map((value): [string, bigint] => [name, value]),
		),
	)('%s of %s has its exact text, at any depth', (name, value) => {
		const quantity = `0x${value.toString(16)}`;
		const record = { [name]: quantity, calls: [{ [name]: quantity }] };
		const { calls, ...own } = readable()(record) as Record<string, never>;
		const [text] = Object.values(own).filter((each) => typeof each === 'string') as string[];
		expect(text!.replace('.', '').replace(/^0+/, '')).toBe(String(value));
		const column = name === 'value' ? 'amount' : name;
		expect(own).toEqual({ [column]: Number(text), [`${column}Exact`]: text });
		expect(calls).toEqual([own]);
	});

	test.each([number('foo'), foundNumber('foo')])(
		'one number of a name that no table knows is a count: %#',
		({ simplify }) => {
			const read = simplify as (record: object) => unknown;
			expect(read({ foo: '0x1' })).toEqual({ foo: 1 });
			expect(read({ foo: '0x20000000000001' })).toEqual({
				foo: 2 ** 53,
				fooExact: '9007199254740993',
			});
			expect(read({ found: false })).toEqual({ found: false });
		},
	);

	test.each(['baseFeePerGas', 'baseFeePerBlobGas', 'reward'])(
		'%s of a fee history is a list, with its exact texts',
		(name) => {
			const read = readable()({ [name]: [['0x20000000000001', '0x1']] });
			expect(read[`${name}Exact`]).toEqual([['9007199.254740993', '0.000000001']]);
		},
	);

	test('numbers that nodes write in decimal are read the same way', () => {
		const written = { nonce: '18446744073709551615', gas: '21000', size: '9007199254740991' };
		expect(readable()(written)).toEqual({
			nonce: 2 ** 64,
			gas: 21000,
			size: 9007199254740991,
			nonceExact: '18446744073709551615',
		});
	});

	test('puts time, who and how much first, hashes and long fields behind, exact texts last', () => {
		const record = {
			hash,
			input: '0x1234',
			gasPrice: '0x1',
			value: '0x1',
			to: null,
			from: account,
			fieldOfTomorrow: 1,
			blockTimestamp: '0x65f2b3c0',
			blockNumber: '0x2',
		};
		expect(Object.keys(readable()(record, { chain: 'C' }))).toEqual([
			'blockNumber',
			'time',
			'amount',
			'symbol',
			'from',
			'to',
			'gasPrice',
			'fieldOfTomorrow',
			'hash',
			'input',
			'amountExact',
			'gasPriceExact',
		]);
	});

	test('names the token where the chain is known to be the C-Chain', () => {
		const symbolOn = (chain?: string) => readable()({ balance: '0x1' }, { chain }).symbol;
		expect(['C', 'evm', 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp'].map(symbolOn)).toEqual(
			Array(3).fill('AVAX'),
		);
		expect(['demo', undefined].map(symbolOn)).toEqual([undefined, undefined]);
		expect(readable()({ blockNumber: '0x1' }, { chain: 'C' })).toEqual({ blockNumber: 1 });
	});

	test('writes addresses with their checksum, as values and as keys', () => {
		const nested = { from: account, accessList: [{ address: account }], [account]: { to: null } };
		expect(readable()(nested)).toEqual({
			from: checksummed,
			accessList: [{ address: checksummed }],
			[checksummed]: { to: null },
		});
	});

	test('writes times as ISO 8601, that of a first block too', () => {
		expect(readable()({ timestamp: '0x65f2b3c0' })).toEqual({ time: '2024-03-14T08:22:24Z' });
		expect(readable()({ timestamp: '0x0' })).toEqual({ time: '1970-01-01T00:00:00Z' });
		expect(readable()({ blockTimestamp: 1710404544 })).toEqual({ time: '2024-03-14T08:22:24Z' });
	});

	test('leaves bytes, hashes, addresses, numbers and unknown fields what they are', () => {
		const record = {
			hash,
			nonce: '0x0000000000000000',
			to: '0x12',
			value: word('1'),
			gas: 21000,
			type: 'CALL',
			contractAddress: null,
			status: 'Locked',
			input: '0x1234',
			fieldOfTomorrow: '0x12',
		};
		expect(readable()(record)).toEqual(record);
	});

	test('reaches every depth, and lists of lists', () => {
		const nested = {
			pending: { '0x8db9': { '0': { nonce: '0xa', input: '0x0a' } } },
			calls: [{ gasUsed: '0x1', calls: [{ value: '0x2' }] }],
		};
		expect(readable()(nested)).toEqual({
			pending: { '0x8db9': { '0': { nonce: 10, input: '0x0a' } } },
			calls: [{ gasUsed: 1, calls: [{ amount: 2e-18, amountExact: '0.000000000000000002' }] }],
		});
		expect(
			readable()({
				reward: [
					['0x1', '0x3b9aca00'],
					['0x0', '0x0'],
				],
				gasUsedRatio: [0, 0.0021],
			}),
		).toEqual({
			reward: [
				[1e-9, 1],
				[0, 0],
			],
			rewardExact: [
				['0.000000001', '1'],
				['0', '0'],
			],
			gasUsedRatio: [0, 0.0021],
		});
	});

	test('leaves the record it is given as it was', () => {
		const record = { balance: '0x10', list: [{ gas: '0x1' }] };
		readable()(record);
		expect(record).toEqual({ balance: '0x10', list: [{ gas: '0x1' }] });
	});
});

test('a block keeps what people and later versions need of it', () => {
	const block = {
		number: '0x1b4',
		hash,
		timestamp: '0x65f2b3c0',
		timestampMilliseconds: '0x18e3c2f1a00',
		baseFeePerGas: '0x5d21dba00',
		logsBloom: `0x${'0'.repeat(512)}`,
		sha3Uncles: hash,
		nonce: '0x0000000000000000',
		settledHeight: '0x1b2',
		fieldOfTomorrow: { deep: '0x12' },
		transactions: [
			hash,
			{ hash, nonce: '0x7', value: '0x0', v: '0x1', r: '0x2', s: '0x3', yParity: '0x1' },
		],
	};
	expect(readBlock(block)).toEqual({
		number: 436,
		hash,
		time: '2024-03-14T08:22:24Z',
		timestampMilliseconds: 1710406703616,
		baseFeePerGas: 25,
		baseFeePerGasExact: '25',
		settledHeight: 434,
		fieldOfTomorrow: { deep: '0x12' },
		transactionCount: 2,
		transactions: [hash, { txHash: hash, nonce: 7, amount: 0, amountExact: '0' }],
	});
});

test('a transaction that waits keeps its nulls', () => {
	expect(readTransaction({ hash, blockNumber: null, gasPrice: '0x5d21dba00' })).toEqual({
		txHash: hash,
		blockNumber: null,
		gasPrice: 25,
		gasPriceExact: '25',
	});
});

describe('a receipt', () => {
	test('says whether it succeeded and what was paid', () => {
		expect(
			readReceipt({
				status: '0x1',
				gasUsed: '0x5208',
				effectiveGasPrice: '0x5d21dba00',
				logsBloom: '0x00',
			}),
		).toMatchObject({
			status: 'success',
			gasUsed: 21000,
			effectiveGasPrice: 25,
			fee: 0.000525,
			feeExact: '0.000525',
		});
		expect(readReceipt({ status: '0x0', gasUsed: '0x1', effectiveGasPrice: '0x0' })).toMatchObject({
			status: 'failed',
			fee: 0,
		});
	});

	test('that is none stays as it is', () => {
		expect(readReceipt({ found: false })).toEqual({ found: false });
	});
});

test('a decoded event names itself first; its arguments stay as they were decoded', () => {
	const log = {
		event: 'Paid',
		signature: 'Paid(uint256)',
		args: { value: '0x1', timestamp: '5' },
		address: account,
		topics: [hash],
		data: '0x',
		blockNumber: '0x2',
		logIndex: '0x0',
		blockHash: hash,
		transactionHash: hash,
	};
	const read = readEvent(log);
	expect(read).toEqual({
		event: 'Paid',
		blockNumber: 2,
		address: checksummed,
		args: { value: '0x1', timestamp: '5' },
		logIndex: 0,
		signature: 'Paid(uint256)',
		txHash: hash,
		blockHash: hash,
	});
	expect(Object.keys(read)).toEqual([
		'event',
		'blockNumber',
		'address',
		'args',
		'logIndex',
		'signature',
		'txHash',
		'blockHash',
	]);
});

test('what a proof finds in storage is a number, but no amount', () => {
	expect(
		readProof({ balance: '0x1', storageProof: [{ key: hash, value: '0xff', proof: ['0xf8'] }] }),
	).toEqual({
		balance: 1e-18,
		balanceExact: '0.000000000000000001',
		storageProof: [{ key: hash, value: '255', proof: ['0xf8'] }],
	});
});

test('the balances of dumped accounts, decimal as they come, stand in whole tokens', () => {
	const address = `0x${checksummed.slice(2).toLowerCase()}`;
	const account = { nonce: 1, code: '0x60', storage: { [hash]: '2a' } };
	expect(
		readAccounts({
			root: 'ab',
			accounts: { [address]: { balance: '1500000000000000000', ...account } },
		}),
	).toEqual({
		root: 'ab',
		accounts: {
			[checksummed]: { balance: 1.5, balanceExact: '1.5', ...account },
		},
	});
	expect(readAccounts({ root: 'ab', accounts: {} })).toEqual({ root: 'ab', accounts: {} });
});

test('leaves what is no number of the chain, and what has another form than expected', () => {
	// Its decimal form would take minutes.
	const endless = `0x1${'f'.repeat(4_000_000)}`;
	expect(readable()({ value: endless, timestamp: largest })).toMatchObject({
		value: endless,
		timestamp: largest,
	});
	expect(readAccounts({ accounts: { '0x1': null, '0x2': 'x' } })).toEqual({
		accounts: { '0x1': null, '0x2': 'x' },
	});
	for (const storageProof of [{}, 'x', 7])
		expect(readProof({ storageProof })).toEqual({ storageProof: [] });
	expect(readProof({ storageProof: [null, 'x'] })).toEqual({ storageProof: [null, 'x'] });
});

/** The columns of all groups that hold a number of the record's own. */
const counts = listRows().flatMap(({ row, resource, operation }) =>
	typeof row.simplify === 'object'
		? Object.entries(row.simplify as Columns).flatMap(([name, column]) =>
				typeof column === 'object' && column.isCount
					? [[`${resource} ${operation}`, name, column] as const]
					: [],
			)
		: [],
);

test('there are such columns', () => {
	expect(counts.length).toBeGreaterThan(10);
});

test.each(counts)('%s: the column %s is exact beyond 2^53', (_row, name, column) => {
	const read = (value: unknown) => {
		const [path] = column.path.split('|');
		const record = path!.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
		const [from, asked] = column.isAsked ? [{}, record] : [record, {}];
		return toColumns(from as never, { [name]: column }, asked as never);
	};
	for (const value of ['9007199254740993', '18446744073709551615'])
		expect(read(value)).toEqual({ [name]: Number(value), [`${name}Exact`]: value });
	for (const value of [5, '5', '9007199254740991'])
		expect(read(value)).toEqual({ [name]: Number(value) });
});
