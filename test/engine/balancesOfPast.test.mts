/** Balance > Get All as of a time: the balances after the last block up to it, and none of today. */
import type { IDataObject } from 'n8n-workflow';
import { treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, outputOf, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);
const [address] = treasuryWallets;
const all = (more: IDataObject = {}) =>
	run('balance', 'getAll', { chainId: '43114', address, additionalFields: more });
const ofBlock = (operation: string, blockNumber: unknown) =>
	outputOf(
		run('balance', operation, {
			chainId: '43114',
			address,
			...(operation === 'getManyErc20'
				? { returnAll: true, filters: { blockNumber: String(blockNumber) } }
				: { additionalFields: { blockNumber: String(blockNumber) } }),
		}),
	);
const pick = ({ symbol, balanceExact, value, price, blockNumber }: IDataObject) => ({
	symbol,
	balanceExact,
	value,
	price,
	blockNumber,
});

test('has the balances after the last block up to Block Time, without a value of today', async () => {
	const blockTimestamp = '2026-08-31T23:59:00Z';
	const items = (await outputOf(all({ blockTimestamp }))) as IDataObject[];
	const [block] = await outputOf(
		run('block', 'getByTime', { chainId: '43114', askedTime: blockTimestamp }),
	);
	const expected = [
		...(await ofBlock('getNative', block.blockNumber)),
		...(await ofBlock('getManyErc20', block.blockNumber)),
	];
	expect(items.length).toBeGreaterThan(1);
	expect(items.map(pick)).toEqual(expected.map(pick));
	expect(items[0]).toMatchObject({ value: null, blockNumber: block.blockNumber });
	const [now] = await outputOf(all());
	expect(now).toMatchObject({ blockNumber: null });
	expect(now.balanceExact).not.toBe(items[0]!.balanceExact);
});

test('refuses a Block Time in the future, and one before the chain, and asks for no balance', async () => {
	const failing = async (blockTimestamp: string) => (await all({ blockTimestamp })).error;
	expect((await failing('2999-01-01'))?.message).toContain('Block Time is in the future');
	expect((await failing('2014-01-01'))?.message).toContain('no block up to Block Time');
	expect(devnet.log.filter(({ url }) => url.includes('balances:'))).toEqual([]);
	expect(jsonOf((await all()).items).length).toBeGreaterThan(1);
});
