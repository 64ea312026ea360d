/** Waiting for a transaction. */
import type { INodeParameters } from 'n8n-workflow';
import { hashOf, hex } from '../support/hex.mts';
import { useNode } from '../support/useEngine.mts';
import { eachCall, notFound, useScript } from '../support/useScript.mts';

const node = useScript(eachCall(() => ({ result: null })));
const run = useNode('avalancheEvm', node);

describe('waiting for a transaction', () => {
	const receipt = {
		transactionHash: hashOf(1),
		blockNumber: '0x10',
		status: '0x1',
		gasUsed: '0x2',
		effectiveGasPrice: '0x3',
	};
	const wait = async (transaction: string, more: INodeParameters = {}) =>
		await run('transaction', 'wait', { transaction, timeLimit: 30, ...more });

	test('goes on while there is none', async () => {
		node.answerCalls(({ method }) => {
			if (method === 'eth_getBlockByNumber') return { result: { timestamp: '0x65f2b3c0' } };
			return { result: node.calls.length < 3 ? null : receipt };
		});
		const { items } = await wait(hashOf(1));
		expect(items[0].json).toMatchObject({
			blockNumber: 16,
			time: '2024-03-14T08:22:24Z',
			status: 'success',
			fee: 6e-18,
			feeExact: '0.000000000000000006',
		});
		expect(node.received.length).toBe(4);
	});

	test('ends with an error when its time is over', async () => {
		const { error } = await wait(hashOf(1), { timeLimit: 1 });
		expect(error?.message).toContain('within 1 s');
	});

	test('goes on until enough blocks follow', async () => {
		node.answerCalls(({ method }) => ({
			result: method === 'eth_blockNumber' ? hex(16 + node.calls.length) : receipt,
		}));
		const { items } = await wait(hashOf(1), { additionalFields: { confirmations: 4 } });
		expect(items[0].json.blockNumber).toBe(16);
		expect(node.calls.filter(({ method }) => method === 'eth_blockNumber').length).toBe(2);
	});

	test('reads the status of an atomic transaction, by the name the node knows', async () => {
		const id = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
		node.answerCalls(({ path }) => {
			if (path === '/ext/bc/C/native') return notFound;
			return {
				result:
					node.calls.length < 4
						? { status: 'Processing' }
						: { status: 'Accepted', blockHeight: '7' },
			};
		});
		const { items } = await wait(id);
		expect(items[0].json).toEqual({
			chain: 'C-Chain',
			txHash: id,
			status: 'success',
			blockHeight: 7,
			time: null,
		});
		expect(node.received.map(({ path }) => path)).toEqual([
			'/ext/bc/C/native',
			...Array(3).fill('/ext/bc/C/avax'),
			// whether its block is executed, and when it was made
			'/ext/bc/C/rpc',
			'/ext/bc/C/rpc',
		]);
		expect(node.calls[1]).toMatchObject({
			method: 'avax.getAtomicTxStatus',
			params: [{ txID: id }],
		});
	});

	test('fails where an atomic transaction is dropped', async () => {
		node.answerCalls(() => ({ result: { status: 'Dropped' } }));
		const { error } = await wait('2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD');
		expect(error?.message).toContain('was dropped');
	});
});
