/** What our nodes give, behind n8n's own nodes: sums, sorts, filters, joins and files without code. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	demoAccount,
	demoDeployer,
	fundedAccount,
	ourNodeIds,
	startDevnet,
	type Devnet,
} from '../../devnet/devnet.mts';
import { credentialsFor, loadEngine, type Engine } from '../support/engine.mts';

let devnet: Devnet;
let engine: Engine;
before(async () => {
	devnet = await startDevnet({ validators: 10, rewards: 300 });
	engine = await loadEngine({ serverDir: 'tools/n8n' });
});
after(async () => {
	engine.close();
	await devnet.close();
});

/** Items of one of our operations, simplified, as the next node gets them. */
async function ours(
	type: string,
	resource: string,
	operation: string,
	parameters: IDataObject,
): Promise<INodeExecutionData[]> {
	const credentials = credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl);
	const all = { returnAll: true, ...parameters };
	const { items, error } = await engine.runNode(
		type,
		{ resource, operation, ...all },
		{ credentials },
	);
	assert.ifError(error);
	assert.ok(items.length > 0);
	return items;
}

/** The outputs of one of n8n's nodes for these inputs. */
async function next(
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	...inputs: INodeExecutionData[][]
): Promise<INodeExecutionData[][]> {
	const { outputs, error } = await engine.runNode(`n8n-nodes-base.${type}`, parameters, {
		typeVersion,
		inputs,
	});
	assert.ifError(error);
	return outputs;
}

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** Integers of the smallest unit, from exact decimal text. */
const toBase = (text: unknown, places: number): bigint => {
	const [whole, fraction = ''] = String(text).split('.');
	return BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
};

/** n8n's sum of a column against the exact one of its texts: within 1e-9 of a token and 1e-12 of the total. */
async function checkSum(items: INodeExecutionData[], field: string, places: number) {
	const [[{ json }]] = await next(
		'summarize',
		1.1,
		{
			fieldsToSummarize: {
				values: ['sum', 'average', 'max', 'min'].map((aggregation) => ({ aggregation, field })),
			},
			options: {},
		},
		items,
	);
	const exact = items.reduce((sum, item) => sum + toBase(item.json[`${field}Exact`], places), 0n);
	const total = Number(exact) / 10 ** places;
	assert.ok(total > 0);
	for (const [name, wanted] of [
		[`sum_${field}`, total],
		[`average_${field}`, total / items.length],
	] as const) {
		const given = json[name] as number;
		assert.equal(typeof given, 'number');
		assert.ok(
			Math.abs(given - wanted) <= Math.max(1e-12 * wanted, 1e-15),
			`${name}: ${given}, not ${wanted}`,
		);
		assert.ok(Math.abs(given - wanted) < 1e-9 || wanted > 1000);
	}
	const numbers = items.map((item) => Number(item.json[`${field}Exact`]));
	assert.equal(json[`max_${field}`], Math.max(...numbers));
	assert.equal(json[`min_${field}`], Math.min(...numbers));
}

const condition = (leftValue: string, rightValue: string | number, operator: INodeParameters) => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [{ id: '1', leftValue, rightValue, operator }],
		combinator: 'and',
	},
	options: {},
});

test('rewards: sum and average by node, sort, filters by number and date, month of a date', async () => {
	const rewards = await ours('avalancheData', 'reward', 'getMany', {
		network: 'mainnet',
		rewardsOf: 'validators',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(','),
		rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR'],
		period: 'allTime',
	});
	await checkSum(rewards, 'amount', 9);
	const [byNode] = await next(
		'summarize',
		1.1,
		{
			fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'amount' }] },
			fieldsToSplitBy: 'nodeId',
			options: {},
		},
		rewards,
	);
	assert.deepEqual(
		new Set(jsonOf(byNode).map(({ nodeId }) => nodeId)),
		new Set(jsonOf(rewards).map(({ nodeId }) => nodeId)),
	);
	for (const { nodeId, sum_amount: sum } of jsonOf(byNode)) {
		const own = jsonOf(rewards).filter((reward) => reward.nodeId === nodeId);
		const exact = own.reduce((total, { amountExact }) => total + toBase(amountExact, 9), 0n);
		assert.ok(Math.abs((sum as number) - Number(exact) / 1e9) < 1e-9);
	}

	const [sorted] = await next(
		'sort',
		1,
		{ sortFieldsUi: { sortField: [{ fieldName: 'amount', order: 'descending' }] }, options: {} },
		rewards,
	);
	const amounts = jsonOf(sorted).map(({ amount }) => amount as number);
	assert.deepEqual(
		amounts,
		[...amounts].sort((a, b) => b - a),
	);

	const middle = amounts[Math.floor(amounts.length / 2)];
	const [above] = await next(
		'filter',
		2.2,
		condition('={{ $json.amount }}', middle, { type: 'number', operation: 'gt' }),
		rewards,
	);
	assert.equal(above.length, amounts.filter((amount) => amount > middle).length);

	const times = jsonOf(rewards).map(({ receivedAt }) => receivedAt as string);
	const day = [...times].sort()[Math.floor(times.length / 2)];
	for (const operation of ['after', 'before']) {
		const [kept] = await next(
			'filter',
			2.2,
			condition('={{ $json.receivedAt }}', day, { type: 'dateTime', operation }),
			rewards,
		);
		const wanted = times.filter((time) => (operation === 'after' ? time > day : time < day));
		assert.ok(wanted.length > 0);
		assert.deepEqual(
			jsonOf(kept).map(({ receivedAt }) => receivedAt),
			wanted,
		);
	}

	const [months] = await next(
		'dateTime',
		2,
		{
			operation: 'formatDate',
			date: '={{ $json.receivedAt }}',
			format: 'custom',
			customFormat: 'yyyy-MM',
			outputFieldName: 'month',
			options: {},
		},
		rewards,
	);
	assert.deepEqual(
		jsonOf(months).map(({ month }) => month),
		times.map((time) => time.slice(0, 7)),
	);
});

test('balances of a node and of the Data API: merged by address, compared, and their sums', async () => {
	const addresses = [demoAccount, demoDeployer, fundedAccount];
	const indexed = await ours('avalancheData', 'balance', 'getNative', {
		chainId: '43114',
		address: addresses.join(', '),
	});
	const ofNode = await ours('avalancheEvm', 'account', 'getBalance', {
		chain: 'C',
		address: addresses.map((address) => address.toLowerCase()).join('\n'),
	});
	assert.deepEqual(
		jsonOf(indexed).map(({ address }) => address),
		jsonOf(ofNode).map(({ address }) => address),
	);
	await checkSum(ofNode, 'balance', 18);
	await checkSum(indexed, 'balance', 18);

	const [merged] = await next(
		'merge',
		3.2,
		{
			mode: 'combine',
			combineBy: 'combineByFields',
			fieldsToMatchString: 'address',
			joinMode: 'keepMatches',
			options: {},
		},
		indexed,
		ofNode,
	);
	assert.equal(merged.length, addresses.length);

	const [onlyIndexed, same, different, onlyNode] = await next(
		'compareDatasets',
		2.3,
		{ mergeByFields: { values: [{ field1: 'address', field2: 'address' }] }, options: {} },
		indexed,
		ofNode,
	);
	assert.equal(onlyIndexed.length + onlyNode.length, 0);
	assert.equal(same.length + different.length, addresses.length);
});

test('reports of several chains in one run: sums by chain, and their days side by side', async () => {
	const { items: days, error } = await engine.runNode(
		'avalancheMetrics',
		{
			resource: 'metric',
			operation: 'getReport',
			chainId: '={{ $json.chain }}',
			metric: 'txCount',
			timeInterval: 'day',
			period: 'lastMonth',
			return: ['rows'],
		},
		{
			credentials: credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl),
			items: ['C', 'Demo L1'].map((chain) => ({ json: { chain } })),
		},
	);
	assert.ifError(error);
	const sumOf = (chain: string) =>
		jsonOf(days)
			.filter((day) => day.chain === chain)
			.reduce((sum, { value }) => sum + Number(value), 0);
	const [byChain] = await next(
		'summarize',
		1.1,
		{
			fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'value' }] },
			fieldsToSplitBy: 'chain',
			options: {},
		},
		days,
	);
	assert.deepEqual(
		jsonOf(byChain).map(({ chain, sum_value: sum }) => [chain, sum]),
		['C-Chain', 'Demo L1'].map((chain) => [chain, sumOf(chain)]),
	);
	// One row for each day with a column for each chain: what a chart of several lines takes.
	const series = ['C-Chain', 'Demo L1'].map((of) => days.filter(({ json }) => json.chain === of));
	const [sideBySide] = await next(
		'merge',
		3.2,
		{
			mode: 'combine',
			combineBy: 'combineByFields',
			fieldsToMatchString: 'start',
			joinMode: 'keepMatches',
			options: { clashHandling: { values: { resolveClash: 'addSuffix' } } },
		},
		...series,
	);
	assert.equal(sideBySide.length, series[0].length);
	for (const [i, { json }] of sideBySide.entries()) {
		assert.deepEqual([json.chain_1, json.chain_2], ['C-Chain', 'Demo L1']);
		assert.deepEqual(
			[json.value_1, json.value_2],
			series.map((of) => of[i].json.value),
		);
	}
	assert.equal(new Set(jsonOf(days).map(({ key }) => key)).size, days.length);
});

test('metrics and transactions: averages, lists, and files that are read back', async () => {
	const points = await ours('avalancheMetrics', 'metric', 'getMany', {
		chainId: '43114',
		metric: 'feesPaid',
		timeInterval: 'day',
		returnAll: false,
		limit: 20,
	});
	await checkSum(points, 'value', 18);
	const transactions = await ours('avalancheData', 'transaction', 'getManyNative', {
		chainId: '43114',
		address: demoAccount,
	});
	await checkSum(transactions, 'amount', 18);
	const [[{ json: list }]] = await next(
		'aggregate',
		1,
		{
			aggregate: 'aggregateIndividualFields',
			fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'amount', renameField: false }] },
			options: {},
		},
		transactions,
	);
	assert.deepEqual(
		list.amount,
		jsonOf(transactions).map(({ amount }) => amount),
	);

	for (const operation of ['csv', 'xlsx']) {
		const [file] = await next(
			'convertToFile',
			1.1,
			{ operation, binaryPropertyName: 'data', options: {} },
			transactions,
		);
		const [read] = await next(
			'extractFromFile',
			1,
			{
				operation,
				binaryPropertyName: 'data',
				options: operation === 'csv' ? { enableBOM: true } : {},
			},
			file,
		);
		for (const field of ['time', 'amountExact', 'status', 'txHash'])
			assert.deepEqual(
				jsonOf(read).map((json) => String(json[field])),
				jsonOf(transactions).map((json) => String(json[field])),
				`${field} in ${operation}`,
			);
		// n8n writes a number into a CSV with some 10 digits, and into an XLSX as it is.
		const precision = operation === 'csv' ? 1e-8 : 0;
		read.forEach(({ json }, i) => {
			const wanted = transactions[i].json.amount as number;
			assert.ok(Math.abs(Number(json.amount) - wanted) <= precision * Math.max(1, wanted));
			if (operation === 'xlsx') assert.equal(typeof json.amount, 'number');
		});
	}
});

test('validators: sums of stake, sorted by uptime, those that end before a date', async () => {
	const validators = await ours('avalancheValidators', 'primaryValidator', 'getMany', {});
	await checkSum(validators, 'stake', 9);
	const [sorted] = await next(
		'sort',
		1,
		{ sortFieldsUi: { sortField: [{ fieldName: 'uptime', order: 'ascending' }] }, options: {} },
		validators,
	);
	const uptimes = jsonOf(sorted).map(({ uptime }) => uptime as number);
	assert.deepEqual(
		uptimes,
		[...uptimes].sort((a, b) => a - b),
	);
	const ends = jsonOf(validators).map(({ end }) => end as string);
	const day = [...ends].sort()[Math.floor(ends.length / 2)];
	const [kept] = await next(
		'filter',
		2.2,
		condition('={{ $json.end }}', day, { type: 'dateTime', operation: 'before' }),
		validators,
	);
	assert.deepEqual(
		jsonOf(kept).map(({ end }) => end),
		ends.filter((end) => end < day),
	);
});

/** Balances of which some have no value: the service has no price for their tokens. */
async function withUnpriced(): Promise<INodeExecutionData[]> {
	const balances = await ours('avalancheData', 'balance', 'getAll', {
		chainId: '43114',
		address: [demoAccount, demoDeployer].join(', '),
	});
	const unpriced = jsonOf(balances).filter(({ value }) => value === null);
	assert.ok(unpriced.length > 0 && unpriced.length < balances.length);
	return balances;
}

test('unknown values: sorted behind or before the others, summed, filtered, compared, in files', async () => {
	const balances = await withUnpriced();
	const known = jsonOf(balances).flatMap(({ value }) => (value === null ? [] : [value as number]));
	for (const order of ['ascending', 'descending']) {
		const [sorted] = await next(
			'sort',
			1,
			{ sortFieldsUi: { sortField: [{ fieldName: 'value', order }] }, options: {} },
			balances,
		);
		const given = jsonOf(sorted).flatMap(({ value }) => (value === null ? [] : [value as number]));
		const wanted = [...known].sort((a, b) => (order === 'ascending' ? a - b : b - a));
		assert.deepEqual(given, wanted);
	}

	const [[{ json: all }]] = await next(
		'summarize',
		1.1,
		{
			fieldsToSummarize: {
				values: [
					{ aggregation: 'sum', field: 'value' },
					{ aggregation: 'count', field: 'value' },
				],
			},
			options: {},
		},
		balances,
	);
	const sum = known.reduce((total, value) => total + value, 0);
	assert.ok(Math.abs((all.sum_value as number) - sum) <= 1e-9 * sum);
	assert.equal(all.count_value, known.length);

	const isEmpty = { type: 'number', operation: 'empty', singleValue: true };
	const [empty] = await next('filter', 2.2, condition('={{ $json.value }}', '', isEmpty), balances);
	assert.equal(empty.length, balances.length - known.length);
	const above = { type: 'number', operation: 'gt' };
	const [more] = await next('filter', 2.2, condition('={{ $json.value }}', 0, above), balances);
	assert.equal(more.length, known.filter((value) => value > 0).length);

	const [onlyA, same, different, onlyB] = await next(
		'compareDatasets',
		2.3,
		{
			mergeByFields: {
				values: ['address', 'token', 'symbol'].map((field) => ({ field1: field, field2: field })),
			},
			options: {},
		},
		balances,
		await withUnpriced(),
	);
	assert.equal(onlyA.length + onlyB.length + different.length, 0);
	assert.equal(same.length, balances.length);

	const columns = Object.keys(balances[0].json);
	for (const operation of ['csv', 'xlsx']) {
		// The first has no price: a file has the columns of its first item, or of all.
		const unknownFirst = [...balances].sort(
			(a, b) => Number(a.json.value !== null) - Number(b.json.value !== null),
		);
		const [file] = await next(
			'convertToFile',
			1.1,
			{ operation, binaryPropertyName: 'data', options: {} },
			unknownFirst,
		);
		const [read] = await next(
			'extractFromFile',
			1,
			{
				operation,
				binaryPropertyName: 'data',
				options: { includeEmptyCells: true, ...(operation === 'csv' && { enableBOM: true }) },
			},
			file,
		);
		const values = jsonOf(read).map(({ valueExact }) => String(valueExact ?? ''));
		assert.deepEqual(
			values,
			jsonOf(unknownFirst).map(({ valueExact }) => String(valueExact ?? '')),
			operation,
		);
		for (const column of columns)
			assert.ok(column in read.at(-1)!.json, `${column} in ${operation}`);
	}
});

test('events: rewards of the trigger add up, and alerts are filtered by what they are', async () => {
	const credentials = credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl);
	const watchRewards = engine.createPoll(
		'avalancheTrigger',
		{
			event: 'newReward',
			network: 'mainnet',
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds.join(','),
			rewardTypes: ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'],
		},
		{ credentials },
	);
	await watchRewards.activate();
	devnet.world.addRewards({ nodeIDs: [...ourNodeIds], amount: '1234567891' });
	const rewards = (await watchRewards.poll()) ?? [];
	assert.ok(rewards.length >= ourNodeIds.length);
	await checkSum(rewards, 'amount', 9);

	const { items: samples } = await engine
		.createPoll(
			'avalancheTrigger',
			{ event: 'validatorDown', validatorsFrom: 'lines', nodeIds: ourNodeIds[0]! },
			{ credentials },
		)
		.testRun();
	assert.ok(samples.length > 0);
	const [critical, other] = await next(
		'filter',
		2.2,
		condition('={{ $json.severity }}', 'critical', { type: 'string', operation: 'equals' }),
		samples,
	);
	assert.equal(critical.length + (other?.length ?? 0), samples.length);
	const [recent] = await next(
		'filter',
		2.2,
		condition('={{ $json.since }}', '2020-01-01T00:00:00Z', {
			type: 'dateTime',
			operation: 'after',
		}),
		samples,
	);
	assert.equal(recent.length, samples.length);
});
