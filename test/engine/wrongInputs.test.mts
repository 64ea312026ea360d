/** Wrong inputs that people make, through n8n's own engine: what is certain is taken, and the rest is told how to be mended. */
import * as core from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { listRows, type Row } from '../../tools/groups.mts';
import { enterAt, listPlaces } from '../support/places.mts';
import { saidBy, settle, useEngine, useTrigger } from '../support/useEngine.mts';
import { eachCall, notFound, reply, useScript, type Handler } from '../support/useScript.mts';
import { strangersInputs } from '../support/strangersInputs.mts';
import { wrongInputs, type WrongInput } from '../support/wrongInputs.mts';

const server = useScript(() => notFound);
const engine = useEngine(server);
const publish = useTrigger(server);
const ours = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const usdc = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
const treasury = '0x50E721E49C013F00c62Cf59f2163542a9D8Df024 = Treasury';

/** Where a field stands: in an operation, or in a trigger. */
const places: Record<
	WrongInput['field'],
	[node: string, name: string, resource?: string, operation?: string]
> = {
	nodeIds: ['avalancheInfo', 'nodeIds'],
	validator: ['avalancheValidators', 'nodeId'],
	address: ['avalancheEvm', 'address'],
	hash: ['avalancheEvm', 'transactionHash'],
	block: ['avalancheEvm', 'block'],
	startBlock: ['avalancheData', 'startBlock'],
	subnet: ['avalancheValidators', 'subnetId'],
	primaryAddresses: ['avalancheData', 'addresses'],
	rewardNodeIds: ['avalancheData', 'nodeIds', 'reward'],
	rewardAddresses: ['avalancheData', 'addresses', 'reward'],
	walletNames: ['avalancheData', 'walletNames'],
	timeZone: ['avalancheData', 'timeZone'],
	from: ['avalancheData', 'from', 'reward'],
	limit: ['avalancheData', 'limit'],
	function: ['avalancheEvm', 'function'],
	arguments: ['avalancheEvm', 'arguments'],
	path: ['avalancheData', 'path'],
	blockCount: ['avalancheEvm', 'blockCount', 'fee', 'getHistory'],
	alias: ['avalancheAdmin', 'alias'],
	chain: ['avalancheEvm', 'chain'],
	credential: ['avalancheInfo', 'credential'],
	currency: ['avalancheData', 'currency'],
	events: ['avalancheEvm', 'events'],
	metric: ['avalancheMetrics', 'metric'],
	timeInterval: ['avalancheMetrics', 'timeInterval'],
	to: ['avalancheData', 'to'],
	toBlock: ['avalancheEvm', 'toBlock'],
	topics: ['avalancheEvm', 'topics'],
	token: ['avalancheTrigger', 'token'],
	validationId: ['avalancheValidators', 'validationId'],
	watchedNodes: ['avalancheTrigger', 'watchedNodes'],
	watchedSubnet: ['avalancheTrigger', 'watchedSubnet'],
	balanceSubnet: ['avalancheTrigger', 'balanceSubnet'],
	quietFrom: ['avalancheTrigger', 'quietFrom'],
	minimumAmount: ['avalancheTrigger', 'minimumAmount'],
	threshold: ['avalancheTrigger', 'threshold'],
	quietTo: ['avalancheTrigger', 'quietTo'],
	allAddresses: ['avalancheData', 'address', 'balance', 'getAll'],
	dataChain: ['avalancheData', 'chainId', 'balance', 'getAll'],
	dataBlock: ['avalancheData', 'blockNumber', 'balance', 'getNative'],
	blockTime: ['avalancheData', 'askedTime', 'block', 'getByTime'],
	statementAddresses: ['avalancheData', 'addresses', 'payments', 'getStatement'],
	statementFrom: ['avalancheData', 'from', 'payments', 'getStatement'],
	statementTo: ['avalancheData', 'to', 'payments', 'getStatement'],
	query: ['avalancheData', 'query', 'endpoint', 'call'],
	uptimeBelow: ['avalancheValidators', 'uptimeBelow', 'primaryValidator', 'getMany'],
	endingBefore: ['avalancheValidators', 'endingBefore', 'primaryValidator', 'getMany'],
	runwayBelow: ['avalancheValidators', 'runwayBelow', 'l1Validator', 'getMany'],
	callValue: ['avalancheEvm', 'value', 'contract', 'callFunction'],
	estimatedValue: ['avalancheEvm', 'value', 'transaction', 'estimateGas'],
	fromBlock: ['avalancheEvm', 'fromBlock', 'log', 'getMany'],
	tokenContract: ['avalancheEvm', 'token', 'token', 'getBalance'],
	maxWait: ['avalancheEvm', 'timeLimit', 'transaction', 'wait'],
	startTime: ['avalancheMetrics', 'startTimestamp', 'metric', 'getMany'],
	compareWith: ['avalancheMetrics', 'compareWith', 'metric', 'getReport'],
	nodeMetrics: ['avalancheInfo', 'metrics', 'node', 'getMetrics'],
	utxoAddresses: ['avalancheNative', 'addresses', 'utxo', 'getUTXOs'],
	traceTimeout: ['avalancheEvmAdvanced', 'timeout', 'debug', 'traceTransaction'],
	silences: ['avalancheTrigger', 'silences'],
	furtherObservers: ['avalancheTrigger', 'furtherObservers'],
	silencesUrl: ['avalancheTrigger', 'silencesUrl'],
	minimumVersion: ['avalancheTrigger', 'minimumVersion'],
	below: ['avalancheTrigger', 'below'],
	belowByToken: ['avalancheTrigger', 'belowByAsset'],
	contractEvents: ['avalancheTrigger', 'events'],
	streamToken: ['avalancheStreamTrigger', 'token'],
	streamAmount: ['avalancheStreamTrigger', 'streamAmount'],
};

const rows = listRows();

function parametersOf(
	...[node, name, resource, operation]: (typeof places)[WrongInput['field']]
): INodeParameters {
	const isPlace = (each: { name: string }) => each.name === name;
	const entered = '={{ $json.value }}';
	if (name === 'limit')
		return { resource: 'chain', operation: 'getMany', returnAll: false, limit: entered };
	const at = rows.find(
		(row: Row) =>
			row.description.name === node &&
			(!resource || row.resource === resource) &&
			(!operation || row.operation === operation) &&
			listPlaces(row).some(isPlace),
	);
	if (!at) throw new Error(`no operation of ${node} has ${name}`);
	return enterAt(at, listPlaces(at).find(isPlace)!, entered);
}

const watching = { event: 'validatorDown', validatorsFrom: 'lines', nodeIds: ours };
const watchOption = (name: string) => (value: unknown) => ({
	...watching,
	options: { [name]: value as string },
});
const balances = { event: 'balance', source: 'native', chain: 'C', addresses: treasury };
const triggers: Record<string, (value: unknown) => INodeParameters> = {
	silences: watchOption('silences'),
	furtherObservers: watchOption('furtherObservers'),
	silencesUrl: watchOption('silencesUrl'),
	minimumVersion: (value) => ({
		event: 'nodeVersion',
		validatorsFrom: 'lines',
		nodeIds: ours,
		options: { minimumVersion: value as string },
	}),
	below: (value) => ({ ...balances, below: value as string }),
	belowByAsset: (value) => ({
		...balances,
		below: '1',
		options: { belowByAsset: value as string },
	}),
	events: (value) => ({
		event: 'contractEvent',
		chain: 'C',
		addresses: treasury,
		findBy: 'declaration',
		events: value as string,
	}),
	minimumAmount: (value) => ({
		event: 'newTransaction',
		watch: 'address',
		chainId: '43114',
		address: '0x50E721E49C013F00c62Cf59f2163542a9D8Df024',
		options: { minimumAmount: value as string },
	}),
	threshold: (value) => ({ ...watching, options: { threshold: value as number } }),
	quietTo: (value) => ({
		...watching,
		options: { quietFrom: '22:00', quietTo: value as string },
	}),
	quietFrom: (value) => ({
		...watching,
		options: { quietFrom: value as string, quietTo: '07:00' },
	}),
	watchedNodes: (value) => ({ ...watching, nodeIds: value as string }),
	watchedSubnet: (value) => ({
		event: 'l1Validator',
		source: 'balances',
		subnetId: value as string,
		alertWhen: ['balanceLow'],
	}),
	balanceSubnet: (value) => ({
		event: 'balance',
		source: 'l1Balance',
		subnetId: value as string,
	}),
	token: (value) => ({
		event: 'newTransaction',
		watch: 'token',
		chainId: '43114',
		address: value as string,
	}),
};

/** What an error says. Nothing of its line stands below it again. */
function sayOnce(error?: { message: string; description?: string | null }): string {
	if (!error) return '';
	const line = error.message.replace(/^Check [^:]*: |^.*? (?=must )/, '').toLowerCase();
	const below = error.description?.toLowerCase() ?? '';
	for (const end of ['.', ',', ';']) expect(below).not.toContain(line.replace(/\.$/, '') + end);
	return saidBy(error);
}

/** A node of no L1 validators, and a data service with these chains. */
function asHosts(chains: object[]): Handler {
	const ofFee = { excess: '0', price: '512', timestamp: '2026-11-01T00:00:00Z' };
	const node = eachCall(() => ({ result: { validators: [], ...ofFee } }));
	return (request, ...rest) => (request.calls.length ? node(request, ...rest) : reply({ chains }));
}

/** What the editor says: the toast, and what stands below it. */
async function wordsOf(input: WrongInput): Promise<string> {
	const { field, entered, beside, chains } = input;
	const [node, name] = places[field];
	if (field === 'credential') return await wordsOfCredential(entered as object);
	if (node === 'avalancheTrigger') return await wordsOfTrigger(input);
	if (node === 'avalancheStreamTrigger') return await wordsOfStream(name, entered);
	if (chains) server.answer(asHosts(chains));
	const { network, ...others } = beside ?? {};
	const parameters = parametersOf(...places[field]) as Record<string, object>;
	for (const [other, value] of Object.entries(others))
		parameters[other] = (
			value !== null && typeof value === 'object' ? { ...value, ...parameters[other] } : value
		) as object;
	// Of a chain, the credential says the network.
	const isChain = field === 'chain' || field === 'dataChain';
	if (!isChain && network) parameters.network = network as object;
	else if (network) server.answer(() => reply({ result: { networkID: '1' } }));
	const { error } = await engine.runNode(node, parameters, {
		items: [{ json: { value: entered as string } }],
	});
	return sayOnce(error);
}

/** What a published trigger says. A running watch goes on without a silence that it cannot read, and a test run refuses it. */
async function wordsOfTrigger({ field, entered, beside = {} }: WrongInput): Promise<string> {
	const chosen = triggers[places[field][1]]!(entered);
	const options = { ...(chosen.options as object), ...beside } as INodeParameters;
	const trigger = publish({ ...chosen, options });
	if (field === 'silences') return sayOnce((await trigger.testRun()).error);
	return await trigger.poll().then(
		() => '',
		(error: unknown) => sayOnce(error as Error),
	);
}

async function wordsOfStream(name: string, value: unknown): Promise<string> {
	const entered = name === 'token' ? { address: value } : { options: { minimumAmount: value } };
	const parameters = { event: 'tokenTransfer', chain: 'C', address: usdc, ...entered };
	const opening = engine.openTrigger(
		'avalancheStreamTrigger',
		parameters as INodeParameters,
		{
			activation: 'activate',
			staticData: {},
		} as never,
	);
	return await opening.then(
		async (close) => {
			await close?.();
			return '';
		},
		(error: unknown) => sayOnce(error as Error),
	);
}

/** What a run says whose credential holds this, of hosts of its own. */
async function wordsOfCredential(entered: object): Promise<string> {
	const { avalancheNodesApi } = server.credentials as unknown as {
		avalancheNodesApi: Record<string, string>;
	};
	const host = new URL(avalancheNodesApi.nodeUrl!).host;
	const changes = JSON.parse(JSON.stringify(entered).replaceAll('{host}', host)) as object;
	const { error } = await engine.runNode(
		'avalancheInfo',
		{ resource: 'network', operation: 'getNetworkID' },
		{
			credentials: { avalancheNodesApi: { ...avalancheNodesApi, ...changes } } as never,
			limits: 'limits' in changes ? undefined : { retries: 0 },
		},
	);
	return sayOnce(error);
}

const written = (entered: unknown): string =>
	typeof entered === 'object' ? JSON.stringify(entered) : String(entered);
/** The oldest n8n exports no class that opens a trigger. */
const canOpen = 'TriggersAndPollers' in core;
const isTried = ({ field }: WrongInput): boolean =>
	canOpen || places[field][0] !== 'avalancheStreamTrigger';
const named = [...wrongInputs, ...strangersInputs]
	.filter(isTried)
	.map((input) => [input.field, written(input.entered), input] as const);

describe('is taken, as it is certain', () => {
	test.each(named.filter(([, , { takes }]) => takes !== undefined))(
		'%s: %s',
		async (field, _entered, input) => {
			const words = await wordsOf(input);
			await settle(server);
			const sent = server.received.map(({ path, body }) => decodeURIComponent(path) + body);
			expect(sent.length).toBeGreaterThan(0);
			expect(words).not.toMatch(/^Check |^Fill in /);
			if (field === 'timeZone') return;
			for (const value of [input.takes].flat()) expect(sent.join(' ')).toContain(value);
			expect(sent.join(' ')).not.toContain('https:');
		},
	);
});

describe('is refused before anything is sent, with what to enter', () => {
	test.each(named.filter(([, , { says }]) => says !== undefined))(
		'%s: %s',
		async (_field, _entered, input) => {
			const words = await wordsOf(input);
			for (const says of [input.says!].flat()) expect(words).toMatch(new RegExp(says.source, 'i'));
			if (input.never) expect(words).not.toMatch(input.never);
			if (!input.chains) expect(server.received).toEqual([]);
			expect(words).not.toMatch(/PrivateKey-\w|junk|abcDEF|abc123|\[object Object\]/);
		},
	);
});

/** n8n shows messages as HTML, and leaves out whatever it takes for a tag. */
test.each(Object.keys(places) as Array<WrongInput['field']>)(
	'what stands in angle brackets stays in the message about %s',
	async (field) => {
		const entered =
			field === 'credential' ? { nodeUrl: '<b>node</b>' } : '<b>1.</b> <NodeID-4mJd...Gsn>';
		expect(await wordsOf({ field, entered, meant: 'anything' })).not.toMatch(/<[^<>]*>/);
	},
);

describe('what a field names, and a server does not have', () => {
	const answer = (status: number, body: unknown = {}) => server.answer(() => reply(body, status));

	test("a node of one's own that limits is not told to be replaced by one of one's own", async () => {
		answer(429);
		const { error } = await readNetwork();
		expect(saidBy(error)).toContain(
			'raise the limit of this node, or of the proxy or plan before it',
		);
		expect(saidBy(error)).not.toContain('use your own node');
	});

	test('a refusal where nothing was sent asks for an authentication', async () => {
		answer(401);
		const { error } = await readNetwork();
		expect(saidBy(error)).toMatch(
			/requires authentication \(401\).*None was sent.*Node Authentication/s,
		);
	});

	test('a node behind a proxy that fails is told with its status', async () => {
		answer(502, 'Bad Gateway');
		const { error } = await readNetwork();
		expect(saidBy(error)).toMatch(/failed \(502\).*proxy before the node.*node is up/s);
	});

	test('a chain that the Data API does not have names the field', async () => {
		answer(404, { message: 'Chain 999999 not found', error: 'Not Found', statusCode: 404 });
		const { error } = await readBalance('999999');
		expect(saidBy(error)).toMatch(
			/Chain is 999999, which .* does not have.*list.*C for the C-Chain/,
		);
	});

	test.each([
		['Defi Kingdom', 'Did you mean DeFi Kingdoms (53935)?'],
		['Dexalott', 'Did you mean Dexalot (432204)?'],
		['Dexa', 'Did you mean Dexalot (432204)?'],
		['Nothing', 'choose the chain from the list, or enter its ID'],
	])('a chain that is called almost %s is named', async (entered, words) => {
		const chainOf = (chainName: string, chainId: string) => ({ chainName, chainId });
		answer(200, { chains: [chainOf('DeFi Kingdoms', '53935'), chainOf('Dexalot', '432204')] });
		const { error } = await readBalance(entered);
		expect(saidBy(error)).toContain(words);
	});

	test('the C-Chain of another network is named with both', async () => {
		answer(200, { result: { networkID: '1' } });
		const { error } = await engine.runNode('avalancheEvm', {
			resource: 'account',
			operation: 'getBalance',
			chain: '43113',
			address: '0x50E721E49C013F00c62Cf59f2163542a9D8Df024',
		});
		expect(saidBy(error)).toMatch(/43113 is the C-Chain of Fuji.*credential is for Mainnet/);
	});

	const readBalance = (chainId: string) =>
		engine.runNode(
			'avalancheData',
			{
				resource: 'balance',
				operation: 'getAll',
				chainId,
				address: '0x50E721E49C013F00c62Cf59f2163542a9D8Df024',
			},
			{ limits: { retries: 0 } },
		);

	const readNetwork = () =>
		engine.runNode(
			'avalancheInfo',
			{ resource: 'network', operation: 'getNetworkID' },
			{ limits: { retries: 0 } },
		);
});
