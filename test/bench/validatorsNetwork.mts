/** A mock network of many validators in a process of its own, so that its work is not counted as that of a poll. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startDevnet } from '../../devnet/devnet.mts';

type Command = 'disconnect' | 'reconnect' | 'takeRequests';

export async function startValidators(validators: number) {
	const child = fork(fileURLToPath(import.meta.url), [String(validators)], {
		execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
	});
	const hear = async <T,>(): Promise<T> => (await once(child, 'message'))[0] as T;
	const say = async (command: Command): Promise<number> => {
		child.send(command);
		return await hear<number>();
	};
	return {
		url: await hear<string>(),
		/** One in a hundred goes down; how many these are. */
		disconnect: async () => await say('disconnect'),
		reconnect: async () => await say('reconnect'),
		takeRequests: async () => await say('takeRequests'),
		close: () => child.kill(),
	};
}

async function serve(validators: number): Promise<void> {
	const { url, world, log } = await startDevnet({ validators, rewards: 0 });
	const nodeIDs = world.primary
		.filter(({ nodeID }, i) => i % 100 === 50 && world.nodes.get(nodeID)!.connected)
		.map(({ nodeID }) => nodeID);
	const commands: Record<Command, () => number> = {
		disconnect: () => (world.disconnect({ nodeIDs }), nodeIDs.length),
		reconnect: () => (world.reconnect({ nodeIDs }), nodeIDs.length),
		takeRequests: () => log.splice(0).length,
	};
	process.on('message', (command: Command) => process.send!(commands[command]()));
	process.send!(url);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(Number(process.argv[2]));
