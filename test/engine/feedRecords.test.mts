/** Lists of the Data API whose records are not what was asked for: the poll says so, and no event is lost or doubled. */
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
	watches,
} from './feedScene.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const hour = 3600;

/** A block with a transaction, a call and a transfer of a token in it. */
const addActivity = (ercType = 'ERC-20') => addMovements(ercType);

interface Kind {
	happen: () => void;
	list: string;
	id: string;
	/** Fields that every record has. */
	fields: string[];
	options?: INodeParameters;
}
const inBlock = ['blockNumber', 'txHash', 'from', 'from.address', 'to', 'to.address'];
const ofTransaction = [...inBlock, 'txStatus', 'blockIndex'];
const ofTransfer = [...inBlock, 'logIndex'];
const ofChain = { happen: () => addActivity(), list: 'transactions', id: 'txHash' };
const kinds: Record<string, Kind> = {
	rewards: {
		happen: () => addReward(),
		list: 'historicalRewards',
		id: 'rewardTxHash',
		fields: ['rewardTxHash', 'txHash', 'rewardType', 'utxoId', 'outputIndex', 'endTimestamp'],
	},
	address: { ...ofChain, fields: ofTransaction },
	chain: { ...ofChain, fields: ofTransaction },
	internal: {
		...ofChain,
		fields: [...inBlock, 'internalTxType', 'value', 'isReverted', 'gasUsed', 'gasLimit'],
	},
	erc20: { ...ofChain, fields: [...ofTransfer, 'value', 'erc20Token', 'erc20Token.address'] },
	'ERC-20': { ...ofChain, list: 'transfers', fields: [...ofTransfer, 'value', 'erc20Token'] },
	'ERC-721': {
		...ofChain,
		list: 'transfers',
		happen: () => addActivity('ERC-721'),
		fields: [...ofTransfer, 'erc721Token', 'erc721Token.tokenId'],
	},
	asset: {
		happen: addAssetTransaction,
		list: 'transactions',
		id: 'txHash',
		fields: ['txHash', 'timestamp', 'amountCreated', 'amountCreated.0.assetId'],
		options: { minimumAmount: '0.000000001' },
	},
};

/** The record with another value at a path; none where it is undefined. */
function put(record: IDataObject, path: string, value: unknown): IDataObject {
	const copy = structuredClone(record);
	const names = path.split('.');
	const holder = names.slice(0, -1).reduce((at: any, name) => at[name], copy);
	if (value === undefined) delete holder[names.at(-1)!];
	else holder[names.at(-1)!] = value;
	return copy;
}

type Change = (reply: Reply) => Reply;
/** Changes the newest record of each list. */
const inNewest =
	({ list }: Kind, change: (record: IDataObject) => IDataObject): Change =>
	(reply) => {
		const json = reply.json as Record<string, IDataObject[]>;
		const [first, ...others] = json[list] ?? [];
		return first ? { ...reply, json: { ...json, [list]: [change(first), ...others] } } : reply;
	};

async function pollOnce(trigger: ReturnType<typeof create>) {
	try {
		return { items: jsonOf(await trigger.poll()), said: '' };
	} catch (error) {
		return { items: [], said: (error as Error).message };
	}
}

/** Something happens before each poll; from the third poll on, each of these changes the answers to one. */
async function watchDisturbed(name: string, changes: Change[], path = 'pageSize=10') {
	const kind = kinds[name]!;
	const trigger = create({ ...watches[name]!(), options: kind.options ?? {} });
	await trigger.activate();
	const told: IDataObject[] = [];
	const said: string[] = [];
	const happened = changes.length + 3;
	for (let i = 0; i < happened + 2; i++) {
		clock.advance(hour);
		if (i < happened) kind.happen();
		const change = changes.at(i < 2 ? changes.length : i - 2);
		// Not the answer that tells where a chain ends.
		if (change) devnet.faults([{ host: 'data', path, change }]);
		const polled = await pollOnce(trigger);
		devnet.faults([]);
		told.push(...polled.items);
		if (change) said.push(polled.said);
	}
	const ids = told.map((item) => item[kind.id]);
	return { said, missing: happened - ids.length, doubled: ids.length - new Set(ids).size };
}
const nothingLost = { missing: 0, doubled: 0 };

const values: unknown[] = [undefined, null, '', { a: 1 }];
const needed = Object.entries(kinds).flatMap(([name, { fields }]) =>
	fields.map((path) => ({ name, path })),
);

test.each(needed)(
	'$name: no $path, or another thing in its place, fails the poll [F17]',
	async (each) => {
		const { name, path } = each;
		const changes = values.map((value) =>
			inNewest(kinds[name]!, (record) => put(record, path, value)),
		);
		expect(await watchDisturbed(name, changes)).toEqual({
			...nothingLost,
			said: values.map(() =>
				expect.stringMatching(/The Data API returned a record without|is (not )?about/),
			),
		});
	},
);

test.each(Object.keys(kinds).filter((name) => !['rewards', 'asset', 'chain'].includes(name)))(
	'%s: a block outside of the range that was asked for fails the poll [F17]',
	async (name) => {
		const change = inNewest(kinds[name]!, (record) => ({ ...record, blockNumber: '70000000' }));
		expect(await watchDisturbed(name, [change])).toEqual({
			...nothingLost,
			said: [expect.stringContaining('returned a record of 70000000, and was asked for')],
		});
	},
);

test.each(Object.keys(kinds).filter((name) => name !== 'chain'))(
	'%s: ever new tokens without a new record fail the poll after few requests [F17]',
	async (name) => {
		let [page, requests]: [unknown, number] = [undefined, 0];
		const change = (reply: Reply): Reply => {
			page ??= reply.json;
			requests++;
			// The mock network refuses a token that it did not give.
			return { ...reply, status: 200, json: { ...(page as object), nextPageToken: `${requests}` } };
		};
		expect(await watchDisturbed(name, [change], 'pageSize=100')).toEqual({
			...nothingLost,
			said: [expect.stringContaining('without a new record')],
		});
		expect(requests).toBeLessThan(10);
	},
);

const twice = (reply: Reply): Reply => {
	const json = reply.json as Record<string, IDataObject[]>;
	const doubled = Object.entries(json).map(([name, list]) => [
		name,
		Array.isArray(list) ? list.flatMap((record) => [record, record]) : list,
	]);
	return { ...reply, json: Object.fromEntries(doubled) };
};
test.each(Object.keys(kinds).filter((name) => name !== 'internal'))(
	'%s: a record that stands twice on a page comes once [F1]',
	async (name) => {
		expect(await watchDisturbed(name, [twice, twice], 'pageSize=100')).toEqual({
			...nothingLost,
			said: ['', ''],
		});
	},
);
