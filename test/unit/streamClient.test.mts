/** The connection of the stream trigger, against a real EVM client. */
import { nodeAccount } from '../../devnet/devnet.mts';
import { type Evm, startAnvil } from '../../devnet/evm/anvil.mts';
import { deploy, writeEmitter } from '../support/deploy.mts';
import { type Relay, startRelay } from '../support/relay.mts';
import { connect, head } from './heardScene.mts';

let evm: Evm;
let relay: Relay;
beforeAll(async () => {
	evm = await startAnvil({ chainId: 43114 });
	relay = await startRelay(evm.url);
});
afterAll(async () => {
	await relay.close();
	await evm.close();
});
const transact = async (fields: object): Promise<string> =>
	await evm.request('eth_sendTransaction', [{ from: nodeAccount, gas: '0x30d40', ...fields }]);

test('blocks, logs and pending transactions arrive, also after a cut and a half-open connection', async () => {
	const to = await deploy(evm, writeEmitter());
	const { wait, of } = connect({
		credential: { nodeUrl: relay.url },
		subscriptions: [
			{ kind: 'newHeads', params: [] },
			{ kind: 'logs', params: [{ address: to, topics: [[`0x${'7'.padStart(64, '0')}`]] }] },
			{ kind: 'newPendingTransactions', params: [] },
		],
		limits: { quietMs: 50, answerMs: 1000 },
	});
	for (const [i, breakIt] of [relay.cut, relay.hold, () => {}].entries()) {
		await wait('opened', i + 1);
		const before = of('notified').length;
		await transact({ to, value: '0x1' });
		const hash = await transact({ to, value: '0x7' });
		await wait('notified', before + 5);
		const told = of('notified').slice(before);
		const results = (index: number) =>
			told.filter(({ subscription }) => subscription === index).map(({ result }) => result);
		const height = Number(await evm.request('eth_blockNumber'));
		expect(results(0)).toMatchObject([head(height - 1), head(height)]);
		expect(results(1)).toMatchObject([{ address: to, transactionHash: hash, removed: false }]);
		expect(results(2)).toEqual([expect.stringMatching(/^0x/), hash]);
		breakIt();
	}
	expect(of('lost').map(({ failure }) => failure.message)).toEqual([
		`${relay.url} closed the connection (1006)`,
		`${relay.url} did not answer on its WebSocket within 1 seconds`,
	]);
});

test('what the client has no subscription for is refused for good', async () => {
	const { failure } = await connect({
		credential: { nodeUrl: relay.url },
		subscriptions: [{ kind: 'newAcceptedTransactions', params: [] }],
	}).wait('ended');
	expect(failure.message).toMatch(/^The node refused eth_subscribe: /);
});
