/** Whose each movement of a statement is: what a list does not say is refused in words, or said to be unknown. */
import type { IDataObject } from 'n8n-workflow';
import { demoAccount, treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
/** The first has collectibles of every kind, the second imports, exports and contracts that it made. */
const wallets = [demoAccount, treasuryWallets[0]!].map((wallet) => wallet.toLowerCase());

const read = async (addresses: string[] = wallets) =>
	await engine.runNode('avalancheData', {
		resource: 'payments',
		operation: 'getStatement',
		chainId: '43114',
		addresses: addresses.join('\n'),
		period: 'allTime',
		return: ['items'],
		additionalFields: { withValues: false },
	});

const addressOf = (party: unknown): string =>
	String((party as IDataObject | undefined)?.address).toLowerCase();

/** Changes each record of a list that `isMeant`, and counts them. */
function meddle(
	path: string,
	isMeant: (record: IDataObject) => boolean,
	change: (record: IDataObject) => IDataObject,
) {
	const changed = { records: 0 };
	const inReply = (reply: { json?: unknown }) => {
		const json = reply.json as { transactions: IDataObject[] };
		const transactions = json.transactions.map((record) => {
			if (!isMeant(record)) return record;
			changed.records++;
			return change(record);
		});
		return { ...reply, json: { ...json, transactions } } as never;
	};
	devnet.faults([{ host: 'data', path: `transactions${path}`, change: inReply }]);
	return changed;
}

const sides = ['from', 'to'] as const;
type Side = (typeof sides)[number];
const otherOf = (side: Side): Side => (side === 'from' ? 'to' : 'from');

/** Parties that no list should have. */
const oddParties: Array<[string, IDataObject | string | null]> = [
	['null', null],
	['a word', 'nobody'],
	['of an empty address', { address: '' }],
	['of half an address', { address: '0x4aaEe6E2AB9c' }],
];

const lists = [':listNative', ':listInternals', ':listErc20', ':listErc721', ':listErc1155'];
const isOwn = (side: Side) => (record: IDataObject) =>
	wallets.includes(addressOf(record[side])) && !wallets.includes(addressOf(record[otherOf(side)]));

/** A wallet only sends its internal movements as the sender of their transaction. */
const neverSent = ':listInternals from';

const ofWallet = lists
	.flatMap((list) => sides.map((side) => [list, side] as const))
	.filter((row) => row.join(' ') !== neverSent)
	.flatMap(([list, side]) => oddParties.map(([what, party]) => [list, side, what, party] as const));

test.each(ofWallet)(
	'is refused where a record of %s has as the wallet itself in "%s" one %s [P2]',
	async (list, side, _what, party) => {
		const changed = meddle(list, isOwn(side), (record) => ({ ...record, [side]: party }));
		const { items, error } = await read();
		expect(changed.records).toBeGreaterThan(0);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			new RegExp(
				`it holds a record whose "${side}\\.address" is no address|is (?:not )?about address`,
			),
		);
	},
);

const payers = [':listNative', ':listInternals'].flatMap((list) =>
	oddParties.map(([what, party]) => [list, what, party] as const),
);

test.each(payers)(
	'is refused where the sender in %s of what came in is %s, because it pays the fee or is listed twice [P2]',
	async (list, _what, from) => {
		const changed = meddle(list, isOwn('to'), (record) => ({ ...record, from }));
		const { items, error } = await read();
		expect(changed.records).toBeGreaterThan(0);
		expect(items).toEqual([]);
		expect(error?.message).toContain('it holds a record whose "from.address" is no address');
	},
);

test('reads past a call that moves nothing, whoever its sender is', async () => {
	const isStill = ({ isReverted, internalTxType, value }: IDataObject) =>
		isReverted === true || internalTxType === 'DELEGATECALL' || value === '0';
	const changed = meddle(':listInternals', isStill, (record) => ({ ...record, from: null }));
	const { items, error } = await read();
	expect(changed.records).toBeGreaterThan(0);
	expect(error?.message).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
});

const otherSides = [
	[':listNative', 'to'],
	[':listErc20', 'from'],
	[':listErc20', 'to'],
].flatMap(([list, side]) =>
	oddParties.map(([what, party]) => [list!, side as Side, what, party] as const),
);

test.each(otherSides)(
	'counts a movement of %s whose other side in "%s" is %s, and says that this side is unknown [P4]',
	async (list, side, _what, party) => {
		const changed = meddle(list, isOwn(otherOf(side)), (record) => ({ ...record, [side]: party }));
		const { items, error } = await read();
		expect(error?.message).toBeUndefined();
		expect(changed.records).toBeGreaterThan(0);
		const all = jsonOf(items);
		const unnamed = all.filter(
			({ counterparty, counterpartyName, kind }) =>
				counterparty === null &&
				counterpartyName === null &&
				/payment|creation|internal|token/.test(String(kind)),
		);
		expect(unnamed.length).toBeGreaterThan(0);
		expect(all.at(-1)!.notes).toContainEqual(
			`In and Out count ${unnamed.length} movement${unnamed.length === 1 ? '' : 's'} whose other side the service does not name. Whether it is one of these addresses is unknown.`,
		);
	},
);

test('says nothing of other sides that are named, and of fees, imports and exports', async () => {
	const total = jsonOf((await read()).items).at(-1)!;
	expect(JSON.stringify(total.notes)).not.toContain('whose other side');
});

const atomics: Array<[string, IDataObject]> = [
	['an output of nobody', { evmOutputs: [{ toAddress: null }] }],
	['an output of a word', { evmOutputs: [{ toAddress: 'nobody' }] }],
	['an input of nobody', { evmInputs: [{ fromAddress: '' }] }],
	['an input without an address', { evmInputs: [{}] }],
	['a word as its outputs', { evmOutputs: 'none' }],
	['neither inputs nor outputs', { evmInputs: null, evmOutputs: [] }],
];

test.each(atomics)('is refused where an import or export has %s [P2]', async (_what, odd) => {
	const isMeant = (record: IDataObject) => Object.keys(odd).some((field) => field in record);
	const withAsset = ([field, parts]: [string, unknown], record: IDataObject) =>
		Array.isArray(parts) && parts.length
			? [field, (record[field] as IDataObject[]).map((part) => ({ ...part, ...oddPart(parts[0]) }))]
			: [field, parts];
	const changed = meddle('?addresses', isMeant, (record) => ({
		...record,
		...Object.fromEntries(
			Object.entries(odd)
				.filter(([field]) => field in record || !Array.isArray(odd[field]))
				.map((entry) => withAsset(entry, record)),
		),
	}));
	const { items, error } = await read();
	expect(changed.records).toBeGreaterThan(0);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/could not be read: it holds|is (?:not )?about address/);
});

const isRecordAt = (field: string) => (record: IDataObject) => record[field] !== undefined;

const oddPart = (part: IDataObject) => ({ toAddress: undefined, fromAddress: undefined, ...part });

const oddAssets: Array<[string, IDataObject]> = [
	['no symbol', { symbol: undefined }],
	['no decimals', { denomination: undefined }],
	['null as its symbol', { symbol: null }],
];

test.each(oddAssets)(
	'is refused where an asset of an import or export has %s, because it would count as none [P2]',
	async (_what, odd) => {
		const inPart = (part: IDataObject) => ({
			...part,
			asset: { ...(part.asset as IDataObject), ...odd },
		});
		const isMeant = ({ evmOutputs }: IDataObject) => Array.isArray(evmOutputs);
		const changed = meddle('?addresses', isMeant, (record) => ({
			...record,
			evmOutputs: (record.evmOutputs as IDataObject[]).map(inPart),
		}));
		const { items, error } = await read();
		expect(changed.records).toBeGreaterThan(0);
		expect(items).toEqual([]);
		expect(error?.message).toContain('with an asset without symbol or decimals');
	},
);

test('counts no other asset as AVAX that has its symbol [P2]', async () => {
	const inPart = (part: IDataObject) => ({
		...part,
		asset: {
			...(part.asset as IDataObject),
			assetId: '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe',
		},
	});
	const isMeant = ({ evmOutputs }: IDataObject) => Array.isArray(evmOutputs);
	const changed = meddle('?addresses', isMeant, (record) => ({
		...record,
		evmOutputs: (record.evmOutputs as IDataObject[]).map(inPart),
	}));
	const { items } = await read();
	expect(changed.records).toBeGreaterThan(0);
	const all = jsonOf(items);
	expect(all.at(-1)).toMatchObject({ isTotal: true, closes: 'no' });
	expect(all.filter(({ kind }) => kind === 'import')).toEqual([]);
});

const oddNfts: Array<[string, IDataObject]> = [
	['no token ID', { tokenId: undefined }],
	['a word as its token ID', { tokenId: 'first' }],
	['no contract', { address: undefined }],
];

test.each(
	(['erc721Token', 'erc1155Token'] as const).flatMap((field) =>
		oddNfts.map(([what, odd]) => [field, what, odd] as const),
	),
)(
	'is refused where the %s of an NFT has %s, because nobody knows which it is',
	async (field, _what, odd) => {
		const list = field === 'erc721Token' ? ':listErc721' : ':listErc1155';
		const changed = meddle(list, isRecordAt(field), (record) => ({
			...record,
			[field]: { ...(record[field] as IDataObject), ...odd },
		}));
		const { items, error } = await read();
		expect(changed.records).toBeGreaterThan(0);
		expect(items).toEqual([]);
		expect(error?.message).toContain('an NFT without a contract or a token ID');
	},
);

test('takes a creation without a recipient as a payment of its sender, and to the contract that it is listed for', async () => {
	const isCreation = ({ method, value }: IDataObject) =>
		(method as IDataObject | undefined)?.callType === 'CONTRACT_CREATION' && value !== '0';
	const [made] = jsonOf((await read()).items).filter(({ kind }) => kind === 'creation');
	const contract = String(made!.counterparty).toLowerCase();
	const changed = meddle(':listNative', isCreation, ({ to: _to, ...record }) => record);
	const { items, error } = await read([wallets[1]!, contract]);
	expect(error?.message).toBeUndefined();
	expect(changed.records).toBeGreaterThan(0);
	const ofMade = jsonOf(items).filter(
		({ kind, txHash }) => kind === 'creation' && txHash === made!.txHash,
	);
	expect(ofMade.map(({ direction, units }) => [direction, units]).sort()).toEqual([
		['incoming', made!.units],
		['outgoing', made!.units],
	]);
	const balances = jsonOf(items).at(-1)!.balances as IDataObject[];
	const ofContract = balances.find(
		({ address, token }) => String(address).toLowerCase() === contract && token === null,
	);
	expect(ofContract).toMatchObject({ transfersInExact: made!.amountExact, closes: 'yes' });
});
