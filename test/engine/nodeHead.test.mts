/** Head Not Moving of Node Health: a newest block that stands is told only where another one is due. */
import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import { demoL1Chain, fundedAccount, nodeAccount, ownNodeId } from '../../devnet/devnet.mts';
import { makeId } from '../../devnet/ids.mts';
import { useClock } from '../support/useClock.mts';
import { cPath, eventsOf, useHeadWatch, zurichPath } from '../support/useHeadWatch.mts';
import { jsonOf } from '../support/useEngine.mts';

const clock = useClock('2026-11-25T02:40:00Z');
const { devnet, createTrigger, create, poll, publish, mine, callsTo, refusalOf } = useHeadWatch(
	clock,
	'headNotMoving',
	60,
);
const putZurichAhead = async (ahead: number) => await devnet.setHead({ observer: 'zurich', ahead });
/** Transactions that come and are not mined. */
async function send(count: number): Promise<void> {
	const evm = await devnet.evm();
	await evm.request('evm_setAutomine', [false]);
	for (let i = 0; i < count; i++)
		await evm.request('eth_sendTransaction', [
			{ from: nodeAccount, to: fundedAccount, gas: '0x5208' },
		]);
}
/** A node that does not say which transactions wait. */
const withoutPool = {
	path: cPath,
	rpcMethod: 'txpool_status',
	rpcError: { code: -32601, message: 'the method txpool_status does not exist/is not available' },
};

test('a quiet chain makes no block, and nobody is told, however long it lasts [U58]', async () => {
	const trigger = await publish();
	for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
	clock.advance(3 * 86_400);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
});

test('a head that stands while another node goes on is told once, and its end when it moves [U58]', async () => {
	await mine(5);
	const trigger = await publish({ failedChecks: 2 });
	await devnet.setHead({ stands: true });
	await mine(1200);
	expect(await poll(trigger)).toEqual([]);
	const [item, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(item).toMatchObject({
		event: 'headNotMoving',
		severity: 'critical',
		nodeId: ownNodeId,
		previousState: 'headMoving',
		chain: 'C-Chain',
		blocksBehind: 1200,
		waitingTransactions: 0,
		heads: [{ name: 'Zurich', blockNumber: (item!.blockNumber as number) + 1200, reason: null }],
	});
	expect(item!.message).toMatch(
		/: stands at block 5 of the C-Chain since \d\d:\d\d EST or earlier\. That block is from .* EST\. /,
	);
	expect(item!.message).toContain(
		'Zurich is 1,200 blocks ahead. Look into the log of the node. Restart it if that stays so.',
	);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	await devnet.setHead({ stands: false });
	// One answer that is far higher could be wrong.
	expect(await poll(trigger)).toEqual([]);
	const [end] = await poll(trigger);
	expect(end).toMatchObject({
		event: 'headMoving',
		severity: 'resolved',
		alertId: item!.alertId,
	});
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
});

test('it must stand while the other is ahead by as many blocks as Blocks Ahead says [U58]', async () => {
	const trigger = await publish({ blocksAhead: 50 });
	await putZurichAhead(49);
	expect(await poll(trigger)).toEqual([]);
	await putZurichAhead(50);
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	// The other one says less now: the head has not moved, so nothing is over.
	await putZurichAhead(0);
	expect(await poll(trigger)).toEqual([]);
	await mine();
	expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
	// Far behind, and moving: it catches up.
	await putZurichAhead(5000);
	for (let i = 0; i < 3; i++) {
		await mine();
		expect(await poll(trigger)).toEqual([]);
	}
});

test('transactions that wait from one poll to the next show that a block is due [U58]', async () => {
	const trigger = await publish({ furtherObservers: '' });
	await send(3);
	// They may have come a moment ago.
	expect(await poll(trigger)).toEqual([]);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({
		event: 'headNotMoving',
		waitingTransactions: 3,
		blocksBehind: null,
		heads: [],
	});
	expect(item!.message).toContain('Waiting on the node: 3 transactions.');
	expect(callsTo(`${zurichPath}${cPath}`)).toEqual([]);
	await mine();
	expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
});

test('a block that came while the others were asked puts nobody ahead [U58]', async () => {
	const trigger = await publish();
	let old: unknown;
	const numberOf = (reply: Reply) => (reply.json ?? JSON.parse(reply.text!)) as IDataObject[];
	devnet.faults([
		{
			path: cPath,
			rpcMethod: 'eth_getBlockByNumber',
			change: (reply) => {
				old ??= numberOf(reply);
				return reply;
			},
		},
	]);
	expect(await poll(trigger)).toEqual([]);
	await mine(30);
	// Read a moment before these thirty blocks.
	const stale = (reply: Reply): Reply => {
		const answers = numberOf(reply).map((answer) => {
			const was = (old as IDataObject[]).find(({ result }) => (result as IDataObject).number);
			const isBlock = !!(answer.result as IDataObject | null)?.number;
			return isBlock ? { ...answer, result: was!.result } : answer;
		});
		return { ...reply, json: undefined, text: JSON.stringify(answers) };
	};
	devnet.faults([{ path: cPath, rpcMethod: 'eth_getBlockByNumber', times: 1, change: stale }]);
	expect(await poll(trigger)).toEqual([]);
	expect(callsTo(`${zurichPath}${cPath}`)).not.toEqual([]);
});

describe('what nobody said is unknown: it begins nothing, and ends nothing [U58]', () => {
	const silences: Array<[string, () => void]> = [
		['the node, of its chains', () => devnet.faults([{ path: cPath, status: 503 }])],
		[
			'the node, of its newest block',
			() =>
				devnet.faults([
					{
						path: cPath,
						rpcMethod: 'eth_getBlockByNumber',
						rpcError: { code: -32000, message: 'x' },
					},
				]),
		],
	];
	test.each(silences)('%s', async (_who, happen) => {
		const trigger = await publish();
		await putZurichAhead(20);
		expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
		happen();
		await mine();
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		devnet.faults([]);
		expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
		happen();
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	});

	const others: Array<[string, () => void, string]> = [
		['that does not answer', () => devnet.faults([{ path: zurichPath, status: 503 }]), 'HTTP 503'],
		[
			'of another chain',
			() =>
				devnet.faults([
					{
						path: zurichPath,
						rpcMethod: 'eth_chainId',
						change: (reply) => ({ ...reply, json: undefined, text: '{"id":1,"result":"0xa869"}' }),
					},
				]),
			'is of another chain',
		],
		[
			'without a number',
			() =>
				devnet.faults([
					{
						path: zurichPath,
						rpcMethod: 'eth_blockNumber',
						change: (reply) => ({ ...reply, json: undefined, text: '{"id":1,"result":null}' }),
					},
				]),
			'gave no block number',
		],
	];
	test.each(others)('a further node %s', async (_who, happen, reason) => {
		const trigger = await publish();
		await putZurichAhead(20);
		happen();
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		await send(1);
		expect(await poll(trigger)).toEqual([]);
		expect(await poll(trigger)).toMatchObject([
			{ event: 'headNotMoving', heads: [{ name: 'Zurich', blockNumber: null, reason }] },
		]);
	});

	test('transactions of a node that does not say how many wait', async () => {
		const trigger = await publish();
		devnet.faults([withoutPool]);
		await send(1);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		await putZurichAhead(20);
		expect(await poll(trigger)).toMatchObject([
			{ event: 'headNotMoving', waitingTransactions: null, blocksBehind: 20 },
		]);
	});
});

test('a lower block is that of another server, and neither stands nor moves [U58]', async () => {
	await mine(5);
	const trigger = await publish();
	await putZurichAhead(20);
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	const evm = await devnet.evm();
	await evm.request('anvil_rollback', [2]);
	expect(await poll(trigger)).toEqual([]);
});

test('its memory lasts across restarts, and a break makes no standing head [U58]', async () => {
	const trigger = await publish();
	trigger.restart();
	await putZurichAhead(20);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'headNotMoving' });
	trigger.restart();
	expect(await poll(trigger)).toEqual([]);
	await mine();
	expect(await poll(trigger)).toMatchObject([{ event: 'headMoving', alertId: item!.alertId }]);
	expect(await poll(trigger)).toMatchObject([{ event: 'headNotMoving' }]);
	const other = await publish();
	clock.advance(86_400);
	expect(await poll(other)).toEqual([]);
	expect(eventsOf(await poll(other))).toEqual(['headNotMoving']);
});

test('a block that came in a break ends the alert, also of a chain that is quiet since [U58]', async () => {
	const trigger = await publish();
	await putZurichAhead(20);
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	await putZurichAhead(0);
	await mine();
	clock.advance(86_400);
	expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
	expect(await poll(trigger)).toEqual([]);
});

test('one block ends the alert after all good checks, also if the chain is quiet then [U58]', async () => {
	const trigger = await publish({ goodChecks: 3 });
	await putZurichAhead(20);
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	await putZurichAhead(0);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	await mine();
	expect(await poll(trigger)).toEqual([]);
	expect(await poll(trigger)).toEqual([]);
	expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
});

test('a node that catches up is told as that alone [U58]', async () => {
	const trigger = await publish({}, ['headNotMoving', 'bootstrapping']);
	await putZurichAhead(20);
	devnet.world.setChain({ chain: 'X', state: 'bootstrapping' });
	expect(eventsOf(await poll(trigger))).toEqual(['bootstrapping']);
	devnet.world.setChain({ chain: 'X', state: 'ready' });
	expect(eventsOf(await poll(trigger)).sort()).toEqual(['bootstrapped', 'headNotMoving']);
});

test('a chain that the node does not serve for a while hides nothing else [U58]', async () => {
	const trigger = createTrigger({
		alertWhen: ['headNotMoving', 'bootstrapping', 'unhealthy', 'unreachable'],
		options: { failedChecks: 1, goodChecks: 1 },
	});
	await trigger.activate();
	const change = (reply: object) => ({
		...reply,
		status: 404,
		json: undefined,
		text: '404 page not found\n',
	});
	devnet.faults([{ path: '/ext/bc/C/rpc', change } as never]);
	devnet.world.setChain({ chain: 'P', state: 'bootstrapping' });
	expect(eventsOf(await poll(trigger))).toEqual(['bootstrapping']);
});

test('one answer that is far too high ends nothing [U58]', async () => {
	const trigger = await publish();
	await putZurichAhead(10);
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	const change = (reply: Reply): Reply => {
		const text = JSON.stringify(reply.json ?? JSON.parse(reply.text!));
		return {
			...reply,
			json: undefined,
			text: text.replace(/"number":"0x[0-9a-f]+"/g, '"number":"0x10000000000000"'),
		};
	};
	devnet.faults([{ path: cPath, change, times: 1 }]);
	expect(await poll(trigger)).toEqual([]);
	devnet.faults([]);
	for (let i = 0; i < 4; i++) expect(await poll(trigger)).toEqual([]);
	await mine();
	expect(eventsOf(await poll(trigger))).toEqual(['headMoving']);
});

test('other nodes are asked only while the head stands, with nothing of the credential [U58]', async () => {
	const trigger = await publish();
	await mine();
	devnet.clearLog();
	expect(await poll(trigger)).toEqual([]);
	expect(callsTo(`${zurichPath}${cPath}`)).toEqual([]);
	expect(callsTo(cPath)).toEqual(['eth_getBlockByNumber', 'txpool_status']);
	await poll(trigger);
	expect(callsTo(`${zurichPath}${cPath}`).sort()).toEqual(['eth_blockNumber', 'eth_chainId']);
	// Without the condition, no chain is asked at all.
	const plain = await publish({}, ['unhealthy']);
	devnet.clearLog();
	await poll(plain);
	expect(callsTo(cPath)).toEqual([]);
});

test('the chain of an L1 is another alert than the C-Chain [U58]', async () => {
	const chain = demoL1Chain.blockchainId;
	const headChain = { mode: 'id', value: chain };
	const [ofC, ofL1] = [await publish(), await publish({ headChain })];
	await putZurichAhead(20);
	await devnet.setHead({ chain, observer: 'zurich', ahead: 30 });
	const [first] = await poll(ofC);
	const [second] = jsonOf(await ofL1.poll());
	expect(second).toMatchObject({ event: 'headNotMoving', chain, blocksBehind: 30 });
	expect(second!.alertId).not.toBe(first!.alertId);
});

describe('what could never be seen is refused [U58]', () => {
	test('a chain that the node does not have', async () => {
		const chain = makeId('a chain of nobody');
		const said = await refusalOf(create({ headChain: { mode: 'id', value: chain } }));
		expect(said).toContain(chain);
	});

	test('a node that shows no transactions, without further nodes', async () => {
		devnet.faults([withoutPool]);
		const said = await refusalOf(create({ furtherObservers: '' }));
		expect(said).toContain('Nothing shows when a block of the C-Chain is due');
		expect(said).toContain('Public = https://api.avax.network');
	});

	test('the Data API, before anything is sent', async () => {
		const said = await refusalOf(create({ furtherObservers: 'Avalanche Data API' }));
		expect(said).toContain('must have nodes alone here');
		expect(devnet.log).toEqual([]);
	});

	test('the P-Chain, before anything is sent', async () => {
		const said = await refusalOf(create({ headChain: { mode: 'id', value: 'P' } }));
		expect(said).toContain('Chain');
		expect(devnet.log).toEqual([]);
	});
});
