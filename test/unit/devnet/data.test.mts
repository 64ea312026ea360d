/** What the data services of the mock network answer, and that their answers fit together. */
import {
	demoAccount,
	demoDeployer,
	type Devnet,
	ourNodeIds,
	ourRewardAddress,
} from '../../../devnet/devnet.mts';
import { check } from '../../../spec/check.mts';
import { errorBody } from '../../../spec/dataEndpoints.mts';
import { noon, profiles, start, send, get, readPages } from './devnetScene.mts';

const mainX = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const avaxId = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';

describe.each(profiles)('profile %s', (profile) => {
	let devnet: Devnet;
	const isReal = profile === 'real';
	beforeAll(async () => {
		devnet = await start({ profile });
	});

	test('the document leaves nothing out, the real service does', async () => {
		const { transactions } = await get(devnet, '/v1/chains/43114/transactions?pageSize=100');
		const withMethod = transactions.filter(({ method }: any) => method).length;
		expect(withMethod === transactions.length).toBe(!isReal);
		const { contracts } = await get(
			devnet,
			`/v1/chains/43114/contracts/${demoDeployer}/deployments`,
		);
		expect(contracts.every(({ name }: any) => name !== undefined)).toBe(!isReal);
		expect(contracts.map(({ ercType }: any) => ercType)).toEqual([
			'ERC-20',
			'ERC-20',
			'ERC-721',
			'ERC-1155',
			'UNKNOWN',
		]);
	});

	test('pages add up to the whole, in either order, once each', async () => {
		const path = `/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds.join(',')}`;
		const { records, sizes } = await readPages(devnet, `${path}&pageSize=7`, 'historicalRewards');
		const expected = devnet.world.rewards.mainnet.filter(({ nodeId }) =>
			ourNodeIds.includes(nodeId),
		);
		expect(sizes.slice(0, -1).every((size) => size === 7)).toBe(true);
		expect(new Set(records.map(({ utxoId }) => utxoId)).size).toBe(expected.length);
		const sum = records.reduce((total, { reward }) => total + BigInt(reward.amount), 0n);
		expect(sum).toBe(expected.reduce((total, reward) => total + reward.amount, 0n));
		const ascending = await readPages(
			devnet,
			`${path}&pageSize=100&sortOrder=asc`,
			'historicalRewards',
		);
		expect(ascending.records.reverse()).toEqual(records);
		const unpriced = records.filter(({ reward }) => !reward.historicalPrice);
		expect(unpriced.some(({ endTimestamp }) => endTimestamp * 1000 < noon - 86_400_000)).toBe(true);
		expect(
			records
				.filter(({ endTimestamp }) => endTimestamp * 1000 >= noon - 86_400_000)
				.every((record) => unpriced.includes(record)),
		).toBe(true);
	});

	test('a page token belongs to its filters', async () => {
		const { nextPageToken } = await get(devnet, '/v1/chains/43114/transactions?status=success');
		expect(nextPageToken).toMatch(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
		);
		const statuses = ['success', 'failed'].map(
			(status) => `/v1/chains/43114/transactions?status=${status}&pageToken=${nextPageToken}`,
		);
		expect((await send(devnet.url + statuses[0])).status).toBe(200);
		expect((await send(devnet.url + statuses[1])).status).toBe(400);
		expect((await send(devnet.url + statuses[0].replace(/.$/, 'x'))).status).toBe(400);
		const last = await get(
			devnet,
			'/v1/chains/43114/tokens/0x0000000000000000000000000000000000000001/transfers',
		);
		expect(last).toEqual(isReal ? { transfers: [] } : { nextPageToken: '', transfers: [] });
	});

	test('a transaction is the same in its block, among those of its address and among the latest', async () => {
		const latest = await readPages(
			devnet,
			'/v1/chains/43114/transactions?pageSize=100',
			'transactions',
		);
		const own = latest.records.filter(({ from, to }) =>
			[from.address, to.address].includes(demoAccount),
		);
		const listed = await readPages(
			devnet,
			`/v1/chains/43114/addresses/${demoAccount.toLowerCase()}/transactions:listNative?pageSize=100`,
			'transactions',
		);
		expect(listed.records).toEqual(own);
		const { blockHash, blockNumber } = own[0];
		for (const block of [blockHash, blockNumber]) {
			const { transactions } = await get(devnet, `/v1/chains/43114/blocks/${block}/transactions`);
			expect(transactions.map(({ blockIndex }: any) => blockIndex)).toEqual([
				...transactions.keys(),
			]);
			expect(transactions).toEqual(
				latest.records.filter((transaction) => transaction.blockHash === blockHash).reverse(),
			);
		}
		const failed = await readPages(
			devnet,
			'/v1/chains/43114/transactions?pageSize=100&status=failed',
			'transactions',
		);
		expect(failed.records).toEqual(latest.records.filter(({ txStatus }) => txStatus === '0'));
	});

	test('balances follow from what was transferred', async () => {
		const account = `/v1/chains/43114/addresses/${demoAccount}`;
		const read = async (kind: string, query = '') =>
			get(devnet, `${account}/balances:${kind}?pageSize=500${query}`);
		const { erc721TokenBalances: peaks } = await read('listErc721');
		const { erc1155TokenBalances: gear } = await read('listErc1155');
		expect((await read('listCollectibles')).collectibleBalances).toEqual([...peaks, ...gear]);
		expect(
			(await read('listCollectibles', `&contractAddress=${gear[0].address.toLowerCase()}`))
				.collectibleBalances,
		).toEqual(gear);

		const moved = await readPages(
			devnet,
			`/v1/chains/43114/tokens/${gear[0].address}/transfers?pageSize=100`,
			'transfers',
		);
		const { blockNumber } = moved.records.find(({ from, to }) =>
			[from.address, to.address].includes(demoAccount),
		);
		const earlier = (await read('listErc1155', `&blockNumber=${Number(blockNumber) - 1}`))
			.erc1155TokenBalances;
		expect(earlier).not.toEqual(gear);
		expect((await read('listErc1155', `&blockNumber=${blockNumber}`)).erc1155TokenBalances).toEqual(
			gear,
		);

		const { transactions } = await get(devnet, `${account}/transactions:listNative?pageSize=100`);
		const isAlone = ({ blockNumber: block }: any) =>
			transactions.filter((transaction: any) => transaction.blockNumber === block).length === 1;
		const isPayment = ({ from, gasUsed }: any) =>
			from.address === demoAccount && gasUsed === '21000';
		const paid = transactions.filter(isAlone).find(isPayment);
		const at = async (block: number) =>
			BigInt(
				(await get(devnet, `${account}/balances:getNative?blockNumber=${block}`)).nativeTokenBalance
					.balance,
			);
		const spent = (await at(Number(paid.blockNumber) - 1)) - (await at(Number(paid.blockNumber)));
		expect(spent).toBe(BigInt(paid.value) + BigInt(paid.gasUsed) * BigInt(paid.gasPrice));
	});

	test('ranges hold their start and not their end', async () => {
		const path = `/v1/chains/43114/addresses/${demoAccount}/transactions:listNative?pageSize=100`;
		const whole = (await readPages(devnet, path, 'transactions')).records;
		const [end, start] = [whole.at(3).blockNumber, whole.at(20).blockNumber];
		const ranged = (
			await readPages(devnet, `${path}&startBlock=${start}&endBlock=${end}`, 'transactions')
		).records;
		expect(ranged).toEqual(
			whole.filter(
				({ blockNumber }) =>
					Number(blockNumber) >= Number(start) && Number(blockNumber) < Number(end),
			),
		);
		expect(ranged.length).toBeGreaterThan(5);
		const assets = `/v1/networks/mainnet/blockchains/x-chain/assets/${avaxId}/transactions?pageSize=100`;
		const moves = (await readPages(devnet, assets, 'transactions')).records;
		const [until, from] = [moves.at(10).timestamp, moves.at(40).timestamp];
		const some = await readPages(
			devnet,
			`${assets}&startTimestamp=${from}&endTimestamp=${until}&txTypes=BaseTx&txTypes=ExportTx`,
			'transactions',
		);
		const isAsked = ({ timestamp, txType }: any) =>
			timestamp >= from && timestamp < until && ['BaseTx', 'ExportTx'].includes(txType);
		expect(some.records).toEqual(moves.filter(isAsked));
		expect(new Set(some.records.map(({ txType }) => txType)).size).toBe(2);
	});

	test.each([
		['/v1/networks/mainnet/rewards', 400],
		[`/v1/networks/mainnet/rewards?nodeIds=NodeID-1`, 400],
		[`/v1/networks/main/rewards?nodeIds=${ourNodeIds[0]}`, 400],
		[`/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}&pageSize=101`, 400],
		[`/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}&pageSize=0`, 400],
		[`/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}&sortBy=x`, 400],
		[`/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}&currency=xyz`, 400],
		[`/v1/networks/fuji/rewards?addresses=${ourRewardAddress}`, 400],
		[`/v1/networks/fuji/blockchains/${mainX}/vertices`, 400],
		['/v1/networks/mainnet/blockchains/p-chain/vertices', 400],
		[`/v1/networks/mainnet/blockchains/x-chain/assets/${mainX}/transactions`, 404],
		['/v1/chains/999/transactions', 404],
		['/v1/chains/43114/blocks/999999999/transactions', 404],
		['/v1/chains/43114/blocks/70999999/transactions?pageSize=0', 200],
		['/v1/chains/43114/addresses/0x12/balances:getNative', 400],
		[`/v1/chains/43114/addresses/${demoAccount}/balances%3AgetNative`, 404],
		['/v1/chains?feature=flying', 400],
		['/v1/nothing', 404],
		['/v2/chains/43114/metrics/txCount?timeInterval=week', 200],
		['/v2/chains/43114/metrics/maxTps?timeInterval=week', 400],
		['/v2/chains/43114/metrics/feesPaid?timeInterval=week', isReal ? 400 : 200],
		['/v2/chains/1/metrics/txCount', 404],
		['/v2/health-check', 200],
		['/v1/networks/testnet', 200],
	])('GET %s is %i', async (path, expected) => {
		const { status, json } = await send(devnet.url + path);
		expect(status).toBe(expected);
		if (status !== 200) expect(check(json, errorBody[profile]).misfits).toEqual([]);
	});

	test('the real service lists what is wrong with parameters', async () => {
		const { message } = await get(devnet, '/v1/chains/43114/transactions?status=odd&pageSize=1000');
		expect(Array.isArray(message) ? message.length : message).toEqual(
			isReal ? 2 : expect.stringContaining('pageSize'),
		);
	});

	test('metrics add up, and stand at the beginning of their interval', async () => {
		const read = async (interval: string, from: number, to: number) =>
			(
				await get(
					devnet,
					`/v2/chains/43114/metrics/txCount?timeInterval=${interval}&startTimestamp=${from}&endTimestamp=${to}&pageSize=2160`,
				)
			).results;
		const [from, to] = [Date.UTC(2026, 8, 1) / 1000, Date.UTC(2026, 9, 1) / 1000];
		const sum = (points: Array<{ value: number }>) =>
			points.reduce((total, { value }) => total + value, 0);
		const [hours, days, months] = await Promise.all(
			['hour', 'day', 'month'].map((interval) => read(interval, from, to)),
		);
		expect([hours.length, days.length, months.length]).toEqual([720, 30, 1]);
		expect(hours.every(({ value }: { value: number }) => value > 0)).toBe(true);
		expect(sum(hours)).toBe(sum(months));
		expect(sum(days)).toBe(sum(months));
		const [week] = await read('week', 0, from);
		expect(new Date(week.timestamp * 1000).getUTCDay()).toBe(1);
		const { text } = await send(
			`${devnet.url}/v2/chains/43114/metrics/feesPaid?timeInterval=day&pageSize=1`,
		);
		expect(BigInt(/"value":(\d+)/.exec(text)![1]!)).toBeGreaterThan(2n ** 53n);
	});
});
