/** Texts that strangers choose, wherever a sentence, a page, a file, a list or an error shows them. */
import { Interface } from 'ethers';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { demoAccount, ourNodeIds, ourRewardAddress } from '../../devnet/devnet.mts';
import { everyReturn } from '../support/everyReward.mts';
import { hostileTexts, links } from '../support/hostileTexts.mts';
import { address, hashOf, hex } from '../support/hex.mts';
import {
	jsonOf,
	makeItems,
	saidBy,
	useEngine,
	useNode,
	useTrigger,
} from '../support/useEngine.mts';
import { notFound, refuse, reply, useScript } from '../support/useScript.mts';
import { judgeSymbol, listFaults } from '../support/wordsRule.mts';
import { addBlock, addReward, chain, watchAddress, watchRewards } from './feedScene.mts';

/** A text of a megabyte is read as its beginning: the others are enough where each text stands in its own record. */
const texts = hostileTexts.map(({ text }) => text.slice(0, 10_000));

/** What our own code writes into a sentence: pages, IDs and what is left of them, times. */
const own = [
	/https:\/\/[\w.-]+\/[\w/-]+/g,
	/\b(?:0x\w{4}|NodeID-\w{4})\.\.\.\w{3,4}\b/g,
	/\b\d\d:\d\d\b/g,
	/http:\/\/127\.0\.0\.1:\d+/g,
	/(?<=\w)\.\.\./g,
];
const faultsOf = (value: unknown, lines = 1, more: Array<string | RegExp> = []): string[] =>
	listFaults(String(value), [...own, ...more], lines);

/** Title and message of each item, with what is wrong with them. */
const expectClean = (items: IDataObject[], lines = 2) => {
	const found = items.flatMap(({ title, message }) => [
		...faultsOf(title).map((fault) => [title, fault]),
		...faultsOf(message, lines).map((fault) => [message, fault]),
	]);
	expect(found).toEqual([]);
};

const emitAll = async (trigger: { poll: () => Promise<INodeExecutionData[] | null> }) =>
	jsonOf(await trigger.poll());

test('symbols of tokens are no amounts, no links and no other symbols; the fields keep them [F20]', async () => {
	const trigger = watchAddress({ watch: 'erc20' });
	await trigger.activate();
	const [like] = chain.contracts.filter(({ ercType }) => ercType === 'ERC-20');
	addBlock(...texts.map(() => ({ to: address(7), value: 0n })));
	chain.blocks.at(-1)!.transactions.forEach((transaction, i) => {
		const symbol = texts[i]!;
		const contract = { ...like!, address: address(5000 + i), symbol, name: symbol, decimals: 0 };
		const moved = { from: address(8), to: demoAccount, value: 1n };
		transaction.transfers.push({ transaction, contract, logIndex: i, ...moved });
	});
	const items = await emitAll(trigger);
	expect(items).toHaveLength(texts.length);
	expectClean(items, 3);
	const lineOfOurs =
		/^(?:Token contract: 0x[\da-f]{40}(?:, which is not that of the well-known [\w.]+)?|Transaction: \S+)$/i;
	const more = items.flatMap(({ message }) => String(message).split('\n').slice(1));
	expect(more.filter((line) => !lineOfOurs.test(line))).toEqual([]);
	const symbols = items.map(({ symbol }) => symbol);
	expect(new Set(symbols)).toEqual(new Set(texts));
	for (const { title, symbol } of items) {
		const [, shown] = /^Received 1 (.*) from 0x\w{4}\.\.\.\w{4}$/.exec(String(title)) ?? [];
		const isUnnamed = shown?.startsWith('of token 0x');
		expect([title, shown && !isUnnamed ? judgeSymbol(shown, String(symbol)) : []]).toEqual([
			title,
			[],
		]);
	}
});

test('names of functions and validators, and types of rewards, are cleaned in what an item says [F20]', async () => {
	const transactions = watchAddress();
	const rewards = watchRewards({ nodeIds: ourNodeIds.join() });
	await transactions.activate();
	await rewards.activate();
	addBlock(
		...texts.map((name) => ({
			value: 0n,
			method: { callType: 'CONTRACT_CALL' as const, hash: '0xa9059cbb', name },
		})),
	);
	const called = await emitAll(transactions);
	expect(called).toHaveLength(texts.length);
	expectClean(called);
	// A reward without a type is refused (F17).
	const types = texts.filter(Boolean);
	types.forEach((text) => addReward({ rewardType: text as never, amount: '1000000000' }));
	const earned = await emitAll(rewards);
	expect(earned.map(({ rewardType }) => rewardType).sort()).toEqual(types.sort());
	expectClean(earned);
});

describe('a contract event', () => {
	const server = useScript();
	const create = useTrigger(server);
	const declared = 'Note(string words, uint256 amount)';
	const contract = new Interface([`event ${declared}`]);
	let logs: object[];
	beforeEach(() => {
		logs = [];
		server.answerCalls(({ method, params }) => {
			const head = logs.length ? 101 : 100;
			if (method === 'eth_blockNumber') return { result: hex(head) };
			if (method === 'eth_getBlockByNumber' && Number(params[0]) > head) return { result: null };
			if (method === 'eth_getBlockByNumber')
				return { result: { number: params[0], hash: hashOf(1), timestamp: hex(1_700_000_000) } };
			return method === 'eth_getLogs' && Number(params[0].toBlock) >= 101
				? { result: logs }
				: { result: method === 'eth_getLogs' ? [] : null };
		});
	});
	const logOf = (words: string, i: number) => ({
		address: address(3),
		...contract.encodeEventLog('Note', [words, 5]),
		blockNumber: hex(101),
		blockHash: hashOf(101),
		removed: false,
		transactionHash: hashOf(9000),
		transactionIndex: '0x0',
		logIndex: hex(i),
	});
	const watch = async () => {
		const trigger = create({
			event: 'contractEvent',
			chain: 'C',
			addresses: address(3),
			findBy: 'declaration',
			events: declared,
		});
		await trigger.activate();
		return trigger;
	};

	test('shows the words of its sender as words [F20]', async () => {
		const trigger = await watch();
		const sent = texts.filter((text) => text.isWellFormed());
		logs = sent.map(logOf);
		const items = await emitAll(trigger);
		expect(items.map(({ args }) => (args as IDataObject).words)).toEqual(sent);
		expectClean(items);
		for (const { message } of items)
			expect(message).toMatch(/^Note on 0x\w{40}: words ("[^"]*"|[^ "]+), amount 5 in block 101, /);
	});

	test("has no message of a server's own [F20]", async () => {
		const trigger = await watch();
		logs = [{ ...logOf('fine', 0), message: '@channel claim.io', title: 'claim.io' }];
		const [item] = await emitAll(trigger);
		expect(item!.message).toMatch(/^Note on /);
		expectClean([item!]);
	});
});

describe('a watched node', () => {
	const server = useScript();
	const [watchedNode] = ourNodeIds;
	const create = useTrigger(server, {
		event: 'nodeVersion',
		validatorsFrom: 'lines',
		nodeIds: watchedNode,
		options: { failedChecks: 1, goodChecks: 1 },
	});
	const serve = (version: string, upgrade = 'granite') =>
		server.answerCalls(({ method }) => ({
			result:
				method === 'info.peers'
					? { numPeers: '1', peers: [{ nodeID: watchedNode, version }] }
					: { [`${upgrade}Time`]: '2025-11-19T16:00:00Z' },
		}));
	const activate = async () => jsonOf(await create().activate());

	test('has a version, or what it says of itself stands in quotation marks [U34]', async () => {
		for (const text of texts) {
			serve(`1.0.0 ${text}`);
			const [item] = await activate();
			expect(item).toMatchObject({ event: 'outdated', version: `1.0.0 ${text}` });
			const [, shown] = /: runs (.*), but the Granite/.exec(String(item!.message)) ?? [];
			expect([shown, listFaults(shown!.replace(/^1\.0\.0$/, ''))]).toEqual([shown, []]);
		}
	});

	test('may report upgrades of any name [U34]', async () => {
		for (const text of texts.filter((name) => name && name !== '__proto__')) {
			serve('avalanchego/1.14.2', text.slice(0, 200));
			const [item] = await activate();
			if (!item) continue;
			expect(item.event).toBe('versionUnknown');
			const [, shown] = /^The (.*) upgrade requires/.exec(String(item.title)) ?? [];
			expect([shown, listFaults(shown!)]).toEqual([shown, []]);
		}
	});
});

describe("a server's own words", () => {
	const server = useScript();
	const engine = useEngine(server);
	const run = useNode('avalancheEvm', server);
	const data = useNode('avalancheData', server);
	const admin = useNode('avalancheAdmin', server);
	const account = address(1);
	/** What each item is told where the node answers it so. */
	const ask = async (failing: (text: string) => object) => {
		server.answerCalls(({ params }) => failing(texts[Number(BigInt(params[0])) - 1]!) as never);
		const { items } = await run(
			'account',
			'getBalance',
			{ chain: 'C', address: '={{ $json.address }}' },
			{
				items: makeItems(texts.length, (n) => ({ address: address(n + 1) })),
				continueOnFail: true,
				limits: { batchSize: 1, retries: 0 },
			},
		);
		expect(items).toHaveLength(texts.length);
		return items.map(({ json }) => String(json.error));
	};
	const expectReadable = (errors: string[]) => {
		const found = errors.flatMap((error) =>
			faultsOf(error, 1, ['eth_getBalance']).map((fault) => [error, fault]),
		);
		expect(found).toEqual([]);
		expect(Math.max(...errors.map(({ length }) => length))).toBeLessThan(700);
	};

	test.each([
		['its error', (text: string) => refuse(text)],
		[
			'an error of a status',
			(text: string) => reply({ error: { code: -32000, message: text } }, 400),
		],
		['a page of a status', (text: string) => reply({ message: text }, 400)],
	])('%s can neither link, mention nor mark up', async (_what, failing) => {
		expectReadable(await ask(failing));
	});

	test('a revert reason stays readable, and is cleaned as well', async () => {
		const reason = new Interface(['error Error(string)']);
		const sent = texts.filter((text) => text.isWellFormed());
		const errors: string[] = [];
		for (const text of ['ERC20: transfer amount exceeds balance', ...sent]) {
			server.answerCalls(() => ({
				error: {
					code: 3,
					message: 'execution reverted',
					data: reason.encodeErrorResult('Error', [text]),
				},
			}));
			const parameters = { chain: 'C', contract: account, function: 'pay()' };
			const { error } = await run('contract', 'callFunction', parameters);
			errors.push(saidBy(error));
		}
		expect(errors[0]).toContain('rejected pay(): ERC20: transfer amount exceeds balance');
		expectReadable(errors);
	});

	test('nor can the version of a node, in the advice about what the node does not have', async () => {
		const shown: string[] = [];
		for (const { text } of links) {
			server.answerCalls(({ method }) => {
				if (method === 'web3_clientVersion') return { result: `v1.${text}` };
				if (method === 'info.getNodeVersion') return { result: { version: text } };
				return method.startsWith('admin')
					? notFound
					: refuse(`the method ${method} does not exist/is not available`);
			});
			const asked = { chain: 'C', method: 'debug_memStats' };
			const runs = [run('method', 'call', asked), admin('profile', 'lockProfile')];
			for (const { error } of await Promise.all(runs)) {
				const said = saidBy(error);
				const [, version] = /node(?: responds)? \((.*?)\)(?:,| serves)/i.exec(said) ?? [said];
				shown.push(version!);
			}
		}
		expect(shown).toHaveLength(2 * links.length);
		const found = shown.flatMap((text) =>
			listFaults(text, [/^v?\d+\.\d+\.\d+$/g]).map((fault) => [text, fault]),
		);
		expect(found).toEqual([]);
	});

	test('names of chains and tokens in the lists of the editor are in one line, and link nowhere', async () => {
		server.answer(({ path }) =>
			path.includes('/chains?') || path.endsWith('/chains')
				? reply({
						chains: texts.map((chainName, i) => ({
							chainName,
							chainId: String(900_000 + i),
							isTestnet: false,
							platformChainId: `2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeq${String(i).padStart(4, 'x')}`,
						})),
					})
				: reply({ jsonrpc: '2.0', id: 1, result: { networkID: '1' } }),
		);
		const names: string[] = [];
		let page: string | undefined;
		do {
			const list = await engine.loadList('avalancheData', 'searchDataChains', {}, { page });
			names.push(...list.results.map(({ name }) => name));
			page = list.paginationToken as string | undefined;
		} while (page !== undefined);
		expect(names.length).toBeGreaterThan(texts.length);
		expect(names.flatMap((name) => faultsOf(name).map((fault) => [name, fault]))).toEqual([]);
	});

	test('a name with characters that nobody sees is refused before anything is sent', async () => {
		server.answerCalls(() => ({ result: null }));
		const [first, second] = ourNodeIds;
		const { error } = await data('reward', 'getReport', {
			network: 'mainnet',
			rewardsOf: 'validators',
			validatorsFrom: 'lines',
			nodeIds: `${first} = Frankfurt\n${second} = \u202etrufknarF`,
			period: 'lastMonth',
			groupBy: 'validator',
			rewardTypes: ['VALIDATOR'],
			currency: 'usd',
			return: ['items'],
		});
		expect(saidBy(error)).toContain('must have a name without invisible characters in line 2');
		expect(server.received).toEqual([]);
	});

	test('counts of a transaction that a double does not hold have their text beside them', async () => {
		const [odd, most] = ['0x20000000000001', '0xffffffffffffffff'];
		const hash = hashOf(1);
		const found = { hash, blockNumber: odd, gas: most, nonce: odd, value: '0x0', type: '0x2' };
		server.answerCalls(() => ({ result: found }));
		const { items } = await run('transaction', 'get', { chain: 'C', transactionHash: hash });
		expect(items[0]!.json).toMatchObject({
			blockNumberExact: '9007199254740993',
			nonceExact: '9007199254740993',
			gas: 2 ** 64,
			gasExact: '18446744073709551615',
			type: 2,
		});
		expect(items[0]!.json).not.toHaveProperty('typeExact');
	});

	test('a reward report shows them in no cell, no page and no note', async () => {
		const listed = (text: string, i: number) => ({
			addresses: [ourRewardAddress, text],
			txHash: text,
			rewardTxHash: text,
			utxoId: text,
			outputIndex: i,
			nodeId: text,
			rewardType: i % 2 ? text : 'VALIDATOR',
			startTimestamp: 1,
			endTimestamp: 1_700_000_000 - i,
			amountStaked: '2000000000',
			reward: {
				assetId: text,
				name: text,
				symbol: i % 3 ? text : 'AVAX',
				denomination: 9,
				type: text,
				amount: '1000000000',
				historicalPrice: { currencyCode: i % 3 ? 'USD' : text, value: 20 },
			},
		});
		server.answer(({ path }) =>
			path.includes('/rewards')
				? reply({ historicalRewards: texts.map((text, i) => listed(text.slice(0, 500), i)) })
				: reply({ jsonrpc: '2.0', id: 1, result: { validators: [] } }),
		);
		for (const groupBy of ['validator', 'address', 'type']) {
			const { items, error } = await data('reward', 'getReport', {
				network: 'mainnet',
				rewardsOf: 'addresses',
				groupBy,
				addresses: `P-${ourRewardAddress}`,
				period: 'custom',
				from: '2023-01-01',
				to: '2024-01-01',
				rewardTypes: ['VALIDATOR'],
				currency: 'usd',
				additionalFields: { timeZone: 'UTC' },
				return: everyReturn,
			});
			expect(error).toBeUndefined();
			const { json, binary = {} } = items.at(-1)!;
			const cells = Object.values(binary)
				.filter(({ mimeType }) => mimeType === 'text/csv')
				.flatMap(({ data: file }) =>
					Buffer.from(file, 'base64')
						.toString()
						.replace('\uFEFF', '')
						.split(/[\r\n,]+/),
				);
			const words = [...cells, ...textsOf(String(json.html)), String(json.notes)];
			const figures = [/\b\d[\d,]*\.\d+\b/g, /\d\d:\d\d:\d\d/g, "'", '""', 'UTC:'];
			const found = words.flatMap((word) =>
				faultsOf(word, 1, figures).map((fault) => [word, fault]),
			);
			expect(found).toEqual([]);
		}
	});
});

/** The texts between the tags of a page, as a reader sees them. */
const textsOf = (html: string): string[] =>
	html
		.replace(/<style>[^]*?<\/style>/g, '')
		.split(/<[^>]*>/)
		.map((text) =>
			text
				.replace(/&quot;/g, '"')
				.replace(/&#39;/g, "'")
				.replace(/&nbsp;/g, ' '),
		)
		.filter((text) => text.trim())
		.map((text) => text.trim());
