/** A record that cannot be read fails polls for a while, and then comes as an item of its own. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import {
	addAssetTransaction,
	addMovements,
	addReward,
	create,
	devnet,
	engine,
	watches,
} from './feedScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const minute = 60;

interface Kind {
	happen: () => void;
	/** The list in the answer, and what names a record of it. */
	list: string;
	id: string;
	lacks: string;
	more?: INodeParameters;
}
const addActivity = () => addMovements('ERC-20');
const ofChain = { happen: addActivity, list: 'transactions', id: 'txHash' };
const kinds: Record<string, Kind> = {
	rewards: {
		happen: () => addReward(),
		list: 'historicalRewards',
		id: 'rewardTxHash',
		lacks: 'utxoId',
	},
	address: { ...ofChain, lacks: 'txStatus' },
	chain: { ...ofChain, lacks: 'blockIndex' },
	internal: { ...ofChain, lacks: 'gasUsed' },
	erc20: { ...ofChain, lacks: 'logIndex' },
	wallets: { ...ofChain, lacks: 'txHash', more: { kinds: ['erc20'] } },
	'ERC-20': { ...ofChain, list: 'transfers', lacks: 'value' },
	asset: { happen: addAssetTransaction, list: 'transactions', id: 'txHash', lacks: 'txHash' },
};
const names = Object.keys(kinds);

/** Takes a field away from one record, wherever it is listed. */
function spoil({ list, lacks }: Kind, isSpoilt: (record: IDataObject) => boolean): void {
	const change = (reply: Reply): Reply => {
		const json = reply.json as Record<string, unknown>;
		const records = json[list];
		if (!Array.isArray(records)) return reply;
		const spoilt = records.map((record: IDataObject) =>
			isSpoilt(record) ? { ...record, [lacks]: undefined } : record,
		);
		return { ...reply, json: { ...json, [list]: spoilt } };
	};
	devnet.faults([{ host: 'data', path: '/', change }]);
}
/** What no other record has: its time. */
const timeOf = (record: IDataObject): unknown =>
	record.blockTimestamp ?? record.timestamp ?? record.endTimestamp;

type Trigger = ReturnType<typeof create>;
async function poll(trigger: Trigger): Promise<{ items: IDataObject[]; said: string }> {
	clock.advance(minute);
	try {
		return { items: jsonOf(await trigger.poll()), said: '' };
	} catch (error) {
		return { items: [], said: (error as Error).message };
	}
}

/** A published watch, two records that can be read, and one between them that cannot. */
async function begin(
	name: string,
	options: INodeParameters = {},
	more: object = {},
	kind = kinds[name]!,
	order = [false, true, false],
) {
	const trigger = create({ ...watches[name]!(), ...kind.more, options }, more);
	await trigger.activate();
	const spoiltAt: unknown[] = [];
	for (const isSpoilt of order) {
		clock.advance(1);
		kind.happen();
		if (isSpoilt) spoiltAt.push(Math.floor(Date.now() / 1000));
	}
	spoil(kind, (record) => spoiltAt.includes(timeOf(record)));
	return { trigger, kind };
}

const few = ['rewards', 'address', 'wallets'];
const engines: Array<[string, object, string[]]> = [
	['usual engine', {}, names],
	['scheduler', { scheduled: true }, few],
	['durable cursors', { durable: true }, few],
];

describe.each(engines)('%s', (_engine, more, watched) => {
	test.each(watched)('%s: ten polls fail, then the record comes once [F25]', async (name) => {
		if (!engine.isRecent && Object.keys(more).length) return;
		const { trigger, kind } = await begin(name, {}, more);
		for (let i = 1; i < 10; i++) {
			const { items, said } = await poll(trigger);
			expect([i, items.filter(({ event }) => event === 'unreadable'), said]).toEqual([
				i,
				[],
				expect.stringContaining(`a record without its "${kind.lacks}"`),
			]);
		}
		const { items } = await poll(trigger);
		const [told, ...others] = items.filter(({ event }) => event === 'unreadable');
		expect(others).toEqual([]);
		expect(items).toHaveLength(3);
		expect(told).toMatchObject({
			severity: 'warning',
			reason: `came without its "${kind.lacks}"`,
			title: expect.stringContaining('cannot be read'),
			message: expect.stringContaining(`it came without its "${kind.lacks}"`),
			eventId: expect.stringMatching(/^unreadable-[0-9a-f]{16}$/),
		});
		const record = JSON.parse(told!.record as string) as IDataObject;
		expect(record).not.toHaveProperty(kind.lacks);
		expect(timeOf(record)).toBeDefined();
		for (let i = 0; i < 20; i++) expect(await poll(trigger)).toEqual({ items: [], said: '' });
		kind.happen();
		expect((await poll(trigger)).items).toHaveLength(1);
	});
});

test.each(names)(
	'%s: a record that becomes readable before comes once, as itself [F25]',
	async (name) => {
		const { trigger, kind } = await begin(name);
		for (let i = 0; i < 8; i++) expect((await poll(trigger)).said).toContain('without');
		devnet.faults([]);
		const { items } = await poll(trigger);
		expect(items.map(({ event }) => event)).not.toContain('unreadable');
		expect(new Set(items.map((item) => item[kind.id])).size).toBe(3);
		for (let i = 0; i < 5; i++) expect((await poll(trigger)).items).toEqual([]);
	},
);

test.each(['address', 'chain'])(
	'%s: a record that becomes readable after its item does not come again [F25]',
	async (name) => {
		const { trigger } = await begin(name);
		for (let i = 0; i < 10; i++) await poll(trigger);
		devnet.faults([]);
		for (let i = 0; i < 5; i++) expect((await poll(trigger)).items).toEqual([]);
	},
);

test('without what tells it apart it comes as a record of its own once it can be read [F25]', async () => {
	const { trigger } = await begin('ERC-20');
	for (let i = 0; i < 10; i++) await poll(trigger);
	devnet.faults([]);
	expect((await poll(trigger)).items).toMatchObject([{ event: 'tokenTransfer' }]);
	for (let i = 0; i < 5; i++) expect((await poll(trigger)).items).toEqual([]);
});

test.each([
	['address', 'blockNumber', [false, true, false]],
	['erc20', 'blockNumber', [false, true, false]],
	['rewards', 'endTimestamp', [false, true, false]],
	['rewards', 'endTimestamp', [false, false, true]],
	['rewards', 'endTimestamp', [true]],
	['asset', 'timestamp', [false, true, false]],
])(
	'%s without its %s, %j: it comes once, whatever comes later [F25]',
	async (name, lacks, order) => {
		const { trigger, kind } = await begin(name, {}, {}, { ...kinds[name]!, lacks }, order);
		for (let i = 1; i < 10; i++)
			expect((await poll(trigger)).said).toContain('a record without a block or time');
		const { items } = await poll(trigger);
		expect(items.filter(({ event }) => event === 'unreadable')).toHaveLength(1);
		expect(items).toHaveLength(order.length);
		let count = 0;
		for (let i = 0; i < 60; i++) {
			if (i % 4 === 0) kind.happen();
			clock.advance(i < 30 ? 0 : 120 * minute);
			count += (await poll(trigger)).items.length;
		}
		expect(count).toBe(15);
	},
);

test.each(names)('%s: an old record is given up after three polls [F25]', async (name) => {
	const { trigger } = await begin(name);
	clock.advance(20 * minute);
	for (let i = 0; i < 2; i++) expect((await poll(trigger)).said).toContain('without');
	expect((await poll(trigger)).items.map(({ event }) => event)).toContain('unreadable');
});

test('of a wallet it says whose it is, with your name for it [F25]', async () => {
	const { trigger } = await begin('wallets');
	let items: IDataObject[] = [];
	for (let i = 0; i < 10; i++) ({ items } = await poll(trigger));
	expect(items.find(({ event }) => event === 'unreadable')).toMatchObject({
		title: 'Treasury: A token transfer cannot be read',
		address: expect.stringMatching(/^0x/),
		addressName: 'Treasury',
	});
});

test('the raw form is bounded, keeps its order, and can mark up, link or mention nothing [F25]', async () => {
	const { trigger } = await begin('address');
	const foreign = '<img src=x onerror=alert(1)> [a](https://evil.example) @everyone \u202e`x`';
	const change = (reply: Reply): Reply => {
		const json = reply.json as { transactions?: IDataObject[] };
		const spoil = (record: IDataObject) => ({ z: foreign, ...record, a: 'x'.repeat(5000) });
		const [newest, ...others] = json.transactions ?? [];
		return newest
			? {
					...reply,
					json: { ...json, transactions: [{ ...spoil(newest), txStatus: null }, ...others] },
				}
			: reply;
	};
	devnet.faults([{ host: 'data', path: '/', change }]);
	let items: IDataObject[] = [];
	for (let i = 0; i < 10; i++) ({ items } = await poll(trigger));
	const { record } = items.find(({ event }) => event === 'unreadable')!;
	const text = record as string;
	expect(text).toHaveLength(4000);
	expect(text).toMatch(/^\{"z":"[^"]*","blockNumber":.*\.\.\.$/);
	expect(text).not.toMatch(/[<>@`\u202e\]]|evil\.example|:\/\//);
	expect(JSON.parse(/^\{"z":("[^"]*")/.exec(text)![1]!)).toBe(foreign);
});

test.each(names)('%s: with Stop, polls fail as long as it cannot be read [F25]', async (name) => {
	const { trigger } = await begin(name, { whenUnreadable: 'stop' });
	for (let i = 0; i < 15; i++) expect((await poll(trigger)).said).toContain('without');
	devnet.faults([]);
	expect((await poll(trigger)).items).toHaveLength(3);
});

test.each(names)(
	'%s: a list without a record that can be read fails for ever [F25]',
	async (name) => {
		const { trigger, kind } = await begin(name);
		kind.happen();
		spoil(kind, () => true);
		for (let i = 0; i < 15; i++) expect((await poll(trigger)).said).toContain('without');
		devnet.faults([]);
		expect((await poll(trigger)).items).toHaveLength(4);
	},
);

test.each(['rewards', 'address', 'wallets'])(
	'%s: it comes again with Redeliver After Restart, with the same eventId [F1, F25]',
	async (name) => {
		const { trigger } = await begin(name, { redeliver: true });
		let items: IDataObject[] = [];
		for (let i = 0; i < 10; i++) ({ items } = await poll(trigger));
		expect(items).toHaveLength(3);
		clock.advance(minute);
		const again = jsonOf(await trigger.start());
		expect(again.map(({ eventId }) => eventId)).toEqual(items.map(({ eventId }) => eventId));
	},
);
