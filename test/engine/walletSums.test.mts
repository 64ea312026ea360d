/** Sums over the transactions of several wallets: what failed moved nothing, and each fee was paid once. */
import type { IDataObject } from 'n8n-workflow';
import { treasuryWallets } from '../../devnet/devnet.mts';
import type { Block, Transaction } from '../../devnet/ledger.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { address as makeAddress } from '../support/hex.mts';
import { outputOf, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);

const asked = { chainId: '43114', address: treasuryWallets.join('\n'), returnAll: true };
const isOwn = (address: unknown) => treasuryWallets.includes(String(address));
const addUp = (items: IDataObject[], field: string): number =>
	items.reduce((all, item) => all + Number(item[field]), 0);

/** The native transactions of all wallets, some of which the service calls failed. */
async function readWithFailed(): Promise<IDataObject[]> {
	const fail = (reply: { json?: unknown }) => {
		const json = reply.json as { transactions: IDataObject[] };
		const transactions = json.transactions.map((record) =>
			record.value === '0' || String(record.nonce).endsWith('1')
				? { ...record, txStatus: '0' }
				: record,
		);
		return { ...reply, json: { ...json, transactions } } as never;
	};
	devnet.faults([{ host: 'data', path: 'transactions:listNative', change: fail }]);
	return await outputOf(run('transaction', 'getManyNative', asked));
}

test('a failed transaction changes nothing, and only its sender has paid the fee', async () => {
	const all = await readWithFailed();
	const failed = all.filter(({ status }) => status === 'failed');
	expect(failed.some(({ amount }) => Number(amount) > 0)).toBe(true);
	for (const item of failed) expect(item).toMatchObject({ change: 0, changeExact: '0' });
	for (const { direction, amountExact, changeExact, status } of all) {
		if (status === 'failed' || Number(amountExact) === 0) continue;
		const sign = direction === 'incoming' ? '' : '-';
		expect(changeExact).toBe(direction === 'self' ? '0' : `${sign}${String(amountExact)}`);
	}
	for (const { from, address, fee, feePaid, feeExact, feePaidExact } of all)
		expect([feePaid, feePaidExact]).toEqual(from === address ? [fee, feeExact] : [0, '0']);
});

test('between two of the wallets, the changes cancel and the fee counts once', async () => {
	const all = await readWithFailed();
	const between = all.filter(({ from, to }) => isOwn(from) && isOwn(to) && from !== to);
	expect(between.length).toBeGreaterThan(0);
	expect(addUp(between, 'change')).toBeCloseTo(0, 12);
	expect(addUp(between, 'feePaid')).toBeCloseTo(addUp(between, 'fee') / 2, 12);
});

test('of a transaction that does not say whether it failed, the change is unknown', async () => {
	const forget = (reply: { json?: unknown }) => {
		const json = reply.json as { transactions: IDataObject[] };
		const transactions = json.transactions.map(({ txStatus: _, ...record }) => record);
		return { ...reply, json: { ...json, transactions } } as never;
	};
	devnet.faults([{ host: 'data', path: 'transactions:listNative', change: forget }]);
	const all = await outputOf(run('transaction', 'getManyNative', asked));
	expect(all.length).toBeGreaterThan(0);
	for (const { change, changeExact } of all) expect([change, changeExact]).toEqual([null, null]);
});

test('ERC-20 transfers have the amount with its sign', async () => {
	const all = await outputOf(run('transfer', 'getManyErc20OfAddress', asked));
	expect(new Set(all.map(({ direction }) => direction)).size).toBeGreaterThan(1);
	for (const { direction, amount, change } of all)
		expect(change).toBe(direction === 'incoming' ? amount : -Number(amount));
});

describe('internal transactions', () => {
	const types = ['CALL', 'CREATE', 'CREATE2', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'UNKNOWN'];
	const [wallet, second] = treasuryWallets as [string, string];
	const [vault, stranger] = [makeAddress(901), makeAddress(902)];
	const own = [...treasuryWallets, vault];
	const period = {
		period: 'custom',
		from: '2026-04-01T00:00:00Z',
		to: '2026-10-01T00:00:00Z',
	};
	const isSame = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();
	const isOfPeriod = ({ timestamp }: Block) =>
		timestamp >= Date.parse(period.from) / 1000 && timestamp < Date.parse(period.to) / 1000;

	/** Calls of every type, reverted or not: those of a wallet's transaction, and those of the vault, a contract. */
	function addEach(): void {
		const chain = devnet.world.ledger.chains.find(({ chainId }) => chainId === '43114')!;
		const [first] = chain.past.flatMap(({ transactions }) => transactions);
		const given = { transaction: first!, type: 'CALL', isReverted: false } as const;
		first!.internals.push({ ...given, from: stranger, to: vault, value: 10n ** 21n });
		const sent = chain.past.filter(isOfPeriod).flatMap(({ transactions }) => transactions);
		const ofWallet = sent.find(({ from, success }) => isSame(from, wallet) && success)!;
		const ofOther = sent.find(
			({ from, success }) => !own.some((each) => isSame(each, from)) && success,
		)!;
		let value = 10n ** 16n;
		const add = (transaction: Transaction, type: string, from: string, to: string) => {
			for (const isReverted of [false, true]) {
				value += 10n ** 14n;
				const call = { transaction, type, from, to, value, isReverted };
				transaction.internals.push(call as Transaction['internals'][number]);
			}
		};
		// The transaction itself, listed again.
		const { to, value: moved } = ofWallet;
		ofWallet.internals.push({ ...given, transaction: ofWallet, from: wallet, to, value: moved });
		for (const type of types) {
			add(ofWallet, type, wallet, type.startsWith('CREATE') ? vault : stranger);
			add(ofWallet, type, vault, second);
			add(ofWallet, type, vault, wallet);
			add(ofOther, type, vault, stranger);
			add(ofOther, type, stranger, vault);
			add(ofOther, type, vault, vault);
		}
	}

	/** The creation of a contract, whose recipient the service leaves out of the transaction. */
	function addCreation(): string {
		const chain = devnet.world.ledger.chains.find(({ chainId }) => chainId === '43114')!;
		const sent = chain.past.filter(isOfPeriod).flatMap(({ transactions }) => transactions);
		const found = sent.find(({ method }) => method?.callType === 'CONTRACT_CREATION')!;
		const forget = (record: IDataObject) =>
			record.txHash === found.hash ? { ...record, to: undefined } : record;
		const change = (reply: { json?: unknown }) => {
			const { transactions, nativeTransaction, ...json } = reply.json as IDataObject;
			return {
				...reply,
				json: {
					...json,
					...(!!transactions && { transactions: (transactions as IDataObject[]).map(forget) }),
					...(!!nativeTransaction && {
						nativeTransaction: forget(nativeTransaction as IDataObject),
					}),
				},
			} as never;
		};
		devnet.faults([
			{ host: 'data', path: ':listNative', change },
			{ host: 'data', path: `/transactions/${found.hash}`, change },
		]);
		return found.to;
	}

	test('money that a new contract gets at its creation counts once in its lists', async () => {
		const address = addCreation();
		const lists = { chainId: '43114', address, returnAll: true };
		const native = await outputOf(run('transaction', 'getManyNative', lists));
		const internal = await outputOf(run('transaction', 'getManyInternal', lists));
		const [{ amount }] = native as [IDataObject];
		expect(Number(amount)).toBeGreaterThan(0);
		expect(native).toMatchObject([{ direction: 'incoming', change: amount }]);
		expect(internal).toMatchObject([{ internalTxType: 'CREATE', amount, change: 0 }]);
	});

	const toWei = (text: unknown): bigint => {
		const [, sign, whole, part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(String(text))!;
		return BigInt(`${sign}${whole}${part.padEnd(18, '0')}`);
	};
	const exactSum = (items: IDataObject[], field: string): bigint =>
		items.reduce((all, item) => all + toWei(item[field]), 0n);

	test('sums over the lists of own wallets agree with the statement, for every kind', async () => {
		addEach();
		const statement = await outputOf(
			run('payments', 'getStatement', {
				chainId: '43114',
				addresses: own.join('\n'),
				...period,
				return: ['rows'],
			}),
		);
		const atomic = statement
			.filter(({ kind }) => kind === 'import' || kind === 'export')
			.map(({ txHash }) => txHash);
		const booked = statement.filter(
			({ token, txHash }) => token === null && !atomic.includes(txHash),
		);
		const lists = { chainId: '43114', address: own.join('\n'), returnAll: true, ...period };
		const native = await outputOf(run('transaction', 'getManyNative', lists));
		const internal = await outputOf(run('transaction', 'getManyInternal', lists));
		expect(new Set(internal.map(({ internalTxType }) => internalTxType))).toEqual(new Set(types));
		for (const each of own) {
			const of = (items: IDataObject[]) => items.filter(({ address }) => isSame(address, each));
			const listed = exactSum(of(native), 'changeExact') + exactSum(of(internal), 'changeExact');
			const inAll = listed - exactSum(of(native), 'feePaidExact');
			expect([each, inAll]).toEqual([each, exactSum(of(booked), 'changeExact')]);
		}
	});
});
