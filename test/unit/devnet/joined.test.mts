/** The mock network of the demo: the EVM goes on where the ledger ends, and each knows what the other did. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccount, treasuryWallets, type Devnet } from '../../../devnet/devnet.mts';
import { listTokens } from '../../../devnet/holdings.mts';
import { call, control, get, start } from './devnetScene.mts';

const firstMined = 71_000_000;
const account = '/v1/chains/43114/addresses';
const [wallet] = treasuryWallets as [string];

const ask = async (devnet: Devnet, method: string, ...params: unknown[]) =>
	(await call(devnet, '/ext/bc/C/rpc', method, params)).result;
const list = async (devnet: Devnet, of: string, kind = 'listNative'): Promise<any[]> =>
	(await get(devnet, `${account}/${of}/transactions:${kind}?pageSize=100`)).transactions;
const head = async (devnet: Devnet) => Number(await ask(devnet, 'eth_blockNumber'));
const startJoined = async (folder?: string) => {
	const devnet = await start({ joined: true, now: Date.now, folder });
	await devnet.evm();
	return devnet;
};

/** The row of the newest transaction of an address, and that transaction on the node. */
async function readNewest(devnet: Devnet, of: string) {
	const [row] = await list(devnet, of);
	const receipt = await ask(devnet, 'eth_getTransactionReceipt', row.txHash);
	const block = await ask(devnet, 'eth_getBlockByNumber', receipt.blockNumber, false);
	expect({
		number: String(Number(receipt.blockNumber)),
		hash: block.hash,
		time: Number(block.timestamp),
		fee: String(BigInt(receipt.effectiveGasPrice) * BigInt(receipt.gasUsed)),
	}).toEqual({
		number: row.blockNumber,
		hash: row.blockHash,
		time: row.blockTimestamp,
		fee: String(BigInt(row.gasPrice) * BigInt(row.gasUsed)),
	});
	expect(block.transactions).toContain(row.txHash);
	return { row, receipt };
}

/** What both say that an address holds, which must be the same; by the symbol, AVAX among them. */
async function readBalances(devnet: Devnet, of: string): Promise<Record<string, string>> {
	const { erc20TokenBalances, nativeTokenBalance } = await get(
		devnet,
		`${account}/${of}/balances:listErc20?pageSize=100`,
	);
	const native = await ask(devnet, 'eth_getBalance', of, 'latest');
	expect(String(BigInt(native))).toBe(nativeTokenBalance.balance);
	const byData: Array<[string, string]> = erc20TokenBalances.map(({ symbol, balance }: any) => [
		symbol,
		balance,
	]);
	const [chain] = devnet.world.ledger.chains;
	const byNode = listTokens(chain!).map(async ({ address, symbol }): Promise<[string, string]> => {
		const data = `0x70a08231${of.slice(2).padStart(64, '0')}`;
		const held = await ask(devnet, 'eth_call', { to: address, data }, 'latest');
		return [symbol, String(BigInt(held))];
	});
	const held = (await Promise.all(byNode)).filter(([, balance]) => balance !== '0');
	expect(Object.fromEntries(byData)).toEqual(Object.fromEntries(held));
	return { ...Object.fromEntries(byData), AVAX: nativeTokenBalance.balance };
}

test('the node goes on at the block after the last one that was drawn', async () => {
	const devnet = await startJoined();
	expect(await head(devnet)).toBeGreaterThanOrEqual(firstMined);
	for (const number of [0, 12_345_678, firstMined - 1, firstMined]) {
		const byData = await get(devnet, `/v1/chains/43114/blocks/${number}`);
		const block = await ask(devnet, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false);
		expect([number, Number(block.timestamp), block.hash, Number(block.baseFeePerGas)]).toEqual([
			number,
			byData.blockTimestamp,
			byData.blockHash,
			Number(byData.baseFee),
		]);
	}
	const [row] = await list(devnet, wallet);
	const at = `0x${Number(row.blockNumber).toString(16)}`;
	const logs = await ask(devnet, 'eth_getLogs', { fromBlock: at, toBlock: 'latest' });
	const numbers = logs.map(({ blockNumber }: any) => Number(blockNumber));
	expect(numbers.length).toBeGreaterThan(100);
	expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
});

test('what happens on the node is listed, and what is paid is on the node; both know the same balances', async () => {
	const devnet = await startJoined();
	const before = await readBalances(devnet, demoAccount);
	const { transactionHash } = (await control(devnet, 'transfer', { amount: '250000' })).json;
	const { row, receipt } = await readNewest(devnet, demoAccount);
	expect(row).toMatchObject({ txHash: transactionHash, method: { methodHash: '0xa9059cbb' } });
	const [transfer] = await list(devnet, demoAccount, 'listErc20');
	expect(transfer).toMatchObject({
		txHash: transactionHash,
		value: '250000000000',
		logIndex: Number(receipt.logs[0].logIndex),
	});
	const after = await readBalances(devnet, demoAccount);
	expect(BigInt(before.DUSD!) - BigInt(after.DUSD!)).toBe(250_000_000_000n);

	await control(devnet, 'pay', { amount: '2', from: wallet, to: demoAccount });
	await readNewest(devnet, demoAccount);
	const paid = await readBalances(devnet, demoAccount);
	expect(BigInt(paid.AVAX!) - BigInt(after.AVAX!)).toBe(2n * 10n ** 18n);
	await control(devnet, 'pay', { amount: '3', from: wallet, to: demoAccount, token: 'DEUR' });
	const { receipt: euros } = await readNewest(devnet, wallet);
	expect(euros.logs).toHaveLength(1);
	expect(await ask(devnet, 'eth_getLogs', { blockHash: euros.blockHash })).toEqual(euros.logs);
	expect((await readBalances(devnet, demoAccount)).DEUR).toBe('3000000');
	await readBalances(devnet, wallet);

	await control(devnet, 'transfer', { amount: '1' });
	await readNewest(devnet, demoAccount);
	const numbers = devnet.world.ledger.chains[0]!.blocks.map(({ number }) => number);
	expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
	await control(devnet, 'setBalance', { address: wallet, amount: '4' });
	expect((await readBalances(devnet, wallet)).AVAX).toBe('4000000000000000000');
});

test('a network that is kept tells the same of the past after the next start', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'devnet-'));
	const devnet = await startJoined(folder);
	await control(devnet, 'pay', { amount: '2', from: wallet, to: demoAccount, token: 'DEUR' });
	await control(devnet, 'transfer', { amount: '5' });
	await control(devnet, 'pay', { amount: '1', from: wallet, to: demoAccount });
	const [rows, newest] = [await list(devnet, wallet), await readNewest(devnet, demoAccount)];
	const [balances, last] = [await readBalances(devnet, demoAccount), await head(devnet)];
	await devnet.close();

	const again = await startJoined(folder);
	expect(await head(again)).toBeGreaterThanOrEqual(last);
	expect(await list(again, wallet)).toEqual(rows);
	expect((await readNewest(again, demoAccount)).row).toEqual(newest.row);
	expect(await readBalances(again, demoAccount)).toEqual(balances);
	await control(again, 'pay', { amount: '1', from: wallet, to: demoAccount });
	expect((await readNewest(again, demoAccount)).row.txHash).not.toBe(newest.row.txHash);
	await again.close();
	rmSync(folder, { recursive: true });
});
