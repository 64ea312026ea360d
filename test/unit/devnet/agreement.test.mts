/** The node and the data service of the mock network tell of one world: what one lists the other knows, with the same figures. */
import { Interface } from 'ethers';
import { listAccounts, listTokens } from '../../../devnet/holdings.mts';
import {
	demoAccount,
	demoL1Chain,
	fundedAccount,
	nodeAccount,
	treasuryWallets,
	type Devnet,
} from '../../../devnet/devnet.mts';
import { call, get, readPages, start } from './devnetScene.mts';

const paths: Record<string, string> = {
	'43114': '/ext/bc/C/rpc',
	[demoL1Chain.chainId]: `/ext/bc/${demoL1Chain.blockchainId}/rpc`,
};
const chainIds = Object.keys(paths);
const erc20 = new Interface([
	'function name() view returns (string)',
	'function symbol() view returns (string)',
	'function decimals() view returns (uint8)',
	'function totalSupply() view returns (uint256)',
	'function balanceOf(address) view returns (uint256)',
	'function allowance(address, address) view returns (uint256)',
	'event Transfer(address indexed from, address indexed to, uint256 value)',
	'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

let devnet: Devnet;
beforeAll(async () => void (devnet = await start()));

const ask = async (chainId: string, method: string, ...params: unknown[]) =>
	(await call(devnet, paths[chainId]!, method, params)).result;
async function read(chainId: string, token: string, name: string, ...args: unknown[]) {
	const data = erc20.encodeFunctionData(name, args);
	const result = await ask(chainId, 'eth_call', { to: token, data }, 'latest');
	return String(erc20.decodeFunctionResult(name, result)[0]);
}
const listOf = async (chainId: string, address: string, list: string): Promise<any[]> =>
	(
		await readPages(
			devnet,
			`/v1/chains/${chainId}/addresses/${address}/${list}?pageSize=100`,
			list.startsWith('balances') ? 'erc20TokenBalances' : 'transactions',
		)
	).records;
const ledgerOf = (chainId: string) =>
	devnet.world.ledger.chains.find((chain) => chain.chainId === chainId)!;
const lower = (address: string) => address.toLowerCase();
const ownersOf = (chainId: string) =>
	chainId === '43114' ? [demoAccount, ...treasuryWallets] : [demoAccount];

describe.each(chainIds)('chain %s', (chainId) => {
	test('each transaction that is listed is on the node, in its block, with the same figures', async () => {
		for (const owner of ownersOf(chainId)) {
			const rows = await listOf(chainId, owner, 'transactions:listNative');
			expect(rows.length).toBeGreaterThan(20);
			const compare = async (row: any) => {
				const transaction = await ask(chainId, 'eth_getTransactionByHash', row.txHash);
				const receipt = await ask(chainId, 'eth_getTransactionReceipt', row.txHash);
				const block = await ask(chainId, 'eth_getBlockByHash', row.blockHash, true);
				const isNew = row.method?.callType === 'CONTRACT_CREATION';
				expect({
					number: String(Number(transaction.blockNumber)),
					hash: transaction.blockHash,
					time: Number(block.timestamp),
					index: Number(transaction.transactionIndex),
					nonce: String(Number(transaction.nonce)),
					from: transaction.from,
					to: isNew ? receipt.contractAddress : transaction.to,
					value: String(BigInt(transaction.value)),
					gasUsed: String(BigInt(receipt.gasUsed)),
					gasPrice: String(BigInt(receipt.effectiveGasPrice)),
					status: String(Number(receipt.status)),
				}).toEqual({
					number: row.blockNumber,
					hash: row.blockHash,
					time: row.blockTimestamp,
					index: row.blockIndex,
					nonce: row.nonce,
					from: lower(row.from.address),
					to: lower(row.to.address),
					value: row.value,
					gasUsed: row.gasUsed,
					gasPrice: row.gasPrice,
					status: row.txStatus,
				});
				expect(block.transactions[Number(transaction.transactionIndex)]).toEqual(transaction);
				expect(await ask(chainId, 'eth_getBlockByNumber', block.number, true)).toEqual(block);
			};
			await Promise.all(rows.map(compare));
		}
	});

	test('each transfer of a token that is listed is a log on the node', async () => {
		for (const owner of ownersOf(chainId))
			for (const row of await listOf(chainId, owner, 'transactions:listErc20')) {
				const { logs } = await ask(chainId, 'eth_getTransactionReceipt', row.txHash);
				const log = logs.find(({ logIndex }: any) => Number(logIndex) === row.logIndex);
				expect(log).toMatchObject({
					address: lower(row.erc20Token.address),
					blockHash: row.blockHash,
				});
				expect(erc20.parseLog(log)!.args.toArray().map(String)).toEqual([
					row.from.address,
					row.to.address,
					row.value,
				]);
				const ofBlock = await ask(chainId, 'eth_getLogs', { blockHash: row.blockHash });
				expect(ofBlock).toEqual(expect.arrayContaining(logs));
				const indexes = ofBlock.map(({ logIndex }: any) => logIndex);
				expect(new Set(indexes).size).toBe(indexes.length);
			}
	});

	test('each token of a balance is a contract on the node, which tells the same of it', async () => {
		const seen = new Set<string>();
		for (const owner of ownersOf(chainId))
			for (const row of await listOf(chainId, owner, 'balances:listErc20')) {
				const { address, name, symbol, decimals, balance } = row;
				seen.add(address);
				expect([
					await read(chainId, address, 'name'),
					await read(chainId, address, 'symbol'),
					await read(chainId, address, 'decimals'),
					await read(chainId, address, 'balanceOf', owner),
				]).toEqual([name, symbol, String(decimals), balance]);
			}
		expect([...seen].sort()).toEqual(
			listTokens(ledgerOf(chainId))
				.map(({ address }) => address)
				.sort(),
		);
	});

	test('an address has one native balance', async () => {
		const accounts = listAccounts(ledgerOf(chainId));
		expect(accounts).toEqual(expect.arrayContaining([fundedAccount, nodeAccount, demoAccount]));
		for (const account of accounts) {
			const { nativeTokenBalance } = await get(
				devnet,
				`/v1/chains/${chainId}/addresses/${account}/balances:getNative`,
			);
			const told = BigInt(await ask(chainId, 'eth_getBalance', account, 'latest'));
			expect([account, String(told)]).toEqual([account, nativeTokenBalance.balance]);
		}
	});

	test('an account goes on with the nonce after that of its newest transaction', async () => {
		for (const owner of ownersOf(chainId)) {
			const rows = await listOf(chainId, owner, 'transactions:listNative');
			const newest = rows.find(({ from }) => from.address === owner);
			const count = await ask(chainId, 'eth_getTransactionCount', owner, 'latest');
			expect(Number(count)).toBe(Number(newest.nonce) + 1);
		}
	});

	test('an approval is a log, and the allowance that it gave', async () => {
		const rows = (
			await Promise.all(
				ownersOf(chainId).map((owner) => listOf(chainId, owner, 'transactions:listNative')),
			)
		).flat();
		const logs: any[] = [];
		for (const { txHash } of rows)
			logs.push(...(await ask(chainId, 'eth_getTransactionReceipt', txHash)).logs);
		const approvals = logs.filter(
			({ topics }) => topics[0] === erc20.getEvent('Approval')!.topicHash,
		);
		expect(approvals.length).toBeGreaterThan(0);
		for (const log of approvals) {
			const { owner, spender, value } = erc20.parseLog(log)!.args;
			expect(await read(chainId, log.address, 'allowance', owner, spender)).toBe(String(value));
		}
	});
});

test('what is held of a token after a block that is listed is one, too', async () => {
	const [wallet] = treasuryWallets as [string];
	for (const row of (await listOf('43114', wallet, 'transactions:listErc20')).slice(0, 20)) {
		const block = `0x${Number(row.blockNumber).toString(16)}`;
		const { erc20TokenBalances } = await get(
			devnet,
			`/v1/chains/43114/addresses/${wallet}/balances:listErc20?blockNumber=${row.blockNumber}`,
		);
		for (const { address, balance } of erc20TokenBalances) {
			const data = erc20.encodeFunctionData('balanceOf', [wallet]);
			const held = await ask('43114', 'eth_call', { to: address, data }, block);
			expect([row.blockNumber, String(BigInt(held))]).toEqual([row.blockNumber, balance]);
		}
	}
});

test('the balance at a block that is listed is one, too', async () => {
	const [wallet] = treasuryWallets as [string];
	const [, row] = await listOf('43114', wallet, 'transactions:listNative');
	const { nativeTokenBalance } = await get(
		devnet,
		`/v1/chains/43114/addresses/${wallet}/balances:getNative?blockNumber=${row.blockNumber}`,
	);
	const block = `0x${Number(row.blockNumber).toString(16)}`;
	expect(String(BigInt(await ask('43114', 'eth_getBalance', wallet, block)))).toBe(
		nativeTokenBalance.balance,
	);
});

test('each import and export that is listed is known to the node, in its block', async () => {
	const { records } = await readPages(
		devnet,
		`/v1/networks/mainnet/blockchains/c-chain/transactions?pageSize=100&addresses=${treasuryWallets.join()}`,
		'transactions',
	);
	expect(records.length).toBeGreaterThan(5);
	for (const { txHash: txID, blockHeight } of records)
		expect(
			(await call(devnet, '/ext/bc/C/avax', 'avax.getAtomicTxStatus', { txID })).result,
		).toEqual({
			status: 'Accepted',
			blockHeight: String(blockHeight),
		});
});

describe('a metric of all chains', () => {
	const measure = async (chainId: string, metric: string): Promise<number[]> =>
		(
			await get(devnet, `/v2/chains/${chainId}/metrics/${metric}?timeInterval=day&pageSize=60`)
		).results.map(({ value }: { value: number }) => Number(value));

	test.each(['activeAddresses', 'activeSenders', 'txCount', 'gasUsed', 'deployers', 'maxTps'])(
		'%s is at least that of each chain, on each day',
		async (metric) => {
			const all = await measure('total', metric);
			for (const chainId of ['43114', '43113', demoL1Chain.chainId]) {
				const own = await measure(chainId, metric);
				expect(own.filter((value, i) => value > all[i]!)).toEqual([]);
			}
		},
	);

	test('those who send are among those who are active', async () => {
		const [senders, active] = [
			await measure('43114', 'activeSenders'),
			await measure('43114', 'activeAddresses'),
		];
		expect(senders.filter((value, i) => value > active[i]!)).toEqual([]);
	});
});
