/** Lists that come in pages. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, demoDeployer } from '../../devnet/devnet.mts';
import { listTransactions } from '../../devnet/holdings.mts';
import { useDevnet } from '../support/useDevnet.mts';
import type { NodeOptions } from '../support/engine.mts';
import { useNode } from '../support/useEngine.mts';
import { useScript } from '../support/useScript.mts';

const devnet = useDevnet();
const run = useNode('avalancheData', devnet);
const server = useScript();
const runValidators = useNode('avalancheValidators', server);
const getMany = (parameters: INodeParameters, options?: NodeOptions) =>
	run('transaction', 'getManyLatest', { chainId: '43114', ...parameters }, options);
/** Query of each request, in order. */
const queries = () =>
	devnet.log.map(({ url }) => Object.fromEntries(new URL(url, devnet.url).searchParams));

/** Hashes of all the C-Chain transactions there are, newest first. */
let hashes: string[];
beforeAll(async () => {
	const { items } = await getMany({ returnAll: true });
	hashes = items.map(({ json }) => json.txHash as string);
});

test('Return All follows the tokens at the largest page size', async () => {
	const { items, error } = await getMany({ returnAll: true });
	expect(error).toBeUndefined();
	const chain = devnet.world.ledger.chains.find(({ chainId }) => chainId === '43114')!;
	expect(items.map(({ json }) => json.txHash).sort()).toEqual(
		listTransactions(chain)
			.map(({ hash }) => hash)
			.sort(),
	);
	expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
		new Set(['{"item":0}']),
	);
	expect(queries()).toHaveLength(Math.ceil(hashes.length / 100));
	expect(queries().every(({ pageSize }) => pageSize === '100')).toBe(true);
});

test.each([
	[1, ['1']],
	[30, ['30']],
	[100, ['100']],
	[101, ['100', '100']],
])('Limit %i stops as soon as it is met', async (limit, pageSizes) => {
	const { items } = await getMany({ limit });
	expect(items.map(({ json }) => json.txHash)).toEqual(hashes.slice(0, limit));
	expect(queries().map(({ pageSize }) => pageSize)).toEqual(pageSizes);
});

test('a limit above what there is gives all there is', async () => {
	const { items } = await getMany({ limit: 5000 });
	expect(items).toHaveLength(hashes.length);
});

test('the whole response is one page, with its token; page size and page token are taken as given', async () => {
	const getPage = async (pageToken: string) => {
		const options = { wholeResponse: true, pageSize: 40, pageToken };
		const { items } = await getMany({ returnAll: true, options });
		expect(items).toHaveLength(1);
		return items[0].json as { nextPageToken: string; transactions: Array<{ txHash: string }> };
	};
	const first = await getPage('');
	const second = await getPage(first.nextPageToken);
	const found = [...first.transactions, ...second.transactions].map(({ txHash }) => txHash);
	expect(found).toEqual(hashes.slice(0, 80));
	expect(queries()).toEqual([
		{ pageSize: '40' },
		{ pageSize: '40', pageToken: first.nextPageToken },
	]);

	const { items } = await getMany({ returnAll: true, options: { pageToken: first.nextPageToken } });
	expect(items.map(({ json }) => json.txHash)).toEqual(hashes.slice(40));
});

test('the whole response keeps what stands beside the list', async () => {
	const { assets } = devnet.world.ledger.primary.mainnet;
	const { items, error } = await run('transaction', 'getManyOfAsset', {
		assetId: assets[0].assetId,
		options: { wholeResponse: true },
	});
	expect(error).toBeUndefined();
	expect(Object.keys(items[0].json).sort()).toEqual(['chainInfo', 'nextPageToken', 'transactions']);
});

test.each([
	['Page Size', { options: { pageSize: 0 } }],
	['Page Size', { options: { pageSize: 101 } }],
	['Page Size', { options: { pageSize: 1.5 } }],
	['Limit', { limit: 0 }],
	['Limit', { limit: 1.5 }],
])('a %s out of bounds (%j) is refused before anything is sent', async (field, parameters) => {
	const { error } = await getMany(parameters);
	expect(error?.message).toContain(field);
	expect(devnet.log).toEqual([]);
});

test('an empty page does not end the list', async () => {
	devnet.faults([{ skip: 1, times: 1, emptyPage: true }]);
	const { items } = await getMany({ returnAll: true });
	expect(items.map(({ json }) => json.txHash)).toEqual(hashes);
});

test('an empty list gives no item', async () => {
	const { items, error } = await run('transaction', 'getManyNative', {
		address: `0x${'0'.repeat(40)}`,
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});

test('a repeated token is an error, not an endless loop', async () => {
	devnet.faults([{ skip: 1, repeatToken: true }]);
	const { error } = await getMany({ returnAll: true });
	expect(error?.message).toContain('page token');
	expect(devnet.log.length).toBeLessThan(5);
});

test('each item turns its own pages, and one that fails half-way fails alone', async () => {
	devnet.faults([{ path: '/chains/43113/', skip: 1, status: 400, message: 'lost' }]);
	const { items } = await getMany(
		{ returnAll: true, chainId: '={{ $json.chainId }}', options: { pageSize: 10 } },
		{
			items: ['43114', '43113', '43114'].map((chainId) => ({ json: { chainId } })),
			onError: 'continueRegularOutput',
		},
	);
	const of = (item: number) =>
		items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item);
	expect(of(0).map(({ json }) => json.txHash)).toEqual(hashes);
	expect(of(1)).toHaveLength(1);
	expect(of(1)[0].json.error).toContain('lost');
	expect(of(2).map(({ json }) => json.txHash)).toEqual(hashes);
});

test('a list of any length in one answer comes whole', async () => {
	const count = 200_000;
	const validators = Array.from({ length: count }, (_, weight) => ({ weight }));
	server.answerCalls(() => ({ result: { validators } }));
	const { items, error } = await runValidators('validator', 'getCurrentValidators', {
		blockchainId: 'demo',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(count);
	expect(known(items[count - 1].json)).toEqual({
		blockchainId: 'demo',
		weight: count - 1,
		weightExact: String(count - 1),
	});
});

/** An item without what nobody said. */
const known = (json: IDataObject) =>
	Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));

test('all balances of an address are its native token and every page of its ERC-20 tokens', async () => {
	const asked = { chainId: '43114', address: `${demoAccount}, ${demoDeployer}` };
	const read = async (operation: string, more: INodeParameters = {}) =>
		(await run('balance', operation, { ...asked, ...more })).items.map(({ json }) => json);
	const all = await read('getAll', { additionalFields: { currency: 'eur' } });
	const currency = { currency: 'eur' };
	const native = await read('getNative', { additionalFields: currency });
	const tokens = await read('getManyErc20', { returnAll: true, filters: currency });
	expect(tokens.length).toBeGreaterThan(2);
	for (const address of [demoAccount, demoDeployer]) {
		const ofAddress = (items: IDataObject[]) => items.filter((item) => item.address === address);
		const apart = [...ofAddress(native), ...ofAddress(tokens)];
		expect(ofAddress(all).map(known)).toEqual(apart.map(known));
	}
});
