/**
 * Written by hand: calls of tools as models write them, and what a person would want each to give. The user left the
 * fields of `said` to the model; `{name}` stands for something that the mock network has.
 */
export interface ToolCall {
	/** Node, resource and operation. */
	tool: string;
	/** What the user chose himself: the editor offers no model what is chosen from a list. */
	chosen?: Record<string, unknown>;
	/** What the model wrote; undefined where it left the argument out. */
	said: Record<string, unknown>;
	/** Fields of the first item, or of each of several. */
	gives?: Record<string, unknown> | Array<Record<string, unknown>>;
	/** How many items, where it is not one. */
	count?: number;
	/** What the model reads instead: one text that says what to write. */
	learns?: string;
}

const balance = 'avalancheEvm account getBalance';
const block = 'avalancheEvm block getByNumber';
const latest = 'avalancheEvm block getLatestNumber';
const wallet = 'avalancheData balance getNative';
const transactions = 'avalancheData transaction getManyLatest';
const metric = 'avalancheMetrics metric getMany';
const ofNode = 'avalancheValidators primaryValidator get';
const ofNodes = 'avalancheValidators primaryValidator getMany';

export const toolCalls: ToolCall[] = [
	// ---- chains
	{ tool: latest, said: { chain: 'c chain' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: 'Avalanche C-Chain' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: 43114 }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: '"C"' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: 'AVAX' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: 'Avalanche C-Chain Mainnet' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: '43114 (C-Chain)' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: 'chain 43114' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: '0xa86a' }, gives: { chain: 'C-Chain' } },
	{ tool: transactions, said: { chainId: '0xA86A' }, gives: { chain: 'C-Chain' }, count: 10 },
	{ tool: latest, said: { chain: 'Avalanche Network C-Chain' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: '' }, gives: { chain: 'C-Chain' } },
	{ tool: latest, said: { chain: undefined }, gives: { chain: 'C-Chain' } },
	{
		tool: latest,
		said: { chain: 'ethereum' },
		learns: '"ethereum" is no chain of Avalanche',
	},
	{
		tool: latest,
		said: { chain: 'Fuji' },
		learns: '"Fuji" is a network, and no chain. The credential says which network.',
	},
	{
		tool: latest,
		said: { chain: 'Avalanche Fuji C-Chain' },
		learns: 'Choose C for the C-Chain of the network that the credential is for.',
	},
	{
		tool: 'avalancheValidators validator getCurrentValidators',
		chosen: { validatorsFrom: 'all' },
		said: { blockchainId: '' },
		learns: 'Fill in Chain. L1 or subnet from the list, its ID',
	},
	{
		tool: wallet,
		said: { chainId: 'P-Chain', address: '{account}' },
		learns: 'the P-Chain is not an EVM chain',
	},

	// ---- addresses
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: ' {account}\n' },
		gives: { address: '{account}', chain: 'C-Chain', balance: expect.any(Number), symbol: 'AVAX' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '{account small}' },
		gives: { address: '{account}' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '"{account}"' },
		gives: { address: '{account}' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '`{account}`.' },
		gives: { address: '{account}' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: ['{account}'] },
		gives: { address: '{account}' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '["{account}", "{funded}"]' },
		gives: [{ address: '{account}' }, { address: '{funded}' }],
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '{account}, {funded}' },
		gives: [{ address: '{account}' }, { address: '{funded}' }],
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '{account bare}' },
		gives: { address: '{account}' },
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '{account short}' },
		learns: '1 digit too short',
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: '{account miscopied}' },
		learns: 'the capital letters do not match the checksum',
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: 'vitalik.eth' },
		learns: 'names are not looked up',
	},
	{
		tool: balance,
		chosen: { chain: 'C' },
		said: { address: 'null' },
		learns: 'Address must be an EVM address (0x and 40 hexadecimal digits',
	},
	{
		tool: 'avalancheEvm token getBalance',
		chosen: { chain: 'C' },
		said: { address: '{account small}', token: '{dusd small}', block: null },
		gives: { token: '{dusd}', symbol: 'DUSD', balance: expect.any(Number) },
	},
	{
		tool: 'avalancheEvm token getBalance',
		chosen: { chain: 'C' },
		said: { address: '{account}', token: 'USDC' },
		learns: 'must be an EVM address',
	},
	{
		tool: 'avalancheData balance getPrimaryNetwork',
		chosen: { network: 'mainnet', blockchainId: 'p-chain' },
		said: { addresses: ['P-{bech32}'] },
		gives: { chain: 'P-Chain', balance: expect.any(Number), symbol: 'AVAX' },
		count: 2,
	},
	{
		tool: 'avalancheData balance getPrimaryNetwork',
		chosen: { network: 'mainnet' },
		said: { blockchainId: 'P', addresses: '["{bech32}"]' },
		gives: { chain: 'P-Chain', balance: expect.any(Number), symbol: 'AVAX' },
		count: 2,
	},

	// ---- blocks and hashes
	{ tool: block, chosen: { chain: 'C' }, said: { block: 'LATEST' }, gives: { number: 2 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: 'Latest block' }, gives: { number: 2 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: '0x1' }, gives: { number: 1 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: 1 }, gives: { number: 1 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: '1.0' }, gives: { number: 1 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: '#1' }, gives: { number: 1 } },
	{
		tool: block,
		chosen: { chain: 'C' },
		said: { block: '1,000,000' },
		learns: 'This block does not exist yet',
	},
	{ tool: block, chosen: { chain: 'C' }, said: { block: '' }, gives: { number: 2 } },
	{ tool: block, chosen: { chain: 'C' }, said: { block: 'null' }, gives: { number: 2 } },
	{
		tool: block,
		chosen: { chain: 'C' },
		said: { block: 'yesterday' },
		learns: 'must be a block number',
	},
	{
		tool: block,
		chosen: { chain: 'C' },
		said: { block: '1', fullTransactions: 'false' },
		gives: { number: 1 },
	},
	{
		tool: block,
		chosen: { chain: 'C' },
		said: { block: '1', fullTransactions: null },
		gives: { number: 1 },
	},
	{
		tool: 'avalancheEvm transaction get',
		chosen: { chain: 'C' },
		said: { transactionHash: '{transaction capitals}' },
		gives: { txHash: '{transaction}' },
	},
	{
		tool: 'avalancheEvm transaction get',
		chosen: { chain: 'C' },
		said: { transactionHash: '{account}' },
		learns: 'this looks like an EVM address',
	},
	{
		tool: 'avalancheEvm log getManyRaw',
		chosen: { chain: 'C' },
		said: { fromBlock: '0', toBlock: 'Latest', addresses: '["{contract}"]', topics: '[]' },
		gives: { blockNumber: 2, txHash: '{transaction}' },
	},
	{
		tool: 'avalancheEvm log getMany',
		chosen: { chain: 'C' },
		said: {
			events: 'event Transfer(address indexed from, address indexed to, uint256 value)',
			fromBlock: 0,
			toBlock: '',
			addresses: 'null',
		},
		gives: { event: 'Transfer', args: expect.objectContaining({ value: '7' }) },
	},
	{
		tool: 'avalancheEvm contract callFunction',
		chosen: { chain: 'C' },
		said: {
			contract: '{dusd}',
			function: 'balanceOf(address) returns (uint256)',
			arguments: '{account}',
		},
		gives: { address: '{dusd}', value: expect.stringMatching(/^\d+$/) },
	},
	{
		tool: 'avalancheEvm contract callFunction',
		chosen: { chain: 'C' },
		said: {
			contract: '{dusd}',
			function: 'function balanceOf(address account) view returns (uint256)',
			arguments: ['{account}'],
			block: 'Latest',
		},
		gives: { address: '{dusd}', value: expect.stringMatching(/^\d+$/) },
	},
	{
		tool: 'avalancheEvm contract callFunction',
		chosen: { chain: 'C' },
		said: { contract: '{dusd}', function: 'f(string)', arguments: '["broken' },
		learns: 'must be a JSON list',
	},
	{
		tool: 'avalancheEvm transaction estimateGas',
		chosen: { chain: 'C' },
		said: { transaction: { from: '{account small}', to: '`{funded}`', value: 0.1, gas: 'null' } },
		gives: { gas: 21000 },
	},
	{
		tool: 'avalancheEvm fee getHistory',
		chosen: { chain: 'C' },
		said: { blockCount: 5, lastBlock: 'latest', percentiles: [25, 50] },
		gives: { chain: 'C-Chain', baseFeePerGas: expect.any(Array), unit: 'gwei' },
	},

	// ---- numbers, switches, limits
	{ tool: transactions, chosen: { chainId: '43114' }, said: { limit: '3' }, count: 3 },
	{ tool: transactions, chosen: { chainId: '43114' }, said: { limit: 3.0 }, count: 3 },
	{ tool: transactions, chosen: { chainId: '43114' }, said: { limit: null }, count: 10 },
	{
		tool: transactions,
		chosen: { chainId: '43114' },
		said: { limit: 'ten' },
		learns: 'Limit must be a whole number of at least 1',
	},
	{
		tool: transactions,
		chosen: { chainId: '43114' },
		said: { limit: 0 },
		learns: 'Limit must be a whole number of at least 1',
	},
	{
		tool: transactions,
		chosen: { chainId: '43114' },
		said: { limit: '5', returnAll: 'false' },
		count: 5,
	},
	{
		tool: transactions,
		chosen: { chainId: '43114' },
		said: { limit: '5', returnAll: 'no' },
		learns: 'true or false',
	},
	{
		tool: 'avalancheData transaction getManyNative',
		said: { chainId: 'C', address: '{account small}', startBlock: '0', endBlock: 'null', limit: 2 },
		count: 2,
	},
	{
		tool: wallet,
		said: { chainId: 'avalanche', address: '{account small}', blockNumber: 'n/a' },
		gives: { address: '{account}', balance: expect.any(Number), symbol: 'AVAX' },
	},
	{
		tool: wallet,
		said: { chainId: 'avalanche', address: '{account small}', blockNumber: 'latest' },
		learns:
			'Check Block Number: it cannot be "latest". Block Number must be a block number, or empty',
	},

	// ---- times
	{
		tool: metric,
		chosen: { metric: 'txCount', timeInterval: 'day' },
		said: { chainId: 'C-Chain', startTimestamp: '{day}', endTimestamp: '', limit: 2 },
		gives: { unit: 'transactions' },
		count: 2,
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'feesPaid', timeInterval: 'day' },
		said: { startTimestamp: '{day}T00:00:00.000+00:00', limit: '1' },
		gives: { unit: 'AVAX' },
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'txCount', timeInterval: 'day' },
		said: { startTimestamp: '{day} 00:00:00', limit: '1' },
		gives: { metric: 'txCount' },
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'txCount', timeInterval: 'day' },
		said: { startTimestamp: '{ms}', limit: '1' },
		gives: { metric: 'txCount' },
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'txCount', timeInterval: 'day' },
		said: { startTimestamp: '1 October 2026', limit: '1' },
		gives: { metric: 'txCount' },
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'txCount', timeInterval: 'day' },
		said: { startTimestamp: 'last week', limit: '1' },
		learns: '"last week" is no date. Enter a date',
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'txCount', timeInterval: 'day' },
		said: { startTimestamp: '10/11/2026', limit: '1' },
		learns: 'must begin with the year, as in 20',
	},
	{
		tool: metric,
		chosen: { chainId: 'C', metric: 'avgGasPrice', timeInterval: 'hour' },
		said: { limit: 1 },
		learns: 'Time Interval must be Day for Average Gas Price',
	},

	// ---- entries of a list, by their names
	...['Active Addresses', 'active_addresses', '"Active addresses".'].map((metricName) => ({
		tool: metric,
		chosen: { chainId: 'C', timeInterval: 'day' },
		said: { metric: metricName, limit: 1 },
		gives: { metric: 'activeAddresses' },
	})),
	{
		tool: wallet,
		chosen: { chainId: 'C' },
		said: { address: '{account small}', currency: 'us dollar' },
		gives: { currency: 'USD' },
	},
	{
		tool: metric,
		chosen: { chainId: 'C', timeInterval: 'day' },
		said: { metric: 'happiness', limit: 1 },
		learns: 'Metric must be one of',
	},
	...['Foo', 'Own Reward, Foo'].map((rewardTypes) => ({
		tool: 'avalancheData reward getMany',
		chosen: { network: 'mainnet', rewardsOf: 'addresses' },
		said: { addresses: 'P-{bech32}', rewardTypes },
		learns: 'Reward Types must be a list of',
	})),

	// ---- validators, the node, the native namespace
	{
		tool: ofNode,
		chosen: { names: '{validator} = Frankfurt-1\n{another} = Zurich-1' },
		said: { nodeId: 'frankfurt-1' },
		gives: { nodeId: '{validator}', name: 'Frankfurt-1' },
	},
	{
		tool: ofNode,
		chosen: { names: '{validator} = Frankfurt-1' },
		said: { nodeId: 'Frankfurt-9' },
		learns: 'no validator is called "Frankfurt-9"',
	},
	{
		tool: ofNode,
		said: { nodeId: '{validator}' },
		gives: { nodeId: '{validator}', symbol: 'AVAX', uptimeUnit: 'percent' },
	},
	{ tool: ofNode, said: { nodeId: ' {validator} ' }, gives: { nodeId: '{validator}' } },
	{ tool: ofNode, said: { nodeId: '{validator bare}' }, gives: { nodeId: '{validator}' } },
	{ tool: ofNode, said: { nodeId: '{validator small}' }, learns: 'its capitals count' },
	{ tool: ofNode, said: { nodeId: 'NodeID-7Xhw2...St3Lg' }, learns: 'NodeID' },
	{
		tool: ofNodes,
		chosen: { validatorsFrom: 'lines' },
		said: { nodeIds: '["{validator}","{another}"]' },
		gives: [{ nodeId: '{validator}' }, { nodeId: '{another}' }],
	},
	{
		tool: ofNodes,
		chosen: { validatorsFrom: 'all' },
		said: { uptimeBelow: '100', endingBefore: '', limit: '2' },
		count: 2,
	},
	{ tool: 'avalancheInfo chain isBootstrapped', said: { chain: 'p' }, gives: { chain: 'P-Chain' } },
	{ tool: 'avalancheInfo peer peers', said: { nodeIds: 'none', limit: 2 }, count: 2 },
	{ tool: 'avalancheInfo peer peers', said: { nodeIds: [], limit: '2' }, count: 2 },
	{ tool: 'avalancheInfo network getNetworkName', said: {}, gives: { networkName: 'mainnet' } },
	{
		tool: 'avalancheNative utxo getUTXOs',
		said: { chain: 'C-Chain', addresses: '["{c bech32}"]', sourceChain: 'P-Chain' },
		gives: { utxo: expect.stringMatching(/^0x/), encoding: 'hex' },
		count: 10,
	},
	{
		tool: 'avalancheNative transaction getAtomicTx',
		said: { chain: 'C', txId: '"{atomic}"' },
		gives: { txHash: '{atomic}', blockHeight: expect.any(Number) },
	},
	{
		tool: 'avalancheEvmAdvanced transactionPool getStatus',
		said: { chain: 'the C-Chain' },
		gives: { pending: expect.any(Number), queued: expect.any(Number) },
	},

	// ---- what changes something
	{
		tool: 'avalancheEvm transaction sendRaw',
		chosen: { chain: 'C' },
		said: { rawTransaction: '0x02f8', allowChanges: true },
		learns: 'Turn on Allow Changes',
	},
	{
		tool: 'avalancheNative transaction issueTx',
		said: { chain: 'C', tx: '0x00' },
		learns: 'Turn on Allow Changes',
	},
	{
		tool: 'avalancheAdmin logger setLoggerLevel',
		chosen: { logLevel: 'DEBUG' },
		said: { loggerName: 'C' },
		learns: 'Turn on Allow Changes',
	},
];
