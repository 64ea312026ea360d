/* A Primary Network whose validators come and go: one node holds nearly all stake, so the chains go on without the others. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPort } from '../../tools/n8n/server.mts';
import { addPrimaryValidator, createIdentity, createNetwork } from './network.mts';
import { createFolder, launchNode, type Node } from './nodes.mts';

/** A validator with the least stake. */
export interface Member {
	nodeID: string;
	/** URL of its APIs, the same after each start. */
	url: string;
	/** Starts it again; resolves when it is bootstrapped. */
	start: () => Promise<void>;
	/** Ends it; resolves when the process is gone. */
	stop: (signal?: NodeJS.Signals) => Promise<void>;
	/** Sends it SIGSTOP or SIGCONT. */
	signal: (signal: NodeJS.Signals) => void;
}

export interface PrimaryNetwork {
	/** The node with nearly all stake. */
	founder: Pick<Node, 'signal'>;
	members: Member[];
	/** Ends all nodes and takes their folders away. */
	stop: () => Promise<void>;
}

/** The sample of public networks: with a sample of one, a node is unhealthy as soon as any validator is gone. */
const snow = { 'snow-sample-size': 20, 'snow-quorum-size': 15 };

/**
 * Starts the network, all of whose members run when this resolves. They keep their ports from start to start, as the nodes
 * of operators do. They end with this process.
 *
 * @param flags further flags of every node, by name
 */
export async function startPrimaryNetwork(
	memberCount: number,
	flags: Record<string, unknown> = {},
): Promise<PrimaryNetwork> {
	const folder = createFolder();
	const running = new Set<Node>();
	const removeFolder = () => rmSync(folder, { recursive: true, force: true });
	process.on('exit', removeFolder);
	const launch = async (...parameters: Parameters<typeof launchNode>): Promise<Node> => {
		const node = await launchNode(...parameters);
		running.add(node);
		return node;
	};
	const stop = async () => {
		await Promise.all([...running].map(async (node) => await node.stop('SIGKILL')));
		process.off('exit', removeFolder);
		removeFolder();
	};
	try {
		const folders = Array.from({ length: memberCount + 1 }, (_, i) => join(folder, `node${i}`));
		const [founder, ...others] = await Promise.all(folders.map(createIdentity));
		const common = { ...createNetwork(folder, founder), ...snow, ...flags };
		const first = await launch(folders[0], common);
		const joining = {
			...common,
			'bootstrap-ips': first.stakingAddress,
			'bootstrap-ids': founder.nodeID,
		};
		const members = await Promise.all(
			others.map(async ({ nodeID }, i): Promise<Member> => {
				const own = { 'http-port': await findPort(), 'staking-port': await findPort() };
				const begin = async () => await launch(folders[i + 1], { ...joining, ...own });
				let node = await begin();
				return {
					nodeID,
					url: node.url,
					start: async () => {
						node = await begin();
					},
					stop: async (signal) => {
						await node.stop(signal);
						running.delete(node);
					},
					signal: (signal) => node.signal(signal),
				};
			}),
		);
		for (const identity of others) await addPrimaryValidator(first.url, identity);
		return { founder: first, members, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
