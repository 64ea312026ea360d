/**
 * A Data API that knows what a real node knows: its lists are made of the node's blocks, receipts and traces, its
 * balances are those that the node gives. It shares no code with the package or with the mock network.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { utils } from '@avalabs/avalanchejs';
import { call } from './nodes.mts';

/** An ERC-20 token that the service follows. */
export interface Token {
	address: string;
	symbol: string;
	decimals: number;
}

interface Options {
	/** The JSON-RPC endpoint of the chain on the node. */
	rpc: string;
	/** What the service calls the chain. */
	chainId: string;
	symbol: string;
	tokens: Token[];
	/** Whether the node traces transactions there, as it does for a C-Chain with all APIs on. */
	hasTraces?: boolean;
}

export interface Service {
	url: string;
	/** Reads all blocks of the node anew. */
	index: () => Promise<void>;
	/** Which paths it does not know, and was asked for. */
	unknown: string[];
	close: () => Promise<void>;
}

type Json = Record<string, any>;

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const toHex = (value: number) => `0x${value.toString(16)}`;
const decimal = (value: string) => BigInt(value).toString();
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const party = (address: string | null) => ({ address: address ?? '' });

/** Reads numbers and bytes one after the other. */
function createReader(bytes: Buffer) {
	let at = 0;
	const take = (length: number) => bytes.subarray(at, (at += length));
	const u16 = () => take(2).readUInt16BE();
	const u32 = () => take(4).readUInt32BE();
	const u64 = () => take(8).readBigUInt64BE();
	const list = <T,>(read: () => T): T[] => Array.from({ length: u32() }, read);
	return { take, u16, u32, u64, list, place: () => at };
}

/** The asset ID of AVAX on the network that the service stands for. */
const avaxOfMainnet = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';

/** The atomic transactions of a block, as avalanchego's codec writes them in its extra data. */
function readAtomics(data: string, block: Json, avaxId: string): Json[] {
	const bytes = Buffer.from(data.slice(2), 'hex');
	if (!bytes.length) return [];
	const { take, u16, u32, u64, list, place } = createReader(bytes);
	u16();
	const asset = (amount: bigint) => ({
		assetId: avaxOfMainnet,
		name: 'Avalanche',
		symbol: 'AVAX',
		denomination: 9,
		type: 'secp256k1',
		amount: amount.toString(),
	});
	const inputs = () =>
		list(() => {
			take(32 + 4);
			const id = take(32).toString('hex');
			u32();
			const amount = u64();
			list(u32);
			return { id, amount };
		});
	const outputs = () =>
		list(() => {
			const id = take(32).toString('hex');
			u32();
			const amount = u64();
			take(8 + 4);
			list(() => take(20));
			return { id, amount };
		});
	const evmEntries = (hasNonce: boolean) =>
		list(() => {
			const address = `0x${take(20).toString('hex')}`;
			const amount = u64();
			const id = take(32).toString('hex');
			if (hasNonce) u64();
			return { address, amount, id };
		});
	const sum = (entries: Array<{ id: string; amount: bigint }>) =>
		entries.filter(({ id }) => id === avaxId).reduce((all, { amount }) => all + amount, 0n);
	return list(() => {
		const start = place();
		const isImport = u32() === 0;
		take(4 + 32 + 32);
		const consumed = isImport ? inputs() : evmEntries(true);
		const produced = isImport ? evmEntries(false) : outputs();
		list(() => {
			u32();
			list(() => take(65));
		});
		const signed = Buffer.concat([Buffer.alloc(2), bytes.subarray(start, place())]);
		const evm = (isImport ? produced : consumed) as ReturnType<typeof evmEntries>;
		return {
			txHash: utils.base58check.encode(createHash('sha256').update(signed).digest()),
			blockHeight: Number(block.number),
			blockHash: block.hash,
			memo: '0x',
			timestamp: Number(block.timestamp),
			amountUnlocked: [asset(sum(consumed))],
			amountCreated: [asset(sum(produced))],
			sourceChain: '',
			destinationChain: '',
			txType: isImport ? 'ImportTx' : 'ExportTx',
			[isImport ? 'evmOutputs' : 'evmInputs']: evm.map(({ address, amount }) => ({
				[isImport ? 'toAddress' : 'fromAddress']: address,
				asset: asset(amount),
				credentials: [],
			})),
		};
	});
}

/** What a node names and the service does not, stands as unknown there. */
const types = ['CALL', 'CREATE', 'CREATE2', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'];

/** All frames of a trace; the outermost one where it creates a contract, too. */
function listFrames(frame: Json, isReverted: boolean, depth = 0): Json[] {
	const failed = isReverted || Boolean(frame.error);
	const own =
		depth > 0 || frame.type === 'CREATE'
			? [
					{
						from: party(frame.from),
						to: party(frame.to ?? null),
						isReverted: failed,
						internalTxType: types.includes(frame.type) ? frame.type : 'UNKNOWN',
						value: decimal(frame.value ?? '0x0'),
						gasUsed: decimal(frame.gasUsed),
						gasLimit: decimal(frame.gas),
					},
				]
			: [];
	const inner = (frame.calls ?? []) as Json[];
	return [...own, ...inner.flatMap((each) => listFrames(each, failed, depth + 1))];
}

export async function startService({
	rpc,
	chainId,
	symbol,
	tokens,
	hasTraces = true,
}: Options): Promise<Service> {
	const ask = async (method: string, ...params: unknown[]) => await call(rpc, method, params);
	let blocks: Json[] = [];
	let natives: Json[] = [];
	let internals: Json[] = [];
	let transfers: Json[] = [];
	let atomics: Json[] = [];
	const unknown: string[] = [];
	const isC = chainId === '43114';
	const avaxId = isC
		? Buffer.from(
				utils.base58check.decode(
					(await call(rpc.replace('/C/rpc', '/X'), 'avm.getAssetDescription', { assetID: 'AVAX' }))
						.assetID,
				),
			).toString('hex')
		: '';

	async function indexBlock(number: number): Promise<void> {
		const block = await ask('eth_getBlockByNumber', toHex(number), true);
		blocks.push(block);
		const place = {
			blockNumber: String(number),
			blockTimestamp: Number(block.timestamp),
			blockHash: block.hash,
		};
		if (block.blockExtraData) atomics.push(...readAtomics(block.blockExtraData, block, avaxId));
		if (!block.transactions.length) return;
		const receipts: Json[] = await ask('eth_getBlockReceipts', toHex(number));
		const traces: Json[] = hasTraces
			? await ask('debug_traceBlockByNumber', toHex(number), { tracer: 'callTracer' })
			: [];
		block.transactions.forEach((transaction: Json, i: number) => {
			const receipt = receipts[i]!;
			const txHash = transaction.hash;
			natives.push({
				...place,
				txHash,
				chainId,
				blockIndex: i,
				txStatus: receipt.status === '0x1' ? '1' : '0',
				txType: Number(transaction.type),
				gasLimit: decimal(transaction.gas),
				gasUsed: decimal(receipt.gasUsed),
				gasPrice: decimal(receipt.effectiveGasPrice),
				nonce: decimal(transaction.nonce),
				value: decimal(transaction.value),
				from: party(transaction.from),
				to: party(transaction.to ?? receipt.contractAddress),
				method: {
					callType: transaction.to ? 'CONTRACT_CALL' : 'CONTRACT_CREATION',
					methodHash: '',
				},
			});
			const frames = hasTraces ? listFrames(traces[i]!.result, false) : [];
			internals.push(...frames.map((frame) => ({ ...place, txHash, ...frame })));
			for (const { address, topics, data, logIndex } of receipt.logs as Json[]) {
				const token = tokens.find((one) => isSame(one.address, address));
				if (!token || topics[0] !== transferTopic || topics.length !== 3) continue;
				const [from, to] = [topics[1], topics[2]].map((topic: string) => `0x${topic.slice(26)}`);
				transfers.push({
					...place,
					txHash,
					logIndex: Number(logIndex),
					from: party(from!),
					to: party(to!),
					value: decimal(data),
					erc20Token: { ...token, name: token.symbol, ercType: 'ERC-20' },
				});
			}
		});
	}

	async function index(): Promise<void> {
		[blocks, natives, internals, transfers, atomics] = [[], [], [], [], []];
		const head = Number(await ask('eth_blockNumber'));
		for (let number = 0; number <= head; number++) await indexBlock(number);
	}

	const writeBlock = ({ number, timestamp, hash }: Json) => ({
		chainId,
		blockNumber: decimal(number),
		blockTimestamp: Number(timestamp),
		blockHash: hash,
	});
	const isOf = (address: string) => (record: Json) =>
		[record.from.address, record.to.address].some((one) => isSame(one, address));
	const isIn = (query: URLSearchParams) => (record: Json) =>
		Number(record.blockNumber) >= Number(query.get('startBlock') ?? 0) &&
		Number(record.blockNumber) < Number(query.get('endBlock') ?? Infinity);
	const listOf = (records: Json[], address: string, query: URLSearchParams) => ({
		transactions: records.filter(isOf(address)).filter(isIn(query)).reverse(),
	});
	const isParty = (address: string) => (record: Json) =>
		[...(record.evmInputs ?? []), ...(record.evmOutputs ?? [])].some((entry: Json) =>
			isSame(entry.fromAddress ?? entry.toAddress, address),
		);
	const nativeAt = async (address: string, at: string) => ({
		name: symbol,
		symbol,
		decimals: 18,
		chainId,
		balance: decimal(await ask('eth_getBalance', address, at)),
	});
	const tokensAt = async (address: string, at: string) => {
		const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
		const held: Json[] = [];
		for (const token of tokens) {
			const answer = await ask('eth_call', { to: token.address, data }, at);
			const balance = answer === '0x' ? '0' : decimal(answer);
			if (balance !== '0')
				held.push({ ...token, name: token.symbol, ercType: 'ERC-20', chainId, balance });
		}
		return held;
	};

	async function answer({ pathname, searchParams: query }: URL): Promise<Json | undefined> {
		const [, version, kind, , ...rest] = pathname.split('/');
		if (version !== 'v1') return undefined;
		if (kind === 'networks')
			return { transactions: atomics.filter(isParty(query.get('addresses')!)).reverse() };
		const [what, which, list] = rest;
		if (what === undefined)
			return {
				chainId,
				chainName: symbol,
				isTestnet: false,
				networkToken: { symbol, decimals: 18 },
			};
		if (what === 'blocks' && which === undefined) return { blocks: [writeBlock(blocks.at(-1)!)] };
		if (what === 'blocks') return writeBlock(blocks[Number(which)]!);
		if (what === 'transactions') return { networkTokenDetails: {}, nativeTransaction: {} };
		const address = which!;
		const at = toHex(Number(query.get('blockNumber')));
		const lists: Record<string, () => Json | Promise<Json>> = {
			'transactions:listNative': () => listOf(natives, address, query),
			'transactions:listInternals': () => listOf(internals, address, query),
			'transactions:listErc20': () => listOf(transfers, address, query),
			'transactions:listErc721': () => ({ transactions: [] }),
			'transactions:listErc1155': () => ({ transactions: [] }),
			'balances:getNative': async () => ({ nativeTokenBalance: await nativeAt(address, at) }),
			'balances:listErc20': async () => ({ erc20TokenBalances: await tokensAt(address, at) }),
		};
		return await lists[list ?? '']?.();
	}

	const server = createServer((request, response) => {
		const url = new URL(request.url!, 'http://127.0.0.1');
		answer(url)
			.then((json) => {
				if (!json) unknown.push(url.pathname);
				response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' });
				response.end(JSON.stringify(json ?? { message: 'unknown', error: '', statusCode: 404 }));
			})
			.catch((error: Error) => {
				unknown.push(error.message);
				response.writeHead(500).end();
			});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		index,
		unknown,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
