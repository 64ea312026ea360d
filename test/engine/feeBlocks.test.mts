/** Fee > Get History with Split Into Blocks: an item for each block, and what a node leaves out. */
import type { INodeParameters } from 'n8n-workflow';
import { outputOf, useNode } from '../support/useEngine.mts';
import { useScript } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheEvm', server);

const ask = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	run('fee', 'getHistory', {
		chain: 'C',
		blockCount: '2',
		lastBlock: 'latest',
		additionalFields,
		...more,
	});

const answer = (result: object) => server.answerCalls(() => ({ result }));
const history = {
	oldestBlock: '0x10',
	// The third one is of the next block, which is no part of the history.
	baseFeePerGas: ['0x1', '0x5d21dba00', '0x5d21dba01'],
	gasUsedRatio: [0.5, 0],
	reward: [
		['0x3b9aca00', '0x77359400'],
		['0x0', '0x1'],
	],
};

test('each block is an item, with its number, fees and share of gas', async () => {
	answer(history);
	expect(await outputOf(ask({ splitBlocks: true, percentiles: '25, 75' }))).toEqual([
		{
			blockNumber: 16,
			baseFee: 1e-9,
			gasUsedShare: 0.5,
			priorityFees: [1, 2],
			unit: 'gwei',
			chain: 'C-Chain',
			baseFeeExact: '0.000000001',
			priorityFeesExact: ['1', '2'],
		},
		{
			blockNumber: 17,
			baseFee: 25,
			gasUsedShare: 0,
			priorityFees: [0, 1e-9],
			unit: 'gwei',
			chain: 'C-Chain',
			baseFeeExact: '25',
			priorityFeesExact: ['0', '0.000000001'],
		},
	]);
	expect(server.calls[0]!.params).toEqual(['0x2', 'latest', [25, 75]]);
});

test('what the node does not say of a block is null, never 0', async () => {
	answer({ oldestBlock: '0x10', baseFeePerGas: ['0x1'], gasUsedRatio: [null, 'x'] });
	const items = await outputOf(ask({ splitBlocks: true, percentiles: '50' }));
	expect(items).toMatchObject([
		{ blockNumber: 16, baseFee: 1e-9, gasUsedShare: null, priorityFee: null, priorityFees: null },
		{ blockNumber: 17, baseFee: null, gasUsedShare: null, priorityFee: null, priorityFees: null },
	]);
});

test('the fee at a single percentile is a number, for Sort, Summarize and charts', async () => {
	answer({ ...history, reward: [['0x3b9aca00'], [], ['0x1']] });
	const items = await outputOf(ask({ splitBlocks: true, percentiles: '50' }));
	expect(items).toMatchObject([
		{ priorityFee: 1, priorityFees: [1], priorityFeeExact: '1' },
		{ priorityFee: null, priorityFees: [] },
	]);
});

test('without percentiles there is no column of priority fees', async () => {
	answer({ ...history, reward: undefined });
	const [first] = await outputOf(ask({ splitBlocks: true }));
	expect(first).not.toHaveProperty('priorityFees');
});

test('a history without blocks has no items', async () => {
	answer({ oldestBlock: '0x0', gasUsedRatio: null });
	expect(await outputOf(ask({ splitBlocks: true }))).toEqual([]);
});

test.each([{ gasUsedRatio: [0.5] }, { oldestBlock: '0x1', gasUsedRatio: 5 }])(
	'an answer that names no blocks is not guessed: %j',
	async (odd) => {
		answer(odd);
		const { error } = await ask({ splitBlocks: true });
		expect(error?.message).toContain('did not say which blocks its fee history is of');
		expect(error?.description).toContain('Turn off Split Into Blocks');
	},
);

test('without the option, and without Simplify, there is one item with the lists', async () => {
	answer(history);
	expect(await outputOf(ask({}))).toMatchObject([{ oldestBlock: 16, gasUsedRatio: [0.5, 0] }]);
	expect(await outputOf(ask({ splitBlocks: true }, { simplify: false }))).toEqual([history]);
});
