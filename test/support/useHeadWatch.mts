/** A watch of Node Health that compares heads with another node, "Zurich". */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import type { useClock } from './useClock.mts';
import { useFreshDevnet } from './useDevnet.mts';
import { jsonOf, saidBy, useTrigger } from './useEngine.mts';

export const cPath = '/ext/bc/C/rpc';
export const zurichPath = '/observers/zurich';

export const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);
export const answers = (reply: Reply): string =>
	JSON.stringify(reply.json ?? JSON.parse(reply.text!));

/** `alert` is watched besides Node Unreachable, and polled once in so many seconds. */
export function useHeadWatch(
	clock: ReturnType<typeof useClock>,
	alert: string,
	everySeconds: number,
) {
	const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
	const createTrigger = useTrigger(devnet, { event: 'nodeHealth' });
	const zurich = () => `Zurich = ${devnet.nodeUrl}${zurichPath}`;
	const create = (options: INodeParameters = {}, alertWhen = [alert, 'unreachable']) =>
		createTrigger({
			alertWhen,
			options: { failedChecks: 1, goodChecks: 1, furtherObservers: zurich(), ...options },
		});
	type Trigger = ReturnType<typeof create>;
	async function poll(trigger: Trigger): Promise<IDataObject[]> {
		clock.advance(everySeconds);
		return jsonOf(await trigger.poll());
	}
	async function publish(...chosen: Parameters<typeof create>): Promise<Trigger> {
		const trigger = create(...chosen);
		expect(jsonOf(await trigger.activate())).toEqual([]);
		return trigger;
	}
	const mine = async (blocks = 1) =>
		await (await devnet.evm()).request('anvil_mine', [`0x${blocks.toString(16)}`]);
	const callsTo = (path: string) =>
		devnet.log
			.filter(({ url }) => url === path)
			.flatMap(({ rpcMethod, rpcMethods }) => rpcMethods ?? rpcMethod ?? []);
	async function refusalOf(trigger: Trigger): Promise<string> {
		const error = await trigger.activate().then(
			() => undefined,
			(refused: Error) => refused,
		);
		return saidBy(error);
	}
	return { devnet, createTrigger, create, poll, publish, mine, callsTo, refusalOf };
}
