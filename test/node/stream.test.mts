/** The stream trigger on both kinds of EVM chain of a node, through the end and the death of the node, and a restart of n8n. */
import { rmSync } from 'node:fs';
import { getCreateAddress, id, Transaction, Wallet } from 'ethers';
import { credentialsFor } from '../support/engine.mts';
import { type PublishedStream, useStream } from '../support/useStream.mts';
import { createChain } from './network.mts';
import {
	call,
	createFolder,
	fundedKey,
	launchNode,
	localNetwork,
	type Node,
	waitFor,
} from './nodes.mts';

const { create } = useStream({ credentials: {} });
const funded = new Wallet(fundedKey);
const recipient = '0x00000000000000000000000000000000000000aa';
const token = getCreateAddress({ from: funded.address, nonce: 0 }).toLowerCase();
const transferTopic = id('Transfer(address,address,uint256)');
/** Logs Transfer(caller, to, value) of a call transfer(to, value), and answers all calls with 1, so decimals() too. */
const tokenCode = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');

interface Chain {
	/** In paths. */
	name: string;
	id: number;
	/** The transfers that were sent. */
	sent: string[];
}
let folder: string;
let node: Node;
let chains: Chain[];

const ask = async ({ name }: Chain, method: string, ...params: unknown[]) =>
	await call(`${node.url}/ext/bc/${name}/rpc`, method, params);

/** Sends a transaction and waits for its block. */
async function send(chain: Chain, fields: object): Promise<string> {
	const nonce = Number(await ask(chain, 'eth_getTransactionCount', funded.address, 'latest'));
	const raw = await funded.signTransaction(
		Transaction.from({
			type: 2,
			chainId: chain.id,
			nonce,
			gasLimit: 100_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
			...fields,
		}),
	);
	const hash: string = await ask(chain, 'eth_sendRawTransaction', raw);
	await waitFor(`${hash} is in a block`, 60, async () =>
		Boolean(await ask(chain, 'eth_getTransactionReceipt', hash)),
	);
	return hash;
}

/** So many transfers of the token, on each of these chains at once. */
const transfer = async (count: number, on: Chain[]) =>
	await Promise.all(
		on.map(async (chain) => {
			for (let i = 0; i < count; i++) {
				const data = `0xa9059cbb${word(recipient)}${word(BigInt(chain.sent.length + 1))}`;
				chain.sent.push(await send(chain, { to: token, data }));
			}
		}),
	);

beforeAll(async () => {
	folder = createFolder();
	node = await launchNode(folder, localNetwork);
	const { chainID } = await createChain(node.url);
	chains = [
		{ name: 'C', id: 43_112, sent: [] },
		{ name: chainID, id: 99_999, sent: [] },
	];
	for (const chain of chains) {
		await waitFor(`${chain.name} is served`, 60, async () =>
			Boolean(await ask(chain, 'eth_chainId')),
		);
		await send(chain, { to: null, data: `0x603a80600b6000396000f3${tokenCode}` });
	}
});
afterAll(async () => {
	await node?.stop();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const watches: Array<[string, object, string]> = [
	[
		'contractEvent',
		{ addresses: token, findBy: 'topics', topics: `["${transferTopic}"]` },
		'txHash',
	],
	['tokenTransfer', { address: token }, 'txHash'],
	['newBlock', {}, 'hash'],
	['acceptedTransaction', { output: 'hash' }, 'txHash'],
];

// A plugin's chain forgets its newest blocks when its node is killed, and here no other node has them.
test.each<[how: string, NodeJS.Signals, names: string[]]>([
	['ends', 'SIGTERM', ['C-Chain', 'L1']],
	['is killed', 'SIGKILL', ['C-Chain']],
])(
	'each event comes once, though the node %s and n8n restarts in the middle',
	async (_how, signal, names) => {
		const followed = chains.slice(0, names.length);
		const first = await Promise.all(
			followed.map(async (chain) => Number(await ask(chain, 'eth_blockNumber')) + 1),
		);
		const before = followed.map(({ sent }) => sent.length);
		const streams = followed.flatMap((chain) =>
			watches.map(([event, parameters]) =>
				create({ event, chain: chain.name, ...parameters }, credentialsFor(node.url)),
			),
		);
		const forAll = async (act: (stream: PublishedStream) => Promise<void>) =>
			void (await Promise.all(streams.map(act)));
		await forAll(async (stream) => await stream.activate());
		await transfer(4, followed);

		const { port } = new URL(node.url);
		await node.stop(signal);
		node = await launchNode(folder, { ...localNetwork, 'http-port': port });
		for (const chain of followed)
			await waitFor(`${chain.name} is served`, 60, async () =>
				Boolean(await ask(chain, 'eth_chainId')),
			);
		await transfer(4, followed);

		await forAll(async (stream) => await stream.close());
		await transfer(4, followed);
		await forAll(async (stream) => await stream.activate('init'));
		await transfer(4, followed);

		for (const [i, chain] of followed.entries()) {
			const head = Number(await ask(chain, 'eth_blockNumber'));
			const blocks = await Promise.all(
				Array.from({ length: head + 1 - first[i] }, async (_, n) => {
					const number = `0x${(first[i] + n).toString(16)}`;
					return await ask(chain, 'eth_getBlockByNumber', number, false);
				}),
			);
			const sent = chain.sent.slice(before[i]);
			const onChain: Record<string, string[]> = {
				contractEvent: sent,
				tokenTransfer: sent,
				newBlock: blocks.map(({ hash }) => hash),
				acceptedTransaction: blocks.flatMap(({ transactions }) => transactions),
			};
			for (const [j, [event, , field]] of watches.entries()) {
				const stream = streams[i * watches.length + j];
				const wanted = onChain[event];
				await waitFor(
					`${event} of ${chain.name}`,
					90,
					async () => stream.items.length >= wanted.length,
				);
				expect([event, chain.name, stream.items.map((item) => item[field])]).toEqual([
					event,
					chain.name,
					wanted,
				]);
				expect(new Set(stream.items.map(({ eventId }) => eventId)).size).toBe(wanted.length);
				expect([...stream.errors, ...stream.failures]).toEqual([]);
			}
		}
	},
);

test('a chain that the node does not serve refuses the publication', async () => {
	const stream = create({ event: 'newBlock', chain: 'nope' }, credentialsFor(node.url));
	await expect(stream.activate()).rejects.toThrow('does not know the chain "nope"');
	const onP = create({ event: 'newBlock', chain: 'P' }, credentialsFor(node.url));
	await expect(onP.activate()).rejects.toThrow();
});
