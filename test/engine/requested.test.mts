/** Lists of requested IDs: what was not found is said, and the items come in the order asked for. */
import type { INodeParameters } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { reply, useScript } from '../support/useScript.mts';
import { jsonOf, useNode } from '../support/useEngine.mts';

const server = useScript();
const askInfo = useNode('avalancheInfo', server);
const askValidators = useNode('avalancheValidators', server);
const askData = useNode('avalancheData', server);

const [first, second, third] = ourNodeIds;
const gone = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

async function read(running: ReturnType<typeof askInfo>) {
	const { items, run } = await running;
	const hints = run.data.resultData.runData.Node[0].hints ?? [];
	return { items: jsonOf(items), hints: hints.map(({ message }) => message) };
}

const lines = `${second} = B\n${gone} = Gone\n${third} = C\n${first} = A`;
const inOrder = [second, gone, third, first];
const answerIn = (...nodeIds: unknown[]) => nodeIds.map((nodeID) => ({ nodeID }));

describe('peers', () => {
	const getPeers = async (parameters: INodeParameters) => {
		server.answerCalls(() => ({ result: { peers: answerIn(first, third, second) } }));
		return await read(askInfo('peer', 'peers', parameters));
	};

	test('have an item each in the order asked for, also one that is no peer', async () => {
		const { items, hints } = await getPeers({ returnAll: true, filters: { nodeIds: lines } });
		expect(items.map(({ nodeId }) => nodeId)).toEqual(inOrder);
		expect(items.map(({ found }) => found)).toEqual([true, false, true, true]);
		expect(items[1]).toMatchObject({ nodeId: gone, name: 'Gone', found: false, version: null });
		expect(hints).toEqual([`Not found: Gone (${gone}).`]);
		const raw = await getPeers({ returnAll: true, filters: { nodeIds: lines }, simplify: false });
		expect(raw.items[1]).toEqual({ nodeID: gone, found: false });
	});

	test('keep Limit, which says that there are more', async () => {
		const { items, hints } = await getPeers({ limit: 2, filters: { nodeIds: lines } });
		expect(items.map(({ nodeId }) => nodeId)).toEqual(inOrder.slice(0, 2));
		expect(hints).toEqual([expect.stringMatching(/^Not found: Gone .* The list ends at Limit/)]);
	});

	test('without IDs are the answer as it came', async () => {
		const { items, hints } = await getPeers({ returnAll: true });
		expect(items.map(({ nodeId }) => nodeId)).toEqual([first, third, second]);
		expect(items[0]).not.toHaveProperty('found');
		expect(hints).toEqual([]);
	});
});

test('validators come in the order asked for, unless a filter sorts them', async () => {
	const weights = [3, 1, 2];
	server.answerCalls(() => ({
		result: {
			validators: [first, second, third].map((nodeID, i) => ({
				nodeID,
				weight: `${weights[i]}000000000`,
				delegatorWeight: '0',
				uptime: String(90 - weights[i]!),
				connected: true,
				endTime: '1900000000',
				startTime: '1700000000',
			})),
		},
	}));
	const get = async (filters: INodeParameters) =>
		(
			await read(
				askValidators('primaryValidator', 'getMany', {
					validatorsFrom: 'lines',
					nodeIds: lines,
					filters,
				}),
			)
		).items.map(({ nodeId }) => nodeId);
	expect(await get({})).toEqual(inOrder);
	expect(await get({ uptimeBelow: 95 })).toEqual([first, third, second]);
});

test('metrics that the node does not have are named', async () => {
	server.answer(() => ({
		status: 200,
		body: '# TYPE avalanche_network_peers gauge\navalanche_network_peers 5\n',
		headers: { 'content-type': 'text/plain' },
	}));
	const metrics = 'avalanche_network_peers, avalanche_netwrk_*';
	const { items, hints } = await read(
		askInfo('node', 'getMetrics', { returnAll: true, filters: { metrics } }),
	);
	expect(items).toHaveLength(1);
	expect(hints).toEqual(['Not found: avalanche_netwrk_*.']);
});

describe('tokens of a wallet', () => {
	const held = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
	const other = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
	const tokenOf = (address: string) => ({
		address,
		ercType: 'ERC-20',
		name: 'W',
		symbol: 'W',
		decimals: 18,
		balance: '1',
	});
	const get = async (pages: number, parameters: INodeParameters) => {
		let n = 0;
		server.answer(() =>
			reply({
				erc20TokenBalances: [{ ...tokenOf(held), chainId: '43114' }].slice(n++),
				...(n < pages && { nextPageToken: String(n) }),
			}),
		);
		return await read(
			askData('balance', 'getManyErc20', {
				chainId: '43114',
				address: '0x5087f5B95B91826E7a16779A1f43F567f4E04bd9',
				filters: { contractAddresses: `${held.toLowerCase()},${other}` },
				...parameters,
			}),
		);
	};

	test('that it does not hold are named', async () => {
		const { items, hints } = await get(1, { returnAll: true });
		expect(items).toHaveLength(1);
		expect(hints.join(' ')).toContain(`Not found: ${other}.`);
	});

	test('are not said to be missing if another wallet holds them', async () => {
		const [holder, without] = [1, 2].map((i) => `0x${String(i).repeat(40)}`) as [string, string];
		server.answer(({ path }) =>
			reply({
				erc20TokenBalances: [{ ...tokenOf(held), chainId: '43114' }].slice(
					path.includes(holder) ? 0 : 1,
				),
			}),
		);
		const { hints } = await read(
			askData('balance', 'getManyErc20', {
				chainId: '43114',
				address: `${holder}, ${without}`,
				returnAll: true,
				filters: { contractAddresses: `${held},${other}` },
			}),
		);
		expect(hints.join(' ')).toContain(`Not found: ${other}.`);
	});

	test('are not said to be missing while a page is unread', async () => {
		const { hints } = await get(2, { limit: 1 });
		expect(hints.join(' ')).toContain('The list ends at Limit (1)');
		expect(hints.join(' ')).not.toContain('Not found');
	});
});
