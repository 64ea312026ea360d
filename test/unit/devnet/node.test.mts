/** The Admin and native APIs of the mock network, a node after Helicon, and faults of batches. */
import { hash } from 'node:crypto';
import {
	acceptedAtomicTxId,
	demoL1Chain,
	makeAtomicTx,
	utxoAddresses,
	writeChecked,
	type Devnet,
} from '../../../devnet/devnet.mts';
import { encodeBech32 } from '../../../devnet/ids.mts';
import { call } from './devnetScene.mts';
import { cChain, l1, send, startNode, useNodes } from './nodeClient.mts';

const { real, document, eth, result, error } = useNodes();

describe('the Admin APIs', () => {
	let devnet: Devnet;
	beforeAll(async () => {
		devnet = await startNode();
	});
	const admin = async (method: string, params: object = {}) =>
		await call(devnet, '/ext/admin', `admin.${method}`, params);
	const chainAdmin = async (method: string, params: unknown[] = []) =>
		await call(devnet, '/ext/bc/C/admin', method, params);
	const failsWith = (message: string) => ({ error: { code: -32000, message, data: null } });

	test('an alias of a chain or an endpoint leads there', async () => {
		expect(await admin('aliasChain', { chain: 'C', alias: 'mine' })).toMatchObject({ result: {} });
		expect((await call(devnet, '/ext/bc/mine/rpc', 'eth_chainId')).result).toBe('0xa86a');
		expect(
			(await call(devnet, '/ext/info', 'info.getBlockchainID', { alias: 'mine' })).result,
		).toEqual({
			blockchainID: devnet.world.findChain('C')!.id,
		});
		expect(await admin('aliasChain', { chain: 'X', alias: 'mine' })).toMatchObject(
			failsWith('alias already mapped to an ID: mine'),
		);
		expect(await admin('aliasChain', { chain: 'nope', alias: 'x' })).toMatchObject(
			failsWith('there is no ID with alias: nope'),
		);

		expect((await send(devnet, '/ext/short/rpc', '{}')).status).toBe(404);
		expect(await admin('alias', { endpoint: 'bc/C', alias: 'short' })).toMatchObject({
			result: {},
		});
		expect((await call(devnet, '/ext/short/rpc', 'eth_chainId')).result).toBe('0xa86a');
		expect(await admin('alias', { endpoint: 'info', alias: 'short' })).toMatchObject(
			failsWith('route is either already aliased or already maps to a handle: /ext/short'),
		);
		expect(await admin('alias', { endpoint: 'info', alias: 'x'.repeat(513) })).toMatchObject(
			failsWith('alias length is too long'),
		);
	});

	test('an empty alias is taken, which is a trap', async () => {
		expect((await call(devnet, '/ext/info', 'info.getBlockchainID', {})).error).toBeDefined();
		expect(await admin('aliasChain', { chain: 'X' })).toMatchObject({ result: {} });
		const { id } = devnet.world.findChain('X')!;
		expect((await admin('getChainAliases', { chain: id })).result.aliases).toEqual([
			'X',
			'avm',
			'',
			id,
		]);
		expect((await call(devnet, '/ext/info', 'info.getBlockchainID', {})).result).toEqual({
			blockchainID: id,
		});
		expect(await admin('getChainAliases', { chain: 'X' })).toMatchObject(
			failsWith('input string is smaller than the checksum size'),
		);
		const unknown = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
		expect((await admin('getChainAliases', { chain: unknown })).result).toEqual({ aliases: null });
	});

	test('levels are set and told', async () => {
		expect(await admin('setLoggerLevel')).toMatchObject(
			failsWith('need to specify either displayLevel or logLevel'),
		);
		expect((await admin('setLoggerLevel', { loggerName: 'C', logLevel: 'debug' })).result).toEqual({
			loggerLevels: { C: { logLevel: 'DEBUG', displayLevel: 'INFO' } },
		});
		expect((await admin('getLoggerLevel')).result.loggerLevels).toMatchObject({
			C: { logLevel: 'DEBUG' },
			main: { logLevel: 'INFO' },
		});
		expect(await admin('getLoggerLevel', { loggerName: 'nope' })).toMatchObject(
			failsWith('logger with name "nope" not found'),
		);
		expect((await admin('setLoggerLevel', { logLevel: 'loud' })).error.message).toMatch(
			/^couldn't unmarshal/,
		);
		expect(await chainAdmin('admin.setLogLevel', [{ level: 'loud' }])).toMatchObject(
			failsWith('failed to parse log level: unknown level: loud '),
		);
		expect(await chainAdmin('admin.setLogLevel', [{ level: 'WARN' }])).toMatchObject({
			result: {},
		});
	});

	test('one CPU profile is recorded at a time', async () => {
		expect(await admin('stopCPUProfiler')).toMatchObject(failsWith("cpu profiler doesn't exist"));
		expect(await admin('startCPUProfiler')).toMatchObject({ result: {} });
		expect(await admin('startCPUProfiler')).toMatchObject(
			failsWith('cpu profiler already running'),
		);
		expect(await chainAdmin('admin.startCPUProfiler')).toMatchObject(
			failsWith('cpu profiling already in use'),
		);
		expect(await admin('stopCPUProfiler')).toMatchObject({ result: {} });
		expect(await chainAdmin('admin.startCPUProfiler')).toMatchObject({ result: {} });
		for (const method of ['lockProfile', 'memoryProfile'])
			expect(await admin(method)).toMatchObject({ result: {} });
	});

	test('new virtual machines are loaded once', async () => {
		const { newVMs, failedVMs } = (await admin('loadVMs')).result;
		expect(Object.values(newVMs)).toEqual([[]]);
		expect(Object.values(failedVMs)).toEqual([expect.stringContaining('handshake failed')]);
		expect((await admin('loadVMs')).result).toEqual({ newVMs: {} });
		const { vms } = (await call(devnet, '/ext/info', 'info.getVMs')).result;
		expect(vms).toMatchObject({
			...newVMs,
			...Object.fromEntries(Object.keys(failedVMs).map((id) => [id, []])),
		});
	});

	test('a chain knows its methods by the dot, in the document by the underscore', async () => {
		expect(await chainAdmin('admin_lockProfile')).toMatchObject(
			failsWith('rpc: service/method request ill-formed: "admin_lockProfile"'),
		);
		expect(await chainAdmin('admin.lockProfile')).toMatchObject({ result: {} });
		expect((await chainAdmin('admin.getVMConfig')).result.config).toMatchObject({
			'batch-request-limit': 40,
			'state-sync-enabled': null,
		});
		expect(
			(await call(document, '/ext/bc/C/admin', 'admin_getVMConfig', [])).result.config,
		).toBeDefined();
		expect((await call(document, '/ext/bc/C/admin', 'admin.getVMConfig', [])).error).toBeDefined();
		expect(
			(await call(document, '/ext/admin', 'admin.setLoggerLevel', { logLevel: 'INFO' })).result,
		).toEqual({});
	});

	test('both can be switched off', async () => {
		const off = await startNode({ adminApi: false, chainAdminApi: false });
		for (const path of ['/ext/admin', '/ext/bc/C/admin', '/ext/bc/demo/admin'])
			expect(await send(off, path, '{}')).toEqual({ status: 404, text: '404 page not found\n' });
	});
});

describe('the native API', () => {
	const avax = async (method: string, params: object, devnet = real) =>
		await call(devnet, '/ext/bc/C/avax', `avax.${method}`, [params]);
	const [first, second] = utxoAddresses;

	test('pages begin with the last UTXO of the page before', async () => {
		const pages: string[][] = [];
		let startIndex: object | undefined;
		do {
			const { result: page } = await avax('getUTXOs', {
				addresses: [second, first],
				sourceChain: 'P',
				limit: 1000,
				startIndex,
			});
			expect(page.numFetched).toBe(String(page.utxos.length));
			if (pages.length) expect(page.utxos[0]).toBe(pages.at(-1)!.at(-1));
			pages.push(page.utxos);
			startIndex = page.endIndex;
		} while (pages.at(-1)!.length > 1);
		const all = new Set(pages.flat());
		expect(all.size).toBe(2700);
		expect(pages[0]).toHaveLength(1000);
		for (const utxo of [...all].slice(0, 3)) {
			const bytes = Buffer.from(utxo.slice(2), 'hex');
			expect(writeChecked(bytes.subarray(0, -4))).toBe(utxo);
			expect(
				hash('sha256', bytes.subarray(0, -4), 'hex').endsWith(bytes.toString('hex').slice(-8)),
			).toBe(true);
		}
	});

	test('a page has at most 1024, and its encoding is chosen', async () => {
		const ask = async (more: object) =>
			(await avax('getUTXOs', { addresses: [first], sourceChain: 'P', ...more })).result;
		expect((await ask({ limit: 5000 })).utxos).toHaveLength(1024);
		expect((await ask({ limit: '2' })).utxos).toHaveLength(2);
		const [{ utxos: checked }, { utxos: plain, encoding }] = [
			await ask({ limit: 1 }),
			await ask({ limit: 1, encoding: 'hexnc' }),
		];
		expect([encoding, checked[0].slice(0, -8)]).toEqual(['hexnc', plain[0]]);
		expect((await ask({ sourceChain: 'X' })).utxos).toHaveLength(40);
		expect(
			(await avax('getUTXOs', { addresses: [second], sourceChain: 'X' })).result,
		).toMatchObject({
			numFetched: '0',
			endIndex: { address: second, utxo: '11111111111111111111111111111111LpoYY' },
		});
		const { result: page } = await call(document, '/ext/bc/C/native', 'native.getUTXOs', [
			{ addresses: [first], sourceChain: 'P', limit: 3 },
		]);
		expect(page.numFetched).toBe(3);
	});

	test.each([
		[{}, 'no addresses provided'],
		[{ addresses: [first] }, 'no source chain provided'],
		[
			{ addresses: [first], sourceChain: 'Z' },
			'problem parsing source chainID "Z": there is no ID with alias: Z',
		],
		[
			{ addresses: Array(1025).fill(first), sourceChain: 'P' },
			'number of addresses given, 1025, exceeds maximum, 1024',
		],
		[
			{ addresses: ['nonsense'], sourceChain: 'P' },
			`couldn't parse address "nonsense": no separator found in address`,
		],
		[
			{ addresses: [`X-${first.slice(2)}`], sourceChain: 'P' },
			/^couldn't parse address "X-.*": expected chainID to be "2q9e.*" but was "2oYM/,
		],
		[
			{ addresses: [first], sourceChain: 'P', startIndex: { address: first } },
			"couldn't parse start index utxo: base58 decoding error: zero length string",
		],
		[
			{ addresses: [first], sourceChain: 'P', encoding: 'json' },
			'problem encoding utxo: unsupported encoding in method',
		],
	])('%j is refused', async (params, text) => {
		const { code, message } = (await avax('getUTXOs', params)).error;
		expect(code).toBe(-32000);
		if (typeof text === 'string') expect(message).toBe(text);
		else expect(message).toMatch(text);
	});

	test('a transaction is issued, waits and is accepted', async () => {
		const tx = writeChecked(makeAtomicTx('a test'));
		const { txID } = (await avax('issueTx', { tx })).result;
		expect((await avax('getAtomicTx', { txID })).result).toEqual({ tx, encoding: 'hex' });
		expect((await avax('issueTx', { tx })).result).toEqual({ txID });
		expect((await avax('getAtomicTxStatus', { txID })).result).toEqual({ status: 'Processing' });
		const blockHeight = expect.stringMatching(/^\d+$/);
		expect((await avax('getAtomicTxStatus', { txID })).result).toEqual({
			status: 'Accepted',
			blockHeight,
		});
		expect((await avax('getAtomicTx', { txID, encoding: 'hexnc' })).result).toEqual({
			tx: tx.slice(0, -8),
			encoding: 'hexnc',
			blockHeight,
		});
		expect((await avax('issueTx', { tx })).error.message).toBe(
			'failed to fetch import UTXOs from 11111111111111111111111111111111LpoYY due to: not found',
		);
	});

	test('a transaction is dropped', async () => {
		const { txID } = (await avax('issueTx', { tx: writeChecked(makeAtomicTx('to be dropped')) }))
			.result;
		await fetch(`${real.url}/control/dropAtomicTx`, {
			method: 'POST',
			body: JSON.stringify({ txID }),
		});
		expect((await avax('getAtomicTxStatus', { txID })).result).toEqual({ status: 'Dropped' });
	});

	test.each([
		[
			'issueTx',
			{ tx: '0x12' },
			'problem decoding transaction: input string is smaller than the checksum size',
		],
		['issueTx', { tx: '0x1234567890' }, 'problem decoding transaction: invalid input checksum'],
		[
			'issueTx',
			{ tx: '1234567890' },
			'problem decoding transaction: missing 0x prefix to hex encoding',
		],
		[
			'issueTx',
			{ tx: '0x1234567890', encoding: 'hexnc' },
			'problem parsing transaction: unknown codec version',
		],
		[
			'getAtomicTx',
			{ txID: demoL1Chain.blockchainId },
			`could not find tx ${demoL1Chain.blockchainId}`,
		],
		['getAtomicTxStatus', {}, 'nil transaction ID'],
	])('%s %j: %s', async (method, params, text) => {
		expect((await avax(method, params)).error.message).toBe(text);
	});

	test('an unknown transaction is Unknown; heights are numbers in the document alone', async () => {
		expect((await avax('getAtomicTxStatus', { txID: demoL1Chain.blockchainId })).result).toEqual({
			status: 'Unknown',
		});
		const old = { txID: acceptedAtomicTxId };
		expect((await avax('getAtomicTx', old)).result.blockHeight).toBe('70123456');
		expect(
			(await call(document, '/ext/bc/C/native', 'native.getAtomicTx', [old])).result.blockHeight,
		).toBe(70_123_456);
		expect((await send(real, '/ext/bc/C/native', '{}')).status).toBe(404);
		expect((await send(document, '/ext/bc/C/avax', '{}')).status).toBe(404);
	});
});

describe('a node after Helicon', () => {
	let devnet: Devnet;
	beforeAll(async () => {
		devnet = await startNode({ version: '1.15' });
	});
	const ask = async (method: string, params: unknown[] = [], path = cChain) =>
		await call(devnet, path, method, params);

	test('serves some things no more', async () => {
		for (const method of [
			'eth_accounts',
			'eth_coinbase',
			'eth_etherbase',
			'eth_getBadBlocks',
			'personal_listAccounts',
		])
			expect((await ask(method)).error.code).toBe(-32601);
		expect((await send(devnet, '/ext/bc/C/admin', '{}')).status).toBe(404);
		expect((await ask('eth_coinbase', [], l1)).result).toMatch(/^0x01/);
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x0' });
		expect((await ask('web3_clientVersion')).result).toMatch(/^avalanchego\/1\.15\.0 \[database=/);
	});

	test('settles blocks after they were executed', async () => {
		await (await devnet.evm()).request('anvil_mine', ['0x3']);
		const number = async (tag: string) => (await ask('eth_getBlockByNumber', [tag, false])).result;
		expect((await number('latest')).number).toBe('0x3');
		expect((await number('finalized')).number).toBe('0x2');
		expect(await number('pending')).toMatchObject({
			number: '0x3',
			hash: null,
			miner: null,
			nonce: null,
		});
		expect(await number('latest')).toMatchObject({ settledHeight: '0x2', totalDifficulty: '0x0' });
	});

	test('knows atomic transactions that are accepted', async () => {
		const avax = async (method: string, params: object) =>
			await ask(`avax.${method}`, [params], '/ext/bc/C/avax');
		const { txID } = (await avax('issueTx', { tx: writeChecked(makeAtomicTx('late')) })).result;
		expect((await avax('getAtomicTx', { txID })).error.message).toBe(
			'fetching tx: reading tx: not found',
		);
		expect((await avax('getAtomicTxStatus', { txID })).result).toEqual({ status: 'Unknown' });
		expect((await avax('getAtomicTxStatus', { txID })).result).toMatchObject({
			status: 'Accepted',
		});

		const found = new Set<string>();
		let startIndex: { address: string; utxo: string } | undefined;
		for (;;) {
			const { utxos, endIndex } = (
				await avax('getUTXOs', {
					addresses: [...utxoAddresses],
					sourceChain: 'P',
					limit: 900,
					startIndex,
				})
			).result;
			for (const utxo of utxos) found.add(utxo);
			startIndex = endIndex;
			if (endIndex.utxo === '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG') break;
		}
		expect(found.size).toBe(2700);
		expect(startIndex!.address).toBe(`C-${encodeBech32('avax', Buffer.alloc(20))}`);
		const elsewhere = `C-${encodeBech32('custom', Buffer.alloc(20))}`;
		expect(
			(await avax('getUTXOs', { addresses: [elsewhere], sourceChain: 'P' })).error.message,
		).toContain(`parsing address "${elsewhere}": expected hrp "avax" but got "custom"`);
	});
});

describe('faults and the log', () => {
	const batch = (...names: string[]) =>
		JSON.stringify(names.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })));
	const errors = ({ text }: { text: string }) =>
		JSON.parse(text).map(({ error: failure }: any) => failure?.code ?? 'ok');
	afterEach(() => real.faults([]));

	test('the log tells the methods of a batch', async () => {
		real.clearLog();
		await send(real, cChain, batch('eth_chainId', 'eth_blockNumber'));
		await eth('eth_chainId');
		expect(real.log.map(({ rpcMethod, rpcMethods }) => [rpcMethod, rpcMethods])).toEqual([
			[undefined, ['eth_chainId', 'eth_blockNumber']],
			['eth_chainId', undefined],
		]);
	});

	test('one call of a batch fails', async () => {
		real.faults([{ rpcMethod: 'eth_gasPrice', rpcError: { code: -32000, message: 'word' } }]);
		expect(
			errors(await send(real, cChain, batch('eth_chainId', 'eth_gasPrice', 'eth_blockNumber'))),
		).toEqual(['ok', -32000, 'ok']);
		expect(errors(await send(real, cChain, batch('eth_chainId', 'eth_blockNumber')))).toEqual([
			'ok',
			'ok',
		]);
		expect(await error('eth_gasPrice')).toEqual({ code: -32000, message: 'word' });
	});

	test('a call that runs out of time takes the rest of its batch along', async () => {
		real.faults([
			{
				rpcMethod: 'eth_gasPrice',
				times: 1,
				rpcError: { code: -32002, message: 'request timed out' },
			},
		]);
		const names = ['eth_chainId', 'eth_gasPrice', 'eth_blockNumber', 'eth_syncing'];
		expect(errors(await send(real, cChain, batch(...names)))).toEqual([
			'ok',
			-32002,
			-32002,
			-32002,
		]);
		expect(errors(await send(real, cChain, batch(...names)))).toEqual(['ok', 'ok', 'ok', 'ok']);
	});

	test('batches alone are met', async () => {
		real.faults([{ batch: true, status: 503 }]);
		expect((await send(real, cChain, batch('eth_chainId'))).status).toBe(503);
		expect(await result('eth_chainId')).toBe('0xa86a');
	});

	test('the EVM ends with the mock network', async () => {
		const devnet = await startNode();
		const evm = await devnet.evm('demo');
		expect(await evm.request('eth_chainId')).toBe('0xcc4e4');
		await devnet.close();
		await expect(evm.request('eth_chainId')).rejects.toThrow();
	});
});
