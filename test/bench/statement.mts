/** Get Statement of one address with many payments, beside the bare requests that it takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { addBlock } from '../../devnet/addBlock.mts';
import { demoAccount, startDevnet } from '../../devnet/devnet.mts';
import { loopNode, ourNodes } from './n8nNodes.mts';
import { getWithAxios, readAllPages, type Get } from './pages.mts';
import { addedMiB, cpuOf, race, ratioOf, writeTable, type Contenders, type Goal } from './race.mts';

interface Job {
	/** Of the mock network. */
	url: string;
	latencyMs: number;
	/** A payment of AVAX and one of a token in each transaction. */
	movements: number;
	/** The period, as ISO times, and its blocks, the end not included. */
	from: string;
	to: string;
	startBlock: number;
	endBlock: number;
}

const floor = 'bare requests with axios';
const loop = 'same requests as a node';
const items = 'Get Statement, items';
const files = 'Get Statement, page and all files';

/** As many requests at a time as a node of ours sends. */
const parallel = 20;

/** The lists of payments and then each transaction: what no statement can do without. */
async function sendRequests({ url, startBlock, endBlock }: Job, get: Get): Promise<IDataObject[]> {
	const chain = `${url}/v1/chains/43114`;
	const query = { startBlock, endBlock, pageSize: 100 };
	const records: any[] = [];
	for (const list of ['listNative', 'listErc20']) {
		const path = `${chain}/addresses/${demoAccount}/transactions:${list}`;
		records.push(...(await readAllPages(get, path, query, 'transactions')));
	}
	const hashOf = (record: any): string => record.txHash ?? record.nativeTransaction.txHash;
	const hashes = new Set(records.map(hashOf));
	const left = [...hashes];
	const work = async () => {
		for (let hash = left.pop(); hash; hash = left.pop())
			await get(`${chain}/transactions/${hash}`, {});
	};
	await Promise.all(Array.from({ length: parallel }, work));
	return records;
}

const ourStatement = (wanted: string[]) => async () => {
	const run = await ourNodes();
	return async ({ url, from, to }: Job) => {
		const made = await run('avalancheData', url, {
			resource: 'payments',
			operation: 'getStatement',
			chainId: '43114',
			addresses: demoAccount,
			period: 'custom',
			from,
			to,
			return: wanted,
		});
		return made.at(-1)!.json.movements as number;
	};
};

export const contenders: Contenders<Job> = {
	async [floor]() {
		// Its memory is compared with that of the others.
		await ourNodes();
		return async (job) => (await sendRequests(job, getWithAxios)).length;
	},
	async [loop]() {
		const run = await loopNode<Job>(
			async ({ helpers }, job) =>
				await sendRequests(job, async (url, qs) => await helpers.httpRequest({ url, qs })),
		);
		return async (job) => (await run(job)).length;
	},
	[items]: ourStatement(['items']),
	[files]: ourStatement(['csv', 'detailCsv', 'page']),
};

const transactionsOfBlock = 5;

/** Waits for a second in which no block is yet, in seconds since 1970. */
async function nextSecond(): Promise<number> {
	await sleep(1000 - (Date.now() % 1000));
	return Math.floor(Date.now() / 1000);
}

/** A mock network on which the demo account is paid so often, within a period. */
async function startPaid(movements: number) {
	const devnet = await startDevnet({ validators: 10, rewards: 0 });
	const [chain] = devnet.world.ledger.chains;
	const token = chain!.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
	const startBlock = chain!.blocks.at(-1)!.number + 1;
	const from = await nextSecond();
	for (let n = 0; n < movements / 2 / transactionsOfBlock; n++) {
		addBlock(chain!, ...Array.from({ length: transactionsOfBlock }, () => ({})));
		for (const transaction of chain!.blocks.at(-1)!.transactions)
			transaction.transfers.push({
				transaction,
				from: transaction.from,
				to: demoAccount,
				value: 10n ** 6n,
				logIndex: 1,
				contract: token,
			});
	}
	const to = await nextSecond();
	const toText = (seconds: number) => new Date(seconds * 1000).toISOString();
	const job: Job = {
		url: devnet.url,
		latencyMs: 0,
		movements,
		from: toText(from),
		to: toText(to),
		startBlock,
		endBlock: chain!.blocks.at(-1)!.number + 1,
	};
	return { devnet, job };
}

export async function measureStatement(isShort: boolean): Promise<Goal[]> {
	const movements = isShort ? 1_000 : 10_000;
	const { devnet, job } = await startPaid(movements);
	const names = Object.keys(contenders);
	const runsOf = await race<Job>({
		file: import.meta.url,
		contenders: names,
		jobs: [job],
		rounds: 3,
		isFresh: true,
		recordsOf: () => movements,
		takeRequests: () => devnet.log.splice(0).length,
	});
	await devnet.close();
	const title = 'A statement';
	const heading = `${title} of ${movements.toLocaleString('en')} payments`;
	writeTable(heading, names, [job], runsOf, { hasMemory: true });
	const goalOf = (what: string, atMost: number, other: string, figure: typeof cpuOf): Goal => ({
		goal: `${title}: ${what}`,
		atMost,
		measured: ratioOf(runsOf(files, job), runsOf(other, job), figure),
	});
	return [
		goalOf('processor time with all files, times the same requests as a node', 1.5, loop, cpuOf),
		goalOf('memory added with all files, times the bare requests', 2, floor, addedMiB),
	];
}
