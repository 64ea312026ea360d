/** Sums over the transactions of several wallets: what failed moved nothing, and each fee was paid once. */
import type { IDataObject } from 'n8n-workflow';
import { treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
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
