import { identify, makeAtomicTx, makeRecordedTx, number } from './atomicTx.mts';
import { fail, isAfterHelicon } from './jsonRpc.mts';
import type { Answer, NodeContext, Service } from './jsonRpc.mts';
import {
	checkBech32,
	checkId,
	checksum,
	decodeBech32,
	decodeCb58,
	encodeBech32,
	encodeCb58,
	makeBytes,
} from './ids.mts';
import { toNumber } from './json.mts';
import { later } from './later.mts';
import { ourRewardAddress } from './world.mts';
import type { World } from './world.mts';

/** Atomic transactions of the C-Chain and the UTXOs that wait to be imported into it. */

/** C-Chain addresses with UTXOs from P (2,500 and 300, of which they share 100) and from X (40 and none). */
export const utxoAddresses = [
	`C-${encodeBech32('avax', Buffer.from('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c', 'hex'))}`,
	`C-${ourRewardAddress}`,
] as const;
const largestPage = 1024;
const mostAddresses = 1024;
const emptyId = encodeCb58(Buffer.alloc(32));
/** Where a node after Helicon says that there is no next page. */
const endOfList = '2wkBET2rRgE8pahuaczxKbmv7ciehqsne57F9gtzf1PVcUJEQG';

/** An atomic transaction that was accepted long ago. */
const oldTx = makeAtomicTx('old');
export const acceptedAtomicTxId = identify(oldTx);

/** Bytes as hexadecimal text with the four bytes of their checksum. */
export const writeChecked = (bytes: Uint8Array) =>
	`0x${Buffer.concat([bytes, checksum(bytes)]).toString('hex')}`;

const write = (bytes: Buffer, encoding: string) => {
	if (encoding === 'json') throw fail('unsupported encoding in method');
	return encoding === 'hexnc' ? `0x${bytes.toString('hex')}` : writeChecked(bytes);
};

function read(text: string, encoding: string): Buffer {
	const refuse = (reason: string) => fail(`problem decoding transaction: ${reason}`);
	if (encoding === 'json') throw refuse('unsupported encoding in method');
	if (text && !text.startsWith('0x')) throw refuse('missing 0x prefix to hex encoding');
	if (text.length % 2) throw refuse('encoding/hex: odd length hex string');
	const [letter] = /[^0-9a-f]/i.exec(text.slice(2)) ?? [];
	if (letter) {
		const code = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
		throw refuse(`encoding/hex: invalid byte: U+${code} '${letter}'`);
	}
	const bytes = Buffer.from(text.slice(2), 'hex');
	if (!text || encoding === 'hexnc') return bytes;
	if (bytes.length < 4) throw refuse('input string is smaller than the checksum size');
	const [payload, sum] = [bytes.subarray(0, -4), bytes.subarray(-4)];
	if (!checksum(payload).equals(sum)) throw refuse('invalid input checksum');
	return payload;
}

const readEncoding = (encoding: unknown) => String(encoding ?? 'hex').toLowerCase();

/** What the codec of a real node finds wrong with the beginning of a transaction. */
function findFlaw(bytes: Buffer): string | undefined {
	if (bytes.length < 2) return "couldn't unpack codec version";
	if (bytes.readUInt16BE()) return 'unknown codec version';
	const tooShort = 'packer has insufficient length for input';
	if (bytes.length < 6) return `couldn't unmarshal interface: ${tooShort}`;
	const type = bytes.readUInt32BE(2);
	if (type > 1) return `couldn't unmarshal interface: unknown type ID ${type}`;
	if (bytes.length < 10) return `couldn't unmarshal uint32: ${tooShort}`;
	if (bytes.length < 74) return tooShort;
	return bytes.length < 78 ? `couldn't unmarshal slice: ${tooShort}` : undefined;
}

interface Utxo {
	id: string;
	bytes: Buffer;
}

/** UTXOs of `owners`, newest first, in the codec's encoding. */
function makeUtxos(count: number, owners: Buffer[], key: string): Utxo[] {
	return Array.from({ length: count }, (_, i) => {
		const [txId, index] = [makeBytes(32, 'atomic', key, i >> 2), i % 4];
		const asset = makeBytes(32, 'AVAX asset');
		const amount = number(1_000_000n + BigInt(i) * 1_000n, 8);
		const output = [
			number(7, 4),
			amount,
			number(0, 8),
			number(1, 4),
			number(owners.length, 4),
			...owners,
		];
		return {
			id: identify(Buffer.concat([number(index, 8), txId])),
			bytes: Buffer.concat([number(0, 2), txId, number(index, 4), asset, ...output]),
		};
	});
}

/** By the owner's address in hexadecimal digits. */
type Held = Record<string, Utxo[]>;

/** What waits to be imported, by source chain. */
function makeShared(): Record<string, Held> {
	const owners = utxoAddresses.map((address) => decodeBech32(address.slice(2))!.bytes);
	const [first, second] = owners as [Buffer, Buffer];
	const common = makeUtxos(100, owners, 'common');
	const names = owners.map((owner) => owner.toString('hex')) as [string, string];
	return {
		P: {
			[names[0]]: [...makeUtxos(2_400, [first], 'first'), ...common],
			[names[1]]: [...common, ...makeUtxos(200, [second], 'second')],
		},
		X: { [names[0]]: makeUtxos(40, [first], 'from X') },
	};
}

/** A UTXO in the list of an owner. */
interface Place {
	owner: string;
	id: string;
}

const noOwner = '0'.repeat(40);

/** A page of the UTXOs of these owners: what it holds, its last place, and that of the next one. */
function readPage(held: Held, owners: string[], start: Place, most: number) {
	const found = new Map<string, Utxo>();
	let last = start;
	for (const owner of [...new Set(owners)].sort().filter((one) => one >= start.owner)) {
		const list = held[owner] ?? [];
		const isFirst = owner === start.owner;
		// Where the page starts is the last UTXO of the page before, once more.
		const from = isFirst
			? Math.max(
					0,
					list.findIndex(({ id }) => id === start.id),
				)
			: 0;
		if (found.size < most) last = { owner, id: isFirst ? start.id : emptyId };
		for (const utxo of list.slice(from)) {
			const place = { owner, id: utxo.id };
			if (found.size === most) return { found, last, next: place };
			found.set((last = place).id, utxo);
		}
	}
	return { found, last };
}

/** Refuses as a real node does, which says where it was. */
function within<T>(context: string, act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw fail(`${context}: ${(error as Error).message}`);
	}
}

/** Reads an address of the C-Chain, in either form. */
function readAddress({ world }: NodeContext, text: string): Buffer {
	const short = decodeCb58(text);
	if (short?.length === 20) return short;
	const [alias, address] = text.split('-');
	if (address === undefined) throw fail('no separator found in address');
	const malformed = checkBech32(address);
	if (malformed) throw fail(malformed);
	const decoded = decodeBech32(address)!;
	const chain = world.findChain(alias!);
	if (!chain) throw fail(`there is no ID with alias: ${alias}`);
	if (decoded.prefix !== 'avax') throw fail(`expected hrp "avax" but got "${decoded.prefix}"`);
	const cChain = world.findChain('C')!;
	if (chain !== cChain) throw fail(`expected chainID to be "${cChain.id}" but was "${chain.id}"`);
	return decoded.bytes;
}

function checkAmount({ version }: NodeContext, asked: string[]): void {
	if (!asked.length && !isAfterHelicon(version)) throw fail('no addresses provided');
	if (asked.length > mostAddresses)
		throw fail(`number of addresses given, ${asked.length}, exceeds maximum, ${mostAddresses}`);
}

/** The owners whose UTXOs are asked for. */
function readOwners(context: NodeContext, asked: string[]): string[] {
	const isHelicon = isAfterHelicon(context.version);
	const refusalOf = (text: string) =>
		isHelicon
			? `parsing address ${JSON.stringify(text)}`
			: `couldn't parse address ${JSON.stringify(text)}`;
	return asked.map((text) =>
		within(refusalOf(text), () => readAddress(context, text)).toString('hex'),
	);
}

/** The alias of the chain that the UTXOs come from. */
function readSource({ world }: NodeContext, sourceChain: unknown): string {
	if (!sourceChain) throw fail('no source chain provided');
	const source = world.findChain(String(sourceChain));
	if (source) return source.aliases[0]!;
	throw fail(
		`problem parsing source chainID "${sourceChain}": there is no ID with alias: ${sourceChain}`,
	);
}

function readStart(
	context: NodeContext,
	{ address = '', utxo = '' }: { address?: string; utxo?: string },
): Place {
	if (!address && !utxo) return { owner: noOwner, id: emptyId };
	const refusal = `couldn't parse start index address ${JSON.stringify(address)}`;
	const owner = within(refusal, () => readAddress(context, address)).toString('hex');
	const malformed = checkId(utxo);
	if (malformed) throw fail(`couldn't parse start index utxo: ${malformed}`);
	return { owner, id: utxo };
}

/** The answers about what waits to be imported. */
function createUtxoAnswers(context: NodeContext) {
	const { isReal } = context;
	const isHelicon = isAfterHelicon(context.version);
	let shared: ReturnType<typeof makeShared> | undefined;
	const getUTXOs: Answer = ({
		addresses = [],
		sourceChain = '',
		startIndex = {},
		limit = 0,
		...rest
	}) => {
		const encoding = readEncoding(rest.encoding);
		// A node finds these in this order.
		const asked = addresses as string[];
		checkAmount(context, asked);
		const source = readSource(context, sourceChain);
		const owners = readOwners(context, asked);
		const start = readStart(context, startIndex as object);
		const most = Math.min(Number(toNumber(limit)) || largestPage, largestPage);
		shared ??= makeShared();
		const { found, last, next } = readPage(shared[source] ?? {}, owners, start, most);
		const end = isHelicon ? (next ?? { owner: noOwner, id: endOfList }) : last;
		const utxos = [...found.values()].map(({ bytes }) =>
			within('problem encoding utxo', () => write(bytes, encoding)),
		);
		return {
			numFetched: isReal ? String(utxos.length) : utxos.length,
			utxos,
			endIndex: {
				address: `C-${encodeBech32('avax', Buffer.from(end.owner, 'hex'))}`,
				utxo: end.id,
			},
			encoding,
		};
	};
	return { getUTXOs };
}

interface AtomicTx {
	bytes: Buffer;
	status: 'Processing' | 'Accepted' | 'Dropped';
	height: number;
}

/** What the ledger has of the C-Chain: its IDs are those that the data service lists. */
const listRecorded = ({ seed, ledger }: World): Array<[string, AtomicTx]> =>
	ledger.chains[0]!.atomics.map(({ hash, block, type }) => {
		const bytes = makeRecordedTx(seed, block.number, type);
		return [hash, { bytes, status: 'Accepted', height: block.number }];
	});

/** The answers about transactions, and what lets one that waits fail. */
function createTxAnswers({ isReal, version, world }: NodeContext) {
	const isHelicon = isAfterHelicon(version);
	const height = (value: number) => (isReal ? String(value) : value);
	let head = 71_000_000;
	const txs = later(
		() =>
			new Map<string, AtomicTx>([
				[acceptedAtomicTxId, { bytes: oldTx, status: 'Accepted', height: 70_123_456 }],
				...listRecorded(world),
			]),
	);

	const issueTx: Answer = ({ tx = '', encoding }) => {
		const bytes = read(String(tx), readEncoding(encoding));
		const flaw = isReal && findFlaw(bytes);
		if (flaw) throw fail(`problem parsing transaction: ${flaw}`);
		const txID = identify(bytes);
		const known = txs().get(txID);
		// What is in a block has spent its UTXOs.
		if (known?.status === 'Accepted')
			throw fail(`failed to fetch import UTXOs from ${emptyId} due to: not found`);
		if (known?.status !== 'Processing')
			txs().set(txID, { bytes, status: 'Processing', height: ++head });
		return { txID };
	};

	// Asked once while it waits, it is in a block when it is asked for again.
	const getAtomicTxStatus: Answer = ({ txID = emptyId }) => {
		if (txID === emptyId) throw fail('nil transaction ID');
		const tx = txs().get(String(txID));
		const status = tx?.status ?? 'Unknown';
		if (tx?.status === 'Processing') tx.status = 'Accepted';
		if (status === 'Accepted') return { status, blockHeight: height(tx!.height) };
		return { status: isHelicon ? 'Unknown' : status };
	};

	const getAtomicTx: Answer = ({ txID = emptyId, encoding: asEncoding }) => {
		const encoding = readEncoding(asEncoding);
		if (txID === emptyId) throw fail('nil transaction ID');
		const tx = txs().get(String(txID));
		if (isHelicon && tx?.status !== 'Accepted') throw fail('fetching tx: reading tx: not found');
		if (!tx) throw fail(`could not find tx ${txID}`);
		const blockHeight = tx.status === 'Accepted' ? { blockHeight: height(tx.height) } : {};
		return { tx: write(tx.bytes, encoding), encoding, ...blockHeight };
	};

	/** A transaction that waits is found invalid. */
	const drop = ({ txID }: { txID: string }) => {
		const tx = txs().get(txID);
		if (tx?.status !== 'Processing') throw new Error(`${txID} is no transaction that waits`);
		tx.status = 'Dropped';
	};

	return { issueTx, getAtomicTx, getAtomicTxStatus, drop };
}

/** The service of /ext/bc/C/native or /ext/bc/C/avax, and what lets a waiting transaction fail. */
export function createNative(context: NodeContext) {
	const { getUTXOs } = createUtxoAnswers(context);
	const { issueTx, getAtomicTx, getAtomicTxStatus, drop } = createTxAnswers(context);
	const answers = {
		getUTXOs,
		issueTx,
		getAtomicTx,
		// Since 1.15.2 there is no status.
		getAtomicTxStatus: context.version === '1.15.2' ? undefined : getAtomicTxStatus,
	};
	const name = context.isReal ? 'avax' : 'native';
	const service: Service = { name, path: '/ext/bc/C/native', answers };
	return { service, drop };
}
