/** Names that users and servers choose can be those that every JavaScript object inherits: they stand for nothing. */
import type { IDataObject } from 'n8n-workflow';
import { sayWord } from '../../nodes/shared/values/foreign.ts';
import { everyReward } from '../support/everyReward.mts';
import { outputOf, saidBy, useNode, useTool } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const server = useScript();
const callEvm = useTool('avalancheEvm', server);
const runEvm = useNode('avalancheEvm', server);
const runData = useNode('avalancheData', server);

const address = `0x${'1'.repeat(40)}`;
const inherited = Object.getOwnPropertyNames(Object.prototype);

describe.each(inherited)('%s', (name) => {
	test('is no field of an answer', async () => {
		server.answerCalls(() => ({ result: '0x1' }));
		const asked = { chain: 'C', address, output: 'fields' };
		const alone = await callEvm('account', 'getBalance', { ...asked, outputFields: name });
		expect(alone.error?.message).toMatch(new RegExp(`^The answer has no field ${name}\\. `));
		const both = await callEvm('account', 'getBalance', {
			...asked,
			outputFields: `chain, ${name}`,
		});
		expect(both.answer![0]).toEqual({ chain: 'C-Chain' });
		expect(both.answer![1].note).toContain(`no field ${name}`);
	});

	test('is no resource, no operation and no list of an answer', async () => {
		const resource = await runEvm(name, 'getBalance', { chain: 'C', address });
		expect(resource.error?.message).toContain(`"${name}" has no operation`);
		const operation = await runEvm('account', name, { chain: 'C', address });
		expect(operation.error?.message).toContain(`no operation "${name}"`);
		server.answer(() => reply({}));
		const list = {
			path: '/v1/chains',
			additionalFields: { listField: name },
			filters: { listField: name },
		};
		const { error } = await runData('endpoint', 'call', list);
		expect(saidBy(error)).toContain(`The answer holds no "${name}"`);
	});

	test('is a type of rewards like any other new one', async () => {
		const reward = { denomination: 9, amount: '1000000000', symbol: 'AVAX' };
		const record = { rewardType: name, rewardTxHash: 'r', endTimestamp: 1_700_000_000, reward };
		server.answer(() => reply({ historicalRewards: [record] }));
		const asked: IDataObject = {
			...everyReward,
			nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			groupBy: 'type',
			return: ['items'],
		};
		const items = await outputOf(runData('reward', 'getReport', asked));
		expect(items.map(({ group }) => group)).toContain(sayWord(name, 40));
		expect(String(items.at(-1)!.notes)).toContain('a type that this report does not know');
	});

	test('is the status of a transaction as it came', async () => {
		server.answer(() => reply({ transactions: [{ txHash: '0x1', txStatus: name }] }));
		const [{ status }] = await outputOf(
			runData('transaction', 'getManyLatest', { chainId: '43114' }),
		);
		expect(status).toBe(name);
	});

	test('is no argument that a contract declares and nobody gave', async () => {
		const inputs = [{ name, type: 'uint256' }];
		const declared = {
			chain: 'C',
			contract: address,
			arguments: '{}',
			function: JSON.stringify([{ type: 'function', name: 'f', inputs, outputs: [] }]),
		};
		const { error } = await runEvm('contract', 'callFunction', declared);
		expect(saidBy(error)).toMatch(/Arguments/);
		expect(saidBy(error)).not.toMatch(/native code|\[object|function /);
	});
});
