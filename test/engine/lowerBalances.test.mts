/** Balance Below or Above behind a URL of several servers, one of which lags behind, where the clock shows nothing. */
import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import { useClock } from '../support/useClock.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';

const realNow = Date.now.bind(Date);
const clock = useClock(new Date(realNow()).toISOString());
beforeEach(() => clock.advance((realNow() - Date.now()) / 1000));
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const create = useTrigger(devnet, { event: 'balance', chain: 'C' });

const wallet = `0x${'1001'.padStart(40, '0')}`;
const holds = async (amount: string) => await devnet.setBalance({ address: wallet, amount });
const putBehind = async (seconds: number) =>
	await devnet.setHead({ chain: 'C', lateSeconds: seconds });
const mine = async (blocks = 20) =>
	await (await devnet.evm()).request('anvil_mine', [`0x${blocks.toString(16)}`]);
/** Of the thousand blocks at which the wallet has 20, one in the middle. */
const lateSeconds = 1000;

/** Without the ID of the chain, the age of a block shows nothing. */
const hideChainId = () => devnet.faults([{ rpcMethod: 'eth_chainId', change: unsaid }]);
const unsaid = (reply: Reply): Reply => ({
	...reply,
	json: undefined,
	text: JSON.stringify(reply.json ?? JSON.parse(reply.text!)).replace(/"0xa86a"/g, 'null'),
});

type Trigger = ReturnType<typeof create>;
async function pollEvents(trigger: Trigger, seconds = 60): Promise<unknown[]> {
	clock.advance(seconds);
	return jsonOf(await trigger.poll()).map(({ event }: IDataObject) => event);
}

/** A wallet that had 20, and has 5 in newer blocks only. */
async function createBelow(): Promise<Trigger> {
	await holds('20');
	await mine(1000);
	hideChainId();
	const options = { failedChecks: 1, goodChecks: 1 };
	const trigger = create({ source: 'native', addresses: wallet, below: '10', options });
	expect(jsonOf(await trigger.activate())).toEqual([]);
	await holds('5');
	await mine();
	expect(await pollEvents(trigger)).toEqual(['balanceBelow']);
	return trigger;
}

test('servers that take turns report nothing twice [B9]', async () => {
	const trigger = await createBelow();
	for (const late of [lateSeconds, 0, lateSeconds, lateSeconds, 0, lateSeconds, 0]) {
		await putBehind(late);
		expect(await pollEvents(trigger)).toEqual([]);
	}
	await holds('30');
	await mine();
	expect(await pollEvents(trigger)).toEqual(['balanceNoLongerBelow']);
});

test('nothing but lower blocks is reported from five minutes on, and believed after an hour [B9]', async () => {
	const trigger = await createBelow();
	await putBehind(lateSeconds);
	for (let i = 0; i < 5; i++) expect(await pollEvents(trigger)).toEqual([]);
	clock.advance(60);
	const [item] = jsonOf(await trigger.poll());
	expect(item).toMatchObject({ event: 'unreachable' });
	expect(item!.message).toContain('one of them lags behind');
	for (let i = 0; i < 5; i++) expect(await pollEvents(trigger, 600)).toEqual([]);
	const events = await pollEvents(trigger, 600);
	expect(events.sort()).toEqual(['balanceNoLongerBelow', 'reachable']);
});
