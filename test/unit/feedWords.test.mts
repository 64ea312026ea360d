/** What the items of feeds say in words, for a chat or an email. */
import { describeRecord } from '../../nodes/feeds/items/describe';
import { zeroAddress } from '../../nodes/shared/values/hex';
import type { RecordName } from '../../nodes/feeds/source';

const from = '0x8C67B6D852F9f1d33eD8B635D85a534D8f62cf13';
const to = '0xb9Ee6B9DF945FcEf17334d4B470A6512124f32ad';
const txHash = `0xd334${'0'.repeat(56)}48fe`;
const at = Date.parse('2026-11-04T13:00:00Z') / 1000;
const tell = (name: RecordName, record: object) =>
	describeRecord(name, { ...record }, { at, timezone: 'America/New_York' });

const payment = {
	from,
	to,
	txHash,
	direction: 'incoming',
	status: 'success',
	symbol: 'AVAX',
	amountExact: '1234.56789012',
	blockNumber: 70999987,
	time: '2026-11-04T12:56:02Z',
};

test('a payment: cut for a reader, with the time of the workflow', () => {
	expect(tell('transaction', { ...payment, chainId: '43114' })).toEqual({
		title: 'Received 1,234.56789012 AVAX from 0x8C67...cf13',
		message:
			`Received 1,234.56789012 AVAX from ${from} to ${to} in block 70999987, 4 Nov 07:56 EST\n` +
			`Transaction: https://subnets.avax.network/c-chain/tx/${txHash}`,
		explorerUrl: `https://subnets.avax.network/c-chain/tx/${txHash}`,
	});
});

test('a message has both sides, whole', () => {
	const sayOf = (changes: object) =>
		tell('transaction', { ...payment, ...changes }).message.split(' in block')[0];
	expect(sayOf({ direction: 'self', to: from })).toBe(
		`Sent 1,234.56789012 AVAX from ${from} to itself`,
	);
	expect(sayOf({ direction: 'outgoing', amountExact: '0' })).toBe(`Called ${to} from ${from}`);
	expect(sayOf({ from: zeroAddress })).toBe(`Received 1,234.56789012 AVAX newly issued to ${to}`);
});

test('a message leaves out the watched address if its name stands before the sentence', () => {
	const names = { [to.toLowerCase()]: { name: 'Treasury' } };
	const clock = { at, timezone: 'UTC' };
	const sayOf = (changes: object) =>
		describeRecord('transaction', { ...payment, ...changes }, clock, { names }).message.split(
			' in block',
		)[0];
	expect(sayOf({})).toBe(`Received 1,234.56789012 AVAX from ${from}`);
	const sent = { direction: 'outgoing', from: to, to: from };
	expect(sayOf(sent)).toBe(`Sent 1,234.56789012 AVAX to ${from}`);
	expect(sayOf({ ...sent, amountExact: '0' })).toBe(`Called ${from}`);
	expect(sayOf({ direction: 'self', from: to })).toBe('Sent 1,234.56789012 AVAX to itself');
	const claimed = { isOwnerNamed: true, from: to, to: from };
	expect(sayOf(claimed)).toBe(`Received 1,234.56789012 AVAX from Treasury (${to}) to ${from}`);
});

test('the page is that of the network, and null where the record does not tell which', () => {
	const { explorerUrl } = tell('transaction', { ...payment, chainId: '43113' });
	expect(explorerUrl).toBe(`https://subnets-test.avax.network/c-chain/tx/${txHash}`);
	for (const chainId of ['1337', undefined]) {
		const described = tell('transaction', { ...payment, chainId });
		expect(described.explorerUrl).toBeNull();
		expect(described.message).toContain(`\nTransaction: ${txHash}`);
	}
});

test('of a C-Chain that the record does not tell, the page is that of the known network', () => {
	const clock = { at, timezone: 'UTC' };
	const pageOf = (name: RecordName, record: object, network?: 'mainnet' | 'fuji') =>
		describeRecord(name, { ...record }, clock, { network }).explorerUrl;
	const log = { chain: 'C-Chain', txHash };
	expect(pageOf('log', log, 'fuji')).toBe(`https://subnets-test.avax.network/c-chain/tx/${txHash}`);
	expect(pageOf('block', { chain: 'C-Chain', number: 7, hash: txHash }, 'mainnet')).toBe(
		'https://subnets.avax.network/c-chain/block/7',
	);
	expect(pageOf('log', log)).toBeNull();
	expect(pageOf('log', { ...log, chain: 'an L1' }, 'fuji')).toBeNull();
});

test.each<[string, object, string]>([
	['sent', { direction: 'outgoing' }, 'Sent 1,234.56789012 AVAX to 0xb9Ee...32ad'],
	[
		'seen from nobody',
		{ direction: undefined },
		'1,234.56789012 AVAX from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	['failed', { status: 'failed' }, 'Failed: 1,234.56789012 AVAX from 0x8C67...cf13'],
	[
		'failed, of itself',
		{ status: 'failed', direction: 'outgoing' },
		'Failed: 1,234.56789012 AVAX to 0xb9Ee...32ad',
	],
	[
		'failed, to nobody',
		{ status: 'failed', direction: 'outgoing', to: zeroAddress },
		'Failed: 1,234.56789012 AVAX to 0x0000...0000',
	],
	['sent to itself', { direction: 'self', to: from }, 'Sent 1,234.56789012 AVAX to itself'],
	[
		'sent to nobody',
		{ direction: 'outgoing', to: zeroAddress },
		'Sent 1,234.56789012 AVAX to nobody (burnt)',
	],
	['small', { amountExact: '0.00000012345' }, 'Received 0.00000012345 AVAX from 0x8C67...cf13'],
	[
		'almost nothing',
		{ amountExact: '0.000000000000000001' },
		'Received 0.000000000000000001 AVAX from 0x8C67...cf13',
	],
	['whole', { amountExact: '5' }, 'Received 5 AVAX from 0x8C67...cf13'],
	['round', { amountExact: '1200' }, 'Received 1,200 AVAX from 0x8C67...cf13'],
	[
		'a call',
		{ amountExact: '0', method: 'split(address[])' },
		'0x8C67...cf13 called split on 0xb9Ee...32ad',
	],
	['a call of no name', { amountExact: '0' }, '0x8C67...cf13 called 0xb9Ee...32ad'],
	['an own call', { amountExact: '0', direction: 'outgoing' }, 'Called 0xb9Ee...32ad'],
	[
		'an own call of a name',
		{ amountExact: '0', direction: 'outgoing', method: 'split(address[])' },
		'Called split on 0xb9Ee...32ad',
	],
	['a call of itself', { amountExact: '0', direction: 'self', to: from }, 'Called itself'],
	['a creation', { to: undefined }, '0x8C67...cf13 created a contract'],
	['an own creation', { to: undefined, direction: 'outgoing' }, 'Created a contract'],
	['only a hash', { from: undefined, amountExact: undefined }, 'Transaction 0xd334...48fe'],
	[
		'on the X-Chain',
		{ txType: 'OperationTx', amountCreatedExact: '50' },
		'OperationTx of 50 AVAX on the X-Chain',
	],
])('a transaction: %s', (_, changes, title) => {
	expect(tell('transaction', { ...payment, ...changes }).title).toBe(title);
});

test.each<[RecordName, object, string]>([
	[
		'tokenTransfer',
		{ from, to, token: to, symbol: 'USDC.e', amountExact: '25000.5' },
		'Transferred 25,000.5 USDC.e from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	[
		'tokenTransfer',
		{ from, to, token: from, amountExact: '0.7' },
		'Transferred 0.7 of token 0x8C67...cf13 from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	[
		'tokenTransfer',
		{ from, to, token: from, symbol: 'PEAK', tokenId: '5' },
		'Transferred PEAK #5 from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	[
		'tokenTransfer',
		{ from, to, token: from, symbol: 'USDC', amountExact: '5', direction: 'incoming' },
		'Received 5 USDC from 0x8C67...cf13',
	],
	[
		'tokenTransfer',
		{ from: zeroAddress, to, symbol: 'DEUR', amountExact: '5000', direction: 'incoming' },
		'Received 5,000 DEUR newly issued',
	],
	[
		'tokenTransfer',
		{ from: zeroAddress, to, symbol: 'DEUR', amountExact: '5' },
		'5 DEUR newly issued to 0xb9Ee...32ad',
	],
	[
		'tokenTransfer',
		{ from, to: zeroAddress, symbol: 'DEUR', amountExact: '5', direction: 'outgoing' },
		'Sent 5 DEUR to nobody (burnt)',
	],
	[
		'log',
		{ event: 'Transfer', address: to, args: { src: zeroAddress, dst: from } },
		'Transfer on 0xb9Ee...32ad (newly issued)',
	],
	[
		'log',
		{ event: 'Transfer', address: to, args: { src: from, dst: zeroAddress } },
		'Transfer on 0xb9Ee...32ad (burnt)',
	],
	[
		// Only the first parameter has a name. The second one has its index.
		'log',
		{ event: 'Transfer', address: to, args: { 1: zeroAddress, 2: '5', from } },
		'Transfer on 0xb9Ee...32ad (burnt)',
	],
	[
		'log',
		{ event: 'Transfer', address: to, args: { 0: zeroAddress, 2: '5', to: from } },
		'Transfer on 0xb9Ee...32ad (newly issued)',
	],
	['log', { event: 'Paused', address: to, args: {} }, 'Paused on 0xb9Ee...32ad'],
	['log', { address: to }, 'Log on 0xb9Ee...32ad'],
	['block', { number: 7, transactions: ['0x1'] }, 'Block 7 with 1 transaction'],
	['pendingTransaction', { txHash }, 'Pending: Transaction 0xd334...48fe'],
])('%s %j', (name, record, title) => {
	expect(tell(name, record).title).toBe(title);
});

test.each<[what: string, minimumAmount: string | undefined, changes: object, title: string]>([
	[
		'that reaches the minimum',
		'5',
		{},
		'Large transfer: 5 DEUR from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	[
		'newly issued',
		'5',
		{ from: zeroAddress },
		'Large transfer: 5 DEUR newly issued to 0xb9Ee...32ad',
	],
	[
		'below it, which a test run can show',
		'6',
		{},
		'Transferred 5 DEUR from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	[
		'of no known amount',
		'5',
		{ amountExact: null },
		'Transferred DEUR from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	['with a minimum of nothing', '0', {}, 'Transferred 5 DEUR from 0x8C67...cf13 to 0xb9Ee...32ad'],
	[
		'whose server names a minimum',
		undefined,
		{ leastAmount: '1' },
		'Transferred 5 DEUR from 0x8C67...cf13 to 0xb9Ee...32ad',
	],
	['of a wallet', '5', { direction: 'incoming' }, 'Received 5 DEUR from 0x8C67...cf13'],
])('with Minimum Amount, a transfer %s', (_what, minimumAmount, changes, title) => {
	const record = { from, to, token: to, symbol: 'DEUR', amountExact: '5', ...changes };
	const clock = { at, timezone: 'UTC' };
	expect(describeRecord('tokenTransfer', record, clock, { minimumAmount }).title).toBe(title);
});

const usdc = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';

test.each<[what: string, changes: object, line: string | undefined]>([
	['that few know', { symbol: 'DEUR', token: to }, `Token contract: ${to}`],
	['that all know', { symbol: 'USDC', token: usdc.toLowerCase() }, undefined],
	[
		'with the symbol of one that all know',
		{ symbol: 'USDC', token: to },
		`Token contract: ${to}, which is not that of the well-known USDC`,
	],
	[
		'with such a symbol on another chain',
		{ symbol: 'USDC', token: to, chainId: '4337' },
		`Token contract: ${to}`,
	],
	[
		'whose contract was chosen',
		{ symbol: 'DEUR', token: to, direction: undefined },
		`Token contract: ${to}`,
	],
	['without a symbol', { symbol: null, token: to, direction: undefined }, undefined],
])('a payment in a token %s', (_what, changes, line) => {
	const record = { ...payment, amountExact: '5', chainId: '43114', ...changes };
	const lines = tell('tokenTransfer', record).message.split('\n');
	expect(lines.find((text) => text.startsWith('Token contract'))).toBe(line);
});

test('a reward, with its page of the P-Chain', () => {
	const reward = {
		valueAtReceiptExact: '162.344658524928',
		currency: 'USD',
		rewardType: 'Delegator Reward',
		amountExact: '4.45287392',
		symbol: 'AVAX',
		nodeId: 'NodeID-3yCSwn1jtHzYwPKobSZk9bgZdqyWxJo4w',
		receivedAt: '2026-10-31T18:18:46Z',
		addresses: ['avax1qqfk0gyfdzv0a0wxtw2tt0klwqfjdumz04arqs'],
		rewardTxHash: '2RMLe2',
	};
	expect(tell('reward', reward)).toEqual({
		title: 'Delegator Reward of 4.45287392 AVAX (162.34 USD) from NodeID-3yCS...o4w',
		message:
			`Delegator Reward of 4.45287392 AVAX (162.34 USD) from ${reward.nodeId}, 31 Oct 14:18 EDT\n` +
			'Transaction: https://subnets.avax.network/p-chain/tx/2RMLe2',
		explorerUrl: 'https://subnets.avax.network/p-chain/tx/2RMLe2',
	});
});

test('the arguments of a contract event stand in its message', () => {
	const log = {
		event: 'OwnershipTransferred',
		address: to,
		txHash,
		blockNumber: 2,
		args: { previousOwner: from, newOwner: to },
	};
	expect(tell('log', log).message).toBe(
		`OwnershipTransferred on ${to}: previousOwner ${from}, newOwner ${to} in block 2\nTransaction: ${txHash}`,
	);
});

test('lists and tuples among the arguments are told apart, and cut', () => {
	const args = { ids: ['1', '2', '3', '4', '5', '6'], more: ['0', [false, '0x']], none: '' };
	expect(tell('log', { event: 'Note', address: to, args, txHash }).message).toBe(
		`Note on ${to}: ids (1 2 3 4 5 ...), more (0 (false 0x)), none empty\nTransaction: ${txHash}`,
	);
});

test('what a contract chose can neither mention nor link nor break a line, and is short', () => {
	const symbol = `<!channel>\n[claim](https://x.example) @here ${'x'.repeat(500)}`;
	const { title, message } = tell('tokenTransfer', { from, to, symbol, amountExact: '1', txHash });
	expect(title).toContain('Transferred 1 "channel claim h..." from');
	for (const text of [title, message.split('\n')[0]!]) {
		expect(text).not.toMatch(/[<>@[\]()!:/\n]|(?<!\.)\.\p{L}{2}/u);
		expect(text.length).toBeLessThan(160);
	}
});

test('of a text of megabytes only the beginning is read', () => {
	const symbol = `USDC${'\n'.repeat(2_000_000)}.e`;
	const { title } = tell('tokenTransfer', { from, to, symbol, amountExact: '1' });
	expect(title).toBe('Transferred 1 "USDC" from 0x8C67...cf13 to 0xb9Ee...32ad');
});

test.each(['transaction', 'tokenTransfer', 'reward', 'log', 'block'] as const)(
	'a record of %s without any of its fields is described, not refused',
	(name) => {
		for (const record of [{}, { from: {}, to: [], amountExact: 'many', args: 'none', time: 5 }])
			expect(tell(name, record).title).toEqual(expect.any(String));
	},
);
