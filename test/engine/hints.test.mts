/** The one hint of a run that was long, slowed or cut, and those that the parameters alone call for. */
import {
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import type { AvalancheCredential } from '../../nodes/shared/network/credential';
import { describeWork, sayOtherNetwork } from '../../nodes/shared/operation/hints';
import { shortenNodeId } from '../../nodes/shared/values/ids';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { listRows } from '../../tools/groups.mts';
import { reply, useScript } from '../support/useScript.mts';
import { useNode } from '../support/useEngine.mts';

const server = useScript();
const run = useNode('avalancheData', server);

const hintsOf = async (running: ReturnType<typeof run>) =>
	(await running).run.data.resultData.runData.Node[0].hints?.map(({ message }) => message);

/** So many pages of one transaction each. */
const serve = (pages: number, refusals = 0) => {
	let n = 0;
	let refused = 0;
	server.answer(() => {
		if (refused++ < refusals)
			return reply({ message: 'slow down', statusCode: 429 }, 429, { 'retry-after': '1' });
		n++;
		const transactions = [{ nativeTransaction: { txHash: `0x${n}` } }];
		return reply({ transactions, ...(n < pages && { nextPageToken: String(n) }) });
	});
	return run('transaction', 'getManyLatest', { chainId: '43114', returnAll: true });
};

test('empty lists among several are named, where they have names', () => {
	const spent = { requests: 1, retries: 0, heldBackMs: 0 };
	const tallyOf = (called: string, read: number) => ({
		called,
		read,
		pages: 1,
		wanted: read,
		ifEmpty: 'There was no movement.',
	});
	const tallies = [tallyOf('C-Chain', 3), tallyOf('Dexalot', 0), tallyOf('Beam', 0)];
	expect(describeWork(tallies, spent)?.message).toBe(
		'Nothing was found for 2 of 3 (Dexalot, Beam). There was no movement.',
	);
});

test('more than ten pages are told, with their records', async () => {
	expect(await hintsOf(serve(12))).toEqual([
		'Read 12 records on 12 pages. Sent 12 requests, for 240 compute units.',
	]);
});

test('a network that is not the one of a credential for public hosts is told', () => {
	const say = (asked: unknown, network: string) =>
		sayOtherNetwork(asked, { network } as AvalancheCredential);
	expect(say('mainnet', 'fuji')).toBe(
		'This was read from Mainnet, as Network says. The credential is for Fuji.',
	);
	expect(say('fuji', 'fuji')).toBeUndefined();
	expect(say('fuji', 'ownNode')).toBeUndefined();
	expect(say(undefined, 'fuji')).toBeUndefined();
});

test.each([
	['alone', 1],
	['among several', 3],
])('a wallet as Token Contract, %s, is told where its transfers are', async (_how, count) => {
	server.answer(() => reply({ transfers: [] }));
	const wallet = '0x50E721E49C013F00c62Cf59f2163542a9D8Df024';
	const hints = await hintsOf(
		run(
			'transfer',
			'getMany',
			{ chainId: '43114', address: wallet },
			{ items: Array.from({ length: count }, () => ({ json: {} })) },
		),
	);
	expect(hints).toEqual([
		'Nothing was found. Check the chain and the filters. If Token Contract is a wallet, use Token Transfer > Get Many ERC-20 of Address.',
	]);
});

test('a wallet among contracts of tokens is told too', async () => {
	const wallet = '0x50e721e49c013f00c62cf59f2163542a9d8df024';
	server.answer(({ path }) =>
		reply({
			transfers: path.toLowerCase().includes(wallet) ? [] : [{ txHash: '0x1', logIndex: 0 }],
		}),
	);
	const addresses = [wallet, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'];
	const running = run(
		'transfer',
		'getMany',
		{ chainId: '43114', address: '={{ $json.address }}' },
		{ items: addresses.map((address) => ({ json: { address } })) },
	);
	expect(await hintsOf(running)).toEqual([
		'Nothing was found for 1 of 2. Check the chain and the filters. If Token Contract is a wallet, use Token Transfer > Get Many ERC-20 of Address.',
	]);
});

describe('a list for each of several input items', () => {
	const addresses = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);
	const items = [1, 2, 3].map((row) => ({ json: { row, address: addresses[row % 2] } }));
	const repeated = expect.stringContaining(
		'The same list was read once for each of 3 input items, so all results stand here 3 times. Turn on Execute Once under Settings.',
	);
	const getNative = (address: string, input: INodeExecutionData[] = items) => {
		server.answer(() => reply({ nativeTokenBalance: { balance: '1', decimals: 18 } }));
		const given = { chainId: '43114', address };
		return hintsOf(run('balance', 'getNative', given, { items: input }));
	};

	test.each([
		['all rows of the input', '={{ $input.all() }}'],
		['an expression of lines', `={{ '${addresses.join('\\n')}' }}`],
		['lines without an expression', addresses.join('\n')],
	])('says that results repeat: %s', async (_how, address) => {
		expect(await getNative(address)).toContainEqual(repeated);
	});

	test.each([
		['an address of its own for each', '={{ $json.address }}', items],
		['lists that differ', '={{ [$json.address, "0x" + String($json.row).repeat(40)] }}', items],
		['one input item', '={{ $input.all() }}', items.slice(0, 1)],
		['one address for all', addresses[0], items],
	])('says nothing of %s', async (_how, address, input) => {
		const hints = (await getNative(address, input)) ?? [];
		expect(hints).not.toContainEqual(repeated);
	});
});

test('ten pages are not', async () => {
	expect((await hintsOf(serve(10))) ?? []).toEqual([]);
});

test('a rate limit is told, with its seconds', async () => {
	expect(await hintsOf(serve(1, 1))).toEqual([
		'Rate limits held requests back for 1 s. Sent 2 requests, 1 retry among them, for 20 compute units.',
	]);
});

describe('a limit that left something out', () => {
	/** Pages of two transactions each, for each of so many input items. */
	const read = (pages: number, limit: number, count = 2) => {
		server.answer(({ path }) => {
			const n = Number(/pageToken=(\d+)/.exec(path)?.[1] ?? 0) + 1;
			const transactions = [1, 2].map((i) => ({ nativeTransaction: { txHash: `0x${n}${i}` } }));
			return reply({ transactions, ...(n < pages && { nextPageToken: String(n) }) });
		});
		const input = Array.from({ length: count }, () => ({ json: {} }));
		return hintsOf(
			run('transaction', 'getManyLatest', { chainId: '43114', limit }, { items: input }),
		);
	};

	test('is told, of records in the page and of pages that follow', async () => {
		const ends = (limit: number) => [
			`2 of 2 lists end at Limit (${limit}): there are more. Turn on Return All to get them.`,
		];
		expect(await read(2, 3)).toEqual(ends(3));
		expect(await read(2, 2)).toEqual(ends(2));
		expect(await read(2, 1)).toEqual(ends(1));
	});

	test('is told of one list, too', async () => {
		for (const limit of [1, 2, 3])
			expect(await read(2, limit, 1)).toEqual([
				`The list ends at Limit (${limit}): there are more. Turn on Return All to get them.`,
			]);
	});

	test('is told of a list that comes at once', async () => {
		server.answer(() => reply({ chains: ['1', '2', '3'].map((chainId) => ({ chainId })) }));
		const items = [{ json: {} }, { json: {} }];
		expect(await hintsOf(run('chain', 'getMany', { limit: 2 }, { items }))).toEqual([
			'2 of 2 lists end at Limit (2): there are more. Turn on Return All to get them.',
		]);
	});

	test('is not told where the list ends with it', async () => {
		expect((await read(2, 4)) ?? []).toEqual([]);
		expect((await read(2, 4, 1)) ?? []).toEqual([]);
	});
});

test('an empty list says what to check', async () => {
	server.answer(() => reply({ transactions: [] }));
	expect(await hintsOf(run('transaction', 'getManyLatest', { chainId: '43114' }))).toEqual([
		'Nothing was found. Check the address or ID, the chain and the filters.',
	]);
});

describe('validators', () => {
	const askNode = useNode('avalancheValidators', server);
	const [here, gone, away] = ourNodeIds;
	const read = async (parameters: INodeParameters, items = [{ json: {} }]) => {
		server.answerCalls(() => ({ result: { validators: [{ nodeID: here, connected: true }] } }));
		return await hintsOf(askNode('primaryValidator', 'getMany', parameters, { items }));
	};
	const named = (...nodeIds: unknown[]) => ({
		validatorsFrom: 'lines',
		nodeIds: nodeIds.join('\n'),
	});

	test('that were asked for and are none are named', async () => {
		const items = [{ json: {} }, { json: {} }];
		expect(await read(named(here, gone, away), items)).toEqual([
			`Not found: ${gone}, ${away}.`,
			expect.stringContaining('The same list was read once for each of 2 input items'),
		]);
		expect(await read(named(here, `${gone} = Gone-1`))).toEqual([`Not found: Gone-1 (${gone}).`]);
		expect((await read(named(here))) ?? []).toEqual([]);
	});

	describe('which names are of nobody', () => {
		const names = [`${here} = Here-1`, `${gone} = Foo`].join('\n');

		test('of those that were ticked', async () => {
			const chosen = { validatorsFrom: 'several', chosenNodeIds: [here] };
			expect(await read({ ...chosen, filters: { names } })).toEqual([
				`Names: not among those chosen: Foo (${gone}).`,
			]);
		});

		test('which a shortened ID of one that was ticked is not', async () => {
			const short = `${shortenNodeId(here!)} = Here-1`;
			const ticked = {
				validatorsFrom: 'several',
				chosenNodeIds: [here],
				filters: { names: short },
			};
			expect((await read(ticked)) ?? []).toEqual([]);
		});

		test('of all in the list', async () => {
			expect(await read({ filters: { names } })).toEqual([
				`Names: not in the list of validators: Foo (${gone}).`,
			]);
			expect((await read({ filters: { names: `${here} = Here-1` } })) ?? []).toEqual([]);
		});

		test('unless another item uses the name', async () => {
			const chosenNodeIds = '={{ [$json.nodeId] }}';
			const items = [here, gone].map((nodeId) => ({ json: { nodeId } }));
			const asked = { validatorsFrom: 'several', chosenNodeIds, filters: { names } };
			expect(String(await read(asked, items))).not.toContain('Names:');
		});
	});

	test('that the filters all leave out were read', async () => {
		expect(await read({ filters: { connection: 'disconnected' } })).toEqual([
			'None of 1 record matched the filters.',
		]);
		expect(await read({ filters: { uptimeBelow: 1 } })).toEqual([
			'None of 1 record matched the filters. Uptime Below counts in percent: 90 is 90 %.',
		]);
	});
});

describe('rewards', () => {
	const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const day = Date.UTC(2026, 9, 10, 12) / 1000;
	/** One a day from 10 October back; the newest have no price yet. */
	const serve = (count: number, unpriced: number, nextPageToken = '') =>
		server.answer(({ path }) =>
			path.includes('/rewards')
				? reply({
						nextPageToken,
						historicalRewards: Array.from({ length: count }, (_, n) => ({
							nodeId,
							rewardType: 'VALIDATOR',
							txHash: `tx${n}`,
							utxoId: `u${n}`,
							addresses: [],
							endTimestamp: day - n * 86_400,
							rewardTxHash: `r${n}`,
							amountStaked: '1',
							reward: {
								amount: '1000000000',
								denomination: 9,
								symbol: 'AVAX',
								...(n >= unpriced && { historicalPrice: { currencyCode: 'usd', value: 20 } }),
							},
						})),
					})
				: reply({}, 404),
		);
	const asked = {
		network: 'mainnet',
		rewardsOf: 'validators',
		validatorsFrom: 'lines',
		nodeIds: nodeId,
		period: 'custom',
		from: '2026-10-06',
		to: '2026-11-01',
		rewardTypes: ['VALIDATOR'],
		currency: 'usd',
	};

	test('of a list are told with those that have no price; a list that the limit ends has no count', async () => {
		serve(8, 2);
		expect(await hintsOf(run('reward', 'getMany', { ...asked, returnAll: true }))).toEqual([
			'5 rewards matched Period and Reward Types. To find them, 8 were read, the newest first. Without a price: 2 rewards. The service has none for that time.',
		]);
		expect(await hintsOf(run('reward', 'getMany', { ...asked, limit: 1 }))).toEqual([
			'The list ends at Limit (1): there are more. Turn on Return All to get them. Without a price: 1 reward. The service has none for that time.',
		]);
	});

	test('that the limit ends on the last one of a page may go on', async () => {
		serve(5, 0, 'next');
		expect(await hintsOf(run('reward', 'getMany', { ...asked, limit: 5 }))).toEqual([
			'The list ends at Limit (5): there may be more. Turn on Return All to get them.',
		]);
	});

	test('of which none is wanted name the fields to widen', async () => {
		serve(8, 0);
		const older = { ...asked, from: '2026-11-01', to: '2026-11-02' };
		const list = run('reward', 'getMany', { ...older, returnAll: true });
		expect(await hintsOf(list)).toEqual([
			'None of 8 rewards matched: widen Period or Reward Types.',
		]);
		const csv = { return: ['csv'], groupBy: 'validator' };
		expect(await hintsOf(run('reward', 'getReport', { ...older, ...csv }))).toEqual([
			'No rewards in 1 November 2026: the newest is of 2026-10-10.',
		]);
		const others = { ...asked, ...csv, rewardTypes: ['DELEGATOR'] };
		expect(await hintsOf(run('reward', 'getReport', others))).toEqual([
			'The period has 5 rewards, of other types: widen Reward Types.',
		]);
		serve(0, 0);
		const report = run('reward', 'getReport', { ...older, ...csv });
		expect(await hintsOf(report)).toEqual([
			'No rewards were found. Check the IDs and the network that you asked for.',
		]);
	});

	test('of a report are told likewise, and its notes say nothing of what is outside the period', async () => {
		serve(8, 2);
		const running = run('reward', 'getReport', { ...asked, return: ['csv'], groupBy: 'validator' });
		expect(await hintsOf(running)).toEqual([
			'5 rewards matched Period and Reward Types. To find them, 8 were read, the newest first. Without a price: 2 rewards. The service has none for that time.',
		]);
		const { items } = await running;
		expect(String(items.at(-1)!.json.notes)).not.toContain('not counted');
	});
});

/** The hints that the editor shows for these parameters. */
function shownHints(type: string, parameters: INode['parameters']) {
	const { description } = listRows().find((row) => row.description.name === type)!;
	const node = { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) as INodeType };
	const workflow = new Workflow({
		nodes: [node as INode],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as Partial<INodeTypes> as INodeTypes,
	});
	const isShown = (condition?: string) =>
		workflow.expression.getParameterValue(condition!, null, 0, 0, 'Node', [], 'manual', {});
	return (description.hints ?? [])
		.filter(({ displayCondition }) => isShown(displayCondition) === true)
		.map(({ message }) => message);
}

test('the hint about public nodes stands before a run, where a public node seldom serves an operation', () => {
	const odd = { resource: 'debug', operation: 'traceTransaction' };
	expect(shownHints('avalancheEvmAdvanced', odd)).toEqual([
		expect.stringContaining('Public nodes rarely serve this'),
	]);
	expect(shownHints('avalancheEvmAdvanced', { ...odd, resource: 'block' })).toEqual([]);
});

test('no hint of a description stands after a run: n8n shows it above errors that it has nothing to do with', () => {
	const hints = listRows().flatMap(({ description }) => description.hints ?? []);
	expect(hints.filter(({ whenToDisplay }) => whenToDisplay !== 'beforeExecution')).toEqual([]);
});
