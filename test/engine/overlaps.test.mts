/** Pages of a list that overlap or repeat: each record counts once, and what only looks alike counts each time. */
import type { IDataObject } from 'n8n-workflow';
import { listRows, makeExample, type Row } from '../../tools/groups.mts';
import { everyReward } from '../support/everyReward.mts';
import { outputOf, useNode, useRows } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

/** The records of each page; the last page comes again under new tokens for as long as `isEndless`. */
let pages: IDataObject[][];
let isEndless = false;
let field = '';
const server = useScript(({ path }) => {
	const url = new URL(path, 'http://service');
	const nth = Number(url.searchParams.get('pageToken')?.slice(1) ?? 0);
	const next = isEndless || nth + 1 < pages.length ? { nextPageToken: `t${nth + 1}` } : {};
	const native = { nativeTokenBalance: { symbol: 'AVAX', decimals: 18, balance: '1' } };
	return reply({ ...native, [field]: pages[Math.min(nth, pages.length - 1)], ...next });
});
beforeEach(() => (isEndless = false));
const runRow = useRows(server);
const runData = useNode('avalancheData', server);
const runMetrics = useNode('avalancheMetrics', server);
const runNative = useNode('avalancheNative', server);

const rows = listRows();
const inPages = rows.filter(({ pageSize }) => pageSize);
const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;

/** A record that any of the lists takes; those of two numbers differ in each field. */
const makeRecord = (n: number): IDataObject => ({
	address: `0x${String(n).padStart(40, '0')}`,
	tokenId: `${n}`,
	txHash: `0xt${n}`,
	logIndex: n,
	vertexHash: `v${n}`,
	deploymentDetails: { txHash: `0xd${n}` },
	timestamp: 1_700_000_000 + n * 86_400,
	value: `${n}`,
	blockNumber: `${n}`,
	rewardTxHash: `r${n}`,
	utxoId: `u${n}`,
	outputIndex: n,
	nodeId: `NodeID-${n}`,
	rewardType: 'VALIDATOR',
	endTimestamp: 1_700_000_000 + n,
	amountStaked: '1',
	reward: { denomination: 9, amount: '1000000000', symbol: 'AVAX' },
});
const [first, ...others] = [1, 2, 3, 4, 5, 6].map(makeRecord);
const [second, third, fourth, fifth, sixth] = others;

/** Lists in which a record differs from another by this alone, and those in which two can be alike in every field. */
const parts: Record<string, IDataObject> = {
	'reward getMany': { utxoId: 'another' },
	'transaction getManyInternal': {},
	'transfer getMany': { logIndex: 7 },
	'endpoint call': {},
};

/** A record that is another one than the first, and as like to it as any can be. */
function makeTwin(at: Row): IDataObject {
	const { identity } = at.row as { identity?: unknown };
	if (!Array.isArray(identity)) return { ...first, ...parts[nameOf(at)] };
	const path = String(identity.at(-1));
	const [name, inner] = path.split('.');
	const changed = inner ? { [inner]: 'another' } : 'another';
	return {
		...first,
		[name]: path === 'timestamp' || path === 'logIndex' ? 1_700_000_001 : changed,
	};
}

/** What a record would say of the question, which is another one than the records were made for. */
const subjects: Record<string, string> = {
	'reward getMany': 'nodeId',
	'transaction getManyOfBlock': 'blockNumber',
};

function readAll(at: Row, given: IDataObject[][]) {
	const subject = subjects[nameOf(at)];
	pages = given.map((page) =>
		page.map((record) => ({ ...record, ...(subject && { [subject]: null }) })),
	);
	field = at.output && 'field' in at.output ? at.output.field! : 'things';
	const { entered } = makeExample(at, { ...everyReward, listField: 'things' });
	return runRow(at, entered, {}, { returnAll: true, simplify: false });
}

test('each row of a list that comes in pages says what makes a record this one', () => {
	const rpc = rows.filter(({ row }) => 'pages' in row && row.pages);
	for (const at of [...inPages, ...rpc])
		expect([nameOf(at), 'identity' in at.row]).toEqual([nameOf(at), true]);
	expect([inPages.length, rpc.length]).toEqual([16, 1]);
});

describe.each(inPages.map((at) => [nameOf(at), at] as const))('%s', (_name, at) => {
	test('gives a record that two pages hold once', async () => {
		const items = await outputOf(
			readAll(at, [
				[first, second, third],
				[third, fourth, fifth],
				[fourth, fifth, sixth],
			]),
		);
		expect(items).toHaveLength(6);
	});

	test('gives both of two records on one page that only look alike', async () => {
		const given = [first, makeTwin(at), second];
		expect(await outputOf(readAll(at, [given, [third]]))).toHaveLength(4);
	});

	test('ends with an error where its last page comes for ever under new tokens', async () => {
		isEndless = true;
		const { error } = await readAll(at, [[first, second], [third]]);
		expect(error?.message).toContain('3 pages in a row without a new record');
		expect(server.received).toHaveLength(5);
	});
});

describe('what has no identity', () => {
	const internal = rows.find((at) => nameOf(at) === 'transaction getManyInternal')!;
	const transfers = rows.find((at) => nameOf(at) === 'transfer getMany')!;
	const ofBatch = (n: number) => ({ ...makeRecord(n), erc1155Token: { tokenId: '1' } });

	test('is left out only where a page begins with the end of the one before', async () => {
		const given = [
			[first, first, second],
			[third, first],
			[first, first, fourth],
		];
		// Of the third page the first record is the last one of the page before.
		expect(await outputOf(readAll(internal, given))).toHaveLength(7);
	});

	test.each([
		['internal transactions', internal, makeRecord],
		['entries of a batch of tokens', transfers, ofBatch],
	] as const)('%s in turning pages have no end', async (_what, at, make) => {
		isEndless = true;
		const turning = [[make(1), make(2)], [make(3)]];
		pages = Array.from({ length: 20 }, (_, n) => turning[n % 2]);
		const { error } = await readAll(at, pages);
		expect(error?.message).toContain('3 pages in a row without a new record');
		expect(server.received).toHaveLength(5);
	});

	test('entries of one batch of tokens both come', async () => {
		const given = [
			[ofBatch(1), ofBatch(1)],
			[ofBatch(1), ofBatch(2)],
		];
		expect(await outputOf(readAll(transfers, given))).toHaveLength(3);
	});
});

describe('reports count a record once', () => {
	/** Records of whatever validator is asked about. */
	const unnamed = ({ nodeId: _, ...record }: IDataObject): IDataObject => record;
	const overlapping = () =>
		(pages = [[first, second], [second, third], [third]].map((page) => page.map(unnamed)));

	test('of rewards', async () => {
		overlapping();
		field = 'historicalRewards';
		const asked = { ...everyReward, nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' };
		const [total] = await outputOf(runData('reward', 'getReport', { ...asked, return: ['page'] }));
		expect(total).toMatchObject({ rewards: 3, amount: 3 });
	});

	test('of a metric', async () => {
		overlapping();
		field = 'results';
		const asked = { chainId: '43114', metric: 'txCount', timeInterval: 'day', period: 'allTime' };
		const [total] = await outputOf(runMetrics('metric', 'getReport', asked));
		expect(total).toMatchObject({ values: 3, total: 6 });
	});

	test('and so do all balances of an address', async () => {
		overlapping();
		field = 'erc20TokenBalances';
		const asked = { chainId: '43114', address: first.address };
		expect(await outputOf(runData('balance', 'getAll', asked))).toHaveLength(4);
	});
});

test('UTXOs whose last page comes for ever under new places end with an error', async () => {
	server.answerCalls(() => ({
		result: {
			numFetched: '2',
			utxos: ['0x01', '0x02'],
			encoding: 'hex',
			endIndex: { address: 'C-avax1', utxo: `u${server.received.length}` },
		},
	}));
	const { error } = await runNative('utxo', 'getUTXOs', {
		chain: 'C',
		sourceChain: 'P',
		returnAll: true,
		addresses: 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	});
	expect(error?.message).toContain('3 pages in a row without a new record');
	expect(server.received).toHaveLength(4);
});
