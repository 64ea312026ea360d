import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readJson, writeJson } from '../../devnet/json.mts';
import {
	demoAccount,
	demoDeployer,
	demoL1Chain,
	ourNodeIds,
	ourRewardAddress,
	ownNodeId,
	startDevnet,
} from '../../devnet/devnet.mts';
import type { Devnet, Fault } from '../../devnet/devnet.mts';
import { encodeBech32, isBech32, isId, isNodeId, makeAddress } from '../../devnet/ids.mts';
import type { Profile } from '../../devnet/http.mts';

/** The clock of the tests stands still, and moves only where a test moves it. */
const noon = Date.UTC(2026, 10, 20, 12);
const profiles: Profile[] = ['document', 'real'];
const mainX = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const avaxId = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const validatorsPath = `/ext/bc/${demoL1Chain.blockchainId}/validators`;
const all = 'validators.getCurrentValidators';

const running: Devnet[] = [];
async function start(options: Parameters<typeof startDevnet>[0] = {}) {
	const devnet = await startDevnet({
		seed: 7,
		validators: 60,
		rewards: 900,
		now: () => noon,
		...options,
	});
	running.push(devnet);
	return devnet;
}
afterAll(async () => {
	await Promise.all(running.map((devnet) => devnet.close()));
});

interface Sent {
	method?: string;
	headers?: Record<string, string>;
	body?: string;
}
function parse(text: string): any {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
async function send(url: string, init: Sent = {}) {
	const response = await fetch(url, { redirect: 'manual', ...init });
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parse(text) };
}
const post = (url: string, body: string) =>
	send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
const call = async (devnet: Devnet, path: string, method: string, params?: unknown) =>
	(await post(devnet.nodeUrl + path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
		.json;
const get = async (devnet: Devnet, path: string) => (await send(devnet.url + path)).json;
const control = (devnet: Devnet, name: string, choice: unknown) =>
	post(`${devnet.url}/control/${name}`, JSON.stringify(choice));

/** All pages of a list, and how many records each had. */
async function readPages(devnet: Devnet, path: string, list: string) {
	const records: any[] = [];
	const sizes: number[] = [];
	let token = '';
	do {
		const page = await get(
			devnet,
			`${path}${path.includes('?') ? '&' : '?'}${token && `pageToken=${token}`}`,
		);
		records.push(...page[list]);
		sizes.push(page[list].length);
		token = page.nextPageToken ?? '';
	} while (token);
	return { records, sizes };
}

/** s string, d string of digits, i integer, n number, b boolean, * anything; a list holds the shape of its items, or those they may have; ? may be absent. */
type Shape = string | Shape[] | { [field: string]: Shape };
const isLeaf: Record<string, (value: unknown) => boolean> = {
	s: (value) => typeof value === 'string',
	d: (value) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value),
	i: (value) => Number.isInteger(value),
	n: (value) => typeof value === 'number',
	b: (value) => typeof value === 'boolean',
	'*': () => true,
};
function findMisfits(value: any, shape: Shape, path = ''): string[] {
	if (typeof shape === 'string')
		return isLeaf[shape]!(value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
	if (Array.isArray(shape)) {
		if (!Array.isArray(value)) return [`${path} is no list`];
		return value.flatMap((item, i) => {
			const misfits = shape.map((one) => findMisfits(item, one, `${path}[${i}]`));
			return misfits.sort((a, b) => a.length - b.length)[0]!;
		});
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		return [`${path} is no object`];
	const names = Object.keys(shape).map((name) => name.replace('?', ''));
	const unknown = Object.keys(value).filter((name) => !names.includes(name) && !('*' in shape));
	return [
		...unknown.map((name) => `${path}.${name} is not in the document`),
		...Object.entries(shape).flatMap(([name, of]) => {
			if (name === '*')
				return Object.entries(value).flatMap(([key, entry]) =>
					findMisfits(entry, of, `${path}.${key}`),
				);
			const field = name.replace('?', '');
			if (value[field] === undefined)
				return name.endsWith('?') ? [] : [`${path}.${field} is missing`];
			return findMisfits(value[field], of, `${path}.${field}`);
		}),
	];
}

const fees = (of: string) =>
	Object.fromEntries(
		(
			'txFee createAssetTxFee createSubnetTxFee transformSubnetTxFee createBlockchainTxFee ' +
			'addPrimaryNetworkValidatorFee addPrimaryNetworkDelegatorFee addSubnetValidatorFee addSubnetDelegatorFee'
		)
			.split(' ')
			.map((name) => [name, of]),
	);
const peer = {
	ip: 's',
	publicIP: 's',
	nodeID: 's',
	version: 's',
	lastSent: 's',
	lastReceived: 's',
	benched: ['s'],
	trackedSubnets: ['s'],
};
const upgrades = Object.fromEntries(
	(
		'apricotPhase1Time apricotPhase2Time apricotPhase3Time apricotPhase4Time apricotPhase5Time apricotPhasePre6Time apricotPhase6Time ' +
		'apricotPhasePost6Time banffTime cortinaTime durangoTime etnaTime fortunaTime graniteTime heliconTime cortinaXChainStopVertexID'
	)
		.split(' ')
		.map((name) => [name, 's']),
);
const validator: Shape = {
	validationID: 's',
	nodeID: 's',
	weight: 'n',
	startTimestamp: 'i',
	isActive: 'b',
	isL1Validator: 'b',
	isConnected: 'b',
	uptimeSeconds: 'i',
	uptimePercentage: 'n',
};
const owner: Shape = { locktime: 'd', threshold: 'd', addresses: ['s'] };
const stake = {
	txID: 's',
	startTime: 'd',
	endTime: 'd',
	weight: 'd',
	potentialReward: 'd',
	nodeID: 's',
};
const primaryValidator: Shape = {
	...stake,
	validationRewardOwner: owner,
	delegationRewardOwner: owner,
	accruedDelegateeReward: 'd',
	delegationFee: 'd',
	uptime: 'd',
	connected: 'b',
	signer: { publicKey: 's', proofOfPossession: 's' },
	delegatorCount: 'd',
	delegatorWeight: 'd',
	'delegators?': [{ ...stake, rewardOwner: owner }],
};

/** Path, method, params, result as the document has it, and as a node gives it where that differs. */
const rpcCases: Array<[string, string, unknown, Shape, Shape?]> = [
	[
		'/ext/info',
		'info.acps',
		{},
		{
			acps: {
				'*': {
					supportWeight: 'n',
					supporters: ['s'],
					objectWeight: 'n',
					objectors: ['s'],
					abstainWeight: 'n',
				},
			},
		},
		{ acps: {} },
	],
	['/ext/info', 'info.isBootstrapped', { chain: 'C' }, { isBootstrapped: 'b' }],
	['/ext/info', 'info.getBlockchainID', { alias: 'X' }, { blockchainID: 's' }],
	['/ext/info', 'info.getNetworkID', {}, { networkID: 'i' }, { networkID: 'd' }],
	['/ext/info', 'info.getNetworkName', {}, { networkName: 's' }],
	[
		'/ext/info',
		'info.getNodeID',
		{},
		{ nodeID: 's', nodePOP: { publicKey: 's', proofOfPossession: 's' } },
	],
	['/ext/info', 'info.getNodeIP', {}, { ip: 's' }],
	[
		'/ext/info',
		'info.getNodeVersion',
		{},
		{
			version: 's',
			databaseVersion: 's',
			gitCommit: 's',
			vmVersions: { '*': 's' },
			rpcProtocolVersion: 'd',
		},
	],
	['/ext/info', 'info.getTxFee', {}, fees('i'), fees('d')],
	[
		'/ext/info',
		'info.getVMs',
		{},
		{ vms: { '*': ['s'] } },
		{ vms: { '*': ['s'] }, fxs: { '*': 's' } },
	],
	[
		'/ext/info',
		'info.peers',
		{},
		{ numPeers: 'i', peers: [{ ...peer, observedUptime: 'i' }] },
		{
			numPeers: 'd',
			peers: [
				{
					...peer,
					observedUptime: 'd',
					upgradeTime: 'n',
					supportedACPs: ['i'],
					objectedACPs: ['i'],
				},
			],
		},
	],
	[
		'/ext/info',
		'info.uptime',
		{},
		{ rewardingStakePercentage: 'n', weightedAveragePercentage: 'n' },
		{ rewardingStakePercentage: 'd', weightedAveragePercentage: 'd' },
	],
	[
		'/ext/info',
		'info.upgrades',
		{},
		{ ...upgrades, apricotPhase4MinPChainHeight: 'i' },
		{ ...upgrades, apricotPhase4MinPChainHeight: 'i', graniteEpochDuration: 'i' },
	],
	[validatorsPath, all, {}, { validators: [validator] }],
	['/ext/bc/P', 'platform.getCurrentValidators', {}, { validators: [primaryValidator] }],
	[
		'/ext/bc/P',
		'platform.getCurrentValidators',
		{ nodeIDs: [ourNodeIds[0]] },
		{ validators: [primaryValidator] },
	],
	[
		'/ext/bc/P',
		'platform.getCurrentValidators',
		{ subnetID: demoL1Chain.subnetId },
		{
			validators: [
				{
					...{ nodeID: 's', weight: 'd', startTime: 'd', validationID: 's', publicKey: 's' },
					...{
						remainingBalanceOwner: owner,
						deactivationOwner: owner,
						minNonce: 'd',
						balance: 'd',
					},
				},
			],
		},
	],
];

/** Fields of the document, which leaves none of them out; what the real services answer is in dataDescription.test.mts. */
const asset = { assetId: 's', name: 's', symbol: 's', denomination: 'i', type: 's' };
const amount = { ...asset, amount: 'd' };
const sums: Shape = [{ ...amount, utxoCount: 'i' }];
const shared: Shape = [{ ...amount, utxoCount: 'i', sharedWithChainId: 's', status: 's' }];
const chainInfo: Shape = { chainName: 's', network: 's' };
const price: Shape = { currencyCode: 's', value: 'd' };
const party: Shape = { name: 's', symbol: 's', decimals: 'i', logoUri: 's', address: 's' };
const place = {
	...{ blockNumber: 'd', blockTimestamp: 'i', blockHash: 's', txHash: 's' },
	from: party,
	to: party,
};
const utxo: Shape = {
	...{
		addresses: ['s'],
		asset: amount,
		consumedOnChainId: 's',
		consumingTxHash: 's',
		createdOnChainId: 's',
	},
	...{ utxoId: 's', utxoBytes: 's', consumingTxTimestamp: 'i', creationTxHash: 's', groupId: 'i' },
	credentials: [{ signature: 's', publicKey: 's' }],
	...{
		locktime: 'i',
		outputIndex: 'd',
		payload: 's',
		threshold: 'i',
		timestamp: 'i',
		utxoType: 's',
	},
};
const transaction: Shape = {
	...place,
	...{
		chainId: 'd',
		blockIndex: 'i',
		txStatus: 'd',
		txType: 'i',
		gasLimit: 'd',
		gasUsed: 'd',
		gasPrice: 'd',
	},
	...{ nonce: 'd', value: 'd', method: { callType: 's', methodHash: 's', methodName: 's' } },
};
const metadata = {
	...{ indexStatus: 's', metadataLastUpdatedTimestamp: 'i', name: 's', symbol: 's', imageUri: 's' },
	...{ description: 's', animationUri: 's', externalUrl: 's', background: 's' },
};
const heldNft = {
	...{
		address: 's',
		name: 's',
		symbol: 's',
		ercType: 's',
		tokenId: 'd',
		tokenUri: 's',
		ownerAddress: 's',
	},
	...{ metadata: { ...metadata, attributes: 's' }, chainId: 'd' },
};
const heldGear = {
	...{ address: 's', ercType: 's', tokenId: 'd', tokenUri: 's', chainId: 'd', balance: 'd' },
	metadata: { ...metadata, decimals: 'i', properties: 's' },
};
const native: Shape = {
	...{ name: 's', symbol: 's', decimals: 'i', logoUri: 's', chainId: 'd' },
	...{ price, balance: 'd', balanceValue: price },
};
const image: Shape = { assetId: 's', imageUri: 's' };
const contract: Shape = {
	...{
		name: 's',
		description: 's',
		officialSite: 's',
		email: 's',
		logoAsset: image,
		bannerAsset: image,
	},
	...{
		color: 's',
		resourceLinks: [{ type: 's', url: 's' }],
		tags: ['s'],
		address: 's',
		ercType: 's',
		symbol: 's',
	},
	deploymentDetails: { txHash: 's', deployerAddress: 's', deployerContractAddress: 's' },
};
const chain: Shape = {
	...{
		chainId: 's',
		status: 's',
		chainName: 's',
		description: 's',
		platformChainId: 's',
		subnetId: 's',
	},
	...{ vmId: 's', vmName: 's', explorerUrl: 's', rpcUrl: 's', wsUrl: 's', isTestnet: 'b' },
	...{
		utilityAddresses: { multicall: 's' },
		chainLogoUri: 's',
		private: 'b',
		enabledFeatures: ['s'],
	},
	networkToken: { name: 's', symbol: 's', decimals: 'i', logoUri: 's', description: 's' },
};
const atomic = { atomicMemoryUnlocked: shared, atomicMemoryLocked: shared };
const balances: Shape = {
	...{ unlockedUnstaked: sums, unlockedStaked: sums, lockedPlatform: sums, lockedStakeable: sums },
	...{ lockedStaked: sums, pendingStaked: sums, ...atomic },
};
const xTransaction: Shape = {
	...{
		txHash: 's',
		chainFormat: 's',
		timestamp: 'i',
		txType: 's',
		memo: 's',
		consumedUtxos: [utxo],
	},
	...{ emittedUtxos: [utxo], amountUnlocked: [amount], amountCreated: [amount], sourceChain: 's' },
	...{ destinationChain: 's', assetCreated: { ...asset, createdAtTimestamp: 'i', cap: 's' } },
	vertices: [{ hash: 's', height: 'i', timestamp: 'i' }],
};
const vertex: Shape = {
	...{
		vertexHash: 's',
		parentHashes: ['s'],
		vertexHeight: 'i',
		vertexIndex: 'i',
		vertexTimestamp: 'i',
	},
	...{ txCount: 'i', transactions: ['s'], vertexSizeBytes: 'i' },
};
const reward: Shape = {
	...{
		addresses: ['s'],
		txHash: 's',
		amountStaked: 'd',
		nodeId: 's',
		startTimestamp: 'i',
		endTimestamp: 'i',
	},
	...{ rewardType: 's', utxoId: 's', outputIndex: 'i', rewardTxHash: 's' },
	reward: { ...amount, 'historicalPrice?': price },
};
const internal: Shape = {
	...place,
	...{ internalTxType: 's', value: 'd', isReverted: 'b', gasUsed: 'd', gasLimit: 'd' },
};
const transfer: Shape = {
	...{ ...place, logIndex: 'i', value: 'd' },
	erc20Token: {
		address: 's',
		name: 's',
		symbol: 's',
		decimals: 'i',
		logoUri: 's',
		ercType: 's',
		price,
	},
};
const listed = (shape: { [field: string]: Shape }): Shape => ({ ...shape, nextPageToken: 's' });
const account = `/v1/chains/43114/addresses/${demoAccount}`;
const primary = '/v1/networks/mainnet/blockchains';

const dataCases: Array<[string, Shape]> = [
	[
		`${primary}/x-chain/assets/${avaxId}/transactions?pageSize=100`,
		listed({ transactions: [xTransaction], chainInfo }),
	],
	[`${primary}/p-chain/balances?addresses=P-${ourRewardAddress}`, { balances, chainInfo }],
	[`${primary}/${mainX}/balances?addresses=${ourRewardAddress}`, { balances, chainInfo }],
	[`${primary}/c-chain/balances?addresses=${ourRewardAddress}`, { balances: atomic, chainInfo }],
	[`${primary}/x-chain/vertices`, listed({ vertices: [vertex], chainInfo })],
	[
		`/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds.join(',')}&pageSize=100`,
		listed({ historicalRewards: [reward] }),
	],
	['/v1/chains', { chains: [chain] }],
	['/v1/chains/43114', chain],
	['/v1/chains/43114/transactions?pageSize=100', listed({ transactions: [transaction] })],
	['/v1/chains/43114/blocks/70999999/transactions', listed({ transactions: [transaction] })],
	[`${account}/transactions:listNative?pageSize=100`, listed({ transactions: [transaction] })],
	[`${account}/transactions:listInternals`, listed({ transactions: [internal] })],
	[`${account}/balances:getNative?currency=chf`, { nativeTokenBalance: native }],
	[
		`${account}/balances:listErc721`,
		listed({ erc721TokenBalances: [heldNft], nativeTokenBalance: native }),
	],
	[
		`${account}/balances:listErc1155`,
		listed({ erc1155TokenBalances: [heldGear], nativeTokenBalance: native }),
	],
	[`${account}/balances:listCollectibles`, listed({ collectibleBalances: [heldNft, heldGear] })],
	[`/v1/chains/43114/contracts/${demoDeployer}/deployments`, listed({ contracts: [contract] })],
	[
		'/v2/chains',
		listed({
			chains: [{ evmChainId: 'i', chainName: 's', blockchainId: 's', subnetId: 's', network: 's' }],
		}),
	],
	['/v2/chains/43114/metrics/avgGps', listed({ results: [{ value: 'n', timestamp: 'i' }] })],
	// The document knows tokens of the first kind alone.
	...[0, 2, 3].map((i): [string, Shape] => [
		`/v1/chains/43114/tokens/${makeAddress('7/43114', 'contract', i)}/transfers`,
		listed({ transfers: [transfer] }),
	]),
];

test('identifiers have the checksums of the network', () => {
	expect(
		isId(mainX) && isId('11111111111111111111111111111111LpoYY') && isId(demoL1Chain.blockchainId),
	).toBe(true);
	expect(isId(`${mainX.slice(0, -1)}N`)).toBe(false);
	expect([...ourNodeIds, ownNodeId].every(isNodeId)).toBe(true);
	expect(
		isBech32('avax', ourRewardAddress) &&
			isBech32('local', 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'),
	).toBe(true);
	expect(isBech32('avax', encodeBech32('fuji', Buffer.alloc(20, 9)))).toBe(false);
	expect(demoAccount).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

describe.each(profiles)('profile %s', (profile) => {
	let devnet: Devnet;
	const isReal = profile === 'real';
	beforeAll(async () => {
		devnet = await start({ profile });
	});

	test.each(rpcCases)(
		'%s answers %s',
		async (path, method, params, documented, real = documented) => {
			const answer = await call(devnet, path, method, params);
			expect(findMisfits(answer.result, isReal ? real : documented)).toEqual([]);
			expect(Object.keys(answer)).toEqual(
				isReal ? ['jsonrpc', 'result', 'id'] : ['jsonrpc', 'id', 'result'],
			);
		},
	);

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
		['/v1/chains/43114/blocks/1/transactions', 404],
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
		const message: Shape = isReal && Array.isArray(json.message) ? ['s'] : 's';
		if (status !== 200)
			expect(findMisfits(json, { message, error: 's', statusCode: 'i' })).toEqual([]);
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

describe('the data services of the document', () => {
	let devnet: Devnet;
	beforeAll(async () => {
		devnet = await start({ profile: 'document' });
	});

	test.each(dataCases)('GET %s', async (path, shape) => {
		const { status, headers, json } = await send(devnet.url + path);
		expect(status).toBe(200);
		expect(headers.get('content-type')).toContain('application/json');
		expect(findMisfits(json, shape)).toEqual([]);
		const list = Object.values(json).find(Array.isArray);
		if (list) expect(list.length).toBeGreaterThan(0);
	});
});

describe('the dialect of a real node', () => {
	let devnet: Devnet;
	beforeAll(async () => {
		devnet = await start();
	});
	const rpc = (method: string, rest: object = {}) =>
		JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...rest });

	test.each([
		[
			rpc('info.nope'),
			{ code: -32000, message: 'rpc: can\'t find method "info.Nope"', data: null },
		],
		[
			rpc('infox.getNetworkID'),
			{ code: -32000, message: 'rpc: can\'t find service "infox.GetNetworkID"', data: null },
		],
		[
			rpc('info.GetNetworkID'),
			{ code: -32000, message: 'method must start with a non-uppercase letter', data: null },
		],
		[
			rpc('info_getNetworkID'),
			{
				code: -32000,
				message: 'rpc: service/method request ill-formed: "info_getNetworkID"',
				data: null,
			},
		],
		[
			rpc('info.constructor'),
			{ code: -32000, message: 'rpc: can\'t find method "info.Constructor"', data: null },
		],
		[
			rpc('info.isBootstrapped', { params: {} }),
			{ code: -32000, message: "argument 'chain' not given", data: null },
		],
		[
			rpc('info.isBootstrapped', { params: { chain: 'Q' } }),
			{ code: -32000, message: "there is no chain with alias/ID 'Q'", data: null },
		],
		[
			rpc('info.getBlockchainID', { params: { alias: 'Q' } }),
			{ code: -32000, message: 'there is no ID with alias: Q', data: null },
		],
		[
			rpc('info.peers', { params: { nodeIDs: ['Q'] } }),
			expect.objectContaining({
				message: expect.stringMatching(/^couldn't unmarshal an argument/),
			}),
		],
		[
			rpc('info.isBootstrapped', { params: { chain: 7 } }),
			expect.objectContaining({
				message: expect.stringMatching(/^couldn't unmarshal an argument/),
			}),
		],
		[
			'{"id":1,"method":"info.getNetworkID"}',
			expect.objectContaining({ code: -32600, message: 'jsonrpc must be 2.0' }),
		],
		[
			'[{}]',
			expect.objectContaining({
				code: -32700,
				message: 'json: cannot unmarshal array into Go value of type json2.serverRequest',
			}),
		],
		['', expect.objectContaining({ code: -32700, message: 'EOF' })],
	])('%s fails as it does there', async (body, error) => {
		const { status, json, text } = await post(`${devnet.url}/ext/info`, body);
		expect(status).toBe(200);
		expect(json.error).toEqual(error);
		expect(json.id).toBe(body.startsWith('{') ? 1 : null);
		expect(text.endsWith('\n')).toBe(true);
	});

	test('params may be an object, a list with one, null or absent, with names in any case', async () => {
		const params: unknown[] = [{ chain: 'C' }, [{ Chain: 'C' }], [{ CHAIN: 'C', more: 1 }, 7]];
		for (const one of params)
			expect(
				(await call(devnet, '/ext/info', 'info.isBootstrapped', one)).result.isBootstrapped,
			).toBe(true);
		for (const one of [null, [], undefined])
			expect((await call(devnet, '/ext/info', 'info.getNetworkID', one)).result.networkID).toBe(
				'1',
			);
	});

	test('ids are given back as they came, and without one there is no answer', async () => {
		for (const id of ['18446744073709551615', '"a"', '1.50', '{"a":[1]}']) {
			expect(
				(
					await post(
						`${devnet.url}/ext/info`,
						`{"jsonrpc":"2.0","id":${id},"method":"info.getNetworkID"}`,
					)
				).text,
			).toContain(`"id":${id}}`);
		}
		for (const body of [
			'{"jsonrpc":"2.0","method":"info.getNetworkID"}',
			'{"jsonrpc":"2.0","id":null,"method":"info.nope"}',
		]) {
			expect(await post(`${devnet.url}/ext/info`, body)).toMatchObject({ status: 200, text: '' });
		}
	});

	test('what is no call is answered in plain text', async () => {
		const at = (path: string, init: Sent = {}) => send(devnet.url + path, init);
		const json = { 'content-type': 'application/json' };
		expect(await at('/ext/info')).toMatchObject({
			status: 405,
			text: 'rpc: POST method required, received GET',
		});
		expect(
			await at('/ext/info', {
				method: 'POST',
				body: '{}',
				headers: { 'content-type': 'text/plain' },
			}),
		).toMatchObject({
			status: 415,
			text: 'rpc: unrecognized Content-Type: text/plain',
		});
		for (const path of [
			'/ext/info/',
			'/ext/INFO',
			'/ext/bc/C/validators',
			'/ext/bc/none/validators',
			'/ext/bc/%zz/rpc',
		]) {
			expect(await at(path, { method: 'POST', body: '{}', headers: json })).toMatchObject({
				status: 404,
				text: '404 page not found\n',
			});
		}
		const { headers } = await post(
			`${devnet.url}/ext/info`,
			'{"jsonrpc":"2.0","id":1,"method":"info.uptime"}',
		);
		expect(headers.get('node-id')).toBe(ownNodeId);
		expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
	});

	test('the order of validators changes from call to call, the set does not', async () => {
		const orders = await Promise.all(
			[1, 2, 3].map(async () =>
				(await call(devnet, validatorsPath, all)).result.validators.map(
					({ nodeID }: any) => nodeID,
				),
			),
		);
		expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
		expect(orders[0].sort()).toEqual(orders[1].sort());
	});

	test('numbers beyond 2^53 and 32-bit fractions', async () => {
		const { text } = await post(devnet.url + validatorsPath, rpc(all));
		expect(text).toContain('"weight":1152921504606846976');
		expect(text).toContain('"uptimePercentage":85.71429');
		expect((await post(`${devnet.url}/ext/info`, rpc('info.peers'))).text).toContain(
			'"upgradeTime":18446744073709551615',
		);
	});

	test('rate limit headers come with a key', async () => {
		const url = `${devnet.url}/v1/chains/43114`;
		expect((await send(url)).headers.get('ratelimit-limit')).toBeNull();
		const { headers } = await send(url, { headers: { 'x-glacier-api-key': 'k' } });
		expect(
			['policy', 'limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`)),
		).toEqual(['8000;w=60', '8000', '7980']);
	});
});

describe('what can be changed', () => {
	test('a validator that disconnects is gone everywhere, and its uptime falls', async () => {
		let time = noon;
		const devnet = await start({ now: () => time });
		const [nodeID] = ourNodeIds as [string];
		const look = async () => {
			const [onL1] = (await call(devnet, validatorsPath, all, { nodeIDs: [nodeID] })).result
				.validators;
			const [onPrimary] = (
				await call(devnet, '/ext/bc/P', 'platform.getCurrentValidators', { nodeIDs: [nodeID] })
			).result.validators;
			const { numPeers } = (await call(devnet, '/ext/info', 'info.peers', { nodeIDs: [nodeID] }))
				.result;
			return {
				onL1: onL1.isConnected,
				onPrimary: onPrimary.connected,
				numPeers,
				uptime: onL1.uptimePercentage,
				seconds: onL1.uptimeSeconds,
			};
		};
		const before = await look();
		expect(before).toMatchObject({ onL1: true, onPrimary: true, numPeers: '1' });
		expect((await control(devnet, 'disconnect', { nodeIDs: [nodeID] })).status).toBe(200);
		time += 86_400_000;
		const during = await look();
		expect(during).toMatchObject({
			onL1: false,
			onPrimary: false,
			numPeers: '0',
			seconds: before.seconds,
		});
		expect(during.uptime).toBeLessThan(before.uptime);
		await control(devnet, 'reconnect', { nodeIDs: [nodeID] });
		time += 60_000;
		expect(await look()).toMatchObject({
			onL1: true,
			onPrimary: true,
			seconds: before.seconds + 60,
		});
		expect(await control(devnet, 'disconnect', { nodeIDs: [ownNodeId] })).toMatchObject({
			status: 400,
			json: { message: expect.stringContaining('cannot lose itself') },
		});
	});

	test('inactive, misreported and new validators', async () => {
		let time = noon;
		const devnet = await start({ now: () => time });
		const read = async (nodeIDs?: string[]) => await call(devnet, validatorsPath, all, { nodeIDs });
		const members = (await read()).result.validators;
		expect(members.filter(({ isActive }: any) => !isActive)).toEqual([
			expect.objectContaining({ isConnected: false }),
		]);
		expect(
			members.filter(({ isActive, isConnected }: any) => isActive && !isConnected),
		).toHaveLength(1);
		await control(devnet, 'deactivate', { nodeIDs: [ourNodeIds[1]] });
		await control(devnet, 'reportConnected', { nodeIDs: [ourNodeIds[1]], connected: true });
		expect((await read([ourNodeIds[1]!])).result.validators[0]).toMatchObject({
			isActive: false,
			isConnected: true,
		});
		await control(devnet, 'setUptime', { nodeIDs: [ourNodeIds[2]], percentage: 42.5 });
		expect((await read([ourNodeIds[2]!])).result.validators[0].uptimePercentage).toBe(42.5);

		const [added] = (await control(devnet, 'addValidators', { on: 'l1', failSeconds: 60 })).json;
		expect((await read()).error.message).toMatch(
			/^failed to get uptime for validation ID (\w+): validationID not found: \1$/,
		);
		expect((await read([ourNodeIds[0]!])).result.validators).toHaveLength(1);
		time += 61_000;
		expect((await read()).result.validators).toHaveLength(members.length + 1);
		await control(devnet, 'removeValidators', { on: 'l1', nodeIDs: [added] });
		expect((await read([added])).result.validators).toEqual([]);
	});

	test('rewards are added where they belong, chains come and go, the own standing falls', async () => {
		const devnet = await start();
		const path = `/v1/networks/mainnet/rewards?nodeIds=${ourNodeIds[0]}`;
		await control(devnet, 'addRewards', { nodeIDs: [ourNodeIds[0]], amount: '9007199254740993' });
		const [newest] = (await get(devnet, path)).historicalRewards;
		expect(newest).toMatchObject({
			nodeId: ourNodeIds[0],
			endTimestamp: noon / 1000,
			reward: { amount: '9007199254740993' },
		});
		await control(devnet, 'setChain', { chain: 'demo', state: 'bootstrapping' });
		expect(await post(devnet.url + validatorsPath, '{}')).toMatchObject({
			status: 503,
			text: 'API call rejected because chain is not done bootstrapping\n',
		});
		expect(
			(await call(devnet, '/ext/info', 'info.isBootstrapped', { chain: 'demo' })).result
				.isBootstrapped,
		).toBe(false);
		await control(devnet, 'setChain', { chain: 'demo', state: 'unknown' });
		expect((await post(devnet.url + validatorsPath, '{}')).status).toBe(404);
		await control(devnet, 'setStanding', { rewardingStakePercentage: 0.02 });
		expect((await call(devnet, '/ext/info', 'info.uptime')).result.rewardingStakePercentage).toBe(
			'0.0200',
		);
		await control(devnet, 'setStanding', { isValidator: false });
		expect((await call(devnet, '/ext/info', 'info.uptime')).error.message).toBe(
			"couldn't get node uptime: node is not a validator",
		);
	});
});

describe('faults', () => {
	let devnet: Devnet;
	const path = '/v1/chains/43114/transactions?pageSize=2';
	beforeAll(async () => {
		devnet = await start();
	});
	beforeEach(() => {
		devnet.faults([]);
		devnet.clearLog();
	});

	test.each([400, 401, 403, 404, 429, 500, 502, 503])(
		'status %i, twice and no more',
		async (status) => {
			await control(devnet, 'faults', [{ host: 'data', status, retryAfter: 3, times: 2 }]);
			const answers = [await send(devnet.url + path), await send(devnet.url + path)];
			for (const { status: sent, json, headers } of answers) {
				expect({ sent, statusCode: json.statusCode, wait: headers.get('retry-after') }).toEqual({
					sent: status,
					statusCode: status,
					wait: '3',
				});
			}
			expect((await send(devnet.url + path)).status).toBe(200);
			expect(devnet.log.map((entry) => entry.status)).toEqual([status, status, 200]);
		},
	);

	const faultCases: Array<[string, Fault, object]> = [
		[
			'an HTML page',
			{ body: 'html', status: 502 },
			{ status: 502, text: expect.stringMatching(/^<html>/) },
		],
		['half the JSON', { body: 'half' }, { status: 200, text: expect.stringMatching(/[^}]$/) }],
		['an empty body', { body: 'empty' }, { status: 200, text: '' }],
		['a redirect', { redirect: 'http://127.0.0.1:9' }, { status: 307 }],
		[
			'an empty page with a token',
			{ emptyPage: true },
			{ json: { transactions: [], nextPageToken: expect.any(String) } },
		],
		[
			'an error with the key',
			{ status: 403, echoKey: true },
			{ status: 403, text: expect.stringContaining('k/y k%2Fy ay95') },
		],
		['no key', { requireKey: 'k/y' }, { status: 200 }],
		['another key', { requireKey: 'other' }, { status: 403 }],
	];
	test.each(faultCases)('%s', async (_, fault, expected) => {
		devnet.faults([fault]);
		expect(
			await send(devnet.url + path, { headers: { 'x-glacier-api-key': 'k/y' } }),
		).toMatchObject(expected);
	});

	test('a key is required', async () => {
		devnet.faults([{ host: 'data', requireKey: 'k' }]);
		expect((await send(devnet.url + path)).status).toBe(401);
		expect((await post(`${devnet.url}/ext/info`, '{}')).status).toBe(200);
	});

	test('cut connections are logged as status 0', async () => {
		for (const cut of ['before', 'during'] as const) {
			devnet.faults([{ cut }]);
			await expect(send(devnet.url + path)).rejects.toThrow();
		}
		expect(devnet.log.map(({ status }) => status)).toEqual([0, 0]);
	});

	test('more than so many at once are refused, and the log tells how many there were', async () => {
		devnet.faults([{ maxInFlight: 5, retryAfter: 1 }, { latencyMs: 100 }]);
		const statuses = await Promise.all(
			Array.from({ length: 12 }, async () => (await send(devnet.url + path)).status),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(5);
		expect(
			devnet.log
				.filter(({ inFlight }) => inFlight > 5)
				.every(({ status, sentHeaders }) => status === 429 && sentHeaders!['retry-after'] === '1'),
		).toBe(true);
	});

	test('a seed decides which requests fail', async () => {
		const runs = [];
		for (const seed of [1, 1, 2]) {
			devnet.faults([{ random: { seed, errors: 0.3, cuts: 0.2 } }]);
			devnet.clearLog();
			for (let i = 0; i < 30; i++) await send(devnet.url + path).catch(() => undefined);
			runs.push(devnet.log.map(({ status }) => status).join());
		}
		expect(runs[0]).toBe(runs[1]);
		expect(runs[0]).not.toBe(runs[2]);
		for (const status of ['0', '200', '500']) expect(runs[0]!.split(',')).toContain(status);
	});

	test('a page token that comes again, one JSON-RPC method that fails, fields of any size', async () => {
		const { nextPageToken } = await get(devnet, path);
		devnet.faults([{ repeatToken: true }]);
		expect((await get(devnet, `${path}&pageToken=${nextPageToken}`)).nextPageToken).toBe(
			nextPageToken,
		);
		devnet.faults([{ rpcMethod: 'info.uptime', rpcError: { code: -32000, message: 'no' } }]);
		expect((await call(devnet, '/ext/info', 'info.uptime')).error.message).toBe('no');
		expect((await call(devnet, '/ext/info', 'info.getNetworkID')).result.networkID).toBe('1');
		const fields = '{"more":{"big":[18446744073709551615,-9223372036854775809,1e21,85.71429]}}';
		devnet.faults([{ addFields: fields }]);
		expect((await send(devnet.url + path)).text.split(fields.slice(1, -1))).toHaveLength(3);
		expect(
			(await post(`${devnet.url}/ext/info`, '{"jsonrpc":"2.0","id":1,"method":"info.uptime"}'))
				.text,
		).toContain(fields.slice(1, -1));
		expect(() => devnet.faults([{ statsu: 500 } as Fault])).toThrow('A fault has no field statsu');
	});

	test('a client that goes away is seen', async () => {
		devnet.faults([{ latencyMs: 60_000 }]);
		const leave = new AbortController();
		const gone = fetch(devnet.url + path, { signal: leave.signal }).catch(() => undefined);
		while (!devnet.log.length) await new Promise((resolve) => setTimeout(resolve, 5));
		leave.abort();
		await gone;
		while (devnet.log[0]!.finishedAt === undefined)
			await new Promise((resolve) => setTimeout(resolve, 5));
		expect(devnet.log[0]!.status).toBeUndefined();
	});
});

test('three origins serve each their own', async () => {
	const { nodeUrl, dataUrl, metricsUrl, log } = await start({ separate: true });
	expect(new Set([nodeUrl, dataUrl, metricsUrl]).size).toBe(3);
	const paths = ['/ext/bc/C/rpc', '/v1/chains', '/v2/chains'];
	const statuses = await Promise.all(
		[nodeUrl, dataUrl, metricsUrl].map((url) =>
			Promise.all(paths.map(async (path) => (await send(url + path)).status)),
		),
	);
	expect(statuses).toEqual([
		[200, 404, 404],
		[404, 200, 404],
		[404, 404, 200],
	]);
	expect(
		log
			.filter(({ status }) => status === 200)
			.map(({ host }) => host)
			.sort(),
	).toEqual(['data', 'metrics', 'node']);
});

test('the page for people names our validators and how to disconnect one', async () => {
	const devnet = await start();
	const { text } = await send(devnet.url);
	for (const nodeID of ourNodeIds) expect(text).toContain(nodeID);
	expect(text).toContain('/control/disconnect');
	expect(devnet.log).toEqual([]);
});

test('the same seed and clock give the same answers, another seed gives others', async () => {
	const paths = dataCases.map(([path]) => path);
	const read = async (seed: number) => {
		const devnet = await start({ seed });
		const texts = [];
		for (const path of paths) texts.push((await send(devnet.url + path)).text);
		texts.push(
			(
				await post(
					devnet.url + validatorsPath,
					JSON.stringify({ jsonrpc: '2.0', id: 1, method: all }),
				)
			).text,
		);
		return texts;
	};
	const [first, second, other] = [await read(7), await read(7), await read(8)];
	expect(first).toEqual(second);
	expect(first[5]).not.toEqual(other[5]);
});

test('the command line prints its address and stops on SIGINT', async () => {
	const child = spawn(process.execPath, [
		'devnet/main.mts',
		'--port',
		'0',
		'--validators',
		'5',
		'--rewards',
		'9',
	]);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))![0];
	expect((await send(`${url}/v1/health-check`)).status).toBe(200);
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

test('JSON keeps numbers as they were written', () => {
	const text = '{"a":18446744073709551615,"b":[1e21,85.71429,-0.0,1.50],"c":"12"}';
	expect(writeJson(readJson(text))).toBe(text);
	expect(writeJson({ a: 2n ** 64n - 1n })).toBe('{"a":18446744073709551615}');
});
