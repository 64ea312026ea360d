/** Logs of a range that the server takes only in parts. */
import type { INodeParameters } from 'n8n-workflow';
import type { NodeOptions } from '../support/engine.mts';
import { address, hex } from '../support/hex.mts';
import { useNode } from '../support/useEngine.mts';
import { eachCall, type RpcCall, type RpcError, useScript } from '../support/useScript.mts';

const node = useScript(eachCall(() => ({ result: null })));
const run = useNode('avalancheEvm', node);

describe('logs of a long range', () => {
	const most = 100;
	/** One log in each block that can be divided by 10. */
	const giveLogs = ({
		method,
		params: [filter],
	}: RpcCall): { result: unknown } | { error: RpcError } => {
		if (method === 'eth_getBlockByNumber') return { result: { number: hex(1234) } };
		const [first, last] = [filter.fromBlock, filter.toBlock].map((block) =>
			block === 'latest' ? 1234 : Number(block),
		);
		if (last - first + 1 > most)
			return {
				error: {
					code: -32000,
					message: `requested too many blocks from ${first} to ${last}, maximum is set to ${most}`,
				},
			};
		const blocks = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter(
			(block) => block % 10 === 0,
		);
		return {
			result: blocks.map((block) => ({ blockNumber: hex(block), address: filter.address[0] })),
		};
	};
	const logs = (filters: INodeParameters, more: INodeParameters = {}, options: NodeOptions = {}) =>
		run('log', 'getManyRaw', { filters: { addresses: address(1), ...filters }, ...more }, options);
	const blocksOf = ({ items }: Awaited<ReturnType<typeof logs>>) =>
		items.map(({ json }) => Number(json.blockNumber));
	const ranges = () => node.calls.filter(({ method }) => method === 'eth_getLogs');

	test('is read in parts of the size that the server says, in order', async () => {
		node.answerCalls(giveLogs);
		const result = await logs({ fromBlock: 5, toBlock: 'latest' }, { returnAll: true });
		expect(blocksOf(result)).toEqual(Array.from({ length: 123 }, (_, n) => (n + 1) * 10));
		expect(ranges().length).toBe(1 + 13);
		expect(ranges()[1].params[0]).toEqual({
			address: [address(1)],
			fromBlock: '0x5',
			toBlock: hex(104),
		});
	});

	test('the size holds for the rest of the run', async () => {
		node.answerCalls(giveLogs);
		const items = [{ json: { to: 499 } }, { json: { to: 499 } }];
		const result = await logs(
			{ fromBlock: 0, toBlock: '={{ $json.to }}' },
			{ returnAll: true },
			{ items, limits: { parallelRequests: 1, batchSize: 1 } },
		);
		expect(blocksOf(result).length).toBe(100);
		expect(ranges().length).toBe(1 + 5 + 5);
	});

	test('a limit ends it early', async () => {
		node.answerCalls(giveLogs);
		expect(blocksOf(await logs({ fromBlock: 0, toBlock: 99_999 }, { limit: 12 }))).toEqual(
			Array.from({ length: 12 }, (_, n) => n * 10),
		);
		expect(ranges().length).toBe(1 + 5);
	});

	test.each([
		{ code: -32003, message: 'response too large' },
		{ code: -32002, message: 'request timed out' },
		{ code: -32005, message: 'query returned more than 10000 results' },
	])('is halved where the server says $message', async (error) => {
		node.answerCalls((call) => {
			const given = giveLogs(call);
			return 'error' in given ? { error } : given;
		});
		expect(blocksOf(await logs({ fromBlock: 0, toBlock: 999 }, { returnAll: true })).length).toBe(
			100,
		);
		expect(ranges().length).toBeLessThan(40);
	});

	test('a refusal of one block is the error', async () => {
		node.answerCalls(() => ({ error: { code: -32003, message: 'response too large' } }));
		const { error } = await logs({ fromBlock: 0, toBlock: 7 }, { returnAll: true });
		expect(error?.message).toContain('response too large');
	});

	test('another refusal is no reason to ask again', async () => {
		node.answerCalls(() => ({ error: { code: -32000, message: 'exceed max topics' } }));
		expect((await logs({ fromBlock: 0, toBlock: 999 })).error?.message).toContain(
			'exceed max topics',
		);
		expect(node.received.length).toBe(1);
	});

	describe('with Add Time', () => {
		const giveTimes = (call: RpcCall) => {
			const block = Number(call.params[0]);
			return call.method === 'eth_getBlockByNumber' && block
				? { result: { number: hex(block), timestamp: hex(1_800_000_000 + block) } }
				: giveLogs(call);
		};
		const timed = { fromBlock: 0, toBlock: 99, addTime: true };

		test('have the times of their blocks, each asked for once and in batches', async () => {
			node.answerCalls((call) => {
				const given = giveTimes(call);
				return call.method === 'eth_getLogs'
					? { result: (given as { result: object[] }).result.flatMap((log) => [log, log]) }
					: given;
			});
			const { items } = await logs({ ...timed, fromBlock: 1 }, { returnAll: true, simplify: true });
			expect(items.map(({ json }) => json.time)).toEqual(
				[10, 20, 30, 40, 50, 60, 70, 80, 90].flatMap((block) =>
					Array(2).fill(new Date((1_800_000_000 + block) * 1000).toISOString().replace('.000', '')),
				),
			);
			expect(node.calls.filter(({ method }) => method === 'eth_getBlockByNumber').length).toBe(9);
			expect(node.received.length).toBe(2);
		});

		test('cost no call for logs beyond the limit, or with a time, or in no block yet', async () => {
			node.answerCalls((call) =>
				call.method === 'eth_getLogs'
					? {
							result: [
								{ blockNumber: '0x1', blockTimestamp: '0x5' },
								{ blockNumber: null },
								{ blockNumber: '0x2' },
								{ blockNumber: '0x3' },
							],
						}
					: giveTimes(call),
			);
			const { items } = await logs(timed, { limit: 3, simplify: false });
			expect(items.map(({ json }) => json.blockTimestamp)).toEqual([
				'0x5',
				undefined,
				hex(1_800_000_002),
			]);
			expect(node.calls.map(({ params }) => params[0])).toEqual([expect.anything(), '0x2']);
		});

		test('fail where the node does not return a block', async () => {
			node.answerCalls((call) =>
				call.method === 'eth_getBlockByNumber' ? { result: null } : giveLogs(call),
			);
			const { error } = await logs(timed, { returnAll: true });
			expect(error?.message).toContain('did not return block 0, whose time is wanted');
			expect(error?.description).toContain('turn off Add Time');
		});
	});
});
