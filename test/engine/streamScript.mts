/** The stream trigger on a scripted chain, whose node says of it whatever a test wants. */
import type { INodeParameters } from 'n8n-workflow';
import { address, hex, word } from '../support/hex.mts';
import { eachCall, reply, type RpcCall } from '../support/useScript.mts';
import { asNode, useSocketScript } from '../support/useSocketScript.mts';
import { useStream } from '../support/useStream.mts';

export interface Log {
	block: number;
	index: number;
	transaction: number;
}

export const contract = address(3);

/** A chain of a hundred blocks for each test; a node that answers truly, and tells what a test lets it tell. */
export function useScriptedChain() {
	const server = useSocketScript();
	const { create, engine } = useStream(server);
	const chain = {
		logs: [] as Log[],
		head: 100,
		/** The first block of another chain than the one before, and how often that happened. */
		fork: { from: Infinity, times: 0 },
	};
	const hashOf = (block: number) =>
		`0x${word(block + (block >= chain.fork.from ? chain.fork.times * 1_000_000 : 0))}`;
	const writeLog = ({ block, index, transaction }: Log, removed = false) => ({
		address: contract,
		topics: [`0x${word(1)}`],
		data: '0x',
		removed,
		blockNumber: hex(block),
		blockHash: hashOf(block),
		logIndex: hex(index),
		transactionHash: `0x${word(transaction)}`,
		transactionIndex: '0x0',
	});
	const answers: Record<string, (params: any[]) => unknown> = {
		'info.isBootstrapped': () => ({ isBootstrapped: true }),
		eth_blockNumber: () => hex(chain.head),
		eth_getBlockByNumber: ([number]) =>
			Number(number) > chain.head
				? null
				: { number, timestamp: '0x6b49d200', hash: hashOf(Number(number)), transactions: [] },
		eth_getLogs: ([{ fromBlock, toBlock }]) =>
			chain.logs
				.filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
				.map((log) => writeLog(log)),
	};
	/** Nothing but WebSockets on their path. */
	const answer = ({ path, method, params }: Omit<RpcCall, 'id'>) =>
		path.endsWith('/ws') ? reply('Bad Request\n', 400) : { result: answers[method]!(params) };

	beforeEach(() => {
		Object.assign(chain, { logs: [], head: 100, fork: { from: Infinity, times: 0 } });
		server.answer(eachCall(answer));
		server.answerSocket(asNode(() => chain.head));
	});

	const socket = () => server.sockets.at(-1)!;
	const tell = (log: Log, removed = false) => socket().notify('0x2', writeLog(log, removed));
	return {
		server,
		engine,
		create,
		chain,
		answer,
		socket,
		tell,
		writeLog,
		/** A log in the next block, which the node tells of or not. */
		add(transaction: number, isTold = true): Log {
			const log = { block: ++chain.head, index: 0, transaction };
			chain.logs.push(log);
			if (isTold) tell(log);
			return log;
		},
		tellHead: (number: unknown = hex(chain.head)) => socket().notify('0x1', { number }),
		watch: (options: INodeParameters = {}) =>
			create({ event: 'contractEvent', findBy: 'topics', addresses: contract, options }),
	};
}

/** The transactions of the items, by their numbers. */
export const transactionsOf = ({ items }: { items: Array<Record<string, unknown>> }) =>
	items.map(({ txHash }) => Number(txHash));
