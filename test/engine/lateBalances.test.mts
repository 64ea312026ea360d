/** Balance Below or Above on a node whose newest block is old: on the C-Chain of Mainnet, the clock shows it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';

/** Blocks have the time of this machine, so each test begins now. */
const realNow = Date.now.bind(Date);
const clock = useClock(new Date(realNow()).toISOString());
beforeEach(() => clock.advance((realNow() - Date.now()) / 1000));
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const create = useTrigger(devnet, { event: 'balance', chain: 'C' });

const wallet = `0x${'1001'.padStart(40, '0')}`;
const holds = async (amount: string) => await devnet.setBalance({ address: wallet, amount });
const putBehind = async (lateSeconds: number, chain = 'C') =>
	await devnet.setHead({ chain, lateSeconds });
const mine = async () => await (await devnet.evm()).request('anvil_mine', ['0x190']);

const create20 = async (more: INodeParameters = {}) => {
	await holds('20');
	await mine();
	const parameters = { source: 'native', addresses: `${wallet} = Hot wallet`, below: '10' };
	return create({ ...parameters, ...more });
};
type Trigger = ReturnType<typeof create>;
async function poll(trigger: Trigger, seconds = 5): Promise<IDataObject[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.poll());
}
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);

test('a node that lags is told after two checks, and its end when it has caught up [B8]', async () => {
	const trigger = await create20();
	expect(jsonOf(await trigger.activate())).toEqual([]);
	await putBehind(720);
	expect(await poll(trigger)).toEqual([]);
	const [item, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(item).toMatchObject({ event: 'unreachable', severity: 'critical', address: null });
	expect(item!.title).toMatch(/: does not know the balances of now$/);
	expect(item!.message).toContain(
		'The newest block of the node is 12 min old. If other nodes are as late, the chain itself stands. Until it has caught up, use another node.',
	);
	expect(item!.message).not.toContain('until the node answers');
	expect(item!.hint).toBe(
		'Until it has caught up, use another node. Check its disk, CPU and network.',
	);
	// Half of the limit is not enough to end it.
	await putBehind(200);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	await putBehind(0);
	await mine();
	expect(eventsOf([...(await poll(trigger)), ...(await poll(trigger))])).toEqual(['reachable']);
});

test('a balance that crosses its limit in an old block is told all the same [B8]', async () => {
	const trigger = await create20();
	await putBehind(720);
	expect(jsonOf(await trigger.activate())).toEqual([]);
	await holds('5');
	await mine();
	expect(eventsOf(await poll(trigger))).toEqual(['balanceBelow']);
	expect(eventsOf(await poll(trigger))).toEqual(['unreachable']);
});

test('a test run says it, beside the balance [B8]', async () => {
	const trigger = await create20();
	const run = async () => jsonOf((await trigger.testRun()).items);
	const said = 'The newest block of the node is 12 min old, so the balances are not of now.';
	expect(JSON.stringify(await run())).not.toContain('newest block');
	await putBehind(720);
	const all = await run();
	expect(eventsOf(all)).toEqual(['unreachable']);
	expect(all[0]!.remarks).toEqual(expect.arrayContaining([said]));
});

test('a heartbeat of old balances has seen nothing [B8]', async () => {
	const options = { heartbeatItem: true, heartbeatMinutes: 5 };
	const trigger = await create20({ options });
	const beatOf = (items: IDataObject[]) => items.find(({ event }) => event === 'heartbeat');
	expect(beatOf(jsonOf(await trigger.activate()))).toMatchObject({ seen: true, reason: null });
	await putBehind(720);
	await poll(trigger, 60);
	const beat = beatOf([...(await poll(trigger, 60)), ...(await poll(trigger, 170))]);
	expect(beat).toMatchObject({ seen: false });
	expect(beat!.reason).toMatch(/^The newest block of the node is 1\d min old$/);
	expect(beat!.title).toMatch(/^Heartbeat: the newest block of the node is 1\d min old$/);
	expect(beat!.message).toMatch(/What is true now was last read at /);
});

describe('where the clock shows nothing, nothing is told [B8]', () => {
	const stay = async (trigger: Trigger) => {
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	};
	test('on a chain that may have no block for days', async () => {
		const chain = demoL1Chain.blockchainId;
		const trigger = await create20({ chain, below: '', above: '50' });
		expect(jsonOf(await trigger.activate())).toEqual([]);
		await putBehind(720, chain);
		await stay(trigger);
	});

	test('if the node does not say its chain', async () => {
		const trigger = await create20();
		devnet.faults([{ rpcMethod: 'eth_chainId', change: unsaid }]);
		await putBehind(720);
		expect(jsonOf(await trigger.activate())).toEqual([]);
		await stay(trigger);
	});
});

const unsaid = (reply: Reply): Reply => ({
	...reply,
	json: undefined,
	text: JSON.stringify(reply.json ?? JSON.parse(reply.text!)).replace(/"0xa86a"/g, 'null'),
});

test('it costs one more call, in the request for the newest block [B8]', async () => {
	const trigger = await create20();
	await trigger.activate();
	devnet.clearLog();
	await poll(trigger);
	const asked = devnet.log.map(({ rpcMethod, rpcMethods }) => [rpcMethods ?? rpcMethod].flat());
	expect(asked).toEqual([['eth_getBlockByNumber', 'eth_chainId'], ['eth_getBalance']]);
});
