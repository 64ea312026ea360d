/** What a user of the demo copies from a statement into another operation: both services of the mock network know it. */
import type { IDataObject } from 'n8n-workflow';
import { treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, makeItems, outputOf, useNode, useTrigger } from '../support/useEngine.mts';

const devnet = useDevnet({ joined: true });
const askNode = useNode('avalancheEvm', devnet, { chain: 'C' });
const askData = useNode('avalancheData', devnet, { chainId: '43114' });
const create = useTrigger(devnet, { event: 'balance', chain: 'C' });
const [wallet] = treasuryWallets as [string];

let movements: IDataObject[];
beforeAll(async () => {
	const statement = askData('payments', 'getStatement', {
		addresses: treasuryWallets.join(),
		period: 'custom',
		from: '2026-04-01T00:00:00Z',
		to: '2026-10-01T00:00:00Z',
		return: ['items'],
	});
	movements = (await outputOf(statement)).filter(({ isTotal }: IDataObject) => !isTotal);
});
const isOfEvm = ({ txHash }: IDataObject) => String(txHash).startsWith('0x');

test('each transaction of a statement is found on the chain, in its block and with its fee', async () => {
	const rows = movements.filter(isOfEvm);
	const hashes = [...new Set(rows.map(({ txHash }) => txHash))];
	expect(hashes.length).toBeGreaterThan(50);
	const items = makeItems(hashes.length, (n) => ({ hash: hashes[n] }));
	const entered = { transactionHash: '={{ $json.hash }}' };
	const found = await outputOf(askNode('transaction', 'get', entered, { items }));
	const receipts = await outputOf(askNode('transaction', 'getReceipt', entered, { items }));
	expect(found).toHaveLength(hashes.length);
	const feeOf = ({ txHash }: IDataObject) =>
		receipts.find((receipt: IDataObject) => receipt.txHash === txHash);
	for (const row of rows) {
		const transaction = found.find(({ txHash }: IDataObject) => txHash === row.txHash)!;
		expect(transaction).toMatchObject({ blockNumber: row.blockNumber });
		if (row.kind === 'payment') expect(transaction.amountExact).toBe(row.amountExact);
		if (row.kind === 'fee') expect(feeOf(row)).toMatchObject({ feeExact: row.amountExact });
	}
});

test('the contract of a token in a statement is one that a balance can be watched of', async () => {
	const token = String(movements.find(({ symbol }) => symbol === 'DEUR')!.token);
	const trigger = create({ source: 'erc20', token, addresses: wallet, below: '100000000' });
	const [below] = jsonOf(await trigger.activate());
	const [held] = (await outputOf(askData('balance', 'getManyErc20', { address: wallet }))).filter(
		({ symbol }: IDataObject) => symbol === 'DEUR',
	);
	expect(below).toMatchObject({ event: 'balanceBelow', balanceExact: held.balanceExact });
});

test('the approvals of a wallet are listed by its address alone, as docs/treasury.md says', async () => {
	const events = 'event Approval(address indexed owner, address indexed spender, uint256 value)';
	const list = async (named: IDataObject) =>
		await outputOf(
			askNode('log', 'getMany', {
				events,
				filters: { fromBlock: 'earliest', ...named },
				returnAll: true,
			}),
		);
	const everybody = await list({});
	const owners = [
		...new Set(everybody.map(({ args }: IDataObject) => (args as IDataObject).owner)),
	];
	expect(owners.length).toBeGreaterThan(1);
	const own = await list({ arguments: JSON.stringify({ owner: owners[0] }) });
	expect(own.map(({ args }: IDataObject) => (args as IDataObject).owner)).toEqual(
		own.map(() => owners[0]),
	);
	expect(own.length).toBeGreaterThan(0);
	for (const one of own)
		expect(one).toMatchObject({
			address: expect.any(String),
			amount: expect.any(Number),
			unlimited: expect.any(Boolean),
		});
});

test('the watch of a token starts by what the page of the mock network names beside it', async () => {
	const [token] = devnet.world.ledger.chains
		.find(({ chainId }) => chainId === '43114')!
		.contracts.filter(({ ercType }) => ercType === 'ERC-20');
	const trigger = create({
		event: 'newTransaction',
		watch: 'token',
		chainId: '43114',
		address: token!.address,
	});
	await trigger.activate();
	const amountsAfter = async (control: string, choice: object) => {
		const body = JSON.stringify(choice);
		await fetch(`${devnet.url}/control/${control}`, { method: 'POST', body });
		return jsonOf(await trigger.poll()).map(({ amount }) => amount);
	};
	expect(await amountsAfter('transfer', { amount: '250000' })).toEqual([250_000]);
	expect(await amountsAfter('pay', { amount: '5', token: token!.symbol })).toEqual([5]);
	expect(await amountsAfter('pay', { amount: '7' })).toEqual([]);
});

test('each address of the examples has one balance, by the node and by the Data API', async () => {
	const address = ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', ...treasuryWallets].join();
	const byNode = await outputOf(askNode('account', 'getBalance', { address, block: 'latest' }));
	const byData = await outputOf(askData('balance', 'getAll', { address }));
	const native = byData.filter(({ token }: IDataObject) => !token);
	expect(native.map(({ balanceExact }: IDataObject) => balanceExact)).toEqual(
		byNode.map(({ balanceExact }: IDataObject) => balanceExact),
	);
	expect(native[0].balanceExact).toBe('50000000');
});
