import {
	readable,
	readAccounts,
	readBlock,
	readProof,
	readReceipt,
	readTransaction,
} from '../../nodes/Evm/readable.ts';

const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
const hash = word('ab');
const largest = `0x${'f'.repeat(64)}`;

describe('readable', () => {
	test('writes quantities as exact decimal text, amounts in whole tokens beside them', () => {
		expect(readable()({ value: largest, gas: '0x5208', nonce: '0x0', chainId: '0xa86a' })).toEqual({
			value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
			valueDecimal:
				'115792089237316195423570985008687907853269984665640564039457.584007913129639935',
			gas: '21000',
			nonce: '0',
			chainId: '43114',
		});
	});

	test('leaves bytes, hashes, addresses, numbers and unknown fields what they are', () => {
		const record = {
			hash,
			nonce: '0x0000000000000000',
			input: '0x1234',
			to: '0x0100000000000000000000000000000000000000',
			value: word('1'),
			gas: 21000,
			type: 'CALL',
			contractAddress: null,
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
			pending: { '0x8db9': { '0': { nonce: '10', input: '0x0a' } } },
			calls: [{ gasUsed: '1', calls: [{ value: '2', valueDecimal: '0.000000000000000002' }] }],
		});
		expect(
			readable()({
				reward: [
					['0x1', '0xde0b6b3a7640000'],
					['0x0', '0x0'],
				],
				gasUsedRatio: [0, 0.0021],
			}),
		).toEqual({
			reward: [
				['1', '1000000000000000000'],
				['0', '0'],
			],
			rewardDecimal: [
				['0.000000000000000001', '1'],
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
		number: '436',
		hash,
		timestamp: '1710404544',
		timestampIso: '2024-03-14T08:22:24.000Z',
		timestampMilliseconds: '1710406703616',
		baseFeePerGas: '25000000000',
		baseFeePerGasDecimal: '0.000000025',
		settledHeight: '434',
		fieldOfTomorrow: { deep: '0x12' },
		transactions: [hash, { hash, nonce: '7', value: '0', valueDecimal: '0' }],
	});
});

test('a transaction that waits keeps its nulls', () => {
	expect(readTransaction({ hash, blockNumber: null, gasPrice: '0x5d21dba00' })).toEqual({
		hash,
		blockNumber: null,
		gasPrice: '25000000000',
		gasPriceDecimal: '0.000000025',
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
			success: true,
			fee: '525000000000000',
			feeDecimal: '0.000525',
		});
		expect(readReceipt({ status: '0x0', gasUsed: '0x1', effectiveGasPrice: '0x0' })).toMatchObject({
			success: false,
			fee: '0',
		});
	});

	test('that is none stays as it is', () => {
		expect(readReceipt({ found: false })).toEqual({ found: false });
	});
});

test('what a proof finds in storage is a number, but no amount', () => {
	expect(
		readProof({ balance: '0x1', storageProof: [{ key: hash, value: '0xff', proof: ['0xf8'] }] }),
	).toEqual({
		balance: '1',
		balanceDecimal: '0.000000000000000001',
		storageProof: [{ key: hash, value: '255', proof: ['0xf8'] }],
	});
});

test('the balances of dumped accounts, decimal as they come, stand in whole tokens too', () => {
	const account = { nonce: 1, code: '0x60', storage: { [hash]: '2a' } };
	expect(
		readAccounts({
			root: 'ab',
			accounts: { '0x8db9': { balance: '1500000000000000000', ...account } },
		}),
	).toEqual({
		root: 'ab',
		accounts: {
			'0x8db9': { balance: '1500000000000000000', balanceDecimal: '1.5', ...account },
		},
	});
	expect(readAccounts({ root: 'ab', accounts: {} })).toEqual({ root: 'ab', accounts: {} });
});

test('leaves what is no number of the chain, and what has another form than expected', () => {
	// Its decimal form would take minutes.
	const endless = `0x1${'f'.repeat(4_000_000)}`;
	expect(readable()({ value: endless, timestamp: largest })).toMatchObject({
		value: endless,
		timestampIso: undefined,
	});
	expect(readAccounts({ accounts: { '0x1': null, '0x2': 'x' } })).toEqual({
		accounts: { '0x1': null, '0x2': 'x' },
	});
	for (const storageProof of [{}, 'x', 7])
		expect(readProof({ storageProof })).toEqual({ storageProof: [] });
	expect(readProof({ storageProof: [null, 'x'] })).toEqual({ storageProof: [null, 'x'] });
});
