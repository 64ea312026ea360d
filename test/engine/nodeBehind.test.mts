/** Node Behind of Node Health: a newest block that is minutes older than that of another node, moving or not. */
import type { Reply } from '../../devnet/http.mts';
import { demoL1Chain, ownNodeId } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { answers, cPath, eventsOf, useHeadWatch, zurichPath } from '../support/useHeadWatch.mts';

/** Blocks have the time of this machine, so each test begins now. */
const realNow = Date.now.bind(Date);
const clock = useClock(new Date(realNow()).toISOString());
beforeEach(() => clock.advance((realNow() - Date.now()) / 1000));
const { devnet, create, poll, publish, mine, callsTo, refusalOf } = useHeadWatch(
	clock,
	'nodeBehind',
	10,
);
const putBehind = async (lateSeconds: number) => await devnet.setHead({ lateSeconds });

test('a node that lags is told once, also while it moves, and its end when it has caught up [U65]', async () => {
	await mine(400);
	const trigger = await publish({ failedChecks: 2 });
	await putBehind(720);
	expect(await poll(trigger)).toEqual([]);
	await mine();
	const [item, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(item).toMatchObject({
		event: 'nodeBehind',
		severity: 'critical',
		nodeId: ownNodeId,
		previousState: 'nodeCaughtUp',
		chain: 'C-Chain',
		behindSeconds: 720,
		catchesUp: false,
		blocksBehind: 360,
		blockNumber: 41,
		heads: [{ name: 'Zurich', blockNumber: 401, reason: null }],
	});
	expect(item!.title).toMatch(/: 12 min behind on the C-Chain$/);
	expect(item!.message).toContain(
		'Zurich is 360 blocks ahead. It does not catch up: it was 12 min behind at the check before. Until it has caught up, send no requests to it. Check its disk, CPU and network.',
	);
	await mine();
	expect(await poll(trigger)).toEqual([]);
	await putBehind(0);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'nodeCaughtUp', severity: 'resolved', alertId: item!.alertId, behindSeconds: 0 },
	]);
});

test('it begins at Minutes Behind, and ends below half of that [U65]', async () => {
	const trigger = await publish({ behindMinutes: 10 });
	await putBehind(599);
	expect(await poll(trigger)).toEqual([]);
	await putBehind(600);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'nodeBehind', behindSeconds: 600, catchesUp: false },
	]);
	await putBehind(300);
	expect(await poll(trigger)).toEqual([]);
	await putBehind(200);
	expect(eventsOf(await poll(trigger))).toEqual(['nodeCaughtUp']);
});

test('a reminder says that it catches up, and from how far [U65]', async () => {
	const trigger = await publish({ reminderHours: 1 });
	await putBehind(1200);
	expect(await poll(trigger)).toHaveLength(1);
	for (let i = 0; i < 7; i++) {
		clock.advance(540);
		await poll(trigger);
	}
	await putBehind(720);
	clock.advance(3540);
	const reminders = await poll(trigger);
	// A break of an hour: nobody knows how far it was behind at the check before.
	expect(reminders).toMatchObject([{ reminder: 2, behindSeconds: 720, catchesUp: null }]);
	expect(reminders[0]!.message).not.toContain('at the check before');
});

test('a quiet chain whose newest block all nodes have is not behind, however old it is [U65]', async () => {
	const trigger = await publish();
	clock.advance(3 * 86_400);
	for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	expect(callsTo(`${zurichPath}${cPath}`)).not.toEqual([]);
});

test('other nodes are asked with nothing of the credential, and only where it is watched [U65]', async () => {
	const trigger = await publish();
	devnet.clearLog();
	expect(await poll(trigger)).toEqual([]);
	expect(callsTo(`${zurichPath}${cPath}`).sort()).toEqual(['eth_chainId', 'eth_getBlockByNumber']);
	const asked = devnet.log.filter(({ url }) => url.startsWith(zurichPath));
	expect(asked.every(({ headers }) => !('authorization' in headers))).toBe(true);
	const plain = await publish({}, ['unhealthy']);
	devnet.clearLog();
	await poll(plain);
	expect(callsTo(cPath)).toEqual([]);
});

describe('what nobody said is unknown: it begins nothing, and ends nothing [U65]', () => {
	const silences: Array<[string, () => void]> = [
		['the node, of its chains', () => devnet.faults([{ path: cPath, status: 503 }])],
		[
			'the node, of the time of its block',
			() =>
				devnet.faults([
					{
						path: cPath,
						change: (reply) => ({
							...reply,
							json: undefined,
							text: answers(reply).replace(/"timestamp":"[^"]*"/, '"timestamp":null'),
						}),
					},
				]),
		],
	];
	test.each(silences)('%s', async (_who, happen) => {
		const trigger = await publish();
		await putBehind(720);
		expect(eventsOf(await poll(trigger))).toEqual(['nodeBehind']);
		happen();
		await putBehind(0);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		devnet.faults([]);
		expect(eventsOf(await poll(trigger))).toEqual(['nodeCaughtUp']);
		await putBehind(720);
		happen();
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	});

	test('further nodes of a chain that may be quiet', async () => {
		const chain = demoL1Chain.blockchainId;
		const trigger = await publish({ headChain: { mode: 'id', value: chain } });
		await devnet.setHead({ chain, lateSeconds: 720 });
		devnet.faults([{ path: zurichPath, status: 503 }]);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
		devnet.faults([]);
		expect(eventsOf(await poll(trigger))).toEqual(['nodeBehind']);
	});
});

describe('the clock shows it where blocks never cease: on the C-Chain of Mainnet [U65]', () => {
	test('without further nodes', async () => {
		const trigger = await publish({ furtherObservers: '' });
		await putBehind(720);
		const [item] = await poll(trigger);
		expect(item).toMatchObject({ event: 'nodeBehind', blocksBehind: null, heads: [] });
		expect(item!.behindSeconds).toBeGreaterThanOrEqual(720);
		expect(item!.message).toContain(
			'No other node was compared: if others are as late, the chain itself stands.',
		);
		await putBehind(0);
		await mine();
		expect(eventsOf(await poll(trigger))).toEqual(['nodeCaughtUp']);
	});

	test('with further nodes that do not answer', async () => {
		const trigger = await publish();
		await putBehind(720);
		devnet.faults([{ path: zurichPath, status: 503 }]);
		const [item] = await poll(trigger);
		expect(item).toMatchObject({
			event: 'nodeBehind',
			heads: [{ name: 'Zurich', blockNumber: null, reason: 'HTTP 503' }],
		});
	});

	test('one clock that is wrong begins nothing', async () => {
		const trigger = await publish({ furtherObservers: '' });
		// The clock of n8n goes ahead, and the node says its own time in each answer.
		const date = new Date(realNow()).toUTCString();
		const change = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, date } });
		devnet.faults([{ path: cPath, change }]);
		clock.advance(86_400);
		for (let i = 0; i < 3; i++) expect(await poll(trigger)).toEqual([]);
	});
});

test('a head that stands is told as that alone, and the rest once it moves [U65]', async () => {
	await mine(400);
	const trigger = await publish({}, ['headNotMoving', 'nodeBehind']);
	await devnet.setHead({ stands: true });
	await mine(20);
	await devnet.setHead({ observer: 'zurich', ahead: 20 });
	expect(eventsOf(await poll(trigger))).toEqual(['headNotMoving']);
	await devnet.setHead({ stands: false, lateSeconds: 720 });
	await mine(500);
	expect(eventsOf(await poll(trigger)).sort()).toEqual(['headMoving', 'nodeBehind']);
});

test('a node that catches up after a start is told as that alone [U65]', async () => {
	const trigger = await publish({}, ['nodeBehind', 'bootstrapping']);
	await putBehind(720);
	devnet.world.setChain({ chain: 'X', state: 'bootstrapping' });
	expect(eventsOf(await poll(trigger))).toEqual(['bootstrapping']);
	devnet.world.setChain({ chain: 'X', state: 'ready' });
	expect(eventsOf(await poll(trigger)).sort()).toEqual(['bootstrapped', 'nodeBehind']);
});

test('a chain that may be quiet needs further nodes when you publish [U65]', async () => {
	const headChain = { mode: 'id', value: demoL1Chain.blockchainId };
	const said = await refusalOf(create({ headChain, furtherObservers: '' }));
	expect(said).toContain('Nothing shows whether the node is behind');
	expect(said).toContain('Public = https://api.avax.network');
});

test('a wrong number of minutes is refused before anything is sent', async () => {
	const said = await refusalOf(create({ behindMinutes: 0 }));
	expect(said).toContain('Minutes Behind');
	expect(devnet.log).toEqual([]);
});
