import { keccak256, Transaction, toUtf8Bytes, Wallet } from 'ethers';
import type { IWorkflowBase } from 'n8n-workflow';
import { fundedAccount, fundedKey } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);

const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));

/**
 * A contract that answers transfer(address,uint256) with true and logs Transfer(caller, to, value).
 * Runtime: the value to memory; topics to, caller and the event; LOG3 over the value; return 1.
 */
const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x603a80600b6000396000f3${runtime}`;

const wallet = new Wallet(fundedKey);
let nonce = 0;
const sign = async (to: string | null, data: string): Promise<string> =>
	await wallet.signTransaction(
		Transaction.from({
			type: 2,
			chainId: 43114,
			nonce: nonce++,
			to,
			data,
			gasLimit: 200_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
		}),
	);

/** Avalanche EVM Chains nodes in a row, each named after what it does. */
function chainOf(nodes: Record<string, Record<string, unknown>>): IWorkflowBase {
	const names = Object.keys(nodes);
	return {
		nodes: names.map((name, index) => ({
			id: String(index),
			name,
			type: 'avalancheEvm',
			typeVersion: 1,
			position: [index * 200, 0],
			parameters: { chain: 'C', ...nodes[name] },
			credentials: { avalancheNodesApi: { id: '1', name: 'x' } },
		})),
		connections: Object.fromEntries(
			names
				.slice(0, -1)
				.map((name, index) => [
					name,
					{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
				]),
		),
	} as unknown as IWorkflowBase;
}

test('a transfer that was sent is read back by receipt, block, log and decoded event in one workflow', async () => {
	const deployed = await engine.runWorkflow(
		chainOf({
			Deploy: {
				resource: 'transaction',
				operation: 'sendRaw',
				rawTransaction: await sign(null, creation),
			},
			Wait: {
				resource: 'transaction',
				operation: 'wait',
				transaction: '={{ $json.txHash }}',
				timeLimit: 30,
			},
		}),
		'Deploy',
	);
	expect(deployed.error).toBeUndefined();
	const contract = deployed.items[0].json.contractAddress as string;
	expect(contract).toMatch(/^0x[0-9a-fA-F]{40}$/);

	const to = '0x00000000000000000000000000000000000000AA';
	const amount = 123_456_789_012_345_678_901_234_567_890n;
	const call = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
	const run = await engine.runWorkflow(
		chainOf({
			Send: {
				resource: 'transaction',
				operation: 'sendRaw',
				rawTransaction: await sign(contract, call),
			},
			Wait: {
				resource: 'transaction',
				operation: 'wait',
				transaction: '={{ $json.txHash }}',
				timeLimit: 30,
			},
			Block: {
				resource: 'block',
				operation: 'getByNumber',
				block: '={{ $json.blockNumber }}',
				fullTransactions: false,
			},
			Logs: {
				resource: 'log',
				operation: 'getMany',
				events: 'Transfer(address indexed from, address indexed to, uint256 value)',
				returnAll: true,
				filters: {
					fromBlock: "={{ $('Wait').first().json.blockNumber }}",
					toBlock: "={{ $('Wait').first().json.blockNumber }}",
					addresses: contract,
				},
			},
		}),
		'Send',
	);
	expect(run.error).toBeUndefined();
	const output = (name: string) => run.run.data.resultData.runData[name][0].data!.main[0]![0].json;

	const { txHash } = output('Send');
	expect(txHash).toMatch(/^0x[0-9a-f]{64}$/);
	expect(output('Wait')).toMatchObject({ txHash, status: 'success', to: contract });
	expect(output('Block')).toMatchObject({
		number: output('Wait').blockNumber,
		transactions: [txHash],
	});
	expect(run.items).toHaveLength(1);
	expect(run.items[0].json).toMatchObject({
		txHash,
		blockNumber: output('Wait').blockNumber,
	});
	expect(JSON.stringify(run.items[0].json)).toContain(`"value":"${amount}"`);
	expect(JSON.stringify(run.items[0].json).toLowerCase()).toContain(
		`"from":"${fundedAccount.toLowerCase()}"`,
	);
});
