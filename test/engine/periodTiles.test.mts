/**
 * Periods one after another over a stretch of the mock network, for every list that has Period: each record is in exactly
 * one of them, whether its service takes blocks, times or neither.
 */
import type { IDataObject } from 'n8n-workflow';
import { demoAccount, ourNodeIds } from '../../devnet/devnet.mts';
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { useDevnet, type UsedDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';
import { ask, makeScene, type Scene, transferData } from './evmScene.mts';
import { enterKnown } from './knownValues.mts';

const devnet = useDevnet({ separate: true });
const engine = useEngine(devnet);
let scene: Scene;
beforeAll(async () => {
	scene = await makeScene(devnet);
	// Three logs more, in blocks of their own.
	const { contract: to } = scene;
	const [from] = (await ask(devnet, 'eth_accounts')) as string[];
	for (let i = 0; i < 3; i++)
		await ask(devnet, 'eth_sendTransaction', { from, to, data: transferData });
});

/** What is entered besides what the mock network knows. */
const entered: Record<string, () => IDataObject> = {
	'reward getMany': () => ({ validatorsFrom: 'lines', nodeIds: ourNodeIds.join() }),
	'transfer getMany': () => ({
		address: scene.devnet.world.ledger.chains[0]!.contracts[0]!.address,
	}),
	'log getMany': () => ({
		events: 'Transfer(address indexed from, address indexed to, uint256 value)',
		filters: { fromBlock: '0', addTime: true },
	}),
	'log getManyRaw': () => ({ filters: { fromBlock: '0', addTime: true } }),
	'metric getMany': () => ({ filters: { onlyComplete: true } }),
};
const ofAddress = ['getManyNative', 'getManyInternal', 'getManyErc20OfAddress'];

const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;
const rows = listRows().filter(
	({ fields, isList }) => isList && fields.some(({ name }) => name === 'period'),
);

async function list(at: Row, more: IDataObject): Promise<IDataObject[]> {
	const example = toParameters(at, makeExample(at).entered);
	const own = entered[nameOf(at)]?.() ?? {};
	const { items, error } = await engine.runNode(
		at.description.name,
		{
			...enterKnown(scene, at, example),
			...(ofAddress.includes(at.operation) && { address: demoAccount }),
			returnAll: true,
			...own,
			...more,
		},
		{
			credentials: (scene.devnet as UsedDevnet).credentials,
			settings: { timezone: 'UTC' },
		},
	);
	expect(error).toBeUndefined();
	return jsonOf(items);
}

const timeOf = ({ time, receivedAt, start }: IDataObject): number =>
	Date.parse(String(time ?? receivedAt ?? start)) / 1000;

/** Bounds at the times of records, a second before and after, and between. */
function cutAtRecords(times: number[]): number[] {
	const [first, last] = [Math.min(...times), Math.max(...times)];
	const middle = times[Math.floor(times.length / 2)]!;
	const cuts = [first - 1, first, first + 1, middle, middle + 1, last - 0.5, last, last + 1];
	return [...new Set(cuts)].sort((a, b) => a - b);
}

test('lists of payments, logs, metrics and rewards have Period', () => {
	expect(rows.map(nameOf).sort()).toEqual([
		'log getMany',
		'log getManyRaw',
		'metric getMany',
		'reward getMany',
		'transaction getManyInternal',
		'transaction getManyLatest',
		'transaction getManyNative',
		'transaction getManyOfAsset',
		'transfer getMany',
		'transfer getManyErc20OfAddress',
		'vertex getMany',
	]);
});

test.each(rows.map((at) => [nameOf(at), at] as const))(
	'each record of %s is in exactly one of the periods one after another',
	async (_name, at) => {
		const all = await list(at, { period: 'allTime' });
		expect(all.length).toBeGreaterThan(3);
		const cuts = cutAtRecords(all.map(timeOf));
		const found: IDataObject[] = [];
		for (const [i, from] of cuts.slice(0, -1).entries()) {
			const to = cuts[i + 1]!;
			const custom = [from, to].map((second) => new Date(second * 1000).toISOString());
			const part = await list(at, { period: 'custom', from: custom[0], to: custom[1] });
			expect(part.filter((item) => !(timeOf(item) >= from && timeOf(item) < to))).toEqual([]);
			found.push(...part);
		}
		const sorted = (items: IDataObject[]) => items.map((item) => JSON.stringify(item)).sort();
		expect(sorted(found)).toEqual(sorted(all));
	},
);
