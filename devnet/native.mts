import { hash } from 'node:crypto';
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
import { ourRewardAddress } from './world.mts';

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

const number = (value: number | bigint, bytes: number) =>
	Buffer.from(
		BigInt(value)
			.toString(16)
			.padStart(2 * bytes, '0'),
		'hex',
	);
/** The ID of bytes. */
const identify = (bytes: Uint8Array) => encodeCb58(hash('sha256', bytes, 'buffer'));

/** An unsigned import from the P-Chain, as bytes; each key makes another one. */
export function makeAtomicTx(key: string): Buffer {
	const [networkId, zero, pChainId] = [number(1, 4), number(0, 4), Buffer.alloc(32)];
	const codecAndType = number(0, 6);
	return Buffer.concat([
		codecAndType,
		networkId,
		makeBytes(32, 'C-Chain'),
		pChainId,
		makeBytes(80, key),
		zero,
	]);
}

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

interface AtomicTx {
	bytes: Buffer;
	status: 'Processing' | 'Accepted' | 'Dropped';
	height: number;
}

/** The service of /ext/bc/C/native or /ext/bc/C/avax, and what lets a waiting transaction fail. */
export function createNative({ world, isReal, version }: NodeContext) {
	const isHelicon = isAfterHelicon(version);
	const cChain = world.findChain('C')!;
	const height = (value: number) => (isReal ? String(value) : value);
	let head = 71_000_000;
	const txs = new Map<string, AtomicTx>([
		[acceptedAtomicTxId, { bytes: oldTx, status: 'Accepted', height: 70_123_456 }],
	]);
	/** By source chain and owner, made when they are first asked for. */
	let shared: Record<string, Record<string, Utxo[]>> | undefined;
	const share = () => {
		const owners = utxoAddresses.map((address) => decodeBech32(address.slice(2))!.bytes);
		const [first, second] = owners as [Buffer, Buffer];
		const common = makeUtxos(100, owners, 'common');
		const names = owners.map((owner) => owner.toString('hex')) as [string, string];
		shared = {
			P: {
				[names[0]]: [...makeUtxos(2_400, [first], 'first'), ...common],
				[names[1]]: [...common, ...makeUtxos(200, [second], 'second')],
			},
			X: { [names[0]]: makeUtxos(40, [first], 'from X') },
		};
		return shared;
	};

	const readAddress = (text: string): Buffer => {
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
		if (chain !== cChain) throw fail(`expected chainID to be "${cChain.id}" but was "${chain.id}"`);
		return decoded.bytes;
	};
	const within = <T,>(context: string, act: () => T): T => {
		try {
			return act();
		} catch (error) {
			throw fail(`${context}: ${(error as Error).message}`);
		}
	};
	const addressContext = (text: string) =>
		isHelicon
			? `parsing address ${JSON.stringify(text)}`
			: `couldn't parse address ${JSON.stringify(text)}`;

	const getUTXOs: Answer = ({
		addresses = [],
		sourceChain = '',
		startIndex = {},
		limit = 0,
		encoding: asEncoding,
	}) => {
		const encoding = readEncoding(asEncoding);
		const asked = addresses as string[];
		if (!asked.length && !isHelicon) throw fail('no addresses provided');
		if (asked.length > mostAddresses)
			throw fail(`number of addresses given, ${asked.length}, exceeds maximum, ${mostAddresses}`);
		if (!sourceChain) throw fail('no source chain provided');
		const source = world.findChain(String(sourceChain));
		if (!source)
			throw fail(
				`problem parsing source chainID "${sourceChain}": there is no ID with alias: ${sourceChain}`,
			);
		const owners = asked.map((text) =>
			within(addressContext(text), () => readAddress(text)).toString('hex'),
		);
		const start = startIndex as { address?: string; utxo?: string };
		let [owner, first] = ['0'.repeat(40), emptyId];
		if (start.address || start.utxo) {
			const { address = '', utxo = '' } = start;
			const context = `couldn't parse start index address ${JSON.stringify(address)}`;
			owner = within(context, () => readAddress(address)).toString('hex');
			const malformed = checkId(utxo);
			if (malformed) throw fail(`couldn't parse start index utxo: ${malformed}`);
			first = utxo;
		}

		const all = (shared ?? share())[source.aliases[0]!] ?? {};
		const most = Math.min(Number(toNumber(limit)) || largestPage, largestPage);
		const found = new Map<string, Utxo>();
		let last = { owner, id: first };
		let next: typeof last | undefined;
		for (const name of [...new Set(owners)].sort().filter((one) => one >= owner)) {
			const list = all[name] ?? [];
			// Where the page starts is the last UTXO of the page before, once more.
			const from =
				name === owner
					? Math.max(
							0,
							list.findIndex(({ id }) => id === first),
						)
					: 0;
			if (found.size < most) last = { owner: name, id: name === owner ? first : emptyId };
			for (const utxo of list.slice(from)) {
				const place = { owner: name, id: utxo.id };
				if (found.size === most) {
					next = place;
					break;
				}
				found.set((last = place).id, utxo);
			}
			if (next) break;
		}
		const end = isHelicon ? (next ?? { owner: '0'.repeat(40), id: endOfList }) : last;
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

	const issueTx: Answer = ({ tx = '', encoding }) => {
		const bytes = read(String(tx), readEncoding(encoding));
		const flaw = isReal && findFlaw(bytes);
		if (flaw) throw fail(`problem parsing transaction: ${flaw}`);
		const txID = identify(bytes);
		const known = txs.get(txID);
		// What is in a block has spent its UTXOs.
		if (known?.status === 'Accepted')
			throw fail(`failed to fetch import UTXOs from ${emptyId} due to: not found`);
		txs.set(
			txID,
			known?.status === 'Processing' ? known : { bytes, status: 'Processing', height: ++head },
		);
		return { txID };
	};

	const getAtomicTxStatus: Answer = // Asked once while it waits, it is in a block when it is asked for again.
		({ txID = emptyId }) => {
			if (txID === emptyId) throw fail('nil transaction ID');
			const tx = txs.get(String(txID));
			const status = tx?.status ?? 'Unknown';
			if (tx?.status === 'Processing') tx.status = 'Accepted';
			if (status === 'Accepted') return { status, blockHeight: height(tx!.height) };
			return { status: isHelicon ? 'Unknown' : status };
		};

	const getAtomicTx: Answer = ({ txID = emptyId, encoding: asEncoding }) => {
		const encoding = readEncoding(asEncoding);
		if (txID === emptyId) throw fail('nil transaction ID');
		const tx = txs.get(String(txID));
		if (isHelicon && tx?.status !== 'Accepted') throw fail('fetching tx: reading tx: not found');
		if (!tx) throw fail(`could not find tx ${txID}`);
		const blockHeight = tx.status === 'Accepted' ? { blockHeight: height(tx.height) } : {};
		return { tx: write(tx.bytes, encoding), encoding, ...blockHeight };
	};

	/** A transaction that waits is found invalid. */
	const drop = ({ txID }: { txID: string }) => {
		const tx = txs.get(txID);
		if (tx?.status !== 'Processing') throw new Error(`${txID} is no transaction that waits`);
		tx.status = 'Dropped';
	};

	// Since 1.15.2 there is no status.
	const answers = {
		getUTXOs,
		issueTx,
		getAtomicTx,
		getAtomicTxStatus: version === '1.15.2' ? undefined : getAtomicTxStatus,
	};
	const service: Service = { name: isReal ? 'avax' : 'native', path: '/ext/bc/C/native', answers };
	return { service, drop };
}
