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
});
